//! Reports: a summary as sentences, tables and plots.

use crate::compare::{comparisons, tests};
use crate::plot::{bars, lines};
use crate::summary::{Summary, Tally};
use serde_json::{Value, json};
use std::fmt::Write;
use talon_rules::plural;
use talon_stats::{Mean, mean, quantile_of_counts, survival, wilson};

/// Returns the report as text.
pub fn text(summary: &Summary) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_text(&mut out, summary);
    out
}

fn write_text(out: &mut String, summary: &Summary) -> std::fmt::Result {
    writeln!(
        out,
        "{} ({}){}, deals {}, talon {}",
        summary.title,
        summary.game,
        summary.after(),
        summary.deals.join(" and "),
        summary.versions.join(" and ")
    )?;
    for missing in &summary.missing {
        writeln!(out, "not complete: {missing}")?;
    }
    writeln!(out)?;
    let money = summary.money.is_some();
    write!(
        out,
        "{:<36} {:>9} {:>9}  {:<17} {:>8} {:>7}",
        "player", "games", "won", "95 % interval", "cards up", "moves"
    )?;
    if money {
        write!(out, " {:>16}", "$ a hand")?;
    }
    writeln!(out, " {:>12}", "ms a game")?;
    for (name, tally) in &summary.tallies {
        let interval = wilson(tally.won, tally.games).in_percent();
        let rate = percent(100.0 * tally.won as f64 / tally.games as f64);
        let cards = tally.mean_cards_up();
        write!(
            out,
            "{name:<36} {:>9} {rate:>8}%  {:<17} {cards:>8.1} {:>7.0}",
            tally.games,
            format!("[{:>5}, {:>5}]", percent(interval.low), percent(interval.high)),
            tally.moves_sum as f64 / tally.games as f64
        )?;
        if let Some(Mean { value: dollars, margin }) = profit(summary, tally) {
            write!(out, " {:>16}", format!("{dollars:+.1} ± {margin:.1}"))?;
        }
        writeln!(out, " {:>12}", millis(tally))?;
    }
    writeln!(out)?;
    for (name, tally) in &summary.tallies {
        writeln!(out, "{name}: {}", points_line(tally))?;
    }
    let comparisons = comparisons(summary);
    if !comparisons.is_empty() {
        writeln!(out)?;
        for comparison in comparisons {
            writeln!(out, "{comparison}")?;
        }
    }
    writeln!(out)?;
    for (name, note) in &summary.notes {
        writeln!(out, "{name}: {note}")?;
    }
    Ok(())
}

/// Returns the dollars per hand with their 95 % interval, for games of the casino.
fn profit(summary: &Summary, tally: &Tally) -> Option<Mean> {
    let scoring = summary.money?;
    let dollars = |cards: u8| f64::from(scoring.start + scoring.card * i32::from(cards));
    mean(tally.cards_up.iter().map(|(&n, &count)| (dollars(n), count)))
}

fn millis(tally: &Tally) -> String {
    match tally.micros {
        (_, 0) => "-".into(),
        (micros, games) => format!("{:.3}", micros as f64 / games as f64 / 1000.0),
    }
}

/// Describes the quartiles of the points, and how the games ended.
fn points_line(tally: &Tally) -> String {
    let points = tally.points.iter().map(|(&points, &count)| (points, count));
    let quantile = |part: f64| quantile_of_counts(points.clone(), part).unwrap_or_default();
    let ends: Vec<String> = tally.ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
    format!(
        "points {} / {} / {} / {} / {} (minimum, quartiles, maximum); {}",
        quantile(0.0),
        quantile(0.25),
        quantile(0.5),
        quantile(0.75),
        quantile(1.0),
        ends.join(", ")
    )
}

