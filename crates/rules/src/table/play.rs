//! Playing a move and taking it back, card by card, without allocating.

use super::*;
use crate::{Count, Event, Events, Goal, IllegalMove, Move, ReserveFills, Stock};

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
            Move::Draw => {
                let event = self.draw();
                events.push(event);
                self.show_stock(events);
            }
            Move::Redeal => {
                events.push(self.redeal());
                if self.plan.rules.redeal_draws {
                    let event = self.draw();
                    events.push(event);
                }
            }
            Move::Deal => self.deal_row(events),
            Move::Carry { from, to, count } => self.carry_out(from, to, count, events),
        }
    }

    /// Takes back a move, given what it did. Moves are taken back in reverse order.
    #[inline]
    pub fn undo(&mut self, events: &Events) {
        for event in events.iter().rev() {
            match *event {
                Event::Carried { from, to, count } => self.carry(to, from, count),
                Event::TurnedUp(pile) => self.turn_down(pile),
                Event::Drawn { count, fresh } => self.undraw(count, fresh),
                Event::Redealt { .. } => {
                    self.turn_over(STOCK, WASTE);
                    self.redeals_used -= 1;
                }
                Event::Dealt { count } => {
                    for c in (0..usize::from(count)).rev() {
                        self.shift(COLUMN + c, STOCK, 1);
                    }
                }
            }
        }
    }

    #[inline]
    fn carry_out(&mut self, from: Pile, to: Pile, count: u8, events: &mut Events) {
        self.carry(from, to, count);
        events.push(Event::Carried { from, to, count });
        match from {
            Pile::Column(c) => {
                self.turn_up(c, events);
                if self.plan.rules.goal == Goal::Runs {
                    if let Pile::Column(to) = to {
                        self.run_off(to, events);
                    }
                } else if self.plan.rules.reserve_fills == ReserveFills::Itself
                    && self.len[COLUMN + usize::from(c)] == 0
                    && self.len[RESERVE] > 0
                {
                    self.carry(Pile::Reserve, from, 1);
                    events.push(Event::Carried { from: Pile::Reserve, to: from, count: 1 });
                    self.show_reserve(events);
                }
            }
            Pile::Waste => self.show_waste(events),
            Pile::Reserve => self.show_reserve(events),
            Pile::Stock => self.show_stock(events),
            Pile::Foundation(_) | Pile::Cell(_) => {}
        }
    }

    /// Moves cards between piles and keeps count of foundations and runs.
    #[inline]
    fn carry(&mut self, from: Pile, to: Pile, count: u8) {
        self.shift(index(from), index(to), count);
        if let Pile::Foundation(_) = from {
            self.up -= count;
        }
        if let Pile::Foundation(_) = to {
            self.up += count;
        }
    }

    #[inline]
    fn shift(&mut self, from: usize, to: usize, count: u8) {
        let n = usize::from(count);
        let (source, target) = (usize::from(self.len[from]) - n, usize::from(self.len[to]));
        debug_assert!(target + n <= CARDS);
        let at = from * CARDS + source;
        let goal = to * CARDS + target;
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
        let (cards, runs) = ((COLUMN + column) * CARDS, column * CARDS);
        for i in first..usize::from(self.len[COLUMN + column]) {
            let continues = i > down
                && self.plan.continues[usize::from(self.cards[cards + i] & CARD)]
                    .contains(stored(self.cards[cards + i - 1]));
            self.runs[runs + i] = if continues { self.runs[runs + i - 1] + 1 } else { 1 };
        }
    }

    #[inline]
    fn turn_up(&mut self, column: u8, events: &mut Events) {
        let c = usize::from(column);
        let len = self.len[COLUMN + c];
        if len > 0 && len == self.down[c] {
            self.down[c] -= 1;
            self.runs[c * CARDS + usize::from(len) - 1] = 1;
            events.push(Event::TurnedUp(Pile::Column(column)));
        }
    }

    fn turn_down(&mut self, pile: Pile) {
        match pile {
            Pile::Column(c) => self.down[usize::from(c)] += 1,
            Pile::Waste => {
                let at = self.waste_edge();
                self.cards[WASTE * CARDS + at] &= CARD;
            }
            _ => {
                let p = index(pile);
                self.cards[p * CARDS + usize::from(self.len[p]) - 1] &= CARD;
            }
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
        let at = WASTE * CARDS + self.waste_edge();
        if self.len[WASTE] > 0 && self.cards[at] & SEEN == 0 {
            self.cards[at] |= SEEN;
            events.push(Event::TurnedUp(Pile::Waste));
        }
    }

    #[inline]
    fn show_reserve(&mut self, events: &mut Events) {
        let at = (RESERVE * CARDS + usize::from(self.len[RESERVE])).wrapping_sub(1);
        if self.len[RESERVE] > 0 && self.cards[at] & SEEN == 0 {
            self.cards[at] |= SEEN;
            events.push(Event::TurnedUp(Pile::Reserve));
        }
    }

    #[inline]
    fn show_stock(&mut self, events: &mut Events) {
        if self.plan.rules.stock == Stock::FaceUp && self.len[STOCK] > 0 {
            let at = STOCK * CARDS + usize::from(self.len[STOCK]) - 1;
            if self.cards[at] & SEEN == 0 {
                self.cards[at] |= SEEN;
                events.push(Event::TurnedUp(Pile::Stock));
            }
        }
    }

    #[inline]
    pub(super) fn draw(&mut self) -> Event {
        let count = self.plan.rules.draw.min(self.len[STOCK]);
        for _ in 0..count {
            self.len[STOCK] -= 1;
            let card = self.cards[STOCK * CARDS + usize::from(self.len[STOCK])];
            self.cards[WASTE * CARDS + usize::from(self.len[WASTE])] = card;
            self.len[WASTE] += 1;
        }
        let first = usize::from(self.len[WASTE] - count);
        let mut fresh = 0;
        for i in self.waste_edge().max(first)..usize::from(self.len[WASTE]) {
            let card = &mut self.cards[WASTE * CARDS + i];
            fresh |= u8::from(*card & SEEN == 0) << (i - first);
            *card |= SEEN;
        }
        Event::Drawn { count, fresh }
    }

    fn undraw(&mut self, count: u8, fresh: u8) {
        for i in (0..count).rev() {
            self.len[WASTE] -= 1;
            let mut card = self.cards[WASTE * CARDS + usize::from(self.len[WASTE])];
            if fresh >> i & 1 != 0 {
                card &= CARD;
            }
            self.cards[STOCK * CARDS + usize::from(self.len[STOCK])] = card;
            self.len[STOCK] += 1;
        }
    }

    fn redeal(&mut self) -> Event {
        let count = self.len[WASTE];
        self.turn_over(WASTE, STOCK);
        self.redeals_used += 1;
        Event::Redealt { count }
    }

    /// Turns a whole pile over onto an empty one.
    fn turn_over(&mut self, from: usize, to: usize) {
        let n = usize::from(self.len[from]);
        for i in 0..n {
            self.cards[to * CARDS + i] = self.cards[from * CARDS + n - 1 - i];
        }
        self.len[from] = 0;
        self.len[to] = n as u8;
    }

    fn deal_row(&mut self, events: &mut Events) {
        let count = self.plan.rules.columns.min(self.len[STOCK]);
        for c in 0..usize::from(count) {
            self.shift(STOCK, COLUMN + c, 1);
        }
        events.push(Event::Dealt { count });
        if self.plan.rules.goal == Goal::Runs {
            for c in 0..count {
                self.run_off(c, events);
            }
        }
    }

    /// Takes a finished run off a column, to the first empty foundation.
    #[inline]
    fn run_off(&mut self, column: u8, events: &mut Events) {
        if !self.finished_run(usize::from(column)) {
            return;
        }
        let f = (0..self.plan.rules.foundations()).find(|&f| self.len[FOUNDATION + usize::from(f)] == 0);
        // There are as many foundations as runs in the deck.
        let to = Pile::Foundation(f.expect("a foundation for every run"));
        let (from, count) = (Pile::Column(column), self.plan.rules.ranks);
        self.carry(from, to, count);
        events.push(Event::Carried { from, to, count });
        self.turn_up(column, events);
    }
}
