//! Writes that fail: nothing is lost, and the player is told until everything is recorded.

mod support;

use rusqlite::Connection;
use std::path::Path;
use std::time::Duration;
use support::{Folder, sit};
use talon_session::{Command, Deal, Sitting};
use talon_store::Store;

/// A way in which writes fail, as long as its triggers are in the database.
struct Fault {
    name: &'static str,
    begin: &'static str,
}

const END: &str = "DROP TRIGGER IF EXISTS fault_a; DROP TRIGGER IF EXISTS fault_b;";

const FAULTS: [Fault; 5] = [
    Fault {
        name: "a line",
        begin: "CREATE TRIGGER fault_a BEFORE INSERT ON lines BEGIN SELECT RAISE(ABORT, 'planted'); END;",
    },
    Fault {
        name: "the state of a game",
        begin: "CREATE TRIGGER fault_a BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'planted'); END;",
    },
    Fault {
        name: "a new game",
        begin: "CREATE TRIGGER fault_a BEFORE INSERT ON games BEGIN SELECT RAISE(ROLLBACK, 'planted'); END;",
    },
    Fault {
        name: "the account",
        begin: "CREATE TRIGGER fault_a BEFORE INSERT ON account BEGIN SELECT RAISE(FAIL, 'planted'); END;
            CREATE TRIGGER fault_b BEFORE UPDATE ON account BEGIN SELECT RAISE(FAIL, 'planted'); END;",
    },
    // Every statement succeeds, and the commit fails.
    Fault {
        name: "a commit",
        begin: "CREATE TABLE IF NOT EXISTS planted
                (game INTEGER REFERENCES games (id) DEFERRABLE INITIALLY DEFERRED);
            CREATE TRIGGER fault_a AFTER INSERT ON lines BEGIN INSERT INTO planted VALUES (-1); END;
            CREATE TRIGGER fault_b AFTER UPDATE ON games BEGIN INSERT INTO planted VALUES (-1); END;",
    },
];

/// What the player does, step by step: moves, undo, bookmarks, new games, one of them given up.
const STEPS: usize = 14;

fn step(sitting: &mut Sitting, number: usize) {
    let command = match number {
        0 | 2 | 6 | 7 | 9 | 12 => Command::Draw,
        1 => Command::Play("r-f2".parse().unwrap()),
        3 => Command::Undo,
        4 => return sitting.bookmark('a'),
        5 => Command::New(Deal::Number(8)),
        8 => Command::New(Deal::Number(9)),
        10 => return drop(sitting.give_up().unwrap()),
        11 => Command::New(Deal::Number(10)),
        _ => Command::Undo,
    };
    sitting.execute(command).unwrap();
}

/// What the books hold of every game, the oldest first.
fn snapshot(store: &Store) -> Vec<(String, String, u32, String)> {
    let mut games = store.games(None).unwrap();
    games.sort_by_key(|game| game.id);
    let save = |id| {
        let (session, _) = store.game(id).expect("every game in the books can be read");
        session.save()
    };
    games.into_iter().map(|game| (game.deal, game.result, game.moves, save(game.id))).collect()
}

fn database(folder: &Path) -> Connection {
    let connection = Connection::open(folder.join("talon.db")).unwrap();
    connection.busy_timeout(Duration::from_secs(60)).unwrap();
    connection
}

/// For every step, every kind of write fails from that step on for three steps.
#[test]
fn a_write_that_fails_is_made_up_for_in_order() {
    let folder = Folder::new("no-fault");
    let store = Store::open(&folder.0).unwrap();
    let mut sitting = sit(&store, "canfield", 6);
    let wanted: Vec<_> = (0..STEPS)
        .map(|number| {
            step(&mut sitting, number);
            assert_eq!(sitting.take_trouble(), None);
            snapshot(&store)
        })
        .collect();
    assert_eq!(wanted[STEPS - 1].len(), 4);
    let account = store.account().unwrap();
    let mut told = 0;
    for fault in &FAULTS {
        for failing in 0..STEPS {
            let folder = Folder::new("fault");
            let store = Store::open(&folder.0).unwrap();
            let mut sitting = sit(&store, "canfield", 6);
            let database = database(&folder.0);
            let mut is_told = false;
            for (number, wanted_now) in wanted.iter().enumerate() {
                let case = format!("{} fails in step {failing}: step {number}", fault.name);
                if number == failing {
                    database.execute_batch(fault.begin).unwrap();
                }
                if number == failing + 3 {
                    database.execute_batch(END).unwrap();
                }
                step(&mut sitting, number);
                let is_failing = (failing..failing + 3).contains(&number);
                let now = snapshot(&store);
                match sitting.take_trouble() {
                    Some(trouble) if trouble.contains("are not recorded: planted") => {
                        assert!(is_failing, "{case}: {trouble}");
                        is_told = true;
                    }
                    Some(trouble) if trouble.contains("are not recorded: FOREIGN KEY") => is_told = true,
                    Some(trouble) => {
                        assert_eq!((&*trouble, is_told), ("Everything is recorded again.", true), "{case}");
                        assert_eq!(&now, wanted_now, "{case}");
                    }
                    None => assert_eq!(&now, wanted_now, "{case}: the player does not know"),
                }
                // The books hold what was at some moment before, never a mixture.
                let is_earlier = now.is_empty() || wanted[..=number].contains(&now);
                assert!(is_earlier, "{case}: {now:#?}\nwanted {wanted_now:#?}");
            }
            database.execute_batch(END).unwrap();
            sitting.leave().unwrap();
            assert_eq!(snapshot(&store), wanted[STEPS - 1], "{} fails in step {failing}", fault.name);
            assert_eq!(store.account().unwrap(), account, "{} fails in step {failing}", fault.name);
            told += usize::from(is_told);
        }
    }
    assert!(told > FAULTS.len() * STEPS / 2, "only {told} faults did anything");
}

