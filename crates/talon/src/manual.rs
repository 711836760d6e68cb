//! `talon completions` and `talon man`: made from the command line's own description and from the registry of
//! commands.

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;
use talon_session::registry;

/// Print completions for a shell, to be put where the shell looks for them
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon completions bash > ~/.local/share/bash-completion/completions/talon\n  talon completions fish > ~/.config/fish/completions/talon.fish"
)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints them.
    pub fn run(self) -> Result<()> {
        // Collected first: the generator does not report a pipe that was closed.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Talon::command(), "talon", &mut text);
        crate::output::stdout().write_all(&text)?;
        Ok(())
    }
}

/// Print the manual page
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon man | man -l -\n  talon man play > talon-play.1\n  talon man keys                        commands and keys as plain text"
)]
pub struct Manual {
    /// A subcommand that has its own page, or `keys` for the list of commands and keys as plain text
    topic: Option<String>,
}

impl Manual {
    /// Prints it.
    pub fn run(self) -> Result<()> {
        let mut out = crate::output::stdout();
        let whole = crate::Talon::command();
        match self.topic.as_deref() {
            None => {
                out.write_all(&page(whole, "talon")?)?;
                out.write_all(commands().as_bytes())?;
            }
            Some("keys") => {
                for entry in registry::ALL {
                    writeln!(out, "{:<14} {:<6} {}", entry.name, entry.key, entry.help)?;
                }
            }
            Some(topic) => {
                let found = whole.find_subcommand(topic).cloned();
                let page = found.with_context(|| format!("there is no subcommand {topic:?}"))?;
                out.write_all(&self::page(page, &format!("talon-{topic}"))?)?;
            }
        }
        Ok(())
    }
}

/// Returns the manual page of a command. Its examples keep their lines; what else stands under the options in the help
/// is in sections of its own.
fn page(mut command: clap::Command, title: &str) -> std::io::Result<Vec<u8>> {
    let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    command = command.after_help(None::<&str>);
    let mut text = Vec::new();
    clap_mangen::Man::new(command).title(title).render(&mut text)?;
    let lines = notes.lines().skip_while(|line| *line != "Examples:").skip(1);
    let examples: Vec<String> = lines.take_while(|line| line.starts_with("  ")).map(plain).collect();
    if !examples.is_empty() {
        writeln!(text, ".SH EXAMPLES\n.nf\n{}\n.fi", examples.join("\n"))?;
    }
    Ok(text)
}

/// A line in the language of man pages.
fn plain(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq")
}

/// The commands of play as a section of the manual page, in the language of man pages.
fn commands() -> String {
    let mut text = String::from(".SH \"COMMANDS OF PLAY\"\n");
    text += "Keys are those of the terminal and of the page; words are those of text play and of the\n";
    text += "command line of the terminal, which : opens.\n";
    let mut group = "";
    for entry in registry::ALL {
        if entry.group != group {
            group = entry.group;
            text += &format!(".SS {group}\n");
        }
        let mut names: Vec<String> = Vec::new();
        names.extend((!entry.key.is_empty()).then(|| format!("\\fB{}\\fR", plain(entry.key))));
        names.extend(entry.words.iter().map(|word| format!("\\fB{}\\fR", plain(word))));
        let asks = entry.asks.words();
        let asks = if asks.is_empty() { String::new() } else { format!(" \\fI{}\\fR", plain(asks)) };
        text += &format!(".TP\n{}{asks}\n{}\n", names.join(", "), plain(&sentence(entry.help)));
        if entry.hidden {
            text += "It looks at hidden cards: the game counts as played with the oracle.\n";
        }
    }
    text += ".SH ENVIRONMENT\n";
    for (name, words) in ENVIRONMENT {
        text += &format!(".TP\n.B {name}\n{}\n", plain(words));
    }
    text += &format!(".SH FILES\n.TP\n.I {KEYS}\n");
    text += "Keys of your own: lines such as \\fBundo = z\\fR, with the names that \\fBtalon man keys\\fR lists.\n";
    text +=
        ".SH \"EXIT STATUS\"\n0 done, 1 something failed, 2 the command line is wrong, 130 interrupted.\n";
    text
}

/// A line of help as a sentence; a question keeps its mark.
fn sentence(help: &str) -> String {
    let stop = if help.ends_with('?') { "" } else { "." };
    format!("{}{stop}", talon_rules::capital(help))
}

/// The examples, the environment and the files, for `talon --help`.
pub fn notes() -> String {
    let mut text = String::from(EXAMPLES);
    text += "\n\nEnvironment:\n";
    for (name, words) in ENVIRONMENT {
        text += &format!("  {name:<26} {}\n", lower(words));
    }
    text += &format!("\nFiles:\n  {KEYS:<26} keys of your own; `talon man keys` lists the names\n");
    text += "\nExit status: 0 done, 1 something failed, 2 wrong usage, 130 interrupted.";
    text
}

/// A sentence as a clause, for lists.
fn lower(sentence: &str) -> String {
    let clause = sentence.trim_end_matches('.');
    let mut letters = clause.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

const EXAMPLES: &str = "Examples:
  talon                                 the list of games, full screen
  talon play klondike                   a game
  talon play canfield --quiet           lines of text, for a screen reader
  talon solve spider --deal 1 --moves
  talon help play                       the options of a command";

/// The file of keys.
const KEYS: &str = "~/.config/talon/keys";

/// The environment variables that are read.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("TALON_DATA", "The folder of the books, the record of your games."),
    ("TALON_KEYS", "The file of keys, instead of the usual one."),
    ("XDG_CONFIG_HOME", "The folder of settings, instead of ~/.config."),
    ("XDG_DATA_HOME", "The folder that holds the books, instead of ~/.local/share."),
    ("NO_COLOR", "If it is set, no colours are used."),
    ("COLORTERM, TERM", "How many colours the terminal has."),
    ("LC_ALL, LC_CTYPE, LANG", "Without UTF-8, suits are letters."),
];
