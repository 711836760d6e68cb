//! A position in which every card has its place, as the search for the shortest win needs it.
//!
//! The packed [`State`] keeps the free cards as a set. Here one bit for each card says on which of its two
//! possible hosts it lies. A step is then one plain move after known draws and redeals, so its cost is known.

use crate::klondike::card_set::{self, Bits};
use crate::klondike::game::Game;
use crate::klondike::position::Position;
use crate::klondike::state::{State, UNLIMITED};

/// A position: the state, and which card lies on which.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub state: State,
    /// The free cards that lie on the higher of their two possible hosts.
    pub on_higher: u64,
}

/// Where a card goes, with all that lies on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::klondike) enum Target {
    /// To its foundation.
    Foundation,
    /// Onto this card.
    Card(u8),
    /// Onto this card from its twin, which is then raised.
    Freeing(u8),
    /// To an empty column.
    EmptyColumn,
}

/// One plain move, after the draws and redeals that make it possible. [`Target::Freeing`] is two moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardStep {
    pub bit: u8,
    pub to: Target,
    /// The number of plain moves, including draws and redeals.
    pub cost: u16,
}

/// The search space: the game, and what the lower bound needs to know about its columns.
#[derive(Debug)]
pub(super) struct Space {
    pub game: Game,
    /// By column and number of cards in place: the set of those cards, and how many of the face-down ones
    /// among them must move to another column; see [`Space::lower_bound`].
    columns: Vec<Vec<(u64, u16)>>,
    /// For each place in the stock, as bits, the places before it that have a lower card of the same suit.
    lower_before: Vec<u32>,
}

/// The lower cards of a card's suit.
#[inline]
fn lower_of_suit(bit: u8) -> u64 {
    card_set::SUITS[card_set::foundation(bit) as usize] & ((1 << (bit & !3)) - 1)
}

impl Space {
    pub fn new(game: Game) -> Space {
        let columns = (0..game.columns()).map(|column| {
            let height = game.in_place(&game.root(), column);
            let mut by_height = Vec::with_capacity(height + 1);
            let (mut cards, mut blocked) = (0, 0);
            by_height.push((0, 0));
            for depth in 0..height {
                let bit = game.card_at(column, depth);
                by_height.push((cards | 1 << bit, blocked));
                blocked += u16::from(lower_of_suit(bit) & cards != 0);
                cards |= 1 << bit;
            }
            by_height
        });
        let columns = columns.collect();
        let stock = game.root().stock;
        let lower_before = (0..u32::BITS as u8).map(|place| {
            let card = Bits(stock).find(|&bit| game.stock_place(bit) == place);
            let lower = Bits(card.map_or(0, lower_of_suit) & stock).map(|bit| game.stock_place(bit));
            lower.filter(|&before| before < place).fold(0, |places, before| places | 1 << before)
        });
        let lower_before = lower_before.collect();
        Space { game, columns, lower_before }
    }

    /// The board of the position that was packed into the game.
    pub fn board(&self, position: &Position) -> Board {
        // The number of moves depends on the waste even where it reaches the same cards, so the waste is not
        // in normal form here.
        let mut state = self.game.root();
        state.waste = position.waste.len() as u8;
        let mut on_higher = 0;
        for column in &position.columns {
            let face_up = &column.cards[column.face_down.min(column.cards.len())..];
            for two in face_up.windows(2) {
                let (host, card) = (card_set::bit(two[0]), card_set::bit(two[1]));
                on_higher |= u64::from(host & 1) << card;
            }
        }
        Board { state, on_higher }
    }

    /// The exact key of a board.
    #[inline]
    pub fn key(&self, board: &Board) -> [u64; 2] {
        [self.game.key(&board.state), board.on_higher | u64::from(board.state.redeals) << 52]
    }

    /// The board of a key.
    pub fn unpack(&self, key: [u64; 2]) -> Board {
        let state = self.game.unpack(key[0], (key[1] >> 52) as u8);
        Board { state, on_higher: key[1] & ((1 << 52) - 1) }
    }

