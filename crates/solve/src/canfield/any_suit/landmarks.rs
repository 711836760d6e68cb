//! The landmark abstraction: what taking off the waste and the reserve demands of the columns.
//!
//! The waste is taken off from the top, and so is the reserve. Each of these cards has to leave its pile at
//! some moment of every win: these moments are landmarks, and the order within each pile is fixed. When the
//! waste card w is taken, all cards drawn after it have left the stock and the waste too, however many they
//! are by then. So the cards that are still in the supply at that moment are known but for two numbers: how
//! far the stock has been drawn, and how many cards the reserve has left. The stock not drawn and the reserve
//! only ever shrink. All other cards lie in the columns or on the foundations.
//!
//! **State.** The cards that are left of the waste at the start of the query, the place in the stock up to
//! which cards have been drawn, the size of the reserve, and the base cards that were on the foundations at
//! the start (a base card in a column is a host for others; one on its foundation is not).
//!
//! **Moves.** Take the next card of the waste, after drawing on to some place; or take the next card of the
//! reserve. Both require that the cards outside the supply could lie in the columns, some of them being on
//! the foundations. Of the places for drawing on, the earliest is enough. *Proof.* A state with fewer cards
//! drawn is at least as good: it can draw on to any place that the other one can, and for a move of the
//! reserve fewer cards are known to be out of the supply, so the columns have to hold fewer.
//!
//! **Goal.** Waste and reserve are empty.
//!
//! Every state of the [arrangement-free relaxation](super::arrangement_free) is tested here before it is
//! expanded. *Claim.* A state that is lost here is lost there. *Proof.* A win there takes off waste and
//! reserve; the moments at which it does are states here, and its columns show that each move is possible.

use super::abstraction::{Abstraction, Key, Visit};
use super::arrangement_free::{EIGHTS, ONES, Unarranged, counts};
use crate::canfield::layout::Layout;
use crate::canfield::stock::below;
use std::ops::ControlFlow;
use talon_rules::ReserveFills;

/// The abstraction for one deal.
#[derive(Copy, Clone)]
pub(super) struct Landmarks<'a> {
    layout: &'a Layout,
    /// The cards that can be the bottom card of a column while the reserve lasts.
    bottoms: u64,
    /// For each place in the stock, the cards that lie at it or after it.
    undrawn: &'a [u64; 64],
}

/// A state: the supply at the moment after a card was taken.
#[derive(Copy, Clone, Debug)]
pub(super) struct LandmarkState {
    /// The waste, by place in the stock.
    waste: u64,
    /// The cards of the waste.
    cards: u64,
    /// The place of the first card that is not drawn.
    drawn: u8,
    reserve: u8,
    /// The base cards on the foundations.
    up: u8,
}

impl<'a> Landmarks<'a> {
    /// Returns `true` if the abstraction is sound under these rules and its states have short keys.
    pub(super) fn applies(layout: &Layout, reserve: u8, redeals: u8) -> bool {
        // After a redeal it is not known which cards lie beyond a place in the stock.
        layout.variant.base_into_columns
            && redeals == 0
            && reserve < 16
            && layout.stock_len + 4 <= Key::SUPPLY_BITS
    }

    /// For each place in the stock, the cards that lie at it or after it.
    pub(super) fn undrawn(layout: &Layout) -> [u64; 64] {
        let mut undrawn = [0; 64];
        for at in (0..layout.stock_len as usize).rev() {
            undrawn[at] = undrawn[at + 1] | 1 << layout.stock_card[at];
        }
        undrawn
    }

