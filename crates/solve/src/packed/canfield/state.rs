//! The compact state: what a move changes, and what can be asked of a position.

use super::columns::{Column, Columns, NONE};
use super::layout::Layout;
use super::position::{Build, Fill, Gap, Position, Rules, Take, TakeBack};
use super::talon::{Talon, below};

/// One position of a search. Which reserve cards are left follows from their number, which talon
/// cards from a set, so a state is small enough to copy at every node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The columns, largest number first in the normal form.
    pub(super) cols: [Column; 4],
    /// Cards up, by suit; a suit the deck has not got counts as complete.
    pub(super) up: [u8; 4],
    /// Cards left in the reserve.
    pub(super) reserve: u8,
    /// Talon bits below this are the waste.
    pub(super) cut: u8,
    /// Redeals left (255 where there is no limit).
    pub(super) redeals: u8,
    /// In a lazy search: so many talon cards, the first ones, are locked in.
    pub(super) locked: u8,
    /// The talon cards left.
    pub(super) stock: u64,
}

/// Where a card goes in a [`Step`]: the number of the card it is put on, or one of these.
pub(super) const TO_FOUNDATION: u8 = 0xFE;
/// Into an empty column.
pub(super) const TO_GAP: u8 = 0xFF;

/// One carry, named by its cards: `card` and all cards on it go to `to`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) card: u8,
    pub(super) to: u8,
}

/// Told every carry; the searches pass `()` and pay nothing.
pub(super) trait Log {
    fn step(&mut self, card: u8, to: u8);
}

impl Log for () {
    #[inline]
    fn step(&mut self, _: u8, _: u8) {}
}

impl Log for Vec<Step> {
    fn step(&mut self, card: u8, to: u8) {
        self.push(Step { card, to });
    }
}

/// Which game is played on the ground.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The real one.
    Exact,
    /// The easier one, without taking back (see `relaxed`).
    Lazy,
    /// The easier one, with taking back.
    Pool,
}

/// The liberties a search takes; each holds only where [`Prunings::all`] allows it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// Cards that nobody can miss go up at once.
    pub safe: bool,
    /// Of two twins a fixed one carries the cards.
    pub twins: bool,
    /// Columns are joined where that can be undone.
    pub merges: bool,
    /// The easier game is asked first.
    pub relaxed: bool,
    /// So is the one that forgets who lies on whom (see `heaps`).
    pub heaps: bool,
    /// Cards are raised from columns only when something needs it (see `late`).
    pub late: bool,
}

impl Prunings {
    /// None at all.
    pub const NONE: Prunings =
        Prunings { safe: false, twins: false, merges: false, relaxed: false, heaps: false, late: false };

    /// All that are sound under these rules.
    pub fn all(rules: &Rules) -> Prunings {
        Prunings {
            safe: true,
            // A tail moves between twins and back only if part runs move; and only with alternating
            // colours are there just two cards that take the same guests.
            twins: rules.take == Take::Part && rules.build == Build::AltColour,
            // Undone by moving the part run into the gap that it left.
            merges: rules.take == Take::Part && rules.gap == Gap::Anything,
            // Sound everywhere; but in any suit there are so many chains that it does not pay.
            relaxed: rules.build != Build::AnySuit,
            heaps: rules.build == Build::AnySuit && rules.take_back == TakeBack::No && rules.draw == 1,
            late: rules.build == Build::AnySuit
                && rules.fill == Fill::AtOnce
                && rules.take != Take::Part
                && rules.take_back == TakeBack::No
                && rules.draw == 1,
        }
    }

    fn and(self, other: Prunings) -> Prunings {
        Prunings {
            safe: self.safe && other.safe,
            twins: self.twins && other.twins,
            merges: self.merges && other.merges,
            relaxed: self.relaxed && other.relaxed,
            heaps: self.heaps && other.heaps,
            late: self.late && other.late,
        }
    }
}

/// How the easier game differs.
#[derive(Copy, Clone, Debug)]
pub(super) struct Easier {
    pub(super) mode: Mode,
    pub(super) take: Take,
    prunings: Prunings,
}

