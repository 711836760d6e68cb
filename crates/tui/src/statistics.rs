//! Statistics as they are drawn: numbers and plots.

use crate::look::Part;
use crate::panel::clock;
use store::{Bar, Statistics};

/// The lines of a page of statistics.
pub fn lines(list: &[Statistics]) -> Vec<(String, Part)> {
    let mut lines = Vec::new();
    if list.is_empty() {
        lines.push((" No game was finished yet.".into(), Part::Dim));
    }
    for one in list {
        one_set(one, &mut lines);
        lines.push((String::new(), Part::Table));
    }
    lines
}

fn one_set(one: &Statistics, lines: &mut Vec<(String, Part)>) {
    let mut plain = |words: String| lines.push((words, Part::Table));
    let stamp = if one.stamp == "all" { "all games".into() } else { format!("with stamp {}", one.stamp) };
    plain(format!(" ▪ {}, {stamp}", one.rules));
    let percent = match (one.percent, one.interval) {
        (Some(percent), Some((low, high))) => format!("{percent:.1} % (95 %: {low:.1} to {high:.1})"),
        _ => "-".into(),
    };
    plain(format!("   played {}   won {}   {percent}", one.played, one.won));
    let streak = match one.streak {
        n if n > 0 => format!("{n} won"),
        n => format!("{} lost", -n),
    };
    plain(format!(
        "   in a row now: {streak}   most won {}   most lost {}",
        one.best_streak, one.worst_streak
    ));
    if let (Some(moves), Some(seconds)) = (one.moves, one.seconds) {
        plain(format!(
            "   moves of wins: best {}, worst {}, average {:.0}",
            moves.best, moves.worst, moves.average
        ));
        let average = clock(seconds.average as u64);
        plain(format!(
            "   time of wins: best {}, worst {}, average {average}",
            clock(seconds.best),
            clock(seconds.worst)
        ));
        for (name, bars, is_time) in [("moves", &one.moves_bars, false), ("time", &one.seconds_bars, true)] {
            if bars.len() > 1 {
                plain(format!("   wins by {name}"));
                bars.iter().for_each(|bar| plain(plot(bar, bars, is_time)));
            }
        }
    }
    if one.results.len() > 1 {
        let last = one.results.len().saturating_sub(60);
        let row: String = one.results[last..].iter().map(|won| if *won { '▲' } else { '·' }).collect();
        plain(format!("   last games: {row}"));
    }
}

fn plot(bar: &Bar, all: &[Bar], is_time: bool) -> String {
    let most = all.iter().map(|bar| bar.count).max().unwrap_or(1).max(1);
    // In eighths of a cell, 30 cells at most.
    let eighths = bar.count * 240 / most;
    let full = "█".repeat((eighths / 8) as usize);
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][(eighths % 8) as usize];
    let value = |v: u64| if is_time { clock(v) } else { v.to_string() };
    format!("   {:>8}–{:<8}{full}{part} {}", value(bar.from), value(bar.to), bar.count)
}
