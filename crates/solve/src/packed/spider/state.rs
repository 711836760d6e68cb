//! The fast state: each column a stack of runs that merge, split and leave.
//!
//! This is the structure the project's Spider document asks for. A column is a stack of arrays,
//! each in sequence and of one suit; what is put on a column joins its top array or becomes a new
//! one; a tail of the top array may be carried off; an array from king to ace leaves. Here an
//! array is a [`Run`] of 16 bits, so a carried run costs the same whatever its length, and the
//! columns lie one behind the other in a single pool of at most 104 runs.
//!
//! A face-down card is a run of its own that nothing joins until it is turned. Hence the number
//! of runs in the pool is the measure of disorder: a dealt game has one for every card, a won game
//! none.
//!
//! The state knows the rules of moving, not which moves are worth trying and not what is in the
//! stock: that is the [`Game`]'s, shared by all states of a search.

use super::position::{Column, Position, Ruling};
use super::run::Run;
use cards::Card;
use rules::{Move, Pile};

/// The most columns a game may have.
pub const COLUMNS: usize = 13;
/// The most cards a game may have.
pub const CARDS: usize = 104;

/// What all positions of one game share: rules, shape and stock.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules.
    pub ruling: Ruling,
    /// How many columns.
    pub columns: u8,
    /// How many rows the stock has.
    pub rows: u8,
    /// The stock, next card first.
    pub(super) stock: Vec<Run>,
    /// Are columns interchangeable even while there is a stock? To a player who has not seen it.
    pub(super) alike: bool,
}

impl Game {
    /// The cards of the next row when `left` rows are left.
    #[inline]
    pub fn row(&self, left: u8) -> &[Run] {
        let first = usize::from(self.rows - left) * usize::from(self.columns);
        &self.stock[first..self.stock.len().min(first + usize::from(self.columns))]
    }

    /// The game and the packed state of a position; `None` if it is too large.
    pub fn pack(position: &Position) -> Option<(Game, State)> {
        let n = position.columns.len();
        let dealt: usize = position.columns.iter().map(|column| column.cards.len()).sum();
        if n == 0 || n > COLUMNS || dealt + position.stock.len() > CARDS || position.ruling.ranks < 2 {
            return None;
        }
        let game = Game {
            ruling: position.ruling,
            columns: n as u8,
            rows: position.stock.len().div_ceil(n) as u8,
            stock: position.stock.iter().map(|&card| Run::of(card)).collect(),
            alike: false,
        };
        let mut state = State {
            runs: [Run::UNSEEN; CARDS],
            hash: [0; COLUMNS],
            start: [0; COLUMNS + 1],
            down: [0; COLUMNS],
            cards: [0; COLUMNS],
            left: game.rows,
        };
        let mut end = 0;
        for (c, column) in position.columns.iter().enumerate() {
            for (i, &card) in column.cards.iter().enumerate() {
                let run = Run::of(card);
                if i > column.down && state.runs[end - 1].takes(run) {
                    state.runs[end - 1] = state.runs[end - 1].join(run);
                } else {
                    state.runs[end] = run;
                    end += 1;
                }
            }
            state.down[c] = column.down as u8;
            state.cards[c] = column.cards.len() as u8;
            state.start[c + 1] = end as u8;
        }
        for c in n..COLUMNS {
            state.start[c + 1] = end as u8;
        }
        for c in 0..n {
            state.hash[c] = state.hash_of(c);
        }
        Some((game, state))
    }
}

/// One move of the packed state: a deal, or the last `count` cards of a column to another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u16);

impl Step {
    /// Deal a row.
    pub const DEAL: Step = Step(0);

    /// Carry `count` cards (1 to 13) from a column to another.
    #[inline]
    pub const fn carry(from: usize, to: usize, count: u8) -> Step {
        Step((from as u16) << 8 | (to as u16) << 4 | count as u16)
    }

    /// The column the cards come from.
    #[inline]
    pub const fn from(self) -> usize {
        (self.0 >> 8) as usize
    }

    /// The column the cards go to.
    #[inline]
    pub const fn to(self) -> usize {
        (self.0 >> 4) as usize & 15
    }

    /// How many cards; 0 for a deal.
    #[inline]
    pub const fn count(self) -> u8 {
        self.0 as u8 & 15
    }

    /// The plain move.
    pub const fn plain(self) -> Move {
        if self.0 == 0 {
            Move::Deal
        } else {
            let (from, to) = (Pile::Column(self.from() as u8), Pile::Column(self.to() as u8));
            Move::Carry { from, to, count: self.count() }
        }
    }
}

