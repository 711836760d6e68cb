//! What does not change while a position is searched, and the packed state that does.
//!
//! # The state
//! A card is up (on its foundation), in the stock or waste, *in place* (where the deal put it:
//! face down, or *locked*, the face-up card on the face-down ones), or *free* in the tableau. The
//! free cards are kept as a SET, without saying which column holds them. That is exact:
//!
//! * A free card lies on one of two twins (or, a king, in an empty column), and nothing else
//!   distinguishes arrangements. With `h` of the twins face up and `f` free cards that lie on them,
//!   `h - f` hosts are bare in EVERY arrangement. So a card may come down exactly if `h > f` above
//!   it: it goes on a bare one.
//! * A card may be bared exactly if the hosts without it suffice for the free cards on the pair:
//!   if something lies on it, the twin is bare and takes it, run and all, in one legal move.
//!
//! Every move of the game is then one of: a card goes up, a card comes down (from the stock, from
//! a foundation, or a locked card with all that lies on it, which turns up the next). Rearranging
//! costs nothing and reveals nothing. A king at the bottom of a column counts as free in an empty
//! column: moving it to another one changes nothing.

use super::config::Fault;
use super::layout::{self, Bits};
use super::position::{Position, PositionError};
use super::stock::Rhythm;

/// More columns no position may have.
pub(super) const MAX_COLUMNS: usize = 8;
/// `redeals` when there is no limit.
pub(super) const UNLIMITED: u8 = u8::MAX;
/// `column_of` for cards that are not in place.
const NOWHERE: u8 = u8::MAX;

/// A packed position; see the module on what is kept and what follows from it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The cards on the foundations.
    pub up: u64,
    /// The cards in stock and waste.
    pub stock: u64,
    /// The face-down cards.
    pub hidden: u64,
    /// The face-up cards still in place.
    pub locked: u64,
    /// The same cards as `stock`, by their place in the stock.
    pub order: u32,
    /// How many cards are in place in each column, packed.
    pub columns: u32,
    /// Foundation heights, four bits each.
    pub heights: u16,
    /// Columns with no card in place: empty or with a free king.
    pub empty: u8,
    /// How many cards lie in the waste; 0 where that makes no difference.
    pub waste: u8,
    /// Redeals left, or [`UNLIMITED`].
    pub redeals: u8,
}

/// One column's constants.
#[derive(Copy, Clone, Debug)]
struct Place {
    /// The cards in place at the start, bottom first.
    cards: [u8; 52],
    shift: u32,
    mask: u32,
}

/// The constants of a search: where the cards lay at its start, and the rules.
#[derive(Clone, Debug)]
pub(super) struct Deal {
    /// All cards of the deck.
    pub all: u64,
    pub aces: u64,
    pub kings: u64,
    /// How many cards a draw turns.
    pub draw: u8,
    pub rhythm: Rhythm,
    pub take_back: bool,
    /// A planted fault; see [`Fault`].
    pub fault: Option<Fault>,
    places: [Place; MAX_COLUMNS],
    width: usize,
    column_of: [u8; 52],
    /// The stock at the start, waste first, by place.
    pub stock_card: [u8; 32],
    stock_place: [u8; 52],
    stock_len: u32,
    columns_bits: u32,
    root: State,
}

