//! Keys and clicks become commands; everything is reachable; every refusal says why.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use rules::{Move, Pile};
use session::{Account, Command, Deal, Session, Sitting, Stamp, Verdict};
use std::time::{Duration, Instant};
use tui::{Action, App, COMMANDS, Look, draw};

fn app(game: &str, deal: u64) -> App {
    let session = Session::new(games::find(game).unwrap(), Deal::Number(deal)).unwrap();
    let sitting = Sitting::new(session, Account::default(), None);
    let look = Look { animation: false, ..Look::default() };
    let mut app = App::new(sitting, look, None, Box::new(|| 7), || 1_794_700_800);
    app.area = Rect::new(0, 0, 100, 32);
    app
}

fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        app.key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE));
    }
}

fn mouse(app: &mut App, kind: MouseEventKind, x: u16, y: u16) {
    let event = MouseEvent { kind, column: x, row: y, modifiers: KeyModifiers::NONE };
    app.event(Event::Mouse(event), Instant::now());
}

/// Every command of the list is chosen from the help, in a game that has moves behind it.
#[test]
fn the_help_reaches_every_command() {
    for (i, entry) in COMMANDS.iter().enumerate() {
        let mut app = app("canfield", 1);
        press(&mut app, "dd?");
        for _ in 0..i {
            app.key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
        }
        let before = format!("{:?} {:?} {:?}", app.popup, app.side, app.message);
        app.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
        let after = format!("{:?} {:?} {:?}", app.popup, app.side, app.message);
        let felt = before != after || app.prompt.is_some() || app.quit || app.cursor.visible;
        assert!(felt, "{}: {}", entry.key, entry.words);
    }
}

#[test]
fn both_languages_make_the_same_move() {
    // Any deal in which a card of column 1 goes to another column.
    let (deal, m) = (1..)
        .find_map(|deal| {
            let app = app("klondike", deal);
            let fits = |m: &Move| matches!(m, Move::Carry { from: Pile::Column(0), to: Pile::Column(_), .. });
            app.session().view().moves().into_iter().find(fits).map(|m| (deal, m))
        })
        .unwrap();
    let Move::Carry { to: Pile::Column(to), .. } = m else { unreachable!() };
    let mut typed = app("klondike", deal);
    press(&mut typed, &format!("1{}", to + 1));
    let mut steered = app("klondike", deal);
    let right = KeyEvent::new(KeyCode::Right, KeyModifiers::NONE);
    press(&mut steered, " ");
    for _ in 0..to {
        steered.key(right);
    }
    press(&mut steered, " ");
    let mut clicked = app("klondike", deal);
    let mut dragged = app("klondike", deal);
    let board = clicked.board(&clicked.scene());
    let (a, b) = (board.top_of(Pile::Column(0)).unwrap(), board.top_of(Pile::Column(to)).unwrap());
    let left = MouseButton::Left;
    for rect in [a, b] {
        mouse(&mut clicked, MouseEventKind::Down(left), rect.x + 1, rect.y);
        mouse(&mut clicked, MouseEventKind::Up(left), rect.x + 1, rect.y);
    }
    mouse(&mut dragged, MouseEventKind::Down(left), a.x + 1, a.y);
    mouse(&mut dragged, MouseEventKind::Drag(left), b.x + 1, b.y + 1);
    assert!(dragged.targets().contains(&Pile::Column(to)), "targets are lit while dragging");
    mouse(&mut dragged, MouseEventKind::Up(left), b.x + 1, b.y + 1);
    for app in [&typed, &steered, &clicked, &dragged] {
        assert_eq!(app.session().moves_made(), 1, "{:?}", app.message);
        assert_eq!(app.session().save(), typed.session().save());
    }
    mouse(&mut clicked, MouseEventKind::ScrollUp, 1, 1);
    assert_eq!(clicked.session().moves_made(), 0);
    mouse(&mut clicked, MouseEventKind::ScrollDown, 1, 1);
    assert_eq!(clicked.session().moves_made(), 1);
}

#[test]
fn a_refusal_names_the_cards_and_can_be_heard_again() {
    let mut app = app("klondike", 3);
    press(&mut app, "12");
    let refusal = app.message.0.clone();
    assert!(refusal.contains("Q♦") && refusal.contains("4♦") && refusal.ends_with('.'), "{refusal}");
    press(&mut app, "5");
    press(&mut app, "x");
    app.key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
    assert!(app.message.0.is_empty());
    press(&mut app, "x");
    assert_eq!(app.message.0, refusal);
}

