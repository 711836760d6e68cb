//! The messages of the line protocol.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use talon_players::Record;
use talon_rules::{Move, Rules, View};

/// The version of the protocol.
pub(super) const VERSION: u32 = 1;

/// A message to the program.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Message<'a> {
    Hello { protocol: u32, game: &'a str, title: &'a str, rules: &'a Rules, seconds: f64 },
    Begin { salt: u64 },
    Choose(Position),
}

impl Message<'_> {
    /// Returns the message as a line.
    pub fn line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("numbers, text and rules can be written as JSON");
        line.push('\n');
        line
    }
}

/// What a person at the table would see, and the legal moves.
#[derive(Serialize)]
pub(super) struct Position {
    moves: Vec<String>,
    piles: BTreeMap<String, Vec<String>>,
    base: String,
    redeals: u16,
    score: i32,
    turn: u32,
    fruitless: u32,
}

impl Position {
    pub fn new(view: View<'_>, record: &Record) -> Position {
        let card = |card: Option<talon_cards::Card>| card.map_or("??".into(), |card| card.to_string());
        let pile = |pile: talon_rules::Pile| (pile.to_string(), view.cards(pile).map(card).collect());
        Position {
            moves: view.moves().iter().map(Move::to_string).collect(),
            piles: view.piles().map(pile).collect(),
            base: view.base().to_string(),
            redeals: view.redeals_used(),
            score: view.score(record.moves),
            turn: record.moves,
            fruitless: record.moves_without_progress,
        }
    }
}

/// The answer to `hello`.
#[derive(Deserialize)]
pub(super) struct Ready {
    pub ready: bool,
}

/// The answer to `choose`.
#[derive(Deserialize)]
pub(super) struct Answer {
    #[serde(rename = "move", deserialize_with = "Option::deserialize")]
    pub chosen: Option<String>,
}
