//! The player's books through the real binary: nothing is lost, and what is wrong is said.

mod support;

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use support::{Said, talon_with};
use talon_store::Store;

/// A program that is being played by lines.
struct Player {
    child: Child,
    out: BufReader<ChildStdout>,
}

impl Player {
    fn new(books: &Path) -> Player {
        let mut child = Command::new(env!("CARGO_BIN_EXE_talon"))
            .args(["play", "klondike", "--text", "--quiet", "--deal", "9"])
            .env("TALON_DATA", books)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let mut player = Player { child, out };
        player.answer();
        player
    }

    /// Reads up to the next prompt.
    fn answer(&mut self) -> String {
        let mut said = Vec::new();
        while !said.ends_with(b"> ") && self.out.read_until(b' ', &mut said).unwrap() > 0 {}
        String::from_utf8(said).unwrap()
    }

    fn say(&mut self, line: &str) -> String {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
        self.answer()
    }
}

fn history(books: &Path) -> Value {
    serde_json::from_str(&talon_with(books, &["history", "--json"], "").out).unwrap()
}

/// Another program holds the lock: the player is told with every move, and when everything is recorded again.
#[test]
fn moves_that_cannot_be_recorded_are_recorded_later() {
    let books = support::books();
    let mut player = Player::new(&books);
    assert!(!player.say("d").contains("recorded"));
    let other = rusqlite::Connection::open(books.join("talon.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    for _ in 0..3 {
        let said = player.say("d");
        assert!(said.contains("The last moves are not recorded: another program is writing"), "{said}");
    }
    assert_eq!(history(&books)[0]["moves"], 1);
    other.execute_batch("COMMIT").unwrap();
    assert!(player.say("d").contains("Everything is recorded again."));
    assert!(!player.say("d").contains("recorded"));
    assert_eq!(history(&books)[0]["moves"], 6);
    player.child.kill().unwrap();
    player.child.wait().unwrap();
    let _ = fs::remove_dir_all(books);
}

/// Runs `talon` where no file can grow beyond so many kilobytes, as on a full disk.
#[cfg(unix)]
fn on_full_disk(books: &Path, kilobytes: usize, args: &[&str], input: &str) -> Said {
    // The signal that comes with the limit is ignored, so that the program sees an error instead. Units of
    // `ulimit -f` are 512 bytes in POSIX shells.
    let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$@\"", kilobytes * 2);
    let mut child = Command::new("sh")
        .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_talon")])
        .args(args)
        .env("TALON_DATA", books)
        .env("POSIXLY_CORRECT", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().unwrap();
    let _ = writer.join();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// The disk becomes full in the middle of a game, at many places: the books hold a beginning of the game, the
/// player knows, and on a disk with room the game goes on.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_earlier_move() {
    for kilobytes in [64, 100, 131, 200] {
        let books = support::books();
        talon_with(&books, &["play", "klondike", "--text", "--deal", "8"], "d\nq\n");
        let input = "d\n".repeat(200) + "q\n";
        let said = on_full_disk(
            &books,
            kilobytes,
            &["play", "klondike", "--text", "--quiet", "--deal", "9"],
            &input,
        );
        assert_eq!(said.code, Some(0), "{}", said.err);
        let told = said.out.matches("The last moves are not recorded: the disk").count();
        assert!(told > 1 && told < 202, "told {told} times");
        assert!(said.out.trim_end().ends_with('.') && said.out.contains("not recorded"), "told at the end");
        let check = talon_with(&books, &["books", "check"], "");
        assert_eq!(
            (check.code, check.out.as_str()),
            (Some(0), "The books are intact: 2 games.\n"),
            "{}",
            check.err
        );
        let history = history(&books);
        let moves = history[0]["moves"].as_u64().unwrap();
        // A drawn card is a move; each was recorded until the player was told.
        assert!((1..200).contains(&moves) && moves + told as u64 >= 200, "{moves} moves, told {told} times");
        let id = history[0]["id"].to_string();
        let said = talon_with(&books, &["play", "canfield", "--text"], format!("resume {id}\nd\nq\n"));
        assert!(said.out.contains(&format!("{} moves", moves + 1)), "{}", said.out);
        let _ = fs::remove_dir_all(books);
    }
}

#[cfg(unix)]
#[test]
fn an_export_to_a_full_disk_keeps_the_earlier_one() {
    let books = support::books();
    talon_with(&books, &["play", "klondike", "--text", "--deal", "8"], "d\nq\n");
    let file = books.join("backup.json");
    let path = file.display().to_string();
    assert_eq!(talon_with(&books, &["export", &path], "").code, Some(0));
    let before = fs::read(&file).unwrap();
    talon_with(&books, &["play", "klondike", "--text", "--deal", "9"], "d\n".repeat(8_000) + "q\n");
    let said = on_full_disk(&books, 34, &["export", &path], "");
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.err.contains("backup.json cannot be written: "), "{}", said.err);
    assert_eq!(fs::read(&file).unwrap(), before);
    let parts =
        fs::read_dir(&books).unwrap().flatten().filter(|f| f.file_name().to_string_lossy().contains(".part"));
    assert_eq!(parts.count(), 0);
    let _ = fs::remove_dir_all(books);
}

