//! The steps of a state, and the cards that are raised after a step.

use super::game::{BOTTOM, CELL, Game, UP};
use super::state::State;
use talon_rules::Take;

/// A card, moved with all cards on it to a place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The card.
    pub card: u8,
    /// The card that it is put on, or the other place.
    pub to: u8,
}

/// Which cards are raised after every step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Raise {
    /// Those that are safe to raise: no win is lost.
    Safe,
    /// All that can be raised: many wins are found sooner, and some are lost.
    All,
}

/// The steps of a state. Each is a legal move; of empty columns and cells only one is used, and a whole column
/// is not moved to an empty one.
#[inline]
pub fn each_step(game: &Game, state: &State, mut with: impl FnMut(Step)) {
    for suit in 0..4u8 {
        if let Some(card) = next_up(game, state, suit)
            && (state.tops | state.cells) >> card & 1 != 0
        {
            with(Step { card, to: UP });
        }
    }
    let mut columns = state.tops;
    while columns != 0 {
        let top = columns.trailing_zeros() as u8;
        columns &= columns - 1;
        lift(game, state, top, &mut with);
    }
    let mut cells = state.cells;
    while cells != 0 {
        let card = cells.trailing_zeros() as u8;
        cells &= cells - 1;
        let mut hosts = game.onto[usize::from(card)] & state.tops;
        while hosts != 0 {
            with(Step { card, to: hosts.trailing_zeros() as u8 });
            hosts &= hosts - 1;
        }
        if state.spaces > 0 && game.fillers >> card & 1 != 0 {
            with(Step { card, to: BOTTOM });
        }
    }
    if free_cells(game, state) > 0 {
        let mut tops = state.tops;
        while tops != 0 {
            with(Step { card: tops.trailing_zeros() as u8, to: CELL });
            tops &= tops - 1;
        }
    }
}

/// The steps that move cards of the column with this top card to other columns.
#[inline]
fn lift(game: &Game, state: &State, top: u8, with: &mut impl FnMut(Step)) {
    let (mut card, mut count) = (top, 1);
    loop {
        let fits_room = |into_empty| count == 1 || count <= room(game, state, into_empty);
        let mut hosts = game.onto[usize::from(card)] & state.tops & !(1 << top);
        if hosts != 0 && fits_room(false) {
            while hosts != 0 {
                with(Step { card, to: hosts.trailing_zeros() as u8 });
                hosts &= hosts - 1;
            }
        }
        let under = state.below[usize::from(card)];
        if under >= 52 {
            return;
        }
        if state.spaces > 0 && game.fillers >> card & 1 != 0 && fits_room(true) {
            with(Step { card, to: BOTTOM });
        }
        let goes_on = match game.take {
            Take::RunBySpace => game.onto[usize::from(card)] >> under & 1 != 0,
            Take::FaceUp => state.down >> under & 1 == 0,
            _ => false,
        };
        if !goes_on {
            return;
        }
        card = under;
        count += 1;
    }
}

/// The number of cards that can be moved one at a time by way of free cells and empty columns; any number if
/// cards are moved without them.
fn room(game: &Game, state: &State, into_empty: bool) -> u32 {
    if game.take == Take::FaceUp {
        return u32::MAX;
    }
    let helping = if game.columns_help { state.spaces.saturating_sub(u8::from(into_empty)) } else { 0 };
    (free_cells(game, state) + 1) << helping.min(7)
}

#[inline]
fn free_cells(game: &Game, state: &State) -> u32 {
    u32::from(game.cells.saturating_sub(state.in_cells))
}

/// The card of a suit that is raised next, if there is one.
#[inline]
pub fn next_up(game: &Game, state: &State, suit: u8) -> Option<u8> {
    let height = state.heights[usize::from(suit)];
    (height < game.ranks && game.suits >> suit & 1 != 0).then_some(height * 4 + suit)
}

/// Raises cards as long as some can be raised, and calls `with` for each.
#[inline]
pub fn raise(game: &Game, state: &mut State, which: Raise, mut with: impl FnMut(Step)) {
    let mut at_rest = 0;
    let mut suit = 0;
    while at_rest < 4 {
        at_rest += 1;
        if let Some(card) = next_up(game, state, suit)
            && (state.tops | state.cells) >> card & 1 != 0
            && (which == Raise::All || is_safe(game, state, card))
        {
            state.put(game, card, UP);
            with(Step { card, to: UP });
            at_rest = 0;
        }
        suit = (suit + 1) & 3;
    }
}

/// Returns `true` if no win is lost by raising a card; see [`prunings`](super::prunings).
#[inline]
fn is_safe(game: &Game, state: &State, card: u8) -> bool {
    let wanted = game.safe[usize::from(card)];
    (0..4).all(|suit| state.heights[suit] >= wanted[suit])
}
