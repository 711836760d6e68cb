//! Hindsight sampling: sample worlds, ask the solver which candidate would have won them, take the best.
//!
//! # The method
//!
//! For each decision the player samples possible worlds: it deals the unseen cards anew over the hidden
//! places, every order equally likely. In planning this is *determinization*. Each candidate is then judged
//! in the same worlds by a solver with few nodes, and the candidate that wins most of them is played.
//!
//! Each sampled world is solved as if all its cards were known, so the values are too high: they are those of
//! *hindsight optimization*. The error matters where candidates differ in what they teach. Most moves keep
//! most worlds winnable, and a player that compared single moves would put off learning. Two rules limit
//! this.
//!
//! - Where redeals are unlimited, the player first looks through the stock, which is free (the module
//!   `stock`).
//! - The candidates are whole ways to the next card that is turned up. For Klondike and Canfield the solver
//!   lists them ([`talon_solve::Solver::choices`]); for other games they are the choices of the
//!   [closure](crate::Closure).
//!
//! Candidates that fall behind by more than chance are dropped (the module `candidate`).
//!
//! # Games that are not solved
//!
//! If redeals are limited in Canfield, and in Demon, a search with few nodes wins hardly any world. There a
//! *rollout* judges the worlds: the greedy player plays each of them to its end, and sees only what it would
//! see in a game.

mod candidate;
mod settings;
mod stock;
mod worlds;

pub use settings::HindsightSettings;

use crate::closure::{Closure, ClosureOptions};
use crate::plan::{Plan, any_card_up, hidden_cards};
use crate::view_hash::derive_seed;
use crate::{Player, Priorities, Record, RuleBased, Strategy, play, view_hash};
use candidate::{Candidate, Margin, best};
use std::collections::HashSet;
use stock::look_through;
use talon_cards::Generator;
use talon_rules::{Event, Events, Move, Pile, Table, View};
use talon_solve::{Answer, ChoiceOptions, Estimate, Limits, Solver};
use worlds::Worlds;

/// The number of positions that the solver examines to list the candidates.
const CHOICE_POSITIONS: usize = 1000;

/// The player that judges its choices in sampled worlds. The module page explains the method.
pub struct Hindsight {
    settings: HindsightSettings,
    plan: Plan,
    closure: Closure,
    solver: Solver,
    greedy: Player,
    /// The hashes of the views in which something was decided. The player does not return to them.
    decided: HashSet<u64>,
}

impl Hindsight {
    /// The player with these settings.
    pub fn new(settings: HindsightSettings) -> Hindsight {
        Hindsight {
            settings,
            plan: Plan::default(),
            closure: Closure::default(),
            solver: Solver::with_settings(settings.solver),
            greedy: Player::honest(RuleBased::new(Priorities::Greedy)),
            decided: HashSet::new(),
        }
    }

    /// The value of a world after these moves, from 0 for a loss to 1 for a win.
    fn value(&mut self, world: &Table, line: &[Move], nodes: u64) -> f64 {
        let mut world = world.clone();
        let mut events = Events::new();
        for &m in line {
            world.play_legal(m, &mut events);
        }
        let total = world.rules().deck().len() as f64;
        if self.settings.playout {
            let game = play(&mut world, &mut self.greedy, 0);
            return if game.won { 1.0 } else { f64::from(game.cards_up) / total };
        }
        let Estimate { answer, most_up } = self.solver.estimate(&world, Limits { nodes, memory: 256 << 20 });
        match answer {
            Answer::Winnable => 1.0,
            _ if self.settings.cards => f64::from(most_up) / total,
            Answer::Unwinnable => 0.0,
            Answer::Unknown(_) => self.settings.unknown,
        }
    }

    /// Judges the candidates, drops those that fall behind, and returns the index of the best one.
    fn judge(&mut self, view: View<'_>, candidates: &mut Vec<Candidate>, seed: u64) -> usize {
        let HindsightSettings { worlds, cards, nodes, .. } = self.settings;
        // If there is only one possible world, it gets the nodes of all worlds.
        let nodes = if hidden_cards(view) <= 1 { nodes.saturating_mul(worlds as u64) } else { nodes };
        let (margin, least_worlds) = if cards { (Margin::Cards, 12) } else { (Margin::Games, 8) };
        for (number, world) in (1..).zip(Worlds::new(view, seed).take(worlds)) {
            if candidates.len() == 1 {
                break;
            }
            for candidate in candidates.iter_mut() {
                let value = self.value(&world, &candidate.line, nodes);
                candidate.values.push(value);
            }
            if number >= least_worlds {
                margin.drop_behind(candidates);
            }
        }
        best(candidates)
    }

    /// The candidates, in a world that differs from the true one only in hidden cards.
    fn candidates(&mut self, view: View<'_>, world: &Table) -> Vec<Candidate> {
        let options = ChoiceOptions { stock_cards: self.settings.takes, positions: CHOICE_POSITIONS };
        if !has_unseen_stock(view)
            && let Some(choices) = self.solver.choices(world, options)
        {
            let only_opening = self.settings.takes > 0 && choices.iter().any(|choice| choice.under > 0);
            let candidates = choices
                .into_iter()
                .filter(|choice| !only_opening || choice.under > 0)
                .map(|choice| self.candidate(world, choice.moves, choice.under));
            return candidates.collect();
        }
        let options = ClosureOptions { cap: self.settings.cap, distinct: 1, takes: 0 };
        self.closure.explore(world, options, None);
        let candidates = self.closure.choices.iter().map(|choice| {
            let columns = choice.reveals.columns;
            let under = if columns == 0 {
                0
            } else {
                self.closure.before(choice).face_down(Pile::Column(columns.trailing_zeros() as u8))
            };
            self.candidate(world, self.closure.moves(choice), under)
        });
        candidates.collect()
    }

    fn candidate(&self, world: &Table, line: Vec<Move>, under: usize) -> Candidate {
        let HindsightSettings { bonus, pile, worlds, .. } = self.settings;
        let mut after = world.clone();
        let mut events = Events::new();
        let mut turns_up = false;
        for &m in &line {
            after.play_legal(m, &mut events);
            turns_up |= events.iter().any(|event| matches!(event, Event::TurnedUp(_)));
        }
        Candidate {
            line,
            turns_up,
            under,
            up: after.cards_up(),
            view: view_hash(after.view()),
            bonus: if turns_up { bonus } else { 0.0 } + pile * under as f64,
            values: Vec::with_capacity(worlds),
        }
    }
}

/// Whether the stock or the waste has a card that the player has not seen.
fn has_unseen_stock(view: View<'_>) -> bool {
    [Pile::Stock, Pile::Waste].into_iter().any(|pile| view.cards(pile).any(|card| card.is_none()))
}

impl Strategy for Hindsight {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.plan = Plan::new(seed);
        self.decided.clear();
    }

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        if let Some(m) = self.plan.next(view) {
            return Some(m);
        }
        let seed = self.plan.seed(record);
        let world = view.imagine(&mut Generator::new(seed));
        if let Some(m) = look_through(view, &world) {
            return Some(m);
        }
        self.decided.insert(view_hash(view));
        let mut candidates = self.candidates(view, &world);
        candidates.retain(|candidate| candidate.turns_up || !self.decided.contains(&candidate.view));
        if candidates.is_empty() {
            return any_card_up(&world);
        }
        let best = self.judge(view, &mut candidates, derive_seed(seed, 1));
        self.plan.follow(std::mem::take(&mut candidates[best].line))
    }
}