    /// A lower bound of the number of moves to a win (an admissible heuristic), the sum of:
    /// - one move for every card that is not raised;
    /// - the draws that turn the rest of the stock;
    /// - one move for every card that lies above a lower card of its suit in the same column, since it must
    ///   move to another column first. Face-down cards leave one by one, because the next is turned up only
    ///   then; the face-up cards of a column may leave together, so they count once;
    /// - for the cards of the waste that lie above a lower card of their suit, one move each or, if that is less, a
    ///   redeal and the draws that turn so many cards.
    ///
    /// The last term is admissible. Let *w* be such a card and *v* the lower one. A foundation takes *v* before
    /// *w*, and *v* cannot be played while *w* lies above it. So *w* leaves the waste before it is raised: either it
    /// is played to a column, a move from the waste that does not raise it, or the waste is redealt, and *w* is
    /// drawn again. Without a redeal, this is one move for each such card. With one, the redeal is a move; *w* is
    /// then either played to a column as before, or turned by a draw after the redeal, and a draw turns at most as
    /// many cards as the rules say. None of these moves is counted elsewhere: the draws of the second term come
    /// before the redeal, because a redeal needs an empty stock, and the third term counts moves from column to
    /// column.
    pub fn lower_bound(&self, board: &Board) -> u32 {
        let state = &board.state;
        let free = self.game.tableau(state) & !state.locked & !self.game.kings;
        let mut bound = (self.game.all & !state.up).count_ones();
        let draw = u32::from(self.game.draw);
        let undrawn = state.stock_len() - u32::from(state.waste);
        bound += undrawn.div_ceil(draw);
        let held = self.held_in_waste(state);
        bound += if state.redeals == 0 { held } else { held.min(1 + held.div_ceil(draw)) };
        for column in 0..self.columns.len() {
            let height = self.game.in_place(state, column);
            if height < 2 {
                continue;
            }
            let face_down = self.columns[column][height - 1].0;
            bound += u32::from(self.columns[column][height].1);
            let mut bit = self.game.card_at(column, height - 1);
            loop {
                if lower_of_suit(bit) & face_down != 0 {
                    bound += 1;
                    break;
                }
                match self.guest(board, free, bit) {
                    Some(guest) => bit = guest,
                    None => break,
                }
            }
        }
        bound
    }

    /// The number of cards in the waste that lie above a lower card of their suit.
    #[inline]
    fn held_in_waste(&self, state: &State) -> u32 {
        let mut drawn = 0u32;
        let mut places = state.stock_places;
        let mut held = 0;
        for _ in 0..state.waste {
            let place = places.trailing_zeros();
            places &= places - 1;
            held += u32::from(self.lower_before[place as usize] & drawn != 0);
            drawn |= 1 << place;
        }
        held
    }

    /// The card that lies on a card.
    #[inline]
    fn guest(&self, board: &Board, free: u64, host: u8) -> Option<u8> {
        let pair = card_set::guests(1 << host) & free;
        let here = if host & 1 == 1 { pair & board.on_higher } else { pair & !board.on_higher };
        (here != 0).then(|| here.trailing_zeros() as u8)
    }

    /// The number of draws and redeals until the stock card of this rank (counted from 1) is on top of the
    /// waste, and whether there is a redeal among them.
    fn turns(&self, state: &State, rank: u32) -> Option<(u32, bool)> {
        let (len, waste) = (state.stock_len(), u32::from(state.waste));
        let draw = u32::from(self.game.draw);
        if rank >= waste && (rank == len || (rank - waste).is_multiple_of(draw)) && rank > 0 {
            return Some(((rank - waste).div_ceil(draw), false));
        }
        if state.redeals == 0 || !(rank == len || rank.is_multiple_of(draw)) {
            return None;
        }
        Some(((len - waste).div_ceil(draw) + 1 + rank.div_ceil(draw), true))
    }

