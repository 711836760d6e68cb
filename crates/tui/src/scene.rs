//! What lies open on the table at one moment: enough to draw it, nothing to play with.
//!
//! A scene outlives the position it shows, so that moves can be shown one after the other while the
//! game is further on already.

use cards::{Card, Rank};
use rules::{Pile, Rules, View};

/// The table at one moment, as the player sees it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The rules, for the shape of the table.
    pub rules: Rules,
    /// The rank foundations start with.
    pub base: Rank,
    /// May the waste be turned over again?
    pub turns_over: bool,
    piles: Vec<(Pile, Vec<Option<Card>>)>,
}

impl Scene {
    /// What this view shows.
    pub fn of(view: View<'_>) -> Scene {
        let piles = view.piles().map(|pile| (pile, view.open(pile).collect())).collect();
        Scene { rules: *view.rules(), base: view.base(), turns_over: view.redeals_left(), piles }
    }

    /// All piles.
    pub fn piles(&self) -> impl Iterator<Item = Pile> + '_ {
        self.piles.iter().map(|(pile, _)| *pile)
    }

    /// Is there such a pile?
    pub fn has(&self, pile: Pile) -> bool {
        self.piles().any(|known| known == pile)
    }

    /// The cards of a pile, bottom to top; `None` for a back.
    pub fn cards(&self, pile: Pile) -> &[Option<Card>] {
        self.piles.iter().find(|(known, _)| *known == pile).map_or(&[], |(_, cards)| cards)
    }

    /// How many cards at the top of a pile lie open.
    pub fn open(&self, pile: Pile) -> usize {
        self.cards(pile).iter().rev().take_while(|card| card.is_some()).count()
    }
}
