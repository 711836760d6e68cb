//! What is proved about the positions of one game.
//!
//! A [`Verdict`] is proved, disproved or unknown, never guessed. [`Verdicts`] stores them by place in the
//! history and draws the two conclusions that need no search: a position that leads to a winnable one is
//! winnable, and a position after a dead end is dead. Searching is the task of [`crate::Analyst`].

use crate::{History, NodeId};
use std::collections::HashMap;
use talon_rules::{Move, Table};
use talon_solve::Limits;
pub use talon_solve::Why;

/// What is known of a position when all cards are considered.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Verdict {
    /// No search was requested.
    #[default]
    NotAsked,
    /// A search is running.
    Searching {
        /// Positions visited so far.
        nodes: u64,
    },
    /// The position can be won by these moves, which were replayed.
    Winnable(Vec<Move>),
    /// The position cannot be won: the search was exhaustive.
    Dead,
    /// A search ended without an answer.
    NotKnown(Why),
}

impl Verdict {
    /// Returns the verdict in a few words.
    pub fn words(&self) -> String {
        match self {
            Verdict::NotAsked => "off".into(),
            Verdict::Searching { nodes: 0 } => "searching".into(),
            Verdict::Searching { nodes } => format!("searching ({nodes} positions)"),
            Verdict::Winnable(line) if line.is_empty() => "won".into(),
            Verdict::Winnable(line) => {
                format!("winnable (proved, {})", talon_rules::plural(line.len(), "move"))
            }
            Verdict::Dead => "dead end (proved)".into(),
            Verdict::NotKnown(why) => format!("not known ({why})"),
        }
    }

    /// Returns `true` if the verdict is proved either way.
    pub fn is_proved(&self) -> bool {
        matches!(self, Verdict::Winnable(_) | Verdict::Dead)
    }

    /// Solves a position in the foreground; `watch` is asked every few thousand positions and may end the
    /// search.
    pub fn of(table: &Table, limits: Limits, watch: impl FnMut(u64) -> Option<Why>) -> Verdict {
        Verdict::with_effort(table, limits, watch).0
    }

