//! The check of a single move, which finds the reason why it is illegal.
//!
//! It applies the rules one by one, in contrast to the set operations of `legal`. A contract test of
//! `talon-games` compares the two on every conceivable move.

use super::plan::suits_fit;
use super::*;
use crate::{Count, Fill, Goal, IllegalMove, Move, Place, ReserveFills, Stock, Take, TakeBack};

impl Table {
    /// Checks that a move is legal.
    ///
    /// # Errors
    /// If it is illegal. The error is the first reason in a fixed order: the piles, the number of cards,
    /// whether they may be moved together, and then the base rank, the suit and the rank at the target.
    pub fn check(&self, m: Move) -> Result<(), IllegalMove> {
        match m {
            Move::Draw => self.check_draw(),
            Move::Redeal => self.check_redeal(),
            Move::Deal => self.check_deal(),
            Move::Carry { from, to, count } => {
                for pile in [from, to] {
                    if !self.exists(pile) {
                        return Err(IllegalMove::NoSuchPile(pile));
                    }
                }
                if from == to || count == 0 {
                    return Err(IllegalMove::NoMove);
                }
                let card = self.check_lift(from, to, count)?;
                self.check_drop(card, from, to, count)
            }
        }
    }

    fn check_draw(&self) -> Result<(), IllegalMove> {
        if !self.plan.rules.has_waste() {
            return Err(IllegalMove::NotInThisGame("waste to draw to"));
        }
        if self.len[STOCK] == 0 { Err(IllegalMove::StockEmpty) } else { Ok(()) }
    }

    fn check_redeal(&self) -> Result<(), IllegalMove> {
        if !self.plan.rules.has_waste() {
            return Err(IllegalMove::NotInThisGame("redeal"));
        }
        if self.len[STOCK] > 0 {
            return Err(IllegalMove::StockNotEmpty);
        }
        if self.len[WASTE] == 0 {
            return Err(IllegalMove::NothingToRedeal);
        }
        match self.plan.rules.redeals {
            Count::Of(most) if self.redeals_used >= u16::from(most) => Err(IllegalMove::NoRedeal { most }),
            _ => Ok(()),
        }
    }

    fn check_deal(&self) -> Result<(), IllegalMove> {
        if !self.plan.rules.stock.is_rows() {
            return Err(IllegalMove::NotInThisGame("row to deal"));
        }
        if self.len[STOCK] == 0 {
            return Err(IllegalMove::StockEmpty);
        }
        match self.empty_column() {
            Some(c) if self.plan.rules.stock == Stock::Rows => Err(IllegalMove::FillColumns(Pile::Column(c))),
            _ => Ok(()),
        }
    }

    /// Checks that the cards may be moved together to `to`, and returns the lowest of them.
    fn check_lift(&self, from: Pile, to: Pile, count: u8) -> Result<Card, IllegalMove> {
        let rules = &self.plan.rules;
        match from {
            Pile::Stock | Pile::Waste if self.turned() != Some(from) => {
                return Err(IllegalMove::NotPlayable(from));
            }
            Pile::Foundation(_) if rules.goal != Goal::Foundations || rules.take_back == TakeBack::Never => {
                return Err(IllegalMove::NoTakeBack);
            }
            _ => {}
        }
        let has = self.len[index(from)];
        if has < count {
            return Err(IllegalMove::NotEnoughCards { pile: from, wanted: count, has });
        }
        let card = stored(self.pile(index(from))[usize::from(has - count)]);
        let Pile::Column(c) = from else {
            if count > 1 {
                return Err(IllegalMove::OneAtATime(from));
            }
            let base_stays = rules.take_back != TakeBack::EvenBase && card.rank() == self.plan.base;
            if matches!(from, Pile::Foundation(_)) && base_stays {
                return Err(IllegalMove::BaseStays(card));
            }
            return Ok(card);
        };
        let face_up = has - self.down[usize::from(c)];
        if count > face_up {
            return Err(IllegalMove::FaceDown(from));
        }
        match to {
            Pile::Column(_) => self.check_take(from, count, face_up, self.len(to) == 0)?,
            Pile::Cell(_) if count > 1 => return Err(IllegalMove::OneAtATime(from)),
            _ => {}
        }
        Ok(card)
    }

