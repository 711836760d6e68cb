//! Rounds along the stock: in every round the few most promising positions for each number of cards
//! drawn, and nothing is done twice. It wins; and when nothing is left it has proved a loss.
//!
//! For one pass where any suit goes on any (see `late`). Positions compare well when as many cards have
//! been drawn, so there is a layer for every place in the stock (and every redeal left), each with its
//! own queue; a round goes from the first layer to the last. One may always draw on (and turn over), so
//! a position met before with as much undrawn, or more, has nothing new.
//!
//! Many positions differ only in which suits lie where in the columns. Of those that look alike (see
//! [`look`]) the first is taken when its turn comes, the others wait in a queue of their own that has
//! every other round. The rounds between take by two promises in turn: a win that the one puts far
//! down the other may find soon.
//!
//! Between the rounds easier games are searched (see `ladder`): where one is lost the deal is, and what they
//! win in the end is won.

use super::columns::NONE;
use super::heaps::Heaps;
use super::ladder::{Ladder, Standing};
use super::late::Lifted;
use super::moves::{Kind, Play};
use super::pass::{Ended, layer};
use super::promise::Promises;
use super::state::{Ground, State};
use super::table::Table;
use crate::{Effort, Why};
use std::collections::{BinaryHeap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::hint::black_box;

/// The positions looked at and those waiting.
pub(super) struct Rounds {
    nodes: Vec<Node>,
    /// All that ever waited, and which of them were taken, a bit each.
    made: Vec<Made>,
    taken: Vec<u64>,
    layers: Vec<Layer>,
    seen: Table,
    plays: Vec<Play>,
    children: Vec<Child>,
    promises: Promises,
    /// What the heap game was asked, what it cost, and how much more it refuted than not, as far as the
    /// questions asked in earnest tell.
    asked: u64,
    heap_nodes: u64,
    gain: i64,
    /// The easier games, while they may still decide; which turn it is, and what all turns took.
    ladder: Option<Ladder>,
    turn: usize,
    spent: u64,
    /// Were the rounds given up for them?
    alone: bool,
    /// The most cards on the foundations in any position met.
    pub(super) most_up: u8,
}

struct Node {
    state: State,
    parent: u32,
    play: Play,
}

/// A position just made and its name in the table.
struct Child {
    state: State,
    play: Play,
    name: u128,
}

/// A position that waits: the move that leads to it, what it looks like, and how much is hoped of it.
#[derive(Copy, Clone)]
struct Made {
    play: Play,
    look: u64,
    parent: u32,
    promise: i32,
}

/// The positions that wait with as many cards undrawn.
#[derive(Default)]
struct Layer {
    /// By the first promise, by the second, and those that look like one taken.
    waiting: [BinaryHeap<Place>; 3],
    /// What the positions taken look like.
    looks: HashSet<u64, BuildHasherDefault<Mixed>>,
}

const FIRST: usize = 0;
const SECOND: usize = 1;
const ALIKE: usize = 2;
/// From which queues the rounds take.
const TURNS: [usize; 4] = [FIRST, ALIKE, SECOND, ALIKE];

impl Layer {
    /// The next position, from this queue or else from another, and from which.
    fn pop(&mut self, queue: usize) -> Option<(usize, usize)> {
        let queues = [queue, FIRST, SECOND, ALIKE];
        queues.into_iter().find_map(|queue| self.waiting[queue].pop().map(|place| (queue, place.number())))
    }
}

/// A place in a queue: a promise and the number of the position. Of equals the one met first comes first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place(u64);

impl Place {
    fn new(promise: i32, number: usize) -> Place {
        Place(u64::from(promise as u32 ^ 1 << 31) << 32 | u64::from(!(number as u32)))
    }

    fn number(self) -> usize {
        !(self.0 as u32) as usize
    }
}

/// For numbers that are mixed already.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only numbers are hashed");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// The positions of the rounds after which the easier games have their share: most deals are won by then. In
/// small decks (the tests') they may have so many before.
const LADDER_FROM: u64 = 200_000;
const LADDER_SMALL: u64 = 10_000;
/// Their positions to one of the rounds, at first and after so many of the rounds.
const LADDER_SHARE: [u64; 2] = [3, 10];
const LADDER_MORE: u64 = 2_000_000;
/// Their positions between two looks at the memory, once the rounds are given up.
const BETWEEN_LOOKS: u64 = 100_000;

/// The positions of a layer that one round takes, by the cards undrawn. In wins that come late the first
/// half of the line was found in the first rounds; what takes long is a move or two near the end of the
/// stock, where positions are most.
fn round_size(layer: usize) -> usize {
    match layer {
        0..5 => 200,
        5..10 => 100,
        10..15 => 50,
        15..20 => 25,
        _ => 12,
    }
}

/// The positions that asking the heap game about one position may cost: the first while it has cost
/// less than its share, half of all. What it does not answer is not lost, for what it found out is kept
/// and the next questions are much the same.
const HEAPS_ALLOWED: [u64; 2] = [200, 20];
/// The same where it refutes little: in lost deals it refutes three positions of four, in won ones one
/// of ten or fewer. One question in so many goes on being asked in earnest, to find out.
const HEAPS_ALLOWED_IDLE: u64 = 5;
const IN_EARNEST: u64 = 16;
/// The same for the first position of all.
const HEAPS_ALLOWED_FIRST: u64 = 500_000;

/// The bits kept besides the name: the first layer in which the position was met, plus one.
const KEPT: u32 = 20;
const LAYER: u128 = (1 << KEPT) - 1;

impl Rounds {
    pub(super) fn new() -> Rounds {
        Rounds {
            nodes: Vec::new(),
            made: Vec::new(),
            taken: Vec::new(),
            layers: Vec::new(),
            seen: Table::new(KEPT),
            plays: Vec::new(),
            children: Vec::new(),
            promises: Promises::new(),
            asked: 0,
            heap_nodes: 0,
            gain: 0,
            ladder: None,
            turn: 0,
            spent: 0,
            alone: false,
            most_up: 0,
        }
    }

    /// The moves of a win, or that there is none, or that it took more than the positions allowed (those
    /// of the easier games among them). Then it can be gone on with. While the easier games may decide it nobody else would
    /// sooner, and it is not counted.
    pub(super) fn run(
        &mut self,
        ground: &mut Ground,
        start: State,
        mut heaps: Option<&mut Heaps>,
        allowed: u64,
        effort: &mut Effort,
    ) -> Result<Ended, Why> {
        let end = effort.progress.nodes + allowed;
        if self.nodes.is_empty()
            && let Some(ended) = self.begin(ground, start, heaps.as_deref_mut(), effort)?
        {
            return Ok(ended);
        }
        loop {
            if self.alone {
                return self.climb_alone(ground, heaps, effort);
            }
            let (before, nodes_before) = (self.nodes.len(), effort.progress.nodes);
            let queue = TURNS[self.turn % TURNS.len()];
            self.turn += 1;
            for at in (0..self.layers.len()).rev() {
                let end = self.nodes.len() + round_size(at);
                while self.nodes.len() < end {
                    let Some(number) = self.take(ground, at, queue, heaps.as_deref_mut(), effort)? else {
                        break;
                    };
                    if self.expand(ground, number, heaps.as_deref_mut(), effort)? {
                        return Ok(Ended::Won(self.path(ground, number)));
                    }
                }
                self.check_memory(ground, heaps.as_deref_mut(), effort)?;
                if self.alone {
                    break;
                }
            }
            if self.alone {
                continue;
            }
            if self.nodes.len() == before {
                return Ok(Ended::Lost);
            }
            let spent = effort.progress.nodes - nodes_before;
            self.spent += spent;
            if self.spent > LADDER_FROM {
                let share = LADDER_SHARE[usize::from(self.spent > LADDER_MORE)];
                if let Some(ended) = self.climb(ground, share * spent, heaps.as_deref_mut(), effort)? {
                    return Ok(ended);
                }
            }
            if !self.has_ladder() && effort.progress.nodes > end {
                return Ok(Ended::Cut);
            }
        }
    }

    /// Does the heap game refute most positions?
    pub(super) fn looks_lost(&self) -> bool {
        self.gain > 0
    }

    /// Are the easier games still being searched?
    pub(super) fn has_ladder(&self) -> bool {
        self.ladder.is_some()
    }

    /// Looks at the first position: is that all?
    fn begin(
        &mut self,
        ground: &mut Ground,
        start: State,
        mut heaps: Option<&mut Heaps>,
        effort: &mut Effort,
    ) -> Result<Option<Ended>, Why> {
        let mut state = start;
        ground.settle(&mut state, &mut ());
        self.layers.resize_with(layer(&state) + 1, Layer::default);
        self.nodes.push(Node { state, parent: 0, play: Play::NONE });
        if let Some(heaps) = heaps.as_deref_mut()
            && heaps.refutes(&ground.layout, &state, ground.tableau(&state), HEAPS_ALLOWED_FIRST, effort)?
        {
            return Ok(Some(Ended::Lost));
        }
        self.ladder = Ladder::new(ground, &state);
        if ground.layout.ranks < 13
            && let Some(ended) = self.climb(ground, LADDER_SMALL, heaps.as_deref_mut(), effort)?
        {
            return Ok(Some(ended));
        }
        let won = self.expand(ground, 0, heaps, effort)?;
        Ok(won.then(|| Ended::Won(self.path(ground, 0))))
    }

    /// Goes on with the easier games, if any are left; do they decide it?
    fn climb(
        &mut self,
        ground: &mut Ground,
        allowed: u64,
        heaps: Option<&mut Heaps>,
        effort: &mut Effort,
    ) -> Result<Option<Ended>, Why> {
        let taken =
            self.own_bytes() + ground.columns.bytes() + heaps.as_ref().map_or(0, |heaps| heaps.bytes());
        let Some(ladder) = &mut self.ladder else { return Ok(None) };
        let memory = effort.limits.memory;
        effort.limits.memory = memory.saturating_sub(taken);
        let standing = ladder.go_on(&ground.layout, allowed, heaps, effort);
        effort.limits.memory = memory;
        if standing == Err(Why::Memory) && !self.alone {
            self.leave_alone();
            return Ok(None);
        }
        match standing? {
            Standing::Open => return Ok(None),
            Standing::Lost => return Ok(Some(Ended::Lost)),
            Standing::Won => {
                if let Some(mut line) = ladder.plays(ground, self.nodes[0].state) {
                    line.push(all_up(ground));
                    return Ok(Some(Ended::Won(line)));
                }
            }
            Standing::Silent => {}
        }
        self.ladder = None;
        Ok(None)
    }

    /// The same when the rounds are given up.
    fn climb_alone(
        &mut self,
        ground: &mut Ground,
        mut heaps: Option<&mut Heaps>,
        effort: &mut Effort,
    ) -> Result<Ended, Why> {
        while self.has_ladder() {
            if let Some(ended) = self.climb(ground, BETWEEN_LOOKS, heaps.as_deref_mut(), effort)? {
                return Ok(ended);
            }
            self.check_memory(ground, heaps.as_deref_mut(), effort)?;
        }
        Err(Why::Memory)
    }

    /// Gives the rounds up but for their first position: the easier games need the memory more.
    fn leave_alone(&mut self) {
        let Node { state, parent, play } = self.nodes[0];
        let ladder = self.ladder.take();
        *self = Rounds {
            nodes: vec![Node { state, parent, play }],
            ladder,
            alone: true,
            most_up: self.most_up,
            gain: self.gain,
            ..Rounds::new()
        };
    }

    /// Takes the next position of a layer.
    fn take(
        &mut self,
        ground: &mut Ground,
        at: usize,
        queue: usize,
        mut heaps: Option<&mut Heaps>,
        effort: &mut Effort,
    ) -> Result<Option<usize>, Why> {
        loop {
            let layer = &mut self.layers[at];
            let Some((queue, number)) = layer.pop(queue) else { return Ok(None) };
            let Made { play, look, parent, promise } = self.made[number];
            if queue != ALIKE {
                let (taken, bit) = (&mut self.taken[number / 64], 1 << (number % 64));
                if *taken & bit != 0 {
                    // From the other queue.
                    continue;
                }
                *taken |= bit;
                if layer.looks.contains(&look) {
                    layer.waiting[ALIKE].push(Place::new(promise, number));
                    continue;
                }
            }
            let mut state = self.nodes[parent as usize].state;
            ground.play(&mut state, play, &mut ());
            let entry = *self.seen.entry(ground.name(&state) << KEPT).1;
            if entry & LAYER != at as u128 + 1 {
                // Met meanwhile with more cards undrawn.
                continue;
            }
            layer.looks.insert(look);
            if let Some(heaps) = &mut heaps
                && self.refutes(ground, heaps, &state, effort)?
            {
                continue;
            }
            self.nodes.push(Node { state, parent, play });
            return Ok(Some(self.nodes.len() - 1));
        }
    }

    /// Asks the heap game.
    fn refutes(
        &mut self,
        ground: &Ground,
        heaps: &mut Heaps,
        state: &State,
        effort: &mut Effort,
    ) -> Result<bool, Why> {
        let in_earnest = self.asked.is_multiple_of(IN_EARNEST);
        self.asked += 1;
        let allowed = if in_earnest || self.gain > 0 {
            HEAPS_ALLOWED[usize::from(2 * self.heap_nodes > effort.progress.nodes)]
        } else {
            HEAPS_ALLOWED_IDLE
        };
        let before = effort.progress.nodes;
        let lost = heaps.refutes(&ground.layout, state, ground.tableau(state), allowed, effort)?;
        self.heap_nodes += effort.progress.nodes - before;
        if in_earnest {
            self.gain += if lost { IN_EARNEST as i64 } else { -(IN_EARNEST as i64) };
        }
        Ok(lost)
    }

    /// Puts all children of a position into their layers; is it won?
    fn expand(
        &mut self,
        ground: &mut Ground,
        number: usize,
        mut heaps: Option<&mut Heaps>,
        effort: &mut Effort,
    ) -> Result<bool, Why> {
        let state = self.nodes[number].state;
        self.most_up = self.most_up.max(ground.cards_up(&state));
        if state.reserve == 0 && state.stock == 0 {
            let mut lifted = Lifted::of(&state);
            ground.lift_all(&mut lifted);
            if lifted.cols == [0; 4] {
                return Ok(true);
            }
        }
        self.plays.clear();
        ground.late_moves(&state, &mut self.plays);
        self.children.clear();
        for &play in &self.plays {
            effort.node()?;
            let mut child = state;
            ground.play(&mut child, play, &mut ());
            self.children.push(Child { state: child, play, name: ground.name(&child) << KEPT });
        }
        black_box(self.children.iter().fold(0, |sum, child| sum ^ self.seen.glance(child.name)));
        for &Child { state: child, play, name } in &self.children {
            let at = layer(&child);
            let entry = self.seen.entry(name).1;
            if *entry & LAYER < at as u128 + 1 {
                *entry = *entry & !LAYER | (at as u128 + 1);
                if self.gain > 0
                    && let Some(heaps) = heaps.as_deref_mut()
                    && heaps.refutes(&ground.layout, &child, ground.tableau(&child), 0, effort)?
                {
                    // Known to be lost: it need not even wait.
                    continue;
                }
                let mut lifted = Lifted::of(&child);
                ground.lift_all(&mut lifted);
                let made = self.made.len();
                if made.is_multiple_of(64) {
                    self.taken.push(0);
                }
                let look = look(ground, &child, &lifted);
                let [promise, second] = self.promises.both(ground, &child, &lifted);
                let waiting = &mut self.layers[at].waiting;
                waiting[FIRST].push(Place::new(promise, made));
                waiting[SECOND].push(Place::new(second, made));
                self.made.push(Made { play, look, parent: number as u32, promise });
            }
        }
        Ok(false)
    }

    /// What all this takes, at most, while it grows.
    pub(super) fn bytes(&self) -> usize {
        self.own_bytes() + self.ladder.as_ref().map_or(0, Ladder::bytes)
    }

    /// The same without the easier games.
    fn own_bytes(&self) -> usize {
        // A list that grows is there twice for a while.
        let twice = |bytes: usize| bytes + bytes / 2;
        let lists = twice(self.nodes.capacity() * size_of::<Node>())
            + twice(self.made.capacity() * size_of::<Made>())
            + self.taken.capacity() * size_of::<u64>();
        let waiting = self.layers.iter().map(|layer| {
            layer.waiting.iter().map(BinaryHeap::capacity).sum::<usize>() * size_of::<Place>()
                + layer.looks.capacity() * 2 * size_of::<u64>()
        });
        self.seen.next_bytes() + lists + waiting.sum::<usize>()
    }

    fn check_memory(
        &mut self,
        ground: &Ground,
        heaps: Option<&mut Heaps>,
        effort: &Effort,
    ) -> Result<(), Why> {
        if self.bytes() > effort.limits.memory / 4 * 3 && self.ladder.is_some() && !self.alone {
            self.leave_alone();
        }
        let own = self.bytes() + ground.columns.bytes();
        if let Some(heaps) = heaps
            && (own + heaps.bytes() > effort.limits.memory || heaps.bytes() > effort.limits.memory / 4)
        {
            // The refutations found can be found again.
            heaps.forget();
        }
        effort.memory(own)
    }

    fn path(&self, ground: &Ground, end: usize) -> Vec<Play> {
        let mut path = vec![all_up(ground)];
        let mut at = end;
        while at != 0 {
            path.push(self.nodes[at].play);
            at = self.nodes[at].parent as usize;
        }
        path.reverse();
        path
    }
}

/// All that is left goes up.
fn all_up(ground: &Ground) -> Play {
    Play::new(Kind::Lift, NONE, 0, 0).after([ground.layout.ranks; 4])
}

/// What a position looks like: everything raised that can be, all but the columns, and of those the
/// ranks of the top cards. Two that look different may by chance have one number; then one of them
/// waits with those that look alike.
fn look(ground: &Ground, state: &State, lifted: &Lifted) -> u64 {
    let mut tails = lifted.cols.map(|column| ground.columns.tail(column) >> 2);
    tails.sort_unstable();
    let tails = tails.iter().fold(0, |key, &tail| key << 4 | u64::from(tail));
    let up = lifted.up.iter().fold(0, |key, &up| key << 4 | u64::from(up));
    let rest = (tails << 16 | up) << 16 | u64::from(state.reserve) << 8 | u64::from(state.redeals);
    let mixed = (state.stock ^ rest.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed ^ mixed >> 32).wrapping_mul(0x94D0_49BB_1331_11EB) ^ mixed >> 29
}