/// A position, packed: 104 runs and a few bytes for each column.
#[derive(Copy, Clone, Debug)]
pub struct State {
    /// The runs of column 0 bottom to top, then those of column 1, and so on.
    runs: [Run; CARDS],
    /// The hash of each column's contents, kept up by every step.
    hash: [u64; COLUMNS],
    /// Where each column's runs start in the pool; the next start is its end.
    start: [u8; COLUMNS + 1],
    /// Face-down cards of each column.
    down: [u8; COLUMNS],
    /// Cards of each column.
    cards: [u8; COLUMNS],
    /// Rows left in the stock.
    left: u8,
}

impl State {
    /// The runs of a column, bottom first; the first [`State::down`] are face-down cards.
    #[inline]
    pub fn column(&self, c: usize) -> &[Run] {
        &self.runs[usize::from(self.start[c])..usize::from(self.start[c + 1])]
    }

    /// Face-down cards of a column.
    #[inline]
    pub fn down(&self, c: usize) -> usize {
        usize::from(self.down[c])
    }

    /// Cards of a column.
    #[inline]
    pub fn cards(&self, c: usize) -> usize {
        usize::from(self.cards[c])
    }

    /// Rows left in the stock.
    #[inline]
    pub fn left(&self) -> u8 {
        self.left
    }

    /// All runs in the columns, face-down cards included.
    #[inline]
    pub fn entries(&self) -> usize {
        usize::from(self.start[COLUMNS])
    }

    /// Is every card gone?
    #[inline]
    pub fn won(&self) -> bool {
        self.left == 0 && self.start[COLUMNS] == 0
    }

    /// Is a column empty?
    #[inline]
    pub fn is_empty(&self, c: usize) -> bool {
        self.start[c] == self.start[c + 1]
    }

    /// The top run of a column.
    #[inline]
    pub fn top(&self, c: usize) -> Option<Run> {
        self.column(c).last().copied()
    }

    /// May a row be dealt?
    #[inline]
    pub fn may_deal(&self, game: &Game) -> bool {
        self.left > 0 && (!game.ruling.strict || (0..usize::from(game.columns)).all(|c| !self.is_empty(c)))
    }

    /// A state from its columns, each with its face-down cards and the words of its runs.
    pub(super) fn assemble(game: &Game, left: u8, columns: [(u8, &[u16]); COLUMNS]) -> State {
        let mut state = State {
            runs: [Run::UNSEEN; CARDS],
            hash: [0; COLUMNS],
            start: [0; COLUMNS + 1],
            down: [0; COLUMNS],
            cards: [0; COLUMNS],
            left,
        };
        let mut end = 0;
        for (c, (down, words)) in columns.into_iter().enumerate() {
            state.down[c] = down;
            for &word in words {
                state.runs[end] = Run::from_word(word);
                state.cards[c] += state.runs[end].length();
                end += 1;
            }
            state.start[c + 1] = end as u8;
        }
        for c in 0..usize::from(game.columns) {
            state.hash[c] = state.hash_of(c);
        }
        state
    }

    /// Is the step legal?
    pub fn legal(&self, game: &Game, step: Step) -> bool {
        if step == Step::DEAL {
            return self.may_deal(game);
        }
        let Some(source) = self.top(step.from()) else { return false };
        let fits = |top: Run| top.low() == source.low() + step.count();
        step.count() <= source.length() && step.from() != step.to() && self.top(step.to()).is_none_or(fits)
    }

    /// Has column `c` the same cards as column `d` of another state?
    pub(super) fn same_column(&self, c: usize, other: &State, d: usize) -> bool {
        self.hash[c] == other.hash[d]
    }

    /// Plays a step that is legal.
    pub fn play(&mut self, game: &Game, step: Step) {
        if step == Step::DEAL { self.deal(game) } else { self.carry(game, step) }
    }

