//! The game in a terminal: full screen, with keyboard and mouse.
//!
//! [`run`] takes the terminal over, lets the player play, and restores the terminal however it ends. Keys and
//! clicks become [`Command`](talon_session::Command)s of a [`Sitting`], and the screen is drawn from the
//! [`View`](talon_rules::View) of its game. This crate knows places on the screen, keys and colours. It
//! does not know the rules of any game, it keeps no history, and it does not make the sentences about moves:
//! the session does.
//!
//! # Example
//!
//! ```no_run
//! use talon_session::{Deal, form::Form};
//! use talon_tui::{Start, run};
//!
//! let rules = *talon_games::find("canfield").expect("Canfield is one of the games");
//! run(Start::Game(Box::new(Form::of(&rules)), Deal::Number(42)), Box::new(|| 43))?;
//! # Ok::<(), talon_tui::Error>(())
//! ```
//!
//! The crate has no optional features.
//!
//! # Modules
//!
//! The program without a terminal is [`App`], which [`draw`] draws into any ratatui frame: tests use it with a
//! backend in memory.
//!
//! | module | what it does |
//! |---|---|
//! | `app` | the state of the program, and sending commands to the game |
//! | `input`, `cursor`, `pointer`, `address`, `commands` | keys, the cursor, the mouse, typed moves, the list of commands |
//! | `popup` | lists and pages over the board: components with one shape of input |
//! | `prompt`, `line`, `preferences` | questions at the bottom of the screen, the command line, the options |
//! | `background` | searches, and what their results do |
//! | `grid`, `size`, `board`, `scene`, `animation` | where piles and cards lie, what is seen of the table, moving cards |
//! | `offers` | which commands would do something now |
//! | `draw`, `face`, `footer`, `panel`, `look`, `palette`, `words` | drawing |
//! | `terminal` | taking the terminal over and restoring it |

mod address;
mod animation;
pub mod app;
mod background;
mod board;
mod commands;
mod cursor;
mod draw;
mod face;
mod footer;
mod grid;
mod input;
mod line;
mod look;
mod offers;
mod palette;
mod panel;
mod pointer;
mod popup;
mod preferences;
mod prompt;
mod scene;
mod size;
mod terminal;
mod wanted;
mod words;

pub use app::{App, Cursor, Held};
pub use board::{Placed, Shown};
pub use commands::{Action, Entry, commands};
pub use draw::draw;
pub use look::{Depth, Look, Theme};
pub use prompt::Prompt;

use app::Tone;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{fmt, io};
use talon_rules::SetupError;
use talon_session::form::Form;
use talon_session::{Account, Deal, Journal, Session, Sitting};
use talon_store::Store;
use terminal::Screen;

/// What to begin with.
pub enum Start {
    /// The list of games.
    Chooser,
    /// A new game by the rules of a form.
    Game(Box<Form>, Deal),
    /// A game that was loaded.
    Loaded(Box<Session>),
    /// An unfinished game of the books: the one with this number, or the last one.
    Resume(Option<i64>),
}

/// What the command line says about the screen.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Colours always or never; otherwise as the environment says.
    pub colours: Option<bool>,
    /// The terminal shows ASCII only.
    pub ascii: bool,
    /// What to say when the game begins, such as what is known about its deal.
    pub note: String,
}

