//! A position as bytes: one for each place that can hold a card.

use talon_cards::Card;
use talon_rules::{Pile, Rules, Stock, Table, Take};

/// What an observation shows.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sight {
    /// What a player has seen: face-up cards, and cards of the stock and the reserve that once lay open.
    #[default]
    Seen,
    /// Every card.
    All,
}

/// The places of a pile in an observation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PlaceRange {
    /// The pile.
    pub pile: Pile,
    /// The index of the place of its lowest card. Of a foundation, only the top card has a place.
    pub start: usize,
    /// The number of places.
    pub len: usize,
}

/// The places of a game, each of which is a byte of an observation.
///
/// The piles are in the order stock, waste, reserve, foundations, cells, columns, and each has as many places
/// as cards could ever lie on it, from bottom to top. A foundation has one place, for its top card: the cards
/// below it follow from the base rank. Two more bytes are the base rank, from 1 to 13, and the number of
/// redeals used, at most 255.
///
/// The byte of a place is 0 if no card lies there. A card that the player has seen is its
/// [index](Card::index) and one: 1 to 4 are the aces of clubs, diamonds, hearts and spades, and 49 to 52 the
/// kings. A card that the player has not seen is 64, or with [`Sight::All`] 64 and the number of the card.
#[derive(Clone, Debug)]
pub struct Places {
    ranges: Vec<PlaceRange>,
    len: usize,
}

/// The bit of a card that the player has not seen.
const UNSEEN: u8 = 64;

impl Places {
    /// The largest value of a byte.
    pub const MOST: u8 = UNSEEN + Card::COUNT as u8;

    /// The places of a game with these rules, which must be [valid](Rules::validate).
    pub fn new(rules: &Rules) -> Places {
        let mut places = Places { ranges: Vec::new(), len: 0 };
        if rules.stock != Stock::None {
            places.push(Pile::Stock, rules.in_stock());
        }
        if rules.has_waste() {
            places.push(Pile::Waste, rules.in_stock());
        }
        if rules.reserve > 0 {
            places.push(Pile::Reserve, rules.reserve.into());
        }
        for n in 0..if rules.has_foundations() { rules.foundations() } else { 0 } {
            places.push(Pile::Foundation(n), 1);
        }
        for n in 0..rules.cells {
            places.push(Pile::Cell(n), 1);
        }
        for n in 0..rules.columns {
            places.push(Pile::Column(n), tallest(rules, n.into()));
        }
        places.len += 2;
        places
    }

    fn push(&mut self, pile: Pile, len: usize) {
        self.ranges.push(PlaceRange { pile, start: self.len, len });
        self.len += len;
    }

    /// The number of bytes of an observation.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `false`: every game has places.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The places of each pile.
    pub fn ranges(&self) -> &[PlaceRange] {
        &self.ranges
    }

    /// Writes an observation.
    ///
    /// # Panics
    /// If `to` is shorter than [`Places::len`].
    #[inline]
    pub fn write(&self, table: &Table, sight: Sight, to: &mut [u8]) {
        for range in &self.ranges {
            write_range(table, sight, range, &mut to[range.start..range.start + range.len]);
        }
        to[self.len - 2] = table.base().number();
        to[self.len - 1] = table.redeals_used().min(255) as u8;
    }
}

/// Writes the places of a pile.
#[inline]
fn write_range(table: &Table, sight: Sight, range: &PlaceRange, to: &mut [u8]) {
    if range.len == 1 && !matches!(range.pile, Pile::Column(_)) {
        let cards = table.view().cards(range.pile).next_back();
        to[0] = cards.map_or(0, |card| card.map_or(UNSEEN, |card| card.index() + 1));
        if sight == Sight::Seen || to[0] != UNSEEN {
            return;
        }
    }
    let cards = table.view().cards(range.pile);
    let used = cards.len().min(to.len());
    debug_assert_eq!(used, cards.len(), "{} has more cards than places", range.pile);
    match sight {
        Sight::Seen => {
            for (place, card) in to.iter_mut().zip(cards) {
                *place = card.map_or(UNSEEN, |card| card.index() + 1);
            }
        }
        Sight::All => {
            for ((place, card), seen) in to.iter_mut().zip(table.cards(range.pile)).zip(cards) {
                *place = card.index() + 1 + if seen.is_none() { UNSEEN } else { 0 };
            }
        }
    }
    to[used..].fill(0);
}

/// The largest number of cards that can lie on a column.
fn tallest(rules: &Rules, column: usize) -> usize {
    let cards = rules.deck().len();
    if rules.take == Take::FaceUp || rules.wrap || rules.both_ways {
        return cards;
    }
    let dealt = usize::from(rules.down.of(column)) + usize::from(rules.up.of(column));
    let ranks = usize::from(rules.ranks);
    // Each card that is dealt can have a descending sequence on it, which stops the next one only in a game
    // without rows: there, all dealt cards but the top one have left before.
    let rows = if rules.stock.is_rows() { rules.in_stock().div_ceil(rules.columns.into()) } else { 0 };
    (dealt.max(1) + ranks - 1 + rows * ranks).min(cards)
}
