//! Snapshots of every layout for every family, and rules that all screens must keep.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use talon_session::{Account, Command, Deal, Session, Sitting};
use talon_tui::{Action, App, Look, draw};

/// Returns the program with deal 1 of a game, without books.
fn app(game: &str) -> App {
    let rules = talon_games::find(game).unwrap();
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

/// Returns the screen as text.
fn screen(app: &mut App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(app, frame)).unwrap();
    terminal.backend().to_string()
}

const FAMILIES: [&str; 8] =
    ["canfield", "klondike-draw3", "spider", "freecell", "yukon", "forty-thieves", "eight-off", "fan"];

/// Snapshots of single games on the largest screens.
const LARGE: [(&str, &str, u16, u16); 4] = [
    ("klondike-draw3", "large", 120, 40),
    ("canfield", "huge", 200, 60),
    ("spider", "huge", 200, 60),
    ("freecell", "huge", 200, 60),
];

#[test]
fn every_family_in_every_layout() {
    for game in FAMILIES {
        let mut app = app(game);
        // Cards are drawn, if there is a stock.
        let _ = app.sitting.execute(Command::Draw);
        let layouts = [("medium", 100, 32), ("small", 80, 24), ("narrow", 50, 20), ("plain", 50, 14)];
        let large = LARGE.iter().filter(|large| large.0 == game);
        let large = large.map(|&(_, layout, width, height)| (layout, width, height));
        for (layout, width, height) in layouts.into_iter().chain(large) {
            insta::assert_snapshot!(format!("{game}-{layout}"), screen(&mut app, width, height));
        }
    }
}

#[test]
fn every_game_can_be_drawn_at_every_size() {
    for rules in talon_games::ALL {
        let mut app = app(rules.name.as_str());
        for (width, height) in [(1, 1), (7, 3), (20, 5), (40, 12), (56, 20), (80, 24), (100, 32), (250, 80)] {
            let text = screen(&mut app, width, height);
            if width >= 80 {
                assert!(text.contains(rules.title.as_str()), "{}\n{text}", rules.name);
            }
        }
    }
}

/// A window that is dragged to any size while keys and clicks come: the program draws it and plays on.
#[test]
fn every_family_can_be_played_at_every_size() {
    use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
    let sizes =
        [(1, 1), (500, 200), (1, 200), (500, 1), (2, 2), (55, 19), (56, 20), (80, 24), (99, 31), (100, 32)];
    let keys = "d?o1w3ts/RbcL[]{}x25+-u ";
    let mut random = talon_cards::Generator::new(7);
    for game in FAMILIES {
        let mut app = app(game);
        let mut now = std::time::Instant::now();
        for round in 0..sizes.len() {
            let (width, height) = sizes[round * 7 % sizes.len()];
            app.event(Event::Resize(width, height), now);
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal.draw(|frame| draw(&mut app, frame)).unwrap();
            for _ in 0..4 {
                let key = keys.as_bytes()[random.below(keys.len() as u64) as usize];
                let code = match random.below(8) {
                    0 => KeyCode::Tab,
                    1 => KeyCode::Enter,
                    2 => KeyCode::Down,
                    3 => KeyCode::Esc,
                    _ => KeyCode::Char(char::from(key)),
                };
                app.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), now);
                let (column, row) = (random.below(width.into()) as u16, random.below(height.into()) as u16);
                for kind in [
                    MouseEventKind::Down(MouseButton::Left),
                    MouseEventKind::Drag(MouseButton::Left),
                    MouseEventKind::Up(MouseButton::Left),
                ] {
                    let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
                    app.event(Event::Mouse(mouse), now);
                }
                now += std::time::Duration::from_millis(40);
                app.tick(std::time::Duration::from_millis(40), now);
                terminal.draw(|frame| draw(&mut app, frame)).unwrap();
            }
            app.quit = false;
        }
    }
}

#[test]
fn without_colours_every_cell_has_the_default_colours() {
    let mut app = app("klondike");
    app.look.depth = talon_tui::Depth::None;
    let mut terminal = Terminal::new(TestBackend::new(100, 32)).unwrap();
    terminal.draw(|frame| draw(&mut app, frame)).unwrap();
    let reset = ratatui::style::Color::Reset;
    assert!(terminal.backend().buffer().content.iter().all(|cell| cell.fg == reset && cell.bg == reset));
}

