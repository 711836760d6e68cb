//! The bottom of the screen: the message or the question, and the commands, which can be clicked.

use crate::app::{App, Tone};
use crate::commands::Action;
use crate::look::Part;
use crate::offers;
use crate::words::fitted;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

/// Draws the message and the commands.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = app.area;
    if area.height < 5 {
        return;
    }
    message(app, frame);
    let mut spans = vec![Span::raw(" ")];
    for (_, key, word, _) in entries(app) {
        spans.push(Span::styled(key, app.look.part(Part::Strong)));
        spans.push(Span::styled(format!(" {word}  "), app.look.part(Part::Dim)));
    }
    let bar = bar(app);
    Line::from(spans).render(bar, frame.buffer_mut());
    frame.buffer_mut().set_style(bar, app.look.bar());
}

fn bar(app: &App) -> Rect {
    Rect { y: app.area.bottom().saturating_sub(1), height: 1, ..app.area }
}

/// Returns the offered commands that fit: where each begins and ends, and its key and its word.
fn entries(app: &App) -> Vec<(std::ops::Range<u16>, String, &'static str, Action)> {
    let mut entries = Vec::new();
    let mut x = 1;
    for action in offers::footer(app) {
        let key = app.keys.of(action).to_string();
        let word = action.entry().words.first().unwrap_or(&action.entry().name);
        let end = x + (key.chars().count() + 1 + word.chars().count()) as u16;
        // Commands that do not fit are left out.
        if end > app.area.width {
            break;
        }
        entries.push((x..end, key, *word, action));
        x = end + 2;
    }
    entries
}

impl App {
    /// Returns the command at the bottom of the screen at this point.
    pub(crate) fn footer_at(&self, x: u16, y: u16) -> Option<Action> {
        if self.area.height < 5
            || self.prompt.is_some()
            || !bar(self).contains(ratatui::layout::Position { x, y })
        {
            return None;
        }
        entries(self).into_iter().find(|entry| entry.0.contains(&x)).map(|(.., action)| action)
    }
}

fn message(app: &App, frame: &mut Frame<'_>) {
    let area = app.area;
    let rows = Rect { x: 1, y: area.bottom() - 3, width: area.width.saturating_sub(2), height: 2 };
    let (words, part) = match (&app.prompt, app.address, &app.message) {
        (Some(prompt), _, _) => (prompt.words(app), Part::Strong),
        (_, address, _) if !address.words().is_empty() => (format!("› {}", address.words()), Part::Strong),
        (_, _, (words, Tone::Plain)) => (words.clone(), Part::Table),
        (_, _, (words, Tone::Good)) => (words.clone(), Part::Good),
        (_, _, (words, Tone::Bad)) => (words.clone(), Part::Bad),
    };
    let words = fitted(&words, usize::from(rows.width), usize::from(rows.height));
    let message = Paragraph::new(words).style(app.look.part(part)).wrap(Wrap { trim: true });
    frame.render_widget(message, rows);
}
