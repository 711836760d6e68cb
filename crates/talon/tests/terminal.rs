//! The real program on a terminal that answers no question: `script` makes one, and nobody is at its other end.

#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

struct Terminal {
    script: Child,
    keys: ChildStdin,
    shown: Arc<Mutex<Vec<u8>>>,
    folder: PathBuf,
}

impl Terminal {
    /// Runs a command line, in which `TALON` is the program, with books of its own.
    fn open(name: &str, command: &str) -> Terminal {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("terminal-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let inside = folder.join("inside.sh");
        // With `set -m` the program can be stopped, and goes on when a line is typed.
        let text = format!(
            "tty > '{}/tty'; stty rows 24 cols 80; set -m; {}; code=$?; if [ -n \"$(jobs)\" ]; then \
             echo stopped here; read line; fg; code=$?; fi; echo ended with $code",
            folder.display(),
            command.replace("TALON", &format!("'{}'", env!("CARGO_BIN_EXE_talon")))
        );
        std::fs::write(&inside, text).unwrap();
        let mut script = Command::new("script")
            .args(["--quiet", "--flush", "--return", "--command", &format!("bash '{}'", inside.display())])
            .arg("/dev/null")
            .env("TALON_DATA", &folder)
            .env("TERM", "xterm")
            .env("LANG", "C.UTF-8")
            .env_remove("LC_ALL")
            .env_remove("LC_CTYPE")
            .env_remove("NO_COLOR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("script belongs to every Linux (util-linux)");
        let keys = script.stdin.take().unwrap();
        let mut out = script.stdout.take().unwrap();
        let shown = Arc::new(Mutex::new(Vec::new()));
        let all = shown.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = out.read(&mut bytes) {
                all.lock().unwrap().extend(&bytes[..count]);
            }
        });
        Terminal { script, keys, shown, folder }
    }

    fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap()).into_owned()
    }

    /// Types a line, and waits until this has been shown so many times.
    fn type_line(&mut self, keys: &str, count: usize, answer: &str) {
        self.send(keys);
        self.send("\r");
        self.wait(answer, |terminal| terminal.shown().matches(answer).count() >= count);
    }

    fn wait(&self, what: &str, reached: impl Fn(&Terminal) -> bool) {
        let end = Instant::now() + Duration::from_secs(60);
        while !reached(self) {
            assert!(Instant::now() < end, "{what} never came:\n{:?}", self.shown());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Draws a card, and waits until the books have so many moves.
    fn draw(&mut self, moves: u64) {
        self.send("d");
        self.wait(&format!("move {moves}"), |terminal| terminal.moves() == Some(moves));
    }

    fn moves(&self) -> Option<u64> {
        let out = Command::new(env!("CARGO_BIN_EXE_talon"))
            .args(["history", "--json"])
            .env("TALON_DATA", &self.folder)
            .output()
            .unwrap();
        serde_json::from_slice::<serde_json::Value>(&out.stdout).ok()?[0]["moves"].as_u64()
    }

    fn resize(&self, rows: u16, columns: u16) {
        let terminal = std::fs::read_to_string(self.folder.join("tty")).unwrap();
        let size = [rows, columns].map(|size| size.to_string());
        let arguments = ["-F", terminal.trim(), "rows", &size[0], "cols", &size[1]];
        assert!(Command::new("stty").args(arguments).status().unwrap().success());
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.script.kill();
        let _ = self.script.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// After a resize, Ctrl-L and a rest in the background the whole screen is drawn again. The terminal must not
/// have to say where its cursor is for that.
#[test]
fn a_terminal_that_never_answers_can_be_played_on() {
    let mut terminal = Terminal::open("screen", "TALON play klondike --deal 8");
    terminal.wait("the screen", |terminal| terminal.shown().contains("\x1b[?1049h"));
    terminal.draw(1);
    terminal.resize(30, 90);
    terminal.draw(2);
    terminal.send("\x0c");
    terminal.draw(3);
    terminal.send("\x1a");
    terminal.wait("the stop", |terminal| terminal.shown().contains("stopped here"));
    terminal.send("\r");
    terminal.draw(4);
    for (rows, columns) in [(1, 1), (200, 500), (24, 1), (1, 80), (24, 80)] {
        terminal.resize(rows, columns);
        terminal.send("\x0c");
    }
    terminal.draw(5);
    terminal.send("q");
    terminal.wait("the end", |terminal| terminal.shown().contains("ended with 0"));
    assert!(!terminal.shown().contains("\x1b[6n"), "the terminal was asked where its cursor is");
}

/// Keys edit the line, the arrow brings back the last one, Tab completes a word, the first Ctrl-C discards what was
/// typed, and Ctrl-D leaves.
#[test]
fn lines_are_edited_on_a_terminal() {
    let mut terminal = Terminal::open("lines", "TALON play klondike --text --deal 8");
    terminal.wait("the prompt", |terminal| terminal.shown().contains("> "));
    terminal.type_line("dx\x7f", 1, ", 1 move, score 0");
    terminal.type_line("\x1b[A", 1, ", 2 moves, score 0");
    terminal.type_line("und\t", 2, ", 1 move, score 0");
    terminal.send("give up\x03");
    terminal.wait("the sentence", |terminal| terminal.shown().contains("Press Ctrl-C again to leave"));
    terminal.type_line("d", 2, ", 2 moves, score 0");
    // Red cards are red, and only they.
    let shown = terminal.shown();
    assert!(shown.contains("\x1b[31mK♥\x1b[0m") && !shown.contains("\x1b[31mJ♠"), "{shown:?}");
    terminal.send("\x04");
    terminal.wait("the end", |terminal| terminal.shown().contains("ended with 0"));
    assert_eq!(terminal.moves(), Some(2), "nothing is lost");
}

/// Who names no game is asked for one, and is told what can be resumed.
#[test]
fn text_play_asks_for_a_game() {
    let mut terminal = Terminal::open("asks", "TALON play --quiet");
    terminal.wait("the question", |terminal| terminal.shown().contains("Game: "));
    assert!(!terminal.shown().contains("unfinished"), "{}", terminal.shown());
    terminal.type_line("spidr", 1, "did you mean spider");
    terminal.type_line("spider", 1, "Type `look` to hear the table");
    terminal.type_line("d", 1, "Dealt a row: ");
    terminal.send("\x04");
    terminal.wait("the end", |terminal| terminal.shown().contains("ended with 0"));
}

/// A terminal that cannot move its cursor gets plain lines, and one without UTF-8 gets plain letters.
#[test]
fn lines_on_a_plain_terminal() {
    let command = "TERM=dumb LC_ALL=C TALON play klondike --quiet --deal 8";
    let mut terminal = Terminal::open("plain", command);
    terminal.wait("the prompt", |terminal| terminal.shown().contains("> "));
    terminal.type_line("d", 1, "Drew the nine of spades.");
    terminal.type_line("rules", 1, "any number of times");
    terminal.type_line("quiet off", 1, "xx QD");
    terminal.type_line("q", 1, "ended with 0");
    let shown = terminal.shown();
    assert!(shown.is_ascii() && !shown.contains('\x1b') && !shown.contains("## "), "{shown:?}");
}

/// What is written to a terminal without UTF-8 is ASCII, whichever command writes it.
#[test]
fn boards_on_a_plain_terminal_are_ascii() {
    let command = "export LC_ALL=C NO_COLOR=1; TALON deal freecell --deal 617 && TALON rules freecell && \
                   TALON games && TALON --help && TALON play --help && TALON solve klondike --deal 1 --moves";
    let terminal = Terminal::open("ascii", command);
    terminal.wait("the end", |terminal| terminal.shown().contains("ended with "));
    let shown = terminal.shown();
    assert!(shown.contains("ended with 0") && shown.contains("ms:617"), "{shown}");
    assert!(shown.is_ascii(), "{:?}", shown.lines().find(|line| !line.is_ascii()));
    assert!(!shown.contains("## ") && !shown.contains("\x1b[3"), "{shown:?}");
    let sheet = shown.split("\r\nAim\r\n").nth(1).and_then(|rest| rest.split("(freecell, family").next());
    assert!(sheet.is_some_and(|sheet| sheet.lines().all(|line| line.chars().count() <= 80)), "{shown}");
}

/// A save that comes through a pipe is played on at the terminal.
#[test]
fn a_piped_save_goes_on_at_the_terminal() {
    let save = "talon save 1\\ngame klondike\\ndeal 8\\nmoves\\ndraw\\nend\\nd\\n";
    let mut terminal = Terminal::open("piped", &format!("printf '{save}' | TALON play --load - --quiet"));
    terminal.wait("the piped command", |terminal| terminal.shown().contains("Drew the jack of spades."));
    terminal.type_line("u", 1, "Undone: drew the jack of spades.");
    terminal.send("\x04");
    terminal.wait("the end", |terminal| terminal.shown().contains("ended with 0"));
}
