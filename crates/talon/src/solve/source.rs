//! Which deals to solve: one number, a range of numbers, or a file of cards.

use anyhow::{Context, Result, bail};
use cards::Card;
use clap::Args;
use rules::{Rules, Table};
use std::path::{Path, PathBuf};

/// A file of deals is at most this large.
const MOST_BYTES: u64 = 256 << 20;

/// Which deals.
#[derive(Args, Clone)]
#[group(required = true, multiple = false)]
pub struct Source {
    /// One deal by its number.
    #[arg(long, value_name = "N")]
    deal: Option<String>,
    /// The deals from A to B, B not included; A..=B includes it.
    #[arg(long, value_name = "A..B")]
    deals: Option<String>,
    /// The deals of a CSV file with the columns `id` and `cards`.
    #[arg(long, value_name = "FILE.csv")]
    file: Option<PathBuf>,
}

/// Deals that can be dealt one by one.
pub enum Deals {
    /// Numbers of our own, from the first on.
    Numbers(Vec<u64>),
    /// Names and cards.
    Cards(Vec<(String, Vec<Card>)>),
}

impl Source {
    /// The deals these arguments name.
    pub fn deals(&self) -> Result<Deals> {
        match (&self.deal, &self.deals, &self.file) {
            (Some(deal), _, _) => Ok(Deals::Numbers(vec![number(deal)?])),
            (_, Some(range), _) => Ok(Deals::Numbers(numbers(range)?)),
            (_, _, Some(path)) => read(path),
            _ => bail!("which deals? Give --deal N, --deals A..B or --file FILE.csv"),
        }
    }
}

impl Deals {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Deals::Numbers(numbers) => numbers.len(),
            Deals::Cards(cards) => cards.len(),
        }
    }

    /// What a deal is called.
    pub fn id(&self, at: usize) -> String {
        match self {
            Deals::Numbers(numbers) => numbers[at].to_string(),
            Deals::Cards(cards) => cards[at].0.clone(),
        }
    }

    /// A deal, dealt.
    pub fn table(&self, rules: &Rules, at: usize) -> Result<Table> {
        match self {
            Deals::Numbers(numbers) => Ok(Table::numbered(rules, numbers[at])?),
            Deals::Cards(cards) => {
                let (id, cards) = &cards[at];
                Table::deal(rules, cards).with_context(|| format!("deal {id}"))
            }
        }
    }
}

fn number(text: &str) -> Result<u64> {
    let digits = text.strip_prefix("talon:").unwrap_or(text);
    digits.parse().with_context(|| format!("{text:?} is no number of a deal"))
}

fn numbers(range: &str) -> Result<Vec<u64>> {
    let wrong = || format!("{range:?} is no range of deals: write A..B, as in 1..101");
    let (first, last) = range.split_once("..").with_context(wrong)?;
    let first = number(first).with_context(wrong)?;
    let end = match last.strip_prefix('=') {
        Some(last) => number(last).with_context(wrong)?.checked_add(1).with_context(wrong)?,
        None => number(last).with_context(wrong)?,
    };
    if end <= first {
        bail!("{range:?} is empty: the first deal is not below the last");
    }
    if end - first > 100_000_000 {
        bail!("{range:?} has more than a hundred million deals");
    }
    Ok((first..end).collect())
}

fn read(path: &Path) -> Result<Deals> {
    let shown = path.display();
    let size = std::fs::metadata(path).with_context(|| format!("cannot read {shown}"))?.len();
    if size > MOST_BYTES {
        bail!("{shown} is too large: {size} bytes");
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{shown} is not text (UTF-8)"))?;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (_, head) = lines.next().with_context(|| format!("{shown} is empty"))?;
    let column = |name: &str| {
        head.split(',')
            .position(|field| field.trim() == name)
            .with_context(|| format!("{shown} has no column {name:?} in its first line"))
    };
    let (id, cards) = (column("id")?, column("cards")?);
    let mut deals = Vec::new();
    for (at, line) in lines {
        let place = || format!("{shown}, line {}", at + 1);
        let fields: Vec<&str> = line.split(',').collect();
        let field = |i: usize| fields.get(i).map(|field| field.trim().trim_matches('"'));
        let id = field(id).with_context(|| format!("{}: no id", place()))?;
        let cards = field(cards).with_context(|| format!("{}: no cards", place()))?;
        let cards: Vec<Card> =
            cards.split_whitespace().map(str::parse).collect::<Result<_, _>>().with_context(place)?;
        deals.push((id.to_string(), cards));
    }
    if deals.is_empty() {
        bail!("{shown} has no deals");
    }
    Ok(Deals::Cards(deals))
}
