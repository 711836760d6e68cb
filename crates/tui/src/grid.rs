//! The grid of the table: in which row and over which column each pile lies, and how large the cards can be.
//!
//! Stock, waste, cells and foundations form the upper row, the reserve and the columns the lower one. Both use
//! the same grid, so that a pile of the upper row stands exactly over a column. Where a game has a reserve, the
//! columns lie under the foundations, and the reserve lies under the stock.

use crate::scene::Scene;
use crate::size::Size;
use talon_rules::Pile;

/// The least width of the panel beside the table.
const PANEL_LEAST: u16 = 26;
/// The greatest width of the panel: longer lines are hard to read.
const PANEL_MOST: u16 = 44;
/// The width of the screen from which there is a panel beside the table.
const PANEL_FROM: u16 = 72;

/// The number of columns from which they may lie in two rows.
const MANY: u8 = 12;

/// The lines of the screen that the table does not have: title, two lines of messages, and the keys.
pub const AROUND: u16 = 4;

/// The places of the piles, in columns of the grid from the left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The place of the first cell.
    pub cells: u16,
    /// The place of the first foundation.
    pub foundations: u16,
    /// The place of the first column.
    pub columns: u16,
    /// The number of places.
    pub width: u16,
    /// How far the cards of the waste lie apart.
    pub fan: u16,
    /// Whether the table has an upper row.
    pub has_upper: bool,
}

impl Grid {
    /// Returns the grid of a game.
    pub fn of(scene: &Scene, fit: &Fit) -> Grid {
        let Fit { size, gap, .. } = *fit;
        let card = size.card().0;
        let pitch = card + gap;
        let count = |fits: fn(Pile) -> bool| scene.piles().filter(|pile| fits(*pile)).count() as u16;
        let foundations = count(|pile| matches!(pile, Pile::Foundation(_)));
        let cells = count(|pile| matches!(pile, Pile::Cell(_)));
        let columns = fit.places(scene);
        let stock = u16::from(scene.has(Pile::Stock));
        // Cards of one line may touch each other; of cards with a frame, rank and suit must show.
        let covered = scene.waste_spread().saturating_sub(1) as u16;
        let wide = |fan: u16| (card + covered * fan + gap.min(1)).div_ceil(pitch);
        let fan = if size.is_tall() || wide(4) == wide(3) { 4 } else { 3 };
        let waste = if scene.has(Pile::Waste) { wide(fan) } else { 0 };
        let left = stock + waste;
        let upper = left + cells + foundations;
        let first_column = if scene.has(Pile::Reserve) {
            (left + cells).max(1)
        } else if upper <= columns {
            0
        } else if foundations == columns {
            left + cells
        } else {
            (upper - columns) / 2
        };
        let end = first_column + columns;
        // Foundations alone lie over the middle of the columns, if these have a middle on the grid.
        let aside = end.saturating_sub(foundations);
        let first_foundation = match left + cells {
            0 if aside.is_multiple_of(2) => aside / 2,
            _ if scene.has(Pile::Reserve) => left + cells,
            occupied => aside.max(occupied),
        };
        Grid {
            cells: left,
            foundations: first_foundation,
            columns: first_column,
            width: end.max(first_foundation + foundations),
            fan,
            has_upper: upper > 0,
        }
    }

    /// Returns the width of the table on the screen.
    pub fn on_screen(&self, fit: &Fit) -> u16 {
        (self.width * (fit.size.card().0 + fit.gap)).saturating_sub(fit.gap)
    }
}

/// A size of the table that fits the screen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// How large cards are drawn.
    pub size: Size,
    /// The distance between piles.
    pub gap: u16,
    /// Whether the upper row has one line, although the cards of the columns have several.
    pub flat: bool,
    /// Whether the upper row has no labels, because the columns need their line.
    pub bare: bool,
    /// In how many rows the columns lie.
    pub rows: u8,
    /// The width of the panel beside the table; 0 if there is none.
    pub panel: u16,
}

impl Fit {
    /// Returns the number of lines that the upper row takes, with its labels.
    pub fn upper(&self, scene: &Scene) -> u16 {
        match Grid::of(scene, self).has_upper {
            false => 0,
            true if self.bare => self.size.card().1,
            true if self.flat => 2,
            true => 1 + self.size.card().1,
        }
    }

    /// Returns this size with a panel, if there is one, that takes all that the table leaves.
    pub fn with_wide_panel(self, scene: &Scene, width: u16) -> Fit {
        let rest = width.saturating_sub(Grid::of(scene, &self).on_screen(&self) + 2);
        let panel = if self.panel > 0 { rest.min(PANEL_MOST).max(self.panel) } else { 0 };
        Fit { panel, ..self }
    }

    /// Returns the number of columns that lie side by side.
    pub fn places(&self, scene: &Scene) -> u16 {
        scene.rules.columns.div_ceil(self.rows).into()
    }

    /// Returns the columns row by row.
    pub fn rows_of_columns(&self, scene: &Scene) -> Vec<Vec<u8>> {
        let columns: Vec<u8> = (0..scene.rules.columns).collect();
        columns.chunks(self.places(scene).into()).map(<[u8]>::to_vec).collect()
    }

