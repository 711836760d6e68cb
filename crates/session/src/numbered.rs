//! Piles and cards by number, as the Klondike assignment names them: 0 is the main deck, then come the
//! columns, then the foundations; cards count from 0 at the bottom of their pile.

use crate::{Command, Outcome, Refusal, Session, refused};
use rules::{IllegalMove, Move, Pile, Stock};

/// One of the cards the player can choose: a pile by number and a card in it, 0 at the bottom.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The number of the pile.
    pub pile: usize,
    /// The place of the card.
    pub card: usize,
}

impl Session {
    /// The main deck: the pile that turns up cards for play.
    pub fn main_deck(&self) -> Pile {
        if self.rules().stock == Stock::FaceUp { Pile::Stock } else { Pile::Waste }
    }

    /// The pile of this number: 0 the main deck, 1 and up the columns, then the foundations.
    pub fn pile(&self, number: usize) -> Option<Pile> {
        let rules = self.rules();
        let columns = usize::from(rules.columns);
        let pile = match number {
            0 => self.main_deck(),
            n if n <= columns => Pile::Column((n - 1) as u8),
            n if n - columns <= usize::from(rules.foundations()) => Pile::Foundation((n - columns - 1) as u8),
            _ => return None,
        };
        self.view().piles().any(|known| known == pile).then_some(pile)
    }

    /// The index of the first card of a pile that lies open; the pile's length when none does.
    pub fn expose_index(&self, pile: Pile) -> usize {
        self.view().open(pile).take_while(Option::is_none).count()
    }

    /// May the card at this spot be taken, with all cards on it: is it there, open, and not on a
    /// foundation; of the main deck only the top card.
    pub fn is_valid_take(&self, spot: Spot) -> bool {
        match self.pile(spot.pile) {
            None | Some(Pile::Foundation(_)) => false,
            Some(pile) => {
                let len = self.view().len(pile);
                let single = !matches!(pile, Pile::Column(_));
                spot.card < len && spot.card >= self.expose_index(pile) && (!single || spot.card + 1 == len)
            }
        }
    }

    /// May the cards from this spot up be put on the pile of this number?
    pub fn is_valid_move(&self, spot: Spot, place: usize) -> bool {
        self.is_valid_take(spot) && self.spotted(spot, place).is_ok_and(|m| self.view().is_legal(m))
    }

    /// Moves the cards from this spot up to the pile of this number.
    ///
    /// # Errors
    /// Why the move is refused.
    pub fn move_cards(&mut self, spot: Spot, place: usize) -> Result<Outcome, Refusal> {
        let m = self.spotted(spot, place)?;
        self.execute(Command::Play(m))
    }

    fn spotted(&self, spot: Spot, place: usize) -> Result<Move, Refusal> {
        let from = self.pile(spot.pile).ok_or_else(|| refused::plain(IllegalMove::NoMove))?;
        let to = self.pile(place).ok_or_else(|| refused::plain(IllegalMove::NoMove))?;
        let count = self.view().len(from).saturating_sub(spot.card);
        let count = u8::try_from(count).unwrap_or(u8::MAX);
        Ok(Move::Carry { from, to, count })
    }
}
