//! Canfield as it would be played on paper: real piles, one rule after another, and nothing clever.
//!
//! The model shares nothing with the packed solver but the description of a position. It replays winning
//! lines and searches small deals exhaustively, and it can be given a deliberate mistake.

use std::collections::HashSet;
use talon_cards::Card;
use talon_rules::{Build, Fill, Move, Pile, ReserveFills, Take, TakeBack};
use talon_solve::canfield::Position;

/// A mistake in the rules, which a comparison has to notice.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A king may not be placed on an ace.
    NoWrap,
    /// One card fewer is drawn.
    DrawsLess,
    /// Empty columns are not filled from the reserve.
    NoRefill,
    /// Empty columns are filled from the bottom of the reserve.
    RefillFromBottom,
    /// Columns are built in one colour.
    SameColour,
    /// Foundations start at the ace.
    BaseIgnored,
    /// The waste is turned over card by card.
    RedealReversed,
    /// The rule about building on base cards is reversed.
    OnBase,
    /// The rule about part runs is reversed.
    PartRuns,
    /// Foundation cards may be taken back where they must not, or may not where they may.
    TakeBack,
    /// Any card may go on a foundation of its suit that is one or two ranks lower.
    SkipsARank,
    /// An empty column takes any card while the reserve lasts.
    GapOpen,
}

/// The piles of a game.
#[derive(Clone)]
pub struct Plain {
    /// The piles and the rules.
    pub position: Position,
    /// The foundations, each bottom to top.
    pub foundations: Vec<Vec<Card>>,
    /// The mistake that this model makes, if any.
    pub fault: Option<Fault>,
}

impl Plain {
    /// The model of a position.
    pub fn new(position: &Position) -> Plain {
        let foundations = position
            .homes
            .iter()
            .map(|home| match home {
                None => Vec::new(),
                Some(suit) => (0..position.up[usize::from(suit.index())])
                    .map(|steps| {
                        let rank = (position.base.number() - 1 + steps) % position.ranks + 1;
                        Card::new(talon_cards::Rank::new(rank).unwrap(), *suit)
                    })
                    .collect(),
            })
            .collect();
        Plain { position: position.clone(), foundations, fault: None }
    }

    /// Whether every card is on the foundations.
    pub fn is_won(&self) -> bool {
        let p = &self.position;
        p.columns.iter().all(Vec::is_empty)
            && p.reserve.is_empty()
            && p.stock.is_empty()
            && p.waste.is_empty()
    }

