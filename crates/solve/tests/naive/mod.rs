//! Spider once more, as naively as possible: shared by the tests and the long check.

use cards::{Card, Deck, Generator};
use rules::{Move, Pile};
use solve::packed::spider::{Position, Ruling};
use std::collections::HashSet;

/// What the naive model may be told to get wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// An ace takes a king.
    Wrap,
    /// A run may change its suit.
    MixedRuns,
    /// Rows are dealt over empty columns, or are not.
    OtherDeal,
    /// A run completed by a deal stays.
    DealtRunStays,
    /// A complete run stays.
    RunStays,
    /// The card under a run that left is not turned.
    NotTurned,
    /// Rows are dealt from the last column to the first.
    BackwardDeal,
    /// A card goes on its own rank.
    SameRank,
    /// Only kings into empty columns.
    KingsOnly,
}

/// Spider as naively as possible: every card knows whether it is face up.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Naive {
    pub columns: Vec<Vec<(Card, bool)>>,
    stock: Vec<Card>,
    ranks: usize,
    strict: bool,
}

impl Naive {
    /// The position, card by card.
    pub fn of(position: &Position) -> Naive {
        let columns = position.columns.iter().map(|column| {
            column.cards.iter().enumerate().map(|(i, &card)| (card, i >= column.down)).collect()
        });
        Naive {
            columns: columns.collect(),
            stock: position.stock.clone(),
            ranks: position.ruling.ranks.into(),
            strict: position.ruling.strict,
        }
    }

    /// Plays a move, or says that it is illegal.
    pub fn play(&mut self, m: Move, fault: Fault) -> bool {
        let touched: Vec<usize> = match m {
            Move::Deal => {
                let strict = self.strict != (fault == Fault::OtherDeal);
                if self.stock.is_empty() || strict && self.columns.iter().any(Vec::is_empty) {
                    return false;
                }
                let row = self.columns.len().min(self.stock.len());
                for i in 0..row {
                    let c = if fault == Fault::BackwardDeal { row - 1 - i } else { i };
                    self.columns[c].push((self.stock.remove(0), true));
                }
                if fault == Fault::DealtRunStays { Vec::new() } else { (0..row).collect() }
            }
            Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count } => {
                let (from, to, count) = (usize::from(from), usize::from(to), usize::from(count));
                if from == to || count == 0 || count > self.columns[from].len() {
                    return false;
                }
                let at = self.columns[from].len() - count;
                let group = &self.columns[from][at..];
                let head = group[0].0;
                for (i, &(card, up)) in group.iter().enumerate() {
                    let suited = card.suit() == head.suit() || fault == Fault::MixedRuns;
                    if !up || !suited || usize::from(card.rank().number()) + i != head.rank().number().into()
                    {
                        return false;
                    }
                }
                match self.columns[to].last() {
                    Some((top, _)) => {
                        let (under, over) = (top.rank().number(), head.rank().number());
                        let wraps = fault == Fault::Wrap && under == 1 && usize::from(over) == self.ranks;
                        if under != over + 1 && !wraps && !(fault == Fault::SameRank && under == over) {
                            return false;
                        }
                    }
                    None if fault == Fault::KingsOnly && usize::from(head.rank().number()) != self.ranks => {
                        return false;
                    }
                    None => {}
                }
                let group: Vec<_> = self.columns[from].drain(at..).collect();
                self.columns[to].extend(group);
                if let Some(top) = self.columns[from].last_mut() {
                    top.1 = true;
                }
                vec![to]
            }
            _ => return false,
        };
        for c in touched.into_iter().filter(|_| fault != Fault::RunStays) {
            let column = &mut self.columns[c];
            let top = column[column.len() - 1].0;
            let mut run = 0;
            for &(card, up) in column.iter().rev() {
                if !up || card.suit() != top.suit() || usize::from(card.rank().number()) != run + 1 {
                    break;
                }
                run += 1;
            }
            if run == self.ranks {
                column.truncate(column.len() - run);
                if let Some(top) = column.last_mut() {
                    top.1 |= fault != Fault::NotTurned;
                }
            }
        }
        true
    }

    /// Is every card gone?
    pub fn won(&self) -> bool {
        self.stock.is_empty() && self.columns.iter().all(Vec::is_empty)
    }
}

/// All moves one could name.
pub fn namable(columns: usize, ranks: u8) -> impl Iterator<Item = Move> {
    let carries = (0..columns).flat_map(move |from| {
        (0..columns).flat_map(move |to| {
            (1..=ranks).map(move |count| Move::Carry {
                from: Pile::Column(from as u8),
                to: Pile::Column(to as u8),
                count,
            })
        })
    });
    carries.chain([Move::Deal])
}

/// Every position within reach, by the naive model and nothing else.
pub fn brute(position: &Position) -> bool {
    let root = Naive::of(position);
    let mut seen = HashSet::from([root.clone()]);
    let mut queue = vec![root];
    while let Some(naive) = queue.pop() {
        if naive.won() {
            return true;
        }
        for m in namable(naive.columns.len(), position.ruling.ranks) {
            let mut child = naive.clone();
            if child.play(m, Fault::None) && !seen.contains(&child) {
                seen.insert(child.clone());
                queue.push(child);
            }
        }
    }
    false
}

/// Does the line win by the naive rules?
pub fn certify(position: &Position, line: &[Move]) {
    let mut naive = Naive::of(position);
    for (i, &m) in line.iter().enumerate() {
        assert!(naive.play(m, Fault::None), "move {i} of the line, {m}, is illegal");
    }
    assert!(naive.won(), "the line does not win");
}

/// Small deals of all shapes.
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
    let ruling = Ruling { ranks: deck.ranks, strict: pick.below(2) == 0 };
    let up = 1 + pick.below(2) as usize;
    Position::rows(&cards::shuffle(deck, number), &sizes, up, ruling)
}
