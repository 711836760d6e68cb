//! `talon lab results`: the page that says how well every player plays, from rows files.

use anyhow::{Context, Result, bail};
use clap::Args;
use lab::{Tally, statistics};
use std::fmt::Write;
use std::path::PathBuf;

/// Write the results page (Markdown) from rows files.
#[derive(Args)]
pub struct Results {
    /// The rows files, one or more for each game.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The page to write.
    #[arg(long, value_name = "FILE.md", default_value = "docs/results.md")]
    out: PathBuf,
}

impl Results {
    /// Reads all files and writes the page.
    pub fn run(self) -> Result<()> {
        let mut files = self.files.clone();
        files.sort();
        let mut page = String::from(
            "# Results\n\n\
             Written by `talon lab results docs/results/*.csv`; the rows files there say in their heads what \
             was played, by which version, on which deals, with which weights. Honest players know what they \
             have seen and nothing else; the oracle sees every card and is the ceiling. Intervals are Wilson's, \
             95 %. Times are CPU milliseconds a game on one thread of the machine that played; they are not in \
             the rows. A row is made again by `talon lab run GAME --player PLAYER --deals DEALS`.\n\n\
             | game | player | games | won | 95 % interval | cards up | $ a hand | ms a game | deals |\n\
             |---|---|---|---|---|---|---|---|---|\n",
        );
        let mut games: Vec<(String, Vec<PathBuf>)> = Vec::new();
        for file in files {
            let summary = lab::report(std::slice::from_ref(&file))?;
            match games.iter_mut().find(|(game, _)| *game == summary.game) {
                Some((_, list)) => list.push(file),
                None => games.push((summary.game, vec![file])),
            }
        }
        let mut sentences = String::new();
        for (game, files) in &games {
            let mut rows: Vec<(f64, String)> = Vec::new();
            for file in files {
                let summary = lab::report(std::slice::from_ref(file))?;
                for (name, tally) in &summary.tallies {
                    rows.push(line(game, name, tally, &summary));
                }
            }
            rows.sort_by(|a, b| b.0.total_cmp(&a.0));
            for (_, row) in rows {
                page.push_str(&row);
            }
            let text = lab::text(&lab::report(files).with_context(|| game.clone())?);
            for line in text.lines().filter(|line| line.contains("deals both played")) {
                writeln!(sentences, "- {game}: {line}")?;
            }
        }
        if !sentences.is_empty() {
            write!(page, "\n## Who beats whom\n\n{sentences}")?;
        }
        if games.is_empty() {
            bail!("no file is named");
        }
        std::fs::write(&self.out, page).with_context(|| format!("cannot write {}", self.out.display()))?;
        Ok(())
    }
}

fn line(game: &str, name: &str, tally: &Tally, summary: &lab::Summary) -> (f64, String) {
    let (low, high) = statistics::wilson(tally.won, tally.games);
    let rate = 100.0 * tally.won as f64 / tally.games as f64;
    let (cards, _) = Tally::sums(tally.cards_up.iter().map(|(&n, &count)| (f64::from(n), count)));
    let cards = cards / tally.games as f64;
    let dollars = summary.money.map_or("-".into(), |scoring| {
        format!("{:+.1}", f64::from(scoring.start) + f64::from(scoring.card) * cards)
    });
    let millis = match tally.micros {
        (_, 0) => "-".into(),
        (micros, games) => format!("{:.2}", micros as f64 / games as f64 / 1000.0),
    };
    let row = format!(
        "| {game} | {name} | {} | {rate:.2} % | [{:.2}, {:.2}] | {cards:.1} | {dollars} | {millis} | {} |\n",
        tally.games,
        100.0 * low,
        100.0 * high,
        summary.deals.join(" and ")
    );
    (rate, row)
}
