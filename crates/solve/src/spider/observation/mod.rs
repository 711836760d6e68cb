//! Honest play: the state that a player sees, and what the player can do before anything new is seen.
//!
//! A player of Spider does not know the face-down cards or the order of the stock. In the terms of games with
//! imperfect information:
//!
//! - The **information state** is a packed [`State`] in which every hidden card is [`Run::UNKNOWN`], together
//!   with a [`Game`] whose stock is unknown. [`observe`] makes it from a [`View`], which has no method to see
//!   a hidden card; [`State::observed`] and [`Game::observed`] make it from a known position. All functions
//!   that take a state work on it as they are, because an unknown card continues no run and is continued by
//!   none.
//! - An **observation** happens when a card is turned up or a row is dealt. Up to that point the player can
//!   work out every consequence of a carry; after it the information state has a new unknown card on top, and
//!   the player has to look at the table again.
//! - The [`Closure`] of an information state holds the positions that carries can reach without an
//!   observation. Its [choices](Closure::choices) are the steps that lead out of it: those that turn up a
//!   card, and deals. These are the player's real decisions.
//! - A **determinization** is a possible world: a full position with the same information state.
//!   [`Game::determinize`] samples one.
//!
//! Nothing in this module can depend on a hidden card; tests permute the hidden cards and compare the
//! results.
//!
//! ```
//! use talon_rules::Table;
//! use talon_solve::spider::Heuristic;
//! use talon_solve::spider::observation::{Closure, ClosureOptions, observe};
//!
//! let table = Table::numbered(talon_games::find("spider-1")?, 1)?;
//! let (game, state) = observe(table.view()).expect("Spider is of this family");
//! let mut closure = Closure::new();
//! closure.explore(&game, &state, &Heuristic::learned(&game), &ClosureOptions::default());
//! let best = &closure.choices()[0];
//! let moves: Vec<_> = closure.path(best).into_iter().map(|step| step.plain()).collect();
//! assert!(moves.len() > 0); // The last of them turns up a card or deals a row.
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod closure;

pub use closure::{Choice, Closure, ClosureOptions};

use super::pack::{recognises, variant};
use super::run::Run;
use super::state::{Builder, CARDS, COLUMNS, Game, State};
use talon_cards::Generator;
use talon_rules::{Pile, View};

/// The information state that a view shows; `None` if its rules are not of this family or it has too many
/// cards.
pub fn observe(view: View<'_>) -> Option<(Game, State)> {
    let rules = view.rules();
    let n = usize::from(rules.columns);
    let stock = view.len(Pile::Stock);
    let dealt: usize = (0..rules.columns).map(|c| view.len(Pile::Column(c))).sum();
    if !recognises(rules) || n > COLUMNS || stock + dealt > CARDS {
        return None;
    }
    let mut game = Game {
        variant: variant(rules),
        columns: rules.columns,
        rows: stock.div_ceil(n) as u8,
        stock: vec![Run::UNKNOWN; stock],
        unordered: true,
        buried: false,
    };
    let mut builder = Builder::new(game.rows);
    for column in (0..rules.columns).map(Pile::Column) {
        let face_down = view.cards(column).take_while(Option::is_none).count();
        builder.column(face_down, view.cards(column).map(|card| card.map_or(Run::UNKNOWN, Run::of)));
    }
    let state = builder.finish();
    game.buried = state.has_complete_run(&game);
    Some((game, state))
}

impl Game {
    /// This game as a player knows it, without the cards of the stock. Because all unknown cards are alike,
    /// the order of the columns does not matter in it, even while rows are left.
    pub fn observed(&self) -> Game {
        Game { stock: vec![Run::UNKNOWN; self.stock.len()], unordered: true, ..self.clone() }
    }

    /// A position with the same information state: the hidden cards of `state`, in the columns and in the
    /// stock, are shuffled.
    pub fn determinize(&self, state: &State, generator: &mut Generator) -> (Game, State) {
        let (mut game, mut state) = (self.clone(), *state);
        let left = game.stock.len().min(usize::from(state.rows_left()) * usize::from(game.columns));
        let mut cards = game.stock.split_off(game.stock.len() - left);
        let columns = 0..usize::from(game.columns);
        for c in columns.clone() {
            cards.extend_from_slice(&state.column(c)[..state.face_down(c)]);
        }
        generator.shuffle(&mut cards);
        for c in columns {
            state.replace_face_down(c, 0, std::iter::from_fn(|| cards.pop()));
        }
        game.stock.append(&mut cards);
        (game, state)
    }
}

impl State {
    /// The information state of a position, in which face-down cards are unknown.
    pub fn observed(&self) -> State {
        let mut observed = *self;
        for c in 0..COLUMNS {
            if self.face_down(c) > 0 {
                observed.replace_face_down(c, 0, std::iter::repeat(Run::UNKNOWN));
            }
        }
        observed
    }

    /// Assumes that a card is the next face-down card of a column, which must have one. The card is turned up
    /// when the cards on it have left.
    pub fn assume_next(&mut self, c: usize, card: Run) {
        self.replace_face_down(c, self.face_down(c) - 1, std::iter::once(card));
    }
}
