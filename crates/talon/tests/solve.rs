//! `talon solve` with the real binary.

use std::process::{Command, Output, Stdio};

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
        let length = row["length"].as_u64().unwrap();
        assert!(length > 40 && row["moves"].as_array().is_some_and(|line| line.len() as u64 == length));
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
    assert_eq!(unknown["why"], "node limit reached");
    assert_eq!(unknown["nodes"], 100);
    // If empty columns cannot be filled, hardly any deal of Fan can be won, and that is proved quickly.
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
    assert!(wins.iter().all(|row| row["at_least"] == row["moves"] && row["shortest"] == true), "{wins:?}");
    assert!(wins.iter().all(|row| row["moves"].is_u64() && row["moves"] == row["length"]), "{wins:?}");
    let proved = talon(&["solve", "klondike", "--set", "ranks=8", "--deals", "1..7", "--shortest"]);
    assert!(text(&proved.stdout).contains("moves, the shortest"));
    let cut = talon(&["solve", "klondike", "--deal", "1", "--shortest", "--nodes", "3000"]);
    assert!(text(&cut.stdout).contains("moves, at least "), "{}", text(&cut.stdout));
    // In other games nothing is proved about the length, and the output says so.
    let other = talon(&["solve", "freecell", "--deal", "ms:617", "--shortest"]);
    let said = text(&other.stdout);
    assert!(said.contains(" moves, shortened, not proved to be the shortest"), "{said}");
    let other = talon(&["solve", "freecell", "--deal", "ms:617", "--shortest", "--json"]);
    assert!(text(&other.stdout).contains("\"shortest\":false"), "{}", text(&other.stdout));
}

