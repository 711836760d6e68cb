//! `talon bench`: measures speed, the same way every time.

use crate::output;
use anyhow::Result;
use clap::{Args, Subcommand};
use cpu_time::ThreadTime;
use std::io::Write;
use talon_cards::Generator;
use talon_rules::{Events, Move, Rules, Table};

/// Measure speed
#[derive(Args)]
#[command(after_help = "Examples:\n  talon bench engine klondike spider\n  talon bench lab --seconds 5")]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The generic engine on one thread: leaves of the move tree and random games per second
    #[command(after_help = "Examples:\n  talon bench engine\n  talon bench engine klondike spider")]
    Engine {
        /// The games; all games if none is named
        games: Vec<String>,
    },
    /// The laboratory: whole games per second of simple players, and the gain of a second thread
    #[command(after_help = "Examples:\n  talon bench lab\n  talon bench lab --seconds 5")]
    Lab {
        /// Seconds for each line
        #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = crate::numbers::seconds)]
        seconds: f64,
    },
}

impl Bench {
    /// Runs the benchmark and prints a table.
    pub fn run(self) -> Result<()> {
        match self.what {
            What::Engine { games } => engine(&games),
            What::Lab { seconds } => crate::lab::bench::run(seconds),
        }
    }
}

fn engine(names: &[String]) -> Result<()> {
    let chosen: Vec<&Rules> = if names.is_empty() {
        talon_games::ALL.iter().collect()
    } else {
        names.iter().map(|name| talon_games::find(name)).collect::<Result<_, _>>()?
    };
    let mut out = output::stdout();
    writeln!(out, "talon {}, generic engine, one thread", env!("CARGO_PKG_VERSION"))?;
    writeln!(
        out,
        "leaves of the move tree of our deals 1 to 20; \"counted\": the last moves are only counted,"
    )?;
    writeln!(out, "all others are played and undone; \"played\": the last moves are played too")?;
    writeln!(out, "random games: random legal moves until none is left, 500 at most")?;
    writeln!(
        out,
        "{:<20} {:>12} {:>12} {:>12} {:>12} {:>12}",
        "game", "leaves", "counted M/s", "played M/s", "games/s", "moves/s"
    )?;
    for rules in chosen {
        let (leaves, counted, played) = leaves(rules)?;
        let (games, moves) = random_games(rules)?;
        writeln!(
            out,
            "{:<20} {leaves:>12} {counted:>12.1} {played:>12.1} {games:>12.0} {moves:>12.0}",
            rules.name
        )?;
        out.flush()?;
    }
    Ok(())
}

/// Returns the number of leaves of deals 1 to 20, each to the first depth that has a million, and the
/// millions of leaves per second, counted and played.
fn leaves(rules: &Rules) -> Result<(u64, f64, f64)> {
    let (mut total, mut counting, mut playing) = (0, 0.0, 0.0);
    for number in 1..=20 {
        let mut table = Table::numbered(rules, number)?;
        for depth in 1..=40 {
            let mut events = vec![Events::new(); depth];
            let mut moves = Vec::with_capacity(4096);
            let start = ThreadTime::now();
            let n = perft::<true>(&mut table, &mut events, &mut moves);
            let seconds = start.elapsed().as_secs_f64();
            if n >= 1_000_000 || depth == 40 || seconds > 0.5 {
                let start = ThreadTime::now();
                anyhow::ensure!(
                    perft::<false>(&mut table, &mut events, &mut moves) == n,
                    "the counts differ"
                );
                playing += start.elapsed().as_secs_f64();
                counting += seconds;
                total += n;
                break;
            }
        }
    }
    Ok((total, total as f64 / counting / 1e6, total as f64 / playing / 1e6))
}

/// Plays and undoes every line of as many moves as there are `events` to record them in. With `COUNT`, the
/// last moves are only counted.
fn perft<const COUNT: bool>(table: &mut Table, events: &mut [Events], moves: &mut Vec<Move>) -> u64 {
    let Some((here, deeper)) = events.split_first_mut() else { return 1 };
    if COUNT && deeper.is_empty() {
        let mut leaves = 0;
        table.each_move(|_| leaves += 1);
        return leaves;
    }
    let first = moves.len();
    table.each_move(|m| moves.push(m));
    let mut leaves = 0;
    for i in first..moves.len() {
        table.play_legal(moves[i], here);
        leaves += perft::<COUNT>(table, deeper, moves);
        table.undo(here);
    }
    moves.truncate(first);
    leaves
}

fn random_games(rules: &Rules) -> Result<(f64, f64)> {
    let start = ThreadTime::now();
    let (mut games, mut played) = (0u64, 0u64);
    let mut moves = Vec::with_capacity(256);
    let mut events = Events::new();
    while start.elapsed().as_secs_f64() < 0.3 {
        for _ in 0..16 {
            let mut table = Table::numbered(rules, games)?;
            let mut generator = Generator::new(games);
            for _ in 0..500 {
                moves.clear();
                table.each_move(|m| moves.push(m));
                if moves.is_empty() {
                    break;
                }
                table.play_legal(moves[generator.below(moves.len() as u64) as usize], &mut events);
                played += 1;
            }
            games += 1;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok((games as f64 / seconds, played as f64 / seconds))
}
