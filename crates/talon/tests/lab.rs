//! The laboratory with the real binary: after it is killed without warning, it continues where it stopped.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A folder for this test alone, removed at its end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn folder(name: &str) -> Folder {
    let path = std::env::temp_dir().join(format!("talon-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    Folder(path)
}

fn talon(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_talon"));
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn run(file: &Path) -> Command {
    let file = file.to_str().unwrap();
    talon(&[
        "lab",
        "run",
        "klondike-draw3",
        "--player",
        "random,greedy",
        "--deals",
        "1..6001",
        "--jobs",
        "2",
        "--out",
        file,
    ])
}

/// Kills the program fifty times, at moments spread over a run.
#[test]
fn killed_runs_go_on_to_the_same_file() {
    let folder = folder("killed");
    let (whole, file) = (folder.0.join("whole.csv"), folder.0.join("rows.csv"));
    assert!(run(&whole).status().unwrap().success());
    let length = |file: &Path| std::fs::metadata(file).map_or(0, |meta| meta.len());
    let mut grown = 0;
    for kill in 0..50 {
        let before = length(&file);
        let mut child = run(&file).spawn().unwrap();
        // On a busy machine a program may need long to begin, so it is killed by what it has written and not
        // after a time. Some runs are killed at once, and some have written all.
        let enough = before + length(&whole) * (kill % 7) / 20;
        while length(&file) < enough && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        // On Unix this is SIGKILL.
        let _ = child.kill();
        let _ = child.wait();
        grown += u64::from(length(&file) > before);
        if kill % 10 == 9 {
            // Start again from time to time, so that the kills are spread over the whole run.
            let _ = std::fs::remove_file(&file);
        }
    }
    assert!(grown > 0, "no run got anywhere before it was killed");
    assert!(run(&file).status().unwrap().success());
    assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(&whole).unwrap());
}

fn complaint(args: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_talon")).args(args).output().unwrap();
    // A file that cannot be read is a failure, not the fault of the command line.
    assert!(matches!(out.status.code(), Some(1 | 2)), "{args:?}");
    assert!(out.stdout.is_empty(), "{args:?}");
    String::from_utf8(out.stderr).unwrap()
}

#[test]
fn bad_input_gets_a_sentence() {
    let folder = folder("bad-lab");
    let weights = folder.0.join("mine.toml");
    std::fs::write(&weights, "[weights]\nface_dwon = -1.0\n").unwrap();
    let player = format!("heuristic@{}", weights.display());
    let said = complaint(&["lab", "run", "spider", "--player", &player, "--deals", "1..3"]);
    assert!(said.contains("there is no feature called \"face_dwon\"; the features are face_down"), "{said}");
    let said = complaint(&["lab", "run", "spider", "--player", "random", "--deals", "3..3"]);
    assert!(said.contains("\"3..3\" contains no deals"), "{said}");
    let said = complaint(&["lab", "run", "spider", "--player", "hindsight", "--deals", "1..3"]);
    assert!(said.contains("Hindsight does not play Spider"), "{said}");
    let said = complaint(&["lab", "run", "spider", "--player", "random,random", "--deals", "1..3"]);
    assert!(said.contains("Random is named twice"), "{said}");
    let said =
        complaint(&["lab", "run", "spider", "--player", "random", "--deals", "1..3", "--shard", "3/2"]);
    assert!(said.contains("\"3/2\" is not a shard"), "{said}");
    let said = complaint(&["lab", "report", folder.0.join("none.csv").to_str().unwrap()]);
    assert!(said.contains("Cannot read"), "{said}");
}

#[test]
fn no_peek_names_the_players_it_skipped() {
    let said = complaint(&["lab", "no-peek", "klondike", "--positions", "0"]);
    assert!(said.contains("--positions") && said.contains('0'), "{said}");
    let said = complaint(&["lab", "no-peek", "spider", "--player", "hindsight"]);
    assert!(said.contains("Hindsight does not play Spider"), "{said}");
    let out = |args: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_talon")).args(args).output().unwrap();
        assert!(out.status.success());
        String::from_utf8(out.stdout).unwrap()
    };
    let one = out(&["lab", "no-peek", "klondike", "--player", "greedy", "--positions", "1"]);
    assert_eq!(one, "greedy: 1 position in 1 game, all choices the same\n");
    let all = out(&["lab", "no-peek", "spider", "--positions", "2"]);
    assert!(
        all.contains("\nhindsight+worlds=2+nodes=20+cap=15: skipped: hindsight does not play Spider"),
        "{all}"
    );
    assert!(all.contains("\noracle+nodes=300: skipped: this player is allowed to see every card\n"), "{all}");
    assert!(!all.contains("0 positions"), "{all}");
}

