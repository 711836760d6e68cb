//! Games: rules from names, fields, TOML and dictionaries.

use crate::error;
use crate::table::PyTable;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use talon_deals::DealName;
use talon_rules::{Rules, Table};

/// The rules of a game.
///
/// >>> import talon
/// >>> klondike = talon.game("klondike", draw=3)
/// >>> klondike.title
/// 'Klondike'
/// >>> klondike.changes
/// 'draw=3 waste_shows=3'
#[pyclass(name = "Game", module = "talon", frozen, from_py_object)]
#[derive(Clone)]
pub struct PyGame {
    pub inner: Rules,
}

/// Returns all games, sorted by family.
///
/// >>> import talon
/// >>> [game.name for game in talon.games()][:3]
/// ['canfield', 'canfield-ucb', 'canfield-pipkin']
#[pyfunction]
pub fn games() -> Vec<PyGame> {
    talon_games::ALL.iter().map(|rules| PyGame { inner: *rules }).collect()
}

/// Returns the game with this name. Keywords change fields of its rules, and what follows from them: a waste that
/// shows the cards turned together goes on doing so with another `draw`.
///
/// >>> import talon
/// >>> talon.game("spider", suits=2).changes
/// 'copies=4 suits=2'
/// >>> talon.game("spidr")
/// Traceback (most recent call last):
/// ...
/// talon.UnknownGame: There is no game called "spidr"; did you mean spider, spider-2 or spider-1? `talon.games()` lists them all.
#[pyfunction]
#[pyo3(signature = (name, /, **fields))]
pub fn game(name: &str, fields: Option<&Bound<'_, PyDict>>) -> PyResult<PyGame> {
    PyGame { inner: *find(name)? }.replace(fields)
}

#[pymethods]
impl PyGame {
    /// Reads rules in TOML: `base` names a game, and every other field replaces one of its rules.
    ///
    /// >>> import talon
    /// >>> talon.Game.from_toml('base = "canfield"\nname = "mine"\nredeals = 2').rules["redeals"]
    /// 2
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn from_toml(text: &str) -> PyResult<PyGame> {
        Ok(PyGame { inner: talon_games::read(text).map_err(error::rules)? })
    }

    /// Reads a file with rules in TOML.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn from_file(path: PathBuf) -> PyResult<PyGame> {
        PyGame::from_toml(&std::fs::read_to_string(path)?)
    }

    /// Makes rules from a dictionary, as `rules` returns it: `base` names a game, and every other entry replaces
    /// one of its rules. Without `base`, the entry `name` names the game, unless every rule is given.
    ///
    /// >>> import talon
    /// >>> talon.Game.from_dict({"base": "klondike", "draw": 3}).rules["draw"]
    /// 3
    #[staticmethod]
    #[pyo3(signature = (rules, /))]
    fn from_dict(rules: &Bound<'_, PyDict>) -> PyResult<PyGame> {
        let mut all = Rules::FIELDS.iter().map(|field| rules.contains(field));
        let base = match (rules.get_item("base")?, rules.get_item("name")?) {
            (None, _) if all.all(|given| given.is_ok_and(|given| given)) => &talon_games::KLONDIKE,
            (Some(base), _) | (None, Some(base)) => find(&base.extract::<String>()?)?,
            (None, None) => return Err(error::rules(talon_games::ReadError::NoBase)),
        };
        let rules = rules.copy()?;
        if rules.contains("base")? {
            rules.del_item("base")?;
        }
        let settings = settings(Some(&rules))?;
        Ok(PyGame { inner: talon_games::set(base, &settings).map_err(error::rules)? })
    }

    /// Returns the game with some fields of its rules changed, and what follows from them, as `talon.game` does.
    #[pyo3(signature = (**fields))]
    fn replace(&self, fields: Option<&Bound<'_, PyDict>>) -> PyResult<PyGame> {
        let settings = settings(fields)?;
        let named = talon_games::find(self.inner.name.as_str()).unwrap_or(&self.inner);
        let changed = talon_games::choose(named, &self.inner, &settings).map_err(error::rules)?;
        Ok(PyGame { inner: changed })
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name.as_str()
    }

    /// The title, as in a heading.
    #[getter]
    fn title(&self) -> &str {
        self.inner.title.as_str()
    }

    /// The title of the family.
    #[getter]
    fn family(&self) -> &str {
        self.inner.family.as_str()
    }

    /// What the game is, in a clause; empty for rules of your own.
    #[getter]
    fn summary(&self) -> &'static str {
        talon_games::summary(&self.inner)
    }

    /// The fields that differ from the game of the same name.
    #[getter]
    fn changes(&self) -> String {
        talon_games::difference(&self.inner)
    }

    /// All fields of the rules.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.json(),))
    }

    /// The rule sheet as Markdown: the rules and a paragraph on strategy.
    fn sheet(&self) -> String {
        talon_games::sheet(&self.inner)
    }

    /// Deals a game: a number of Talon's own, or the name of another program's deal.
    ///
    /// >>> import talon
    /// >>> talon.game("freecell").deal("ms:617").piles["1"][0]
    /// '7D'
    #[pyo3(signature = (deal = DealId::Number(1), /))]
    fn deal(&self, deal: DealId) -> PyResult<PyTable> {
        let name = deal.name()?;
        let cards = name.cards(&self.inner).map_err(error::deal)?;
        let table = Table::deal(&self.inner, &cards).map_err(error::deal)?;
        Ok(PyTable::new(table))
    }

    /// Reads a deal or a position in any text format.
    #[pyo3(signature = (text, /))]
    pub fn read(&self, text: &str) -> PyResult<PyTable> {
        let imported = talon_deals::import(text.as_bytes()).map_err(error::deal)?;
        Ok(PyTable::new(imported.table(&self.inner).map_err(error::deal)?))
    }

    fn _repr_markdown_(&self) -> String {
        self.sheet()
    }

    fn __repr__(&self) -> String {
        match self.changes() {
            changes if changes.is_empty() => format!("<Game {}>", self.name()),
            changes => format!("<Game {} {changes}>", self.name()),
        }
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        self.inner == other.inner
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.json().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let make = slf.get_type().getattr("from_dict")?;
        Ok((make, (slf.get().rules(slf.py())?,)))
    }
}