    /// Checks that `count` cards of a column may be moved together to another column.
    fn check_take(&self, from: Pile, count: u8, face_up: u8, into_empty: bool) -> Result<(), IllegalMove> {
        match self.plan.rules.take {
            Take::Top if count > 1 => Err(IllegalMove::OneAtATime(from)),
            Take::Whole if count != face_up => Err(IllegalMove::WholeColumn { pile: from, or_top: false }),
            Take::TopOrWhole if count != 1 && count != face_up => {
                Err(IllegalMove::WholeColumn { pile: from, or_top: true })
            }
            Take::Run | Take::SuitRun | Take::RunBySpace => {
                let pile = self.pile(index(from));
                for pair in pile[pile.len() - usize::from(count)..].windows(2) {
                    let (lower, upper) = (stored(pair[0]), stored(pair[1]));
                    if !self.plan.continues[usize::from(upper.index())].contains(lower) {
                        let in_suit = self.plan.rules.take == Take::SuitRun;
                        return Err(IllegalMove::NotInSequence { pile: from, lower, upper, in_suit });
                    }
                }
                if self.plan.rules.take == Take::RunBySpace {
                    let most = self.room(into_empty);
                    if count > most {
                        return Err(IllegalMove::NoSpace { most, wanted: count });
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn check_drop(&self, card: Card, from: Pile, to: Pile, count: u8) -> Result<(), IllegalMove> {
        match to {
            Pile::Stock | Pile::Waste | Pile::Reserve => Err(IllegalMove::NoPlaceFor(to)),
            Pile::Cell(_) if !self.plan.rules.cells_take => Err(IllegalMove::NoPlaceFor(to)),
            Pile::Cell(_) if matches!(from, Pile::Cell(_) | Pile::Foundation(_)) => {
                Err(IllegalMove::NoPlaceFor(to))
            }
            Pile::Cell(_) if self.len(to) > 0 => Err(IllegalMove::CellTaken(to)),
            Pile::Cell(_) => Ok(()),
            Pile::Foundation(f) => self.check_foundation(card, from, f, count),
            Pile::Column(_) => match self.top(to) {
                Some(top) => self.check_onto(card, top),
                None => self.check_empty(card, from),
            },
        }
    }

    fn check_onto(&self, card: Card, onto: Card) -> Result<(), IllegalMove> {
        let rules = &self.plan.rules;
        if self.plan.stays_out(card) {
            return Err(IllegalMove::BaseGoesUp(card));
        }
        if !rules.build_on_base && onto.rank() == self.plan.base {
            return Err(IllegalMove::OnBase { card, onto });
        }
        if !suits_fit(rules.build, card, onto) {
            return Err(IllegalMove::WrongSuit { card, onto, build: rules.build });
        }
        if !plan::ranks_fit(rules, card, onto) {
            return Err(IllegalMove::WrongRank { card, onto, both_ways: rules.both_ways });
        }
        Ok(())
    }

    fn check_empty(&self, card: Card, from: Pile) -> Result<(), IllegalMove> {
        let rules = &self.plan.rules;
        if self.len[RESERVE] > 0 && rules.reserve_fills != ReserveFills::Never && from != Pile::Reserve {
            return Err(IllegalMove::ReserveFirst);
        }
        if self.plan.stays_out(card) {
            return Err(IllegalMove::BaseGoesUp(card));
        }
        if matches!(from, Pile::Foundation(_)) && rules.take_back == TakeBack::OntoCards {
            return Err(IllegalMove::TakeBackOntoCards);
        }
        if from == Pile::Reserve && rules.reserve_fills != ReserveFills::Never {
            return Ok(());
        }
        let turned = Some(from) == self.turned();
        let highest = talon_cards::Rank::new(rules.ranks).unwrap_or(talon_cards::Rank::KING);
        let fits = match rules.fill {
            Fill::Anything => true,
            Fill::Kings => card.rank() == highest,
            Fill::Waste => turned,
            Fill::WasteOrColumn => turned || matches!(from, Pile::Column(_)),
            Fill::Nothing => false,
        };
        if fits { Ok(()) } else { Err(IllegalMove::EmptyColumn { card, fill: rules.fill, highest }) }
    }

    fn check_foundation(&self, card: Card, from: Pile, f: u8, count: u8) -> Result<(), IllegalMove> {
        let rules = &self.plan.rules;
        match rules.goal {
            Goal::Runs | Goal::RunsStay => return Err(IllegalMove::NotARun),
            Goal::RunsByHand => {
                let whole = matches!(from, Pile::Column(c) if self.finished_run(usize::from(c)));
                let free = self.len(Pile::Foundation(f)) == 0;
                return if whole && count == rules.ranks && free {
                    Ok(())
                } else {
                    Err(IllegalMove::NotARun)
                };
            }
            Goal::Foundations => {}
        }
        if count > 1 {
            return Err(IllegalMove::FoundationOne);
        }
        if matches!(from, Pile::Foundation(_))
            && (card.rank() != self.plan.base || self.len(Pile::Foundation(f)) > 0)
        {
            return Err(IllegalMove::NoPlaceFor(Pile::Foundation(f)));
        }
        let Some(onto) = self.top(Pile::Foundation(f)) else {
            if card.rank() != self.plan.base {
                return Err(IllegalMove::FoundationStart { card, base: self.plan.base });
            }
            if self.each_foundation_for(card).any(|place| place == usize::from(f)) {
                return Ok(());
            }
            return Err(IllegalMove::FoundationPlace { card, place: rules.place });
        };
        let copies = rules.copies;
        if rules.place == Place::BySuit && usize::from(f / copies) != legal::suit_place(rules, card) {
            return Err(IllegalMove::FoundationPlace { card, place: rules.place });
        }
        if card.suit() != onto.suit() {
            return Err(IllegalMove::FoundationSuit { card, onto });
        }
        if self.plan.next[usize::from(onto.index())] != card.index() {
            return Err(IllegalMove::FoundationRank { card, onto });
        }
        Ok(())
    }
}
