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
#[derive(Default)]
struct Reached {
    /// Whether it won each of them.
    won: Vec<bool>,
    /// The mean progress at the end of its games.
    progress: f64,
}

impl Reached {
    fn wins(&self) -> u64 {
        self.won.iter().filter(|&&won| won).count() as u64
    }

    fn words(&self) -> String {
        format!("{}, {:.2}", percent(self.wins(), self.won.len() as u64), self.progress)
    }
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
         can be won with all cards known: from those that were won, by the solver within {NODES} nodes or by a \
         player, up to those that were not proved lost. \
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
    let random = reached(&game, "random", Split::Test, deals).unwrap_or_default();
    let greedy = reached(&game, "greedy", Split::Test, deals).unwrap_or_default();
    let solved = solve(rules, deals);
    let is_won = |verdict: &Verdict| matches!(verdict, Verdict::Winnable(_));
    let is_lost = |verdict: &Verdict| matches!(verdict, Verdict::Unwinnable);
    let by_solver = solved.iter().filter(|&verdict| is_won(verdict)).count() as u64;
    let lost = solved.iter().filter(|&verdict| is_lost(verdict)).count() as u64;

    let first = Table::numbered(rules, 1).expect("the rules of the games are valid");
    let (name, best) = if first.view().certain().is_some() {
        ("solver, since no card is hidden", None)
    } else {
        let on_validation = |name: &&str| {
            let reached = reached(&game, name, Split::Validation, CHOOSING)?;
            Some((reached.wins(), reached.progress))
        };
        let tried = CANDIDATES.iter().filter_map(|name| Some((on_validation(name)?, *name)));
        let better = |a: &(_, _), b: &(_, _)| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal);
        let (_, name) = tried.max_by(better).expect("the greedy player plays every game");
        (name, reached(&game, name, Split::Test, deals))
    };
    let (wins, words) = best
        .as_ref()
        .map_or_else(|| (by_solver, percent(by_solver, deals)), |best| (best.wins(), best.words()));
    let interval = wilson(wins, deals).in_percent();
    let name = name.split('+').next().unwrap_or(name);
    let best_words = format!("{name}: {words} [{:.0}, {:.0}]", interval.low, interval.high);

    // A deal that a player won can be won, whether or not the solver decided it.
    let played = [Some(&random), Some(&greedy), best.as_ref()];
    let is_winnable =
        |&i: &usize| is_won(&solved[i]) || played.iter().flatten().any(|reached| reached.won[i]);
    let winnable = (0..solved.len()).filter(is_winnable).count() as u64;
    let ceiling = match deals - winnable - lost {
        0 => percent(winnable, deals),
        _ => format!("{} to {}", percent(winnable, deals), percent(deals - lost, deals)),
    };
    let interval = wilson_with_unknown(winnable, deals - winnable - lost, deals).in_percent();
    format!(
        "| {} | {} | {} | {} | {} | {best_words} | {ceiling} [{:.0}, {:.0}] |\n",
        rules.name,
        game.actions().len(),
        game.places().len(),
        random.words(),
        greedy.words(),
        interval.low,
        interval.high,
    )
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}

/// What a player reaches on the first deals of a split; `None` if it does not play this game.
fn reached(game: &Game, name: &str, split: Split, deals: u64) -> Option<Reached> {
    let mut player: Player = talon_players::find(name, game.rules(), None).ok()?;
    let mut reached = Reached::default();
    for deal in split.deals().take(deals as usize) {
        let mut table = Table::numbered(game.rules(), deal).ok()?;
        reached.won.push(play(&mut table, &mut player, 0).won);
        reached.progress += f64::from(game.progress(&table)) / deals as f64;
    }
    Some(reached)
}

/// The solver's verdicts on the test deals.
fn solve(rules: &Rules, deals: u64) -> Vec<Verdict> {
    let mut solver = Solver::new();
    let limits = Limits { nodes: NODES, memory: MEMORY };
    let verdict = |deal| {
        let table = Table::numbered(rules, deal).expect("the rules of the games are valid");
        solver.solve(&table, limits, &mut unwatched).verdict
    };
    Split::Test.deals().take(deals as usize).map(verdict).collect()
}
