//! Keys and clicks become commands, every command can be reached, and every refusal gives its reason.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use std::time::{Duration, Instant};
use talon_rules::{Move, Pile};
use talon_session::{Account, Command, Deal, Session, Sitting, Stamp, Verdict};
use talon_tui::{Action, App, Look, commands, draw};

fn app(game: &str, deal: u64) -> App {
    let session = Session::new(talon_games::find(game).unwrap(), Deal::Number(deal)).unwrap();
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

/// Chooses every command from the help, in a game in which moves were made.
#[test]
fn every_command_can_be_chosen_from_the_help() {
    for (i, entry) in commands().into_iter().enumerate() {
        let mut app = app("canfield", 1);
        press(&mut app, "dd?");
        for _ in 0..=i {
            app.key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
        }
        let before = format!("{:?} {:?} {:?}", app.popup, app.side, app.message);
        app.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
        let after = format!("{:?} {:?} {:?}", app.popup, app.side, app.message);
        let felt = before != after || app.prompt.is_some() || app.quit || app.cursor.visible;
        assert!(felt, "{}: {}", entry.key, entry.help);
    }
}

#[test]
fn typing_cursor_clicks_and_drags_make_the_same_move() {
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
    assert!(dragged.targets().contains(&Pile::Column(to)), "targets are highlighted while dragging");
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
fn a_refusal_names_the_cards_and_can_be_repeated() {
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
fn a_game_is_given_up_after_a_question() {
    let mut app = app("klondike", 1);
    press(&mut app, "Q");
    assert!(app.prompt.is_none() && app.message.0.starts_with("No move has been made"), "{:?}", app.message);
    press(&mut app, "dQn");
    assert!(app.prompt.is_none() && !app.message.0.contains("is given up"), "{:?}", app.message);
    press(&mut app, "Q");
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), 3, 3);
    press(&mut app, "y");
    assert!(!app.message.0.contains("is given up"), "a click does not give a game up: {:?}", app.message);
    press(&mut app, "Qy");
    assert!(app.message.0.starts_with("The game is given up and counts as lost."), "{:?}", app.message);
    press(&mut app, "Q");
    assert_eq!(app.message.0, "The game was already given up.");
    press(&mut app, "ndQ");
    assert!(app.prompt.is_some(), "the next game can also be given up");
}

#[test]
fn an_unfinished_game_can_be_given_up_in_the_list() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("given-up");
    let _ = std::fs::remove_dir_all(&folder);
    let books = talon_store::Store::open(&folder).unwrap();
    for deal in [1, 2] {
        let session = Session::new(talon_games::find("klondike").unwrap(), Deal::Number(deal)).unwrap();
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
    assert!(text.contains("Give up Klondike, deal 2? Press y: it will count as lost"), "{text}");
    press(&mut app, "y");
    let books = app.books.as_ref().unwrap();
    assert_eq!(books.left().unwrap().iter().map(|game| game.deal.as_str()).collect::<Vec<_>>(), ["deal 1"]);
    assert!(app.popup.is_some(), "the list stays open while it is not empty");
    press(&mut app, "xy");
    assert_eq!(app.books.as_ref().unwrap().left().unwrap(), []);
    assert!(app.popup.is_none());
    let _ = std::fs::remove_dir_all(&folder);
}

/// Random keys and clicks do not make the program panic, and the game can still be saved and loaded.
#[test]
fn random_input_does_no_harm() {
    let mut generator = talon_cards::Generator::new(1);
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
                    // Searches are tested elsewhere.
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

/// Lets time pass until a condition holds, for at most a minute.
fn wait(app: &mut App, mut until: impl FnMut(&App) -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !until(app) {
        assert!(Instant::now() < end, "the condition never held: {:?}", app.message);
        std::thread::sleep(Duration::from_millis(2));
        app.tick(Duration::from_millis(2), Instant::now());
    }
}

#[test]
fn a_winnable_verdict_can_be_demonstrated() {
    let mut app = app("klondike", 3);
    assert_eq!(app.session().stamp(), Stamp::Pure);
    press(&mut app, "vy");
    wait(&mut app, |app| app.verdict().is_proved());
    assert!(matches!(app.verdict(), Verdict::Winnable(_)));
    assert_eq!(app.session().stamp(), Stamp::Oracle);
    press(&mut app, "h");
    assert!(app.message.0.starts_with("Look at"), "{:?}", app.message);
    press(&mut app, "hh");
    assert!(app.message.0.contains("it starts a proved win in"), "{:?}", app.message);
    app.act(Action::Demonstration);
    // The test controls the clock of the demonstration.
    let mut now = Instant::now();
    for _ in 0..2000 {
        now += Duration::from_millis(400);
        app.tick(Duration::from_millis(400), now);
        if app.session().is_finished() {
            break;
        }
    }
    assert!(app.session().is_finished(), "{:?}", app.message);
    assert!(app.message.0.starts_with("You won in "));
}

#[test]
fn the_verdict_follows_the_moves_of_a_win_without_another_search() {
    let mut app = app("klondike", 3);
    press(&mut app, "vy");
    wait(&mut app, |app| app.verdict().is_proved());
    let Verdict::Winnable(line) = app.verdict() else { panic!() };
    app.sitting.follow(line[0]).unwrap();
    assert_eq!(app.sitting.verdict(), Verdict::Winnable(line[1..].to_vec()));
    app.sitting.execute(talon_session::Command::Undo).unwrap();
    assert_eq!(app.sitting.verdict(), Verdict::Winnable(line));
}

#[test]
fn a_hint_comes_in_three_steps_and_highlights_cards() {
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
    // The oracle's hint is another one, and begins with its first step.
    press(&mut app, "Hy");
    wait(&mut app, |app| app.message.0.starts_with("Look at "));
    press(&mut app, "HH");
    assert!(app.message.0.contains("it starts a proved win in"), "{:?}", app.message);
    assert_eq!(app.session().stamp(), Stamp::Oracle);
}

#[test]
fn a_card_is_found_and_highlighted() {
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
fn new_deals_are_as_the_options_say() {
    let mut app = app("klondike", 3);
    // The numbers of new deals begin with 7. Deals 7 and 8 cannot be won.
    app.wanted = talon_tui::app::Wanted::Winnable;
    press(&mut app, "n");
    wait(&mut app, |app| app.message.0.ends_with("This deal is proved winnable."));
    assert_eq!(*app.session().deal(), Deal::Number(9));
    app.wanted = talon_tui::app::Wanted::Graded(talon_session::Level::Easy);
    press(&mut app, "n");
    wait(&mut app, |app| app.message.0.contains("This deal is easy"));
    assert_eq!(*app.session().deal(), Deal::Number(9));
}

#[test]
fn every_position_of_the_tree_gets_a_verdict() {
    let mut app = app("klondike", 3);
    press(&mut app, "ddduud");
    press(&mut app, "vyt");
    wait(&mut app, |app| app.sitting.unjudged().is_none());
    let history = app.session().history();
    for number in 0..=history.len() as u32 {
        let place = history.place(number).unwrap();
        assert!(app.sitting.verdict_at(place).is_proved(), "{number}");
    }
}

/// A verdict for one game ends with it. A verdict for all games is announced in each of them.
#[test]
fn the_verdict_can_be_on_for_one_game_or_for_all() {
    let mut app = app("klondike", 3);
    press(&mut app, "vy");
    assert_eq!(app.session().stamp(), Stamp::Oracle);
    app.execute(Command::New(Deal::Number(4)));
    assert!(!app.verdict_on && app.session().stamp() == Stamp::Pure);
    app.verdict_always = true;
    app.execute(Command::New(Deal::Number(5)));
    assert!(app.verdict_on && app.session().stamp() == Stamp::Oracle);
    assert!(app.message.0.contains("counts as played with the oracle"), "{:?}", app.message);
}

/// Nothing marks a game before the player has been asked, and whoever declines keeps it pure.
#[test]
fn whoever_asks_about_hidden_cards_is_asked_first() {
    for key in ["v", "H", "D", "p", "G"] {
        for decline in ["n", "x"] {
            let mut app = app("klondike", 3);
            press(&mut app, &format!("d{key}"));
            assert!(matches!(app.prompt, Some(talon_tui::Prompt::Oracle(_))), "{key}: {:?}", app.prompt);
            press(&mut app, decline);
            wait(&mut app, |app| !app.analyst.is_busy());
            assert!(app.prompt.is_none() && !app.verdict_on);
            assert_eq!(app.session().stamp(), Stamp::Pure, "{key} {decline}");
            press(&mut app, &format!("{key}y"));
            assert_eq!(app.session().stamp(), Stamp::Oracle, "{key}");
            // Once is enough for a game.
            app.key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
            press(&mut app, "p");
            assert!(app.prompt.is_none());
        }
    }
}

#[test]
fn declining_to_look_at_hidden_cards_in_every_game_declines_the_option() {
    let mut app = app("klondike", 3);
    press(&mut app, "o");
    for _ in 0..10 {
        app.key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
    }
    app.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
    assert!(app.prompt.is_some() && app.verdict_always);
    press(&mut app, "n");
    assert!(!app.verdict_always && !app.verdict_on && app.session().stamp() == Stamp::Pure);
}

fn type_line(app: &mut App, line: &str) {
    press(app, ":");
    press(app, line);
    app.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
}

/// The command line knows every word that the registry gives it, and says what else is wrong.
#[test]
fn the_command_line_knows_moves_and_words() {
    let mut app = app("klondike", 1);
    type_line(&mut app, "draw");
    assert_eq!(app.session().moves_made(), 1);
    type_line(&mut app, "undo");
    assert_eq!(app.session().moves_made(), 0);
    type_line(&mut app, "new 42");
    assert_eq!(*app.session().deal(), Deal::Number(42));
    type_line(&mut app, "deal ms:617");
    assert_eq!(app.session().deal().to_string(), "deal ms:617");
    type_line(&mut app, "set draw=3");
    assert_eq!(app.session().rules().draw, 3);
    type_line(&mut app, "game Spider");
    assert_eq!(app.session().rules().name.as_str(), "spider");
    type_line(&mut app, "hint");
    assert_eq!(app.message.0, "Thinking …");
    let file = std::env::temp_dir().join(format!("talon-line-{}.talon", std::process::id()));
    type_line(&mut app, "mark a");
    type_line(&mut app, &format!("save {}", file.display()));
    assert!(app.message.0.starts_with("Saved to "), "{:?}", app.message);
    let save = app.session().save();
    type_line(&mut app, "game canfield");
    type_line(&mut app, "ledger on");
    assert!(app.session().ledger_on());
    type_line(&mut app, &format!("load {}", file.display()));
    assert_eq!(app.session().save(), save);
    std::fs::remove_file(file).unwrap();
    for (line, words) in [
        ("fly", "is not a command"),
        ("undo 3", "stands alone"),
        ("set columns=99", "must be a whole number from 1 to 20"),
        ("game spidr", "did you mean"),
        ("winnable never", "easy, medium or hard"),
        ("load /no/such/file", "/no/such/file"),
    ] {
        type_line(&mut app, line);
        assert!(app.message.0.contains(words), "{line}: {:?}", app.message);
    }
    for action in ["help", "rules", "options", "games"] {
        app.popup = None;
        type_line(&mut app, action);
        assert!(app.popup.is_some(), "{action}");
    }
}

#[test]
fn the_players_own_keys_replace_those_of_the_list() {
    let mut app = app("klondike", 1);
    app.keys = talon_session::registry::Keys::read("undo = z\nhint = u\n").unwrap();
    press(&mut app, "ddz");
    assert_eq!(app.session().moves_made(), 1);
    press(&mut app, "u");
    assert_eq!(app.message.0, "Thinking …");
    let mut terminal = Terminal::new(TestBackend::new(100, 32)).unwrap();
    terminal.draw(|frame| draw(&mut app, frame)).unwrap();
    let screen = terminal.backend().to_string();
    assert!(screen.contains("z undo") && screen.contains("u hint"), "{screen}");
}

/// Returns the screen as lines.
fn lines(app: &mut App, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(app, frame)).unwrap();
    let text = terminal.backend().to_string();
    text.lines().map(|line| line.trim_matches('"').to_string()).collect()
}

/// Clicks on the first place of the screen that shows this text, from this column on.
fn click_on(app: &mut App, text: &str, from: usize) {
    let lines = lines(app, 120, 40);
    let found = lines.iter().enumerate().find_map(|(y, line)| {
        let rest: String = line.chars().skip(from).collect();
        let x = rest.find(text).map(|at| from + rest[..at].chars().count())?;
        Some((x as u16, y as u16))
    });
    let (x, y) = found.unwrap_or_else(|| panic!("{text:?} is not shown:\n{}", lines.join("\n")));
    mouse(app, MouseEventKind::Down(MouseButton::Left), x, y);
    mouse(app, MouseEventKind::Up(MouseButton::Left), x, y);
}

#[test]
fn the_commands_on_the_screen_can_be_clicked() {
    let mut app = app("klondike", 1);
    click_on(&mut app, "d draw", 0);
    assert_eq!(app.session().moves_made(), 1, "{:?}", app.message);
    click_on(&mut app, "u undo", 0);
    assert_eq!(app.session().moves_made(), 0);
    click_on(&mut app, "U redo", 0);
    assert_eq!(app.session().moves_made(), 1);
    // The panel has the same commands.
    click_on(&mut app, "u  undo a move", 60);
    assert_eq!(app.session().moves_made(), 0);
    click_on(&mut app, "? help", 0);
    assert!(app.popup.is_some());
    app.popup = None;
    // A question is not answered by a click on a command.
    press(&mut app, ":");
    let before = app.prompt.clone();
    assert!(before.is_some());
    click_on(&mut app, "d draw", 0);
    assert_eq!((app.session().moves_made(), &app.prompt), (0, &before));
}

#[test]
fn commands_that_would_do_nothing_are_not_offered() {
    let footer = |app: &mut App| lines(app, 160, 40).pop().unwrap();
    let mut freecell = app("freecell", 1);
    let text = footer(&mut freecell);
    assert!(!text.contains("draw") && !text.contains("undo") && !text.contains("redo"), "{text}");
    assert!(!text.contains("statistics"), "there are no books: {text}");
    let mut klondike = app("klondike", 1);
    assert!(footer(&mut klondike).contains("d draw"));
    press(&mut klondike, "d");
    let text = footer(&mut klondike);
    assert!(text.contains("u undo") && !text.contains("redo"), "{text}");
    press(&mut klondike, "u");
    let text = footer(&mut klondike);
    assert!(!text.contains("undo") && text.contains("U redo"), "{text}");
    let mut spider = app("spider", 1);
    assert!(footer(&mut spider).contains("d draw"));
    press(&mut spider, "ddddd");
    assert!(!footer(&mut spider).contains("d draw"), "the stock is empty");
}
