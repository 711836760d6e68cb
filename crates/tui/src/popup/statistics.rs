//! The statistics: first what the game is about, then numbers and plots.

use super::rules::{scrolled, text_width};
use super::{Input, Page, Popup, Row, Then};
use crate::app::App;
use crate::look::Part;
use crate::words::{clock, streak, wrapped};
use ratatui::Frame;
use talon_rules::{Rules, plural};
use talon_session::{about, measured};
use talon_store::{Bar, Statistics, Store, Summary, scores};

/// The statistics of the game, scrolled by some lines.
#[derive(Clone, Debug, Default)]
pub struct StatisticsPage {
    scroll: usize,
}

impl StatisticsPage {
    fn page(&self, app: &App) -> Page {
        let rules = app.session().rules();
        let rows = match &app.books {
            Some(books) => rows(books, rules, text_width(app).min(64))
                .unwrap_or_else(|error| vec![Row::new(format!(" {error}"), Part::Bad)]),
            None => vec![Row::new(" Games are not being recorded.", Part::Table)],
        };
        let title = format!("Statistics: {}", rules.title);
        Page { title, keys: "Esc".into(), rows, chosen: None, scroll: self.scroll }
    }
}

impl Popup for StatisticsPage {
    fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        self.page(app).draw(app, frame);
    }

    fn input(&mut self, app: &App, input: Input) -> Then {
        if matches!(input, Input::Letter('s')) {
            return Then::Close;
        }
        let page = self.page(app);
        scrolled(&mut self.scroll, &page, app, input)
    }
}

fn rows(books: &Store, rules: &Rules, width: usize) -> Result<Vec<Row>, talon_store::Error> {
    let name = rules.name.as_str();
    let games = books.games(Some(name))?;
    let list = books.statistics(Some(name))?;
    if list.is_empty() {
        // The game on the table is not among those that were left.
        let unfinished = books.left()?.iter().filter(|game| game.game == name).count();
        let mut rows = vec![Row::new(" You have not finished a game yet.", Part::Dim)];
        if unfinished > 0 {
            rows.push(Row::new(
                format!(" Unfinished: {}; L resumes one.", plural(unfinished, "game")),
                Part::Dim,
            ));
        }
        return Ok(rows);
    }
    let mut rows = Vec::new();
    for one in &list {
        if one.stamp == "all" {
            rows.extend(lead(rules, one, &games, width));
            rows.push(Row::new("", Part::Table));
        }
        one_set(one, &mut rows);
        rows.push(Row::new("", Part::Table));
    }
    rows.pop();
    Ok(rows)
}

/// Returns what the game is about, the streak, and how often the best honest player wins.
fn lead(rules: &Rules, all: &Statistics, games: &[Summary], width: usize) -> Vec<Row> {
    let strong = |words: String| Row::new(words, Part::Strong);
    let facts = about(rules, all.won, &scores(games, all));
    if facts.is_empty() {
        return Vec::new();
    }
    let mut rows = Vec::new();
    if all.title != rules.title.as_str() {
        rows.push(strong(format!(" {}", all.title)));
    }
    rows.extend(facts.into_iter().map(|(name, value)| strong(format!(" {name:<10}{value} "))));
    rows.push(strong(format!(" {:<10}{} ", "Streak", streak(all.streak, all.best_streak))));
    if let Some(measured) = measured(rules) {
        let dollars = match measured.dollars.filter(|_| rules.scoring.money) {
            Some(dollars) => format!(" and ${dollars:.0} a game"),
            None => String::new(),
        };
        let words = format!(
            "For comparison, the best honest player wins {:.0} % of its games{dollars}.",
            measured.percent()
        );
        rows.extend(wrapped(&words, width, " ").into_iter().map(|line| Row::new(line, Part::Dim)));
    }
    rows
}

fn one_set(one: &Statistics, rows: &mut Vec<Row>) {
    let mut plain = |words: String| rows.push(Row::new(words, Part::Table));
    let stamp = match one.stamp.as_str() {
        "all" => "All games".into(),
        "pure" => "Without help".into(),
        "oracle" => "With the oracle".into(),
        other => format!("With {other}"),
    };
    plain(format!(" {stamp}"));
    let percent = one.percent.map_or("-".into(), |percent| format!("{percent:.1} %"));
    plain(format!("   played {}   won {}   {percent}", one.played, one.won));
    if let Some((low, high)) = one.interval {
        plain(format!("   95 % interval of the rate: {low:.1} to {high:.1}"));
    }
    plain(format!("   longest streaks: {} won, {} lost", one.best_streak, one.worst_streak));
    if let (Some(moves), Some(seconds)) = (one.moves, one.seconds) {
        plain(format!(
            "   moves to win: best {}, worst {}, average {:.0}",
            moves.best, moves.worst, moves.average
        ));
        let average = clock(seconds.average as u64);
        plain(format!(
            "   time to win: best {}, worst {}, average {average}",
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
    // The length of the bar in eighths of a character, 30 characters at most.
    let eighths = bar.count * 240 / most;
    let full = "█".repeat((eighths / 8) as usize);
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][(eighths % 8) as usize];
    let value = |v: u64| if is_time { clock(v) } else { v.to_string() };
    format!("   {:>8}–{:<8}{full}{part} {}", value(bar.from), value(bar.to), bar.count)
}
