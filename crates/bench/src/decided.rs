//! How many deals of each game the solvers decide in a given time, as a Markdown table.

use anyhow::{Result, bail};
use clap::Args;
use cpu_time::ThreadTime;
use std::io::Write;
use std::time::Duration;
use talon_rules::{Rules, Table};
use talon_solve::{Answer, Limits, Progress, Solver, Why};
use talon_stats::quantile;

/// The games of the table if none is named.
const GAMES: &[&str] = &[
    "freecell",
    "bakers-game",
    "eight-off",
    "seahaven-towers",
    "simple-simon",
    "yukon",
    "east-haven",
    "raglan",
    "king-albert",
    "beleaguered-castle",
    "spiderette",
];

/// Print how many deals of each game are decided in a given time.
#[derive(Args)]
pub struct Decided {
    /// The games, each followed by changed rules after colons, as in `klondike:redeals=2:take_back=never`.
    #[arg(value_name = "GAME[:FIELD=VALUE]")]
    games: Vec<String>,
    /// Klondike with every redeal limit, draw 1 and 3, with and without taking cards back.
    #[arg(long, conflicts_with = "games")]
    redeals: bool,
    /// The number of deals of each game: the deals 1 to N.
    #[arg(long, value_name = "N", default_value_t = 100)]
    deals: u64,
    /// The limit of CPU time for each deal, in seconds.
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    time: f64,
}

impl Decided {
    /// Solves the deals and prints the table.
    pub fn run(self) -> Result<()> {
        if !(self.time > 0.0 && self.time.is_finite()) {
            bail!("--time needs a number of seconds above 0");
        }
        let names = if self.redeals {
            klondike_by_redeals()
        } else if self.games.is_empty() {
            GAMES.iter().map(ToString::to_string).collect()
        } else {
            self.games.clone()
        };
        let rows: Vec<(String, Rules)> = names.iter().map(|name| game(name)).collect::<Result<_>>()?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "Deals 1 to {}, {} s of CPU time a deal, one thread.\n", self.deals, self.time)?;
        writeln!(
            out,
            "| game | won | lost | unknown | decided | median ms | mean ms | 95 % | 99 % | most ms | states/s |"
        )?;
        writeln!(out, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")?;
        for (title, rules) in &rows {
            writeln!(out, "| {title} | {} |", self.row(rules)?)?;
            out.flush()?;
        }
        Ok(())
    }

    /// Solves the deals of one game and returns the cells of its row.
    fn row(&self, rules: &Rules) -> Result<String> {
        let limit = Duration::from_secs_f64(self.time);
        let mut solver = Solver::new();
        let (mut counts, mut states, mut times) = ([0u64; 3], 0, Vec::new());
        for number in 1..=self.deals {
            let table = Table::numbered(rules, number)?;
            let start = ThreadTime::now();
            let mut watch = |_: Progress| (start.elapsed() > limit).then_some(Why::Time);
            let report = solver.solve(&table, Limits::default(), &mut watch);
            times.push(start.elapsed().as_secs_f64() * 1000.0);
            states += report.states;
            counts[match report.verdict.answer() {
                Answer::Winnable => 0,
                Answer::Unwinnable => 1,
                Answer::Unknown(_) => 2,
            }] += 1;
        }
        let total: f64 = times.iter().sum();
        times.sort_by(f64::total_cmp);
        let at = |part| quantile(&times, part).unwrap_or(0.0);
        let [won, lost, unknown] = counts;
        let deals = self.deals.max(1) as f64;
        Ok(format!(
            "{won} | {lost} | {unknown} | {:.1} % | {:.3} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0}",
            100.0 * (won + lost) as f64 / deals,
            at(0.5),
            total / deals,
            at(0.95),
            at(0.99),
            at(1.0),
            states as f64 / (total / 1000.0).max(1e-9)
        ))
    }
}

/// A game with its changed rules, and its name in the table.
fn game(name: &str) -> Result<(String, Rules)> {
    let mut parts = name.split(':');
    let game = talon_games::find(parts.next().unwrap_or_default())?;
    let changes: Vec<&str> = parts.collect();
    let rules = talon_games::set(game, &changes)?;
    let title = std::iter::once(game.title.as_str()).chain(changes);
    Ok((title.collect::<Vec<_>>().join(", "), rules))
}

/// Klondike with every redeal limit that can make a difference. The stock has 24 cards and at least one must
/// be played between two redeals, so that a 24th redeal gains nothing.
fn klondike_by_redeals() -> Vec<String> {
    let limits: Vec<String> = (0..24).map(|n| n.to_string()).chain(["unlimited".to_owned()]).collect();
    let mut rows = Vec::new();
    for game in ["klondike", "klondike-draw3"] {
        for take_back in ["anywhere", "never"] {
            rows.extend(limits.iter().map(|n| format!("{game}:redeals={n}:take_back={take_back}")));
        }
    }
    rows
}
