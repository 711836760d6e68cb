//! What quiet play says without being asked, and the words that replace a printed table, for people who listen.

use talon_rules::{Pile, Status, plural};
use talon_session::{Part, Sitting, spoken, standing};

/// The table in words.
pub fn table(sitting: &Sitting) -> String {
    let session = sitting.session();
    let (title, deal) = (session.title(), session.deal());
    let (moves, score) = (plural(session.moves_made(), "move"), sitting.score_words());
    format!("{title}, {deal}, {moves}, score {score}.\n{}", spoken(session.view(), Part::All))
}

/// What follows the answer to a command that changed the table: how many cards the stock still has, if it had more
/// before in this game, and, unless it was said before, the end of the game with its result.
pub fn changes(sitting: &Sitting, stock: Option<usize>, status: Status, was_said: bool) -> String {
    let view = sitting.session().view();
    let stock = match view.len(Pile::Stock) {
        // Nobody turns the waste over after a win.
        _ if status == Status::Won => None,
        now if stock.is_none_or(|stock| now >= stock) => None,
        0 => Some(spoken(view, Part::Pile(Pile::Stock))),
        now => Some(format!("{} left in the stock.", plural(now, "card"))),
    };
    let end = standing(status).filter(|_| !was_said).map(str::to_owned);
    let result = end.is_some().then(|| result(sitting)).flatten();
    stock.into_iter().chain(end).chain(result).map(|sentence| format!(" {sentence}")).collect()
}

/// What is said to a player who leaves. At the end of a game, its result was said already.
pub fn farewell(sitting: &Sitting, status: Status) -> String {
    // What could be given up goes on another day, unless the books count it as lost.
    let kept = match sitting.may_give_up() {
        Ok(()) if sitting.session().is_plainly_stuck() => {
            "Goodbye. The game was stuck, so it counts as lost."
        }
        Ok(()) => "Goodbye. The game is kept. Type `resume` next time to continue it.",
        Err(_) => "Goodbye.",
    };
    let result = if standing(status).is_some() { None } else { result(sitting) };
    result.map_or(kept.into(), |result| format!("{result} {kept}"))
}

/// The result of the hand, where games are played for a score.
fn result(sitting: &Sitting) -> Option<String> {
    if let Some(ledger) = sitting.ledger() {
        return Some(ledger.words());
    }
    let scoring = sitting.session().rules().scoring;
    (scoring.money || scoring.par != 0).then(|| format!("The score is {}.", sitting.score_words()))
}
