//! `talon solve` through the real binary.

use std::process::{Command, Output};

fn talon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_talon")).args(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_line_of_json_a_deal_in_their_order() {
    let one = talon(&["solve", "freecell", "--deals", "1..9", "--json", "--moves", "--jobs", "1"]);
    assert!(one.status.success(), "{}", text(&one.stderr));
    let rows: Vec<serde_json::Value> =
        text(&one.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 8);
    for (row, id) in rows.iter().zip(1..) {
        assert_eq!(row["id"], id.to_string());
        assert_eq!((&row["game"], &row["verdict"]), (&"freecell".into(), &"win".into()));
        assert!(row["moves"].as_array().is_some_and(|moves| moves.len() > 40));
        for field in ["rules", "why", "nodes", "states", "cpu_ms"] {
            assert!(row.get(field).is_some(), "{field}");
        }
    }
    // Only the times may differ with more threads.
    let four = talon(&["solve", "freecell", "--deals", "1..9", "--json", "--moves", "--jobs", "4"]);
    let timeless = |out: &Output| -> Vec<serde_json::Value> {
        let strip = |line: &str| {
            let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
            row.as_object_mut().unwrap().remove("cpu_ms");
            row
        };
        text(&out.stdout).lines().map(strip).collect()
    };
    assert_eq!(timeless(&one), timeless(&four));
}

#[test]
fn a_lost_deal_and_an_unknown_one_are_told_apart() {
    let row = |args: &[&str]| -> serde_json::Value {
        let out = talon(args);
        serde_json::from_str(text(&out.stdout).lines().next().unwrap()).unwrap()
    };
    let unknown = row(&["solve", "king-albert", "--deal", "1", "--json", "--nodes", "100"]);
    assert_eq!(unknown["verdict"], "unknown");
    assert_eq!(unknown["why"], "node budget spent");
    assert_eq!(unknown["nodes"], 100);
    // With spaces that stay empty hardly any deal of Fan can be won, and that is soon proved.
    let out = talon(&["solve", "fan", "--set", "fill=nothing", "--deals", "1..11", "--json"]);
    assert!(text(&out.stdout).contains("\"verdict\":\"loss\""));
    assert!(!text(&out.stdout).contains("\"verdict\":\"unknown\""));
}

#[test]
fn the_shortest_win_is_called_so_only_when_it_is_proved() {
    let out = talon(&["solve", "klondike", "--set", "ranks=8", "--deals", "1..7", "--shortest", "--json"]);
    let rows = text(&out.stdout).lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let wins: Vec<_> = rows.filter(|row| row["verdict"] == "win").collect();
    assert!(wins.len() > 1, "{}", text(&out.stderr));
    assert!(wins.iter().all(|row| row["at_least"] == row["moves"]), "{wins:?}");
    let proved = talon(&["solve", "klondike", "--set", "ranks=8", "--deals", "1..7", "--shortest"]);
    assert!(text(&proved.stdout).contains("moves, the shortest"));
    let cut = talon(&["solve", "klondike", "--deal", "1", "--shortest", "--nodes", "3000"]);
    assert!(text(&cut.stdout).contains("moves, at least "), "{}", text(&cut.stdout));
}

#[test]
fn a_deal_split_among_threads_has_one_answer() {
    let line = |jobs: &str| {
        let out = talon(&[
            "solve",
            "klondike-draw3",
            "--deal",
            "26",
            "--split",
            "--jobs",
            jobs,
            "--json",
            "--moves",
        ]);
        let mut row: serde_json::Value = serde_json::from_str(text(&out.stdout)).unwrap();
        row.as_object_mut().unwrap().remove("cpu_ms");
        row
    };
    assert_eq!(line("1"), line("3"));
}

#[test]
fn bad_input_is_exit_code_2_with_a_sentence() {
    for (args, part) in [
        (&["solve", "freecel", "--deal", "1"][..], "did you mean freecell"),
        (&["solve", "freecell", "--deal", "x1"], "not a deal number"),
        (&["solve", "freecell", "--deals", "5..5"], "is empty"),
        (&["solve", "freecell", "--deals", "5"], "no range of deals"),
        (&["solve", "freecell"], "--deal"),
        (&["solve", "freecell", "--deal", "1", "--jobs", "0"], "at least 1"),
        (&["solve", "freecell", "--deal", "1", "--time", "0"], "--time wants"),
        (&["solve", "freecell", "--deal", "1", "--memory", "lots"], "is no size"),
        (&["solve", "freecell", "--file", "no-such-file.csv"], "cannot read no-such-file.csv"),
    ] {
        let out = talon(args);
        let said = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(part), "{args:?}: {said}");
    }
}

#[test]
fn the_summary_counts_and_a_single_deal_has_none() {
    let many = talon(&["solve", "freecell", "--deals", "1..=5"]);
    assert!(text(&many.stdout).contains("5 deals: 5 won (100.00 %), 0 lost (0.00 %), 0 unknown (0.00 %)"));
    let single = talon(&["solve", "freecell", "--deal", "ms:617"]);
    assert_eq!(text(&single.stdout).lines().count(), 1, "{}", text(&single.stdout));
    assert!(text(&single.stdout).contains("ms:617 win"), "{}", text(&single.stdout));
}
