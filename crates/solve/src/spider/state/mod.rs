//! The packed state: each column is a stack of runs that are joined, split and removed.
//!
//! A [`Run`] takes 16 bits, so carrying a run costs the same whatever its length, and the columns lie one
//! behind another in a pool of at most 104 runs. A face-down card is a run of its own, which nothing joins
//! until it is turned up. The number of runs is therefore a measure of disorder: a dealt position has nearly
//! as many runs as cards, and a won position has none.
//!
//! Invariant: two neighbouring face-up runs of a column never continue each other, because whatever is put on
//! a column is joined with its top run at once. A state is therefore determined by its cards.
//!
//! A state plays moves by the rules and keeps its [hash key](hash) up to date. It does not know the cards of
//! the stock; these belong to the [`Game`], which all states of a search share.

mod hash;

use super::moves::Step;
use super::position::{Column, Position, Variant};
use super::run::Run;

/// The largest number of columns.
pub const COLUMNS: usize = 13;
/// The largest number of cards.
pub const CARDS: usize = 104;

/// The constants of a search: the rules, the number of columns and the stock.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules.
    pub variant: Variant,
    /// The number of columns.
    pub columns: u8,
    /// The number of rows in the stock at the start.
    pub rows: u8,
    /// The stock at the start, the next card first.
    pub(super) stock: Vec<Run>,
    /// Whether the order of the columns never matters, because the stock is unknown.
    pub(super) unordered: bool,
    /// Whether a complete run lies under other cards, so that it leaves as soon as it is uncovered. Only a deal
    /// can bury a run: one that is completed in play leaves at once.
    pub(super) buried: bool,
}

impl Game {
    /// The cards of the next row if `rows_left` rows are left.
    #[inline]
    pub fn row(&self, rows_left: u8) -> &[Run] {
        let first = usize::from(self.rows - rows_left) * usize::from(self.columns);
        &self.stock[first..self.stock.len().min(first + usize::from(self.columns))]
    }

    /// Packs a position; `None` if it has too many cards or columns. Complete runs on top of columns leave.
    pub fn pack(position: &Position) -> Option<(Game, State)> {
        let n = position.columns.len();
        let dealt: usize = position.columns.iter().map(|column| column.cards.len()).sum();
        if n == 0 || n > COLUMNS || dealt + position.stock.len() > CARDS || position.variant.ranks < 2 {
            return None;
        }
        let mut game = Game {
            variant: position.variant,
            columns: n as u8,
            rows: position.stock.len().div_ceil(n) as u8,
            stock: position.stock.iter().map(|&card| Run::of(card)).collect(),
            unordered: false,
            buried: false,
        };
        let mut builder = Builder::new(game.rows);
        for column in &position.columns {
            builder.column(column.face_down, column.cards.iter().map(|&card| Run::of(card)));
        }
        let mut state = builder.finish();
        game.buried = state.has_complete_run(&game);
        if game.buried {
            state.settle(&game);
        }
        Some((game, state))
    }
}

/// A packed position: at most 104 runs, and a few bytes for each column.
#[derive(Copy, Clone, Debug)]
pub struct State {
    /// The runs of the first column from bottom to top, then those of the second column, and so on.
    runs: [Run; CARDS],
    /// The hash of each column, kept up to date by every step.
    hash: [u64; COLUMNS],
    /// The index of the first run of each column; the next entry is the end of its runs.
    start: [u8; COLUMNS + 1],
    /// The number of face-down cards of each column.
    face_down: [u8; COLUMNS],
    /// The number of cards of each column.
    cards: [u8; COLUMNS],
    /// The number of rows left in the stock.
    rows_left: u8,
}

/// A state under construction, column by column.
pub(super) struct Builder {
    state: State,
    column: usize,
    end: usize,
}

impl Builder {
    /// A state without cards in its columns.
    pub fn new(rows_left: u8) -> Builder {
        let state = State {
            runs: [Run::UNKNOWN; CARDS],
            hash: [0; COLUMNS],
            start: [0; COLUMNS + 1],
            face_down: [0; COLUMNS],
            cards: [0; COLUMNS],
            rows_left,
        };
        Builder { state, column: 0, end: 0 }
    }

