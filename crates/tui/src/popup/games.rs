//! The chooser: a line for each game, and beside the list what the chosen game is, a picture of its layout, and how
//! often it is won.

use super::picture;
use super::places::{SENTENCE, is_narrow, places, title_width};
use super::search::{fits, rank};
use super::unfinished::line;
use super::{Input, Popup, Then};
use crate::app::App;
use crate::look::Part;
use crate::popup::frame::{boxed, rule, scrolled_to};
use crate::words::{ago, capital, cut, wrapped};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use std::collections::HashMap;
use talon_rules::{Rules, plural};
use talon_session::form::Form;
use talon_session::measured;
use talon_store::Summary;

/// The most games that are repeated at the top because they were played last.
const RECENT: usize = 4;
/// The most unfinished games that are listed.
const LEFT: usize = 3;
/// The player's own games of one kind.
#[derive(Copy, Clone, Debug, Default)]
struct Played {
    games: u32,
    won: u32,
    last: u64,
}

/// A line of the list.
#[derive(Copy, Clone, Debug)]
enum Row {
    Heading(&'static str),
    Game(&'static Rules),
    /// An unfinished game, by its index.
    Left(usize),
}

/// The chooser: the text that was typed to find a game, and the chosen line.
#[derive(Clone, Debug)]
pub struct Games {
    filter: String,
    rows: Vec<Row>,
    chosen: usize,
    first: usize,
    recent: Vec<&'static Rules>,
    left: Vec<Summary>,
    played: HashMap<&'static str, Played>,
    /// The games of which the player has chosen rules.
    forms: HashMap<&'static str, Form>,
}

impl Games {
    /// Returns the list, with the game on the table chosen, or at the beginning what was played last.
    pub fn new(app: &App, beginning: bool) -> Games {
        let mut games = Games {
            filter: String::new(),
            rows: Vec::new(),
            chosen: 0,
            first: 0,
            recent: Vec::new(),
            left: app.books.as_ref().and_then(|books| books.left().ok()).unwrap_or_default(),
            played: HashMap::new(),
            forms: talon_games::ALL
                .iter()
                .map(|rules| (rules.name.as_str(), app.remembered(rules)))
                .filter(|(_, form)| !form.is_as_named())
                .collect(),
        };
        games.left.truncate(LEFT);
        let known = app.books.as_ref().and_then(|books| books.games(None).ok()).unwrap_or_default();
        for game in &known {
            let Some(rules) = talon_games::ALL.iter().find(|rules| rules.name.as_str() == game.game) else {
                continue;
            };
            if !games.recent.contains(&rules) && games.recent.len() < RECENT {
                games.recent.push(rules);
            }
            let played = games.played.entry(rules.name.as_str()).or_default();
            played.games += u32::from(matches!(game.result.as_str(), "won" | "lost"));
            played.won += u32::from(game.result == "won");
            played.last = played.last.max(game.changed);
        }
        games.list();
        let now = app.session().rules().name;
        let is_now = |row: &Row| matches!(row, Row::Game(rules) if rules.name == now);
        if !beginning || games.left.is_empty() {
            games.chosen = games.rows.iter().position(is_now).unwrap_or(games.chosen);
        }
        games.follow(app.area);
        games
    }

    /// Lists the games that fit what was typed, and chooses the first.
    fn list(&mut self) {
        self.rows.clear();
        if self.filter.is_empty() && !self.left.is_empty() {
            self.rows.push(Row::Heading("Unfinished games"));
            self.rows.extend((0..self.left.len()).map(Row::Left));
        }
        if self.filter.is_empty() && !self.recent.is_empty() {
            self.rows.push(Row::Heading("Played last"));
            self.rows.extend(self.recent.iter().map(|rules| Row::Game(rules)));
        }
        for (family, games) in talon_games::families() {
            let fits: Vec<&'static Rules> = games.iter().filter(|rules| fits(rules, &self.filter)).collect();
            if !fits.is_empty() {
                self.rows.push(Row::Heading(if family == "other" { "Other games" } else { family }));
                self.rows.extend(fits.into_iter().map(Row::Game));
            }
        }
        let rank = |row: &Row| match row {
            Row::Game(rules) => rank(rules, &self.filter),
            Row::Left(_) => 0,
            Row::Heading(_) => usize::MAX,
        };
        // Of equally good ones, the first.
        self.chosen = (0..self.rows.len()).min_by_key(|at| rank(&self.rows[*at])).unwrap_or(0);
        self.first = 0;
    }

    /// Returns the form of a game with the rules that the player chose for it last.
    fn form(&self, rules: &'static Rules) -> Form {
        let name = rules.name.as_str();
        self.forms.get(name).cloned().unwrap_or_else(|| Form::named(rules))
    }

    fn game(&self) -> Option<&'static Rules> {
        match self.rows.get(self.chosen) {
            Some(Row::Game(rules)) => Some(rules),
            Some(Row::Left(at)) => talon_games::find(&self.left.get(*at)?.game).ok(),
            _ => None,
        }
    }

    fn follow(&mut self, area: Rect) {
        self.first = scrolled_to(self.first, self.chosen, self.rows.len(), places(area).list.height.into());
    }

    /// Moves to another game; headings are passed over.
    fn go(&mut self, input: Input, area: Rect) {
        let height = places(area).list.height.into();
        let to = input.moved(self.chosen, self.rows.len(), height);
        let is_game = |at: &usize| !matches!(self.rows.get(*at), Some(Row::Heading(_)) | None);
        let found = if to < self.chosen {
            (0..=to).rev().find(is_game).or_else(|| (to..self.chosen).find(is_game))
        } else {
            (to..self.rows.len()).find(is_game)
        };
        self.chosen = found.unwrap_or(self.chosen);
        self.follow(area);
    }

    fn line(&self, app: &App, buffer: &mut Buffer, place: Rect, at: usize, sentences: bool) {
        let Some(row) = self.rows.get(at) else { return };
        let width = usize::from(place.width);
        let mut put = |x: u16, words: &str, part: Part| {
            let part = if at == self.chosen { Part::Chosen } else { part };
            let room = usize::from(place.width.saturating_sub(x));
            buffer.set_stringn(place.x + x, place.y, words, room, app.look.part(part));
        };
        let rules = match row {
            Row::Heading(heading) => return put(1, &cut(heading, width.saturating_sub(1)), Part::Strong),
            Row::Left(at) => {
                put(0, &" ".repeat(width), Part::Table);
                let words = self.left.get(*at).map(|game| line(app, game, width.saturating_sub(3).min(90)));
                return put(2, &words.unwrap_or_default(), Part::Table);
            }
            Row::Game(rules) => rules,
        };
        put(0, &" ".repeat(width), Part::Table);
        let title = title_width(place.width);
        let form = self.form(rules);
        put(2, &cut(&form.title(), usize::from(title).saturating_sub(3)), Part::Table);
        let mut x = title;
        if sentences {
            put(x, talon_games::summary(rules), Part::Dim);
            x += SENTENCE;
        }
        if let Some(measured) = measured(form.rules()) {
            if !is_narrow(place.width) {
                put(x, measured.hardness(), Part::Dim);
                x += 8;
            }
            put(x, &format!("{:>5}", percent(measured.percent())), Part::Table);
        }
        if is_narrow(place.width) {
            return;
        }
        let x = title + if sentences { SENTENCE } else { 0 };
        if let Some(played) = self.played.get(rules.name.as_str()).filter(|played| played.games > 0) {
            let words = format!("{}/{}", played.won, played.games);
            put(x + 14, &format!("{words:>8}"), Part::Table);
        }
    }

    /// Returns what is known about a game: what it is, how hard, and how often it is won.
    fn about(&self, app: &App, rules: &'static Rules, width: usize, brief: bool) -> Vec<(String, Part)> {
        let mut lines: Vec<(String, Part)> = Vec::new();
        let mut tell =
            |words: String, part| lines.extend(wrapped(&words, width, "").into_iter().map(|l| (l, part)));
        if let Some(measured) = measured(self.form(rules).rules()) {
            let hard = capital(measured.hardness());
            let rate = percent(measured.percent()).replace('%', " %");
            let mut words = match brief {
                true => format!("{hard}: the best honest player wins {rate}."),
                false => {
                    format!("{hard}: the best player that sees only what you see wins {rate} of the deals.")
                }
            };
            if let Some(solved) = measured.solver {
                let share = |n: u32| (100.0 * f64::from(n) / f64::from(solved.deals)).round();
                let (low, high) = (share(solved.winnable), share(solved.winnable + solved.unknown));
                let range = if low == high { format!("{low} %") } else { format!("{low} to {high} %") };
                words += &format!(" With every card known, {range} could be won.");
            }
            tell(words, Part::Table);
        }
        let words = match self.played.get(rules.name.as_str()) {
            Some(Played { games: 0, last, .. }) => format!("You began it {}.", ago(*last, (app.now)())),
            Some(Played { games, won, last }) => {
                format!(
                    "You have won {won} of {}; last played {}.",
                    plural(*games, "game"),
                    ago(*last, (app.now)())
                )
            }
            None => return lines,
        };
        tell(words, Part::Table);
        lines
    }
}

/// Returns a rate as it is written in the list: `36%`.
fn percent(rate: f64) -> String {
    if rate > 0.0 && rate < 1.0 { "<1%".into() } else { format!("{rate:.0}%") }
}

impl Popup for Games {
    fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        let places = places(app.area);
        let keys = match self.rows.get(self.chosen) {
            Some(Row::Left(_)) => "Enter resumes · Esc",
            _ => "Enter plays · Tab rules · Esc",
        };
        boxed(app, frame, places.frame, "Choose a game", keys);
        let buffer = frame.buffer_mut();
        let list = places.list;
        if list.is_empty() {
            return;
        }
        let search = match self.filter.as_str() {
            "" => "type to search".to_string(),
            typed => format!("{typed}▏"),
        };
        let search_part = if self.filter.is_empty() { Part::Dim } else { Part::Strong };
        let room = usize::from(list.width.saturating_sub(2));
        buffer.set_stringn(list.x + 2, list.y - 1, cut(&search, room), room, app.look.part(search_part));
        let x = list.x + title_width(list.width) + if places.sentences { SENTENCE } else { 0 };
        let heads = format!("{:<8}{:>5}{:>9}", "", "best", "you");
        if !is_narrow(list.width) {
            buffer.set_string(x, list.y - 1, heads, app.look.part(Part::Dim));
        }
        let height = usize::from(list.height);
        let first = scrolled_to(self.first, self.chosen, self.rows.len(), height);
        for (row, at) in (list.y..list.bottom()).zip(first..) {
            self.line(app, buffer, Rect { y: row, height: 1, ..list }, at, places.sentences);
        }
        if first + height < self.rows.len() && places.frame.width > 14 {
            let words = format!(" ↓ {} more ", self.rows.len() - first - height);
            let x = places.frame.right() - 2 - words.chars().count() as u16;
            buffer.set_string(x, places.frame.bottom() - 1, words, app.look.part(Part::Strong));
        }
        let Some(rules) = self.game() else {
            let words = format!("No game matches {:?}.", self.filter);
            buffer.set_stringn(list.x + 2, list.y, words, room, app.look.part(Part::Bad));
            return;
        };
        if let Some(beside) = places.beside {
            let x = beside.x - 1;
            for y in places.frame.y + 1..places.frame.bottom() - 1 {
                buffer.set_string(x, y, "│", app.look.part(Part::Dim));
            }
            self.beside(app, buffer, beside, rules);
        }
        if let Some(below) = places.below {
            rule(app, buffer, below, places.frame);
            let mut lines =
                wrapped(&format!("{}.", capital(talon_games::summary(rules))), below.width.into(), " ")
                    .into_iter()
                    .map(|line| (line, Part::Strong))
                    .collect::<Vec<_>>();
            let about = self.about(app, rules, usize::from(below.width.saturating_sub(2)), true);
            lines.extend(about.into_iter().map(|(words, part)| (format!(" {words}"), part)));
            for (y, (words, part)) in (below.y + 1..below.bottom()).zip(lines) {
                buffer.set_stringn(below.x, y, words, below.width.into(), app.look.part(part));
            }
        }
    }

