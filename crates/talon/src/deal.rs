//! `talon deal`: a dealt game, as the player sees it.

use crate::game::GameArgs;
use anyhow::Result;
use clap::Args;
use rules::{Pile, Table, View};
use std::io::Write;

/// Show a dealt game.
#[derive(Args)]
pub struct Deal {
    #[command(flatten)]
    game: GameArgs,
    /// The number of the deal.
    #[arg(long, value_name = "N", default_value_t = 1)]
    deal: u64,
    /// Show face-down cards too.
    #[arg(long)]
    open: bool,
}

impl Deal {
    /// Prints the deal.
    pub fn run(self) -> Result<()> {
        let rules = self.game.rules()?;
        let table = Table::numbered(&rules, self.deal)?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}, deal {}", rules.title, self.deal)?;
        show(&mut out, &table, self.open)?;
        Ok(())
    }
}

/// One line a pile, bottom to top; cards the player does not see are `xx`.
fn show(out: &mut impl Write, table: &Table, open: bool) -> std::io::Result<()> {
    let view: View = table.view();
    for pile in view.piles() {
        let mut line = String::new();
        for (seen, card) in view.open(pile).zip(table.cards(pile)) {
            line += &match seen {
                Some(card) => format!(" {card:#}"),
                None if open => format!(" ({card:#})"),
                None => " xx".into(),
            };
        }
        if matches!(pile, Pile::Stock | Pile::Reserve) && !open && view.len(pile) > 1 {
            // A pile of backs says nothing card by card.
            let top = view.top(pile).map(|card| format!(" {card:#}")).unwrap_or_default();
            line = format!("{top} ({} cards)", view.len(pile));
        }
        let name = pile.words();
        let name = name.trim_start_matches("the ");
        writeln!(out, "{name:>13}:{line}")?;
    }
    Ok(())
}
