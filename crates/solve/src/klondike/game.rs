//! The constants of a search: where the cards lay at its start, and the rules. The exact key of a state.

use super::card_set::{self, Bits};
use super::config::Fault;
use super::position::{Position, PositionError};
use super::state::{State, UNLIMITED};
use super::stock::Draws;
use talon_cards::Card;

/// The largest number of columns.
pub(super) const MAX_COLUMNS: usize = 8;
/// The column of a card that is not in place.
const NOWHERE: u8 = u8::MAX;

/// The constants of a column.
#[derive(Copy, Clone, Debug)]
struct Place {
    /// The cards that are in place at the start, from bottom to top.
    cards: [u8; 52],
    /// Where the number of cards in place is stored in [`State::columns`].
    shift: u32,
    mask: u32,
}

/// The constants of a search: where the cards lay at its start, and the rules.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// All cards of the deck.
    pub all: u64,
    pub aces: u64,
    pub kings: u64,
    /// The number of cards that a draw turns.
    pub draw: u8,
    pub draws: Draws,
    pub take_back: bool,
    /// A planted fault; see [`Fault`].
    pub fault: Option<Fault>,
    places: [Place; MAX_COLUMNS],
    columns: usize,
    column_of: [u8; 52],
    /// The cards of waste and stock at the start by their places. The waste comes first.
    pub stock_card: [u8; 32],
    stock_place: [u8; 52],
    /// The number of cards in waste and stock at the start, and so of their bits in a key.
    stock_bits: u32,
    /// The number of bits in [`State::columns`].
    columns_bits: u32,
    root: State,
}

