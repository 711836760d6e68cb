//! The generic solver against plain brute force on small decks of every game's rules and more.

mod brute_force;
#[path = "brute_force/compare.rs"]
mod compare;

use brute_force::small;
use compare::{compare, mixed};

#[test]
fn every_game_agrees_with_brute_force() {
    let mut sum = [0; 2];
    for game in games::ALL {
        let mut counts = [0; 2];
        for shape in 0..6 {
            for (suits, ranks, deals) in [(2, 4, 5), (4, 4, 5), (2, 6, 3), (4, 3, 3)] {
                let Some(rules) = small(game, suits, ranks, shape) else { continue };
                let found = compare(&rules, 0..deals);
                counts[0] += found[0];
                counts[1] += found[1];
            }
        }
        assert!(counts[0] > 0 || counts[1] > 0, "{}: no deal was compared", game.name);
        sum[0] += counts[0];
        sum[1] += counts[1];
    }
    assert!(sum[0] > 500 && sum[1] > 500, "{sum:?}: both answers must occur");
}

/// The words of the vocabulary in combinations that no named game has.
#[test]
fn mixed_rules_agree_with_brute_force() {
    let mut pick = cards::Generator::new(11);
    let mut counts = [0; 2];
    let mut sets = 0;
    while sets < 800 {
        let Some((rules, number)) = mixed(&mut pick) else { continue };
        sets += 1;
        let found = compare(&rules, number..number + 2);
        counts[0] += found[0];
        counts[1] += found[1];
    }
    assert!(counts[0] > 150 && counts[1] > 150, "{counts:?}: both answers must occur");
}
