//! Everything that can be done before something happens: the closure of moves that bring nothing.
//!
//! From a view, all positions are collected that moves reach without turning up a card, taking one
//! from reserve, stock or waste, or dealing a row. Each move out of the closure is a [`Way`]: what a
//! player really decides between. The search runs in an imagined world; since it stops wherever a card
//! would come to light, nothing in it depends on which world that was.

use crate::{Blind, Features, Weights, sight};
use cards::Card;
use rules::{Event, Events, Move, Pile, Table};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};

/// One way out of the closure.
#[derive(Copy, Clone, Debug)]
pub struct Way {
    /// The position of the closure it leaves from.
    node: u32,
    /// How often the stock is turned before.
    presses: u8,
    /// The move that leaves.
    pub last: Move,
    /// What it uncovers.
    pub blind: Blind,
    /// Does it turn up a face-down card of a column?
    pub turns_up: bool,
    /// Its value by the weights, where there are some.
    pub value: f64,
}

struct Node {
    table: Table,
    from: u32,
    m: Move,
    depth: u32,
}

/// How a closure is searched.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// Positions looked at, at most.
    pub cap: usize,
    /// Is one way to each card and goal enough, the shortest? Otherwise all are kept.
    pub distinct: bool,
}

/// The closure of a position, and the ways out of it; its memory is used again.
#[derive(Default)]
pub struct Closure {
    nodes: Vec<Node>,
    seen: HashSet<u64>,
    queue: BinaryHeap<Next>,
    known: HashSet<(u8, u8, u8)>,
    moves: Vec<Move>,
    /// What was found by the last [`Closure::explore`].
    pub ways: Vec<Way>,
}

#[derive(PartialEq)]
struct Next {
    value: f64,
    node: u32,
}

impl Eq for Next {}

