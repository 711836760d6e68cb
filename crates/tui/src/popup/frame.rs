//! The frame of the larger screens, and scrolling.

use crate::app::App;
use crate::look::Part;
use crate::words::cut;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, BorderType, Clear};

/// Draws an empty box with a title above and a line about its keys below.
pub fn boxed(app: &App, frame: &mut Frame<'_>, place: Rect, title: &str, keys: &str) {
    let room = usize::from(place.width).saturating_sub(4);
    let mut block = Block::bordered()
        .border_type(BorderType::Rounded)
        .style(app.look.part(Part::Table))
        .border_style(app.look.part(Part::Strong));
    if !title.is_empty() {
        block = block.title(format!(" {} ", cut(title, room)));
    }
    // How to leave comes last, and is left out last.
    let mut keys = keys;
    while keys.chars().count() + 2 > room && !keys.is_empty() {
        keys = keys.split_once(" · ").map_or("", |(_, rest)| rest);
    }
    if !keys.is_empty() {
        block = block.title_bottom(format!(" {keys} "));
    }
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
}

/// Draws a rule across a box, along the upper edge of a part of it.
pub fn rule(app: &App, buffer: &mut Buffer, part: Rect, frame: Rect) {
    let line = format!("├{}┤", "─".repeat(usize::from(frame.width.saturating_sub(2))));
    buffer.set_stringn(frame.x, part.y, line, frame.width.into(), app.look.part(Part::Strong));
}

/// Returns the first line to show, so that the chosen line is seen with some lines around it, and the list moves as
/// little as possible.
pub fn scrolled_to(first: usize, chosen: usize, lines: usize, height: usize) -> usize {
    let around = (height / 4).min(2);
    let least = (chosen + around + 1).saturating_sub(height);
    let most = chosen.saturating_sub(around);
    first.clamp(least.min(most), most).min(lines.saturating_sub(height))
}

/// Draws how far a list is scrolled on the right edge of its box, if it does not fit: which lines are seen, and a bar.
pub fn scrollbar(app: &App, buffer: &mut Buffer, place: Rect, first: usize, height: usize, lines: usize) {
    if lines <= height || height == 0 || place.width < 4 {
        return;
    }
    let track = usize::from(place.height.saturating_sub(2));
    let long = (track * height / lines).max(1);
    let top = (first * (track - long)).div_ceil(lines - height).min(track - long);
    for row in top..top + long {
        let y = place.y + 1 + row as u16;
        buffer.set_string(place.right() - 1, y, "█", app.look.part(Part::Strong));
    }
    let words = format!(" {}–{} of {lines} ", first + 1, (first + height).min(lines));
    let long = words.chars().count() as u16;
    // The keys on the left of the edge come first.
    let is_free = |x: u16| buffer.cell((x, place.bottom() - 1)).is_some_and(|cell| cell.symbol() == "─");
    if place.width > long + 3 && (place.right() - 2 - long..place.right() - 2).all(is_free) {
        buffer.set_string(place.right() - 2 - long, place.bottom() - 1, words, app.look.part(Part::Strong));
    }
}
