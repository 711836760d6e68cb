//! How large cards are drawn.

/// How large cards are drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// Cards show as many pips as their rank says, with room between them.
    Huge,
    /// Cards show as many pips as their rank says.
    Large,
    /// Cards have a suit in their middle.
    Medium,
    /// Cards are a little narrower and lower, for games with many columns.
    Slim,
    /// Cards are as small as they can be with a frame.
    Small,
    /// A card has one line.
    Compact,
    /// A pile has one line.
    Plain,
}

impl Size {
    /// The sizes of cards with a frame, the largest first.
    pub(crate) const FRAMED: [Size; 5] = [Size::Huge, Size::Large, Size::Medium, Size::Slim, Size::Small];

    /// Returns the width and the height of a card.
    pub fn card(self) -> (u16, u16) {
        match self {
            Size::Huge => (13, 9),
            Size::Large => (9, 7),
            Size::Medium => (7, 5),
            Size::Slim => (6, 4),
            Size::Small => (5, 3),
            Size::Compact | Size::Plain => (4, 1),
        }
    }

    /// Returns `true` if cards have several lines.
    pub fn is_tall(self) -> bool {
        !matches!(self, Size::Compact | Size::Plain)
    }

    /// Returns how many lines of a covered card show where there is room.
    pub(crate) fn step(self) -> u16 {
        match self {
            Size::Huge | Size::Large => 3,
            Size::Medium | Size::Slim | Size::Small => 2,
            Size::Compact | Size::Plain => 1,
        }
    }

    /// Returns the greatest and the least distance between two piles.
    pub(crate) fn gaps(self) -> (u16, u16) {
        match self {
            Size::Huge => (3, 1),
            Size::Small | Size::Compact => (2, 0),
            _ => (2, 1),
        }
    }

    /// Returns how many lines a column should have when a game has gone on for a while, so that larger cards are
    /// chosen only where their fans have room.
    pub(crate) fn comfort(self) -> u16 {
        let covered = match self {
            Size::Huge => 20,
            Size::Large => 16,
            Size::Medium => 13,
            _ => 12,
        };
        covered + self.card().1
    }
}
