//! The history as a place: a tree of moves in which the player travels by arrows and clicks, while the table travels
//! along. Leaving it puts everything back.

use super::frame::{boxed, scrollbar, scrolled_to};
use super::{Input, Popup, Then};
use crate::app::App;
use crate::look::Part;
use crate::words::cut;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use talon_session::{By, NodeId, Verdict};

/// The widest tree.
const WIDEST: u16 = 46;
/// The least width in which nothing important is cut.
const LEAST: u16 = 28;

/// The tree, with the place from which the player set out.
#[derive(Clone, Debug)]
pub struct Rail {
    origin: NodeId,
    /// The end of the line that redo followed there.
    tip: NodeId,
}

impl Rail {
    /// Begins a journey at the present position.
    pub fn new(app: &App) -> Rail {
        let history = app.session().history();
        let origin = history.current();
        Rail { origin, tip: history.tip(origin) }
    }

    /// Returns the place that an input leads to.
    fn target(&self, app: &App, input: Input) -> Option<NodeId> {
        let rows = rows(app);
        let here = app.session().history().current();
        let at = rows.iter().position(|(id, _)| *id == here)?;
        let place = place(app);
        let height = usize::from(place.height.saturating_sub(2));
        match input {
            Input::Sideways(step) => app.sitting.branch(step > 0),
            Input::Letter('{') => app.sitting.branch(false),
            Input::Letter('}') => app.sitting.branch(true),
            Input::Letter('u') => app.session().history().node(here).map(|node| node.parent),
            Input::Letter('U') => app.session().history().latest(here),
            Input::Click(x, y) => {
                let inner = place.inner(ratatui::layout::Margin::new(1, 1));
                let row = inner.contains(Position { x, y }).then(|| usize::from(y - inner.y))?;
                rows.get(first(&rows, at, height) + row).map(|(id, _)| *id)
            }
            _ => rows.get(input.moved(at, rows.len(), height)).map(|(id, _)| *id),
        }
    }
}

/// Returns the tree in the order of its lines, each with its depth. The branch that was played last goes on at the same
/// depth; the others come before it, indented.
pub fn rows(app: &App) -> Vec<(NodeId, usize)> {
    let history = app.session().history();
    let mut rows: Vec<(NodeId, usize)> = Vec::new();
    let mut todo: Vec<(NodeId, usize)> = vec![(NodeId::DEAL, 0)];
    while let Some((id, depth)) = todo.pop() {
        rows.push((id, depth));
        // The branch that was made first stays where it is, so that the tree does not change under a traveller.
        let children = history.children(id);
        todo.extend(children.first().map(|child| (*child, depth)));
        todo.extend(children.iter().skip(1).rev().map(|child| (*child, depth + 1)));
    }
    rows
}

fn first(rows: &[(NodeId, usize)], at: usize, height: usize) -> usize {
    scrolled_to(at.saturating_sub(height / 2), at, rows.len(), height)
}

/// Returns where the tree lies: beside the table, at the right over it, or under it on a narrow screen.
fn place(app: &App) -> Rect {
    let area = app.area;
    let beside = area.width.saturating_sub(app.board(&app.scene()).area.right());
    if area.width >= 64 {
        let width = beside.clamp(LEAST, WIDEST);
        let height = area.height.saturating_sub(4).max(area.height.min(3));
        return Rect { x: area.width - width, y: u16::from(area.height > height), width, height };
    }
    let height = (area.height / 2).max(area.height.min(3));
    let footer = if area.height >= 12 { 3 } else { 0 };
    Rect { x: 0, y: area.height - height - footer, width: area.width, height }
}

impl Popup for Rail {
    fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        let place = place(app);
        boxed(app, frame, place, "History", "↑↓ travel · Enter stays · Esc returns");
        let rows = rows(app);
        let history = app.session().history();
        let here = history.current();
        let at = rows.iter().position(|(id, _)| *id == here).unwrap_or(0);
        let height = usize::from(place.height.saturating_sub(2));
        let width = usize::from(place.width.saturating_sub(2));
        let first = first(&rows, at, height);
        let line = history.line();
        for (y, (id, depth)) in (place.y + 1..).zip(rows.iter().skip(first).take(height)) {
            let (sign, part) = match app.sitting.verdict_at(*id) {
                Verdict::Winnable(_) => ('●', Part::Good),
                Verdict::Dead => ('✗', Part::Bad),
                Verdict::NotKnown(_) => ('?', Part::Unsure),
                _ if line.contains(id) => ('•', Part::Table),
                _ => ('·', Part::Dim),
            };
            let words = match history.node(*id) {
                None => "the deal".into(),
                Some(node) => {
                    let auto = if node.by == By::Auto { " (auto)" } else { "" };
                    format!("{:>3} {}{auto}", node.depth, app.session().brief(*id))
                }
            };
            let mark = app.session().bookmarks().name(*id).map_or(String::new(), |name| format!(" '{name}"));
            let from = if *id == self.origin && *id != here { " ◂" } else { "" };
            let text = cut(&format!("{}{sign} {words}{mark}{from}", "  ".repeat((*depth).min(8))), width);
            let part = if *id == here { Part::Chosen } else { part };
            frame.buffer_mut().set_stringn(
                place.x + 1,
                y,
                format!("{text:<width$}"),
                width,
                app.look.part(part),
            );
        }
        scrollbar(app, frame.buffer_mut(), place, first, height, rows.len());
    }

    fn input(&mut self, app: &App, input: Input) -> Then {
        match input {
            Input::Close | Input::Letter('t' | 'q') => Then::Return { origin: self.origin, tip: self.tip },
            Input::Choose => Then::Close,
            Input::Click(x, y) if !place(app).contains(Position { x, y }) => Then::Close,
            _ => match self.target(app, input) {
                Some(place) if place != app.session().history().current() => Then::Visit(place),
                _ => Then::Stay,
            },
        }
    }

    fn is_history(&self) -> bool {
        true
    }
}
