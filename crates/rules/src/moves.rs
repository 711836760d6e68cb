//! The moves of a player.

use crate::pile::{AddressError, Pile};
use std::fmt;
use std::str::FromStr;

/// A move of the player.
///
/// Whatever follows automatically belongs to the move and is not written: a card is turned up, a column is
/// filled from the reserve, or a complete run leaves the columns.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Turn the next cards of the stock.
    Draw,
    /// Turn the waste over to become the stock again.
    Redeal,
    /// Deal a row from the stock onto the columns.
    Deal,
    /// Move the top `count` cards of a pile to another pile, in their order.
    Carry {
        /// The pile the cards lie on.
        from: Pile,
        /// The pile the cards go to.
        to: Pile,
        /// The number of cards.
        count: u8,
    },
}

impl Move {
    /// The move of a single card.
    pub const fn one(from: Pile, to: Pile) -> Move {
        Move::Carry { from, to, count: 1 }
    }
}

impl fmt::Display for Move {
    /// Writes `draw`, `redeal`, `deal`, `w-3`, `3-5x4` or `4-f1`: the notation of saved games.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Draw => f.write_str("draw"),
            Move::Redeal => f.write_str("redeal"),
            Move::Deal => f.write_str("deal"),
            Move::Carry { from, to, count: 1 } => write!(f, "{from}-{to}"),
            Move::Carry { from, to, count } => write!(f, "{from}-{to}x{count}"),
        }
    }
}

impl FromStr for Move {
    type Err = AddressError;

    /// Parses the notation that `Display` writes.
    fn from_str(text: &str) -> Result<Move, AddressError> {
        match text {
            "draw" => return Ok(Move::Draw),
            "redeal" => return Ok(Move::Redeal),
            "deal" => return Ok(Move::Deal),
            _ => {}
        }
        let fail = || AddressError::new(text);
        let (from, rest) = text.split_once('-').ok_or_else(fail)?;
        let (to, count) = match rest.split_once('x') {
            Some((to, count)) if count.bytes().all(|b| b.is_ascii_digit()) => {
                (to, count.parse().map_err(|_| fail())?)
            }
            Some(_) => return Err(fail()),
            None => (rest, 1),
        };
        if count == 0 {
            return Err(fail());
        }
        let pile = |text: &str| text.parse::<Pile>().map_err(|_| fail());
        Ok(Move::Carry { from: pile(from)?, to: pile(to)?, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_move_parses() {
        let piles =
            [Pile::Stock, Pile::Waste, Pile::Reserve, Pile::Foundation(7), Pile::Cell(0), Pile::Column(17)];
        let mut moves = vec![Move::Draw, Move::Redeal, Move::Deal];
        for from in piles {
            for to in piles {
                moves.extend([1, 2, 13].map(|count| Move::Carry { from, to, count }));
            }
        }
        for m in moves {
            assert_eq!(m.to_string().parse(), Ok(m));
        }
    }

    #[test]
    fn a_text_that_is_not_a_move_is_an_error() {
        for text in ["", "-", "3", "3-", "0-1", "1-2x0", "1-2x", "1-2x999", "+1-2", "f-1", "1-+2", "1-2x+3"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
