//! `talon bench`: speed, measured the same way every time.

use anyhow::Result;
use cards::Generator;
use clap::{Args, Subcommand};
use cpu_time::ThreadTime;
use rules::{Events, Move, Rules, Table};
use std::io::Write;

/// Measure speed.
#[derive(Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The generic engine, one thread: leaves of the move tree and random games a second.
    Engine {
        /// The games; all when none is named.
        games: Vec<String>,
    },
    /// The laboratory: whole games a second of simple players, and what a second thread adds.
    Lab {
        /// Seconds for each line.
        #[arg(long, value_name = "S", default_value_t = 2.0)]
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
        games::ALL.iter().collect()
    } else {
        names.iter().map(|name| games::find(name)).collect::<Result<_, _>>()?
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "talon {}, generic engine, one thread", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "leaves: every leaf of the move tree is played and taken back; deals 1 to 20 of our own")?;
    writeln!(out, "random games: legal moves at random, 500 at most or until none is left")?;
    writeln!(out, "{:<20} {:>12} {:>10} {:>12} {:>10}", "game", "leaves", "M/s", "games/s", "moves/s")?;
    for rules in chosen {
        let (leaves, rate) = leaves(rules)?;
        let (games, moves) = random_games(rules)?;
        writeln!(out, "{:<20} {leaves:>12} {rate:>10.1} {games:>12.0} {moves:>10.0}", rules.name)?;
        out.flush()?;
    }
    Ok(())
}

/// Counts leaves of deals 1 to 20, each to the first depth that has a million.
fn leaves(rules: &Rules) -> Result<(u64, f64)> {
    let mut total = 0;
    let mut seconds = 0.0;
    for number in 1..=20 {
        let mut table = Table::numbered(rules, number)?;
        for depth in 1..=40 {
            let start = ThreadTime::now();
            let n = perft(&mut table, &mut vec![Events::new(); depth], &mut Vec::with_capacity(4096));
            if n >= 1_000_000 || depth == 40 || start.elapsed().as_secs_f64() > 0.5 {
                total += n;
                seconds += start.elapsed().as_secs_f64();
                break;
            }
        }
    }
    Ok((total, total as f64 / seconds / 1e6))
}

/// Plays and takes back every line of as many moves as there are `events` to note them in.
fn perft(table: &mut Table, events: &mut [Events], moves: &mut Vec<Move>) -> u64 {
    let Some((here, deeper)) = events.split_first_mut() else { return 1 };
    let first = moves.len();
    table.each_move(|m| moves.push(m));
    let mut leaves = 0;
    for i in first..moves.len() {
        table.play_legal(moves[i], here);
        leaves += perft(table, deeper, moves);
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
