//! The seeds of the Berkeley Canfield: several games from one stream of random numbers.

use super::shapes::is_plain_canfield;
use super::{Scheme, finish};
use crate::dealing::{Dealing, Spot, reserve, stock};
use crate::generators::JavaRandom;
use crate::name::{DealName, NameError};
use crate::pack::{Pack, Top, suit_by_suit};
use talon_cards::{Card, Suit};
use talon_rules::Rules;

pub(super) const SCHEME: &Scheme = &Scheme {
    word: "ucb",
    program: "the Berkeley Canfield",
    lowest: 0,
    highest: i64::MAX as u128,
    best_known_for: "canfield-ucb",
    shuffle: |_, number| collections_shuffle(&mut JavaRandom::new(number as i64)),
    dealing,
    explain,
};

/// A fresh deck, [suit by suit](suit_by_suit) in the order clubs, diamonds, hearts, spades, shuffled by
/// [`JavaRandom::shuffle`]; the last card is dealt first.
pub(super) fn collections_shuffle(random: &mut JavaRandom) -> Pack {
    let mut pack = Pack::new(suit_by_suit(&Suit::ALL), Top::Back);
    random.shuffle(pack.cards.len(), |i, j| pack.swap(i, j));
    pack
}

pub(super) fn explain(number: u128) -> String {
    format!(
        "The generator is java.util.Random({number}). For i from the last place down to 1, place i is swapped \
         with place nextInt(i+1), as Collections.shuffle does."
    )
}

/// The top thirteen cards become the reserve in one piece, so the first of them is its top; then come the
/// base card and the columns, and the rest is the stock.
fn dealing(rules: &Rules) -> Option<Dealing> {
    is_plain_canfield(rules).then(|| {
        let mut spots: Vec<Spot> = reserve(rules).rev().collect();
        spots.push(Spot::Foundation);
        spots.extend((0..4).map(Spot::Column));
        spots.extend(stock(rules));
        Dealing::new(rules, spots)
    })
}

/// The deals of one run of the Berkeley Canfield: each new game goes on with the same random numbers.
///
/// The first deal is the one named `ucb:SEED`. Every deal is in Talon's dealing order, for a Canfield with
/// four columns and a reserve of thirteen cards.
///
/// ```
/// use talon_deals::{BerkeleyDeals, DealName};
///
/// let mut run = BerkeleyDeals::new(7)?;
/// let name: DealName = "ucb:7".parse()?;
/// assert_eq!(run.next(), name.cards(&talon_games::CANFIELD_UCB).ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BerkeleyDeals(JavaRandom);

impl BerkeleyDeals {
    /// The run with this seed.
    ///
    /// # Errors
    /// If the program has no such seed.
    pub fn new(seed: u128) -> Result<BerkeleyDeals, NameError> {
        let seed = DealName::new(SCHEME, seed)?.number();
        Ok(BerkeleyDeals(JavaRandom::new(seed as i64)))
    }
}

impl Iterator for BerkeleyDeals {
    type Item = Vec<Card>;

    fn next(&mut self) -> Option<Vec<Card>> {
        let rules = &talon_games::CANFIELD_UCB;
        let dealt = finish(rules, collections_shuffle(&mut self.0), dealing(rules)?)?;
        Some(dealt.order)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::cards;
    use super::*;
    use talon_games::CANFIELD_UCB;
    use talon_rules::Table;

    /// What the program prints: two deals each of 22 seeds.
    #[test]
    fn the_deals_it_prints() {
        let mut run = BerkeleyDeals::new(0).unwrap();
        let mut seen = 0;
        for block in include_str!("../../tests/data/ucb-deals.txt").split("seed ").skip(1) {
            let mut lines = block.lines();
            let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
            let [seed, "deal", deal] = head[..] else { panic!("{head:?}") };
            if deal == "1" {
                run = BerkeleyDeals::new(seed.parse().unwrap()).unwrap();
            }
            let order = run.next().unwrap();
            if deal == "1" {
                let name: DealName = format!("ucb:{seed}").parse().unwrap();
                assert_eq!(name.cards(&CANFIELD_UCB).unwrap(), order);
            }
            let layout = Table::deal(&CANFIELD_UCB, &order).unwrap().layout();
            // The reserve, four foundations, four columns, the stock.
            let piles: Vec<Vec<Card>> = lines.map(|line| cards(line.split_once(':').unwrap().1)).collect();
            assert_eq!(layout.reserve, piles[0], "seed {seed} deal {deal}");
            assert_eq!(layout.foundations[0], piles[1]);
            assert!(layout.columns.iter().map(|(cards, _)| cards).eq(&piles[5..9]));
            assert_eq!(layout.stock, piles[9]);
            seen += 1;
        }
        assert_eq!(seen, 44);
    }
}
