//! Hindsight: imagine worlds, ask the solver which way would have won them, take the best.
//!
//! For each decision the unseen cards are dealt anew many times over the hidden places, all ways
//! equally likely, and every way out of the closure is solved in the same worlds. What the player
//! knows is what it has seen: where redeals are unlimited it first looks through the stock, which
//! costs nothing. The choice overrates its own foresight (each world is solved as if it were known),
//! which a bonus for turning up cards makes good in part: most ways keep most worlds winnable, and
//! chance would pick one that puts off learning more.

use crate::closure::{Closure, Options};
use crate::features::free_passes;
use crate::heuristic::cash_in;
use crate::strategy::stir;
use crate::worlds::{Asking, Known, Solvers, Worth, counts_cards, known};
use crate::{Course, Strategy};
use cards::Generator;
use rules::{Event, Events, Move, Pile, Rules, Table, View};

/// How much is imagined.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Settings {
    /// Worlds for each decision.
    pub worlds: usize,
    /// Nodes for each way in each world.
    pub nodes: u64,
    /// What turning up a face-down card of a column is worth, in games won.
    pub bonus: f64,
    /// What a world is worth that the nodes did not decide.
    pub unknown: f64,
    /// How much a win loses that took all the nodes to find, compared with one found at once.
    pub ease: f64,
    /// Are cards up counted in worlds that are not won?
    pub cards: bool,
    /// Positions of a closure.
    pub cap: usize,
    /// Whole paths to the next card turned up are judged, with so many known cards taken from the
    /// stock on the way; 0 judges single moves.
    pub takes: u8,
    /// Paths to the same goal.
    pub variants: u8,
    /// How the solvers are asked.
    pub asking: Asking,
}

impl Settings {
    /// What was found best for a game of this kind.
    pub fn standard(rules: &Rules) -> Settings {
        if counts_cards(rules) {
            let asking = Asking { dive: 0, relax: false };
            Settings {
                worlds: 32,
                nodes: 1000,
                bonus: 0.0,
                unknown: 0.0,
                ease: 0.0,
                cards: true,
                cap: 300,
                takes: 0,
                variants: 1,
                asking,
            }
        } else {
            let asking = Asking { dive: 1000, relax: true };
            Settings {
                worlds: 32,
                nodes: 1000,
                bonus: 0.16,
                unknown: 0.4,
                ease: 0.0,
                cards: false,
                cap: 300,
                takes: 0,
                variants: 1,
                asking,
            }
        }
    }
}

/// One way out of the closure while it is judged.
struct Candidate {
    line: Vec<Move>,
    turns_up: bool,
    /// Face-down cards under the column it opens.
    under: usize,
    values: Vec<f64>,
}

impl Candidate {
    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }
}

/// The player that judges by worlds.
pub struct Hindsight {
    settings: Settings,
    seed: u64,
    plan: Vec<Move>,
    known: Known,
    closure: Closure,
    solvers: Solvers,
}

impl Hindsight {
    /// The player with these settings.
    pub fn new(settings: Settings) -> Hindsight {
        Hindsight {
            settings,
            seed: 0,
            plan: Vec::new(),
            known: Known::default(),
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
        let Worth { won, most_up, nodes } = self.solvers.ask(&world, self.settings.nodes);
        match won {
            // A win that is found at once is more likely found without seeing the cards.
            Some(true) => {
                1.0 - self.settings.ease * ((1 + nodes) as f64).ln() / ((2 + self.settings.nodes) as f64).ln()
            }
            _ if self.settings.cards => f64::from(most_up) / total,
            Some(false) => 0.0,
            None => self.settings.unknown,
        }
    }

    /// Judges the candidates in the worlds, dropping those that fall behind; the best one's place.
    fn judge(&mut self, view: View<'_>, candidates: &mut Vec<Candidate>, seed: u64) -> usize {
        let mut generator = Generator::new(seed);
        for played in 1..=self.settings.worlds {
            if candidates.len() == 1 {
                break;
            }
            let world = view.imagine(&mut generator);
            for candidate in candidates.iter_mut() {
                let value = self.value(&world, &candidate.line);
                candidate.values.push(value);
            }
            let patience = if self.settings.cards { 12 } else { 8 };
            if played >= patience {
                self.drop_losers(candidates);
            }
        }
        self.best(candidates)
    }

    fn worth(&self, candidate: &Candidate) -> f64 {
        candidate.mean() + if candidate.turns_up { self.settings.bonus } else { 0.0 }
    }

    /// The best by worth; then what turns up a card, from the larger pile, by fewer moves.
    fn best(&self, candidates: &[Candidate]) -> usize {
        let key = |c: &Candidate| (c.turns_up, c.under, usize::MAX - c.line.len());
        let mut best = 0;
        for (i, candidate) in candidates.iter().enumerate().skip(1) {
            let (a, b) = (self.worth(candidate), self.worth(&candidates[best]));
            if a > b + 1e-12 || ((a - b).abs() <= 1e-12 && key(candidate) > key(&candidates[best])) {
                best = i;
            }
        }
        best
    }

    /// Drops candidates that fall behind the leader in the same worlds by more than chance would.
    fn drop_losers(&self, candidates: &mut Vec<Candidate>) {
        let leader = self.best(candidates);
        let lead = std::mem::take(&mut candidates[leader].values);
        let extra = if candidates[leader].turns_up { self.settings.bonus } else { 0.0 };
        let mut at = 0;
        candidates.retain(|candidate| {
            let here = at;
            at += 1;
            if here == leader {
                return true;
            }
            let own = if candidate.turns_up { self.settings.bonus } else { 0.0 };
            let (mut sum, mut squares) = (0.0, 0.0);
            for (a, b) in lead.iter().zip(&candidate.values) {
                let d = a - b + extra - own;
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
}

impl Strategy for Hindsight {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.seed = seed;
        self.plan.clear();
        self.known = Known::default();
    }

    fn choose(&mut self, view: View<'_>, so_far: &Course) -> Option<Move> {
        if let Some(m) = self.plan.pop() {
            return Some(m);
        }
        if let Some(line) = known(view, &mut self.known) {
            self.plan = line;
            return self.plan.pop();
        }
        let seed = stir(self.seed, u64::from(so_far.moves));
        let world = view.imagine(&mut Generator::new(seed));
        if let Some(m) = look_through(view, &world) {
            return Some(m);
        }
        let Settings { cap, takes, variants, .. } = self.settings;
        let mut found = false;
        if takes > 0 {
            // Whole paths: nothing is learnt before the next card turns up, so the decision is which.
            self.closure.explore(&world, Options { cap, distinct: variants, takes }, None);
            self.closure.ways.retain(|way| way.blind.learns());
            self.closure.ways.truncate(24);
            found = !self.closure.ways.is_empty();
        }
        if !found {
            self.closure.explore(&world, Options { cap, distinct: 1, takes: 0 }, None);
        }
        let mut candidates: Vec<Candidate> = Vec::with_capacity(self.closure.ways.len());
        for way in &self.closure.ways {
            let columns = way.blind.columns;
            let under = if columns == 0 {
                0
            } else {
                self.closure.before(way).face_down(Pile::Column(columns.trailing_zeros() as u8))
            };
            candidates.push(Candidate {
                line: self.closure.moves(way),
                turns_up: way.turns_up,
                under,
                values: Vec::with_capacity(self.settings.worlds),
            });
        }
        if candidates.is_empty() {
            return cash_in(&world);
        }
        let best = self.judge(view, &mut candidates, stir(seed, 1));
        self.plan = std::mem::take(&mut candidates[best].line);
        self.plan.reverse();
        self.plan.pop()
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