    pub(super) fn new(layout: &'a Layout, bottoms: u64, undrawn: &'a [u64; 64]) -> Landmarks<'a> {
        let bottoms = if layout.variant.reserve_fills == ReserveFills::Never { u64::MAX } else { bottoms };
        Landmarks { layout, bottoms, undrawn }
    }

    /// The state for a state of the arrangement-free relaxation.
    pub(super) fn state(self, state: &Unarranged) -> LandmarkState {
        let Unarranged { stock, up, reserve, waste_end, .. } = *state;
        let waste = stock & below(waste_end);
        let mut cards = 0;
        let mut rest = waste;
        while rest != 0 {
            cards |= 1 << self.layout.stock_card[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        let drawn = (stock & !below(waste_end)).trailing_zeros().min(self.layout.stock_len) as u8;
        let up = (0..4).fold(0, |mask, suit| mask | u8::from(up[suit] > 0) << suit);
        LandmarkState { waste, cards, drawn, reserve, up }
    }

    /// Returns `true` if the cards outside the supply could lie in the columns, some of them being up.
    ///
    /// The cards `left` are in the supply; those of `unknown` may be there.
    fn could_lie(self, left: u64, unknown: u64, now: &LandmarkState) -> bool {
        let least = std::array::from_fn(|suit| now.up >> suit & 1);
        // The cards of a suit above one that is still in the supply are not up.
        let most = std::array::from_fn(|suit| {
            let lowest = (left >> suit & ONES).trailing_zeros() as u8 / 4;
            lowest.min(self.layout.ranks)
        });
        let may = self.layout.all & !left;
        self.fits_between(may, may & !unknown, least, most, now.reserve)
    }

    /// Returns `true` if some number of cards of each suit between `least` and `most` can be up, so that the
    /// others fit into the columns.
    ///
    /// If not even the cards that lie there in any case fit, with the help of all that could, then no numbers
    /// do. Otherwise the largest interval is halved, until the numbers are fixed and the test is exact.
    fn fits_between(self, may: u64, must: u64, least: [u8; 4], most: [u8; 4], reserve: u8) -> bool {
        let masks = &self.layout.up_masks;
        let up = |up: &[u8; 4]| (0..4).fold(0, |mask, suit| mask | masks[suit][usize::from(up[suit])]);
        if !self.fits(may & !up(&least), must & !up(&most), reserve) {
            return false;
        }
        let suit = (0..4).max_by_key(|&suit| most[suit] - least[suit]).expect("there are four suits");
        if most[suit] == least[suit] {
            return true;
        }
        let middle = (least[suit] + most[suit]).div_ceil(2);
        let (mut more, mut fewer) = (least, most);
        more[suit] = middle;
        fewer[suit] = middle - 1;
        self.fits_between(may, must, more, most, reserve)
            || self.fits_between(may, must, least, fewer, reserve)
    }

    /// Returns `true` if the cards `must` could lie in the columns together with some of the cards `may`.
    ///
    /// A rank of n cards below one of m cards needs n − m bottom cards: one for every k such that it has a
    /// k-th card and the rank above it has not. Ranks that may have a k-th card form intervals. An interval
    /// in which a rank must have one needs a bottom card at that rank or above it.
    fn fits(self, may: u64, must: u64, reserve: u8) -> bool {
        let layout = self.layout;
        let bottoms = if reserve > 0 { self.bottoms & may } else { u64::MAX };
        let bottoms = bottoms | bottoms >> 1;
        let bottoms = (bottoms | bottoms >> 2) & ONES;
        let (must, may) = (counts(must) | EIGHTS, counts(may) | EIGHTS);
        let end = 1 << (4 * layout.ranks);
        let all = ONES & (end - 1);
        let wraps = layout.variant.build_on_base;
        let mut needed = 0;
        for k in 1..=4 {
            let must = (must - k * ONES) >> 3 & all;
            if must == 0 {
                break;
            }
            let may = (may - k * ONES) >> 3 & all;
            if may == all && wraps {
                // The k-th cards of all ranks may form a cycle, which needs no bottom card.
                continue;
            }
            // Adding `must` to an interval of ones carries out of it at its upper end.
            let interval_wraps = may & 1 == 1 && wraps;
            let interval = 15 * may;
            let mut sum = interval + must;
            if sum & end != 0 && interval_wraps {
                sum = interval + (must | 1);
                needed += (sum & !interval & all).count_ones();
            } else {
                needed += (sum & !interval & (all | end)).count_ones();
            }
            if needed > layout.columns as u32 {
                return false;
            }
            // The same addition without the ranks that have a possible bottom card must not carry.
            let own = bottoms & may;
            let interval = 15 * (may & !own);
            let must = must & !own;
            let mut sum = interval + must;
            if sum & end != 0 && interval_wraps {
                sum = if own & 1 == 1 { sum } else { interval + (must | 1) };
                sum &= !end;
            }
            if sum & !interval & !own & (all | end) != 0 {
                return false;
            }
        }
        true
    }
}

impl Abstraction for Landmarks<'_> {
    type State = LandmarkState;

    fn normalize(self, _: &mut LandmarkState) {}

    fn is_goal(self, now: &LandmarkState) -> bool {
        now.waste == 0 && now.reserve == 0
    }

    fn key(self, now: &LandmarkState) -> Key {
        let up = (0..4).fold(0, |key, suit| key | u16::from(now.up >> suit & 1) << (4 * suit));
        let undrawn = self.layout.stock_len as u8 - now.drawn;
        Key { supply: now.waste << 4 | u64::from(now.reserve), up, undrawn }
    }

    fn successors(self, now: &LandmarkState, visit: &mut impl FnMut(LandmarkState) -> Visit) -> Visit {
        if now.waste != 0 {
            let top = 63 - now.waste.leading_zeros();
            let card = 1 << self.layout.stock_card[top as usize];
            let next = LandmarkState { waste: now.waste ^ 1 << top, cards: now.cards ^ card, ..*now };
            let left = next.cards | self.layout.reserve_masks[usize::from(next.reserve)];
            let places = now.drawn..=self.layout.stock_len as u8;
            let mut places =
                places.filter(|&at| self.could_lie(left | self.undrawn[usize::from(at)], 0, &next));
            if let Some(drawn) = places.next() {
                visit(LandmarkState { drawn, ..next })?;
            }
        }
        if now.reserve > 0 {
            let next = LandmarkState { reserve: now.reserve - 1, ..*now };
            // It is not known which of the cards drawn meanwhile lie where.
            let left = next.cards | self.layout.reserve_masks[usize::from(next.reserve)];
            if self.could_lie(left, self.undrawn[usize::from(now.drawn)], &next) {
                visit(next)?;
            }
        }
        ControlFlow::Continue(())
    }
}
