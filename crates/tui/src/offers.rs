//! Which commands would do something now, so that no others are offered beside the table and below it.

use crate::app::App;
use crate::commands::Action;
use talon_rules::Move;
use talon_session::NodeId;

/// The commands at the bottom of the screen, the most useful first.
const FOOTER: &[Action] = &[
    Action::Help,
    Action::Undo,
    Action::Redo,
    Action::Hint,
    Action::Draw,
    Action::New,
    Action::Quit,
    Action::Verdict,
    Action::Games,
    Action::Statistics,
    Action::Options,
    Action::CommandLine,
];

/// The commands beside the table, the most useful first.
const BESIDE: &[Action] = &[
    Action::Draw,
    Action::Undo,
    Action::Redo,
    Action::Hint,
    Action::Auto,
    Action::Why,
    Action::Listing,
    Action::Ledger,
    Action::History,
    Action::Find,
    Action::Verdict,
    Action::Bookmark,
    Action::Restart,
    Action::New,
    Action::Rules,
    Action::Help,
];

/// Returns the commands that are offered at the bottom of the screen.
pub fn footer(app: &App) -> impl Iterator<Item = Action> {
    FOOTER.iter().copied().filter(|action| is_offered(app, *action))
}

/// Returns the commands that are offered beside the table.
pub fn beside(app: &App) -> impl Iterator<Item = Action> {
    BESIDE.iter().copied().filter(|action| is_offered(app, *action))
}

/// Returns `true` if a command would do something in this game and at this moment.
fn is_offered(app: &App, action: Action) -> bool {
    let session = app.session();
    let history = session.history();
    match action {
        Action::Undo | Action::Restart => history.current() != NodeId::DEAL,
        Action::Redo => history.latest(history.current()).is_some(),
        Action::Draw => [Move::Draw, Move::Deal, Move::Redeal].iter().any(|m| session.check(*m).is_ok()),
        Action::Auto => session.has_safe_card(),
        Action::Hint | Action::Verdict => !session.is_finished(),
        Action::Why => app.sitting.refused().is_some(),
        Action::Listing => session.rules().has_waste(),
        Action::Ledger => app.sitting.ledger().is_some(),
        Action::History => !history.is_empty(),
        Action::Statistics => app.books.is_some(),
        _ => true,
    }
}
