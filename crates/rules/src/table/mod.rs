//! The table: the true state of a game, hidden cards included, and the engine that plays it.
//!
//! It knows every card and every rule. It does not know who plays, which moves were played before, or
//! which move is good. What the player sees of it is a [`View`](crate::View).

mod check;
mod key;
mod legal;
mod plan;
mod play;
mod setup;
mod status;

pub(crate) use plan::suits_fit;
pub use setup::{Layout, SetupError};
pub use status::{Status, TooMany};

use crate::{Events, Pile, Rules, RulesError, Sizes};
use plan::Plan;
use std::fmt;
use talon_cards::{Card, DeckError, Rank};

/// The largest number of cards in play.
const CARDS: usize = 104;
/// The bytes of a pile: one that stands for no card, and then its cards.
const PLACES: usize = CARDS + 1;
const COLUMNS: usize = Sizes::MOST;

// The numbers of the piles in the arrays: stock, waste, reserve, 8 foundations, 8 cells, 20 columns.
const STOCK: usize = 0;
const WASTE: usize = 1;
const RESERVE: usize = 2;
const FOUNDATION: usize = 3;
const CELL: usize = FOUNDATION + 8;
const COLUMN: usize = CELL + 8;
const PILES: usize = COLUMN + COLUMNS;

/// The bits of a stored byte that hold the card.
const CARD: u8 = 0x3f;
/// The byte that stands for no card. It lies under the lowest card of every pile, so that reading the top
/// of a pile needs no test for emptiness. No set of cards has the bit with this number.
const NONE: u8 = 63;
/// The bit that is set on cards of the stock, the waste and the reserve that the player has seen.
const SEEN: u8 = 0x80;

/// The true state of a game: every card, the number of redeals used, and the rules.
///
/// A table is plain memory without pointers. Cloning copies it, and playing and taking back moves does not
/// allocate.
///
/// ```
/// use talon_rules::Table;
///
/// let rules = talon_games::find("klondike")?; // the crate `talon-games` has the rules of the games
/// let mut table = Table::deal(rules, &talon_cards::shuffle(rules.deck(), 1))?;
/// let before = table.clone();
/// let m = table.moves()[0];
/// let events = table.play(m)?;
/// table.undo(&events);
/// assert_eq!(table, before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Table {
    plan: Plan,
    cards: [u8; PILES * PLACES],
    len: [u8; PILES],
    /// The number of face-down cards at the bottom of each column.
    down: [u8; COLUMNS],
    /// For each card of each column, the length of the longest movable sequence that ends with it. Maintained
    /// only if `Take` depends on sequences.
    runs: [u8; COLUMNS * CARDS],
    /// For each column, the cards that may be the lowest of a movable sequence, as bits. Maintained with
    /// `runs`. A column none of whose sequences has a target is skipped without looking at its cards.
    heads: [u64; COLUMNS],
    redeals_used: u16,
    /// The number of cards on the foundations.
    up: u8,
}

/// The reason why a game cannot be dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealError {
    /// The rules are invalid.
    Rules(RulesError),
    /// The cards are not the deck of the game.
    Deck(DeckError),
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealError::Rules(error) => error.fmt(f),
            DealError::Deck(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DealError {}

/// Tables are equal if the rules, the cards of all piles and the number of redeals used are equal, and the
/// player has seen the same cards.
impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.plan.rules == other.plan.rules
            && self.len == other.len
            && self.down == other.down
            && self.redeals_used == other.redeals_used
            && self.up == other.up
            && (0..PILES).all(|p| self.pile(p) == other.pile(p))
    }
}

impl Eq for Table {}

impl Table {
    /// Deals a game. The first card of `deck` is dealt first.
    ///
    /// Base cards that start on the foundations are taken out of the deck, wherever they are. Then the cards
    /// are dealt to the reserve, from bottom to top; to the first foundation, if the base card is dealt; to
    /// the columns row by row, each row from left to right over the columns that are not full; and to the
    /// cells. The rest is the stock, whose first card is drawn first. What happens by itself then happens: a
    /// run that was dealt complete leaves, and the reserve fills columns.
    ///
    /// # Errors
    /// If the rules are invalid or the cards are not the deck of the game.
    pub fn deal(rules: &Rules, deck: &[Card]) -> Result<Table, DealError> {
        rules.validate().map_err(DealError::Rules)?;
        rules.deck().check(deck).map_err(DealError::Deck)?;
        Ok(Table::deal_checked(rules, deck))
    }

