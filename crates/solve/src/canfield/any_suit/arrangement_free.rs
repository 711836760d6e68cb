//! The arrangement-free relaxation: it forgets which card of the columns lies on which.
//!
//! What makes a deal hopeless is the order of the stock and of the reserve against the few columns. How the
//! cards lie in the columns multiplies the positions and matters little. So here the columns are one set:
//!
//! * A card of the set that is next on its foundation may be raised, whatever lies on it.
//! * The top card of the reserve and the reachable cards of stock and waste go to a foundation or into the
//!   set.
//! * After every move the set must be one that *could* lie in the columns. A rank of which the set has n
//!   cards, under a rank of which it has m, needs at least n − m bottom cards; all ranks together must not
//!   need more bottom cards than there are columns. While the reserve fills empty columns, a bottom card is
//!   one that was dealt there or comes from the reserve, so the n − m must be found among those.
//! * The goal is an empty reserve, stock and waste.
//!
//! *Claim.* A position that is lost here is lost. *Proof.* Every position of the game is a state here, since
//! its columns show that the set fits. A move between columns leaves the state as it is; every other move is
//! one move here, or two if it empties a column that the reserve fills.
//!
//! **Delayed raises.** A card of the set stays there until another card needs its place, because the state
//! with the card in the set can become the state with the card raised at any time. So the only raises are
//! those that let a new card in, and of those the smallest sets: a set of raises that contains another
//! sufficient one is left out. A card that fits into the set goes there and is not raised. Between two raises
//! the rest need not fit, which makes the relaxation only more generous. Safe cards
//! ([`is_safe_in_any_suit`](Layout::is_safe_in_any_suit)) are nevertheless raised at once, so that one state
//! stands for two.
//!
//! Every move takes a card out of the supply for good, so there are no cycles.

use super::abstraction::{Abstraction, Key, Visit};
use crate::canfield::layout::Layout;
use crate::canfield::relax::Finding;
use crate::canfield::state::{Game, State};
use crate::canfield::stock::below;
use std::ops::ControlFlow;
use talon_rules::ReserveFills;

/// The relaxation for one deal.
#[derive(Copy, Clone)]
pub(super) struct ArrangementFree<'a> {
    layout: &'a Layout,
    /// The cards that can be bottom cards while the reserve lasts.
    bottoms: u64,
    /// The bits for the number of redeals in a key.
    redeal_bits: u32,
}

/// A state.
#[derive(Copy, Clone, Debug)]
pub(super) struct Unarranged {
    /// The cards in the columns.
    cards: u64,
    /// The places of the cards of stock and waste; the waste is those below `waste_end`.
    pub(super) stock: u64,
    pub(super) up: [u8; 4],
    pub(super) reserve: u8,
    pub(super) waste_end: u8,
    redeals: u8,
}

impl Unarranged {
    /// The state for a position of the game.
    pub(super) fn of(game: &Game, state: &State) -> Unarranged {
        Unarranged {
            cards: game.tableau(state),
            stock: state.stock,
            up: state.up,
            reserve: state.reserve,
            waste_end: state.waste_end,
            redeals: state.redeals,
        }
    }
}

/// What decides whether a set fits, while cards are raised from it.
#[derive(Copy, Clone)]
struct FitCounts {
    /// The number of cards of each rank, a nibble each.
    have: u64,
    /// How many of them can be bottom cards.
    bottoms: u64,
    /// The number of cards on each foundation, a byte each.
    up: u32,
}

impl FitCounts {
    fn up_of(&self, suit: usize) -> u8 {
        (self.up >> (8 * suit)) as u8
    }
}

/// All sets of raises that were found, none containing another.
struct RaiseSets {
    found: [u32; RaiseSets::MOST],
    count: usize,
}

impl RaiseSets {
    /// If there are this many, some may be missing and nothing is proved.
    const MOST: usize = 32;

    fn push(&mut self, up: u32) {
        self.found[self.count] = up;
        self.count += 1;
    }

    fn is_full(&self) -> bool {
        self.count == RaiseSets::MOST
    }

