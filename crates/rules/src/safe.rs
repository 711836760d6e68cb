//! Cards that may go up without a second thought.

use crate::table::suits_fit;
use crate::{Auto, Goal, Move, Pile, Stock, Table};
use cards::Card;

impl Table {
    /// The next automatic move by the rules' own `auto`, if there is one.
    pub fn auto_move(&self) -> Option<Move> {
        self.auto_move_by(self.rules().auto)
    }

    /// The next automatic move of this kind, if there is one.
    ///
    /// [`Auto::Safe`] raises cards of columns, reserve and cells, never of the stock, whose order
    /// they would change.
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

    /// Would nothing ever be wanted on this card in a column, were it to stay?
    ///
    /// A card is safe when it is of the base rank or the next, or when every card that could be put
    /// on it lies on a foundation already, all copies. (With alternating colours: both opposite
    /// foundations hold at least as many cards as it is above the base.)
    pub fn is_safe(&self, card: Card) -> bool {
        let rules = self.rules();
        let depth = |c: Card| (c.rank().number() + rules.ranks - self.base().number()) % rules.ranks;
        let d = depth(card);
        if d == 0 || rules.both_ways {
            // Where columns go up as well, cards of two ranks could be wanted on it.
            return d == 0;
        }
        if d == 1 {
            return true;
        }
        let below = card.rank().number() + rules.ranks - 2;
        let Some(rank) = cards::Rank::new(below % rules.ranks + 1) else { return false };
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
