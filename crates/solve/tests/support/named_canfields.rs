//! The rule sets the tests and the example command try, by name.

use cards::{Card, Rank};
use solve::packed::canfield::{Build, Fill, Gap, Position, Rules, Take, TakeBack};

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

/// Whole columns, the waste fills, nothing on base cards.
const WHOLE: Rules = Rules { take: Take::Whole, gap: Gap::Waste, ..Rules::SOLVITAIRE };
/// Base cards are cards like others.
const LOOSE: Rules = Rules { on_base: true, ..Rules::SOLVITAIRE };
const PIPKIN: Rules = Rules { redeal_draws: true, ..WHOLE };
const ONE_PASS: Rules = Rules { build: Build::AnySuit, take: Take::TopOrWhole, draw: 1, ..LOOSE };

/// All of them.
pub const ALL: &[Named] = &[
    BASE,
    Named { name: "canfield", rules: Rules { take_back: TakeBack::OntoCards, ..WHOLE }, ..BASE },
    Named {
        name: "canfield-ucb",
        rules: Rules {
            on_base: true,
            base_enters: false,
            gap: Gap::WasteOrColumn,
            take_back: TakeBack::OntoCards,
            ..WHOLE
        },
        ..BASE
    },
    Named { name: "canfield-pipkin", rules: PIPKIN, turned: true, ..BASE },
    Named { name: "canfield-gnome", rules: Rules { take_back: TakeBack::Anywhere, ..LOOSE }, ..BASE },
    Named { name: "canfield-bsd", rules: Rules { fill: Fill::ByHand, ..WHOLE }, ..BASE },
    Named { name: "hand-on-base", rules: Rules { fill: Fill::ByHand, on_base: true, ..WHOLE }, ..BASE },
    Named { name: "canfield-strict", rules: WHOLE, ..BASE },
    Named { name: "loose", rules: LOOSE, ..BASE },
    Named { name: "strict-on-base", rules: Rules { on_base: true, ..WHOLE }, ..BASE },
    Named { name: "rainbow", rules: ONE_PASS, redeals: Some(0), ..BASE },
    Named { name: "rainbow-1", rules: ONE_PASS, redeals: Some(1), ..BASE },
    Named { name: "rainbow-bare", rules: Rules { on_base: false, ..ONE_PASS }, redeals: Some(0), ..BASE },
    Named { name: "rainbow-free", rules: Rules { fill: Fill::Free, ..ONE_PASS }, redeals: Some(0), ..BASE },
    Named { name: "rainbow-whole", rules: Rules { take: Take::Whole, ..ONE_PASS }, redeals: Some(0), ..BASE },
    Named {
        name: "rainbow-hand",
        rules: Rules { fill: Fill::ByHand, base_enters: false, ..ONE_PASS },
        redeals: Some(0),
        ..BASE
    },
    Named { name: "chameleon", rules: ONE_PASS, columns: 3, reserve: 12, redeals: Some(0), ..BASE },
    Named {
        name: "storehouse",
        rules: Rules { build: Build::SameSuit, ..ONE_PASS },
        redeals: Some(2),
        base: Some(2),
        ..BASE
    },
    Named {
        name: "superior-canfield",
        rules: Rules { fill: Fill::Free, take: Take::TopOrWhole, ..LOOSE },
        ..BASE
    },
    Named { name: "pipkin-1", rules: Rules { draw: 1, ..PIPKIN }, turned: true, ..BASE },
    Named { name: "pipkin-2", rules: Rules { draw: 2, ..PIPKIN }, turned: true, ..BASE },
    Named { name: "pipkin-4", rules: Rules { draw: 4, ..PIPKIN }, turned: true, ..BASE },
    Named { name: "pipkin-5", rules: Rules { draw: 5, ..PIPKIN }, turned: true, ..BASE },
    Named { name: "pipkin-r0", rules: PIPKIN, turned: true, redeals: Some(0), ..BASE },
    Named { name: "pipkin-r1", rules: PIPKIN, turned: true, redeals: Some(1), ..BASE },
    Named { name: "pipkin-r2", rules: PIPKIN, turned: true, redeals: Some(2), ..BASE },
    Named { name: "pipkin-r4", rules: PIPKIN, turned: true, redeals: Some(4), ..BASE },
    Named { name: "pipkin-1-r0", rules: Rules { draw: 1, ..PIPKIN }, turned: true, redeals: Some(0), ..BASE },
    Named { name: "pipkin-1-r2", rules: Rules { draw: 1, ..PIPKIN }, turned: true, redeals: Some(2), ..BASE },
    Named { name: "loose-any-suit", rules: Rules { build: Build::AnySuit, ..LOOSE }, ..BASE },
    Named { name: "superior-parts", rules: Rules { fill: Fill::Free, ..LOOSE }, ..BASE },
    Named {
        name: "superior-back",
        rules: Rules { fill: Fill::Free, take_back: TakeBack::Anywhere, ..LOOSE },
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