    /// Returns `true` if some set found is contained in this one.
    fn contain_less(&self, up: u32) -> bool {
        const HIGH: u32 = 0x8080_8080;
        self.found[..self.count].iter().any(|&known| ((up | HIGH) - known) & HIGH == HIGH)
    }
}

/// The lowest bit of every nibble, and the highest.
pub(super) const ONES: u64 = 0x1111_1111_1111_1111;
pub(super) const EIGHTS: u64 = 8 * ONES;

/// The number of cards of each rank, a nibble each.
#[inline]
pub(super) fn counts(cards: u64) -> u64 {
    const PAIRS: u64 = 3 * ONES;
    const EVEN: u64 = 5 * ONES;
    let pairs = cards - ((cards >> 1) & EVEN);
    (pairs & PAIRS) + ((pairs >> 2) & PAIRS)
}

/// The sum of all nibbles.
#[inline]
fn sum(nibbles: u64) -> u64 {
    const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    ((nibbles & LOW) + ((nibbles >> 4) & LOW)).wrapping_mul(0x0101_0101_0101_0101) >> 56
}

fn bit_width(number: u8) -> u32 {
    8 - number.leading_zeros()
}

/// The number of hosts for each rank in a nibble; `have` is the number of cards of each rank in the set.
#[inline]
fn hosts(layout: &Layout, have: u64) -> u64 {
    // The counts of the rank above; above the last rank is the base rank.
    let around = if layout.variant.build_on_base { (have & 15) << (4 * (layout.ranks - 1)) } else { 0 };
    let hosts = have >> 4 | around;
    if layout.variant.base_into_columns { hosts } else { hosts & !15 }
}

/// The number of bottom cards that each rank needs, a nibble each.
#[inline]
fn needed(layout: &Layout, have: u64) -> u64 {
    // Counts are at most 4, so no nibble borrows from the next.
    let difference = (have | EIGHTS) - hosts(layout, have);
    let is_positive = (difference & EIGHTS) >> 3;
    difference & (7 * is_positive)
}

/// Returns `true` if a set fits into the columns: it needs `needed` bottom cards of each rank, and `bottoms` of its
/// cards can be bottom cards.
#[inline]
fn suffices(layout: &Layout, bottoms: u64, needed: u64) -> bool {
    sum(needed) <= layout.columns as u64 && ((bottoms | EIGHTS) - needed) & EIGHTS == EIGHTS
}

impl<'a> ArrangementFree<'a> {
    /// Returns `true` if states have short keys.
    pub(super) fn applies(layout: &Layout, reserve: u8, redeals: u8) -> bool {
        layout.stock_len + bit_width(reserve) + bit_width(redeals) <= Key::SUPPLY_BITS
    }

