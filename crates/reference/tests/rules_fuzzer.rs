//! The short form of the rules fuzzer; `cargo xtask fuzz rules` is the long one.

use talon_cards::Generator;
use talon_reference::fuzz::{Case, Checker, Size, rules, toml};
use talon_rules::{Build, Count, Fill, ReserveFills, Rules, Stock, Take, TakeBack};

#[test]
fn random_rules_are_played_and_solved_as_their_rule_sheets_say() {
    let mut checker = Checker::new();
    for number in 0..2000 {
        if let Err(failure) = (Case { seed: 20, number, deals: 3 }).run(&mut checker) {
            panic!("case {number}: {failure}");
        }
    }
    let tally = &checker.tally;
    println!("{tally}");
    // The comparison says something only if every answer of every solver occurs.
    let [won, lost, _] = tally.decided;
    assert!(won > 2000 && lost > 2000, "{tally}");
    for (solver, counts) in &tally.verdicts {
        assert!(counts[0] > 5 && counts[1] > 5, "{solver}\n{tally}");
    }
    assert_eq!(tally.verdicts.len(), 6, "{tally}");
}

#[test]
fn a_failure_is_printed_as_a_rules_file_that_can_be_read() {
    let mut random = Generator::new(1);
    for _ in 0..300 {
        let rules = rules(&mut random, Size::Small);
        assert_eq!(talon_games::read(&toml(&rules)), Ok(rules));
    }
}

/// The name of a planted fault, and the rules by which the model plays then.
type Fault = (&'static str, fn(Rules) -> Rules);

/// Rules that differ from those of the engine in one word.
const FAULTS: [Fault; 12] = [
    ("wrap", |rules| Rules { wrap: !rules.wrap, ..rules }),
    ("both ways", |rules| Rules { both_ways: !rules.both_ways, ..rules }),
    ("build", |rules| Rules { build: Build::SameColour, ..rules }),
    ("build on base", |rules| Rules { build_on_base: !rules.build_on_base, ..rules }),
    ("base into columns", |rules| Rules { base_into_columns: !rules.base_into_columns, ..rules }),
    ("take", |rules| Rules { take: Take::TopOrWhole, ..rules }),
    ("fill", |rules| Rules { fill: Fill::Kings, ..rules }),
    ("reserve", |rules| match rules.reserve_fills {
        ReserveFills::Itself => Rules { reserve_fills: ReserveFills::ByHand, ..rules },
        _ => rules,
    }),
    ("take back", |rules| Rules { take_back: TakeBack::Anywhere, ..rules }),
    ("draw", |rules| Rules { draw: rules.draw + 1, ..rules }),
    ("redeals", |rules| Rules { redeals: Count::Of(1), ..rules }),
    ("rows", |rules| match rules.stock {
        Stock::Rows => Rules { stock: Stock::RowsAnyTime, ..rules },
        _ => rules,
    }),
];

#[test]
fn a_rule_that_is_played_differently_is_noticed_and_shrunk() {
    for (name, fault) in FAULTS {
        let mut checker = Checker::with_fault(fault);
        let failure =
            (0..400).find_map(|number| (Case { seed: 7, number, deals: 2 }).run(&mut checker).err());
        let failure = failure.unwrap_or_else(|| panic!("{name} went unnoticed"));
        assert!(
            failure.cards.len() <= 12,
            "{name} is shrunk to {} cards only:\n{failure}",
            failure.cards.len()
        );
    }
}
