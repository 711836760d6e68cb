//! Damaged books and damaged exports: what is whole is kept, and what is not is named.

mod support;

use rusqlite::Connection;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use support::{Folder, sit};
use talon_session::{Command, Deal};
use talon_store::{Error, Place, Remedy, Store};

/// Books with as many games as there are deals, three moves each.
fn books(folder: &Folder, deals: u64) -> Store {
    let store = Store::open(&folder.0).unwrap();
    let mut sitting = sit(&store, "canfield", 1);
    for deal in 1..=deals {
        sitting.execute(Command::New(Deal::Number(deal))).unwrap();
        for _ in 0..3 {
            sitting.execute(Command::Draw).unwrap();
        }
    }
    sitting.leave().unwrap();
    store
}

fn exported(store: &Store) -> Value {
    serde_json::from_str(&store.export().unwrap().text).unwrap()
}

fn sql(folder: &Folder, sql: &str) {
    Connection::open(folder.0.join("talon.db")).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn an_import_takes_what_is_whole_and_names_what_is_not() {
    let mut all = exported(&books(&Folder::new("whole"), 6));
    all["games"][1]["save"] = all["games"][1]["save"].as_str().unwrap().replacen("draw", "1-f1", 1).into();
    all["games"][2]["moves"] = (-1).into();
    all["games"][4] = json!("no game");
    all["ledger"]["hands"] = i64::MAX.into();
    let mut store = Store::open(&Folder::new("taken").0).unwrap();
    let imported = store.import(&all.to_string()).unwrap();
    assert_eq!((imported.new, imported.known), (3, 0));
    let named: Vec<String> = imported.refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        named[0],
        "The casino's account: `hands` is 9223372036854775807, but only 0 to 1000000000000000 are possible."
    );
    assert!(
        named[1].starts_with("Game 2 (Canfield, deal 2): Line 5 of the save: the move 1-f1 is refused"),
        "{named:?}"
    );
    assert_eq!(named[2], "Game 3 (Canfield, deal 3): `moves` is -1, but only 0 to 4294967295 are possible.");
    assert_eq!(named[3], "Game 5 (?, ?): `uid` is missing or has the wrong type.");
    assert_eq!(store.games(None).unwrap().len(), 3);
    assert_eq!(store.check().unwrap().findings.len(), 0);
    assert_eq!(store.account().unwrap().hands, 0);
}

#[test]
fn no_number_or_word_of_an_export_can_damage_the_books() {
    let all = exported(&books(&Folder::new("fields"), 1));
    let numbers = ["moves", "seconds", "score", "began", "changed"];
    let wrong = [
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1e300),
        json!("7"),
        json!(null),
        json!(0.5),
    ];
    let words = ["uid", "result", "stamp", "save"];
    let no_words = [json!(""), json!("x\u{1b}[2J"), json!(7), json!(null), json!("x".repeat(100))];
    let cases = numbers.iter().flat_map(|name| wrong.iter().map(move |value| (name, value)));
    for (name, value) in
        cases.chain(words.iter().flat_map(|name| no_words.iter().map(move |value| (name, value))))
    {
        let mut changed = all.clone();
        changed["games"][0][name] = value.clone();
        let folder = Folder::new("field");
        let mut store = Store::open(&folder.0).unwrap();
        let imported = store.import(&changed.to_string()).unwrap();
        assert_eq!((imported.new, imported.refused.len()), (0, 1), "{name}: {value}");
        assert!(imported.refused[0].fault.to_string().contains(name), "{}", imported.refused[0]);
    }
    for value in &wrong {
        let mut changed = all.clone();
        changed["ledger"]["winnings"] = value.clone();
        let folder = Folder::new("money");
        let mut store = Store::open(&folder.0).unwrap();
        store.import(&changed.to_string()).unwrap();
        // More can be added to it.
        let mut sitting = sit(&store, "canfield", 1);
        sitting.execute(Command::Draw).unwrap();
        assert_eq!(sitting.take_trouble(), None);
        assert!(store.export().is_ok());
        assert_eq!(store.check().unwrap().findings.len(), 0, "{value}");
    }
    // What a title or a deal says is not taken from the export, but from the game itself.
    let mut changed = all.clone();
    for name in ["title", "deal", "rules", "game"] {
        changed["games"][0][name] = "\u{1b}[2J".into();
    }
    let mut store = Store::open(&Folder::new("words").0).unwrap();
    assert_eq!(store.import(&changed.to_string()).unwrap().new, 1);
    let game = &store.games(None).unwrap()[0];
    assert_eq!((&*game.title, &*game.deal, &*game.rules), ("Canfield", "deal 1", "canfield"));
}