/// The layout and all columns met: what every operation on a state needs.
pub(super) struct Ground {
    pub(super) layout: Layout,
    pub(super) columns: Columns,
    pub(super) prunings: Prunings,
    /// What moves from column to column in the game being played.
    pub(super) take: Take,
    pub(super) mode: Mode,
    /// The easier game that goes with the rules.
    pub(super) easier: Easier,
    /// A move too long for its packed form was left out: the search proves nothing.
    pub(super) overflow: bool,
    /// A column was met that could go on its own end (see [`Ground::has_ring`]).
    pub(super) ringed: bool,
    /// In an easier game: one was met that talon cards could make such a column.
    pub(super) closes: bool,
    /// Part runs move anywhere, not only to free a card.
    pub(super) all_parts: bool,
}

impl Ground {
    /// The ground of a position; `columns` may be used ones.
    pub(super) fn new(position: &Position, mut columns: Columns, wanted: Prunings) -> Ground {
        columns.clear();
        let layout = Layout::new(position);
        let rules = &position.rules;
        let easier = if rules.take_back == TakeBack::No { Mode::Lazy } else { Mode::Pool };
        // Where single cards move, the easier game lets any part move.
        let easier_take = if rules.take == Take::Whole { Take::Whole } else { Take::Part };
        let easier_rules = Rules { take: easier_take, ..*rules };
        Ground {
            layout,
            columns,
            prunings: wanted.and(Prunings::all(rules)),
            take: rules.take,
            mode: Mode::Exact,
            easier: Easier {
                mode: easier,
                take: easier_take,
                prunings: wanted.and(Prunings::all(&easier_rules)),
            },
            overflow: false,
            ringed: false,
            closes: false,
            all_parts: false,
        }
    }

    /// Is the easier game the game itself?
    pub(super) fn is_easy(&self) -> bool {
        self.layout.unlimited
            && self.layout.talon.draw() == 1
            && self.easier.mode == Mode::Lazy
            && self.easier.take == self.take
    }

    /// Plays the easier game from now on, until [`Ground::harden`].
    pub(super) fn ease(&mut self) {
        self.mode = self.easier.mode;
        std::mem::swap(&mut self.take, &mut self.easier.take);
        std::mem::swap(&mut self.prunings, &mut self.easier.prunings);
    }

    /// Plays the real game again.
    pub(super) fn harden(&mut self) {
        self.mode = Mode::Exact;
        std::mem::swap(&mut self.take, &mut self.easier.take);
        std::mem::swap(&mut self.prunings, &mut self.easier.prunings);
    }

    /// The compact form of a position.
    pub(super) fn start(&mut self, position: &Position) -> State {
        let mut up = position.up;
        let mut by_suit = [0; 4];
        for suit in cards::Suit::ALL {
            by_suit[Layout::suit(suit)] = up[usize::from(suit.index())];
        }
        up = by_suit;
        // A suit the deck has not got: no card of it anywhere.
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
        let mut cols = [0; 4];
        for (at, column) in position.columns.iter().enumerate() {
            for &card in column {
                cols[at] = self.columns.push(cols[at], self.layout.code(card));
            }
        }
        let talon = position.waste.len() + position.stock.len();
        State {
            cols,
            up,
            reserve: position.reserve.len() as u8,
            cut: position.waste.len() as u8,
            redeals: position.redeals.unwrap_or(255),
            locked: 0,
            stock: below(talon as u8),
        }
    }

    /// Is the card on the foundations next?
    #[inline]
    pub(super) fn goes_up(&self, state: &State, card: u8) -> bool {
        card != NONE && state.up[usize::from(card & 3)] == card >> 2
    }

    /// In the pool: may the card join it?
    #[inline]
    pub(super) fn joins_pool(&self, state: &State, card: u8) -> bool {
        card != NONE
            && self.layout.up_masks[usize::from(card & 3)][usize::from(card >> 2)] & !self.free_cards(state)
                == 0
    }

