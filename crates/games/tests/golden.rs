//! A golden playthrough and a perft file for every game; a missing one fails, `cargo xtask bless`
//! writes them.

use std::fmt::Write as _;
use std::path::PathBuf;
use talon_cards::Generator;
use talon_rules::{Events, Move, Rules, Table};

fn check(kind: &str, rules: &Rules, now: &str) {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "tests", kind, &format!("{}.txt", rules.name)].iter().collect();
    if std::env::var_os("TALON_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, now).unwrap();
        return;
    }
    let then = std::fs::read_to_string(&path)
        .unwrap_or_else(|_| panic!("{} is missing: `cargo xtask bless` writes it", path.display()));
    for (i, (then, now)) in then.lines().zip(now.lines()).enumerate() {
        assert_eq!(now, then, "{}: line {}", path.display(), i + 1);
    }
    assert_eq!(now.lines().count(), then.lines().count(), "{}", path.display());
}

/// A random game, every answer of the table printed.
fn playthrough(rules: &Rules) -> String {
    let mut out = rules.describe();
    let mut table = Table::numbered(rules, 42).unwrap();
    let mut generator = Generator::new(42);
    let _ = writeln!(out, "---\n{table}");
    for _ in 0..25 {
        let moves = table.moves();
        let list: Vec<String> = moves.iter().map(Move::to_string).collect();
        let _ = writeln!(out, "legal: {}", list.join(" "));
        if moves.is_empty() {
            break;
        }
        let m = moves[generator.below(moves.len() as u64) as usize];
        let events = table.play(m).unwrap();
        let list: Vec<String> = events.iter().map(|event| event.to_string()).collect();
        let (unseen, score) = (table.view().unseen().len(), table.score(0));
        let _ = writeln!(out, "play {m}: {}; {unseen} unseen, score {score}", list.join(", "));
    }
    let _ = write!(out, "---\n{table}{:?}\n", table.status_within(500));
    out
}

fn perft(table: &mut Table, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut events = Events::new();
    let mut leaves = 0;
    for m in table.moves() {
        table.play_legal(m, &mut events);
        leaves += perft(table, depth - 1);
        table.undo(&events);
    }
    leaves
}

#[test]
fn every_game_has_its_playthrough() {
    for rules in talon_games::ALL {
        check("golden", rules, &playthrough(rules));
    }
}

#[test]
fn every_game_has_its_perft() {
    for rules in talon_games::ALL {
        let mut out = String::new();
        for number in [1, 2, 3] {
            let mut table = Table::numbered(rules, number).unwrap();
            for depth in 1..=16 {
                let leaves = perft(&mut table, depth);
                let _ = writeln!(out, "deal {number} depth {depth} leaves {leaves}");
                if leaves > 5_000 {
                    break;
                }
            }
        }
        check("perft", rules, &out);
    }
}