    /// The same, with the number of positions that the search visited.
    pub fn with_effort(
        table: &Table,
        limits: Limits,
        mut watch: impl FnMut(u64) -> Option<Why>,
    ) -> (Verdict, u64) {
        let mut watch = |progress: talon_solve::Progress| watch(progress.nodes);
        let report = talon_solve::Solver::new().solve(table, limits, &mut watch);
        let verdict = match report.verdict {
            talon_solve::Verdict::Winnable(line) => Verdict::Winnable(line),
            talon_solve::Verdict::Unwinnable => Verdict::Dead,
            talon_solve::Verdict::Unknown(why) => Verdict::NotKnown(why),
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
    /// Returns what is known of a place, from its own search or by inference from another. Of several wins it is
    /// the shortest, so that the number of moves left falls along a line.
    pub fn at(&self, history: &History, place: NodeId) -> Verdict {
        let own = self.known.get(&place);
        if let Some(Verdict::Dead) = own {
            return Verdict::Dead;
        }
        let mut shortest = match own {
            Some(Verdict::Winnable(line)) => Some(&line[..]),
            _ => None,
        };
        // The moves from the ancestor to the place, the last one first.
        let mut path = Vec::new();
        let mut at = place;
        while let Some(node) = history.node(at) {
            path.push(node.m);
            at = node.parent;
            match self.known.get(&at) {
                // Every position after a dead end is dead.
                Some(Verdict::Dead) => return Verdict::Dead,
                Some(Verdict::Winnable(line))
                    if line.len() >= path.len() && path.iter().rev().eq(&line[..path.len()]) =>
                {
                    let rest = &line[path.len()..];
                    if shortest.is_none_or(|known| rest.len() < known.len()) {
                        shortest = Some(rest);
                    }
                }
                _ => {}
            }
        }
        match shortest {
            Some(line) => Verdict::Winnable(line.to_vec()),
            None => own.cloned().unwrap_or_default(),
        }
    }

    /// Returns the verdicts from which all others follow: a later position of a win is left out.
    pub(crate) fn own<'a>(
        &'a self,
        history: &'a History,
    ) -> impl Iterator<Item = (NodeId, &'a Verdict)> + 'a {
        self.known.iter().map(|(place, verdict)| (*place, verdict)).filter(|&(place, verdict)| {
            let Verdict::Winnable(line) = verdict else { return true };
            let before = history.node(place).and_then(|node| Some((node.m, self.known.get(&node.parent)?)));
            !matches!(before, Some((m, Verdict::Winnable(from)))
                if from.split_first().is_some_and(|(first, rest)| *first == m && rest == &line[..]))
        })
    }

    /// Returns what is proved about each of these places: `true` for a win, `false` for a dead end. A place must
    /// come after its parent.
    pub(crate) fn of_all(&self, history: &History, places: &[NodeId]) -> Vec<Option<bool>> {
        let mut all: Vec<Option<bool>> = vec![None; history.len() + 1];
        // The rest of a win that leads through the place.
        let mut left: Vec<Option<&[Move]>> = vec![None; history.len() + 1];
        for &place in places {
            let at = place.number() as usize;
            if let Some(node) = history.node(place) {
                let parent = node.parent.number() as usize;
                all[at] = all[parent].filter(|&winnable| !winnable);
                left[at] = left[parent].and_then(|line| line.strip_prefix(&[node.m]));
            }
            match self.known.get(&place) {
                Some(Verdict::Dead) => all[at] = Some(false),
                Some(Verdict::Winnable(line)) => left[at] = Some(line),
                _ => {}
            }
            if left[at].is_some() {
                all[at] = Some(true);
            }
        }
        places.iter().map(|place| all[place.number() as usize]).collect()
    }

    /// Returns `true` if nothing is known of any position.
    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns `true` if it is known that the game could be won at an earlier position of the line to a place.
    pub fn was_winnable(&self, history: &History, mut place: NodeId) -> bool {
        while let Some(node) = history.node(place) {
            place = node.parent;
            if matches!(self.known.get(&place), Some(Verdict::Winnable(_))) {
                return true;
            }
        }
        false
    }

    /// Records what was found about a place.
    pub fn learn(&mut self, history: &History, place: NodeId, verdict: Verdict) {
        if let Verdict::Winnable(line) = &verdict {
            // Every position on the way to a win is winnable.
            let mut line = line.clone();
            let mut at = place;
            while let Some(node) = history.node(at) {
                line.insert(0, node.m);
                at = node.parent;
                if matches!(self.known.get(&at), Some(Verdict::Winnable(known)) if known.len() <= line.len())
                {
                    break;
                }
                self.known.insert(at, Verdict::Winnable(line.clone()));
            }
        }
        let is_longer = match (&verdict, self.known.get(&place)) {
            (Verdict::Winnable(new), Some(Verdict::Winnable(known))) => known.len() < new.len(),
            _ => false,
        };
        if !is_longer {
            self.known.insert(place, verdict);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Deal, Session};

    /// A deal, and a win of it that has a detour in front: a move of the history and back.
    #[test]
    fn the_number_of_moves_left_never_grows_along_a_proved_line() {
        let rules = talon_games::find("klondike").unwrap();
        let mut session = Session::new(rules, Deal::Number(1)).unwrap();
        let Verdict::Winnable(line) = Verdict::of(session.truth(), Limits::default(), |_| None) else {
            panic!("deal 1 can be won")
        };
        let mut verdicts = Verdicts::default();
        verdicts.learn(session.history(), session.history().current(), Verdict::Winnable(line.clone()));
        for (made, &m) in line[..line.len() - 1].iter().enumerate() {
            session.execute(Command::Play(m)).unwrap();
            let (history, here) = (session.history(), session.history().current());
            // Another search may well find a longer win here.
            let mut longer = line[made + 1..].to_vec();
            longer.extend([Move::Draw, Move::Redeal]);
            verdicts.learn(history, here, Verdict::Winnable(longer));
            let Verdict::Winnable(left) = verdicts.at(history, here) else { panic!("it can be won") };
            assert_eq!(left.len(), line.len() - made - 1);
        }
        // A shorter one counts for the positions before it, too.
        let here = session.history().current();
        verdicts.learn(session.history(), here, Verdict::Winnable(vec![]));
        let Verdict::Winnable(left) = verdicts.at(session.history(), NodeId::DEAL) else { panic!("won") };
        assert_eq!(left.len(), line.len() - 1);
    }

    #[test]
    fn a_lost_game_could_be_won_before_only_if_that_was_proved() {
        let rules = talon_games::find("klondike").unwrap();
        let mut session = Session::new(rules, Deal::Number(1)).unwrap();
        let mut verdicts = Verdicts::default();
        session.execute(Command::Draw).unwrap();
        let here = session.history().current();
        verdicts.learn(session.history(), here, Verdict::Dead);
        assert!(!verdicts.was_winnable(session.history(), here));
        verdicts.learn(session.history(), NodeId::DEAL, Verdict::Winnable(vec![Move::Draw]));
        assert!(verdicts.was_winnable(session.history(), here));
    }
}
