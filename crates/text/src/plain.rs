//! The plain player: every game, in lines.

use crate::address::{self, Ask};
use crate::search;
use crate::{Input, Line, board};
use rules::Pile;
use session::{Command, Deal, Journal, Listing, Part, Session, Sitting, Told, spoken};
use std::io::{self, Read, Write};
use std::time::Duration;

/// Where games are kept, as far as a player of lines wants to know.
pub trait Shelf {
    /// The games that were left, each by its number and a few words, the newest first.
    fn left(&self) -> Vec<(i64, String)>;

    /// Takes a game up again: how it stands, how long it was played, and who writes it down.
    ///
    /// # Errors
    /// Why not, as a sentence.
    fn take_up(&self, id: i64) -> Result<(Session, Duration, Box<dyn Journal>), String>;

    /// Counts a game that was left as lost.
    ///
    /// # Errors
    /// Why not, as a sentence.
    fn give_up(&self, id: i64) -> Result<(), String>;
}

/// Nothing is kept.
pub struct NoShelf;

impl Shelf for NoShelf {
    fn left(&self) -> Vec<(i64, String)> {
        Vec::new()
    }

    fn take_up(&self, _: i64) -> Result<(Session, Duration, Box<dyn Journal>), String> {
        Err("No games are kept here.".into())
    }

    fn give_up(&self, _: i64) -> Result<(), String> {
        Err("No games are kept here.".into())
    }
}

/// The world around the table.
pub struct Around<'a, F, C> {
    /// The number of a new deal when the player does not name one.
    pub fresh: F,
    /// How long the player has been sitting there.
    pub clock: C,
    /// Where games are kept.
    pub shelf: &'a dyn Shelf,
    /// Is only what changes said? Otherwise the whole state stands before every command.
    pub quiet: bool,
}

/// Plays until the player quits or the input ends.
///
/// # Errors
/// When reading or writing fails.
pub fn play<F: FnMut() -> u64, C: FnMut() -> Duration>(
    mut sitting: Sitting,
    input: impl Read,
    mut out: impl Write,
    mut around: Around<'_, F, C>,
) -> io::Result<()> {
    let mut input = Input::new(input);
    let mut status = sitting.session().status_at_once();
    let mut time = (around.clock)();
    // What was asked last, if it is done only when it is asked twice.
    let mut doubted = None;
    match around.shelf.left().len() {
        0 => {}
        1 => writeln!(out, "A game was left unfinished; `resume` names it.\n")?,
        n => writeln!(out, "{n} games were left unfinished; `resume` lists them.\n")?,
    }
    if around.quiet {
        let session = sitting.session();
        writeln!(
            out,
            "{}, {}. `look` tells what lies there, ? lists the commands.",
            session.rules().title,
            session.deal()
        )?;
    }
    loop {
        if !around.quiet {
            board::write(&mut out, sitting.session())?;
            if let Some(standing) = session::standing(status) {
                writeln!(out, "{standing}")?;
            }
        }
        if let Some(trouble) = sitting.take_trouble() {
            writeln!(out, "{trouble}")?;
        }
        let ask = loop {
            write!(out, "> ")?;
            out.flush()?;
            match input.line()? {
                Line::End => {
                    sitting.leave();
                    return writeln!(out);
                }
                Line::TooLong => break Err("That line is too long to be a command; ? lists them.".into()),
                Line::Text(text) => match address::read(&text) {
                    Ok(Ask::Nothing) => {}
                    Ok(ask) => break Ok(ask),
                    Err(unclear) => break Err(unclear.to_string()),
                },
            }
        };
        let now = (around.clock)();
        sitting.pass(now.saturating_sub(time));
        time = now;
        match ask {
            Ok(Ask::Quit) => {
                sitting.leave();
                return Ok(());
            }
            Ok(ask) => {
                // Whether a game is stuck may take thought: only when something has changed.
                let changes =
                    matches!(ask, Ask::Do(_) | Ask::New(_) | Ask::Load(_) | Ask::Resume(_) | Ask::Go(_));
                let stock = sitting.session().view().len(Pile::Stock);
                let sure = doubted.take() == Some(ask.clone());
                let answer = match ask {
                    Ask::GiveUp(id) => {
                        let (words, again) = give_up(&mut sitting, id, sure, around.shelf);
                        doubted = again.then_some(ask);
                        words
                    }
                    ask => answer(&mut sitting, ask, &mut around),
                };
                if changes {
                    status = sitting.session().status_at_once();
                }
                write!(out, "{}", answer.trim_end())?;
                if around.quiet && changes {
                    let view = sitting.session().view();
                    let stock =
                        (view.len(Pile::Stock) != stock).then(|| spoken(view, Part::Pile(Pile::Stock)));
                    for more in stock.as_deref().into_iter().chain(session::standing(status)) {
                        write!(out, " {more}")?;
                    }
                }
                writeln!(out, "{}", if around.quiet { "" } else { "\n" })?;
            }
            Err(sentence) => writeln!(out, "{sentence}{}", if around.quiet { "" } else { "\n" })?,
        }
    }
}