    /// Deals the numbered deal of Talon's own [shuffle](talon_cards::shuffle).
    ///
    /// # Errors
    /// If the rules are invalid.
    pub fn numbered(rules: &Rules, number: u64) -> Result<Table, RulesError> {
        rules.validate()?;
        Ok(Table::deal_checked(rules, &talon_cards::shuffle(rules.deck(), number)))
    }

    fn deal_checked(rules: &Rules, deck: &[Card]) -> Table {
        let fixed = rules.fixed_base();
        let out = rules.foundation_dealt() > 1;
        let mut rest = deck.iter().copied().filter(|card| !(out && Some(card.rank()) == fixed));
        let mut table = Table::empty(rules, fixed.unwrap_or(Rank::ACE));
        if out {
            let mut base: Vec<Card> = deck.iter().copied().filter(|c| Some(c.rank()) == fixed).collect();
            base.sort_by_key(|card| card.suit());
            for card in base {
                table.start_foundation(card);
            }
        }
        for _ in 0..rules.reserve {
            table.push_next(RESERVE, rest.next());
        }
        if fixed.is_none()
            && let Some(card) = rest.next()
        {
            table.plan = Plan::new(rules, card.rank());
            table.start_foundation(card);
        }
        let columns = usize::from(rules.columns);
        let size = |c: usize| usize::from(rules.down.of(c)) + usize::from(rules.up.of(c));
        let rows = (0..columns).map(size).max().unwrap_or(0);
        for row in 0..rows {
            for c in (0..columns).filter(|&c| size(c) > row) {
                table.push_next(COLUMN + c, rest.next());
            }
        }
        for c in 0..columns {
            if rules.kings_to_bottom {
                let at = place(COLUMN + c, 0);
                let kings = rules.ranks - 1;
                table.cards[at..at + size(c)].sort_by_key(|&card| card / 4 != kings);
            }
            table.down[c] = rules.down.of(c);
            table.refresh_runs(c, 0);
        }
        for cell in 0..usize::from(rules.cells_dealt) {
            table.push_next(CELL + cell, rest.next());
        }
        let stock: Vec<Card> = rest.collect();
        for card in stock.into_iter().rev() {
            table.push_next(STOCK, Some(card));
        }
        table.settle(&mut Events::new());
        table.show_start();
        if rules.first_turned {
            table.draw();
            table.show_start();
        }
        table
    }

    /// A table without cards.
    fn empty(rules: &Rules, base: Rank) -> Table {
        Table {
            plan: Plan::new(rules, base),
            cards: [NONE; PILES * PLACES],
            len: [0; PILES],
            down: [0; COLUMNS],
            runs: [0; COLUMNS * CARDS],
            heads: [0; COLUMNS],
            redeals_used: 0,
            up: 0,
        }
    }

    fn push_next(&mut self, pile: usize, card: Option<Card>) {
        // The deck was checked against the rules, so that there are as many cards as places.
        let card = card.expect("a checked deck has a card for every place");
        self.cards[place(pile, usize::from(self.len[pile]))] = card.index();
        self.len[pile] += 1;
    }

    fn start_foundation(&mut self, card: Card) {
        let f = self.each_foundation_for(card).next().expect("every suit has a foundation");
        self.push_next(FOUNDATION + f, Some(card));
        self.up += 1;
    }