/// Returns the report as JSON, for programs. Rates and their intervals are shares from 0 to 1.
pub fn json(summary: &Summary) -> String {
    let players: Vec<Value> = summary
        .tallies
        .iter()
        .map(|(name, tally)| {
            let rate = wilson(tally.won, tally.games);
            json!({
                "player": name,
                "games": tally.games,
                "won": tally.won,
                "rate": tally.won as f64 / tally.games as f64,
                "low": rate.low,
                "high": rate.high,
                "cards_up": tally.mean_cards_up(),
                "points": mean(tally.points.iter().map(|(&n, &count)| (f64::from(n), count))).map(|mean| mean.value),
                "moves": tally.moves_sum as f64 / tally.games as f64,
                "micros": (tally.micros.1 > 0).then(|| tally.micros.0 as f64 / tally.micros.1 as f64),
                "ends": tally.ends,
            })
        })
        .collect();
    let pairs: Vec<Value> = tests(summary)
        .iter()
        .map(|((a, b), tests)| {
            let pair = &tests.pair;
            json!({
                "first": summary.tallies[*a].0,
                "second": summary.tallies[*b].0,
                "deals": pair.deals,
                "first_alone": pair.first,
                "second_alone": pair.second,
                "test": if tests.open_ended { "sequential" } else { "mcnemar" },
                "p": tests.wins,
                "points": tests.points.map(|(mean, p)| json!({ "mean": mean.value, "margin": mean.margin, "p": p })),
            })
        })
        .collect();
    let report = json!({
        "game": summary.game,
        "title": summary.title,
        "changes": summary.changes,
        "deals": summary.deals,
        "versions": summary.versions,
        "missing": summary.missing,
        "players": players,
        "pairs": pairs,
        "notes": summary.notes,
    });
    format!("{report:#}\n")
}

/// Formats a percentage with two digits after the point, or more if it is very small.
fn percent(value: f64) -> String {
    let digits = if value > 0.0 && value < 0.1 { (1.0 - value.log10().floor()).min(9.0) as usize } else { 2 };
    format!("{value:.digits$}")
}

/// Returns the plots of a report, each with a name and its SVG text.
pub fn plots(summary: &Summary) -> Vec<(String, String)> {
    let mut plots = Vec::new();
    let heading = format!("{}{}", summary.title, summary.after());
    for (name, tally) in &summary.tallies {
        let bins: Vec<(f64, f64)> =
            tally.points.iter().map(|(&points, &count)| (f64::from(points), count as f64)).collect();
        let title = format!("{heading}: points of {name}");
        plots.push((format!("points-{}", file_name(name)), bars(&title, "points", "games", &bins)));
    }
    let mut by_moves = Vec::new();
    let mut least = u64::MAX;
    let mut in_play = Vec::new();
    for (name, tally) in &summary.tallies {
        let lengths = by_length(tally);
        least = lengths.iter().map(|length| length.games).fold(least, u64::min);
        by_moves.push((name.clone(), lengths.iter().map(Length::point).collect::<Vec<_>>()));
        let lengths = tally.moves.iter().map(|(&tens, &(games, _))| (f64::from(tens + 10), games));
        let mut curve = vec![(0.0, 100.0)];
        curve.extend(survival(lengths).into_iter().map(|(moves, share)| (moves, 100.0 * share)));
        in_play.push((name.clone(), curve));
    }
    let title = format!("{heading}: games won by their length");
    let x_name = format!("moves (each point stands for {} or more)", plural(least, "game"));
    plots.push(("win-rate-by-moves".into(), lines(&title, &x_name, "% won", true, &by_moves)));
    let title = format!("{heading}: games still in play");
    plots.push(("survival".into(), lines(&title, "moves", "% in play", false, &in_play)));
    plots
}

/// Games of about the same length.
#[derive(Copy, Clone, Default)]
struct Length {
    games: u64,
    won: u64,
    /// The total number of moves, approximately.
    moves: f64,
}

impl Length {
    /// Returns the mean length, and the share of wins in percent.
    fn point(&self) -> (f64, f64) {
        let games = self.games as f64;
        (self.moves / games, 100.0 * self.won as f64 / games)
    }
}

