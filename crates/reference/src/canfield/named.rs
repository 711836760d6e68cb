//! The rule sets the tests and the example command try, by name.

use talon_cards::{Card, Rank};
use talon_rules::{Build, Fill, ReserveFills, Take, TakeBack};
use talon_solve::canfield::{Position, Variant};

/// A rule set and how it is dealt.
pub struct Named {
    /// The name of the game.
    pub name: &'static str,
    /// Its rules.
    pub variant: Variant,
    /// The number of columns.
    pub columns: usize,
    /// The number of reserve cards.
    pub reserve: usize,
    /// Is the first batch turned at the start?
    pub turned: bool,
    /// The number of redeals; `None` for no limit.
    pub redeals: Option<u8>,
    /// Are all base cards out from the start, and which rank are they?
    pub base: Option<u8>,
}

const BASE: Named = Named {
    name: "canfield-solvitaire",
    variant: Variant::SOLVITAIRE,
    columns: 4,
    reserve: 13,
    turned: false,
    redeals: None,
    base: None,
};

/// Whole columns, the waste fills, nothing on base cards.
const WHOLE: Variant = Variant { take: Take::Whole, fill: Fill::Waste, ..Variant::SOLVITAIRE };
/// Base cards are cards like others.
const LOOSE: Variant = Variant { build_on_base: true, ..Variant::SOLVITAIRE };
const PIPKIN: Variant = Variant { redeal_draws: true, ..WHOLE };
const ONE_PASS: Variant = Variant { build: Build::AnySuit, take: Take::TopOrWhole, draw: 1, ..LOOSE };

/// All of them.
pub const ALL: &[Named] = &[
    BASE,
    Named { name: "canfield", variant: Variant { take_back: TakeBack::OntoCards, ..WHOLE }, ..BASE },
    Named {
        name: "canfield-ucb",
        variant: Variant {
            build_on_base: true,
            base_into_columns: false,
            fill: Fill::WasteOrColumn,
            take_back: TakeBack::OntoCards,
            ..WHOLE
        },
        ..BASE
    },
    Named { name: "canfield-pipkin", variant: PIPKIN, turned: true, ..BASE },
    Named { name: "canfield-gnome", variant: Variant { take_back: TakeBack::Anywhere, ..LOOSE }, ..BASE },
    Named { name: "canfield-bsd", variant: Variant { reserve_fills: ReserveFills::ByHand, ..WHOLE }, ..BASE },
    Named {
        name: "hand-on-base",
        variant: Variant { reserve_fills: ReserveFills::ByHand, build_on_base: true, ..WHOLE },
        ..BASE
    },
    Named { name: "canfield-strict", variant: WHOLE, ..BASE },
    Named { name: "loose", variant: LOOSE, ..BASE },
    Named { name: "strict-on-base", variant: Variant { build_on_base: true, ..WHOLE }, ..BASE },
    Named { name: "rainbow", variant: ONE_PASS, redeals: Some(0), ..BASE },
    Named { name: "rainbow-1", variant: ONE_PASS, redeals: Some(1), ..BASE },
    Named {
        name: "rainbow-bare",
        variant: Variant { build_on_base: false, ..ONE_PASS },
        redeals: Some(0),
        ..BASE
    },
    Named {
        name: "rainbow-free",
        variant: Variant { reserve_fills: ReserveFills::Never, ..ONE_PASS },
        redeals: Some(0),
        ..BASE
    },
    Named {
        name: "rainbow-whole",
        variant: Variant { take: Take::Whole, ..ONE_PASS },
        redeals: Some(0),
        ..BASE
    },
    Named {
        name: "rainbow-hand",
        variant: Variant { reserve_fills: ReserveFills::ByHand, base_into_columns: false, ..ONE_PASS },
        redeals: Some(0),
        ..BASE
    },
    Named { name: "chameleon", variant: ONE_PASS, columns: 3, reserve: 12, redeals: Some(0), ..BASE },
    Named {
        name: "storehouse",
        variant: Variant { build: Build::SameSuit, ..ONE_PASS },
        redeals: Some(2),
        base: Some(2),
        ..BASE
    },
    Named {
        name: "superior-canfield",
        variant: Variant { reserve_fills: ReserveFills::Never, take: Take::TopOrWhole, ..LOOSE },
        ..BASE
    },
    Named { name: "pipkin-1", variant: Variant { draw: 1, ..PIPKIN }, turned: true, ..BASE },
    Named { name: "pipkin-2", variant: Variant { draw: 2, ..PIPKIN }, turned: true, ..BASE },
    Named { name: "pipkin-4", variant: Variant { draw: 4, ..PIPKIN }, turned: true, ..BASE },
    Named { name: "pipkin-5", variant: Variant { draw: 5, ..PIPKIN }, turned: true, ..BASE },
    Named { name: "pipkin-r0", variant: PIPKIN, turned: true, redeals: Some(0), ..BASE },
    Named { name: "pipkin-r1", variant: PIPKIN, turned: true, redeals: Some(1), ..BASE },
    Named { name: "pipkin-r2", variant: PIPKIN, turned: true, redeals: Some(2), ..BASE },
    Named { name: "pipkin-r4", variant: PIPKIN, turned: true, redeals: Some(4), ..BASE },
    Named {
        name: "pipkin-1-r0",
        variant: Variant { draw: 1, ..PIPKIN },
        turned: true,
        redeals: Some(0),
        ..BASE
    },
    Named {
        name: "pipkin-1-r2",
        variant: Variant { draw: 1, ..PIPKIN },
        turned: true,
        redeals: Some(2),
        ..BASE
    },
    Named { name: "loose-any-suit", variant: Variant { build: Build::AnySuit, ..LOOSE }, ..BASE },
    Named {
        name: "superior-parts",
        variant: Variant { reserve_fills: ReserveFills::Never, ..LOOSE },
        ..BASE
    },
    Named {
        name: "superior-back",
        variant: Variant { reserve_fills: ReserveFills::Never, take_back: TakeBack::Anywhere, ..LOOSE },
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
        let turned = if self.turned { usize::from(self.variant.draw) } else { 0 };
        let mut position = match self.base.and_then(Rank::new) {
            None => Position::deal(self.variant, ranks, columns, reserve, turned, cards),
            Some(base) => {
                let (out, rest): (Vec<Card>, Vec<Card>) = cards.iter().partition(|card| card.rank() == base);
                // The first base card stands where the deal puts it; the others follow.
                let mut cards = rest;
                cards.insert(reserve, out[0]);
                let mut position = Position::deal(self.variant, ranks, columns, reserve, turned, &cards);
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
