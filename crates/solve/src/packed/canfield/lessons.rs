//! What rounds teach: positions that competed, and how soon narrow rounds won from each.
//!
//! For `--example canfield_learn`; the solver has no use for it.

use super::Solver;
use super::columns::Columns;
use super::heaps::Heaps;
use super::late::Lifted;
use super::pass::Ended;
use super::position::Position;
use super::promise::Taste;
use super::rounds::{Rounds, WIDTH};
use super::sketch::{SIZE, sketch};
use super::state::{Ground, State};
use crate::{Effort, Limits, Progress, Why};
use cards::Generator;

/// A position that competed.
pub struct Rival {
    /// Its numbers.
    pub numbers: [i16; SIZE],
    /// What its win took, if narrow rounds found one.
    pub nodes: Option<u64>,
}

/// How much a lesson may cost.
#[derive(Copy, Clone)]
pub struct Cost {
    /// The positions that rounds from the deal may cost.
    pub rounds: u64,
    /// The positions that narrow rounds from each rival may cost.
    pub rival: u64,
    /// How many layers are looked at, and how many rivals of each.
    pub layers: usize,
    /// Rivals of a layer.
    pub rivals: usize,
}

/// The positions of a layer that a narrow round takes.
const NARROW: usize = 8;

/// Plays rounds on a deal and tries positions they took: in each group as many cards are undrawn.
pub fn lesson(position: &Position, cost: Cost, seed: u64) -> Vec<Vec<Rival>> {
    let mut ground = Ground::new(position, Columns::new(), Solver::new().prunings);
    let start = ground.start(position);
    let mut heaps = Heaps::new();
    heaps.clear(&start, ground.heads(&start));
    let (ended, _, rounds) = run(&mut ground, start, &mut heaps, (WIDTH, cost.rounds));
    if matches!(ended, Ok(Ended::Lost)) {
        return Vec::new();
    }
    let groups = rounds.rivals(cost.layers, cost.rivals, &mut Generator::new(seed));
    drop(rounds);
    let mut rival = |state: State| {
        let (ended, nodes, _) = run(&mut ground, state, &mut heaps, (NARROW, cost.rival));
        let mut lifted = Lifted::of(&state);
        ground.lift_all(&mut lifted);
        let numbers = sketch(&ground, &state, &lifted);
        Rival { numbers, nodes: matches!(ended, Ok(Ended::Won(_))).then_some(nodes) }
    };
    groups.into_iter().map(|group| group.into_iter().map(&mut rival).collect()).collect()
}

fn run(
    ground: &mut Ground,
    start: State,
    heaps: &mut Heaps,
    limits: (usize, u64),
) -> (Result<Ended, Why>, u64, Rounds) {
    let mut watch = |progress: Progress| (progress.nodes > limits.1).then_some(Why::Nodes);
    let mut effort = Effort::new(Limits::default(), &mut watch);
    let mut rounds = Rounds::new(Taste::Counts);
    let ended = rounds.run(ground, start, Some(heaps), limits, &mut effort);
    (ended, effort.progress.nodes, rounds)
}