    /// Adds the next column: `face_down` runs of one card each, then face-up runs, which are joined where
    /// they continue each other.
    pub fn column(&mut self, face_down: usize, runs: impl Iterator<Item = Run>) {
        let Builder { state, column, end } = self;
        for (at, run) in runs.enumerate() {
            if at > face_down && state.runs[*end - 1].takes(run) {
                state.runs[*end - 1] = state.runs[*end - 1].join(run);
            } else {
                state.runs[*end] = run;
                *end += 1;
            }
            state.cards[*column] += run.length();
        }
        state.face_down[*column] = face_down as u8;
        *column += 1;
        state.start[*column] = *end as u8;
        state.hash[*column - 1] = state.hash_of(*column - 1);
    }

    /// The finished state.
    pub fn finish(mut self) -> State {
        self.state.start[self.column + 1..].fill(self.end as u8);
        self.state
    }
}

impl State {
    /// The runs of a column from bottom to top. The first [`face_down`](State::face_down) runs are the
    /// face-down cards.
    #[inline]
    pub fn column(&self, c: usize) -> &[Run] {
        &self.runs[usize::from(self.start[c])..usize::from(self.start[c + 1])]
    }

    /// The number of face-down cards of a column.
    #[inline]
    pub fn face_down(&self, c: usize) -> usize {
        usize::from(self.face_down[c])
    }

    /// The number of cards of a column.
    #[inline]
    pub fn cards(&self, c: usize) -> usize {
        usize::from(self.cards[c])
    }

    /// The number of rows left in the stock.
    #[inline]
    pub fn rows_left(&self) -> u8 {
        self.rows_left
    }

    /// The number of runs in all columns, including face-down cards.
    #[inline]
    pub fn run_count(&self) -> usize {
        usize::from(self.start[COLUMNS])
    }

