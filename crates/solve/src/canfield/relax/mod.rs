//! The relaxations that forget most of the order of the stock. A position that is lost in a relaxation is lost.
//!
//! Most of the work in Canfield is to refute positions. These relaxations need only a few nodes for that. They
//! keep the main causes of losses: few columns, and the order of the reserve. They forget which stock card was
//! put where, and when, which is what most positions differ in.
//!
//! # The open-stock relaxation
//!
//! This is for games without take-backs. *Relaxed rule:* every stock card may be played at any time, as if cards
//! were drawn one at a time with unlimited redeals. So a position that is lost in the relaxation is lost in the
//! game. If the game draws one card and has unlimited redeals, the two are the same
//! ([`Game::equals_relaxation`]), and this search decides the game.
//!
//! The moves are few, because stock cards can be delayed:
//!
//! - *Claim.* A stock card need not be put on a column until just before another card is put on it that is not a
//!   stock card. *Proof.* Take a winning line and delay each such move until then. In the meantime, the card under
//!   it merely has nothing on it, and parts of columns that would have contained it move without it. If it would
//!   have been raised before anything was put on it, it is raised from the stock.
//! - So a move is a *chain* of stock cards on one column, followed by a card of the reserve, a whole column or a
//!   part of a column that goes onto the chain. No chain is put into an empty column: what goes onto it could go
//!   into the empty column itself, or stay where it is.
//! - By the same argument, a stock card is raised only just before a card of its suit from another pile, or if
//!   it is safe ([`Game::is_safe`]).
//! - The relaxation is won if the columns and the reserve are empty.
//!
//! # Locked cards
//!
//! A larger draw is not forgotten completely. If `d` cards are drawn at once, the first stop of a pass is the
//! `d`-th card. The `d` − 1 cards before it are *locked*: none of them comes to the top of the waste until a
//! later card is played. Relaxed rule: when the first free card leaves, the last locked card becomes free; all
//! other cards are free. *Proof that this is a relaxation:* a locked card comes to the top only right after the
//! next card was played from the waste, and removing any other free card does not free it.
//!
//! The first free card may therefore be put on a column even if nothing is put on it, in order to free the card
//! before it. The argument about delays leaves this one move where it was in the line.
//!
//! # The card-pool relaxation
//!
//! This is for games with take-backs. *Relaxed rule:* the stock cards, the foundations and every card that was
//! ever raised form one pool. A card goes into the pool if all lower cards of its suit are in it, and every card
//! of the pool may be put on a column in a chain at any time. This contains the game, because it only ignores the
//! order in which foundation cards are taken back. A card that lies on another one goes into the pool whenever
//! it can, because a chain can put it back. No cards are locked.
//!
//! # Cyclic columns
//!
//! Both relaxations move parts of columns only to free a card. The argument for this has an exception, which is
//! explained in the module `prunings::cycles`. A relaxation that meets a column that stock cards could make
//! cyclic ([`Game::could_close_cycle`]) proves nothing.

pub(in crate::canfield) mod chains;

use crate::canfield::moves::Play;
use crate::canfield::search::transposition::Transpositions;
use crate::canfield::state::{Game, Mode, State, Trace};
use crate::canfield::stock::Draws;
use crate::{Budget, Why};

/// The depth-first search of a relaxation, and what it has proved about the states met so far.
pub(in crate::canfield) struct Refuter {
    table: Transpositions,
    frames: Vec<Frame>,
    plays: Vec<Play>,
    /// The bytes that the table may use.
    pub(in crate::canfield) room: usize,
    /// The most cards that could have been on the foundations in any state met since the search was
    /// [cleared](Refuter::clear).
    pub(in crate::canfield) most_up: u8,
}

struct Frame {
    state: State,
    key: u128,
    /// The number of moves on the list that belong to earlier frames.
    plays: usize,
    /// The move that led here.
    play: Play,
}

/// What a relaxation says about a state.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::canfield) enum Finding {
    /// The relaxation can be won, so nothing is known about the game itself.
    Won,
    /// The relaxation cannot be won, so neither can the game.
    Lost,
    /// The search ended without an answer.
    Unknown,
}

/// The value bits of the transposition table. More locked cards are never better, so a value has two numbers,
/// of six bits each: the fewest locked cards with which the state is known to be lost, and the most with which it
/// is known to be won, each plus one; 0 if there are none.
const VALUE_BITS: u32 = 12;

fn is_lost(entry: u128, locked: u8) -> bool {
    let least = (entry & 63) as u8;
    least != 0 && locked + 1 >= least
}

fn is_won(entry: u128, locked: u8) -> bool {
    (entry >> 6 & 63) as u8 > locked
}

fn set_lost(entry: &mut u128, locked: u8) {
    if !is_lost(*entry, locked) {
        *entry = *entry & !63 | u128::from(locked + 1);
    }
}

fn set_won(entry: &mut u128, locked: u8) {
    if !is_won(*entry, locked) {
        *entry = *entry & !(63 << 6) | u128::from(locked + 1) << 6;
    }
}