/// While one program imports, another plays: its moves are recorded in between, not only afterwards.
#[test]
fn an_import_lets_others_write() {
    let mut all = exported(&books(&Folder::new("many"), 1));
    let game = all["games"][0].clone();
    let many = (0..2_000).map(|number| {
        let mut game = game.clone();
        game["uid"] = format!("imported-{number}").into();
        game
    });
    all["games"] = many.collect();
    let text = all.to_string();
    let folder = Folder::new("others");
    let mut store = Store::open(&folder.0).unwrap();
    let (is_over, start) = (AtomicBool::new(false), Barrier::new(2));
    let (recorded, moves) = std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            let store = Store::open(&folder.0).unwrap();
            let mut sitting = sit(&store, "klondike", 8);
            let database = Connection::open(folder.0.join("talon.db")).unwrap();
            let count = |sql: &str| database.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
            let (mut recorded, mut moves, mut before) = (0, 0, 0);
            start.wait();
            while !is_over.load(Ordering::Relaxed) {
                sitting.execute(Command::Draw).unwrap();
                moves += 1;
                let imported = count("SELECT COUNT(*) FROM games WHERE game = 'canfield'");
                let here = count("SELECT COALESCE(MAX(moves), 0) FROM games WHERE game = 'klondike'");
                recorded += usize::from((1..2_000).contains(&imported) && here > before);
                before = here;
            }
            sitting.leave().unwrap();
            (recorded, moves)
        });
        start.wait();
        assert_eq!(store.import(&text).unwrap().new, 2_000);
        is_over.store(true, Ordering::Relaxed);
        other.join().unwrap()
    });
    assert!(recorded > 0, "of {moves} moves, none was recorded while the import went on");
    let games = store.games(Some("klondike")).unwrap();
    assert_eq!((games.len(), games[0].moves), (1, moves));
}

/// The ways to damage single games, what a check says of each, and what a repair does about it.
#[test]
fn damaged_games_are_found_and_repaired() {
    let cases: [(&str, &str, Remedy, Option<u32>); 11] = [
        ("UPDATE games SET moves = -1 WHERE id = 2", "`moves` is -1", Remedy::Corrected, Some(3)),
        ("UPDATE games SET moves = 9e99 WHERE id = 2", "`moves` is missing", Remedy::Corrected, Some(3)),
        ("UPDATE games SET seconds = 'x' WHERE id = 2", "`seconds` is missing", Remedy::Corrected, Some(3)),
        (
            "UPDATE games SET changed = 9223372036854775807 WHERE id = 2",
            "`changed` is",
            Remedy::Corrected,
            Some(3),
        ),
        ("UPDATE games SET result = 'gone' WHERE id = 2", "`result` cannot be", Remedy::Corrected, Some(3)),
        ("UPDATE games SET stamp = x'ff00' WHERE id = 2", "`stamp` cannot be", Remedy::Corrected, Some(3)),
        ("UPDATE games SET uid = '' WHERE id = 2", "`uid` cannot be", Remedy::Corrected, Some(3)),
        (
            "UPDATE lines SET line = 'fly' WHERE game = 2 AND seq = 1",
            "Line 6 of the save",
            Remedy::Shortened(1),
            Some(3),
        ),
        ("DELETE FROM lines WHERE game = 2 AND seq = 1", "Line 6 of the save", Remedy::Shortened(1), Some(3)),
        (
            "UPDATE games SET head = 'nothing' || char(10) WHERE id = 2",
            "Line 1 of the save",
            Remedy::Removed,
            None,
        ),
        (
            "INSERT INTO account VALUES ('hands', 9223372036854775807)",
            "`hands` is",
            Remedy::Corrected,
            Some(3),
        ),
    ];
    for (damage, words, remedy, moves) in cases {
        let folder = Folder::new("damaged");
        let before = exported(&books(&folder, 3));
        sql(&folder, damage);
        let store = Store::read(&folder.0).unwrap();
        let report = store.check().unwrap();
        let [finding] = &report.findings[..] else { panic!("{damage}: {report:?}") };
        assert!(finding.to_string().contains(words), "{damage}: {finding}");
        // The others can be used meanwhile.
        assert_eq!(store.games(None).unwrap().len(), 3, "{damage}");
        store.statistics(None).unwrap();
        let export = store.export().unwrap();
        let is_game = matches!(finding.place, Place::Game { number: 2, .. });
        assert_eq!(export.damaged.len(), usize::from(is_game), "{damage}");
        let mut elsewhere = Store::open(&Folder::new("elsewhere").0).unwrap();
        assert_eq!(elsewhere.import(&export.text).unwrap().new, if is_game { 2 } else { 3 }, "{damage}");
        drop(store);
        let damaged = fs::read(folder.0.join("talon.db")).unwrap();
        let repaired = Store::repair(&folder.0).unwrap();
        assert_eq!(
            repaired.findings.iter().map(|(_, remedy)| *remedy).collect::<Vec<_>>(),
            [remedy],
            "{damage}"
        );
        assert_eq!(fs::read(repaired.copy.unwrap()).unwrap(), damaged, "the copy is what was");
        let store = Store::open(&folder.0).unwrap();
        assert_eq!(store.check().unwrap().findings.len(), 0, "{damage}");
        let found = store.games(None).unwrap().into_iter().find(|game| game.id == 2);
        assert_eq!(found.map(|game| game.moves), moves, "{damage}");
        // The other games are what they were, and can be gone on with.
        let after = exported(&store);
        let of = |all: &Value, id: usize| {
            all["games"]
                .as_array()
                .unwrap()
                .iter()
                .find(|game| game["uid"] == before["games"][id]["uid"])
                .unwrap()["save"]
                .clone()
        };
        assert_eq!((of(&after, 0), of(&after, 2)), (of(&before, 0), of(&before, 2)));
        store.take_up(3).unwrap();
        drop(store);
        assert!(Store::repair(&folder.0).unwrap().copy.is_none(), "whole books are not touched");
    }
}

