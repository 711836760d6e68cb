//! The dead test: is there a card that can never go up?
//!
//! A relaxation: what can ever be moved, is moved, and stays where it was as well. The sets below
//! only grow, so whatever the real game can do, they do; if a card never enters `up`, the position
//! is lost. Three things keep it from being too kind: a free card that never goes up covers one of
//! its two possible hosts for ever; a stock or foundation card is a host only if it can itself come
//! down; a stock card must be in reach.

use super::config::Fault;
use super::deal::{Deal, State, UNLIMITED};
use super::layout::{self, Bits};
use super::stock::Rhythm;

/// Which stock cards the relaxation can reach, by rank in the stock.
struct Reach {
    cards: [u8; 32],
    len: u32,
    reached: u32,
    played: u32,
}

impl Reach {
    fn new(deal: &Deal, state: &State) -> Reach {
        let mut reach = Reach { cards: [0; 32], len: 0, reached: 0, played: 0 };
        for place in Bits(u64::from(state.order)) {
            reach.cards[reach.len as usize] = deal.stock_card[place as usize];
            reach.len += 1;
        }
        reach.reached = deal.reach(state, reach.len);
        reach
    }

    /// The cards reached so far.
    fn set(&self) -> u64 {
        Bits(u64::from(self.reached)).fold(0, |set, rank| set | 1 << self.cards[rank as usize])
    }

    /// Plays what is `playable`, and reaches what that opens.
    ///
    /// A card at rank q comes up when the card after it is played from the waste, or, with a
    /// redeal, when q mod draw of the cards before it are gone.
    fn play(&mut self, playable: u64, rhythm: &Rhythm, redeals: bool) -> u64 {
        let mut new = 0;
        loop {
            for rank in Bits(u64::from(self.reached & !self.played)) {
                if playable >> self.cards[rank as usize] & 1 == 1 {
                    self.played |= 1 << rank;
                }
            }
            let before = self.reached;
            let unreached = !self.reached & ((1 << self.len) - 1);
            for rank in Bits(u64::from(unreached)) {
                let gone = (self.played & ((1 << rank) - 1)).count_ones() as u8;
                let opened = self.played >> (rank + 1) & 1 == 1
                    || (redeals && gone >= rhythm.remainder[rank as usize + 1]);
                if opened {
                    self.reached |= 1 << rank;
                    new |= 1 << self.cards[rank as usize];
                }
            }
            if self.reached == before {
                return new;
            }
        }
    }
}

impl Deal {
    /// Is this state lost for certain? `false` says nothing.
    pub fn dead(&self, state: &State) -> bool {
        let tableau = self.tableau(state);
        let free = tableau & !state.locked;
        let easy = self.draw == 1 && state.redeals == UNLIMITED;
        let mut reach = if easy { None } else { Some(Reach::new(self, state)) };

        // Cards that can go up some day.
        let mut up = state.up;
        // Cards that can lie in the tableau some day and take another.
        let mut hosts = tableau;
        // Stock cards in reach some day.
        let mut stock = reach.as_ref().map_or(state.stock, Reach::set);
        // Cards that were face down and can be turned up: nothing lies on them then.
        let mut turned = 0u64;
        // The cards in place that are the last known to be turned up in their column.
        let mut edge = state.locked;
        let mut depth = [0u8; super::deal::MAX_COLUMNS];
        // Columns that can be without cards in place, and the kings that may stand in them.
        let mut empty = u32::from(state.empty);
        let mut standing = free & self.kings;
        // Foundation cards that can come down.
        let mut down = 0u64;
        let tops = state.up & !layout::lower(state.up);
        loop {
            let (up_before, hosts_before, edge_before) = (up, hosts, edge);
            let stuck = free & !up;
            let above = hosts >> 4;
            let room = layout::any(above) & !layout::any(stuck) | layout::both(above) & !layout::both(stuck);
            let mut room = layout::pairs(room);
            if empty > (standing & !up).count_ones() {
                room |= self.kings;
            }

            let on_it = stuck << 4;
            let mut bare = layout::EVEN & !layout::any(on_it) | layout::both(hosts) & !layout::both(on_it);
            if self.fault == Some(Fault::CoveredForEver) {
                bare = layout::EVEN & !layout::any(on_it);
            }
            let movable = tableau & layout::pairs(bare) | turned | stock;
            loop {
                let next = self.next_up(up) & movable;
                if next == 0 {
                    break;
                }
                up |= next;
            }

            hosts |= stock & room;
            if self.take_back && self.fault != Some(Fault::FoundationGone) {
                down |= state.up & room & (tops | layout::lower(down));
                hosts |= down;
            }
            while edge & (up | room) != 0 {
                let bit = (edge & (up | room)).trailing_zeros() as u8;
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
            // Only when nothing else moves: this is the expensive part.
            let opened = match &mut reach {
                Some(reach) if self.fault != Some(Fault::ReachNow) => {
                    reach.play(up | room, &self.rhythm, state.redeals > 0)
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
