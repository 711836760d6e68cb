//! Talon for Python: the compiled half of the package `talon`, which is in `crates/py/python`.
//!
//! Every class wraps a type of the workspace and adds no rule of its own. The names and the arguments are declared once
//! more for type checkers, in `_native.pyi`. No function panics for what a caller may pass: it raises one of the
//! exceptions of [`error`].

mod draw;
mod env;
mod error;
mod frame;
mod game;
mod interrupt;
mod lab;
mod numbers;
mod solve;
mod strategy;
mod table;
mod view;

/// The classes and functions of the package.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::env::{PyEnvironments, end_words, splits};
    #[pymodule_export]
    use crate::frame::PyFrame;
    #[pymodule_export]
    use crate::game::{PyGame, game, games};
    #[pymodule_export]
    use crate::lab::{PyComparison, PyRows, check_honesty, players, run};
    #[pymodule_export]
    use crate::solve::{PyReport, PySolved, solve, solve_many};
    #[pymodule_export]
    use crate::strategy::PyRecord;
    #[pymodule_export]
    use crate::table::PyTable;
    #[pymodule_export]
    use crate::view::PyView;

    /// The version of Talon.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