    /// Can nothing be lost by moving this card, which is next on its foundation, up at once?
    ///
    /// Let the card have rank k. It could be missed only as the host of a card x of rank k − 1.
    /// (1) No such x is left below the foundations: nobody misses it. (2) Alternating colours, k ≥ 2:
    /// every such x is up or next on its foundation, so a line that puts x on the card can put x up
    /// instead; x in turn could be missed by cards of rank k − 2 of the first card's colour. That of
    /// its own suit is up; the twin's must be up or next, and what it might host, rank k − 3 of the
    /// other colour, is up. Wrapping counts: a base card (k = 0) may host the last rank, which is up
    /// only when its suit is complete.
    #[inline]
    pub(super) fn is_safe(&self, state: &State, card: u8) -> bool {
        let rules = &self.layout.rules;
        let (rank, suit) = (card >> 2, usize::from(card & 3));
        let wanted = if rank == 0 {
            if !rules.on_base {
                return true;
            }
            self.layout.ranks
        } else {
            if rank == 1 && !rules.base_enters {
                return true;
            }
            rank
        };
        match rules.build {
            Build::AltColour => {
                let least = state.up[suit ^ 1].min(state.up[suit ^ 3]);
                least >= wanted || rank >= 2 && least + 1 >= rank && state.up[suit ^ 2] + 2 >= rank
            }
            // The only guest would be the card before it in its own suit, which is up.
            Build::SameSuit => rank > 0,
            Build::AnySuit => self.layout.is_safe_in_any_suit(&state.up, card),
        }
    }

    /// The card on top of the reserve.
    #[inline]
    pub(super) fn reserve_top(&self, state: &State) -> u8 {
        if state.reserve == 0 { NONE } else { self.layout.reserve[usize::from(state.reserve) - 1] }
    }

    #[inline]
    pub(super) fn take_from_stock(&self, state: &mut State, card: u8) {
        if self.mode == Mode::Pool {
            return;
        }
        let bit = self.layout.bit_of[card as usize];
        if self.mode == Mode::Exact {
            state.cut = bit;
        } else if state.locked > 0 {
            // The first free card gone, the one before it is free.
            let before = Talon::waste(state.stock, bit);
            debug_assert!(before >= state.locked, "a locked card stays");
            if before == state.locked {
                state.locked -= 1;
            }
        }
        state.stock &= !(1 << bit);
    }

    /// In a lazy search: is this talon card free?
    #[inline]
    pub(super) fn is_free(&self, state: &State, card: u8) -> bool {
        let bit = self.layout.bit_of[card as usize];
        state.stock >> bit & 1 == 1 && (state.locked == 0 || Talon::waste(state.stock, bit) >= state.locked)
    }

    /// Moves a talon card: pays the redeal it may need and sets the cut.
    #[inline]
    pub(super) fn play_stock(&self, state: &mut State, card: u8) {
        if !self.layout.unlimited && self.mode == Mode::Exact {
            let ahead = self.layout.talon.ahead(state.stock, state.cut);
            if ahead >> self.layout.bit_of[card as usize] & 1 == 0 {
                debug_assert!(state.redeals > 0, "the card needs a redeal");
                state.redeals -= 1;
            }
        }
        self.take_from_stock(state, card);
    }

    /// Moves the top card of a column up.
    #[inline]
    pub(super) fn raise_tail(&mut self, state: &mut State, column: usize, log: &mut impl Log) {
        let card = self.columns.tail(state.cols[column]);
        self.raise_stock_before(state, card, log);
        state.cols[column] = self.columns.below(state.cols[column]);
        self.put_up(state, card, log);
    }

    /// Moves the top card of the reserve up.
    #[inline]
    pub(super) fn raise_reserve(&mut self, state: &mut State, log: &mut impl Log) {
        let card = self.reserve_top(state);
        self.raise_stock_before(state, card, log);
        state.reserve -= 1;
        self.put_up(state, card, log);
    }

    #[inline]
    pub(super) fn put_up(&self, state: &mut State, card: u8, log: &mut impl Log) {
        if self.mode != Mode::Pool {
            debug_assert!(self.goes_up(state, card), "a foundation takes its next card only");
            state.up[usize::from(card & 3)] += 1;
        }
        log.step(card, TO_FOUNDATION);
    }

