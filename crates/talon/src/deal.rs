//! `talon deal`: shows a dealt game as the player sees it, converts it to other programs' formats, and
//! explains how its number becomes a deal.

use crate::game::GameArgs;
use crate::input;
use crate::output;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use talon_deals::{Content, DealName, Format};
use talon_rules::{Pile, Table, View};

/// Show a dealt game
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon deal klondike --deal 42\n  talon deal freecell --deal 617               Talon's own deal 617\n  talon deal freecell --deal ms:617            Microsoft's FreeCell 617\n  talon deal klondike --deal 42 --export csv"
)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Deal {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    game: GameArgs,
    /// The deal: a number of Talon's own, or SCHEME:N (ms, pysol, kpat, solvitaire, aisleriot, ucb, pipkin,
    /// ycp). In FreeCell, too, a bare number is Talon's own: Microsoft's FreeCell 617 is ms:617
    #[arg(long, value_name = "DEAL", default_value = "1")]
    deal: DealName,
    /// Show face-down cards too
    #[arg(long)]
    open: bool,
    /// Print the deal in this format instead: cards, piles, shootme, solvitaire, board or csv
    #[arg(long, value_name = "FORMAT")]
    export: Option<Format>,
}

#[derive(Subcommand)]
enum Task {
    /// Read a deal or a position in any format, and show it
    #[command(
        after_help = "Examples:\n  talon deal import board.txt\n  talon deal import board.txt --game spider --export solvitaire\n  talon deal import -     reads standard input"
    )]
    Import {
        /// The file, or `-` for standard input
        file: PathBuf,
        /// The game; recognised by the shape of the position if none is named
        #[arg(long)]
        game: Option<String>,
        /// Change a rule of the game
        #[arg(long, value_name = "FIELD=VALUE")]
        set: Vec<String>,
        /// Show face-down cards too
        #[arg(long)]
        open: bool,
        /// Print the deal in this format instead: cards, piles, shootme, solvitaire, board or csv
        #[arg(long, value_name = "FORMAT")]
        export: Option<Format>,
    },
    /// Show step by step how a number becomes a deal
    #[command(
        after_help = "Examples:\n  talon deal verify ms:617\n  talon deal verify pysol:210 --game canfield"
    )]
    Verify {
        /// The deal: a number of Talon's own, or SCHEME:N
        deal: DealName,
        /// The game to deal; if none is named, one that the scheme is known for
        #[arg(long)]
        game: Option<String>,
    },
}

impl Deal {
    /// Prints the deal.
    pub fn run(self) -> Result<()> {
        let mut out = output::stdout();
        match self.task {
            None => {
                let rules = self.game.rules()?;
                let table = Table::deal(&rules, &self.deal.cards(&rules)?)?;
                if self.export.is_none() {
                    writeln!(out, "{}, deal {}", rules.title, self.deal)?;
                    let note = talon_session::Deal::named(self.deal, &rules)?.numbering(&rules);
                    if let Some(note) = note {
                        writeln!(out, "{note}")?;
                    }
                }
                print(&mut out, &table, self.open, self.export)
            }
            Some(Task::Import { file, game, set, open, export }) => {
                import(&mut out, &file, &GameArgs { game, rules: None, set }, open, export)
            }
            Some(Task::Verify { deal, game }) => {
                let name = game.as_deref().unwrap_or(deal.scheme().best_known_for());
                out.write_all(deal.explain(talon_games::find(name)?)?.as_bytes())?;
                Ok(())
            }
        }
    }
}

fn import(
    out: &mut impl Write,
    file: &Path,
    game: &GameArgs,
    open: bool,
    export: Option<Format>,
) -> Result<()> {
    let shown = file.display();
    let imported = talon_deals::import(&input::read(file)?).with_context(|| format!("{shown}"))?;
    if let Content::List(_) = &imported.content {
        writeln!(out, "{}; `talon solve GAME --file` reads it", imported.words())?;
        return Ok(());
    }
    let rules = game.rules_or(&imported)?;
    let table = imported.table(&rules).with_context(|| format!("{shown}, as {}", rules.name))?;
    if export.is_none() {
        writeln!(out, "{}, read as {}", imported.words(), rules.name)?;
    }
    print(out, &table, open, export)
}

fn print(out: &mut impl Write, table: &Table, open: bool, export: Option<Format>) -> Result<()> {
    match export {
        Some(format) => out.write_all(format.write(table)?.as_bytes())?,
        None => show(out, table, open)?,
    }
    Ok(())
}

/// Prints one line for each pile, from bottom to top; cards that the player does not see are `xx`.
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
        let hidden = view.open(pile).any(|card| card.is_none());
        if matches!(pile, Pile::Stock | Pile::Reserve) && !open && hidden && view.len(pile) > 1 {
            // A face-down pile is not printed card by card.
            let top = view.top(pile).map(|card| format!(" {card:#}")).unwrap_or_default();
            line = format!("{top} ({} cards)", view.len(pile));
        }
        let name = pile.words();
        let name = name.trim_start_matches("the ");
        writeln!(out, "{name:>13}:{line}")?;
    }
    Ok(())
}
