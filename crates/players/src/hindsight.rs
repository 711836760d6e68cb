//! Hindsight: imagine worlds, ask the solver which way would have won them, take the best.
//!
//! For each decision the unseen cards are dealt anew many times over the hidden places, all ways
//! equally likely, and every way is solved in the same worlds. What the player knows is what it has
//! seen: where redeals are unlimited it first looks through the stock, which costs nothing. The
//! choice overrates its own foresight (each world is solved as if it were known): most ways keep
//! most worlds winnable, and chance would pick one that puts off learning more. So where the solver
//! knows the ways to the next card turned up, those are what is judged; nothing is learnt before it.

use crate::closure::{Closure, Options};
use crate::features::free_passes;
use crate::heuristic::cash_in;
use crate::plan::{Plan, hidden};
use crate::strategy::stir;
use crate::worlds::{Asking, Solvers, Worth, counts_cards};
use crate::{Course, Strategy};
use cards::{Card, Generator};
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
            asking: Asking { dive: 300, relax: false },
        };
        if cards {
            Settings { worlds: 60, nodes: 700, bonus: 0.05, pile: 0.0, unknown: 0.0, ..settings }
        } else {
            settings
        }
    }
}

/// States looked at for the ways to the next card turned up.
const STATES: usize = 1000;

/// One way while it is judged.
struct Candidate {
    line: Vec<Move>,
    turns_up: bool,
    /// Face-down cards of the column it opens.
    under: usize,
    /// Cards it puts up.
    up: u8,
    /// What it is worth beside the worlds it wins.
    extra: f64,
    values: Vec<f64>,
}

impl Candidate {
    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }

    fn worth(&self) -> f64 {
        self.mean() + self.extra
    }
}

/// The player that judges by worlds.
pub struct Hindsight {
    settings: Settings,
    plan: Plan,
    closure: Closure,
    solvers: Solvers,
}

impl Hindsight {
    /// The player with these settings.
    pub fn new(settings: Settings) -> Hindsight {
        Hindsight {
            settings,
            plan: Plan::default(),
            closure: Closure::default(),
            solvers: Solvers::new(settings.asking),
        }
    }

    fn value(&mut self, world: &Table, line: &[Move]) -> f64 {
        let mut world = world.clone();
        let mut events = Events::new();
        for &m in line {
            world.play_legal(m, &mut events);
        }
        let total = world.rules().deck().len() as f64;
        let Worth { won, most_up } = self.solvers.ask(&world, self.settings.nodes);
        match won {
            Some(true) => 1.0,
            _ if self.settings.cards => f64::from(most_up) / total,
            Some(false) => 0.0,
            None => self.settings.unknown,
        }
    }

    /// Judges the candidates in the worlds, dropping those that fall behind; the best one's place.
    fn judge(&mut self, view: View<'_>, candidates: &mut Vec<Candidate>, seed: u64) -> usize {
        let patience = if self.settings.cards { 12 } else { 8 };
        for (played, world) in Worlds::new(view, seed).take(self.settings.worlds).enumerate() {
            if candidates.len() == 1 {
                break;
            }
            for candidate in candidates.iter_mut() {
                let value = self.value(&world, &candidate.line);
                candidate.values.push(value);
            }
            if played + 1 >= patience {
                self.drop_losers(candidates);
            }
        }
        best(candidates)
    }

    /// Drops candidates that fall behind the leader in the same worlds by more than chance would.
    fn drop_losers(&self, candidates: &mut Vec<Candidate>) {
        let leader = best(candidates);
        let lead = std::mem::take(&mut candidates[leader].values);
        let extra = candidates[leader].extra;
        let mut at = 0;
        candidates.retain(|candidate| {
            let here = at;
            at += 1;
            if here == leader {
                return true;
            }
            let (mut sum, mut squares) = (0.0, 0.0);
            for (a, b) in lead.iter().zip(&candidate.values) {
                let d = a - b + extra - candidate.extra;
                sum += d;
                squares += d * d;
            }
            let behind = if self.settings.cards {
                sum > 0.0 && sum * sum > 6.0 * squares
            } else {
                sum > 2.0 * squares.sqrt() + 0.5
            };
            !behind
        });
        // The leader is the one without values.
        if let Some(leader) = candidates.iter_mut().find(|candidate| candidate.values.is_empty()) {
            leader.values = lead;
        }
    }

