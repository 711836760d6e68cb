//! A small picture of a game's layout: its deal 1, a line for each card.

use crate::app::App;
use crate::look::Part;
use crate::scene::Scene;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use talon_cards::Card;
use talon_rules::{Pile, Rules, Table};

/// Draws the layout in a place, as far as it fits. Returns how many lines it takes.
pub fn draw(app: &App, buffer: &mut Buffer, place: Rect, rules: &Rules) -> u16 {
    let Ok(table) = Table::numbered(rules, 1) else { return 0 };
    let scene = Scene::of(table.view());
    let columns: Vec<Pile> = scene.piles().filter(|pile| matches!(pile, Pile::Column(_))).collect();
    let has_reserve = scene.has(Pile::Reserve);
    let across = columns.len() + usize::from(has_reserve);
    // Cards are wide enough for their names, or for their suits only; where the columns are many, there are no gaps.
    let room = usize::from(place.width) / across.max(1);
    let (card, gap) = match room {
        0..3 => (2, 0),
        3..6 => (2, 1),
        _ => (4, 2),
    };
    let step = card + gap;
    let width = (across as u16 * step).min(place.width);
    if place.height < 3 || place.width < across as u16 * step {
        return 0;
    }
    let place = Rect { x: place.x + (place.width - width) / 2, width, ..place };
    let paint = Paint { app, scene: &scene, place, card };
    let is_up = |pile: &Pile| matches!(pile, Pile::Foundation(_));
    let is_left = |pile: &Pile| matches!(pile, Pile::Stock | Pile::Waste | Pile::Cell(_));
    let left: Vec<Pile> = scene.piles().filter(is_left).collect();
    let ups: Vec<Pile> = scene.piles().filter(is_up).collect();
    let mut y = place.y;
    // Cells and foundations do not always fit beside each other.
    let fits = (left.len() + ups.len()) as u16 * step <= width;
    let ups_x = place.right().saturating_sub(ups.len() as u16 * step);
    for (i, pile) in left.iter().enumerate() {
        paint.top(buffer, place.x + i as u16 * step, y, *pile);
    }
    if !fits && !left.is_empty() {
        y += 1;
    }
    for (i, pile) in ups.iter().enumerate() {
        paint.top(buffer, ups_x + i as u16 * step, y, *pile);
    }
    if !(left.is_empty() && ups.is_empty()) {
        y += 2;
    }
    let mut x = place.x;
    let mut lowest = y;
    if has_reserve {
        lowest = lowest.max(paint.reserve(buffer, x, y));
        x += step;
    }
    for pile in columns {
        lowest = lowest.max(paint.cards(buffer, x, y, pile));
        x += step;
    }
    lowest - place.y
}

struct Paint<'a> {
    app: &'a App,
    scene: &'a Scene,
    place: Rect,
    /// The width of a card.
    card: u16,
}

impl Paint<'_> {
    fn put(&self, buffer: &mut Buffer, x: u16, y: u16, words: &str, style: Style) {
        if y < self.place.bottom() && x + self.card <= self.place.right() {
            let width = usize::from(self.card);
            buffer.set_stringn(x, y, format!("{words:<width$}"), width, Style::reset().patch(style));
        }
    }

    fn card(&self, buffer: &mut Buffer, x: u16, y: u16, card: Option<Card>) {
        let look = &self.app.look;
        match card {
            Some(card) if self.card > 2 => self.put(buffer, x, y, &look.card_words(card), look.card(card)),
            Some(card) => self.put(buffer, x, y, &look.suit(card.suit()).to_string(), look.card(card)),
            None => {
                let back = if look.letters { "#" } else { "▒" };
                self.put(buffer, x, y, &back.repeat(self.card.into()), look.part(Part::Back));
            }
        }
    }

    /// Draws the top card of a pile.
    fn top(&self, buffer: &mut Buffer, x: u16, y: u16, pile: Pile) {
        match self.scene.cards(pile).last() {
            Some(card) => self.card(buffer, x, y, *card),
            None => self.put(buffer, x, y, "··", self.app.look.part(Part::Slot)),
        }
    }

    /// Draws the cards of a column, each on a line. Returns the line under it.
    fn cards(&self, buffer: &mut Buffer, x: u16, y: u16, pile: Pile) -> u16 {
        let cards = self.scene.cards(pile);
        if cards.is_empty() {
            self.put(buffer, x, y, "··", self.app.look.part(Part::Slot));
        }
        for (y, card) in (y..self.place.bottom()).zip(cards) {
            self.card(buffer, x, y, *card);
        }
        (y + cards.len().max(1) as u16).min(self.place.bottom())
    }

    /// Draws the reserve: its cards if they are seen, otherwise its back and its top.
    fn reserve(&self, buffer: &mut Buffer, x: u16, y: u16) -> u16 {
        if self.scene.face_up(Pile::Reserve) > 1 {
            return self.cards(buffer, x, y, Pile::Reserve);
        }
        self.card(buffer, x, y, None);
        self.top(buffer, x, y + 1, Pile::Reserve);
        (y + 2).min(self.place.bottom())
    }
}
