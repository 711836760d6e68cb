//! The dead test: recognises positions in which some card can never be raised.
//!
//! The test is a delete relaxation, in which facts, once true, stay true: whatever can be moved at some time
//! is moved, and stays where it was as well. The sets of the relaxation only grow. There is one exception,
//! which keeps the test sharp: a free card covers one of its possible hosts until the relaxation raises it.
//!
//! *Claim.* If the relaxation never raises some card, then the position is lost. *Proof.* Take the steps of
//! any line in order. Whatever a step needs (a bare card, a bare host, a stock card within reach, an empty
//! column) was brought about by earlier steps, which by induction are in the sets. So every card that the
//! line raises is raised in the relaxation.
//!
//! Three facts keep the relaxation from being too generous:
//! - A free card that is never raised covers one of its two possible hosts, or a king one column, for ever.
//! - A card of the stock or of a foundation is a host only if it can itself be laid down.
//! - A stock card must come within reach ([`RelaxedStock`]).

use crate::klondike::card_set::{self, Bits};
use crate::klondike::config::Fault;
use crate::klondike::game::{Game, MAX_COLUMNS};
use crate::klondike::state::State;
use crate::klondike::stock::Draws;

/// The stock cards that the relaxation can reach, by their index in the stock.
struct RelaxedStock {
    cards: [u8; 32],
    len: u32,
    reached: u32,
    played: u32,
}

impl RelaxedStock {
    fn new(game: &Game, state: &State) -> RelaxedStock {
        let mut stock = RelaxedStock { cards: [0; 32], len: 0, reached: 0, played: 0 };
        for place in Bits(u64::from(state.stock_places)) {
            stock.cards[stock.len as usize] = game.stock_card[place as usize];
            stock.len += 1;
        }
        stock.reached = game.reachable(state, stock.len);
        stock
    }

    /// The cards reached so far.
    fn cards(&self) -> u64 {
        Bits(u64::from(self.reached)).fold(0, |set, index| set | 1 << self.cards[index as usize])
    }

    /// Plays all reached cards of the set `playable`, and returns the cards that are reached because of that.
    ///
    /// The q-th card is reached when the card after it is played from the waste, or, if there are redeals,
    /// when q modulo the draw of the cards before it are played.
    fn play(&mut self, playable: u64, draws: &Draws, redeals: bool) -> u64 {
        let mut new = 0;
        loop {
            for index in Bits(u64::from(self.reached & !self.played)) {
                if playable >> self.cards[index as usize] & 1 == 1 {
                    self.played |= 1 << index;
                }
            }
            let before = self.reached;
            let unreached = !self.reached & ((1 << self.len) - 1);
            for index in Bits(u64::from(unreached)) {
                let gone = (self.played & ((1 << index) - 1)).count_ones() as u8;
                let opened = self.played >> (index + 1) & 1 == 1
                    || (redeals && gone >= draws.remainder[index as usize + 1]);
                if opened {
                    self.reached |= 1 << index;
                    new |= 1 << self.cards[index as usize];
                }
            }
            if self.reached == before {
                return new;
            }
        }
    }
}

impl Game {
    /// Returns `true` if the state is lost because some card can never be raised; `false` proves nothing.
    pub fn is_dead(&self, state: &State) -> bool {
        let tableau = self.tableau(state);
        let free = tableau & !state.locked;
        let mut relaxed_stock =
            if self.stock_is_open(state) { None } else { Some(RelaxedStock::new(self, state)) };

        // The cards that can be raised at some time.
        let mut up = state.up;
        // The cards that can lie in the tableau and take another card at some time.
        let mut hosts = tableau;
        // The stock cards that can be reached at some time.
        let mut stock = relaxed_stock.as_ref().map_or(state.stock, RelaxedStock::cards);
        // The face-down cards that can be turned up. Nothing lies on them at that moment.
        let mut turned = 0u64;
        // The last card of each column that is known to be turned up and that was not seen to leave.
        let mut edge = state.locked;
        let mut depth = [0u8; MAX_COLUMNS];
        // The number of columns that can be without cards in place, and the kings that may stand in them.
        let mut empty = u32::from(state.empty);
        let mut standing = free & self.kings;
        // The foundation cards that can be taken back.
        let mut down = 0u64;
        let tops = state.up & !card_set::lower(state.up);
        loop {
            let (up_before, hosts_before, edge_before) = (up, hosts, edge);
            let stuck = free & !up;
            let above = hosts >> 4;
            let bare_hosts =
                card_set::any(above) & !card_set::any(stuck) | card_set::both(above) & !card_set::both(stuck);
            let mut placeable = card_set::pairs(bare_hosts);
            if empty > (standing & !up).count_ones() {
                placeable |= self.kings;
            }

            let covering = stuck << 4;
            let mut bare =
                card_set::EVEN & !card_set::any(covering) | card_set::both(hosts) & !card_set::both(covering);
            if self.fault == Some(Fault::DeadTestWithoutTwins) {
                bare = card_set::EVEN & !card_set::any(covering);
            }
            let movable = tableau & card_set::pairs(bare) | turned | stock;
            loop {
                let next = self.next_up(up) & movable;
                if next == 0 {
                    break;
                }
                up |= next;
            }

            hosts |= stock & placeable;
            if self.take_back && self.fault != Some(Fault::DeadTestWithoutFoundationHosts) {
                down |= state.up & placeable & (tops | card_set::lower(down));
                hosts |= down;
            }
            while edge & (up | placeable) != 0 {
                let bit = (edge & (up | placeable)).trailing_zeros() as u8;
                edge &= !(1 << bit);
                let column = self.column_of(bit);
                depth[column] += 1;
                let height = self.in_place(state, column) - depth[column] as usize;
                if height == 0 {
                    empty += 1;
                    continue;
                }
                let next = 1 << self.card_at(column, height - 1);
                turned |= next;
                hosts |= next;
                if height == 1 && self.kings & next != 0 {
                    empty += 1;
                    standing |= next;
                } else {
                    edge |= next;
                }
            }
            if up == self.all {
                return false;
            }
            if (up, hosts, edge) != (up_before, hosts_before, edge_before) {
                continue;
            }
            // The stock comes last because this is the expensive part.
            let opened = match &mut relaxed_stock {
                Some(relaxed) if self.fault != Some(Fault::DeadTestWithFixedStock) => {
                    relaxed.play(up | placeable, &self.draws, state.redeals > 0)
                }
                _ => 0,
            };
            if opened == 0 {
                return true;
            }
            stock |= opened;
        }
    }
}
