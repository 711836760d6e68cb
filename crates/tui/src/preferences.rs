//! The player's options: their values, changing them, and keeping them in the books.

use crate::app::{App, Tone, Wanted};
use crate::commands::Action;
use crate::look::Theme;
use talon_session::Command;

/// The message for a game that begins with the verdict on.
pub const WITH_ORACLE: &str =
    "The live verdict is on (see the options). This game counts as played with the oracle.";

impl App {
    /// Returns the options with their values.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        let yes = |on: bool| if on { "yes" } else { "no" }.to_string();
        let auto = self.session().auto() != talon_rules::Auto::Off;
        vec![
            ("Theme", self.look.theme.name().into()),
            ("Four colours for suits", yes(self.look.four_colours)),
            ("Letters for suits", yes(self.look.letters)),
            ("Animation", yes(self.look.animation)),
            ("Clock and score", yes(self.look.clock)),
            ("h j k l move the cursor", yes(self.look.vi_keys)),
            ("Left-handed layout", yes(self.look.left_handed)),
            ("Move safe cards up automatically", yes(auto)),
            ("Casino's ledger in every Canfield", yes(self.ledger_always)),
            ("Live verdict in every game", yes(self.verdict_always)),
            ("New deals", self.wanted.word()),
        ]
    }

    /// Changes an option to its next or its previous value.
    pub fn change_option(&mut self, option: usize, forward: bool) {
        let look = &mut self.look;
        match option {
            0 => {
                let at = Theme::ALL.iter().position(|theme| *theme == look.theme).unwrap_or(0);
                let step = if forward { 1 } else { Theme::ALL.len() - 1 };
                look.theme = Theme::ALL[(at + step) % Theme::ALL.len()];
            }
            1 => look.four_colours = !look.four_colours,
            2 => look.letters = !look.letters,
            3 => look.animation = !look.animation,
            4 => look.clock = !look.clock,
            5 => look.vi_keys = !look.vi_keys,
            6 => look.left_handed = !look.left_handed,
            7 => self.act(Action::ToggleAuto),
            8 => {
                self.ledger_always = !self.ledger_always;
                self.execute(Command::SetLedger(self.ledger_always));
            }
            9 => {
                self.verdict_always = !self.verdict_always;
                // The question whether the verdict may look at the hidden cards covers the option.
                if self.verdict_always != self.verdict_on {
                    self.popup = None;
                    self.act(Action::Verdict);
                }
            }
            _ => self.wanted = self.wanted.next(forward),
        }
        self.keep_preferences();
    }

    /// Writes the options into the books.
    pub fn keep_preferences(&mut self) {
        let Some(books) = &self.books else { return };
        let yes = |on: bool| if on { "yes" } else { "no" };
        let look = &self.look;
        let wanted = self.wanted.word();
        let pairs = [
            ("theme", look.theme.name()),
            ("four-colours", yes(look.four_colours)),
            ("letters", yes(look.letters)),
            ("animation", yes(look.animation)),
            ("clock", yes(look.clock)),
            ("vi-keys", yes(look.vi_keys)),
            ("left-handed", yes(look.left_handed)),
            ("ledger", yes(self.ledger_always)),
            ("verdict", yes(self.verdict_always)),
            ("new-deals", &wanted),
        ];
        let kept = pairs.iter().try_for_each(|(name, value)| books.prefer(name, value));
        if let Err(error) = kept {
            self.say(error.to_string(), Tone::Bad);
        }
    }

    /// Reads the options from the books.
    pub fn recall_preferences(&mut self) {
        let Some(books) = &self.books else { return };
        let on = |name: &str, default: bool| match books.preference(name) {
            Some(value) => value == "yes",
            None => default,
        };
        let look = &mut self.look;
        look.theme = books.preference("theme").and_then(|name| Theme::find(&name)).unwrap_or(look.theme);
        look.four_colours = on("four-colours", look.four_colours);
        look.letters = on("letters", look.letters);
        look.animation = on("animation", look.animation);
        look.clock = on("clock", look.clock);
        look.vi_keys = on("vi-keys", look.vi_keys);
        look.left_handed = on("left-handed", look.left_handed);
        self.wanted =
            books.preference("new-deals").and_then(|word| Wanted::find(&word)).unwrap_or(self.wanted);
        self.verdict_always = on("verdict", false);
        self.ledger_always = on("ledger", false);
        if self.verdict_always {
            self.want_verdict();
            self.say(WITH_ORACLE, Tone::Plain);
        }
    }
}
