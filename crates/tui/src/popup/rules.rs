//! The rule sheet of the game, and pages of text.

use super::{Hit, Input, Page, Popup, Row, Then};
use crate::app::App;
use crate::look::Part;
use crate::words::wrapped;
use ratatui::Frame;

/// The widest text: longer lines are hard to read.
const WIDEST: usize = 76;

/// The rule sheet, scrolled by some lines.
#[derive(Clone, Debug, Default)]
pub struct RuleSheet {
    scroll: usize,
}

impl RuleSheet {
    fn page(&self, app: &App) -> Page {
        let width = text_width(app);
        let sheet = talon_games::sheet(app.session().rules());
        let mut rows: Vec<Row> = Vec::new();
        // The first line is the title.
        for line in sheet.lines().skip(1).filter(|line| !line.is_empty()) {
            if let Some(heading) = line.strip_prefix("## ") {
                if !rows.is_empty() {
                    rows.push(Row::new("", Part::Table));
                }
                rows.push(Row::new(format!(" {heading}"), Part::Strong));
            } else if line.starts_with("(`") {
                rows.push(Row::new("", Part::Table));
                rows.extend(
                    wrapped(&line.replace('`', ""), width, " ").into_iter().map(|l| Row::new(l, Part::Dim)),
                );
            } else {
                rows.extend(wrapped(line, width, " ").into_iter().map(|l| Row::new(l, Part::Table)));
            }
        }
        let title = format!("Rules: {}", app.session().title());
        Page { title, keys: "↑↓ PgUp PgDn · Esc".into(), rows, chosen: None, scroll: self.scroll }
    }
}

impl Popup for RuleSheet {
    fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        self.page(app).draw(app, frame);
    }

    fn input(&mut self, app: &App, input: Input) -> Then {
        if matches!(input, Input::Letter('i')) {
            return Then::Close;
        }
        let page = self.page(app);
        scrolled(&mut self.scroll, &page, app, input)
    }
}

/// Returns how wide text is on this screen.
pub fn text_width(app: &App) -> usize {
    usize::from(app.area.width).saturating_sub(4).clamp(4, WIDEST)
}

/// Answers an input to a page of text, which can be scrolled and closed.
pub fn scrolled(scroll: &mut usize, page: &Page, app: &App, input: Input) -> Then {
    match input {
        Input::Close | Input::Choose | Input::Letter('q') => return Then::Close,
        Input::Click(x, y) if page.at(app.area, x, y) == Hit::Outside => return Then::Close,
        Input::Letter(' ') => return scrolled(scroll, page, app, Input::Page(1)),
        _ => {
            *scroll = input.moved(page.first(app.area), page.most_scroll(app.area) + 1, page.height(app.area))
        }
    }
    Then::Stay
}

/// Returns a heading and paragraphs under it, in lines of this width.
pub fn headed(heading: &str, paragraphs: &[String], width: usize) -> Vec<Row> {
    let mut rows = vec![Row::new(format!(" {heading}"), Part::Strong)];
    rows.extend(lines(paragraphs, width));
    rows
}

/// Returns paragraphs in lines of this width.
pub fn lines(paragraphs: &[String], width: usize) -> Vec<Row> {
    let lines = paragraphs.iter().flat_map(|words| wrapped(words, width, " "));
    lines.map(|line| Row::new(line, Part::Table)).collect()
}
