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
use crate::hope::{Facts, Hope, Said};
use crate::plan::{Plan, hidden};
use crate::strategy::stir;
use crate::worlds::{Asking, Solvers, Worth, counts_cards};
use crate::{Course, Strategy};
use cards::{Card, Generator};
use rules::{Event, Events, Move, Pile, Rules, Table, View};
use solve::packed::{canfield, klondike};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};

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
    /// What each stock card taken on the way costs, in games won.
    pub price: f64,
    /// What a world is worth that the nodes did not decide.
    pub unknown: f64,
    /// Are cards up counted in worlds that are not won?
    pub cards: bool,
    /// Positions of a closure.
    pub cap: usize,
    /// Klondike: stock cards taken on the way to the next card turned up; 0 judges single moves.
    pub takes: usize,
    /// Klondike: is what was learned from games ([`Hope`]) asked, or the worlds alone?
    pub learned: bool,
    /// The chance of another choice than the best, to learn from.
    pub stray: f64,
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
            pile: 0.0,
            price: 0.0,
            unknown: 0.4,
            cards,
            cap: 300,
            takes: 4,
            learned: true,
            stray: 0.0,
            asking: Asking { dive: 300, relax: false },
        };
        if cards { Settings { unknown: 0.0, ..settings } } else { settings }
    }
}

/// One way while it is judged.
struct Candidate {
    line: Vec<Move>,
    turns_up: bool,
    /// Face-down cards of the column it opens.
    under: usize,
    /// Stock cards it takes before.
    takes: usize,
    /// Where it leads, in a world that only hidden cards set apart from the truth.
    after: Table,
    /// What it is worth beside the worlds it wins.
    extra: f64,
    values: Vec<f64>,
    said: Said,
}

impl Candidate {
    fn facts(&self) -> Facts {
        Facts::of(&self.after, self.under, self.takes, &self.said)
    }

    fn worth(&self, hope: Option<&Hope>) -> f64 {
        match hope {
            Some(hope) => hope.odds(&self.facts()),
            None => self.said.value / self.said.worlds.max(1.0) + self.extra,
        }
    }
}

/// The facts of every decision, noted for a teacher.
pub type Notes = Arc<Mutex<Vec<Facts>>>;

/// The player that judges by worlds.
pub struct Hindsight {
    settings: Settings,
    plan: Plan,
    closure: Closure,
    solvers: Solvers,
    hope: Hope,
    notes: Option<Notes>,
}

/// So far behind in worlds won a way may be and still be the best by what was learned.
const SLACK: f64 = 0.05;
/// In so many worlds a way is looked at more closely.
const LOOKED: usize = 8;

impl Hindsight {
    /// The player with these settings.
    pub fn new(settings: Settings) -> Hindsight {
        Hindsight {
            settings,
            plan: Plan::default(),
            closure: Closure::default(),
            solvers: Solvers::new(settings.asking),
            hope: Hope::shipped(),
            notes: None,
        }
    }

    /// The same player with other weights, noting what it decides about.
    pub fn noting(self, hope: Hope, notes: Notes) -> Hindsight {
        Hindsight { hope, notes: Some(notes), ..self }
    }

    /// What the solver says of a world.
    fn value(&mut self, world: &Table) -> f64 {
        let total = world.rules().deck().len() as f64;
        let Worth { won, most_up } = self.solvers.ask(world, self.settings.nodes);
        match won {
            Some(true) => 1.0,
            _ if self.settings.cards => f64::from(most_up) / total,
            Some(false) => 0.0,
            None => self.settings.unknown,
        }
    }

