//! The commands and their keys: one list, for the keyboard and for the help alike.

/// What a key can ask for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Draw, deal a row or turn the waste over.
    Draw,
    /// Take back.
    Undo,
    /// Make again.
    Redo,
    /// Back by ten moves.
    BackTen,
    /// On by ten moves.
    OnTen,
    /// The branch before.
    PreviousBranch,
    /// The branch after.
    NextBranch,
    /// Put a bookmark.
    Bookmark,
    /// Go to a bookmark.
    GoTo,
    /// A hint from what is seen.
    Hint,
    /// A hint from the proved line.
    OracleHint,
    /// Safe cards up.
    Auto,
    /// Automatic moves on or off.
    ToggleAuto,
    /// Finish.
    Finish,
    /// Why refused.
    Why,
    /// The verdict on or off.
    Verdict,
    /// Play the proved line.
    Demo,
    /// Where was it lost?
    PostMortem,
    /// How hard is it?
    Grade,
    /// The deck listing.
    Listing,
    /// Where is a card?
    Find,
    /// The ledger.
    Ledger,
    /// Statistics.
    Statistics,
    /// The history tree.
    History,
    /// A new deal.
    New,
    /// The next number.
    NextDeal,
    /// The previous number.
    PreviousDeal,
    /// A deal by its number.
    Numbered,
    /// The deal of the day.
    Daily,
    /// A new deal that can be won.
    Winnable,
    /// Back to the deal.
    Restart,
    /// Another game.
    Games,
    /// A game that was left.
    Resume,
    /// Give the game up.
    GiveUp,
    /// The rules.
    Rules,
    /// Options.
    Options,
    /// The command line.
    CommandLine,
    /// The next pile of another kind.
    NextKind,
    /// The cursor's pile: pick up or drop.
    PickOrDrop,
    /// The cursor's pile: its best move.
    Best,
    /// More cards.
    More,
    /// Fewer cards.
    Fewer,
    /// Help.
    Help,
    /// Leave.
    Quit,
}

/// A command with its key and its words.
#[derive(Copy, Clone, Debug)]
pub struct Entry {
    /// The heading it stands under.
    pub group: &'static str,
    /// The key as it is written.
    pub key: &'static str,
    /// What it does.
    pub action: Action,
    /// What it does, in words.
    pub words: &'static str,
}

const fn entry(group: &'static str, key: &'static str, action: Action, words: &'static str) -> Entry {
    Entry { group, key, action, words }
}

/// Every command.
pub const ALL: &[Entry] = &[
    entry("Play", "d", Action::Draw, "draw, deal a row, or turn the waste over (right click, too)"),
    entry("Play", "Space", Action::PickOrDrop, "pick up the cards under the cursor, or drop them"),
    entry("Play", "Enter", Action::Best, "the best move of the pile under the cursor"),
    entry("Play", "Tab", Action::NextKind, "the cursor to the next kind of pile"),
    entry("Play", "+", Action::More, "pick up one card more"),
    entry("Play", "-", Action::Fewer, "pick up one card fewer"),
    entry("Play", "a", Action::Auto, "safe cards go up now"),
    entry("Play", "A", Action::ToggleAuto, "let safe cards go up by themselves, or not"),
    entry("Play", "F", Action::Finish, "play to the end, if it really ends"),
    entry("Play", "x", Action::Why, "say again why the last move was refused"),
    entry("Time", "u", Action::Undo, "take a move back (wheel up, too)"),
    entry("Time", "U", Action::Redo, "make it again (wheel down, too)"),
    entry("Time", "[", Action::BackTen, "back by ten moves"),
    entry("Time", "]", Action::OnTen, "on by ten moves"),
    entry("Time", "{", Action::PreviousBranch, "to the branch before, at the nearest fork"),
    entry("Time", "}", Action::NextBranch, "to the branch after, at the nearest fork"),
    entry("Time", "m", Action::Bookmark, "put a bookmark here, under a letter"),
    entry("Time", "'", Action::GoTo, "go to a bookmark"),
    entry("Time", "R", Action::Restart, "back to the deal; nothing is lost"),
    entry("Time", "t", Action::History, "the history: a tree, coloured by what is proved"),
    entry("Help", "h", Action::Hint, "a fair hint; again for the move, again for the reason"),
    entry("Help", "H", Action::OracleHint, "an oracle's hint: the next move of a proved line"),
    entry("Help", "v", Action::Verdict, "the verdict on or off: can this still be won?"),
    entry("Help", "D", Action::Demo, "watch the proved line; any key stops it"),
    entry("Help", "p", Action::PostMortem, "post-mortem: which move lost the game?"),
    entry("Help", "G", Action::Grade, "how hard is this deal?"),
    entry("Help", "c", Action::Listing, "what is known of stock and waste, and what is unseen"),
    entry("Help", "/", Action::Find, "where is a card? as in /7h"),
    entry("Help", "i", Action::Rules, "the rules of this game"),
    entry("Games", "n", Action::New, "a new deal"),
    entry("Games", "W", Action::Winnable, "a new deal that is proved winnable"),
    entry("Games", "N", Action::Numbered, "a deal by its number"),
    entry("Games", ">", Action::NextDeal, "the deal with the next number"),
    entry("Games", "<", Action::PreviousDeal, "the deal with the number before"),
    entry("Games", "T", Action::Daily, "the deal of today"),
    entry("Games", "g", Action::Games, "another game"),
    entry("Games", "L", Action::Resume, "go on with a game that was left"),
    entry("Games", "Q", Action::GiveUp, "give this game up: it counts as lost (asks first)"),
    entry("Books", "b", Action::Ledger, "the casino's ledger"),
    entry("Books", "s", Action::Statistics, "statistics"),
    entry("Books", "o", Action::Options, "options: colours, suits, hands, animation, clock, keys, deals"),
    entry("Books", ":", Action::CommandLine, "type a command: 10-3x2, deal 42, game spider"),
    entry("Books", "?", Action::Help, "this list; Enter does what is chosen"),
    entry("Books", "q", Action::Quit, "leave; the game is kept"),
];

/// The action of a key, if it has one.
pub fn of_key(key: char) -> Option<Action> {
    let mut text = [0; 4];
    let text: &str = key.encode_utf8(&mut text);
    ALL.iter().find(|entry| entry.key == text).map(|entry| entry.action)
}

/// How moves are typed; stands above the commands in the help.
pub const ADDRESSES: &[&str] = &[
    "A move is two piles, no Enter: 35 column 3 to 5, w3 waste, r2 reserve, 4f foundation, 3e a cell.",
    "f23 and e13 come back from the second foundation, the first cell; 0 is column 10.",
    "The same pile twice is its best move: 33, ww, rr. 3x25 takes two cards of column 3 to 5.",
    "Or with a cursor: arrows, Space, Enter. Or with the mouse: click, double click, drag, wheel.",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings() {
        for (i, entry) in ALL.iter().enumerate() {
            assert!(ALL[i + 1..].iter().all(|other| other.key != entry.key), "{}", entry.key);
            assert!(ALL[i + 1..].iter().all(|other| other.action != entry.action), "{}", entry.words);
            // Addresses begin with these.
            let taken = entry.key.len() == 1
                && entry.key.contains(|c: char| c.is_ascii_digit() || "wref".contains(c));
            assert!(!taken, "{} begins an address", entry.key);
        }
    }
}
