//! Talon's own numbers: [`talon_cards::shuffle`], in the dealing order of [`talon_rules::Table::deal`].

use super::Scheme;
use crate::dealing::{Dealing, Spot, cells, reserve, rows, sizes, stock};
use crate::pack::{Pack, Top};
use talon_cards::Generator;
use talon_rules::{BaseRank, Rules};

pub(super) const SCHEME: &Scheme = &Scheme {
    word: "ours",
    program: "Talon",
    lowest: 0,
    highest: u64::MAX as u128,
    best_known_for: "klondike",
    shuffle,
    dealing,
    explain: |number| {
        format!(
            "The generator is xoshiro256**, seeded with {number} through SplitMix64. For i from the last \
             place down to 1, place i is swapped with a place from 0 to i, drawn without bias."
        )
    },
};

/// [`talon_cards::shuffle`] with its swaps.
fn shuffle(rules: &Rules, number: u128) -> Pack {
    let mut pack = Pack::new(rules.deck().cards(), Top::Front);
    let mut generator = Generator::new(number as u64);
    for i in (1..pack.cards.len()).rev() {
        pack.swap(i, generator.below(i as u64 + 1) as usize);
    }
    pack
}

/// The reserve, the base card, the columns row by row, the cells, the stock.
fn dealing(rules: &Rules) -> Option<Dealing> {
    let mut spots: Vec<Spot> = reserve(rules).collect();
    spots.extend((rules.base_rank == BaseRank::Dealt).then_some(Spot::Foundation));
    spots.extend(rows(&sizes(rules)));
    spots.extend(cells(rules));
    spots.extend(stock(rules));
    Some(Dealing::new(rules, spots))
}
