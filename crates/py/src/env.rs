//! Learning environments: many games of one kind, whose steps write into NumPy arrays.

use crate::error;
use crate::game::PyGame;
use crate::table::PyTable;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray2};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use talon_env::{Autoreset, Buffers, End, Order, Reward, Settings, Sight, Split, Step, Vector};
use talon_rules::Pile;

/// Many games of one kind, which take their steps together.
///
/// The arrays are written by every call of `reset`, `reset_to` and `step`; they are always the same objects. What
/// the numbers mean is described in `docs/learning.md`. The classes of `talon.gym` are built on this one.
///
/// >>> import talon, numpy
/// >>> games = talon.Environments(talon.game("klondike"), 3, threads=1)
/// >>> games.reset(1)
/// >>> games.masks[0].nonzero()[0].size > 0
/// True
/// >>> games.step(numpy.zeros(3, dtype=numpy.int64))
/// >>> games.rewards
/// array([0., 0., 0.], dtype=float32)
#[pyclass(name = "Environments", module = "talon")]
pub struct PyEnvironments {
    inner: Vector,
    observations: Py<PyArray2<u8>>,
    masks: Py<PyArray2<i8>>,
    rewards: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    ends: Py<PyArray1<u8>>,
    last_observations: Py<PyArray2<u8>>,
}

/// What a call of the vector does.
enum Call<'a> {
    Reset(Option<u64>),
    ResetTo(u64),
    Step(&'a [i64]),
}

