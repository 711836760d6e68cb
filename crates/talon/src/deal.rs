//! `talon deal`: a dealt game as the player sees it, in other programs' formats, and how its number
//! came to it.

use crate::game::GameArgs;
use crate::input;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use deals::{Content, DealName, Format, Scheme};
use rules::{Pile, Table, View};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Show a dealt game.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Deal {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    game: GameArgs,
    /// The deal: a number of ours, or SCHEME:N (ms, pysol, kpat, solvitaire, aisleriot, ucb, pipkin, ycp).
    #[arg(long, value_name = "DEAL", default_value = "1")]
    deal: DealName,
    /// Show face-down cards too.
    #[arg(long)]
    open: bool,
    /// Write it in a format instead: cards, piles, shootme, solvitaire, board or csv.
    #[arg(long, value_name = "FORMAT")]
    export: Option<Format>,
}

#[derive(Subcommand)]
enum Task {
    /// Read a deal or a position from a file or `-`, whatever its format, and show it.
    Import {
        /// The file; `-` for standard input.
        file: PathBuf,
        /// The game it is of; found by its shape when not named.
        #[arg(long)]
        game: Option<String>,
        /// Change a rule of the game.
        #[arg(long, value_name = "FIELD=VALUE")]
        set: Vec<String>,
        /// Show face-down cards too.
        #[arg(long)]
        open: bool,
        /// Write it in a format instead: cards, piles, shootme, solvitaire, board or csv.
        #[arg(long, value_name = "FORMAT")]
        export: Option<Format>,
    },
    /// Show step by step how a number becomes a deal.
    Verify {
        /// The deal: SCHEME:N, or a number of ours.
        deal: DealName,
        /// The game that is dealt; one the scheme is known for when not named.
        #[arg(long)]
        game: Option<String>,
    },
}

impl Deal {
    /// Prints the deal.
    pub fn run(self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        match self.task {
            None => {
                let rules = self.game.rules()?;
                let table = Table::deal(&rules, &self.deal.cards(&rules)?)?;
                if self.export.is_none() {
                    writeln!(out, "{}, deal {}", rules.title, self.deal)?;
                }
                print(&mut out, &table, self.open, self.export)
            }
            Some(Task::Import { file, game, set, open, export }) => {
                import(&mut out, &file, &GameArgs { game, rules: None, set }, open, export)
            }
            Some(Task::Verify { deal, game }) => {
                let name = game.as_deref().unwrap_or(home(deal.scheme));
                out.write_all(deal.explain(games::find(name)?)?.as_bytes())?;
                Ok(())
            }
        }
    }
}

/// The game a scheme is best known for.
fn home(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::Ours | Scheme::Kpat | Scheme::Aisleriot => "klondike",
        Scheme::Ms => "freecell",
        Scheme::Pysol => "canfield",
        Scheme::Solvitaire => "canfield-solvitaire",
        Scheme::Ucb => "canfield-ucb",
        Scheme::Pipkin => "canfield-pipkin",
        Scheme::Ycp => "klondike-ycp",
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
    let imported = deals::import(&input::read(file)?).with_context(|| format!("{shown}"))?;
    if let Content::List(_) = &imported.content {
        writeln!(out, "{}; `talon solve GAME --file` takes it", imported.words())?;
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
        let hidden = view.open(pile).any(|card| card.is_none());
        if matches!(pile, Pile::Stock | Pile::Reserve) && !open && hidden && view.len(pile) > 1 {
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