/// Groups games by their length, from short to long. Neighbouring lengths are joined until each group is
/// large enough to be meaningful; no game is left out.
fn by_length(tally: &Tally) -> Vec<Length> {
    let enough = (tally.games / 40).max(10);
    let mut lengths: Vec<Length> = Vec::new();
    let mut next = Length::default();
    let join = |to: &mut Length, part: Length| {
        to.games += part.games;
        to.won += part.won;
        to.moves += part.moves;
    };
    for (&tens, &(games, won)) in &tally.moves {
        // Each entry covers ten lengths; their middle stands for all of them.
        join(&mut next, Length { games, won, moves: (f64::from(tens) + 4.5) * games as f64 });
        if next.games >= enough {
            lengths.push(std::mem::take(&mut next));
        }
    }
    match lengths.last_mut() {
        Some(last) => join(last, next),
        None => lengths.push(next),
    }
    lengths
}

fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// Returns the report as one HTML page with its plots.
pub fn html(summary: &Summary) -> String {
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n",
    );
    let title = escape(&format!("Talon lab: {}{}", summary.title, summary.after()));
    let _ = write!(
        page,
        "<title>{title}</title>\n<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
         padding:0 1rem}}table{{border-collapse:collapse}}td,th{{padding:.3rem .8rem;text-align:right;\
         border-bottom:1px solid #ccc}}td:first-child,th:first-child{{text-align:left}}svg{{max-width:100%}}\
         </style></head><body>\n<h1>{title}</h1>\n<p>Deals {}, version {}.</p>\n<table><tr><th>player</th>\
         <th>games</th><th>won</th><th>95 % interval</th><th>cards up</th><th>$ a hand</th><th>ms a game</th></tr>\n",
        escape(&summary.deals.join(" and ")),
        escape(&summary.versions.join(" and "))
    );
    for missing in &summary.missing {
        let _ = writeln!(page, "<p>Not complete: {}.</p>", escape(missing));
    }
    for (name, tally) in &summary.tallies {
        let interval = wilson(tally.won, tally.games).in_percent();
        let dollars = profit(summary, tally)
            .map_or("-".into(), |mean| format!("{:+.1} ± {:.1}", mean.value, mean.margin));
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{} %</td><td>{} to {}</td><td>{:.1}</td><td>{dollars}</td><td>{}</td></tr>",
            escape(name),
            tally.games,
            percent(100.0 * tally.won as f64 / tally.games as f64),
            percent(interval.low),
            percent(interval.high),
            tally.mean_cards_up(),
            millis(tally)
        );
    }
    page.push_str("</table>\n");
    for comparison in comparisons(summary) {
        let _ = writeln!(page, "<p>{}</p>", escape(&comparison));
    }
    for (_, svg) in plots(summary) {
        page.push_str(&svg);
        page.push('\n');
    }
    page.push_str("<ul>\n");
    for (name, note) in &summary.notes {
        let _ = writeln!(page, "<li>{}: {}</li>", escape(name), escape(note));
    }
    page.push_str("</ul>\n</body></html>\n");
    page
}

/// Escapes a text for HTML or SVG.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_of_games_is_in_the_picture() {
        // A hundred games of a long-winded winner: hardly ten of them within ten moves of each other.
        let mut tally = Tally { games: 100, won: 25, ..Tally::default() };
        for n in 0..100 {
            let entry = tally.moves.entry(40 + n / 2 * 10).or_default();
            *entry = (entry.0 + 1, entry.1 + u64::from(n >= 75));
        }
        let lengths = by_length(&tally);
        assert_eq!(
            lengths
                .iter()
                .map(|length| (length.games, length.won))
                .fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1)),
            (100, 25)
        );
        assert!(lengths.len() == 10 && lengths.iter().all(|length| length.games >= 10));
        assert_eq!((lengths[0].point().1, lengths[9].point().1), (0.0, 100.0));
        assert!(lengths[9].point().0 > 450.0);
        // A handful of games is one point.
        let few = Tally { games: 3, won: 1, moves: [(50, (3, 1))].into(), ..Tally::default() };
        assert_eq!(by_length(&few).iter().map(Length::point).collect::<Vec<_>>(), [(54.5, 100.0 / 3.0)]);
    }

    #[test]
    fn rare_wins_have_digits() {
        let shown = [0.0, 0.000_384, 0.05, 3.7, 100.0].map(percent);
        assert_eq!(shown, ["0.00", "0.00038", "0.050", "3.70", "100.00"]);
    }
}