impl Refuter {
    pub(in crate::canfield) fn new() -> Refuter {
        Refuter {
            table: Transpositions::new(VALUE_BITS),
            frames: Vec::new(),
            plays: Vec::new(),
            room: usize::MAX,
            most_up: 0,
        }
    }

    /// Forgets everything.
    pub(in crate::canfield) fn clear(&mut self) {
        self.table.clear(VALUE_BITS);
        self.most_up = 0;
    }

    /// The number of states met.
    pub(in crate::canfield) fn states(&self) -> u64 {
        self.table.len() as u64
    }

    /// The bytes in use, including those that the next state may require.
    pub(in crate::canfield) fn bytes(&self) -> usize {
        self.table.peak_bytes()
    }

    /// Searches the relaxation from a state of the game itself, for at most `allowed` nodes.
    pub(in crate::canfield) fn refute(
        &mut self,
        game: &mut Game,
        state: &State,
        allowed: u64,
        budget: &mut Budget,
    ) -> Result<Finding, Why> {
        let mut start = *state;
        game.relax();
        if game.mode == Mode::CardPool {
            start.up = [0; 4];
        } else {
            start.locked = locked(game, state);
        }
        let finding = self.search(game, start, allowed, budget);
        game.restore();
        // Without room for more states, nothing is refuted. The caller makes room at its next memory check.
        if finding == Err(Why::Memory) { Ok(Finding::Unknown) } else { finding }
    }

    /// Searches the relaxation for at most `allowed` nodes. The game must be [relaxed](Game::relax).
    pub(in crate::canfield) fn search(
        &mut self,
        game: &mut Game,
        start: State,
        allowed: u64,
        budget: &mut Budget,
    ) -> Result<Finding, Why> {
        self.frames.clear();
        self.plays.clear();
        let mut left = allowed;
        let mut next = start;
        game.met_possible_cycle = false;
        game.normalize(&mut next, &mut ());
        let mut play = Play::NONE;
        loop {
            budget.spend_node()?;
            if game.met_possible_cycle {
                return Ok(Finding::Unknown);
            }
            if self.table.is_full() {
                let bytes = self.table.peak_bytes();
                if bytes > self.room || bytes + game.columns.bytes() > budget.limits.memory {
                    return Err(Why::Memory);
                }
                self.table.grow_watched(budget)?;
            }
            if self.enter(game, next, play) {
                return Ok(Finding::Won);
            }
            loop {
                let Some(frame) = self.frames.last() else {
                    return Ok(if game.overflow { Finding::Unknown } else { Finding::Lost });
                };
                if self.plays.len() > frame.plays {
                    break;
                }
                // All successors of this state are lost, so it is lost, too. This never depends on a state that is
                // still open: a state met again is searched again, so a cycle would use up the nodes allowed.
                set_lost(self.table.entry(frame.key).1, frame.state.locked);
                self.frames.pop();
            }
            if left == 0 || game.overflow {
                return Ok(Finding::Unknown);
            }
            left -= 1;
            play = self.plays.pop().expect("a frame with moves left was found");
            next = self.frames.last().expect("a frame with moves left was found").state;
            game.play(&mut next, play, &mut ());
        }
    }

    /// Enters a state; `true` if it is won.
    fn enter(&mut self, game: &mut Game, state: State, play: Play) -> bool {
        // A card that leaves the reserve for the pool changes nothing else in the key.
        let key = (u128::from(state.reserve) << 104 | game.key(&state)) << VALUE_BITS;
        let (_, entry) = self.table.entry(key);
        if is_lost(*entry, state.locked) {
            return false;
        }
        if is_won(*entry, state.locked) || game.is_won(&state) {
            set_won(entry, state.locked);
            for frame in &self.frames {
                set_won(self.table.entry(frame.key).1, frame.state.locked);
            }
            // The line needs the last move, too.
            self.frames.push(Frame { state, key, plays: self.plays.len(), play });
            return true;
        }
        if game.mode == Mode::OpenStock {
            self.most_up = self.most_up.max(game.cards_up_with_stock(&state));
        }
        let plays = self.plays.len();
        game.relaxed_moves(&state, &mut self.plays);
        self.plays[plays..].reverse();
        self.frames.push(Frame { state, key, plays, play });
        false
    }

    /// Replays the win just found, if the relaxation [equals the game](Game::equals_relaxation). It ends with empty
    /// columns and an empty reserve.
    pub(in crate::canfield) fn line(&self, game: &mut Game, start: State, trace: &mut impl Trace) {
        let mut state = start;
        game.normalize(&mut state, trace);
        for frame in &self.frames[1..] {
            game.play(&mut state, frame.play, trace);
        }
    }
}

/// The number of locked stock cards in a state of the game itself.
fn locked(game: &Game, state: &State) -> u8 {
    let cards = state.stock.count_ones() as u8;
    let stop = game.layout.draws.draw().min(cards).saturating_sub(1);
    let waste = Draws::waste(state.stock, state.waste_end);
    // The top card of the waste can be played now, and then the cards under it.
    if (1..=stop).contains(&waste) { waste - 1 } else { stop }
}
