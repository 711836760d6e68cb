//! The closure of a position: everything that can be done before the player learns something.
//!
//! Most moves of a game teach nothing: they rearrange cards that everybody sees. What a player really
//! decides between are the *choices*, the sequences of moves whose last move turns up a card, deals a row,
//! or takes a card from the reserve, the stock or the waste. In the terms of planning, a choice is a macro
//! move. [`Closure::explore`] collects all positions that are reachable before such a move, and all choices
//! that lead out of them.
//!
//! The search runs in a sampled world. It stops wherever a card would be turned up, so its result does not
//! depend on which world that is.

use crate::{Features, Reveals, Weights, view_hash};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};
use talon_cards::Card;
use talon_rules::{Event, Events, Move, Pile, Table};

/// A sequence of moves of which only the last one reveals a card, or takes one from a pile that no card returns to.
#[derive(Copy, Clone, Debug)]
pub struct Choice {
    /// The position of the closure in which the last move is made.
    node: u32,
    /// The number of times that the stock is turned in this position before the last move.
    turns: u8,
    /// The last move.
    pub last: Move,
    /// What the last move reveals.
    pub reveals: Reveals,
    /// The value of the position it leads to; 0 if the closure was explored without weights.
    pub value: f64,
}

/// A position of the closure, and the move that led to it.
struct Node {
    table: Table,
    parent: u32,
    /// The number of times that the stock was turned before that move.
    turns: u8,
    m: Move,
    depth: u32,
    /// The number of known cards taken from stock or reserve on the way.
    takes: u8,
}

/// How far a closure is explored.
#[derive(Copy, Clone, Debug)]
pub struct ClosureOptions {
    /// The largest number of positions.
    pub cap: usize,
    /// The largest number of choices that move one card to one place: the first ones found are kept. 0 keeps
    /// all choices.
    pub distinct: u8,
    /// The number of known cards that may be taken from stock or reserve without leaving the closure.
    pub takes: u8,
}

/// The closure of a position and its choices. Its memory is reused from one position to the next.
#[derive(Default)]
pub struct Closure {
    nodes: Vec<Node>,
    seen: HashSet<u64>,
    queue: BinaryHeap<Queued>,
    found: HashMap<Target, u8>,
    moves: Vec<Move>,
    /// The choices that the last [`Closure::explore`] found.
    pub choices: Vec<Choice>,
}

/// Which card a choice moves, the kind of pile it comes from, and where it goes. Choices with the same target
/// differ only in the moves that prepare them.
type Target = (u8, u8, u8);

/// The target of every choice that turns the stock.
const STOCK_TARGET: Target = (200, 0, 0);

/// A position to be expanded; the greatest is expanded first.
#[derive(PartialEq)]
struct Queued {
    value: f64,
    node: u32,
}

impl Eq for Queued {}

