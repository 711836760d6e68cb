//! Numbers on the command line, refused in words that say what to write.

use std::str::FromStr;
use std::time::Duration;

/// Reads a whole number.
///
/// # Errors
/// If it is none, or too large.
pub fn whole<N: FromStr>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|_| "give a whole number")
}

/// Reads a limit of time in seconds.
///
/// # Errors
/// If it is not a number, not above 0, or too large.
pub fn seconds(text: &str) -> Result<f64, &'static str> {
    let limit = |seconds: &f64| Duration::try_from_secs_f64(*seconds).is_ok_and(|limit| !limit.is_zero());
    text.parse().ok().filter(limit).ok_or("give a number of seconds above 0")
}
