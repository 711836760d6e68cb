//! The words of the vocabulary: small enums, each used by some game, and the short lists and names
//! that let [`crate::Rules`] be plain copyable data.

use serde::de::{Error as _, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Which card goes on which in a column, ranks apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Build {
    /// Red on black on red.
    AltColour,
    /// Red on red, black on black.
    SameColour,
    /// Each on its own suit.
    SameSuit,
    /// Any suit but its own.
    OtherSuit,
    /// Any suit.
    AnySuit,
}

/// What may be lifted from a column onto another column.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Take {
    /// The top card alone.
    Top,
    /// The whole column or nothing.
    Whole,
    /// The top card or the whole column.
    TopOrWhole,
    /// Any sequence at the top, built as the columns are.
    Run,
    /// Any sequence at the top that is all of one suit.
    SuitRun,
    /// Any sequence at the top, as long as the cells and empty columns could carry it card by card.
    RunBySpace,
    /// Any face-up card with everything on it, in sequence or not.
    FaceUp,
}

/// What may go into an empty column (once the reserve no longer fills it).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fill {
    /// Anything.
    Anything,
    /// Kings, with what lies on them.
    Kings,
    /// The top card of the waste.
    Waste,
    /// The top card of the waste, or a whole column.
    WasteOrColumn,
    /// Nothing: an empty column stays empty.
    Nothing,
}

/// How the reserve fills an empty column while it has cards.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReserveFills {
    /// Its top card goes there by itself, at once.
    Itself,
    /// Only its top card may go there, when the player likes.
    ByHand,
    /// It has no such duty.
    Never,
}

/// Where a foundation may be started.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Each suit has its own foundation, clubs first.
    BySuit,
    /// The first empty one.
    FirstEmpty,
    /// Any empty one.
    AnyEmpty,
}

/// Which rank the foundations start with.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// Aces; the foundations are empty at the start.
    Ace,
    /// Aces, all of them dealt to the foundations before anything else.
    AcesOut,
    /// Twos, all of them dealt to the foundations before anything else.
    TwosOut,
    /// The rank of the card dealt to the first foundation.
    Dealt,
}

/// What wins.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Every card on the foundations, built up in suit.
    Foundations,
    /// Every suit a run from king to ace; a finished run leaves by itself.
    Runs,
    /// The same, but a finished run is lifted off by hand, or may stay.
    RunsByHand,
    /// The same, and runs stay where they are.
    RunsStay,
}

/// Which foundation cards may go back to the columns.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TakeBack {
    /// None.
    Never,
    /// All but base cards, onto a card.
    OntoCards,
    /// All but base cards, wherever they fit.
    Anywhere,
    /// All, even a base card, which may also go to another empty foundation.
    EvenBase,
}

/// What the stock does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stock {
    /// There is none.
    None,
    /// Its cards are turned onto the waste, whose top card may be played.
    Waste,
    /// Its own top card is face up and may be played; drawing lays it on the waste.
    FaceUp,
    /// Its cards are dealt onto the columns, one each, when no column is empty.
    Rows,
    /// The same, and empty columns do not matter.
    RowsAnyTime,
}

impl Stock {
    /// Is it dealt onto the columns?
    pub const fn is_rows(self) -> bool {
        matches!(self, Stock::Rows | Stock::RowsAnyTime)
    }
}

/// Which cards go up by themselves when automatic moves are on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Auto {
    /// None.
    Off,
    /// Cards of the base rank, from anywhere.
    Base,
    /// Cards of columns, reserve and cells that nothing will be wanted on any more.
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
    /// Are there more after `used`?
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

/// A short text kept in place, so that rules are plain data: at most 40 bytes.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    bytes: [u8; Name::MOST],
    len: u8,
}

impl Name {
    /// The longest name, in bytes.
    pub const MOST: usize = 40;

    /// The name of this text.
    ///
    /// # Panics
    /// When the text is longer than 40 bytes: for constants, where that is a compile error.
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
        // Only ever filled from a `str`, whole.
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
        Ok(Name::new(&text))
    }
}

/// How many cards each column is dealt: one number for all columns, or one for each.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Sizes {
    sizes: [u8; Sizes::MOST],
    len: u8,
}

impl Sizes {
    /// The largest number of columns.
    pub const MOST: usize = 20;

    /// These sizes; a single one counts for every column.
    ///
    /// # Panics
    /// When there are none or more than 20: for constants, where that is a compile error.
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

    /// How many sizes are written down.
    pub const fn written(&self) -> usize {
        self.len as usize
    }

    /// The sizes as written.
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
