//! Where every card lies on the screen. Drawing and the mouse use the same places.
//!
//! The [grid](crate::grid) says where the piles lie. The cards of a column that is too long are drawn closer,
//! then its face-down cards are drawn as one, and then its lowest face-up cards are left out.

use crate::grid::{Fit, Grid, is_lower};
use crate::scene::Scene;
pub use crate::size::Size;
use ratatui::layout::{Position, Rect};
use talon_rules::Pile;

/// What is drawn at a place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The card at this index of the pile, counted from the bottom.
    Card(usize),
    /// This many face-down cards, drawn as one.
    Backs(usize),
    /// The number of face-up cards for which there is no room.
    More(usize),
    /// An empty place.
    Empty,
}

/// A card or an empty place on the screen.
#[derive(Copy, Clone, Debug)]
pub struct Placed {
    /// The pile it belongs to.
    pub pile: Pile,
    /// What is drawn.
    pub shown: Shown,
    /// Where it is drawn. Cards that are drawn later may cover it.
    pub rect: Rect,
}

/// The table on the screen.
#[derive(Clone, Debug)]
pub struct Board {
    /// How large cards are drawn.
    pub size: Size,
    /// The size of the whole.
    fit: Fit,
    grid: Grid,
    /// Whether stock, waste and reserve lie on the right.
    left_handed: bool,
    /// The first column and the width of the table on the screen.
    x: u16,
    width: u16,
    /// Everything that is drawn, in this order.
    pub placed: Vec<Placed>,
    /// The labels of the piles with their positions.
    pub labels: Vec<(u16, u16, String)>,
    /// The part of the screen that the table may use.
    pub area: Rect,
}

impl Board {
    /// Lays the table out in the middle of this part of the screen.
    pub fn lay(scene: &Scene, fit: Fit, area: Rect, left_handed: bool) -> Board {
        let grid = Grid::of(scene, &fit);
        let width = grid.on_screen(&fit);
        let x = area.x + area.width.saturating_sub(width) / 2;
        let (placed, labels) = (Vec::new(), Vec::new());
        let mut board = Board { size: fit.size, fit, grid, left_handed, x, width, placed, labels, area };
        if fit.size != Size::Plain {
            board.upper(scene);
            board.lower(scene);
        }
        board
    }

    /// Returns the first screen column of a place of a group that begins at `first` and has `count` places.
    /// For the left hand the groups lie in reverse order; within a group, the order stays.
    fn place_of(&self, first: u16, count: u16, at: u16) -> u16 {
        let first = if self.left_handed { self.grid.width - first - count } else { first };
        self.x + (first + at) * (self.size.card().0 + self.fit.gap)
    }

    /// Lays out stock, waste, cells and foundations.
    fn upper(&mut self, scene: &Scene) {
        let y = self.area.y + u16::from(!self.fit.bare);
        let stock = u16::from(scene.has(Pile::Stock));
        if stock > 0 {
            let x = self.place_of(0, 1, 0);
            // Without a waste, the place beside the stock is free; for the left hand, the stock is the last.
            let room =
                if scene.has(Pile::Waste) || self.grid.foundations == 1 || self.left_handed { 1 } else { 2 };
            self.name(x, y, room, &stock_labels(scene));
            self.single(scene, Pile::Stock, x, y);
        }
        self.waste(scene, y);
        for (kind, first) in [("Cells", self.grid.cells), ("Foundations", self.grid.foundations)] {
            let is_kind = |pile: &Pile| match pile {
                Pile::Cell(_) => kind == "Cells",
                Pile::Foundation(_) => kind == "Foundations",
                _ => false,
            };
            let piles: Vec<Pile> = scene.piles().filter(is_kind).collect();
            let count = piles.len() as u16;
            for (at, pile) in piles.into_iter().enumerate() {
                let x = self.place_of(first, count, at as u16);
                if at == 0 {
                    let name = if scene.rules.about_runs() { "Finished runs" } else { kind };
                    self.name(x, y, count, &[name.into(), pile.to_string()]);
                }
                self.single(scene, pile, x, y);
            }
        }
    }

