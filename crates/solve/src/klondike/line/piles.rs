//! The piles of one position, on which steps are carried out as plain moves.
//!
//! Where the packed state only says that a rearrangement is possible, this finds the moves: it chooses a bare
//! host, moves the cards on a card to its twin, and draws until a stock card can be taken.

use super::card_list::CardList;
use crate::klondike::card_set;
use crate::klondike::game::MAX_COLUMNS;
use crate::klondike::moves::Step;
use crate::klondike::position::Position;
use crate::klondike::shortest::Target;
use talon_cards::{Card, Rank, Suit};
use talon_rules::{Move, Pile};

/// The piles of a position, and the moves made so far.
#[derive(Clone, Debug)]
pub(in crate::klondike) struct Piles {
    columns: [CardList; MAX_COLUMNS],
    face_down: [usize; MAX_COLUMNS],
    /// The number of columns.
    width: usize,
    /// The waste and then the stock. The waste is the first `drawn` cards.
    deck: CardList,
    drawn: usize,
    heights: [u8; 4],
    ranks: u8,
    draw: usize,
    redeals: u32,
    take_back: bool,
    /// The moves made so far.
    pub moves: Vec<Move>,
}

/// Returns `true` if a card may be laid on a host.
fn takes(host: Card, card: Card) -> bool {
    host.rank().number() == card.rank().number() + 1 && host.color() != card.color()
}

impl Piles {
    pub fn new(position: &Position) -> Piles {
        let mut columns = [CardList::EMPTY; MAX_COLUMNS];
        let mut face_down = [0; MAX_COLUMNS];
        for (index, column) in position.columns.iter().enumerate() {
            columns[index] = CardList::of(&column.cards);
            face_down[index] = column.face_down;
        }
        Piles {
            columns,
            face_down,
            width: position.columns.len(),
            deck: CardList::of(position.waste.iter().chain(&position.stock)),
            drawn: position.waste.len(),
            heights: position.foundations,
            ranks: position.ranks,
            draw: usize::from(position.draw),
            redeals: position.redeals.unwrap_or(u32::MAX),
            take_back: position.take_back,
            moves: Vec::with_capacity(256),
        }
    }

    /// Carries out a step with the draws that it needs; `None` if that is impossible.
    pub fn step(&mut self, step: Step) -> Option<()> {
        let card = card_set::card(step.bit());
        if step.is_up() { self.raise(card) } else { self.lay_down(card) }
    }

    /// Returns `true` if all cards are on the foundations.
    pub fn is_won(&self) -> bool {
        self.deck.is_empty() && self.columns.iter().all(|column| column.is_empty())
    }

    /// Returns `true` if the game can be finished by raising cards alone: all are face up and can be reached.
    pub fn can_finish(&self) -> bool {
        let all_in_reach = self.deck.is_empty() || (self.draw == 1 && self.redeals == u32::MAX);
        all_in_reach && self.face_down == [0; MAX_COLUMNS]
    }

    /// Raises all cards that are left; `None` if that is impossible.
    ///
    /// Cards of the columns come first, and then the stock card that the draws reach next.
    pub fn finish(&mut self) -> Option<()> {
        let can_be_raised = |piles: &Piles, card: Card| {
            piles.heights[usize::from(card.suit().index())] + 1 == card.rank().number()
        };
        while !self.is_won() {
            let mut tops = self.columns.iter().filter_map(|column| column.last());
            let mut coming = self.deck[self.drawn.saturating_sub(1)..].iter().chain(&*self.deck);
            let top = tops.find(|card| can_be_raised(self, **card));
            let card = *top.or_else(|| coming.find(|card| can_be_raised(self, **card)))?;
            self.raise(card)?;
        }
        Some(())
    }

    /// The card that a move carries, the lowest of several, before it is played.
    pub fn carried(&self, from: Pile, count: u8) -> Option<Card> {
        match from {
            Pile::Waste => self.drawn.checked_sub(1).map(|top| self.deck[top]),
            Pile::Foundation(suit) => {
                let rank = Rank::new(*self.heights.get(usize::from(suit))?)?;
                Some(Card::new(rank, Suit::from_index(suit)))
            }
            Pile::Column(column) => {
                let column = self.columns.get(usize::from(column))?;
                column.get(column.len().checked_sub(usize::from(count))?).copied()
            }
            _ => None,
        }
    }

    /// Plays a plain move of a line that is known to be legal; `None` if there is no such pile.
    pub fn play(&mut self, m: Move) -> Option<()> {
        match m {
            Move::Draw => self.drawn = (self.drawn + self.draw).min(self.deck.len()),
            Move::Redeal => self.drawn = 0,
            Move::Deal => return None,
            Move::Carry { from, to, count } => {
                let card = self.carried(from, count)?;
                let run = match from {
                    Pile::Column(column) => {
                        let cards = self.columns.get_mut(usize::from(column))?;
                        let run = cards.split_off(cards.len().checked_sub(usize::from(count))?);
                        self.turn_up(usize::from(column));
                        run
                    }
                    Pile::Foundation(_) => {
                        *self.height(card) -= 1;
                        CardList::of(&[card])
                    }
                    _ => {
                        self.drawn -= 1;
                        CardList::of(&[self.deck.remove(self.drawn)])
                    }
                };
                match to {
                    Pile::Column(column) => self.columns.get_mut(usize::from(column))?.extend(&run),
                    _ => *self.height(card) += 1,
                }
            }
        }
        Some(())
    }

