//! Rainbow, Chameleon and their variants: any suit goes on any, and the stock is drawn one card at a time.
//!
//! In the other games of the family, few cards fit on a card, and searches are short. Here every card of the
//! next rank fits, whatever its suit. A position has dozens of moves, most of them differ only in which
//! suit lies where, and nearly all of them are useless. On the other hand, there are few redeals or none: the
//! cards of the stock are drawn in a known order, and those that are not played at once can be played only
//! from the top of the waste down. This module is a search of its own that uses both facts. It is sound for
//! the rules that [`applies`] accepts.
//!
//! # State
//! The state is [that of the family](super::state): the columns as numbers, the foundations, the size of the
//! reserve, the set of cards in stock and waste, where the waste ends, and the redeals left. The *supply* is
//! the reserve, the stock and the waste: cards leave it for good. To *raise* a card is to move it to its
//! foundation.
//!
//! # Moves
//! A move puts a card of the supply on a column or a foundation, moves a whole column or (if the rules allow
//! it) a top card onto another column, or only raises cards. Drawing is not a move of its own: any card that can
//! be reached by drawing (and by redealing) may be moved, and the draws are inserted into the line
//! afterwards.
//!
//! *Delayed raises* ([`delayed`]). A card of a column is raised only just before a move that requires it to
//! be gone. *Claim.* A position that can be won can be won by such moves. The proof takes the first move of a
//! win that is not a raise from a column, and shows that the raises that it does not need can be made after
//! it.
//!
//! # Normal form
//! [`normalize`](Game::normalize) fills empty columns from the reserve, raises *safe* cards, and sorts the
//! columns. A card is safe if every card that could lie on it is raised or can be raised instead; the proof
//! is at [`is_safe_in_any_suit`](super::layout::Layout::is_safe_in_any_suit). If the stock has a safe card,
//! no card that is drawn after it is moved before it ([`not_passing_safe`](Game::not_passing_safe)).
//!
//! # Relaxations
//! Two abstractions refute positions: what is lost in an abstraction is lost in the game. Both implement one
//! trait, [`Abstraction`](abstraction::Abstraction), and one depth-first search with a transposition table
//! decides their states. Neither needs cycle detection, because each move takes a card out of the supply.
//!
//! | abstraction | what it keeps | what it forgets |
//! |---|---|---|
//! | arrangement-free relaxation ([`arrangement_free`]) | the supply with its order, the foundations, which cards lie in the columns | which card lies on which |
//! | landmark abstraction ([`landmarks`]) | which of the waste cards are left, how far the stock has been drawn, the size of the reserve, which base cards were on the foundations when the query began | which of the cards drawn since were played, and where |
//!
//! *The arrangement-free relaxation.* The columns are one set of cards, and a card may be raised from it
//! whatever lies on it. But the set must *fit* into the columns after every move. If it has n cards of a rank
//! and m of the next higher rank, with n > m, then at least n − m of the n are bottom cards, and all ranks
//! together must not need more bottom cards than there are columns. As long as the reserve fills empty
//! columns, only the bottom cards of the start and cards of the reserve can be bottom cards.
//!
//! *The landmark abstraction.* Each card of the waste and of the reserve has to leave its pile at some moment
//! of every win. These moments are landmarks. Both piles are taken off from the top, so only the way in which
//! the two sequences interleave is open. A state is the situation just after such a moment, as in the table,
//! and a move takes the next card off the waste or the reserve. The move is possible only if the cards that
//! are out of the supply at that moment could lie in the columns, some of them being raised:
//! - A card of the waste is bare only when every card drawn after it is out of the supply, too. So when it is
//!   taken, the supply consists of the waste under it, the reserve, and the stock that is not drawn yet. The
//!   move may draw first, and draws as few cards as make it possible.
//! - When a card of the reserve is taken, it is not known which cards drawn since the start are still in the
//!   waste. Those may lie in the columns, and all other cards that are out of the supply must.
//!
//! The goal is that waste and reserve are empty. The abstraction applies only if there are no redeals and
//! base cards may be put into columns. Then each state of the arrangement-free relaxation is first tested by
//! the landmark abstraction, which is cheaper. With it, a few states of the relaxation refute most positions
//! of a lost deal; without it, far more are needed.
//!
//! Verdicts are shared by *dominance* ([`Key`](abstraction::Key)): with the same supply, fewer cards on the
//! foundations and fewer drawn cards are never worse, because the missing ones can still be raised or drawn.
//!
//! Each query may expand only a limited number of states ([`refuter`]). One query in sixteen is a sample and
//! has the high limit. The other queries have it only while more samples were refuted than not, because the
//! deal is then probably lost; otherwise they have a low one.
//!
//! # Search
//! One search ([`layered`]) decides. Positions with the same number of undrawn cards form a layer, in which
//! they are compared by two [values](value), one learned and one found by trial. A pass goes through the layers
//! and expands the best few positions of each by one of the values; the next pass continues with those left
//! over, by the other. A position that was met in the same or an earlier layer is dropped, because the earlier
//! one can draw (and redeal) to it. Positions are *similar* if they differ only in the columns
//! and show the same ranks on top there; all but the first of them are deferred. Most wins are found in the
//! first passes. When no position is left, all were searched or refuted, and the deal is lost. There is no
//! second search and no portfolio.
//!
//! # What is exact, and how it is checked
//! A win is replayed on the rules engine. A loss is exact: keys are compared as a whole, and the two
//! abstractions, the delayed raises, the safe moves and the dominance have proofs beside their code.
//! Everything else (the values, the number of positions that a pass expands in a layer, the
//! deferring of similar positions, the limits of queries) affects only the effort, never the verdict. If
//! memory, nodes or time run out, the verdict is unknown. The unit tests compare each abstraction, from every
//! reachable position of small decks, with exhaustive search; the abstraction must never refute a position
//! that can be won. `cargo xtask bench soundness canfield small rainbow` compares whole deals (also `tight`,
//! `tiny` and `middle`).

