//! Playing a move and taking it back, card by card, without allocating.

use super::*;
use crate::event::StepKind;
use crate::{Count, Events, Goal, IllegalMove, Move, ReserveFills, Stock};

impl Table {
    /// Plays a move with all that follows from it, and tells what happened.
    ///
    /// # Errors
    /// The reason the move is refused; the table is unchanged then.
    pub fn play(&mut self, m: Move) -> Result<Events, IllegalMove> {
        self.check(m)?;
        let mut events = Events::new();
        self.play_legal(m, &mut events);
        Ok(events)
    }

    /// Plays a move known to be legal: the fast twin of [`Table::play`] for searches.
    /// What was in `events` is forgotten.
    ///
    /// # Panics
    /// May panic or leave a table that cannot be when the move is not legal.
    #[inline]
    pub fn play_legal(&mut self, m: Move, events: &mut Events) {
        debug_assert_eq!(self.check(m), Ok(()), "{m} on\n{self}");
        events.clear();
        match m {
            Move::Carry { from, to, count } => self.carry_out(index(from), index(to), count, events),
            Move::Draw => {
                self.draw_noted(events);
                self.show_stock(events);
            }
            Move::Redeal => {
                let count = self.len[WASTE];
                self.turn_over(WASTE, STOCK);
                self.redeals_used += 1;
                events.push(StepKind::Redealt, STOCK, WASTE, count);
                if self.plan.rules.redeal_draws {
                    self.draw_noted(events);
                }
            }
            Move::Deal => self.deal_row(events),
        }
    }

    /// Takes back a move, given what it did. Moves are taken back in reverse order.
    #[inline]
    pub fn undo(&mut self, events: &Events) {
        for step in events.steps().iter().rev() {
            match step.kind {
                StepKind::Carried => self.carry(usize::from(step.to), usize::from(step.from), step.count),
                StepKind::TurnedUp => self.turn_down(usize::from(step.from)),
                StepKind::Drawn => self.undraw(step.count, step.to),
                StepKind::Redealt => {
                    self.turn_over(STOCK, WASTE);
                    self.redeals_used -= 1;
                }
                StepKind::Dealt => {
                    for c in (0..usize::from(step.count)).rev() {
                        self.shift(COLUMN + c, STOCK, 1);
                    }
                }
            }
        }
    }

    #[inline]
    fn carry_out(&mut self, from: usize, to: usize, count: u8, events: &mut Events) {
        self.carry(from, to, count);
        events.push(StepKind::Carried, from, to, count);
        match from {
            COLUMN.. => self.turn_up(from - COLUMN, events),
            WASTE => self.show_waste(events),
            RESERVE => self.show_reserve(events),
            STOCK => self.show_stock(events),
            _ => {}
        }
        if self.plan.rules.goal == Goal::Runs && to >= COLUMN {
            self.run_off(to - COLUMN, events);
            self.fill_from_reserve(to, events);
        }
        self.fill_from_reserve(from, events);
    }

    /// Fills a column that became empty, where the reserve does so by itself.
    #[inline]
    fn fill_from_reserve(&mut self, column: usize, events: &mut Events) {
        if self.plan.rules.reserve_fills == ReserveFills::Itself
            && column >= COLUMN
            && self.len[column] == 0
            && self.len[RESERVE] > 0
        {
            self.carry(RESERVE, column, 1);
            events.push(StepKind::Carried, RESERVE, column, 1);
            self.show_reserve(events);
        }
    }

    /// Moves cards between piles and keeps count of the foundations.
    #[inline]
    fn carry(&mut self, from: usize, to: usize, count: u8) {
        self.shift(from, to, count);
        if (FOUNDATION..CELL).contains(&from) {
            self.up -= count;
        }
        if (FOUNDATION..CELL).contains(&to) {
            self.up += count;
        }
    }