    /// Carries cards from a column to another; the step must be legal.
    #[inline]
    pub fn carry(&mut self, game: &Game, step: Step) {
        let (from, to, count) = (step.from(), step.to(), step.count());
        let last = usize::from(self.start[from + 1]) - 1;
        let source = self.runs[last];
        let moved = source.tail(count);
        debug_assert!(count <= source.length() && from != to);
        self.hash[from] = self.hash[from].wrapping_sub(lift(moved, usize::from(self.cards[from] - count)));
        self.hash[to] = self.hash[to].wrapping_add(lift(moved, self.cards(to)));
        self.cards[from] -= count;
        self.cards[to] += count;
        let whole = count == source.length();
        let end = usize::from(self.start[to + 1]);
        let joins = end > usize::from(self.start[to]) && self.runs[end - 1].takes(moved);
        match (whole, joins) {
            (true, true) => {
                self.runs[end - 1] = self.runs[end - 1].join(moved);
                self.close(from, last);
            }
            (true, false) => {
                // One run leaves the pool here and enters there: only what lies between shifts.
                if from < to {
                    self.runs.copy_within(last + 1..end, last);
                    self.runs[end - 1] = moved;
                    self.start[from + 1..=to].iter_mut().for_each(|s| *s -= 1);
                } else {
                    self.runs.copy_within(end..last, end + 1);
                    self.runs[end] = moved;
                    self.start[to + 1..=from].iter_mut().for_each(|s| *s += 1);
                }
            }
            (false, true) => {
                self.runs[end - 1] = self.runs[end - 1].join(moved);
                self.runs[last] = source.without(count);
            }
            (false, false) => {
                self.runs[last] = source.without(count);
                self.open(to, end, moved);
            }
        }
        self.run_off(game, to);
        self.turn(from);
    }

    /// Deals a row; there must be one, and the rules must allow it.
    pub fn deal(&mut self, game: &Game) {
        debug_assert!(self.left > 0);
        let row = game.row(self.left);
        self.left -= 1;
        for (c, &card) in row.iter().enumerate() {
            self.hash[c] = self.hash[c].wrapping_add(lift(card, self.cards(c)));
            self.cards[c] += 1;
            let end = usize::from(self.start[c + 1]);
            if end > usize::from(self.start[c]) && self.runs[end - 1].takes(card) {
                self.runs[end - 1] = self.runs[end - 1].join(card);
            } else {
                self.open(c, end, card);
            }
            self.run_off(game, c);
        }
    }

    /// The run on top of a column leaves if it is complete. Asked where cards were put, and only
    /// there: a position may have been dealt with a complete run, which stays until it is touched.
    #[inline]
    fn run_off(&mut self, game: &Game, c: usize) {
        let last = usize::from(self.start[c + 1]) - 1;
        let top = self.runs[last];
        if top.length() == game.ruling.ranks {
            self.cards[c] -= game.ruling.ranks;
            self.hash[c] = self.hash[c].wrapping_sub(lift(top, self.cards(c)));
            self.close(c, last);
            self.turn(c);
        }
    }

    /// The top card of a column turns up.
    #[inline]
    fn turn(&mut self, c: usize) {
        let down = self.down[c];
        if down > 0 && self.start[c + 1] - self.start[c] == down {
            self.down[c] -= 1;
            self.hash[c] = self.hash[c].wrapping_sub(FACE_DOWN);
        }
    }

    /// Takes the run at `at`, in column `c`, out of the pool.
    #[inline]
    fn close(&mut self, c: usize, at: usize) {
        let all = self.entries();
        self.runs.copy_within(at + 1..all, at);
        self.start[c + 1..].iter_mut().for_each(|s| *s -= 1);
    }

    /// Puts a run at `at`, the end of column `c`, into the pool.
    #[inline]
    fn open(&mut self, c: usize, at: usize, run: Run) {
        let all = self.entries();
        self.runs.copy_within(at..all, at + 1);
        self.runs[at] = run;
        self.start[c + 1..].iter_mut().for_each(|s| *s += 1);
    }

    /// Makes the face-down cards of a column unknown.
    pub(super) fn mask(&mut self, c: usize) {
        let first = usize::from(self.start[c]);
        self.runs[first..first + usize::from(self.down[c])].fill(Run::UNSEEN);
        self.hash[c] = self.hash_of(c);
    }

    /// Puts a card in the place of a face-down card.
    pub(super) fn put_down(&mut self, c: usize, at: usize, card: Run) {
        debug_assert!(at < self.down(c));
        self.runs[usize::from(self.start[c]) + at] = card;
        self.hash[c] = self.hash_of(c);
    }

    /// A column's hash from scratch.
    fn hash_of(&self, c: usize) -> u64 {
        let mut depth = 0;
        let mut hash = FACE_DOWN.wrapping_mul(u64::from(self.down[c]));
        for &run in self.column(c) {
            hash = hash.wrapping_add(lift(run, depth));
            depth += usize::from(run.length());
        }
        hash
    }