#[pymethods]
impl PyEnvironments {
    /// Makes `count` games, which `reset` deals. `threads=0` stands for one thread for each processor.
    #[new]
    #[pyo3(signature = (
        game, count = 1, *, observation = "seen", reward = "progress", split = "train", order = "random",
        max_moves = 1000, patience = 200, autoreset = "next-step", threads = 0
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        game: &PyGame,
        count: usize,
        observation: &str,
        reward: &str,
        split: &str,
        order: &str,
        max_moves: u32,
        patience: u32,
        autoreset: &str,
        threads: usize,
    ) -> PyResult<PyEnvironments> {
        let settings = Settings {
            sight: choice("observation", observation, &[("seen", Sight::Seen), ("all", Sight::All)])?,
            reward: choice(
                "reward",
                reward,
                &[("progress", Reward::Progress), ("win", Reward::Win), ("score", Reward::Score)],
            )?,
            split: choice("split", split, &Split::ALL.map(|split| (split.name(), split)))?,
            order: choice("order", order, &[("random", Order::Random), ("ascending", Order::Ascending)])?,
            most_moves: max_moves,
            patience,
        };
        let autoreset = choice(
            "autoreset",
            autoreset,
            &[("next-step", Autoreset::NextStep), ("same-step", Autoreset::SameStep)],
        )?;
        let inner = Vector::new(&game.inner, &settings, count, threads).map_err(error::rules)?;
        let (places, actions) = (inner.game().places().len(), inner.game().actions().len());
        let last = if autoreset == Autoreset::SameStep { count } else { 0 };
        Ok(PyEnvironments {
            inner: inner.with_autoreset(autoreset),
            observations: PyArray2::zeros(py, [count, places], false).unbind(),
            masks: PyArray2::zeros(py, [count, actions], false).unbind(),
            rewards: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            truncated: PyArray1::zeros(py, count, false).unbind(),
            ends: PyArray1::zeros(py, count, false).unbind(),
            last_observations: PyArray2::zeros(py, [last, places], false).unbind(),
        })
    }

    /// Deals all games anew. Game number `i` gets its deals from the seed `seed + i`; without a seed, the previous
    /// sequence goes on.
    #[pyo3(signature = (seed = None, /))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.call(py, Call::Reset(seed))
    }

    /// Deals a single game anew, with one of Talon's own deals.
    #[pyo3(signature = (deal, /))]
    fn reset_to(&mut self, py: Python<'_>, deal: u64) -> PyResult<()> {
        if self.inner.len() != 1 {
            return Err(PyValueError::new_err("A deal can be chosen for a single game only."));
        }
        self.call(py, Call::ResetTo(deal))
    }

    /// Takes one action in each game. An action that is not legal changes nothing on the table.
    #[pyo3(signature = (actions, /))]
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions =
            actions.as_slice().map_err(|_| PyValueError::new_err("The actions must be contiguous."))?;
        if actions.len() != self.inner.len() {
            let (found, wanted) = (actions.len(), self.inner.len());
            let problem = format!("There must be one action for each of the {wanted} games, not {found}.");
            return Err(PyValueError::new_err(problem));
        }
        self.call(py, Call::Step(actions))
    }

    /// Writes the information-state tensors of all games into an array of the shape
    /// `(count, information_size)`.
    #[pyo3(signature = (to, /))]
    fn information(&self, py: Python<'_>, mut to: PyReadwriteArray2<'_, f32>) -> PyResult<()> {
        let wanted = self.inner.len() * self.inner.game().cards().len();
        match to.as_slice_mut() {
            Ok(to) if to.len() == wanted => {
                let inner = &self.inner;
                py.detach(|| inner.information(to));
                Ok(())
            }
            _ => {
                Err(PyValueError::new_err(format!("The array must be contiguous and have {wanted} numbers.")))
            }
        }
    }

    /// The observations, `place_count` bytes for each game.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.observations.clone_ref(py)
    }

    /// The masks of legal actions, `action_count` numbers for each game: 1 for a legal action, otherwise 0.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<i8>> {
        self.masks.clone_ref(py)
    }

    /// The rewards of the last step.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray1<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Which games were won, or had no legal move left, in the last step.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.terminated.clone_ref(py)
    }

    /// Which games were cut off in the last step.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.truncated.clone_ref(py)
    }

    /// How the games ended in the last step: the index of the word in `END_WORDS`.
    #[getter]
    fn ends(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
        self.ends.clone_ref(py)
    }

    /// With `autoreset="same-step"`, the last observations of the games that ended in the last step.
    #[getter]
    fn last_observations(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.last_observations.clone_ref(py)
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { inner: *self.inner.game().rules() }
    }

    /// The number of actions.
    #[getter]
    fn action_count(&self) -> usize {
        self.inner.game().actions().len()
    }

    /// The names of all actions in the order of their numbers: moves as in saved games, and `3-5xall` for all
    /// face-up cards of column 3.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.inner.game().actions().list().iter().map(ToString::to_string).collect()
    }

    /// The number of bytes of an observation.
    #[getter]
    fn place_count(&self) -> usize {
        self.inner.game().places().len()
    }

    /// The places of each pile in an observation: its address, the index of its first place, and their number.
    #[getter]
    fn places(&self) -> Vec<(String, usize, usize)> {
        let ranges = self.inner.game().places().ranges().iter();
        ranges.map(|range| (range.pile.to_string(), range.start, range.len)).collect()
    }

    /// The number of numbers in an information-state tensor.
    #[getter]
    fn information_size(&self) -> usize {
        self.inner.game().cards().len()
    }

    /// The rows of the information-state tensor, one for each card, and the numbers in each row. The numbers that
    /// belong to no card follow after the rows.
    #[getter]
    fn information_shape(&self) -> (usize, usize) {
        (self.inner.game().cards().rows(), self.inner.game().cards().columns())
    }

    /// The numbers of the deals of all games. They determine the hidden cards.
    fn deals(&self) -> Vec<u64> {
        self.inner.episodes().map(talon_env::Episode::deal).collect()
    }

    /// The numbers of actions in the episodes of all games.
    fn moves(&self) -> Vec<u32> {
        self.inner.episodes().map(talon_env::Episode::moves).collect()
    }

    /// Which games refused the action of the last step, because it was not legal.
    fn refused(&self) -> Vec<bool> {
        self.inner.last().map(|step: &Step| step.refused).collect()
    }

    /// The numbers of cards on the foundations of all games.
    fn cards_up(&self) -> Vec<u8> {
        self.inner.episodes().map(|episode| episode.table().cards_up()).collect()
    }

    /// Returns the table of a game, without its history.
    #[pyo3(signature = (index = 0, /))]
    fn table(&self, index: usize) -> PyResult<PyTable> {
        let episode = self.inner.episodes().nth(index);
        let episode = episode.ok_or_else(|| PyIndexError::new_err("There are not so many games."))?;
        Ok(PyTable::new(episode.table().clone()))
    }

    /// Returns the number of a move that is written as in saved games, or `None` if the game cannot have it.
    #[pyo3(signature = (move_text, /))]
    fn action(&self, move_text: &str) -> PyResult<Option<usize>> {
        let m = move_text.parse().map_err(error::illegal)?;
        if let talon_rules::Move::Carry { from, to, .. } = m
            && [from, to].into_iter().any(|pile| !self.has(pile))
        {
            return Ok(None);
        }
        Ok(self.inner.game().actions().number(m))
    }

    /// Returns the legal move that an action stands for in a game, as it is written in saved games; `None` if the
    /// action is not legal.
    #[pyo3(signature = (action, index = 0, /))]
    fn decode(&self, action: usize, index: usize) -> PyResult<Option<String>> {
        let table = self.table(index)?.inner;
        Ok(self.inner.game().actions().decode(&table, action).map(|m| m.to_string()))
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __repr__(&self) -> String {
        format!("<Environments {} of {}>", self.inner.len(), self.inner.game().rules().name)
    }
}