#[test]
fn a_game_is_given_up_when_the_player_says_so_twice() {
    let mut app = app("klondike", 1);
    press(&mut app, "Q");
    assert!(app.prompt.is_none() && app.message.0.starts_with("Nothing was played yet"), "{:?}", app.message);
    press(&mut app, "dQn");
    assert!(app.prompt.is_none() && !app.message.0.contains("Given up"), "{:?}", app.message);
    press(&mut app, "Q");
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), 3, 3);
    press(&mut app, "y");
    assert!(!app.message.0.contains("Given up"), "a click is no yes: {:?}", app.message);
    press(&mut app, "Qy");
    assert!(app.message.0.starts_with("Given up: it counts as lost."), "{:?}", app.message);
    press(&mut app, "Q");
    assert_eq!(app.message.0, "The game was given up already.");
    press(&mut app, "ndQ");
    assert!(app.prompt.is_some(), "the next game can be given up, too");
}

#[test]
fn a_game_that_was_left_is_given_up_in_the_list() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("given-up");
    let _ = std::fs::remove_dir_all(&folder);
    let books = store::Store::open(&folder).unwrap();
    for deal in [1, 2] {
        let session = Session::new(games::find("klondike").unwrap(), Deal::Number(deal)).unwrap();
        let journal = Box::new(books.writer().unwrap());
        let mut sitting = Sitting::new(session, Account::default(), Some(journal));
        sitting.execute(Command::Draw).unwrap();
    }
    let mut app = app("canfield", 1);
    app.books = Some(books);
    press(&mut app, "Lx");
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| draw(&mut app, frame)).unwrap();
    let text = terminal.backend().to_string();
    assert!(text.contains("Give up Klondike, deal 2? y: it counts as lost"), "{text}");
    press(&mut app, "y");
    let books = app.books.as_ref().unwrap();
    assert_eq!(books.left().unwrap().iter().map(|game| game.deal.as_str()).collect::<Vec<_>>(), ["deal 1"]);
    assert!(app.popup.is_some(), "the list stays while there is something in it");
    press(&mut app, "xy");
    assert_eq!(app.books.as_ref().unwrap().left().unwrap(), []);
    assert!(app.popup.is_none());
    let _ = std::fs::remove_dir_all(&folder);
}

/// Any keys and clicks at all: nothing panics, and the game stays a game.
#[test]
fn anything_may_be_typed() {
    let mut generator = cards::Generator::new(1);
    let mut terminal = Terminal::new(TestBackend::new(90, 30)).unwrap();
    for game in ["canfield", "klondike-draw3", "spider", "freecell", "fan", "scorpion"] {
        let mut app = app(game, 2);
        app.look.animation = true;
        for _ in 0..1500 {
            let now = Instant::now();
            let (x, y) = (generator.below(95) as u16, generator.below(35) as u16);
            match generator.below(14) {
                0..8 => {
                    let key = (b' ' + generator.below(95) as u8) as char;
                    // Searches have tests of their own.
                    if !"qWGDpvH".contains(key) || app.prompt.is_some() {
                        press(&mut app, &key.to_string());
                    }
                }
                8 => app.key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)),
                9 => app.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)),
                10 => app.key(KeyEvent::new(KeyCode::Up, KeyModifiers::NONE)),
                11 => mouse(&mut app, MouseEventKind::Down(MouseButton::Left), x, y),
                12 => mouse(&mut app, MouseEventKind::Drag(MouseButton::Left), x, y),
                _ => mouse(&mut app, MouseEventKind::Up(MouseButton::Left), x, y),
            }
            app.quit = false;
            app.tick(Duration::from_millis(20), now);
            terminal.draw(|frame| draw(&mut app, frame)).unwrap();
        }
        let again = Session::load(&app.session().save()).unwrap();
        assert_eq!(again.save(), app.session().save());
    }
}

/// Waits for the analyst, at most for a minute.
fn wait(app: &mut App, mut until: impl FnMut(&App) -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !until(app) {
        assert!(Instant::now() < end, "nothing came: {:?}", app.message);
        std::thread::sleep(Duration::from_millis(2));
        app.tick(Duration::from_millis(2), Instant::now());
    }
}

