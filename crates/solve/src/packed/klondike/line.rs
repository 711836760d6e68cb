//! From packed steps to plain moves: a small plain table that carries them out.
//!
//! Knows the piles of one Klondike and where every card lies; knows no search.

use super::expand::Step;
use super::layout;
use super::position::Position;
use cards::{Card, Rank};
use rules::{Move, Pile};

/// The piles, cards bottom to top.
#[derive(Clone, Debug)]
pub(super) struct Piles {
    columns: Vec<Vec<Card>>,
    face_down: Vec<usize>,
    /// Waste and stock in one: the waste is the first `drawn` cards.
    deck: Vec<Card>,
    drawn: usize,
    heights: [u8; 4],
    ranks: u8,
    draw: usize,
    moves: Vec<Move>,
}

fn takes(host: Card, card: Card) -> bool {
    host.rank().number() == card.rank().number() + 1 && host.color() != card.color()
}

impl Piles {
    pub fn new(position: &Position) -> Piles {
        Piles {
            columns: position.columns.iter().map(|column| column.cards.clone()).collect(),
            face_down: position.columns.iter().map(|column| column.face_down).collect(),
            deck: position.waste.iter().chain(&position.stock).copied().collect(),
            drawn: position.waste.len(),
            heights: position.foundations,
            ranks: position.ranks,
            draw: position.draw as usize,
            moves: Vec::new(),
        }
    }

    /// Carries the steps out, then plays up what is left; the plain moves.
    pub fn carry_out(mut self, steps: &[Step]) -> Vec<Move> {
        for step in steps {
            let card = layout::card(step.bit());
            if step.is_up() { self.up(card) } else { self.down(card) }
        }
        while let Some(card) = self.lowest() {
            self.up(card);
        }
        self.moves
    }

    fn lowest(&self) -> Option<Card> {
        let table = self.columns.iter().flatten().chain(&self.deck);
        table.min_by_key(|card| card.rank()).copied()
    }

    /// The column and depth of a card of the tableau.
    fn find(&self, card: Card) -> Option<(usize, usize)> {
        self.columns.iter().enumerate().find_map(|(index, column)| {
            let depth = column.iter().rposition(|other| *other == card)?;
            Some((index, depth))
        })
    }

    fn up(&mut self, card: Card) {
        let to = Pile::Foundation(card.suit().index());
        // A step up stands for the stock cards below it in its suit as well.
        while let Some(rank) = Rank::new(self.heights[card.suit().index() as usize] + 1)
            && rank < card.rank()
        {
            self.up(Card::new(rank, card.suit()));
        }
        debug_assert_eq!(self.heights[card.suit().index() as usize] + 1, card.rank().number());
        self.heights[card.suit().index() as usize] += 1;
        if let Some((column, depth)) = self.find(card) {
            if depth + 1 < self.columns[column].len() {
                // What lies on it goes to its twin, which is bare: see the module `deal`.
                let burden = self.columns[column][depth + 1];
                let twin = self.bare_host(burden).expect("a barable card has a bare twin");
                self.carry(column, depth + 1, twin);
            }
            self.columns[column].pop();
            self.moves.push(Move::one(Pile::Column(column as u8), to));
            self.turn(column);
        } else {
            self.uncover(card);
            self.take_drawn();
            self.moves.push(Move::one(Pile::Waste, to));
        }
    }

    fn down(&mut self, card: Card) {
        let host = self.bare_host(card).expect("a card comes down only where there is room");
        if let Some((column, depth)) = self.find(card) {
            self.carry(column, depth, host);
            return;
        }
        let height = &mut self.heights[card.suit().index() as usize];
        let from = if *height >= card.rank().number() {
            debug_assert_eq!(*height, card.rank().number());
            *height -= 1;
            Pile::Foundation(card.suit().index())
        } else {
            self.uncover(card);
            self.take_drawn();
            Pile::Waste
        };
        self.moves.push(Move::one(from, Pile::Column(host as u8)));
        self.columns[host].push(card);
    }

    /// A column that takes the card now.
    fn bare_host(&self, card: Card) -> Option<usize> {
        self.columns.iter().position(|column| match column.last() {
            Some(host) => takes(*host, card),
            None => card.rank().number() == self.ranks,
        })
    }

    fn carry(&mut self, from: usize, depth: usize, to: usize) {
        let run = self.columns[from].split_off(depth);
        let (from_pile, to_pile) = (Pile::Column(from as u8), Pile::Column(to as u8));
        self.moves.push(Move::Carry { from: from_pile, to: to_pile, count: run.len() as u8 });
        self.columns[to].extend(run);
        self.turn(from);
    }

    fn turn(&mut self, column: usize) {
        self.face_down[column] = self.face_down[column].min(self.columns[column].len().saturating_sub(1));
    }

    /// Draws until the card is on top of the waste.
    fn uncover(&mut self, card: Card) {
        debug_assert!(self.deck.contains(&card), "{card} is in stock or waste");
        let mut redeals = 0;
        while self.drawn == 0 || self.deck[self.drawn - 1] != card {
            if self.drawn == self.deck.len() {
                self.drawn = 0;
                self.moves.push(Move::Redeal);
                redeals += 1;
                assert!(redeals < 2, "a stock card that is played is in reach");
            } else {
                self.drawn = (self.drawn + self.draw).min(self.deck.len());
                self.moves.push(Move::Draw);
            }
        }
    }

    fn take_drawn(&mut self) {
        self.drawn -= 1;
        self.deck.remove(self.drawn);
    }
}