    /// Judges the candidates in the worlds, dropping those that fall behind; the best one's place.
    fn judge(&mut self, view: View<'_>, candidates: &mut Vec<Candidate>, seed: u64) -> usize {
        let hope = self.hope(candidates);
        let patience = if self.settings.cards { 12 } else { LOOKED };
        for (played, world) in Worlds::new(view, seed).take(self.settings.worlds).enumerate() {
            if candidates.len() == 1 && self.notes.is_none() {
                break;
            }
            for candidate in candidates.iter_mut() {
                let mut world = world.clone();
                let mut events = Events::new();
                for &m in &candidate.line {
                    world.play_legal(m, &mut events);
                }
                let value = self.value(&world);
                candidate.values.push(value);
                candidate.said.value += value;
                candidate.said.worlds += 1.0;
                if hope.is_some() && played < LOOKED {
                    candidate.said.look(&world);
                }
            }
            if played + 1 >= patience {
                self.drop_losers(candidates, hope.as_ref());
            }
        }
        best(candidates, hope.as_ref())
    }

    /// What was learned, where it was learned about such candidates.
    fn hope(&self, candidates: &[Candidate]) -> Option<Hope> {
        let known = self.settings.learned && candidates.iter().all(|candidate| candidate.under > 0);
        (known && !self.settings.cards).then_some(self.hope)
    }

    /// Drops candidates that fall behind the leader in the same worlds by more than chance would.
    fn drop_losers(&self, candidates: &mut Vec<Candidate>, hope: Option<&Hope>) {
        let leader = best(candidates, hope);
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
                // What was learned may outweigh a few worlds.
                let slack = if hope.is_some() { SLACK * lead.len() as f64 } else { 0.0 };
                sum > 2.0 * squares.sqrt() + 0.5 + slack
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
        if !covered && let Some(choices) = klondike::choices(world, self.settings.takes, self.settings.cap) {
            let whole = self.settings.takes > 0 && choices.iter().any(|choice| choice.under > 0);
            return choices
                .into_iter()
                .filter(|choice| !whole || choice.under > 0)
                .map(|choice| self.candidate(world, choice.moves, choice.under, choice.takes))
                .collect();
        }
        if !covered
            && let Some(position) = canfield::pack(world)
            && let Some(choices) = canfield::choices(&position)
        {
            return choices.into_iter().map(|line| self.candidate(world, line, 0, 0)).collect();
        }
        self.closure.explore(world, Options { cap: self.settings.cap, distinct: 1, takes: 0 }, None);
        let ways = self.closure.ways.iter().map(|way| {
            let columns = way.blind.columns;
            let under = if columns == 0 {
                0
            } else {
                self.closure.before(way).face_down(Pile::Column(columns.trailing_zeros() as u8))
            };
            self.candidate(world, self.closure.moves(way), under, 0)
        });
        ways.collect()
    }

    fn candidate(&self, world: &Table, line: Vec<Move>, under: usize, takes: usize) -> Candidate {
        let Settings { bonus, pile, price, worlds, .. } = self.settings;
        let mut after = world.clone();
        let mut events = Events::new();
        let mut turns_up = false;
        for &m in &line {
            after.play_legal(m, &mut events);
            turns_up |= events.iter().any(|event| matches!(event, Event::TurnedUp(_)));
        }
        let extra = if turns_up { bonus } else { 0.0 } + pile * under as f64 - price * takes as f64;
        let values = Vec::with_capacity(worlds);
        Candidate { line, turns_up, under, takes, after, extra, values, said: Said::default() }
    }
}

/// The best by worth; then what turns up a card, from the larger pile, with more cards up, by fewer
/// moves.
fn best(candidates: &[Candidate], hope: Option<&Hope>) -> usize {
    let key = |c: &Candidate| (c.turns_up, c.under, c.after.cards_up(), usize::MAX - c.line.len());
    let mut best = 0;
    for (i, candidate) in candidates.iter().enumerate().skip(1) {
        let (a, b) = (candidate.worth(hope), candidates[best].worth(hope));
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
        let mut best = self.judge(view, &mut candidates, stir(seed, 1));
        let mut chance = Generator::new(stir(seed, 2));
        if self.settings.stray > 0.0 && chance.unit() < self.settings.stray {
            best = chance.below(candidates.len() as u64) as usize;
        }
        if let Some(notes) = &self.notes
            && candidates[best].under > 0
        {
            notes.lock().expect("nobody panics with the notes").push(candidates[best].facts());
        }
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