    /// Lays out the waste, with its last cards side by side.
    fn waste(&mut self, scene: &Scene, y: u16) {
        if !scene.has(Pile::Waste) {
            return;
        }
        let (w, h) = self.size.card();
        let first = u16::from(scene.has(Pile::Stock));
        let places = self.grid.cells - first;
        let x = self.place_of(first, places, 0);
        let cards = scene.cards(Pile::Waste);
        let count = cards.len();
        let names = match count {
            0 => vec!["Waste".into(), "w".into()],
            _ => {
                [format!("Waste {count}"), "Waste".into(), format!("w {count}"), format!("w{count}")].to_vec()
            }
        };
        self.name(x, y, places, &names);
        let open = scene.face_up(Pile::Waste).min(scene.waste_spread());
        if cards.is_empty() {
            self.place(Pile::Waste, Shown::Empty, x, y, w, h);
        } else if open == 0 {
            self.place(Pile::Waste, Shown::Backs(count), x, y, w, h);
        }
        for i in 0..open {
            let at = x + self.grid.fan * i as u16;
            self.place(Pile::Waste, Shown::Card(count - open + i), at, y, w, h);
        }
    }

    fn single(&mut self, scene: &Scene, pile: Pile, x: u16, y: u16) {
        let (w, h) = self.size.card();
        let cards = scene.cards(pile);
        let shown = match cards.last() {
            None => Shown::Empty,
            Some(Some(_)) => Shown::Card(cards.len() - 1),
            Some(None) => Shown::Backs(cards.len()),
        };
        self.place(pile, shown, x, y, w, if self.fit.flat { 1 } else { h });
    }

    /// Lays out reserve and columns.
    fn lower(&mut self, scene: &Scene) {
        let y = self.area.y + self.fit.upper(scene);
        let bottom = self.area.bottom();
        if scene.has(Pile::Reserve) {
            let x = self.place_of(0, 1, 0);
            let count = scene.cards(Pile::Reserve).len();
            let room = if self.left_handed { 1 } else { self.grid.columns };
            let names =
                [format!("Reserve {count}"), "Reserve".into(), format!("r {count}"), format!("r{count}")];
            self.label(x, y, room, &names);
            self.column(scene, Pile::Reserve, (x, y + 1), bottom, 1);
        }
        let rows = self.fit.rows_of_columns(scene);
        let least = |columns: &Vec<u8>| self.fit.least(scene, columns);
        let needed: Vec<u16> = rows.iter().map(least).collect();
        let mut top = y;
        for (at, columns) in rows.iter().enumerate() {
            // Each row has its part of the lines, or more if its columns need it.
            let rest = bottom.saturating_sub(top);
            let part = rest / (rows.len() - at) as u16;
            let others = needed[at + 1..].iter().sum();
            let end = top + part.min(rest.saturating_sub(others)).max(needed[at].min(rest));
            self.row_of_columns(scene, columns, top, if at + 1 == rows.len() { bottom } else { end });
            top = end;
        }
    }

    /// Lays out columns side by side, with their numbers over them.
    fn row_of_columns(&mut self, scene: &Scene, columns: &[u8], y: u16, bottom: u16) {
        let (w, h) = self.size.card();
        let room = bottom.saturating_sub(y + 1);
        let is_roomy = |&column: &u8| {
            let (open, backs) = counts(scene, Pile::Column(column));
            2 * backs as u16 + open.saturating_sub(1) as u16 * self.size.step() + h <= room
        };
        let down = if self.size.step() > 2 && columns.iter().all(is_roomy) { 2 } else { 1 };
        for (at, &column) in (0..).zip(columns) {
            let x = self.place_of(self.grid.columns, self.fit.places(scene), at);
            let name = (column + 1).to_string();
            self.labels.push((x + (w - name.len() as u16) / 2, y, name));
            self.column(scene, Pile::Column(column), (x, y + 1), bottom, down);
        }
    }

