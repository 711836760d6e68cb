//! Text play of every game, through the real binary.

mod support;

use cards::Generator;
use session::{Deal, Session};
use std::path::PathBuf;
use support::talon;
use text::address::{self, Ask};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn board(session: &Session) -> String {
    let mut bytes = Vec::new();
    text::board::write(&mut bytes, session).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// A random line: a legal move in one of its spellings, another command, or rubbish.
fn line(session: &Session, generator: &mut Generator) -> String {
    let moves = session.view().moves();
    let others = [
        "u",
        "u",
        "u",
        "U",
        "U",
        "a",
        "h",
        "l",
        "c",
        "s",
        "d",
        "F",
        "a on",
        "a off",
        "restart",
        "rules",
        "?",
        "99",
        "3",
        "44",
        "w",
        "r",
        "wf",
        "12x3",
        "f1 2",
        "e11",
        "10 2",
        "1 10",
        "zzz",
        "%s%n",
        "w\u{fffd}\0",
        "-",
        "new x",
    ];
    if moves.is_empty() || generator.below(3) == 0 {
        return others[generator.below(others.len() as u64) as usize].into();
    }
    let text = moves[generator.below(moves.len() as u64) as usize].to_string();
    match generator.below(4) {
        0 => text.replace('-', " "),
        1 => text.to_uppercase(),
        2 if text.len() == 3 && !text.starts_with('1') => text.replace('-', ""),
        _ => text,
    }
}

/// Says a line to a session of our own, as the player would.
fn follow(session: &mut Session, line: &str) {
    match address::read(line) {
        Ok(Ask::Do(command)) => {
            let _ = session.execute(command);
        }
        Ok(Ask::Hint) => drop(session.advice()),
        _ => {}
    }
}

#[test]
fn two_hundred_random_commands_in_every_game() {
    let folder = folder("every-game");
    for rules in games::ALL {
        let game = rules.name.as_str();
        let path = |which: &str| folder.join(format!("{game}-{which}.talon"));
        let [first, second, third] = ["first", "second", "third"].map(path);
        let mut mirror = Session::new(rules, Deal::Number(7)).unwrap();
        let mut generator = Generator::new(7);
        let mut input = String::new();
        let mut turns = 0;
        let mut some = |mirror: &mut Session, count: usize| {
            let mut text = String::new();
            for _ in 0..count {
                let line = line(mirror, &mut generator);
                follow(mirror, &line);
                text += &line;
                text.push('\n');
                turns += 1;
            }
            text
        };
        input += &some(&mut mirror, 100);
        input += &format!("save {}\n", first.display());
        let at_first = mirror.save();
        input += &some(&mut mirror, 100);
        input += &format!("save {}\n", second.display());
        let (at_second, board_at_second) = (mirror.save(), board(&mirror));
        input += &format!("load {}\n", first.display());
        mirror = Session::load(&at_first).unwrap();
        input += &some(&mut mirror, 20);
        input += &format!("save {}\n", third.display());
        let said = talon(&["play", game, "--text", "--deal", "7"], input);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{game}");
        let read = |path| std::fs::read_to_string(path).unwrap();
        assert_eq!(read(&first), at_first, "{game}");
        assert_eq!(read(&second), at_second, "{game}");
        assert_eq!(read(&third), mirror.save(), "{game}");
        // The whole state before every turn: the deal's, one for each line, and the last.
        assert_eq!(said.out.matches("\n> ").count(), turns + 4 + 1, "{game}");
        assert_eq!(said.out.matches(&format!("{}, deal 7, ", rules.title)).count(), turns + 4 + 1, "{game}");
        assert!(said.out.trim_end_matches(['>', ' ', '\n']).contains(board(&mirror).trim_end()), "{game}");
        // Another run goes on where the second save stands.
        let said = talon(&["play", "--text", "--load", &second.display().to_string()], "");
        assert!(said.out.starts_with(&board_at_second) && said.code == Some(0), "{game}: {}", said.out);
    }
}

#[test]
fn the_end_of_the_input_is_the_end() {
    for dialect in [&["canfield"][..], &["--dialect", "ucb"], &["--dialect", "ycp"], &["--dialect", "bsd"]] {
        let mut args = vec!["play", "--text"];
        args.extend(dialect);
        for input in ["", "\n", "d", "m 0", "c", "q"] {
            let said = talon(&args, input);
            assert_eq!(said.code, Some(0), "{dialect:?} {input:?}: {}", said.err);
        }
    }
}

#[test]
fn bad_input_is_a_sentence_and_the_state_again() {
    let mut long = vec![b'x'; 10 << 20];
    long.push(b'\n');
    let junk: Vec<Vec<u8>> = vec![
        long,
        b"\0\0\0\n".to_vec(),
        b"\xff\xfe\xc3\x28\n".to_vec(),
        b"new 99999999999999999999999999999999999999999999999999\n".to_vec(),
        b"35x99999999999999999999\n".to_vec(),
        b"load /no/such/file\n".to_vec(),
        b"save\n".to_vec(),
        b"99 99\n".to_vec(),
        b"1-1x0\n".to_vec(),
    ];
    for line in junk {
        let said = talon(&["play", "klondike", "--text", "--deal", "1"], line.clone());
        let shown = String::from_utf8_lossy(&line[..line.len().min(40)]).into_owned();
        assert_eq!(said.code, Some(0), "{shown}");
        assert_eq!(said.out.matches("Klondike, deal 1, 0 moves").count(), 2, "{shown}: {}", said.out);
        let answer = said.out.split("> ").nth(1).unwrap().lines().next().unwrap();
        assert!(answer.ends_with('.') && answer.len() < 250, "{shown}: {answer}");
    }
    for dialect in ["ucb", "ycp", "bsd"] {
        for line in [
            &b"\0\n"[..],
            b"\xff\xff\n",
            b"m 99999999999999999999 x\n",
            b"tt 99999999999 1\n",
            &[b'c'; 100_000],
        ] {
            let said = talon(&["play", "--text", "--dialect", dialect], line);
            assert_eq!(said.code, Some(0), "{dialect}");
            assert!(!said.err.contains("panicked"), "{dialect}");
        }
    }
}

#[test]
fn bad_arguments_end_with_two() {
    let folder = folder("bad-arguments");
    let save = folder.join("cut.talon");
    std::fs::write(&save, "talon save 1\ngame klondike\ndeal 1\nmoves\ndraw\n").unwrap();
    let save = save.display().to_string();
    for (args, word) in [
        (&["play", "klondyke", "--text"][..], "klondike"),
        (&["play", "klondike", "--text", "--deal=-1"], "--deal"),
        (&["play", "klondike", "--text", "--deal", "99999999999999999999999999"], "--deal"),
        (&["play", "--dialect", "ucb", "--seed", "999999999999999999999999999999999999999999999"], "--seed"),
        (&["play", "--dialect", "ucb", "--seed", "9223372036854775808"], "9223372036854775807"),
        (&["play", "spider", "--dialect", "ucb"], "canfield-ucb"),
        (&["play", "klondike", "--dialect", "ycp"], "klondike-ycp"),
        (&["play", "--text", "--load", "/no/such/file"], "/no/such/file"),
        (&["play", "--text", "--load", &save], "Line 5"),
        (&["play", "klondike", "--dialect", "klingon"], "klingon"),
    ] {
        let said = talon(args, "");
        assert_eq!(said.code, Some(2), "{args:?}: {}", said.err);
        assert!(said.err.contains(word) && !said.err.contains("panicked"), "{args:?}: {}", said.err);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    for args in
        [&["play", "canfield", "--text"][..], &["play", "--dialect", "ucb"], &["play", "--dialect", "bsd"]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_talon"))
            .args(args)
            .env("TALON_DATA", folder("gone"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).unwrap();
        drop(out);
        let mut stdin = child.stdin.take().unwrap();
        // It may be gone before all is written; that is the point.
        let _ = stdin.write_all("c\nd\nht\n".repeat(2000).as_bytes());
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_save_that_cannot_be_written_is_a_sentence() {
    let folder = folder("not-a-folder");
    let file = folder.join("file");
    std::fs::write(&file, "keep me").unwrap();
    let under = file.join("game.talon");
    let input = format!("save {}\nsave {}\n", under.display(), folder.display());
    let said = talon(&["play", "klondike", "--text", "--deal", "1"], input);
    assert_eq!((said.out.matches("Cannot save to ").count(), said.code), (2, Some(0)), "{}", said.out);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "keep me");
}

#[test]
fn the_york_redeal_brings_the_waste_back_in_its_order() {
    // The document's rule, where the original skips a card.
    let said = talon(&["play", "--text", "--dialect", "ycp", "--seed", "2"], "d\n".repeat(50));
    let decks: Vec<&str> =
        said.out.lines().filter_map(|line| line.split_once("Main deck: ")).map(|(_, rest)| rest).collect();
    assert_eq!(decks.len(), 51);
    assert_eq!((decks[0], decks[24]), ("[24] [K♠]", "[0] []"));
    // The draw on the empty deck only turns the waste over: the same 24 cards in the same order.
    assert_eq!(decks[25..50], decks[..25]);
}

/// What is played by lines is in the books: journal, resume, statistics, the casino's account.
#[test]
fn text_play_is_in_the_books() {
    use support::talon_with;
    let books = support::books();
    let said = talon_with(&books, &["play", "klondike", "--text", "--deal", "9"], "d\nd\nu\nmark a\nh\nd\n");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(!said.out.contains("unfinished"), "{}", said.out);
    let history = || -> serde_json::Value {
        serde_json::from_str(&talon_with(&books, &["history", "--json"], "").out).unwrap()
    };
    let games = history();
    assert_eq!((&games[0]["moves"], &games[0]["stamp"]), (&2.into(), &"fair hints".into()), "{games}");
    let said =
        talon_with(&books, &["play", "canfield", "--text", "--deal", "6"], "resume\nresume 1\ngo a\nd\nq\n");
    assert!(said.out.starts_with("A game was left unfinished; `resume` names it."), "{}", said.out);
    assert!(said.out.contains("    1  Klondike, deal 9, 2 moves"), "{}", said.out);
    assert!(
        said.out.contains("Going on with game 1.") && said.out.contains("Klondike, deal 9, 1 move"),
        "{}",
        said.out
    );
    // The untouched Canfield is no game that was played, though the casino was paid for its hand.
    let games = history();
    assert_eq!((games.as_array().unwrap().len(), &games[0]["moves"]), (1, &2.into()), "{games}");
    let said = talon_with(&books, &["play", "canfield", "--text", "--deal", "6"], "b\nq\n");
    assert!(said.out.contains("Hands               13      13      26"), "{}", said.out);
    let said = talon_with(&books, &["play", "--dialect", "bsd", "--deal", "6"], "q\nn\n");
    assert!(said.out.contains("Total -39"), "{}", said.out);
    // A win counts.
    let win = include_str!("data/wins/klondike.txt");
    let (head, moves) = win.split_once('\n').unwrap();
    let deal = head.split(' ').nth(2).unwrap();
    let lines = moves.split_whitespace().collect::<Vec<_>>().join("\n") + "\n";
    talon_with(&books, &["play", "klondike", "--text", "--deal", deal], lines);
    let said = talon_with(&books, &["stats", "klondike"], "");
    assert!(said.out.contains("won 1"), "{}", said.out);
    let _ = std::fs::remove_dir_all(books);
}

/// Giving up is asked once, counts as lost, and is undone by nothing that follows.
#[test]
fn a_game_is_given_up_by_lines() {
    use support::talon_with;
    let books = support::books();
    let play = |input: &str| talon_with(&books, &["play", "klondike", "--text", "--deal", "9"], input).out;
    let said = play("give up\nd\ngive up\nd\ngive up\nq\n");
    assert!(said.contains("Nothing was played yet: a game that was not begun does not count."), "{said}");
    assert_eq!(said.matches("`give up` once more does it.").count(), 2, "{said}");
    assert!(!said.contains("Given up"), "a move between is no yes: {said}");
    let said = play("d\ngive up\ngive up\nu\nd\nd\ngive up 1\ngive up 1\ngive up 7\nresume\nq\n");
    assert!(said.contains("Given up: it counts as lost."), "{said}");
    assert!(said.contains("Give up Klondike, deal 9, 2 moves?"), "{said}");
    assert!(said.contains("Game 1 is given up: it counts as lost."), "{said}");
    assert!(said.contains("No game 7 was left; `resume` lists them."), "{said}");
    assert!(said.contains("No game was left unfinished."), "{said}");
    let history = talon_with(&books, &["history", "--json"], "").out;
    assert_eq!(history.matches("\"result\": \"lost\"").count(), 2, "{history}");
    let _ = std::fs::remove_dir_all(books);
}

/// Quiet play: one line a command, the table when it is asked for, and the same game.
#[test]
fn quiet_play_says_what_changes() {
    let said = talon(&["play", "klondike", "--quiet", "--deal", "1"], "d\n35\nlook 6\nlook\nzzz\nd\nu\n");
    let lines: Vec<&str> = said.out.lines().collect();
    let (before, after) = (&lines[..4], &lines[lines.len() - 4..]);
    assert_eq!(
        before,
        [
            "Klondike, deal 1. `look` tells what lies there, ? lists the commands.",
            "> Drew jack of clubs. The stock: 23 cards face down.",
            "> 5♠ does not go on 2♠: columns are built in alternating colours.",
            "> Column 6: jack of spades; under it 5 cards face down.",
        ],
        "{}",
        said.out
    );
    assert_eq!(lines[4], "> Klondike, deal 1, 1 move, score 0", "{}", said.out);
    assert_eq!(after[0], "> \"zzz\" is no command; ? lists them.", "{}", said.out);
    assert_eq!(after[1], "> Drew six of diamonds. The stock: 22 cards face down.");
    assert_eq!(after[2], "> Took back: drew six of diamonds. The stock: 23 cards face down.");
    // It is a manner of speaking: on and off within a game, and nothing for the programs of old.
    let said = talon(&["play", "klondike", "--text", "--deal", "1"], "quiet\nd\nquiet off\nd\n");
    assert_eq!(said.out.matches("Klondike, deal 1, ").count(), 3, "{}", said.out);
    let said = talon(&["play", "--dialect", "ucb", "--quiet"], "");
    assert_eq!(said.code, Some(2), "{}", said.err);
    // The end of a game is said without being asked for.
    let win = include_str!("data/wins/klondike.txt");
    let (head, moves) = win.split_once('\n').unwrap();
    let deal = head.split(' ').nth(2).unwrap();
    let lines = moves.split_whitespace().collect::<Vec<_>>().join("\n") + "\n";
    let said = talon(&["play", "klondike", "--quiet", "--deal", deal], lines);
    assert!(said.out.trim_end_matches(['>', ' ', '\n']).ends_with("The game is won!"), "{}", said.out);
}

/// A position somebody else wrote down is played on, kept in the books, and taken up again.
#[test]
fn a_position_is_played_on() {
    use support::talon_with;
    let books = support::books();
    let folder = folder("positions");
    let file = folder.join("theirs.txt");
    let mut table = rules::Table::numbered(games::find("klondike").unwrap(), 9).unwrap();
    for _ in 0..5 {
        table.play("draw".parse().unwrap()).unwrap();
    }
    std::fs::write(&file, deals::Format::Piles.write(&table).unwrap()).unwrap();
    let path = file.display().to_string();
    let said = talon_with(&books, &["play", "klondike", "--text", "--file", &path], "d\nq\n");
    assert!(said.out.starts_with("Klondike, position theirs.txt, 0 moves"), "{}{}", said.out, said.err);
    assert!(said.out.contains("(19 cards)\nwaste:       ") && said.out.contains("(5 cards)"), "{}", said.out);
    assert!(said.out.contains("(18 cards)"), "{}", said.out);
    // The file is not needed any more.
    std::fs::remove_file(&file).unwrap();
    let said = talon_with(&books, &["play", "canfield", "--text"], "resume\nresume 1\nrestart\nq\n");
    assert!(said.out.contains("1  Klondike, position theirs.txt, 1 move"), "{}", said.out);
    assert!(said.out.contains("Klondike, position theirs.txt, 0 moves"), "{}", said.out);
    // What is no position of the game is said with its file.
    std::fs::write(&file, deals::Format::Piles.write(&table).unwrap()).unwrap();
    for (args, word) in [
        (&["play", "spider", "--text", "--file", &path][..], "theirs.txt, as spider"),
        (&["play", "klondike", "--text", "--file", "-"], "standard input"),
        (&["play", "klondike", "--text", "--file", "/no/such/file"], "/no/such/file"),
        (&["play", "klondike", "--text", "--deal", "1", "--file", &path], "--file"),
    ] {
        let said = talon_with(&books, args, "");
        assert_eq!(said.code, Some(2), "{args:?}: {}", said.out);
        assert!(said.err.contains(word), "{args:?}: {}", said.err);
    }
    let _ = std::fs::remove_dir_all(books);
}

/// A folder that cannot be used: one sentence, and the game goes on.
#[test]
fn books_that_cannot_be_kept_stop_nobody() {
    let folder = folder("unwritable");
    let file = folder.join("a-file");
    std::fs::write(&file, "no folder").unwrap();
    let inside = file.join("books");
    let save = file.join("x.talon");
    let input = format!("d\nsave {}\nq\n", save.display());
    let said = support::talon_with(&inside, &["play", "klondike", "--text", "--deal", "9"], input);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(said.out.matches("Nothing is kept.").count(), 1, "{}", said.out);
    assert!(said.out.contains("1 move, score") && said.out.contains("Cannot save to "), "{}", said.out);
    let said = support::talon_with(&inside, &["stats"], "");
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("cannot be used"), "{}", said.err);
    // Books that are no books.
    std::fs::write(folder.join("talon.db"), "not a database, but long enough to look at".repeat(50)).unwrap();
    let said = support::talon_with(&folder, &["play", "klondike", "--text", "--deal", "9"], "d\nq\n");
    assert!(said.out.contains("Nothing is kept.") && said.out.contains("1 move, score"), "{}", said.out);
}
