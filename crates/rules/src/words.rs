//! The values that rules can have: small enums, each variant of which is used by some game, and names and
//! lists that are stored in place, so that [`Rules`](crate::Rules) can be copied.

use serde::de::{Error as _, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Which suits may be put on which in a column.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Build {
    /// Red on black and black on red.
    AltColour,
    /// Red on red and black on black.
    SameColour,
    /// A card on its own suit.
    SameSuit,
    /// A card on any suit except its own.
    OtherSuit,
    /// A card on any suit.
    AnySuit,
}

/// Which cards of a column may be moved together to another column.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Take {
    /// The top card only.
    Top,
    /// All face-up cards of the column.
    Whole,
    /// The top card, or all face-up cards of the column.
    TopOrWhole,
    /// Any sequence on top of the column, built as the columns are.
    Run,
    /// Any sequence on top of the column, built as the columns are, whose cards are all of one suit.
    SuitRun,
    /// Any sequence on top of the column that free cells, and empty columns if they take any card, suffice to
    /// move card by card.
    RunBySpace,
    /// Any face-up card with all cards on top of it, in sequence or not.
    FaceUp,
}

/// What may be put into an empty column, once the reserve no longer fills it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fill {
    /// Any card or sequence.
    Anything,
    /// A king, with the cards on top of it. In a deck with fewer ranks, the highest rank takes its place.
    Kings,
    /// The top card of the waste.
    Waste,
    /// The top card of the waste, or cards of a column.
    WasteOrColumn,
    /// Nothing; an empty column stays empty.
    Nothing,
}

/// How the reserve fills an empty column while it has cards.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReserveFills {
    /// The top card of the reserve is moved there at once, as part of the move or of the deal; if several
    /// columns are empty, the leftmost is filled first.
    Itself,
    /// The player may move the top card of the reserve there, and no other card.
    ByHand,
    /// The reserve does not fill columns; the rule about empty columns applies.
    Never,
}

/// Which empty foundation a base card may start.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The foundation of its suit; the suits are in the order clubs, diamonds, hearts, spades.
    BySuit,
    /// The first empty foundation.
    FirstEmpty,
    /// Any empty foundation.
    AnyEmpty,
}

/// The rank with which the foundations start.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BaseRank {
    /// The ace; the foundations are empty at the start.
    Ace,
    /// The ace; all aces are dealt to the foundations first.
    AcesOut,
    /// The two; all twos are dealt to the foundations first.
    TwosOut,
    /// The rank of the card that is dealt to the first foundation.
    Dealt,
}

/// What wins the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// All cards are on the foundations, which are built up in suit.
    Foundations,
    /// All cards are in runs of one suit from king to ace; a complete run leaves the columns automatically, as
    /// soon as it lies on top of one.
    Runs,
    /// The same, but the player moves a complete run to a foundation or leaves it in its column.
    RunsByHand,
    /// The same, but complete runs stay in their columns.
    RunsStay,
}

/// Which foundation cards may go back to the columns.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TakeBack {
    /// No cards.
    Never,
    /// All cards except base cards, but not into an empty column.
    OntoCards,
    /// All cards except base cards, to any column that takes them.
    Anywhere,
    /// All cards. A base card may also be moved to another empty foundation.
    EvenBase,
}

/// How the stock is used.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stock {
    /// The game has no stock.
    None,
    /// Its cards are turned onto the waste, whose top card may be played.
    Waste,
    /// Its top card is face up and may be played. Drawing moves it to the waste, which may not be played.
    FaceUp,
    /// A row of cards is dealt onto the columns, one card each, if no column is empty.
    Rows,
    /// A row of cards is dealt onto the columns, one card each, empty columns included.
    RowsAnyTime,
}

impl Stock {
    /// Returns `true` if the stock is dealt onto the columns in rows.
    pub const fn is_rows(self) -> bool {
        matches!(self, Stock::Rows | Stock::RowsAnyTime)
    }
}

/// Which cards automatic moves move to the foundations.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Auto {
    /// No cards.
    Off,
    /// Cards of the base rank, from any pile.
    Base,
    /// Cards of the columns, the reserve and the cells that are [safe](crate::Table::is_safe).
    Safe,
}

