//! Solvitaire's JSON: lists of cards from bottom to top, a lower-case suit for a face-down card.
//!
//! The stock is drawn from its end. `"cells"` is read and written beside the keys Solvitaire knows.

use super::{ImportError, Position};
use crate::name::short;
use cards::Card;
use rules::Layout;
use serde_json::Value;
use std::fmt::Write as _;

pub(super) fn read(text: &str) -> Result<Position, ImportError> {
    let json: Value = serde_json::from_str(text).map_err(|error| ImportError::Json(error.to_string()))?;
    let Value::Object(keys) = json else { return Err(wrong("an object is wanted")) };
    let mut position = Position::default();
    let mut seen_columns = false;
    for (key, value) in &keys {
        match key.as_str() {
            "tableau piles" => {
                seen_columns = true;
                for (c, pile) in lists(key, value)?.iter().enumerate() {
                    let (cards, down) = column(pile, c)?;
                    position.marked |= down > 0;
                    position.layout.columns.push((cards, down));
                }
            }
            "foundations" => {
                for pile in lists(key, value)? {
                    position.layout.foundations.push(cards(key, pile)?);
                }
            }
            "cells" => {
                for cell in list(key, value)? {
                    let empty = cell.is_null() || cell.as_str() == Some("");
                    let card = if empty { None } else { Some(card(key, cell)?.0) };
                    position.layout.cells.push(card);
                }
            }
            "stock" => position.layout.stock = cards(key, value)?,
            "waste" => position.layout.waste = cards(key, value)?,
            "reserve" => position.layout.reserve = cards(key, value)?,
            other => return Err(wrong(&format!("{:?} is not a pile we know", short(other)))),
        }
    }
    if position.layout.columns.len() > 20
        || position.layout.foundations.len() > 8
        || position.layout.cells.len() > 8
    {
        return Err(wrong("there are more piles than any game has"));
    }
    if seen_columns { Ok(position) } else { Err(wrong("\"tableau piles\" is missing")) }
}

fn wrong(problem: &str) -> ImportError {
    ImportError::Json(problem.to_owned())
}

fn list<'a>(key: &str, value: &'a Value) -> Result<&'a [Value], ImportError> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| wrong(&format!("{key:?} is not a list")))
}

fn lists<'a>(key: &str, value: &'a Value) -> Result<Vec<&'a Value>, ImportError> {
    Ok(list(key, value)?.iter().collect())
}

fn cards(key: &str, value: &Value) -> Result<Vec<Card>, ImportError> {
    list(key, value)?.iter().map(|value| card(key, value).map(|(card, _)| card)).collect()
}

/// A card, and whether it lies face down.
fn card(key: &str, value: &Value) -> Result<(Card, bool), ImportError> {
    let text = value.as_str().ok_or_else(|| wrong(&format!("{key:?} has something that is not a card")))?;
    let card = text.parse().map_err(|error: cards::CardError| wrong(&error.to_string()))?;
    Ok((card, text.ends_with(|c: char| c.is_ascii_lowercase())))
}

fn column(value: &Value, c: usize) -> Result<(Vec<Card>, usize), ImportError> {
    let mut cards = Vec::new();
    let mut down = 0;
    for value in list("tableau piles", value)? {
        let (card, hidden) = card("tableau piles", value)?;
        if hidden {
            if down < cards.len() {
                let column = c + 1;
                return Err(wrong(&format!(
                    "column {column}: {card} lies face down on a card that is face up"
                )));
            }
            down += 1;
        }
        cards.push(card);
    }
    Ok((cards, down))
}

pub(super) fn write(layout: &Layout) -> String {
    let mut piles = Vec::new();
    let mut push = |name: &str, lists: &[String]| {
        let inner = lists.iter().map(|list| format!("    {list}")).collect::<Vec<_>>().join(",\n");
        piles.push(format!("  \"{name}\": [\n{inner}\n  ]"));
    };
    let columns = layout.columns.iter().map(|(cards, down)| quoted(cards, *down));
    push("tableau piles", &columns.collect::<Vec<_>>());
    if layout.foundations.iter().any(|cards| !cards.is_empty()) {
        let foundations = layout.foundations.iter().map(|cards| quoted(cards, 0));
        push("foundations", &foundations.collect::<Vec<_>>());
    }
    for (name, cards) in [("reserve", &layout.reserve), ("stock", &layout.stock), ("waste", &layout.waste)] {
        if !cards.is_empty() {
            piles.push(format!("  \"{name}\": {}", quoted(cards, 0)));
        }
    }
    if layout.cells.iter().any(Option::is_some) {
        let cells: Vec<String> = layout
            .cells
            .iter()
            .map(|cell| format!("\"{}\"", cell.map_or(String::new(), |c| name(c, false))))
            .collect();
        piles.push(format!("  \"cells\": [{}]", cells.join(", ")));
    }
    format!("{{\n{}\n}}\n", piles.join(",\n"))
}

fn quoted(cards: &[Card], down: usize) -> String {
    let mut text = String::from("[");
    for (i, &card) in cards.iter().enumerate() {
        let gap = if i == 0 { "" } else { ", " };
        write!(text, "{gap}\"{}\"", name(card, i < down)).expect("a String takes everything");
    }
    text.push(']');
    text
}

/// `10D`, face down `10d`: Solvitaire has no `T`.
fn name(card: Card, down: bool) -> String {
    let suit = card.suit().letter();
    format!("{:#}{}", card.rank(), if down { suit.to_ascii_lowercase() } else { suit })
}
