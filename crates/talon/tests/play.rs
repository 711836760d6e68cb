//! Text play of every game with the real binary.

mod support;

use std::path::PathBuf;
use support::talon;
use talon_cards::Generator;
use talon_session::{Account, Deal, Session, Sitting};
use talon_text::address::{self, Ask};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn board(session: &Session) -> String {
    let mut bytes = Vec::new();
    let sitting = Sitting::new(session.clone(), Account::default(), None);
    talon_text::board::write(&mut bytes, &sitting).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Returns a random line: a legal move in one of its spellings, another command, or nonsense.
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

/// Gives a line to a session of our own, as the player would.
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
    for rules in talon_games::ALL {
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
        // The whole table is printed before every turn: at the deal, after each line, and at the end.
        assert_eq!(said.out.matches("\n> ").count(), turns + 4 + 1, "{game}");
        assert_eq!(said.out.matches(&format!("{}, deal 7, ", rules.title)).count(), turns + 4 + 1, "{game}");
        // What was paid for counting cards is not in a save, so the line with the score may differ.
        let piles = board(&mirror);
        let (_, piles) = piles.trim_end().split_once('\n').unwrap();
        assert!(said.out.contains(piles), "{game}");
        // Another run continues from the second save.
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
fn bad_arguments_end_with_two_and_failures_with_one() {
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
        // A file that cannot be read is no fault of the command line.
        let code = if args.contains(&"--load") { 1 } else { 2 };
        assert_eq!(said.code, Some(code), "{args:?}: {}", said.err);
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
        // The program may have exited before everything is written; that is what is tested.
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
    // The rule of the document, where the original program skips a card.
    let said = talon(&["play", "--text", "--dialect", "ycp", "--seed", "2"], "d\n".repeat(50));
    let decks: Vec<&str> =
        said.out.lines().filter_map(|line| line.split_once("Main deck: ")).map(|(_, rest)| rest).collect();
    assert_eq!(decks.len(), 51);
    assert_eq!((decks[0], decks[24]), ("[24] [K♠]", "[0] []"));
    // The draw from the empty deck only turns the waste over: the same 24 cards in the same order.
    assert_eq!(decks[25..50], decks[..25]);
}

/// Text play is recorded in the books: journal, resumed games, statistics, the casino's account.
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
    // Whoever names a game wants that game.
    assert!(said.out.starts_with("Canfield, deal 6"), "{}", said.out);
    assert!(said.out.contains("    1  Klondike, deal 9, 2 moves"), "{}", said.out);
    assert!(
        said.out.contains("Resumed game 1.") && said.out.contains("Klondike, deal 9, 1 move"),
        "{}",
        said.out
    );
    // The untouched Canfield was not played, and automatic moves at the deal are none of the player's.
    let said = talon_with(&books, &["play", "canfield-pipkin", "--text", "--deal", "5"], "q\n");
    assert!(said.out.starts_with("Canfield (Pipkin), deal 5, 0 moves, score 3\n"), "{}", said.out);
    let games = history();
    assert_eq!((games.as_array().unwrap().len(), &games[0]["moves"]), (1, &2.into()), "{games}");
    let said = talon_with(&books, &["play", "canfield", "--text", "--deal", "6"], "b\nledger on\nb\nq\n");
    assert!(said.out.contains("keeps no ledger of this game. The score is -$45."), "{}", said.out);
    assert!(said.out.contains("Hands               13      13      13"), "{}", said.out);
    let said = talon_with(&books, &["play", "--dialect", "bsd", "--deal", "6"], "q\nn\n");
    assert!(said.out.contains("Total -26"), "{}", said.out);
    // A win is counted.
    let win = include_str!("data/wins/klondike.txt");
    let (head, moves) = win.split_once('\n').unwrap();
    let deal = head.split(' ').nth(2).unwrap();
    let lines = moves.split_whitespace().collect::<Vec<_>>().join("\n") + "\n";
    talon_with(&books, &["play", "klondike", "--text", "--deal", deal], lines);
    let said = talon_with(&books, &["stats", "klondike"], "");
    assert!(said.out.contains("won 1"), "{}", said.out);
    // Statistics begin with what the game is about.
    let said =
        talon_with(&books, &["play", "canfield", "--quiet", "--deal", "6"], "d\ngive up\ny\nstats\nq\n");
    let lead =
        "Canfield (all)\n  cards up: 1.0 a game, best 1 of 52\n  dollars: -$45.00 a game, -$45 in all\n";
    assert!(said.out.contains(lead), "{}", said.out);
    assert!(talon_with(&books, &["stats"], "").out.contains(lead));
    let _ = std::fs::remove_dir_all(books);
}

/// Giving up asks for confirmation, counts as lost, and cannot be undone by later moves.
#[test]
fn a_game_is_given_up_by_lines() {
    use support::talon_with;
    let books = support::books();
    let play = |input: &str| talon_with(&books, &["play", "klondike", "--text", "--deal", "9"], input).out;
    let said = play("give up\nd\ngive up\nd\ngive up\nq\n");
    assert!(said.contains("No move has been made, so there is nothing to give up."), "{said}");
    assert_eq!(said.matches("Type `y` for yes or `n` for no.").count(), 2, "{said}");
    assert!(!said.contains("is given up"), "a move between is no yes: {said}");
    let said = play("d\ngive up\ny\nu\nd\nd\ngive up 1\ngive up 1\ngive up 7\nresume\nq\n");
    assert!(said.contains("The game is given up and counts as lost."), "{said}");
    assert!(said.contains("Give up Klondike, deal 9, 2 moves?"), "{said}");
    assert!(said.contains("Game 1 is given up and counts as lost."), "{said}");
    assert!(said.contains("There is no unfinished game 7; `resume` lists them."), "{said}");
    assert!(said.contains("There are no unfinished games."), "{said}");
    let history = talon_with(&books, &["history", "--json"], "").out;
    assert_eq!(history.matches("\"result\": \"lost\"").count(), 2, "{history}");
    let _ = std::fs::remove_dir_all(books);
}

/// That a game is stuck is said once, and a new game begins without the stock of the old one.
#[test]
fn quiet_play_does_not_repeat_itself() {
    let typed = "1 e\n2 e\n3 e\n4 e\n5 e\n81\nu\nq\n";
    let said = talon(&["play", "freecell", "--quiet", "--deal", "ms:617"], typed).out;
    let stuck: Vec<usize> = said.match_indices("The game is stuck").map(|(at, _)| at).collect();
    assert!((1..=3).contains(&stuck.len()), "{said}");
    let refused = said.lines().find(|line| line.contains("No cell is free")).unwrap();
    assert!(!refused.contains("stuck"), "{said}");
    let said = talon(&["play", "klondike", "--quiet", "--deal", "1"], "d\ngame canfield\nnew\nq\n").out;
    assert_eq!(said.matches("left in the stock").count(), 1, "{said}");
    // A pass through the stock and three draws more: nothing fits, and it is said once.
    let said = talon(&["play", "canfield", "--quiet", "--deal", "0"], "d\n".repeat(16) + "q\n").out;
    assert_eq!(said.matches("The game is stuck").count(), 1, "{said}");
    assert!(said.ends_with("Goodbye. The game was stuck, so it counts as lost.\n"), "{said}");
}

/// Quiet play prints one line for each command, and the table only on request; the game is the same.
#[test]
fn quiet_play_says_what_changes() {
    let said = talon(&["play", "klondike", "--quiet", "--deal", "1"], "d\n35\nlook 6\nlook\nzzz\nd\nu\n");
    let lines: Vec<&str> = said.out.lines().collect();
    let (before, after) = (&lines[..4], &lines[lines.len() - 4..]);
    assert_eq!(
        before,
        [
            "Klondike, deal 1. Type `look` to hear the table, ? for help.",
            "> Drew the jack of clubs. 23 cards left in the stock.",
            "> The five of spades does not go on the two of spades: columns are built in alternating colours.",
            "> Column 6: jack of spades; 5 face-down cards under it.",
        ],
        "{}",
        said.out
    );
    assert_eq!(lines[4], "> Klondike, deal 1, 1 move, score 0.", "{}", said.out);
    assert_eq!(lines[5..7], ["The stock: 23 cards face down.", "The waste: jack of clubs."], "{}", said.out);
    assert_eq!(after[0], "> \"zzz\" is not a command; type ? for help.", "{}", said.out);
    assert_eq!(after[1], "> Drew the six of diamonds. 22 cards left in the stock.");
    assert_eq!(after[2], "> Undone: drew the six of diamonds.");
    // `quiet` can be switched on and off during a game; the dialects refuse the option.
    let said = talon(&["play", "klondike", "--text", "--deal", "1"], "quiet\nd\nquiet off\nd\n");
    assert_eq!(said.out.matches("Klondike, deal 1, ").count(), 3, "{}", said.out);
    let said = talon(&["play", "--dialect", "ucb", "--quiet"], "");
    assert_eq!(said.code, Some(2), "{}", said.err);
    // The end of a game is announced without a request.
    let win = include_str!("data/wins/klondike.txt");
    let (head, moves) = win.split_once('\n').unwrap();
    let deal = head.split(' ').nth(2).unwrap();
    let lines = moves.split_whitespace().collect::<Vec<_>>().join("\n") + "\n";
    let said = talon(&["play", "klondike", "--quiet", "--deal", deal], lines);
    assert!(said.out.trim_end_matches(['>', ' ', '\n']).ends_with("The game is won!"), "{}", said.out);
}

/// A position from another program is continued, recorded and resumed.
#[test]
fn a_position_is_played_on() {
    use support::talon_with;
    let books = support::books();
    let folder = folder("positions");
    let file = folder.join("theirs.txt");
    let mut table = talon_rules::Table::numbered(talon_games::find("klondike").unwrap(), 9).unwrap();
    for _ in 0..5 {
        table.play("draw".parse().unwrap()).unwrap();
    }
    std::fs::write(&file, talon_deals::Format::Piles.write(&table).unwrap()).unwrap();
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
    // Cards that are not a position of the game are refused with the name of the file.
    std::fs::write(&file, talon_deals::Format::Piles.write(&table).unwrap()).unwrap();
    for (args, word) in [
        (&["play", "spider", "--text", "--file", &path][..], "theirs.txt, as spider"),
        (&["play", "klondike", "--text", "--file", "-"], "standard input"),
        (&["play", "klondike", "--text", "--file", "/no/such/file"], "/no/such/file"),
        (&["play", "klondike", "--text", "--deal", "1", "--file", &path], "--file"),
    ] {
        let said = talon_with(&books, args, "");
        let is_usage = args.contains(&"-") || args.contains(&"--deal");
        assert_eq!(said.code, Some(if is_usage { 2 } else { 1 }), "{args:?}: {}", said.out);
        assert!(said.err.contains(word), "{args:?}: {}", said.err);
    }
    let _ = std::fs::remove_dir_all(books);
}

/// If the folder cannot be used, one sentence says so, and the game goes on.
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
    assert_eq!(said.out.matches("Games are not being recorded.").count(), 1, "{}", said.out);
    assert!(said.out.contains("1 move, score") && said.out.contains("Cannot save to "), "{}", said.out);
    let said = support::talon_with(&inside, &["stats"], "");
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("cannot be used"), "{}", said.err);
    // A database file that is not a database.
    std::fs::write(folder.join("talon.db"), "not a database, but long enough to look at".repeat(50)).unwrap();
    let said = support::talon_with(&folder, &["play", "klondike", "--text", "--deal", "9"], "d\nq\n");
    assert!(
        said.out.contains("Games are not being recorded.") && said.out.contains("1 move, score"),
        "{}",
        said.out
    );
}

