//! A child process that is spoken to in lines, with a time limit for each answer.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use talon_players::Fault;

/// The longest line of an answer.
const MOST_LINE: u64 = 64 << 10;
/// The end of the standard error that is kept to explain a crash.
const MOST_ERRORS: usize = 2 << 10;

/// What went wrong, with a sentence for people.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub fault: Fault,
    pub reason: String,
}

impl Failure {
    pub fn new(fault: Fault, reason: impl Into<String>) -> Failure {
        Failure { fault, reason: reason.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// A line of the program, or why there are no more.
type Line = Result<String, Failure>;

/// A running program.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
    errors: Arc<Mutex<Vec<u8>>>,
    reads_errors: JoinHandle<()>,
}

impl Process {
    /// Starts a program. It gets a process group of its own, so that the processes it starts end with it.
    pub fn start(words: &[String]) -> Result<Process, Failure> {
        let crashed = |reason: String| Failure::new(Fault::Crashed, reason);
        let (program, arguments) =
            words.split_first().ok_or_else(|| crashed("no program is named after \"exec:\"".into()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            command.spawn().map_err(|error| crashed(format!("{program} cannot be started: {error}")))?;
        let (input, output, error) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(error)) = (input, output, error) else {
            return Err(crashed(format!("{program} has no standard input or output")));
        };
        // The channel holds one line, so that a program that writes without end is stopped by its own pipe.
        let (send, lines) = sync_channel(1);
        std::thread::spawn(move || read_lines(output, |line| send.send(line).is_ok()));
        let errors = Arc::new(Mutex::new(Vec::new()));
        let kept = errors.clone();
        let reads_errors = std::thread::spawn(move || keep_end(error, &kept));
        Ok(Process { child, input, lines, errors, reads_errors })
    }

    /// Writes a line to the program.
    pub fn tell(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.input.write_all(line.as_bytes()).and_then(|()| self.input.flush());
        written.map_err(|_| self.ended())
    }

    /// Writes a line and waits for the answer.
    pub fn ask(&mut self, line: &str, limit: Duration) -> Result<String, Failure> {
        if let Ok(unasked) = self.lines.try_recv() {
            let unasked = unasked?;
            let reason = format!("it wrote a line that nobody asked for: {}", shown(&unasked));
            return Err(Failure::new(Fault::Unreadable, reason));
        }
        let begun = Instant::now();
        self.tell(line)?;
        match self.lines.recv_timeout(limit.saturating_sub(begun.elapsed())) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                let reason = format!("it did not answer within {} s", limit.as_secs_f64());
                Err(Failure::new(Fault::TooSlow, reason))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// Describes how the program ended, with the last line of its standard error.
    fn ended(&mut self) -> Failure {
        // The output has ended, so the program is about to end as well.
        let deadline = Instant::now() + Duration::from_secs(5);
        let pause = || std::thread::sleep(Duration::from_millis(2));
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => pause(),
                status => break status.ok().flatten(),
            }
        };
        // A process that it has started may keep the standard error open.
        while !self.reads_errors.is_finished() && Instant::now() < deadline {
            pause();
        }
        let how = status.map_or("it closed its output".into(), |status| format!("it ended ({status})"));
        let errors = self.errors.lock().map_or(String::new(), |bytes| String::from_utf8_lossy(&bytes).into());
        let said = errors.lines().rev().find(|line| !line.trim().is_empty());
        let said = said.map_or(String::new(), |line| format!(", saying: {}", shown(line)));
        Failure::new(Fault::Crashed, format!("{how}{said}"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Ok(Some(group)) = i32::try_from(self.child.id()).map(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends the lines of the output until it ends or nobody listens.
fn read_lines(output: impl Read, mut send: impl FnMut(Line) -> bool) {
    let mut reader = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match reader.by_ref().take(MOST_LINE + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(read) if read as u64 > MOST_LINE => {
                let reason = format!("it wrote a line of more than {} KB", MOST_LINE >> 10);
                send(Err(Failure::new(Fault::Unreadable, reason)));
                return;
            }
            Ok(_) => {}
        }
        let line = String::from_utf8(line)
            .map_err(|_| Failure::new(Fault::Unreadable, "it wrote bytes that are not UTF-8"));
        if !send(line) {
            return;
        }
    }
}

/// Keeps the end of what is read.
fn keep_end(mut from: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend_from_slice(&buffer[..read]);
        let surplus = kept.len().saturating_sub(MOST_ERRORS);
        kept.drain(..surplus);
    }
}

/// Returns the beginning of a line, in quotes.
pub(super) fn shown(line: &str) -> String {
    let line = line.trim_end();
    let start: String = line.chars().take(80).collect();
    if start.len() < line.len() { format!("{start:?}…") } else { format!("{start:?}") }
}
