//! Our own text of a position: one line for each pile, from bottom to top, with face-down cards in
//! brackets.
//!
//! ```text
//! s: (7C) (2D)
//! w: 9H
//! f1: AC 2C
//! 1: (KD) 5H 4C
//! base: A
//! redeals: 2
//! ```

use super::{ImportError, Position};
use crate::name::short;
use std::fmt::Write as _;
use talon_cards::{Card, Rank};
use talon_rules::{Pile, Table};

/// Returns `true` for a line of this format: an address, a colon and cards.
pub(super) fn is_line(line: &str) -> bool {
    line.split_once(':').is_some_and(|(head, _)| {
        matches!(head.trim(), "base" | "redeals") || head.trim().parse::<Pile>().is_ok()
    })
}

pub(super) fn read(lines: &[(usize, &str)]) -> Result<Position, ImportError> {
    let mut position = Position { marked: true, ..Position::default() };
    let layout = &mut position.layout;
    for &(n, line) in lines.iter().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |problem: String| ImportError::Line(n, problem);
        let (head, rest) = line.split_once(':').unwrap_or((line, ""));
        let (head, rest) = (head.trim(), rest.trim());
        if head == "base" {
            let rank: Rank = rest.parse().map_err(|_| wrong(format!("{:?} is not a rank", short(rest))))?;
            layout.base = Some(rank);
            continue;
        }
        if head == "redeals" {
            layout.redeals_used =
                rest.parse().map_err(|_| wrong(format!("{:?} is not a number of redeals", short(rest))))?;
            continue;
        }
        let pile: Pile = head.parse().map_err(|error: talon_rules::AddressError| wrong(error.to_string()))?;
        let (cards, down) = cards_of(rest, n)?;
        match pile {
            Pile::Stock => layout.stock = cards,
            Pile::Waste => layout.waste = cards,
            Pile::Reserve => layout.reserve = cards,
            Pile::Foundation(f) if f < 8 => *at(&mut layout.foundations, f) = cards,
            Pile::Cell(c) if c < 8 => match cards[..] {
                [] => *at(&mut layout.cells, c) = None,
                [card] => *at(&mut layout.cells, c) = Some(card),
                _ => return Err(wrong("a cell holds one card".into())),
            },
            Pile::Column(c) if c < 20 => *at(&mut layout.columns, c) = (cards, down),
            pile => return Err(wrong(format!("no game has {}", pile.words()))),
        }
    }
    Ok(position)
}

/// Returns the cards of a line, and how many of them at the bottom are face down.
fn cards_of(text: &str, line: usize) -> Result<(Vec<Card>, usize), ImportError> {
    let mut cards = Vec::new();
    let mut down = 0;
    for word in text.split_whitespace() {
        let hidden = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
        let card = hidden.unwrap_or(word).parse().map_err(|error| ImportError::Card(line, error))?;
        if hidden.is_some() {
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

/// Returns the item at this index, and extends the list if necessary.
pub(super) fn at<T: Default>(list: &mut Vec<T>, place: u8) -> &mut T {
    let place = usize::from(place);
    if list.len() <= place {
        list.resize_with(place + 1, T::default);
    }
    &mut list[place]
}

pub(super) fn write(table: &Table) -> String {
    let mut text = table.to_string();
    let layout = table.layout();
    if table.rules().fixed_base().is_none() {
        writeln!(text, "base: {}", table.base()).expect("a String takes everything");
    }
    if layout.redeals_used > 0 {
        writeln!(text, "redeals: {}", layout.redeals_used).expect("a String takes everything");
    }
    text
}
