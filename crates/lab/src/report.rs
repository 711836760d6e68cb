//! What a summary says, in sentences, tables and pictures.

use crate::plot::{bars, lines};
use crate::statistics::{mcnemar, mean, more_needed, wilson};
use crate::summary::{Pair, Summary, Tally};
use rules::plural;
use std::fmt::Write;

/// The report as text.
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
        summary.version
    )?;
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
        let (low, high) = wilson(tally.won, tally.games);
        let rate = 100.0 * tally.won as f64 / tally.games as f64;
        let (cards, _) = cards_up(tally);
        write!(
            out,
            "{name:<36} {:>9} {rate:>8.2}%  {:<17} {cards:>8.1} {:>7.0}",
            tally.games,
            format!("[{:>5.2}, {:>5.2}]", 100.0 * low, 100.0 * high),
            tally.moves_sum as f64 / tally.games as f64
        )?;
        if let Some((dollars, spread)) = profit(summary, tally) {
            write!(out, " {:>16}", format!("{dollars:+.1} ± {spread:.1}"))?;
        }
        writeln!(out, " {:>12}", millis(tally))?;
    }
    writeln!(out)?;
    for (name, tally) in &summary.tallies {
        writeln!(out, "{name}: {}", points_line(tally))?;
    }
    if !summary.pairs.is_empty() {
        writeln!(out)?;
        for (&(a, b), pair) in &summary.pairs {
            writeln!(out, "{}", sentence(&summary.tallies[a].0, &summary.tallies[b].0, pair))?;
        }
    }
    writeln!(out)?;
    for (name, note) in &summary.notes {
        writeln!(out, "{name}: {note}")?;
    }
    Ok(())
}

fn cards_up(tally: &Tally) -> (f64, f64) {
    let (sum, squares) = Tally::sums(tally.cards_up.iter().map(|(&n, &count)| (f64::from(n), count)));
    mean(sum, squares, tally.games)
}

/// Dollars a hand with their 95 % interval, where the game is one of the casino's.
fn profit(summary: &Summary, tally: &Tally) -> Option<(f64, f64)> {
    let scoring = summary.money?;
    let dollars = |cards: u8| f64::from(scoring.start + scoring.card * i32::from(cards));
    let (sum, squares) = Tally::sums(tally.cards_up.iter().map(|(&n, &count)| (dollars(n), count)));
    Some(mean(sum, squares, tally.games))
}

fn millis(tally: &Tally) -> String {
    match tally.micros {
        (_, 0) => "-".into(),
        (micros, games) => format!("{:.3}", micros as f64 / games as f64 / 1000.0),
    }
}