    /// The position now.
    pub fn now(&self) -> Position {
        let mut position = self.position.clone();
        for (home, pile) in position.homes.iter().zip(&self.foundations) {
            if let Some(suit) = home {
                position.up[usize::from(suit.index())] = pile.len() as u8;
            }
        }
        position
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn next_lower(&self, rank: u8) -> Option<u8> {
        match rank {
            1 if self.has(Fault::NoWrap) => None,
            1 => Some(self.position.ranks),
            _ => Some(rank - 1),
        }
    }

    fn take(&self) -> Take {
        match self.position.variant.take {
            Take::Run if self.has(Fault::PartRuns) => Take::Whole,
            _ if self.has(Fault::PartRuns) => Take::Run,
            take => take,
        }
    }

    fn base(&self) -> u8 {
        if self.has(Fault::BaseIgnored) { 1 } else { self.position.base.number() }
    }

    /// May the card be laid on this one in a column?
    fn fits(&self, card: Card, on: Card) -> bool {
        let variant = &self.position.variant;
        let suits = match variant.build {
            Build::AltColour => (card.color() != on.color()) != self.has(Fault::SameColour),
            Build::SameSuit => card.suit() == on.suit(),
            Build::AnySuit => true,
            Build::SameColour => card.color() == on.color(),
            Build::OtherSuit => card.suit() != on.suit(),
        };
        suits
            && self.next_lower(on.rank().number()) == Some(card.rank().number())
            && (on.rank().number() != self.base() || variant.build_on_base != self.has(Fault::OnBase))
            && (card.rank().number() != self.base() || variant.base_into_columns)
    }

    /// What would be carried.
    fn taken(&self, from: Pile, count: u8) -> Result<Vec<Card>, String> {
        let count = usize::from(count);
        let pile = match from {
            Pile::Waste => &self.position.waste,
            Pile::Reserve => &self.position.reserve,
            Pile::Column(at) => self.position.columns.get(usize::from(at)).ok_or("no such column")?,
            Pile::Foundation(at) => self.foundations.get(usize::from(at)).ok_or("no such foundation")?,
            _ => return Err("nothing is taken there".into()),
        };
        if count == 0 || pile.len() < count {
            return Err("not so many cards".into());
        }
        let variant = &self.position.variant;
        match from {
            Pile::Column(_) => {
                // A single card may always go up; for columns the target is checked below.
                if count != 1 && count != pile.len() && self.take() != Take::Run {
                    return Err("whole columns only".into());
                }
            }
            Pile::Foundation(_) => {
                if (variant.take_back == TakeBack::Never) != self.has(Fault::TakeBack) {
                    return Err("no taking back".into());
                }
                if count != 1 || pile.len() < 2 {
                    return Err("the base card stays".into());
                }
            }
            _ if count != 1 => return Err("one card".into()),
            _ => {}
        }
        Ok(pile[pile.len() - count..].to_vec())
    }

    /// Checks that a move is legal; the error says why it is not.
    pub fn check(&self, m: Move) -> Result<(), String> {
        let p = &self.position;
        let variant = &p.variant;
        let (from, to, count) = match m {
            Move::Draw => return if p.stock.is_empty() { Err("empty stock".into()) } else { Ok(()) },
            Move::Redeal => {
                return if !p.stock.is_empty() || p.waste.is_empty() || p.redeals == Some(0) {
                    Err("no redeal".into())
                } else {
                    Ok(())
                };
            }
            Move::Deal => return Err("no such move".into()),
            Move::Carry { from, to, count } => (from, to, count),
        };
        let cards = self.taken(from, count)?;
        let whole = match from {
            Pile::Column(at) => p.columns[usize::from(at)].len() == cards.len(),
            _ => true,
        };
        match to {
            Pile::Foundation(at) => {
                if matches!(from, Pile::Foundation(_)) {
                    return Err("from foundation to foundation".into());
                }
                let pile = self.foundations.get(usize::from(at)).ok_or("no such foundation")?;
                let card = cards[0];
                let bound = p.homes[usize::from(at)];
                let fine = cards.len() == 1
                    && match pile.last() {
                        None => {
                            card.rank().number() == self.base()
                                && bound.is_none_or(|suit| suit == card.suit())
                                && !p.homes.contains(&Some(card.suit())).eq(&bound.is_none())
                        }
                        Some(top) => {
                            let step = |rank: u8| rank % p.ranks + 1;
                            let next = step(top.rank().number());
                            top.suit() == card.suit()
                                && (card.rank().number() == next
                                    || self.has(Fault::SkipsARank) && card.rank().number() == step(next))
                        }
                    };
                if fine { Ok(()) } else { Err("does not go up".into()) }
            }
            Pile::Column(at) => {
                if from == to {
                    return Err("onto itself".into());
                }
                let column = p.columns.get(usize::from(at)).ok_or("no such column")?;
                if !whole && self.take() == Take::Whole {
                    return Err("whole columns only".into());
                }
                if let Some(&on) = column.last() {
                    return if self.fits(cards[0], on) { Ok(()) } else { Err("does not fit".into()) };
                }
                if from != Pile::Reserve
                    && !p.reserve.is_empty()
                    && variant.reserve_fills != ReserveFills::Never
                    && !self.has(Fault::GapOpen)
                {
                    return Err("the reserve fills".into());
                }
                if cards[0].rank().number() == self.base() && !variant.base_into_columns {
                    return Err("a base card".into());
                }
                let fine = match (variant.fill, from) {
                    (_, Pile::Reserve) if variant.reserve_fills != ReserveFills::Never => {
                        variant.reserve_fills == ReserveFills::ByHand
                    }
                    (_, Pile::Waste) => true,
                    (Fill::Anything, Pile::Foundation(_)) => {
                        (variant.take_back == TakeBack::Anywhere) != self.has(Fault::TakeBack)
                    }
                    (Fill::Anything, _) => true,
                    (Fill::WasteOrColumn, Pile::Column(_)) => whole,
                    _ => false,
                };
                if fine { Ok(()) } else { Err("not into the gap".into()) }
            }
            _ => Err("nothing goes there".into()),
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) -> Result<(), String> {
        self.check(m).map_err(|why| format!("{m}: {why}"))?;
        let less = usize::from(self.has(Fault::DrawsLess));
        let reversed = self.has(Fault::RedealReversed);
        let p = &mut self.position;
        let draw = |p: &mut Position| {
            for _ in 0..(usize::from(p.variant.draw) - less).max(1) {
                if !p.stock.is_empty() {
                    let card = p.stock.remove(0);
                    p.waste.push(card);
                }
            }
        };
        match m {
            Move::Draw => draw(p),
            Move::Redeal => {
                p.stock = std::mem::take(&mut p.waste);
                if reversed {
                    p.stock.reverse();
                }
                p.redeals = p.redeals.map(|left| left - 1);
                if p.variant.redeal_draws {
                    draw(p);
                }
            }
            Move::Deal => unreachable!(),
            Move::Carry { from, to, count } => {
                let cards = {
                    let pile = match from {
                        Pile::Waste => &mut p.waste,
                        Pile::Reserve => &mut p.reserve,
                        Pile::Column(at) => &mut p.columns[usize::from(at)],
                        Pile::Foundation(at) => &mut self.foundations[usize::from(at)],
                        _ => unreachable!(),
                    };
                    pile.split_off(pile.len() - usize::from(count))
                };
                match to {
                    Pile::Column(at) => p.columns[usize::from(at)].extend(cards),
                    Pile::Foundation(at) => {
                        p.homes[usize::from(at)] = Some(cards[0].suit());
                        self.foundations[usize::from(at)].extend(cards);
                    }
                    _ => unreachable!(),
                }
                if p.variant.reserve_fills == ReserveFills::Itself && self.fault != Some(Fault::NoRefill) {
                    for column in &mut p.columns {
                        if column.is_empty() && !p.reserve.is_empty() {
                            let card = if self.fault == Some(Fault::RefillFromBottom) {
                                p.reserve.remove(0)
                            } else {
                                p.reserve.pop().unwrap()
                            };
                            column.push(card);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// All legal moves.
    pub fn moves(&self) -> Vec<Move> {
        let p = &self.position;
        let columns = (0..p.columns.len() as u8).map(Pile::Column);
        let foundations = (0..self.foundations.len() as u8).map(Pile::Foundation);
        let mut out = vec![Move::Draw, Move::Redeal];
        for from in columns.clone().chain(foundations.clone()).chain([Pile::Waste, Pile::Reserve]) {
            let most = match from {
                Pile::Column(at) => p.columns[usize::from(at)].len() as u8,
                _ => 1,
            };
            for to in columns.clone().chain(foundations.clone()) {
                for count in 1..=most {
                    out.push(Move::Carry { from, to, count });
                }
            }
        }
        out.retain(|&m| self.check(m).is_ok());
        out
    }

    fn key(&self) -> Vec<u8> {
        let p = &self.position;
        let mut key = Vec::with_capacity(32);
        for pile in p.columns.iter().chain(&self.foundations).chain([&p.reserve, &p.stock, &p.waste]) {
            key.extend(pile.iter().map(|card| card.index()));
            key.push(99);
        }
        key.push(p.redeals.unwrap_or(255));
        key
    }

    /// Searches exhaustively; `None` if there are more than `most` positions.
    pub fn brute_force(&self, most: usize) -> Option<bool> {
        let mut seen = HashSet::from([self.key()]);
        let mut open = vec![self.clone()];
        while let Some(plain) = open.pop() {
            if plain.is_won() {
                return Some(true);
            }
            for m in plain.moves() {
                let mut next = plain.clone();
                next.play(m).unwrap();
                if seen.insert(next.key()) {
                    if seen.len() > most {
                        return None;
                    }
                    open.push(next);
                }
            }
        }
        Some(false)
    }

    /// Plays a line and returns whether it wins the game.
    pub fn replay(&self, line: &[Move]) -> Result<(), String> {
        let mut plain = self.clone();
        for &m in line {
            plain.play(m)?;
        }
        if plain.is_won() { Ok(()) } else { Err("not won".into()) }
    }
}
