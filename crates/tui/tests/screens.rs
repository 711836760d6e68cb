//! The screens other than the table, as pictures at four sizes, and what every one of them must keep at any size.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use talon_session::{Account, Command, Deal, Session, Sitting};
use talon_store::Store;
use talon_tui::{Action, App, Look, draw};

/// The sizes that players have: small, the usual one, large, and a whole screen.
const SIZES: [(u16, u16); 4] = [(50, 20), (80, 24), (120, 40), (200, 60)];

/// Returns the program with deal 1 of a game, without books. Its clock stands, so that whatever was played was played
/// today.
fn app(game: &str) -> App {
    let session = Session::new(talon_games::find(game).unwrap(), Deal::Number(1)).unwrap();
    let sitting = Sitting::new(session, Account::default(), None);
    let look = Look { animation: false, ..Look::default() };
    App::new(sitting, look, None, Box::new(|| 7), || 0)
}

fn screen(app: &mut App, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(app, frame)).unwrap();
    terminal.backend().to_string()
}

fn press(app: &mut App, keys: &str) {
    keys.chars().for_each(|key| app.key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE)));
}

fn key(app: &mut App, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE));
}

fn size(app: &mut App, (width, height): (u16, u16)) {
    app.area = Rect::new(0, 0, width, height);
}

/// A folder with books that goes away with the test.
struct Shelf(PathBuf);

impl Shelf {
    fn new(name: &str) -> Shelf {
        let folder =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Shelf(folder)
    }

    fn open(&self) -> Store {
        Store::open(&self.0).unwrap()
    }