/// Everything that can be asked on a screen can be asked in lines.
#[test]
fn text_play_is_a_full_citizen() {
    use support::talon_with;
    let books = support::books();
    let play = |args: &[&str], input: &str| {
        let said = talon_with(&books, &[&["play"][..], args, &["--text"]].concat(), input);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{args:?}");
        said.out
    };
    let klondike = ["klondike", "--deal", "3"];
    // A command that looks at hidden cards asks first, and `y` means it.
    let said = play(&klondike, "v\nd\nv\ny\nscore\nq\n");
    assert_eq!(
        said.matches("will count as played with the oracle. Type `y` for yes or `n` for no.").count(),
        2,
        "{said}"
    );
    assert_eq!(said.matches("This game can be won in ").count(), 1, "{said}");
    assert!(said.contains("Help: oracle."), "{said}");
    let said = play(&klondike, "y\nv\nq\n");
    assert!(said.contains("There is no question to answer."), "{said}");
    // A demonstration plays a proved win to its end.
    let said = play(&klondike, "watch\ny\nstats\nq\n");
    assert!(said.contains("The game is won!"), "{said}");
    let said = play(&klondike, "H\ny\nH\nH\nwatch 2\nback\nforward\nq\n");
    assert!(said.contains("it starts a proved win in"), "{said}");
    assert!(said.contains("Went back 2 moves.") && said.contains("Went forward 2 moves."), "{said}");
    // Other games, other rules, other deals.
    let said = play(
        &klondike,
        "game spidr\ngame Spider\ngame klondike\nset draw=3 redeals=1\nset draw=99\nset standard\nq\n",
    );
    assert!(said.contains("Did you mean") || said.contains("did you mean"), "{said}");
    assert!(said.contains("New game: Klondike, draw 3, 1 redeal, deal "), "{said}");
    assert!(said.contains("These are the rules of Klondike itself."), "{said}");
    assert!(said.contains("New game: Spider, deal ") && said.contains("New game: Klondike, deal "), "{said}");
    let said = play(&klondike, "winnable\nnew winnable\nwinnable easy\nnext\ndaily\nq\n");
    assert_eq!(said.matches("This deal is proved winnable.").count(), 2, "{said}");
    assert!(said.contains("This deal is easy and proved winnable."), "{said}");
    assert!(said.contains("New game: Klondike, deal 20"), "{said}");
    assert!(said.contains(", and it is proved winnable.\n"), "{said}");
    // Another branch of the history.
    let said = play(&klondike, "d\nd\nu\nd\nu\nu\nd\nwhy\n99\nwhy\nq\n");
    assert!(said.contains("No move has been refused."), "{said}");
    // What is typed and what is listed come from one list.
    let said = play(&klondike, "?\nq\n");
    for entry in talon_session::registry::ALL.iter().filter(|entry| entry.places.text) {
        assert!(said.contains(entry.help) && said.contains(entry.words[0]), "{}", entry.name);
    }
    let said = talon_with(&books, &["play", "klondike", "--text", "--deal", "3", "--ascii"], "?\nq\n").out;
    assert!(said.is_ascii(), "{said}");
    let _ = std::fs::remove_dir_all(books);
}

