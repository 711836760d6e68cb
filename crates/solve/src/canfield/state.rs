//! The compact state, the operations that change it, and the predicates on it.
//!
//! "Stock cards" are the cards of the stock and of the waste, in all modules of this solver. The module
//! [`stock`](super::stock) explains why they form one list.

use crate::canfield::columns::{Column, Columns, NONE};
use crate::canfield::layout::Layout;
use crate::canfield::position::{Position, Variant};
use crate::canfield::prunings::Prunings;
use crate::canfield::stock::{Draws, below};
use talon_rules::{Build, Take, TakeBack};

/// A position of a search, in 32 bytes, so that it can be copied at every node.
///
/// The cards of the reserve follow from their number, because only its top card leaves. The stock cards are a
/// set, because their order never changes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The columns, largest number first in the normal form.
    pub(super) columns: [Column; 4],
    /// The number of cards on each foundation, by suit. A suit that is not in the deck counts as complete.
    pub(super) up: [u8; 4],
    /// The number of cards in the reserve.
    pub(super) reserve: u8,
    /// The cards of `stock` at places below this one are the waste.
    pub(super) waste_end: u8,
    /// The number of redeals left; 255 if they are unlimited.
    pub(super) redeals: u8,
    /// In the open-stock relaxation, the number of [locked](super::relax#locked-cards) stock cards, which
    /// are the first ones.
    pub(super) locked: u8,
    /// The places of the stock cards.
    pub(super) stock: u64,
}

/// The target of a [`Step`] that raises a card.
pub(super) const TO_FOUNDATION: u8 = 0xFE;
/// The target of a [`Step`] into an empty column.
pub(super) const TO_EMPTY_COLUMN: u8 = 0xFF;

/// A carry, given by cards instead of piles: `card` and all cards on it go to `to`, which is the card that
/// they are put on, [`TO_FOUNDATION`] or [`TO_EMPTY_COLUMN`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) card: u8,
    pub(super) to: u8,
}

/// A recorder of steps. The searches pass `()`, which costs nothing.
pub(super) trait Trace {
    fn step(&mut self, card: u8, to: u8);
}

impl Trace for () {
    #[inline]
    fn step(&mut self, _: u8, _: u8) {}
}

impl Trace for Vec<Step> {
    fn step(&mut self, card: u8, to: u8) {
        self.push(Step { card, to });
    }
}

/// The rules by which the search plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The rules of the game.
    Exact,
    /// The [open-stock relaxation](super::relax#the-open-stock-relaxation), for games without take-backs.
    OpenStock,
    /// The [card-pool relaxation](super::relax#the-card-pool-relaxation), for games with take-backs.
    CardPool,
}

/// What differs while a relaxation is played.
#[derive(Copy, Clone, Debug)]
pub(super) struct Relaxation {
    pub(super) mode: Mode,
    pub(super) take: Take,
    prunings: Prunings,
}

/// The constants of a search, and the columns met: what every operation on a state needs.
pub(super) struct Game {
    pub(super) layout: Layout,
    pub(super) columns: Columns,
    pub(super) prunings: Prunings,
    /// What moves from column to column by the rules being played.
    pub(super) take: Take,
    pub(super) mode: Mode,
    /// The relaxation of this game; the rules of the game while the relaxation is played.
    pub(super) relaxation: Relaxation,
    /// A move of a relaxation was left out because its chain was too long. The relaxation proves nothing.
    pub(super) overflow: bool,
    /// A cyclic column was met in the game itself; see [`Game::has_cycle`].
    pub(super) met_cycle: bool,
    /// A column was met in a relaxation that may become cyclic; see [`Game::could_close_cycle`].
    pub(super) met_possible_cycle: bool,
    /// Whether every move of a part of a column is generated, and not only those that free a card.
    pub(super) all_parts: bool,
}

impl Game {
    /// The game of a position, with those of the wanted prunings that are sound. `columns` gives its memory.
    pub(super) fn new(position: &Position, mut columns: Columns, wanted: Prunings) -> Game {
        columns.clear();
        let layout = Layout::new(position);
        let variant = &position.variant;
        let relaxed_mode =
            if variant.take_back == TakeBack::Never { Mode::OpenStock } else { Mode::CardPool };
        // If single cards move in the game, any part moves in the relaxation.
        let relaxed_take = if variant.take == Take::Whole { Take::Whole } else { Take::Run };
        let relaxed_variant = Variant { take: relaxed_take, ..*variant };
        Game {
            layout,
            columns,
            prunings: wanted.and(Prunings::sound_for(variant)),
            take: variant.take,
            mode: Mode::Exact,
            relaxation: Relaxation {
                mode: relaxed_mode,
                take: relaxed_take,
                prunings: wanted.and(Prunings::sound_for(&relaxed_variant)),
            },
            overflow: false,
            met_cycle: false,
            met_possible_cycle: false,
            all_parts: false,
        }
    }