    /// Marks the cards that the player sees in the reserve and the stock before the first move.
    fn show_start(&mut self) {
        let all = if self.plan.rules.reserve_up { usize::from(self.len[RESERVE]) } else { 1 };
        let reserve = usize::from(self.len[RESERVE]);
        for i in reserve.saturating_sub(all)..reserve {
            self.cards[place(RESERVE, i)] |= SEEN;
        }
        if self.plan.rules.stock == crate::Stock::FaceUp && self.len[STOCK] > 0 {
            self.cards[self.top_place(STOCK)] |= SEEN;
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.plan.rules
    }

    /// The rank with which the foundations start.
    pub fn base(&self) -> Rank {
        self.plan.base
    }

    /// The number of redeals used so far.
    pub fn redeals_used(&self) -> u16 {
        self.redeals_used
    }

    /// The number of cards on the foundations.
    pub fn cards_up(&self) -> u8 {
        self.up
    }

    /// The number of cards of a pile; 0 for a pile that the game does not have.
    #[inline]
    pub fn len(&self, pile: Pile) -> usize {
        if self.exists(pile) { usize::from(self.len[index(pile)]) } else { 0 }
    }

    /// The number of face-down cards at the bottom of a pile.
    pub fn face_down(&self, pile: Pile) -> usize {
        match pile {
            _ if !self.exists(pile) => 0,
            Pile::Column(c) => usize::from(self.down[usize::from(c)]),
            Pile::Stock => {
                self.len(pile)
                    - usize::from(self.plan.rules.stock == crate::Stock::FaceUp).min(self.len(pile))
            }
            Pile::Reserve if !self.plan.rules.reserve_up => self.len(pile).saturating_sub(1),
            _ => 0,
        }
    }

    /// The cards of a pile from bottom to top, face down or not.
    pub fn cards(&self, pile: Pile) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + '_ {
        let cards = if self.exists(pile) { self.pile(index(pile)) } else { &[] };
        cards.iter().map(|&card| stored(card))
    }

    /// The top card of a pile.
    #[inline]
    pub fn top(&self, pile: Pile) -> Option<Card> {
        if self.exists(pile) { self.top_at(index(pile)) } else { None }
    }

    /// Returns `true` if the game has this pile.
    #[inline]
    pub fn exists(&self, pile: Pile) -> bool {
        let rules = &self.plan.rules;
        match pile {
            Pile::Stock => rules.stock != crate::Stock::None,
            Pile::Waste => rules.has_waste(),
            Pile::Reserve => rules.reserve > 0,
            Pile::Foundation(n) => rules.has_foundations() && n < rules.foundations(),
            Pile::Cell(n) => n < rules.cells,
            Pile::Column(n) => n < rules.columns,
        }
    }

    /// All piles of the game in the order stock, waste, reserve, foundations, cells, columns.
    pub fn piles(&self) -> impl Iterator<Item = Pile> + '_ {
        [Pile::Stock, Pile::Waste, Pile::Reserve]
            .into_iter()
            .chain((0..8).map(Pile::Foundation))
            .chain((0..8).map(Pile::Cell))
            .chain((0..COLUMNS as u8).map(Pile::Column))
            .filter(|&pile| self.exists(pile))
    }

    /// The score of the position after `moves` moves.
    pub fn score(&self, moves: u32) -> i32 {
        let scoring = &self.plan.rules.scoring;
        let mut score = scoring.start + scoring.card * i32::from(self.up);
        score += scoring.step.saturating_mul(i32::try_from(moves).unwrap_or(i32::MAX));
        if scoring.run != 0 {
            score += scoring.run * i32::from(self.up / self.plan.rules.ranks);
        }
        if scoring.join != 0 {
            score += scoring.join * i32::from(self.joins());
        }
        score
    }

    /// The number of cards that lie in suit and sequence on another, complete runs included.
    pub fn joins(&self) -> u8 {
        let mut joins = 0;
        for c in 0..usize::from(self.plan.rules.columns) {
            let up = &self.pile(COLUMN + c)[usize::from(self.down[c])..];
            // The indices of two cards that are neighbours in suit differ by four.
            joins += up.windows(2).filter(|pair| pair[0] == pair[1] + 4).count() as u8;
        }
        let runs = self.up / self.plan.rules.ranks;
        if self.plan.rules.about_runs() { joins + runs * (self.plan.rules.ranks - 1) } else { joins }
    }

    #[inline]
    fn pile(&self, pile: usize) -> &[u8] {
        &self.cards[place(pile, 0)..place(pile, usize::from(self.len[pile]))]
    }

    /// The place of a pile's top card; of [`NONE`] if the pile is empty.
    #[inline]
    fn top_place(&self, pile: usize) -> usize {
        pile * PLACES + usize::from(self.len[pile])
    }

    #[inline]
    fn top_at(&self, pile: usize) -> Option<Card> {
        self.pile(pile).last().map(|&card| stored(card))
    }
}