#[test]
fn an_export_goes_where_it_is_told_and_harms_nothing() {
    let books = support::books();
    talon_with(&books, &["play", "klondike", "--text", "--deal", "8"], "d\nq\n");
    let screen = talon_with(&books, &["export"], "");
    assert_eq!(talon_with(&books, &["export", "-"], "").out, screen.out);
    assert!(screen.out.contains("talon export 1") && screen.out.ends_with("}\n"));
    let file = books.join("letter.txt");
    fs::write(&file, "Dear Ada, ").unwrap();
    let path = file.display().to_string();
    let said = talon_with(&books, &["export", &path], "");
    assert_eq!(said.code, Some(1));
    assert!(
        said.err.contains("letter.txt is not an export of Talon, so it was not overwritten."),
        "{}",
        said.err
    );
    assert_eq!(talon_with(&books, &["export", "--force", &path], "").code, Some(0));
    assert_eq!(fs::read_to_string(&file).unwrap(), screen.out);
    let own = books.join("talon.db").display().to_string();
    let said = talon_with(&books, &["export", "--force", &own], "");
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("belongs to the books themselves"), "{}", said.err);
    assert_eq!(history(&books)[0]["moves"], 1);
    let _ = fs::remove_dir_all(books);
}

/// One damaged game: named by check, export and import, and mended by repair.
#[test]
fn damaged_books_are_checked_exported_imported_and_repaired() {
    let books = support::books();
    let play = "d\nd\nnew 9\nd\nd\nd\nq\n";
    talon_with(&books, &["play", "klondike", "--text", "--deal", "8"], play);
    let said = talon_with(&books, &["books", "check"], "");
    assert_eq!((said.code, said.out.as_str()), (Some(0), "The books are intact: 2 games.\n"));
    let said = talon_with(&books, &["books", "repair"], "");
    assert_eq!((said.code, said.out.as_str()), (Some(0), "The books are intact. Nothing was changed.\n"));
    let database = rusqlite::Connection::open(books.join("talon.db")).unwrap();
    database.execute_batch("UPDATE games SET moves = -1 WHERE id = 1").unwrap();
    drop(database);
    let fault = "Game 1 (Klondike, deal 8): `moves` is -1, but only 0 to 4294967295 are possible.";
    let said = talon_with(&books, &["books", "check"], "");
    assert_eq!((said.code, said.out.trim()), (Some(1), fault));
    assert_eq!(said.err.trim(), "talon: 1 fault found; `talon books repair` repairs them.");
    for command in ["stats", "history"] {
        assert_eq!(talon_with(&books, &[command], "").code, Some(0));
    }
    let export = talon_with(&books, &["export"], "");
    assert_eq!(export.code, Some(1));
    assert!(export.err.starts_with(fault), "{}", export.err);
    let others = support::books();
    let said = talon_with(&others, &["import", "-"], export.out.clone());
    assert_eq!((said.code, said.out.as_str()), (Some(1), "1 new game\n"));
    assert!(said.err.starts_with(fault), "{}", said.err);
    let said = talon_with(&books, &["books", "repair"], "");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.starts_with(&format!("{fault} Corrected.\nThe books as they were: ")), "{}", said.out);
    assert_eq!(talon_with(&books, &["books", "check"], "").code, Some(0));
    let mended = talon_with(&books, &["export"], "");
    let said = talon_with(&others, &["import", "-"], mended.out);
    assert_eq!((said.code, said.out.as_str()), (Some(0), "1 new game; 1 game in the books already\n"));
    let _ = (fs::remove_dir_all(books), fs::remove_dir_all(others));
}

/// An import is killed in its middle, again and again: what was taken is whole, and in the end all is there.
#[test]
fn a_killed_import_goes_on() {
    const GAMES: usize = 1_500;
    let books = support::books();
    talon_with(&books, &["play", "klondike", "--text", "--deal", "8"], "d\nd\nq\n");
    let mut all: Value = serde_json::from_str(&talon_with(&books, &["export"], "").out).unwrap();
    let game = all["games"][0].clone();
    let copies = (1..GAMES).map(|number| {
        let mut game = game.clone();
        game["uid"] = format!("copy-{number}").into();
        game
    });
    all["games"].as_array_mut().unwrap().extend(copies);
    let file = books.join("all.json");
    fs::write(&file, all.to_string()).unwrap();
    let path = file.display().to_string();
    let count = || Store::read(&books).unwrap().games(None).unwrap().len();
    let mut taken = count();
    for _ in 0..4 {
        let mut import = Command::new(env!("CARGO_BIN_EXE_talon"))
            .args(["import", &path])
            .env("TALON_DATA", &books)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Until something was taken, or all is there.
        while count() == taken && import.try_wait().unwrap().is_none() {}
        let _ = import.kill();
        import.wait().unwrap();
        taken = count();
    }
    let check = talon_with(&books, &["books", "check"], "");
    assert_eq!(check.out, format!("The books are intact: {taken} games.\n"));
    assert_eq!(talon_with(&books, &["import", &path], "").code, Some(0));
    assert_eq!(count(), GAMES);
    let _ = fs::remove_dir_all(books);
}

/// `XDG_DATA_HOME` counts if it is absolute, and is ignored otherwise.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn a_relative_data_folder_is_ignored() {
    let home = support::books();
    let work = home.join("work");
    fs::create_dir_all(&work).unwrap();
    let played = |data: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_talon"))
            .args(["play", "klondike", "--text", "--deal", "8"])
            .env_remove("TALON_DATA")
            .env("HOME", &home)
            .env("XDG_DATA_HOME", data)
            .current_dir(&work)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"d\nq\n").unwrap();
        assert!(child.wait().unwrap().success());
    };
    let default = home.join(".local/share/talon");
    let absolute = home.join("data");
    let there = |folder: &PathBuf| Store::read(folder).unwrap().games(None).unwrap().len();
    played("data");
    assert!(!work.join("data").exists());
    assert_eq!(there(&default), 1);
    played("");
    assert_eq!(there(&default), 2);
    played(&absolute.display().to_string());
    assert_eq!((there(&default), there(&absolute.join("talon"))), (2, 1));
    let _ = fs::remove_dir_all(home);
}
