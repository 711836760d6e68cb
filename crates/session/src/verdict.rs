//! What is proved about the positions of one game.
//!
//! A [`Verdict`] is proved, disproved or not known, never guessed. [`Verdicts`] remembers them by place
//! in the history and draws the two conclusions that need no search: what leads to a win can be won,
//! and nothing good follows a dead end. It does NOT search; [`crate::Analyst`] does.

use crate::{History, NodeId};
use rules::{Move, Table};
use solve::Limits;
pub use solve::Why;
use std::collections::HashMap;

/// What is known of a position, all cards considered.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Verdict {
    /// Nobody asked.
    #[default]
    NotAsked,
    /// A search is under way.
    Searching {
        /// Positions visited so far.
        nodes: u64,
    },
    /// It can be won: these moves do it, and were replayed.
    Winnable(Vec<Move>),
    /// It cannot be won: every line was exhausted.
    Dead,
    /// A search ended without an answer.
    NotKnown(Why),
}

impl Verdict {
    /// The verdict in a few words.
    pub fn words(&self) -> String {
        match self {
            Verdict::NotAsked => "off".into(),
            Verdict::Searching { nodes: 0 } => "searching".into(),
            Verdict::Searching { nodes } => format!("searching ({nodes} positions)"),
            Verdict::Winnable(line) if line.is_empty() => "won".into(),
            Verdict::Winnable(line) => format!("winnable (proved, {})", rules::plural(line.len(), "move")),
            Verdict::Dead => "dead end (proved)".into(),
            Verdict::NotKnown(why) => format!("not known ({why})"),
        }
    }

    /// Is it proved one way or the other?
    pub fn is_proved(&self) -> bool {
        matches!(self, Verdict::Winnable(_) | Verdict::Dead)
    }

    /// Solves a position here and now; `watch` is asked every few thousand positions and may end it.
    pub fn of(table: &Table, limits: Limits, watch: impl FnMut(u64) -> Option<Why>) -> Verdict {
        Verdict::with_effort(table, limits, watch).0
    }

    /// The same with the number of positions the search visited.
    pub fn with_effort(
        table: &Table,
        limits: Limits,
        mut watch: impl FnMut(u64) -> Option<Why>,
    ) -> (Verdict, u64) {
        let mut watch = |progress: solve::Progress| watch(progress.nodes);
        let report = solve::solve(table, limits, &mut watch);
        let verdict = match report.verdict {
            solve::Verdict::Winnable(line) => Verdict::Winnable(line),
            solve::Verdict::Unwinnable => Verdict::Dead,
            solve::Verdict::Unknown(why) => Verdict::NotKnown(why),
        };
        (verdict, report.nodes)
    }
}

/// The verdicts of one game, by place in its history.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    known: HashMap<NodeId, Verdict>,
}

impl Verdicts {
    /// What is known of a place, from its own search or from another's.
    pub fn at(&self, history: &History, place: NodeId) -> Verdict {
        if let Some(known) = self.known.get(&place).filter(|known| known.is_proved()) {
            return known.clone();
        }
        // The moves from the ancestor at hand down to the place, the last first.
        let mut path = Vec::new();
        let mut at = place;
        while let Some(node) = history.node(at) {
            path.push(node.m);
            at = node.parent;
            match self.known.get(&at) {
                // Nothing good follows a dead end.
                Some(Verdict::Dead) => return Verdict::Dead,
                Some(Verdict::Winnable(line))
                    if line.len() >= path.len() && path.iter().rev().eq(&line[..path.len()]) =>
                {
                    return Verdict::Winnable(line[path.len()..].to_vec());
                }
                _ => {}
            }
        }
        self.known.get(&place).cloned().unwrap_or_default()
    }

    /// Notes what was found about a place.
    pub fn learn(&mut self, history: &History, place: NodeId, verdict: Verdict) {
        if let Verdict::Winnable(line) = &verdict {
            // What leads to a win can be won.
            let mut line = line.clone();
            let mut at = place;
            while let Some(node) = history.node(at) {
                line.insert(0, node.m);
                at = node.parent;
                if matches!(self.known.get(&at), Some(Verdict::Winnable(_))) {
                    break;
                }
                self.known.insert(at, Verdict::Winnable(line.clone()));
            }
        }
        self.known.insert(place, verdict);
    }
}
