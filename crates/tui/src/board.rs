//! Where every card lies on the screen: derived from the rules, for drawing and for pointing alike.
//!
//! Two bands: stock, waste, cells and foundations above; the reserve and the columns below. Columns
//! that are too long for the screen are drawn closer, then their backs become one, then their oldest
//! cards.

use crate::scene::Scene;
use ratatui::layout::{Position, Rect};
use rules::Pile;

/// How large cards are drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// Cards of several lines.
    Tall,
    /// One line a card.
    Compact,
    /// One line a pile.
    Plain,
}

impl Size {
    /// The size of a card.
    pub fn card(self) -> (u16, u16) {
        match self {
            Size::Tall => (7, 4),
            Size::Compact => (4, 1),
            Size::Plain => (4, 1),
        }
    }

    /// How far the cards of a fanned waste lie apart.
    fn fan(self) -> u16 {
        4
    }
}

/// What is drawn at a place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The card at this index of the pile, 0 at the bottom.
    Card(usize),
    /// This many backs, drawn as one.
    Backs(usize),
    /// This many open cards for which there is no room.
    More(usize),
    /// Nothing lies there.
    Empty,
}

/// A card or a slot on the screen.
#[derive(Copy, Clone, Debug)]
pub struct Placed {
    /// The pile it belongs to.
    pub pile: Pile,
    /// What it is.
    pub shown: Shown,
    /// Where; cards drawn later may lie over it.
    pub rect: Rect,
}

/// The table on the screen.
#[derive(Clone, Debug)]
pub struct Board {
    /// How large cards are drawn.
    pub size: Size,
    /// How far piles lie apart.
    gap: u16,
    /// Everything on it, in the order of drawing.
    pub placed: Vec<Placed>,
    /// The names of the piles: where and what.
    pub labels: Vec<(u16, u16, String)>,
    /// The part of the screen that is used.
    pub area: Rect,
}

/// How wide the two bands are, in cells, with cards `gap` apart.
fn widths(scene: &Scene, size: Size, gap: u16) -> (u16, u16) {
    let w = size.card().0 + gap;
    let rules = &scene.rules;
    let mut top = 0;
    if scene.has(Pile::Stock) {
        top += w;
    }
    if scene.has(Pile::Waste) {
        top += w + size.fan() * fanned(scene) as u16;
    }
    top += w * (u16::from(rules.cells) + u16::from(foundations(scene)));
    if rules.cells > 0 {
        top += 2;
    }
    let mut columns = w * u16::from(rules.columns);
    if scene.has(Pile::Reserve) {
        columns += w + 2;
    }
    (top + 2, columns)
}

fn foundations(scene: &Scene) -> u8 {
    (0..scene.rules.foundations()).filter(|&f| scene.has(Pile::Foundation(f))).count() as u8
}

/// How many cards of the waste show under its top card.
fn fanned(scene: &Scene) -> usize {
    match scene.rules.waste_shows {
        rules::Count::Of(n) => usize::from(n.saturating_sub(1)).min(2),
        rules::Count::Unlimited => usize::from(scene.rules.draw.saturating_sub(1)).min(2),
    }
}

/// How the board fits a screen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// How large cards are drawn.
    pub size: Size,
    /// How far piles lie apart.
    pub gap: u16,
    /// How wide the board is.
    pub width: u16,
}

/// What stands beside the board likes to have this width.
const BESIDE: u16 = 38;

/// The largest cards that fit, as far apart as leaves room for what stands beside them.
pub fn fit(scene: &Scene, width: u16, height: u16) -> Fit {
    for (size, least_width, least_height) in [(Size::Tall, 100, 32), (Size::Compact, 56, 20)] {
        let wide = |gap| {
            let (top, columns) = widths(scene, size, gap);
            top.max(columns) + 1
        };
        if width >= least_width.max(wide(0)) && height >= least_height {
            let gap = (0..=2).rev().find(|&gap| wide(gap) + BESIDE <= width).unwrap_or(0);
            return Fit { size, gap, width: wide(gap) };
        }
    }
    Fit { size: Size::Plain, gap: 0, width }
}

impl Board {
    /// Lays out the table in this part of the screen.
    pub fn lay(scene: &Scene, Fit { size, gap, .. }: Fit, area: Rect) -> Board {
        let mut board = Board { size, gap, placed: Vec::new(), labels: Vec::new(), area };
        if size != Size::Plain {
            board.top(scene);
            board.columns(scene);
        }
        board
    }

