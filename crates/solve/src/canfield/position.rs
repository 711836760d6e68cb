//! A position as lists of cards, and the rules in which the games of the family differ.

use std::fmt;
use talon_cards::{Card, Rank, Suit};
use talon_rules::{Build, Fill, ReserveFills, Take, TakeBack};

/// The rules in which the games of the family differ.
///
/// Each field means what the field of the same name of [`talon_rules::Rules`] means.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The number of cards turned at a time, 1 to 5.
    pub draw: u8,
    /// Whether a redeal also turns the first cards.
    pub redeal_draws: bool,
    /// Which card goes on which in a column, apart from the ranks: they go down by one, and the ace takes the
    /// king.
    pub build: Build,
    /// What may be moved from a column onto another.
    pub take: Take,
    /// How the reserve fills an empty column while it has cards.
    pub reserve_fills: ReserveFills,
    /// What may go into an empty column that the reserve does not fill.
    pub fill: Fill,
    /// Whether cards may be put on a card of the base rank in a column.
    pub build_on_base: bool,
    /// Whether a card of the base rank may be put into a column.
    pub base_into_columns: bool,
    /// Which foundation cards may be moved back to the columns.
    pub take_back: TakeBack,
}

impl Variant {
    /// The rules that Solvitaire calls Canfield: any part of a column moves, the reserve and later anything
    /// fills an empty column, and foundation cards stay.
    pub const SOLVITAIRE: Variant = Variant {
        draw: 3,
        redeal_draws: false,
        build: Build::AltColour,
        take: Take::Run,
        reserve_fills: ReserveFills::Itself,
        fill: Fill::Anything,
        build_on_base: false,
        base_into_columns: true,
        take_back: TakeBack::Never,
    };

    /// The rules of Rainbow, apart from the number of redeals.
    #[cfg(test)]
    pub(super) const ANY_SUIT: Variant = Variant {
        draw: 1,
        build: Build::AnySuit,
        take: Take::TopOrWhole,
        build_on_base: true,
        ..Variant::SOLVITAIRE
    };

    /// Returns `true` if the solver is correct for this combination of rules.
    ///
    /// If empty columns do not take anything, then two more conditions hold: whole columns are the only parts
    /// that move, because the [open-stock relaxation](super#the-prunings) lets a part of a column move without
    /// the stock card that a player would first put into the empty column; and the reserve fills empty columns
    /// as long as it has cards, because the moves of its cards to empty columns assume it.
    pub const fn is_supported(&self) -> bool {
        let Variant {
            draw,
            redeal_draws: _,
            build,
            take,
            reserve_fills,
            fill,
            build_on_base: _,
            base_into_columns: _,
            take_back,
        } = self;
        *draw >= 1
            && *draw <= 5
            && matches!(build, Build::AltColour | Build::SameSuit | Build::AnySuit)
            && matches!(take, Take::Whole | Take::TopOrWhole | Take::Run)
            && match fill {
                Fill::Anything => true,
                Fill::Waste | Fill::WasteOrColumn => {
                    matches!(take, Take::Whole) && !matches!(reserve_fills, ReserveFills::Never)
                }
                Fill::Kings | Fill::Nothing => false,
            }
            && matches!(take_back, TakeBack::Never | TakeBack::OntoCards | TakeBack::Anywhere)
    }
}

/// A position of a Canfield, at the start of a game or later, with every card known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The rules that vary.
    pub variant: Variant,
    /// The number of ranks of the deck, from the ace up: 13, or less in the small decks of tests.
    pub ranks: u8,
    /// The rank that every foundation starts with.
    pub base: Rank,
    /// The columns, at most four, each from bottom to top.
    pub columns: Vec<Vec<Card>>,
    /// The reserve from bottom to top. The last card may be played.
    pub reserve: Vec<Card>,
    /// The stock, the next card first.
    pub stock: Vec<Card>,
    /// The waste from bottom to top. The last card may be played.
    pub waste: Vec<Card>,
    /// The number of cards on the foundation of each suit, by [`Suit::index`].
    pub up: [u8; 4],
    /// The foundations in their order on the table: the suit of each, if its cards or the rules determine it.
    pub homes: Vec<Option<Suit>>,
    /// The number of redeals left; `None` if they are unlimited.
    pub redeals: Option<u8>,
}

