//! What the five founding documents ask of a screen: where the piles lie, what is shown in empty places, and what
//! the mouse does. `docs/documents.md` names the document and the line of every requirement.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use std::time::Instant;
use talon_rules::Pile;
use talon_session::{Account, Deal, Session, Sitting};
use talon_tui::{App, Look, draw};

/// The Canfields of the documents 000, 001 and 003.
const CANFIELDS: [&str; 3] = ["canfield", "canfield-pipkin", "canfield-gnome"];

fn app(game: &str, deal: u64, (width, height): (u16, u16)) -> App {
    let session = Session::new(talon_games::find(game).unwrap(), Deal::Number(deal)).unwrap();
    let sitting = Sitting::new(session, Account::default(), None);
    let look = Look { animation: false, ..Look::default() };
    let mut app = App::new(sitting, look, None, Box::new(|| 7), || 1_794_700_800);
    app.area = Rect::new(0, 0, width, height);
    app
}

/// Returns where the top card of a pile is drawn, or the place of an empty pile.
fn place(app: &App, pile: Pile) -> Rect {
    app.board(&app.scene()).top_of(pile).unwrap_or_else(|| panic!("{pile} is not on the screen"))
}

/// Returns what is drawn in the place of a pile.
fn drawn(app: &mut App, pile: Pile) -> String {
    let mut terminal = Terminal::new(TestBackend::new(app.area.width, app.area.height)).unwrap();
    terminal.draw(|frame| draw(app, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    place(app, pile).positions().map(|position| buffer[position].symbol()).collect()
}

fn mouse(app: &mut App, kind: MouseEventKind, x: u16, y: u16) {
    let event = MouseEvent { kind, column: x, row: y, modifiers: KeyModifiers::NONE };
    app.event(Event::Mouse(event), Instant::now());
}

fn click(app: &mut App, pile: Pile) {
    let at = place(app, pile);
    for kind in [MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left)] {
        mouse(app, kind, at.x + 1, at.y);
    }
}

fn press(app: &mut App, key: char) {
    app.key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE));
}

/// Where the documents contradict each other, the grid follows 003: 001 has the reserve above the deck.
#[test]
fn the_piles_of_canfield_lie_where_the_documents_say() {
    for game in CANFIELDS {
        for size in [(80, 24), (100, 32), (200, 60)] {
            let app = app(game, 5, size);
            let at = |pile| place(&app, pile);
            let (stock, waste, reserve) = (at(Pile::Stock), at(Pile::Waste), at(Pile::Reserve));
            assert!(
                waste.x > stock.x && waste.y == stock.y,
                "{game} {size:?}: the waste is right of the stock"
            );
            assert!(
                reserve.y > stock.y && reserve.x < waste.x,
                "{game} {size:?}: the reserve is under the stock"
            );
            for n in 0..4 {
                let (foundation, column) = (at(Pile::Foundation(n)), at(Pile::Column(n)));
                assert!(foundation.x > waste.x && foundation.y == stock.y, "{game} {size:?}: top right");
                assert!(column.y > foundation.y, "{game} {size:?}: the columns are below the foundations");
                assert!(column.x > reserve.x, "{game} {size:?}: the columns are right of the reserve");
            }
        }
    }
}

#[test]
fn an_empty_foundation_shows_its_base_card() {
    for game in CANFIELDS {
        let mut app = app(game, 5, (100, 32));
        let base = format!("{:#}", app.session().view().base());
        for n in 0..4 {
            let shown = drawn(&mut app, Pile::Foundation(n));
            assert!(shown.contains(&base), "{game}, foundation {}: {shown}", n + 1);
        }
    }
    // Where every suit has its place, the suit is shown too.
    let mut app = app("canfield-pipkin", 5, (100, 32));
    let shown: Vec<String> = (0..4).map(|n| drawn(&mut app, Pile::Foundation(n))).collect();
    assert!(shown.iter().zip("♣♦♥♠".chars()).all(|(shown, suit)| shown.contains(suit)), "{shown:?}");
}

#[test]
fn a_click_on_the_deck_draws_and_a_click_on_its_outline_begins_another_pass() {
    for game in CANFIELDS {
        let mut app = app(game, 5, (100, 32));
        let full = drawn(&mut app, Pile::Stock);
        while app.session().view().len(Pile::Stock) > 0 {
            let left = app.session().view().len(Pile::Stock);
            click(&mut app, Pile::Stock);
            assert_eq!(app.session().view().len(Pile::Stock), left.saturating_sub(3), "{game}");
        }
        assert_ne!(drawn(&mut app, Pile::Stock), full, "{game}: an outline and no card");
        click(&mut app, Pile::Stock);
        assert!(app.session().view().len(Pile::Stock) > 0, "{game}");
        assert_eq!(app.session().view().redeals_used(), 1, "{game}");
    }
}

#[test]
fn a_right_click_anywhere_draws() {
    let mut app = app("canfield-pipkin", 5, (100, 32));
    let mut stock = app.session().view().len(Pile::Stock);
    for (x, y) in [(0, 0), (12, 9), (40, 20), (99, 31)] {
        mouse(&mut app, MouseEventKind::Down(MouseButton::Right), x, y);
        stock -= 3;
        assert_eq!(app.session().view().len(Pile::Stock), stock, "at {x}, {y}");
    }
}

/// Deal 5 begins with a ten on the foundation, the ten of clubs in column 1, and the ten of diamonds on the
/// reserve.
#[test]
fn a_click_picks_a_card_up_and_a_click_on_its_destination_moves_it() {
    let mut app = app("canfield", 5, (100, 32));
    let before = drawn(&mut app, Pile::Column(0));
    click(&mut app, Pile::Column(0));
    assert!(app.held.is_some(), "the card is picked up");
    assert_eq!(drawn(&mut app, Pile::Column(0)), before, "only its colours change");
    click(&mut app, Pile::Foundation(1));
    assert_eq!((app.session().moves_made(), app.session().view().cards_up()), (1, 2), "{:?}", app.message);
}

/// In deal 5, the ten of diamonds of the reserve takes the place of the ten of clubs in column 1.
#[test]
fn a_double_click_moves_a_card_to_its_foundation() {
    for game in ["canfield", "canfield-gnome"] {
        let mut app = app(game, 5, (100, 32));
        for up in [2, 3] {
            // Both clicks come at the same time, however slow the machine is.
            let (at, now) = (place(&app, Pile::Column(0)), Instant::now());
            let both =
                [MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left)].repeat(2);
            for kind in both {
                let event = MouseEvent { kind, column: at.x + 1, row: at.y, modifiers: KeyModifiers::NONE };
                app.event(Event::Mouse(event), now);
            }
            assert_eq!(app.session().view().cards_up(), up, "{game}: {:?}", app.message);
        }
    }
}

#[test]
fn new_game_restart_and_undo_have_their_keys() {
    let mut app = app("canfield", 5, (100, 32));
    let deal = app.session().truth().clone();
    for key in ['d', 'd', 'u'] {
        press(&mut app, key);
    }
    assert_eq!(app.session().moves_made(), 1);
    press(&mut app, 'R');
    assert_eq!((app.session().moves_made(), app.session().truth() == &deal), (0, true));
    press(&mut app, 'n');
    assert_ne!(app.session().truth().layout(), deal.layout(), "new cards are dealt");
    assert_eq!(app.session().moves_made(), 0);
}
