//! Which deals to solve: one number, a range of numbers, or a file of deals or with one position.

use crate::game::GameArgs;
use crate::input;
use anyhow::{Context, Result, bail};
use clap::Args;
use deals::{DealName, list};
use rules::{Rules, Table};
use std::path::{Path, PathBuf};

/// A range has at most so many deals.
const MOST_DEALS: u128 = 100_000_000;

/// Which deals.
#[derive(Args, Clone)]
#[group(required = true, multiple = false)]
pub struct Source {
    /// One deal: a number of our own, or SCHEME:N for another program's.
    #[arg(long, value_name = "N")]
    deal: Option<String>,
    /// The deals from A up to B, B not included (A..=B includes it); SCHEME:A..B for another program's.
    #[arg(long, value_name = "A..B")]
    deals: Option<String>,
    /// A file, or `-` for standard input: many deals as CSV with the columns `id` and `cards`, or one
    /// deal or position in a format `talon deal import` reads; its game is found when none is named.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Deals that can be dealt one by one.
pub enum Deals {
    /// So many from a name on.
    From(DealName, usize),
    /// Written out.
    Listed(Vec<list::Listed>),
    /// One, set up already: the file's name, and the table.
    One(String, Box<Table>),
}

impl Source {
    /// The deals these arguments name, and the rules they are played by.
    pub fn deals(&self, game: &GameArgs) -> Result<(Rules, Deals)> {
        let (rules, deals) = match (&self.deal, &self.deals, &self.file) {
            (Some(deal), _, _) => (game.rules()?, Deals::From(deal.parse()?, 1)),
            (_, Some(text), _) => (game.rules()?, range(text)?),
            (_, _, Some(path)) => read(path, game)?,
            _ => bail!("which deals? Give --deal N, --deals A..B or --file FILE"),
        };
        // A scheme may have no such number, or not know the game: better said before any work.
        deals.table(&rules, 0)?;
        deals.table(&rules, deals.len() - 1)?;
        Ok((rules, deals))
    }
}

impl Deals {
    /// How many there are; never 0.
    pub fn len(&self) -> usize {
        match self {
            Deals::From(_, count) => *count,
            Deals::Listed(list) => list.len(),
            Deals::One(..) => 1,
        }
    }

    /// What a deal is called.
    pub fn id(&self, at: usize) -> String {
        match self {
            Deals::From(first, _) => after(*first, at).to_string(),
            Deals::Listed(list) => list[at].id.clone(),
            Deals::One(name, _) => name.clone(),
        }
    }

    /// A deal, dealt.
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

fn after(first: DealName, at: usize) -> DealName {
    DealName { number: first.number + at as u128, ..first }
}

fn range(text: &str) -> Result<Deals> {
    let wrong = || format!("{text:?} is no range of deals: write A..B, as in 1..101 or ms:1..101");
    let (first, end) = text.split_once("..").with_context(wrong)?;
    let first: DealName = first.parse()?;
    let (end, more) = end.strip_prefix('=').map_or((end, 0), |end| (end, 1));
    let end: DealName = end.parse()?;
    let count = (end.number + more).saturating_sub(first.number);
    if count == 0 {
        bail!("{text:?} is empty: the first deal is not below the last");
    }
    if count > MOST_DEALS {
        bail!("{text:?} has more than a hundred million deals");
    }
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
            bail!("{shown} has no deals");
        }
        return Ok((rules, Deals::Listed(list)));
    }
    let imported = deals::import(&bytes).with_context(|| format!("{shown}"))?;
    let rules = game.rules_or(&imported)?;
    if game.game.is_none() && game.rules.is_none() {
        eprintln!("{}, read as {}", imported.words(), rules.name);
    }
    let table = imported.table(&rules).with_context(|| format!("{shown}, as {}", rules.name))?;
    Ok((rules, Deals::One(shown.to_string(), Box::new(table))))
}
