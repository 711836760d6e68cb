//! A run: descending cards of one suit, the unit of which the packed state is made.

use talon_cards::{Card, Rank, Suit};

/// Descending cards of one suit in 16 bits, from the rank `head` (nearest the bottom of the column) to the
/// rank `low` (nearest the top).
///
/// A face-down card is a run of one card. Rank 15 marks an [unknown card](Run::UNKNOWN), which continues no
/// run and is continued by none.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Run(u16);

impl Run {
    /// A card that the player has not seen.
    pub const UNKNOWN: Run = Run::new(0, 15, 15);
    /// The number of different values of [`word`](Run::word), the size of a table indexed by runs.
    pub const WORDS: usize = 1024;

    /// The run of a suit, given by its index, from rank `head` down to rank `low`.
    #[inline]
    pub const fn new(suit: u8, head: u8, low: u8) -> Run {
        Run((suit as u16) << 8 | (head as u16) << 4 | low as u16)
    }

    /// The run of one card.
    #[inline]
    pub const fn of(card: Card) -> Run {
        let rank = card.rank().number();
        Run::new(card.suit().index(), rank, rank)
    }

    /// The run as a number below [`Run::WORDS`].
    #[inline]
    pub const fn word(self) -> usize {
        (self.0 & 0x3ff) as usize
    }

    /// The run with this [`word`](Run::word).
    #[inline]
    pub const fn from_word(word: u16) -> Run {
        Run(word)
    }

    /// The rank of the first card, the highest.
    #[inline]
    pub const fn head(self) -> u8 {
        (self.0 >> 4) as u8 & 15
    }

    /// The rank of the last card, which lies on top.
    #[inline]
    pub const fn low(self) -> u8 {
        self.0 as u8 & 15
    }

    /// The index of the suit.
    #[inline]
    pub const fn suit(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// The number of cards.
    #[inline]
    pub const fn length(self) -> u8 {
        self.head() - self.low() + 1
    }

    /// The last `count` cards.
    #[inline]
    pub const fn tail(self, count: u8) -> Run {
        Run::new(self.suit(), self.low() + count - 1, self.low())
    }

    /// The run without its last `count` cards, which must not be all.
    #[inline]
    pub const fn without(self, count: u8) -> Run {
        Run(self.0 + count as u16)
    }

    /// Returns `true` if `above` continues this run: the same suit and the next lower rank.
    #[inline]
    pub const fn takes(self, above: Run) -> bool {
        self.suit() == above.suit() && self.low() == above.head() + 1
    }

    /// This run continued by `above`.
    #[inline]
    pub const fn join(self, above: Run) -> Run {
        Run(self.0 - above.length() as u16)
    }

    /// The cards, from the highest to the lowest.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        let suit = Suit::from_index(self.suit());
        (self.low()..=self.head())
            .rev()
            .map(move |rank| Card::new(Rank::new(rank).expect("a run has ranks 1 to 13"), suit))
    }
}