#[test]
fn with_letters_for_suits_no_sign_is_drawn() {
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
    // The history gets a branch.
    for command in [Command::Draw, Command::Draw, Command::Undo] {
        app.execute(command);
    }
    let other = app.session().view().moves().into_iter().find(|m| *m != talon_rules::Move::Draw).unwrap();
    app.execute(Command::Play(other));
    app.execute(Command::SetLedger(true));
    for (name, action) in
        [("ledger", Action::Ledger), ("listing", Action::Listing), ("history", Action::History)]
    {
        app.act(action);
        insta::assert_snapshot!(format!("side-{name}"), screen(&mut app, 80, 24));
    }
}

/// Returns the program with a game after some random moves.
fn played(game: &str, deal: u64, moves: usize) -> App {
    let mut app = app(game);
    app.execute(Command::New(Deal::Number(deal)));
    let mut generator = talon_cards::Generator::new(deal);
    for _ in 0..moves {
        let legal = app.session().view().moves();
        let Some(&m) = legal.get(generator.below(legal.len().max(1) as u64) as usize) else { break };
        app.execute(Command::Play(m));
    }
    app
}

#[test]
fn every_top_card_is_on_the_screen() {
    for rules in talon_games::ALL {
        for moves in [0, 40, 250] {
            let mut app = played(rules.name.as_str(), 999_999, moves);
            for (width, height) in [(80, 24), (56, 20), (50, 15), (40, 12)] {
                let text = screen(&mut app, width, height);
                let view = app.session().view();
                for pile in view.piles() {
                    // The cards of finished runs are not shown.
                    let is_run = matches!(pile, talon_rules::Pile::Foundation(_)) && rules.about_runs();
                    if let Some(card) = view.top(pile).filter(|_| !is_run) {
                        let card = app.look.card_words(card);
                        assert!(text.contains(&card), "{} {width}x{height}: {card}\n{text}", rules.name);
                    }
                }
                if rules.base_rank == talon_rules::BaseRank::Dealt && width >= 50 {
                    let base = format!("base {:#}", view.base());
                    assert!(text.lines().next().unwrap().contains(&base), "{}\n{text}", rules.name);
                }
            }
        }
    }
}

#[test]
fn whatever_is_cut_is_marked() {
    // A message that is too long for the bottom of the screen is complete in the panel.
    let mut spider = app("spider");
    spider.act(Action::Draw);
    let text = screen(&mut spider, 80, 24);
    let bottom: Vec<&str> = text.lines().rev().skip(1).take(2).collect();
    assert!(bottom[0].trim_end_matches(['"', ' ']).ends_with('…'), "{text}");
    let last = spider.session().view().top(talon_rules::Pile::Column(9)).unwrap().suit().words();
    let end = format!("{last}. ");
    assert!(text.lines().any(|line| line.contains(&end) && line.ends_with("│\"")), "{text}");
    // A ledger that does not fit beside the board is drawn over it, with all its columns and rows.
    for (game, width, height) in [("demon", 80, 24), ("canfield", 50, 15), ("canfield", 80, 24)] {
        let mut app = app(game);
        app.act(Action::Draw);
        app.execute(Command::SetLedger(true));
        app.act(Action::Ledger);
        let text = screen(&mut app, width, height);
        for word in ["Hand ", "Game ", "Total", "Net Worth", "Return"] {
            assert!(text.contains(word), "{game} {width}x{height}: {word}\n{text}");
        }
    }
    // The cards of stock and waste are listed side by side before any are left out; then it says how many.
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
    // Columns share lines if there are too few lines, and the last line says if that is not enough.
    let text = screen(&mut app("fan"), 40, 12);
    assert!((1..=18).all(|n| text.contains(&format!("{n} "))) && !text.contains("larger"), "{text}");
    assert!(screen(&mut app("fan"), 40, 8).contains("… a larger screen shows more"));
    // Lines and titles of lists are cut with a mark.
    let mut narrow = app("canfield");
    narrow.act(Action::Games);
    let text = screen(&mut narrow, 24, 12);
    assert!(text.contains("Canfield (B…"), "{text}");
}

/// The panel of a game that was resumed shows how it came to where it is.
#[test]
fn a_resumed_game_shows_its_last_moves() {
    let mut first = played("klondike", 9, 20);
    let save = first.session().save();
    let briefs: Vec<String> = {
        let session = first.session();
        session.history().line().into_iter().map(|place| session.brief(place)).collect()
    };
    first.take_game(Session::load(&save).unwrap());
    let text = screen(&mut first, 120, 40);
    for brief in &briefs[briefs.len() - 10..] {
        assert!(text.contains(brief.as_str()), "{brief}\n{text}");
    }
}
