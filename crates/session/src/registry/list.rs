//! The list of all commands.

use super::{Action, Asks, Entry, Places};

const EVERYWHERE: Places = Places { terminal: true, line: true, text: true, page: true };
/// On screens: the terminal and the page.
const SCREENS: Places = Places { text: false, line: false, ..EVERYWHERE };
const TERMINAL: Places = Places { page: false, ..SCREENS };
const PAGE: Places = Places { terminal: false, ..SCREENS };
/// In typed lines and on no screen.
const LINES: Places = Places { terminal: false, page: false, ..EVERYWHERE };
const TEXT: Places = Places { line: false, ..LINES };
/// Where there is a keyboard for words: not on the page.
const TYPED: Places = Places { page: false, ..EVERYWHERE };
/// On screens, and in the command line of the terminal.
const CHOICES: Places = Places { line: true, ..SCREENS };
/// In text play and on the page.
const SPOKEN: Places = Places { text: true, ..PAGE };

const fn entry(
    group: &'static str,
    action: Action,
    name: &'static str,
    key: &'static str,
    words: &'static [&'static str],
    help: &'static str,
) -> Entry {
    let (asks, hidden, places) = (Asks::Nothing, false, EVERYWHERE);
    Entry { action, name, group, key, words, asks, hidden, places, help }
}

impl Entry {
    const fn asks(self, asks: Asks) -> Entry {
        Entry { asks, ..self }
    }

    const fn at(self, places: Places) -> Entry {
        Entry { places, ..self }
    }

    const fn hidden(self) -> Entry {
        Entry { hidden: true, ..self }
    }
}

const PLAY: &str = "Play";
const HISTORY: &str = "History";
const ADVICE: &str = "Advice";
const GAMES: &str = "Games";
const PROGRAM: &str = "Program";

