//! Saved games.

use crate::invariants::{every_card_once, session_is_sound, shows_no_hidden_card};
use talon_session::Session;

pub const WORDS: &[&str] = &[
    "talon save 1\n",
    "game ",
    "set ",
    "deal ",
    "cards ",
    "position ",
    "named ",
    "auto off\n",
    "auto safe\n",
    "help oracle\n",
    "moves\n",
    "end\n",
    "back ",
    "mark ",
    "draw\n",
    "deal\n",
    "redeal\n",
    " auto",
    "x2",
    "f1",
    "1-2\n",
    "w-f1\n",
    "s-1\n",
    "base 5",
    "redeals 1",
    "(",
    ")",
];

/// What is loaded saves and loads again as the same game.
pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let Ok(session) = Session::load(&text) else { return };
    every_card_once(session.truth());
    shows_no_hidden_card(session.truth(), 1);
    session_is_sound(&session);
}
