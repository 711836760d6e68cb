//! Planted faults: brute force on small decks notices each of them, which shows that the comparison can fail.

use super::game::Game;
use super::prunings::SafeMoves;
use crate::{Budget, Limits, Verdict, unwatched};
use talon_reference::fuzz::small;
use talon_reference::plain::{self, Decision};
use talon_rules::{Rules, Table};

/// The number of small deals on which a solver with a fault and brute force disagree.
fn disagreements(game: &Rules, deals: u64, fault: impl Fn(&mut Game)) -> usize {
    let mut count = 0;
    for shape in 0..6 {
        for (suits, ranks) in [(2, 4), (2, 5), (4, 3), (4, 4)] {
            let Some(rules) = small(game, suits, ranks, shape) else { continue };
            for number in 0..deals {
                let cards = talon_cards::shuffle(rules.deck(), number);
                let (model, position) = plain::Game::deal(&rules, &cards);
                let won = match model.decide(&position, 2000) {
                    Decision::Won(_) => true,
                    Decision::Lost => false,
                    Decision::Undecided => continue,
                };
                let table = Table::deal(&rules, &cards).unwrap();
                let mut game = Game::new(&table);
                fault(&mut game);
                let mut watch = unwatched;
                let mut budget = Budget::new(Limits::default(), &mut watch);
                let report = super::solve_game(&game, &table, &mut budget);
                count += usize::from(won != matches!(report.verdict, Verdict::Winnable(_)));
            }
        }
    }
    count
}

fn game(name: &str) -> Rules {
    *talon_games::find(name).unwrap()
}

#[test]
fn the_sound_solver_has_none() {
    for name in ["klondike-draw3", "yukon", "freecell", "double-klondike"] {
        assert_eq!(disagreements(&game(name), 10, |_| {}), 0, "{name}");
    }
}

#[test]
fn every_planted_fault_is_caught() {
    let draw2 = Rules { draw: 2, ..game("klondike-draw3") };
    // The size of the waste is forgotten although cards are turned by twos.
    assert!(disagreements(&draw2, 60, |game| game.prunings.open_stock = true) > 0, "open stock");
    // Cards outside the set of the proof may lie on a guest where any face-up card is lifted.
    assert!(
        disagreements(&game("yukon"), 60, |game| game.prunings.safe_moves = SafeMoves::GuestsRise) > 0
            || disagreements(&game("alaska"), 60, |game| game.prunings.safe_moves = SafeMoves::GuestsUp) > 0,
        "unsafe moves are played"
    );
    // Cards have no guests, so that too many positions count as dead.
    assert!(disagreements(&game("klondike"), 40, |game| game.guests = [0; 64]) > 0, "no guests");
    assert!(disagreements(&game("yukon"), 40, |game| game.kings = 0) > 0, "no kings into empty columns");
    // The depths are wrong, so that cards are raised too early.
    assert!(disagreements(&game("klondike"), 60, |game| game.depth = [1; 64]) > 0, "all cards safe");
}
