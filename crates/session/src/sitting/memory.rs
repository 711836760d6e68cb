//! What a sitting knows beyond the save of its game, as data: for a carrier that keeps nothing between two
//! requests.
//!
//! Places are numbers in the order of the save. A memory may come from anywhere, so whatever does not fit the
//! game is left out, and a win counts only if its moves win.

use super::{Given, Sitting};
use crate::{Hint, History, Lesson, NodeId, Session, Verdict, Why};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use talon_rules::Move;

/// The reasons why a search can end without an answer.
const REASONS: [Why; 6] =
    [Why::Nodes, Why::Time, Why::Memory, Why::Cancelled, Why::Incomplete, Why::Rejected];

/// What a sitting knows, as data.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub(crate) struct Memory {
    /// How long the game has been played, in milliseconds.
    pub(crate) time: u64,
    /// How long ago the last command was, in milliseconds.
    gap: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proved: Vec<Proved>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<HintForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// The name of the lesson that the game is.
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson: Option<String>,
}

/// What is known of a place.
#[derive(Serialize, Deserialize)]
struct Proved {
    at: u32,
    is: Finding,
}

/// A verdict as data.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Finding {
    /// The moves of a win.
    Winnable(Vec<String>),
    /// A proof that there is no win.
    Dead,
    /// The reason why nothing is known.
    Unknown(String),
}

#[derive(Serialize, Deserialize)]
struct HintForm {
    at: u32,
    #[serde(rename = "move")]
    m: String,
    plain: String,
    why: String,
    then: Vec<String>,
    step: u8,
    oracle: bool,
}

impl Finding {
    /// Returns a verdict as data, if it is the answer of a search.
    pub(crate) fn of(verdict: &Verdict) -> Option<Finding> {
        match verdict {
            Verdict::NotAsked | Verdict::Searching { .. } => None,
            Verdict::Winnable(line) => Some(Finding::Winnable(line.iter().map(Move::to_string).collect())),
            Verdict::Dead => Some(Finding::Dead),
            Verdict::NotKnown(why) => Some(Finding::Unknown(why.to_string())),
        }
    }

    /// Returns the verdict on a place of a game; `None` for a win whose moves do not win there.
    pub(crate) fn read(&self, session: &Session, place: NodeId) -> Option<Verdict> {
        match self {
            Finding::Dead => Some(Verdict::Dead),
            Finding::Unknown(why) => {
                let why = REASONS.into_iter().find(|known| known.to_string() == *why);
                Some(Verdict::NotKnown(why.unwrap_or(Why::Incomplete)))
            }
            Finding::Winnable(line) => {
                let line = read_moves(line)?;
                let mut table = session.deal().table(session.rules()).ok()?;
                let path = session.history().line_to(place);
                let made = path.iter().filter_map(|&id| session.history().node(id)).map(|node| node.m);
                made.chain(line.iter().copied()).try_for_each(|m| table.play(m).map(drop)).ok()?;
                table.is_won().then_some(Verdict::Winnable(line))
            }
        }
    }
}

fn read_moves(moves: &[String]) -> Option<Vec<Move>> {
    moves.iter().map(|m| m.parse().ok()).collect()
}

impl Sitting {
    /// Returns what the sitting knows; `number` gives the number of a place in the order of the save.
    pub(crate) fn memory(&self, number: impl Fn(NodeId) -> u32) -> Memory {
        let history = self.session.history();
        let mut proved: Vec<Proved> = self
            .verdicts
            .own(history)
            .filter_map(|(place, verdict)| Some(Proved { at: number(place), is: Finding::of(verdict)? }))
            .collect();
        proved.sort_by_key(|proved| proved.at);
        let hint = self.hint.as_ref().map(|given| HintForm {
            at: number(given.place),
            m: given.hint.m.to_string(),
            plain: given.hint.plain.clone(),
            why: given.hint.why.clone(),
            then: given.hint.then.iter().map(Move::to_string).collect(),
            step: given.step,
            oracle: given.oracle,
        });
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Memory {
            time: milliseconds(self.time),
            gap: milliseconds(self.gap),
            proved,
            hint,
            refused: self.refused.clone(),
            lesson: self.lesson.map(|lesson| lesson.name.to_owned()),
        }
    }

    /// Takes up what a sitting with this game knew.
    pub(crate) fn recall(&mut self, memory: &Memory) {
        self.time = Duration::from_millis(memory.time);
        self.gap = Duration::from_millis(memory.gap);
        self.refused.clone_from(&memory.refused);
        self.lesson = memory.lesson.as_deref().and_then(Lesson::find);
        for Proved { at, is } in &memory.proved {
            if let Some(place) = self.session.history().place(*at)
                && let Some(verdict) = is.read(&self.session, place)
            {
                self.verdicts.learn(self.session.history(), place, verdict);
            }
        }
        self.hint = memory.hint.as_ref().and_then(|form| self.read_hint(form));
    }

    fn read_hint(&self, form: &HintForm) -> Option<Given> {
        let history: &History = self.session.history();
        let place = history.place(form.at)?;
        let m = form.m.parse().ok()?;
        if place == history.current() {
            self.session.check(m).ok()?;
        }
        let (plain, why) = (form.plain.clone(), form.why.clone());
        let hint = Hint { m, plain, why, then: read_moves(&form.then)? };
        Some(Given { place, hint, step: form.step.clamp(1, 3), oracle: form.oracle })
    }
}