#[test]
fn changed_rules_are_named() {
    let args = ["lab", "winnability", "klondike", "--set", "draw=3", "--deals", "1..3"];
    let out = Command::new(env!("CARGO_BIN_EXE_talon")).args(args).output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(text.starts_with("Klondike, draw=3: 2 deals, "), "{text}");
}

/// After Ctrl-C the exit code is 130, and the run can be continued only if there is a file.
#[cfg(unix)]
#[test]
fn interrupted_it_says_so_and_exits_with_130() {
    let folder = folder("interrupted");
    let file = folder.0.join("rows.csv");
    let file = file.to_str().unwrap();
    let players = ["lab", "run", "klondike", "--player", "greedy", "--deals", "1..50000000"];
    let solver = ["lab", "winnability", "klondike", "--deals", "1..50000000"];
    for (args, kept) in [
        (players.to_vec(), false),
        ([&players[..], &["--out", file]].concat(), true),
        ([&solver[..], &["--out", file]].concat(), true),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_talon"))
            .args(&args)
            // Without --out, the rows are kept in the system's temporary folder.
            .env("TMPDIR", &folder.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Once the first rows are there, Ctrl-C is handled.
        let long = |entry: std::io::Result<std::fs::DirEntry>| {
            entry.is_ok_and(|entry| entry.metadata().is_ok_and(|meta| meta.len() > 20_000))
        };
        while !std::fs::read_dir(&folder.0).unwrap().any(long) {
            assert_eq!(child.try_wait().unwrap(), None, "{args:?} ended by itself");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let out = child.wait_with_output().unwrap();
        let (text, said) = (String::from_utf8(out.stdout).unwrap(), String::from_utf8(out.stderr).unwrap());
        assert_eq!(out.status.code(), Some(130), "{args:?}: {said}");
        assert!(said.starts_with("talon: Interrupted: "), "{args:?}: {said}");
        assert_eq!(said.contains("run the same command again to continue"), kept, "{args:?}: {said}");
        assert!(text.starts_with("interrupted: "), "{args:?}: {text}");
        for left in std::fs::read_dir(&folder.0).unwrap() {
            std::fs::remove_file(left.unwrap().path()).unwrap();
        }
    }
}

/// The weights of an interrupted tuning are kept, and their file says that it is incomplete.
#[cfg(unix)]
#[test]
fn interrupted_tuning_says_so() {
    use std::io::{BufRead, BufReader, Read};
    let folder = folder("tuning");
    let file = folder.0.join("mine.toml");
    let args = "lab tune klondike --player heuristic --deals 1..5 --held-out 10..12 --tries 4 --rounds 1000000 --out";
    let mut child = Command::new(env!("CARGO_BIN_EXE_talon"))
        .args(args.split(' '))
        .arg(&file)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    err.read_line(&mut said).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    err.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{said}");
    assert!(said.lines().last().unwrap().starts_with("talon: Interrupted: "), "{said}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("of 1000000 rounds done"), "{text}");
}

/// An interrupted training keeps the nets of its last complete round and says how to continue. The check
/// after it can be interrupted as well.
#[cfg(unix)]
#[test]
fn interrupted_training_says_so() {
    use std::io::{BufRead, BufReader, Read};
    let folder = folder("training");
    let after = |share: &str, name: &str, line: &str| {
        let file = folder.0.join(name);
        let args = format!("lab train spider-1 --share {share} --check 50000000 --out");
        let mut child = Command::new(env!("CARGO_BIN_EXE_talon"))
            .args(args.split(' '))
            .arg(&file)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        while !text.contains(line) {
            assert!(out.read_line(&mut text).unwrap() > 0, "{text}");
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        out.read_to_string(&mut text).unwrap();
        let said = child.wait_with_output().unwrap();
        let err = String::from_utf8(said.stderr).unwrap();
        assert_eq!(said.status.code(), Some(130), "{text}{err}");
        assert!(file.metadata().unwrap().len() > 1000, "the nets are there");
        (text, err)
    };
    let (text, err) = after("0.002", "first.bin", "round 1 of 4: ");
    assert!(text.contains("first.bin contains the nets of round 1"), "{text}");
    assert!(text.contains("to continue into another file, use --from"), "{text}");
    assert_eq!(err, "talon: Interrupted: 1 of 4 rounds done.\n");
    let (text, err) = after("0.0001", "whole.bin", "wrote ");
    assert!(!text.contains("won, "), "no rate of a part: {text}");
    assert!(err.starts_with("talon: Interrupted: ") && err.contains(" of 50000000 deals done"), "{err}");
}

#[test]
fn players_are_listed() {
    let out = Command::new(env!("CARGO_BIN_EXE_talon")).arg("players").output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    for entry in talon_players::PLAYERS {
        assert!(text.contains(entry.name) && text.contains(entry.about), "{}", entry.name);
    }
    assert!(text.contains("EVERY card"));
    // The measured rates are those of the results page.
    let results = talon_lab::Results::read(include_str!("../data/results.csv")).unwrap();
    for rate in &results.rates {
        let line = format!("  {}: {} of {} games", rate.game, rate.percent(), rate.games);
        assert!(rate.player == talon_lab::SOLVER || text.contains(&line), "{line}");
    }
}

#[test]
fn the_results_page_is_made_from_its_figures() {
    let results = talon_lab::Results::read(include_str!("../data/results.csv")).unwrap();
    assert_eq!(include_str!("../../../docs/results/players.md"), results.page(), "run `talon lab results`");
    let again = "run `talon lab results --ladder docs/results`";
    assert_eq!(include_str!("../../../docs/results/ladder.md"), results.ladder(), "{again}");
    for (name, svg) in results.pictures() {
        let file = format!("../../docs/results/{name}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), svg, "{again}");
    }
    let folder = folder("results");
    let file = |name: &str| folder.0.join(name).to_str().unwrap().to_string();
    let (rows, solved, data, page) = (file("a.csv"), file("b.csv"), file("data.csv"), file("page.md"));
    let succeeds = |args: &[&str]| assert!(talon(args).status().unwrap().success(), "{args:?}");
    for players in ["random,greedy", "greedy,first"] {
        let _ = std::fs::remove_file(&rows);
        succeeds(&["lab", "run", "klondike", "--player", players, "--deals", "1..41", "--out", &rows]);
        succeeds(&["lab", "results", &rows, "--data", &data, "--out", &page]);
    }
    succeeds(&["lab", "winnability", "klondike", "--deals", "1..21", "--nodes", "20000", "--out", &solved]);
    succeeds(&["lab", "results", &solved, "--data", &data, "--out", &page]);
    let results = talon_lab::Results::read(&std::fs::read_to_string(&data).unwrap()).unwrap();
    // Greedy was measured twice and occurs once, compared with the players of its last campaign.
    assert_eq!(results.rates.len(), 4);
    assert_eq!(results.rates[0].player, talon_lab::SOLVER);
    assert!(results.rates[0].won >= 15 && results.rates[0].games == 20);
    assert_eq!(results.pairs.len(), 1);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), results.page());
}