    /// Returns `true` if no card is left.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.rows_left == 0 && self.start[COLUMNS] == 0
    }

    /// Returns `true` if a column is empty.
    #[inline]
    pub fn is_empty(&self, c: usize) -> bool {
        self.start[c] == self.start[c + 1]
    }

    /// The top run of a column.
    #[inline]
    pub fn top(&self, c: usize) -> Option<Run> {
        self.column(c).last().copied()
    }

    /// Returns `true` if a face-down card would be turned up if the top run of the column left.
    #[inline]
    pub fn would_turn(&self, c: usize) -> bool {
        self.face_down[c] > 0 && self.start[c + 1] - self.start[c] == self.face_down[c] + 1
    }

    /// Returns `true` if a row may be dealt.
    #[inline]
    pub fn may_deal(&self, game: &Game) -> bool {
        let columns = 0..usize::from(game.columns);
        self.rows_left > 0 && (!game.variant.strict || columns.into_iter().all(|c| !self.is_empty(c)))
    }

    /// Returns `true` if a step is legal.
    pub fn is_legal(&self, game: &Game, step: Step) -> bool {
        if step == Step::DEAL {
            return self.may_deal(game);
        }
        let Some(source) = self.top(step.from()) else { return false };
        let fits = |top: Run| top.low() == source.low() + step.count();
        step.count() <= source.length() && step.from() != step.to() && self.top(step.to()).is_none_or(fits)
    }

    /// Plays a legal step.
    pub fn play(&mut self, game: &Game, step: Step) {
        if step == Step::DEAL { self.deal(game) } else { self.carry(game, step) }
    }

    /// Plays a legal carry.
    #[inline]
    pub fn carry(&mut self, game: &Game, step: Step) {
        let (from, to, count) = (step.from(), step.to(), step.count());
        let last = usize::from(self.start[from + 1]) - 1;
        let source = self.runs[last];
        let moved = source.tail(count);
        debug_assert!(count <= source.length() && from != to);
        self.hash_lifted(from, moved, self.cards[from] - count);
        self.hash_laid(to, moved, self.cards[to]);
        self.cards[from] -= count;
        self.cards[to] += count;
        let whole = count == source.length();
        let end = usize::from(self.start[to + 1]);
        let joins = end > usize::from(self.start[to]) && self.runs[end - 1].takes(moved);
        match (whole, joins) {
            (true, true) => {
                self.runs[end - 1] = self.runs[end - 1].join(moved);
                self.remove_run(from, last);
            }
            (true, false) => {
                // One run leaves the pool here and enters it there, so only the runs between them shift.
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
                self.insert_run(to, end, moved);
            }
        }
        self.remove_complete_run(game, to);
        self.turn_up(from);
        if game.buried {
            self.settle(game);
        }
    }

    /// Deals a row. There must be one, and the rules must allow it.
    pub fn deal(&mut self, game: &Game) {
        debug_assert!(self.rows_left > 0);
        let row = game.row(self.rows_left);
        self.rows_left -= 1;
        for (c, &card) in row.iter().enumerate() {
            self.hash_laid(c, card, self.cards[c]);
            self.cards[c] += 1;
            let end = usize::from(self.start[c + 1]);
            if end > usize::from(self.start[c]) && self.runs[end - 1].takes(card) {
                self.runs[end - 1] = self.runs[end - 1].join(card);
            } else {
                self.insert_run(c, end, card);
            }
            self.remove_complete_run(game, c);
        }
        if game.buried {
            self.settle(game);
        }
    }

    /// Returns `true` if some column has a complete run that is face up.
    pub(super) fn has_complete_run(&self, game: &Game) -> bool {
        let complete = |run: &Run| run.length() == game.variant.ranks;
        (0..usize::from(game.columns)).any(|c| self.column(c)[self.face_down(c)..].iter().any(complete))
    }

    /// Removes every complete run on top of a column, and those that this uncovers.
    #[cold]
    fn settle(&mut self, game: &Game) {
        for c in 0..usize::from(game.columns) {
            while self.top(c).is_some_and(|run| run.length() == game.variant.ranks) {
                self.remove_complete_run(game, c);
            }
        }
    }

    /// Removes the top run of a column that received cards if the run is complete.
    #[inline]
    fn remove_complete_run(&mut self, game: &Game, c: usize) {
        let last = usize::from(self.start[c + 1]) - 1;
        let top = self.runs[last];
        if top.length() == game.variant.ranks {
            self.cards[c] -= game.variant.ranks;
            self.hash_lifted(c, top, self.cards[c]);
            self.remove_run(c, last);
            self.turn_up(c);
        }
    }

    /// Turns up the top card of a column if it is face down.
    #[inline]
    fn turn_up(&mut self, c: usize) {
        let face_down = self.face_down[c];
        if face_down > 0 && self.start[c + 1] - self.start[c] == face_down {
            self.face_down[c] -= 1;
            self.hash_turned(c);
        }
    }

    /// Removes the run at an index of the pool, which belongs to the column `c`.
    #[inline]
    fn remove_run(&mut self, c: usize, at: usize) {
        let all = self.run_count();
        self.runs.copy_within(at + 1..all, at);
        self.start[c + 1..].iter_mut().for_each(|s| *s -= 1);
    }

    /// Inserts a run at an index of the pool, the end of the column `c`.
    #[inline]
    fn insert_run(&mut self, c: usize, at: usize, run: Run) {
        let all = self.run_count();
        self.runs.copy_within(at..all, at + 1);
        self.runs[at] = run;
        self.start[c + 1..].iter_mut().for_each(|s| *s += 1);
    }

    /// Replaces the face-down cards of a column, from the bottom, as far as `cards` goes.
    pub(super) fn replace_face_down(&mut self, c: usize, from: usize, cards: impl Iterator<Item = Run>) {
        let (first, end) =
            (usize::from(self.start[c]) + from, usize::from(self.start[c]) + self.face_down(c));
        self.runs[first..end].iter_mut().zip(cards).for_each(|(place, card)| *place = card);
        self.hash[c] = self.hash_of(c);
    }

    /// The position in plain terms.
    pub fn unpack(&self, game: &Game) -> Position {
        let columns = (0..usize::from(game.columns))
            .map(|c| Column {
                cards: self.column(c).iter().flat_map(|run| run.cards()).collect(),
                face_down: self.face_down(c),
            })
            .collect();
        let first = usize::from(game.rows - self.rows_left) * usize::from(game.columns);
        let rest = &game.stock[first.min(game.stock.len())..];
        let stock = rest.iter().flat_map(|run| run.cards()).collect();
        Position { columns, stock, variant: game.variant }
    }
}
