//! The prunings: what each claims, why it holds, and under which rules.
//!
//! | pruning | switch | precondition | claim and proof |
//! |---|---|---|---|
//! | safe cards are raised at once | [`safe_moves`] | none | [`Game::is_safe`] |
//! | stock cards after a safe one wait | [`safe_moves`] | draw 1, limited redeals | [`Game::not_passing_safe`] |
//! | parts of columns move only to free a card | none | parts move | [`Game::uncovers`] |
//! | one of two twins carries the cards | [`twins`] | parts move, alternating colours | [`Game::order_twins`] |
//! | whole columns are merged | [`merges`] | parts move, empty columns take anything, and the reserve does not fill them | [`Game::merge_once`] |
//! | states are refuted by a relaxation of the stock | [`relaxations`] | none; used unless any suit goes on any | [`relax`] |
//! | cards are raised only just before a move that requires it | [`delayed_raises`] | any suit, draw 1, limited redeals, no take-backs, no moves of arbitrary parts, and the reserve fills empty columns | [`any_suit`] |
//! | states are refuted by two abstractions | [`abstractions`] | the same | [`any_suit`] |
//! | a state is dropped if it was met with a waste and redeals that are at least as good | none | none | [`DepthFirst::visit`], [`stock_beam`] |
//!
//! The third to the fifth are exchange arguments. They have one exception, which the module [`cycles`] detects.
//! [`Prunings::sound_for`] has the preconditions as code. Those on the redeals and on the state, and that of the
//! second pruning on the draw, are checked where the pruning is applied ([`any_suit::applies`],
//! [`Game::not_passing_safe`], [`Game::normalize`]).
//!
//! [`safe_moves`]: Prunings::safe_moves
//! [`twins`]: Prunings::twins
//! [`merges`]: Prunings::merges
//! [`relaxations`]: Prunings::relaxations
//! [`abstractions`]: Prunings::abstractions
//! [`delayed_raises`]: Prunings::delayed_raises
//! [`relax`]: crate::canfield::relax
//! [`any_suit`]: crate::canfield::any_suit
//! [`any_suit::applies`]: crate::canfield::any_suit::applies
//! [`DepthFirst::visit`]: crate::canfield::search::depth_first::DepthFirst::visit
//! [`stock_beam`]: crate::canfield::search::stock_beam
//! [`Game::is_safe`]: crate::canfield::state::Game::is_safe
//! [`Game::not_passing_safe`]: crate::canfield::state::Game::not_passing_safe
//! [`Game::normalize`]: crate::canfield::state::Game::normalize
//! [`Game::uncovers`]: crate::canfield::state::Game::uncovers
//! [`Game::order_twins`]: crate::canfield::state::Game::order_twins
//! [`Game::merge_once`]: crate::canfield::state::Game::merge_once

mod cycles;
mod safe;

use crate::canfield::position::Variant;
use talon_rules::{Build, Fill, ReserveFills, Take, TakeBack};

/// Which prunings a search uses. The solver uses a pruning only if [`Prunings::sound_for`] allows it, too.
///
/// Tests and campaigns switch prunings off to compare the verdicts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// Safe cards are raised at once.
    pub safe_moves: bool,
    /// Of two twins, a fixed one carries the cards.
    pub twins: bool,
    /// Whole columns are merged if that can be undone.
    pub merges: bool,
    /// States are refuted by the open-stock or the card-pool relaxation.
    pub relaxations: bool,
    /// In any-suit games, states are refuted by the arrangement-free relaxation and the landmark abstraction.
    pub abstractions: bool,
    /// In any-suit games, cards of the columns are raised only just before a move that requires it. Without this
    /// pruning, the searches of the other games are used.
    pub delayed_raises: bool,
}

impl Prunings {
    /// No prunings.
    pub const NONE: Prunings = Prunings {
        safe_moves: false,
        twins: false,
        merges: false,
        relaxations: false,
        abstractions: false,
        delayed_raises: false,
    };

    /// All prunings.
    pub const ALL: Prunings = Prunings {
        safe_moves: true,
        twins: true,
        merges: true,
        relaxations: true,
        abstractions: true,
        delayed_raises: true,
    };

    /// The prunings that are sound for this variant, apart from a few that are sound but do not pay.
    pub fn sound_for(variant: &Variant) -> Prunings {
        let any_suit = variant.build == Build::AnySuit
            && variant.reserve_fills == ReserveFills::Itself
            && variant.take != Take::Run
            && variant.take_back == TakeBack::Never
            && variant.draw == 1;
        Prunings {
            safe_moves: true,
            // The cards on a twin can be moved back only if parts of columns move; and only with alternating
            // colours do exactly two cards take the same cards.
            twins: variant.take == Take::Run && variant.build == Build::AltColour,
            // Undone by moving the part back into the empty column.
            merges: variant.take == Take::Run && variant.fill == Fill::Anything,
            // Sound for all; but if any suit goes on any, there are so many chains that it does not pay.
            relaxations: variant.build != Build::AnySuit,
            abstractions: any_suit,
            delayed_raises: any_suit,
        }
    }

    /// The prunings that are in both.
    pub(super) fn and(self, other: Prunings) -> Prunings {
        Prunings {
            safe_moves: self.safe_moves && other.safe_moves,
            twins: self.twins && other.twins,
            merges: self.merges && other.merges,
            relaxations: self.relaxations && other.relaxations,
            abstractions: self.abstractions && other.abstractions,
            delayed_raises: self.delayed_raises && other.delayed_raises,
        }
    }
}

impl Prunings {
    /// The names of the prunings that are on.
    pub(in crate::canfield) fn names(self) -> Vec<&'static str> {
        let names = [
            self.safe_moves.then_some("safe moves"),
            self.twins.then_some("twins"),
            self.merges.then_some("merges"),
            self.relaxations.then_some("relaxations"),
            self.abstractions.then_some("abstractions"),
            self.delayed_raises.then_some("delayed raises"),
        ];
        names.into_iter().flatten().collect()
    }
}
