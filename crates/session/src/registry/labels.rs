//! The names of commands as a menu writes them.

use super::{Action, Entry};

impl Entry {
    /// Returns the name of the command as a menu writes it: `Undo`, `Can it be won?`.
    pub fn label(&self) -> String {
        let label = match self.action {
            Action::Auto => "Move safe cards up",
            Action::Why => "Why was it refused?",
            Action::BackTen => "Back ten moves",
            Action::ForwardTen => "Forward ten moves",
            Action::PreviousBranch => "Previous branch",
            Action::NextBranch => "Next branch",
            Action::Bookmark => "Set a bookmark",
            Action::GoToBookmark => "Bookmarks",
            Action::History => "Side panel",
            Action::OracleHint => "Oracle’s hint",
            Action::Verdict => "Can it be won?",
            Action::Demonstration => "Watch the win",
            Action::PostMortem => "What went wrong?",
            Action::Grade => "How hard is it?",
            Action::Listing => "Stock and waste",
            Action::Find => "Find a card",
            Action::Look => "Read the table aloud",
            Action::New => "Deal anew",
            Action::Games => "New game",
            Action::Learn => "Learn a game",
            Action::Design => "Design a game",
            Action::Daily => "Deal of the day",
            Action::Resume => "Unfinished games",
            Action::Ledger => "Casino ledger",
            _ => return talon_rules::capital(&self.name.replace('-', " ")),
        };
        label.into()
    }
}
