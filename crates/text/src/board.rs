//! The whole table in plain text, one line for each pile; face-down cards are `xx`.

use std::io::{self, Write};
use talon_rules::{Count, Pile, Stock, View, plural};
use talon_session::Sitting;

/// Writes the table of a game.
///
/// # Errors
/// If writing fails.
pub fn write(out: &mut impl Write, sitting: &Sitting) -> io::Result<()> {
    let session = sitting.session();
    let view = session.view();
    let moves = plural(session.moves_made(), "move");
    let score = sitting.score_words();
    writeln!(out, "{}, {}, {moves}, score {score}", session.title(), session.deal())?;
    piles(out, view)
}

/// Writes the piles of a table as the player sees them.
///
/// # Errors
/// If writing fails.
pub fn piles(out: &mut impl Write, view: View<'_>) -> io::Result<()> {
    for pile in [Pile::Stock, Pile::Waste, Pile::Reserve] {
        if view.piles().any(|known| known == pile) {
            writeln!(out, "{:<12} {}", name(pile), single(view, pile))?;
        }
    }
    row(out, view, "foundations", |pile| matches!(pile, Pile::Foundation(_)))?;
    row(out, view, "cells", |pile| matches!(pile, Pile::Cell(_)))?;
    for pile in view.piles().filter(|pile| matches!(pile, Pile::Column(_))) {
        write!(out, "{:>12}", format!("{pile}:"))?;
        for card in view.open(pile) {
            match card {
                Some(card) => write!(out, " {card:#}")?,
                None => write!(out, " xx")?,
            }
        }
        if view.len(pile) == 0 {
            write!(out, " --")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn name(pile: Pile) -> String {
    format!("{}:", pile.words().trim_start_matches("the "))
}

/// Describes a pile of which only the top counts: its face-up cards and its size.
fn single(view: View<'_>, pile: Pile) -> String {
    let len = view.len(pile);
    if len == 0 {
        return match (pile, view.rules().stock, view.rules().redeals) {
            (Pile::Stock, Stock::Waste | Stock::FaceUp, Count::Of(most)) => {
                let left = u16::from(most).saturating_sub(view.redeals_used());
                format!("-- ({left} of {most} redeals left)")
            }
            _ => "--".into(),
        };
    }
    let open: Vec<String> = view.open(pile).flatten().map(|card| format!("{card:#}")).collect();
    let shown = if open.is_empty() { "xx".into() } else { open.join(" ") };
    format!("{shown} ({})", plural(len, "card"))
}

/// Writes the top cards of piles that lie side by side.
fn row(out: &mut impl Write, view: View<'_>, name: &str, of: fn(&Pile) -> bool) -> io::Result<()> {
    let tops: Vec<String> = view
        .piles()
        .filter(of)
        .map(|pile| match (view.top(pile), pile) {
            (Some(card), _) => format!("{card:#}"),
            (None, Pile::Foundation(f)) => {
                let suit = view.rules().foundation_suit(f);
                suit.map_or("--".into(), |suit| format!("({})", suit.sign()))
            }
            (None, _) => "--".into(),
        })
        .collect();
    if tops.is_empty() {
        return Ok(());
    }
    writeln!(out, "{:<12} {}", format!("{name}:"), tops.join(" "))
}
