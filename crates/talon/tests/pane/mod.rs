//! The program in a real terminal (tmux), for tests.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A terminal that runs the program, with books of its own.
pub struct Pane {
    socket: String,
    pub folder: PathBuf,
    owns_folder: bool,
}

impl Pane {
    pub fn folder(name: &str) -> PathBuf {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let here = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        here.join(format!("screen-{name}-{}-{number}", std::process::id()))
    }

    pub fn open(folder: &Path, arguments: &str, owns_folder: bool) -> Pane {
        let program = format!("exec '{}' {arguments}", env!("CARGO_BIN_EXE_talon"));
        Pane::run(folder, &program, owns_folder)
    }

    pub fn run(folder: &Path, program: &str, owns_folder: bool) -> Pane {
        Pane::sized(folder, program, owns_folder, (100, 32))
    }

    /// Runs a program in a terminal of this size.
    pub fn sized(folder: &Path, program: &str, owns_folder: bool, (width, height): (u16, u16)) -> Pane {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let socket = format!("talon-test-{}-{number}", std::process::id());
        let pane = Pane { socket, folder: folder.into(), owns_folder };
        let data = format!("TALON_DATA={}", folder.display());
        let (width, height) = (width.to_string(), height.to_string());
        pane.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &width,
            "-y",
            &height,
            "-e",
            &data,
            program,
        ]);
        pane.wait("? help");
        pane
    }

    pub fn tmux(&self, arguments: &[&str]) -> String {
        let out = Process::new("tmux").args(["-L", &self.socket]).args(arguments).output();
        let out = out.expect("tmux is wanted for these tests: `cargo xtask test` installs it");
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    pub fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen shows a text; a minute is long enough for a busy machine.
    pub fn wait(&self, text: &str) {
        let end = Instant::now() + Duration::from_secs(60);
        while !self.screen().contains(text) {
            assert!(Instant::now() < end, "{text:?} never came:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sends bytes as a terminal would. A key is never split, because half a key has another meaning.
    pub fn send(&self, keys: &[&str]) {
        let mut hex: Vec<String> = Vec::new();
        for (i, key) in keys.iter().enumerate() {
            hex.extend(key.bytes().map(|byte| format!("{byte:02x}")));
            // The length of an argument list is limited.
            if hex.len() > 400 || i + 1 == keys.len() {
                let mut arguments = vec!["send-keys", "-H"];
                arguments.extend(hex.iter().map(String::as_str));
                self.tmux(&arguments);
                hex.clear();
            }
        }
    }

    pub fn process(&self) -> u32 {
        self.tmux(&["display-message", "-p", "#{pane_pid}"]).trim().parse().expect("a pane has a process")
    }

    pub fn talon(&self, arguments: &[&str]) -> String {
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