    /// Returns how many lines a row of columns needs at least, with its labels.
    pub fn least(&self, scene: &Scene, columns: &[u8]) -> u16 {
        let needed = columns.iter().map(|&column| self.shortest(scene, Pile::Column(column)));
        1 + needed.max().unwrap_or(0)
    }

    /// Returns how many lines the lower row of piles needs at least.
    fn needed(&self, scene: &Scene) -> u16 {
        let columns: u16 = self.rows_of_columns(scene).iter().map(|columns| self.least(scene, columns)).sum();
        let reserve = scene.has(Pile::Reserve).then(|| 1 + self.shortest(scene, Pile::Reserve));
        columns.max(reserve.unwrap_or(0))
    }

    /// Returns how many lines a column needs at least if no card is left out. Face-down cards can be drawn as
    /// one.
    fn shortest(&self, scene: &Scene, pile: Pile) -> u16 {
        let open = scene.face_up(pile);
        let backs = (scene.cards(pile).len() - open).min(1);
        (backs + open.saturating_sub(1)) as u16 + self.size.card().1
    }

    /// Returns the greatest distance between piles with which the table fits into this width.
    fn spread(self, scene: &Scene, width: u16) -> Option<Fit> {
        let (most, least) = self.size.gaps();
        let apart = (least..=most).rev().map(|gap| Fit { gap, ..self });
        apart.into_iter().find(|fit| Grid::of(scene, fit).on_screen(fit) + 2 <= width)
    }
}

/// Returns the largest size that fits the screen. Cards with a frame come before the panel beside the table, and
/// the panel before cards of one line.
pub fn fit(scene: &Scene, width: u16, height: u16) -> Fit {
    let plain = Fit { size: Size::Plain, gap: 0, flat: false, bare: false, rows: 1, panel: 0 };
    if height < 16 {
        return plain;
    }
    let lines = height - AROUND;
    let spread = |fit: Fit| fit.spread(scene, width.saturating_sub(fit.panel));
    // Many columns may lie in two rows, unless long runs are built in them. Finished runs need only one line.
    let rows: &[u8] = if scene.rules.columns >= MANY && !scene.rules.about_runs() { &[1, 2] } else { &[1] };
    let flats: &[bool] = if scene.rules.about_runs() { &[false, true] } else { &[false] };
    let shapes: Vec<(u8, bool)> =
        rows.iter().flat_map(|&rows| flats.iter().map(move |&flat| (rows, flat))).collect();
    let framed = |panel: u16| {
        let candidates = Size::FRAMED.into_iter().flat_map(|size| {
            shapes.iter().map(move |&(rows, flat)| Fit { size, gap: 0, flat, bare: false, rows, panel })
        });
        candidates.filter_map(spread).find(|fit| has_room(scene, fit, lines))
    };
    let beside = |fit: Fit| {
        let rest = width - Grid::of(scene, &fit).on_screen(&fit);
        // The table keeps some room around it.
        Fit { panel: (rest * 3 / 4).clamp(PANEL_LEAST, PANEL_MOST), ..fit }
    };
    let with_panel = || framed(PANEL_LEAST).filter(|_| width >= PANEL_FROM).map(beside);
    let compact = || {
        let compact = Fit { size: Size::Compact, ..plain };
        let with_panel = spread(Fit { panel: PANEL_LEAST, ..compact }).filter(|_| width >= PANEL_FROM);
        let fit = with_panel.map(beside).or_else(|| spread(compact))?;
        let bare = fit.needed(scene) > lines.saturating_sub(fit.upper(scene));
        Some(Fit { bare, ..fit })
    };
    with_panel().or_else(|| framed(0)).or_else(compact).unwrap_or(plain)
}

/// Returns `true` if no card of a column has to be left out, and columns can become as long as they usually do.
fn has_room(scene: &Scene, fit: &Fit, lines: u16) -> bool {
    let height = fit.size.card().1;
    let lower = lines.saturating_sub(fit.upper(scene));
    let rows = fit.rows_of_columns(scene);
    let dealt = (0..usize::from(scene.rules.columns)).map(|column| {
        let rules = &scene.rules;
        u16::from(rules.down.of(column)) + u16::from(rules.up.of(column).saturating_sub(1)) + height
    });
    let dealt = dealt.max().unwrap_or(0);
    // Where finished runs could have one line, more lines need a reason: the columns do not want them. Columns
    // in two rows are those of games in which columns stay short.
    let usual = match rows.len() {
        1 if scene.rules.about_runs() && !fit.flat => dealt.max(fit.size.comfort() + 10),
        1 => dealt.max(fit.size.comfort()),
        _ => dealt + 3,
    };
    let each = lower / rows.len().max(1) as u16;
    fit.needed(scene) <= lower && usual < each
}

/// Returns `true` if a pile belongs to the lower row: columns and reserve.
pub fn is_lower(pile: Pile) -> bool {
    matches!(pile, Pile::Column(_) | Pile::Reserve)
}