/// Gives a game up, or asks whether that is meant: what there is to say, and whether it was asked.
fn give_up(sitting: &mut Sitting, id: Option<i64>, sure: bool, shelf: &dyn Shelf) -> (String, bool) {
    let said = match (id, sure) {
        (None, false) => match sitting.may_give_up() {
            Ok(()) => {
                let words = "Give this game up? It counts as lost then; `give up` once more does it.";
                return (words.into(), true);
            }
            Err(refusal) => refusal.to_string(),
        },
        (None, true) => match sitting.give_up() {
            Ok(outcome) => format!("{} `new` deals anew.", outcome.words()),
            Err(refusal) => refusal.to_string(),
        },
        (Some(id), false) => match shelf.left().into_iter().find(|(left, _)| *left == id) {
            Some((_, words)) => {
                let words =
                    format!("Give up {words}? It counts as lost then; `give up {id}` once more does it.");
                return (words, true);
            }
            None => format!("No game {id} was left; `resume` lists them."),
        },
        (Some(id), true) => match shelf.give_up(id) {
            Ok(()) => format!("Game {id} is given up: it counts as lost."),
            Err(sentence) => sentence,
        },
    };
    (said, false)
}

/// A step of a hint; from the second on with the move as it is typed.
fn hinted(m: rules::Move, words: String) -> String {
    if words.starts_with("Look at ") {
        format!("{words} h again tells the move.")
    } else {
        format!("{words} ({m})")
    }
}

/// Does what was asked and says what there is to say.
fn answer<F: FnMut() -> u64, C>(sitting: &mut Sitting, ask: Ask, around: &mut Around<'_, F, C>) -> String {
    let quiet = around.quiet;
    let execute = |sitting: &mut Sitting, command| match sitting.execute(command) {
        Ok(outcome) if quiet => outcome.brief(),
        Ok(outcome) => outcome.words(),
        Err(refusal) => refusal.to_string(),
    };
    let session = sitting.session();
    match ask {
        Ask::Nothing | Ask::Quit | Ask::GiveUp(_) => String::new(),
        Ask::Do(command) => execute(sitting, command),
        Ask::New(None) => execute(sitting, Command::New(Deal::Number((around.fresh)()))),
        Ask::New(Some(name)) => match Deal::read(&name, session.rules()) {
            Ok(deal) => execute(sitting, Command::New(deal)),
            Err(error) => format!("There is no such deal: {error}."),
        },
        Ask::Hint => {
            let told = match sitting.hint(false) {
                Told::Think => sitting.advise(),
                told => told,
            };
            match told {
                Told::Step(m, words) => hinted(m, words),
                Told::None(words) => words,
                Told::Think => String::new(),
            }
        }
        Ask::Legal => {
            let moves: Vec<String> = session.view().moves().iter().map(|m| m.to_string()).collect();
            if moves.is_empty() { "No move is legal.".into() } else { format!("Legal: {}", moves.join("  ")) }
        }
        Ask::Listing => match Listing::of(session.view()) {
            Some(listing) => {
                sitting.count_cards();
                listing.to_string()
            }
            None => "This game has no stock to go through.".into(),
        },
        Ask::Score => format!(
            "Score {}, {} of {} cards up, {} help.",
            session.score_words(),
            session.view().cards_up(),
            session.rules().deck().len(),
            session.stamp()
        ),
        Ask::Find(card) => session::find(session.view(), card),
        Ask::Ledger => match sitting.ledger() {
            Some(ledger) => ledger.to_string(),
            None => {
                format!(
                    "The casino keeps its ledger for deals of Canfield; the score is {}.",
                    session.score_words()
                )
            }
        },
        Ask::Verdict => search::verdict(sitting),
        Ask::Lost => search::lost(sitting),
        Ask::Grade => search::grade(sitting),
        Ask::Mark(name) => {
            sitting.bookmark(name);
            format!("Bookmark {name} is here; `go {name}` comes back.")
        }
        Ask::Go(name) => match session.bookmarks().place(name) {
            Some(place) => execute(sitting, Command::Visit(place)),
            None => format!("There is no bookmark {name}."),
        },
        Ask::Resume(None) => {
            let left = around.shelf.left();
            let lines: Vec<String> = left.iter().map(|(id, words)| format!("{id:>5}  {words}")).collect();
            if lines.is_empty() {
                "No game was left unfinished.".into()
            } else {
                format!("{}\nWrite `resume` and the number of one.", lines.join("\n"))
            }
        }
        Ask::Resume(Some(id)) => match around.shelf.take_up(id) {
            Ok((session, time, journal)) => {
                sitting.change_to(session, time, Some(journal));
                format!("Going on with game {id}.")
            }
            Err(sentence) => sentence,
        },
        Ask::Save(path) => match session.save_to(&path) {
            Ok(()) => format!("Saved to {}.", path.display()),
            Err(error) => error.to_string(),
        },
        Ask::Load(path) => match Session::load_from(&path) {
            Ok(loaded) => {
                sitting.change(loaded);
                format!("Loaded {}.", path.display())
            }
            Err(error) => error.to_string(),
        },
        Ask::Look(Some(part)) => spoken(session.view(), part),
        Ask::Look(None) if quiet => {
            let mut lines = Vec::new();
            // Nothing fails in memory.
            let _ = board::write(&mut lines, session);
            String::from_utf8_lossy(&lines).into_owned()
        }
        // The whole state follows by itself.
        Ask::Look(None) => String::new(),
        Ask::Quiet(on) => {
            around.quiet = on;
            if on {
                "Only what changes is said from now on; `look` tells the rest, `quiet off` ends it.".into()
            } else {
                "The whole state is said every time.".into()
            }
        }
        Ask::Rules => session.rules().describe(),
        Ask::Help => address::HELP.into(),
    }
}
