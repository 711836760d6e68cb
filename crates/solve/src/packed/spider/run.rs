//! A run: consecutive cards of one suit, the unit the fast state is made of.

use cards::{Card, Rank, Suit};

/// Descending cards of one suit, from `head` (nearest the bottom) to `low`, in 16 bits.
///
/// A face-down card is a run of one card that nothing joins. Rank 15 is a card nobody has seen: it
/// fits nowhere and nothing fits on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Run(u16);

impl Run {
    /// A card nobody has seen.
    pub const UNSEEN: Run = Run::new(0, 15, 15);
    /// How many different words there are, for tables.
    pub const WORDS: usize = 1024;

    /// The run of this suit index from rank `head` down to rank `low`.
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

    /// Its 10-bit word.
    #[inline]
    pub const fn word(self) -> usize {
        (self.0 & 0x3ff) as usize
    }

    /// The run with this word.
    #[inline]
    pub const fn from_word(word: u16) -> Run {
        Run(word)
    }

    /// The rank of its first card.
    #[inline]
    pub const fn head(self) -> u8 {
        (self.0 >> 4) as u8 & 15
    }

    /// The rank of its last card, the one on top.
    #[inline]
    pub const fn low(self) -> u8 {
        self.0 as u8 & 15
    }

    /// The suit's index.
    #[inline]
    pub const fn suit(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// How many cards.
    #[inline]
    pub const fn length(self) -> u8 {
        self.head() - self.low() + 1
    }

    /// Its last `count` cards.
    #[inline]
    pub const fn tail(self, count: u8) -> Run {
        Run::new(self.suit(), self.low() + count - 1, self.low())
    }

    /// What is left when its last `count` cards (not all) go.
    #[inline]
    pub const fn without(self, count: u8) -> Run {
        Run(self.0 + count as u16)
    }

    /// Does `above` continue this run: same suit, next rank?
    #[inline]
    pub const fn takes(self, above: Run) -> bool {
        self.suit() == above.suit() && self.low() == above.head() + 1
    }

    /// Both runs as one, `above` on top.
    #[inline]
    pub const fn join(self, above: Run) -> Run {
        Run(self.0 - above.length() as u16)
    }

    /// Its cards, bottom first.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        let suit = Suit::from_index(self.suit());
        (self.low()..=self.head())
            .rev()
            .map(move |rank| Card::new(Rank::new(rank).expect("a run has ranks 1 to 13"), suit))
    }
}
