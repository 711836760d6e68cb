//! The answers of text play.

use super::{Around, Shelf, speech};
use crate::address::Ask;
use crate::search::{self, Waiting};
use crate::sheet;
use std::io::Write;
use talon_rules::Rules;
use talon_session::form::Form;
use talon_session::{
    Aim, Command, Day, Deal, Listing, Refusal, Session, Sitting, Sought, Stamp, Told, as_sentence, spoken,
};

/// Begins a game by the rules of a form.
fn begin(sitting: &mut Sitting, form: &Form, number: u64, shelf: &dyn Shelf) -> String {
    let session = match form.begin(Deal::Number(number)) {
        Ok(session) => session,
        Err(error) => return format!("That cannot be dealt: {error}."),
    };
    let deal = session.deal();
    let mut words = format!("New game: {}, {deal}.", session.title());
    if let Some(note) = deal.numbering(session.rules()) {
        words = format!("{words} {note}");
    }
    let left = shelf.left().len();
    sitting.change(session);
    words + kept(left, shelf)
}

/// What is said of the last game after a new one has begun; `left` games were unfinished before.
fn kept(left: usize, shelf: &dyn Shelf) -> &'static str {
    match shelf.left().len() > left {
        true => " The last game is kept as unfinished; `resume` lists it.",
        false => "",
    }
}

/// Finds a game by its name or by its title, as the program says it.
fn named(name: &str) -> Result<&'static Rules, talon_games::UnknownGame> {
    let titled = talon_games::ALL.iter().find(|rules| rules.title.as_str().eq_ignore_ascii_case(name.trim()));
    titled.map_or_else(|| talon_games::find(name), Ok)
}

/// Begins a game by changed rules and remembers them, or lists what can be changed.
fn set(sitting: &mut Sitting, settings: &[String], number: u64, shelf: &dyn Shelf) -> String {
    let mut form = Form::of_session(sitting.session());
    if let ["?" | "all"] = settings.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        return form.list(settings[0] == "all");
    }
    if let Err(refused) = form.change(settings) {
        return refused.to_string();
    }
    let words = begin(sitting, &form, number, shelf);
    let game = form.game().title;
    match shelf.remember(&form) {
        Ok(()) if form.is_as_named() => format!("{words} These are the rules of {game} itself."),
        Ok(()) => {
            format!(
                "{words} {game} is dealt like this from now on; `set standard` goes back to its own rules."
            )
        }
        Err(error) => format!("{words} {error}"),
    }
}

/// Formats the step of a hint that was given last; from the second step on, with the move as it is typed.
pub(crate) fn hinted(sitting: &Sitting, words: &str, key: char) -> String {
    match sitting.hinted() {
        Some((_, 1)) => format!("{words} Type {key} again for the move."),
        Some((m, 2)) => format!("{words} ({m}) Type {key} again for the reason."),
        Some((m, _)) => format!("{words} ({m})"),
        None => words.into(),
    }
}

/// Deals what a search has found, or says that nothing was found.
fn found(
    sitting: &mut Sitting,
    sought: &Sought,
    aim: Aim,
    begin: impl Fn(&mut Sitting, Deal) -> String,
) -> String {
    let words = sought.words(aim);
    match sought.deal() {
        Some(deal) => format!("{} {words}", begin(sitting, deal.clone())),
        None => words,
    }
}

