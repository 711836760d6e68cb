//! The board text of PySolFC's solver tools, fc-solve and KPatience.
//!
//! ```text
//! Foundations: H-3 C-A
//! Freecells: 5H - KD -
//! Talon: 7C TS KD
//! <7H> 9C
//! :
//! ```
//! `Talon` lists the stock in the order of drawing. A column is a line from bottom to top, with or without
//! a colon before it; `<7H>` is face down. `Reserve`, `Waste` and `Base` are our additions for games that
//! those programs do not write.

use super::{ImportError, Position};
use crate::name::short;
use std::fmt::Write as _;
use talon_cards::{Card, Rank, Suit};
use talon_rules::{Pile, Table};

#[derive(Copy, Clone, PartialEq, Eq)]
enum Head {
    Foundations,
    Cells,
    Talon,
    Waste,
    Reserve,
    Base,
}

/// Splits a line into its head and the rest.
fn head(line: &str) -> Option<(Head, &str)> {
    let (word, rest) = line.split_once(':')?;
    let head = match word.trim().to_ascii_lowercase().as_str() {
        "foundations" | "founds" => Head::Foundations,
        "freecells" | "cells" => Head::Cells,
        "talon" | "stock" => Head::Talon,
        "waste" => Head::Waste,
        "reserve" => Head::Reserve,
        "base" => Head::Base,
        _ => return None,
    };
    Some((head, rest.trim()))
}

/// Returns `true` for a line that only this format has.
pub(super) fn is_head(line: &str) -> bool {
    head(line).is_some()
}

pub(super) fn read(lines: &[(usize, &str)]) -> Result<Position, ImportError> {
    let mut position = Position::default();
    // Blank lines are empty columns only if they stand between columns.
    let mut blank = 0;
    for &(n, line) in lines {
        let wrong = |problem: String| ImportError::Line(n, problem);
        let layout = &mut position.layout;
        if line.trim().is_empty() {
            blank += usize::from(!layout.columns.is_empty());
            continue;
        }
        let Some((head, rest)) = head(line) else {
            for _ in 0..std::mem::take(&mut blank) {
                layout.columns.push((Vec::new(), 0));
            }
            let text = line.trim_start().strip_prefix(':').unwrap_or(line);
            let (cards, down) = column(text, n)?;
            position.marked |= down > 0;
            layout.columns.push((cards, down));
            if layout.columns.len() > 20 {
                return Err(wrong("no game has more than 20 columns".into()));
            }
            continue;
        };
        let words = rest.split_whitespace();
        match head {
            Head::Foundations => {
                for word in words {
                    position.tops.extend(top(word).ok_or_else(|| {
                        wrong(format!(
                            "{:?} is not a foundation; write H-3 for hearts up to the three",
                            short(word)
                        ))
                    })?);
                }
                if position.tops.len() > 8 {
                    return Err(wrong("no game has more than 8 foundations".into()));
                }
            }
            Head::Cells => {
                for word in words {
                    let empty = matches!(word, "-" | "_");
                    let card = if empty { None } else { Some(card(word, n)?) };
                    layout.cells.push(card);
                }
                if layout.cells.len() > 8 {
                    return Err(wrong("no game has more than 8 cells".into()));
                }
            }
            Head::Talon => {
                let cards: Result<Vec<Card>, _> = words.map(|word| card(word, n)).collect();
                layout.stock = cards?;
                layout.stock.reverse();
            }
            Head::Waste => layout.waste = words.map(|word| card(word, n)).collect::<Result<_, _>>()?,
            Head::Reserve => layout.reserve = words.map(|word| card(word, n)).collect::<Result<_, _>>()?,
            Head::Base => {
                let rank = rest.parse().map_err(|_| wrong(format!("{:?} is not a rank", short(rest))))?;
                layout.base = Some(rank);
            }
        }
    }
    Ok(position)
}

fn card(word: &str, line: usize) -> Result<Card, ImportError> {
    let word = word.strip_prefix('<').and_then(|word| word.strip_suffix('>')).unwrap_or(word);
    word.parse().map_err(|error| ImportError::Card(line, error))
}

/// Returns the top card of a foundation, `H-3` or `3H`; `None` for `H-0` and `-`.
fn top(word: &str) -> Option<Option<Card>> {
    if word == "-" {
        return Some(None);
    }
    let Some((suit, rank)) = word.split_once('-') else { return word.parse().ok().map(Some) };
    let mut letters = suit.chars();
    let (suit, None) = (Suit::from_char(letters.next()?)?, letters.next()) else { return None };
    if rank.is_empty() || rank == "0" {
        return Some(None);
    }
    let rank: Rank = rank.parse().ok()?;
    Some(Some(Card::new(rank, suit)))
}

fn column(text: &str, line: usize) -> Result<(Vec<Card>, usize), ImportError> {
    let mut cards = Vec::new();
    let mut down = 0;
    for word in text.split_whitespace() {
        let card = card(word, line)?;
        if word.starts_with('<') {
            if down < cards.len() {
                return Err(ImportError::Line(
                    line,
                    format!("{card} lies face down on a card that is face up"),
                ));
            }
            down += 1;
        }
        cards.push(card);
    }
    Ok((cards, down))
}

pub(super) fn write(table: &Table) -> String {
    let layout = table.layout();
    let mut text = String::new();
    let mut line = |head: &str, words: Vec<String>| {
        writeln!(
            text,
            "{head}{}{}",
            if words.is_empty() || head.is_empty() { "" } else { " " },
            words.join(" ")
        )
        .expect("a String takes everything");
    };
    let plain = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
    let tops: Vec<String> = layout
        .foundations
        .iter()
        .filter_map(|cards| {
            // A finished run has the king at its bottom, but is written as built up to the king.
            let top = if table.rules().about_runs() { cards.first() } else { cards.last() };
            top.map(|card| format!("{}-{}", card.suit().letter(), card.rank()))
        })
        .collect();
    if !tops.is_empty() {
        line("Foundations:", tops);
    }
    if table.rules().fixed_base().is_none() {
        line("Base:", vec![table.base().to_string()]);
    }
    if !layout.cells.is_empty() {
        line(
            "Freecells:",
            layout.cells.iter().map(|cell| cell.map_or("-".into(), |card| card.to_string())).collect(),
        );
    }
    if !layout.reserve.is_empty() {
        line("Reserve:", plain(&layout.reserve));
    }
    if !layout.waste.is_empty() {
        line("Waste:", plain(&layout.waste));
    }
    if table.exists(Pile::Stock) {
        let mut drawn = layout.stock.clone();
        drawn.reverse();
        line("Talon:", plain(&drawn));
    }
    for (cards, down) in &layout.columns {
        if cards.is_empty() {
            line(":", Vec::new());
            continue;
        }
        let words = cards
            .iter()
            .enumerate()
            .map(|(i, card)| if i < *down { format!("<{card}>") } else { card.to_string() });
        line("", words.collect());
    }
    text
}
