//! Microsoft's generator and the numbered deals of Windows FreeCell.
//!
//! It does not know how the cards are laid out, and it does not know Windows Spider or Solitaire,
//! which never showed their numbers.

use super::{NumberError, Pack, Top, within};
use crate::Card;

/// The highest number: 33 bits, as FreeCell Pro, fc-solve and PySolFC extend Windows' own million.
pub const HIGHEST: u128 = (1 << 33) - 1;

/// `rand()` of Microsoft's C library, with the extension of the FreeCell programs past 2³¹.
///
/// *Step.* `state = state × 214013 + 2531011`. The draw is bits 16 to 30 of the state, so the state
/// may wrap at 31, 32 or more bits.
///
/// *Extension.* For a seed from 2³¹ on the draw has bit 15 set. For a seed from 2³² on the state
/// starts at the seed less 2³², and the draw is bits 16 to 31 plus 1.
#[derive(Clone, Debug)]
pub struct MsRandom {
    state: u32,
    range: Range,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Range {
    Plain,
    From31Bits,
    From32Bits,
}

impl MsRandom {
    /// The generator of this seed; bits past the 33rd are dropped.
    pub fn new(seed: u64) -> MsRandom {
        let range = match seed & HIGHEST as u64 {
            0..0x8000_0000 => Range::Plain,
            0x8000_0000..0x1_0000_0000 => Range::From31Bits,
            _ => Range::From32Bits,
        };
        MsRandom { state: seed as u32, range }
    }

    /// The generator without the extension, as Windows and KPatience have it.
    pub fn plain(seed: u32) -> MsRandom {
        MsRandom { state: seed, range: Range::Plain }
    }

    /// The next draw: 15 bits, and more only for the seeds of the extension.
    pub fn next_draw(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(214_013).wrapping_add(2_531_011);
        match self.range {
            Range::Plain => self.state >> 16 & 0x7FFF,
            Range::From31Bits => self.state >> 16 | 0x8000,
            Range::From32Bits => (self.state >> 16) + 1,
        }
    }

    /// The shuffle of so many items: for `n` from `count` down to 2, swap item `n − 1` with item
    /// draw mod `n`.
    pub fn shuffle(&mut self, count: usize, mut swap: impl FnMut(usize, usize)) {
        for n in (2..=count).rev() {
            let bound = u32::try_from(n).expect("a deck has fewer than 2³² cards");
            swap(n - 1, (self.next_draw() % bound) as usize);
        }
    }
}

/// These cards shuffled by number, 1 to 2³³ − 1; the LAST card is dealt first.
///
/// FreeCell's own deck is [rank by rank](super::rank_by_rank) in the order clubs, diamonds, hearts,
/// spades.
///
/// # Errors
/// When the number is out of range.
pub fn shuffle(number: u128, cards: Vec<Card>) -> Result<Pack, NumberError> {
    let number = within(number, 1, HIGHEST)? as u64;
    let mut pack = Pack::new(cards, Top::Back);
    MsRandom::new(number).shuffle(pack.cards.len(), |i, j| pack.swap(i, j));
    Ok(pack)
}

#[cfg(test)]
mod tests {
    use super::super::rank_by_rank;
    use super::super::tests::cards;
    use super::*;
    use crate::Suit;

    #[test]
    fn the_library_function() {
        let mut random = MsRandom::new(1);
        assert_eq!([(); 6].map(|()| random.next_draw()), [41, 18467, 6334, 26500, 19169, 15724]);
    }

    /// FreeCell boards printed column by column, dealt row by row.
    fn freecell(number: u128) -> Vec<Vec<Card>> {
        let mut columns = vec![Vec::new(); 8];
        let pack = shuffle(number, rank_by_rank(&Suit::ALL)).unwrap();
        assert_eq!(pack.top, Top::Back);
        for (i, card) in pack.from_top().into_iter().enumerate() {
            columns[i % 8].push(card);
        }
        columns
    }

    #[test]
    fn well_known_deals() {
        assert_eq!(freecell(1)[0], cards("JD KD 2S 4C 3S 6D 6S"));
        assert_eq!(freecell(1)[7], cards("5H 3H 3C 7S 7D TC"));
        // The one deal of Windows' first 32000 that cannot be won.
        assert_eq!(freecell(11_982)[0][0], cards("AH")[0]);
        let deal24 = [
            "4C 2C 9C 8C QS 4S 2H",
            "5H QH 3C AC 3H 4H QD",
            "QC 9S 6H 9H 3S KS 3D",
            "5D 2S JC 5C JH 6D AS",
            "2D KD TH TC TD 8D",
            "7H JS KH TS KC 7C",
            "AH 5S 6S AD 8H JD",
            "7S 6C 7D 4D 8S 9D",
        ];
        assert_eq!(freecell(24), deal24.map(cards));
    }

    #[test]
    fn the_extension_starts_at_31_bits() {
        let draws = |seed: u64| {
            let mut random = MsRandom::new(seed);
            [(); 3].map(|()| random.next_draw())
        };
        assert_eq!(draws(0x8000_0001), draws(1).map(|draw| draw | 0x8000));
        // 2³² + 1 starts from the state 1 again; bit 31 of it shows, and 1 is added.
        let low = draws(0x1_0000_0001).map(|draw| draw - 1);
        assert_eq!(low.map(|draw| draw & 0x7FFF), draws(1));
        // The first rows, from the rule above written a second time in Python.
        for (number, row) in [
            (0x7FFF_FFFF, "9S 2H 7C 5H 4C 6D 3D 4S"),
            (0x8000_0000, "QH QC 2H 6S 2S 3D KS 8C"),
            (3_000_000_000, "8D 4D 9H 9D 6H 9C 6C 8C"),
            (0xFFFF_FFFF, "JS 9C JH 2D QC 8H 7D 6S"),
            (0x1_0000_0000, "TS 5S 2S TD 3C AD JC 6D"),
            (6_000_000_000, "2D 3D 4D KH TD QH 5C 6D"),
            (HIGHEST, "TC 2S JS 5S 4D 6H 3H 7C"),
        ] {
            let dealt = shuffle(number, rank_by_rank(&Suit::ALL)).unwrap().from_top();
            assert_eq!(dealt[..8], cards(row), "{number}");
        }
    }
}
