//! A frame with lines in the middle of the screen, of which one may be chosen.

use super::frame::{boxed, scrollbar, scrolled_to};
use crate::app::App;
use crate::look::Part;
use crate::words::cut;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

/// A line of a page.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its words.
    pub words: String,
    /// Its style.
    pub part: Part,
    /// The number of signs at its beginning that stand out, such as a key.
    pub lead: usize,
    /// The entry that it stands for, if it can be chosen.
    pub entry: Option<usize>,
}

impl Row {
    /// Returns a line that cannot be chosen.
    pub fn new(words: impl Into<String>, part: Part) -> Row {
        Row { words: words.into(), part, lead: 0, entry: None }
    }

    /// Returns a line of ordinary text that stands for an entry.
    pub fn entry(words: impl Into<String>, entry: usize) -> Row {
        Row { words: words.into(), part: Part::Table, lead: 0, entry: Some(entry) }
    }

    /// Returns the line with its first signs standing out.
    pub fn lead(self, lead: usize) -> Row {
        Row { lead, ..self }
    }
}

/// A list or a page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The title.
    pub title: String,
    /// What the keys do, for the lower edge.
    pub keys: String,
    /// The lines.
    pub rows: Vec<Row>,
    /// The chosen entry.
    pub chosen: Option<usize>,
    /// How many lines are above the screen, as far as the chosen entry allows it.
    pub scroll: usize,
}

/// What a click hits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// Something outside of the page.
    Outside,
    /// The frame, or a line that cannot be chosen.
    Nothing,
    /// An entry.
    Entry(usize),
}

impl Page {
    /// Returns where the page lies.
    fn place(&self, area: Rect) -> Rect {
        let long = |words: &str| words.chars().count();
        let widest = self.rows.iter().map(|row| long(row.words.trim_end()) + 4).max().unwrap_or(0);
        let widest = widest.max(long(&self.title) + 6).max(long(&self.keys) + 6);
        let width = u16::try_from(widest).unwrap_or(u16::MAX).min(area.width);
        let lines = u16::try_from(self.rows.len()).unwrap_or(u16::MAX);
        let height = lines.saturating_add(2).min(area.height.saturating_sub(2)).max(3).min(area.height);
        Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height }
    }

    /// Returns how many lines are seen at once.
    pub fn height(&self, area: Rect) -> usize {
        self.place(area).height.saturating_sub(2).into()
    }

    /// Returns the number of lines that are above the screen when the page is scrolled to its end.
    pub fn most_scroll(&self, area: Rect) -> usize {
        self.rows.len().saturating_sub(self.height(area))
    }

    /// Returns the first line that is seen.
    pub fn first(&self, area: Rect) -> usize {
        let height = self.height(area);
        let chosen = |row: &Row| self.chosen.is_some() && row.entry == self.chosen;
        match self.rows.iter().position(chosen) {
            Some(chosen) => scrolled_to(self.scroll, chosen, self.rows.len(), height),
            None => self.scroll.min(self.rows.len().saturating_sub(height)),
        }
    }

    /// Draws the page.
    pub fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        let place = self.place(app.area);
        boxed(app, frame, place, &self.title, &self.keys);
        let (height, first) = (self.height(app.area), self.first(app.area));
        let width = usize::from(place.width.saturating_sub(2));
        let buffer = frame.buffer_mut();
        for (y, row) in (place.y + 1..).zip(self.rows.iter().skip(first).take(height)) {
            let is_chosen = row.entry.is_some() && row.entry == self.chosen;
            let part = if is_chosen { Part::Chosen } else { row.part };
            let words = cut(&row.words, width);
            buffer.set_stringn(place.x + 1, y, format!("{words:<width$}"), width, app.look.part(part));
            if row.lead > 0 && !is_chosen {
                let lead: String = words.chars().take(row.lead).collect();
                buffer.set_stringn(place.x + 1, y, lead, width, app.look.part(Part::Strong));
            }
        }
        scrollbar(app, buffer, place, first, height, self.rows.len());
    }

    /// Returns what lies at a place on the screen.
    pub fn at(&self, area: Rect, x: u16, y: u16) -> Hit {
        let place = self.place(area);
        if !place.contains(Position { x, y }) {
            return Hit::Outside;
        }
        if y == place.y || y + 1 >= place.bottom() {
            return Hit::Nothing;
        }
        let row = self.first(area) + usize::from(y - place.y - 1);
        self.rows.get(row).and_then(|row| row.entry).map_or(Hit::Nothing, Hit::Entry)
    }
}
