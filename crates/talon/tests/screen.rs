//! The real program on a real terminal (tmux): games are won by keys and by mouse, and the program is
//! killed and run twice at once.
//!
//! `cargo xtask test` installs tmux; without it these tests fail and say so.

mod pane;

use pane::Pane;
use std::process::Command as Process;
use std::time::{Duration, Instant};
use talon_rules::{Move, Pile};
use talon_session::{Account, Command, Deal, Onto, Session, Sitting};

/// The same game beside the program, which must come to the same result.
struct Mirror {
    app: talon_tui::App,
}

impl Mirror {
    fn new(game: &str, deal: u64) -> Mirror {
        let session = Session::new(talon_games::find(game).unwrap(), Deal::Number(deal)).unwrap();
        let sitting = Sitting::new(session, Account::default(), None);
        let look = talon_tui::Look { animation: false, ..talon_tui::Look::default() };
        let mut app = talon_tui::App::new(sitting, look, None, Box::new(|| 1), || 0);
        app.area = ratatui::layout::Rect::new(0, 0, 100, 32);
        Mirror { app }
    }

    fn session(&self) -> &Session {
        self.app.session()
    }

    fn line(&self) -> Vec<Move> {
        let table = self.session().truth();
        let mut watch = talon_solve::unwatched;
        match talon_solve::Solver::new().solve(table, talon_solve::Limits::default(), &mut watch).verdict {
            talon_solve::Verdict::Winnable(line) => talon_solve::shorten(table, &line),
            other => panic!("a deal that can be won is wanted: {other:?}"),
        }
    }
}

/// Plays a whole game move by move: `hand` returns the bytes for a move and the command they stand for.
fn win(game: &str, deal: u64, hand: fn(&Mirror, Move) -> (String, Command)) {
    let folder = Pane::folder(game);
    let pane = Pane::open(&folder, &format!("play {game} --deal {deal}"), true);
    let mut mirror = Mirror::new(game, deal);
    let mut typed: Vec<String> = Vec::new();
    if mirror.session().auto() != talon_rules::Auto::Off {
        // No automatic move may come between the moves of a solver's line.
        typed.push("A".into());
        mirror.app.execute(Command::SetAuto(false));
    }
    let mut line = mirror.line();
    line.reverse();
    while let Some(m) = line.pop() {
        let (keys, command) = hand(&mirror, m);
        let mut expected = mirror.session().truth().clone();
        expected.play(m).unwrap();
        mirror.app.sitting.execute(command).unwrap();
        typed.push(keys);
        if typed.iter().map(String::len).sum::<usize>() > 900 {
            // A terminal that is not read buffers a few thousand bytes, and then splits keys. The program reads
            // 1,024 bytes at a time.
            pane.send(&typed.iter().map(String::as_str).collect::<Vec<_>>());
            typed.clear();
            pane.wait(&format!("Moves    {} ", mirror.session().moves_made()));
        }
        // The cards may have gone to another of several equal places.
        if mirror.session().truth().layout() != expected.layout() && !mirror.session().is_finished() {
            line = mirror.line();
            line.reverse();
        }
    }
    assert!(mirror.session().is_finished());
    pane.send(&typed.iter().map(String::as_str).collect::<Vec<_>>());
    pane.wait("You won in ");
    // The end is a screen of its own.
    pane.wait("this deal again");
    let save = mirror.session().save();
    assert_eq!(pane.talon(&["replay", "1", "--save"]), save);
    pane.send(&["q"]);
}

fn keys(_: &Mirror, m: Move) -> (String, Command) {
    let Move::Carry { from, to, count } = m else { return ("d".into(), Command::Draw) };
    let name = |pile: Pile| match pile {
        Pile::Column(n) => ((n + 1) % 10).to_string(),
        Pile::Foundation(_) => "f".into(),
        Pile::Cell(_) => "e".into(),
        other => other.to_string(),
    };
    let source = match from {
        Pile::Foundation(_) | Pile::Cell(_) => from.to_string(),
        _ => name(from),
    };
    let count_keys = format!("x{}{}", count.min(10) % 10, "+".repeat(usize::from(count.saturating_sub(10))));
    let onto = match to {
        Pile::Foundation(_) => Onto::Foundation,
        Pile::Cell(_) => Onto::Cell,
        pile => Onto::Pile(pile),
    };
    let command = Command::Carry { from, to: onto, count: Some(count) };
    (format!("{source}{count_keys}{}", name(to)), command)
}

