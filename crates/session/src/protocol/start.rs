//! The game that a request is about: a save to continue, or a deal.

use super::BadRequest;
use crate::{By, Command, Deal, Lesson, Session};
use serde::Deserialize;
use talon_deals::{DealName, Scheme};
use talon_rules::Rules;

/// The size limit of a save.
pub const MOST_BYTES: usize = 256 << 10;
/// The limit on the moves of a save, all branches together.
pub const MOST_MOVES: usize = 20_000;

/// A game: `{"save": "talon save 1 …"}`, `{"lesson": "klondike"}`, or a name, changed rules and a deal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Game {
    #[serde(default)]
    save: Option<String>,
    /// A text that somebody pasted or opened: a save, or a deal or position in any format. The name of the game
    /// may be left out.
    #[serde(default)]
    file: Option<String>,
    /// The name of a lesson, which brings its own cards.
    #[serde(default)]
    lesson: Option<String>,
    #[serde(default)]
    name: Option<String>,
    /// Changed rules, each as `field=value`.
    #[serde(default)]
    set: Vec<String>,
    /// A number, a number of another program (`pysol:7`), or cards or piles in any format that is
    /// recognised.
    #[serde(default)]
    deal: Option<String>,
    /// Switches automatic moves on or off before any card goes up.
    #[serde(default)]
    auto: Option<bool>,
    /// Moves to make at once, as saves write them (`3-f1 auto`), from a shared link.
    #[serde(default)]
    moves: Vec<String>,
}

impl Game {
    /// Returns the lesson that is to be taken.
    pub(super) fn lesson(&self) -> Result<Option<&'static Lesson>, BadRequest> {
        let Some(name) = &self.lesson else { return Ok(None) };
        let lesson = Lesson::find(name);
        lesson.map(Some).ok_or_else(|| BadRequest::new(format!("there is no lesson called {name:?}")))
    }

    /// Returns the rules, for a game that is to be dealt.
    pub(super) fn rules(&self) -> Result<Rules, BadRequest> {
        let name =
            self.name.as_deref().ok_or_else(|| BadRequest::new("the game has neither save nor name"))?;
        let rules = talon_games::find(name).map_err(BadRequest::new)?;
        if self.set.len() > 100 {
            return Err(BadRequest::new("more than 100 changed rules"));
        }
        talon_games::set(rules, &self.set).map_err(BadRequest::new)
    }

    /// Returns the rules and the deal of a text: of the game that is named, or of the most likely one.
    fn read_file(&self, text: &str) -> Result<(Rules, Deal), BadRequest> {
        if text.len() > MOST_BYTES {
            return Err(BadRequest::new("the file is too long"));
        }
        let imported = talon_deals::import(text.as_bytes()).map_err(BadRequest::new)?;
        let rules = match &self.name {
            Some(_) => self.rules()?,
            None => talon_games::set(imported.likely().map_err(BadRequest::new)?, &self.set)
                .map_err(BadRequest::new)?,
        };
        let deal = Deal::imported(&imported, &rules, None).map_err(BadRequest::new)?;
        Ok((rules, deal))
    }

    /// Returns the game itself, dealt or replayed.
    pub(super) fn open(&self) -> Result<Session, BadRequest> {
        if let Some(save) = &self.save {
            if self.name.is_some() || !self.set.is_empty() || self.deal.is_some() || !self.moves.is_empty() {
                return Err(BadRequest::new("a save contains its own rules and deal"));
            }
            return load(save);
        }
        if let Some(lesson) = self.lesson()? {
            return Ok(lesson.begin());
        }
        let (rules, deal) = match &self.file {
            Some(text) if text.starts_with("talon save ") => return load(text),
            Some(text) => self.read_file(text)?,
            None => {
                let rules = self.rules()?;
                (rules, read_deal(self.deal.as_deref().unwrap_or("1"), &rules)?)
            }
        };
        let mut session = Session::dealt(&rules, deal).map_err(BadRequest::new)?;
        let auto = self.auto.unwrap_or(session.auto() != talon_rules::Auto::Off);
        if self.moves.is_empty() {
            // Cards that are safe already go up at once.
            session.execute(Command::SetAuto(auto)).map_err(BadRequest::new)?;
            return Ok(session);
        }
        if self.moves.len() > MOST_MOVES {
            return Err(BadRequest::new(format!("more than {MOST_MOVES} moves")));
        }
        for (i, text) in self.moves.iter().enumerate() {
            let (text, by) = match text.strip_suffix(" auto") {
                Some(text) => (text, By::Auto),
                None => (text.as_str(), By::Player),
            };
            let m = text.parse().map_err(BadRequest::new)?;
            let why = |why| BadRequest::new(format!("move {} ({m}) is refused: {why}", i + 1));
            session.replay(m, by).map_err(why)?;
        }
        session.execute(Command::SetAuto(auto)).map_err(BadRequest::new)?;
        Ok(session)
    }
}

/// Loads a save.
fn load(save: &str) -> Result<Session, BadRequest> {
    if save.len() > MOST_BYTES || save.lines().count() > MOST_MOVES {
        return Err(BadRequest::new("the save is too long"));
    }
    Session::load(save).map_err(BadRequest::new)
}

/// Reads a deal: a number, another program's number, cards, or a position.
fn read_deal(text: &str, rules: &Rules) -> Result<Deal, BadRequest> {
    let text = text.trim();
    if text.len() > 4096 {
        return Err(BadRequest::new("the deal is too long"));
    }
    let word = text.split(':').next().unwrap_or(text);
    let is_name = text.trim_start_matches('#').bytes().all(|b| b.is_ascii_digit()) && text.len() < 60
        || Scheme::find(word).is_some();
    if is_name {
        let name: DealName = text.parse().map_err(BadRequest::new)?;
        return Deal::named(name, rules).map_err(BadRequest::new);
    }
    let imported = talon_deals::import(text.as_bytes()).map_err(BadRequest::new)?;
    Deal::imported(&imported, rules, None).map_err(BadRequest::new)
}