mod abstraction;
mod arrangement_free;
mod delayed;
mod landmarks;
mod layered;
mod refuter;
#[cfg(test)]
mod tests;
mod value;

use super::moves::Play;
use super::state::{Game, State};
use crate::{Budget, Why};
use layered::LayeredSearch;
use refuter::Refuter;

/// What a search has found and what it met.
pub(super) struct Decision {
    /// The moves of a win from the normal form of the start; `None` if there is no win, or the reason why
    /// that is not known.
    pub(super) plays: Result<Option<Vec<Play>>, Why>,
    /// The states stored.
    pub(super) states: u64,
    /// The most cards on the foundations in any position expanded.
    pub(super) most_up: u8,
}

/// Returns `true` if this search is sound for the rules of the game, and not switched off.
pub(super) fn applies(game: &Game) -> bool {
    game.prunings.delayed_raises && !game.layout.unlimited
}

/// Decides whether a position can be won.
pub(super) fn solve(game: &mut Game, start: State, budget: &mut Budget) -> Decision {
    let mut first = start;
    game.normalize(&mut first, &mut ());
    let mut refuter = if game.prunings.abstractions { Refuter::new(game, &first) } else { None };
    let mut search = LayeredSearch::new();
    if let Some(refuter) = &mut refuter {
        refuter.set_room(budget.limits.memory.saturating_sub(game.columns.bytes()));
    }
    let refuted = refuter.as_mut().map_or(Ok(false), |refuter| refuter.refutes_deal(game, &first, budget));
    let plays = match refuted {
        Ok(false) => search.run(game, first, refuter.as_mut(), budget),
        Ok(true) => Ok(None),
        Err(why) => Err(why),
    };
    let states = search.states() + refuter.as_ref().map_or(0, Refuter::states);
    Decision { plays, states, most_up: search.most_up }
}
