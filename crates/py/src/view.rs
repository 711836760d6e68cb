//! Views: what a player sees of a table.

use crate::draw;
use crate::game::PyGame;
use crate::table::{PyTable, pile, piles, text};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use talon_cards::{Card, Generator};
use talon_rules::{Move, Status, Table, View};

/// A table as the player sees it. No attribute and no method tells a card that the player does not know.
///
/// >>> import talon
/// >>> view = talon.game("klondike").deal(1).view()
/// >>> len(view.unseen)
/// 45
#[pyclass(name = "View", module = "talon", frozen)]
pub struct PyView {
    /// A table that looks like the true one. Its unknown cards lie in order, so that even a mistake in this file
    /// could not tell where they are.
    table: Table,
}

impl PyView {
    pub fn new(view: View<'_>) -> PyView {
        PyView { table: view.ordered() }
    }

    fn inner(&self) -> View<'_> {
        self.table.view()
    }
}

#[pymethods]
impl PyView {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { inner: *self.inner().rules() }
    }

    /// The cards of each pile from bottom to top; `None` for a card that is not visible.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        piles(py, self.inner().piles(), |pile| self.inner().open(pile).collect())
    }

    /// The cards of each pile from bottom to top; `None` for a card that the player has never seen.
    #[getter]
    fn known<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        piles(py, self.inner().piles(), |pile| self.inner().cards(pile).collect())
    }

    /// The cards that the player does not know, sorted.
    #[getter]
    fn unseen(&self) -> Vec<String> {
        self.inner().unseen().iter().map(Card::to_string).collect()
    }

    /// The visible top card of a pile, or `None`.
    #[pyo3(signature = (pile_name, /))]
    fn top(&self, pile_name: &str) -> PyResult<Option<String>> {
        Ok(self.inner().top(pile(pile_name)?).map(|card| card.to_string()))
    }

    /// Returns all legal moves.
    fn moves(&self) -> Vec<String> {
        self.inner().moves().iter().map(Move::to_string).collect()
    }

    /// Returns whether the move is legal.
    #[pyo3(signature = (move_text, /))]
    fn is_legal(&self, move_text: &str) -> bool {
        move_text.parse().is_ok_and(|m| self.inner().is_legal(m))
    }

    /// Whether the game is won.
    #[getter]
    fn is_won(&self) -> bool {
        self.inner().is_won()
    }

    /// The number of cards on the foundations.
    #[getter]
    fn cards_up(&self) -> u8 {
        self.inner().cards_up()
    }

    /// The number of redeals used.
    #[getter]
    fn redeals_used(&self) -> u16 {
        self.inner().redeals_used()
    }

    /// Returns "won", "stuck", "open" or "unclear", as far as the player can know it.
    fn status(&self) -> &'static str {
        status(self.inner().status())
    }

    /// Returns a table that the player cannot tell from the true one: the unknown cards lie at random.
    #[pyo3(signature = (seed, /))]
    fn imagine(&self, seed: u64) -> PyTable {
        PyTable::new(self.inner().imagine(&mut Generator::new(seed)))
    }

    /// Draws the view as an SVG document.
    fn svg(&self) -> String {
        draw::svg(self.inner())
    }

    fn _repr_html_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        format!("<View {}, {} cards up>", self.inner().rules().name, self.inner().cards_up())
    }

    fn __str__(&self) -> String {
        text(self.inner())
    }
}

/// A status as a word.
pub fn status(status: Status) -> &'static str {
    match status {
        Status::Won => "won",
        Status::Stuck => "stuck",
        Status::Open => "open",
        Status::Unclear => "unclear",
    }
}