    #[inline]
    fn shift(&mut self, from: usize, to: usize, count: u8) {
        let n = usize::from(count);
        let (source, target) = (usize::from(self.len[from]) - n, usize::from(self.len[to]));
        debug_assert!(target + n <= CARDS);
        let at = place(from, source);
        let goal = place(to, target);
        if n == 1 {
            self.cards[goal] = self.cards[at];
        } else {
            self.cards.copy_within(at..at + n, goal);
        }
        if from <= RESERVE {
            // Sight is marked on hidden piles only; on the others every card shows or is face down.
            self.cards[goal] &= CARD;
        }
        if to <= RESERVE {
            // Only by taking a move back: what was played from there had been seen; a row dealt
            // from the stock had not.
            let seen = if self.plan.rules.stock.is_rows() && to == STOCK { 0 } else { SEEN };
            self.cards[goal] |= seen;
        }
        self.len[from] = source as u8;
        self.len[to] = (target + n) as u8;
        if !self.plan.runs {
            return;
        }
        if from >= COLUMN {
            self.drop_heads(from - COLUMN, place(to, target), n);
        }
        if to >= COLUMN {
            self.refresh_runs(to - COLUMN, target);
        }
    }

    /// Counts sequences anew from a card of a column upwards.
    #[inline]
    pub(super) fn refresh_runs(&mut self, column: usize, first: usize) {
        if !self.plan.runs {
            return;
        }
        let down = usize::from(self.down[column]);
        let (cards, runs) = (place(COLUMN + column, 0), column * CARDS);
        let mut heads = self.heads[column];
        for i in first..usize::from(self.len[COLUMN + column]) {
            let card = self.cards[cards + i] & CARD;
            let continues = i > down
                && self.plan.continues[usize::from(card)].contains(stored(self.cards[cards + i - 1]));
            self.runs[runs + i] = if continues { self.runs[runs + i - 1] + 1 } else { 1 };
            heads = if continues { heads | 1 << card } else { 1 << card };
        }
        self.heads[column] = heads;
    }

    /// Forgets the heads among the `n` cards that left a column and lie at `gone` now.
    #[inline]
    fn drop_heads(&mut self, column: usize, gone: usize, n: usize) {
        let gone = self.cards[gone..gone + n].iter().fold(0, |heads, card| heads | 1 << (card & CARD));
        let left = self.heads[column] & !gone;
        let len = usize::from(self.len[COLUMN + column]);
        // A sequence that goes down has every card once; what is left of it can be lifted as before.
        if (left != 0 && self.plan.descends) || len == 0 {
            self.heads[column] = left;
            return;
        }
        let count = usize::from(self.runs[column * CARDS + len - 1]);
        let end = place(COLUMN + column, len);
        self.heads[column] = self.cards[end - count..end].iter().fold(0, |heads, card| heads | 1 << card);
    }

    #[inline]
    fn turn_up(&mut self, c: usize, events: &mut Events) {
        let len = self.len[COLUMN + c];
        if len > 0 && len == self.down[c] {
            self.down[c] -= 1;
            self.runs[c * CARDS + usize::from(len) - 1] = 1;
            events.push(StepKind::TurnedUp, COLUMN + c, 0, 1);
        }
    }

    fn turn_down(&mut self, pile: usize) {
        match pile {
            COLUMN.. => self.down[pile - COLUMN] += 1,
            WASTE => {
                let at = self.waste_edge();
                self.cards[place(WASTE, at)] &= CARD;
            }
            _ => self.cards[self.top_place(pile)] &= CARD,
        }
    }

    /// The lowest card of the waste that shows.
    #[inline]
    fn waste_edge(&self) -> usize {
        let len = usize::from(self.len[WASTE]);
        match self.plan.rules.waste_shows {
            Count::Unlimited => 0,
            Count::Of(n) => len.saturating_sub(usize::from(n)),
        }
    }

    #[inline]
    fn show_waste(&mut self, events: &mut Events) {
        let at = place(WASTE, self.waste_edge());
        if self.len[WASTE] > 0 && self.cards[at] & SEEN == 0 {
            self.cards[at] |= SEEN;
            events.push(StepKind::TurnedUp, WASTE, 0, 1);
        }
    }

