//! Hindsight: imagine worlds, ask the solver which way would have won them, take the best.
//!
//! For each decision the unseen cards are dealt anew many times over the hidden places, all ways
//! equally likely, and every way is solved in the same worlds. What the player knows is what it has
//! seen: where redeals are unlimited it first looks through the stock, which costs nothing. The
//! choice overrates its own foresight (each world is solved as if it were known): most ways keep
//! most worlds winnable, and chance would pick one that puts off learning more. So where the solver
//! knows the ways to the next card turned up, those are what is judged; nothing is learnt before it.
//! Where redeals are limited in Canfield, and with two decks of it, worlds are not solved but played
//! on by the greedy player.

mod glance;
mod imagined;
mod race;

use crate::closure::{Closure, Options};
use crate::features::free_passes;
use crate::heuristic::cash_in;
use crate::plan::{Plan, hidden};
use crate::strategy::stir;
use crate::worlds::{Asking, Solvers, Worth, canfield_family, counts_cards};
use crate::{Course, Order, Ordered, Player, Strategy, play, sight};
use cards::Generator;
use glance::look_through;
use imagined::Worlds;
use race::{Behind, Candidate, best};
use rules::{Event, Events, Move, Pile, Rules, Table, View};
use solve::packed::{canfield, klondike};
use std::collections::HashSet;

/// How much is imagined.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Settings {
    /// Worlds for each decision.
    pub worlds: usize,
    /// Nodes for each way in each world.
    pub nodes: u64,
    /// What turning up a card is worth, in games won.
    pub bonus: f64,
    /// What each face-down card of the column opened is worth, in games won.
    pub pile: f64,
    /// What a world is worth that the nodes did not decide.
    pub unknown: f64,
    /// Are cards up counted in worlds that are not won?
    pub cards: bool,
    /// Positions of a closure.
    pub cap: usize,
    /// Klondike: stock cards taken on the way to the next card turned up; 0 judges single moves.
    pub takes: usize,
    /// Are worlds played on by the greedy player, who sees what would be seen there, and not solved
    /// (where redeals are limited, or with two decks)?
    pub playout: bool,
    /// How the solvers are asked.
    pub asking: Asking,
}

impl Settings {
    /// What was found best for a game of this kind.
    pub fn standard(rules: &Rules) -> Settings {
        let cards = counts_cards(rules);
        let settings = Settings {
            worlds: 32,
            nodes: 1000,
            bonus: 0.0,
            pile: 0.03,
            unknown: 0.4,
            cards,
            cap: 300,
            takes: 8,
            playout: false,
            asking: Asking { dive: 300, relax: false },
        };
        let canfield = Settings { worlds: 60, nodes: 700, bonus: 0.05, pile: 0.0, unknown: 0.0, ..settings };
        // A stock that is gone through a few times is never known, and few nodes win no world of it;
        // two decks are too much for the solver.
        if canfield_family(rules) && !(cards && free_passes(rules)) {
            Settings { playout: true, cards: true, bonus: 0.02, ..canfield }
        } else if cards {
            canfield
        } else {
            settings
        }
    }
}

/// States looked at for the ways to the next card turned up.
const STATES: usize = 1000;

/// The player that judges by worlds.
pub struct Hindsight {
    settings: Settings,
    plan: Plan,
    closure: Closure,
    solvers: Solvers,
    greedy: Player,
    /// What was seen whenever something was decided: nobody goes back there.
    had: HashSet<u64>,
}

