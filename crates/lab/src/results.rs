//! What was measured, kept in one small file: the results page and the list of players are made from
//! it, so no rate is told twice.
//!
//! A line is a `rate` of a player in a game, or a `pair` of players on the deals both played. New rows
//! files replace what they measure again.

use crate::engine::Problem;
use crate::report::sentence;
use crate::rows::{self, Format, Head};
use crate::statistics::wilson;
use crate::summary::{Pair, Summary, Tally, changes, report};
use std::fmt::Write;
use std::path::Path;

/// How well a player did in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Rate {
    /// The game's name.
    pub game: String,
    /// The player with its settings, or [`SOLVER`].
    pub player: String,
    /// Which deals.
    pub deals: String,
    /// How many.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Deals the solver could not decide; it alone has any.
    pub unknown: u64,
    /// Cards up at the end, on average.
    pub cards_up: Option<f64>,
    /// Dollars a hand, where the game is one of the casino's.
    pub dollars: Option<f64>,
    /// CPU milliseconds a game.
    pub millis: Option<f64>,
}

impl Rate {
    /// The share won and its 95 % interval, in percent: `47.85 % [45.67, 50.04]`.
    pub fn percent(&self) -> String {
        let (low, _) = wilson(self.won, self.games);
        let (_, high) = wilson(self.won + self.unknown, self.games);
        let part = |n: u64| 100.0 * n as f64 / self.games.max(1) as f64;
        let most = match self.unknown {
            0 => String::new(),
            unknown => format!(" to {:.2} %", part(self.won + unknown)),
        };
        format!("{:.2} %{most} [{:.2}, {:.2}]", part(self.won), 100.0 * low, 100.0 * high)
    }
}

/// The name of the solver's line, the ceiling: all cards known.
pub const SOLVER: &str = "solver";

/// Everything measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The rates, by game and then from the best to the worst.
    pub rates: Vec<Rate>,
    /// The pairs: the game, both players, and what they came to.
    pub pairs: Vec<(String, String, String, Pair)>,
}

const HEAD: &str = "# Written by `talon lab results`, as docs/results.md is from it.\n\
    # rate,game,player,deals,games,won,unknown,cards up,dollars,milliseconds\n\
    # pair,game,first,second,deals,first only,second only\n";

impl Results {
    /// Reads the file.
    ///
    /// # Errors
    /// Names the line that is none.
    pub fn read(text: &str) -> Result<Results, Problem> {
        let mut results = Results::default();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(',').collect();
            let read = match fields.as_slice() {
                ["rate", rest @ ..] => rate(rest).map(|rate| results.rates.push(rate)),
                ["pair", rest @ ..] => pair(rest).map(|pair| results.pairs.push(pair)),
                _ => None,
            };
            read.ok_or_else(|| Problem(format!("line {} of the results is none: {line:?}", at + 1)))?;
        }
        Ok(results)
    }

    /// The file.
    pub fn write(&self) -> String {
        let mut text = String::from(HEAD);
        let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.3}"));
        for Rate { game, player, deals, games, won, unknown, cards_up, dollars, millis } in &self.rates {
            let (cards, dollars, millis) = (number(*cards_up), number(*dollars), number(*millis));
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "rate,{game},{player},{deals},{games},{won},{unknown},{cards},{dollars},{millis}"
            );
        }
        for (game, first, second, Pair { deals, first: one, second: two }) in &self.pairs {
            let _ = writeln!(text, "pair,{game},{first},{second},{deals},{one},{two}");
        }
        text
    }

    /// Takes in a rows file, of players or of the solver.
    ///
    /// # Errors
    /// When it is no rows file, or a broken one.
    pub fn add(&mut self, path: &Path) -> Result<(), Problem> {
        let text = std::fs::read_to_string(path).map_err(|error| Problem::io(path, "read", &error))?;
        let (head, length) = Head::read(text.lines(), Format::of(path))
            .ok_or_else(|| Problem(format!("{} is no rows file of the lab", path.display())))?;
        let changes = changes(&head);
        if !changes.is_empty() {
            // The page names games only: other rules would stand there as the game's own.
            return Err(Problem(format!(
                "{} is about {} with {changes}: the results page has the games by their own rules only",
                path.display(),
                head.get("game").unwrap_or_default()
            )));
        }
        if head.get("players") == Some(SOLVER) {
            self.take(solved(path, &head, text.lines().skip(length)));
        } else {
            self.take_summary(&report(&[path.to_path_buf()])?);
        }
        let order = |game: &str| games::ALL.iter().position(|rules| rules.name.as_str() == game);
        let share = |rate: &Rate| rate.won as f64 / rate.games.max(1) as f64;
        self.rates.sort_by(|a, b| {
            let solver = |rate: &Rate| rate.player != SOLVER;
            let place = |rate: &Rate| (order(&rate.game), solver(rate));
            place(a).cmp(&place(b)).then(share(b).total_cmp(&share(a)))
        });
        self.pairs.sort_by_key(|(game, ..)| order(game));
        Ok(())
    }

    fn take(&mut self, rate: Rate) {
        self.rates.retain(|known| (&known.game, &known.player) != (&rate.game, &rate.player));
        self.pairs.retain(|(game, a, b, _)| *game != rate.game || (*a != rate.player && *b != rate.player));
        self.rates.push(rate);
    }

    fn take_summary(&mut self, summary: &Summary) {
        for (player, tally) in &summary.tallies {
            let games = tally.games;
            let (cards, _) = Tally::sums(tally.cards_up.iter().map(|(&n, &count)| (f64::from(n), count)));
            let cards = cards / games.max(1) as f64;
            self.take(Rate {
                game: summary.game.clone(),
                player: player.clone(),
                deals: summary.deals.join(" and "),
                games,
                won: tally.won,
                unknown: 0,
                cards_up: Some(cards),
                dollars: summary.money.map(|pay| f64::from(pay.start) + f64::from(pay.card) * cards),
                millis: match tally.micros {
                    (_, 0) => None,
                    (micros, games) => Some(micros as f64 / games as f64 / 1000.0),
                },
            });
        }
        for (&(a, b), &pair) in &summary.pairs {
            let name = |at: usize| summary.tallies[at].0.clone();
            self.pairs.push((summary.game.clone(), name(a), name(b), pair));
        }
    }

    /// The page, in Markdown.
    pub fn page(&self) -> String {
        let mut page = String::from(
            "# Results\n\n\
             Written by `talon lab results ROWS.csv…`, which keeps its figures in `docs/results.csv`; the rows \
             files themselves are too large to keep. Honest players know what they have seen and nothing else. \
             The ceiling is the solver's count on the same deals, every card known (`talon lab winnability`); a \
             range there means deals it could not decide. Intervals are Wilson's, 95 %. Times are CPU \
             milliseconds a game on one thread of the machine that played. A row is made again by `talon lab \
             run GAME --player PLAYER --deals DEALS`.\n\n\
             | game | player | games | won | cards up | $ a hand | ms a game | deals |\n\
             |---|---|---|---|---|---|---|---|\n",
        );
        for rate in &self.rates {
            let show = |value: Option<f64>, digits: usize| {
                value.map_or("-".into(), |value| format!("{value:.digits$}"))
            };
            let player = if rate.player == SOLVER { "**ceiling** (solver)" } else { &rate.player };
            let dollars = rate.dollars.map_or("-".into(), |dollars| format!("{dollars:+.1}"));
            let _ = writeln!(
                page,
                "| {} | {player} | {} | {} | {} | {dollars} | {} | {} |",
                rate.game,
                rate.games,
                rate.percent(),
                show(rate.cards_up, 1),
                show(rate.millis, 2),
                rate.deals
            );
        }
        if !self.pairs.is_empty() {
            page.push_str("\n## Who beats whom\n\n");
        }
        for (game, first, second, pair) in &self.pairs {
            let _ = writeln!(page, "- {game}: {}", sentence(first, second, pair));
        }
        page
    }
}

