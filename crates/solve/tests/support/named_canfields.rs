//! The rule sets the tests and the example command try, by name.

use cards::{Card, Rank};
use solve::packed::canfield::{Build, Fill, Gap, Position, Rules, TakeBack};

/// A rule set and how it is dealt.
pub struct Named {
    pub name: &'static str,
    pub rules: Rules,
    pub columns: usize,
    pub reserve: usize,
    /// Is the first batch turned at the start?
    pub turned: bool,
    pub redeals: Option<u8>,
    /// Are all base cards out from the start, and which rank are they?
    pub base: Option<u8>,
}

const BASE: Named = Named {
    name: "canfield-solvitaire",
    rules: Rules::SOLVITAIRE,
    columns: 4,
    reserve: 13,
    turned: false,
    redeals: None,
    base: None,
};

const WHOLE: Rules = Rules { part_runs: false, gap: Gap::Waste, ..Rules::SOLVITAIRE };

/// All of them.
pub const ALL: &[Named] = &[
    BASE,
    Named { name: "strict", rules: WHOLE, ..BASE },
    Named { name: "document", rules: Rules { take_back: TakeBack::OntoCards, ..WHOLE }, ..BASE },
    Named {
        name: "ucb",
        rules: Rules {
            on_base: true,
            base_enters: false,
            gap: Gap::WasteOrColumn,
            take_back: TakeBack::OntoCards,
            ..WHOLE
        },
        ..BASE
    },
    Named { name: "pipkin", rules: Rules { redeal_draws: true, ..WHOLE }, turned: true, ..BASE },
    Named { name: "pipkin-1", rules: Rules { redeal_draws: true, draw: 1, ..WHOLE }, turned: true, ..BASE },
    Named { name: "pipkin-2", rules: Rules { redeal_draws: true, draw: 2, ..WHOLE }, turned: true, ..BASE },
    Named { name: "pipkin-4", rules: Rules { redeal_draws: true, draw: 4, ..WHOLE }, turned: true, ..BASE },
    Named { name: "pipkin-5", rules: Rules { redeal_draws: true, draw: 5, ..WHOLE }, turned: true, ..BASE },
    Named {
        name: "pipkin-r0",
        rules: Rules { redeal_draws: true, ..WHOLE },
        turned: true,
        redeals: Some(0),
        ..BASE
    },
    Named {
        name: "pipkin-r2",
        rules: Rules { redeal_draws: true, ..WHOLE },
        turned: true,
        redeals: Some(2),
        ..BASE
    },
    Named {
        name: "pipkin-r4",
        rules: Rules { redeal_draws: true, ..WHOLE },
        turned: true,
        redeals: Some(4),
        ..BASE
    },
    Named {
        name: "pipkin-1-r2",
        rules: Rules { redeal_draws: true, draw: 1, ..WHOLE },
        turned: true,
        redeals: Some(2),
        ..BASE
    },
    Named { name: "bsdgames", rules: Rules { fill: Fill::ByHand, ..WHOLE }, ..BASE },
    Named {
        name: "gnome",
        rules: Rules { on_base: true, take_back: TakeBack::Anywhere, ..Rules::SOLVITAIRE },
        ..BASE
    },
    Named { name: "loose", rules: Rules { on_base: true, ..Rules::SOLVITAIRE }, ..BASE },
    Named {
        name: "rainbow",
        rules: Rules { build: Build::AnySuit, on_base: true, draw: 1, ..WHOLE },
        redeals: Some(2),
        ..BASE
    },
    Named {
        name: "rainbow-parts",
        rules: Rules { build: Build::AnySuit, on_base: true, ..Rules::SOLVITAIRE },
        ..BASE
    },
    Named {
        name: "storehouse",
        rules: Rules { build: Build::SameSuit, on_base: true, draw: 1, gap: Gap::Waste, ..Rules::SOLVITAIRE },
        redeals: Some(2),
        base: Some(2),
        ..BASE
    },
    Named {
        name: "chameleon",
        rules: Rules { build: Build::AnySuit, on_base: true, draw: 1, ..Rules::SOLVITAIRE },
        columns: 3,
        reserve: 12,
        redeals: Some(0),
        ..BASE
    },
    Named { name: "superior", rules: Rules { fill: Fill::Free, on_base: true, ..Rules::SOLVITAIRE }, ..BASE },
    Named {
        name: "superior-whole",
        rules: Rules { fill: Fill::Free, gap: Gap::Anything, on_base: true, ..WHOLE },
        ..BASE
    },
    Named {
        name: "superior-back",
        rules: Rules { fill: Fill::Free, on_base: true, take_back: TakeBack::Anywhere, ..Rules::SOLVITAIRE },
        ..BASE
    },
];

impl Named {
    /// Deals a full deck.
    pub fn deal(&self, cards: &[Card]) -> Position {
        self.deal_small(cards, 13, self.columns, self.reserve)
    }

    /// Deals a deck of so many ranks onto so many columns.
    pub fn deal_small(&self, cards: &[Card], ranks: u8, columns: usize, reserve: usize) -> Position {
        let turned = if self.turned { usize::from(self.rules.draw) } else { 0 };
        let mut position = match self.base.and_then(Rank::new) {
            None => Position::deal(self.rules, ranks, columns, reserve, turned, cards),
            Some(base) => {
                let (out, rest): (Vec<Card>, Vec<Card>) = cards.iter().partition(|card| card.rank() == base);
                // The first base card stands where the deal puts it; the others follow.
                let mut cards = rest;
                cards.insert(reserve, out[0]);
                let mut position = Position::deal(self.rules, ranks, columns, reserve, turned, &cards);
                for (home, card) in out.iter().enumerate() {
                    position.up[usize::from(card.suit().index())] = 1;
                    position.homes[home] = Some(card.suit());
                }
                position
            }
        };
        position.redeals = self.redeals;
        position
    }
}
