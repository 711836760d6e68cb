//! Klondike written out slowly and plainly, to hold the fast solver against.
//!
//! Shares no code with it but `Position`, `Card` and `Move`: piles are lists, every move is checked
//! by the rules as a player reads them, and [`Plain::winnable`] tries every move everywhere.

use cards::{Card, Rank, Suit};
use rules::{Move, Pile};
use solve::packed::klondike::Position;
use std::collections::HashSet;

/// A table of Klondike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plain {
    /// Cards bottom to top, and whether each is face up.
    pub columns: Vec<Vec<(Card, bool)>>,
    pub stock: Vec<Card>,
    pub waste: Vec<Card>,
    pub foundations: [u8; 4],
    pub redeals: Option<u32>,
    ranks: u8,
    draw: usize,
    take_back: bool,
}

impl Plain {
    pub fn new(position: &Position) -> Plain {
        let columns = position.columns.iter().map(|column| {
            let cards = column.cards.iter().enumerate();
            cards.map(|(depth, card)| (*card, depth >= column.face_down)).collect()
        });
        Plain {
            columns: columns.collect(),
            stock: position.stock.clone(),
            waste: position.waste.clone(),
            foundations: position.foundations,
            redeals: position.redeals,
            ranks: position.ranks,
            draw: position.draw as usize,
            take_back: position.take_back,
        }
    }

    /// The position of this table.
    pub fn position(&self) -> Position {
        let mut position = Position::deal(&[], self.columns.len());
        for (column, cards) in position.columns.iter_mut().zip(&self.columns) {
            column.cards = cards.iter().map(|(card, _)| *card).collect();
            column.face_down = cards.iter().filter(|(_, face_up)| !face_up).count();
        }
        position.stock = self.stock.clone();
        position.waste = self.waste.clone();
        position.foundations = self.foundations;
        position.ranks = self.ranks;
        position.draw = self.draw as u8;
        position.redeals = self.redeals;
        position.take_back = self.take_back;
        position
    }

    pub fn won(&self) -> bool {
        self.stock.is_empty() && self.waste.is_empty() && self.columns.iter().all(Vec::is_empty)
    }

    /// Every move that might be legal, foundation moves last.
    pub fn candidates(&self) -> Vec<Move> {
        let mut moves = vec![Move::Redeal, Move::Draw];
        let columns: Vec<Pile> = (0..self.columns.len()).map(|index| Pile::Column(index as u8)).collect();
        let foundations: Vec<Pile> = (0..4).map(Pile::Foundation).collect();
        for from in &foundations {
            moves.extend(columns.iter().map(|to| Move::one(*from, *to)));
        }
        for from in &columns {
            for to in &columns {
                moves.extend((1..=self.ranks).map(|count| Move::Carry { from: *from, to: *to, count }));
            }
        }
        moves.extend(columns.iter().map(|to| Move::one(Pile::Waste, *to)));
        for from in columns.iter().chain([&Pile::Waste]) {
            moves.extend(foundations.iter().map(|to| Move::one(*from, *to)));
        }
        moves
    }

    /// May this move be played?
    pub fn legal(&self, m: Move) -> bool {
        match m {
            Move::Draw => !self.stock.is_empty(),
            Move::Redeal => self.stock.is_empty() && !self.waste.is_empty() && self.redeals != Some(0),
            Move::Deal => false,
            Move::Carry { from, to, count } => {
                let first = self.lifts(from, count as usize);
                from != to && first.is_some_and(|first| self.accepts(to, first, count))
            }
        }
    }

    /// Plays a move if it is legal; otherwise nothing changes.
    pub fn play(&mut self, m: Move) -> bool {
        if !self.legal(m) {
            return false;
        }
        match m {
            Move::Draw => {
                let count = self.draw.min(self.stock.len());
                self.waste.extend(self.stock.drain(..count));
            }
            Move::Redeal => {
                self.redeals = self.redeals.map(|left| left - 1);
                self.stock.append(&mut self.waste);
            }
            Move::Carry { from, to, count } => {
                let cards = match from {
                    Pile::Waste => vec![(self.waste.pop().unwrap(), true)],
                    Pile::Foundation(suit) => {
                        let rank = Rank::new(self.foundations[suit as usize]).unwrap();
                        self.foundations[suit as usize] -= 1;
                        vec![(Card::new(rank, Suit::from_index(suit)), true)]
                    }
                    Pile::Column(index) => {
                        let column = &mut self.columns[index as usize];
                        let cards = column.split_off(column.len() - count as usize);
                        if let Some(top) = column.last_mut() {
                            top.1 = true;
                        }
                        cards
                    }
                    _ => unreachable!("not legal"),
                };
                match to {
                    Pile::Foundation(suit) => self.foundations[suit as usize] += 1,
                    Pile::Column(index) => self.columns[index as usize].extend(cards),
                    _ => unreachable!("not legal"),
                }
            }
            Move::Deal => unreachable!("not legal"),
        }
        true
    }

