//! What does not change during a search: the cards in their compact order, who may lie on whom, the
//! order of reserve and talon.
//!
//! A card here is 4 × (ranks above the base rank) + suit, the suits in the order ♣ ♦ ♠ ♥: bit 0 is
//! the colour, and two cards of one rank and colour ("twins") differ in bit 1 only.

use super::columns::NONE;
use super::position::{Build, Fill, Position, Rules, TakeBack};
use super::talon::Talon;
use cards::{Card, Rank, Suit};

const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Spades, Suit::Hearts];

/// A deal and its rules, compiled.
pub(super) struct Layout {
    pub(super) rules: Rules,
    pub(super) ranks: u8,
    base: u8,
    pub(super) talon: Talon,
    /// The cards that may be put on a card.
    pub(super) fits: [u64; 64],
    /// The cards that may be put into an empty column by hand.
    pub(super) fills: u64,
    /// The card at each bit of the talon, and the bit of each card (or [`NONE`]).
    pub(super) stock: [u8; 64],
    pub(super) bit_of: [u8; 64],
    /// The bits of the talon cards of each rank.
    pub(super) rank_bits: [u64; 16],
    /// How many cards the talon had.
    pub(super) talon_len: u32,
    /// The talon cards as a set, and for each suit and number of cards up the set of those.
    pub(super) stock_cards: u64,
    pub(super) up_masks: [[u64; 14]; 4],
    /// The reserve, bottom to top.
    pub(super) reserve: [u8; 64],
    /// The reserve as a set, by the number of cards left.
    pub(super) reserve_masks: [u64; 64],
    /// The whole deck as a set.
    pub(super) all: u64,
    /// Cards of suits the deck has not got, which count as up.
    pub(super) absent: u8,
    pub(super) unlimited: bool,
    /// How many columns there are.
    pub(super) columns: usize,
}

impl Layout {
    pub(super) fn new(position: &Position) -> Layout {
        let rules = position.rules;
        let ranks = position.ranks;
        let base = position.base.number() - 1;
        let mut layout = Layout {
            rules,
            ranks,
            base,
            talon: Talon::new(rules.draw),
            fits: [0; 64],
            fills: u64::MAX >> 12,
            stock: [NONE; 64],
            bit_of: [NONE; 64],
            rank_bits: [0; 16],
            talon_len: (position.waste.len() + position.stock.len()) as u32,
            stock_cards: 0,
            up_masks: std::array::from_fn(|suit| {
                std::array::from_fn(|up| (0..up).fold(0, |mask, rank| mask | 1 << (4 * rank + suit)))
            }),
            reserve: [NONE; 64],
            reserve_masks: [0; 64],
            all: 0,
            absent: 0,
            unlimited: position.redeals.is_none(),
            columns: position.columns.len(),
        };
        if !rules.base_enters {
            layout.fills &= !0xF;
        }
        for on in 0..4 * ranks {
            for card in 0..4 * ranks {
                let suits = match rules.build {
                    Build::AltColour => (on ^ card) & 1 == 1,
                    Build::SameSuit => (on ^ card) & 3 == 0,
                    Build::AnySuit => true,
                };
                let steps = (card / 4 + 1) % ranks == on / 4;
                let base = (rules.on_base || on / 4 != 0) && (rules.base_enters || card / 4 != 0);
                if suits && steps && base {
                    layout.fits[on as usize] |= 1 << card;
                }
            }
        }
        for (bit, &card) in position.waste.iter().chain(&position.stock).enumerate() {
            let card = layout.code(card);
            layout.stock[bit] = card;
            layout.bit_of[card as usize] = bit as u8;
            layout.stock_cards |= 1 << card;
            layout.rank_bits[usize::from(card >> 2)] |= 1 << bit;
        }
        // A suit none of whose cards are there or up is not in the deck; its cards are in no pool.
        for suit in Suit::ALL {
            let piles = position.columns.iter().chain([&position.reserve, &position.stock, &position.waste]);
            if position.up[usize::from(suit.index())] > 0 || piles.flatten().any(|card| card.suit() == suit) {
                layout.all |= layout.up_masks[Layout::suit(suit)][usize::from(ranks)];
            }
        }
        layout.absent = 4 * ranks - layout.all.count_ones() as u8;
        for (at, &card) in position.reserve.iter().enumerate() {
            layout.reserve[at] = layout.code(card);
            layout.reserve_masks[at + 1] = layout.reserve_masks[at] | 1 << layout.reserve[at];
        }
        layout
    }

    /// The compact form of a card.
    pub(super) fn code(&self, card: Card) -> u8 {
        let rank = (card.rank().number() - 1 + self.ranks - self.base) % self.ranks;
        rank * 4 + SUITS.iter().position(|&suit| suit == card.suit()).expect("four suits") as u8
    }

    /// The card of a compact form.
    pub(super) fn card(&self, code: u8) -> Card {
        let rank = (code / 4 + self.base) % self.ranks + 1;
        Card::new(Rank::new(rank).expect("a rank of the deck"), SUITS[usize::from(code & 3)])
    }

    /// The bits of these cards of the talon.
    #[inline]
    pub(super) fn bits(&self, cards: u64) -> u64 {
        let (mut rest, mut bits) = (cards, 0);
        while rest != 0 {
            bits |= 1 << self.bit_of[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        bits
    }

    /// The compact index of a suit.
    pub(super) fn suit(suit: Suit) -> usize {
        SUITS.iter().position(|&s| s == suit).expect("four suits")
    }

    /// The rank on top of a column of so many cards on one of this rank.
    #[inline]
    pub(super) fn rank_above(&self, head: u8, len: u8) -> u8 {
        (head + 4 * self.ranks + 1 - len) % self.ranks
    }

    /// May cards from elsewhere than the reserve go into an empty column?
    #[inline]
    pub(super) fn gap_open(&self, reserve: u8) -> bool {
        reserve == 0 || self.rules.fill == Fill::Free
    }

    /// Where any suit goes on any: can nothing be lost by moving this card, which is next, up at once?
    ///
    /// It could be missed only as the host of a card x of the rank below. If every such x is up or
    /// next, a line that puts x on the card can put x up instead, and what x might host is up. Only a
    /// base card hosts the last rank, and x may be one: then all of them must be up.
    #[inline]
    pub(super) fn is_safe_in_any_suit(&self, up: &[u8; 4], card: u8) -> bool {
        let least = match card >> 2 {
            0 if !self.rules.on_base => 0,
            0 => self.ranks,
            1 if !self.rules.base_enters => 0,
            1 => 1,
            rank => rank - 1,
        };
        up.iter().all(|&up| up >= least)
    }

    pub(super) fn takes_back(&self) -> bool {
        self.rules.take_back != TakeBack::No
    }
}