    fn input(&mut self, app: &App, input: Input) -> Then {
        match input {
            // What was typed is given up first.
            Input::Close if !self.filter.is_empty() => {
                self.filter.clear();
                self.list();
            }
            Input::Close => return Then::Close,
            Input::Choose => {
                return match self.rows.get(self.chosen) {
                    Some(Row::Game(rules)) => Then::Play(Box::new(**rules)),
                    Some(Row::Left(at)) => {
                        self.left.get(*at).map_or(Then::Stay, |game| Then::Resume(game.id))
                    }
                    _ => Then::Stay,
                };
            }
            Input::NextPart | Input::Sideways(1) => {
                return self.game().map_or(Then::Stay, |rules| Then::NewGame(Box::new(*rules)));
            }
            Input::Erase => {
                self.filter.pop();
                self.list();
                self.follow(app.area);
            }
            Input::Letter(c) if self.filter.len() < 40 => {
                self.filter.push(c);
                self.list();
                self.follow(app.area);
            }
            Input::Click(x, y) => {
                let places = places(app.area);
                if !places.frame.contains(Position { x, y }) {
                    return Then::Close;
                }
                if !places.list.contains(Position { x, y }) {
                    return Then::Stay;
                }
                let at = self.first + usize::from(y - places.list.y);
                match self.rows.get(at) {
                    Some(Row::Heading(_)) | None => {}
                    Some(_) if at == self.chosen => return self.input(app, Input::Choose),
                    Some(_) => self.chosen = at,
                }
                self.follow(app.area);
            }
            _ => self.go(input, app.area),
        }
        Then::Stay
    }
}

