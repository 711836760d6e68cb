//! Cards, ranks and suits, and their notation.

use std::fmt;
use std::str::FromStr;

/// The colour of a suit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Clubs and spades.
    Black,
    /// Diamonds and hearts.
    Red,
}

/// A suit. Suits are ordered by their letters: clubs, diamonds, hearts, spades.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Suit {
    /// ♣
    Clubs = 0,
    /// ♦
    Diamonds = 1,
    /// ♥
    Hearts = 2,
    /// ♠
    Spades = 3,
}

impl Suit {
    /// All suits in order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The suit with this index, 0 to 3; only the lowest two bits count.
    #[inline]
    pub const fn from_index(index: u8) -> Suit {
        Self::ALL[(index & 3) as usize]
    }

    /// The index of the suit: 0 for clubs to 3 for spades.
    #[inline]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The colour of the suit.
    #[inline]
    pub const fn color(self) -> Color {
        match self {
            Suit::Clubs | Suit::Spades => Color::Black,
            Suit::Diamonds | Suit::Hearts => Color::Red,
        }
    }

    /// The suit as a capital letter: `C`, `D`, `H` or `S`.
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }

    /// The suit as a symbol: `♣`, `♦`, `♥` or `♠`.
    pub const fn sign(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// The suit as a word, such as `clubs`.
    pub const fn words(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }

    /// Parses a letter in either case, or a symbol, filled or outlined.
    pub const fn from_char(c: char) -> Option<Suit> {
        Some(match c {
            'c' | 'C' | '♣' | '♧' => Suit::Clubs,
            'd' | 'D' | '♦' | '♢' => Suit::Diamonds,
            'h' | 'H' | '♥' | '♡' => Suit::Hearts,
            's' | 'S' | '♠' | '♤' => Suit::Spades,
            _ => return None,
        })
    }
}

/// A rank from ace (1) to king (13).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(u8);

impl Rank {
    /// The lowest rank.
    pub const ACE: Rank = Rank(1);
    /// The highest rank.
    pub const KING: Rank = Rank(13);

    /// The rank with this number, 1 for the ace to 13 for the king.
    #[inline]
    pub const fn new(number: u8) -> Option<Rank> {
        if number >= 1 && number <= 13 { Some(Rank(number)) } else { None }
    }

    /// The number of the rank: 1 for the ace to 13 for the king.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All ranks in ascending order.
    pub fn all() -> impl Iterator<Item = Rank> {
        (1..=13).map(Rank)
    }

    /// The rank as one character: `A`, `2` to `9`, `T`, `J`, `Q` or `K`.
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[self.0 as usize - 1] as char
    }

    /// The rank as a word, such as `queen`.
    pub const fn words(self) -> &'static str {
        [
            "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
            "king",
        ][self.0 as usize - 1]
    }
}

impl fmt::Display for Rank {
    /// Writes [`Rank::letter`]; with `{:#}` the ten is `10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() && self.0 == 10 {
            f.pad("10")
        } else {
            f.pad(self.letter().encode_utf8(&mut [0; 4]))
        }
    }
}

impl FromStr for Rank {
    type Err = CardError;

    /// Parses `A`, `2` to `10`, `T`, `J`, `Q`, `K` or a number from 1 to 13.
    fn from_str(text: &str) -> Result<Rank, CardError> {
        let number = match text {
            "a" | "A" => 1,
            "t" | "T" => 10,
            "j" | "J" => 11,
            "q" | "Q" => 12,
            "k" | "K" => 13,
            digits if digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit()) => {
                digits.parse().unwrap_or(0)
            }
            _ => 0,
        };
        Rank::new(number).ok_or_else(|| CardError { text: text.chars().take(24).collect() })
    }
}

/// A playing card. Two copies of the same card are equal.
///
/// A card is stored as one byte, its [index](Card::index), so that the four cards of a rank are
/// neighbours in a [`CardSet`](crate::CardSet).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// The number of different cards.
    pub const COUNT: usize = 52;

    /// The card with this rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((rank.0 - 1) * 4 + suit as u8)
    }

    /// The card with this index, 0 (ace of clubs) to 51 (king of spades).
    #[inline]
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < 52 { Some(Card(index)) } else { None }
    }

    /// The index of the card: 4 × (rank number − 1) + suit index.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The card's rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 / 4 + 1)
    }

    /// The card's suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::from_index(self.0)
    }

    /// The card's colour.
    #[inline]
    pub const fn color(self) -> Color {
        self.suit().color()
    }

    /// All 52 cards in ascending order of their indices.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..52).map(Card)
    }

    /// The card in words, such as `queen of hearts`.
    pub fn words(self) -> String {
        format!("{} of {}", self.rank().words(), self.suit().words())
    }
}

impl fmt::Display for Card {
    /// Writes `TD`, or `10♦` with `{:#}`. Width and alignment are respected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.pad(&format!("{:#}{}", self.rank(), self.suit().sign()))
        } else {
            f.pad(&format!("{}{}", self.rank().letter(), self.suit().letter()))
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The error of parsing a card or a rank from a text that is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardError {
    /// The text, cut to 24 characters.
    pub text: String,
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a card; write a rank (A, 2-10 or T, J, Q, K) and a suit (C, D, H, S), as in 10D or A♠",
            self.text
        )
    }
}

impl std::error::Error for CardError {}

impl FromStr for Card {
    type Err = CardError;

    /// Parses a rank followed by a suit, in either case: `10D`, `td`, `A♠`.
    fn from_str(text: &str) -> Result<Card, CardError> {
        let fail = || CardError { text: text.chars().take(24).collect() };
        let (at, last) = text.char_indices().next_back().ok_or_else(fail)?;
        let suit = Suit::from_char(last).ok_or_else(fail)?;
        let rank: Rank = text[..at].parse().map_err(|_| fail())?;
        Ok(Card::new(rank, suit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_of_a_card_parses() {
        for card in Card::all() {
            for text in [
                card.to_string(),
                format!("{card:#}"),
                card.to_string().to_lowercase(),
                format!("{}{}", card.rank().number().max(2), card.suit().letter())
                    .replace("11", "J")
                    .replace("12", "Q")
                    .replace("13", "K"),
            ] {
                let read: Card = text.parse().unwrap();
                if card.rank() != Rank::ACE || text.starts_with(['A', 'a']) {
                    assert_eq!(read, card, "{text}");
                }
            }
            assert_eq!(Card::new(card.rank(), card.suit()), card);
            assert_eq!(Card::from_index(card.index()), Some(card));
        }
    }

    #[test]
    fn an_error_has_the_text_that_is_not_a_card() {
        for text in ["", "D", "1", "0S", "14S", "+2S", "10X", "TD ", "ÄS", "999999999S", "🂡"] {
            let error = text.parse::<Card>().unwrap_err();
            assert_eq!(error.text, text.chars().take(24).collect::<String>());
        }
    }

    #[test]
    fn display_respects_the_width() {
        let card: Card = "TH".parse().unwrap();
        assert_eq!(format!("[{card:>4}] [{card:<#4}]"), "[  TH] [10♥ ]");
    }
}
