//! The choices of a player who knows the order of the stock but not the face-down cards.
//!
//! Nothing is learned between two cards turned up, so the decision is which card to turn up next, and which
//! stock cards to play before that. Stock cards that are not needed for it can be played afterwards, when
//! more is known. Nothing here depends on a face-down card: the successors of the search depend on one only
//! after it is turned up.

use super::config::Config;
use super::game::Game;
use super::line::{Piles, translate};
use super::moves::{Stage, Step, Successors};
use super::pack::pack;
use super::state::State;
use crate::{Choice, ChoiceOptions};
use std::collections::HashSet;
use talon_rules::Table;

/// The ways to the next card turned up, and then the single steps that turn up none, each as a sequence of
/// moves; `None` if the rules are not recognised, or if a step cannot be carried out on the table, which
/// would be a bug of the solver.
pub(super) fn choices(table: &Table, options: ChoiceOptions) -> Option<Vec<Choice>> {
    let position = pack(table)?;
    let game = Game::new(&position).ok()?;
    let Paths { turning, others } = Paths::find(&game, options);
    let choice = |path: Path| {
        let mut piles = Piles::new(&position);
        for step in path.steps {
            piles.step(step)?;
        }
        Some(Choice { moves: translate(table, &piles.moves).ok()?, under: path.under })
    };
    turning.into_iter().chain(others).map(choice).collect()
}

/// Steps from the root. The last one turns up a card, or takes a stock card.
struct Path {
    steps: Vec<Step>,
    /// The number of face-down cards in the column that the last step opens, including the one turned up.
    under: usize,
}

/// A state in which the same cards are face up as in the root.
struct Node {
    state: State,
    /// The steps that lead to it.
    steps: Vec<Step>,
    /// The number of stock cards taken.
    taken: usize,
    /// The cards that could be moved away from face-down cards earlier on this path: laid down, and raised.
    tried: [u64; 2],
}

/// The paths that were found.
#[derive(Default)]
struct Paths {
    /// Paths that turn up a card.
    turning: Vec<Path>,
    /// Steps from the root that turn up no card.
    others: Vec<Path>,
}

impl Paths {
    fn find(game: &Game, options: ChoiceOptions) -> Paths {
        // Raising a safe card may turn up a card, so it is a choice here.
        let config = Config { safe_moves: false, ..Config::default() };
        let mut root = Node { state: game.root(), steps: Vec::new(), taken: 0, tried: [0; 2] };
        game.normalize(&mut root.state, &config, |step| root.steps.push(step));
        let mut known = HashSet::from([game.key(&root.state)]);
        let mut nodes = vec![root];
        let mut paths = Paths::default();
        let mut successors = Successors::default();
        let mut at = 0;
        while at < nodes.len() {
            let Node { state: here, taken, mut tried, .. } = nodes[at];
            let first_child = nodes.len();
            for stage in [Stage::Direct, Stage::Prepared] {
                successors.generate(game, &here, &config, stage);
                for index in 0..successors.list.len() {
                    let mut state = successors.list[index].state;
                    let mut steps = nodes[at].steps.clone();
                    successors.steps(index, &mut steps);
                    let under = game.face_down_under(&here, &state);
                    if under > 0 {
                        let step = steps.last().expect("a successor is a step away");
                        let (way, bit) = (usize::from(step.is_up()), 1 << step.bit());
                        if nodes[at].tried[way] & bit == 0 && known.insert(game.key(&state)) {
                            tried[way] |= bit;
                            paths.turning.push(Path { steps, under });
                        }
                        continue;
                    }
                    game.normalize(&mut state, &config, |step| steps.push(step));
                    if !known.insert(game.key(&state)) {
                        continue;
                    }
                    if at == 0 {
                        paths.others.push(Path { steps: steps.clone(), under: 0 });
                    }
                    if taken < options.stock_cards && nodes.len() < options.positions {
                        nodes.push(Node { state, steps, taken: taken + 1, tried: [0; 2] });
                    }
                }
            }
            for child in &mut nodes[first_child..] {
                child.tried = tried;
            }
            at += 1;
        }
        paths
    }
}

impl Game {
    /// The number of face-down cards in the column that a step has opened, including the card turned up; 0 if
    /// it opened none.
    fn face_down_under(&self, before: &State, after: &State) -> usize {
        let unlocked = before.locked & !after.locked;
        if unlocked == 0 {
            return 0;
        }
        self.in_place(before, self.column_of(unlocked.trailing_zeros() as u8)) - 1
    }
}