    /// The lowest of the top `count` cards of a pile, if a player may pick them up together.
    fn lifts(&self, from: Pile, count: usize) -> Option<Card> {
        match from {
            Pile::Waste if count == 1 => self.waste.last().copied(),
            Pile::Foundation(suit) if count == 1 && self.take_back => {
                let rank = Rank::new(self.foundations[suit as usize])?;
                Some(Card::new(rank, Suit::from_index(suit)))
            }
            Pile::Column(index) => {
                let column = &self.columns[index as usize];
                let cards = &column[column.len().checked_sub(count)?..];
                let fine = cards.iter().all(|(_, face_up)| *face_up)
                    && cards.windows(2).all(|two| builds(two[0].0, two[1].0));
                cards.first().filter(|_| fine).map(|(card, _)| *card)
            }
            _ => None,
        }
    }

    fn accepts(&self, to: Pile, first: Card, count: u8) -> bool {
        match to {
            Pile::Foundation(suit) => {
                count == 1
                    && first.suit().index() == suit
                    && first.rank().number() == self.foundations[suit as usize] + 1
            }
            Pile::Column(index) => match self.columns[index as usize].last() {
                Some((top, face_up)) => *face_up && builds(*top, first),
                None => first.rank().number() == self.ranks,
            },
            _ => false,
        }
    }

    /// Tries everything. `None` if more than `limit` positions were not enough.
    pub fn winnable(&self, limit: usize) -> Option<bool> {
        let mut seen = HashSet::from([self.key()]);
        let mut stack = vec![self.clone()];
        let candidates = self.candidates();
        while let Some(table) = stack.pop() {
            if table.won() {
                return Some(true);
            }
            if seen.len() > limit {
                return None;
            }
            for m in candidates.iter().filter(|m| table.legal(**m)) {
                let mut next = table.clone();
                next.play(*m);
                if seen.insert(next.key()) {
                    stack.push(next);
                }
            }
        }
        Some(false)
    }

    /// The length of the shortest win, by trying everything breadth-first; `None` if there is none
    /// within `limit` positions.
    pub fn shortest(&self, limit: usize) -> Option<usize> {
        let mut seen = HashSet::from([self.key()]);
        let mut layer = vec![self.clone()];
        let candidates = self.candidates();
        for made in 0.. {
            let mut next_layer = Vec::new();
            for table in &layer {
                if table.won() {
                    return Some(made);
                }
                for m in candidates.iter().filter(|m| table.legal(**m)) {
                    let mut next = table.clone();
                    next.play(*m);
                    if seen.insert(next.key()) {
                        next_layer.push(next);
                    }
                }
            }
            if next_layer.is_empty() || seen.len() > limit {
                return None;
            }
            layer = next_layer;
        }
        None
    }

    /// The whole table as bytes.
    fn key(&self) -> Vec<u8> {
        let mut key = Vec::with_capacity(80);
        for column in &self.columns {
            key.extend(column.iter().map(|(card, face_up)| card.index() + 64 * u8::from(*face_up)));
            key.push(255);
        }
        key.extend(self.stock.iter().map(|card| card.index()));
        key.push(255);
        key.extend(self.waste.iter().map(|card| card.index()));
        key.push(255);
        key.extend(self.foundations);
        key.push(self.redeals.map_or(255, |left| left as u8));
        key
    }
}

fn builds(host: Card, card: Card) -> bool {
    host.rank().number() == card.rank().number() + 1 && host.color() != card.color()
}

/// Do these moves win from this position?
pub fn wins(position: &Position, moves: &[Move]) -> Result<(), String> {
    let mut table = Plain::new(position);
    for (index, m) in moves.iter().enumerate() {
        if !table.play(*m) {
            return Err(format!("move {index}, {m}, is not legal in {table:?}"));
        }
    }
    if table.won() { Ok(()) } else { Err(format!("not won at the end: {table:?}")) }
}

/// The deck of so many suits (2: spades and hearts) and ranks.
pub fn deck(suits: u8, ranks: u8) -> Vec<Card> {
    let suits: &[Suit] = if suits == 2 { &[Suit::Spades, Suit::Hearts] } else { &Suit::ALL };
    let ranks = 1..=ranks;
    ranks.flat_map(|rank| suits.iter().map(move |suit| Card::new(Rank::new(rank).unwrap(), *suit))).collect()
}