    /// Calls `each` with every step and the board that it leads to.
    ///
    /// Two prunings keep every shortest win:
    /// - A card moves from one host to its twin only to free the first one, which is raised at once. All that
    ///   such a move does is to bare one of two cards that take the same cards, so it can wait until one of
    ///   them is raised. (What is laid on the other host meanwhile can as well be laid on the bare one.)
    /// - If a [safe](Game::safe) card is bare in a column, raising it is the only step. Every win can begin
    ///   with it and is no longer: the cards that the win would have laid on it, one and two ranks lower, can
    ///   be raised at that moment instead, which they must be once anyway, and every other move stays
    ///   possible.
    pub fn each_step(&self, board: &Board, mut each: impl FnMut(BoardStep, Board)) {
        let state = &board.state;
        let tableau = self.game.tableau(state);
        let free = tableau & !state.locked;
        let lying = free & !self.game.kings;
        let covered =
            (card_set::any(lying & board.on_higher) << 1 | card_set::any(lying & !board.on_higher)) << 4;
        let bare = tableau & !covered;
        let next = self.game.next_up(state.up);
        let has_empty_column = u32::from(state.empty) > (free & self.game.kings).count_ones();

        let raisable = bare & next;
        let safe = raisable & self.game.safe(state.up);
        let raisable = if safe != 0 { safe & safe.wrapping_neg() } else { raisable };
        for bit in Bits(raisable) {
            let mut to = *board;
            if state.locked >> bit & 1 == 1 {
                self.game.unlock(&mut to.state, bit);
            }
            self.game.raise(&mut to.state, bit);
            to.on_higher &= !(1 << bit);
            each(BoardStep { bit, to: Target::Foundation, cost: 1 }, to);
        }
        if safe != 0 {
            return;
        }
        for host in Bits(bare) {
            let guests = card_set::guests(1 << host);
            for bit in Bits(guests & state.locked) {
                let mut to = *board;
                self.game.unlock(&mut to.state, bit);
                to.on_higher |= u64::from(host & 1) << bit;
                each(BoardStep { bit, to: Target::Card(host), cost: 1 }, to);
            }
            let twin = host ^ 1;
            if (next & tableau) >> twin & 1 == 1
                && let Some(bit) = self.guest(board, lying, twin)
            {
                let mut to = *board;
                to.on_higher = to.on_higher & !(1 << bit | 1 << twin) | u64::from(host & 1) << bit;
                if state.locked >> twin & 1 == 1 {
                    self.game.unlock(&mut to.state, twin);
                }
                self.game.raise(&mut to.state, twin);
                each(BoardStep { bit, to: Target::Freeing(host), cost: 2 }, to);
            }
            if self.game.take_back {
                for bit in Bits(guests & state.up & !card_set::lower(state.up)) {
                    let mut to = *board;
                    self.game.take_back(&mut to.state, bit);
                    to.on_higher |= u64::from(host & 1) << bit;
                    each(BoardStep { bit, to: Target::Card(host), cost: 1 }, to);
                }
            }
        }
        if has_empty_column {
            for bit in Bits(self.game.kings & state.locked) {
                let mut to = *board;
                self.game.unlock(&mut to.state, bit);
                each(BoardStep { bit, to: Target::EmptyColumn, cost: 1 }, to);
            }
            if self.game.take_back {
                for bit in Bits(self.game.kings & state.up) {
                    let mut to = *board;
                    self.game.take_back(&mut to.state, bit);
                    each(BoardStep { bit, to: Target::EmptyColumn, cost: 1 }, to);
                }
            }
        }
        self.each_stock_step(board, bare, next, has_empty_column, each);
    }

    fn each_stock_step(
        &self,
        board: &Board,
        bare: u64,
        next: u64,
        has_empty_column: bool,
        mut each: impl FnMut(BoardStep, Board),
    ) {
        let state = &board.state;
        let placeable = card_set::guests(bare) | if has_empty_column { self.game.kings } else { 0 };
        for bit in Bits(state.stock & (next | placeable)) {
            let before = self.game.stock_cards_before(state, bit);
            let Some((turns, redeal)) = self.turns(state, before + 1) else { continue };
            let cost = turns as u16 + 1;
            let mut taken = *board;
            taken.state.stock_places &= !(1 << self.game.stock_place(bit));
            taken.state.stock &= !(1 << bit);
            taken.state.waste = before as u8;
            if redeal && state.redeals != UNLIMITED {
                taken.state.redeals -= 1;
            }
            if next >> bit & 1 == 1 {
                let mut to = taken;
                self.game.raise(&mut to.state, bit);
                each(BoardStep { bit, to: Target::Foundation, cost }, to);
            }
            for host in Bits(card_set::hosts(1 << bit) & bare) {
                let mut to = taken;
                to.on_higher |= u64::from(host & 1) << bit;
                each(BoardStep { bit, to: Target::Card(host), cost }, to);
            }
            if has_empty_column && self.game.kings >> bit & 1 == 1 {
                each(BoardStep { bit, to: Target::EmptyColumn, cost }, taken);
            }
        }
    }

    /// Returns `true` if nothing is left to do but to raise the cards, one move each.
    pub fn is_goal(&self, board: &Board) -> bool {
        board.state.face_down == 0 && board.state.stock == 0
    }
}
