//! The list of unfinished games.

use super::{Hit, Input, Page, Popup, Row, Then};
use crate::app::App;
use crate::prompt::{Prompt, UnfinishedGame};
use crate::words::{ago, clock, cut};
use ratatui::Frame;
use talon_rules::plural;
use talon_store::Summary;

/// The unfinished games.
#[derive(Clone, Debug)]
pub struct Unfinished {
    games: Vec<Summary>,
    chosen: usize,
    scroll: usize,
}

impl Unfinished {
    /// Returns the list of these games.
    pub fn new(games: Vec<Summary>) -> Unfinished {
        Unfinished { games, chosen: 0, scroll: 0 }
    }

    fn page(&self, app: &App) -> Page {
        let row = |(i, game): (usize, &Summary)| Row::entry(format!(" {} ", line(app, game, 96)), i);
        // The list may cover the bottom of the screen, so the question is its title.
        let title = match &app.prompt {
            Some(question) => question.words(app),
            None => "Unfinished games".into(),
        };
        let keys = "Enter resumes · x gives up · Esc".into();
        let rows = self.games.iter().enumerate().map(row).collect();
        Page { title, keys, rows, chosen: Some(self.chosen), scroll: self.scroll }
    }
}

/// Returns an unfinished game in a line: the game with the rules that differ, the deal, how far it was played, and when.
pub fn line(app: &App, game: &Summary, width: usize) -> String {
    let width = width.min(usize::from(app.area.width).saturating_sub(4));
    let name = format!("{}, {}", game.title, game.deal);
    let moves = plural(game.moves, "move");
    let when = ago(game.changed, (app.now)());
    // Where there is no room for all, the time comes last.
    let end = match width {
        0..60 => format!("{moves:>9}  {when}"),
        _ => format!("{moves:>10}  {:>8}  {when:<19}", clock(game.seconds)),
    };
    let room = width.saturating_sub(end.chars().count() + 1).max(8);
    format!("{:<room$} {end}", cut(&name, room))
}

impl Popup for Unfinished {
    fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        self.page(app).draw(app, frame);
    }

    fn input(&mut self, app: &App, input: Input) -> Then {
        let game = self.games.get(self.chosen);
        self.scroll = self.page(app).first(app.area);
        match input {
            Input::Close | Input::Letter('q' | 'n' | 'L') => return Then::Close,
            Input::Choose => return game.map_or(Then::Stay, |game| Then::Resume(game.id)),
            Input::Letter('x') => {
                return game.map_or(Then::Stay, |game| {
                    let name = format!("{}, {}", game.title, game.deal);
                    Then::Ask(Prompt::GiveUp(Some(UnfinishedGame { id: game.id, name })))
                });
            }
            Input::Click(x, y) => match self.page(app).at(app.area, x, y) {
                Hit::Outside => return Then::Close,
                Hit::Entry(entry) if entry == self.chosen => return self.input(app, Input::Choose),
                Hit::Entry(entry) => self.chosen = entry,
                Hit::Nothing => {}
            },
            _ => self.chosen = input.moved(self.chosen, self.games.len(), self.page(app).height(app.area)),
        }
        Then::Stay
    }
}