impl Deal {
    /// Packs a position.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub fn new(position: &Position) -> Result<Deal, PositionError> {
        position.check()?;
        let mut deal = Deal {
            all: 0,
            aces: 0,
            kings: 0,
            draw: position.draw,
            rhythm: Rhythm::new(position.draw),
            take_back: position.take_back,
            fault: None,
            places: [Place { cards: [0; 52], shift: 0, mask: 0 }; MAX_COLUMNS],
            width: position.columns.len(),
            column_of: [NOWHERE; 52],
            stock_card: [0; 32],
            stock_place: [0; 52],
            stock_len: 0,
            columns_bits: 0,
            root: State {
                up: 0,
                stock: 0,
                hidden: 0,
                locked: 0,
                order: 0,
                columns: 0,
                heights: 0,
                empty: 0,
                waste: position.waste.len() as u8,
                redeals: UNLIMITED,
            },
        };
        let king = position.ranks;
        for card in cards::Card::all() {
            if card.rank().number() <= position.foundations[card.suit().index() as usize] {
                deal.root.up |= 1 << layout::bit(card);
                deal.root.heights += 1 << (4 * layout::foundation(layout::bit(card)));
            }
        }
        for (index, column) in position.columns.iter().enumerate() {
            for card in &column.cards {
                deal.all |= 1 << layout::bit(*card);
            }
            let bottom_king = column.face_down == 0
                && column.cards.first().is_some_and(|card| card.rank().number() == king);
            let in_place = if column.cards.is_empty() || bottom_king { 0 } else { column.face_down + 1 };
            let place = &mut deal.places[index];
            for (depth, card) in column.cards[..in_place].iter().enumerate() {
                let bit = layout::bit(*card);
                place.cards[depth] = bit;
                deal.column_of[bit as usize] = index as u8;
                if depth < column.face_down {
                    deal.root.hidden |= 1 << bit;
                } else {
                    deal.root.locked |= 1 << bit;
                }
            }
            let bits = usize::BITS - in_place.leading_zeros();
            place.shift = deal.columns_bits;
            place.mask = (1 << bits) - 1;
            deal.root.columns |= (in_place as u32) << place.shift;
            deal.root.empty += u8::from(in_place == 0);
            deal.columns_bits += bits;
            if deal.columns_bits > 31 {
                return Err(PositionError::TooLarge);
            }
        }
        let stock = position.waste.iter().chain(&position.stock);
        for (place, card) in stock.enumerate() {
            if place >= 31 {
                return Err(PositionError::TooLarge);
            }
            let bit = layout::bit(*card);
            deal.stock_card[place] = bit;
            deal.stock_place[bit as usize] = place as u8;
            deal.root.stock |= 1 << bit;
            deal.root.order |= 1 << place;
            deal.stock_len += 1;
        }
        if 16 + deal.columns_bits + deal.stock_len + 5 > 64 {
            return Err(PositionError::TooLarge);
        }
        deal.all |= deal.root.up | deal.root.stock;
        deal.aces = deal.all & 0xF;
        deal.kings = if king == 0 { 0 } else { deal.all & 0xF << (4 * (king - 1)) };
        // Between two redeals at least one card leaves the waste, or the second was for nothing.
        if let Some(redeals) = position.redeals
            && redeals < deal.stock_len
        {
            deal.root.redeals = redeals as u8;
        }
        deal.root.waste = deal.waste_after(&deal.root, deal.root.waste);
        Ok(deal)
    }

    /// The position searched.
    pub fn root(&self) -> State {
        self.root
    }

    /// The same cards by ever less easy rules: what cannot be won by these cannot be won.
    ///
    /// Draw 1 with take-backs and no limit; this draw, likewise.
    pub fn easier(&self) -> impl Iterator<Item = Deal> + use<> {
        let strict = self.root.redeals != UNLIMITED || !self.take_back;
        let ladder = [(self.draw > 1 || strict).then_some(1), (self.draw > 1 && strict).then_some(self.draw)];
        let base = self.clone();
        ladder.into_iter().flatten().map(move |draw| {
            let mut deal = base.clone();
            (deal.draw, deal.rhythm, deal.take_back) = (draw, Rhythm::new(draw), true);
            deal.root.redeals = UNLIMITED;
            deal.root.waste = deal.waste_after(&deal.root, deal.root.waste);
            deal
        })
    }

    /// All face-up cards of the tableau.
    #[inline]
    pub fn tableau(&self, state: &State) -> u64 {
        self.all & !(state.up | state.stock | state.hidden)
    }

    /// The cards that go up next.
    #[inline]
    pub fn next_up(&self, up: u64) -> u64 {
        (layout::higher(up) | self.aces) & self.all & !up
    }

    /// The face-up cards that could be bared and, of the suits' next, go up.
    #[inline]
    pub fn barable(tableau: u64, free: u64) -> u64 {
        let on_it = free << 4;
        let bare = layout::EVEN & !layout::any(on_it) | layout::both(tableau) & !layout::both(on_it);
        layout::pairs(bare)
    }

    /// The cards for which the tableau has room: a bare host, or an empty column for a king.
    #[inline]
    pub fn room(&self, tableau: u64, free: u64, empty: u8) -> u64 {
        let hosts = tableau >> 4;
        let room = layout::any(hosts) & !layout::any(free) | layout::both(hosts) & !layout::both(free);
        let mut room = layout::pairs(room);
        if u32::from(empty) > (free & self.kings).count_ones() {
            room |= self.kings;
        }
        room
    }

    /// The cards nobody can need in the tableau any more.
    ///
    /// A card of rank k is safe when the other colour is up to k - 2 and its own to k - 3: every
    /// card below rank k that is not up could then go up itself the moment it can be moved, so
    /// none ever needs a host, and lines that place one may raise it instead (its stock play stays
    /// the same play). Holds for every draw, redeal limit and take-back rule.
    #[inline]
    pub fn safe(&self, up: u64) -> u64 {
        let done = layout::other_colour(layout::pairs(layout::both(up | !self.all)));
        (done << 8 | 0xFF) & (done << 12 | 0xFFF)
    }

    /// How many cards are in place in the column of a card in place.
    #[inline]
    pub fn in_place(&self, state: &State, column: usize) -> usize {
        let place = &self.places[column];
        (state.columns >> place.shift & place.mask) as usize
    }

    /// The column a card was dealt to.
    #[inline]
    pub fn column_of(&self, bit: u8) -> usize {
        self.column_of[bit as usize] as usize
    }

    /// The card at a depth of a column, 0 at the bottom.
    #[inline]
    pub fn card_at(&self, column: usize, depth: usize) -> u8 {
        self.places[column].cards[depth]
    }

    /// Puts a card up that is not in the stock and not locked.
    #[inline]
    pub fn raise(&self, state: &mut State, bit: u8) {
        state.up |= 1 << bit;
        state.heights += 1 << (4 * layout::foundation(bit));
    }

    /// Takes the top card of a foundation back.
    #[inline]
    pub fn take_back(&self, state: &mut State, bit: u8) {
        state.up &= !(1 << bit);
        state.heights -= 1 << (4 * layout::foundation(bit));
    }

    /// Unlocks a locked card, which leaves its column, and turns up the one below.
    #[inline]
    pub fn reveal(&self, state: &mut State, bit: u8) {
        let place = &self.places[self.column_of(bit)];
        let height = state.columns >> place.shift & place.mask;
        state.locked &= !(1 << bit);
        state.columns -= 1 << place.shift;
        if height == 1 {
            state.empty += 1;
            return;
        }
        let next = 1 << place.cards[height as usize - 2];
        state.hidden &= !next;
        if height == 2 && self.kings & next != 0 {
            state.columns -= 1 << place.shift;
            state.empty += 1;
        } else {
            state.locked |= next;
        }
    }

    /// Takes a card from the stock that can be reached (see [`super::stock`]).
    #[inline]
    pub fn take_stock(&self, state: &mut State, bit: u8) {
        let place = self.stock_place[bit as usize];
        let below = self.before(state, bit) as u8;
        if state.redeals != UNLIMITED && self.this_pass(state, state.order.count_ones()) >> below & 1 == 0 {
            state.redeals -= 1;
        }
        state.order &= !(1 << place);
        state.stock &= !(1 << bit);
        let waste = if self.fault == Some(Fault::WasteStays) { state.waste } else { below };
        state.waste = self.waste_after(state, waste);
    }

    /// Where a card lay in the stock at the start.
    #[inline]
    pub fn stock_place(&self, bit: u8) -> u8 {
        self.stock_place[bit as usize]
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many stock cards lie before this one.
    #[inline]
    pub fn before(&self, state: &State, bit: u8) -> u32 {
        let place = self.stock_place[bit as usize];
        (state.order & ((1 << place) - 1)).count_ones()
    }

    /// The exact key of a state, and in the high bits its waste; redeals are kept beside it.
    #[inline]
    pub fn key(&self, state: &State) -> u64 {
        u64::from(state.heights)
            | u64::from(state.columns) << 16
            | u64::from(state.order) << (16 + self.columns_bits)
            | u64::from(state.waste) << (16 + self.columns_bits + self.stock_len)
    }

    /// The part of a key below the waste.
    #[inline]
    pub fn key_mask(&self) -> u64 {
        (1 << (16 + self.columns_bits + self.stock_len)) - 1
    }

    /// How many cards stock and waste hold in the state of a key.
    #[inline]
    pub fn stock_len_of(&self, key: u64) -> u8 {
        ((key >> (16 + self.columns_bits)) as u32 & ((1 << self.stock_len) - 1)).count_ones() as u8
    }

    /// The state of a key.
    pub fn unpack(&self, key: u64, redeals: u8) -> State {
        let mut state = State {
            up: 0,
            stock: 0,
            hidden: 0,
            locked: 0,
            order: (key >> (16 + self.columns_bits)) as u32 & ((1 << self.stock_len) - 1),
            columns: (key >> 16) as u32 & ((1 << self.columns_bits) - 1),
            heights: key as u16,
            empty: 0,
            waste: (key >> (16 + self.columns_bits + self.stock_len)) as u8,
            redeals,
        };
        for (suit, cards) in layout::SUITS.iter().enumerate() {
            let height = key >> (4 * suit) & 15;
            state.up |= cards & ((1 << (4 * height)) - 1);
        }
        for place in &self.places[..self.width] {
            let height = (state.columns >> place.shift & place.mask) as usize;
            match height {
                0 => state.empty += 1,
                _ => {
                    for bit in &place.cards[..height - 1] {
                        state.hidden |= 1 << bit;
                    }
                    state.locked |= 1 << place.cards[height - 1];
                }
            }
        }
        for place in Bits(u64::from(state.order)) {
            state.stock |= 1 << self.stock_card[place as usize];
        }
        state
    }
}