impl PyEnvironments {
    /// Runs a call without holding the interpreter.
    fn call(&mut self, py: Python<'_>, call: Call<'_>) -> PyResult<()> {
        let busy = |_| PyValueError::new_err("An array of the environments is in use.");
        let mut observations = self.observations.bind(py).try_readwrite().map_err(busy)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(busy)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(busy)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(busy)?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(busy)?;
        let mut ends = self.ends.bind(py).try_readwrite().map_err(busy)?;
        let mut last_observations = self.last_observations.bind(py).try_readwrite().map_err(busy)?;
        let mut buffers = Buffers {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            ends: ends.as_slice_mut()?,
            last_observations: last_observations.as_slice_mut()?,
        };
        let inner = &mut self.inner;
        py.detach(|| match call {
            Call::Reset(seed) => inner.reset(seed, &mut buffers),
            Call::ResetTo(deal) => inner.reset_to(deal, &mut buffers),
            Call::Step(actions) => inner.step(actions, &mut buffers),
        });
        Ok(())
    }

    fn has(&self, pile: Pile) -> bool {
        self.inner.game().places().ranges().iter().any(|range| range.pile == pile)
    }
}

/// The words for the ways in which an episode can end; the first one says that it goes on.
#[pyfunction]
pub fn end_words() -> Vec<&'static str> {
    std::iter::once("").chain(End::ALL.map(End::word)).collect()
}

/// The names of the splits, and for each its first deal and its last one.
///
/// >>> import talon
/// >>> talon.splits()["test"]
/// (50000001, 50010000)
#[pyfunction]
pub fn splits() -> std::collections::BTreeMap<&'static str, (u64, u64)> {
    Split::ALL.map(|split| (split.name(), (*split.deals().start(), *split.deals().end()))).into()
}

/// The value of a setting that has a name for each of its values.
fn choice<T: Copy>(setting: &str, name: &str, values: &[(&str, T)]) -> PyResult<T> {
    values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<String> = values.iter().map(|(name, _)| format!("{name:?}")).collect();
        PyValueError::new_err(format!("{setting} must be one of {}, not {name:?}.", names.join(", ")))
    })
}
