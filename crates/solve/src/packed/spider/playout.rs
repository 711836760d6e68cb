//! Whole games at full speed: random play, and the greedy player that sees what a person sees.

use super::beam::{Attempt, Beam};
use super::closure::{Closure, Reach, reveals};
use super::moves::{Splits, carries};
use super::score::Scorer;
use super::state::{Game, State, Step};
use crate::{Effort, Limits};
use cards::Generator;

/// How a game went.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Was it won?
    pub won: bool,
    /// Steps played.
    pub steps: u32,
    /// Complete runs that left.
    pub runs: u8,
}

/// The players' working memory: nothing is allocated from game to game.
#[derive(Default)]
pub struct Playout {
    steps: Vec<Step>,
    seen: Vec<u64>,
    closure: Closure,
}

impl Playout {
    /// Fresh memory.
    pub fn new() -> Playout {
        Playout::default()
    }

    /// Plays legal steps at random, every one equally likely, until none is left or `most` are
    /// played.
    pub fn random(&mut self, game: &Game, state: &mut State, most: u32, chance: &mut Generator) -> Outcome {
        let cards = total(game, state);
        let mut steps = 0;
        while steps < most && !state.won() {
            self.steps.clear();
            let list = &mut self.steps;
            carries(state, game, Splits::Free, |step| list.push(step));
            if state.may_deal(game) {
                list.push(Step::DEAL);
            }
            if list.is_empty() {
                break;
            }
            // The high half of a product: the bias for so few steps is below 2⁻⁵⁰.
            let pick = ((u128::from(chance.next_u64()) * list.len() as u128) >> 64) as usize;
            state.play(game, list[pick]);
            steps += 1;
        }
        outcome(game, state, cards, steps)
    }

    /// Plays the carry that leaves the best visible position, never back to one seen before, while
    /// it is better than the one at hand or the stock is gone; deals otherwise.
    ///
    /// It chooses by the masked state only. Once nothing helps and no row is left, it gives up.
    pub fn greedy(
        &mut self,
        game: &Game,
        state: &mut State,
        scorer: &Scorer,
        reach: &Reach,
        most: u32,
    ) -> Outcome {
        let cards = total(game, state);
        let blind = game.blind();
        let mut steps = 0;
        let mut visible = state.masked();
        self.seen.clear();
        while steps < most && !state.won() {
            let judged = scorer.judge(&visible, &blind);
            let key = visible.key(&blind);
            self.seen.push(key);
            let mut best = (i32::MAX, Step::DEAL);
            let seen = &self.seen;
            carries(&visible, &blind, Splits::Gains, |step| {
                let score = scorer.after(&judged, &visible, step).unwrap_or_else(|| {
                    let mut child = visible;
                    child.carry(&blind, step);
                    scorer.judge(&child, &blind).score
                });
                let score = score + if reveals(&visible, &blind, step) { reach.reveal } else { 0 };
                if score < best.0 && !seen.contains(&visible.key_after(&blind, key, step)) {
                    best = (score, step);
                }
            });
            let deals = visible.may_deal(&blind);
            let helps = best.0 < judged.score;
            if best.1 == Step::DEAL && !deals {
                break;
            }
            // Equal positions are worth a try only where a deal is not possible.
            let step = if helps || !deals { best.1 } else { Step::DEAL };
            let hidden = hidden(&visible, &blind);
            state.play(game, step);
            steps += 1;
            if step == Step::DEAL {
                visible = state.masked();
                self.seen.clear();
            } else {
                visible.carry(&blind, step);
                if hidden != self::hidden(&visible, &blind) {
                    visible = state.masked();
                    self.seen.clear();
                }
            }
        }
        outcome(game, state, cards, steps)
    }

    /// Plays the best choice of each closure by score: far stronger than [`Playout::greedy`], and as
    /// blind.
    pub fn choosy(
        &mut self,
        game: &Game,
        state: &mut State,
        scorer: &Scorer,
        reach: &Reach,
        most: u32,
    ) -> Outcome {
        let cards = total(game, state);
        let blind = game.blind();
        let mut steps = 0;
        while steps < most && !state.won() {
            let visible = state.masked();
            self.closure.explore(&blind, &visible, scorer, reach);
            let path = if hidden(&visible, &blind) == 0 && visible.left() == 0 {
                endgame(&blind, &visible, scorer)
            } else {
                self.closure.choices().first().map(|choice| self.closure.path(choice))
            };
            let Some(path) = path else { break };
            for step in path {
                state.play(game, step);
                steps += 1;
            }
        }
        outcome(game, state, cards, steps)
    }
}

/// A win where nothing is hidden any more, if a few beams find one.
fn endgame(game: &Game, state: &State, scorer: &Scorer) -> Option<Vec<Step>> {
    let mut watch = crate::unwatched;
    let mut effort = Effort::new(Limits { nodes: 50_000, ..Limits::default() }, &mut watch);
    let mut beam = Beam::new(game);
    [10, 40, 160].into_iter().find_map(|width| {
        let attempt = Attempt { width, splits: Splits::Gains, close: 200, slope: 0, last: 100 };
        beam.search(game, state, &attempt, scorer, &mut effort).ok().flatten()
    })
}

fn hidden(state: &State, game: &Game) -> usize {
    (0..usize::from(game.columns)).map(|c| state.down(c)).sum()
}

fn total(game: &Game, state: &State) -> usize {
    let columns: usize = (0..usize::from(game.columns)).map(|c| state.cards(c)).sum();
    columns + (1..=state.left()).map(|left| game.row(left).len()).sum::<usize>()
}

fn outcome(game: &Game, state: &State, cards: usize, steps: u32) -> Outcome {
    let runs = (cards - total(game, state)) / usize::from(game.ruling.ranks);
    Outcome { won: state.won(), steps, runs: runs as u8 }
}