impl Ord for Next {
    fn cmp(&self, other: &Next) -> Ordering {
        // The best first; of equals the older.
        self.value.total_cmp(&other.value).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Next {
    fn partial_cmp(&self, other: &Next) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Closure {
    /// Explores the closure of an imagined world: best-first by the weights, or breadth-first.
    pub fn explore(&mut self, world: &Table, options: Options, weights: Option<&Weights>) {
        self.nodes.clear();
        self.seen.clear();
        self.queue.clear();
        self.known.clear();
        self.ways.clear();
        self.seen.insert(sight(world.view()));
        self.nodes.push(Node { table: world.clone(), from: 0, m: Move::Draw, depth: 0 });
        self.queue.push(Next { value: 0.0, node: 0 });
        let mut events = Events::new();
        while let Some(Next { node, .. }) = self.queue.pop() {
            let mut table = self.nodes[node as usize].table.clone();
            let depth = self.nodes[node as usize].depth;
            self.moves.clear();
            let moves = &mut self.moves;
            // The stock is turned afterwards: nothing else depends on how far it is.
            table.each_move(|m| {
                if !matches!(m, Move::Draw | Move::Redeal) {
                    moves.push(m);
                }
            });
            for i in 0..self.moves.len() {
                let m = self.moves[i];
                let target = target(&table, m);
                table.play_legal(m, &mut events);
                match leaves(&table, &events) {
                    Some((blind, turns_up)) => {
                        if !options.distinct || target.is_none_or(|target| self.known.insert(target)) {
                            let value = weights.map_or(0.0, |weights| {
                                if blind.deals {
                                    table.undo(&events);
                                    let value = weights.value(&Features::of(&table, blind));
                                    table.play_legal(m, &mut events);
                                    value
                                } else {
                                    weights.value(&Features::of(&table, blind))
                                }
                            });
                            self.ways.push(Way { node, presses: 0, last: m, blind, turns_up, value });
                        }
                    }
                    None if self.nodes.len() < options.cap && self.seen.insert(sight(table.view())) => {
                        let value = match weights {
                            Some(weights) => weights.value(&Features::of(&table, Blind::default())),
                            None => -f64::from(depth + 1),
                        };
                        let id = self.nodes.len() as u32;
                        self.nodes.push(Node { table: table.clone(), from: node, m, depth: depth + 1 });
                        self.queue.push(Next { value, node: id });
                    }
                    None => {}
                }
                table.undo(&events);
            }
        }
        if world.rules().has_waste() {
            for node in 0..self.nodes.len() as u32 {
                self.turn_stock(node, options, weights);
            }
        }
    }

    /// The ways that turn known cards of the stock first, from one position of the closure.
    fn turn_stock(&mut self, node: u32, options: Options, weights: Option<&Weights>) {
        let mut table = self.nodes[node as usize].table.clone();
        let start = (table.len(Pile::Stock), table.len(Pile::Waste));
        let mut events = Events::new();
        let mut played = Events::new();
        for presses in 1..=(start.0 + start.1 + 3) as u8 {
            let Some(press) = press(&table) else { return };
            table.play_legal(press, &mut events);
            if events.iter().any(|event| match event {
                Event::Drawn { fresh, .. } => fresh != 0,
                Event::TurnedUp(_) => true,
                _ => false,
            }) {
                let blind = Blind { draws: true, ..Blind::default() };
                if !options.distinct || self.known.insert((200, 0, 0)) {
                    let value = weights
                        .map_or(0.0, |w| w.value(&Features::of(&self.nodes[node as usize].table, blind)));
                    let way = Way { node, presses: presses - 1, last: press, blind, turns_up: false, value };
                    self.ways.push(way);
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
                let m = self.moves[i];
                if options.distinct && !target(&table, m).is_none_or(|target| self.known.insert(target)) {
                    continue;
                }
                table.play_legal(m, &mut played);
                let (blind, turns_up) = leaves(&table, &played).unwrap_or_default();
                let value = weights.map_or(0.0, |weights| weights.value(&Features::of(&table, blind)));
                self.ways.push(Way { node, presses, last: m, blind, turns_up, value });
                table.undo(&played);
            }
        }
    }

    /// The moves of a way, first to last.
    pub fn moves(&self, way: &Way) -> Vec<Move> {
        let mut table = self.before(way).clone();
        let mut events = Events::new();
        let mut turns = Vec::new();
        for _ in 0..way.presses {
            let press = press(&table).expect("a way turns the stock only where it can be turned");
            table.play_legal(press, &mut events);
            turns.push(press);
        }
        let mut moves = vec![way.last];
        moves.extend(turns.into_iter().rev());
        let mut at = way.node;
        while at != 0 {
            moves.push(self.nodes[at as usize].m);
            at = self.nodes[at as usize].from;
        }
        moves.reverse();
        moves
    }

    /// The position of the closure a way leaves from.
    pub fn before(&self, way: &Way) -> &Table {
        &self.nodes[way.node as usize].table
    }

    /// How many positions the closure has, as far as it was looked at.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Was nothing explored yet?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// Which card goes where, so that ways that differ in their preparation only can be told: the card,
/// the kind of place it comes from, and the card it goes on (100 up, 101 into an empty column).
fn target(table: &Table, m: Move) -> Option<(u8, u8, u8)> {
    let (from, to, count) = match m {
        Move::Carry { from, to, count } => (from, to, count),
        // A row falls on what was prepared: every way to deal it is another.
        Move::Draw | Move::Redeal | Move::Deal => return None,
    };
    let head: Option<Card> = table.cards(from).rev().nth(usize::from(count) - 1);
    let source = match from {
        Pile::Waste | Pile::Stock => 1,
        Pile::Reserve => 2,
        _ => 3,
    };
    let goal = match to {
        Pile::Foundation(_) => 100,
        Pile::Cell(_) => 102,
        _ => table.top(to).map_or(101, |card| card.index()),
    };
    head.map(|head| (head.index(), source, goal))
}

/// The move that turns the stock, if it can be turned.
fn press(table: &Table) -> Option<Move> {
    let m = if table.len(Pile::Stock) > 0 { Move::Draw } else { Move::Redeal };
    table.check(m).is_ok().then_some(m)
}

/// Does this move leave the closure, and what is not known after it?
fn leaves(table: &Table, events: &Events) -> Option<(Blind, bool)> {
    let mut blind = Blind::default();
    let mut turns_up = false;
    let mut out = false;
    for event in events.iter() {
        match event {
            Event::TurnedUp(pile) => {
                out = true;
                blind.reveals = true;
                if let Pile::Column(c) = pile {
                    blind.columns |= 1 << c;
                    turns_up = true;
                }
            }
            Event::Drawn { fresh, .. } if fresh != 0 => {
                out = true;
                blind.draws = true;
            }
            Event::Dealt { .. } => {
                out = true;
                blind.deals = true;
            }
            Event::Carried { from: Pile::Reserve | Pile::Waste | Pile::Stock, .. } => out = true,
            _ => {}
        }
    }
    if table.is_won() {
        out = true;
    }
    out.then_some((blind, turns_up))
}
