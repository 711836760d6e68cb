//! The Berkeley Canfield's decks: several games from one stream of random numbers.
//!
//! It does not know Canfield.

use super::java::JavaRandom;
use super::{NumberError, Pack, Top, suit_by_suit, within};
use crate::Suit;

/// The highest seed: Java's largest `long`.
pub const HIGHEST: u128 = i64::MAX as u128;

/// The deals of one run of the program: "another game" goes on with the same random numbers.
///
/// Every deal starts from a fresh deck, [suit by suit](suit_by_suit) in the order clubs, diamonds,
/// hearts, spades, and shuffles it as [`JavaRandom::shuffle`] does.
#[derive(Clone, Debug)]
pub struct Deals(JavaRandom);

impl Deals {
    /// The run with this seed.
    ///
    /// # Errors
    /// When the seed is out of range.
    pub fn new(seed: u128) -> Result<Deals, NumberError> {
        let seed = within(seed, 0, HIGHEST)? as i64;
        Ok(Deals(JavaRandom::new(seed)))
    }

    /// The next deal of the run; the LAST card is dealt first.
    pub fn deal(&mut self) -> Pack {
        let mut pack = Pack::new(suit_by_suit(&Suit::ALL), Top::Back);
        self.0.shuffle(pack.cards.len(), |i, j| pack.swap(i, j));
        pack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Card;

    /// What the program prints: 22 seeds, two deals each.
    const DEALS: &str = include_str!("../../tests/data/ucb-deals.txt");

    #[test]
    fn two_deals_of_each_seed_in_full() {
        let mut run = Deals::new(0).unwrap();
        let mut seen = 0;
        for block in DEALS.split("seed ").skip(1) {
            let mut lines = block.lines();
            let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
            let [seed, "deal", deal] = head[..] else { panic!("{head:?}") };
            if deal == "1" {
                run = Deals::new(seed.parse().unwrap()).unwrap();
            }
            let piles: Vec<Vec<Card>> =
                lines.map(|line| super::super::tests::cards(line.split_once(':').unwrap().1)).collect();
            let [reserve, base, _, _, _, column1, column2, column3, column4, stock] = &piles[..] else {
                panic!("{} piles", piles.len())
            };
            // Under the reserve, which is the top of the deck as a block, lie the base card, the
            // columns from the first on, and the stock. The file prints piles bottom to top.
            let expected: Vec<Card> = [stock, column4, column3, column2, column1, base, reserve]
                .into_iter()
                .flatten()
                .copied()
                .collect();
            assert_eq!(run.deal().cards, expected, "seed {seed} deal {deal}");
            seen += 1;
        }
        assert_eq!(seen, 44);
    }
}
