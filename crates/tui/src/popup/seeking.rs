//! The search for a deal that can be won, or of a level: how far it is, and how to stop it.

use super::{Hit, Input, Page, Popup, Row, Then};
use crate::app::App;
use crate::look::Part;
use ratatui::Frame;
use talon_session::{Aim, MOST_DEALS};

/// The search that is running.
#[derive(Clone, Debug)]
pub struct Seeking {
    aim: Aim,
}

impl Seeking {
    /// Returns the page of a search for such a deal.
    pub fn new(aim: Aim) -> Seeking {
        Seeking { aim }
    }

    fn page(&self, app: &App) -> Page {
        let tried = app.analyst.tried().min(MOST_DEALS);
        let bar = usize::try_from(tried * 30 / MOST_DEALS).unwrap_or(0);
        let mut rows = vec![
            Row::new(
                format!(" Examining deal {} of at most {MOST_DEALS}", (tried + 1).min(MOST_DEALS)),
                Part::Table,
            ),
            Row::new(format!(" {}{} ", "█".repeat(bar), "·".repeat(30 - bar)), Part::Good),
            Row::new(format!(" {} positions searched in this deal", grouped(app.analyst.nodes())), Part::Dim),
            Row::new("", Part::Table),
            Row::entry(" Esc  stop and go back to the game", 0).lead(4),
        ];
        // The deal of a day has its own numbers, which are few.
        if let Aim::Day(_) = self.aim {
            rows.drain(..2);
        }
        let title = format!("Looking for {}", self.aim);
        Page { title, rows, ..Page::default() }
    }
}

/// Returns a number with its thousands set apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl Popup for Seeking {
    fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        self.page(app).draw(app, frame);
    }

    fn input(&mut self, app: &App, input: Input) -> Then {
        match input {
            Input::Close | Input::Letter('q') => Then::StopSeeking,
            Input::Click(x, y) if matches!(self.page(app).at(app.area, x, y), Hit::Entry(_)) => {
                Then::StopSeeking
            }
            _ => Then::Stay,
        }
    }
}