impl Hindsight {
    /// The player with these settings.
    pub fn new(settings: Settings) -> Hindsight {
        Hindsight {
            settings,
            plan: Plan::default(),
            closure: Closure::default(),
            solvers: Solvers::new(settings.asking),
            greedy: Player::Honest(Box::new(Ordered::new(Order::Greedy))),
            had: HashSet::new(),
        }
    }

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
        let Worth { won, most_up } = self.solvers.ask(&world, nodes);
        match won {
            Some(true) => 1.0,
            _ if self.settings.cards => f64::from(most_up) / total,
            Some(false) => 0.0,
            None => self.settings.unknown,
        }
    }

    /// Judges the candidates in the worlds, dropping those that fall behind; the best one's place.
    fn judge(&mut self, view: View<'_>, candidates: &mut Vec<Candidate>, seed: u64) -> usize {
        let Settings { worlds, cards, nodes, .. } = self.settings;
        // Where there is one world only, it gets the nodes of all.
        let nodes = if hidden(view) <= 1 { nodes.saturating_mul(worlds as u64) } else { nodes };
        let (behind, patience) = if cards { (Behind::Cards, 12) } else { (Behind::Games, 8) };
        for (played, world) in Worlds::new(view, seed).take(worlds).enumerate() {
            if candidates.len() == 1 {
                break;
            }
            for candidate in candidates.iter_mut() {
                let value = self.value(&world, &candidate.line, nodes);
                candidate.values.push(value);
            }
            if played + 1 >= patience {
                behind.drop_losers(candidates);
            }
        }
        best(candidates)
    }

    /// What there is to decide between, in a world that only hidden cards set apart from the truth.
    fn candidates(&mut self, view: View<'_>, world: &Table) -> Vec<Candidate> {
        let covered = is_covered(view);
        if !covered && let Some(choices) = klondike::choices(world, self.settings.takes, STATES) {
            let whole = self.settings.takes > 0 && choices.iter().any(|choice| choice.under > 0);
            let candidates = choices
                .into_iter()
                .filter(|choice| !whole || choice.under > 0)
                .map(|choice| self.candidate(world, choice.moves, choice.under));
            return candidates.collect();
        }
        if !covered
            && let Some(position) = canfield::pack(world)
            && let Some(choices) = canfield::choices(&position)
        {
            return choices.into_iter().map(|line| self.candidate(world, line, 0)).collect();
        }
        self.closure.explore(world, Options { cap: self.settings.cap, distinct: 1, takes: 0 }, None);
        let ways = self.closure.ways.iter().map(|way| {
            let columns = way.blind.columns;
            let under = if columns == 0 {
                0
            } else {
                self.closure.before(way).face_down(Pile::Column(columns.trailing_zeros() as u8))
            };
            self.candidate(world, self.closure.moves(way), under)
        });
        ways.collect()
    }

    fn candidate(&self, world: &Table, line: Vec<Move>, under: usize) -> Candidate {
        let Settings { bonus, pile, worlds, .. } = self.settings;
        let mut after = world.clone();
        let mut events = Events::new();
        let mut turns_up = false;
        for &m in &line {
            after.play_legal(m, &mut events);
            turns_up |= events.iter().any(|event| matches!(event, Event::TurnedUp(_)));
        }
        let extra = if turns_up { bonus } else { 0.0 } + pile * under as f64;
        let (up, sight) = (after.cards_up(), sight(after.view()));
        Candidate { line, turns_up, under, up, sight, extra, values: Vec::with_capacity(worlds) }
    }
}

/// Has stock or waste a card that the player has not seen?
fn is_covered(view: View<'_>) -> bool {
    [Pile::Stock, Pile::Waste].into_iter().any(|pile| view.cards(pile).any(|card| card.is_none()))
}

impl Strategy for Hindsight {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.plan = Plan::new(seed);
        self.had.clear();
    }

    fn choose(&mut self, view: View<'_>, so_far: &Course) -> Option<Move> {
        if let Some(m) = self.plan.next(view) {
            return Some(m);
        }
        let seed = self.plan.chance(so_far);
        let world = view.imagine(&mut Generator::new(seed));
        if let Some(m) = look_through(view, &world) {
            return Some(m);
        }
        self.had.insert(sight(view));
        let mut candidates = self.candidates(view, &world);
        candidates.retain(|way| way.turns_up || !self.had.contains(&way.sight));
        if candidates.is_empty() {
            return cash_in(&world);
        }
        let best = self.judge(view, &mut candidates, stir(seed, 1));
        self.plan.follow(std::mem::take(&mut candidates[best].line))
    }
}
