//! Older and newer books, books that can only be read, and several programs that open them.

mod support;

use rusqlite::Connection;
use std::path::Path;
use std::sync::Barrier;
use std::time::{SystemTime, UNIX_EPOCH};
use support::{Folder, sit};
use talon_session::{Command, Deal, Session};
use talon_store::{Error, Store, Visit};

/// Books of every older schema, as a program of that time left them.
const OLDER: [&str; 1] = [include_str!("fixtures/schema-1.sql")];

fn make(folder: &Path, sql: &str) -> Connection {
    std::fs::create_dir_all(folder).unwrap();
    let connection = Connection::open(folder.join("talon.db")).unwrap();
    connection.execute_batch(sql).unwrap();
    connection
}

fn version(folder: &Path) -> i64 {
    let connection = Connection::open(folder.join("talon.db")).unwrap();
    connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

#[test]
fn books_of_every_older_schema_are_read_and_go_on() {
    for (number, sql) in (1..).zip(OLDER) {
        let folder = Folder::new("older");
        drop(make(&folder.0, sql));
        assert_eq!(version(&folder.0), number);
        for store in [Store::read, Store::open] {
            let store = store(&folder.0).unwrap();
            let games: Vec<_> =
                store.games(None).unwrap().into_iter().map(|g| (g.id, g.deal, g.moves)).collect();
            let game = |id: i64, deal: &str, moves: u32| (id, deal.to_string(), moves);
            assert_eq!(games, [game(3, "deal 2", 1), game(2, "deal 6", 3), game(1, "deal 9", 2)]);
            assert_eq!(store.check().unwrap().findings.len(), 0);
            assert_eq!(store.preference("theme").as_deref(), Some("night"));
            let account = store.account().unwrap();
            assert_eq!((account.hands, account.games, account.winnings), (13, 26, 10));
            if store.writer().is_ok() {
                let (session, time, writer) = store.take_up(1).unwrap();
                let mut sitting =
                    talon_session::Sitting::resumed(session, time, account, Some(Box::new(writer)));
                sitting.execute(Command::Draw).unwrap();
                assert_eq!(sitting.take_trouble(), None);
                assert_eq!(store.games(None).unwrap()[0].moves, 3);
            } else {
                assert_eq!(version(&folder.0), number, "reading changes nothing");
            }
        }
        assert_eq!(version(&folder.0), 2);
    }
}

#[test]
fn books_of_a_newer_schema_are_refused_and_left_alone() {
    let folder = Folder::new("newer");
    drop(make(&folder.0, "CREATE TABLE games (everything); PRAGMA user_version = 3;"));
    let before = std::fs::read(folder.0.join("talon.db")).unwrap();
    for result in [Store::open(&folder.0), Store::read(&folder.0)] {
        let error = result.unwrap_err();
        assert!(matches!(error, Error::Newer { found: 3, known: 2 }), "{error:?}");
        assert_eq!(
            error.to_string(),
            "The books were written by a newer version of Talon (schema 3; this version knows schemas up to 2). \
             Update Talon, or set TALON_DATA to another folder."
        );
    }
    assert_eq!(std::fs::read(folder.0.join("talon.db")).unwrap(), before);
}

#[test]
fn programs_that_start_at_once_all_get_the_books() {
    for sql in ["", OLDER[0]] {
        for _ in 0..5 {
            let folder = Folder::new("start");
            drop(make(&folder.0, sql));
            let start = Barrier::new(6);
            std::thread::scope(|scope| {
                for deal in 1..=6 {
                    let (start, folder) = (&start, &folder.0);
                    scope.spawn(move || {
                        start.wait();
                        let store = Store::open(folder).unwrap();
                        let mut sitting = sit(&store, "klondike", 100 + deal);
                        for _ in 0..10 {
                            sitting.execute(Command::Draw).unwrap();
                        }
                        sitting.leave().unwrap();
                    });
                }
            });
            let games = Store::read(&folder.0).unwrap().games(None).unwrap();
            let whole = games.iter().filter(|game| game.deal.starts_with("deal 10") && game.moves == 10);
            assert_eq!(whole.count(), 6);
        }
    }
}

/// Neither the folder nor the file can be written. For root, everything can; then this shows that reading works.
#[cfg(unix)]
#[test]
fn books_that_can_only_be_read_are_read_and_exported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("read-only");
    let store = Store::open(&folder.0).unwrap();
    let mut sitting = sit(&store, "klondike", 9);
    sitting.execute(Command::Draw).unwrap();
    drop((sitting, store));
    let database = folder.0.join("talon.db");
    let permit = |folder_mode, file_mode| {
        std::fs::set_permissions(&database, std::fs::Permissions::from_mode(file_mode)).unwrap();
        std::fs::set_permissions(&folder.0, std::fs::Permissions::from_mode(folder_mode)).unwrap();
    };
    permit(0o555, 0o444);
    let store = Store::read(&folder.0).unwrap();
    assert_eq!(store.games(None).unwrap()[0].moves, 1);
    assert_eq!(store.statistics(None).unwrap(), []);
    assert_eq!(store.check().unwrap().findings.len(), 0);
    assert!(store.export().unwrap().text.contains("\"deal\": \"deal 9\""));
    let refused = [
        store.writer().unwrap_err(),
        store.take_up(1).unwrap_err(),
        store.give_up(1).unwrap_err(),
        store.prefer("theme", "night").unwrap_err(),
    ];
    for error in refused {
        assert!(error.to_string().contains("can only be read"), "{error}");
    }
    drop(store);
    permit(0o755, 0o644);
}

