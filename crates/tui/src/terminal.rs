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
    stopped: Arc<AtomicBool>,
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
        let stopped = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGTSTP, stopped.clone())?;
        take_over()?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Screen { terminal, signalled, stopped })
    }

    /// Goes into the background if somebody asked for it, and comes back with a fresh picture.
    ///
    /// # Errors
    /// When the terminal does not let us.
    pub fn rest(&mut self, wanted: bool) -> io::Result<()> {
        if !self.stopped.swap(false, Ordering::Relaxed) && !wanted {
            return Ok(());
        }
        #[cfg(unix)]
        {
            restore();
            // Here the program stands still until it is continued.
            signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
            take_over()?;
            self.terminal.clear()?;
        }
        Ok(())
    }

    /// Did somebody ask the program to end?
    pub fn is_told_to_end(&self) -> bool {
        self.signalled.load(Ordering::Relaxed)
    }
}

/// Is the terminal ours? Given back twice, it would put the cursor over what was written between.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Raw keys, the mouse, the other screen.
fn take_over() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
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
    use signal_hook::consts::*;
    // All that would end the program and can be caught; faults of the machine cannot be.
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

/// Gives the terminal back; what fails is not worth stopping for.
fn restore() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, crossterm::cursor::Show);
    let _ = stdout().flush();
}