/// The rules that a player sets are remembered for the game, and `--set` is for one game only.
#[test]
fn the_rules_of_a_game_are_remembered() {
    use support::talon_with;
    let books = support::books();
    let play = |args: &[&str], input: &str| {
        let said = talon_with(&books, &[&["play"][..], args, &["--text"]].concat(), input);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{args:?}");
        said.out
    };
    let said =
        play(&["klondike", "--deal", "3"], "d\nset ?\nset draw=0\nset draw=3 redeals=0 auto=safe\nq\n");
    assert!(said.contains("  draw=1                 Cards drawn at a time: 1 (1, 2, 3, 4, 5)"), "{said}");
    assert!(said.contains("Draw must be a whole number from 1 to 8, not 0."), "{said}");
    assert!(said.contains("New game: Klondike, draw 3, no redeals, deal "), "{said}");
    assert!(said.contains("The last game is kept as unfinished; `resume` lists it."), "{said}");
    assert!(said.contains("`set standard` goes back to its own rules."), "{said}");
    // The next game of it, whichever way it begins, and no other game.
    let said = play(&["klondike", "--deal", "3"], "d\ngame canfield\ngame klondike\nq\n");
    assert!(said.starts_with("Klondike, draw 3, no redeals, deal 3"), "{said}");
    assert!(said.contains("New game: Canfield, deal "), "{said}");
    assert!(said.contains("New game: Klondike, draw 3, no redeals, deal "), "{said}");
    // What the command line sets is exact, and is not remembered.
    let said = play(&["klondike", "--deal", "3", "--set", "redeals=2"], "q\n");
    assert!(said.contains("Klondike, 2 redeals, deal 3"), "{said}");
    let said = play(&["klondike", "--deal", "3"], "set standard\nq\n");
    assert!(said.contains("Klondike, draw 3, no redeals, deal 3"), "{said}");
    assert!(play(&["klondike", "--deal", "3"], "q\n").starts_with("Klondike, deal 3"));
    // Lists say what differs, and only play uses what is remembered.
    play(&["klondike", "--deal", "3"], "set redeals=0\nd\ngive up\ny\nq\n");
    for list in ["history", "stats"] {
        let said = talon_with(&books, &[list], "").out;
        assert!(said.contains("Klondike, no redeals"), "{said}");
    }
    let dealt = talon_with(&books, &["deal", "klondike", "--deal", "3"], "").out;
    assert!(dealt.starts_with("Klondike, deal 3"), "{dealt}");
    let _ = std::fs::remove_dir_all(books);
}

