//! Macro moves: cards are laid down so that a subgoal becomes possible.
//!
//! A subgoal is that a locked or stock card can be laid down, or that a card of the tableau can be bared and
//! raised. The macro move takes cards back from the foundations for it, and, if stock plays are delayed,
//! takes cards from the stock as well.
//!
//! *Claim.* It suffices to lay down cards that the subgoal *wants*, and only while it is not possible:
//! - the cards that can host the card of the subgoal, or the twin that can take over what covers it;
//! - the cards above a wanted card on its foundation;
//! - the possible hosts of a wanted card that is not placeable.
//!
//! *Proof.* A card that is laid down can only serve to host another card, to give access to the card below it
//! on its foundation, or to take over what covers its twin. A step that the subgoal does not need for one of
//! these can be made after the subgoal as well, because laying down and raising are reversible and reveal
//! nothing.
//!
//! Delayed stock plays rest on the same argument: if every stock card can be reached at any time, then a
//! stock card that no subgoal wants can be played after it. Raising a stock card can be necessary as a
//! subgoal of its own, when it is the only way to raise a card of the tableau; see
//! [`stock_chains`](Successors::stock_chains).

use super::{Member, Step, Successor, Successors};
use crate::klondike::card_set::{self, Bits};
use crate::klondike::config::{Config, Fault};
use crate::klondike::game::Game;

/// What cards are laid down for.
#[derive(Copy, Clone, Debug)]
enum Subgoal {
    /// This locked or stock card is to be placeable.
    Place(u8),
    /// This card of the tableau is to be barable; it is raised next.
    Raise(u8),
}

impl Successors {
    /// The successors for which other cards are laid down first.
    pub(super) fn prepared(&mut self, game: &Game, from: u32, delayed: bool, config: &Config) {
        if game.fault == Some(Fault::NoTakeBacks) {
            return;
        }
        let state = self.members[from as usize].state;
        let tableau = game.tableau(&state);
        let free = tableau & !state.locked;
        let barable = Game::barable(tableau, free);
        let placeable = game.placeable(tableau, free, state.empty);
        let next = game.next_up(state.up);
        // The cards that may be laid down in preparation.
        let available = if delayed { state.up | state.stock } else { state.up };

        let mut to_place = state.locked & !(next & barable);
        if !delayed {
            to_place |= state.stock & !next;
        }
        let reachable = game.reachable(&state, state.stock_len());
        for bit in Bits(to_place & card_set::guests(available) & !placeable) {
            let in_stock = state.stock >> bit & 1 == 1;
            let out_of_reach = in_stock && reachable >> game.stock_cards_before(&state, bit) & 1 == 0;
            if !out_of_reach || game.fault == Some(Fault::DrawIgnored) {
                self.prepare_subgoal(game, from, Subgoal::Place(bit), delayed, config);
            }
        }
        for bit in Bits(tableau & next & !barable) {
            let twin = card_set::with_twins(1 << bit) & !(1 << bit);
            if twin & available != 0 {
                self.prepare_subgoal(game, from, Subgoal::Raise(bit), delayed, config);
            }
        }
        if delayed {
            self.stock_chains(game, from, next & state.stock, tableau, barable, config);
        }
    }

    /// All states of the class and their successors: the simple and slow alternative to directed take-backs.
    pub(super) fn whole_class(&mut self, game: &Game) {
        let mut at = 0;
        while at < self.members.len() {
            if at > 0 {
                self.direct(game, at as u32, false);
            }
            let state = self.members[at].state;
            let tableau = game.tableau(&state);
            let free = tableau & !state.locked;
            let up = free & Game::barable(tableau, free) & game.next_up(state.up);
            let tops = state.up & !card_set::lower(state.up);
            let down = tops & game.placeable(tableau, free, state.empty);
            for bit in Bits(up | down) {
                let mut next = state;
                let step = if up >> bit & 1 == 1 {
                    game.raise(&mut next, bit);
                    Step::up(bit)
                } else {
                    game.take_back(&mut next, bit);
                    Step::down(bit)
                };
                if !self.members.iter().any(|member| member.is(&next)) {
                    self.members.push(Member { state: next, from: at as u32, step });
                }
            }
            at += 1;
        }
    }

    /// Raises stock cards, beginning with those in `starts`, for the sake of the first card of the tableau
    /// that this allows to raise.
    fn stock_chains(
        &mut self,
        game: &Game,
        from: u32,
        starts: u64,
        tableau: u64,
        barable: u64,
        config: &Config,
    ) {
        let state = self.members[from as usize].state;
        for bit in Bits(starts) {
            let mut end = card_set::higher(1 << bit);
            while end & state.stock != 0 {
                end = card_set::higher(end);
            }
            if end & tableau == 0 {
                continue;
            }
            let subgoal = Subgoal::Raise(end.trailing_zeros() as u8);
            if end & barable != 0 {
                self.finish_subgoal(game, from, subgoal);
            } else {
                let twin = card_set::with_twins(end) & !end;
                if twin & (state.up | state.stock) != 0 {
                    self.prepare_subgoal(game, from, subgoal, true, config);
                }
            }
        }
    }