    #[inline]
    fn show_reserve(&mut self, events: &mut Events) {
        let at = self.top_place(RESERVE);
        if self.len[RESERVE] > 0 && self.cards[at] & SEEN == 0 {
            self.cards[at] |= SEEN;
            events.push(StepKind::TurnedUp, RESERVE, 0, 1);
        }
    }

    #[inline]
    fn show_stock(&mut self, events: &mut Events) {
        if self.plan.rules.stock == Stock::FaceUp && self.len[STOCK] > 0 {
            let at = self.top_place(STOCK);
            if self.cards[at] & SEEN == 0 {
                self.cards[at] |= SEEN;
                events.push(StepKind::TurnedUp, STOCK, 0, 1);
            }
        }
    }

    #[inline]
    fn draw_noted(&mut self, events: &mut Events) {
        let (count, fresh) = self.draw();
        events.push(StepKind::Drawn, STOCK, usize::from(fresh), count);
    }

    /// Turns the next cards; how many, and which of them were seen for the first time.
    #[inline]
    pub(super) fn draw(&mut self) -> (u8, u8) {
        let count = self.plan.rules.draw.min(self.len[STOCK]);
        let (stock, waste) = self.cards[1..2 * PLACES].split_at_mut(PLACES);
        let (left, first) = (usize::from(self.len[STOCK] - count), usize::from(self.len[WASTE]));
        let drawn = stock[left..left + usize::from(count)].iter().rev();
        for (place, card) in waste[first..].iter_mut().zip(drawn) {
            *place = *card;
        }
        self.len[STOCK] -= count;
        self.len[WASTE] += count;
        let mut fresh = 0;
        for i in self.waste_edge().max(first)..usize::from(self.len[WASTE]) {
            let card = &mut self.cards[place(WASTE, i)];
            fresh |= u8::from(*card & SEEN == 0) << (i - first);
            *card |= SEEN;
        }
        (count, fresh)
    }

    fn undraw(&mut self, count: u8, fresh: u8) {
        let (stock, waste) = self.cards[1..2 * PLACES].split_at_mut(PLACES);
        let (first, left) = (usize::from(self.len[STOCK]), usize::from(self.len[WASTE] - count));
        let drawn = waste[left..left + usize::from(count)].iter().enumerate().rev();
        for (place, (i, card)) in stock[first..].iter_mut().zip(drawn) {
            *place = if fresh >> i & 1 != 0 { *card & CARD } else { *card };
        }
        self.len[STOCK] += count;
        self.len[WASTE] -= count;
    }

    /// Turns a whole pile over onto an empty one.
    fn turn_over(&mut self, from: usize, to: usize) {
        let n = usize::from(self.len[from]);
        for i in 0..n {
            self.cards[place(to, i)] = self.cards[place(from, n - 1 - i)];
        }
        self.len[from] = 0;
        self.len[to] = n as u8;
    }

    fn deal_row(&mut self, events: &mut Events) {
        let count = self.plan.rules.columns.min(self.len[STOCK]);
        for c in 0..usize::from(count) {
            self.shift(STOCK, COLUMN + c, 1);
        }
        events.push(StepKind::Dealt, STOCK, COLUMN, count);
        if self.plan.rules.goal == Goal::Runs {
            for c in 0..usize::from(count) {
                self.run_off(c, events);
                self.fill_from_reserve(COLUMN + c, events);
            }
        }
    }

    /// Takes a finished run off a column, to the first empty foundation.
    #[inline]
    fn run_off(&mut self, column: usize, events: &mut Events) {
        if !self.finished_run(column) {
            return;
        }
        let mut places = FOUNDATION..FOUNDATION + usize::from(self.plan.rules.foundations());
        // There are as many foundations as runs in the deck.
        let to = places.find(|&f| self.len[f] == 0).expect("a foundation for every run");
        let (from, count) = (COLUMN + column, self.plan.rules.ranks);
        self.carry(from, to, count);
        events.push(StepKind::Carried, from, to, count);
        self.turn_up(column, events);
    }
}
