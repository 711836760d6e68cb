//! The easier game in which the talon keeps hardly any order: lost there is lost.
//!
//! Refuting is what takes the time in Canfield, and this relaxation does it within a few nodes,
//! because it keeps what makes deals hopeless (four columns, the order of the reserve) and drops
//! what makes them many (when which talon card was laid where).
//!
//! **Lazy** (no taking back). Every talon card may be played at any time, as if one card were drawn
//! at once with redeals without limit. Then a talon card need not be laid on a column before
//! something that is not a talon card is laid on it: take any winning line and put each laying off
//! until just before the next card is laid on top. In between, the card under it merely has nothing
//! on it, runs that would have contained it move without it, and if it goes up before anything is
//! laid on it, it goes up from the talon. So a move is a *chain* of talon cards ended by a reserve
//! card, a whole column or a part run. A chain in an empty column serves nobody: its guest could go
//! there itself, or stay where it is. In the same way a talon card goes up only when a card of its
//! suit outside the talon follows at once, or when nothing can be lost (`Ground::is_safe`). The game
//! is won when the columns and the reserve are empty. With one card drawn, redeals without limit and
//! no taking back this is no relaxation but the game itself.
//!
//! **Locked cards.** Drawing d cards at once, the first stop of a pass is the d-th card. Of the d − 1
//! cards before it none can be reached by removing cards before it, there being only locked ones;
//! each comes to the top only right after the next one was played from the waste. So: the first
//! `locked` cards of the talon stay; when the first free one leaves, the last locked one becomes
//! free. All others count as free. The first free card may be laid anywhere without being used, for
//! the sake of those before it (the laziness argument leaves its removal where it was in the line;
//! no other removal frees anything).
//!
//! **Pool** (with taking back). Talon, foundations and every card that ever went up form one pool. A
//! card goes into the pool when all lower cards of its suit are there, and any pool card may be laid
//! in a chain at any time. That ignores the order in which foundation cards come back, and contains
//! the real game. A card that lies on another goes into the pool whenever it can: a chain can put
//! it back. Nothing is locked here.
//!
//! Both move part runs only to free a card, which holds where no column can be put on its own end: a
//! search that meets a column of which talon cards could make such a one
//! ([`Ground::could_close_a_ring`]) says nothing.

use super::moves::Play;
use super::state::{Ground, Log, Mode, State};
use super::table::Table;
use super::talon::Talon;
use crate::{Effort, Why};

/// The search of the easier game and all it has found out so far.
pub(super) struct Relaxed {
    table: Table,
    frames: Vec<Frame>,
    plays: Vec<Play>,
    /// The most cards that could have been up in any position met since it was cleared.
    pub(super) most_up: u8,
}

struct Frame {
    state: State,
    name: u128,
    /// The moves still to be tried lie above this.
    plays: usize,
    play: Play,
}

/// What a probe found.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// The easier game can be won from here; nothing follows for the real one.
    Won,
    /// The easier game is lost, and so is the real one.
    Lost,
    /// Not known within the nodes allowed.
    Open,
}

/// Six bits for the fewest locked cards with which a position is known lost, six for the most with
/// which it is known won, each plus one: more locked cards are never better.
const KEPT: u32 = 12;

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

impl Relaxed {
    pub(super) fn new() -> Relaxed {
        Relaxed { table: Table::new(KEPT), frames: Vec::new(), plays: Vec::new(), most_up: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear(KEPT);
        self.most_up = 0;
    }

    pub(super) fn states(&self) -> u64 {
        self.table.len() as u64
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.next_bytes()
    }

    /// Is this position of the real game lost even in the easier one?
    pub(super) fn probe(
        &mut self,
        ground: &mut Ground,
        state: &State,
        allowed: u64,
        effort: &mut Effort,
    ) -> Result<Finding, Why> {
        let mut start = *state;
        ground.ease();
        if ground.mode == Mode::Pool {
            start.up = [0; 4];
        } else {
            start.locked = locked(ground, state);
        }
        let finding = self.search(ground, start, allowed, effort);
        ground.harden();
        finding
    }

    /// Searches the easier game from here.
    pub(super) fn search(
        &mut self,
        ground: &mut Ground,
        start: State,
        allowed: u64,
        effort: &mut Effort,
    ) -> Result<Finding, Why> {
        self.frames.clear();
        self.plays.clear();
        let mut left = allowed;
        let mut next = start;
        ground.closes = false;
        ground.settle(&mut next, &mut ());
        let mut play = Play::NONE;
        loop {
            effort.node()?;
            if ground.closes {
                return Ok(Finding::Open);
            }
            if effort.progress.nodes.is_multiple_of(1024) {
                effort.memory(self.table.next_bytes() + ground.columns.bytes())?;
            }
            if self.enter(ground, next, play) {
                return Ok(Finding::Won);
            }
            loop {
                let Some(frame) = self.frames.last() else {
                    return Ok(if ground.overflow { Finding::Open } else { Finding::Lost });
                };
                if self.plays.len() > frame.plays {
                    break;
                }
                // Every move leads on (see `Ground::lazy_moves`), so nothing below waits for a
                // position still open above: what is exhausted is lost.
                set_lost(self.table.entry(frame.name).1, frame.state.locked);
                self.frames.pop();
            }
            if left == 0 || ground.overflow {
                return Ok(Finding::Open);
            }
            left -= 1;
            play = self.plays.pop().expect("a frame with moves left was found");
            next = self.frames.last().expect("a frame with moves left was found").state;
            ground.play(&mut next, play, &mut ());
        }
    }

    /// Looks at a position; `true` when it is won.
    fn enter(&mut self, ground: &mut Ground, state: State, play: Play) -> bool {
        let name = ground.name(&state) << KEPT;
        let (_, entry) = self.table.entry(name);
        if is_lost(*entry, state.locked) {
            return false;
        }
        if is_won(*entry, state.locked) || ground.is_won(&state) {
            set_won(entry, state.locked);
            for frame in &self.frames {
                set_won(self.table.entry(frame.name).1, frame.state.locked);
            }
            // The line needs the last move as well.
            self.frames.push(Frame { state, name, plays: self.plays.len(), play });
            return true;
        }
        if ground.mode == Mode::Lazy {
            self.most_up = self.most_up.max(ground.could_be_up(&state));
        }
        let plays = self.plays.len();
        ground.lazy_moves(&state, &mut self.plays);
        self.plays[plays..].reverse();
        self.frames.push(Frame { state, name, plays, play });
        false
    }

    /// The steps of the line just found, where the easier game is the game itself. The line ends
    /// where columns and reserve are empty, or at a position known to be won.
    pub(super) fn line(&self, ground: &mut Ground, start: State, log: &mut impl Log) -> State {
        let mut state = start;
        ground.settle(&mut state, log);
        for frame in &self.frames[1..] {
            ground.play(&mut state, frame.play, log);
        }
        state
    }
}

/// How many talon cards are locked here.
fn locked(ground: &Ground, state: &State) -> u8 {
    let talon = state.stock.count_ones() as u8;
    let stop = ground.layout.talon.draw().min(talon).saturating_sub(1);
    let waste = Talon::waste(state.stock, state.cut);
    // The top of the waste can be had now, and then those under it.
    if (1..=stop).contains(&waste) { waste - 1 } else { stop }
}
