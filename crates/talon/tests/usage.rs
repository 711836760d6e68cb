//! The command line as a user meets it: exit codes, help, styles, and the dialects in the books.

mod support;

use support::{books, talon, talon_with};

/// 2 is for a command line that is wrong; 1 is for everything that fails although the command line is right.
#[test]
fn failures_end_with_one_and_bad_usage_with_two() {
    let folder = books();
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let junk = file("junk.txt", "this is nothing\n");
    let rules = file("rules.toml", "base = \"canfield\"\ncolums = 3\n");
    let failures: &[&[&str]] = &[
        &["solve", "--file", &junk],
        &["solve", "klondike", "--file", "/no/such/file"],
        &["rules", "--rules", &rules],
        &["rules", "--rules", "/no/such/file"],
        &["deal", "import", &junk],
        &["replay", "99999"],
        &["import", &junk],
        &["import", "/no/such/file"],
        &["export", "/no/such/folder/x.json"],
        &["play", "--text", "--load", &junk],
        &["play", "--text", "--resume", "99999"],
        &["lab", "report", &junk],
        &["lab", "report", "/no/such/file"],
        &["lab", "merge", &junk, "--out", "/no/such/folder/x.csv"],
        &["lab", "run", "klondike", "--player", "first", "--deals", "1..3", "--out", &junk],
        &["lab", "run", "klondike", "--player", "first", "--deals", "1..3", "--out", "/no/such/folder/x.csv"],
        &["lab", "winnability", "klondike", "--deals", "1..3", "--out", &junk],
        &["lab", "tune", "klondike", "--out", &junk],
        &["lab", "results", &junk, "--data", &junk, "--out", "/no/such/folder/x.md"],
    ];
    let usage: &[&[&str]] = &[
        &["solve", "nogame", "--deal", "1"],
        &["solve", "klondike"],
        &["solve", "klondike", "--deal", "xx"],
        &["solve", "klondike", "--deals", "5..1"],
        &["rules", "klondike", "--set", "draw=99"],
        &["deal", "freecell", "--deal", "ms:99999999999"],
        &["deal", "verify", "nowhere:1"],
        &["stats", "nogame"],
        &["lab", "run", "klondike", "--player", "nobody", "--deals", "1..3"],
        &["lab", "run", "klondike", "--player", "first", "--deals", "1..3", "--shard", "5/4"],
        &["lab", "no-peek", "nogame"],
        &["bench", "engine", "nogame"],
        &["man", "nowhere"],
        &["fly"],
    ];
    for (cases, code) in [(failures, 1), (usage, 2)] {
        for args in cases {
            let said = talon_with(&folder, args, "");
            assert_eq!(said.code, Some(code), "{args:?}: {}", said.err);
            assert!(!said.err.is_empty() && !said.err.contains("panicked"), "{args:?}: {}", said.err);
        }
    }
    assert_eq!(std::fs::read_to_string(&junk).unwrap(), "this is nothing\n", "a foreign file is kept");
    let _ = std::fs::remove_dir_all(folder);
}

/// Help and the manual name the environment, the file of keys and the exit codes.
#[test]
fn the_help_names_what_is_read() {
    for args in [&["--help"][..], &["man"]] {
        let said = talon(args, "").out.replace("\\-", "-");
        for word in ["TALON_DATA", "TALON_KEYS", "NO_COLOR", "LC_ALL", "LANG", ".config/talon/keys"] {
            assert!(said.contains(word), "{args:?}: {word}");
        }
        assert!(said.to_lowercase().contains("exit status"), "{said}");
    }
}