#[test]
fn books_in_use_are_not_repaired() {
    let folder = Folder::new("in-use");
    let store = books(&folder, 1);
    sql(&folder, "UPDATE games SET moves = -1");
    assert!(matches!(Store::repair(&folder.0), Err(Error::InUse)));
    drop(store);
    assert_eq!(Store::repair(&folder.0).unwrap().findings.len(), 1);
}

/// Pages of the database overwritten at random: never a panic, and a repair that succeeds leaves whole books.
#[test]
fn a_damaged_database_is_read_as_far_as_it_goes() {
    let folder = Folder::new("pages");
    drop(books(&folder, 40));
    let whole = fs::read(folder.0.join("talon.db")).unwrap();
    let (mut repaired, mut kept) = (0, 0);
    for seed in 0..40_usize {
        let folder = Folder::new("page");
        fs::create_dir_all(&folder.0).unwrap();
        let mut bytes = whole.clone();
        // Beyond the first page, which holds the schema.
        for (i, at) in (0..200).map(|i| (i, 4096 + (seed * 7919 + i * 13) % (whole.len() - 4096))) {
            bytes[at] ^= (i * 31 + seed) as u8;
        }
        fs::write(folder.0.join("talon.db"), &bytes).unwrap();
        if let Ok(store) = Store::read(&folder.0) {
            let _ = (store.games(None), store.left(), store.statistics(None), store.export(), store.check());
        }
        if Store::repair(&folder.0).is_ok() {
            repaired += 1;
            let store = Store::open(&folder.0).unwrap();
            let report = store.check().unwrap();
            assert_eq!(report.findings.len(), 0, "{seed}: {:?}", report.findings);
            kept += report.games;
        }
    }
    assert!(repaired > 30 && kept > 300, "{repaired} repaired, {kept} games kept");
}

#[test]
fn an_export_spares_what_is_not_an_export() {
    let folder = Folder::new("export");
    let store = books(&folder, 1);
    let export = store.export().unwrap();
    let place = Folder::new("place");
    fs::create_dir_all(&place.0).unwrap();
    let file = place.0.join("backup.json");
    let write = |file: &PathBuf, force| export.write(&folder.0, file, force);
    // A new file, an earlier export, an empty file.
    write(&file, false).unwrap();
    fs::write(&file, format!("{}{}", fs::read_to_string(&file).unwrap(), " ".repeat(10_000))).unwrap();
    write(&file, false).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), export.text);
    fs::write(&file, "").unwrap();
    write(&file, false).unwrap();
    // Somebody's letter, unless that is meant.
    fs::write(&file, "Dear Ada, ").unwrap();
    let error = write(&file, false).unwrap_err();
    assert!(matches!(error, Error::Foreign(_)) && error.to_string().contains("--force"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "Dear Ada, ");
    write(&file, true).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), export.text);
    // The books themselves, however they are called, are never overwritten.
    let database = fs::read(folder.0.join("talon.db")).unwrap();
    for own in ["talon.db", "talon.db-wal", "talon.db-shm"] {
        let own = folder.0.join(own);
        assert!(matches!(write(&own, true), Err(Error::OwnFile(_))), "{}", own.display());
    }
    assert!(matches!(write(&folder.0.join("seats/../talon.db"), true), Err(Error::OwnFile(_))));
    #[cfg(unix)]
    {
        let link = place.0.join("link");
        std::os::unix::fs::symlink(folder.0.join("talon.db"), &link).unwrap();
        assert!(matches!(write(&link, true), Err(Error::OwnFile(_))));
        let link = place.0.join("link.json");
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, false).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "the link stays");
        write(&"/dev/null".into(), false).unwrap();
    }
    assert_eq!(fs::read(folder.0.join("talon.db")).unwrap(), database);
    assert!(matches!(write(&place.0, true), Err(Error::File(..))), "a folder");
    assert!(matches!(write(&place.0.join("no/such/folder"), true), Err(Error::File(..))));
    let names: Vec<_> = fs::read_dir(&place.0).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert!(
        names.iter().all(|name| !name.to_string_lossy().contains(".part")),
        "nothing half written stays: {names:?}"
    );
}
