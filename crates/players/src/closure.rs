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
use std::collections::{BinaryHeap, HashMap, HashSet};

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
    /// The stock was turned so often before the move that led here.
    presses: u8,
    m: Move,
    depth: u32,
    /// Known cards taken from stock or reserve on the way.
    takes: u8,
}

/// How a closure is searched.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// Positions looked at, at most.
    pub cap: usize,
    /// At most so many ways to each card and goal, the shortest; 0 keeps all.
    pub distinct: u8,
    /// So many known cards may be taken from stock or reserve without leaving the closure.
    pub takes: u8,
}

/// The closure of a position, and the ways out of it; its memory is used again.
#[derive(Default)]
pub struct Closure {
    nodes: Vec<Node>,
    seen: HashSet<u64>,
    queue: BinaryHeap<Next>,
    known: HashMap<(u8, u8, u8), u8>,
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
        self.nodes.push(Node {
            table: world.clone(),
            from: 0,
            presses: 0,
            m: Move::Draw,
            depth: 0,
            takes: 0,
        });
        self.queue.push(Next { value: 0.0, node: 0 });
        while let Some(Next { node, .. }) = self.queue.pop() {
            let mut table = self.nodes[node as usize].table.clone();
            self.moves.clear();
            let moves = &mut self.moves;
            // The stock is turned afterwards: nothing else depends on how far it is.
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

    /// One move from a position of the closure, the stock turned `presses` times before: a way out,
    /// another position, or nothing new.
    fn step(
        &mut self,
        node: u32,
        presses: u8,
        table: &mut Table,
        m: Move,
        options: Options,
        weights: Option<&Weights>,
    ) {
        let goal = target(table, m);
        let mut events = Events::new();
        table.play_legal(m, &mut events);
        let Node { depth, takes, .. } = self.nodes[node as usize];
        let (left, takes) = match leaves(table, &events) {
            // A known card is taken: still nothing is learnt.
            Some((blind, _)) if !blind.learns() && takes < options.takes && !table.is_won() => {
                (None, takes + 1)
            }
            left => (left, takes),
        };
        match left {
            Some((blind, turns_up)) if self.wanted(goal, options) => {
                let value = weights.map_or(0.0, |weights| {
                    if blind.deals {
                        table.undo(&events);
                        let value = weights.value(&Features::of(table, blind));
                        table.play_legal(m, &mut events);
                        value
                    } else {
                        weights.value(&Features::of(table, blind))
                    }
                });
                self.ways.push(Way { node, presses, last: m, blind, turns_up, value });
            }
            None if self.nodes.len() < options.cap && self.seen.insert(sight(table.view())) => {
                let value = match weights {
                    Some(weights) => weights.value(&Features::of(table, Blind::default())),
                    None => -f64::from(depth + 1) - 1000.0 * f64::from(takes),
                };
                let id = self.nodes.len() as u32;
                let (table, depth) = (table.clone(), depth + 1);
                self.nodes.push(Node { table, from: node, presses, m, depth, takes });
                self.queue.push(Next { value, node: id });
            }
            _ => {}
        }
        table.undo(&events);
    }

    /// Is another way to this goal wanted?
    fn wanted(&mut self, goal: Option<(u8, u8, u8)>, options: Options) -> bool {
        let Some(goal) = goal.filter(|_| options.distinct > 0) else { return true };
        let known = self.known.entry(goal).or_default();
        *known = known.saturating_add(1);
        *known <= options.distinct
    }

    /// The moves that turn known cards of the stock first, from one position of the closure.
    fn turn_stock(&mut self, node: u32, options: Options, weights: Option<&Weights>) {
        let mut table = self.nodes[node as usize].table.clone();
        let start = (table.len(Pile::Stock), table.len(Pile::Waste));
        let mut events = Events::new();
        for presses in 1..=(start.0 + start.1 + 3) as u8 {
            let Some(press) = press(&table) else { return };
            table.play_legal(press, &mut events);
            if events.iter().any(|event| match event {
                Event::Drawn { fresh, .. } => fresh != 0,
                Event::TurnedUp(_) => true,
                _ => false,
            }) {
                let blind = Blind { draws: true, ..Blind::default() };
                if self.wanted(Some((200, 0, 0)), options) {
                    let before = &self.nodes[node as usize].table;
                    let value = weights.map_or(0.0, |weights| weights.value(&Features::of(before, blind)));
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
                self.step(node, presses, &mut table, self.moves[i], options, weights);
            }
        }
    }

    /// The moves of a way, first to last.
    pub fn moves(&self, way: &Way) -> Vec<Move> {
        let mut moves = vec![way.last];
        let (mut at, mut presses) = (way.node, way.presses);
        loop {
            let here = &self.nodes[at as usize];
            let mut table = here.table.clone();
            let mut events = Events::new();
            let first = moves.len();
            for _ in 0..presses {
                let press = press(&table).expect("the stock was turned here before");
                table.play_legal(press, &mut events);
                moves.push(press);
            }
            moves[first..].reverse();
            if at == 0 {
                break;
            }
            moves.push(here.m);
            (at, presses) = (here.from, here.presses);
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