/// The place of a card in a pile, counted from the bottom.
#[inline]
const fn place(pile: usize, i: usize) -> usize {
    pile * PLACES + 1 + i
}

#[inline]
fn stored(byte: u8) -> Card {
    // Only valid cards are stored; the mask removes the bit `SEEN`.
    Card::from_index(byte & CARD).expect("a stored byte is a card")
}

#[inline]
fn index(pile: Pile) -> usize {
    // In two parts, so that the compiler generates table lookups and no branches, which could not be
    // predicted in a search.
    let first = match pile {
        Pile::Stock => STOCK,
        Pile::Waste => WASTE,
        Pile::Reserve => RESERVE,
        Pile::Foundation(_) => FOUNDATION,
        Pile::Cell(_) => CELL,
        Pile::Column(_) => COLUMN,
    };
    let number = match pile {
        Pile::Foundation(n) | Pile::Cell(n) | Pile::Column(n) => n,
        Pile::Stock | Pile::Waste | Pile::Reserve => 0,
    };
    first + usize::from(number)
}

/// The pile with this number: the inverse of `index`.
pub(crate) fn pile_at(index: u8) -> Pile {
    match usize::from(index) {
        STOCK => Pile::Stock,
        WASTE => Pile::Waste,
        RESERVE => Pile::Reserve,
        FOUNDATION..CELL => Pile::Foundation(index - FOUNDATION as u8),
        CELL..COLUMN => Pile::Cell(index - CELL as u8),
        _ => Pile::Column(index - COLUMN as u8),
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Table {
    /// Writes one line for each column and each other pile that has cards, from bottom to top, with face-down
    /// cards in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for pile in self.piles().filter(|&pile| self.len(pile) > 0 || matches!(pile, Pile::Column(_))) {
            write!(f, "{pile}:")?;
            let down = self.face_down(pile);
            for (i, card) in self.cards(pile).enumerate() {
                if i < down { write!(f, " ({card})")? } else { write!(f, " {card}")? }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

// What the player knows of single places, for `View`.
impl Table {
    /// Returns `true` if the player knows the card at this place of a pile.
    #[inline]
    pub(crate) fn is_known(&self, pile: Pile, i: usize) -> bool {
        match pile {
            Pile::Stock | Pile::Waste | Pile::Reserve => self.cards[place(index(pile), i)] & SEEN != 0,
            Pile::Column(c) => i >= usize::from(self.down[usize::from(c)]),
            Pile::Foundation(_) | Pile::Cell(_) => true,
        }
    }

    /// The number of cards at the bottom of a pile that are not visible.
    pub(crate) fn hidden(&self, pile: Pile) -> usize {
        match pile {
            Pile::Waste => match (self.turned(), self.plan.rules.waste_visible()) {
                (Some(Pile::Waste), crate::Count::Unlimited) => 0,
                (Some(Pile::Waste), crate::Count::Of(n)) => self.len(pile).saturating_sub(usize::from(n)),
                _ => self.len(pile),
            },
            _ => self.face_down(pile),
        }
    }

    /// Replaces the cards that the player does not know.
    pub(crate) fn replace_unseen(&mut self, cards: &mut impl Iterator<Item = Card>) {
        let piles: Vec<Pile> = self.piles().collect();
        for pile in piles {
            for i in 0..self.len(pile) {
                if !self.is_known(pile, i) {
                    let card = cards.next().expect("as many unseen cards as hidden places");
                    self.cards[place(index(pile), i)] = card.index();
                }
            }
        }
    }
}