/// The Berkeley and the York program and the casino write the same, whatever the books do; their games are kept.
#[test]
fn games_of_the_dialects_are_in_the_books() {
    let folder = books();
    let play = |args: &[&str], input: &str| {
        let args = [&["play", "--dialect"][..], args].concat();
        let (kept, not_kept) = (talon_with(&folder, &args, input), {
            // A file is no folder, so nothing can be kept.
            let blocked = folder.with_extension("blocked");
            std::fs::write(&blocked, "").unwrap();
            talon_with(&blocked.join("books"), &args, input)
        });
        assert_eq!((kept.code, &kept.out), (Some(0), &not_kept.out), "{args:?}");
        if args.contains(&"ucb") {
            assert_eq!(kept.err, not_kept.err, "{args:?}");
        }
        kept
    };
    let games = || -> Vec<serde_json::Value> {
        serde_json::from_str(&talon_with(&folder, &["history", "--json"], "").out).unwrap()
    };
    // Two games, the first of them with an undo; a third is dealt and not played.
    play(&["ucb", "--seed", "1"], "c\nc\nu\nc\nq\ny\nc\nc\nc\nq\ny\nq\nn\n");
    let list = games();
    assert_eq!(list.len(), 2, "{list:?}");
    let of = |key: &str| list.iter().map(|game| game[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("moves"), [3, 2]);
    assert_eq!(of("deal"), ["deal ucb:1, game 2", "deal ucb:1"]);
    // The game goes on in plain text play where the dialect left it.
    let first = list[1]["id"].to_string();
    let said = talon_with(&folder, &["play", "--text", "--resume", &first], "u\nq\n").out;
    assert!(said.contains("deal ucb:1, 2 moves") && said.contains("Undone: drew"), "{said}");
    play(&["ycp"], "d\nd\nd\n");
    assert_eq!((games()[0]["moves"].clone(), games()[0]["result"].clone()), (3.into(), "open".into()));
    // A hand that is ended before it is won is lost; one that is not played is not recorded.
    play(&["bsd", "--deal", "6"], "ht\nht\nq\ny\nq\nn\n");
    let last = &games()[0];
    assert_eq!((&last["game"], &last["result"]), (&"canfield-bsd".into(), &"lost".into()), "{last}");
    assert_eq!(games().len(), 4);
    let said = talon_with(&folder, &["stats", "canfield-bsd"], "").out;
    assert!(said.contains("played 1, won 0"), "{said}");
    let said = talon_with(&folder, &["books", "check"], "");
    assert_eq!(said.code, Some(0), "{}", said.out);
    let _ = std::fs::remove_file(folder.with_extension("blocked"));
    let _ = std::fs::remove_dir_all(folder);
}

/// The number of a FreeCell deal is said to be Talon's own, and the other one is a word away.
#[test]
fn a_number_of_freecell_is_whose_it_is() {
    let note = "ms:617 is the deal of Microsoft FreeCell";
    for args in [&["deal", "freecell", "--deal", "617"][..], &["play", "freecell", "--text", "--deal", "617"]]
    {
        assert!(talon(args, "q\n").out.contains(note), "{args:?}");
    }
    for args in [&["deal", "freecell", "--deal", "ms:617"][..], &["deal", "klondike", "--deal", "617"]] {
        assert!(!talon(args, "").out.contains("Microsoft"), "{args:?}");
    }
    let said = talon(&["deal", "freecell", "--deal", "617", "--export", "csv"], "").out;
    assert!(!said.contains("Microsoft"), "{said}");
    for args in [&["play", "--help"][..], &["deal", "--help"], &["solve", "--help"], &["rules", "freecell"]] {
        assert!(talon(args, "").out.contains("ms:"), "{args:?}");
    }
    let said =
        talon(&["play", "klondike", "--text", "--deal", "1"], "game freecell\nnew 617\nnew ms:617\nq\n");
    assert_eq!(said.out.matches("Talon's own").count(), 2, "{}", said.out);
}

/// `--color` and `--ascii` are understood by every command; a pipe gets neither unless it is asked for.
#[test]
fn colours_and_letters_on_request() {
    let deal = ["deal", "klondike", "--deal", "8"];
    let with = |more: &[&str]| talon(&[&deal[..], more].concat(), "").out;
    assert!(with(&[]).contains('♥') && !with(&[]).contains('\x1b'));
    assert!(with(&["--color", "always"]).contains("\x1b[31mK♥\x1b[0m"), "{}", with(&["--color", "always"]));
    assert!(with(&["--ascii"]).is_ascii() && with(&["--ascii", "--color", "always"]).contains("H\x1b[0m"));
    // A save through a pipe, and no terminal to go on at.
    let save = "talon save 1\ngame klondike\ndeal 8\nmoves\ndraw\nend\n";
    let said = talon(&["play", "--load", "-"], save);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    assert!(said.out.ends_with("The input ends here, and the game stays as it is.\n\n"), "{}", said.out);
    assert!(said.out.contains("Klondike, deal 8, 1 move"), "{}", said.out);
}

/// On a pipe a rule sheet is Markdown.
#[test]
fn a_sheet_on_a_pipe_is_markdown() {
    let said = talon(&["rules", "canfield"], "").out;
    assert!(said.starts_with("# Canfield\n\n## Aim\n"), "{said}");
}