impl Position {
    /// Deals `cards` in this order: the reserve from bottom to top, the base card, the columns, the stock.
    ///
    /// The first `turned` cards of the stock lie on the waste from the start.
    pub fn deal(
        variant: Variant,
        ranks: u8,
        columns: usize,
        reserve: usize,
        turned: usize,
        cards: &[Card],
    ) -> Position {
        let (reserve, rest) = cards.split_at(reserve);
        let (base, rest) = rest.split_at(1);
        let (bottoms, rest) = rest.split_at(columns);
        let (waste, stock) = rest.split_at(turned.min(rest.len()));
        let mut up = [0; 4];
        up[usize::from(base[0].suit().index())] = 1;
        let mut homes = vec![None; 4];
        homes[0] = Some(base[0].suit());
        Position {
            variant,
            ranks,
            base: base[0].rank(),
            columns: bottoms.iter().map(|&card| vec![card]).collect(),
            reserve: reserve.to_vec(),
            stock: stock.to_vec(),
            waste: waste.to_vec(),
            up,
            homes,
            redeals: None,
        }
    }

    /// The cards that are not on the foundations.
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> {
        let piles = self.columns.iter().chain([&self.reserve, &self.stock, &self.waste]);
        piles.flatten().copied()
    }

    /// The card that is `steps` ranks above the base card of its suit.
    fn above_base(&self, suit: Suit, steps: u8) -> Option<Card> {
        Rank::new((self.base.number() - 1 + steps) % self.ranks + 1).map(|rank| Card::new(rank, suit))
    }

    /// Checks that the solver is correct for this position.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(&self) -> Result<(), PositionError> {
        if !self.variant.is_supported() {
            return Err(PositionError::Variant);
        }
        if self.columns.is_empty() || self.columns.len() > MAX_COLUMNS {
            return Err(PositionError::Columns);
        }
        let mut seen = 0u64;
        let mut see = |card: Card| {
            let known = seen >> card.index() & 1 == 1 || card.rank().number() > self.ranks;
            seen |= 1 << card.index();
            if known { Err(PositionError::Deck(card)) } else { Ok(()) }
        };
        self.cards().try_for_each(&mut see)?;
        for suit in Suit::ALL {
            let up = self.up[usize::from(suit.index())];
            if up > self.ranks || up > 0 && !self.homes.contains(&Some(suit)) {
                return Err(PositionError::Foundation(suit));
            }
            (0..up).filter_map(|steps| self.above_base(suit, steps)).try_for_each(&mut see)?;
        }
        // A suit is in the deck with all its ranks or not at all.
        let is_seen = |card: Card| seen >> card.index() & 1 == 1;
        for suit in Suit::ALL {
            let mut cards = (0..self.ranks).filter_map(|steps| self.above_base(suit, steps));
            if cards.clone().any(is_seen) {
                if let Some(missing) = cards.find(|&card| !is_seen(card)) {
                    return Err(PositionError::Deck(missing));
                }
                if !self.homes.contains(&Some(suit)) && !self.homes.contains(&None) {
                    return Err(PositionError::Foundation(suit));
                }
            }
        }
        for (index, column) in self.columns.iter().enumerate() {
            let is_run = column.windows(2).all(|two| self.fits(two[0], two[1]));
            let is_due = column.is_empty() && !self.reserve.is_empty();
            if !is_run || is_due && self.variant.reserve_fills == ReserveFills::Itself {
                return Err(PositionError::Column(index));
            }
        }
        Ok(())
    }

    /// Whether `card` may lie on `on` in a column.
    fn fits(&self, on: Card, card: Card) -> bool {
        let suits = match self.variant.build {
            Build::AltColour => on.color() != card.color(),
            Build::SameColour => on.color() == card.color(),
            Build::SameSuit => on.suit() == card.suit(),
            Build::OtherSuit => on.suit() != card.suit(),
            Build::AnySuit => true,
        };
        suits
            && card.rank().number() % self.ranks + 1 == on.rank().number()
            && (self.variant.build_on_base || on.rank() != self.base)
            && (self.variant.base_into_columns || card.rank() != self.base)
    }
}

/// The largest number of columns that the packed state has room for.
pub(super) const MAX_COLUMNS: usize = 4;

/// Why the solver is not correct for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The combination of rules is not [supported](Variant::is_supported).
    Variant,
    /// There are no columns, or more than four.
    Columns,
    /// This card is missing, occurs twice, or is above the highest rank.
    Deck(Card),
    /// There is no foundation for this suit, or too many cards on it.
    Foundation(Suit),
    /// The cards of this column are not a sequence, or it is empty although the reserve fills it.
    Column(usize),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Variant => f.write_str("the solver does not support these rules"),
            PositionError::Columns => write!(f, "there must be one to {MAX_COLUMNS} columns"),
            PositionError::Deck(card) => {
                write!(f, "the {} is missing, occurs twice, or is too high", card.words())
            }
            PositionError::Foundation(suit) => {
                write!(f, "there is no foundation for {}, or too many cards are on it", suit.words())
            }
            PositionError::Column(index) => {
                write!(f, "column {} is not a sequence, or the reserve should have filled it", index + 1)
            }
        }
    }
}

impl std::error::Error for PositionError {}