/// Every command, in the order of the help.
pub const ALL: &[Entry] = &[
    entry(PLAY, Action::Draw, "draw", "d", &["draw", "redeal"], "draw, deal a row, or turn the waste over"),
    entry(
        PLAY,
        Action::PickOrDrop,
        "pick",
        "Space",
        &[],
        "pick up the cards under the cursor, or put them down",
    )
    .at(SCREENS),
    entry(PLAY, Action::Best, "best", "Enter", &[], "play the best move of the pile under the cursor")
        .at(SCREENS),
    entry(PLAY, Action::NextKind, "next-kind", "Tab", &[], "move the cursor to the next kind of pile")
        .at(TERMINAL),
    entry(PLAY, Action::More, "more", "+", &[], "pick up one more card").at(SCREENS),
    entry(PLAY, Action::Fewer, "fewer", "-", &[], "pick up one card fewer").at(SCREENS),
    entry(PLAY, Action::Auto, "auto", "a", &["auto"], "move safe cards up now").asks(Asks::Switch),
    entry(
        PLAY,
        Action::ToggleAuto,
        "toggle-auto",
        "A",
        &[],
        "move safe cards up automatically, or stop doing so",
    )
    .at(TERMINAL),
    entry(PLAY, Action::Finish, "finish", "F", &["finish"], "finish the game, if that needs no choice"),
    entry(PLAY, Action::Why, "why", "x", &["why"], "repeat why the last move was refused"),
    entry(HISTORY, Action::Undo, "undo", "u", &["undo"], "undo a move"),
    entry(HISTORY, Action::Redo, "redo", "U", &["redo"], "redo a move"),
    entry(HISTORY, Action::BackTen, "back-ten", "[", &["back"], "go back ten moves"),
    entry(HISTORY, Action::ForwardTen, "forward-ten", "]", &["forward"], "go forward ten moves"),
    entry(
        HISTORY,
        Action::PreviousBranch,
        "older",
        "{",
        &["older"],
        "go to the previous branch at the nearest fork",
    ),
    entry(HISTORY, Action::NextBranch, "newer", "}", &["newer"], "go to the next branch at the nearest fork"),
    entry(HISTORY, Action::Bookmark, "mark", "m", &["mark"], "set a bookmark").asks(Asks::Letter),
    entry(HISTORY, Action::GoToBookmark, "jump", "'", &["go"], "go to a bookmark").asks(Asks::Letter),
    entry(
        HISTORY,
        Action::Restart,
        "restart",
        "R",
        &["restart"],
        "go back to the deal; the moves stay in the history",
    ),
    entry(HISTORY, Action::History, "rail", "t", &[], "show the history, coloured by what is proved")
        .at(SCREENS),
    entry(ADVICE, Action::Hint, "hint", "h", &["hint"], "fair hint; again for the move, and for the reason"),
    entry(
        ADVICE,
        Action::OracleHint,
        "oracle",
        "H",
        &["oracle"],
        "oracle's hint: the next move of a proved win",
    )
    .hidden(),
    entry(ADVICE, Action::Verdict, "verdict", "v", &["verdict"], "verdict: can the game be won?").hidden(),
    entry(ADVICE, Action::Demonstration, "watch", "D", &["watch", "demonstration"], "watch a proved win")
        .asks(Asks::Count)
        .hidden(),
    entry(
        ADVICE,
        Action::PostMortem,
        "post",
        "p",
        &["lost", "post-mortem"],
        "post-mortem: which move lost the game?",
    )
    .hidden(),
    entry(ADVICE, Action::Grade, "grade", "G", &["grade"], "how hard is this deal?").hidden(),
    entry(
        ADVICE,
        Action::Listing,
        "listing",
        "c",
        &["deck", "cards"],
        "stock and waste, as far as they are known",
    ),
    entry(ADVICE, Action::Find, "find", "/", &["find"], "find a card").asks(Asks::Card),
    entry(ADVICE, Action::Legal, "legal", "M", &["legal", "moves"], "list the legal moves").at(TEXT),
    entry(ADVICE, Action::Look, "read", ".", &["look"], "describe the table, or a part of it, in words")
        .asks(Asks::Part)
        .at(SPOKEN),
    entry(
        ADVICE,
        Action::Quiet,
        "quiet",
        "",
        &["quiet"],
        "say only what changes; off: the whole state every time",
    )
    .asks(Asks::Switch)
    .at(TEXT),
    entry(
        ADVICE,
        Action::Score,
        "score",
        "$",
        &["score"],
        "the score, and the help the game was played with",
    )
    .at(LINES),
    entry(ADVICE, Action::Rules, "rules", "i", &["rules"], "show the rules of this game"),
    entry(GAMES, Action::New, "again", "n", &["new"], "deal anew").asks(Asks::Deal),
    entry(
        GAMES,
        Action::Winnable,
        "winnable",
        "W",
        &["winnable"],
        "deal that is proved winnable, of a level if one is given",
    )
    .asks(Asks::Level)
    .at(TYPED),
    entry(GAMES, Action::Numbered, "numbered", "N", &["deal"], "deal by its number, as in 42 or ms:617")
        .asks(Asks::Deal)
        .at(TYPED),
    entry(GAMES, Action::NextDeal, "next-deal", ">", &["next"], "deal with the next number").at(TYPED),
    entry(GAMES, Action::PreviousDeal, "previous-deal", "<", &["previous"], "deal with the previous number")
        .at(TYPED),
    entry(GAMES, Action::Daily, "daily", "T", &["daily", "today"], "deal of the day"),
    entry(GAMES, Action::Games, "new", "g", &["games", "game"], "play another game").asks(Asks::Game),
    entry(GAMES, Action::Learn, "learn", "l", &[], "learn a game in a minute, by playing").at(PAGE),
    entry(GAMES, Action::Design, "design", "E", &[], "design the rules of a game of your own").at(PAGE),
    entry(GAMES, Action::Set, "set", "", &["set"], "deal anew under changed rules, as in draw=1")
        .asks(Asks::Rules)
        .at(LINES),
    entry(GAMES, Action::Resume, "resume", "L", &["resume"], "list unfinished games, or resume one")
        .asks(Asks::Unfinished),
    entry(
        GAMES,
        Action::GiveUp,
        "give-up",
        "Q",
        &["give"],
        "give up this game or an unfinished one: it counts as lost",
    )
    .asks(Asks::Unfinished)
    .at(TYPED),
    entry(GAMES, Action::Save, "save", "", &["save"], "save the game to a file").asks(Asks::File).at(LINES),
    entry(GAMES, Action::Load, "load", "", &["load"], "load a game from a file").asks(Asks::File).at(LINES),
    entry(PROGRAM, Action::Ledger, "ledger", "b", &["ledger"], "the casino's ledger; on or off in this game")
        .asks(Asks::Switch),
    entry(PROGRAM, Action::Statistics, "statistics", "s", &["statistics", "stats"], "show statistics"),
    entry(PROGRAM, Action::FullScreen, "full-screen", "Z", &[], "fill the whole screen, or leave it")
        .at(PAGE),
    entry(PROGRAM, Action::Share, "share", "S", &[], "show a link to this game").at(PAGE),
    entry(PROGRAM, Action::Replay, "replay", "P", &[], "play the game again from the deal").at(PAGE),
    entry(PROGRAM, Action::Options, "settings", "o", &["options", "settings"], "options").at(CHOICES),
    entry(PROGRAM, Action::CommandLine, "command", ":", &[], "type a move or a command by its word")
        .at(TERMINAL),
    entry(PROGRAM, Action::Help, "help", "?", &["help"], "list the commands"),
    entry(PROGRAM, Action::Quit, "quit", "q", &["quit", "exit"], "quit; the game is kept").at(TYPED),
];
