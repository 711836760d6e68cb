//! The real program on a real terminal (tmux): won by keys and by mouse, killed, played twice at once.
//!
//! `cargo xtask test` installs tmux; without it these tests fail and say so.

use rules::{Move, Pile};
use session::{Account, Command, Deal, Onto, Session, Sitting};
use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A terminal with the program in it, and books of its own.
struct Pane {
    socket: String,
    folder: PathBuf,
    owns_folder: bool,
}

impl Pane {
    fn folder(name: &str) -> PathBuf {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let here = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        here.join(format!("screen-{name}-{}-{number}", std::process::id()))
    }

    fn open(folder: &Path, arguments: &str, owns_folder: bool) -> Pane {
        let program = format!("exec '{}' {arguments}", env!("CARGO_BIN_EXE_talon"));
        Pane::run(folder, &program, owns_folder)
    }

    fn run(folder: &Path, program: &str, owns_folder: bool) -> Pane {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let socket = format!("talon-test-{}-{number}", std::process::id());
        let pane = Pane { socket, folder: folder.into(), owns_folder };
        let data = format!("TALON_DATA={}", folder.display());
        pane.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "32", "-e", &data, program]);
        pane.wait("? help");
        pane
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let out = Process::new("tmux").args(["-L", &self.socket]).args(arguments).output();
        let out = out.expect("tmux is wanted for these tests: `cargo xtask test` installs it");
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen shows a text; a minute is for busy machines.
    fn wait(&self, text: &str) {
        let end = Instant::now() + Duration::from_secs(60);
        while !self.screen().contains(text) {
            assert!(Instant::now() < end, "{text:?} never came:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sends bytes as a terminal would. A key is never cut in two: half of one means something else.
    fn send(&self, keys: &[&str]) {
        let mut hex: Vec<String> = Vec::new();
        for (i, key) in keys.iter().enumerate() {
            hex.extend(key.bytes().map(|byte| format!("{byte:02x}")));
            // A line of arguments has an end.
            if hex.len() > 400 || i + 1 == keys.len() {
                let mut arguments = vec!["send-keys", "-H"];
                arguments.extend(hex.iter().map(String::as_str));
                self.tmux(&arguments);
                hex.clear();
            }
        }
    }

    fn process(&self) -> u32 {
        self.tmux(&["display-message", "-p", "#{pane_pid}"]).trim().parse().expect("a pane has a process")
    }

    fn talon(&self, arguments: &[&str]) -> String {
        let out = Process::new(env!("CARGO_BIN_EXE_talon"))
            .args(arguments)
            .env("TALON_DATA", &self.folder)
            .output()
            .expect("the program runs");
        assert!(out.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8_lossy(&out.stdout).into_owned()
    }
}

impl Drop for Pane {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
        if self.owns_folder {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// The game beside the program: what it must come to.
struct Mirror {
    app: tui::App,
}

impl Mirror {
    fn new(game: &str, deal: u64) -> Mirror {
        let session = Session::new(games::find(game).unwrap(), Deal::Number(deal)).unwrap();
        let sitting = Sitting::new(session, Account::default(), None);
        let look = tui::Look { animation: false, ..tui::Look::default() };
        let mut app = tui::App::new(sitting, look, None, Box::new(|| 1), || 0);
        app.area = ratatui::layout::Rect::new(0, 0, 100, 32);
        Mirror { app }
    }

    fn session(&self) -> &Session {
        self.app.session()
    }

    fn line(&self) -> Vec<Move> {
        let table = self.session().truth();
        let mut watch = solve::unwatched;
        match solve::solve(table, solve::Limits::default(), &mut watch).verdict {
            solve::Verdict::Winnable(line) => solve::shorten(table, &line),
            other => panic!("a deal that can be won is wanted: {other:?}"),
        }
    }
}

/// A whole game, a move at a time: `hand` gives the bytes for a move and the command they stand for.
fn win(game: &str, deal: u64, hand: fn(&Mirror, Move) -> (String, Command)) {
    let folder = Pane::folder(game);
    let pane = Pane::open(&folder, &format!("play {game} --deal {deal}"), true);
    let mut mirror = Mirror::new(game, deal);
    let mut typed: Vec<String> = Vec::new();
    if mirror.session().auto() != rules::Auto::Off {
        // Along a solver's line nothing may come between.
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
        if typed.iter().map(String::len).sum::<usize>() > 1000 {
            // A terminal that is not read holds a few thousand bytes and cuts keys in two after that.
            pane.send(&typed.iter().map(String::as_str).collect::<Vec<_>>());
            typed.clear();
            pane.wait(&format!("Moves    {} ", mirror.session().moves_made()));
        }
        // Cards may have gone to another of several equal places.
        if mirror.session().truth().layout() != expected.layout() && !mirror.session().is_finished() {
            line = mirror.line();
            line.reverse();
        }
    }
    assert!(mirror.session().is_finished());
    pane.send(&typed.iter().map(String::as_str).collect::<Vec<_>>());
    pane.wait("The game is won!");
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

/// Presses, drags and lets go.
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

/// Deals that are quickly solved.
const CANFIELD: u64 = 6;
const KLONDIKE: u64 = 9;
const SPIDER: u64 = 7;

/// Killed at many points of a scripted game: what comes back is the game as far as it had come.
#[test]
fn a_killed_game_comes_back() {
    let script = "dd1234567ududUUdRdd{}dw1w2w3uuudAdda";
    // What the game is after each key.
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
    let mut resumed = 0;
    for kill in 0..kills() {
        let folder = Pane::folder("kill");
        let keys = 1 + kill * (script.len() - 1) / kills().max(1);
        let pane = Pane::open(&folder, "play klondike --deal 8", true);
        pane.send(&[&script[..keys]]);
        // At no particular moment.
        std::thread::sleep(Duration::from_millis((kill as u64 * 13) % 60));
        let process = pane.process().to_string();
        let killed = Process::new("kill").args(["-9", &process]).status();
        assert!(killed.is_ok_and(|status| status.success()));
        // On a busy machine it takes its time to die, and what a living program plays is not offered.
        let end = Instant::now() + Duration::from_secs(60);
        while Process::new("kill").args(["-0", &process]).output().is_ok_and(|out| out.status.success()) {
            assert!(Instant::now() < end, "the program outlives kill -9");
            std::thread::sleep(Duration::from_millis(10));
        }
        let list: serde_json::Value = serde_json::from_str(&pane.talon(&["history", "--json"])).unwrap();
        // Killed before its first move a game was not played.
        let Some(id) = list[0]["id"].as_i64() else { continue };
        let before = pane.talon(&["replay", &id.to_string(), "--save"]);
        assert!(saves[..=keys].contains(&before), "after {keys} keys:\n{before}");
        // The next start offers it, and it goes on.
        let again = Pane::open(&folder, "", false);
        again.wait("These games were left");
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
        resumed += 1;
    }
    assert!(resumed * 2 > kills(), "only {resumed} games came back");
}

/// How often the game is killed; `TALON_KILLS=200` for the long form.
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

/// Tells this very test, run again in a terminal, to be the program that falls over.
const FALL: &str = "TALON_TEST_FALL";

#[test]
fn a_panic_gives_the_terminal_back_and_can_be_read() {
    if std::env::var_os(FALL).is_some() {
        // The number of a new deal is asked for in the middle of play.
        let rules = Box::new(*games::find("spider").unwrap());
        let fresh = Box::new(|| panic!("planted for a test"));
        let _ = tui::run(tui::Start::Game(rules, Deal::Number(1)), fresh);
        return;
    }
    let folder = Pane::folder("panic");
    let program = format!(
        "RUST_BACKTRACE=0 {FALL}=1 '{}' --exact a_panic_gives_the_terminal_back_and_can_be_read --nocapture; stty -a; echo given back; sleep 60",
        std::env::current_exe().unwrap().display()
    );
    let pane = Pane::run(&folder, &program, true);
    // Nothing of a move is lost by it.
    pane.send(&["d", "n"]);
    pane.wait("given back");
    let screen = pane.screen();
    assert!(screen.contains("planted for a test"), "the message can be read: {screen}");
    assert!(!screen.contains("-icanon") && !screen.contains("-echo "), "{screen}");
    assert!(!screen.contains("? help"), "the other screen is left: {screen}");
    let games: serde_json::Value = serde_json::from_str(&pane.talon(&["history", "--json"])).unwrap();
    assert_eq!(games[0]["moves"], 1, "{games}");
}

/// Into the background and back: the shell has its terminal, the game its screen.
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

/// Books that cannot be written: a sentence on the screen, and the game goes on.
/// Whatever stands on the screen after a resize is the game's, even if the size is what it was: a pane that
/// is made smaller and larger again may have lost part of the picture.
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
    pane.wait("Nothing is kept.");
    pane.send(&["d"]);
    pane.wait("Moves    1");
    pane.send(&["q"]);
    drop(pane);
    let _ = std::fs::remove_dir_all(folder);
}
