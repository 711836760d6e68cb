//! The prunings of the FreeCell family: what each claims, why it holds, and under which rules.
//!
//! | pruning | precondition | proof |
//! |---|---|---|
//! | piles of one kind are interchangeable | none | [`generic/steps`](crate::generic) |
//! | safe cards are raised at once | [`safe_heights`] | `generic/prunings/safe` |
//! | dead positions are given up | [`dead_test`] | `generic/prunings/dead`, and [`is_dead`] |
//!
//! The claims are those of the generic solver, and so are the preconditions; this module says what they come to
//! in games without a stock and a reserve whose foundations begin with the ace.

use super::game::{BOTTOM, CELL, Game, UP};
use super::state::State;
use crate::generic::prunings as generic;
use crate::generic::prunings::SafeMoves;
use talon_rules::{Build, Rules, Take};

/// The prunings that are on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Prunings {
    safe_moves: SafeMoves,
    /// Whether dead positions are given up.
    pub dead_test: bool,
}

impl Prunings {
    /// The prunings that are sound under these rules.
    pub fn of(rules: &Rules) -> Prunings {
        let generic = generic::Prunings::of(rules);
        Prunings {
            safe_moves: generic.safe_moves,
            dead_test: generic.dead_test && rules.take != Take::RunBySpace,
        }
    }

    /// The names of the prunings that are on.
    pub fn names(self) -> Vec<&'static str> {
        let safe = match self.safe_moves {
            SafeMoves::None => None,
            SafeMoves::GuestsRise => Some("safe moves (guests rise)"),
            SafeMoves::GuestsUp => Some("safe moves (guests up)"),
        };
        [safe, self.dead_test.then_some("dead test")].into_iter().flatten().collect()
    }

    /// For each card, the heights of the foundations, by suit, at which it is safe to raise it.
    ///
    /// If a card has `d` cards below it on its foundation, its guests have `d - 1`. They can be raised when they
    /// are uncovered if the foundations of their suits have `d - 1` cards, and they are raised if those have `d`.
    /// With alternating colours, or with any suit but its own, the guests of the guests include cards of the
    /// suits that the card itself does not take; these have `d - 2` cards below them.
    pub fn safe_heights(self, rules: &Rules) -> [[u8; 4]; 64] {
        let mut safe = [[u8::MAX; 4]; 64];
        for card in 0..rules.ranks * 4 {
            let d = card >> 2;
            let (direct, second) = match self.safe_moves {
                SafeMoves::None => continue,
                SafeMoves::GuestsRise => (d.saturating_sub(1), d.saturating_sub(2)),
                SafeMoves::GuestsUp => (d, 0),
            };
            for suit in rules.deck().suits_used() {
                let suit = suit.index();
                let red = |suit: u8| suit == 1 || suit == 2;
                let (same, same_colour) = (suit == card & 3, red(suit) == red(card & 3));
                let wanted = match rules.build {
                    Build::AltColour if same_colour => second,
                    Build::OtherSuit if same && rules.suits > 1 => second,
                    Build::OtherSuit if same => 0,
                    Build::SameColour if !same_colour => 0,
                    Build::SameSuit if !same => 0,
                    _ => direct,
                };
                safe[usize::from(card)][usize::from(suit)] = wanted;
            }
            for suit in 0..4 {
                if !rules.deck().suits_used().iter().any(|used| usize::from(used.index()) == suit) {
                    safe[usize::from(card)][suit] = 0;
                }
            }
        }
        safe
    }
}

/// Returns `true` if the position is lost, because some card can never be raised in the relaxation of
/// `generic/prunings/dead`: what was possible once stays possible.
///
/// It is applied where one card, or any face-up card with those on it, is lifted, and where cells take no cards.
pub fn is_dead(game: &Game, state: &State) -> bool {
    // Cards that are uncovered, or uncovered once those above them have left; and cards that can be lifted.
    let mut clear = state.tops | state.cells;
    let mut loose = clear;
    let (mut up, mut bottoms) = (0u64, 0u64);
    let mut cards = game.deck;
    while cards != 0 {
        let card = cards.trailing_zeros() as u8;
        cards &= cards - 1;
        match state.below[usize::from(card)] {
            UP => up |= 1 << card,
            BOTTOM => bottoms |= 1 << card,
            _ => {}
        }
    }
    if game.take == Take::FaceUp {
        loose |= game.deck & !up & !state.down;
    }
    let mut emptied = state.spaces > 0;
    let mut left = 0u64;
    // Guests of the clear cards, computed for each card once.
    let (mut hosted, mut hosts_seen) = (0u64, 0u64);
    loop {
        let before = (clear, up, left);
        let mut fresh = clear & !hosts_seen;
        hosts_seen = clear;
        while fresh != 0 {
            hosted |= game.guests[fresh.trailing_zeros() as usize];
            fresh &= fresh - 1;
        }
        loop {
            let next = (up << 4 | 0xf) & game.deck & !up & clear;
            if next == 0 {
                break;
            }
            up |= next;
        }
        if up == game.deck {
            return false;
        }
        let places = hosted | up | if emptied { game.fillers } else { 0 };
        let mut leaving = loose & places & !left;
        left |= leaving;
        emptied |= leaving & bottoms != 0;
        while leaving != 0 {
            let card = leaving.trailing_zeros() as usize;
            leaving &= leaving - 1;
            match state.below[card] {
                BOTTOM | CELL | UP => {}
                under => {
                    clear |= 1 << under;
                    loose |= 1 << under;
                }
            }
        }
        if before == (clear, up, left) {
            return true;
        }
    }
}
