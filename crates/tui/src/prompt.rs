//! The questions at the bottom of the screen, and what follows from their answers.

use crate::app::{App, Tone};
use crate::commands::Action;
use crate::popup::{Input, Unfinished};
use talon_session::{Command, PostMortem, Stamp};

/// A question at the bottom of the screen, with what has been typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// Which deal?
    Number(String),
    /// Which command?
    Command(String),
    /// Which card is to be found?
    Find(String),
    /// Under which name is a bookmark to be set?
    Bookmark,
    /// Which bookmark is to be visited?
    GoToBookmark,
    /// Is this command to be performed, although it looks at hidden cards?
    Oracle(Action),
    /// Is a game to be given up: the one on the table, or this unfinished one?
    GiveUp(Option<UnfinishedGame>),
}

/// An unfinished game that is about to be given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedGame {
    /// The number of the game in the books.
    pub id: i64,
    /// The title and the deal.
    pub name: String,
}

impl Prompt {
    /// Returns the question at the bottom of the screen.
    pub fn words(&self, app: &App) -> String {
        match self {
            Prompt::Number(text) => format!("Deal number: {text}▏"),
            Prompt::Command(text) => format!(":{text}▏"),
            Prompt::Find(text) => format!("Find which card? {text}▏"),
            Prompt::Bookmark => "Name of the bookmark (a letter or a digit)?".into(),
            Prompt::Oracle(_) => {
                let warning = app.sitting.oracle_warning().unwrap_or_default();
                format!("{warning} Press y to go on.")
            }
            Prompt::GiveUp(None) => "Give this game up? It will count as lost. Press y to give it up.".into(),
            Prompt::GiveUp(Some(game)) => format!("Give up {}? Press y: it will count as lost", game.name),
            Prompt::GoToBookmark => {
                let names: Vec<String> =
                    app.session().bookmarks().iter().map(|(name, _)| name.to_string()).collect();
                format!("Go to which bookmark? ({})", names.join(" "))
            }
        }
    }
}

impl App {
    /// Gives an input to the question.
    pub fn prompt_input(&mut self, input: Input) {
        let Some(mut prompt) = self.prompt.take() else { return };
        if input == Input::Close {
            return;
        }
        match (&mut prompt, input) {
            (Prompt::GiveUp(game), Input::Letter('y' | 'Y')) => {
                let game = game.take();
                return self.give_up(game);
            }
            (Prompt::Oracle(action), Input::Letter('y' | 'Y')) => {
                self.sitting.mark(Stamp::Oracle);
                return self.act(*action);
            }
            // Any other key declines.
            (Prompt::GiveUp(_), _) => return,
            (Prompt::Oracle(_), _) => return self.decline_oracle(),
            (Prompt::Bookmark, Input::Letter(c)) if c.is_alphanumeric() => {
                self.sitting.bookmark(c);
                return self.say(format!("Bookmark {c} set. Press '{c} to return here."), Tone::Plain);
            }
            (Prompt::GoToBookmark, Input::Letter(c)) if c.is_alphanumeric() => {
                match self.session().bookmarks().place(c) {
                    Some(place) => drop(self.execute(Command::Visit(place))),
                    None => self.say(format!("There is no bookmark {c}."), Tone::Bad),
                }
                return;
            }
            (Prompt::Bookmark | Prompt::GoToBookmark, _) => {
                return self.say("The name of a bookmark is a letter or a digit.", Tone::Bad);
            }
            (Prompt::Number(text) | Prompt::Command(text) | Prompt::Find(text), Input::Letter(c)) => {
                text.push(c);
            }
            (Prompt::Number(text) | Prompt::Command(text) | Prompt::Find(text), Input::Erase) => {
                text.pop();
            }
            (Prompt::Find(text), Input::Choose) => {
                let text = text.clone();
                return self.find(&text);
            }
            (Prompt::Number(text), Input::Choose) => {
                let text = text.clone();
                return self.deal_number(&text);
            }
            (Prompt::Command(text), Input::Choose) => {
                let text = text.clone();
                return self.command_line(&text);
            }
            _ => {}
        }
        self.prompt = Some(prompt);
    }

    /// The player does not want hidden cards to be looked at; nor in every game, if that was the question.
    pub(crate) fn decline_oracle(&mut self) {
        if self.verdict_always && !self.verdict_on {
            self.verdict_always = false;
            self.keep_preferences();
        }
    }

    /// Gives up an unfinished game, or the one on the table.
    pub fn give_up(&mut self, unfinished: Option<UnfinishedGame>) {
        let Some(unfinished) = unfinished else {
            match self.sitting.give_up() {
                Ok(outcome) => {
                    let words = format!(
                        "{} Press p to see which move lost it, or n for a new deal.",
                        outcome.words()
                    );
                    self.say(words, Tone::Plain);
                    self.report_trouble();
                    self.show_the_end();
                }
                Err(refusal) => self.say(refusal.to_string(), Tone::Bad),
            }
            return;
        };
        match self.books.as_ref().map(|books| books.give_up(unfinished.id)) {
            Some(Err(error)) => return self.say(error.to_string(), Tone::Bad),
            Some(Ok(())) => {
                self.say(format!("You gave up {}. It counts as lost.", unfinished.name), Tone::Plain)
            }
            None => {}
        }
        self.popup = None;
        let left = self.books.as_ref().and_then(|books| books.left().ok()).unwrap_or_default();
        if !left.is_empty() {
            self.open(Unfinished::new(left));
        }
    }

    /// Goes to the position before the losing move, to play on from there.
    pub fn go_before_the_loss(&mut self) {
        let place = match &self.lost {
            Some((PostMortem::LostBy { at, .. }, places)) => places.get(at - 1).copied(),
            Some((PostMortem::NotKnown { winnable: Some(at), .. }, places)) => places.get(*at).copied(),
            _ => None,
        };
        if let Some(place) = place {
            self.execute(Command::Visit(place));
            self.say("From here the game could still be won.", Tone::Good);
        }
    }
}
