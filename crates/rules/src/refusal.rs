//! Why a move is refused: the facts, and a sentence for people.

use crate::words::*;
use crate::{Pile, capital};
use cards::{Card, Rank};
use std::fmt;

/// Why a move may not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// This game has no such pile.
    NoSuchPile(Pile),
    /// From a pile to itself, or no cards at all.
    NoMove,
    /// The pile has fewer cards than were asked for.
    NotEnoughCards {
        /// The pile.
        pile: Pile,
        /// How many were asked for.
        wanted: u8,
        /// How many there are.
        has: u8,
    },
    /// Some of the cards are face down.
    FaceDown(Pile),
    /// Only the top card of this pile may be taken.
    OneAtATime(Pile),
    /// Only the whole column may be moved.
    WholeColumn {
        /// The column.
        pile: Pile,
        /// May its top card go alone?
        or_top: bool,
    },
    /// The cards asked for are not one movable sequence.
    NotInSequence {
        /// The column.
        pile: Pile,
        /// The lower of the two cards that break it.
        lower: Card,
        /// The card on it.
        upper: Card,
        /// Must a sequence be of one suit?
        in_suit: bool,
    },
    /// Not enough cells and empty columns to carry so many.
    NoSpace {
        /// How many can be carried.
        most: u8,
        /// How many were asked for.
        wanted: u8,
    },
    /// Nothing may be taken from this pile.
    NotPlayable(Pile),
    /// Nothing may be put on this pile.
    NoPlaceFor(Pile),
    /// A cell holds one card.
    CellTaken(Pile),
    /// The colour or suit does not fit.
    WrongSuit {
        /// The card to be moved.
        card: Card,
        /// The card it should go on.
        onto: Card,
        /// How columns are built.
        build: Build,
    },
    /// The rank does not fit.
    WrongRank {
        /// The card to be moved.
        card: Card,
        /// The card it should go on.
        onto: Card,
        /// May columns go up as well as down?
        both_ways: bool,
    },
    /// A base-rank card may not enter a column.
    BaseGoesUp(Card),
    /// Nothing may be put on a base-rank card.
    OnBase {
        /// The card to be moved.
        card: Card,
        /// The base-rank card.
        onto: Card,
    },
    /// While the reserve has cards, only it fills empty columns.
    ReserveFirst,
    /// This card may not go into an empty column.
    EmptyColumn {
        /// The card.
        card: Card,
        /// What may.
        fill: Fill,
    },
    /// Foundation cards stay.
    NoTakeBack,
    /// A foundation card may only go onto another card.
    TakeBackOntoCards,
    /// The base card of a foundation stays.
    BaseStays(Card),
    /// A foundation starts with the base rank.
    FoundationStart {
        /// The card.
        card: Card,
        /// The base rank.
        base: Rank,
    },
    /// The card belongs on another foundation.
    FoundationPlace {
        /// The card.
        card: Card,
        /// Where it may go.
        place: Place,
    },
    /// The foundation is of another suit.
    FoundationSuit {
        /// The card.
        card: Card,
        /// The top card of the foundation.
        onto: Card,
    },
    /// The card is not the next one.
    FoundationRank {
        /// The card.
        card: Card,
        /// The top card of the foundation.
        onto: Card,
    },
    /// Foundations take one card at a time.
    FoundationOne,
    /// Only a complete run leaves.
    NotARun,
    /// The stock is empty.
    StockEmpty,
    /// The stock is not empty yet.
    StockNotEmpty,
    /// The waste is empty too.
    NothingToRedeal,
    /// No redeal is left.
    NoRedeal {
        /// How many there were.
        most: u8,
    },
    /// A row is dealt only when no column is empty.
    FillColumns(Pile),
    /// This game has no such move.
    NotInThisGame(&'static str),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::NoSuchPile(pile) => {
                write!(f, "This game has no {}.", pile.words().trim_start_matches("the "))
            }
            IllegalMove::NoMove => write!(f, "That moves nothing."),
            IllegalMove::NotEnoughCards { pile, has: 0, .. } => {
                write!(f, "There is no card in {}.", pile.words())
            }
            IllegalMove::NotEnoughCards { pile, wanted, has } => {
                write!(f, "There are not {wanted} cards in {}, but {has}.", pile.words())
            }
            IllegalMove::FaceDown(pile) => write!(f, "Those cards of {} are still face down.", pile.words()),
            IllegalMove::OneAtATime(pile) => {
                write!(f, "Only the top card of {} may be moved.", pile.words())
            }
            IllegalMove::WholeColumn { pile, or_top } => {
                let or_top = if *or_top { ", or its top card," } else { "" };
                write!(f, "Only the whole of {}{or_top} may be moved.", pile.words())
            }
            IllegalMove::NotInSequence { lower, upper, in_suit, .. } => {
                let suit = if *in_suit { "suit and " } else { "" };
                write!(
                    f,
                    "{upper:#} does not lie in {suit}sequence on {lower:#}, so they cannot be moved together."
                )
            }
            IllegalMove::NoSpace { most, wanted } => {
                write!(f, "There is room to carry {most} cards, not {wanted}.")
            }
            IllegalMove::NotPlayable(pile) => write!(f, "Cards of {} cannot be played.", pile.words()),
            IllegalMove::NoPlaceFor(pile) => write!(f, "Nothing may be put on {}.", pile.words()),
            IllegalMove::CellTaken(pile) => write!(f, "There is a card in {} already.", pile.words()),
            IllegalMove::WrongSuit { card, onto, build } => {
                let how = match build {
                    Build::AltColour => "columns are built in alternating colours",
                    Build::SameColour => "columns are built in one colour",
                    Build::SameSuit => "columns are built in suit",
                    Build::OtherSuit => "a card may not go on its own suit",
                    Build::AnySuit => "the suits do not match",
                };
                write!(f, "{card:#} does not go on {onto:#}: {how}.")
            }
            IllegalMove::WrongRank { card, onto, both_ways } => {
                let how = if *both_ways { "up or down in sequence" } else { "down in sequence" };
                write!(f, "{card:#} does not go on {onto:#}: columns are built {how}.")
            }
            IllegalMove::BaseGoesUp(card) => {
                write!(f, "{card:#} is a base card and must go to a foundation.")
            }
            IllegalMove::OnBase { card, onto } => {
                write!(f, "{card:#} may not go on {onto:#}, which is of the base rank.")
            }
            IllegalMove::ReserveFirst => {
                write!(f, "There are still cards in the reserve, and it fills empty columns.")
            }
            IllegalMove::EmptyColumn { card, fill } => {
                let what = match fill {
                    Fill::Anything => "takes any card",
                    Fill::Kings => "takes only a king",
                    Fill::Waste => "takes only the top card of the waste",
                    Fill::WasteOrColumn => "takes only the top card of the waste or a whole column",
                    Fill::Nothing => "stays empty",
                };
                write!(f, "{card:#} may not go there: an empty column {what}.")
            }
            IllegalMove::NoTakeBack => write!(f, "Foundation cards stay where they are."),
            IllegalMove::TakeBackOntoCards => write!(f, "A foundation card may not go into an empty column."),
            IllegalMove::BaseStays(card) => {
                write!(f, "{card:#} is the base card of its foundation and stays there.")
            }
            IllegalMove::FoundationStart { card, base } => {
                let base = base.words();
                let article = if matches!(base, "ace" | "eight") { "an" } else { "a" };
                write!(f, "{card:#} cannot start a foundation: each starts with {article} {base}.")
            }
            IllegalMove::FoundationPlace { card, place } => match place {
                Place::BySuit => write!(f, "{card:#} belongs on the foundation of {}.", card.suit().words()),
                _ => write!(f, "{card:#} goes to the first empty foundation."),
            },
            IllegalMove::FoundationSuit { card, onto } => {
                write!(f, "{card:#} does not go on {onto:#}: foundations are built in suit.")
            }
            IllegalMove::FoundationRank { card, onto } => {
                write!(f, "{card:#} does not go on {onto:#}: foundations are built up one by one.")
            }
            IllegalMove::FoundationOne => write!(f, "Cards go to a foundation one at a time."),
            IllegalMove::NotARun => {
                write!(f, "Only a complete run from king to ace of one suit leaves the columns.")
            }
            IllegalMove::StockEmpty => write!(f, "The stock is empty."),
            IllegalMove::StockNotEmpty => write!(f, "There are still cards in the stock."),
            IllegalMove::NothingToRedeal => write!(f, "The stock and the waste are both empty."),
            IllegalMove::NoRedeal { most: 0 } => write!(f, "The stock is dealt only once."),
            IllegalMove::NoRedeal { most } => write!(f, "No more redeals: all {most} are used."),
            IllegalMove::FillColumns(pile) => {
                write!(f, "{} is empty: fill it before dealing.", capital(&pile.words()))
            }
            IllegalMove::NotInThisGame(what) => write!(f, "This game has no {what}."),
        }
    }
}

impl std::error::Error for IllegalMove {}