impl Games {
    /// Draws what stands beside the list: the game, its layout, and the figures.
    fn beside(&self, app: &App, buffer: &mut Buffer, place: Rect, rules: &'static Rules) {
        let place = Rect {
            x: place.x + 1,
            width: place.width.saturating_sub(2),
            y: place.y - 1,
            height: place.height + 1,
        };
        let width = usize::from(place.width).min(64);
        let mut y = place.y;
        let tell = |buffer: &mut Buffer, y: &mut u16, words: &str, part| {
            if *y < place.bottom() {
                buffer.set_stringn(place.x, *y, words.trim_end(), width, app.look.part(part));
                *y += 1;
            }
        };
        for line in wrapped(&self.form(rules).title(), width, "") {
            tell(buffer, &mut y, &line, Part::Strong);
        }
        for line in wrapped(&format!("{}.", capital(talon_games::summary(rules))), width, "") {
            tell(buffer, &mut y, &line, Part::Table);
        }
        y += 1;
        let about = self.about(app, rules, width, false);
        let room = place.bottom().saturating_sub(y + about.len() as u16 + 1);
        y += picture::draw(app, buffer, Rect { y, height: room, ..place }, self.form(rules).rules()) + 1;
        for (words, part) in about {
            tell(buffer, &mut y, &words, part);
        }
        let strategy = wrapped(&talon_games::strategy(rules), width, "");
        if y + 2 + strategy.len() as u16 <= place.bottom() {
            y += 1;
            tell(buffer, &mut y, "How to play it well", Part::Strong);
            strategy.iter().for_each(|line| tell(buffer, &mut y, line, Part::Table));
        }
    }
}
