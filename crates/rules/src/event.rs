//! The steps of a move. Undo applies them backwards, and front ends animate them forwards.

use crate::Pile;
use crate::table::pile_at;
use std::fmt;

/// One step of a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The top cards of a pile were moved to another pile and kept their order.
    Carried {
        /// The pile the cards came from.
        from: Pile,
        /// The pile the cards went to.
        to: Pile,
        /// The number of cards.
        count: u8,
    },
    /// A card of a pile was turned face up or became visible: the top card, or the lowest card of the
    /// waste that shows.
    TurnedUp(Pile),
    /// Cards were turned from the stock to the waste, one by one.
    Drawn {
        /// The number of cards.
        count: u8,
        /// The cards that were seen for the first time; bit 0 stands for the card drawn first.
        fresh: u8,
    },
    /// The whole waste became the stock again, in its original order.
    Redealt {
        /// The number of cards.
        count: u8,
    },
    /// One card of the stock was dealt to each of the first `count` columns.
    Dealt {
        /// The number of columns.
        count: u8,
    },
}

impl Event {
    /// Returns `true` if the player sees a card for the first time.
    pub fn shows_new_card(self) -> bool {
        match self {
            Event::TurnedUp(_) | Event::Dealt { .. } => true,
            Event::Drawn { fresh, .. } => fresh != 0,
            Event::Carried { .. } | Event::Redealt { .. } => false,
        }
    }
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

/// The steps of one move in order, stored without allocation.
///
/// Piles are stored by their numbers on the table, which is what undo needs; [`Events::iter`] yields them
/// as [`Pile`]s.
#[derive(Copy, Clone)]
pub struct Events {
    list: [Step; Events::MOST],
    len: u8,
}

/// An [`Event`] in four bytes.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub kind: StepKind,
    /// The pile, if there is one; the first of two piles.
    pub from: u8,
    /// The second pile, or the cards of a draw that were seen for the first time.
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
    /// The longest move: a row is dealt, all eight runs leave and turn up a card each, and every column is
    /// then filled from the reserve, whose next card is turned up.
    const MOST: usize = 1 + 2 * 8 + 2 * crate::Sizes::MOST;

    /// An empty list, to be filled by [`Table::play_legal`](crate::Table::play_legal).
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
