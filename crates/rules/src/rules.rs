//! The rules of a game as plain data: every field is a named fact a player could ask about.

use crate::words::*;
use crate::{Scoring, Sizes};
use cards::{Card, Deck, Rank};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Writes the fields once, for the rules, for what may override them, and for the list of names.
macro_rules! rules {
    ($( $(#[$doc:meta])* $field:ident : $type:ty ),* $(,)?) => {
        /// The rules of one game. A variant is written `Rules { name: …, draw: 1, ..BASE }`.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
        pub struct Rules { $( $(#[$doc])* pub $field: $type ),* }

        /// Fields that replace those of a base game: what a TOML file or `--set` says.
        #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Overrides { $( $(#[$doc])* pub $field: Option<$type> ),* }

        impl Overrides {
            /// The rules with these fields replaced; not yet validated.
            pub fn apply(&self, rules: &Rules) -> Rules {
                Rules { $( $field: self.$field.unwrap_or(rules.$field) ),* }
            }

            /// What turns `base` into `rules`.
            pub fn between(base: &Rules, rules: &Rules) -> Overrides {
                Overrides { $( $field: (base.$field != rules.$field).then_some(rules.$field) ),* }
            }
        }

        impl Rules {
            /// The names of all fields, in order.
            pub const FIELDS: &[&str] = &[ $( stringify!($field) ),* ];
        }
    };
}

rules! {
    /// The name typed on the command line: lower case, digits and hyphens.
    name: Name,
    /// The name in headings.
    title: Name,
    /// The family it is listed under.
    family: Name,

    /// Copies of each card: 1 for one deck, 2 for two.
    copies: u8,
    /// Different suits: 4, 2 (spades and hearts) or 1 (spades).
    suits: u8,
    /// Ranks from the ace up: 13, fewer in small decks.
    ranks: u8,

    /// Number of columns.
    columns: u8,
    /// Face-down cards dealt to each column.
    down: Sizes,
    /// Face-up cards dealt to each column, after the face-down ones.
    up: Sizes,
    /// Are kings put at the bottom of their columns after the deal?
    kings_to_bottom: bool,
    /// Cards dealt to the reserve.
    reserve: u8,
    /// Do all cards of the reserve show, or its top card only?
    reserve_up: bool,
    /// Number of cells.
    cells: u8,
    /// Cards dealt to the cells, one each.
    cells_dealt: u8,
    /// May cards be put into cells?
    cells_take: bool,

    /// What wins.
    goal: Goal,
    /// Which rank the foundations start with.
    base: Base,
    /// Where a foundation may be started.
    place: Place,
    /// Which foundation cards may go back to the columns.
    take_back: TakeBack,

    /// Which card goes on which in a column.
    build: Build,
    /// Are columns built up as well as down?
    both_ways: bool,
    /// Does a king go on an ace in a column?
    wrap: bool,
    /// May cards be put on a card of the base rank in a column?
    build_on_base: bool,
    /// May a card of the base rank be put into a column?
    base_into_columns: bool,
    /// What may be lifted from a column onto another.
    take: Take,
    /// What may go into an empty column.
    fill: Fill,
    /// How the reserve fills an empty column.
    reserve_fills: ReserveFills,

    /// What the stock does.
    stock: Stock,
    /// Cards turned at a time.
    draw: u8,
    /// How often the waste may become the stock again.
    redeals: Count,
    /// Does a redeal also turn the first cards?
    redeal_draws: bool,
    /// Are the first cards turned already when play begins?
    first_turned: bool,
    /// How many of the top cards of the waste show.
    waste_shows: Count,

    /// Which cards go up by themselves when automatic moves are on.
    auto: Auto,
    /// What a position is worth.
    scoring: Scoring,
}

/// A rule that cannot be, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// The field that is wrong.
    pub field: &'static str,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.problem)
    }
}

impl std::error::Error for RulesError {}

impl Rules {
    /// The deck these rules are played with.
    pub const fn deck(&self) -> Deck {
        Deck { copies: self.copies, suits: self.suits, ranks: self.ranks }
    }

    /// Is this card one rank under that one, round the corner where these rules go on there? What
    /// lies so is in sequence; whether it may be put there is the table's affair.
    #[inline]
    pub const fn follows(&self, card: Card, on: Card) -> bool {
        let (low, high) = (card.rank().number(), on.rank().number());
        low + 1 == high || (self.wrap && low == self.ranks && high == 1)
    }

    /// How many foundations there are, one for each suit and copy.
    pub const fn foundations(&self) -> u8 {
        self.copies * self.suits
    }

    /// Is the game about runs in the columns rather than foundations?
    pub const fn about_runs(&self) -> bool {
        !matches!(self.goal, Goal::Foundations)
    }

    /// Has the table foundation piles at all?
    pub const fn has_foundations(&self) -> bool {
        !matches!(self.goal, Goal::RunsStay)
    }

    /// Has the table a waste?
    pub const fn has_waste(&self) -> bool {
        matches!(self.stock, Stock::Waste | Stock::FaceUp)
    }

    /// How many cards lie on the foundations when play begins.
    pub const fn foundation_dealt(&self) -> u8 {
        match self.base {
            Base::Ace => 0,
            Base::Dealt => 1,
            Base::AcesOut | Base::TwosOut => self.foundations(),
        }
    }

    /// The base rank, where the rules fix it; `None` where the deal does.
    pub const fn fixed_base(&self) -> Option<Rank> {
        match self.base {
            Base::Ace | Base::AcesOut => Some(Rank::ACE),
            Base::TwosOut => Rank::new(2),
            Base::Dealt => None,
        }
    }

    /// Cards dealt to the columns in all.
    pub fn in_columns(&self) -> usize {
        (0..usize::from(self.columns))
            .map(|c| usize::from(self.down.of(c)) + usize::from(self.up.of(c)))
            .sum()
    }

    /// Cards left for the stock.
    ///
    /// Valid rules only: [`Rules::validate`] makes sure that it is not negative.
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
    /// The first field that is wrong, with the reason.
    pub fn validate(&self) -> Result<(), RulesError> {
        let wrong = |field, problem: String| Err(RulesError { field, problem });
        let name = self.name.as_str();
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        {
            return wrong("name", format!("{name:?} must be lower-case letters, digits and hyphens"));
        }
        if !(1..=8).contains(&self.copies) {
            return wrong("copies", format!("{} copies of each card: 1 to 8 can be played", self.copies));
        }
        if !matches!(self.suits, 1 | 2 | 4) {
            return wrong("suits", format!("{} suits: a deck has 1, 2 or 4", self.suits));
        }
        if !(2..=13).contains(&self.ranks) {
            return wrong("ranks", format!("{} ranks: a deck has 2 to 13", self.ranks));
        }
        if self.foundations() > 8 || self.deck().len() > 104 {
            let cards = self.deck().len();
            return wrong("copies", format!("{cards} cards: at most two decks (104) can be played"));
        }
        if !(1..=Sizes::MOST as u8).contains(&self.columns) {
            return wrong("columns", format!("{} columns: there can be 1 to {}", self.columns, Sizes::MOST));
        }
        for (field, sizes) in [("down", &self.down), ("up", &self.up)] {
            if sizes.written() != 1 && sizes.written() != usize::from(self.columns) {
                return wrong(
                    field,
                    format!(
                        "{} sizes for {} columns: one for all or one for each",
                        sizes.written(),
                        self.columns
                    ),
                );
            }
        }
        if let Some(c) = (0..usize::from(self.columns)).find(|&c| self.up.of(c) == 0 && self.down.of(c) > 0) {
            return wrong("up", format!("column {} would have no card face up", c + 1));
        }
        if self.cells > 8 {
            return wrong("cells", format!("{} cells: there can be 0 to 8", self.cells));
        }
        if self.cells_dealt > self.cells {
            return wrong("cells_dealt", format!("{} cards for {} cells", self.cells_dealt, self.cells));
        }
        let dealt = self.in_columns()
            + usize::from(self.reserve)
            + usize::from(self.cells_dealt)
            + usize::from(self.foundation_dealt());
        let cards = self.deck().len();
        if dealt > cards {
            // Name what the player most likely changed: the largest part.
            let field = if usize::from(self.reserve) * 2 > dealt { "reserve" } else { "columns" };
            return wrong(field, format!("{dealt} cards are dealt but the deck has {cards}"));
        }
        if self.stock == Stock::None && dealt < cards {
            return wrong("stock", format!("{} cards are left over and there is no stock", cards - dealt));
        }
        if self.stock != Stock::None && dealt == cards {
            return wrong("stock", "no card is left for the stock".into());
        }
        if self.has_waste() && !(1..=8).contains(&self.draw) {
            return wrong("draw", format!("{} cards turned at a time: 1 to 8 can be", self.draw));
        }
        if self.stock == Stock::FaceUp && self.draw != 1 {
            return wrong("draw", "a face-up stock is turned one card at a time".into());
        }
        if self.about_runs() && self.base != Base::Ace {
            return wrong("base", "runs go from king to ace: the base is the ace".into());
        }
        if self.reserve == 0 && self.reserve_fills != ReserveFills::Never {
            return wrong("reserve_fills", "there is no reserve to fill from".into());
        }
        if !self.has_waste() && matches!(self.fill, Fill::Waste | Fill::WasteOrColumn) {
            return wrong("fill", "there is no waste to fill from".into());
        }
        if self.base == Base::TwosOut && self.ranks < 3 {
            return wrong("base", "a deck without threes cannot start at twos".into());
        }
        Ok(())
    }
}