impl Game {
    /// Packs a position.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub fn new(position: &Position) -> Result<Game, PositionError> {
        position.check()?;
        let mut game = Game {
            all: 0,
            aces: 0,
            kings: 0,
            draw: position.draw,
            draws: Draws::new(position.draw),
            take_back: position.take_back,
            fault: None,
            places: [Place { cards: [0; 52], shift: 0, mask: 0 }; MAX_COLUMNS],
            columns: position.columns.len(),
            column_of: [NOWHERE; 52],
            stock_card: [0; 32],
            stock_place: [0; 52],
            stock_bits: 0,
            columns_bits: 0,
            root: State { waste: position.waste.len() as u8, redeals: UNLIMITED, ..State::EMPTY },
        };
        for card in Card::all() {
            if card.rank().number() <= position.foundations[card.suit().index() as usize] {
                game.root.up |= 1 << card_set::bit(card);
                game.root.heights += 1 << (4 * card_set::foundation(card_set::bit(card)));
            }
        }
        game.pack_columns(position)?;
        for (place, card) in position.waste.iter().chain(&position.stock).enumerate() {
            if place >= 31 {
                return Err(PositionError::TooLarge);
            }
            let bit = card_set::bit(*card);
            game.stock_card[place] = bit;
            game.stock_place[bit as usize] = place as u8;
            game.root.stock |= 1 << bit;
            game.root.stock_places |= 1 << place;
            game.stock_bits += 1;
        }
        if 16 + game.columns_bits + game.stock_bits + 5 > 64 {
            return Err(PositionError::TooLarge);
        }
        game.all |= game.root.up | game.root.stock;
        game.aces = game.all & 0xF;
        let king = position.ranks;
        game.kings = if king == 0 { 0 } else { game.all & 0xF << (4 * (king - 1)) };
        // Between two redeals at least one card must leave the waste, or the second redeal would gain
        // nothing. So as many redeals as there are cards are as good as unlimited ones.
        if let Some(redeals) = position.redeals
            && redeals < game.stock_bits
        {
            game.root.redeals = redeals as u8;
        }
        game.root.waste = game.canonical_waste(&game.root, game.root.waste);
        Ok(game)
    }

    fn pack_columns(&mut self, position: &Position) -> Result<(), PositionError> {
        for (index, column) in position.columns.iter().enumerate() {
            for card in &column.cards {
                self.all |= 1 << card_set::bit(*card);
            }
            // A king at the bottom of a column counts as free, as if its column were empty.
            let bottom_king = column.face_down == 0
                && column.cards.first().is_some_and(|card| card.rank().number() == position.ranks);
            let in_place = if column.cards.is_empty() || bottom_king { 0 } else { column.face_down + 1 };
            let place = &mut self.places[index];
            for (depth, card) in column.cards[..in_place].iter().enumerate() {
                let bit = card_set::bit(*card);
                place.cards[depth] = bit;
                self.column_of[bit as usize] = index as u8;
                if depth < column.face_down {
                    self.root.face_down |= 1 << bit;
                } else {
                    self.root.locked |= 1 << bit;
                }
            }
            let bits = usize::BITS - in_place.leading_zeros();
            place.shift = self.columns_bits;
            place.mask = (1 << bits) - 1;
            self.root.columns |= (in_place as u32) << place.shift;
            self.root.empty += u8::from(in_place == 0);
            self.columns_bits += bits;
            if self.columns_bits > 31 {
                return Err(PositionError::TooLarge);
            }
        }
        Ok(())
    }

    /// The position that is searched.
    pub fn root(&self) -> State {
        self.root
    }

    /// This game with a different draw, unlimited redeals and take-backs.
    pub(super) fn relaxed(&self, draw: u8) -> Game {
        let mut game = self.clone();
        (game.draw, game.draws, game.take_back) = (draw, Draws::new(draw), true);
        game.root.redeals = UNLIMITED;
        game.root.waste = game.canonical_waste(&game.root, game.root.waste);
        game
    }

    /// Returns `true` if every stock card can be reached at any time: draw 1 with unlimited redeals.
    #[inline]
    pub fn stock_is_open(&self, state: &State) -> bool {
        self.draw == 1 && state.redeals == UNLIMITED
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of cards in place in a column.
    #[inline]
    pub fn in_place(&self, state: &State, column: usize) -> usize {
        let place = &self.places[column];
        (state.columns >> place.shift & place.mask) as usize
    }

    /// The column of a card that is in place at the start.
    #[inline]
    pub fn column_of(&self, bit: u8) -> usize {
        self.column_of[bit as usize] as usize
    }

    /// The card at a depth of a column at the start. The bottom has depth 0.
    #[inline]
    pub fn card_at(&self, column: usize, depth: usize) -> u8 {
        self.places[column].cards[depth]
    }

    /// The place of a stock card at the start.
    #[inline]
    pub fn stock_place(&self, bit: u8) -> u8 {
        self.stock_place[bit as usize]
    }

    /// Removes the locked card from its column. The next card is turned up and becomes locked, or free if it
    /// is a king at the bottom.
    #[inline]
    pub fn unlock(&self, state: &mut State, bit: u8) {
        let place = &self.places[self.column_of(bit)];
        let height = state.columns >> place.shift & place.mask;
        state.locked &= !(1 << bit);
        state.columns -= 1 << place.shift;
        if height == 1 {
            state.empty += 1;
            return;
        }
        let next = 1 << place.cards[height as usize - 2];
        state.face_down &= !next;
        if height == 2 && self.kings & next != 0 {
            state.columns -= 1 << place.shift;
            state.empty += 1;
        } else {
            state.locked |= next;
        }
    }

    /// The exact key of a state, without its redeals, which are stored beside the key.
    ///
    /// From the lowest bit: the heights of the foundations, the numbers of cards in place in the columns, the
    /// cards of the stock by place, and the waste.
    #[inline]
    pub fn key(&self, state: &State) -> u64 {
        u64::from(state.heights)
            | u64::from(state.columns) << 16
            | u64::from(state.stock_places) << (16 + self.columns_bits)
            | u64::from(state.waste) << self.waste_shift()
    }

    #[inline]
    fn waste_shift(&self) -> u32 {
        16 + self.columns_bits + self.stock_bits
    }

    /// The mask of the part of a key that says where the cards are, without the waste.
    #[inline]
    pub fn cards_mask(&self) -> u64 {
        (1 << self.waste_shift()) - 1
    }

    #[inline]
    fn stock_places_of(&self, key: u64) -> u32 {
        (key >> (16 + self.columns_bits)) as u32 & ((1 << self.stock_bits) - 1)
    }

    /// The number of cards in waste and stock in the state of a key.
    #[inline]
    pub fn stock_len_of(&self, key: u64) -> u8 {
        self.stock_places_of(key).count_ones() as u8
    }

    /// The state of a key.
    pub fn unpack(&self, key: u64, redeals: u8) -> State {
        let mut state = State {
            stock_places: self.stock_places_of(key),
            columns: (key >> 16) as u32 & ((1 << self.columns_bits) - 1),
            heights: key as u16,
            waste: (key >> self.waste_shift()) as u8,
            redeals,
            ..State::EMPTY
        };
        for (suit, cards) in card_set::SUITS.iter().enumerate() {
            let height = key >> (4 * suit) & 15;
            state.up |= cards & ((1 << (4 * height)) - 1);
        }
        for place in &self.places[..self.columns] {
            let height = (state.columns >> place.shift & place.mask) as usize;
            match height {
                0 => state.empty += 1,
                _ => {
                    for bit in &place.cards[..height - 1] {
                        state.face_down |= 1 << bit;
                    }
                    state.locked |= 1 << place.cards[height - 1];
                }
            }
        }
        for place in Bits(u64::from(state.stock_places)) {
            state.stock |= 1 << self.stock_card[place as usize];
        }
        state
    }
}