    /// Returns `true` if the relaxation has the same wins as the game: one card drawn, unlimited redeals, no
    /// take-backs.
    pub(super) fn equals_relaxation(&self) -> bool {
        self.layout.unlimited
            && self.layout.draws.draw() == 1
            && self.relaxation.mode == Mode::OpenStock
            && self.relaxation.take == self.take
    }

    /// Plays by the rules of the relaxation until [`Game::restore`].
    pub(super) fn relax(&mut self) {
        self.mode = self.relaxation.mode;
        std::mem::swap(&mut self.take, &mut self.relaxation.take);
        std::mem::swap(&mut self.prunings, &mut self.relaxation.prunings);
    }

    /// Plays by the rules of the game again.
    pub(super) fn restore(&mut self) {
        self.mode = Mode::Exact;
        std::mem::swap(&mut self.take, &mut self.relaxation.take);
        std::mem::swap(&mut self.prunings, &mut self.relaxation.prunings);
    }

    /// The compact form of a position.
    pub(super) fn start(&mut self, position: &Position) -> State {
        let mut up = position.up;
        let mut by_suit = [0; 4];
        for suit in talon_cards::Suit::ALL {
            by_suit[Layout::suit(suit)] = up[usize::from(suit.index())];
        }
        up = by_suit;
        // A suit without any card is not in the deck.
        let mut seen = [false; 4];
        let piles = position.columns.iter().chain([&position.reserve, &position.stock, &position.waste]);
        for &card in piles.flatten() {
            seen[Layout::suit(card.suit())] = true;
        }
        for suit in 0..4 {
            if !seen[suit] && up[suit] == 0 {
                up[suit] = position.ranks;
            }
        }
        let mut columns = [0; 4];
        for (at, column) in position.columns.iter().enumerate() {
            for &card in column {
                columns[at] = self.columns.push(columns[at], self.layout.code(card));
            }
        }
        let stock_cards = position.waste.len() + position.stock.len();
        State {
            columns,
            up,
            reserve: position.reserve.len() as u8,
            waste_end: position.waste.len() as u8,
            redeals: position.redeals.unwrap_or(255),
            locked: 0,
            stock: below(stock_cards as u8),
        }
    }

    /// Returns `true` if the card is the next one of its foundation.
    #[inline]
    pub(super) fn is_next(&self, state: &State, card: u8) -> bool {
        card != NONE && state.up[usize::from(card & 3)] == card >> 2
    }

    /// In the card-pool relaxation: returns `true` if all lower cards of the suit are in the pool.
    #[inline]
    pub(super) fn joins_pool(&self, state: &State, card: u8) -> bool {
        card != NONE
            && self.layout.up_masks[usize::from(card & 3)][usize::from(card >> 2)] & !self.free_cards(state)
                == 0
    }

    /// The top card of the reserve, or [`NONE`].
    #[inline]
    pub(super) fn reserve_top(&self, state: &State) -> u8 {
        if state.reserve == 0 { NONE } else { self.layout.reserve[usize::from(state.reserve) - 1] }
    }

    /// Removes a stock card, which must be within reach. In the game itself, the cards before it become the
    /// waste.
    #[inline]
    pub(super) fn remove_stock_card(&self, state: &mut State, card: u8) {
        if self.mode == Mode::CardPool {
            return;
        }
        let bit = self.layout.place_of[card as usize];
        if self.mode == Mode::Exact {
            state.waste_end = bit;
        } else if state.locked > 0 {
            // When the first free card leaves, the last locked card becomes free.
            let before = Draws::waste(state.stock, bit);
            debug_assert!(before >= state.locked, "a locked card stays");
            if before == state.locked {
                state.locked -= 1;
            }
        }
        state.stock &= !(1 << bit);
    }

    /// In the open-stock relaxation: returns `true` if this stock card is there and not locked.
    #[inline]
    pub(super) fn is_free(&self, state: &State, card: u8) -> bool {
        let bit = self.layout.place_of[card as usize];
        state.stock >> bit & 1 == 1 && (state.locked == 0 || Draws::waste(state.stock, bit) >= state.locked)
    }

    /// Removes a stock card and pays for the redeal that it may need.
    #[inline]
    pub(super) fn take_stock_card(&self, state: &mut State, card: u8) {
        if !self.layout.unlimited && self.mode == Mode::Exact {
            let ahead = self.layout.draws.ahead(state.stock, state.waste_end);
            if ahead >> self.layout.place_of[card as usize] & 1 == 0 {
                debug_assert!(state.redeals > 0, "the card needs a redeal");
                state.redeals -= 1;
            }
        }
        self.remove_stock_card(state, card);
    }

    /// Raises the top card of a column.
    #[inline]
    pub(super) fn raise_top(&mut self, state: &mut State, column: usize, trace: &mut impl Trace) {
        let card = self.columns.top(state.columns[column]);
        self.raise_stock_before(state, card, trace);
        state.columns[column] = self.columns.below(state.columns[column]);
        self.raise(state, card, trace);
    }

