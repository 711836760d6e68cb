//! What a move did, step by step: undo plays the steps backwards, front ends animate them forwards.

use crate::Pile;
use crate::table::pile_at;
use std::fmt;

/// One step of a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// Cards went from pile to pile, in their order.
    Carried {
        /// Where they lay.
        from: Pile,
        /// Where they lie now.
        to: Pile,
        /// How many.
        count: u8,
    },
    /// The top card of a pile was turned face up, or came to light.
    TurnedUp(Pile),
    /// Cards were turned from the stock to the waste, one by one.
    Drawn {
        /// How many.
        count: u8,
        /// Which of them were seen for the first time, the first card in bit 0.
        fresh: u8,
    },
    /// The whole waste became the stock again, in its original order.
    Redealt {
        /// How many cards.
        count: u8,
    },
    /// One card of the stock went to each of the first `count` columns.
    Dealt {
        /// How many columns got one.
        count: u8,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Carried { from, to, count } => write!(f, "{from}>{to}x{count}"),
            Event::TurnedUp(pile) => write!(f, "up {pile}"),
            Event::Drawn { count, .. } => write!(f, "drawn {count}"),
            Event::Redealt { count } => write!(f, "redealt {count}"),
            Event::Dealt { count } => write!(f, "dealt {count}"),
        }
    }
}

/// The steps of one move, in order, kept in place.
///
/// Piles are kept by their number on the table, which is what taking back needs; [`Events::iter`]
/// gives them their names.
#[derive(Copy, Clone)]
pub struct Events {
    list: [Step; Events::MOST],
    len: u8,
}

/// An [`Event`] in four bytes.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub kind: StepKind,
    /// The pile, where there is one; the first of the two.
    pub from: u8,
    /// The second pile, or the fresh cards of a draw.
    pub to: u8,
    pub count: u8,
}

#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum StepKind {
    Carried,
    TurnedUp,
    Drawn,
    Redealt,
    Dealt,
}

impl Events {
    /// A row over all columns, each finishing a run and then filled from a reserve that shows its
    /// next card, and the deal itself.
    const MOST: usize = 3 * crate::Sizes::MOST + 2;

    /// No steps yet: for [`crate::Table::play_legal`].
    #[inline]
    pub const fn new() -> Events {
        let step = Step { kind: StepKind::Carried, from: 0, to: 0, count: 0 };
        Events { list: [step; Events::MOST], len: 0 }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(crate) fn push(&mut self, kind: StepKind, from: usize, to: usize, count: u8) {
        self.list[usize::from(self.len)] = Step { kind, from: from as u8, to: to as u8, count };
        self.len += 1;
    }

    #[inline]
    pub(crate) fn steps(&self) -> &[Step] {
        &self.list[..usize::from(self.len)]
    }

    /// The steps in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Event> + ExactSizeIterator + '_ {
        self.steps().iter().map(|step| match step.kind {
            StepKind::Carried => {
                Event::Carried { from: pile_at(step.from), to: pile_at(step.to), count: step.count }
            }
            StepKind::TurnedUp => Event::TurnedUp(pile_at(step.from)),
            StepKind::Drawn => Event::Drawn { count: step.count, fresh: step.to },
            StepKind::Redealt => Event::Redealt { count: step.count },
            StepKind::Dealt => Event::Dealt { count: step.count },
        })
    }
}

impl Default for Events {
    fn default() -> Events {
        Events::new()
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Events {
    fn eq(&self, other: &Events) -> bool {
        self.steps() == other.steps()
    }
}

impl Eq for Events {}
