//! The exceptions of the package, and which of them each error of the workspace becomes.
//!
//! They are classes of the module `talon._errors`, so that they can have two bases: every one is a
//! `TalonError`, and most are a built-in exception as well.

use pyo3::exceptions::PyRuntimeWarning;
use pyo3::{PyErr, PyResult, PyTypeInfo, Python, import_exception};
use std::ffi::CString;
use std::fmt::Display;

import_exception!(talon._errors, AddressError);
import_exception!(talon._errors, DealError);
import_exception!(talon._errors, IllegalMove);
import_exception!(talon._errors, LabError);
import_exception!(talon._errors, Peeks);
import_exception!(talon._errors, RulesError);
import_exception!(talon._errors, TalonError);
import_exception!(talon._errors, UnknownGame);

/// No game has the name.
pub fn unknown_game(error: &talon_games::UnknownGame) -> PyErr {
    UnknownGame::new_err(sentence(error))
}

/// The rules cannot be read, or no game can be played by them.
pub fn rules(error: impl Display) -> PyErr {
    RulesError::new_err(sentence(error))
}

/// The deal does not exist, or a text is not one.
pub fn deal(error: impl Display) -> PyErr {
    DealError::new_err(sentence(error))
}

/// The text is not the address of a pile.
pub fn address(error: impl Display) -> PyErr {
    AddressError::new_err(sentence(error))
}

/// The move is not legal, or the text is not a move.
pub fn illegal(error: impl Display) -> PyErr {
    IllegalMove::new_err(sentence(error))
}

/// A campaign cannot be played, or its rows cannot be read.
pub fn lab(error: impl Display) -> PyErr {
    LabError::new_err(sentence(error))
}

/// A player's choices depend on hidden cards.
pub fn peeks(error: impl Display) -> PyErr {
    Peeks::new_err(talon_rules::capital(error.to_string().trim_end()))
}

/// A thread ended by a panic, which is a bug.
pub fn internal() -> PyErr {
    TalonError::new_err("Talon failed inside, which is a bug. Please report it with the lines above.")
}

/// Warns of a bug that changed no result.
pub fn warn(py: Python<'_>, message: &str) -> PyResult<()> {
    let message = CString::new(format!("{message} This is a bug; please report it.")).unwrap_or_default();
    PyErr::warn(py, &PyRuntimeWarning::type_object(py), &message, 2)
}

/// The message as a sentence. What the command line says about itself is said for Python.
fn sentence(error: impl Display) -> String {
    let message = error.to_string().replace("`talon games` lists", "`talon.games()` lists");
    talon_session::as_sentence(&message)
}