    /// Raises the top card of the reserve.
    #[inline]
    pub(super) fn raise_reserve(&mut self, state: &mut State, trace: &mut impl Trace) {
        let card = self.reserve_top(state);
        self.raise_stock_before(state, card, trace);
        state.reserve -= 1;
        self.raise(state, card, trace);
    }

    /// Raises a card that has left its pile.
    #[inline]
    pub(super) fn raise(&self, state: &mut State, card: u8, trace: &mut impl Trace) {
        if self.mode != Mode::CardPool {
            debug_assert!(self.is_next(state, card), "a foundation takes only its next card");
            state.up[usize::from(card & 3)] += 1;
        }
        trace.step(card, TO_FOUNDATION);
    }

    /// In the open-stock relaxation, raises the stock cards that the foundation needs before `card`.
    #[inline]
    pub(super) fn raise_stock_before(&self, state: &mut State, card: u8, trace: &mut impl Trace) {
        if self.mode == Mode::OpenStock {
            let suit = card & 3;
            while state.up[usize::from(suit)] < card >> 2 {
                let next = state.up[usize::from(suit)] * 4 + suit;
                self.remove_stock_card(state, next);
                self.raise(state, next, trace);
            }
        }
    }

    /// Carries the cards above `under` in column `from` onto column `to`.
    #[inline]
    pub(super) fn carry(
        &mut self,
        state: &mut State,
        from: usize,
        under: Column,
        to: usize,
        trace: &mut impl Trace,
    ) {
        let run = state.columns[from];
        let target = self.columns.top(state.columns[to]);
        let first = if under == 0 {
            self.columns.bottom(run)
        } else {
            self.columns.above(run, self.columns.top(under))
        };
        state.columns[to] = self.columns.join(state.columns[to], run, under);
        state.columns[from] = under;
        trace.step(first, if target == NONE { TO_EMPTY_COLUMN } else { target });
    }

    /// Puts a card that has left its pile onto a column.
    #[inline]
    pub(super) fn put(&mut self, state: &mut State, card: u8, to: usize, trace: &mut impl Trace) {
        let target = self.columns.top(state.columns[to]);
        state.columns[to] = self.columns.push(state.columns[to], card);
        trace.step(card, if target == NONE { TO_EMPTY_COLUMN } else { target });
    }

    /// The bottom cards of the columns, and all cards of the reserve.
    pub(super) fn bottom_cards(&self, state: &State) -> u64 {
        let bottoms = state.columns.iter().filter(|&&column| column != 0);
        bottoms.fold(self.layout.reserve_masks[usize::from(state.reserve)], |mask, &column| {
            mask | 1 << self.columns.bottom(column)
        })
    }

    /// The cards in the columns.
    #[inline]
    pub(super) fn tableau(&self, state: &State) -> u64 {
        state.columns.iter().fold(0, |mask, &column| mask | self.columns.cards(column))
    }

    /// The exact key of everything but the waste and the redeals, in 104 bits.
    ///
    /// It consists of the numbers of the columns and the heights of the foundations. The stock and the reserve
    /// follow from them, because no card returns there: a card dealt to the stock or the reserve is still
    /// there unless it is in a column or on a foundation.
    #[inline]
    pub(super) fn key(&self, state: &State) -> u128 {
        let columns = state.columns.iter().fold(0u128, |key, &column| key << 22 | u128::from(column));
        let up = state.up.iter().fold(0u128, |key, &up| key << 4 | u128::from(up));
        // A key must not be 0, which marks a vacant slot.
        (columns << 16 | up) + 1
    }

    /// Returns `true` if all cards are raised. A relaxation is won if the columns and the reserve are empty,
    /// because nothing can prevent the rest from being raised then.
    #[inline]
    pub(super) fn is_won(&self, state: &State) -> bool {
        state.reserve == 0 && state.columns == [0; 4] && (self.mode != Mode::Exact || state.stock == 0)
    }

    /// The number of cards on the foundations.
    #[inline]
    pub(super) fn cards_up(&self, state: &State) -> u8 {
        state.up.iter().sum::<u8>() - self.layout.absent
    }

    /// In the open-stock relaxation: the number of cards on the foundations, and of the free stock cards that
    /// could be raised at once.
    #[inline]
    pub(super) fn cards_up_with_stock(&self, state: &State) -> u8 {
        let free = self.free_cards(state);
        let follow = (0..4u8).map(|suit| {
            let first = state.up[usize::from(suit)];
            (first..self.layout.ranks).take_while(|rank| free >> (4 * rank + suit) & 1 == 1).count() as u8
        });
        self.cards_up(state) + follow.sum::<u8>()
    }

    /// The number of cards in the deck.
    pub(super) fn cards_in_deck(&self) -> u8 {
        4 * self.layout.ranks - self.layout.absent
    }

    /// Returns `true` for games in which depth-first search often finds no win: those in which single cards
    /// move back and forth, and those in which any suit goes on any.
    pub(super) fn needs_beams(&self) -> bool {
        self.take == Take::TopOrWhole || self.layout.variant.build == Build::AnySuit
    }
}
