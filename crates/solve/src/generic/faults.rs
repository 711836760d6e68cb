//! Planted faults: each is caught by brute force on small decks, so the comparison can fail.

#[path = "../../tests/brute_force/mod.rs"]
mod brute_force;

use super::facts::{Facts, Safety};
use crate::{Effort, Limits, Verdict, unwatched};
use brute_force::{brute_force, small};
use rules::{Rules, Table};

/// On how many small deals a faulty solver and brute force disagree.
fn disagreements(game: &Rules, deals: u64, fault: impl Fn(&mut Facts)) -> usize {
    let mut count = 0;
    for shape in 0..6 {
        for (suits, ranks) in [(2, 4), (2, 5), (4, 3), (4, 4)] {
            let Some(rules) = small(game, suits, ranks, shape) else { continue };
            for number in 0..deals {
                let table = Table::numbered(&rules, number).unwrap();
                let Some(won) = brute_force(&table, 2000) else { continue };
                let mut facts = Facts::new(&table);
                fault(&mut facts);
                let mut watch = unwatched;
                let mut effort = Effort::new(Limits::default(), &mut watch);
                let report = super::solve_by(&facts, &table, &mut effort);
                count += usize::from(won != matches!(report.verdict, Verdict::Winnable(_)));
            }
        }
    }
    count
}

fn game(name: &str) -> Rules {
    *games::find(name).unwrap()
}

#[test]
fn the_sound_solver_has_none() {
    for name in ["klondike-draw3", "yukon", "freecell", "double-klondike"] {
        assert_eq!(disagreements(&game(name), 10, |_| {}), 0, "{name}");
    }
}

#[test]
fn every_planted_fault_is_caught() {
    let draw3 = Rules { draw: 2, ..game("klondike-draw3") };
    // The place in the stock is forgotten although cards are turned by twos.
    assert!(disagreements(&draw3, 60, |facts| facts.free_stock = true) > 0, "free stock");
    // Junk may ride on a guest where any face-up card is lifted.
    assert!(
        disagreements(&game("yukon"), 60, |facts| facts.safety = Safety::GuestsRise) > 0
            || disagreements(&game("alaska"), 60, |facts| facts.safety = Safety::GuestsUp) > 0,
        "unsafe moves forced"
    );
    // Who may lie on whom is misread: the test for hopeless positions gives up too early.
    assert!(disagreements(&game("klondike"), 40, |facts| facts.guests = [0; 64]) > 0, "no guests");
    assert!(disagreements(&game("yukon"), 40, |facts| facts.kings = 0) > 0, "no kings into spaces");
    // The depth of cards is misread, so cards go up too early.
    assert!(disagreements(&game("klondike"), 60, |facts| facts.depth = [1; 64]) > 0, "all cards safe");
}
