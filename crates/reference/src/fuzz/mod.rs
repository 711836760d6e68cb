//! The rules fuzzer: random rules and random deals, judged by the [plain model](crate::plain).
//!
//! Each case is a set of random valid [`Rules`](talon_rules::Rules) with some deals. For each deal, the engine,
//! the generic solver, its parallel form and the packed solver, if one recognises the rules, are compared with
//! the model:
//!
//! - the deal, and the position after each move of a random walk, which is also undone;
//! - the legal moves, by both ways in which the engine finds them;
//! - whether the game is won, and whether it is stuck;
//! - the verdicts, if brute force can decide; and every win is replayed by the model.
//!
//! A difference is [shrunk](shrink) to few cards and plain rules, and printed as a rules file and a list of
//! cards. The tests run a short form; `cargo xtask fuzz rules` runs as long as it is told.

mod compare;
mod generate;
mod shrink;

pub use compare::{Checker, Difference, Tally};
pub use generate::{Size, rules, small};
pub use shrink::{Failure, shrink, toml};

use std::panic::{AssertUnwindSafe, catch_unwind};
use talon_cards::Generator;

/// A case: rules with some deals, all determined by the seed of the campaign and the number of the case.
#[derive(Copy, Clone, Debug)]
pub struct Case {
    /// The seed of the campaign.
    pub seed: u64,
    /// The number of the case.
    pub number: u64,
    /// The number of deals.
    pub deals: u64,
}

impl Case {
    /// Every hundredth case has a full deck.
    const FULL: u64 = 100;

    /// Compares all deals of the case.
    ///
    /// # Errors
    /// The first difference, shrunk.
    pub fn run(self, checker: &mut Checker) -> Result<(), Box<Failure>> {
        let mut random = Generator::new(self.seed ^ self.number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let size = if self.number % Case::FULL == Case::FULL - 1 { Size::Full } else { Size::Small };
        let rules = rules(&mut random, size);
        checker.tally.rule_sets += 1;
        for _ in 0..self.deals {
            let mut cards = rules.deck().cards();
            random.shuffle(&mut cards);
            let walk = random.next_u64();
            if let Err(difference) = guarded(checker, &rules, &cards, walk) {
                return Err(Box::new(shrink(checker, rules, cards, difference)));
            }
        }
        Ok(())
    }
}

/// Compares a deal; a panic counts as a difference.
fn guarded(
    checker: &mut Checker,
    rules: &talon_rules::Rules,
    cards: &[talon_cards::Card],
    walk: u64,
) -> Result<(), Difference> {
    let result = catch_unwind(AssertUnwindSafe(|| checker.compare(rules, cards, walk)));
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        checker.renew();
        Err(Difference { what: "a panic", detail: text.to_string(), played: Vec::new() })
    })
}
