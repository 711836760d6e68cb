//! How output looks: `--color`, `--ascii`, the terminal and the environment.

use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use talon_text::output::Style;

/// The options that all commands have.
#[derive(Args, Copy, Clone, Debug)]
pub struct Look {
    /// When to use colours: auto, always or never
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        display_order = 900
    )]
    color: When,
    /// Write suits as letters, and nothing outside ASCII
    #[arg(long, global = true, display_order = 901)]
    pub ascii: bool,
}

/// When to use colours.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    /// On a terminal that has them, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What the command line said. It is read once, before anything is written.
static WISHED: OnceLock<Look> = OnceLock::new();

impl Look {
    /// Makes this the look of everything that is written from now on.
    pub fn apply(self) {
        let _ = WISHED.set(self);
    }

    /// Returns what the command line said.
    pub fn wished() -> Look {
        WISHED.get().copied().unwrap_or(Look { color: When::Auto, ascii: false })
    }

    /// Returns whether colours are wanted, or `None` if the terminal and the environment decide.
    pub fn colours(self) -> Option<bool> {
        match self.color {
            When::Auto => None,
            When::Always => Some(true),
            When::Never => Some(false),
        }
    }

    /// Returns the style of standard output.
    pub fn style(self) -> Style {
        let is_screen = io::stdout().is_terminal();
        let var = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let has_colours =
            || is_screen && var("NO_COLOR").is_none() && var("TERM").is_some_and(|term| term != "dumb");
        // The first of these that is set names the character set.
        let locale = var("LC_ALL").or_else(|| var("LC_CTYPE")).or_else(|| var("LANG"));
        let is_utf8 = locale.is_none_or(|name| name.to_lowercase().replace('-', "").contains("utf8"));
        let ascii = self.ascii || (is_screen && !is_utf8);
        Style { ascii, colour: self.colours().unwrap_or_else(has_colours) }
    }
}
