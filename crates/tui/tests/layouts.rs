//! Each layout for each family, as it is drawn.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use session::{Account, Command, Deal, Session, Sitting};
use tui::{Action, App, Look, draw};

/// A program with this game on the table, its first deal, and no books.
fn app(game: &str) -> App {
    let rules = games::find(game).unwrap();
    let session = Session::new(rules, Deal::Number(1)).unwrap();
    let sitting = Sitting::new(session, Account::default(), None);
    let mut next = 100;
    let fresh = move || {
        next += 1;
        next
    };
    let look = Look { animation: false, ..Look::default() };
    App::new(sitting, look, None, Box::new(fresh), || 1_794_700_800)
}

/// The screen as text.
fn screen(app: &mut App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(app, frame)).unwrap();
    terminal.backend().to_string()
}

const FAMILIES: [&str; 8] =
    ["canfield", "klondike-draw3", "spider", "freecell", "yukon", "forty-thieves", "eight-off", "fan"];

#[test]
fn tall_compact_and_plain() {
    for game in FAMILIES {
        let mut app = app(game);
        // Something beyond the deal, where there is a stock.
        let _ = app.sitting.execute(Command::Draw);
        for (layout, width, height) in [("tall", 100, 32), ("compact", 80, 24), ("plain", 50, 14)] {
            insta::assert_snapshot!(format!("{game}-{layout}"), screen(&mut app, width, height));
        }
    }
}

#[test]
fn every_game_on_every_screen() {
    for rules in games::ALL {
        let mut app = app(rules.name.as_str());
        for (width, height) in [(1, 1), (7, 3), (20, 5), (40, 12), (56, 20), (80, 24), (100, 32), (250, 80)] {
            let text = screen(&mut app, width, height);
            if width >= 80 {
                assert!(text.contains(rules.title.as_str()), "{}\n{text}", rules.name);
            }
        }
    }
}

#[test]
fn a_screen_without_colours_has_none() {
    let mut app = app("klondike");
    app.look.depth = tui::Depth::None;
    let mut terminal = Terminal::new(TestBackend::new(100, 32)).unwrap();
    terminal.draw(|frame| draw(&mut app, frame)).unwrap();
    let reset = ratatui::style::Color::Reset;
    assert!(terminal.backend().buffer().content.iter().all(|cell| cell.fg == reset && cell.bg == reset));
}

#[test]
fn letters_for_suits_leave_no_sign() {
    for game in FAMILIES {
        let mut app = app(game);
        app.look.letters = true;
        for (width, height) in [(100, 32), (80, 24), (50, 14)] {
            let text = screen(&mut app, width, height);
            assert!(!text.contains(['♠', '♥', '♦', '♣', '▒']), "{text}");
        }
    }
}

#[test]
fn panels_and_pages() {
    let mut app = app("canfield");
    for (name, action) in [
        ("help", Action::Help),
        ("rules", Action::Rules),
        ("options", Action::Options),
        ("games", Action::Games),
        ("statistics", Action::Statistics),
    ] {
        app.act(action);
        insta::assert_snapshot!(format!("page-{name}"), screen(&mut app, 100, 32));
        app.popup = None;
    }
    // A game with a branch.
    for command in [Command::Draw, Command::Draw, Command::Undo] {
        app.execute(command);
    }
    let other = app.session().view().moves().into_iter().find(|m| *m != rules::Move::Draw).unwrap();
    app.execute(Command::Play(other));
    for (name, action) in
        [("ledger", Action::Ledger), ("listing", Action::Listing), ("history", Action::History)]
    {
        app.act(action);
        insta::assert_snapshot!(format!("side-{name}"), screen(&mut app, 80, 24));
    }
}

/// For either hand: every pile has its place, and none lies over another.
#[test]
fn piles_keep_apart() {
    for rules in games::ALL {
        let mut app = app(rules.name.as_str());
        let _ = app.sitting.execute(Command::Draw);
        for (width, height) in [(60, 20), (80, 24), (100, 32), (120, 40), (200, 50)] {
            for left_handed in [false, true] {
                app.look.left_handed = left_handed;
                screen(&mut app, width, height);
                let scene = app.scene();
                let board = app.board(&scene);
                if board.placed.is_empty() {
                    continue;
                }
                let piles: Vec<rules::Pile> = scene.piles().collect();
                for &pile in &piles {
                    let rect = board.top_of(pile).unwrap_or_default();
                    assert!(!rect.is_empty(), "{} {pile} {width} {left_handed}", rules.name);
                }
                for one in &board.placed {
                    for other in board.placed.iter().filter(|other| other.pile != one.pile) {
                        assert!(!one.rect.intersects(other.rect), "{}: {one:?} {other:?}", rules.name);
                    }
                }
            }
        }
    }
}
