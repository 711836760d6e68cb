//! `talon bench lab`: whole games per second.

use crate::output;
use anyhow::Result;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use talon_lab::rows::{Format, Row};
use talon_lab::{Campaign, Deals, Seat};

/// What is measured, with the wanted figure.
const LINES: &[(&str, &str, f64)] = &[
    ("klondike", "random", 100_000.0),
    ("klondike-draw3", "random", 100_000.0),
    ("canfield", "random", 100_000.0),
    ("canfield-strict", "random", 100_000.0),
    ("spider", "random", 20_000.0),
    ("spider", "greedy", 2_000.0),
    ("klondike-draw3", "greedy", 0.0),
    ("canfield", "always-up", 0.0),
];

/// Measures every line for some seconds.
pub fn run(seconds: f64) -> Result<()> {
    let mut out = output::stdout();
    writeln!(
        out,
        "talon {}, whole games as `talon lab run` plays them: dealt, played, rows made in order",
        env!("CARGO_PKG_VERSION")
    )?;
    writeln!(out, "a random game ends after ten moves in a row without progress")?;
    writeln!(
        out,
        "{:<16} {:<10} {:>12} {:>10} {:>12} {:>14} {:>7}",
        "game", "player", "games/s CPU", "wanted", "moves a game", "2 threads wall", "times"
    )?;
    for &(game, player, wanted) in LINES {
        let (one, moves, wall) = measure(game, player, 1, seconds)?;
        let (_, _, wall_two) = measure(game, player, 2, seconds)?;
        writeln!(
            out,
            "{game:<16} {player:<10} {one:>12.0} {:>10} {moves:>12.1} {wall_two:>14.0} {:>7.2}",
            if wanted > 0.0 { format!("{wanted:.0}") } else { "-".into() },
            wall_two / wall
        )?;
        out.flush()?;
    }
    Ok(())
}

/// Returns games per CPU second, moves per game and games per second of wall-clock time.
fn measure(game: &str, player: &str, jobs: usize, seconds: f64) -> Result<(f64, f64, f64)> {
    let rules = *talon_games::find(game)?;
    let seat = Seat::named(player);
    let campaign = Campaign::new(rules, vec![seat], Deals { all: 0..u64::MAX / 2, shard: None });
    let stop = AtomicBool::new(false);
    let clock = Instant::now();
    let cpu = cpu_time::ProcessTime::now();
    let (mut games, mut moves) = (0u64, 0u64);
    let limit = Duration::from_secs_f64(seconds);
    let sink = |rows: &str| {
        for row in rows.lines() {
            games += 1;
            moves += Row::read(row, Format::Csv).map_or(0, |row| u64::from(row.game.moves));
        }
        if clock.elapsed() > limit {
            stop.store(true, Ordering::Relaxed);
        }
    };
    talon_lab::run(&campaign, "bench", None, jobs, &stop, sink, |_| {})?;
    let cpu = cpu.elapsed().as_secs_f64();
    Ok((games as f64 / cpu, moves as f64 / games as f64, games as f64 / clock.elapsed().as_secs_f64()))
}
