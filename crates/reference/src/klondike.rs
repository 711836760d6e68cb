//! A slow, plain model of Klondike, and exhaustive search with it.
//!
//! It shares no code with the solver except `Position`, `Card` and `Move`. Piles are lists, every move is
//! checked by the rules as a player reads them, and [`Plain::winnable`] tries every move in every position.

use std::collections::HashSet;
use talon_cards::{Card, Generator, Rank, Suit};
use talon_rules::{Move, Pile};
use talon_solve::klondike::Position;

/// A position in which every card knows whether it is face up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plain {
    /// The cards from bottom to top, and whether each is face up.
    columns: Vec<Vec<(Card, bool)>>,
    /// The stock, the next card first.
    stock: Vec<Card>,
    /// The waste from bottom to top.
    waste: Vec<Card>,
    /// The number of cards on the foundation of each suit.
    foundations: [u8; 4],
    /// The number of redeals left; `None` if they are unlimited.
    redeals: Option<u32>,
    ranks: u8,
    draw: usize,
    take_back: bool,
}

impl Plain {
    /// The model of a position.
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

    /// The position of the model.
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

    /// Returns `true` if every card is on the foundations.
    pub fn is_won(&self) -> bool {
        self.stock.is_empty() && self.waste.is_empty() && self.columns.iter().all(Vec::is_empty)
    }

    /// Every move that can be written down, legal or not. Foundation moves come last.
    fn conceivable_moves(&self) -> Vec<Move> {
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

    /// All legal moves.
    pub fn moves(&self) -> Vec<Move> {
        self.conceivable_moves().into_iter().filter(|&m| self.is_legal(m)).collect()
    }

    /// Returns `true` if a move is legal.
    pub fn is_legal(&self, m: Move) -> bool {
        match m {
            Move::Draw => !self.stock.is_empty(),
            Move::Redeal => self.stock.is_empty() && !self.waste.is_empty() && self.redeals != Some(0),
            Move::Deal => false,
            Move::Carry { from, to, count } => {
                let first = self.carried(from, count as usize);
                from != to && first.is_some_and(|first| self.accepts(to, first, count))
            }
        }
    }

    /// Plays a move; returns `false` and changes nothing if it is illegal.
    pub fn play(&mut self, m: Move) -> bool {
        if !self.is_legal(m) {
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
                    _ => unreachable!("the move was checked"),
                };
                match to {
                    Pile::Foundation(suit) => self.foundations[suit as usize] += 1,
                    Pile::Column(index) => self.columns[index as usize].extend(cards),
                    _ => unreachable!("the move was checked"),
                }
            }
            Move::Deal => unreachable!("the move was checked"),
        }
        true
    }

    /// The lowest of the top `count` cards of a pile if they may be carried together.
    fn carried(&self, from: Pile, count: usize) -> Option<Card> {
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

    /// Decides by exhaustive search whether the position can be won; `None` if there are more than `limit`
    /// positions.
    pub fn winnable(&self, limit: usize) -> Option<bool> {
        let mut seen = HashSet::from([self.key()]);
        let mut stack = vec![self.clone()];
        let moves = self.conceivable_moves();
        while let Some(table) = stack.pop() {
            if table.is_won() {
                return Some(true);
            }
            if seen.len() > limit {
                return None;
            }
            for m in moves.iter().filter(|m| table.is_legal(**m)) {
                let mut next = table.clone();
                next.play(*m);
                if seen.insert(next.key()) {
                    stack.push(next);
                }
            }
        }
        Some(false)
    }

    /// The length of the shortest win, by breadth-first search; `None` if there is no win or there are more
    /// than `limit` positions.
    pub fn shortest(&self, limit: usize) -> Option<usize> {
        let mut seen = HashSet::from([self.key()]);
        let mut layer = vec![self.clone()];
        let moves = self.conceivable_moves();
        for made in 0.. {
            let mut next_layer = Vec::new();
            for table in &layer {
                if table.is_won() {
                    return Some(made);
                }
                for m in moves.iter().filter(|m| table.is_legal(**m)) {
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

    /// The whole position as bytes.
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

/// Replays a line.
///
/// # Panics
/// If a move of the line is illegal or the line does not win.
pub fn certify(position: &Position, line: &[Move]) {
    let mut plain = Plain::new(position);
    for (i, &m) in line.iter().enumerate() {
        assert!(plain.play(m), "move {} of the line, {m}, is illegal in {plain:?}", i + 1);
    }
    assert!(plain.is_won(), "the line of {position:?} does not win");
}

/// The position after so many attempts to play random moves, most of which are illegal.
pub fn after_random_moves(position: &Position, attempts: u64, generator: &mut Generator) -> Position {
    let mut plain = Plain::new(position);
    let moves = plain.conceivable_moves();
    for _ in 0..attempts {
        plain.play(moves[generator.below(moves.len() as u64) as usize]);
    }
    plain.position()
}

/// A deck of 2 suits (spades and hearts) or 4 suits, sorted by rank.
pub fn deck(suits: u8, ranks: u8) -> Vec<Card> {
    let suits: &[Suit] = if suits == 2 { &[Suit::Spades, Suit::Hearts] } else { &Suit::ALL };
    let ranks = (1..=ranks).filter_map(Rank::new);
    ranks.flat_map(|rank| suits.iter().map(move |suit| Card::new(rank, *suit))).collect()
}
