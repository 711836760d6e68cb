//! The constants of a search: the numbers of the cards, which card may be put on which, and the order of the
//! reserve and of the stock.
//!
//! The number of a card is 4 × (ranks above the base rank) + suit, with the suits in the order ♣ ♦ ♠ ♥. Bit 0
//! is the colour, and twins (the two cards of one rank and colour) differ in bit 1 only. A set of cards is a
//! 64-bit number with a bit for each card.

use crate::canfield::columns::NONE;
use crate::canfield::position::{Position, Variant};
use crate::canfield::stock::Draws;
use talon_cards::{Card, Rank, Suit};
use talon_rules::{Build, ReserveFills, TakeBack};

const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Spades, Suit::Hearts];

/// The rules and the deal in the form that the search uses.
pub(super) struct Layout {
    pub(super) variant: Variant,
    pub(super) ranks: u8,
    base: u8,
    pub(super) draws: Draws,
    /// For each card, the set of cards that may be put on it in a column.
    pub(super) fits: [u64; 64],
    /// The set of cards that the player may put into an empty column.
    pub(super) fits_empty: u64,
    /// The stock card at each place, or [`NONE`].
    pub(super) stock_card: [u8; 64],
    /// The place of each stock card, or [`NONE`].
    pub(super) place_of: [u8; 64],
    /// The number of stock cards at the start.
    pub(super) stock_len: u32,
    /// The set of stock cards at the start.
    pub(super) stock_cards: u64,
    /// For each suit and each height of its foundation, the set of cards on it.
    pub(super) up_masks: [[u64; 14]; 4],
    /// The reserve at the start, from bottom to top.
    pub(super) reserve: [u8; 64],
    /// For each size of the reserve, the set of its cards.
    pub(super) reserve_masks: [u64; 64],
    /// The set of all cards of the deck.
    pub(super) all: u64,
    /// The number of cards in suits that are not in the deck. These suits count as complete.
    pub(super) absent: u8,
    /// Whether redeals are unlimited.
    pub(super) unlimited: bool,
    /// The number of columns.
    pub(super) columns: usize,
}

impl Layout {
    pub(super) fn new(position: &Position) -> Layout {
        let variant = position.variant;
        let ranks = position.ranks;
        let base = position.base.number() - 1;
        let mut layout = Layout {
            variant,
            ranks,
            base,
            draws: Draws::new(variant.draw),
            fits: [0; 64],
            fits_empty: u64::MAX >> 12,
            stock_card: [NONE; 64],
            place_of: [NONE; 64],
            stock_len: (position.waste.len() + position.stock.len()) as u32,
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
        if !variant.base_into_columns {
            layout.fits_empty &= !0xF;
        }
        for on in 0..4 * ranks {
            for card in 0..4 * ranks {
                let suits = match variant.build {
                    Build::AltColour => (on ^ card) & 1 == 1,
                    Build::SameSuit => (on ^ card) & 3 == 0,
                    Build::AnySuit => true,
                    Build::SameColour => (on ^ card) & 1 == 0,
                    Build::OtherSuit => (on ^ card) & 3 != 0,
                };
                let steps = (card / 4 + 1) % ranks == on / 4;
                let base =
                    (variant.build_on_base || on / 4 != 0) && (variant.base_into_columns || card / 4 != 0);
                if suits && steps && base {
                    layout.fits[on as usize] |= 1 << card;
                }
            }
        }
        for (place, &card) in position.waste.iter().chain(&position.stock).enumerate() {
            let card = layout.code(card);
            layout.stock_card[place] = card;
            layout.place_of[card as usize] = place as u8;
            layout.stock_cards |= 1 << card;
        }
        // A suit is in the deck if one of its cards is anywhere.
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

    /// The number of a card.
    pub(super) fn code(&self, card: Card) -> u8 {
        let rank = (card.rank().number() - 1 + self.ranks - self.base) % self.ranks;
        rank * 4 + SUITS.iter().position(|&suit| suit == card.suit()).expect("four suits") as u8
    }

    /// The card with a number.
    pub(super) fn card(&self, code: u8) -> Card {
        let rank = (code / 4 + self.base) % self.ranks + 1;
        Card::new(Rank::new(rank).expect("a rank of the deck"), SUITS[usize::from(code & 3)])
    }

    /// The index of a suit in the order of this module.
    pub(super) fn suit(suit: Suit) -> usize {
        SUITS.iter().position(|&s| s == suit).expect("four suits")
    }

    /// Returns `true` if cards from other piles than the reserve may go into an empty column.
    #[inline]
    pub(super) fn empty_column_is_open(&self, reserve: u8) -> bool {
        reserve == 0 || self.variant.reserve_fills == ReserveFills::Never
    }

    /// Returns `true` if the card, which is the next one of its foundation, is safe in a game in which any suit
    /// goes on any.
    ///
    /// *Claim.* If the position can be won, it can be won after raising the card. *Proof.* The card is of use
    /// in a column only under a card x of the rank below. If every such x is raised or the next one of its
    /// foundation, then a line that puts x on the card can raise x instead, and all cards that could lie on x
    /// are raised. If the card is a base card, or if x is one, the ranks wrap around, and all x must be raised;
    /// unless the rules forbid to build on base cards, or to put them into columns.
    #[inline]
    pub(super) fn is_safe_in_any_suit(&self, up: &[u8; 4], card: u8) -> bool {
        let least = match card >> 2 {
            0 if !self.variant.build_on_base => 0,
            0 => self.ranks,
            1 if !self.variant.base_into_columns => 0,
            1 => 1,
            rank => rank - 1,
        };
        up.iter().all(|&up| up >= least)
    }

    /// Returns `true` if foundation cards may be taken back.
    pub(super) fn takes_back(&self) -> bool {
        self.variant.take_back != TakeBack::Never
    }
}