#[test]
fn a_verdict_comes_with_its_line_and_the_demonstration_wins() {
    let mut app = app("klondike", 3);
    assert_eq!(app.session().stamp(), Stamp::Pure);
    press(&mut app, "v");
    wait(&mut app, |app| app.verdict().is_proved());
    assert!(matches!(app.verdict(), Verdict::Winnable(_)));
    assert_eq!(app.session().stamp(), Stamp::Oracle);
    press(&mut app, "h");
    assert!(app.message.0.starts_with("Look at"), "{:?}", app.message);
    press(&mut app, "hh");
    assert!(app.message.0.contains("a proved line that wins in"), "{:?}", app.message);
    app.act(Action::Demo);
    // The clock of the demonstration is ours.
    let mut now = Instant::now();
    for _ in 0..2000 {
        now += Duration::from_millis(400);
        app.tick(Duration::from_millis(400), now);
        if app.session().is_finished() {
            break;
        }
    }
    assert!(app.session().is_finished(), "{:?}", app.message);
    assert!(app.message.0.starts_with("The game is won!"));
}

#[test]
fn the_verdict_follows_the_line_without_searching_again() {
    let mut app = app("klondike", 3);
    press(&mut app, "v");
    wait(&mut app, |app| app.verdict().is_proved());
    let Verdict::Winnable(line) = app.verdict() else { panic!() };
    app.sitting.follow(line[0]).unwrap();
    assert_eq!(app.sitting.verdict(), Verdict::Winnable(line[1..].to_vec()));
    app.sitting.execute(session::Command::Undo).unwrap();
    assert_eq!(app.sitting.verdict(), Verdict::Winnable(line));
}

#[test]
fn a_fair_hint_comes_in_three_steps_and_lights_the_board() {
    let mut app = app("klondike", 3);
    for (key, words) in [("h", "Look at "), ("h", "."), ("h", " Why: ")] {
        press(&mut app, key);
        wait(&mut app, |app| app.message.0 != "Thinking …");
        assert!(app.message.0.contains(words), "{:?}", app.message);
    }
    let (m, step) = app.sitting.hinted().unwrap();
    assert_eq!(step, 3);
    assert!(app.session().check(m).is_ok());
    assert_eq!(app.session().stamp(), Stamp::FairHints);
    // The oracle has a hint of its own, from the first step on.
    press(&mut app, "H");
    wait(&mut app, |app| app.message.0.starts_with("Look at "));
    press(&mut app, "HH");
    assert!(app.message.0.contains("a proved line that wins in"), "{:?}", app.message);
    assert_eq!(app.session().stamp(), Stamp::Oracle);
}

#[test]
fn a_card_is_found_and_lit() {
    let mut app = app("klondike", 3);
    let top = app.session().view().top(Pile::Column(2)).unwrap();
    press(&mut app, &format!("/{top}"));
    app.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
    assert_eq!(app.message.0, format!("{top:#} lies on top of column 3."));
    assert_eq!(app.found.len(), 1);
    press(&mut app, "d");
    assert!(app.found.is_empty());
    press(&mut app, "/zz");
    app.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
    assert!(app.message.0.contains("rank and suit"), "{:?}", app.message);
}

#[test]
fn new_deals_are_what_was_asked_for() {
    let mut app = app("klondike", 3);
    // The numbers of new deals begin at 7, which is dead, as is 8.
    app.wanted = tui::app::Wanted::Winnable;
    press(&mut app, "n");
    wait(&mut app, |app| app.message.0 == "This deal is proved winnable.");
    assert_eq!(*app.session().deal(), Deal::Number(9));
    app.wanted = tui::app::Wanted::Graded(session::Level::Easy);
    press(&mut app, "n");
    wait(&mut app, |app| app.message.0.starts_with("This deal is easy"));
    assert_eq!(*app.session().deal(), Deal::Number(9));
}

#[test]
fn the_tree_is_coloured_when_a_game_is_taken_up() {
    let mut app = app("klondike", 3);
    press(&mut app, "ddduud");
    press(&mut app, "vt");
    wait(&mut app, |app| app.sitting.unjudged().is_none());
    let history = app.session().history();
    for number in 0..=history.len() as u32 {
        let place = history.place(number).unwrap();
        assert!(app.sitting.verdict_at(place).is_proved(), "{number}");
    }
}

/// Whoever asks once is not helped for ever; whoever wants it in every game is told so.
#[test]
fn a_verdict_is_asked_for_in_one_game_or_in_all() {
    let mut app = app("klondike", 3);
    press(&mut app, "v");
    assert_eq!(app.session().stamp(), Stamp::Oracle);
    app.execute(Command::New(Deal::Number(4)));
    assert!(!app.verdict_on && app.session().stamp() == Stamp::Pure);
    app.verdict_always = true;
    app.execute(Command::New(Deal::Number(5)));
    assert!(app.verdict_on && app.session().stamp() == Stamp::Oracle);
    assert!(app.message.0.contains("counts as played with the oracle"), "{:?}", app.message);
}