    /// Finds all ways to make a subgoal possible by laying down wanted cards.
    fn prepare_subgoal(&mut self, game: &Game, root: u32, subgoal: Subgoal, delayed: bool, config: &Config) {
        let first = self.members.len();
        let mut at = root as usize;
        loop {
            let state = self.members[at].state;
            let tableau = game.tableau(&state);
            let free = tableau & !state.locked;
            let placeable = game.placeable(tableau, free, state.empty);
            let available = if delayed { state.up | state.stock } else { state.up };
            let (possible, mut wanted) = match subgoal {
                Subgoal::Place(bit) => (placeable >> bit & 1 == 1, card_set::hosts(1 << bit)),
                Subgoal::Raise(bit) => {
                    let twin = card_set::with_twins(1 << bit) & !(1 << bit);
                    (Game::barable(tableau, free) >> bit & 1 == 1, twin)
                }
            };
            if possible {
                self.finish_subgoal(game, at as u32, subgoal);
            } else {
                wanted &= available;
                loop {
                    let before = wanted;
                    if game.fault != Some(Fault::NoUncoveringTakeBacks) {
                        wanted |= card_set::higher(wanted & state.up) & state.up;
                    }
                    wanted |= card_set::hosts(wanted & !placeable) & available;
                    if wanted == before {
                        break;
                    }
                }
                let tops = state.up & !card_set::lower(state.up);
                for bit in Bits(wanted & placeable & (tops | state.stock)) {
                    let mut child = state;
                    if state.stock >> bit & 1 == 1 {
                        game.take_stock(&mut child, bit);
                    } else {
                        game.take_back(&mut child, bit);
                    }
                    let known = self.members[first..].iter().any(|member| member.is(&child));
                    if !known {
                        self.members.push(Member { state: child, from: at as u32, step: Step::down(bit) });
                    }
                }
            }
            at = if at < first { first } else { at + 1 };
            if at >= self.members.len() {
                break;
            }
        }
        if let Subgoal::Raise(bit) = subgoal {
            self.add_normal_forms(game, bit, config);
        }
    }

    /// Handles a member in which a subgoal is possible. It leads to a successor, or to another normal form of
    /// the class if the card of the subgoal is free.
    fn finish_subgoal(&mut self, game: &Game, at: u32, subgoal: Subgoal) {
        match subgoal {
            Subgoal::Place(bit) => self.lay_down(game, at, bit),
            Subgoal::Raise(bit) => {
                let mut state = self.members[at as usize].state;
                let mut below = card_set::lower(1 << bit) & !state.up;
                let chain = below != 0;
                while below != 0 {
                    let lower = below.trailing_zeros() as u8;
                    if state.stock & below == 0 {
                        // The preparation itself laid down a card of the chain.
                        return;
                    }
                    game.take_stock(&mut state, lower);
                    game.raise(&mut state, lower);
                    below = card_set::lower(below) & !state.up;
                }
                if chain || state.locked >> bit & 1 == 1 {
                    if state.locked >> bit & 1 == 1 {
                        game.unlock(&mut state, bit);
                    }
                    game.raise(&mut state, bit);
                    self.list.push(Successor { state, from: at, step: Step::up(bit) });
                } else {
                    self.bared.push(at);
                }
            }
        }
    }

    /// Raises a free card in the members that have bared it. Their normal forms are expanded as well if they
    /// are new.
    fn add_normal_forms(&mut self, game: &Game, bit: u8, config: &Config) {
        for index in 0..self.bared.len() {
            let mut from = self.bared[index];
            let mut state = self.members[from as usize].state;
            game.raise(&mut state, bit);
            let start = self.members.len();
            self.members.push(Member { state, from, step: Step::up(bit) });
            let members = &mut self.members;
            game.normalize(&mut state, config, |step| {
                from = members.len() as u32 - 1;
                members.push(Member { state: members[from as usize].state, from, step });
            });
            if self.normal_forms.iter().any(|root| self.members[*root as usize].is(&state)) {
                self.members.truncate(start);
            } else if game.fault != Some(Fault::SingleNormalForm) {
                let last = self.members.len() - 1;
                self.members[last].state = state;
                self.normal_forms.push(last as u32);
            }
        }
        self.bared.clear();
    }
}
