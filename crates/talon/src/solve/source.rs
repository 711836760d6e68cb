//! Which deals to solve: one number, a range of numbers, or a file of cards.

use anyhow::{Context, Result, bail};
use clap::Args;
use deals::{DealName, list};
use rules::{Rules, Table};
use std::path::{Path, PathBuf};

/// A file of deals is at most this large.
const MOST_BYTES: u64 = 256 << 20;
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
    /// The deals of a CSV file with the columns `id` and `cards`.
    #[arg(long, value_name = "FILE.csv")]
    file: Option<PathBuf>,
}

/// Deals that can be dealt one by one.
pub enum Deals {
    /// So many from a name on.
    From(DealName, usize),
    /// Written out.
    Listed(Vec<list::Listed>),
}

impl Source {
    /// The deals these arguments name, for a game by these rules.
    pub fn deals(&self, rules: &Rules) -> Result<Deals> {
        let deals = match (&self.deal, &self.deals, &self.file) {
            (Some(deal), _, _) => Deals::From(deal.parse()?, 1),
            (_, Some(text), _) => range(text)?,
            (_, _, Some(path)) => read(path, rules)?,
            _ => bail!("which deals? Give --deal N, --deals A..B or --file FILE.csv"),
        };
        // A scheme may have no such number, or not know the game: better said before any work.
        deals.table(rules, 0)?;
        deals.table(rules, deals.len() - 1)?;
        Ok(deals)
    }
}

impl Deals {
    /// How many there are; never 0.
    pub fn len(&self) -> usize {
        match self {
            Deals::From(_, count) => *count,
            Deals::Listed(list) => list.len(),
        }
    }

    /// What a deal is called.
    pub fn id(&self, at: usize) -> String {
        match self {
            Deals::From(first, _) => after(*first, at).to_string(),
            Deals::Listed(list) => list[at].id.clone(),
        }
    }

    /// A deal, dealt.
    pub fn table(&self, rules: &Rules, at: usize) -> Result<Table> {
        match self {
            Deals::From(first, _) => Ok(Table::deal(rules, &after(*first, at).cards(rules)?)?),
            Deals::Listed(list) => {
                Table::deal(rules, &list[at].cards).with_context(|| format!("line {}", list[at].line))
            }
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

fn read(path: &Path, rules: &Rules) -> Result<Deals> {
    let shown = path.display();
    let size = std::fs::metadata(path).with_context(|| format!("cannot read {shown}"))?.len();
    if size > MOST_BYTES {
        bail!("{shown} is too large: {size} bytes");
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{shown} is not text (UTF-8)"))?;
    let list = list::read(&text, Some(rules.deck())).with_context(|| format!("{shown}"))?;
    if list.is_empty() {
        bail!("{shown} has no deals");
    }
    Ok(Deals::Listed(list))
}
