//! The command line: a typed move, or a command by its word. What needs no argument is done as if its key had been
//! pressed.

use crate::app::{App, Tone};
use crate::commands::Action;
use crate::popup::Input;
use crate::prompt::Prompt;
use crate::words::sentence;
use std::path::Path;
use talon_session::form::Form;
use talon_session::registry::{self, Typed as Line};
use talon_session::{Aim, Command, Deal, Level, Session};

impl App {
    /// Deals by a number or a name.
    pub(crate) fn deal_number(&mut self, text: &str) {
        match Deal::read(text, self.session().rules()) {
            Ok(deal) => drop(self.execute(Command::New(deal))),
            Err(error) => self.say(format!("There is no such deal: {error}."), Tone::Bad),
        }
    }

    /// Performs a typed line: a move, or a command by its word.
    pub(crate) fn command_line(&mut self, text: &str) {
        let (action, rest) = match registry::read(text) {
            Ok(Line::Nothing) => return,
            Ok(Line::Move(command)) => {
                self.execute(command);
                return;
            }
            Ok(Line::Action(action, rest)) => (action, rest),
            Err(unclear) => return self.say(unclear.to_string(), Tone::Bad),
        };
        if rest.is_empty() || !action.entry().places.line {
            return self.act(action);
        }
        match action {
            Action::New | Action::Numbered => match rest.as_str() {
                "daily" => self.act(Action::Daily),
                "winnable" => self.look_for_deal(Form::of_session(self.session()), Aim::Winnable),
                _ => match Level::playable(&rest) {
                    Some(level) => self.look_for_deal(Form::of_session(self.session()), Aim::Level(level)),
                    None => self.deal_number(&rest),
                },
            },
            Action::Winnable => match Level::playable(&rest) {
                Some(level) => self.look_for_deal(Form::of_session(self.session()), Aim::Level(level)),
                None => self.say("A level is easy, medium or hard.", Tone::Bad),
            },
            Action::Games => match talon_games::find(&rest) {
                Ok(rules) => self.begin(self.remembered(rules)),
                Err(error) => self.say(sentence(&error.to_string()), Tone::Bad),
            },
            Action::Set => {
                let settings: Vec<&str> = rest.split_whitespace().collect();
                let mut form = Form::of_session(self.session());
                match form.change(&settings) {
                    Ok(()) => {
                        self.remember(&form);
                        self.begin(form);
                    }
                    Err(refused) => self.say(refused.to_string(), Tone::Bad),
                }
            }
            Action::Find => self.find(&rest),
            Action::Bookmark | Action::GoToBookmark => {
                let prompt = if action == Action::Bookmark { Prompt::Bookmark } else { Prompt::GoToBookmark };
                self.prompt = Some(prompt);
                // A name of two letters is refused like any other sign.
                let mut letters = rest.chars();
                let name = letters.next().filter(|_| letters.next().is_none()).unwrap_or(' ');
                self.prompt_input(Input::Letter(name));
            }
            Action::Auto | Action::Ledger => match (rest.as_str(), action) {
                ("on" | "off", Action::Auto) => drop(self.execute(Command::SetAuto(rest == "on"))),
                ("on" | "off", _) => drop(self.execute(Command::SetLedger(rest == "on"))),
                _ => self.say("Type on or off behind it.", Tone::Bad),
            },
            Action::Save => match self.session().save_to(Path::new(&rest)) {
                Ok(()) => self.say(format!("Saved to {rest}."), Tone::Plain),
                Err(error) => self.say(error.to_string(), Tone::Bad),
            },
            Action::Load => match Session::load_from(Path::new(&rest)) {
                Ok(session) => self.take_game(session),
                Err(error) => self.say(error.to_string(), Tone::Bad),
            },
            Action::Resume => match rest.parse() {
                Ok(id) => self.resume(id),
                Err(_) => self.say("Type the number of a game, as `talon history` lists it.", Tone::Bad),
            },
            _ => self.act(action),
        }
    }
}