    /// Moves a card, with all that lies on it, to exactly this place, with the draws that it needs; `None` if
    /// that is impossible.
    pub fn move_to(&mut self, bit: u8, to: Target) -> Option<()> {
        let card = card_set::card(bit);
        let host = match to {
            Target::Foundation => return self.raise(card),
            Target::Freeing(host) => {
                self.move_to(bit, Target::Card(host))?;
                return self.raise(card_set::card(host ^ 1));
            }
            Target::Card(host) => self.find(card_set::card(host))?.0,
            Target::EmptyColumn => self.columns[..self.width].iter().position(|column| column.is_empty())?,
        };
        self.lay_on(card, host)
    }

    /// The column and depth of a face-up card of the tableau.
    fn find(&self, card: Card) -> Option<(usize, usize)> {
        self.columns.iter().zip(&self.face_down).enumerate().find_map(|(index, (column, face_down))| {
            let depth = column[*face_down..].iter().rposition(|other| *other == card)?;
            Some((index, face_down + depth))
        })
    }

    /// Turns up the top card of a column.
    fn turn_up(&mut self, column: usize) {
        let top = self.columns[column].len().saturating_sub(1);
        self.face_down[column] = self.face_down[column].min(top);
    }

    fn height(&mut self, card: Card) -> &mut u8 {
        &mut self.heights[usize::from(card.suit().index())]
    }

    fn raise(&mut self, card: Card) -> Option<()> {
        let to = Pile::Foundation(card.suit().index());
        // A step that raises a card stands for raising the stock cards below it in its suit as well.
        while *self.height(card) + 1 < card.rank().number() {
            let rank = Rank::new(*self.height(card) + 1)?;
            self.raise(Card::new(rank, card.suit()))?;
        }
        if *self.height(card) + 1 != card.rank().number() {
            return None;
        }
        if let Some((column, depth)) = self.find(card) {
            if depth + 1 < self.columns[column].len() {
                // What lies on the card moves to its twin, which is bare; see the module `state`.
                let covering = self.columns[column][depth + 1];
                if !takes(card, covering) {
                    return None;
                }
                let twin = self.bare_host(covering)?;
                self.carry(column, depth + 1, twin);
            }
            self.columns[column].remove(depth);
            self.turn_up(column);
            self.moves.push(Move::one(Pile::Column(column as u8), to));
        } else {
            self.take_from_stock(card)?;
            self.moves.push(Move::one(Pile::Waste, to));
        }
        *self.height(card) += 1;
        Some(())
    }

    fn lay_down(&mut self, card: Card) -> Option<()> {
        let host = self.bare_host(card)?;
        self.lay_on(card, host)
    }

    fn lay_on(&mut self, card: Card, host: usize) -> Option<()> {
        if let Some((column, depth)) = self.find(card) {
            let run = &self.columns[column][depth..];
            if column == host || !run.windows(2).all(|two| takes(two[0], two[1])) {
                return None;
            }
            self.carry(column, depth, host);
            return Some(());
        }
        let from = if *self.height(card) >= card.rank().number() {
            if *self.height(card) > card.rank().number() || !self.take_back {
                return None;
            }
            *self.height(card) -= 1;
            Pile::Foundation(card.suit().index())
        } else {
            self.take_from_stock(card)?;
            Pile::Waste
        };
        self.moves.push(Move::one(from, Pile::Column(host as u8)));
        self.columns[host].push(card);
        Some(())
    }

    /// A column that takes the card now.
    fn bare_host(&self, card: Card) -> Option<usize> {
        self.columns[..self.width].iter().position(|column| match column.last() {
            Some(host) => takes(*host, card),
            None => card.rank().number() == self.ranks,
        })
    }

    fn carry(&mut self, from: usize, depth: usize, to: usize) {
        let run = self.columns[from].split_off(depth);
        let (from_pile, to_pile) = (Pile::Column(from as u8), Pile::Column(to as u8));
        self.moves.push(Move::Carry { from: from_pile, to: to_pile, count: run.len() as u8 });
        self.columns[to].extend(&run);
        self.turn_up(from);
    }

    /// Draws until the card is on top of the waste, and removes it.
    fn take_from_stock(&mut self, card: Card) -> Option<()> {
        let mut redealt = false;
        while self.drawn == 0 || self.deck[self.drawn - 1] != card {
            if self.drawn < self.deck.len() {
                self.drawn = (self.drawn + self.draw).min(self.deck.len());
                self.moves.push(Move::Draw);
            } else if redealt || self.redeals == 0 || self.drawn == 0 {
                // A whole pass from the start has not reached the card.
                return None;
            } else {
                redealt = true;
                self.drawn = 0;
                self.redeals -= u32::from(self.redeals != u32::MAX);
                self.moves.push(Move::Redeal);
            }
        }
        self.drawn -= 1;
        self.deck.remove(self.drawn);
        Some(())
    }
}