/// Why the program did not start, or ended early.
#[derive(Debug)]
pub enum Error {
    /// The terminal cannot be used.
    Terminal(io::Error),
    /// The game cannot be dealt.
    Setup(SetupError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Terminal(_) => f.write_str("the terminal cannot be used"),
            Error::Setup(_) => f.write_str("the game cannot be dealt"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Terminal(error) => Some(error),
            Error::Setup(error) => Some(error),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Terminal(error)
    }
}

impl From<SetupError> for Error {
    fn from(error: SetupError) -> Error {
        Error::Setup(error)
    }
}

/// How long the program waits for a key when nothing is animated.
const IDLE: Duration = Duration::from_millis(100);
/// How long it waits during an animation or a search.
const BUSY: Duration = Duration::from_millis(15);

/// Plays until the player leaves. `fresh` returns the number of a new deal.
///
/// # Errors
/// If the terminal cannot be used, or the game to begin with cannot be dealt.
pub fn run(start: Start, fresh: Box<dyn FnMut() -> u64>) -> Result<(), Error> {
    run_with(start, fresh, Wishes::default())
}

/// Plays like [`run`], with a screen as the player wishes.
///
/// # Errors
/// If the terminal cannot be used, or the game to begin with cannot be dealt.
pub fn run_with(start: Start, mut fresh: Box<dyn FnMut() -> u64>, wishes: Wishes) -> Result<(), Error> {
    let resumed = match start {
        Start::Resume(id) => Some(id),
        _ => None,
    };
    let Records { books, account, journal, trouble } = Records::open();
    let is_chooser = matches!(start, Start::Chooser);
    let mut listing = false;
    let session = match start {
        Start::Loaded(session) => *session,
        Start::Game(form, deal) => {
            listing = form.shows_listing();
            form.begin(deal)?
        }
        // Behind the list of games lies the game played last, or the first of the list.
        Start::Chooser | Start::Resume(_) => {
            let last = books.as_ref().and_then(|books| books.preference("game"));
            let rules = last.and_then(|name| talon_games::find(&name).ok()).unwrap_or(&talon_games::ALL[0]);
            Session::new(rules, Deal::Number(fresh()))?
        }
    };
    let depth = Depth::from_environment(|name| match (wishes.colours, name) {
        (Some(true), "NO_COLOR") => None,
        (Some(false), "NO_COLOR") => Some("1".into()),
        _ => std::env::var(name).ok(),
    });
    let look = Look { depth, ..Look::default() };
    let sitting = if is_chooser || resumed.is_some() {
        Sitting::laid(session, account, journal)
    } else {
        Sitting::new(session, account, journal)
    };
    let mut app = App::new(sitting, look, books, fresh, unix_time);
    app.recall_preferences();
    app.look.ascii = wishes.ascii;
    if listing {
        app.open_listing();
    }
    let wrong_keys = app.read_keys();
    if is_chooser {
        app.open(popup::Games::new(&app, true));
    }
    if !wishes.note.is_empty() {
        app.say(wishes.note, Tone::Plain);
    }
    if let Some(id) = resumed {
        let left = app.books.as_ref().and_then(|books| books.left().ok()).unwrap_or_default();
        match id.or(left.first().map(|game| game.id)) {
            Some(id) => app.resume(id),
            None => {
                app.act(Action::Games);
                app.say("There is no unfinished game.", Tone::Bad);
            }
        }
    }
    if let Some(trouble) = wrong_keys.or(trouble) {
        app.say(trouble, Tone::Bad);
    }
    let mut screen = Screen::open()?;
    let result = play(&mut app, &mut screen);
    let left = app.sitting.leave();
    let name = app.session().rules().name;
    if let Some(books) = &app.books {
        // The list of games begins there next time. If that is not kept, nothing is lost.
        let _ = books.prefer("game", name.as_str());
    }
    // The player must be able to read this, so it comes after the screen is restored.
    drop(screen);
    if let Err(error) = left {
        let _ = writeln!(io::stderr(), "{error}");
    }
    Ok(result?)
}

/// The player's books, as far as they can be used.
struct Records {
    books: Option<Store>,
    account: Account,
    journal: Option<Box<dyn Journal>>,
    /// What the player has to know about the books.
    trouble: Option<String>,
}

impl Records {
    fn open() -> Records {
        let without = |trouble: &str, books: Option<Store>| Records {
            books,
            account: Account::default(),
            journal: None,
            trouble: Some(format!("{trouble} Games are not being recorded.")),
        };
        let Some(folder) = talon_store::folder() else {
            return without("There is no folder for the player's books.", None);
        };
        let books = match Store::open(&folder) {
            Ok(books) => books,
            // What cannot be written may still be read.
            Err(error) => return without(&error.to_string(), Store::read(&folder).ok()),
        };
        let (journal, trouble) = match books.writer() {
            Ok(writer) => (Some(Box::new(writer) as Box<dyn Journal>), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let account = books.account().unwrap_or_default();
        Records { books: Some(books), account, journal, trouble }
    }
}

/// Fewer events than fit into the buffer with which crossterm reads.
const MANY_EVENTS: u32 = 32;

/// Draws the screen and handles events until the player leaves.
fn play(app: &mut App, screen: &mut Screen) -> io::Result<()> {
    let mut last = Instant::now();
    while !app.quit && !screen.is_told_to_end() {
        screen.suspend(std::mem::take(&mut app.suspend))?;
        if std::mem::take(&mut app.redraw) {
            screen.wipe()?;
        }
        screen.terminal.draw(|frame| draw(app, frame))?;
        let is_busy = !app.animation.is_over()
            || app.analyst.is_busy()
            || app.adviser.is_busy()
            || app.demonstration.is_some();
        if crossterm::event::poll(if is_busy { BUSY } else { IDLE })? {
            // Events that have piled up are handled before the screen is drawn again.
            let mut events = 0;
            let mut has_resized = false;
            loop {
                let event = crossterm::event::read()?;
                events += 1;
                has_resized |= matches!(event, crossterm::event::Event::Resize(..));
                app.event(event, Instant::now());
                if app.quit || !crossterm::event::poll(Duration::ZERO)? {
                    break;
                }
            }
            if has_resized || events > MANY_EVENTS {
                screen.announce_keys();
            }
        }
        let now = Instant::now();
        app.tick(now - last, now);
        last = now;
    }
    Ok(())
}

/// Returns where the player's file of keys lies: the file `TALON_KEYS`, or `talon/keys` among the
/// configuration files.
fn keys_file(var: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name| var(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || set("HOME").map(|home| home.join(".config"));
    set("TALON_KEYS").or_else(|| Some(set("XDG_CONFIG_HOME").or_else(home)?.join("talon").join("keys")))
}

fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
