//! The full-screen game on a terminal.
//!
//! Keys and clicks become [`Command`](session::Command)s; what is drawn comes from the
//! [`View`](rules::View). [`run`] takes the terminal over and gives it back.
//!
//! What is NOT known here: any rule, any history, any sentence about a move. The
//! [`Sitting`] has them; this crate has places on the screen, keys and colours.

mod address;
pub mod app;
mod background;
mod board;
mod commands;
mod draw;
mod flight;
mod input;
mod look;
mod panel;
mod pointer;
mod popup;
mod scene;
mod sheet;
mod statistics;
mod terminal;
mod wanted;

pub use app::App;
pub use commands::{ALL as COMMANDS, Action, Entry};
pub use draw::draw;
pub use look::{Depth, Look, Theme};

use rules::Rules;
use session::{Account, Deal, Session, Sitting};
use std::io;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use terminal::Screen;

/// What to begin with.
pub enum Start {
    /// The list of games.
    Chooser,
    /// A new game.
    Game(Box<Rules>, Deal),
    /// A game that was loaded.
    Loaded(Box<Session>),
}

/// How long the program waits for a key when nothing moves.
const IDLE: Duration = Duration::from_millis(100);
/// How long when something does.
const BUSY: Duration = Duration::from_millis(15);

/// Plays until the player leaves.
///
/// `fresh` gives the number of a new deal when the player does not name one.
///
/// # Errors
/// When the terminal cannot be used.
pub fn run(start: Start, mut fresh: Box<dyn FnMut() -> u64>) -> io::Result<()> {
    let (books, mut trouble) = match store::folder().map(|folder| store::Store::open(&folder)) {
        Some(Ok(books)) => (Some(books), None),
        Some(Err(error)) => (None, Some(format!("{error} Nothing is kept."))),
        None => (None, Some("There is no folder for the books: nothing is kept.".into())),
    };
    let account = books.as_ref().map_or(Ok(Account::default()), store::Store::account).unwrap_or_default();
    let journal = books.as_ref().and_then(|books| match books.writer() {
        Ok(writer) => Some(Box::new(writer) as Box<dyn session::Journal>),
        Err(error) => {
            trouble = Some(error.to_string());
            None
        }
    });
    let choose = matches!(start, Start::Chooser);
    let is_plain_game = matches!(start, Start::Game(..));
    let session = match start {
        Start::Loaded(session) => *session,
        Start::Game(rules, deal) => Session::new(&rules, deal).map_err(io::Error::other)?,
        // Something must lie on the table behind the list: the game played last, or the first.
        Start::Chooser => {
            let last = books.as_ref().and_then(|books| books.preference("game"));
            let rules = last.and_then(|name| games::find(&name).ok()).unwrap_or(&games::ALL[0]);
            Session::new(rules, Deal::Number(fresh())).map_err(io::Error::other)?
        }
    };
    let depth = Depth::from_environment(|name| std::env::var(name).ok());
    let look = Look { depth, ..Look::default() };
    let left = books.as_ref().and_then(|books| books.left().ok()).unwrap_or_default();
    let sitting = if choose {
        Sitting::laid(session, account, journal)
    } else {
        Sitting::new(session, account, journal)
    };
    let mut app = App::new(sitting, look, books, fresh, unix_time);
    app.recall_preferences();
    if choose {
        app.act(Action::Games);
    }
    if !left.is_empty() {
        if is_plain_game {
            let games =
                if left.len() == 1 { "A game was".into() } else { format!("{} games were", left.len()) };
            app.say(format!("{games} left unfinished; L goes on with one."), app::Tone::Plain);
        } else {
            app.offer_to_resume(false);
        }
    }
    if let Some(trouble) = trouble {
        app.say(trouble, app::Tone::Bad);
    }
    let mut screen = Screen::open()?;
    let result = play(&mut app, &mut screen);
    app.sitting.leave();
    let name = app.session().rules().name;
    if let Some(books) = &app.books {
        // The chooser begins there; that it may not be kept is no harm.
        let _ = books.prefer("game", name.as_str());
    }
    result
}

fn play(app: &mut App, screen: &mut Screen) -> io::Result<()> {
    let mut last = Instant::now();
    while !app.quit && !screen.is_told_to_end() {
        screen.rest(std::mem::take(&mut app.rest))?;
        if std::mem::take(&mut app.redraw) {
            screen.terminal.clear()?;
        }
        screen.terminal.draw(|frame| draw(app, frame))?;
        let busy =
            !app.show.is_over() || app.analyst.is_busy() || app.adviser.is_busy() || app.demo.is_some();
        if crossterm::event::poll(if busy { BUSY } else { IDLE })? {
            app.event(crossterm::event::read()?, Instant::now());
            // Whatever has piled up is done before the next picture.
            while !app.quit && crossterm::event::poll(Duration::ZERO)? {
                app.event(crossterm::event::read()?, Instant::now());
            }
        }
        let now = Instant::now();
        app.tick(now - last, now);
        last = now;
    }
    Ok(())
}

fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
