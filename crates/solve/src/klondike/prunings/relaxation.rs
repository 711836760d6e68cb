//! Relaxed games: what cannot be won by easier rules cannot be won at all.
//!
//! The first relaxed game has draw 1, unlimited redeals and take-backs. *Claim.* If a state cannot be won
//! there, it cannot be won by the real rules. *Proof.* Every state of the real game is a state of the relaxed
//! game, apart from its waste, and every step of the real game is a step there, because in the relaxed game
//! every stock card can be reached.
//!
//! The second relaxed game keeps the draw and has unlimited redeals and take-backs. The claim is the same; in
//! the proof, every stock card that the real game can reach can be reached with unlimited redeals.
//!
//! In the first relaxed game a verdict takes about ten nodes. Most states that a long losing search visits
//! are lost there already, so a long search queries a [`Refuter`] about each state before expanding it. The
//! refuter keeps its verdicts for the whole search.
//!
//! A successor always has fewer cards in the stock or in place than its parent, because all other steps are
//! reversible and stay within the class of the parent. So states form no cycles, and when a depth-first
//! search leaves a state behind, that state is refuted, whatever becomes of the rest of the search. Verdicts
//! are therefore recorded one by one, and those of a refutation that runs out of nodes are of use to later
//! ones.

use crate::exact::{Found, OpenTable, list_bytes, mix};
use crate::klondike::config::{Config, Fault};
use crate::klondike::game::Game;
use crate::klondike::moves::{Stage, Successors};
use crate::klondike::state::{State, UNLIMITED};
use crate::{Budget, Why};

impl Game {
    /// The relaxed games that are searched before this one, the easiest first: draw 1 with unlimited redeals
    /// and take-backs, and then the same with this game's draw.
    pub fn relaxations(&self) -> impl Iterator<Item = Game> + use<> {
        let strict = self.root().redeals != UNLIMITED || !self.take_back;
        let first = super::has_relaxations(self).then_some(1);
        let second = (self.draw > 1 && strict).then_some(self.draw);
        let game = self.clone();
        [first, second].into_iter().flatten().map(move |draw| game.relaxed(draw))
    }
}

/// What is known about a state in the relaxed game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::klondike) enum Known {
    Winnable,
    Lost,
}

/// Verdicts by exact key, eight bytes each.
#[derive(Debug)]
struct Verdicts(OpenTable<u64>);

// The key of a state without a waste has at most 59 bits, so the highest bits are free for the verdict.
const WINNABLE: u64 = 1 << 63;
const LOST: u64 = 1 << 62;
const SLOTS: usize = 1 << 10;

impl Default for Verdicts {
    fn default() -> Verdicts {
        Verdicts(OpenTable::new(SLOTS))
    }
}

impl Verdicts {
    fn clear(&mut self) {
        if self.0.len() > 0 {
            self.0.reset(SLOTS, SLOTS);
        }
    }

    #[inline]
    fn find(&self, key: u64) -> Found {
        self.0.find(mix(key), |slot| slot & !(WINNABLE | LOST) == key)
    }

    #[inline]
    fn get(&self, key: u64) -> Option<Known> {
        let Found::At(at) = self.find(key) else { return None };
        Some(if self.0.slot(at) & LOST != 0 { Known::Lost } else { Known::Winnable })
    }

    /// Records a verdict. No verdict is recorded for which the table would have to grow beyond `room` bytes:
    /// it only saves work.
    fn record(&mut self, key: u64, known: Known, room: usize) {
        if self.0.is_crowded() {
            if self.0.peak_bytes() > room {
                return;
            }
            self.0.grow(|slot| mix(slot & !(WINNABLE | LOST)));
        }
        let slot = key | if known == Known::Lost { LOST } else { WINNABLE };
        match self.find(key) {
            Found::At(at) => *self.0.slot_mut(at) = slot,
            Found::Vacant(at) => self.0.occupy(at, slot),
        }
    }
}

/// What a refutation still has to do.
#[derive(Copy, Clone, Debug)]
enum Frame {
    /// Visit a state that is not yet in normal form.
    Visit(State),
    /// Generate the second stage of the successors of a state. The first stage has failed.
    SecondStage(State),
    /// Record the state with this key as lost, because all its successors have failed.
    Failed(u64),
}

/// Depth-first searches of the relaxed game, and the verdicts found by them during one search of the real
/// game.
#[derive(Debug, Default)]
pub(in crate::klondike) struct Refuter {
    verdicts: Verdicts,
    successors: Successors,
    stack: Vec<Frame>,
    /// The bytes that the verdicts may use.
    pub room: usize,
    /// Whether new verdicts are collected, to be shared with other refuters.
    pub shares: bool,
    /// The verdicts found since this list was last emptied, if they are shared.
    pub found: Vec<(u64, Known)>,
}

impl Refuter {
    /// Forgets all verdicts, so that the memory of a search does not depend on the one before.
    pub fn clear(&mut self) {
        self.verdicts.clear();
        self.found.clear();
    }

    /// Adopts verdicts that another refuter found.
    pub fn adopt(&mut self, found: &[(u64, Known)]) {
        found.iter().for_each(|(key, known)| self.verdicts.record(*key, *known, self.room));
    }

    fn record(&mut self, key: u64, known: Known) {
        self.verdicts.record(key, known, self.room);
        if self.shares {
            self.found.push((key, known));
        }
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.verdicts.0.bytes() + list_bytes(&self.stack, 1) + list_bytes(&self.found, 1)
    }

    /// Returns `true` if a state is lost in the relaxed game; `false` proves nothing. At most
    /// [`refuter_nodes`](Config::refuter_nodes) nodes are spent.
    ///
    /// # Errors
    /// The reason why the budget ended the whole search.
    pub fn refutes(
        &mut self,
        relaxed: &Game,
        state: &State,
        config: &Config,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Why> {
        let mut left = config.refuter_nodes;
        self.stack.clear();
        self.stack.push(Frame::Visit(State { waste: 0, redeals: UNLIMITED, ..*state }));
        while let Some(frame) = self.stack.pop() {
            match frame {
                Frame::Failed(key) => self.record(key, Known::Lost),
                Frame::SecondStage(state) => self.push_successors(relaxed, config, &state, Stage::Prepared),
                Frame::Visit(mut state) => {
                    if left == 0 {
                        if relaxed.fault == Some(Fault::UnfinishedRefutation) {
                            continue;
                        }
                        return Ok(false);
                    }
                    left -= 1;
                    relaxed.normalize(&mut state, config, |_| ());
                    let key = relaxed.key(&state);
                    let known = self.verdicts.get(key);
                    if known == Some(Known::Lost) {
                        continue;
                    }
                    budget.spend_node()?;
                    if known == Some(Known::Winnable) || relaxed.is_won(&state) {
                        // So are all states on the path to it, which are on the stack.
                        while let Some(frame) = self.stack.pop() {
                            if let Frame::Failed(key) = frame {
                                self.record(key, Known::Winnable);
                            }
                        }
                        return Ok(false);
                    }
                    if relaxed.is_dead(&state) {
                        self.record(key, Known::Lost);
                        continue;
                    }
                    self.stack.push(Frame::Failed(key));
                    self.stack.push(Frame::SecondStage(state));
                    self.push_successors(relaxed, config, &state, Stage::Direct);
                }
            }
        }
        Ok(true)
    }

    fn push_successors(&mut self, relaxed: &Game, config: &Config, state: &State, stage: Stage) {
        self.successors.generate(relaxed, state, config, stage);
        self.stack.extend(self.successors.list.iter().rev().map(|child| Frame::Visit(child.state)));
    }
}
