//! Positions that cannot be won because some cards hold each other down for ever.
//!
//! A generous game is played beside the true one: in it nothing that was possible once is ever lost.
//! Starting from what lies open, these facts are collected until no new one comes:
//!
//! * a card is *clear* when it is the top of its pile, or the card directly on it can leave;
//! * a card can *rise* when it is clear and its predecessor on the foundation is up or can rise;
//! * a column can be *emptied* when one is, or when the lowest card of one can leave;
//! * a card can *leave* the card it lies on when it can be lifted and either can rise, or a card it
//!   may lie on is clear, or it may go into an emptied column.
//!
//! **Why it proves a loss.** Take any true line and look at the first time each thing happens in it.
//! A card directly on another stays there until it leaves it; so a card can only be top, take guests,
//! rise or leave alone after the one on it has left. Every condition a true move needs was met earlier
//! in the line, so by induction over the line every card that truly leaves or rises does so in the
//! generous game. If there a card cannot rise, it cannot in truth.
//!
//! Cards of stock, waste and cells count as clear, as do foundation cards where they may be taken back:
//! more generous still. It is of no use where cells take cards (everything can leave), and not worked
//! out for two of each card.

use super::columns::{Column, NO_CARD};
use super::facts::Facts;
use rules::{Fill, Goal, Pile, ReserveFills, Rules, Table, Take, TakeBack};

/// Is the test worth making under these rules?
pub fn applies(rules: &Rules) -> bool {
    rules.goal == Goal::Foundations && rules.copies == 1 && !(rules.cells_take && rules.cells > 0)
}

/// Is the position certainly lost? Only where the test [`applies`].
pub fn hopeless(facts: &Facts, table: &Table, columns: &[Column]) -> bool {
    Generous::new(facts, table, columns).never_ends()
}

/// What is possible in the generous game, one bit a card.
struct Generous<'a> {
    facts: &'a Facts,
    /// For each card, the card it lies on.
    below: [u8; 64],
    /// Cards that are face up.
    open: u64,
    clear: u64,
    /// Cards that can be lifted off what they lie on, if there is a place for them.
    loose: u64,
    left: u64,
    /// Cards on the foundations, or that can rise.
    up: u64,
    /// Cards at the bottom of columns.
    bottoms: u64,
    emptied: bool,
}

impl<'a> Generous<'a> {
    fn new(facts: &'a Facts, table: &Table, columns: &[Column]) -> Generous<'a> {
        let rules = &facts.rules;
        let mut game = Generous {
            facts,
            below: [NO_CARD; 64],
            open: 0,
            clear: 0,
            loose: 0,
            left: 0,
            up: 0,
            bottoms: 0,
            emptied: false,
        };
        let mut placed = 0u64;
        for (c, column) in columns.iter().enumerate() {
            game.emptied |= column.len == 0;
            placed |= column.cards;
            let mut before = NO_CARD;
            for (i, card) in table.cards(Pile::Column(c as u8)).enumerate() {
                let card = card.index();
                game.below[usize::from(card)] = before;
                game.open |= u64::from(i >= usize::from(column.hidden)) << card;
                if before == NO_CARD {
                    game.bottoms |= 1 << card;
                }
                before = card;
            }
            if before != NO_CARD {
                game.uncover(before);
            }
        }
        if rules.take == Take::FaceUp || matches!(rules.take, Take::Whole | Take::TopOrWhole) {
            game.loose |= game.open;
        }
        let mut before = NO_CARD;
        for card in table.cards(Pile::Reserve) {
            game.below[usize::from(card.index())] = before;
            before = card.index();
            placed |= 1 << before;
        }
        if before != NO_CARD {
            game.uncover(before);
        }
        for f in 0..rules.foundations() {
            for card in table.cards(Pile::Foundation(f)) {
                game.up |= 1 << card.index();
            }
        }
        // All others lie in stock, waste and cells.
        let others = facts.deck & !placed & !game.up;
        game.clear |= others;
        game.loose |= others;
        if rules.take_back != TakeBack::Never {
            game.clear |= game.up;
        }
        game
    }

    /// Notes that a card is clear, and what that sets loose.
    fn uncover(&mut self, card: u8) {
        self.clear |= 1 << card;
        self.loose |= 1 << card;
        if matches!(self.facts.rules.take, Take::Run | Take::SuitRun | Take::RunBySpace) {
            // What it continues can be lifted with it.
            let mut top = card;
            loop {
                let under = self.below[usize::from(top)];
                if under == NO_CARD || self.open >> under & 1 == 0 || !self.facts.fits(top, under) {
                    break;
                }
                self.loose |= 1 << under;
                top = under;
            }
        }
    }

    /// Collects all facts: is there a card that cannot rise?
    fn never_ends(mut self) -> bool {
        let rules = &self.facts.rules;
        let spaces = match rules.fill {
            Fill::Nothing if rules.reserve_fills == ReserveFills::Never => 0,
            Fill::Kings if rules.reserve_fills == ReserveFills::Never => self.facts.kings,
            _ => u64::MAX,
        };
        loop {
            let (clear, up, left) = (self.clear, self.up, self.left);
            let mut hosted = 0;
            let mut rest = self.clear;
            while rest != 0 {
                hosted |= self.facts.guests[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
            // One step up for every suit at once, as often as it goes.
            loop {
                let next = self.facts.starts | self.facts.next_of(self.up);
                let risen = next & self.clear & !self.up;
                if risen == 0 {
                    break;
                }
                self.up |= risen;
            }
            if self.up == self.facts.deck {
                return false;
            }
            let mut places = hosted | self.up;
            if self.emptied {
                places |= spaces;
            }
            let mut leaving = self.loose & places & !self.left;
            self.left |= leaving;
            self.emptied |= leaving & self.bottoms != 0;
            while leaving != 0 {
                let card = leaving.trailing_zeros() as usize;
                leaving &= leaving - 1;
                let under = self.below[card];
                if under != NO_CARD {
                    self.uncover(under);
                }
            }
            if (clear, up, left) == (self.clear, self.up, self.left) {
                return true;
            }
        }
    }
}
