//! What must be true of every table and of every session, however it came about.

use std::collections::HashSet;
use talon_cards::{Card, Generator};
use talon_rules::{Layout, Pile, Table, View};
use talon_session::{Command, Deal, Listing, Part, Session, find, spoken};

/// Checks that every card of the deck is on the table exactly once (or once for each copy).
pub fn every_card_once(table: &Table) {
    let mut cards: Vec<Card> = table.piles().flat_map(|pile| table.cards(pile)).collect();
    let mut deck = table.rules().deck().cards();
    cards.sort_unstable();
    deck.sort_unstable();
    assert_eq!(cards, deck, "the cards on the table are not the deck\n{table}");
}

/// Everything that tells two positions apart.
pub fn position(table: &Table) -> (Layout, u16) {
    (table.layout(), table.redeals_used())
}

/// What a front end can read from a view, for comparing views.
fn shown(view: View<'_>) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for pile in view.piles() {
        let (known, open): (Vec<_>, Vec<_>) = (view.cards(pile).collect(), view.open(pile).collect());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{pile} {known:?} {open:?} {:?}", view.top(pile));
    }
    let moves: Vec<String> = view.moves().iter().map(|m| m.to_string()).collect();
    let _ = writeln!(text, "{moves:?} {:?} {} {}", view.base(), view.cards_up(), view.is_won());
    text += &spoken(view, Part::All);
    text += &Listing::of(view).map(|listing| listing.to_string()).unwrap_or_default();
    text
}

/// Checks that nothing a front end shows depends on a hidden card: a table with the unknown cards in other
/// places looks the same.
pub fn shows_no_hidden_card(table: &Table, seed: u64) {
    let view = table.view();
    for pile in table.piles() {
        let down = table.face_down(pile);
        assert!(view.open(pile).take(down).all(|card| card.is_none()), "{pile} shows a face-down card");
    }
    let other = view.imagine(&mut Generator::new(seed));
    every_card_once(&other);
    assert_eq!(shown(view), shown(other.view()), "the view depends on hidden cards");
    for card in [Card::all().next(), view.unseen().first().copied()].into_iter().flatten() {
        assert_eq!(find(view, card), find(other.view(), card), "the finder depends on hidden cards");
    }
}

/// The cards that lay open at some time, for games in which each card exists once.
#[derive(Debug, Default)]
pub struct Seen(HashSet<Card>);

impl Seen {
    /// Takes note of the open cards, and checks that the player knows no others.
    ///
    /// A card was seen if it lay face up. This is counted here, and not read from the table's own record of
    /// what is known.
    pub fn look(&mut self, table: &Table) {
        if table.rules().copies > 1 {
            return;
        }
        for pile in table.piles() {
            let open = table.cards(pile).skip(table.face_down(pile));
            self.0.extend(open);
        }
        for pile in table.piles().filter(|pile| !matches!(pile, Pile::Foundation(_))) {
            for card in table.view().cards(pile).flatten() {
                assert!(self.0.contains(&card), "{card} in {pile} was never seen, but the view has it");
            }
        }
    }

    /// Begins with another game.
    ///
    /// In a position that was set up, the player knows the waste, and the stock after a redeal.
    pub fn begin(&mut self, session: &Session) {
        self.0.clear();
        if let Deal::Position { layout, .. } = session.deal() {
            self.0.extend(&layout.waste);
            if layout.redeals_used > 0 {
                self.0.extend(&layout.stock);
            }
        }
        self.look(session.truth());
    }
}

/// Checks that a save reads back as the same game, and that undo and redo are exact.
pub fn session_is_sound(session: &Session) {
    let save = session.save();
    let again = Session::load(&save).unwrap_or_else(|error| panic!("{error}\n{save}"));
    assert_eq!(again.save(), save, "a loaded game saves differently");
    assert_eq!(position(again.truth()), position(session.truth()), "a loaded game is another\n{save}");
    assert_eq!(again.rules(), session.rules(), "the rules of a save change\n{save}");
    let mut session = session.clone();
    let made = session.history().depth();
    let here = position(session.truth());
    for _ in 0..made {
        session.execute(Command::Undo).expect("a move can be undone");
    }
    assert!(session.execute(Command::Undo).is_err(), "more was undone than was played");
    let deal = session.deal().table(session.rules()).expect("the deal was dealt before");
    assert_eq!(position(session.truth()), position(&deal), "undoing everything is not the deal\n{save}");
    for _ in 0..made {
        session.execute(Command::Redo).expect("a move that was undone can be made again");
    }
    assert_eq!(position(session.truth()), here, "redoing everything leads elsewhere\n{save}");
}
