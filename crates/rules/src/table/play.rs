//! Playing and taking back moves, without allocating.

use super::*;
use crate::event::StepKind;
use crate::{Count, Events, Goal, IllegalMove, Move, ReserveFills, Stock};

impl Table {
    /// Plays a move with everything that follows from it automatically, and returns its steps.
    ///
    /// # Errors
    /// If the move is illegal; the table is then unchanged.
    pub fn play(&mut self, m: Move) -> Result<Events, IllegalMove> {
        self.check(m)?;
        let mut events = Events::new();
        self.play_legal(m, &mut events);
        Ok(events)
    }

    /// Plays a move that is known to be legal, and replaces the contents of `events` with its steps. This is
    /// the fast version of [`Table::play`] for searches.
    ///
    /// # Panics
    /// May panic if the move is illegal, or leave the table in a state that cannot arise in the game.
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

    /// Takes back a move, given its steps. Moves must be taken back in reverse order.
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
        // A run may be complete where the cards lie now, or uncovered where they lay. The leftmost column
        // comes first, as everywhere.
        let piles = [from.min(to), from.max(to)];
        if self.plan.rules.goal == Goal::Runs {
            piles
                .into_iter()
                .filter(|&pile| pile >= COLUMN)
                .for_each(|pile| self.run_off(pile - COLUMN, events));
        }
        if self.plan.rules.reserve_fills == ReserveFills::Itself {
            piles.into_iter().for_each(|pile| self.fill_from_reserve(pile, events));
        }
    }

    /// Does what happens by itself in all columns, from left to right: complete runs leave, and then the
    /// reserve fills the columns that are empty.
    pub(super) fn settle(&mut self, events: &mut Events) {
        let columns = usize::from(self.plan.rules.columns);
        if self.plan.rules.goal == Goal::Runs {
            (0..columns).for_each(|c| self.run_off(c, events));
        }
        if self.plan.rules.reserve_fills == ReserveFills::Itself {
            (0..columns).for_each(|c| self.fill_from_reserve(COLUMN + c, events));
        }
    }

    /// Fills a pile from the reserve if it is an empty column.
    #[inline]
    fn fill_from_reserve(&mut self, column: usize, events: &mut Events) {
        if column >= COLUMN && self.len[column] == 0 && self.len[RESERVE] > 0 {
            self.carry(RESERVE, column, 1);
            events.push(StepKind::Carried, RESERVE, column, 1);
            self.show_reserve(events);
        }
    }

    /// Moves cards between piles and updates the number of cards on the foundations.
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
            // The mark is used on these piles only. On all others every card is visible or face down.
            self.cards[goal] &= CARD;
        }
        if to <= RESERVE {
            // This happens only when a move is taken back. A card that was played from here had been seen,
            // but a row that was dealt from the stock had not.
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

    /// Updates the lengths of the sequences of a column from the card at `first` to the top.
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

    /// Removes the `n` cards that left a column, and now lie at `gone`, from its `heads`.
    #[inline]
    fn drop_heads(&mut self, column: usize, gone: usize, n: usize) {
        let gone = self.cards[gone..gone + n].iter().fold(0, |heads, card| heads | 1 << (card & CARD));
        let left = self.heads[column] & !gone;
        let len = usize::from(self.len[COLUMN + column]);
        // A descending sequence has every card once, and what is left of it can be moved as before.
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

    /// The place of the lowest visible card of the waste.
    #[inline]
    fn waste_edge(&self) -> usize {
        let len = usize::from(self.len[WASTE]);
        match self.plan.rules.waste_visible() {
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

    /// Turns the next cards. Returns their number, and which of them were seen for the first time.
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
        self.settle(events);
    }

    /// Moves each complete run from the top of a column to the first empty foundation. There may be one below
    /// another.
    #[inline]
    fn run_off(&mut self, column: usize, events: &mut Events) {
        while self.finished_run(column) {
            let mut places = FOUNDATION..FOUNDATION + usize::from(self.plan.rules.foundations());
            // There are as many foundations as runs in the deck.
            let to = places.find(|&f| self.len[f] == 0).expect("a foundation for every run");
            let (from, count) = (COLUMN + column, self.plan.rules.ranks);
            self.carry(from, to, count);
            events.push(StepKind::Carried, from, to, count);
            self.turn_up(column, events);
        }
    }
}