    /// The hash of the whole position. Columns are interchangeable once the stock is empty, and
    /// hash so.
    #[inline]
    pub fn key(&self, game: &Game) -> u64 {
        let n = usize::from(game.columns);
        if self.left == 0 || game.alike {
            self.hash[..n].iter().fold(0, |key, &hash| key.wrapping_add(mix(hash)))
        } else {
            let seed = u64::from(self.left).wrapping_mul(FACE_DOWN);
            self.hash[..n]
                .iter()
                .zip(&SALT)
                .fold(seed, |key, (&hash, salt)| key.wrapping_add(mix(hash ^ salt)))
        }
    }

    /// The key after a carry, without making it.
    #[inline]
    pub fn key_after(&self, game: &Game, key: u64, step: Step) -> u64 {
        let (from, to, count) = (step.from(), step.to(), step.count());
        let source = self.runs[usize::from(self.start[from + 1]) - 1];
        let moved = source.tail(count);
        let mut left = self.hash[from].wrapping_sub(lift(moved, usize::from(self.cards[from] - count)));
        if count == source.length() && self.turns(from) {
            left = left.wrapping_sub(FACE_DOWN);
        }
        let mut there = self.hash[to].wrapping_add(lift(moved, self.cards(to)));
        let end = usize::from(self.start[to + 1]);
        if count == game.ruling.ranks {
            there = self.hash[to];
        } else if end > usize::from(self.start[to]) {
            let target = self.runs[end - 1];
            if target.takes(moved) && target.length() + count == game.ruling.ranks {
                there =
                    self.hash[to].wrapping_sub(lift(target, self.cards(to) - usize::from(target.length())));
                if self.turns(to) {
                    there = there.wrapping_sub(FACE_DOWN);
                }
            }
        }
        let (salt_from, salt_to) = if self.left == 0 || game.alike { (0, 0) } else { (SALT[from], SALT[to]) };
        key.wrapping_sub(mix(self.hash[from] ^ salt_from))
            .wrapping_sub(mix(self.hash[to] ^ salt_to))
            .wrapping_add(mix(left ^ salt_from))
            .wrapping_add(mix(there ^ salt_to))
    }

    /// Would a face-down card turn up if the top run of the column went?
    #[inline]
    pub fn turns(&self, c: usize) -> bool {
        self.down[c] > 0 && self.start[c + 1] - self.start[c] == self.down[c] + 1
    }

    /// The plain position; the completed runs of the deck are not known to the state.
    pub fn unpack(&self, game: &Game) -> Position {
        let columns = (0..usize::from(game.columns))
            .map(|c| Column {
                cards: self.column(c).iter().flat_map(|run| run.cards()).collect::<Vec<Card>>(),
                down: self.down(c),
            })
            .collect();
        let first = usize::from(game.rows - self.left) * usize::from(game.columns);
        let rest = &game.stock[first.min(game.stock.len())..];
        let stock = rest.iter().flat_map(|run| run.cards()).collect();
        Position { columns, stock, done: [0; 4], ruling: game.ruling }
    }
}

// A column's hash is the sum of z(card) · B^depth, modulo 2⁶⁴, so a run of any length put at any
// depth costs one look-up and one multiplication.

/// What a run adds to the hash of a column when it lies on `depth` cards.
#[inline]
fn lift(run: Run, depth: usize) -> u64 {
    RUN[run.word()].wrapping_mul(POWER[depth & 127])
}

/// Stirs a column's hash so that sums of them tell positions apart.
#[inline]
const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (x ^ (x >> 29)).wrapping_mul(0x9E6C_63D0_676A_9A99)
}

const FACE_DOWN: u64 = 0x8B5A_D4CE_A3F1_7E29;
const BASE: u64 = 0x5851_F42D_4C95_7F2D;

const fn split_mix(state: u64) -> u64 {
    let z = state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static POWER: [u64; 128] = {
    let mut table = [1; 128];
    let mut i = 1;
    while i < 128 {
        table[i] = BASE.wrapping_mul(table[i - 1]);
        i += 1;
    }
    table
};

static SALT: [u64; COLUMNS] = {
    let mut table = [0; COLUMNS];
    let mut i = 0;
    while i < COLUMNS {
        table[i] = split_mix(1000 + i as u64);
        i += 1;
    }
    table
};

static RUN: [u64; Run::WORDS] = {
    let mut table = [0; Run::WORDS];
    let mut word = 0;
    while word < Run::WORDS {
        let (suit, head, low) = (word >> 8, (word >> 4) & 15, word & 15);
        let mut sum = 0u64;
        let mut depth = 0;
        while depth + low <= head {
            let z = split_mix(1 + (suit * 16 + head - depth) as u64);
            sum = sum.wrapping_add(z.wrapping_mul(POWER[depth]));
            depth += 1;
        }
        table[word] = sum;
        word += 1;
    }
    table
};
