//! Advice to the player at the table: hints in steps, verdicts, and the words of a post-mortem.

use super::Sitting;
use crate::{Advice, Hint, NodeId, PostMortem, Stamp, Verdict, adviser};
use talon_rules::{Events, Move, Table, plural};

/// A hint that was given.
#[derive(Clone, Debug)]
pub(super) struct Given {
    /// Its place.
    pub(super) place: NodeId,
    pub(super) hint: Hint,
    /// The number of steps that were shown: 1 the pile, 2 the move, 3 the reason.
    pub(super) step: u8,
    pub(super) oracle: bool,
}

/// The answer to a hint request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The next step of the hint.
    Step(Move, String),
    /// The reason why there is no hint.
    None(String),
    /// The hint has to be computed first: by the [`crate::Analyst`], whose answer goes to
    /// [`Sitting::take_advice`], or in the foreground by [`Sitting::advise`].
    Think,
}

impl Sitting {
    /// Gives the next step of a hint: the pile, then the move, then the reason.
    ///
    /// With the oracle, and a verdict that has a line, the hint is the first move of the line.
    pub fn hint(&mut self, oracle: bool) -> Told {
        if self.session.is_finished() {
            return Told::None("This game is already won.".into());
        }
        let place = self.session.history().current();
        let here = self.hint.as_ref().filter(|given| given.place == place).map(|given| given.oracle);
        if oracle {
            self.mark(Stamp::Oracle);
            if here != Some(true)
                && let Some(hint) = self.oracle_hint()
            {
                return self.give(hint, true);
            }
        }
        // Where no win is proved, the oracle knows no more than the adviser.
        let goes_on = here.is_some_and(|of_oracle| oracle || !of_oracle);
        if let Some(given) = self.hint.as_mut().filter(|_| goes_on) {
            given.step = (given.step + 1).min(3);
            return self.told();
        }
        if let Some(hint) = self.planned() {
            self.mark(Stamp::FairHints);
            return self.give(hint, false);
        }
        Told::Think
    }

    /// Computes a hint in the foreground, and gives its first step.
    pub fn advise(&mut self) -> Told {
        let advice = self.session.advice();
        self.take_advice(self.session.history().current(), advice)
    }

    /// Takes advice that was computed for a place; it is ignored if the game has moved on.
    pub fn take_advice(&mut self, place: NodeId, advice: Advice) -> Told {
        if place != self.session.history().current() {
            return Told::None(String::new());
        }
        if matches!(advice, Advice::Move(_) | Advice::Lost) {
            self.mark(Stamp::FairHints);
        }
        match advice {
            Advice::Move(hint) => self.give(hint, false),
            none => Told::None(none.words()),
        }
    }

    fn give(&mut self, hint: Hint, oracle: bool) -> Told {
        let place = self.session.history().current();
        self.hint = Some(Given { place, hint, step: 1, oracle });
        self.told()
    }

    fn told(&self) -> Told {
        match &self.hint {
            Some(Given { hint, step, .. }) => {
                let [pile, plain, why] = hint.steps();
                let words = match step {
                    1 => pile,
                    2 => plain,
                    _ => why,
                };
                Told::Step(hint.m, words)
            }
            None => Told::Think,
        }
    }

    /// Returns the fair hint that continues the plan of the last one, if the player followed it.
    fn planned(&self) -> Option<Hint> {
        let history = self.session.history();
        let node = history.node(history.current())?;
        let given = self.hint.as_ref().filter(|given| !given.oracle)?;
        let followed = given.place == node.parent && given.hint.m == node.m;
        followed.then(|| adviser::go_on(self.session.view(), &given.hint.then))?
    }

    /// Returns the move of the current hint and the number of steps that were shown.
    pub fn hinted(&self) -> Option<(Move, u8)> {
        let given = self.hint.as_ref()?;
        (given.place == self.session.history().current()).then_some((given.hint.m, given.step))
    }

    fn oracle_hint(&mut self) -> Option<Hint> {
        let Verdict::Winnable(line) = self.verdict() else { return None };
        Some(Hint::of_line(self.session.view(), *line.first()?, line.len()))
    }

    /// Returns what is known of the position.
    pub fn verdict(&self) -> Verdict {
        self.verdict_at(self.session.history().current())
    }

    /// Returns what is known of a place in the history.
    pub fn verdict_at(&self, place: NodeId) -> Verdict {
        if self.session.is_finished() && place == self.session.history().current() {
            return Verdict::Winnable(Vec::new());
        }
        self.verdicts.at(self.session.history(), place)
    }

    /// Returns what is proved about each of these places; a place must come after its parent.
    pub(crate) fn proved(&self, places: &[NodeId]) -> Vec<Option<bool>> {
        if self.verdicts.is_empty() {
            return vec![None; places.len()];
        }
        self.verdicts.of_all(self.session.history(), places)
    }

    /// The verdict of the present position in a few words: of a lost one, whether it is known that the game
    /// could be won before.
    pub fn verdict_words(&self, verdict: &Verdict) -> String {
        let here = self.session.history().current();
        match verdict {
            Verdict::Dead if self.verdicts.was_winnable(self.session.history(), here) => {
                "can no longer be won (proved)".into()
            }
            Verdict::Dead => "cannot be won (proved)".into(),
            Verdict::Winnable(line) if line.is_empty() => "is won".into(),
            Verdict::Winnable(line) => {
                format!("can be won in {} (proved)", talon_rules::plural(line.len(), "move"))
            }
            Verdict::NotKnown(why) => format!("could not be decided ({why})"),
            other => format!("has the verdict: {}", other.words()),
        }
    }

