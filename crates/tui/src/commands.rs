//! The commands that the terminal has: those of the session's [`registry`](talon_session::registry) that have a
//! key here.

use talon_session::registry::ALL;
pub use talon_session::registry::{Action, Entry};

/// Returns the commands that have a key in the terminal, in the order of the help.
pub fn commands() -> Vec<&'static Entry> {
    ALL.iter().filter(|entry| entry.places.terminal).collect()
}
