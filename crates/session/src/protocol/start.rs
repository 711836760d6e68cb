//! The game a request speaks of: a save to go on with, or a deal.

use super::BadRequest;
use crate::{By, Command, Deal, Session};
use deals::{DealName, Scheme};
use rules::Rules;
use serde::Deserialize;

/// The longest save that is read.
pub const MOST_BYTES: usize = 256 << 10;
/// The most moves of a save, all branches together.
pub const MOST_MOVES: usize = 20_000;

/// A game: `{"save": "talon save 1 …"}`, or a name, changed rules and a deal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Game {
    #[serde(default)]
    save: Option<String>,
    #[serde(default)]
    name: Option<String>,
    /// Changed rules, each `field=value`.
    #[serde(default)]
    set: Vec<String>,
    /// A number, a number of another program (`pysol:7`), or cards or piles in any format that is recognised.
    #[serde(default)]
    deal: Option<String>,
    /// Switches automatic moves on or off before anything goes up.
    #[serde(default)]
    auto: Option<bool>,
    /// Moves to make at once, as saves write them (`3-f1 auto`): a shared link.
    #[serde(default)]
    moves: Vec<String>,
}

impl Game {
    /// The rules, for a game that is to be dealt.
    pub(super) fn rules(&self) -> Result<Rules, BadRequest> {
        let name =
            self.name.as_deref().ok_or_else(|| BadRequest::new("the game has neither save nor name"))?;
        let rules = ::games::find(name).map_err(BadRequest::new)?;
        if self.set.len() > 100 {
            return Err(BadRequest::new("more than 100 changed rules"));
        }
        ::games::set(rules, &self.set).map_err(BadRequest::new)
    }

    /// The game itself, dealt or replayed.
    pub(super) fn open(&self) -> Result<Session, BadRequest> {
        if let Some(save) = &self.save {
            if self.name.is_some() || !self.set.is_empty() || self.deal.is_some() || !self.moves.is_empty() {
                return Err(BadRequest::new("a save brings its own rules and deal"));
            }
            if save.len() > MOST_BYTES || save.lines().count() > MOST_MOVES {
                return Err(BadRequest::new("the save is too long"));
            }
            return Session::load(save).map_err(BadRequest::new);
        }
        let rules = self.rules()?;
        let deal = read_deal(self.deal.as_deref().unwrap_or("1"), &rules)?;
        let mut session = Session::dealt(&rules, deal).map_err(BadRequest::new)?;
        let auto = self.auto.unwrap_or(session.auto() != rules::Auto::Off);
        if self.moves.is_empty() {
            // Whatever is already safe goes up at once.
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

/// A deal by number, by another program's number, or by its cards; a position, too.
fn read_deal(text: &str, rules: &Rules) -> Result<Deal, BadRequest> {
    let text = text.trim();
    if text.len() > 4096 {
        return Err(BadRequest::new("the deal is too long"));
    }
    let word = text.split(':').next().unwrap_or(text);
    let is_name = text.trim_start_matches('#').bytes().all(|b| b.is_ascii_digit()) && text.len() < 60
        || Scheme::ALL.iter().any(|scheme| scheme.word().eq_ignore_ascii_case(word));
    if is_name {
        let name: DealName = text.parse().map_err(BadRequest::new)?;
        return Deal::named(name, rules).map_err(BadRequest::new);
    }
    let imported = deals::import(text.as_bytes()).map_err(BadRequest::new)?;
    Deal::imported(&imported, rules, None).map_err(BadRequest::new)
}