/// `--daily`, `--winnable`, `--resume`, `--load -`, and what the books list.
#[test]
fn a_game_begins_as_the_command_line_says() {
    use support::talon_with;
    let books = support::books();
    let run = |args: &[&str], input: &str| talon_with(&books, args, input);
    let said = run(&["play", "--text", "--resume"], "");
    assert_eq!((said.code, said.err.trim()), (Some(1), "talon: No game was left unfinished."));
    let said = run(&["play", "klondike", "--text", "--daily"], "d\nq\n");
    assert!(said.out.starts_with("Klondike, deal 20"), "{}", said.out);
    let said = run(&["play", "--text", "--resume"], "q\n");
    assert!(said.out.contains("Klondike, deal 20") && said.out.contains(", 1 move,"), "{}", said.out);
    let said = run(&["play", "klondike", "--text", "--winnable"], "v\ny\nq\n");
    assert!(said.out.contains("This game can be won in "), "{}", said.out);
    assert_eq!(run(&["play", "klondike", "--text", "--winnable", "--deal", "3"], "").code, Some(2));
    assert_eq!(run(&["play", "klondike", "--text", "--easy", "--hard"], "").code, Some(2));
    let mut session = Session::new(talon_games::find("spider").unwrap(), Deal::Number(5)).unwrap();
    session.execute(talon_session::Command::Draw).unwrap();
    let said = run(&["play", "--load", "-"], &(session.save() + "undo\nq\n"));
    assert!(said.out.contains("Spider, deal 5, 1 move,"), "{} {}", said.out, said.err);
    assert!(said.out.contains("Undone: "), "{}", said.out);
    let lines = |args: &[&str]| run(args, "").out.lines().count();
    let all = lines(&["history"]);
    assert!(all >= 2);
    assert_eq!(lines(&["history", "--limit", "1"]), 1);
    assert_eq!(lines(&["history", "--since", "2000-01-01"]), all);
    assert!(run(&["history", "--since", "2999-01-01"], "").out.contains("no such game"));
    assert!(run(&["history", "--won"], "").out.contains("no such game"));
    assert_eq!(run(&["history", "--since", "yesterday"], "").code, Some(2));
    let _ = std::fs::remove_dir_all(books);
}

/// The manual page and the completions know every command.
#[test]
fn the_manual_and_the_completions_are_made_from_the_commands() {
    let said = talon(&["man"], "");
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    for entry in talon_session::registry::ALL {
        let help = talon_rules::capital(entry.help).replace('-', "\\-").replace('\'', "\\(aq");
        assert!(said.out.contains(&help), "{}: {help}", entry.name);
    }
    // A reader of the page sees each example on a line of its own.
    assert!(said.out.contains(".SH EXAMPLES\n.nf\n") && !said.out.contains("EXTRA"), "{}", said.out);
    let play = talon(&["man", "play"], "").out;
    assert!(play.contains("winnable") && play.contains("\n  talon play canfield \\-\\-winnable"), "{play}");
    assert_eq!(talon(&["man", "fly"], "").code, Some(2));
    assert!(talon(&["man", "keys"], "").out.contains("undo           u"));
    for shell in ["bash", "fish", "zsh", "powershell", "elvish"] {
        let said = talon(&["completions", shell], "");
        assert!(said.code == Some(0) && said.out.contains("history"), "{shell}");
    }
    assert_eq!(talon(&["completions", "tcsh"], "").code, Some(2));
}