/// Presses, drags and releases.
fn mouse(mirror: &Mirror, m: Move) -> (String, Command) {
    let scene = mirror.app.scene();
    let board = mirror.app.board(&scene);
    let at = |code: u8, rect: ratatui::layout::Rect, end: char| {
        format!("\x1b[<{code};{};{}{end}", rect.x + 2, rect.y + 1)
    };
    let Move::Carry { from, to, count } = m else {
        let stock = board.top_of(Pile::Stock).unwrap();
        return (at(0, stock, 'M') + &at(0, stock, 'm'), Command::Draw);
    };
    let card = board.card(from, scene.cards(from).len() - usize::from(count)).unwrap();
    let target = board.top_of(to).unwrap();
    let bytes = at(0, card, 'M') + &at(32, target, 'M') + &at(0, target, 'm');
    (bytes, Command::Play(m))
}

#[test]
fn canfield_by_keys_alone() {
    win("canfield", CANFIELD, keys);
}

#[test]
fn canfield_by_mouse_alone() {
    win("canfield", CANFIELD, mouse);
}

#[test]
fn klondike_by_keys_alone() {
    win("klondike", KLONDIKE, keys);
}

#[test]
fn klondike_by_mouse_alone() {
    win("klondike", KLONDIKE, mouse);
}

#[test]
fn spider_by_keys_alone() {
    win("spider", SPIDER, keys);
}

#[test]
fn spider_by_mouse_alone() {
    win("spider", SPIDER, mouse);
}

/// Deals that are solved quickly.
const CANFIELD: u64 = 6;
const KLONDIKE: u64 = 9;
const SPIDER: u64 = 7;

/// At every size and with every number of colours, the real terminal shows every card where the mouse expects it,
/// in colours that this terminal has.
#[test]
fn real_terminals_of_every_size_and_colour() {
    let kinds = [
        ("COLORTERM=truecolor", ""),
        ("COLORTERM= TERM=xterm-256color", ""),
        ("COLORTERM= TERM=xterm", ""),
        ("NO_COLOR=1", ""),
        ("LC_ALL=C.UTF-8", "--ascii"),
        ("LC_ALL=C", ""),
    ];
    for (width, height) in [(80, 24), (50, 20), (120, 40), (200, 60)] {
        let mut mirror = Mirror::new("klondike-draw3", 3);
        mirror.app.sitting.execute(Command::Draw).unwrap();
        mirror.app.area = ratatui::layout::Rect::new(0, 0, width, height);
        let scene = mirror.app.scene();
        let board = mirror.app.board(&scene);
        for (kind, (environment, option)) in kinds.into_iter().enumerate() {
            let what = format!("{width}x{height} with {environment} {option}");
            let folder = Pane::folder("kinds");
            let program = format!(
                "exec env NO_COLOR= LC_ALL=C.UTF-8 {environment} '{}' play klondike-draw3 --deal 3 {option}",
                env!("CARGO_BIN_EXE_talon")
            );
            let pane = Pane::sized(&folder, &program, true, (width, height));
            // The last line of the window is the status line of tmux, until it is switched off.
            pane.tmux(&["set", "-g", "status", "off"]);
            pane.send(&["d"]);
            pane.wait("Drew ");
            let is_ascii = kind >= 4;
            mirror.app.look.ascii = is_ascii;
            let faces = |screen: &str| -> Option<String> {
                let lines: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
                board.placed.iter().find_map(|placed| {
                    let talon_tui::Shown::Card(index) = placed.shown else { return None };
                    let words = mirror.app.look.card_words(scene.cards(placed.pile)[index]?);
                    let x = usize::from(placed.rect.x) + usize::from(board.size.is_tall());
                    let line = lines.get(usize::from(placed.rect.y)).map_or(&[][..], Vec::as_slice);
                    let shown: String = line.iter().skip(x).take(words.chars().count()).collect();
                    (shown != words).then(|| format!("{shown:?} instead of {words}"))
                })
            };
            // The animation and the change of the size may go on for a while.
            let end = Instant::now() + Duration::from_secs(60);
            while let Some(wrong) = faces(&pane.screen()) {
                assert!(Instant::now() < end, "{what}: {wrong}\n{}", pane.screen());
                std::thread::sleep(Duration::from_millis(20));
            }
            let colours = pane.tmux(&["capture-pane", "-p", "-e"]);
            let has = ["8;2;", "8;5;22", "8;5;15m"].map(|code| colours.contains(code));
            let expected = [[true, false, false], [false, true, false], [false, false, true]];
            match kind {
                0..3 => assert_eq!(has, expected[kind], "{what}\n{colours:?}"),
                3 => assert!(!colours.contains("[38") && !colours.contains("[48"), "{what}\n{colours:?}"),
                _ => assert!(pane.screen().is_ascii(), "{what}\n{}", pane.screen()),
            }
            pane.send(&["q"]);
        }
    }
}

