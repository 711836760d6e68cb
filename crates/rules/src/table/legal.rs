//! The generation of legal moves, by set operations.
//!
//! The reason why a move is illegal is found by `check`. A contract test of `talon-games` compares the two.

use super::*;
use crate::{Fill, Goal, Move, Place, ReserveFills, Stock, Take, TakeBack};
use talon_cards::Suit;

/// The destinations of a position, collected once for all its moves.
struct Scan {
    /// The top card of each column; [`NONE`] for an empty column.
    top: [u8; COLUMNS],
    /// The top cards of the columns as a set of bits.
    tops: u64,
    /// The cards that may be put on some column.
    hosted: u64,
    /// The empty columns as a set of bits.
    empty: u32,
    /// The cards of columns that may be put into an empty column.
    fills: u64,
    /// The cards that may be put on some foundation.
    wanted: u64,
}

impl Table {
    /// All legal moves in a fixed order: to foundations, onto columns, into cells, back from foundations,
    /// and those of the stock.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.each_move(|m| moves.push(m));
        moves
    }

    /// Calls `with` for every legal move, in the order of [`Table::moves`], without allocating.
    #[inline]
    pub fn each_move(&self, with: impl FnMut(Move)) {
        self.each_of::<true>(with);
    }

    /// Calls `with` for every legal move except those that take cards back from a foundation.
    #[inline]
    pub fn each_forward_move(&self, with: impl FnMut(Move)) {
        self.each_of::<false>(with);
    }

    #[inline]
    fn each_of<const BACK: bool>(&self, mut with: impl FnMut(Move)) {
        let rules = &self.plan.rules;
        let scan = self.scan();
        match rules.goal {
            Goal::Foundations => self.moves_up(&scan, &mut with),
            Goal::RunsByHand => self.runs_off(&mut with),
            Goal::Runs | Goal::RunsStay => {}
        }
        self.moves_onto_columns(&scan, &mut with);
        if rules.cells > 0 && rules.cells_take {
            self.moves_into_cells(&mut with);
        }
        if BACK && rules.take_back != TakeBack::Never && rules.goal == Goal::Foundations {
            self.moves_back(&scan, &mut with);
        }
        match rules.stock {
            Stock::None => {}
            Stock::Rows | Stock::RowsAnyTime => {
                if self.len[STOCK] > 0 && (rules.stock == Stock::RowsAnyTime || scan.empty == 0) {
                    with(Move::Deal);
                }
            }
            Stock::Waste | Stock::FaceUp => {
                if self.len[STOCK] > 0 {
                    with(Move::Draw);
                } else if self.len[WASTE] > 0 && rules.redeals.allows(self.redeals_used) {
                    with(Move::Redeal);
                }
            }
        }
    }

    #[inline]
    fn scan(&self) -> Scan {
        let mut scan = Scan { top: [NONE; COLUMNS], tops: 0, hosted: 0, empty: 0, fills: 0, wanted: 0 };
        for c in 0..usize::from(self.plan.rules.columns) {
            let top = self.last(COLUMN + c);
            scan.top[c] = top;
            scan.tops |= 1 << top;
            scan.hosted |= self.plan.takes[usize::from(top)].bits();
            scan.empty |= u32::from(top == NONE) << c;
        }
        if scan.empty != 0 && !self.reserve_goes_first() {
            scan.fills = self.plan.fills.bits();
        }
        if self.plan.rules.goal == Goal::Foundations {
            for f in 0..usize::from(self.plan.rules.foundations()) {
                let top = self.last(FOUNDATION + f);
                scan.wanted |= self.plan.wants[usize::from(top)].bits();
            }
        }
        scan
    }

    /// The index of the top card of a pile; [`NONE`] for an empty pile.
    #[inline]
    fn last(&self, pile: usize) -> u8 {
        self.cards[self.top_place(pile)] & CARD
    }

    /// The pile whose top card is available for play after a draw: the waste, or a face-up stock.
    #[inline]
    pub(super) fn turned(&self) -> Option<Pile> {
        match self.plan.rules.stock {
            Stock::Waste => Some(Pile::Waste),
            Stock::FaceUp => Some(Pile::Stock),
            _ => None,
        }
    }

    pub(super) fn empty_column(&self) -> Option<u8> {
        (0..self.plan.rules.columns).find(|&c| self.len[COLUMN + usize::from(c)] == 0)
    }

    /// The foundations that the card may be put on.
    pub(super) fn each_foundation_for(&self, card: Card) -> impl Iterator<Item = usize> + '_ {
        let rules = &self.plan.rules;
        let is_base = card.rank() == self.plan.base;
        let (first, last) = match rules.place {
            Place::BySuit => {
                let copies = usize::from(rules.copies);
                let place = suit_place(rules, card) * copies;
                (place, place + copies)
            }
            Place::FirstEmpty | Place::AnyEmpty => (0, usize::from(rules.foundations())),
        };
        let mut one_only = rules.place != Place::AnyEmpty;
        (first..last).filter(move |&f| match self.last(FOUNDATION + f) {
            NONE => is_base && (rules.place == Place::AnyEmpty || std::mem::replace(&mut one_only, false)),
            top => self.plan.next[usize::from(top)] == card.index(),
        })
    }

    #[inline]
    fn up_from(&self, from: Pile, scan: &Scan, with: &mut impl FnMut(Move)) {
        let card = self.last(index(from));
        if scan.wanted >> card & 1 != 0 {
            for f in self.each_foundation_for(stored(card)) {
                with(Move::one(from, Pile::Foundation(f as u8)));
            }
        }
    }

    #[inline]
    fn moves_up(&self, scan: &Scan, with: &mut impl FnMut(Move)) {
        let rules = &self.plan.rules;
        if rules.reserve > 0 {
            self.up_from(Pile::Reserve, scan, with);
        }
        if scan.tops & scan.wanted != 0 {
            for c in 0..rules.columns {
                self.up_from(Pile::Column(c), scan, with);
            }
        }
        for c in 0..rules.cells {
            self.up_from(Pile::Cell(c), scan, with);
        }
        if let Some(turned) = self.turned() {
            self.up_from(turned, scan, with);
        }
    }

    fn runs_off(&self, with: &mut impl FnMut(Move)) {
        for c in (0..self.plan.rules.columns).filter(|&c| self.finished_run(usize::from(c))) {
            for f in
                (0..self.plan.rules.foundations()).filter(|&f| self.len[FOUNDATION + usize::from(f)] == 0)
            {
                with(Move::Carry {
                    from: Pile::Column(c),
                    to: Pile::Foundation(f),
                    count: self.plan.rules.ranks,
                });
            }
        }
    }

    /// Returns `true` if a complete run of one suit, from the highest rank to the ace, lies on top of the
    /// column.
    #[inline]
    pub(super) fn finished_run(&self, column: usize) -> bool {
        let up = &self.pile(COLUMN + column)[usize::from(self.down[column])..];
        let ranks = usize::from(self.plan.rules.ranks);
        // The indices of the aces are 0 to 3.
        match up.last() {
            Some(&top) if top < 4 && up.len() >= ranks => {
                up[up.len() - ranks..].windows(2).all(|pair| pair[0] == pair[1] + 4)
            }
            _ => false,
        }
    }

    /// Returns `true` if only the reserve may fill empty columns in this position.
    #[inline]
    fn reserve_goes_first(&self) -> bool {
        self.len[RESERVE] > 0 && self.plan.rules.reserve_fills != ReserveFills::Never
    }

    /// Returns `true` if the top card of a pile other than a column may be put into an empty column.
    fn fills(&self, from: Pile, card: u8) -> bool {
        let rules = &self.plan.rules;
        let card = stored(card);
        if self.reserve_goes_first() {
            return from == Pile::Reserve && !self.plan.stays_out(card);
        }
        let fits = match rules.fill {
            Fill::Anything => true,
            Fill::Kings => card.rank().number() == rules.ranks,
            Fill::Waste | Fill::WasteOrColumn => Some(from) == self.turned(),
            Fill::Nothing => false,
        };
        fits && !self.plan.stays_out(card)
    }

    /// The moves of a pile's top card onto columns; into empty columns only if `if_empty` is set.
    #[inline]
    fn onto_columns(&self, from: Pile, scan: &Scan, if_empty: bool, with: &mut impl FnMut(Move)) {
        let card = self.last(index(from));
        let may_fill = if_empty && scan.empty != 0 && card != NONE;
        if scan.hosted >> card & 1 == 0 && !may_fill {
            return;
        }
        let mut targets = self.hosts(card, scan);
        if may_fill && self.fills(from, card) {
            targets |= scan.empty;
        }
        each_bit(targets, |c| with(Move::one(from, Pile::Column(c))));
    }

    #[inline]
    fn moves_onto_columns(&self, scan: &Scan, with: &mut impl FnMut(Move)) {
        let rules = &self.plan.rules;
        if rules.reserve > 0 {
            self.onto_columns(Pile::Reserve, scan, true, with);
        }
        if let Some(turned) = self.turned() {
            self.onto_columns(turned, scan, true, with);
        }
        self.lifts(scan, with);
        for c in 0..rules.cells {
            self.onto_columns(Pile::Cell(c), scan, true, with);
        }
    }

    /// The columns that the card may be put on, as a set of bits; empty columns are not included.
    ///
    /// There is no branch in the loop, because it could not be predicted which columns match.
    #[inline]
    fn hosts(&self, card: u8, scan: &Scan) -> u32 {
        let onto = self.plan.onto[usize::from(card)].bits();
        let mut hosts = 0;
        for c in 0..usize::from(self.plan.rules.columns) {
            hosts |= ((onto >> scan.top[c] & 1) as u32) << c;
        }
        hosts
    }

    /// The moves of columns onto columns.
    #[inline]
    fn lifts(&self, scan: &Scan, with: &mut impl FnMut(Move)) {
        let columns = 0..self.plan.rules.columns;
        let face_up = |c: u8| self.len[COLUMN + usize::from(c)] - self.down[usize::from(c)];
        match self.plan.rules.take {
            Take::Top => columns.for_each(|c| self.lift(c, 1, face_up(c).min(1), scan, with)),
            Take::Whole => columns.for_each(|c| self.lift(c, face_up(c).max(1), face_up(c), scan, with)),
            Take::TopOrWhole => columns.for_each(|c| {
                self.lift(c, 1, face_up(c).min(1), scan, with);
                self.lift(c, face_up(c).max(2), face_up(c), scan, with);
            }),
            Take::Run | Take::SuitRun | Take::RunBySpace => {
                let goes = scan.hosted | scan.fills;
                let mut movable = 0;
                for c in columns {
                    movable |= u32::from(self.heads[usize::from(c)] & goes != 0) << c;
                }
                each_bit(movable, |c| {
                    if self.plan.descends {
                        let mut heads = self.heads[usize::from(c)] & goes;
                        while heads != 0 {
                            let head = heads.trailing_zeros() as u8;
                            let count = head / 4 - scan.top[usize::from(c)] / 4 + 1;
                            self.put(c, count, head, scan, with);
                            heads &= heads - 1;
                        }
                    } else {
                        let len = usize::from(self.len[COLUMN + usize::from(c)]);
                        self.lift(c, 1, self.runs[usize::from(c) * CARDS + len - 1], scan, with);
                    }
                });
            }
            Take::FaceUp => columns.for_each(|c| self.lift(c, 1, face_up(c), scan, with)),
        }
    }

    /// The moves of `least` to `most` cards of a column onto other columns.
    ///
    /// In most cases there are none, so the test is inlined and [`put`](Self::put) is a call. In the full
    /// program the compiler chose the opposite, which cost a third of the speed.
    #[inline(always)]
    fn lift(&self, column: u8, least: u8, most: u8, scan: &Scan, with: &mut impl FnMut(Move)) {
        let c = usize::from(column);
        let end = place(COLUMN + c, usize::from(self.len[COLUMN + c]));
        let goes = scan.hosted | scan.fills;
        for count in usize::from(least)..usize::from(most) + 1 {
            let card = self.cards[end - count];
            if goes >> card & 1 != 0 {
                self.put(column, count as u8, card, scan, with);
            }
        }
    }

    /// The moves of `count` cards of a column, the lowest of which is `card`, onto other columns.
    #[inline(never)]
    fn put(&self, column: u8, count: u8, card: u8, scan: &Scan, with: &mut impl FnMut(Move)) {
        let mut targets = self.hosts(card, scan);
        if scan.fills >> card & 1 != 0 {
            targets |= scan.empty;
        }
        targets &= !(1 << column);
        if self.plan.rules.take == Take::RunBySpace {
            for into_empty in [false, true].into_iter().filter(|&empty| count > self.room(empty)) {
                targets &= if into_empty { !scan.empty } else { scan.empty };
            }
        }
        each_bit(targets, |to| with(Move::Carry { from: Pile::Column(column), to: Pile::Column(to), count }));
    }

    /// The number of cards that can be moved one at a time by way of free cells and empty columns.
    pub(super) fn room(&self, into_empty: bool) -> u8 {
        let rules = &self.plan.rules;
        let free = if rules.cells_take {
            (0..usize::from(rules.cells)).filter(|&cell| self.len[CELL + cell] == 0).count()
        } else {
            0
        };
        // Empty columns help only if they take any card.
        let empty = if rules.fill == Fill::Anything && !self.reserve_goes_first() {
            (0..usize::from(rules.columns)).filter(|&c| self.len[COLUMN + c] == 0).count()
        } else {
            0
        };
        let helping = empty - usize::from(into_empty && empty > 0);
        ((free + 1) << helping.min(7)).min(CARDS) as u8
    }

    fn moves_into_cells(&self, with: &mut impl FnMut(Move)) {
        let rules = &self.plan.rules;
        for cell in (0..rules.cells).filter(|&cell| self.len[CELL + usize::from(cell)] == 0) {
            let to = Pile::Cell(cell);
            for c in (0..rules.columns).filter(|&c| self.len[COLUMN + usize::from(c)] > 0) {
                with(Move::one(Pile::Column(c), to));
            }
            for from in [(rules.reserve > 0).then_some(Pile::Reserve), self.turned()].into_iter().flatten() {
                if self.len[index(from)] > 0 {
                    with(Move::one(from, to));
                }
            }
        }
    }

    #[inline]
    fn moves_back(&self, scan: &Scan, with: &mut impl FnMut(Move)) {
        let rules = &self.plan.rules;
        let tops = (0..usize::from(rules.foundations())).map(|f| self.last(FOUNDATION + f));
        let raised: u64 = tops.fold(0, |raised, top| raised | 1 << top);
        if raised & scan.hosted == 0 && scan.empty == 0 && rules.take_back != TakeBack::EvenBase {
            return;
        }
        for f in 0..rules.foundations() {
            let from = Pile::Foundation(f);
            // The only card of a foundation is its base card.
            let is_base = self.len[index(from)] == 1;
            if is_base && rules.take_back != TakeBack::EvenBase {
                continue;
            }
            self.onto_columns(from, scan, rules.take_back != TakeBack::OntoCards, with);
            if is_base {
                let card = stored(self.last(index(from)));
                for to in self.each_foundation_for(card).filter(|&to| to != usize::from(f)) {
                    with(Move::one(from, Pile::Foundation(to as u8)));
                }
            }
        }
    }
}

/// Calls `with` for each bit that is set, from the lowest to the highest.
#[inline]
fn each_bit(mut bits: u32, mut with: impl FnMut(u8)) {
    while bits != 0 {
        with(bits.trailing_zeros() as u8);
        bits &= bits - 1;
    }
}

impl crate::Rules {
    /// The suit of a foundation, if each suit has its own.
    pub fn foundation_suit(&self, foundation: u8) -> Option<Suit> {
        if self.place != Place::BySuit || self.about_runs() {
            return None;
        }
        let place = usize::from(foundation / self.copies);
        let lies_there = |suit: &Suit| suit_place(self, Card::new(Rank::ACE, *suit)) == place;
        Suit::ALL.into_iter().rev().find(lies_there)
    }
}

/// The position of a card's suit among the suits of the deck.
pub(super) fn suit_place(rules: &crate::Rules, card: Card) -> usize {
    match rules.suits {
        1 => 0,
        2 => usize::from(card.suit().index().saturating_sub(2)),
        _ => usize::from(card.suit().index()),
    }
}
