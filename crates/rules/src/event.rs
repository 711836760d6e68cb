//! What a move did, step by step: undo plays the steps backwards, front ends animate them forwards.

use crate::Pile;
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
#[derive(Copy, Clone, Debug)]
pub struct Events {
    list: [Event; Events::MOST],
    len: u8,
}

impl Events {
    /// A row of twenty columns, each finishing a run that uncovers a card, and the deal itself.
    const MOST: usize = 2 * crate::Sizes::MOST + 2;

    /// No steps yet: for [`crate::Table::play_legal`].
    #[inline]
    pub const fn new() -> Events {
        Events { list: [Event::Redealt { count: 0 }; Events::MOST], len: 0 }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(crate) fn push(&mut self, event: Event) {
        self.list[usize::from(self.len)] = event;
        self.len += 1;
    }
}

impl Default for Events {
    fn default() -> Events {
        Events::new()
    }
}

impl std::ops::Deref for Events {
    type Target = [Event];

    #[inline]
    fn deref(&self) -> &[Event] {
        &self.list[..usize::from(self.len)]
    }
}

impl PartialEq for Events {
    fn eq(&self, other: &Events) -> bool {
        **self == **other
    }
}

impl Eq for Events {}
