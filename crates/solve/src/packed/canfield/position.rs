//! A Canfield position in plain words: the piles and the rules that hold.
//!
//! Knows nothing of searching; every other file here works on the compact form made from it.

use cards::{Card, Rank, Suit};

/// What may lie on what in a column; the rank always goes down by one, the ace taking the king.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Build {
    /// Red on black, black on red.
    AltColour,
    /// The same suit only.
    SameSuit,
    /// Any suit.
    AnySuit,
}

/// What may move from one column to another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Take {
    /// Whole columns only.
    Whole,
    /// The top card, or the whole column.
    TopOrWhole,
    /// Any part of a column.
    Part,
}

/// Who fills an empty column while the reserve lasts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// The reserve, at once and by itself.
    AtOnce,
    /// The reserve, when the player says so; nothing else may.
    ByHand,
    /// Anything, at any time.
    Free,
}

/// What an empty column takes once the reserve is gone (with [`Fill::Free`] always).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Gap {
    /// Any card or run.
    Anything,
    /// The top of the waste only.
    Waste,
    /// The top of the waste, or a whole column.
    WasteOrColumn,
}

/// May the top of a foundation (never a base card) come back to a column?
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum TakeBack {
    /// Never.
    No,
    /// Onto a card it fits.
    OntoCards,
    /// Onto a card it fits, or into an empty column that takes anything.
    Anywhere,
}

/// The facts in which the Canfields differ.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Cards turned at once, 1 to 5.
    pub draw: u8,
    /// Does turning the waste over also draw at once?
    pub redeal_draws: bool,
    /// How columns are built.
    pub build: Build,
    /// What may move from column to column.
    pub take: Take,
    /// Empty columns while the reserve lasts.
    pub fill: Fill,
    /// Empty columns afterwards.
    pub gap: Gap,
    /// May a card be built on a base-rank card in a column?
    pub on_base: bool,
    /// May the player move a base-rank card into the tableau?
    pub base_enters: bool,
    /// May foundation cards come back?
    pub take_back: TakeBack,
}

impl Rules {
    /// The rules Solvitaire calls Canfield: part runs, the reserve and then anything fills, no
    /// taking back.
    pub const SOLVITAIRE: Rules = Rules {
        draw: 3,
        redeal_draws: false,
        build: Build::AltColour,
        take: Take::Part,
        fill: Fill::AtOnce,
        gap: Gap::Anything,
        on_base: false,
        base_enters: true,
        take_back: TakeBack::No,
    };

    /// Card by card and any suit on any, as in Rainbow: what the easier games without suits are for.
    #[cfg(test)]
    pub(super) const ANY_SUIT: Rules =
        Rules { draw: 1, build: Build::AnySuit, take: Take::TopOrWhole, on_base: true, ..Rules::SOLVITAIRE };
}

/// A position, in the middle of a game or at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The rules in force.
    pub rules: Rules,
    /// How many ranks the deck has, from the ace up.
    pub ranks: u8,
    /// The rank every foundation starts with.
    pub base: Rank,
    /// The columns, each bottom to top; at most four.
    pub columns: Vec<Vec<Card>>,
    /// The reserve, bottom to top.
    pub reserve: Vec<Card>,
    /// The stock, first-drawn first.
    pub stock: Vec<Card>,
    /// The waste, bottom to top.
    pub waste: Vec<Card>,
    /// How many cards of each suit are up, by [`Suit::index`]; a suit the deck has not got: 0.
    pub up: [u8; 4],
    /// The foundation piles in order: the suit each is bound to, by its cards or by the rules.
    pub homes: Vec<Option<Suit>>,
    /// How often the waste may still be turned over; `None` is without limit.
    pub redeals: Option<u8>,
}

impl Position {
    /// Deals `cards`, first card first: the reserve bottom to top, the base card, the columns, the
    /// stock. `turned` cards of the stock lie on the waste from the start.
    pub fn deal(
        rules: Rules,
        ranks: u8,
        columns: usize,
        reserve: usize,
        turned: usize,
        cards: &[Card],
    ) -> Position {
        let (kept, rest) = cards.split_at(reserve);
        let (first, rest) = rest.split_at(1);
        let (heads, rest) = rest.split_at(columns);
        let (waste, stock) = rest.split_at(turned.min(rest.len()));
        let mut up = [0; 4];
        up[usize::from(first[0].suit().index())] = 1;
        let mut homes = vec![None; 4];
        homes[0] = Some(first[0].suit());
        Position {
            rules,
            ranks,
            base: first[0].rank(),
            columns: heads.iter().map(|&card| vec![card]).collect(),
            reserve: kept.to_vec(),
            stock: stock.to_vec(),
            waste: waste.to_vec(),
            up,
            homes,
            redeals: None,
        }
    }
}