/// A number, or no limit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// No limit.
    Unlimited,
    /// At most this many.
    Of(u8),
}

impl Count {
    /// Returns `true` if one more is allowed after `used`.
    #[inline]
    pub const fn allows(self, used: u16) -> bool {
        match self {
            Count::Unlimited => true,
            Count::Of(n) => used < n as u16,
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Unlimited => f.write_str("unlimited"),
            Count::Of(n) => write!(f, "{n}"),
        }
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Count::Unlimited => to.serialize_str("unlimited"),
            Count::Of(n) => to.serialize_u8(*n),
        }
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Count, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Count;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number from 0 to 255 or \"unlimited\"")
            }
            fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Count, E> {
                let unexpected = || E::invalid_value(serde::de::Unexpected::Signed(n), &self);
                u8::try_from(n).map(Count::Of).map_err(|_| unexpected())
            }
            fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Count, E> {
                let unexpected = || E::invalid_value(serde::de::Unexpected::Unsigned(n), &self);
                u8::try_from(n).map(Count::Of).map_err(|_| unexpected())
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Count, E> {
                if text == "unlimited" {
                    Ok(Count::Unlimited)
                } else {
                    Err(E::invalid_value(serde::de::Unexpected::Str(text), &self))
                }
            }
        }
        from.deserialize_any(Either)
    }
}

/// A text of at most 40 bytes that is stored in place, so that rules can be copied.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    bytes: [u8; Name::MOST],
    len: u8,
}

impl Name {
    /// The largest length of a name in bytes.
    pub const MOST: usize = 40;

    /// The name with this text.
    ///
    /// # Panics
    /// If the text is longer than 40 bytes. In a constant this is a compile error.
    pub const fn new(text: &str) -> Name {
        assert!(text.len() <= Name::MOST, "a name has at most 40 bytes");
        let mut bytes = [0; Name::MOST];
        let mut i = 0;
        while i < text.len() {
            bytes[i] = text.as_bytes()[i];
            i += 1;
        }
        Name { bytes, len: text.len() as u8 }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        // The bytes are always those of a whole `str`.
        str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or("")
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Name, D::Error> {
        let text = String::deserialize(from)?;
        if text.is_empty() || text.len() > Name::MOST {
            return Err(D::Error::custom("a name has 1 to 40 bytes"));
        }
        if text.chars().any(char::is_control) {
            return Err(D::Error::custom("a name may have no control characters"));
        }
        Ok(Name::new(&text))
    }
}

/// The numbers of cards dealt to the columns: one number for all columns, or one for each.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Sizes {
    sizes: [u8; Sizes::MOST],
    len: u8,
}

impl Sizes {
    /// The largest number of columns.
    pub const MOST: usize = 20;

    /// The given sizes; a single one applies to every column.
    ///
    /// # Panics
    /// If there are none or more than 20. In a constant this is a compile error.
    pub const fn new(list: &[u8]) -> Sizes {
        assert!(!list.is_empty() && list.len() <= Sizes::MOST, "sizes for 1 to 20 columns");
        let mut sizes = [0; Sizes::MOST];
        let mut i = 0;
        while i < list.len() {
            sizes[i] = list[i];
            i += 1;
        }
        Sizes { sizes, len: list.len() as u8 }
    }

    /// The size of a column.
    #[inline]
    pub const fn of(&self, column: usize) -> u8 {
        if self.len == 1 { self.sizes[0] } else { self.sizes[column] }
    }

    /// The number of sizes given: 1 if one applies to every column.
    pub const fn written(&self) -> usize {
        self.len as usize
    }

    /// The sizes as given.
    pub fn as_slice(&self) -> &[u8] {
        &self.sizes[..usize::from(self.len)]
    }
}

impl fmt::Debug for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_slice())
    }
}

impl Serialize for Sizes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Sizes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Sizes, D::Error> {
        let list = Vec::<u8>::deserialize(from)?;
        if list.is_empty() || list.len() > Sizes::MOST {
            return Err(D::Error::custom("a list of 1 to 20 column sizes is wanted"));
        }
        Ok(Sizes::new(&list))
    }
}
