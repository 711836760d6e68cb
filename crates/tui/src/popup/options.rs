//! The options: the rules of the game on the table, and the screen.

use super::{Hit, Input, Page, Popup, Row, Then};
use crate::app::App;
use crate::look::Part;
use ratatui::Frame;

/// The options, with the chosen one: first the rules of the game, then the others.
#[derive(Clone, Debug, Default)]
pub struct Options {
    chosen: usize,
    scroll: usize,
}

impl Options {
    fn page(&self, app: &App) -> Page {
        let mut rows = vec![
            Row::new(format!(" This game: {}", app.session().title()), Part::Strong),
            Row::entry("   New game by rules of your choice …", 0),
            Row::new("", Part::Table),
            Row::new(" Every game", Part::Strong),
        ];
        let options = app.options().into_iter().enumerate();
        rows.extend(
            options.map(|(i, (name, value))| Row::entry(format!("   {name:<34} ‹ {value} › "), i + 1)),
        );
        let keys = "Enter or ←→ changes · Esc".into();
        Page { title: "Options".into(), keys, rows, chosen: Some(self.chosen), scroll: self.scroll }
    }
}

impl Popup for Options {
    fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        self.page(app).draw(app, frame);
    }

    fn input(&mut self, app: &App, input: Input) -> Then {
        let page = self.page(app);
        self.scroll = page.first(app.area);
        let forward = input != Input::Sideways(-1);
        match input {
            Input::Close | Input::Letter('q' | 'o') => return Then::Close,
            Input::Choose | Input::Letter(' ') | Input::Sideways(_) => {
                return match self.chosen.checked_sub(1) {
                    Some(option) => Then::Change { option, forward },
                    None => Then::NewGame(Box::new(*app.session().rules())),
                };
            }
            Input::Click(x, y) => match page.at(app.area, x, y) {
                Hit::Outside => return Then::Close,
                Hit::Entry(entry) => {
                    self.chosen = entry;
                    return self.input(app, Input::Choose);
                }
                Hit::Nothing => {}
            },
            _ => self.chosen = input.moved(self.chosen, app.options().len() + 1, page.height(app.area)),
        }
        Then::Stay
    }
}
