//! A slow, plain model of the Spider family, with deliberate faults, and exhaustive search with it.

use std::collections::HashSet;
use talon_cards::{Card, Deck, Generator};
use talon_rules::{Move, Pile};
use talon_solve::spider::{Column, Position, Variant};

/// A deliberate mistake of the model, for tests that show that a comparison would notice it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A king may be put on an ace.
    Wrap,
    /// A run may consist of several suits.
    MixedRuns,
    /// The rule about dealing over empty columns is reversed.
    ReversedDealRule,
    /// A run that is completed by a deal stays.
    DealtRunStays,
    /// A complete run stays.
    RunStays,
    /// A complete run that is uncovered stays.
    UncoveredRunStays,
    /// The card under a run that left is not turned up.
    NotTurned,
    /// Rows are dealt from the last column to the first.
    BackwardDeal,
    /// A card may be put on a card of its own rank.
    SameRank,
    /// Empty columns take only kings.
    KingsOnly,
}

impl Fault {
    /// All faults.
    pub const ALL: [Fault; 10] = [
        Fault::Wrap,
        Fault::MixedRuns,
        Fault::ReversedDealRule,
        Fault::DealtRunStays,
        Fault::RunStays,
        Fault::UncoveredRunStays,
        Fault::NotTurned,
        Fault::BackwardDeal,
        Fault::SameRank,
        Fault::KingsOnly,
    ];
}

/// A position in which every card knows whether it is face up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plain {
    columns: Vec<Vec<(Card, bool)>>,
    stock: Vec<Card>,
    variant: Variant,
}

impl Plain {
    /// The model of a position, from which complete runs on top of columns have left.
    pub fn new(position: &Position) -> Plain {
        let columns = position.columns.iter().map(|column| {
            column.cards.iter().enumerate().map(|(i, &card)| (card, i >= column.face_down)).collect()
        });
        let (columns, stock) = (columns.collect(), position.stock.clone());
        let mut plain = Plain { columns, stock, variant: position.variant };
        (0..plain.columns.len()).for_each(|column| plain.remove_complete_runs(column, None));
        plain
    }

    /// The position of the model.
    pub fn position(&self) -> Position {
        let columns = self.columns.iter().map(|column| Column {
            cards: column.iter().map(|&(card, _)| card).collect(),
            face_down: column.iter().filter(|(_, face_up)| !face_up).count(),
        });
        Position { columns: columns.collect(), stock: self.stock.clone(), variant: self.variant }
    }

    /// The number of face-down cards in the columns.
    pub fn face_down(&self) -> usize {
        self.columns.iter().flatten().filter(|(_, face_up)| !face_up).count()
    }

    /// The number of cards in the stock.
    pub fn stock_len(&self) -> usize {
        self.stock.len()
    }

    /// Plays a move; returns `false` and changes nothing if it is illegal.
    pub fn play(&mut self, m: Move) -> bool {
        self.play_with(m, None)
    }