    /// Plays some moves of a deal, and gives the game up or leaves it.
    fn play(&self, game: &str, deal: u64, draws: usize, give_up: bool) {
        let session = Session::new(talon_games::find(game).unwrap(), Deal::Number(deal)).unwrap();
        let mut sitting =
            Sitting::new(session, Account::default(), Some(Box::new(self.open().writer().unwrap())));
        for _ in 0..draws {
            sitting.execute(Command::Draw).unwrap();
        }
        if give_up {
            sitting.give_up().unwrap();
        }
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns a shelf with some finished and some unfinished games.
fn shelf(name: &str) -> Shelf {
    let shelf = Shelf::new(name);
    shelf.play("canfield", 3, 4, true);
    shelf.play("canfield", 5, 2, true);
    shelf.play("spider", 8, 1, true);
    shelf.play("klondike", 9, 12, false);
    shelf.play("canfield", 1000, 7, false);
    // Nothing was moved in this one.
    shelf.play("yukon", 2, 0, false);
    shelf
}

/// Takes a picture of what is open at each size.
fn shot(app: &mut App, name: &str, title: &str) {
    for (width, height) in SIZES {
        size(app, (width, height));
        let text = screen(app, (width, height));
        insta::assert_snapshot!(format!("{name}-{width}"), boxed(&text, title));
    }
}

/// Returns the box with this title: the table behind it has pictures of its own.
fn boxed(text: &str, title: &str) -> String {
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let wanted: Vec<char> = format!("╭ {title}").chars().collect();
    let corner = |line: &Vec<char>| line.windows(wanted.len()).position(|part| part == wanted);
    let (top, left) =
        lines.iter().enumerate().find_map(|(row, line)| Some((row, corner(line)?))).expect(text);
    let right = left + lines[top][left..].iter().position(|c| *c == '╮').expect(text);
    let bottom = top + lines[top..].iter().position(|line| line[left] == '╰').expect(text);
    let row = |line: &Vec<char>| line[left..=right].iter().collect::<String>();
    lines[top..=bottom].iter().map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_chooser() {
    let shelf = shelf("chooser");
    for (width, height) in SIZES {
        let mut app = app("canfield");
        app.books = Some(shelf.open());
        size(&mut app, (width, height));
        app.act(Action::Games);
        let text = screen(&mut app, (width, height));
        insta::assert_snapshot!(format!("chooser-{width}"), boxed(&text, "Choose a game"));
        press(&mut app, "two dec");
        let text = screen(&mut app, (width, height));
        assert!(text.contains("two dec▏") && text.contains("Demon") && !text.contains("Yukon"), "{text}");
        key(&mut app, KeyCode::Esc);
        assert!(app.popup.is_some(), "the first Esc forgets what was typed");
        // A name comes before a word of a sentence: there is a Canfield with a fanned waste.
        for name in ["spider-1", "fan", "yukon"] {
            app.act(Action::Games);
            press(&mut app, name);
            key(&mut app, KeyCode::Enter);
            assert_eq!(app.session().rules().name.as_str(), name);
        }
    }
}

/// The list of games begins with what was left, newest first, and Enter resumes it; games without a move are not there.
#[test]
fn the_chooser_resumes_what_was_left() {
    let shelf = shelf("left");
    let mut app = app("freecell");
    app.books = Some(shelf.open());
    app.act(Action::Games);
    key(&mut app, KeyCode::Home);
    let text = screen(&mut app, (100, 32));
    let (unfinished, games) = text.split_once("Played last").unwrap();
    assert!(unfinished.contains("Canfield, deal 1000") && unfinished.contains("7 moves"), "{text}");
    assert!(unfinished.contains("Klondike, deal 9") && !unfinished.contains("Yukon, deal 2"), "{text}");
    assert!(games.contains("0/2"), "{text}");
    key(&mut app, KeyCode::Enter);
    assert_eq!((app.session().rules().name.as_str(), app.session().moves_made()), ("canfield", 7));
}

#[test]
fn pages_at_four_sizes() {
    let shelf = shelf("pages");
    for (game, name, action, title) in [
        ("canfield", "help", Action::Help, "Help"),
        ("freecell", "rules", Action::Rules, "Rules"),
        ("canfield", "options", Action::Options, "Options"),
        ("canfield", "statistics", Action::Statistics, "Statistics"),
        ("spider", "statistics-spider", Action::Statistics, "Statistics"),
        ("freecell", "unfinished", Action::Resume, "Unfinished games"),
    ] {
        let mut app = app(game);
        app.books = Some(shelf.open());
        app.act(action);
        shot(&mut app, name, title);
    }
}

#[test]
fn the_history_is_a_place() {
    let mut app = app("canfield");
    press(&mut app, "dddduuu");
    let other = app.session().view().moves().into_iter().find(|m| *m != talon_rules::Move::Draw).unwrap();
    app.execute(Command::Play(other));
    press(&mut app, "dduu");
    let here = app.session().history().current();
    let save = app.session().save();
    press(&mut app, "t");
    shot(&mut app, "history", "History");
    size(&mut app, (80, 24));
    screen(&mut app, (80, 24));
    key(&mut app, KeyCode::End);
    assert_eq!(app.session().moves_made(), 4, "the table travels along");
    press(&mut app, "}");
    assert_eq!(app.session().history().current(), here, "a key of the table travels as it does there");
    key(&mut app, KeyCode::Home);
    key(&mut app, KeyCode::Up);
    key(&mut app, KeyCode::Esc);
    assert_eq!(app.session().history().current(), here, "Esc leaves without change");
    assert_eq!(app.session().save(), save, "redo follows the same line as before");
    press(&mut app, "t");
    click(&mut app, 60, 3);
    assert_eq!(app.session().moves_made(), 1, "a click travels");
    key(&mut app, KeyCode::Enter);
    assert!(app.popup.is_none() && app.session().moves_made() == 1, "Enter stays");
}

fn click(app: &mut App, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    app.event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }), Instant::now());
}

/// Whoever changes to another branch and back stands where he stood.
#[test]
fn branches_remember_where_the_player_stood() {
    let mut app = app("canfield");
    press(&mut app, "ddddd");
    press(&mut app, "uuuu");
    let other = app.session().view().moves().into_iter().find(|m| *m != talon_rules::Move::Draw).unwrap();
    app.execute(Command::Play(other));
    press(&mut app, "dd");
    let there = app.session().history().current();
    press(&mut app, "{");
    assert_eq!(app.session().moves_made(), 5, "the end of a branch that was left by taking moves back");
    press(&mut app, "u}");
    assert_eq!(app.session().history().current(), there);
    press(&mut app, "{");
    assert_eq!(app.session().moves_made(), 4, "one move had been taken back there");
}

