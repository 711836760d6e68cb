//! A new game by rules of the player's choice: the few that matter first, then all of them. What differs from the
//! named game is marked.

use super::rules::text_width;
use super::{Hit, Input, Page, Popup, Row, Then};
use crate::app::App;
use crate::look::Part;
use crate::words::wrapped;
use ratatui::Frame;
use talon_rules::Rules;
use talon_session::form::{Choice, Form, FormError};

/// The form of a game, with the chosen line.
#[derive(Clone, Debug)]
pub struct NewGame {
    form: Form,
    /// Whether the rules that are seldom changed are shown, too.
    all: bool,
    chosen: usize,
    scroll: usize,
    /// Why the last change was refused.
    refused: Option<FormError>,
}

/// A line that can be chosen.
#[derive(Clone, Debug)]
enum Line {
    Rule(Choice),
    Deals,
    All,
    Standard,
    Play,
}

impl NewGame {
    /// Returns the form of a game as the player last had it.
    pub fn new(app: &App, rules: &Rules) -> NewGame {
        let form = Form::of(rules);
        // The rules on the table are the wanted ones, if they differ.
        let form = match &app.books {
            Some(books) if form.is_as_named() => books.remembered(&form),
            _ => form,
        };
        let mut page = NewGame { form, all: false, chosen: 0, scroll: 0, refused: None };
        page.chosen = page.lines().len() - 1;
        page
    }

    fn lines(&self) -> Vec<Line> {
        let choices = if self.all { self.form.choices() } else { self.form.first_choices() };
        let mut lines: Vec<Line> = choices.into_iter().map(Line::Rule).collect();
        lines.push(Line::All);
        if !self.form.is_as_named() {
            lines.push(Line::Standard);
        }
        lines.push(Line::Deals);
        lines.push(Line::Play);
        lines
    }

    fn page(&self, app: &App) -> Page {
        let width = text_width(app).min(68);
        let lines = self.lines();
        let mut rows = Vec::new();
        let mut first = true;
        for (i, line) in lines.iter().enumerate() {
            match line {
                Line::Rule(choice) => {
                    if first && !choice.first {
                        first = false;
                        rows.push(Row::new("", Part::Table));
                    }
                    rows.push(rule(choice, width, i));
                }
                Line::All => {
                    let words = if self.all { "▴ Fewer rules" } else { "▾ All rules" };
                    rows.push(Row::entry(format!("   {words}"), i));
                }
                Line::Standard => rows.push(Row::entry("   Back to the game's own rules", i)),
                Line::Deals => {
                    rows.push(Row::new("", Part::Table));
                    rows.push(value("Deals", &app.wanted.word(), false, width, i));
                }
                Line::Play => rows.push(Row { part: Part::Strong, ..Row::entry("   Deal the cards", i) }),
            }
        }
        rows.push(Row::new("", Part::Table));
        let (help, part) = match (&self.refused, lines.get(self.chosen)) {
            (Some(refused), _) => (refused.to_string(), Part::Bad),
            (None, Some(Line::Rule(choice))) if choice.values.is_empty() => {
                (format!("{} Type it as `:set {}=…`.", choice.help, choice.name), Part::Dim)
            }
            (None, Some(Line::Rule(choice))) => (choice.help.to_string(), Part::Dim),
            (None, Some(Line::Deals)) => (
                "Any deal, one that is proved winnable, or one that is easy, medium or hard.".into(),
                Part::Dim,
            ),
            (None, Some(Line::Play)) if !self.form.is_as_named() => {
                ("The rules marked • differ from the named game. They are remembered.".into(), Part::Dim)
            }
            (None, Some(Line::Play)) => ("Enter deals a new game by these rules.".into(), Part::Dim),
            (None, Some(Line::All)) => ("Every rule can be changed.".into(), Part::Dim),
            _ => (String::new(), Part::Dim),
        };
        let help = wrapped(&help, width, " ");
        // The page keeps its height while the player goes through it.
        let lines = help.len().max(3);
        let help = help.into_iter().chain(std::iter::repeat(String::new())).take(lines);
        rows.extend(help.map(|line| Row::new(line, part)));
        let title = format!("New game: {}", self.form.title());
        let keys = "←→ changes · n deals · Esc".into();
        Page { title, keys, rows, chosen: Some(self.chosen), scroll: self.scroll }
    }

    /// Changes the chosen line to its next or its previous value.
    fn turn(&mut self, forward: bool) -> Then {
        self.refused = None;
        match self.lines().get(self.chosen) {
            Some(Line::Rule(choice)) => {
                self.refused = self.form.turn(choice.name, forward).err();
                Then::Stay
            }
            Some(Line::Deals) => Then::Wanted { forward },
            _ => Then::Stay,
        }
    }

    fn choose(&mut self) -> Then {
        match self.lines().get(self.chosen) {
            Some(Line::Rule(_) | Line::Deals) => return self.turn(true),
            Some(Line::Play) => return self.play(),
            Some(Line::Standard) => {
                self.form.reset();
                self.chosen = self.lines().len() - 1;
            }
            Some(Line::All) => {
                self.all = !self.all;
                let lines = self.lines();
                self.chosen = lines.iter().position(|line| matches!(line, Line::All)).unwrap_or(0);
                if self.all {
                    let behind = |line: &Line| matches!(line, Line::Rule(choice) if !choice.first);
                    self.chosen = lines.iter().position(behind).unwrap_or(self.chosen);
                }
            }
            None => {}
        }
        Then::Stay
    }

    fn play(&self) -> Then {
        Then::Begin(Box::new(self.form.clone()))
    }
}

/// Returns a rule as a line, with a mark if it differs from the named game.
fn rule(choice: &Choice, width: usize, entry: usize) -> Row {
    value(choice.words, &choice.value_words, choice.differs, width, entry)
}

fn value(name: &str, value: &str, differs: bool, width: usize, entry: usize) -> Row {
    let mark = if differs { "•" } else { " " };
    let room = width.saturating_sub(value.chars().count() + 9);
    let name = crate::words::cut(name, room);
    let words = format!(" {mark} {name:<room$} ‹ {value} › ");
    Row { part: if differs { Part::Good } else { Part::Table }, ..Row::entry(words, entry) }
}

impl Popup for NewGame {
    fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        self.page(app).draw(app, frame);
    }

    fn input(&mut self, app: &App, input: Input) -> Then {
        let page = self.page(app);
        self.scroll = page.first(app.area);
        match input {
            Input::Close | Input::Letter('q') => return Then::Close,
            Input::Choose | Input::Letter(' ') => return self.choose(),
            Input::Letter('n') => return self.play(),
            Input::Sideways(step) => return self.turn(step > 0),
            Input::Click(x, y) => match page.at(app.area, x, y) {
                Hit::Outside => return Then::Close,
                Hit::Entry(entry) => {
                    self.chosen = entry;
                    return self.choose();
                }
                Hit::Nothing => {}
            },
            _ => {
                self.refused = None;
                self.chosen = input.moved(self.chosen, self.lines().len(), page.height(app.area));
            }
        }
        Then::Stay
    }
}