    /// The relaxation of a deal with `redeals` redeals; `bottoms` are the cards that can be bottom cards.
    pub(super) fn new(layout: &'a Layout, bottoms: u64, redeals: u8) -> ArrangementFree<'a> {
        ArrangementFree { layout, bottoms, redeal_bits: bit_width(redeals) }
    }

    /// The possible bottom cards of each rank; enough of every rank once the reserve is gone.
    #[inline]
    fn bottoms_of(self, state: &Unarranged) -> u64 {
        if state.reserve > 0 && self.layout.variant.reserve_fills != ReserveFills::Never {
            counts(state.cards & self.bottoms)
        } else {
            7 * ONES
        }
    }

    #[inline]
    fn fits(self, state: &Unarranged) -> bool {
        suffices(self.layout, self.bottoms_of(state), needed(self.layout, counts(state.cards)))
    }

    #[inline]
    fn raised_fits(self, raised: &FitCounts) -> bool {
        suffices(self.layout, raised.bottoms, needed(self.layout, raised.have))
    }

    fn is_safe(self, state: &Unarranged, card: u8) -> bool {
        state.up[usize::from(card & 3)] == card >> 2 && self.layout.is_safe_in_any_suit(&state.up, card)
    }

    /// Returns `true` if this card is never in the way in the set.
    ///
    /// Let every card of the next rank lie in the set or be up together with its own card of this rank. Those
    /// in the set stay there until the card of this rank of their suit is up. So at any time this rank, with
    /// the new card, has no more cards in the set than the rank above it, and needs no bottom card. Whatever
    /// can be done with the card in its pile can then be done with it in the set.
    #[inline]
    fn is_harmless(self, state: &Unarranged, card: u8) -> bool {
        let rank = card >> 2;
        if rank + 1 >= self.layout.ranks || rank == 0 && !self.layout.variant.base_into_columns {
            return false;
        }
        (0..4u8)
            .all(|suit| state.up[usize::from(suit)] > rank || state.cards >> (4 * (rank + 1) + suit) & 1 == 1)
    }

    /// The top card of the reserve.
    fn reserve_top(self, state: &Unarranged) -> Option<u8> {
        (state.reserve > 0).then(|| self.layout.reserve[usize::from(state.reserve) - 1])
    }

    /// The top card of the waste.
    fn waste_top(self, state: &Unarranged) -> Option<u8> {
        let waste = state.stock & below(state.waste_end);
        (waste != 0).then(|| self.layout.stock_card[63 - waste.leading_zeros() as usize])
    }

    /// Takes a card of the stock or the waste.
    fn take(self, state: &mut Unarranged, card: u8) {
        let place = self.layout.place_of[usize::from(card)];
        state.stock &= !(1 << place);
        state.waste_end = place;
    }

    /// Makes one move that needs no choice, if there is one.
    fn settle_once(self, state: &mut Unarranged) -> bool {
        let (reserve, waste) = (self.reserve_top(state), self.waste_top(state));
        for suit in 0..4u8 {
            let card = 4 * state.up[usize::from(suit)] + suit;
            if card >> 2 >= self.layout.ranks || !self.is_safe(state, card) {
                continue;
            }
            let mut next = *state;
            next.up[usize::from(suit)] += 1;
            if state.cards >> card & 1 == 1 {
                next.cards ^= 1 << card;
                if !self.fits(&next) {
                    continue;
                }
            } else if reserve == Some(card) {
                next.reserve -= 1;
            } else if waste == Some(card) {
                self.take(&mut next, card);
            } else {
                continue;
            }
            *state = next;
            return true;
        }
        if let Some(card) = reserve
            && self.is_harmless(state, card)
        {
            state.reserve -= 1;
            state.cards |= 1 << card;
            return true;
        }
        if let Some(card) = waste
            && self.is_harmless(state, card)
        {
            self.take(state, card);
            state.cards |= 1 << card;
            return true;
        }
        false
    }

    /// Shows the states in which a card that left its pile is in the set or up.
    fn place(self, state: Unarranged, card: u8, visit: &mut impl FnMut(Unarranged) -> Visit) -> Visit {
        if self.is_safe(&state, card) {
            let mut next = state;
            next.up[usize::from(card & 3)] += 1;
            return visit(next);
        }
        let next = Unarranged { cards: state.cards | 1 << card, ..state };
        let start = FitCounts {
            have: counts(next.cards),
            bottoms: self.bottoms_of(&next),
            up: u32::from_le_bytes(next.up),
        };
        let needed = needed(self.layout, start.have);
        if suffices(self.layout, start.bottoms, needed) {
            return visit(next);
        }
        let raises = self.smallest_raises(&next, start, needed);
        for up in &raises.found[..raises.count] {
            let up = up.to_le_bytes();
            let gone = (0..4).fold(0, |gone, suit| gone | self.layout.up_masks[suit][usize::from(up[suit])]);
            visit(Unarranged { cards: next.cards & !gone, up, ..next })?;
        }
        if raises.is_full() { ControlFlow::Break(Ok(Finding::Unknown)) } else { ControlFlow::Continue(()) }
    }

    /// Raises the next card of a suit, which lies in the set.
    #[inline]
    fn raise(self, raised: &mut FitCounts, suit: usize) {
        let rank = raised.up_of(suit);
        raised.have -= 1 << (4 * rank);
        // Where every rank has enough bottom cards, seven less four are enough too.
        raised.bottoms -= (self.bottoms >> (4 * rank + suit as u8) & 1) << (4 * rank);
        raised.up += 1 << (8 * suit);
    }

    /// The smallest sets of raises after which the set fits.
    fn smallest_raises(self, state: &Unarranged, start: FitCounts, needed: u64) -> RaiseSets {
        let mut raises = RaiseSets { found: [0; RaiseSets::MOST], count: 0 };
        // Raising a card of a rank that needs no bottom card never makes fewer needed. So one that needs some
        // must be among those that can be raised.
        let (mut most, mut fewest, mut helps) = (state.up, start.have, false);
        for suit in 0..4u8 {
            let up = &mut most[usize::from(suit)];
            while *up < self.layout.ranks && state.cards >> (*up * 4 + suit) & 1 == 1 {
                helps |= needed >> (4 * *up) & 15 != 0;
                fewest -= 1 << (4 * *up);
                *up += 1;
            }
        }
        if !helps {
            return raises;
        }
        // The last card raised of a suit must be necessary: without it, its rank would have more cards than
        // hosts. There are never fewer hosts than when everything is raised.
        let necessary = ((start.have | EIGHTS) - ONES - hosts(self.layout, fewest)) & EIGHTS;
        // First each suit alone; a set that raises as many of that suit and others besides is not smallest.
        for suit in 0..4 {
            let mut alone = start;
            while alone.up_of(suit) < most[suit] {
                let rank = alone.up_of(suit);
                self.raise(&mut alone, suit);
                if necessary >> (4 * rank) & 15 != 0 && self.raised_fits(&alone) {
                    raises.push(alone.up);
                    most[suit] = rank;
                    break;
                }
            }
        }
        self.raises_from(start, &most, necessary, 0, &mut raises);
        raises
    }

    /// Collects the smallest sets of raises from this suit and those after it, with at most `most` cards up.
    fn raises_from(
        self,
        mut raised: FitCounts,
        most: &[u8; 4],
        necessary: u64,
        suit: usize,
        raises: &mut RaiseSets,
    ) {
        let mut may_end = true;
        loop {
            if may_end {
                // In this order no set is contained in one found before it.
                if raises.contain_less(raised.up) {
                    return;
                }
                if suit < 3 {
                    self.raises_from(raised, most, necessary, suit + 1, raises);
                } else if !raises.is_full() && self.raised_fits(&raised) {
                    return raises.push(raised.up);
                }
            }
            let rank = raised.up_of(suit);
            if rank == most[suit] {
                return;
            }
            self.raise(&mut raised, suit);
            may_end = necessary >> (4 * rank) & 15 != 0;
        }
    }
}

impl Abstraction for ArrangementFree<'_> {
    type State = Unarranged;

