//! The end of a game: how it went, how that compares, and what to do next.

use super::rules::text_width;
use super::{Hit, Input, Page, Popup, Row, Then};
use crate::app::App;
use crate::commands::Action;
use crate::look::Part;
use crate::words::{clock, help_words, streak, wrapped};
use ratatui::Frame;
use talon_session::measured;
use talon_store::Statistics;

/// The end of the game on the table.
#[derive(Clone, Debug)]
pub struct End {
    facts: Vec<Row>,
    next: Vec<(Action, &'static str)>,
    chosen: usize,
}

impl End {
    /// Returns the page for the game on the table, which was won or given up.
    pub fn new(app: &App) -> End {
        let won = app.session().is_finished();
        let mut next = vec![(Action::New, "new deal")];
        if app.sitting.next_deal(true).is_some() {
            next.push((Action::NextDeal, "the deal with the next number"));
        }
        next.push((Action::Restart, "this deal again"));
        if won {
            next.push((Action::Undo, "take the last move back"));
        } else {
            next.push((Action::PostMortem, "which move lost it?"));
        }
        next.push((Action::Games, "another game"));
        next.push((Action::Statistics, "statistics"));
        End { facts: facts(app, won), next, chosen: 0 }
    }

    fn page(&self, app: &App) -> Page {
        let mut rows: Vec<Row> = Vec::new();
        for fact in &self.facts {
            let lines = wrapped(&fact.words, text_width(app).min(56), " ");
            // Lines of figures are not wrapped: their columns would be lost.
            match fact.lead {
                0 => rows.extend(lines.into_iter().map(|line| Row::new(line, fact.part))),
                _ => rows.push(fact.clone()),
            }
        }
        let played = match &app.honest {
            Some(played) => played.to_string(),
            None => "This deal is being played by fair hints …".into(),
        };
        let lines = wrapped(&played, text_width(app).min(56), " ");
        rows.extend(lines.into_iter().map(|line| Row::new(line, Part::Dim)));
        rows.push(Row::new("", Part::Table));
        for (i, (action, words)) in self.next.iter().enumerate() {
            let key = app.keys.of(*action);
            rows.push(Row::entry(format!("   {key:<3} {words}   "), i).lead(6));
        }
        // On a small screen, the result and the keys matter more than the gaps between them.
        if rows.len() > usize::from(app.area.height).saturating_sub(3) {
            rows.retain(|row| !row.words.trim().is_empty());
        }
        let title = format!("{}, {}", app.session().title(), app.session().deal());
        let keys = "Enter or its key · Esc shows the table".into();
        Page { title, keys, rows, chosen: Some(self.chosen), scroll: 0 }
    }
}

/// Returns a line with a name and a value.
fn fact(name: &str, value: String) -> Row {
    Row::new(format!(" {name:<10}{value}"), Part::Table).lead(11)
}

fn facts(app: &App, won: bool) -> Vec<Row> {
    let session = app.session();
    let rules = session.rules();
    let books = app.books.as_ref();
    let name = rules.name.as_str();
    let recorded =
        books.and_then(|books| books.games(Some(name)).ok()).and_then(|games| games.into_iter().next());
    let shown = recorded.as_ref().is_some_and(|game| game.result == "shown");
    let statistics = books.and_then(|books| books.statistics(Some(name)).ok()).unwrap_or_default();
    let of_rules = |one: &&Statistics| recorded.as_ref().is_some_and(|game| game.rules == one.rules);
    let all = statistics.iter().filter(|one| one.stamp == "all").find(of_rules);
    let mut rows = vec![match (won, shown) {
        (true, true) => Row::new("Won by the demonstration; it does not count.", Part::Strong),
        (true, false) => Row::new(format!("You won, {}.", help_words(session.stamp())), Part::Good),
        (false, _) => Row::new("Given up; it counts as lost.", Part::Strong),
    }];
    rows.push(Row::new("", Part::Table));
    let seconds = app.sitting.time().as_secs();
    let moves = session.moves_made();
    let best = |best: Option<u64>, mine: u64, words: String| match (best, all) {
        (Some(best), Some(all)) if won && all.won > 1 && mine <= best => " · your best yet".to_string(),
        (Some(_), Some(all)) if all.won > u64::from(won) => format!(" · your best: {words}"),
        _ => String::new(),
    };
    let fastest = all.and_then(|all| all.seconds).map(|spread| spread.best);
    let shortest = all.and_then(|all| all.moves).map(|spread| spread.best);
    let record = best(fastest, seconds, clock(fastest.unwrap_or(0)));
    rows.push(fact("Time", format!("{}{record}", clock(seconds))));
    let record = best(shortest, moves.into(), shortest.unwrap_or(0).to_string());
    rows.push(fact("Moves", format!("{moves}{record}")));
    if !rules.about_runs() {
        rows.push(fact("Cards up", format!("{} of {}", session.view().cards_up(), rules.deck().len())));
    }
    rows.push(fact(if rules.scoring.money { "Profit" } else { "Score" }, app.sitting.score_words()));
    if let Some(all) = all.filter(|all| all.played > 0) {
        let percent = all.percent.unwrap_or(0.0);
        rows.push(fact("Streak", streak(all.streak, all.best_streak)));
        rows.push(fact("Games", format!("{} of {} won, {percent:.0} %", all.won, all.played)));
    }
    if let Some(measured) = measured(rules) {
        rows.push(Row::new("", Part::Table));
        let words = format!("The best honest player wins {:.0} % of deals.", measured.percent());
        rows.push(Row::new(words, Part::Dim));
    }
    rows
}

impl Popup for End {
    fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        self.page(app).draw(app, frame);
    }

    fn input(&mut self, app: &App, input: Input) -> Then {
        match input {
            Input::Close => return Then::Close,
            Input::Choose => {
                return self.next.get(self.chosen).map_or(Then::Close, |(action, _)| Then::Act(*action));
            }
            // Every key does here what it does at the table.
            Input::Letter(c) => return app.keys.action(&c.to_string()).map_or(Then::Stay, Then::Act),
            Input::Erase => return Then::Act(Action::Undo),
            Input::Click(x, y) => match self.page(app).at(app.area, x, y) {
                Hit::Outside => return Then::Close,
                Hit::Entry(entry) => {
                    self.chosen = entry;
                    return self.input(app, Input::Choose);
                }
                Hit::Nothing => {}
            },
            _ => self.chosen = input.moved(self.chosen, self.next.len(), self.page(app).height(app.area)),
        }
        Then::Stay
    }
}
