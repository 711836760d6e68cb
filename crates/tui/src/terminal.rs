//! The terminal: taken over when the game begins, given back however it ends.

use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, Stdout, Write, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The screen, taken over; dropping it gives the terminal back.
pub struct Screen {
    /// Where frames are drawn.
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
    signalled: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal over: raw keys, the mouse, the other screen.
    ///
    /// # Errors
    /// When the terminal does not let us.
    pub fn open() -> io::Result<Screen> {
        // A panic must leave a terminal one can read its message on. A search of the background has
        // its own way to fail.
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().name() != Some(session::THREAD) {
                restore();
                before(info);
            }
        }));
        let signalled = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        heed_signals(signalled.clone())?;
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Screen { terminal, signalled })
    }

    /// Did somebody ask the program to end?
    pub fn is_told_to_end(&self) -> bool {
        self.signalled.load(Ordering::Relaxed)
    }
}

/// How long the program has to end by itself when it is told to.
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_millis(500);

/// Ends the program when a signal says so.
///
/// The loop of the program sees it first. But when the terminal itself is gone, whoever waits for a key
/// waits for ever; then this thread ends the program. Nothing is lost: every move is in the books.
#[cfg(unix)]
fn heed_signals(signalled: Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP])?;
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

/// Gives the terminal back; what fails is not worth stopping for.
fn restore() {
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, crossterm::cursor::Show);
    let _ = stdout().flush();
}