/// The program is killed at many points of a scripted game; the resumed game is the game up to that point.
#[test]
fn a_killed_game_comes_back() {
    let script = "dd1234567ududUUdRdd{}dw1w2w3uuudAdda";
    // The save after each key.
    let saves: Vec<String> = {
        let mut mirror = Mirror::new("klondike", 8);
        let mut saves = vec![mirror.session().save()];
        for key in script.chars() {
            use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
            mirror.app.key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE));
            saves.push(mirror.session().save());
        }
        saves
    };
    for kill in 0..kills() {
        let folder = Pane::folder("kill");
        let keys = 1 + kill * (script.len() - 1) / kills().max(1);
        let pane = Pane::open(&folder, "play klondike --deal 8", true);
        pane.send(&[&script[..keys]]);
        // A game is kept from its first move on.
        let list = || -> Vec<serde_json::Value> {
            serde_json::from_str(&pane.talon(&["history", "--json"])).unwrap()
        };
        let end = Instant::now() + Duration::from_secs(60);
        while list().is_empty() {
            assert!(Instant::now() < end, "no game is kept:\n{}", pane.screen());
            std::thread::sleep(Duration::from_millis(5));
        }
        // At a random moment.
        std::thread::sleep(Duration::from_millis((kill as u64 * 13) % 60));
        let process = pane.process().to_string();
        let killed = Process::new("kill").args(["-9", &process]).status();
        assert!(killed.is_ok_and(|status| status.success()));
        // On a busy machine, dying takes a while, and the game of a living program is not offered.
        let end = Instant::now() + Duration::from_secs(60);
        while Process::new("kill").args(["-0", &process]).output().is_ok_and(|out| out.status.success()) {
            assert!(Instant::now() < end, "the program outlives kill -9");
            std::thread::sleep(Duration::from_millis(10));
        }
        let id = list()[0]["id"].as_i64().unwrap();
        let before = pane.talon(&["replay", &id.to_string(), "--save"]);
        assert!(saves[..=keys].contains(&before), "after {keys} keys:\n{before}");
        // The next start offers the game, and it can be continued.
        let again = Pane::open(&folder, "", false);
        again.wait("Unfinished games");
        again.send(&["\r", "d", "q"]);
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let after = pane.talon(&["replay", &id.to_string(), "--save"]);
            if after != before {
                break;
            }
            assert!(Instant::now() < end, "the game did not go on:\n{after}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// The number of kills; `TALON_KILLS=200` runs the long form.
fn kills() -> usize {
    std::env::var("TALON_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(6)
}

#[test]
fn two_programs_at_once_lose_nothing() {
    let folder = Pane::folder("two");
    let one = Pane::open(&folder, "play klondike --deal 8", true);
    let two = Pane::open(&folder, "play canfield --deal 8", false);
    for _ in 0..10 {
        one.send(&["d"]);
        two.send(&["d"]);
    }
    one.send(&["q"]);
    two.send(&["q"]);
    for (game, moves) in [("klondike", 10), ("canfield", 10)] {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let list: serde_json::Value =
                serde_json::from_str(&one.talon(&["history", game, "--json"])).unwrap();
            if list[0]["moves"] == moves {
                break;
            }
            assert!(Instant::now() < end, "{game}: {list}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn a_signal_gives_the_terminal_back() {
    for signal in ["-TERM", "-INT", "-HUP", "-QUIT", "-USR1", "-ABRT"] {
        let folder = Pane::folder("signal");
        let program = format!(
            "'{}' play spider --deal 1; stty -a; echo given back; sleep 60",
            env!("CARGO_BIN_EXE_talon")
        );
        let pane = Pane::run(&folder, &program, true);
        let shell = pane.process().to_string();
        let child = Process::new("pgrep").args(["-P", &shell]).output().unwrap();
        let child = String::from_utf8_lossy(&child.stdout).trim().to_string();
        assert!(Process::new("kill").args([signal, &child]).status().unwrap().success());
        pane.wait("given back");
        let screen = pane.screen();
        assert!(!screen.contains("-icanon") && !screen.contains("-echo "), "{signal}: {screen}");
        assert!(!screen.contains("? help"), "the other screen is left: {screen}");
    }
}

/// Tells this test, run again in a terminal, to be the program that panics.
const FALL: &str = "TALON_TEST_FALL";

#[test]
fn a_panic_gives_the_terminal_back_and_can_be_read() {
    if std::env::var_os(FALL).is_some() {
        // The number of a new deal is requested in the middle of play.
        let form = Box::new(talon_session::form::Form::named(&talon_games::SPIDER));
        let fresh = Box::new(|| panic!("planted for a test"));
        let _ = talon_tui::run(talon_tui::Start::Game(form, Deal::Number(1)), fresh);
        return;
    }
    let folder = Pane::folder("panic");
    let program = format!(
        "RUST_BACKTRACE=0 {FALL}=1 '{}' --exact a_panic_gives_the_terminal_back_and_can_be_read --nocapture; stty -a; echo given back; sleep 60",
        std::env::current_exe().unwrap().display()
    );
    let pane = Pane::run(&folder, &program, true);
    // No part of a move is lost.
    pane.send(&["d", "n"]);
    pane.wait("given back");
    let screen = pane.screen();
    assert!(screen.contains("planted for a test"), "the message can be read: {screen}");
    assert!(!screen.contains("-icanon") && !screen.contains("-echo "), "{screen}");
    assert!(!screen.contains("? help"), "the other screen is left: {screen}");
    let games: serde_json::Value = serde_json::from_str(&pane.talon(&["history", "--json"])).unwrap();
    assert_eq!(games[0]["moves"], 1, "{games}");
}

/// Suspended and continued: the shell has its terminal back, and then the game its screen.
#[test]
fn a_game_can_be_stopped_and_continued() {
    let folder = Pane::folder("stop");
    let program = format!(
        "set -m; '{}' play spider --deal 1; echo stopped here; read x; fg; sleep 60",
        env!("CARGO_BIN_EXE_talon")
    );
    let pane = Pane::run(&folder, &format!("bash -c \"{program}\""), true);
    pane.send(&["\x1a"]);
    pane.wait("stopped here");
    assert!(!pane.screen().contains("? help"), "{}", pane.screen());
    pane.send(&["\r"]);
    pane.wait("? help");
    pane.send(&["d"]);
    pane.wait("Moves    1");
    pane.send(&["q"]);
}

/// After a resize the whole screen is drawn again, even if the size is the same as before: a pane that was
/// made smaller and larger again may have lost a part of the picture.
#[test]
fn a_resize_draws_everything_anew() {
    let pane = Pane::open(&Pane::folder("resize"), "play klondike --deal 3", true);
    let before = pane.screen();
    let spoil = || {
        let terminal = pane.tmux(&["display-message", "-p", "#{pane_tty}"]);
        std::fs::write(terminal.trim(), "\x1b[12;8HAN OLD BOARD").expect("the terminal can be written to");
        pane.wait("AN OLD BOARD");
    };
    let clean = |how: &str| {
        let end = Instant::now() + Duration::from_secs(60);
        while pane.screen() != before {
            assert!(Instant::now() < end, "after {how}:\n{}", pane.screen());
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    spoil();
    let process = pane.process().to_string();
    assert!(Process::new("kill").args(["-WINCH", &process]).status().unwrap().success());
    clean("a resize to the same size");
    spoil();
    pane.send(&["\x0c"]);
    clean("Ctrl-L");
    for size in ["60", "100"] {
        pane.tmux(&["resize-window", "-x", size]);
    }
    clean("two resizes");
}

#[test]
fn without_books_the_game_goes_on() {
    let folder = Pane::folder("no-books");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("file"), "").unwrap();
    let pane = Pane::open(&folder.join("file").join("books"), "play klondike --deal 8", false);
    pane.wait("Games are not being recorded.");
    pane.send(&["d"]);
    pane.wait("Moves    1");
    pane.send(&["q"]);
    drop(pane);
    let _ = std::fs::remove_dir_all(folder);
}

/// Keys that came while the program could not read them, as in a text that is pasted, are all played: they are
/// more than one read of the terminal brings.
#[test]
fn keys_that_have_piled_up_are_all_played() {
    let pane = Pane::open(&Pane::folder("many"), "play klondike --deal 8", true);
    let process = pane.process().to_string();
    let signal =
        |name: &str| assert!(Process::new("kill").args([name, &process]).status().unwrap().success());
    signal("-STOP");
    pane.send(&["d"; 1300]);
    signal("-CONT");
    pane.wait("Moves    1300 ");
    pane.send(&["q"]);
}