/// A line in the middle cannot be written: what stands before it is whole, and what comes after it waits.
#[test]
fn a_line_that_fails_for_long_is_no_gap() {
    for line in 0..8 {
        let folder = Folder::new("line");
        let store = Store::open(&folder.0).unwrap();
        let mut sitting = sit(&store, "klondike", 9);
        let database = database(&folder.0);
        let sql = format!(
            "CREATE TRIGGER fault_a BEFORE INSERT ON lines WHEN NEW.seq = {line}
             BEGIN SELECT RAISE(ABORT, 'planted'); END;"
        );
        database.execute_batch(&sql).unwrap();
        for _ in 0..12 {
            sitting.execute(Command::Draw).unwrap();
        }
        let lines = |store: &Store| match store.games(None).unwrap().first() {
            Some(game) => store.text(game.id).unwrap().0.matches("draw").count(),
            None => 0,
        };
        assert_eq!(lines(&store), line);
        assert!(sitting.take_trouble().unwrap().contains("not recorded: planted"));
        sitting.pass(Duration::from_secs(1));
        assert_eq!(sitting.take_trouble(), None, "nothing new");
        database.execute_batch(END).unwrap();
        sitting.pass(Duration::from_secs(1));
        assert_eq!(sitting.take_trouble().as_deref(), Some("Everything is recorded again."));
        assert_eq!(lines(&store), 12);
    }
}

/// A new game cannot begin in the books: the one before stays as it was, and the new one follows.
#[test]
fn a_game_that_cannot_begin_overwrites_no_other() {
    let folder = Folder::new("begin");
    let store = Store::open(&folder.0).unwrap();
    let mut sitting = sit(&store, "klondike", 9);
    sitting.execute(Command::Draw).unwrap();
    let database = database(&folder.0);
    database.execute_batch(FAULTS[2].begin).unwrap();
    for deal in [10, 11] {
        sitting.execute(Command::New(Deal::Number(deal))).unwrap();
        sitting.execute(Command::Draw).unwrap();
        sitting.execute(Command::Draw).unwrap();
        let [before] = &store.games(None).unwrap()[..] else { panic!("one game is recorded") };
        assert_eq!((&*before.deal, before.moves), ("deal 9", 1));
    }
    database.execute_batch(END).unwrap();
    sitting.leave().unwrap();
    let games: Vec<_> =
        snapshot(&store).into_iter().map(|(deal, result, moves, _)| (deal, result, moves)).collect();
    let game = |deal: &str, result: &str, moves| (deal.to_string(), result.to_string(), moves);
    assert_eq!(games, [game("deal 9", "left", 1), game("deal 10", "left", 2), game("deal 11", "open", 2)]);
}

/// Another program holds the lock for long.
#[test]
fn while_another_program_writes_moves_are_kept() {
    let folder = Folder::new("lock");
    let store = Store::open(&folder.0).unwrap();
    let mut sitting = sit(&store, "klondike", 9);
    let database = database(&folder.0);
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    for _ in 0..5 {
        sitting.execute(Command::Draw).unwrap();
        let trouble = sitting.take_trouble().unwrap();
        assert!(trouble.contains("not recorded: another program is writing to the books."), "{trouble}");
    }
    // Whoever opens the books meanwhile does not wait.
    let other = Store::open(&folder.0).unwrap();
    assert_eq!(other.games(None).unwrap(), []);
    database.execute_batch("COMMIT").unwrap();
    sitting.pass(Duration::from_secs(1));
    assert_eq!(sitting.take_trouble().as_deref(), Some("Everything is recorded again."));
    assert_eq!(other.games(None).unwrap()[0].moves, 5);
}

/// A program that ends while something is not recorded still records it if it can.
#[test]
fn what_was_kept_is_written_when_the_program_ends() {
    let folder = Folder::new("end");
    let store = Store::open(&folder.0).unwrap();
    let mut sitting = sit(&store, "klondike", 9);
    let database = database(&folder.0);
    database.execute_batch(FAULTS[0].begin).unwrap();
    sitting.execute(Command::Draw).unwrap();
    assert!(sitting.leave().is_err(), "the player is told");
    database.execute_batch(END).unwrap();
    drop(sitting);
    assert_eq!(store.left().unwrap()[0].moves, 1);
}
