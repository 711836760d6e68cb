//! What the player sees of the table at one moment: enough to draw it, but not to play.
//!
//! A scene outlives the position it shows, so that moves can be animated one after the other although the
//! game has already moved on.

use talon_cards::{Card, Rank};
use talon_rules::{Count, Pile, Rules, View};

/// The table at one moment, as the player sees it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The rules, for the shape of the table.
    pub rules: Rules,
    /// The rank foundations start with.
    pub base: Rank,
    /// Whether the waste can be turned over again.
    pub has_redeals: bool,
    piles: Vec<(Pile, Vec<Option<Card>>)>,
}

impl Scene {
    /// Returns what a view shows.
    pub fn of(view: View<'_>) -> Scene {
        let piles = view.piles().map(|pile| (pile, view.open(pile).collect())).collect();
        Scene { rules: *view.rules(), base: view.base(), has_redeals: view.redeals_left(), piles }
    }

    /// Returns all piles.
    pub fn piles(&self) -> impl Iterator<Item = Pile> + '_ {
        self.piles.iter().map(|(pile, _)| *pile)
    }

    /// Returns `true` if the table has this pile.
    pub fn has(&self, pile: Pile) -> bool {
        self.piles().any(|known| known == pile)
    }

    /// Returns the cards of a pile from bottom to top, `None` for a card that is face down.
    pub fn cards(&self, pile: Pile) -> &[Option<Card>] {
        self.piles.iter().find(|(known, _)| *known == pile).map_or(&[], |(_, cards)| cards)
    }

    /// Returns how many cards at the top of a pile are face up.
    pub fn face_up(&self, pile: Pile) -> usize {
        self.cards(pile).iter().rev().take_while(|card| card.is_some()).count()
    }

    /// Returns how many cards of the waste lie side by side. Where all are visible, those that are turned together
    /// are enough.
    pub fn waste_spread(&self) -> usize {
        match self.rules.waste_shows {
            Count::Unlimited => self.rules.waste_spread().min(self.rules.draw.max(1).into()),
            Count::Of(_) => self.rules.waste_spread(),
        }
    }
}
