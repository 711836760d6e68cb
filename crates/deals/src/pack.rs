//! The shuffled deck of a program, and the order of its deck before the shuffle.

use talon_cards::{Card, Rank, Suit};
use talon_rules::Rules;

/// At which end of its list of cards a program starts to deal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Top {
    /// The first card of the list is dealt first.
    Front,
    /// The last card of the list is dealt first.
    Back,
}

/// A shuffled deck in the order in which the program holds it, with the swaps that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pack {
    /// The cards before the shuffle, in the program's own order.
    pub unshuffled: Vec<Card>,
    /// The pairs of places whose cards were swapped, in order.
    pub swaps: Vec<(usize, usize)>,
    /// The cards after the shuffle, in the program's own order.
    pub cards: Vec<Card>,
    /// Where the program starts to deal.
    pub top: Top,
}

impl Pack {
    /// The deck before any swap.
    pub fn new(cards: Vec<Card>, top: Top) -> Pack {
        Pack { unshuffled: cards.clone(), swaps: Vec::with_capacity(cards.len()), cards, top }
    }

    /// Swaps two cards.
    pub fn swap(&mut self, i: usize, j: usize) {
        self.cards.swap(i, j);
        self.swaps.push((i, j));
    }

    /// The cards in the order in which they are dealt.
    pub fn dealt(&self) -> Vec<Card> {
        match self.top {
            Top::Front => self.cards.clone(),
            Top::Back => self.cards.iter().rev().copied().collect(),
        }
    }
}

/// An unshuffled deck, suit by suit: all ranks of the first suit from the ace up, then the next suit.
///
/// A suit may be listed more than once: the one-suit deck of a program is often four times spades.
pub(crate) fn suit_by_suit(suits: &[Suit]) -> Vec<Card> {
    suits.iter().flat_map(|&suit| Rank::all().map(move |rank| Card::new(rank, suit))).collect()
}

/// An unshuffled deck, rank by rank: all aces in the order of the suits, then the twos.
pub(crate) fn rank_by_rank(suits: &[Suit]) -> Vec<Card> {
    Rank::all().flat_map(|rank| suits.iter().map(move |&suit| Card::new(rank, suit))).collect()
}

/// The number of 52-card decks a program takes: for Spider with fewer suits, too, it is two decks of four
/// suits, some of which are the same.
pub(crate) fn decks(rules: &Rules) -> usize {
    rules.deck().len() / Card::COUNT
}

/// The suits that a program takes instead of the four, in a game of four suits, of two and of one.
pub(crate) fn suits_for(rules: &Rules, four: [Suit; 4], two: [Suit; 4], one: Suit) -> [Suit; 4] {
    match rules.suits {
        4 => four,
        2 => two,
        _ => [one; 4],
    }
}