impl Ord for Queued {
    fn cmp(&self, other: &Queued) -> Ordering {
        // By value; of equal positions the one found first.
        self.value.total_cmp(&other.value).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Queued) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Closure {
    /// Explores the closure of a position in a sampled world: best first by the weights if there are any,
    /// otherwise breadth first.
    pub fn explore(&mut self, world: &Table, options: ClosureOptions, weights: Option<&Weights>) {
        self.nodes.clear();
        self.seen.clear();
        self.queue.clear();
        self.found.clear();
        self.choices.clear();
        self.seen.insert(view_hash(world.view()));
        self.nodes.push(Node {
            table: world.clone(),
            parent: 0,
            turns: 0,
            m: Move::Draw,
            depth: 0,
            takes: 0,
        });
        self.queue.push(Queued { value: 0.0, node: 0 });
        while let Some(Queued { node, .. }) = self.queue.pop() {
            let mut table = self.nodes[node as usize].table.clone();
            self.moves.clear();
            let moves = &mut self.moves;
            // The stock is turned separately, because no other move depends on how far it has been turned.
            table.each_move(|m| {
                if !matches!(m, Move::Draw | Move::Redeal) {
                    moves.push(m);
                }
            });
            for i in 0..self.moves.len() {
                self.step(node, 0, &mut table, self.moves[i], options, weights);
            }
            if world.rules().has_waste() {
                self.turn_stock(node, options, weights);
            }
        }
    }

    /// Tries one move in a position of the closure, after `turns` turns of the stock. It adds a choice or a
    /// position, or nothing if the result is known. The table is left as it was.
    fn step(
        &mut self,
        node: u32,
        turns: u8,
        table: &mut Table,
        m: Move,
        options: ClosureOptions,
        weights: Option<&Weights>,
    ) {
        let target = target(table, m);
        let mut events = Events::new();
        table.play_legal(m, &mut events);
        let Node { depth, takes, .. } = self.nodes[node as usize];
        let (leaves, takes) = match leaves(table, &events) {
            // Taking a known card teaches nothing.
            Some(reveals) if !reveals.any() && takes < options.takes && !table.is_won() => (None, takes + 1),
            leaves => (leaves, takes),
        };
        match leaves {
            Some(reveals) if self.is_wanted(target, options) => {
                let value = weights.map_or(0.0, |weights| {
                    if reveals.deals {
                        table.undo(&events);
                        let value = weights.value(&Features::of(table, reveals));
                        table.play_legal(m, &mut events);
                        value
                    } else {
                        weights.value(&Features::of(table, reveals))
                    }
                });
                self.choices.push(Choice { node, turns, last: m, reveals, value });
            }
            None if self.nodes.len() < options.cap && self.seen.insert(view_hash(table.view())) => {
                let value = match weights {
                    Some(weights) => weights.value(&Features::of(table, Reveals::NOTHING)),
                    None => -f64::from(depth + 1) - 1000.0 * f64::from(takes),
                };
                let id = self.nodes.len() as u32;
                let (table, depth) = (table.clone(), depth + 1);
                self.nodes.push(Node { table, parent: node, turns, m, depth, takes });
                self.queue.push(Queued { value, node: id });
            }
            _ => {}
        }
        table.undo(&events);
    }

    /// Counts a choice with this target, and returns whether to keep it.
    fn is_wanted(&mut self, target: Option<Target>, options: ClosureOptions) -> bool {
        let Some(target) = target.filter(|_| options.distinct > 0) else { return true };
        let found = self.found.entry(target).or_default();
        *found = found.saturating_add(1);
        *found <= options.distinct
    }

    /// Turns the stock through its known cards in one position of the closure, and tries the moves of each
    /// card on top of the waste.
    fn turn_stock(&mut self, node: u32, options: ClosureOptions, weights: Option<&Weights>) {
        let mut table = self.nodes[node as usize].table.clone();
        let start = (table.len(Pile::Stock), table.len(Pile::Waste));
        let mut events = Events::new();
        for turns in 1..=(start.0 + start.1 + 3) as u8 {
            let m = turn(&table);
            if table.check(m).is_err() {
                return;
            }
            table.play_legal(m, &mut events);
            if shows_card(&events) {
                let reveals = Reveals::DRAW;
                if self.is_wanted(Some(STOCK_TARGET), options) {
                    let before = &self.nodes[node as usize].table;
                    let value = weights.map_or(0.0, |weights| weights.value(&Features::of(before, reveals)));
                    self.choices.push(Choice { node, turns: turns - 1, last: m, reveals, value });
                }
                return;
            }
            if (table.len(Pile::Stock), table.len(Pile::Waste)) == start {
                return;
            }
            self.moves.clear();
            let moves = &mut self.moves;
            table.each_move(|m| {
                if matches!(m, Move::Carry { from: Pile::Waste | Pile::Stock, .. }) {
                    moves.push(m);
                }
            });
            for i in 0..self.moves.len() {
                self.step(node, turns, &mut table, self.moves[i], options, weights);
            }
        }
    }

    /// The moves of a choice, first to last.
    pub fn moves(&self, choice: &Choice) -> Vec<Move> {
        let mut moves = vec![choice.last];
        let (mut at, mut turns) = (choice.node, choice.turns);
        loop {
            let here = &self.nodes[at as usize];
            let mut table = here.table.clone();
            let mut events = Events::new();
            let first = moves.len();
            for _ in 0..turns {
                let m = turn(&table);
                table.play_legal(m, &mut events);
                moves.push(m);
            }
            moves[first..].reverse();
            if at == 0 {
                break;
            }
            moves.push(here.m);
            (at, turns) = (here.parent, here.turns);
        }
        moves.reverse();
        moves
    }

    /// The position in which the last move of a choice is made.
    pub fn before(&self, choice: &Choice) -> &Table {
        &self.nodes[choice.node as usize].table
    }

    /// The number of positions found.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing has been explored yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// The target of a move; `None` for a move that deals a row or turns the stock. Every way to deal a row is
/// wanted, because the row falls on whatever was prepared for it.
fn target(table: &Table, m: Move) -> Option<Target> {
    let (from, to, count) = match m {
        Move::Carry { from, to, count } => (from, to, count),
        Move::Draw | Move::Redeal | Move::Deal => return None,
    };
    let head: Option<Card> = table.cards(from).rev().nth(usize::from(count) - 1);
    let source = match from {
        Pile::Waste | Pile::Stock => 1,
        Pile::Reserve => 2,
        _ => 3,
    };
    let place = match to {
        Pile::Foundation(_) => 100,
        Pile::Cell(_) => 102,
        _ => table.top(to).map_or(101, |card| card.index()),
    };
    head.map(|head| (head.index(), source, place))
}

/// The move that turns the stock, which need not be legal.
pub(crate) fn turn(table: &Table) -> Move {
    if table.len(Pile::Stock) > 0 { Move::Draw } else { Move::Redeal }
}

/// Whether turning the stock showed a card for the first time.
pub(crate) fn shows_card(events: &Events) -> bool {
    events.iter().any(|event| match event {
        Event::Drawn { fresh, .. } => fresh != 0,
        Event::TurnedUp(_) => true,
        _ => false,
    })
}

/// What a move reveals if it leaves the closure, given its events and the table after it.
fn leaves(table: &Table, events: &Events) -> Option<Reveals> {
    let mut reveals = Reveals::turned_up(events);
    let mut leaves = reveals.turns_up || table.is_won();
    for event in events.iter() {
        match event {
            Event::Drawn { fresh, .. } if fresh != 0 => {
                leaves = true;
                reveals.draws = true;
            }
            Event::Dealt { .. } => {
                leaves = true;
                reveals.deals = true;
            }
            Event::Carried { from: Pile::Reserve | Pile::Waste | Pile::Stock, .. } => leaves = true,
            _ => {}
        }
    }
    leaves.then_some(reveals)
}
