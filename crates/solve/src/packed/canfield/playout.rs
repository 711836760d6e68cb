//! A plain game to the end of the stock: what comes of a position when every card goes up that can,
//! else onto the first column it fits. It is quick and looks ahead farther than any count of cards.

use super::columns::{Column, NONE};
use super::late::Lifted;
use super::state::{Ground, State};
use super::talon::below;

/// Where a plain game stands.
#[derive(Clone)]
pub(super) struct Playout {
    /// Cards up, by suit.
    pub(super) up: [u8; 4],
    /// The talon cards left.
    pub(super) stock: u64,
    /// Cards left in the reserve.
    pub(super) reserve: u8,
    /// Cards laid onto columns.
    pub(super) laid: i16,
    cut: u8,
    tails: [u8; 4],
    heads: [u8; 4],
    /// What is left of the columns as they were.
    cols: [Column; 4],
    /// Of the cards in `moved`, which were put where they lie in this game: the card below.
    under: [u8; 64],
    moved: u64,
}

impl Playout {
    /// Plays on from a position; `lifted` are its columns with everything raised that can be.
    pub(super) fn of(ground: &Ground, state: &State, lifted: &Lifted) -> Playout {
        let mut game = Playout {
            up: lifted.up,
            stock: state.stock,
            reserve: state.reserve,
            laid: 0,
            cut: state.cut,
            tails: lifted.cols.map(|column| ground.columns.tail(column)),
            heads: lifted.cols.map(|column| ground.columns.head(column)),
            cols: lifted.cols,
            under: [NONE; 64],
            moved: 0,
        };
        while game.step(ground) {}
        game
    }

    /// Does one thing, the best of what there is; is there any?
    fn step(&mut self, ground: &Ground) -> bool {
        let layout = &ground.layout;
        let mut raised = false;
        for at in 0..layout.columns {
            while self.tails[at] != NONE && self.put_up(self.tails[at]) {
                self.uncover(ground, at);
                raised = true;
            }
            if self.tails[at] == NONE && self.reserve > 0 {
                self.reserve -= 1;
                self.put(at, layout.reserve[usize::from(self.reserve)]);
                raised = true;
            }
        }
        if raised {
            return true;
        }
        if self.reserve > 0 {
            let card = layout.reserve[usize::from(self.reserve) - 1];
            if self.put_up(card) {
                self.reserve -= 1;
                return true;
            }
            if let Some(at) = self.host(layout.ranks, card) {
                self.reserve -= 1;
                self.laid += 1;
                self.put(at, card);
                return true;
            }
        }
        let waste = self.stock & below(self.cut);
        if waste != 0 {
            let bit = 63 - waste.leading_zeros();
            let card = layout.stock[bit as usize];
            if self.put_up(card) {
                self.stock ^= 1 << bit;
                return true;
            }
            let gap = || (0..layout.columns).find(|&at| self.tails[at] == NONE).filter(|_| self.reserve == 0);
            if let Some(at) = self.host(layout.ranks, card).or_else(gap) {
                self.stock ^= 1 << bit;
                self.laid += 1;
                self.put(at, card);
                return true;
            }
        }
        if self.reserve > 0 && self.merge(ground) {
            return true;
        }
        let rest = self.stock & !below(self.cut);
        if rest != 0 {
            self.cut = rest.trailing_zeros() as u8 + 1;
        }
        rest != 0
    }

    #[inline]
    fn put_up(&mut self, card: u8) -> bool {
        let up = &mut self.up[usize::from(card & 3)];
        let next = *up == card >> 2;
        *up += u8::from(next);
        next
    }

    /// The first column this card fits.
    #[inline]
    fn host(&self, ranks: u8, card: u8) -> Option<usize> {
        let wanted = if (card >> 2) + 1 == ranks { 0 } else { (card >> 2) + 1 };
        // No card has the rank of none.
        (0..4).find(|&at| self.tails[at] >> 2 == wanted)
    }

    #[inline]
    fn put(&mut self, at: usize, card: u8) {
        self.under[usize::from(card)] = self.tails[at];
        self.moved |= 1 << card;
        if self.tails[at] == NONE {
            self.heads[at] = card;
        }
        self.tails[at] = card;
    }

    /// Takes the top card off a column.
    #[inline]
    fn uncover(&mut self, ground: &Ground, at: usize) {
        let card = self.tails[at];
        self.tails[at] = if self.moved >> card & 1 == 1 {
            self.under[usize::from(card)]
        } else {
            self.cols[at] = ground.columns.below(self.cols[at]);
            ground.columns.tail(self.cols[at])
        };
    }

    /// Puts a whole column onto another, for the reserve's next card.
    fn merge(&mut self, ground: &Ground) -> bool {
        let columns = ground.layout.columns;
        let fitting = |from: usize| {
            let to = self.host(ground.layout.ranks, self.heads[from]);
            to.filter(|&to| to != from && self.tails[from] != NONE).map(|to| (from, to))
        };
        let Some((from, to)) = (0..columns).find_map(fitting) else { return false };
        let mut column = std::mem::take(&mut self.cols[from]);
        while column != 0 {
            let card = ground.columns.tail(column);
            column = ground.columns.below(column);
            self.under[usize::from(card)] = ground.columns.tail(column);
            self.moved |= 1 << card;
        }
        self.under[usize::from(self.heads[from])] = self.tails[to];
        self.tails[to] = std::mem::replace(&mut self.tails[from], NONE);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::canfield::columns::Columns;
    use crate::packed::canfield::{Solver, pack};
    use rules::Table;

    /// Cards up, in the talon, in the reserve and in the columns.
    fn count(game: &Playout, ground: &Ground) -> u32 {
        let mut cards = game.up.iter().map(|&up| u32::from(up)).sum::<u32>();
        cards += game.stock.count_ones() + u32::from(game.reserve);
        for at in 0..ground.layout.columns {
            let mut rest = game.clone();
            while rest.tails[at] != NONE {
                rest.uncover(ground, at);
                cards += 1;
            }
        }
        cards
    }

    #[test]
    fn no_card_is_lost_or_found() {
        for number in 0..200 {
            let deck = cards::shuffle(cards::Deck::STANDARD, number);
            let table = Table::deal(&games::RAINBOW, &deck).expect("a whole deck");
            let position = pack(&table).expect("a Canfield");
            let mut ground = Ground::new(&position, Columns::new(), Solver::new().prunings);
            let state = ground.start(&position);
            let end = Playout::of(&ground, &state, &Lifted::of(&state));
            assert_eq!(count(&end, &ground), 52, "deal {number}");
        }
    }
}
