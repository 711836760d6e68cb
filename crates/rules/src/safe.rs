//! Automatic moves, and the cards that are safe to move to the foundations.

use crate::table::suits_fit;
use crate::{Auto, Goal, Move, Pile, Stock, Table};
use talon_cards::Card;

impl Table {
    /// The next automatic move by the game's own [`Rules::auto`](crate::Rules::auto), if there is one.
    pub fn auto_move(&self) -> Option<Move> {
        self.auto_move_by(self.rules().auto)
    }

    /// The next automatic move of the given kind, if there is one.
    ///
    /// [`Auto::Safe`] moves cards of the columns, the reserve and the cells, but never a card of the stock
    /// or the waste, because that would change which cards are drawn together.
    pub fn auto_move_by(&self, auto: Auto) -> Option<Move> {
        let rules = self.rules();
        if auto == Auto::Off || rules.goal != Goal::Foundations {
            return None;
        }
        let turned = match rules.stock {
            Stock::Waste => Some(Pile::Waste),
            Stock::FaceUp => Some(Pile::Stock),
            _ => None,
        };
        let sources = (0..rules.columns)
            .map(Pile::Column)
            .chain([Pile::Reserve])
            .chain((0..rules.cells).map(Pile::Cell))
            .chain(turned.filter(|_| auto == Auto::Base));
        for from in sources {
            let Some(card) = self.top(from) else { continue };
            let wanted = match auto {
                Auto::Base => card.rank() == self.base(),
                _ => self.is_safe(card),
            };
            if wanted {
                let to = (0..rules.foundations()).map(Pile::Foundation);
                let up = to.map(|to| Move::one(from, to)).find(|&m| self.check(m).is_ok());
                if up.is_some() {
                    return up;
                }
            }
        }
        None
    }

    /// Returns `true` if no card in play could ever need this card in a column.
    ///
    /// A card is safe if it is of the base rank or the next one, or if all copies of every card that could
    /// be put on it are already on the foundations. (If columns are built in alternating colours, this means
    /// that both foundations of the other colour have reached the rank below the card.)
    pub fn is_safe(&self, card: Card) -> bool {
        let rules = self.rules();
        let depth = |c: Card| (c.rank().number() + rules.ranks - self.base().number()) % rules.ranks;
        let d = depth(card);
        if d == 0 || rules.both_ways {
            // If columns are built both ways, cards of two ranks can be put on it.
            return d == 0;
        }
        if d == 1 {
            return true;
        }
        let below = card.rank().number() + rules.ranks - 2;
        let Some(rank) = talon_cards::Rank::new(below % rules.ranks + 1) else { return false };
        rules.deck().suits_used().iter().all(|&suit| {
            let guest = Card::new(rank, suit);
            let fits = suits_fit(rules.build, guest, card);
            let up = (0..rules.foundations())
                .filter(|&f| self.cards(Pile::Foundation(f)).any(|c| c == guest))
                .count();
            !fits || up >= usize::from(rules.copies)
        })
    }
}
