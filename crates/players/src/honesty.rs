//! A check that a player's choices do not depend on hidden cards.

use crate::{Player, PlayerError, Record, Strategy, find, seed_for};
use std::fmt;
use talon_cards::Generator;
use talon_rules::{Move, Rules, Table};

/// Why a player did not pass the check.
#[derive(Debug)]
pub enum HonestyError {
    /// The player cannot be made, or does not play this game.
    Player(PlayerError),
    /// The player is allowed to see every card.
    Oracle,
    /// Two copies of the player saw the same and chose differently.
    Peeks(Box<Peek>),
}

/// A position in which a player chose differently when only the hidden cards were different.
#[derive(Debug)]
pub struct Peek {
    /// The position.
    pub table: Table,
    /// The move chosen there.
    pub chosen: Option<Move>,
    /// The move chosen with other hidden cards.
    pub otherwise: Option<Move>,
}

impl fmt::Display for HonestyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HonestyError::Player(error) => error.fmt(f),
            HonestyError::Oracle => f.write_str("this player is allowed to see every card"),
            HonestyError::Peeks(peek) => {
                let name = |m: Option<Move>| m.map_or("no move".into(), |m| m.to_string());
                let (chosen, otherwise) = (name(peek.chosen), name(peek.otherwise));
                write!(f, "the choice depends on hidden cards: {chosen} or {otherwise} in\n{}", peek.table)
            }
        }
    }
}

impl std::error::Error for HonestyError {}

/// Checks in at least `positions` positions of a game that the choices of a player do not depend on hidden
/// cards.
///
/// # Errors
/// If the player cannot be made, is an oracle, or peeks.
pub fn check_honesty(spec: &str, rules: &Rules, positions: u32) -> Result<(), HonestyError> {
    let honest = || match find(spec, rules, None).map_err(HonestyError::Player)? {
        Player::Honest(strategy) => Ok(strategy),
        Player::Oracle(_) => Err(HonestyError::Oracle),
    };
    compare(rules, &mut *honest()?, &mut *honest()?, positions).map_err(HonestyError::Peeks)
}

/// The number of moves after which the check goes on to the next deal.
const MOST_MOVES: u32 = 150;

/// Lets two copies of a strategy play the same games until they have chosen in `positions` positions.
///
/// The second copy sees a table on which the hidden cards are dealt anew before each move. A strategy that
/// knows only its view makes the same choices.
///
/// # Errors
/// The first position in which the choices differ.
///
/// # Panics
/// If no game can be played by the rules, or both copies choose an illegal move.
pub fn compare(
    rules: &Rules,
    first: &mut dyn Strategy,
    second: &mut dyn Strategy,
    positions: u32,
) -> Result<(), Box<Peek>> {
    let mut compared = 0;
    for deal in 0.. {
        let mut table = Table::numbered(rules, deal).expect("a player was made for these rules");
        let mut generator = Generator::new(deal ^ 0x5EED);
        let mut record = Record::default();
        // The seed depends on what is seen only, so it may be the same for both.
        let seed = seed_for(table.view(), deal);
        first.begin(table.view(), seed);
        second.begin(table.view().imagine(&mut generator).view(), seed);
        while record.moves < MOST_MOVES && !table.is_won() {
            if compared >= positions {
                return Ok(());
            }
            let other = table.view().imagine(&mut generator);
            let chosen = first.choose(table.view(), &record);
            let otherwise = second.choose(other.view(), &record);
            if chosen != otherwise {
                return Err(Box::new(Peek { table, chosen, otherwise }));
            }
            compared += 1;
            let Some(m) = chosen else { break };
            table.play(m).unwrap_or_else(|why| panic!("a player chose {m}: {why}"));
            record.moves += 1;
            record.last = Some(m);
        }
    }
    Ok(())
}
