//! The columns as the search needs them, kept from position to position: only those that a move
//! touched are read from the table again.

use super::facts::Facts;
use rules::{Move, Pile, Sizes, Table};

/// Marks the last card of a column in its code.
const LAST: u8 = 0x40;
/// The code of an empty column.
const EMPTY: u8 = 0x7f;
/// Marks a column that keeps its place because it has hidden cards.
const HIDDEN: u8 = 0x80;
/// No card.
pub const NO_CARD: u8 = 63;

/// One column.
#[derive(Clone, Copy)]
pub struct Column {
    /// Its code: for a column with hidden cards its number and theirs, then the open cards, the
    /// last of them marked.
    code: [u8; 112],
    code_len: u8,
    /// The top card, [`NO_CARD`] where there is none.
    pub top: u8,
    /// All cards, hidden ones too.
    pub len: u8,
    /// Hidden cards.
    pub hidden: u8,
    /// Every card as a bit.
    pub cards: u64,
    /// Cards that do not continue the card they lie on.
    pub breaks: u8,
    /// Of those, the ones above a card that goes up before them.
    pub blocks: u8,
    /// Cards that continue the one below but lie above one that goes up earlier.
    pub held: u8,
    /// Cards in suit and sequence on another.
    pub joins: u8,
}

impl Column {
    const NONE: Column = Column {
        code: [0; 112],
        code_len: 0,
        top: NO_CARD,
        len: 0,
        hidden: 0,
        cards: 0,
        breaks: 0,
        blocks: 0,
        held: 0,
        joins: 0,
    };

    /// The code of this column; no code begins another.
    #[inline]
    pub fn code(&self) -> &[u8] {
        &self.code[..usize::from(self.code_len)]
    }

    /// Cards that lie on the given ones, counted for each of them.
    pub fn over(&self, cards: u64) -> u8 {
        let mut over = 0;
        // Hidden cards stand in no code, so they count as if the lowest open card covered them.
        let skip = if self.hidden > 0 { 2 } else { 0 };
        let open = &self.code()[skip..];
        let mut found = 0u64;
        for (i, &byte) in open.iter().enumerate() {
            let bit = 1u64 << (byte & 0x3f);
            if cards & bit != 0 {
                over += (open.len() - 1 - i) as u8;
                found |= bit;
            }
        }
        over + (cards & self.cards & !found).count_ones() as u8 * open.len() as u8
    }

    fn read(&mut self, facts: &Facts, table: &Table, c: u8) {
        let pile = Pile::Column(c);
        let hidden = table.face_down(pile);
        *self = Column { code: self.code, hidden: hidden as u8, ..Column::NONE };
        let mut at = 0;
        if hidden > 0 {
            self.code[0] = HIDDEN | c;
            self.code[1] = hidden as u8;
            at = 2;
        }
        let (mut before, mut lowest) = (NO_CARD, u8::MAX);
        let mut i = 0;
        for card in table.cards(pile) {
            let card = card.index();
            let depth = facts.depth[usize::from(card)];
            let open = i >= hidden;
            if i > 0 {
                let follows = i > hidden && facts.fits(card, before);
                self.breaks += u8::from(!follows);
                self.joins += u8::from(follows && before == card + 4);
                let over = lowest < depth;
                self.held += u8::from(over && follows);
                self.blocks += u8::from(over && !follows);
            }
            if open {
                self.code[at] = card;
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
            self.code[0] = EMPTY;
            at = 1;
        } else {
            self.code[at - 1] |= LAST;
        }
        self.code_len = at as u8;
    }
}

/// All columns, with a note of which are out of date.
pub struct Columns {
    list: [Column; Sizes::MOST],
    /// The columns as they were when last kept.
    kept: [Column; Sizes::MOST],
    count: usize,
    /// Which are out of date, one bit a column.
    stale: u32,
    /// Which were touched since they were kept.
    touched: u32,
}

impl Columns {
    /// The columns of a game, none read yet.
    pub fn new(facts: &Facts) -> Columns {
        let count = usize::from(facts.rules.columns);
        let none = [Column::NONE; Sizes::MOST];
        Columns { list: none, kept: none, count, stale: (1 << count) - 1, touched: 0 }
    }

    /// Notes what a move changes, whether it is played or taken back.
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

    /// Reads again what is out of date.
    #[inline]
    pub fn refresh(&mut self, facts: &Facts, table: &Table) {
        while self.stale != 0 {
            let c = self.stale.trailing_zeros();
            self.stale &= self.stale - 1;
            self.list[c as usize].read(facts, table, c as u8);
        }
    }

    /// Keeps the columns as they are: the table comes back here soon.
    #[inline]
    pub fn keep(&mut self) {
        self.kept[..self.count].copy_from_slice(&self.list[..self.count]);
        self.touched = 0;
    }

    /// The table is back where the columns were kept.
    #[inline]
    pub fn restore(&mut self) {
        while self.touched != 0 {
            let c = self.touched.trailing_zeros() as usize;
            self.touched &= self.touched - 1;
            self.list[c] = self.kept[c];
        }
        self.stale = 0;
    }

    /// The columns, refreshed before.
    #[inline]
    pub fn list(&self) -> &[Column] {
        debug_assert_eq!(self.stale, 0, "refreshed before they are read");
        &self.list[..self.count]
    }
}