    fn normalize(self, state: &mut Unarranged) {
        while self.settle_once(state) {}
    }

    fn is_goal(self, state: &Unarranged) -> bool {
        state.reserve == 0 && state.stock == 0
    }

    fn key(self, state: &Unarranged) -> Key {
        let supply = u64::from(state.reserve) << self.redeal_bits | u64::from(state.redeals);
        Key {
            supply: supply << self.layout.stock_len | state.stock,
            up: state.up.iter().fold(0, |key, &up| key << 4 | u16::from(up)),
            undrawn: (state.stock & !below(state.waste_end)).count_ones() as u8,
        }
    }

    fn successors(self, state: &Unarranged, visit: &mut impl FnMut(Unarranged) -> Visit) -> Visit {
        if let Some(card) = self.reserve_top(state) {
            self.place(Unarranged { reserve: state.reserve - 1, ..*state }, card, visit)?;
        }
        let ahead = self.layout.draws.ahead(state.stock, state.waste_end);
        let behind = if state.redeals > 0 { state.stock & !ahead } else { 0 };
        for (mut places, redeals) in [(ahead, 0), (behind, 1)] {
            while places != 0 {
                let card = self.layout.stock_card[places.trailing_zeros() as usize];
                places &= places - 1;
                let mut next = Unarranged { redeals: state.redeals - redeals, ..*state };
                self.take(&mut next, card);
                self.place(next, card, visit)?;
                // When a safe or a harmless card is drawn it is played at once, so no card after it is drawn
                // while it lies there.
                if self.is_safe(state, card) || self.is_harmless(state, card) {
                    return ControlFlow::Continue(());
                }
            }
        }
        ControlFlow::Continue(())
    }
}
