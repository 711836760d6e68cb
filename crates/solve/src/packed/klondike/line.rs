//! From packed steps to plain moves: a small plain table that carries them out.
//!
//! Knows the piles of one Klondike and where every card lies; knows no search.

use super::deal::MAX_COLUMNS;
use super::expand::Step;
use super::layout;
use super::position::Position;
use super::shortest::Target;
use super::stack::Stack;
use cards::{Card, Rank, Suit};
use rules::{Move, Pile};

/// The piles, cards bottom to top.
#[derive(Clone, Debug)]
pub(super) struct Piles {
    columns: [Stack; MAX_COLUMNS],
    face_down: [usize; MAX_COLUMNS],
    /// How many columns there are.
    width: usize,
    /// Waste and stock in one: the waste is the first `drawn` cards.
    deck: Stack,
    drawn: usize,
    heights: [u8; 4],
    ranks: u8,
    draw: usize,
    redeals: u32,
    take_back: bool,
    /// The moves made so far.
    pub moves: Vec<Move>,
}

fn takes(host: Card, card: Card) -> bool {
    host.rank().number() == card.rank().number() + 1 && host.color() != card.color()
}

impl Piles {
    pub fn new(position: &Position) -> Piles {
        let mut columns = [Stack::EMPTY; MAX_COLUMNS];
        let mut face_down = [0; MAX_COLUMNS];
        for (index, column) in position.columns.iter().enumerate() {
            columns[index] = Stack::of(&column.cards);
            face_down[index] = column.face_down;
        }
        Piles {
            columns,
            face_down,
            width: position.columns.len(),
            deck: Stack::of(position.waste.iter().chain(&position.stock)),
            drawn: position.waste.len(),
            heights: position.foundations,
            ranks: position.ranks,
            draw: usize::from(position.draw),
            redeals: position.redeals.unwrap_or(u32::MAX),
            take_back: position.take_back,
            moves: Vec::with_capacity(256),
        }
    }

    /// Carries a step out, with the draws it takes; `None` if it cannot be done.
    pub fn step(&mut self, step: Step) -> Option<()> {
        let card = layout::card(step.bit());
        if step.is_up() { self.up(card) } else { self.down(card) }
    }

    /// Are all cards up?
    pub fn is_won(&self) -> bool {
        self.deck.is_empty() && self.columns.iter().all(|column| column.is_empty())
    }

    /// Are all cards face up and in reach, so that all may go up?
    fn can_finish(&self) -> bool {
        let all_in_reach = self.deck.is_empty() || (self.draw == 1 && self.redeals == u32::MAX);
        all_in_reach && self.face_down == [0; MAX_COLUMNS]
    }

    /// Plays up everything that is left; `None` if that cannot be done so.
    ///
    /// With all cards face up and in reach the lowest card that is not up can always go up: only
    /// lower cards could lie on it. Columns come first, then the stock card that comes by next.
    pub fn finish(&mut self) -> Option<()> {
        let goes_up = |piles: &Piles, card: Card| {
            piles.heights[usize::from(card.suit().index())] + 1 == card.rank().number()
        };
        while !self.is_won() {
            let mut tops = self.columns.iter().filter_map(|column| column.last());
            let mut coming = self.deck[self.drawn.saturating_sub(1)..].iter().chain(&*self.deck);
            let top = tops.find(|card| goes_up(self, **card));
            let card = *top.or_else(|| coming.find(|card| goes_up(self, **card)))?;
            self.up(card)?;
        }
        Some(())
    }

    /// The card a move carries, the lowest of several, before it is played.
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
                        self.turn(usize::from(column));
                        run
                    }
                    Pile::Foundation(_) => {
                        *self.height(card) -= 1;
                        Stack::of(&[card])
                    }
                    _ => {
                        self.drawn -= 1;
                        Stack::of(&[self.deck.remove(self.drawn)])
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

    /// Carries a card with all that lies on it to exactly this place, with the draws it takes.
    pub fn lay(&mut self, bit: u8, to: Target) -> Option<()> {
        let card = layout::card(bit);
        let host = match to {
            Target::Up => return self.up(card),
            Target::Freeing(host) => {
                self.lay(bit, Target::Card(host))?;
                return self.up(layout::card(host ^ 1));
            }
            Target::Card(host) => self.find(layout::card(host))?.0,
            Target::Space => self.columns[..self.width].iter().position(|column| column.is_empty())?,
        };
        self.down_on(card, host)
    }

    /// The column and depth of a face-up card of the tableau.
    fn find(&self, card: Card) -> Option<(usize, usize)> {
        self.columns.iter().zip(&self.face_down).enumerate().find_map(|(index, (column, face_down))| {
            let depth = column[*face_down..].iter().rposition(|other| *other == card)?;
            Some((index, face_down + depth))
        })
    }

    /// Turns up the top card of a column.
    fn turn(&mut self, column: usize) {
        let top = self.columns[column].len().saturating_sub(1);
        self.face_down[column] = self.face_down[column].min(top);
    }

    fn height(&mut self, card: Card) -> &mut u8 {
        &mut self.heights[usize::from(card.suit().index())]
    }

    fn up(&mut self, card: Card) -> Option<()> {
        let to = Pile::Foundation(card.suit().index());
        // A step up stands for the stock cards below it in its suit as well.
        while *self.height(card) + 1 < card.rank().number() {
            let rank = Rank::new(*self.height(card) + 1)?;
            self.up(Card::new(rank, card.suit()))?;
        }
        if *self.height(card) + 1 != card.rank().number() {
            return None;
        }
        if let Some((column, depth)) = self.find(card) {
            if depth + 1 < self.columns[column].len() {
                // What lies on it goes to its twin, if that is bare: see the module `deal`.
                let burden = self.columns[column][depth + 1];
                if !takes(card, burden) {
                    return None;
                }
                let twin = self.bare_host(burden)?;
                self.carry(column, depth + 1, twin);
            }
            self.columns[column].remove(depth);
            self.turn(column);
            self.moves.push(Move::one(Pile::Column(column as u8), to));
        } else {
            self.uncover(card)?;
            self.moves.push(Move::one(Pile::Waste, to));
        }
        *self.height(card) += 1;
        Some(())
    }

    fn down(&mut self, card: Card) -> Option<()> {
        let host = self.bare_host(card)?;
        self.down_on(card, host)
    }

    fn down_on(&mut self, card: Card, host: usize) -> Option<()> {
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
            self.uncover(card)?;
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
        self.turn(from);
    }

    /// Draws until the card is on top of the waste, and takes it.
    fn uncover(&mut self, card: Card) -> Option<()> {
        let mut turned = false;
        while self.drawn == 0 || self.deck[self.drawn - 1] != card {
            if self.drawn < self.deck.len() {
                self.drawn = (self.drawn + self.draw).min(self.deck.len());
                self.moves.push(Move::Draw);
            } else if turned || self.redeals == 0 || self.drawn == 0 {
                // Gone through from the start: it is not in reach.
                return None;
            } else {
                turned = true;
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

/// The plain moves of these steps, and of playing up what is left then; `None` if they do not win.
pub(super) fn plain_moves(position: &Position, steps: &[Step]) -> Option<Vec<Move>> {
    let mut piles = Piles::new(position);
    for step in steps {
        // The steps left only raise cards, lowest first: as the stock comes by is shorter.
        if piles.can_finish() {
            break;
        }
        piles.step(*step)?;
    }
    piles.finish()?;
    Some(piles.moves)
}