/// Carries out a request and returns the answer. A search also writes its progress to `out`.
pub(super) fn answer<F: FnMut() -> u64, C>(
    sitting: &mut Sitting,
    ask: Ask,
    around: &mut Around<'_, F, C>,
    out: &mut dyn Write,
) -> String {
    let quiet = around.quiet;
    let interrupt = around.interrupt;
    let execute = |sitting: &mut Sitting, command| match sitting.execute(command) {
        Ok(outcome) if quiet => outcome.brief(),
        Ok(outcome) => outcome.words(),
        Err(refusal) => refusal.to_string(),
    };
    let shelf = around.shelf;
    let deal = |sitting: &mut Sitting, deal| {
        let left = shelf.left().len();
        let words = execute(sitting, Command::New(deal));
        words + kept(left, shelf)
    };
    let session = sitting.session();
    if session.is_finished() && ask.is_about_the_win() {
        return "This game is already won. Type `new` for another.".into();
    }
    match ask {
        Ask::Nothing | Ask::Quit | Ask::GiveUp(_) => String::new(),
        Ask::Yes | Ask::No => "There is no question to answer.".into(),
        Ask::Why => sitting.refused().unwrap_or("No move has been refused.").into(),
        Ask::Leap(step) => {
            let mut count = 0;
            while count < 10 && sitting.execute(step.clone()).is_ok() {
                count += 1;
            }
            let way = match step {
                Command::Undo if count == 0 => return Refusal::NothingToUndo.to_string(),
                _ if count == 0 => return Refusal::NothingToRedo.to_string(),
                Command::Undo => "back",
                _ => "forward",
            };
            format!("Went {way} {}.", talon_rules::plural(count, "move"))
        }
        Ask::Branch(next) => match sitting.branch(next) {
            Some(place) => execute(sitting, Command::Visit(place)),
            None => "There is no other branch.".into(),
        },
        Ask::Oracle => search::oracle(sitting, Waiting::new(interrupt, out)),
        Ask::Watch(count) => search::watch(sitting, count, Waiting::new(interrupt, out)),
        Ask::Winnable(level) => {
            let aim = level.map_or(Aim::Winnable, Aim::Level);
            let sought = search::deal(session.rules(), aim, (around.fresh)(), Waiting::new(interrupt, out));
            found(sitting, &sought, aim, deal)
        }
        Ask::Neighbour(forward) => match sitting.next_deal(forward) {
            Some(next) => deal(sitting, next),
            None => "This deal has no number, so there is no next or previous one.".into(),
        },
        Ask::Daily => {
            let aim = Aim::Day(Day::from_unix(around.now));
            let sought = search::deal(session.rules(), aim, 0, Waiting::new(interrupt, out));
            found(sitting, &sought, aim, deal)
        }
        Ask::Game(None) => {
            let names: Vec<&str> = talon_games::ALL.iter().map(|rules| rules.name.as_str()).collect();
            format!("The games: {}. Type `game` and the name of one.", names.join(", "))
        }
        Ask::Game(Some(name)) => match named(&name) {
            Ok(rules) => {
                let form = around.shelf.remembered(&Form::named(rules));
                begin(sitting, &form, (around.fresh)(), around.shelf)
            }
            Err(error) => as_sentence(&error.to_string()),
        },
        Ask::Set(settings) => set(sitting, &settings, (around.fresh)(), around.shelf),
        Ask::Statistics => match around.shelf.statistics(session.rules().name.as_str()) {
            Ok(text) => text,
            Err(error) => error.to_string(),
        },
        Ask::Do(command) => execute(sitting, command),
        Ask::New(None) => deal(sitting, Deal::Number((around.fresh)())),
        Ask::New(Some(name)) => match Deal::read(&name, session.rules()) {
            Ok(named) => deal(sitting, named),
            Err(error) => format!("There is no such deal: {error}."),
        },
        Ask::Hint => {
            let told = match sitting.hint(false) {
                Told::Think => sitting.advise(),
                told => told,
            };
            match told {
                Told::Step(_, words) => hinted(sitting, &words, 'h'),
                Told::None(words) => words,
                Told::Think => String::new(),
            }
        }
        Ask::Legal => {
            let moves: Vec<String> = session.view().moves().iter().map(|m| m.to_string()).collect();
            if moves.is_empty() {
                "There are no legal moves.".into()
            } else {
                format!("Legal moves: {}", moves.join("  "))
            }
        }
        Ask::Listing => match Listing::of(session.view()) {
            Some(listing) => {
                let paid = |sitting: &Sitting| sitting.ledger().map_or(0, |ledger| ledger.hand.information);
                let before = paid(sitting);
                sitting.count_cards();
                let words = if quiet { listing.words() } else { listing.to_string() };
                // The casino counts from the first listing on.
                match paid(sitting) - before {
                    0 => words,
                    cost => format!("{words}\nThe casino charges ${cost} for the cards counted."),
                }
            }
            None => talon_session::unseen(session.view()),
        },
        Ask::Score => format!(
            "The score is {}; cards on the foundations: {} of {}. Help: {}.",
            sitting.score_words(),
            session.view().cards_up(),
            session.rules().deck().len(),
            match session.stamp() {
                Stamp::Pure => "none".into(),
                stamp => stamp.to_string(),
            }
        ),
        Ask::Find(card) => talon_session::find(session.view(), card),
        Ask::Ledger => match sitting.ledger() {
            Some(ledger) if quiet => ledger.words(),
            Some(ledger) => format!("{ledger}{}", talon_session::PRICES),
            None => {
                let score = session.score_words();
                let could = session.clone().execute(Command::SetLedger(true)).is_ok();
                let start = if could { " Type `ledger on` to start one." } else { "" };
                format!("The casino keeps no ledger of this game. The score is {score}.{start}")
            }
        },
        Ask::Verdict => search::verdict(sitting, Waiting::new(interrupt, out)),
        Ask::Lost => search::lost(sitting, Waiting::new(interrupt, out)),
        Ask::Grade => search::grade(sitting, Waiting::new(interrupt, out)),
        Ask::Mark(name) => {
            sitting.bookmark(name);
            format!("Bookmark {name} is set; `go {name}` returns here.")
        }
        Ask::Go(name) => match session.bookmarks().place(name) {
            Some(place) if place == session.history().current() => {
                format!("You are at bookmark {name} already.")
            }
            Some(place) => execute(sitting, Command::Visit(place)),
            None => format!("There is no bookmark {name}."),
        },
        Ask::Resume(None) => {
            let left = around.shelf.left();
            let lines: Vec<String> = left.iter().map(|(id, words)| format!("{id:>5}  {words}")).collect();
            if lines.is_empty() {
                "There are no unfinished games.".into()
            } else {
                format!("{}\nType `resume` and a number to continue that game.", lines.join("\n"))
            }
        }
        Ask::Resume(Some(id)) => match around.shelf.take_up(id) {
            Ok((session, time, journal)) => {
                sitting.change_to(session, time, Some(journal));
                format!("Resumed game {id}.")
            }
            Err(error) => error.to_string(),
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
        Ask::Look(None) if quiet => speech::table(sitting),
        // The whole table follows anyway.
        Ask::Look(None) => String::new(),
        Ask::Quiet(on) => {
            around.quiet = on;
            if on {
                "From now on only changes are printed; type `look` for the rest, `quiet off` to end this."
                    .into()
            } else {
                "The whole table is printed before every command again.".into()
            }
        }
        Ask::Rules => sheet::plain(&talon_games::sheet(session.rules()), sheet::WIDTH),
        Ask::Help => talon_session::registry::help_for_lines(),
    }
}
