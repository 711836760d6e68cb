//! From the steps of a search to plain moves.
//!
//! A [`Step`] names the cards that move. Here the steps are played on piles of cards, which shows the piles
//! between which the cards move, and the draws and redeals in between.

use crate::canfield::layout::Layout;
use crate::canfield::position::Position;
use crate::canfield::state::{Step, TO_EMPTY_COLUMN, TO_FOUNDATION};
use talon_cards::{Card, Suit};
use talon_rules::{Move, Pile, ReserveFills};

/// The piles while a line is written out. They know how cards move, but do not check whether a move is legal.
pub(super) struct Piles {
    position: Position,
    /// The moves so far.
    pub(super) moves: Vec<Move>,
}

impl Piles {
    /// The piles of a position.
    pub(super) fn new(position: &Position) -> Piles {
        Piles { position: position.clone(), moves: Vec::new() }
    }

    /// Plays one step.
    pub(super) fn step(&mut self, layout: &Layout, step: Step) {
        let card = layout.card(step.card);
        let (from, count) = self.find(card);
        let to = match step.to {
            TO_FOUNDATION => Pile::Foundation(self.home(card.suit())),
            TO_EMPTY_COLUMN => Pile::Column(self.empty_column()),
            target => self.find(layout.card(target)).0,
        };
        self.carry(from, to, count);
    }

    /// The pile of a card, and the number of cards from it to the top. A stock card is drawn first.
    fn find(&mut self, card: Card) -> (Pile, u8) {
        let position = &self.position;
        for (at, column) in position.columns.iter().enumerate() {
            if let Some(depth) = column.iter().position(|&other| other == card) {
                return (Pile::Column(at as u8), (column.len() - depth) as u8);
            }
        }
        if position.reserve.last() == Some(&card) {
            return (Pile::Reserve, 1);
        }
        if position.stock.contains(&card) || position.waste.contains(&card) {
            while self.position.waste.last() != Some(&card) {
                self.turn();
            }
            return (Pile::Waste, 1);
        }
        (Pile::Foundation(self.home(card.suit())), 1)
    }

    /// Draws, or redeals if the stock is empty.
    fn turn(&mut self) {
        let position = &mut self.position;
        if position.stock.is_empty() {
            std::mem::swap(&mut position.stock, &mut position.waste);
            if let Some(redeals) = &mut position.redeals {
                *redeals = redeals.checked_sub(1).expect("the search counts every redeal");
            }
            self.moves.push(Move::Redeal);
            if !position.variant.redeal_draws {
                return;
            }
        } else {
            self.moves.push(Move::Draw);
        }
        let count = usize::from(position.variant.draw).min(position.stock.len());
        position.waste.extend(position.stock.drain(..count));
    }

    /// The number of the foundation of a suit.
    fn home(&self, suit: Suit) -> u8 {
        let homes = &self.position.homes;
        let own = homes.iter().position(|&home| home == Some(suit));
        let at = own.or_else(|| homes.iter().position(Option::is_none));
        at.expect("there is a foundation for every suit") as u8
    }

    fn empty_column(&self) -> u8 {
        self.position.columns.iter().position(Vec::is_empty).expect("the step needs an empty column") as u8
    }

    fn carry(&mut self, from: Pile, to: Pile, count: u8) {
        self.moves.push(Move::Carry { from, to, count });
        let position = &mut self.position;
        let mut cards = Vec::new();
        match from {
            Pile::Waste => cards.extend(position.waste.pop()),
            Pile::Reserve => cards.extend(position.reserve.pop()),
            Pile::Column(at) => {
                let column = &mut position.columns[usize::from(at)];
                cards = column.split_off(column.len() - usize::from(count));
            }
            Pile::Foundation(at) => {
                let suit = position.homes[usize::from(at)].expect("a foundation with cards has a suit");
                let up = &mut position.up[usize::from(suit.index())];
                *up -= 1;
                let rank = (position.base.number() - 1 + *up) % position.ranks + 1;
                cards.push(Card::new(talon_cards::Rank::new(rank).expect("a rank of the deck"), suit));
            }
            Pile::Stock | Pile::Cell(_) => unreachable!("no step starts there"),
        }
        match to {
            Pile::Column(at) => position.columns[usize::from(at)].extend(cards),
            Pile::Foundation(at) => {
                position.homes[usize::from(at)] = Some(cards[0].suit());
                position.up[usize::from(cards[0].suit().index())] += 1;
            }
            _ => unreachable!("no step ends there"),
        }
        if position.variant.reserve_fills == ReserveFills::Itself {
            for column in position.columns.iter_mut().filter(|column| column.is_empty()) {
                column.extend(position.reserve.pop());
            }
        }
    }

    /// Raises all cards that are left. They must be in the stock and the waste, and redeals unlimited.
    pub(super) fn finish(&mut self) {
        let position = &self.position;
        debug_assert!(position.columns.iter().all(Vec::is_empty) && position.reserve.is_empty());
        while !(self.position.stock.is_empty() && self.position.waste.is_empty()) {
            let position = &self.position;
            let next = position.stock.iter().chain(&position.waste).copied().find(|card| {
                let rank = (card.rank().number() + position.ranks - position.base.number()) % position.ranks;
                position.up[usize::from(card.suit().index())] == rank
            });
            let card =
                next.expect("if all cards left are stock cards, one of them is the next of its foundation");
            let (from, count) = self.find(card);
            let to = Pile::Foundation(self.home(card.suit()));
            self.carry(from, to, count);
        }
    }
}
