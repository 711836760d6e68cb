//! What a front end can ask of a game, and what it hears.

use crate::{By, Deal, NodeId};
use cards::Card;
use rules::{Events, IllegalMove, Move, Pile, SetupError};
use std::fmt;

/// Where cards should go, as far as the player says.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Onto {
    /// To this pile.
    Pile(Pile),
    /// To whatever foundation takes them.
    Foundation,
    /// To the first free cell.
    Cell,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Exactly this move.
    Play(Move),
    /// Carry cards; without a count as many as fit.
    Carry {
        /// Where the cards lie.
        from: Pile,
        /// Where they should go.
        to: Onto,
        /// How many, if the player said so.
        count: Option<u8>,
    },
    /// Whatever the stock offers: turn cards, deal a row, or turn the waste over.
    Draw,
    /// The best move of a pile, by the order of the hint.
    Best(Pile),
    /// The top card of a pile to its foundation: a double click.
    Up(Pile),
    /// Play all safe cards up, now.
    Auto,
    /// Switch automatic moves on or off.
    SetAuto(bool),
    /// Play to the end, if it really ends.
    Finish,
    /// Take back the last move.
    Undo,
    /// Make the move taken back last again, along the latest branch.
    Redo,
    /// Back to the deal; the moves stay in the history.
    Restart,
    /// To any place of the history.
    Visit(NodeId),
    /// A new game by the same rules.
    New(Deal),
}

/// One move made or taken back.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move.
    pub m: Move,
    /// What it did; backwards, if it was taken back.
    pub events: Events,
    /// Who made it.
    pub by: By,
    /// Was it taken back?
    pub back: bool,
    /// What it did, as a sentence without its full stop; empty where another sentence says it all.
    pub sentence: String,
}

/// What a command did.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The moves made or taken back, in order.
    pub steps: Vec<Step>,
    /// What else there is to say, as whole sentences.
    pub notes: Vec<String>,
}

impl Outcome {
    pub(crate) fn note(text: impl Into<String>) -> Outcome {
        Outcome { steps: Vec::new(), notes: vec![text.into()] }
    }

    /// Everything that happened, as one text of sentences.
    pub fn words(&self) -> String {
        let said = self.steps.iter().filter(|step| !step.sentence.is_empty());
        let steps = said.map(|step| format!("{}.", step.sentence));
        steps.chain(self.notes.iter().cloned()).collect::<Vec<_>>().join(" ")
    }

    /// The same where there is little room or time: many moves are only counted.
    pub fn brief(&self) -> String {
        let count = self.steps.len();
        if count <= 4 {
            return self.words();
        }
        if !self.notes.is_empty() {
            return self.notes.join(" ");
        }
        let did = if self.steps.iter().all(|step| step.back) { "Took back" } else { "Made" };
        format!("{did} {count} moves.")
    }
}

/// Why a command was not carried out; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules forbid the move.
    Illegal {
        /// The reason.
        why: IllegalMove,
        /// The reason as a sentence that names the cards.
        sentence: String,
    },
    /// Nothing was played yet.
    NothingToUndo,
    /// Nothing was taken back.
    NothingToRedo,
    /// No move of this pile is legal.
    NoMoveOf {
        /// The pile.
        pile: Pile,
        /// Its top card, if it lies open.
        top: Option<Card>,
        /// How many cards it has.
        cards: usize,
    },
    /// Every cell has a card.
    NoFreeCell(Option<Card>),
    /// No safe card is there to go up.
    NothingSafe {
        /// A card that could go up, but is not safe.
        unsafe_card: Option<Card>,
    },
    /// It would not end in a win, or cards are still unknown.
    CannotFinish {
        /// Are there cards nobody has seen?
        hidden: bool,
    },
    /// The game was not begun, is won, or was given up before.
    NothingToGiveUp {
        /// Why, as a sentence.
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
            Refusal::NothingToUndo => f.write_str("Nothing was played yet."),
            Refusal::NothingToRedo => f.write_str("Nothing was taken back."),
            Refusal::NoMoveOf { pile, cards: 0, .. } => write!(f, "There is no card in {}.", pile.words()),
            Refusal::NoMoveOf { pile, top: Some(top), cards: 1 } => {
                write!(f, "{top:#} in {} has nowhere to go now.", pile.words())
            }
            Refusal::NoMoveOf { pile, top: Some(top), .. } => {
                write!(
                    f,
                    "Neither {top:#} on top of {} nor what lies under it can go anywhere now.",
                    pile.words()
                )
            }
            Refusal::NoMoveOf { pile, top: None, .. } => {
                write!(f, "No card of {} can be moved now.", pile.words())
            }
            Refusal::NoFreeCell(Some(card)) => write!(f, "No cell is free for {card:#}."),
            Refusal::NoFreeCell(None) => f.write_str("No cell is free."),
            Refusal::NothingSafe { unsafe_card: Some(card) } => {
                write!(
                    f,
                    "No card can safely go up now: {card:#} could, but a card may still be wanted on it."
                )
            }
            Refusal::NothingSafe { unsafe_card: None } => f.write_str("No card can go up now."),
            Refusal::CannotFinish { hidden: true } => {
                f.write_str("The game cannot finish by itself while cards are unknown.")
            }
            Refusal::CannotFinish { hidden: false } => {
                f.write_str("The game would not finish by itself now.")
            }
            Refusal::NothingToGiveUp { why } => f.write_str(why),
            Refusal::NoSuchPlace => f.write_str("The history has no such place."),
            Refusal::Deal(why) => write!(f, "That cannot be dealt: {why}."),
        }
    }
}

impl std::error::Error for Refusal {}
