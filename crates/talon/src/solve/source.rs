//! The deals to solve: one number, a range of numbers, or a file of deals or with one position.

use crate::game::GameArgs;
use crate::input;
use crate::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use talon_deals::{DealName, list};
use talon_rules::{Rules, Table};

/// The most deals of a range.
const MOST_DEALS: u128 = 100_000_000;

/// The deals to solve.
#[derive(Args, Clone)]
#[group(required = true, multiple = false)]
pub struct Source {
    /// One deal: a number of Talon's own, or SCHEME:N for another program's (Microsoft's FreeCell 617 is ms:617)
    #[arg(long, value_name = "N")]
    deal: Option<String>,
    /// The deals from A up to, but not including, B (A..=B includes it); SCHEME:A..B for another program's
    #[arg(long, value_name = "A..B")]
    deals: Option<String>,
    /// A file, or `-` for standard input: many deals as CSV with the columns `id` and `cards`, or one deal
    /// or position in a format that `talon deal import` reads; the game is recognised if none is named
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Deals that can be dealt one by one.
pub enum Deals {
    /// This many deals from a number onwards.
    From(DealName, usize),
    /// A list of deals.
    Listed(Vec<list::Listed>),
    /// One position: the name of its file, and the table.
    One(String, Box<Table>),
}

impl Source {
    /// Returns the deals that these arguments name, and the rules they are played by.
    pub fn deals(&self, game: &GameArgs) -> Result<(Rules, Deals)> {
        let (rules, deals) = match (&self.deal, &self.deals, &self.file) {
            (Some(deal), _, _) => (game.rules()?, Deals::From(deal.parse()?, 1)),
            (_, Some(text), _) => (game.rules()?, range(text)?),
            (_, _, Some(path)) => read(path, game)?,
            _ => bail!("no deals are named; give --deal N, --deals A..B or --file FILE"),
        };
        // The scheme may have no such number or not deal the game, which is better reported before the work
        // begins.
        deals.table(&rules, 0)?;
        deals.table(&rules, deals.len() - 1)?;
        Ok((rules, deals))
    }
}

impl Deals {
    /// Returns the number of deals; never 0.
    pub fn len(&self) -> usize {
        match self {
            Deals::From(_, count) => *count,
            Deals::Listed(list) => list.len(),
            Deals::One(..) => 1,
        }
    }

    /// Returns the name of a deal.
    pub fn id(&self, at: usize) -> String {
        match self {
            Deals::From(first, _) => after(*first, at).to_string(),
            Deals::Listed(list) => list[at].id.clone(),
            Deals::One(name, _) => name.clone(),
        }
    }

    /// Deals one of the deals.
    pub fn table(&self, rules: &Rules, at: usize) -> Result<Table> {
        match self {
            Deals::From(first, _) => Ok(Table::deal(rules, &after(*first, at).cards(rules)?)?),
            Deals::Listed(list) => {
                Table::deal(rules, &list[at].cards).with_context(|| format!("line {}", list[at].line))
            }
            Deals::One(_, table) => Ok((**table).clone()),
        }
    }
}

/// Returns a deal of a range whose last number was checked.
fn after(first: DealName, at: usize) -> DealName {
    DealName::new(first.scheme(), first.number() + at as u128).expect("a number below the last of the range")
}

fn range(text: &str) -> Result<Deals> {
    let wrong = || format!("{text:?} is not a range of deals; write A..B, as in 1..101 or ms:1..101");
    let (first, end) = text.split_once("..").with_context(wrong)?;
    let first: DealName = first.parse()?;
    let (end, more) = end.strip_prefix('=').map_or((end, 0), |end| (end, 1));
    let end: DealName = end.parse()?;
    let count = (end.number() + more).saturating_sub(first.number());
    if count == 0 {
        bail!("{text:?} contains no deals; the first number must be the smaller");
    }
    if count > MOST_DEALS {
        bail!("{text:?} has more than a hundred million deals");
    }
    DealName::new(first.scheme(), first.number() + count - 1)?;
    Ok(Deals::From(first, usize::try_from(count)?))
}

fn read(path: &Path, game: &GameArgs) -> Result<(Rules, Deals)> {
    let shown = path.display();
    let bytes = input::read(path)?;
    let is_list = std::str::from_utf8(&bytes).is_ok_and(list::looks_like);
    if is_list {
        let rules = game.rules()?;
        let text = String::from_utf8_lossy(&bytes);
        let list = list::read(&text, Some(rules.deck())).with_context(|| format!("{shown}"))?;
        if list.is_empty() {
            bail!("{shown} contains no deals");
        }
        return Ok((rules, Deals::Listed(list)));
    }
    let imported = talon_deals::import(&bytes).with_context(|| format!("{shown}"))?;
    let rules = game.rules_or(&imported)?;
    if game.game.is_none() && game.rules.is_none() {
        output::note(format_args!("{}, read as {}", imported.words(), rules.name));
    }
    let table = imported.table(&rules).with_context(|| format!("{shown}, as {}", rules.name))?;
    Ok((rules, Deals::One(shown.to_string(), Box::new(table))))
}
