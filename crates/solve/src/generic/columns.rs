//! What the search needs of each column, kept from position to position: only the columns that a move touched
//! are read from the table again.

use super::game::Game;
use talon_rules::{Move, Pile, Sizes, Table};

/// The mark of the last card of a column in its key.
const LAST: u8 = 0x40;
/// The key of an empty column.
const EMPTY: u8 = 0x7f;
/// The mark of a column with face-down cards. Its number follows, because these cards are not written.
const HIDDEN: u8 = 0x80;
/// Stands for no card.
pub const NO_CARD: u8 = 63;

/// A column.
#[derive(Clone, Copy)]
pub struct Column {
    /// The key: for a column with face-down cards its number and theirs, then the face-up cards, the last of
    /// which is marked.
    key: [u8; 112],
    key_len: u8,
    /// The top card; [`NO_CARD`] if there is none.
    pub top: u8,
    /// The number of cards, including face-down ones.
    pub len: u8,
    /// The number of face-down cards.
    pub hidden: u8,
    /// The cards as bits.
    pub cards: u64,
    /// The number of cards that do not continue the card they lie on.
    pub breaks: u8,
    /// The number of those that lie above a card that is raised before them.
    pub blocks: u8,
    /// The number of cards that continue the one below but lie above one that is raised before them.
    pub held: u8,
    /// The number of cards that lie in suit and sequence on another.
    pub joins: u8,
}

impl Column {
    const NONE: Column = Column {
        key: [0; 112],
        key_len: 0,
        top: NO_CARD,
        len: 0,
        hidden: 0,
        cards: 0,
        breaks: 0,
        blocks: 0,
        held: 0,
        joins: 0,
    };

    /// The key of this column; no key begins another.
    #[inline]
    pub fn key(&self) -> &[u8] {
        &self.key[..usize::from(self.key_len)]
    }

    /// The number of cards that lie on the given ones, counted for each of them.
    pub fn over(&self, cards: u64) -> usize {
        let mut over = 0;
        // Face-down cards are not in the key; they count as if all face-up cards lay on them.
        let skip = if self.hidden > 0 { 2 } else { 0 };
        let open = &self.key()[skip..];
        let mut found = 0u64;
        for (i, &byte) in open.iter().enumerate() {
            let bit = 1u64 << (byte & 0x3f);
            if cards & bit != 0 {
                over += open.len() - 1 - i;
                found |= bit;
            }
        }
        over + (cards & self.cards & !found).count_ones() as usize * open.len()
    }

    fn read(&mut self, game: &Game, table: &Table, c: u8) {
        let pile = Pile::Column(c);
        let hidden = table.face_down(pile);
        *self = Column { key: self.key, hidden: hidden as u8, ..Column::NONE };
        let mut at = 0;
        if hidden > 0 {
            self.key[0] = HIDDEN | c;
            self.key[1] = hidden as u8;
            at = 2;
        }
        let (mut before, mut lowest) = (NO_CARD, u8::MAX);
        let mut i = 0;
        for card in table.cards(pile) {
            let card = card.index();
            let depth = game.depth[usize::from(card)];
            let open = i >= hidden;
            if i > 0 {
                let follows = i > hidden && game.fits(card, before);
                self.breaks += u8::from(!follows);
                self.joins += u8::from(follows && before == card + 4);
                let over = lowest < depth;
                self.held += u8::from(over && follows);
                self.blocks += u8::from(over && !follows);
            }
            if open {
                self.key[at] = card;
                at += 1;
            }
            self.cards |= 1 << card;
            lowest = lowest.min(depth);
            before = card;
            i += 1;
        }
        self.len = i as u8;
        self.top = before;
        if i == 0 {
            self.key[0] = EMPTY;
            at = 1;
        } else {
            self.key[at - 1] |= LAST;
        }
        self.key_len = at as u8;
    }
}

/// All columns, with a note of those that are out of date.
pub struct Columns {
    list: [Column; Sizes::MOST],
    /// The columns as they were when they were saved last.
    saved: [Column; Sizes::MOST],
    count: usize,
    /// The columns that are out of date, as bits.
    stale: u32,
    /// The columns that changed since they were saved.
    touched: u32,
}

impl Columns {
    /// The columns of a game, none of which is read yet.
    pub fn new(game: &Game) -> Columns {
        let count = usize::from(game.rules.columns);
        let none = [Column::NONE; Sizes::MOST];
        Columns { list: none, saved: none, count, stale: (1 << count) - 1, touched: 0 }
    }

    /// Notes which columns a move changes, whether it is played or taken back.
    #[inline]
    pub fn touch(&mut self, m: Move) {
        match m {
            Move::Carry { from, to, .. } => {
                for pile in [from, to] {
                    if let Pile::Column(c) = pile {
                        self.stale |= 1 << c;
                        self.touched |= 1 << c;
                    }
                }
            }
            Move::Deal => {
                self.stale = (1 << self.count) - 1;
                self.touched = self.stale;
            }
            Move::Draw | Move::Redeal => {}
        }
    }

    /// Reads the columns that are out of date.
    #[inline]
    pub fn refresh(&mut self, game: &Game, table: &Table) {
        while self.stale != 0 {
            let c = self.stale.trailing_zeros();
            self.stale &= self.stale - 1;
            self.list[c as usize].read(game, table, c as u8);
        }
    }

    /// Saves the columns as they are, because the table will come back to this position soon.
    #[inline]
    pub fn save(&mut self) {
        self.saved[..self.count].copy_from_slice(&self.list[..self.count]);
        self.touched = 0;
    }

    /// Restores the columns that were saved; the table is back at their position.
    #[inline]
    pub fn restore(&mut self) {
        while self.touched != 0 {
            let c = self.touched.trailing_zeros() as usize;
            self.touched &= self.touched - 1;
            self.list[c] = self.saved[c];
        }
        self.stale = 0;
    }

    /// The columns, which must have been refreshed.
    #[inline]
    pub fn list(&self) -> &[Column] {
        debug_assert_eq!(self.stale, 0, "the columns are refreshed before they are read");
        &self.list[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_rules::{Layout, Rules, Sizes, Stock};

    #[test]
    fn the_cards_over_four_cards_of_a_column_of_two_decks_are_counted() {
        let rules = Rules {
            columns: 2,
            down: Sizes::new(&[0]),
            up: Sizes::new(&[52]),
            stock: Stock::None,
            ..talon_games::DOUBLE_KLONDIKE
        };
        let mut cards = rules.deck().cards();
        cards.sort_by_key(|card| card.rank());
        let layout = Layout { columns: vec![(cards.clone(), 0), (Vec::new(), 0)], ..Layout::default() };
        let table = Table::set_up(&rules, &layout).unwrap();
        let game = Game::new(&table);
        let mut columns = Columns::new(&game);
        columns.refresh(&game, &table);
        // The aces are the eight lowest cards. The upper one of each suit is counted, and the lower one as well.
        let aces = cards[..8].iter().fold(0, |aces, card| aces | 1 << card.index());
        let expected = (0..8).map(|i| 103 - i).sum::<usize>();
        assert_eq!(columns.list()[0].over(aces), expected);
        assert!(expected > 255);

        // Face-down cards count as if all face-up cards lay on them.
        let layout = Layout { columns: vec![(cards.clone(), 20), (Vec::new(), 0)], ..Layout::default() };
        let table = Table::set_up(&rules, &layout).unwrap();
        columns.touch(Move::one(Pile::Column(0), Pile::Column(1)));
        columns.refresh(&game, &table);
        assert_eq!(columns.list()[0].over(aces), 4 * 84);
    }
}