    fn top(&mut self, scene: &Scene) {
        let (w, h) = self.size.card();
        let step = w + self.gap;
        let Rect { x: left, y: top, .. } = self.area;
        let left = left + 1;
        let mut x = left;
        let y = top + 1;
        if scene.has(Pile::Stock) {
            let cards = scene.cards(Pile::Stock);
            self.label(x, top, stock_label(scene));
            let shown = match cards.last() {
                None => Shown::Empty,
                Some(Some(_)) => Shown::Card(cards.len() - 1),
                Some(None) => Shown::Backs(cards.len()),
            };
            self.place(Pile::Stock, shown, x, y, w, h);
            x += step;
        }
        if scene.has(Pile::Waste) {
            let cards = scene.cards(Pile::Waste);
            let fan = fanned(scene);
            let label = if cards.is_empty() { "w".into() } else { format!("w {}", cards.len()) };
            self.label(x, top, label);
            let open = scene.open(Pile::Waste).min(fan + 1);
            if cards.is_empty() {
                self.place(Pile::Waste, Shown::Empty, x, y, w, h);
            } else if open == 0 {
                self.place(Pile::Waste, Shown::Backs(cards.len()), x, y, w, h);
            }
            for i in 0..open {
                let at = x + self.size.fan() * i as u16;
                self.place(Pile::Waste, Shown::Card(cards.len() - open + i), at, y, w, h);
            }
            x += step + self.size.fan() * fan as u16;
        }
        x += 1;
        for cell in 0..scene.rules.cells {
            let pile = Pile::Cell(cell);
            self.labels.push((x, top, format!("e{}", cell + 1)));
            self.single(scene, pile, x, y);
            x += step;
        }
        if scene.rules.cells > 0 {
            x += 2;
        }
        // Foundations end where the columns do, if there is room.
        let number = u16::from(foundations(scene));
        let (_, columns) = widths(scene, self.size, self.gap);
        x = x.max((left + columns).saturating_sub(number * step));
        for f in (0..scene.rules.foundations()).filter(|&f| scene.has(Pile::Foundation(f))) {
            let pile = Pile::Foundation(f);
            let count = scene.cards(pile).len();
            let label = if count > 0 && self.size == Size::Tall {
                format!("f{} {count}", f + 1)
            } else {
                format!("f{}", f + 1)
            };
            self.labels.push((x, top, label));
            self.single(scene, pile, x, y);
            x += step;
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
        self.place(pile, shown, x, y, w, h);
    }

    fn columns(&mut self, scene: &Scene) {
        let (w, h) = self.size.card();
        let step = w + self.gap;
        let label = self.area.y + 1 + h;
        let top = label + 1;
        let bottom = self.area.bottom();
        let room = bottom.saturating_sub(top);
        let mut x = self.area.x + 1;
        if scene.has(Pile::Reserve) {
            let count = scene.cards(Pile::Reserve).len();
            self.labels.push((x, label, format!("r {count}")));
            self.column(scene, Pile::Reserve, x, top, room);
            x += step + 2;
        }
        for c in 0..scene.rules.columns {
            self.labels.push((x, label, column_label(c)));
            self.column(scene, Pile::Column(c), x, top, room);
            x += step;
        }
    }

    fn column(&mut self, scene: &Scene, pile: Pile, x: u16, top: u16, room: u16) {
        let (w, h) = self.size.card();
        let cards = scene.cards(pile);
        if cards.is_empty() {
            self.place(pile, Shown::Empty, x, top, w, h);
            return;
        }
        let open = scene.open(pile);
        let backs = cards.len() - open;
        let needed =
            |back: usize, cards: usize, step: u16| back as u16 + (cards.saturating_sub(1)) as u16 * step + h;
        let roomy = if self.size == Size::Tall { 2 } else { 1 };
        let (back, step) = if needed(backs, open, roomy) <= room {
            (backs, roomy)
        } else if needed(backs, open, 1) <= room {
            (backs, 1)
        } else {
            (backs.min(1), 1)
        };
        // A reserve of backs under one card is one back.
        let back = if pile == Pile::Reserve { back.min(1) } else { back };
        let mut y = top;
        for i in 0..back {
            let shown = if back == backs { Shown::Backs(1) } else { Shown::Backs(backs) };
            let height = if open == 0 && i + 1 == back { h } else { 1 };
            self.place(pile, shown, x, y, w, height.max(1));
            y += 1;
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

    /// The name of a pile; small cards lie too close for blanks in it.
    fn label(&mut self, x: u16, y: u16, words: String) {
        let words = if self.size == Size::Compact && self.gap == 0 { words.replace(' ', "") } else { words };
        self.labels.push((x, y, words));
    }

    fn place(&mut self, pile: Pile, shown: Shown, x: u16, y: u16, width: u16, height: u16) {
        let rect = Rect { x, y, width, height }.intersection(self.area);
        self.placed.push(Placed { pile, shown, rect });
    }

    /// What lies at this point: the last drawn there.
    pub fn at(&self, x: u16, y: u16) -> Option<Placed> {
        let point = Position { x, y };
        self.placed.iter().rev().find(|placed| placed.rect.contains(point)).copied()
    }

    /// The pile at this point, or the one whose strip it is: a column goes on to the bottom.
    pub fn pile_at(&self, x: u16, y: u16) -> Option<Pile> {
        self.at(x, y).map(|placed| placed.pile).or_else(|| {
            let columns = self
                .placed
                .iter()
                .filter(|p| matches!(p.pile, Pile::Column(_) | Pile::Reserve) && p.rect.y <= y)
                .find(|p| p.rect.x <= x && x < p.rect.right());
            columns.map(|placed| placed.pile)
        })
    }

    /// Where the top of a pile is drawn.
    pub fn top_of(&self, pile: Pile) -> Option<Rect> {
        self.placed.iter().rev().find(|placed| placed.pile == pile).map(|placed| placed.rect)
    }

    /// Where the card at this index of a pile is drawn, or its pile's top.
    pub fn card(&self, pile: Pile, index: usize) -> Option<Rect> {
        let exact = self.placed.iter().find(|p| p.pile == pile && p.shown == Shown::Card(index));
        exact.map(|placed| placed.rect).or_else(|| self.top_of(pile))
    }
}

fn stock_label(scene: &Scene) -> String {
    let cards = scene.cards(Pile::Stock).len();
    let rows = scene.rules.stock.is_rows();
    match (cards, rows) {
        (0, _) => "d".into(),
        (_, true) => format!("d {}×", cards.div_ceil(usize::from(scene.rules.columns))),
        (_, false) => format!("d {cards}"),
    }
}

/// The key of a column: 1 to 9, then 0, then numbers only a pointer or the command line reaches.
fn column_label(c: u8) -> String {
    if c == 9 { "10".into() } else { (c + 1).to_string() }
}
