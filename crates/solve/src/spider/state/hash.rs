//! Incremental hash keys of positions.
//!
//! The hash of a column is a polynomial: the sum of z(card) · B^depth modulo 2⁶⁴ over its cards, plus a term
//! for each face-down card. The part of a run is therefore one table look-up and one multiplication, whatever
//! its length and the depth at which it lies. The key of a position is the sum of its mixed column hashes.
//!
//! Two different positions may have the same key. Searches that use keys can miss a win because of that, but
//! they never prove a loss; [exhaustion](crate::spider::exhaust) compares whole positions.

use super::{COLUMNS, Game, State};
use crate::spider::moves::Step;
use crate::spider::run::Run;

impl State {
    /// The hash of a column, computed from scratch.
    pub(super) fn hash_of(&self, c: usize) -> u64 {
        let mut depth = 0;
        let mut hash = FACE_DOWN.wrapping_mul(u64::from(self.face_down[c]));
        for &run in self.column(c) {
            hash = hash.wrapping_add(term(run, depth));
            depth += usize::from(run.length());
        }
        hash
    }

    /// Updates the hash of a column from which a run at this depth was lifted.
    #[inline]
    pub(super) fn hash_lifted(&mut self, c: usize, run: Run, depth: u8) {
        self.hash[c] = self.hash[c].wrapping_sub(term(run, usize::from(depth)));
    }

    /// Updates the hash of a column on which a run was laid at this depth.
    #[inline]
    pub(super) fn hash_laid(&mut self, c: usize, run: Run, depth: u8) {
        self.hash[c] = self.hash[c].wrapping_add(term(run, usize::from(depth)));
    }

    /// Updates the hash of a column of which a card was turned up.
    #[inline]
    pub(super) fn hash_turned(&mut self, c: usize) {
        self.hash[c] = self.hash[c].wrapping_sub(FACE_DOWN);
    }

    /// Returns `true` if the hash of a column equals that of a column of another state.
    pub(in crate::spider) fn has_same_column(&self, c: usize, other: &State, d: usize) -> bool {
        self.hash[c] == other.hash[d]
    }

    /// The hash key of the position. It does not depend on the order of the columns once that order no longer
    /// matters: when the stock is empty, or when it is unknown.
    #[inline]
    pub fn key(&self, game: &Game) -> u64 {
        let n = usize::from(game.columns);
        if self.columns_are_unordered(game) {
            self.hash[..n].iter().fold(0, |key, &hash| key.wrapping_add(mix(hash)))
        } else {
            let seed = u64::from(self.rows_left).wrapping_mul(FACE_DOWN);
            let hashes = self.hash[..n].iter().zip(&SALT);
            hashes.fold(seed, |key, (&hash, salt)| key.wrapping_add(mix(hash ^ salt)))
        }
    }

    #[inline]
    fn columns_are_unordered(&self, game: &Game) -> bool {
        self.rows_left == 0 || game.unordered
    }

    /// The key after a legal carry, without playing it; `key` is the key of this state.
    #[inline]
    pub fn key_after(&self, game: &Game, key: u64, step: Step) -> u64 {
        if game.buried {
            let mut after = *self;
            after.carry(game, step);
            return after.key(game);
        }
        let (from, to, count) = (step.from(), step.to(), step.count());
        let source = self.runs[usize::from(self.start[from + 1]) - 1];
        let moved = source.tail(count);
        let mut left = self.hash[from].wrapping_sub(term(moved, usize::from(self.cards[from] - count)));
        if count == source.length() && self.would_turn(from) {
            left = left.wrapping_sub(FACE_DOWN);
        }
        let mut there = self.hash[to].wrapping_add(term(moved, self.cards(to)));
        let end = usize::from(self.start[to + 1]);
        if end > usize::from(self.start[to]) {
            let target = self.runs[end - 1];
            if target.takes(moved) && target.length() + count == game.variant.ranks {
                let depth = self.cards(to) - usize::from(target.length());
                there = self.hash[to].wrapping_sub(term(target, depth));
                if self.would_turn(to) {
                    there = there.wrapping_sub(FACE_DOWN);
                }
            }
        }
        let unordered = self.columns_are_unordered(game);
        let (salt_from, salt_to) = if unordered { (0, 0) } else { (SALT[from], SALT[to]) };
        key.wrapping_sub(mix(self.hash[from] ^ salt_from))
            .wrapping_sub(mix(self.hash[to] ^ salt_to))
            .wrapping_add(mix(left ^ salt_from))
            .wrapping_add(mix(there ^ salt_to))
    }
}

/// What a run that lies on `depth` cards adds to the hash of its column.
#[inline]
fn term(run: Run, depth: usize) -> u64 {
    RUN[run.word()].wrapping_mul(POWER[depth & 127])
}

/// Mixes the hash of a column, so that sums of such hashes distinguish positions.
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

/// The powers of [`BASE`].
static POWER: [u64; 128] = {
    let mut table = [1; 128];
    let mut i = 1;
    while i < 128 {
        table[i] = BASE.wrapping_mul(table[i - 1]);
        i += 1;
    }
    table
};

/// Distinguishes the columns while their order matters.
static SALT: [u64; COLUMNS] = {
    let mut table = [0; COLUMNS];
    let mut i = 0;
    while i < COLUMNS {
        table[i] = split_mix(1000 + i as u64);
        i += 1;
    }
    table
};

/// The polynomial of every run at depth 0.
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