    /// In a lazy search the talon cards missing below `card` go up first.
    #[inline]
    pub(super) fn raise_stock_before(&self, state: &mut State, card: u8, log: &mut impl Log) {
        if self.mode == Mode::Lazy {
            let suit = card & 3;
            while state.up[usize::from(suit)] < card >> 2 {
                let next = state.up[usize::from(suit)] * 4 + suit;
                self.take_from_stock(state, next);
                self.put_up(state, next, log);
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
        log: &mut impl Log,
    ) {
        let run = state.cols[from];
        let host = self.columns.tail(state.cols[to]);
        let first = if under == 0 {
            self.columns.head(run)
        } else {
            self.columns.above(run, self.columns.tail(under))
        };
        state.cols[to] = self.columns.join(state.cols[to], run, under);
        state.cols[from] = under;
        log.step(first, if host == NONE { TO_GAP } else { host });
    }

    /// Puts a card that left its pile onto a column.
    #[inline]
    pub(super) fn put(&mut self, state: &mut State, card: u8, to: usize, log: &mut impl Log) {
        let host = self.columns.tail(state.cols[to]);
        state.cols[to] = self.columns.push(state.cols[to], card);
        log.step(card, if host == NONE { TO_GAP } else { host });
    }

    /// The bottom cards of the columns and all of the reserve.
    pub(super) fn heads(&self, state: &State) -> u64 {
        let heads = state.cols.iter().filter(|&&column| column != 0);
        heads.fold(self.layout.reserve_masks[usize::from(state.reserve)], |mask, &column| {
            mask | 1 << self.columns.head(column)
        })
    }

    /// Does every card that lies on another fit it? It does after any play by the rules; a table laid
    /// by hand may hold a card on a base card that takes none.
    pub(super) fn is_laid_by_the_rules(&self, state: &State) -> bool {
        state.cols.iter().all(|&column| {
            let mut at = column;
            while at != 0 && self.columns.below(at) != 0 {
                let card = self.columns.tail(at);
                at = self.columns.below(at);
                if self.layout.fits[usize::from(self.columns.tail(at))] >> card & 1 == 0 {
                    return false;
                }
            }
            true
        })
    }

    /// All cards in the columns.
    #[inline]
    pub(super) fn tableau(&self, state: &State) -> u64 {
        state.cols.iter().fold(0, |mask, &column| mask | self.columns.mask(column))
    }

    /// The 104 bits that name everything but the waste and the redeals.
    #[inline]
    pub(super) fn name(&self, state: &State) -> u128 {
        let cols = state.cols.iter().fold(0u128, |key, &column| key << 22 | u128::from(column));
        let up = state.up.iter().fold(0u128, |key, &up| key << 4 | u128::from(up));
        // Never 0, which marks a free slot.
        (cols << 16 | up) + 1
    }

    /// Have all cards gone up (or, in a lazy search, can nothing keep the rest from it)?
    #[inline]
    pub(super) fn is_won(&self, state: &State) -> bool {
        state.reserve == 0 && state.cols == [0; 4] && (self.mode != Mode::Exact || state.stock == 0)
    }

    /// Cards on the foundations.
    #[inline]
    pub(super) fn cards_up(&self, state: &State) -> u8 {
        state.up.iter().sum::<u8>() - self.layout.absent
    }

    /// Cards on the foundations, and those of the talon that could follow now in a lazy search.
    #[inline]
    pub(super) fn could_be_up(&self, state: &State) -> u8 {
        let free = self.free_cards(state);
        let follow = (0..4u8).map(|suit| {
            let first = state.up[usize::from(suit)];
            (first..self.layout.ranks).take_while(|rank| free >> (4 * rank + suit) & 1 == 1).count() as u8
        });
        self.cards_up(state) + follow.sum::<u8>()
    }

    /// All cards.
    pub(super) fn cards_in_deck(&self) -> u8 {
        4 * self.layout.ranks - self.layout.absent
    }

    /// Does depth-first search lose its way in this game? It does where cards move to and fro one by
    /// one, and where any suit goes on any.
    pub(super) fn wanders(&self) -> bool {
        self.take == Take::TopOrWhole || self.layout.rules.build == Build::AnySuit
    }
}