/// Quartiles of the points, and how games ended.
fn points_line(tally: &Tally) -> String {
    let quantile = |part: f64| {
        let wanted = (part * tally.games as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (&points, &count) in &tally.points {
            seen += count;
            if seen >= wanted {
                return points;
            }
        }
        0
    };
    let ends: Vec<String> = tally.ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
    format!(
        "points {} / {} / {} / {} / {} (least, quarter, half, three quarters, most); {}",
        quantile(0.0),
        quantile(0.25),
        quantile(0.5),
        quantile(0.75),
        quantile(1.0),
        ends.join(", ")
    )
}

/// Who beats whom, or that it is not shown yet.
pub(crate) fn sentence(first: &str, second: &str, pair: &Pair) -> String {
    let p = mcnemar(pair.first, pair.second);
    let counts = format!(
        "on {} both played, {} won by {first} only, {} by {second} only",
        plural(pair.deals, "deal"),
        pair.first,
        pair.second
    );
    let (better, worse) = if pair.first >= pair.second { (first, second) } else { (second, first) };
    if p < 0.05 {
        return format!("{better} beats {worse}: {counts} (McNemar {}).", small(p));
    }
    match more_needed(pair.first, pair.second, pair.deals) {
        Some(more) => format!(
            "That {better} beats {worse} is not shown yet, about {} needed: {counts} ({}).",
            plural(more, "more game"),
            small(p)
        ),
        None => format!("{first} and {second} are not to be told apart: {counts}."),
    }
}

fn small(p: f64) -> String {
    if p < 0.0001 { "p < 0.0001".into() } else { format!("p = {p:.4}") }
}

/// The pictures of a report: a name and an SVG text each.
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
    let mut survival = Vec::new();
    for (name, tally) in &summary.tallies {
        let lengths = by_length(tally);
        least = lengths.iter().map(|length| length.games).fold(least, u64::min);
        by_moves.push((name.clone(), lengths.iter().map(Length::point).collect::<Vec<_>>()));
        let mut left = tally.games;
        let mut curve = vec![(0.0, 100.0)];
        for (&moves, &(games, _)) in &tally.moves {
            left -= games;
            curve.push((f64::from(moves + 10), 100.0 * left as f64 / tally.games as f64));
        }
        survival.push((name.clone(), curve));
    }
    let title = format!("{heading}: games won by their length");
    let x_name = format!("moves (a point is {} or more)", plural(least, "game"));
    plots.push(("win-rate-by-moves".into(), lines(&title, &x_name, "% won", true, &by_moves)));
    let title = format!("{heading}: games still in play");
    plots.push(("survival".into(), lines(&title, "moves", "% in play", false, &survival)));
    plots
}

/// Games of about one length.
#[derive(Copy, Clone, Default)]
struct Length {
    games: u64,
    won: u64,
    /// The moves of all of them, about.
    moves: f64,
}

impl Length {
    /// The mean length, and the share won in percent.
    fn point(&self) -> (f64, f64) {
        let games = self.games as f64;
        (self.moves / games, 100.0 * self.won as f64 / games)
    }
}

/// Games by their length, from short to long: neighbours are put together until a point says
/// something, and no game is left out.
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
        // Ten lengths are one entry; their middle stands for them.
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

/// The report as one page of HTML with its pictures in it.
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
        escape(&summary.version)
    );
    for (name, tally) in &summary.tallies {
        let (low, high) = wilson(tally.won, tally.games);
        let dollars =
            profit(summary, tally).map_or("-".into(), |(mean, spread)| format!("{mean:+.1} ± {spread:.1}"));
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{:.2} %</td><td>{:.2} to {:.2}</td><td>{:.1}</td><td>{dollars}</td><td>{}</td></tr>",
            escape(name),
            tally.games,
            100.0 * tally.won as f64 / tally.games as f64,
            100.0 * low,
            100.0 * high,
            cards_up(tally).0,
            millis(tally)
        );
    }
    page.push_str("</table>\n");
    for (&(a, b), pair) in &summary.pairs {
        let said = sentence(&summary.tallies[a].0, &summary.tallies[b].0, pair);
        let _ = writeln!(page, "<p>{}</p>", escape(&said));
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

/// A text in HTML or SVG.
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
    fn sentences_are_plain() {
        let shown = sentence("b", "a", &Pair { deals: 100, first: 20, second: 2 });
        assert!(shown.starts_with("b beats a: on 100 deals both played, 20 won by b only, 2 by a only"));
        let not_yet = sentence("b", "a", &Pair { deals: 100, first: 12, second: 10 });
        assert!(not_yet.starts_with("That b beats a is not shown yet, about "), "{not_yet}");
        let equal = sentence("b", "a", &Pair { deals: 100, first: 5, second: 5 });
        assert!(equal.starts_with("b and a are not to be told apart"));
        let sure = sentence("b", "a", &Pair { deals: 100, first: 40, second: 2 });
        assert!(sure.ends_with("(McNemar p < 0.0001)."), "{sure}");
        let one = sentence("b", "a", &Pair { deals: 1, first: 0, second: 0 });
        assert!(one.contains("on 1 deal both played"), "{one}");
    }
}