    /// Plays a move with a fault in the model; returns `false` and changes nothing if it is illegal.
    pub fn play_with(&mut self, m: Move, fault: Option<Fault>) -> bool {
        let changed = match m {
            Move::Deal => self.deal(fault),
            Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count } => {
                let (from, to, count) = (usize::from(from), usize::from(to), usize::from(count));
                self.carry(from, to, count, fault)
            }
            _ => None,
        };
        let Some(changed) = changed else { return false };
        if fault != Some(Fault::RunStays) {
            changed.into_iter().for_each(|column| self.remove_complete_runs(column, fault));
        }
        true
    }

    /// Deals a row; the columns in which a run may be complete, or `None` if the deal is illegal.
    fn deal(&mut self, fault: Option<Fault>) -> Option<Vec<usize>> {
        let strict = self.variant.strict != (fault == Some(Fault::ReversedDealRule));
        if self.stock.is_empty() || strict && self.columns.iter().any(Vec::is_empty) {
            return None;
        }
        let row = self.columns.len().min(self.stock.len());
        for i in 0..row {
            let column = if fault == Some(Fault::BackwardDeal) { row - 1 - i } else { i };
            self.columns[column].push((self.stock.remove(0), true));
        }
        Some(if fault == Some(Fault::DealtRunStays) { Vec::new() } else { (0..row).collect() })
    }

    /// Carries cards; the columns in which a run may be complete, or `None` if the carry is illegal.
    fn carry(&mut self, from: usize, to: usize, count: usize, fault: Option<Fault>) -> Option<Vec<usize>> {
        if from == to || count == 0 || count > self.columns[from].len() {
            return None;
        }
        let at = self.columns[from].len() - count;
        let carried = &self.columns[from][at..];
        let head = carried[0].0;
        for (i, &(card, face_up)) in carried.iter().enumerate() {
            let same_suit = card.suit() == head.suit() || fault == Some(Fault::MixedRuns);
            let descends = usize::from(card.rank().number()) + i == usize::from(head.rank().number());
            if !face_up || !same_suit || !descends {
                return None;
            }
        }
        let ranks = self.variant.ranks;
        let fits = match self.columns[to].last() {
            Some((top, _)) => {
                let (under, over) = (top.rank().number(), head.rank().number());
                under == over + 1
                    || fault == Some(Fault::Wrap) && under == 1 && over == ranks
                    || fault == Some(Fault::SameRank) && under == over
            }
            None => fault != Some(Fault::KingsOnly) || head.rank().number() == ranks,
        };
        if !fits {
            return None;
        }
        let carried: Vec<_> = self.columns[from].drain(at..).collect();
        self.columns[to].extend(carried);
        if let Some(top) = self.columns[from].last_mut() {
            top.1 = true;
        }
        Some(if fault == Some(Fault::UncoveredRunStays) { vec![to] } else { vec![from, to] })
    }

    /// Removes the run on top of a column if it is complete, and those that this uncovers.
    fn remove_complete_runs(&mut self, column: usize, fault: Option<Fault>) {
        let column = &mut self.columns[column];
        while let Some(&(top, _)) = column.last() {
            let mut length = 0;
            for &(card, face_up) in column.iter().rev() {
                if !face_up || card.suit() != top.suit() || card.rank().number() != length + 1 {
                    break;
                }
                length += 1;
            }
            if length != self.variant.ranks {
                break;
            }
            column.truncate(column.len() - usize::from(length));
            if let Some(top) = column.last_mut() {
                top.1 |= fault != Some(Fault::NotTurned);
            }
        }
    }

    /// Returns `true` if no card is left.
    pub fn is_won(&self) -> bool {
        self.stock.is_empty() && self.columns.iter().all(Vec::is_empty)
    }

    /// All legal moves, with a fault in the model.
    pub fn moves(&self, fault: Option<Fault>) -> Vec<Move> {
        let mut moves: Vec<Move> =
            self.conceivable_moves().filter(|&m| self.clone().play_with(m, fault)).collect();
        moves.sort();
        moves
    }

    /// Every deal and carry that can be written down, legal or not.
    fn conceivable_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let columns = 0..self.columns.len() as u8;
        let ranks = self.variant.ranks;
        let carries = columns.clone().flat_map(move |from| {
            columns.clone().flat_map(move |to| {
                let (from, to) = (Pile::Column(from), Pile::Column(to));
                (1..=ranks).map(move |count| Move::Carry { from, to, count })
            })
        });
        carries.chain([Move::Deal])
    }

    /// Decides by exhaustive search whether the position can be won.
    pub fn winnable(&self) -> bool {
        let mut known = HashSet::from([self.clone()]);
        let mut open = vec![self.clone()];
        while let Some(position) = open.pop() {
            if position.is_won() {
                return true;
            }
            for m in position.conceivable_moves() {
                let mut child = position.clone();
                if child.play(m) && !known.contains(&child) {
                    known.insert(child.clone());
                    open.push(child);
                }
            }
        }
        false
    }
}

/// Replays a line.
///
/// # Panics
/// If a move of the line is illegal or the line does not win.
pub fn certify(position: &Position, line: &[Move]) {
    let mut plain = Plain::new(position);
    for (i, &m) in line.iter().enumerate() {
        assert!(plain.play(m), "move {} of the line, {m}, is illegal", i + 1);
    }
    assert!(plain.is_won(), "the line does not win");
}

/// A small deal; the number determines the deck, the layout, the rules and the cards.
pub fn small(number: u64) -> Position {
    let mut pick = Generator::new(number);
    let decks = [
        Deck { copies: 1, suits: 2, ranks: 4 },
        Deck { copies: 2, suits: 1, ranks: 4 },
        Deck { copies: 2, suits: 2, ranks: 3 },
        Deck { copies: 1, suits: 4, ranks: 3 },
        Deck { copies: 2, suits: 2, ranks: 2 },
        Deck { copies: 2, suits: 1, ranks: 5 },
    ];
    let deck = decks[pick.below(decks.len() as u64) as usize];
    let columns = 2 + pick.below(3) as usize;
    let sizes: Vec<usize> = (0..columns).map(|_| 1 + pick.below(4) as usize).collect();
    let variant = Variant { ranks: deck.ranks, strict: pick.below(2) == 0 };
    let face_up = 1 + pick.below(4) as usize;
    Position::rows(&talon_cards::shuffle(deck, number), &sizes, face_up, variant)
}
