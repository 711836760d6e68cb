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
    /// The same a little narrower, where there are many columns.
    Slim,
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
            Size::Slim => (6, 4),
            Size::Compact => (4, 1),
            Size::Plain => (4, 1),
        }
    }

    /// Have cards several lines?
    pub fn is_tall(self) -> bool {
        matches!(self, Size::Tall | Size::Slim)
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
    /// Do stock, waste and reserve lie to the right?
    left_handed: bool,
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
/// And can do with this.
const LITTLE: u16 = 26;

/// The largest cards that fit, as far apart as leaves room for what stands beside them.
pub fn fit(scene: &Scene, width: u16, height: u16) -> Fit {
    let wide = |size, gap| {
        let (top, columns) = widths(scene, size, gap);
        top.max(columns) + 1
    };
    let roomy = |size, beside| {
        let gap = (1..=2).rev().find(|&gap| wide(size, gap) + beside <= width)?;
        Some(Fit { size, gap, width: wide(size, gap) })
    };
    let close = |size| (wide(size, 0) <= width).then(|| Fit { size, gap: 0, width: wide(size, 0) });
    let tall =
        || roomy(Size::Tall, BESIDE).or_else(|| roomy(Size::Slim, LITTLE)).or_else(|| close(Size::Tall));
    let compact = || roomy(Size::Compact, BESIDE).or_else(|| close(Size::Compact));
    let found = match (width, height) {
        (100.., 32..) => tall().or_else(compact),
        (56.., 20..) => compact(),
        _ => None,
    };
    found.unwrap_or(Fit { size: Size::Plain, gap: 0, width })
}

impl Board {
    /// Lays out the table in this part of the screen.
    pub fn lay(scene: &Scene, Fit { size, gap, .. }: Fit, area: Rect, left_handed: bool) -> Board {
        let mut board = Board { size, gap, left_handed, placed: Vec::new(), labels: Vec::new(), area };
        if size != Size::Plain {
            board.top(scene);
            board.columns(scene);
        }
        board
    }

    /// The upper band: stock and waste, cells, foundations; the other way round for the left hand.
    fn top(&mut self, scene: &Scene) {
        let step = self.size.card().0 + self.gap;
        let left = self.area.x + 1;
        let (_, columns) = widths(scene, self.size, self.gap);
        let fan = self.size.fan() * fanned(scene) as u16;
        let stock = if scene.has(Pile::Stock) { step } else { 0 };
        let waste = if scene.has(Pile::Waste) { step + fan } else { 0 };
        let cells = step * u16::from(scene.rules.cells) + if scene.rules.cells > 0 { 2 } else { 0 };
        let foundations = step * u16::from(foundations(scene));
        if self.left_handed {
            self.foundations(scene, left);
            self.cells(scene, left + foundations + 2);
            // Stock and waste end where the columns do, if there is room.
            let end = (left + columns).saturating_sub(stock + waste);
            let x = end.max(left + foundations + cells + 1);
            self.waste(scene, x);
            self.stock(scene, x + waste);
        } else {
            self.stock(scene, left);
            self.waste(scene, left + stock);
            let x = left + stock + waste + 1;
            self.cells(scene, x);
            let end = (left + columns).saturating_sub(foundations);
            self.foundations(scene, end.max(x + cells));
        }
    }

    fn stock(&mut self, scene: &Scene, x: u16) {
        if scene.has(Pile::Stock) {
            self.label(x, self.area.y, stock_label(scene));
            self.single(scene, Pile::Stock, x, self.area.y + 1);
        }
    }

    fn waste(&mut self, scene: &Scene, x: u16) {
        if !scene.has(Pile::Waste) {
            return;
        }
        let (w, h) = self.size.card();
        let y = self.area.y + 1;
        let cards = scene.cards(Pile::Waste);
        let label = if cards.is_empty() { "w".into() } else { format!("w {}", cards.len()) };
        self.label(x, self.area.y, label);
        let open = scene.open(Pile::Waste).min(fanned(scene) + 1);
        if cards.is_empty() {
            self.place(Pile::Waste, Shown::Empty, x, y, w, h);
        } else if open == 0 {
            self.place(Pile::Waste, Shown::Backs(cards.len()), x, y, w, h);
        }
        for i in 0..open {
            let at = x + self.size.fan() * i as u16;
            self.place(Pile::Waste, Shown::Card(cards.len() - open + i), at, y, w, h);
        }
    }

    fn cells(&mut self, scene: &Scene, mut x: u16) {
        for cell in 0..scene.rules.cells {
            self.labels.push((x, self.area.y, format!("e{}", cell + 1)));
            self.single(scene, Pile::Cell(cell), x, self.area.y + 1);
            x += self.size.card().0 + self.gap;
        }
    }

    fn foundations(&mut self, scene: &Scene, mut x: u16) {
        for f in (0..scene.rules.foundations()).filter(|&f| scene.has(Pile::Foundation(f))) {
            let pile = Pile::Foundation(f);
            let count = scene.cards(pile).len();
            let label = if count > 0 && self.size.is_tall() {
                format!("f{} {count}", f + 1)
            } else {
                format!("f{}", f + 1)
            };
            self.labels.push((x, self.area.y, label));
            self.single(scene, pile, x, self.area.y + 1);
            x += self.size.card().0 + self.gap;
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
            let beside = x + step * u16::from(scene.rules.columns) + 2;
            let at = if self.left_handed { beside } else { x };
            self.labels.push((at, label, format!("r {count}")));
            self.column(scene, Pile::Reserve, at, top, room);
            x += if self.left_handed { 0 } else { step + 2 };
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
        let roomy = if self.size.is_tall() { 2 } else { 1 };
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
