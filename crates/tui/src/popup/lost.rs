//! The result of the post-mortem.

use super::rules::text_width;
use super::{Hit, Input, Page, Popup, Row, Then};
use crate::app::App;
use crate::look::Part;
use crate::words::wrapped;
use ratatui::Frame;
use talon_session::PostMortem;

/// What the post-mortem found.
#[derive(Clone, Debug, Default)]
pub struct Lost {
    scroll: usize,
}

impl Lost {
    fn page(&self, app: &App) -> Page {
        let found = match &app.lost {
            Some((found, places)) => app.sitting.post_mortem_words(found, places),
            None => Vec::new(),
        };
        let width = text_width(app).min(62);
        let lines = found.iter().flat_map(|words| wrapped(words, width, " "));
        let mut rows: Vec<Row> = lines.map(|line| Row::new(line, Part::Table)).collect();
        rows.push(Row::new("", Part::Table));
        let can_go = matches!(
            &app.lost,
            Some((PostMortem::LostBy { .. } | PostMortem::NotKnown { winnable: Some(_), .. }, _))
        );
        if can_go {
            rows.push(Row::entry(" Enter  play on from there", 0).lead(6));
        }
        rows.push(Row::entry(" Esc    close", 1).lead(6));
        Page { title: "Post-mortem".into(), rows, scroll: self.scroll, ..Page::default() }
    }
}

impl Popup for Lost {
    fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        self.page(app).draw(app, frame);
    }

    fn input(&mut self, app: &App, input: Input) -> Then {
        let page = self.page(app);
        match input {
            Input::Choose => Then::BeforeTheLoss,
            Input::Click(x, y) => match page.at(app.area, x, y) {
                Hit::Entry(0) => Then::BeforeTheLoss,
                Hit::Nothing => Then::Stay,
                _ => Then::Close,
            },
            Input::Step(_) | Input::Page(_) => {
                self.scroll =
                    input.moved(page.first(app.area), page.most_scroll(app.area) + 1, page.height(app.area));
                Then::Stay
            }
            _ => Then::Close,
        }
    }
}
