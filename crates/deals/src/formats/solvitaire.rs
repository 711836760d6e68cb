//! Solvitaire's JSON: lists of cards from bottom to top, with a lower-case suit for a face-down card.
//!
//! The stock is drawn from its end. The foundations are one list, and their cards go to their suits. Cells that take
//! no cards are Solvitaire's reserve. It has no deals with cards in other cells; the key `"cells"` is our addition.

use super::{ImportError, Position};
use crate::name::short;
use serde_json::Value;
use std::fmt::Write as _;
use talon_cards::Card;
use talon_rules::{Layout, Rules};

pub(super) fn read(text: &str) -> Result<Position, ImportError> {
    let json: Value = serde_json::from_str(text).map_err(|error| ImportError::Json(error.to_string()))?;
    let Value::Object(keys) = json else { return Err(wrong("an object is expected")) };
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
                for entry in list(key, value)? {
                    // Older files have a list for each foundation.
                    let cards = if entry.is_array() { cards(key, entry)? } else { vec![card(key, entry)?.0] };
                    cards.into_iter().for_each(|card| raise(&mut position.layout.foundations, card));
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
            other => return Err(wrong(&format!("{:?} is not a known pile", short(other)))),
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

/// Puts a card on the foundation that it continues, or on a new one.
fn raise(foundations: &mut Vec<Vec<Card>>, card: Card) {
    let base = foundations.first().and_then(|pile| pile.first()).map(|first| first.rank());
    let on = |fits: fn(u8, u8) -> bool| {
        let fits = |top: &Card| top.suit() == card.suit() && fits(top.index(), card.index());
        foundations.iter().position(|pile| base != Some(card.rank()) && pile.last().is_some_and(fits))
    };
    // Foundations may begin with any rank, and complete runs lie from the king down.
    match on(|top, card| (top + 4) % 52 == card).or_else(|| on(|top, card| card + 4 == top)) {
        Some(pile) => foundations[pile].push(card),
        None => foundations.push(vec![card]),
    }
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

/// Reads a card, and whether it is face down.
fn card(key: &str, value: &Value) -> Result<(Card, bool), ImportError> {
    let text = value.as_str().ok_or_else(|| wrong(&format!("{key:?} has something that is not a card")))?;
    let card = text.parse().map_err(|error: talon_cards::CardError| wrong(&error.to_string()))?;
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

pub(super) fn write(rules: &Rules, layout: &Layout) -> String {
    let mut piles = Vec::new();
    let mut push = |name: &str, lists: &[String]| {
        let inner = lists.iter().map(|list| format!("    {list}")).collect::<Vec<_>>().join(",\n");
        piles.push(format!("  \"{name}\": [\n{inner}\n  ]"));
    };
    let columns = layout.columns.iter().map(|(cards, down)| quoted(cards, *down));
    push("tableau piles", &columns.collect::<Vec<_>>());
    let foundations = layout.foundations.concat();
    let mut reserve = layout.reserve.clone();
    let in_cells = layout.cells.iter().any(Option::is_some);
    if in_cells && !rules.cells_take {
        reserve.extend(layout.cells.iter().flatten());
    }
    let lists = [
        ("foundations", &foundations),
        ("reserve", &reserve),
        ("stock", &layout.stock),
        ("waste", &layout.waste),
    ];
    for (name, cards) in lists {
        if !cards.is_empty() {
            piles.push(format!("  \"{name}\": {}", quoted(cards, 0)));
        }
    }
    if in_cells && rules.cells_take {
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

/// Writes a card, `10D`, or `10d` if it is face down: Solvitaire has no `T`.
fn name(card: Card, down: bool) -> String {
    let suit = card.suit().letter();
    format!("{:#}{}", card.rank(), if down { suit.to_ascii_lowercase() } else { suit })
}