impl PyGame {
    fn json(&self) -> String {
        serde_json::to_string(&self.inner).expect("rules are plain data")
    }
}

/// A deal as Python names it.
#[derive(FromPyObject)]
pub enum DealId {
    Number(u64),
    Name(String),
}

impl DealId {
    pub fn name(&self) -> PyResult<DealName> {
        match self {
            DealId::Number(number) => Ok(DealName::ours(*number)),
            DealId::Name(text) => text.parse().map_err(error::deal),
        }
    }
}

/// A game as an argument: its name, or the game itself.
#[derive(FromPyObject)]
pub enum GameArgument {
    Name(String),
    Game(PyGame),
}

impl GameArgument {
    pub fn rules(&self) -> PyResult<Rules> {
        match self {
            GameArgument::Name(name) => Ok(*find(name)?),
            GameArgument::Game(game) => Ok(game.inner),
        }
    }
}

fn find(name: &str) -> PyResult<&'static Rules> {
    talon_games::find(name).map_err(|unknown| error::unknown_game(&unknown))
}

/// Fields of rules as settings, `field=value`, in the notation of rules files.
fn settings(fields: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<String>> {
    let fields = fields.map(|fields| fields.iter()).into_iter().flatten();
    fields.map(|(field, value)| Ok(format!("{}={}", field.extract::<String>()?, written(&value)?))).collect()
}

fn written(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        Ok(flag.is_true().to_string())
    } else if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        Ok(value.str()?.to_string())
    } else if let Ok(text) = value.cast::<PyString>() {
        Ok(format!("{:?}", text.to_str()?))
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items: Vec<String> = value.try_iter()?.map(|item| written(&item?)).collect::<PyResult<_>>()?;
        Ok(format!("[{}]", items.join(", ")))
    } else if let Ok(entries) = value.cast::<PyDict>() {
        let entries: Vec<String> = entries
            .iter()
            .map(|(name, value)| Ok(format!("{} = {}", name.extract::<String>()?, written(&value)?)))
            .collect::<PyResult<_>>()?;
        Ok(format!("{{ {} }}", entries.join(", ")))
    } else {
        let kind = value.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "a rule is a number, a text, a truth value, a list or a dict, not {kind}"
        )))
    }
}
