//! The rules of a game as plain data. Each field answers a question that a player could ask.

use crate::words::*;
use crate::{Scoring, Sizes};
use serde::{Deserialize, Serialize};
use std::fmt;
use talon_cards::{Card, Deck, Rank};

/// Declares the fields once, for [`Rules`], for [`Overrides`] and for [`Rules::FIELDS`].
macro_rules! rules {
    ($( $(#[$doc:meta])* $field:ident : $type:ty ),* $(,)?) => {
        /// The rules of a game. A variant of a game is written `Rules { name: …, draw: 1, ..BASE }`.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
        pub struct Rules { $( $(#[$doc])* pub $field: $type ),* }

        /// Values for some of the fields of [`Rules`], as a rules file or a setting gives them.
        #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Overrides { $( $(#[$doc])* pub $field: Option<$type> ),* }

        impl Overrides {
            /// The rules with these fields replaced. The result is not validated.
            pub fn apply(&self, rules: &Rules) -> Rules {
                Rules { $( $field: self.$field.unwrap_or(rules.$field) ),* }
            }

            /// The values that turn `base` into `rules`.
            pub fn between(base: &Rules, rules: &Rules) -> Overrides {
                Overrides { $( $field: (base.$field != rules.$field).then_some(rules.$field) ),* }
            }
        }

        impl Rules {
            /// The names of all fields in the order of their declaration.
            pub const FIELDS: &[&str] = &[ $( stringify!($field) ),* ];
        }
    };
}

rules! {
    /// The name by which the game is found: lower-case letters, digits and hyphens.
    name: Name,
    /// The name in headings.
    title: Name,
    /// The heading under which the game is listed.
    family: Name,

    /// The number of copies of each card: 1 for one deck, 2 for two.
    copies: u8,
    /// The number of suits: 4, 2 (spades and hearts) or 1 (spades).
    suits: u8,
    /// The number of ranks from the ace up: 13, or fewer in small decks.
    ranks: u8,

    /// The number of columns.
    columns: u8,
    /// The number of face-down cards dealt to each column.
    down: Sizes,
    /// The number of face-up cards dealt to each column, after the face-down ones.
    up: Sizes,
    /// Whether kings are put at the bottom of their columns after the deal.
    kings_to_bottom: bool,
    /// The number of cards dealt to the reserve.
    reserve: u8,
    /// Whether all cards of the reserve are face up, and not only its top card.
    reserve_up: bool,
    /// The number of cells.
    cells: u8,
    /// The number of cells that are dealt a card.
    cells_dealt: u8,
    /// Whether cards may be put into cells.
    cells_take: bool,

    /// What wins the game.
    goal: Goal,
    /// The rank with which the foundations start.
    #[serde(alias = "base")] // Rows files of the lab written before version 0.2 use this name.
    base_rank: BaseRank,
    /// Which empty foundation a base card may start.
    place: Place,
    /// Which foundation cards may go back to the columns.
    take_back: TakeBack,

    /// Which suits may be put on which in a column.
    build: Build,
    /// Whether columns are built up as well as down.
    both_ways: bool,
    /// Whether a king may be put on an ace in a column.
    wrap: bool,
    /// Whether cards may be put on a card of the base rank in a column.
    build_on_base: bool,
    /// Whether a card of the base rank may be put into a column, alone or as the lowest of several cards. The
    /// deal, and a reserve that fills columns by itself, may put it there nevertheless.
    base_into_columns: bool,
    /// Which cards of a column may be moved together to another column.
    take: Take,
    /// What may be put into an empty column.
    fill: Fill,
    /// How the reserve fills an empty column.
    reserve_fills: ReserveFills,

    /// How the stock is used.
    stock: Stock,
    /// The number of cards turned at a time.
    draw: u8,
    /// How often the waste may become the stock again.
    redeals: Count,
    /// Whether a redeal also turns the first cards.
    redeal_draws: bool,
    /// Whether the first cards are already turned when play begins.
    first_turned: bool,
    /// How many of the top cards of the waste are visible; at least one is. If more than one is, then at least all
    /// cards that are turned together are.
    waste_shows: Count,

    /// Which cards automatic moves move to the foundations.
    auto: Auto,
    /// How a position is scored.
    scoring: Scoring,
}

/// The reason why no game can be played by some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// The field that is wrong.
    pub field: &'static str,
    /// What is wrong with its value.
    pub problem: String,
}

/// The smallest and the largest number that a rule can be; `None` for rules that are not plain numbers or have
/// other limits.
pub fn range(field: &str) -> Option<(u8, u8)> {
    match field {
        "copies" | "draw" => Some((1, 8)),
        "ranks" => Some((2, 13)),
        "columns" => Some((1, Sizes::MOST as u8)),
        "cells" => Some((0, 8)),
        _ => None,
    }
}

/// Checks a rule that is a plain number.
fn in_range(field: &'static str, value: u8) -> Result<(), RulesError> {
    match range(field) {
        Some((least, most)) if !(least..=most).contains(&value) => {
            let problem = format!("must be a whole number from {least} to {most}, not {value}");
            Err(RulesError { field, problem })
        }
        _ => Ok(()),
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.field, self.problem)
    }
}

impl std::error::Error for RulesError {}

impl Rules {
    /// The deck of the game.
    pub const fn deck(&self) -> Deck {
        Deck { copies: self.copies, suits: self.suits, ranks: self.ranks }
    }

    /// Returns `true` if `card` is one rank below `on`, or a king below an ace if these rules
    /// [wrap](Rules::wrap).
    ///
    /// Two such cards are in sequence. Whether one may be put on the other also depends on their suits.
    #[inline]
    pub const fn follows(&self, card: Card, on: Card) -> bool {
        let (low, high) = (card.rank().number(), on.rank().number());
        low + 1 == high || (self.wrap && low == self.ranks && high == 1)
    }

    /// The number of foundations: one for each suit of each copy of the deck.
    pub const fn foundations(&self) -> u8 {
        self.copies * self.suits
    }

    /// Returns `true` if the goal is to make runs in the columns, not to build up the foundations.
    pub const fn about_runs(&self) -> bool {
        !matches!(self.goal, Goal::Foundations)
    }

    /// Returns `true` if the table has foundations.
    pub const fn has_foundations(&self) -> bool {
        !matches!(self.goal, Goal::RunsStay)
    }

    /// Returns `true` if the table has a waste.
    pub const fn has_waste(&self) -> bool {
        matches!(self.stock, Stock::Waste | Stock::FaceUp)
    }

    /// Returns how many of the top cards of the waste are visible.
    ///
    /// A game that shows several cards shows all that are turned together, even if a player draws more than the
    /// named game does.
    pub const fn waste_visible(&self) -> Count {
        match self.waste_shows {
            Count::Of(0 | 1) => Count::Of(1),
            Count::Of(n) if n < self.draw => Count::Of(self.draw),
            shows => shows,
        }
    }

    /// Returns how many cards of the waste front ends lay side by side: the visible ones, as far as there is
    /// usually room for them.
    pub fn waste_spread(&self) -> usize {
        let usual = self.draw.clamp(3, 5);
        match self.waste_visible() {
            Count::Of(visible) => visible.min(usual).into(),
            Count::Unlimited => usual.into(),
        }
    }

    /// The number of cards on the foundations when play begins.
    pub const fn foundation_dealt(&self) -> u8 {
        match self.base_rank {
            BaseRank::Ace => 0,
            BaseRank::Dealt => 1,
            BaseRank::AcesOut | BaseRank::TwosOut => self.foundations(),
        }
    }

    /// The base rank if the rules determine it; `None` if the deal does.
    pub const fn fixed_base(&self) -> Option<Rank> {
        match self.base_rank {
            BaseRank::Ace | BaseRank::AcesOut => Some(Rank::ACE),
            BaseRank::TwosOut => Rank::new(2),
            BaseRank::Dealt => None,
        }
    }

    /// The number of cards dealt to all columns together.
    pub fn in_columns(&self) -> usize {
        (0..usize::from(self.columns))
            .map(|c| usize::from(self.down.of(c)) + usize::from(self.up.of(c)))
            .sum()
    }

    /// The number of cards left for the stock.
    ///
    /// The rules must be [valid](Rules::validate); otherwise the result is meaningless.
    pub fn in_stock(&self) -> usize {
        let dealt = self.in_columns()
            + usize::from(self.reserve)
            + usize::from(self.cells_dealt)
            + usize::from(self.foundation_dealt());
        self.deck().len().saturating_sub(dealt)
    }

    /// Checks that a game can be played by these rules.
    ///
    /// # Errors
    /// If it cannot; the error names the first field that is wrong and the reason.
    pub fn validate(&self) -> Result<(), RulesError> {
        let wrong = |field, problem: String| Err(RulesError { field, problem });
        let name = self.name.as_str();
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        {
            return wrong("name", format!("must be lower-case letters, digits and hyphens, not {name:?}"));
        }
        in_range("copies", self.copies)?;
        if !matches!(self.suits, 1 | 2 | 4) {
            return wrong("suits", format!("must be 1, 2 or 4, not {}", self.suits));
        }
        for (field, value) in [("ranks", self.ranks), ("columns", self.columns), ("cells", self.cells)] {
            in_range(field, value)?;
        }
        if self.foundations() > 8 || self.deck().len() > 104 {
            let cards = self.deck().len();
            return wrong(
                "copies",
                format!("would make a deck of {cards} cards; a game has at most two decks, 104 cards"),
            );
        }
        for (field, sizes) in [("down", &self.down), ("up", &self.up)] {
            if sizes.written() != 1 && sizes.written() != usize::from(self.columns) {
                return wrong(
                    field,
                    format!(
                        "must be one number for all columns or one for each of the {}, not {} numbers",
                        self.columns,
                        sizes.written()
                    ),
                );
            }
        }
        if let Some(c) = (0..usize::from(self.columns)).find(|&c| self.up.of(c) == 0 && self.down.of(c) > 0) {
            return wrong("up", format!("would leave column {} without a card face up", c + 1));
        }
        if self.cells_dealt > self.cells {
            return wrong(
                "cells_dealt",
                format!("must not be larger than the number of cells, {}", self.cells),
            );
        }
        let dealt = self.in_columns()
            + usize::from(self.reserve)
            + usize::from(self.cells_dealt)
            + usize::from(self.foundation_dealt());
        let cards = self.deck().len();
        if dealt > cards {
            // The largest part is most likely the one that was changed.
            let field = if usize::from(self.reserve) * 2 > dealt { "reserve" } else { "columns" };
            return wrong(
                field,
                format!("is too large: {dealt} cards would be dealt, but the deck has only {cards}"),
            );
        }
        if self.stock == Stock::None && dealt < cards {
            return wrong(
                "stock",
                format!("cannot be none, because {} are left over", crate::plural(cards - dealt, "card")),
            );
        }
        if self.stock != Stock::None && dealt == cards {
            return wrong("stock", "must be none, because no card is left for it".into());
        }
        if self.has_waste() {
            in_range("draw", self.draw)?;
        }
        // A face-up stock is played from instead, so its waste need not be visible.
        if self.stock == Stock::Waste && self.waste_shows == Count::Of(0) {
            return wrong(
                "waste_shows",
                "must not be 0, because the top card of the waste can be played".into(),
            );
        }
        if self.stock == Stock::FaceUp && self.draw != 1 {
            return wrong("draw", "must be 1, because a face-up stock is turned one card at a time".into());
        }
        if self.about_runs() && self.base_rank != BaseRank::Ace {
            return wrong("base_rank", "must be ace, because runs go from king to ace".into());
        }
        if self.foundation_dealt() == 1 && self.base_rank != BaseRank::Dealt {
            let problem = "must be ace or dealt, because the base card of a single foundation cannot be dealt out first";
            return wrong("base_rank", problem.into());
        }
        if self.first_turned && !self.has_waste() {
            return wrong(
                "first_turned",
                "must be false, because there is no waste to turn the first cards to".into(),
            );
        }
        if self.reserve == 0 && self.reserve_fills != ReserveFills::Never {
            return wrong("reserve_fills", "must be never, because there is no reserve to fill from".into());
        }
        if !self.has_waste() && matches!(self.fill, Fill::Waste | Fill::WasteOrColumn) {
            return wrong(
                "fill",
                "cannot be waste or waste-or-column, because there is no waste to fill from".into(),
            );
        }
        if self.base_rank == BaseRank::TwosOut && self.ranks < 3 {
            return wrong("base_rank", "cannot be twos-out, because there are no threes in the deck".into());
        }
        Ok(())
    }
}
