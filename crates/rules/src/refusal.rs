//! The reasons why a move is illegal, with the facts and a sentence for the player.

use crate::phrase::with_article;
use crate::words::*;
use crate::{Pile, capital, plural};
use std::fmt;
use talon_cards::{Card, Rank};

/// The reason why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The game has no such pile.
    NoSuchPile(Pile),
    /// The move goes from a pile to itself or carries no cards.
    NoMove,
    /// The pile has fewer cards than the move carries.
    NotEnoughCards {
        /// The pile.
        pile: Pile,
        /// The number of cards the move carries.
        wanted: u8,
        /// The number of cards of the pile.
        has: u8,
    },
    /// Some of the cards are face down.
    FaceDown(Pile),
    /// Only the top card of the pile may be moved.
    OneAtATime(Pile),
    /// Only the whole column may be moved.
    WholeColumn {
        /// The column.
        pile: Pile,
        /// Whether the top card alone may be moved as well.
        or_top: bool,
    },
    /// The cards are not a sequence that may be moved together.
    NotInSequence {
        /// The column.
        pile: Pile,
        /// The lower of the two neighbouring cards that are not in sequence.
        lower: Card,
        /// The card on top of it.
        upper: Card,
        /// Whether a sequence must be of one suit.
        in_suit: bool,
    },
    /// There are not enough free cells and empty columns to move so many cards.
    NoSpace {
        /// The number of cards that can be moved.
        most: u8,
        /// The number of cards the move carries.
        wanted: u8,
    },
    /// No card may be taken from the pile.
    NotPlayable(Pile),
    /// No card may be put on the pile.
    NoPlaceFor(Pile),
    /// The cell holds a card already.
    CellTaken(Pile),
    /// The colour or the suit does not match.
    WrongSuit {
        /// The card to be moved.
        card: Card,
        /// The card it would be put on.
        onto: Card,
        /// How columns are built.
        build: Build,
    },
    /// The rank does not match.
    WrongRank {
        /// The card to be moved.
        card: Card,
        /// The card it would be put on.
        onto: Card,
        /// Whether columns are built up as well as down.
        both_ways: bool,
    },
    /// A card of the base rank may not be put into a column.
    BaseGoesUp(Card),
    /// No card may be put on a card of the base rank.
    OnBase {
        /// The card to be moved.
        card: Card,
        /// The card of the base rank.
        onto: Card,
    },
    /// While the reserve has cards, only it fills empty columns.
    ReserveFirst,
    /// The card may not be put into an empty column.
    EmptyColumn {
        /// The card.
        card: Card,
        /// What may be put into an empty column.
        fill: Fill,
        /// The highest rank of the deck, which [`Fill::Kings`] asks for.
        highest: Rank,
    },
    /// Cards may not be taken back from the foundations.
    NoTakeBack,
    /// A card may be taken back only onto another card, not into an empty column.
    TakeBackOntoCards,
    /// The base card of a foundation may not be taken back.
    BaseStays(Card),
    /// A foundation can only be started with a card of the base rank.
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
        /// The rule that says which foundation it belongs on.
        place: Place,
    },
    /// The foundation has another suit.
    FoundationSuit {
        /// The card.
        card: Card,
        /// The top card of the foundation.
        onto: Card,
    },
    /// The card is not of the next rank.
    FoundationRank {
        /// The card.
        card: Card,
        /// The top card of the foundation.
        onto: Card,
    },
    /// Foundations take one card at a time.
    FoundationOne,
    /// Only a complete run may be moved to a foundation.
    NotARun,
    /// The stock is empty.
    StockEmpty,
    /// The stock is not empty, so that the waste cannot be turned over yet.
    StockNotEmpty,
    /// The stock and the waste are both empty.
    NothingToRedeal,
    /// All redeals are used.
    NoRedeal {
        /// The number of redeals the game allows.
        most: u8,
    },
    /// A row may be dealt only if no column is empty; the pile is an empty column.
    FillColumns(Pile),
    /// The game does not have what the move needs; the text names it in the sentence.
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
            IllegalMove::NotEnoughCards { pile, has, .. } => {
                write!(f, "{} has only {}.", capital(&pile.words()), plural(*has, "card"))
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
                write!(f, "There is room to carry {}, not {wanted}.", plural(*most, "card"))
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
                let how = if *both_ways { "up or down" } else { "down" };
                write!(f, "{card:#} does not go on {onto:#}: columns are built {how} by one rank.")
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
            IllegalMove::EmptyColumn { card, fill, highest } => {
                let what = match fill {
                    Fill::Anything => "takes any card".into(),
                    Fill::Kings => format!("takes only {}", with_article(highest.words())),
                    Fill::Waste => "takes only the top card of the waste".into(),
                    Fill::WasteOrColumn => "takes only the top card of the waste or cards of a column".into(),
                    Fill::Nothing => "stays empty".to_string(),
                };
                write!(f, "{card:#} may not go there: an empty column {what}.")
            }
            IllegalMove::NoTakeBack => write!(f, "Foundation cards stay where they are."),
            IllegalMove::TakeBackOntoCards => write!(f, "A foundation card may not go into an empty column."),
            IllegalMove::BaseStays(card) => {
                write!(f, "{card:#} is the base card of its foundation and stays there.")
            }
            IllegalMove::FoundationStart { card, base } => {
                let base = with_article(base.words());
                write!(f, "{card:#} cannot start a foundation: each starts with {base}.")
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
                write!(f, "Only a complete run of one suit leaves the columns.")
            }
            IllegalMove::StockEmpty => write!(f, "The stock is empty."),
            IllegalMove::StockNotEmpty => write!(f, "There are still cards in the stock."),
            IllegalMove::NothingToRedeal => write!(f, "The stock and the waste are both empty."),
            IllegalMove::NoRedeal { most: 0 } => write!(f, "The stock is dealt only once."),
            IllegalMove::NoRedeal { most: 1 } => write!(f, "No more redeals: the only one is used."),
            IllegalMove::NoRedeal { most } => write!(f, "No more redeals: all {most} are used."),
            IllegalMove::FillColumns(pile) => {
                write!(f, "{} is empty: fill it before dealing.", capital(&pile.words()))
            }
            IllegalMove::NotInThisGame(what) => write!(f, "This game has no {what}."),
        }
    }
}

impl std::error::Error for IllegalMove {}
