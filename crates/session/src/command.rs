//! The commands that a front end gives to a game, and the outcome of each.

use crate::{By, Deal, NodeId};
use std::fmt;
use talon_cards::Card;
use talon_rules::{Events, IllegalMove, Move, Pile, SetupError};

/// The destination of cards, as precisely as the player gave it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Onto {
    /// To this pile.
    Pile(Pile),
    /// To whichever foundation accepts them.
    Foundation,
    /// To the first free cell.
    Cell,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Make exactly this move.
    Play(Move),
    /// Carry cards; without a count, as many as fit.
    Carry {
        /// Where the cards lie.
        from: Pile,
        /// The destination.
        to: Onto,
        /// The number of cards, if the player gave one.
        count: Option<u8>,
    },
    /// Make the move of the stock that is due: turn cards, deal a row, or turn the waste over.
    Draw,
    /// Make the best move of a pile, by the order of the hints.
    Best(Pile),
    /// Move the top card of a pile to its foundation, as a double click does.
    Up(Pile),
    /// Move all safe cards to their foundations now.
    Auto,
    /// Switch automatic moves on or off.
    SetAuto(bool),
    /// Switch the casino's ledger on or off.
    SetLedger(bool),
    /// Play to the end, if that wins the game.
    Finish,
    /// Undo the last move.
    Undo,
    /// Redo the move that was undone last, along the latest branch.
    Redo,
    /// Return to the deal; the moves stay in the history.
    Restart,
    /// Go to any place in the history.
    Visit(NodeId),
    /// Start a new game by the same rules.
    New(Deal),
}

/// One move that was made or undone.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move.
    pub m: Move,
    /// What the move did; in reverse if it was undone.
    pub events: Events,
    /// Who made it.
    pub by: By,
    /// Whether the move was undone.
    pub back: bool,
    /// What the move did, as a sentence without its full stop; empty if another sentence says everything.
    pub sentence: String,
}

/// The effect of a command.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The moves made or undone, in order.
    pub steps: Vec<Step>,
    /// Anything else to say, as whole sentences.
    pub notes: Vec<String>,
}

impl Outcome {
    pub(crate) fn note(text: impl Into<String>) -> Outcome {
        Outcome { steps: Vec::new(), notes: vec![text.into()] }
    }

    /// Returns everything that happened, as one text of sentences.
    pub fn words(&self) -> String {
        let said = self.steps.iter().filter(|step| !step.sentence.is_empty());
        let steps = said.map(|step| format!("{}.", step.sentence));
        steps.chain(self.notes.iter().cloned()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the same for small spaces: several moves are only counted.
    pub fn brief(&self) -> String {
        let count = self.steps.len();
        if count <= 4 {
            return self.words();
        }
        if !self.notes.is_empty() {
            return self.notes.join(" ");
        }
        let did = if self.steps.iter().all(|step| step.back) { "Undid" } else { "Made" };
        format!("{did} {count} moves.")
    }
}

/// The reason why a command was not carried out; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules forbid the move.
    Illegal {
        /// The reason.
        why: IllegalMove,
        /// The reason as a sentence that names the cards.
        sentence: String,
    },
    /// No move was made yet.
    NothingToUndo,
    /// No move was undone.
    NothingToRedo,
    /// No move of this pile is legal.
    NoMoveOf {
        /// The pile.
        pile: Pile,
        /// Its top card, if it lies open.
        top: Option<Card>,
        /// How many of its cards might have been moved: the face-up cards of a column, or one.
        cards: usize,
    },
    /// Every cell holds a card.
    NoFreeCell(Option<Card>),
    /// No card can safely go up.
    NothingSafe {
        /// A card that could go up but is not safe.
        unsafe_card: Option<Card>,
    },
    /// Automatic play would not win the game, or some cards are still unknown.
    CannotFinish {
        /// Whether there are cards that nobody has seen.
        hidden: bool,
    },
    /// The casino does not play this game, or did not deal this hand.
    NoLedger,
    /// The game has not begun, is won, or was given up before.
    NothingToGiveUp {
        /// The reason, as a sentence.
        why: &'static str,
    },
    /// The history has no such place.
    NoSuchPlace,
    /// The cards cannot be dealt.
    Deal(SetupError),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Illegal { sentence, .. } => f.write_str(sentence),
            Refusal::NothingToUndo => f.write_str("There is nothing to undo."),
            Refusal::NothingToRedo => f.write_str("There is nothing to redo."),
            Refusal::NoMoveOf { pile, cards: 0, .. } => write!(f, "There is no card in {}.", pile.words()),
            Refusal::NoMoveOf { pile, top: Some(top), cards: 1 } => {
                write!(f, "{top:#} in {} has nowhere to go.", pile.words())
            }
            Refusal::NoMoveOf { pile, top: Some(top), .. } => {
                write!(
                    f,
                    "Neither {top:#} on top of {} nor the cards under it can be moved now.",
                    pile.words()
                )
            }
            Refusal::NoMoveOf { pile, top: None, .. } => {
                write!(f, "No card in {} can be moved now.", pile.words())
            }
            Refusal::NoFreeCell(Some(card)) => write!(f, "No cell is free for {card:#}."),
            Refusal::NoFreeCell(None) => f.write_str("No cell is free."),
            Refusal::NothingSafe { unsafe_card: Some(card) } => {
                write!(
                    f,
                    "No card can safely go up now: {card:#} could, but another card may still need it in a column."
                )
            }
            Refusal::NothingSafe { unsafe_card: None } => f.write_str("No card can go up now."),
            Refusal::CannotFinish { hidden: true } => {
                f.write_str("The game cannot be finished automatically while some cards are unknown.")
            }
            Refusal::CannotFinish { hidden: false } => {
                f.write_str("The game cannot be finished automatically yet.")
            }
            Refusal::NoLedger => f.write_str(
                "The casino keeps a ledger only for hands of Canfield and its relatives that it dealt.",
            ),
            Refusal::NothingToGiveUp { why } => f.write_str(why),
            Refusal::NoSuchPlace => f.write_str("The history has no such place."),
            Refusal::Deal(why) => write!(f, "The cards cannot be dealt: {why}."),
        }
    }
}

impl std::error::Error for Refusal {}
