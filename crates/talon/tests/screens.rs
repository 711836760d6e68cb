//! The screens other than the table, in a real terminal (tmux): the chooser, the form of a new game, the history and the
//! help, with keys and mouse, at the sizes that players have.

mod pane;

use pane::Pane;

fn open(name: &str, arguments: &str, size: (u16, u16)) -> Pane {
    let program = format!("exec '{}' {arguments}", env!("CARGO_BIN_EXE_talon"));
    Pane::sized(&Pane::folder(name), &program, true, size)
}

const SIZES: [(u16, u16); 4] = [(50, 20), (80, 24), (120, 40), (200, 60)];

#[test]
fn a_game_is_found_by_typing_at_every_size() {
    for size in SIZES {
        let pane = open("chooser", "", size);
        pane.wait("Choose a game");
        pane.send(&["spider-1"]);
        pane.wait("Spider, one suit");
        pane.send(&["\r"]);
        pane.wait("Spider, one suit, deal");
        pane.send(&["q"]);
    }
}

#[test]
fn rules_are_chosen_marked_and_remembered() {
    let pane = open("form", "play canfield --deal 6", (80, 24));
    // Home and Left twice: one card is drawn at a time.
    pane.send(&["o", "\r"]);
    pane.wait("New game: Canfield");
    pane.send(&["\x1b[H", "\x1b[D", "\x1b[D"]);
    pane.wait("• Cards drawn at a time");
    pane.send(&["n"]);
    pane.wait("Canfield, draw 1, deal");
    pane.send(&["d", "q"]);
    let again =
        Pane::sized(&pane.folder, &format!("exec '{}'", env!("CARGO_BIN_EXE_talon")), false, (120, 40));
    again.wait("Unfinished games");
    again.wait("Canfield, draw 1, deal");
    again.send(&["q"]);
}

#[test]
fn the_history_is_walked_with_arrows_and_clicks() {
    let pane = open("history", "play klondike --deal 8", (80, 24));
    pane.send(&["d", "d", "d", "t"]);
    pane.wait("Esc returns");
    pane.send(&["\x1b[A", "\x1b[A"]);
    pane.wait("Undone");
    pane.send(&["\x1b"]);
    pane.wait("nothing was changed");
    pane.send(&["t"]);
    pane.wait("Esc returns");
    // A click on the first move, which is the third line of the box.
    pane.send(&["\x1b[<0;60;4M", "\x1b[<0;60;4m"]);
    pane.wait("Undone");
    pane.send(&["\r", "d", "q"]);
    let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
    loop {
        let games: serde_json::Value = serde_json::from_str(&pane.talon(&["history", "--json"])).unwrap();
        if games[0]["moves"] == 2 {
            break;
        }
        assert!(std::time::Instant::now() < end, "one move after the first: {games}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn the_help_begins_with_how_to_move() {
    for size in SIZES {
        let pane = open("help", "play spider --deal 1", size);
        pane.send(&["?"]);
        pane.wait("How to move a card");
        pane.wait("from column 3 to column 5");
        pane.send(&["/", "bookmark"]);
        pane.wait("set a bookmark");
        pane.send(&["\x1b"]);
        pane.wait("How to move a card");
        pane.send(&["\x03"]);
    }
}

/// A search for a deal says how far it is, and Esc leaves the game on the table.
#[test]
fn a_search_can_be_stopped() {
    let pane = open("search", "play canfield --deal 6", (80, 24));
    pane.send(&[":", "winnable medium", "\r"]);
    pane.wait("Looking for a medium deal");
    pane.send(&["\x1b"]);
    pane.wait("The search was stopped.");
    pane.send(&["q"]);
}
