//! The terminal: taken over when the program starts, and restored however it ends.

use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, Stdout, Write, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The terminal while the program has it. Dropping it restores the terminal.
pub struct Screen {
    /// Where frames are drawn.
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
    signalled: Arc<AtomicBool>,
    stopped: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal over: raw keys, the mouse and the alternate screen.
    ///
    /// # Errors
    /// If the terminal cannot be set up.
    pub fn open() -> io::Result<Screen> {
        // After a panic the player must be able to read its message. A panic of a background search is
        // handled by the session.
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().name() != Some(talon_session::THREAD) {
                restore();
                before(info);
            }
        }));
        let signalled = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        heed_signals(signalled.clone())?;
        let stopped = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGTSTP, stopped.clone())?;
        take_over()?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Screen { terminal, signalled, stopped })
    }

    /// Suspends the program if that was asked for. When it is continued, the screen is drawn again.
    ///
    /// # Errors
    /// If the terminal cannot be set up again.
    pub fn suspend(&mut self, wanted: bool) -> io::Result<()> {
        if !self.stopped.swap(false, Ordering::Relaxed) && !wanted {
            return Ok(());
        }
        #[cfg(unix)]
        {
            restore();
            // Here the program stops until it is continued.
            signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
            take_over()?;
            self.wipe()?;
        }
        Ok(())
    }

    /// Wipes the terminal, so that the next frame draws every cell.
    ///
    /// `Terminal::clear` does the same, but asks the terminal first where its cursor is, and fails if no
    /// answer comes within two seconds. Slow lines and simple terminals never answer.
    ///
    /// # Errors
    /// If the terminal cannot be written to.
    pub fn wipe(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(size.into())
    }

    /// Makes the system announce again the keys that wait to be read; to be called after a resize and after many
    /// events.
    ///
    /// Crossterm learns of waiting keys only once. If a resize comes at the same moment, or if they are more than
    /// its buffer holds (1,024 bytes, as in a text that is pasted), it forgets the rest until another key is
    /// pressed. Setting the terminal's attributes, even to what they are, wakes all who wait for its keys.
    pub fn announce_keys(&self) {
        #[cfg(unix)]
        {
            use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
            // Without it, the next key is answered together with the waiting ones.
            let _ = tcgetattr(stdout()).and_then(|now| tcsetattr(stdout(), OptionalActions::Now, &now));
        }
    }

    /// Returns `true` if a signal has asked the program to end.
    pub fn is_told_to_end(&self) -> bool {
        self.signalled.load(Ordering::Relaxed)
    }
}

/// Whether the terminal is taken over. If it were restored twice, the cursor would overwrite later output.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Sets up raw keys, the mouse and the alternate screen.
fn take_over() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// How long the program has to end by itself after a signal.
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_millis(500);

/// Ends the program after a signal.
///
/// Normally the loop of the program sees the signal and ends. If the terminal itself is gone, the loop may
/// wait for a key for ever; then this thread ends the program. No move is lost, because every move is
/// written to the books at once.
#[cfg(unix)]
fn heed_signals(signalled: Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::*;
    // All signals that would end the program and can be caught.
    let signals = [
        SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU,
        SIGXFSZ,
    ];
    let mut signals = signal_hook::iterator::Signals::new(signals)?;
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            signalled.store(true, Ordering::Relaxed);
            std::thread::sleep(GRACE);
            restore();
            std::process::exit(128 + signal);
        }
    })?;
    Ok(())
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal. Errors are ignored, because nothing can be done about them.
fn restore() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, crossterm::cursor::Show);
    let _ = stdout().flush();
}
