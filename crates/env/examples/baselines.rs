//! Prints what random play, greedy play, the best honest player and the solver reach on the test deals of every
//! game, as a Markdown table:
//!
//! ```sh
//! cargo run --release -p talon-env --example baselines -- [--deals N] [--write docs/learning.md] [GAME...]
//! ```
//!
//! With `--write`, the table replaces the one between the marks in that file. The best honest player of a game is
//! the one of [`CANDIDATES`] that wins most of the first validation deals, or makes most progress if several win
//! as many. So the choice does not look at the test deals.

use std::error::Error;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use talon_env::{Game, Settings, Split};
use talon_players::{Player, play};
use talon_rules::{Rules, Table};
use talon_solve::{Limits, Solver, Verdict, unwatched};
use talon_stats::{wilson, wilson_with_unknown};

/// The honest players from which the best one is chosen. Their settings keep a game within about a second.
const CANDIDATES: &[&str] = &[
    "greedy",
    "always-up",
    "heuristic",
    "closure+cap=60",
    "hindsight+worlds=4+nodes=100+cap=30",
    "spider-fast",
];
/// The number of validation deals on which the best player is chosen.
const CHOOSING: u64 = 30;
/// The nodes of the solver for each deal.
const NODES: u64 = 10_000;
/// The memory of the solver for each deal, in bytes.
const MEMORY: usize = 256 << 20;

const BEGIN: &str = "<!-- baselines: begin -->\n";
const END: &str = "<!-- baselines: end -->\n";

/// What a player reached on some deals.
#[derive(Copy, Clone, Default, PartialEq, PartialOrd)]
struct Reached {
    won: u64,
    /// The mean progress at the end of its games.
    progress: f64,
}

/// What the command line asks for.
struct Asked {
    deals: u64,
    write: Option<String>,
    games: Vec<&'static Rules>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let asked = read(std::env::args().skip(1))?;
    let threads = std::thread::available_parallelism()?.get();
    let (next, rows) = (AtomicUsize::new(0), Mutex::new(vec![String::new(); asked.games.len()]));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(rules) = asked.games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let row = row(rules, asked.deals);
                    eprint!("{row}");
                    let at = asked.games.iter().position(|game| game.name == rules.name).unwrap_or(0);
                    rows.lock().unwrap_or_else(|poisoned| poisoned.into_inner())[at] = row;
                }
            });
        }
    });
    let mut table = head(asked.deals)?;
    table += &rows.into_inner()?.concat();
    match asked.write {
        None => print!("{table}"),
        Some(path) => {
            let text = std::fs::read_to_string(&path)?;
            let (before, rest) = text.split_once(BEGIN).ok_or("the file has no mark for the table")?;
            let (_, after) = rest.split_once(END).ok_or("the file has no mark for the end of the table")?;
            std::fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}"))?;
        }
    }
    Ok(())
}

/// Reads the command line.
fn read(mut words: impl Iterator<Item = String>) -> Result<Asked, Box<dyn Error>> {
    let mut asked = Asked { deals: 200, write: None, games: Vec::new() };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--deals" => asked.deals = words.next().ok_or("--deals needs a number")?.parse()?,
            "--write" => asked.write = Some(words.next().ok_or("--write needs a file")?),
            name => asked.games.push(talon_games::find(name)?),
        }
    }
    if asked.games.is_empty() {
        asked.games.extend(talon_games::ALL);
    }
    Ok(asked)
}

/// The text above the rows.
fn head(deals: u64) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let half = 100.0 * (wilson(deals / 2, deals).high - 0.5);
    writeln!(
        text,
        "The first {deals} test deals of each game, from {}; Talon {}. The last column is the share of deals that \
         the solver won with all cards known, within {NODES} nodes a deal, and the share that it did not lose. \
         Every share has a 95 % interval of at most ± {half:.0} points; the column of the best player has its own \
         (Wilson).\n",
        Split::Test.deals().start(),
        env!("CARGO_PKG_VERSION"),
    )?;
    writeln!(
        text,
        "| game | actions | bytes | random: won, progress | greedy: won, progress | best honest player: won, progress | \
         winnable |"
    )?;
    writeln!(text, "|---|---:|---:|---:|---:|---|---:|")?;
    Ok(text)
}

/// The line of a game.
fn row(rules: &Rules, deals: u64) -> String {
    let game = Game::new(rules, &Settings::default()).expect("the rules of the games are valid");
    let random = reached(&game, "random", Split::Test, deals);
    let greedy = reached(&game, "greedy", Split::Test, deals);
    let solved = solve(rules, deals);
    let [won, unknown] = solved;
    let first = Table::numbered(rules, 1).expect("the rules of the games are valid");
    let best = if first.view().certain().is_some() {
        let interval = wilson(won, deals).in_percent();
        format!(
            "solver, since no card is hidden: {} [{:.1}, {:.1}]",
            percent(won, deals),
            interval.low,
            interval.high
        )
    } else {
        let on_validation = |name: &&str| reached(&game, name, Split::Validation, CHOOSING);
        let best = CANDIDATES.iter().filter_map(|name| Some((on_validation(name)?, name)));
        let (_, name) = best
            .max_by(|(a, _), (b, _)| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal))
            .expect("the greedy player plays every game");
        let best = reached(&game, name, Split::Test, deals).unwrap_or_default();
        let interval = wilson(best.won, deals).in_percent();
        format!("`{name}`: {} [{:.1}, {:.1}]", words(Some(best), deals), interval.low, interval.high)
    };
    let ceiling = match unknown {
        0 => percent(won, deals),
        _ => format!("{} to {}", percent(won, deals), percent(won + unknown, deals)),
    };
    let interval = wilson_with_unknown(won, unknown, deals).in_percent();
    format!(
        "| {} | {} | {} | {} | {} | {best} | {ceiling} [{:.0}, {:.0}] |\n",
        rules.name,
        game.actions().len(),
        game.places().len(),
        words(random, deals),
        words(greedy, deals),
        interval.low,
        interval.high,
    )
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}

fn words(reached: Option<Reached>, deals: u64) -> String {
    reached.map_or("–".into(), |r| format!("{}, {:.2}", percent(r.won, deals), r.progress))
}

/// What a player reaches on the first deals of a split; `None` if it does not play this game.
fn reached(game: &Game, name: &str, split: Split, deals: u64) -> Option<Reached> {
    let mut player: Player = talon_players::find(name, game.rules(), None).ok()?;
    let mut reached = Reached::default();
    for deal in split.deals().take(deals as usize) {
        let mut table = Table::numbered(game.rules(), deal).ok()?;
        reached.won += u64::from(play(&mut table, &mut player, 0).won);
        reached.progress += f64::from(game.progress(&table)) / deals as f64;
    }
    Some(reached)
}

/// The numbers of test deals that the solver wins and that it cannot decide.
fn solve(rules: &Rules, deals: u64) -> [u64; 2] {
    let (mut solver, mut counts) = (Solver::new(), [0; 2]);
    for deal in Split::Test.deals().take(deals as usize) {
        let table = Table::numbered(rules, deal).expect("the rules of the games are valid");
        let limits = Limits { nodes: NODES, memory: MEMORY };
        match solver.solve(&table, limits, &mut unwatched).verdict {
            Verdict::Winnable(_) => counts[0] += 1,
            Verdict::Unwinnable => {}
            Verdict::Unknown(_) => counts[1] += 1,
        }
    }
    counts
}
