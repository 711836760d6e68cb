//! Dead positions: losses that are recognised without a search, because some cards hold each other down for ever.
//!
//! The test is a relaxation without deletions: what was possible once stays possible. Starting from the cards
//! that are uncovered, it collects these facts until no new one follows:
//! - a card is *clear* if it is the top card of its pile, or if the card directly on it can leave;
//! - a card *can be raised* if it is clear and its predecessor on the foundation is up or can be raised;
//! - some column *can be emptied* if one is empty, or if the lowest card of one can leave;
//! - a card *can leave* the card that it lies on if it can be lifted and either can be raised, or some card that
//!   it may be put on is clear, or it may go into an empty column and one can be emptied.
//!
//! *Claim.* If some card cannot be raised in the relaxation, the position is lost.
//!
//! *Proof.* Take any line of moves and consider the first time that each thing happens in it. A card directly on
//! another one stays there until it leaves it, so a card can be on top, take guests, be raised or leave on its own
//! only after the card on it has left. Every condition of a move was met earlier in the line, so by induction
//! over the line each card that leaves or is raised in it does so in the relaxation.
//!
//! Cards of the stock, the waste and the cells count as clear, and so do foundation cards if they may be taken
//! back. Rules about the base rank are ignored. Both only add to what is possible. `Prunings::dead_test` is the
//! precondition.

use crate::generic::columns::{Column, NO_CARD};
use crate::generic::game::Game;
use talon_rules::{Fill, Pile, ReserveFills, Table, Take, TakeBack};

/// Returns `true` if the position is lost. The dead test must be on under these rules.
pub fn is_dead(game: &Game, table: &Table, columns: &[Column]) -> bool {
    Relaxation::new(game, table, columns).leaves_cards()
}

/// What is possible in the relaxation, as sets of cards.
struct Relaxation<'a> {
    game: &'a Game,
    /// For each card, the card it lies on.
    below: [u8; 64],
    /// The cards that are face up.
    open: u64,
    /// The cards that are clear.
    clear: u64,
    /// The cards that can be lifted off what they lie on, if there is a place for them.
    loose: u64,
    /// The cards that can leave what they lie on.
    left: u64,
    /// The cards that are on the foundations or can be raised.
    up: u64,
    /// The cards at the bottom of columns.
    bottoms: u64,
    /// Whether some column can be emptied.
    emptied: bool,
}

impl<'a> Relaxation<'a> {
    fn new(game: &'a Game, table: &Table, columns: &[Column]) -> Relaxation<'a> {
        let rules = &game.rules;
        let mut relaxation = Relaxation {
            game,
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
            relaxation.emptied |= column.len == 0;
            placed |= column.cards;
            let mut before = NO_CARD;
            for (i, card) in table.cards(Pile::Column(c as u8)).enumerate() {
                let card = card.index();
                relaxation.below[usize::from(card)] = before;
                relaxation.open |= u64::from(i >= usize::from(column.hidden)) << card;
                if before == NO_CARD {
                    relaxation.bottoms |= 1 << card;
                }
                before = card;
            }
            if before != NO_CARD {
                relaxation.uncover(before);
            }
        }
        if rules.take == Take::FaceUp || matches!(rules.take, Take::Whole | Take::TopOrWhole) {
            relaxation.loose |= relaxation.open;
        }
        let mut before = NO_CARD;
        for card in table.cards(Pile::Reserve) {
            relaxation.below[usize::from(card.index())] = before;
            before = card.index();
            placed |= 1 << before;
        }
        if before != NO_CARD {
            relaxation.uncover(before);
        }
        for f in 0..rules.foundations() {
            for card in table.cards(Pile::Foundation(f)) {
                relaxation.up |= 1 << card.index();
            }
        }
        // All others lie in the stock, the waste and the cells.
        let others = game.deck & !placed & !relaxation.up;
        relaxation.clear |= others;
        relaxation.loose |= others;
        if rules.take_back != TakeBack::Never {
            relaxation.clear |= relaxation.up;
        }
        relaxation
    }

    /// Notes that a card is clear, and which cards can be lifted with it.
    fn uncover(&mut self, card: u8) {
        self.clear |= 1 << card;
        self.loose |= 1 << card;
        if matches!(self.game.rules.take, Take::Run | Take::SuitRun | Take::RunBySpace) {
            let mut top = card;
            loop {
                let under = self.below[usize::from(top)];
                if under == NO_CARD || self.open >> under & 1 == 0 || !self.game.fits(top, under) {
                    break;
                }
                self.loose |= 1 << under;
                top = under;
            }
        }
    }

    /// Collects all facts, and returns `true` if some card cannot be raised.
    fn leaves_cards(mut self) -> bool {
        let rules = &self.game.rules;
        let spaces = match rules.fill {
            Fill::Nothing if rules.reserve_fills == ReserveFills::Never => 0,
            Fill::Kings if rules.reserve_fills == ReserveFills::Never => self.game.kings,
            _ => u64::MAX,
        };
        loop {
            let (clear, up, left) = (self.clear, self.up, self.left);
            let mut hosted = 0;
            let mut rest = self.clear;
            while rest != 0 {
                hosted |= self.game.guests[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
            // One card of every suit at once, as often as possible.
            loop {
                let next = self.game.starts | self.game.next_of(self.up);
                let risen = next & self.clear & !self.up;
                if risen == 0 {
                    break;
                }
                self.up |= risen;
            }
            if self.up == self.game.deck {
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