/// Plays a win to its end, with the books open.
fn won(shelf: &Shelf, game: &str, deal: u64) -> App {
    let session = Session::new(talon_games::find(game).unwrap(), Deal::Number(deal)).unwrap();
    let books = shelf.open();
    let sitting = Sitting::new(session, Account::default(), Some(Box::new(books.writer().unwrap())));
    let look = Look { animation: false, ..Look::default() };
    let mut app = App::new(sitting, look, Some(books), Box::new(|| 7), || 0);
    app.execute(Command::SetAuto(false));
    let table = app.session().truth().clone();
    let solved =
        talon_solve::Solver::new().solve(&table, talon_solve::Limits::default(), &mut talon_solve::unwatched);
    let talon_solve::Verdict::Winnable(line) = solved.verdict else {
        panic!("a deal that can be won is wanted")
    };
    for m in talon_solve::shorten(&table, &line) {
        app.execute(Command::Play(m));
    }
    assert!(app.session().is_finished());
    app.tick(Duration::from_millis(1), Instant::now());
    app
}

#[test]
fn the_end_of_a_game_says_how_it_went_and_what_comes_next() {
    let shelf = shelf("end");
    let mut app = won(&shelf, "canfield", 6);
    assert!(app.popup.is_some(), "the end is shown");
    shot(&mut app, "end", "Canfield, deal 6");
    let text = screen(&mut app, (80, 24));
    for words in ["You won, without help.", "Profit    $210", "1 of 3 won", "1 won in a row", "new deal"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    // The same deal is played by fair hints, to compare.
    let deadline = Instant::now() + Duration::from_secs(60);
    while app.honest.is_none() && Instant::now() < deadline {
        app.tick(Duration::from_millis(1), Instant::now());
        std::thread::sleep(Duration::from_millis(5));
    }
    let text = screen(&mut app, (80, 24));
    assert!(text.contains("A player who sees only what you see") && !text.contains("being played"), "{text}");
    // A key does what it does at the table, a click on it as well.
    press(&mut app, ">");
    assert_eq!(*app.session().deal(), Deal::Number(7));
    let mut app = won(&shelf, "klondike", 9);
    size(&mut app, (80, 24));
    let text = screen(&mut app, (80, 24));
    assert!(text.contains("your best") || text.contains("1 of 1 won"), "{text}");
    let row = text.lines().position(|line| line.contains("this deal again")).unwrap();
    click(&mut app, 40, row as u16);
    assert!(app.popup.is_none() && app.session().moves_made() == 0);
    press(&mut app, "dQy");
    let text = screen(&mut app, (80, 24));
    assert!(text.contains("Given up; it counts as lost.") && text.contains("which move lost it?"), "{text}");
}

/// Every command that opens something.
const OPEN: [Action; 9] = [
    Action::Games,
    Action::Help,
    Action::Rules,
    Action::Options,
    Action::Statistics,
    Action::Resume,
    Action::History,
    Action::Winnable,
    Action::GiveUp,
];

/// Whatever is open draws itself at every size, takes any input, and Esc closes it.
#[test]
fn whatever_is_open_fits_every_size_and_obeys_esc() {
    let shelf = shelf("sizes");
    let sizes = |most: u16| {
        let all = (1..12).chain([15, 20, 24, 40, 49, 50, 60, 63, 64, 79, 80, 81, 120, 200]);
        all.filter(move |n| *n <= most)
    };
    for action in OPEN {
        let mut app = app("canfield");
        app.books = Some(shelf.open());
        for (width, height) in sizes(200).flat_map(|width| sizes(60).map(move |height| (width, height))) {
            size(&mut app, (width, height));
            press(&mut app, "nddu");
            app.act(action);
            if app.prompt.is_some() {
                press(&mut app, "y");
            }
            assert!(app.popup.is_some(), "{action:?}");
            for code in [KeyCode::PageDown, KeyCode::End, KeyCode::Up, KeyCode::Home] {
                screen(&mut app, (width, height));
                key(&mut app, code);
                assert!(app.popup.is_some(), "{action:?} {code:?} at {width}x{height}");
            }
            screen(&mut app, (width, height));
            key(&mut app, KeyCode::Esc);
            assert!(app.popup.is_none(), "{action:?} at {width}x{height}");
        }
    }
}

/// Opens the form of the game on the table and goes through it with keys.
#[test]
fn a_new_game_by_rules_of_ones_choice_is_marked_and_remembered() {
    let shelf = Shelf::new("form");
    let mut app = app("canfield");
    app.books = Some(shelf.open());
    press(&mut app, "o");
    key(&mut app, KeyCode::Enter);
    shot(&mut app, "new-game", "New game");
    size(&mut app, (80, 24));
    key(&mut app, KeyCode::Home);
    key(&mut app, KeyCode::Left);
    key(&mut app, KeyCode::Left);
    shot(&mut app, "new-game-changed", "New game");
    size(&mut app, (80, 24));
    let text = screen(&mut app, (80, 24));
    assert!(
        text.contains("New game: Canfield, draw 1") && text.contains("• Cards drawn at a time"),
        "{text}"
    );
    press(&mut app, "n");
    assert_eq!((app.session().rules().draw, app.session().title().as_str()), (1, "Canfield, draw 1"));
    // The list of games says so, and deals by these rules again.
    press(&mut app, "g");
    let text = screen(&mut app, (80, 24));
    assert!(text.contains("Canfield, draw 1"), "{text}");
    press(&mut app, "klondike");
    key(&mut app, KeyCode::Enter);
    press(&mut app, "gcanfield");
    key(&mut app, KeyCode::Enter);
    assert_eq!(app.session().title(), "Canfield, draw 1");
    // All rules are behind one line, and one line leads back to the game's own.
    press(&mut app, "o");
    key(&mut app, KeyCode::Enter);
    let text = screen(&mut app, (80, 40));
    let row = |text: &str, words: &str| text.lines().position(|line| line.contains(words)).unwrap() as u16;
    size(&mut app, (80, 40));
    click(&mut app, 40, row(&text, "All rules"));
    let text = screen(&mut app, (80, 60));
    assert!(text.contains("Number of columns") && text.contains("Fewer rules"), "{text}");
    size(&mut app, (80, 60));
    click(&mut app, 40, row(&text, "Back to the game's own rules"));
    press(&mut app, "n");
    assert_eq!(app.session().title(), "Canfield");
    press(&mut app, ":set draw=2");
    key(&mut app, KeyCode::Enter);
    press(&mut app, ":game canfield");
    key(&mut app, KeyCode::Enter);
    assert_eq!(app.session().title(), "Canfield, draw 2", "what is typed is remembered, too");
}

/// The text of the rules and of the help is never cut.
#[test]
fn long_text_is_wrapped_and_not_cut() {
    for (width, height) in [(24, 200), (33, 200), (50, 200), (80, 200), (200, 200)] {
        for (action, words) in [(Action::Rules, "Strategy"), (Action::Help, "Program")] {
            let mut app = app("spider");
            app.act(action);
            size(&mut app, (width, height));
            let text = screen(&mut app, (width, height));
            assert!(text.contains(words), "{text}");
            let inside = text.lines().filter(|line| line.contains('│'));
            assert!(inside.clone().count() > 10 && inside.clone().all(|line| !line.contains('…')), "{text}");
        }
    }
}

#[test]
fn the_help_can_be_searched() {
    let mut app = app("klondike");
    press(&mut app, "?/mark");
    let text = screen(&mut app, (80, 24));
    assert!(text.contains("set a bookmark") && !text.contains("show the rules"), "{text}");
    key(&mut app, KeyCode::Enter);
    assert_eq!(app.prompt, Some(talon_tui::Prompt::Bookmark));
}

/// A search for a deal shows how far it is, and Esc stops it.
#[test]
fn a_search_for_a_deal_can_be_stopped() {
    let mut app = app("canfield");
    let deal = app.session().deal().clone();
    press(&mut app, ":winnable hard");
    key(&mut app, KeyCode::Enter);
    let text = screen(&mut app, (80, 24));
    assert!(text.contains("Looking for a hard deal") && text.contains("of at most 200"), "{text}");
    key(&mut app, KeyCode::Esc);
    assert!(app.popup.is_none() && *app.session().deal() == deal);
    assert!(app.message.0.starts_with("The search was stopped."), "{:?}", app.message);
}
