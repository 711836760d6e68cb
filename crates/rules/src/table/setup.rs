//! Setting up a table in the middle of a game, and writing down its position.

use super::*;
use crate::Stock;
use std::fmt;

/// A position written down: the cards of each pile from bottom to top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The stock; its last card is drawn first.
    pub stock: Vec<Card>,
    /// The waste.
    pub waste: Vec<Card>,
    /// The reserve.
    pub reserve: Vec<Card>,
    /// The foundations.
    pub foundations: Vec<Vec<Card>>,
    /// The cells.
    pub cells: Vec<Option<Card>>,
    /// The columns, each with the number of its face-down cards.
    pub columns: Vec<(Vec<Card>, usize)>,
    /// The base rank; needed if neither the rules nor a foundation determine it.
    pub base: Option<Rank>,
    /// The number of redeals used so far.
    pub redeals_used: u16,
}

/// The reason why a layout is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The rules are invalid.
    Rules(RulesError),
    /// The cards are not the deck of the game.
    Deck(DeckError),
    /// The layout has cards in a pile that the game does not have.
    NoPlace(Pile),
    /// The top card of the pile would be face down.
    FaceDown(Pile),
    /// The foundation is not built up in suit from the base rank.
    Foundation(Pile),
    /// The base rank is not given, and nothing else determines it.
    NoBase,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Rules(error) => error.fmt(f),
            SetupError::Deck(error) => error.fmt(f),
            SetupError::NoPlace(pile) => {
                write!(f, "this game has no place for the cards of {}", pile.words())
            }
            SetupError::FaceDown(pile) => write!(f, "the top card of {} must be face up", pile.words()),
            SetupError::Foundation(pile) => {
                write!(f, "{} is not built up in suit from the base rank", pile.words())
            }
            SetupError::NoBase => f.write_str("the base rank is not known: no foundation is started"),
        }
    }
}

impl std::error::Error for SetupError {}

impl From<DealError> for SetupError {
    fn from(error: DealError) -> SetupError {
        match error {
            DealError::Rules(error) => SetupError::Rules(error),
            DealError::Deck(error) => SetupError::Deck(error),
        }
    }
}

impl Table {
    /// Sets up a position. The cards of the waste count as seen, as do those of the stock if a redeal was
    /// used before. What happens by itself in this position has happened in the result: complete runs have
    /// left, and the reserve has filled empty columns.
    ///
    /// # Errors
    /// If the layout is not a position of the game.
    pub fn set_up(rules: &Rules, layout: &Layout) -> Result<Table, SetupError> {
        rules.validate().map_err(SetupError::Rules)?;
        let mut all: Vec<Card> = Vec::with_capacity(CARDS);
        all.extend(layout.stock.iter().chain(&layout.waste).chain(&layout.reserve));
        all.extend(layout.foundations.iter().flatten());
        all.extend(layout.cells.iter().flatten());
        all.extend(layout.columns.iter().flat_map(|(cards, _)| cards));
        rules.deck().check(&all).map_err(SetupError::Deck)?;

        let started = layout.foundations.iter().find_map(|f| f.first()).map(|card| card.rank());
        let base = rules.fixed_base().or(started).or(layout.base).ok_or(SetupError::NoBase)?;
        let mut table = Table::empty(rules, base);
        for (pile, cards) in
            [(Pile::Stock, &layout.stock), (Pile::Waste, &layout.waste), (Pile::Reserve, &layout.reserve)]
        {
            table.lay(pile, cards)?;
        }
        for (f, cards) in layout.foundations.iter().enumerate() {
            let pile = Pile::Foundation(f as u8);
            let in_order = if rules.about_runs() {
                cards.is_empty()
                    || (cards.len() == usize::from(rules.ranks)
                        && cards.windows(2).all(|pair| pair[0].index() == pair[1].index() + 4))
            } else {
                cards.first().is_none_or(|card| card.rank() == base)
                    && cards
                        .windows(2)
                        .all(|pair| table.plan.next[usize::from(pair[0].index())] == pair[1].index())
            };
            if !in_order {
                return Err(SetupError::Foundation(pile));
            }
            table.lay(pile, cards)?;
            table.up += cards.len() as u8;
        }
        for (cell, card) in layout.cells.iter().enumerate() {
            table.lay(Pile::Cell(cell as u8), card.as_slice())?;
        }
        for (c, (cards, down)) in layout.columns.iter().enumerate() {
            let pile = Pile::Column(c as u8);
            table.lay(pile, cards)?;
            if *down > 0 && *down >= cards.len() {
                return Err(SetupError::FaceDown(pile));
            }
            if c < usize::from(rules.columns) {
                table.down[c] = *down as u8;
                table.refresh_runs(c, 0);
            }
        }
        table.redeals_used = layout.redeals_used;
        table.settle(&mut Events::new());
        table.show_start();
        let waste = place(WASTE, 0);
        for card in &mut table.cards[waste..waste + layout.waste.len()] {
            *card |= SEEN;
        }
        if layout.redeals_used > 0 {
            for card in &mut table.cards[place(STOCK, 0)..place(STOCK, layout.stock.len())] {
                *card |= SEEN;
            }
        }
        Ok(table)
    }

    fn lay(&mut self, pile: Pile, cards: &[Card]) -> Result<(), SetupError> {
        if cards.is_empty() {
            return Ok(());
        }
        if !self.exists(pile) {
            return Err(SetupError::NoPlace(pile));
        }
        for &card in cards {
            self.push_next(index(pile), Some(card));
        }
        Ok(())
    }

    /// The layout of the position.
    pub fn layout(&self) -> Layout {
        let rules = &self.plan.rules;
        let list = |pile| self.cards(pile).collect::<Vec<_>>();
        Layout {
            stock: if rules.stock == Stock::None { Vec::new() } else { list(Pile::Stock) },
            waste: list(Pile::Waste),
            reserve: list(Pile::Reserve),
            foundations: self.piles().filter(|p| matches!(p, Pile::Foundation(_))).map(list).collect(),
            cells: (0..rules.cells).map(|cell| self.top(Pile::Cell(cell))).collect(),
            columns: (0..rules.columns)
                .map(|c| (list(Pile::Column(c)), usize::from(self.down[usize::from(c)])))
                .collect(),
            base: Some(self.plan.base),
            redeals_used: self.redeals_used,
        }
    }
}