    /// What there is to decide between, in a world that only hidden cards set apart from the truth.
    fn candidates(&mut self, view: View<'_>, world: &Table) -> Vec<Candidate> {
        let covered =
            [Pile::Stock, Pile::Waste].into_iter().any(|pile| view.cards(pile).any(|c| c.is_none()));
        if !covered && let Some(choices) = klondike::choices(world, self.settings.takes, STATES) {
            let whole = self.settings.takes > 0 && choices.iter().any(|choice| choice.under > 0);
            return choices
                .into_iter()
                .filter(|choice| !whole || choice.under > 0)
                .map(|choice| self.candidate(world, choice.moves, choice.under))
                .collect();
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
        let up = after.cards_up();
        Candidate { line, turns_up, under, up, extra, values: Vec::with_capacity(worlds) }
    }
}

/// The best by worth; then what turns up a card, from the larger pile, with more cards up, by fewer
/// moves.
fn best(candidates: &[Candidate]) -> usize {
    let key = |c: &Candidate| (c.turns_up, c.under, c.up, usize::MAX - c.line.len());
    let mut best = 0;
    for (i, candidate) in candidates.iter().enumerate().skip(1) {
        let (a, b) = (candidate.worth(), candidates[best].worth());
        if a > b + 1e-12 || ((a - b).abs() <= 1e-12 && key(candidate) > key(&candidates[best])) {
            best = i;
        }
    }
    best
}

/// Worlds the player cannot tell from the true one: at random, and where few cards are hidden every
/// one there can be, once.
struct Worlds<'a> {
    view: View<'a>,
    generator: Generator,
    /// The orders had, where there are few.
    had: Option<HashSet<Vec<Card>>>,
    orders: usize,
}

/// With so few cards hidden every order is looked at.
const FEW: usize = 4;

impl<'a> Worlds<'a> {
    fn new(view: View<'a>, seed: u64) -> Worlds<'a> {
        let hidden = hidden(view);
        let had = (hidden <= FEW).then(HashSet::new);
        Worlds { view, generator: Generator::new(seed), had, orders: (1..=hidden.min(FEW)).product() }
    }
}

impl Iterator for Worlds<'_> {
    type Item = Table;

    fn next(&mut self) -> Option<Table> {
        let Some(had) = &mut self.had else { return Some(self.view.imagine(&mut self.generator)) };
        while had.len() < self.orders {
            let world = self.view.imagine(&mut self.generator);
            let piles = self.view.piles();
            let hidden = piles.flat_map(|pile| {
                let known = self.view.cards(pile);
                known.zip(world.cards(pile)).filter(|(known, _)| known.is_none()).map(|(_, card)| card)
            });
            if had.insert(hidden.collect()) {
                return Some(world);
            }
        }
        None
    }
}

impl Strategy for Hindsight {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.plan = Plan::new(seed);
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
        let mut candidates = self.candidates(view, &world);
        if candidates.is_empty() {
            return cash_in(&world);
        }
        let best = self.judge(view, &mut candidates, stir(seed, 1));
        self.plan.follow(std::mem::take(&mut candidates[best].line))
    }
}

/// The next move of a look through the stock, where that is free and shows something new.
///
/// With unlimited redeals, and whole draws turned since the last one, everything in reach stays in
/// reach after another redeal.
pub(crate) fn look_through(view: View<'_>, world: &Table) -> Option<Move> {
    let rules = view.rules();
    if !free_passes(rules) || !view.cards(Pile::Stock).chain(view.cards(Pile::Waste)).any(|c| c.is_none()) {
        return None;
    }
    let waste = view.len(Pile::Waste);
    if rules.stock == rules::Stock::Waste
        && !waste.is_multiple_of(usize::from(rules.draw))
        && view.len(Pile::Stock) > 0
    {
        return None;
    }
    let press = |table: &Table| {
        if table.len(Pile::Stock) > 0 { Move::Draw } else { Move::Redeal }
    };
    let mut table = world.clone();
    let mut events = Events::new();
    let first = press(&table);
    for _ in 0..2 * (view.len(Pile::Stock) + waste) + 4 {
        let m = press(&table);
        if table.check(m).is_err() {
            return None;
        }
        table.play_legal(m, &mut events);
        let fresh = events.iter().any(|event| match event {
            Event::Drawn { fresh, .. } => fresh != 0,
            Event::TurnedUp(_) => true,
            _ => false,
        });
        if fresh {
            return Some(first);
        }
    }
    None
}