/// `rules` lists the changed rules, whether a setting or a file changed them.
#[test]
fn changed_rules_are_named() {
    let rules = |args: &[&str]| {
        let out = talon(&[&["solve"], args, &["--deal", "1", "--json", "--nodes", "1000"]].concat());
        let row: serde_json::Value = serde_json::from_str(text(&out.stdout)).unwrap();
        (row["game"].as_str().unwrap().to_string(), row["rules"].as_str().unwrap().to_string())
    };
    assert_eq!(rules(&["klondike"]), ("klondike".into(), String::new()));
    assert_eq!(rules(&["klondike", "--set", "draw=3"]), ("klondike".into(), "draw=3".into()));
    let file = std::env::temp_dir().join(format!("talon-rules-{}.toml", std::process::id()));
    std::fs::write(&file, "base = \"klondike\"\nname = \"mine\"\nredeals = 2\n").unwrap();
    let named = rules(&["--rules", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(named, ("mine".into(), "klondike redeals=2".into()));
}

fn fed(args: &[&str], input: &[u8]) -> Output {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_talon"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// `talon solve --file -` reads everything that `talon deal` writes, and gives the same verdict.
#[test]
fn a_deal_in_any_format_is_solved() {
    let direct = talon(&["solve", "freecell", "--deal", "3", "--json", "--moves"]);
    let line = |out: &Output| -> serde_json::Value {
        let row: serde_json::Value =
            serde_json::from_str(text(&out.stdout)).unwrap_or_else(|_| panic!("{}", text(&out.stderr)));
        row["moves"].clone()
    };
    for format in ["cards", "piles", "board", "solvitaire", "csv"] {
        let deal = talon(&["deal", "freecell", "--deal", "3", "--export", format]);
        let read = fed(&["solve", "freecell", "--file", "-", "--json", "--moves"], &deal.stdout);
        assert_eq!(line(&read), line(&direct), "{format}");
    }
    // The game is recognised by its shape; a deck string is Klondike's.
    let deal = talon(&["deal", "klondike", "--deal", "3", "--export", "shootme"]);
    let read = fed(&["solve", "--file", "-", "--json"], &deal.stdout);
    assert!(text(&read.stdout).contains("\"game\":\"klondike\""), "{}", text(&read.stderr));
    assert!(text(&read.stderr).ends_with(", read as klondike\n"), "{}", text(&read.stderr));
    let nothing = fed(&["solve", "klondike", "--file", "-"], b"hello there, solver");
    assert_eq!(nothing.status.code(), Some(1));
    assert!(
        text(&nothing.stderr).contains("the text is not recognised as a deal or a position"),
        "{}",
        text(&nothing.stderr)
    );
}

/// A line of cards can be dealt as many games; the program does not guess which.
#[test]
fn a_line_of_cards_needs_the_name_of_its_game() {
    let line = talon(&["deal", "freecell", "--deal", "3", "--export", "cards"]).stdout;
    for args in [&["deal", "import", "-"][..], &["solve", "--file", "-"]] {
        let said = fed(args, &line);
        assert_eq!((said.status.code(), text(&said.stdout)), (Some(2), ""), "{args:?}");
        let words = text(&said.stderr);
        let named = "No game is named, and a line of 52 cards can be canfield, klondike, spiderette, freecell, yukon, ";
        assert!(words.contains(named) && words.trim_end().ends_with("name the game."), "{words}");
    }
    let said = fed(&["deal", "import", "-", "--game", "freecell"], &line);
    assert_eq!(said.status.code(), Some(0), "{}", text(&said.stderr));
    assert_eq!(fed(&["solve", "freecell", "--file", "-"], &line).status.code(), Some(0));
}

/// A position in the middle of a game is solved from there, and the line wins on that table.
#[test]
fn a_position_is_solved() {
    for game in ["klondike", "canfield", "spider", "freecell"] {
        let rules = talon_games::find(game).unwrap();
        // The first winnable deal, half played.
        let out = talon(&["solve", game, "--deals", "1..6", "--json", "--moves", "--nodes", "50000"]);
        let rows =
            text(&out.stdout).lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let row = rows.into_iter().find(|row| row["verdict"] == "win").unwrap();
        let moves = |row: &serde_json::Value| -> Vec<talon_rules::Move> {
            let words = row["moves"].as_array().unwrap().iter();
            words.map(|word| word.as_str().unwrap().parse().unwrap()).collect()
        };
        let mut table =
            talon_rules::Table::numbered(rules, row["id"].as_str().unwrap().parse().unwrap()).unwrap();
        let line = moves(&row);
        for &m in &line[..line.len() / 2] {
            table.play(m).unwrap();
        }
        let position = talon_deals::Format::Piles.write(&table).unwrap();
        let read = fed(&["solve", game, "--file", "-", "--json", "--moves"], position.as_bytes());
        let row: serde_json::Value =
            serde_json::from_str(text(&read.stdout)).unwrap_or_else(|_| panic!("{game}"));
        assert_eq!(row["verdict"], "win", "{game}: {row}");
        for m in moves(&row) {
            table.play(m).unwrap();
        }
        assert!(table.is_won(), "{game}");
    }
}

/// Every face-up card is shown; face-down cards are counted.
#[test]
fn a_dealt_game_shows_what_lies_open() {
    let reserve = |args: &[&str]| {
        let out = talon(args);
        let line = text(&out.stdout).lines().find(|line| line.trim_start().starts_with("reserve:"));
        line.unwrap().split_once(':').unwrap().1.trim().to_string()
    };
    assert_eq!(reserve(&["deal", "superior-canfield", "--deal", "3"]).split(' ').count(), 13);
    assert!(reserve(&["deal", "canfield", "--deal", "3"]).ends_with(" (13 cards)"));
}

/// After Ctrl-C, once the first line is there, the rest is not solved, and the output says that it is
/// incomplete.
#[cfg(unix)]
#[test]
fn interrupted_it_says_so_and_exits_with_130() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = Command::new(env!("CARGO_BIN_EXE_talon"))
        .args(["solve", "klondike", "--deals", "1..50000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut String::new()).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{said}");
    assert!(said.starts_with("talon: Interrupted: ") && !said.contains("to continue"), "{said}");
    assert!(rest.lines().any(|line| line.starts_with("interrupted: ")), "the summary says so as well");
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
fn a_bad_command_line_is_exit_code_2_with_a_sentence() {
    for (args, part) in [
        (&["solve", "freecel", "--deal", "1"][..], "did you mean freecell"),
        (&["solve", "freecell", "--deal", "x1"], "not a deal number"),
        (&["solve", "freecell", "--deals", "5..5"], "contains no deals"),
        (&["solve", "freecell", "--deals", "5"], "is not a range of deals"),
        (&["solve", "freecell"], "--deal"),
        (&["solve", "freecell", "--deal", "1", "--jobs", "0"], "at least one"),
        (&["solve", "freecell", "--deal", "1", "--time", "0"], "a number of seconds above 0"),
        (&["solve", "freecell", "--deal", "1", "--time", "x"], "a number of seconds above 0"),
        (&["solve", "freecell", "--deal", "1", "--nodes", "x"], "give a whole number"),
        (&["replay", "x"], "give a whole number"),
        (&["solve", "freecell", "--deal", "1", "--memory", "lots"], "is not a size"),
        (&["solve", "freecell", "--file", "no-such-file.csv"], "Cannot read no-such-file.csv"),
    ] {
        let out = talon(args);
        let said = text(&out.stderr);
        // A file that cannot be read is a failure.
        let code = if args.contains(&"--file") { 1 } else { 2 };
        assert_eq!(out.status.code(), Some(code), "{args:?}: {said}");
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