    /// Says that a command looks at hidden cards, if it would be the first of this game to do so: a player is
    /// asked before a game is marked. A game that is over can be looked into freely.
    pub fn oracle_warning(&self) -> Option<&'static str> {
        let is_over = self.session.is_finished() || self.given_up;
        let is_marked = self.session.stamp() == Stamp::Oracle;
        let view = self.session.view();
        let is_open = view.piles().all(|pile| view.cards(pile).all(|card| card.is_some()));
        (!is_over && !is_marked).then_some(match is_open {
            true => "This asks the solver, and the game will count as played with the oracle.",
            false => "This looks at the hidden cards, and the game will count as played with the oracle.",
        })
    }

    /// Records what a search found. It was shown to the player, so the game is stamped.
    pub fn learn(&mut self, place: NodeId, verdict: Verdict) {
        self.verdicts.learn(self.session.history(), place, verdict);
    }

    /// Returns the positions of the line of play, from the deal to its latest end, and their places.
    pub fn line(&self) -> (Vec<Table>, Vec<NodeId>) {
        let history = self.session.history();
        let mut places = vec![NodeId::DEAL];
        places.extend(history.line());
        while let Some(next) = places.last().and_then(|&last| history.latest(last)) {
            places.push(next);
        }
        self.positions(&places)
    }

    /// Returns the positions at places that follow each other from the deal.
    fn positions(&self, places: &[NodeId]) -> (Vec<Table>, Vec<NodeId>) {
        let history = self.session.history();
        let mut tables = Vec::with_capacity(places.len());
        // The deal was dealt once, so it can be dealt again.
        if let Ok(mut table) = self.session.deal().table(self.session.rules()) {
            let mut events = Events::new();
            tables.push(table.clone());
            for node in places.iter().filter_map(|&place| history.node(place)) {
                table.play_legal(node.m, &mut events);
                tables.push(table.clone());
            }
        }
        (tables, places.to_vec())
    }

    /// Describes the result of a post-mortem of the line through these places.
    pub fn post_mortem_words(&self, found: &PostMortem, places: &[NodeId]) -> Vec<String> {
        let history = self.session.history();
        let node = |at: usize| places.get(at).and_then(|&place| history.node(place));
        // The sentence of a move needs the table after it.
        let said = |at: usize| {
            let (tables, _) = self.positions(places);
            match (node(at), tables.get(at)) {
                (Some(node), Some(table)) => crate::moved(table, &node.events),
                _ => String::new(),
            }
        };
        // The win that the header shows may be shorter than the one just found.
        let shortest = |at: Option<usize>, found: usize| {
            let known = at.and_then(|at| places.get(at)).map(|&place| self.verdict_at(place));
            let moves = match known {
                Some(Verdict::Winnable(known)) => known.len().min(found),
                _ => found,
            };
            plural(moves, "move")
        };
        match found {
            PostMortem::NeverWinnable => {
                vec!["The deal could not be won: the search exhausted every line from it.".into()]
            }
            PostMortem::StillWinnable(line) if line.is_empty() => vec!["This game is already won.".into()],
            PostMortem::StillWinnable(line) => {
                vec![format!(
                    "The game is not lost: its last position can be won in {}.",
                    shortest(places.len().checked_sub(1), line.len())
                )]
            }
            PostMortem::LostBy { at, line } => {
                let plain = line.first().and_then(|&m| {
                    let (tables, _) = self.positions(places);
                    tables.get(at - 1).map(|table| crate::hint::plain(table.view(), m))
                });
                let mut words = vec![
                    format!("Move {at} lost the game: {}.", said(*at).trim_start_matches("Moved ")),
                    format!(
                        "Before this move the game could be won in {}; after it, it could not. Both are proved.",
                        shortest(at.checked_sub(1), line.len())
                    ),
                ];
                if let Some(plain) = plain {
                    words.push(format!("A winning line began: {plain}."));
                }
                words
            }
            PostMortem::NotKnown { winnable, dead } => {
                let mut words = Vec::new();
                words.push(match winnable {
                    None => "It is not even known whether the deal could be won.".into(),
                    Some(0) => "The deal could be won.".to_string(),
                    Some(at) => format!("After move {at}, the game could still be won."),
                });
                words.push(match dead {
                    None => "It is not proved that the game is lost.".into(),
                    Some(at) => format!("After move {at} ({}), it was lost.", said(*at)),
                });
                words.push("The searches between these positions ended without an answer.".into());
                words
            }
        }
    }

    /// Returns the nearest place in the history of which nothing is known, and the position there, so that
    /// the tree can be coloured while no other search is wanted.
    pub fn unjudged(&self) -> Option<(NodeId, Table)> {
        let history = self.session.history();
        let here = history.current().number();
        let places = (0..=history.len() as u32).filter_map(|number| history.place(number));
        let unknown = places.filter(|&place| self.verdict_at(place) == Verdict::NotAsked);
        let place = unknown.min_by_key(|place| place.number().abs_diff(here))?;
        let mut line = vec![NodeId::DEAL];
        line.extend(history.line_to(place));
        self.positions(&line).0.pop().map(|table| (place, table))
    }
}
