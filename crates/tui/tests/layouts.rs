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

/// The program with this game after some moves, as random as they come.
fn played(game: &str, deal: u64, moves: usize) -> App {
    let mut app = app(game);
    app.execute(Command::New(Deal::Number(deal)));
    let mut generator = cards::Generator::new(deal);
    for _ in 0..moves {
        let legal = app.session().view().moves();
        let Some(&m) = legal.get(generator.below(legal.len().max(1) as u64) as usize) else { break };
        app.execute(Command::Play(m));
    }
    app
}

#[test]
fn every_top_card_is_on_the_screen() {
    for rules in games::ALL {
        for moves in [0, 40, 250] {
            let mut app = played(rules.name.as_str(), 999_999, moves);
            for (width, height) in [(80, 24), (56, 20), (50, 15), (40, 12)] {
                let text = screen(&mut app, width, height);
                let view = app.session().view();
                for pile in view.piles() {
                    // Of finished runs it is enough that they are there.
                    let is_run = matches!(pile, rules::Pile::Foundation(_)) && rules.about_runs();
                    if let Some(card) = view.top(pile).filter(|_| !is_run) {
                        let card = app.look.card_words(card);
                        assert!(text.contains(&card), "{} {width}x{height}: {card}\n{text}", rules.name);
                    }
                }
                if rules.base == rules::Base::Dealt && width >= 50 {
                    let base = format!("base {:#}", view.base());
                    assert!(text.lines().next().unwrap().contains(&base), "{}\n{text}", rules.name);
                }
            }
        }
    }
}

#[test]
fn what_is_cut_has_a_mark() {
    // A sentence too long for the bottom stands whole beside the board.
    let mut spider = app("spider");
    spider.act(Action::Draw);
    let text = screen(&mut spider, 80, 24);
    let bottom: Vec<&str> = text.lines().rev().skip(1).take(2).collect();
    assert!(bottom[0].trim_end_matches(['"', ' ']).ends_with('…'), "{text}");
    assert!(text.contains("to column 10.") || text.contains("column 10. "), "{text}");
    // Where the ledger does not fit beside the board it lies over it, with all its columns and rows.
    for (game, width, height) in [("demon", 80, 24), ("canfield", 50, 15), ("canfield", 80, 24)] {
        let mut app = app(game);
        app.act(Action::Draw);
        app.act(Action::Ledger);
        let text = screen(&mut app, width, height);
        for word in ["Hand ", "Game ", "Total", "Net Worth", "Return"] {
            assert!(text.contains(word), "{game} {width}x{height}: {word}\n{text}");
        }
    }
    // The deck listing: side by side before anything is left out, and then it says how much.
    let listed = |game: &str, draws: usize, width, height| {
        let mut app = app(game);
        for _ in 0..draws {
            app.act(Action::Draw);
        }
        app.act(Action::Listing);
        screen(&mut app, width, height)
    };
    for (game, draws) in [("klondike", 24), ("klondike", 27), ("canfield", 20)] {
        let text = listed(game, draws, 80, 24);
        assert!(text.contains("│♠ ") && !text.contains("more"), "{game} after {draws}\n{text}");
    }
    assert!(listed("demon", 26, 80, 24).contains(" ↓ 10 more "));
    assert!(listed("demon", 2, 80, 24).contains("│♠ A A 2 2 3 3 4 4 5 5 6 7 7 8 │"));
    // Columns share lines where there are too few, and the last line says when that does not help.
    let text = screen(&mut app("fan"), 40, 12);
    assert!((1..=18).all(|n| text.contains(&format!("{n} "))) && !text.contains("larger"), "{text}");
    assert!(screen(&mut app("fan"), 40, 8).contains("… a larger screen shows the rest"));
    // Lines and titles of lists.
    let mut narrow = app("canfield");
    narrow.act(Action::Games);
    let text = screen(&mut narrow, 34, 12);
    assert!(text.contains("Which game? Type to find, Ent… ") && text.contains(" can…│"), "{text}");
}