#[test]
fn where_nothing_is_reading_creates_nothing() {
    let folder = Folder::new("nothing");
    let store = Store::read(&folder.0).unwrap();
    assert_eq!(store.games(None).unwrap(), []);
    assert!(store.export().is_ok());
    assert!(!folder.0.exists());
}

/// Games written before a clock was set back by an hour: what comes later stands first all the same. A clock
/// that once was years ahead does not take the later games with it.
#[test]
fn a_clock_that_was_set_back_does_not_disorder_the_games() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    for (ahead, follows) in [(3_600, true), (10 * 365 * 86_400, false)] {
        let folder = Folder::new("clock");
        let mut store = Store::open(&folder.0).unwrap();
        let mut sitting = sit(&store, "klondike", 1);
        sitting.execute(Command::Draw).unwrap();
        drop(sitting);
        let database = Connection::open(folder.0.join("talon.db")).unwrap();
        database.execute("UPDATE games SET changed = ?1, began = ?1", [now + ahead]).unwrap();
        let mut sitting = sit(&store, "klondike", 2);
        sitting.execute(Command::Draw).unwrap();
        let session = Session::new(talon_games::find("klondike").unwrap(), Deal::Number(3)).unwrap();
        let mut session = session;
        session.execute(Command::Draw).unwrap();
        let visit = Visit {
            uid: "page",
            session: &session,
            seconds: 1,
            began: 1,
            state: 0,
            leaves: false,
            shown: false,
        };
        store.keep(&visit).unwrap().unwrap();
        let games = store.games(None).unwrap();
        let deals: Vec<_> = games.iter().map(|game| game.deal.as_str()).collect();
        let wanted = if follows { ["deal 3", "deal 2", "deal 1"] } else { ["deal 1", "deal 3", "deal 2"] };
        assert_eq!(deals, wanted);
        let newest = games.iter().find(|game| game.deal == "deal 3").unwrap().changed;
        assert_eq!(newest >= now + ahead, follows);
        assert!(newest < now + 86_400);
    }
}

/// Every change of a game has a token of its own, however many come in a second and whatever they change.
#[test]
fn no_two_states_of_a_game_have_the_same_token() {
    let folder = Folder::new("token");
    let mut store = Store::open(&folder.0).unwrap();
    let mut session = Session::new(talon_games::find("klondike").unwrap(), Deal::Number(3)).unwrap();
    session.execute(Command::Draw).unwrap();
    let keep = |store: &mut Store, session: &Session, state: i64| {
        let visit = Visit { uid: "page", session, seconds: 1, began: 1, state, leaves: false, shown: false };
        store.keep(&visit).unwrap().map(|kept| kept.state)
    };
    let mut states = vec![keep(&mut store, &session, 0).unwrap()];
    for _ in 0..50 {
        // The same number of lines, and the same second.
        let last = *states.last().unwrap();
        let state = keep(&mut store, &session, last).unwrap();
        assert!(!states.contains(&state) && state != 0);
        assert_eq!(keep(&mut store, &session, last), None, "a tab that knows the state before is late");
        states.push(state);
    }
    // The terminal plays on: the tab is late.
    let id = store.number("page").unwrap().unwrap();
    let (session, time, writer) = store.take_up(id).unwrap();
    let mut sitting =
        talon_session::Sitting::resumed(session, time, Default::default(), Some(Box::new(writer)));
    sitting.execute(Command::Undo).unwrap();
    let session = sitting.session().clone();
    drop(sitting);
    assert_eq!(keep(&mut store, &session, *states.last().unwrap()), None);
}
