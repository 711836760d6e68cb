//! Moves that are typed as the addresses of two piles, one key at a time: `35`, `w3`, `4f`, `f23`, `3x25`.
//!
//! This module knows the keys, not the games: whether a game has such a pile is for the session to say.

use talon_rules::Pile;
use talon_session::{Command, Onto};

/// The part of an address that has been typed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Address {
    /// Nothing.
    #[default]
    Nothing,
    /// `f` or `e`; a digit will say which pile.
    Kind(char),
    /// The pile the cards come from, and how many if the player has said so.
    From(Pile, Option<u8>),
    /// A pile and an `x`; the next digit is the number of cards.
    Counting(Pile),
}

/// The result of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// The address is not complete.
    More(Address),
    /// The address is complete, and stands for this command.
    Complete(Command),
    /// The key does not belong to an address.
    Other,
}

impl Address {
    /// Adds the next key.
    pub fn take(self, key: char) -> Typed {
        let digit = key.to_digit(10).map(|digit| if digit == 0 { 9 } else { digit as u8 - 1 });
        match (self, key, digit) {
            (Address::Nothing, _, Some(digit)) => from(Pile::Column(digit)),
            (Address::Nothing, 'w', _) => from(Pile::Waste),
            (Address::Nothing, 'r', _) => from(Pile::Reserve),
            (Address::Nothing, 'f' | 'e', _) => Typed::More(Address::Kind(key)),
            (Address::Kind('f'), _, Some(digit)) => from(Pile::Foundation(digit)),
            (Address::Kind(_), _, Some(digit)) => from(Pile::Cell(digit)),
            (Address::From(pile, None), 'x', _) => Typed::More(Address::Counting(pile)),
            (Address::Counting(pile), _, Some(digit)) => Typed::More(Address::From(pile, Some(digit + 1))),
            (Address::From(pile, count), '+', _) => {
                Typed::More(Address::From(pile, Some(count.unwrap_or(1).saturating_add(1))))
            }
            (Address::From(pile, count), '-', _) => {
                Typed::More(Address::From(pile, Some(count.unwrap_or(2).saturating_sub(1).max(1))))
            }
            (Address::From(pile, count), _, Some(digit)) => to(pile, Onto::Pile(Pile::Column(digit)), count),
            (Address::From(pile, count), 'f', _) => to(pile, Onto::Foundation, count),
            (Address::From(pile, count), 'e', _) => to(pile, Onto::Cell, count),
            (Address::From(pile, count), 'w', _) => to(pile, Onto::Pile(Pile::Waste), count),
            (Address::From(pile, count), 'r', _) => to(pile, Onto::Pile(Pile::Reserve), count),
            _ => Typed::Other,
        }
    }

    /// Returns the pile the cards come from, and how many, if that has been typed.
    pub fn pile(self) -> Option<(Pile, Option<u8>)> {
        match self {
            Address::From(pile, count) => Some((pile, count)),
            Address::Counting(pile) => Some((pile, None)),
            _ => None,
        }
    }

    /// Says what has been typed, for the bottom of the screen.
    pub fn words(self) -> String {
        match self {
            Address::Nothing => String::new(),
            Address::Kind('f') => "foundation …".into(),
            Address::Kind(_) => "cell …".into(),
            Address::From(pile, None) => format!("from {} to …", pile.words()),
            Address::From(pile, Some(1)) => format!("1 card from {} to …", pile.words()),
            Address::From(pile, Some(count)) => format!("{count} cards from {} to …", pile.words()),
            Address::Counting(pile) => format!("how many cards from {}?", pile.words()),
        }
    }
}

fn from(pile: Pile) -> Typed {
    Typed::More(Address::From(pile, None))
}

fn to(from: Pile, to: Onto, count: Option<u8>) -> Typed {
    Typed::Complete(match to {
        Onto::Pile(pile) if pile == from && count.is_none() => Command::Best(from),
        _ => Command::Carry { from, to, count },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &str) -> Typed {
        let mut at = Address::Nothing;
        let mut last = Typed::Other;
        for key in keys.chars() {
            last = at.take(key);
            match &last {
                Typed::More(next) => at = *next,
                _ => return last,
            }
        }
        last
    }

    #[test]
    fn addresses_stand_for_commands() {
        let carry = |from, to, count| Typed::Complete(Command::Carry { from, to, count });
        let column = |n: u8| Pile::Column(n - 1);
        let onto = |n| Onto::Pile(column(n));
        assert_eq!(typed("35"), carry(column(3), onto(5), None));
        assert_eq!(typed("30"), carry(column(3), onto(10), None));
        assert_eq!(typed("w3"), carry(Pile::Waste, onto(3), None));
        assert_eq!(typed("4f"), carry(column(4), Onto::Foundation, None));
        assert_eq!(typed("f23"), carry(Pile::Foundation(1), onto(3), None));
        assert_eq!(typed("e1f"), carry(Pile::Cell(0), Onto::Foundation, None));
        assert_eq!(typed("3x25"), carry(column(3), onto(5), Some(2)));
        assert_eq!(typed("3++5"), carry(column(3), onto(5), Some(3)));
        assert_eq!(typed("33"), Typed::Complete(Command::Best(column(3))));
        assert_eq!(typed("ww"), Typed::Complete(Command::Best(Pile::Waste)));
        assert_eq!(typed("3u"), Typed::Other);
        assert_eq!(typed("d"), Typed::Other);
    }
}