fn rate(fields: &[&str]) -> Option<Rate> {
    let &[game, player, deals, games, won, unknown, cards, dollars, millis] = fields else { return None };
    let number = |text: &str| match text {
        "" => Some(None),
        text => text.parse::<f64>().ok().map(Some),
    };
    Some(Rate {
        game: game.into(),
        player: player.into(),
        deals: deals.into(),
        games: games.parse().ok()?,
        won: won.parse().ok()?,
        unknown: unknown.parse().ok()?,
        cards_up: number(cards)?,
        dollars: number(dollars)?,
        millis: number(millis)?,
    })
}

fn pair(fields: &[&str]) -> Option<(String, String, String, Pair)> {
    let &[game, one, two, deals, first, second] = fields else { return None };
    let pair = Pair { deals: deals.parse().ok()?, first: first.parse().ok()?, second: second.parse().ok()? };
    Some((game.into(), one.into(), two.into(), pair))
}

/// What a winnability file counts.
fn solved<'a>(path: &Path, head: &Head, rows: impl Iterator<Item = &'a str>) -> Rate {
    let entry = |name: &str| head.get(name).unwrap_or_default().to_string();
    let mut counts = [0; 3];
    for row in rows {
        crate::tally(row, &mut counts);
    }
    let games: u64 = counts.iter().sum();
    let times = std::fs::read_to_string(rows::times_of(path)).unwrap_or_default();
    let micros: Vec<u64> = times.lines().filter_map(|line| line.rsplit(',').next()?.parse().ok()).collect();
    let all = micros.len() as u64 == games && games > 0;
    Rate {
        game: entry("game"),
        player: SOLVER.into(),
        deals: entry("deals"),
        games,
        won: counts[0],
        unknown: counts[2],
        cards_up: None,
        dollars: None,
        millis: all.then(|| micros.iter().sum::<u64>() as f64 / games as f64 / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_read_back_and_broken_lines_are_named() {
        let rate = Rate {
            game: "canfield".into(),
            player: "greedy".into(),
            deals: "1..101".into(),
            games: 100,
            won: 20,
            unknown: 3,
            cards_up: Some(20.5),
            dollars: Some(50.25),
            millis: None,
        };
        assert_eq!(rate.percent(), "20.00 % to 23.00 % [13.34, 32.15]");
        let pair = Pair { deals: 100, first: 9, second: 1 };
        let results =
            Results { rates: vec![rate], pairs: vec![("canfield".into(), "a".into(), "b".into(), pair)] };
        assert_eq!(Results::read(&results.write()).unwrap(), results);
        assert!(results.page().contains("- canfield: a beats b"));
        let error = Results::read("rate,canfield,greedy").unwrap_err().to_string();
        assert_eq!(error, "line 1 of the results is none: \"rate,canfield,greedy\"");
    }
}