    /// Lays out a column. `down` is how many lines of a face-down card show.
    fn column(&mut self, scene: &Scene, pile: Pile, (x, top): (u16, u16), bottom: u16, down: u16) {
        let (w, h) = self.size.card();
        let room = bottom.saturating_sub(top);
        let cards = scene.cards(pile);
        if cards.is_empty() {
            self.place(pile, Shown::Empty, x, top, w, h);
            return;
        }
        let (open, backs) = counts(scene, pile);
        // The face-down cards of a reserve are drawn as one.
        let all = if pile == Pile::Reserve { backs.min(1) } else { backs };
        let needed = |back: usize, step: u16| back as u16 * down + open.saturating_sub(1) as u16 * step + h;
        let steps = (1..=self.size.step()).rev().map(|step| (all, step));
        let (back, step) = steps
            .chain([(all.min(1), 1)])
            .find(|&(back, step)| needed(back, step) <= room)
            .unwrap_or((all.min(1), 1));
        let mut y = top;
        for i in 0..back {
            let shown = if back == backs { Shown::Backs(1) } else { Shown::Backs(backs) };
            let height = if open == 0 && i + 1 == back { h } else { down };
            self.place(pile, shown, x, y, w, height);
            y += down;
        }
        let rows = (top + room).saturating_sub(y);
        let fits = usize::from(rows.saturating_sub(h) / step) + 1;
        let mut first = backs;
        if open > fits {
            let hidden = open - fits + 1;
            self.place(pile, Shown::More(hidden), x, y, w, 1);
            y += 1;
            first += hidden;
        }
        for i in first..cards.len() {
            self.place(pile, Shown::Card(i), x, y, w, h);
            y += step;
        }
    }

    /// Adds a label over a pile of the upper row, if these have labels.
    fn name(&mut self, x: u16, y: u16, places: u16, names: &[String]) {
        if !self.fit.bare {
            self.label(x, y - 1, places, names);
        }
    }

    /// Adds the first of these labels that fits over this many places of the grid.
    fn label(&mut self, x: u16, y: u16, places: u16, names: &[String]) {
        let pitch = self.size.card().0 + self.fit.gap;
        // A space keeps it apart from the next label.
        let room = usize::from((places * pitch).saturating_sub(1));
        let fits = names.iter().find(|name| name.chars().count() <= room);
        let name = fits.or(names.last()).cloned().unwrap_or_default();
        self.labels.push((x, y, name));
    }

    fn place(&mut self, pile: Pile, shown: Shown, x: u16, y: u16, width: u16, height: u16) {
        let rect = Rect { x, y, width, height }.intersection(self.area);
        self.placed.push(Placed { pile, shown, rect });
    }

    /// Returns the part of the screen over which the piles lie, down to the bottom of the table.
    pub fn table(&self) -> Rect {
        Rect { x: self.x, width: self.width, ..self.area }
    }

    /// Returns what lies on top at this point.
    pub fn at(&self, x: u16, y: u16) -> Option<Placed> {
        let point = Position { x, y };
        self.placed.iter().rev().find(|placed| placed.rect.contains(point)).copied()
    }

    /// Returns the pile at this point. The space below a column belongs to the column.
    pub fn pile_at(&self, x: u16, y: u16) -> Option<Pile> {
        self.at(x, y).map(|placed| placed.pile).or_else(|| {
            let above = self.placed.iter().filter(|p| is_lower(p.pile) && p.rect.y <= y);
            let above = above.filter(|p| p.rect.x <= x && x < p.rect.right());
            above.max_by_key(|p| p.rect.y).map(|placed| placed.pile)
        })
    }

    /// Returns where the top of a pile is drawn.
    pub fn top_of(&self, pile: Pile) -> Option<Rect> {
        self.placed.iter().rev().find(|placed| placed.pile == pile).map(|placed| placed.rect)
    }

    /// Returns where the card at this index of a pile is drawn, or the top of the pile if it is not.
    pub fn card(&self, pile: Pile, index: usize) -> Option<Rect> {
        let exact = self.placed.iter().find(|p| p.pile == pile && p.shown == Shown::Card(index));
        exact.map(|placed| placed.rect).or_else(|| self.top_of(pile))
    }
}

/// Returns how many cards of a pile are face up and face down.
fn counts(scene: &Scene, pile: Pile) -> (usize, usize) {
    let open = scene.face_up(pile);
    (open, scene.cards(pile).len() - open)
}

/// Returns what the label of the stock may say, the longest first.
fn stock_labels(scene: &Scene) -> Vec<String> {
    let cards = scene.cards(Pile::Stock).len();
    let rows = cards.div_ceil(usize::from(scene.rules.columns));
    match (cards, scene.rules.stock.is_rows()) {
        (0, _) => vec!["Stock".into(), "d".into()],
        (_, true) if rows == 1 => vec!["Stock, 1 row".into(), "Stock 1×".into(), "d 1×".into()],
        (_, true) => vec![format!("Stock, {rows} rows"), format!("Stock {rows}×"), format!("d {rows}×")],
        (_, false) => {
            vec![format!("Stock {cards}"), "Stock".into(), format!("d {cards}"), format!("d{cards}")]
        }
    }
}
