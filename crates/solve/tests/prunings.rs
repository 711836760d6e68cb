//! Which prunings are on for each game: a golden table, so that no pruning is switched on or off unnoticed.

use std::fmt::Write as _;
use std::path::Path;
use talon_rules::{Count, Rules, Stock, Table};
use talon_solve::family::{Kind, prunings};

const HEADER: &str = "\
# Which solvers answer for each game, and which of their prunings are on. The preconditions are code beside the
# proofs: `prunings` in the folders of crates/solve/src. `TALON_BLESS=1 cargo test -p talon-solve --test prunings`
# writes this file.
";

#[test]
fn each_game_has_the_prunings_that_were_proved_for_its_rules() {
    let mut found = HEADER.to_string();
    for rules in talon_games::ALL {
        let table = Table::numbered(rules, 1).unwrap();
        for (solver, names) in prunings(&table) {
            let names = if names.is_empty() { "none".into() } else { names.join(", ") };
            writeln!(found, "{:<22} {solver:<16} {names}", rules.name).unwrap();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prunings.txt");
    if std::env::var_os("TALON_BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, committed, "the prunings differ from {}", path.display());
}

/// Rules on the far side of each precondition of the generic solver.
#[test]
fn a_pruning_is_off_where_its_precondition_does_not_hold() {
    let klondike = talon_games::find("klondike").unwrap();
    let names = |settings: &[&str]| -> Vec<&'static str> {
        let rules = talon_games::set(klondike, settings).unwrap();
        prunings(&Table::numbered(&rules, 1).unwrap())[0].1.clone()
    };
    assert_eq!(names(&[]), ["open stock", "safe moves (guests rise)", "safe stock cards", "dead test"]);
    assert_eq!(names(&["draw=3"]), ["safe moves (guests rise)", "dead test"]);
    assert_eq!(names(&["redeals=1"]), ["safe moves (guests rise)", "safe stock cards", "dead test"]);
    let skips_first = ["stock=face-up", "redeal_draws=true"];
    assert_eq!(names(&skips_first), ["safe moves (guests rise)", "dead test"]);
    assert_eq!(names(&["both_ways=true"]), ["open stock", "dead test"]);
    assert_eq!(names(&["copies=2"]), ["open stock", "safe moves (guests rise)", "safe stock cards"]);
    assert_eq!(
        names(&["cells=1", "cells_take=true"]),
        ["open stock", "safe moves (guests rise)", "safe stock cards"]
    );
    assert_eq!(names(&["take=face-up"]), ["open stock", "dead test"]);
    let guests_up = ["take=face-up", "take_back=never"];
    assert_eq!(names(&guests_up), ["open stock", "safe moves (guests up)", "safe stock cards", "dead test"]);
    assert_eq!(names(&["goal=runs", "take_back=never"]), ["open stock"]);
}

#[test]
fn klondike_s_solver_recognises_no_stock_that_skips_its_first_card() {
    let klondike = talon_games::find("klondike").unwrap();
    let kind = |rules: &Rules| Kind::of(rules);
    assert_eq!(kind(&Rules { stock: Stock::FaceUp, ..*klondike }), Some(Kind::Klondike));
    assert_eq!(kind(&Rules { stock: Stock::FaceUp, redeal_draws: true, ..*klondike }), None);
    assert_eq!(kind(&Rules { stock: Stock::FaceUp, redeals: Count::Of(1), ..*klondike }), None);
}
