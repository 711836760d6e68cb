//! Ledgers with the real binary: several processes at once, killed without warning.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A folder for this test alone, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("talon-ledgers-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn talon(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_talon"));
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Runs the program, and returns what it says.
fn said(args: &[&str]) -> (bool, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_talon")).args(args).output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap() + &String::from_utf8(out.stderr).unwrap();
    (out.status.success(), text)
}

const PLAYERS: [&str; 4] = ["klondike-draw3", "--player", "random,greedy", "--deals"];

fn plan(folder: &str, deals: &str, chunks: &str) {
    let (planned, text) =
        said(&[&["lab", "plan", folder][..], &PLAYERS, &[deals, "--chunks", chunks]].concat());
    assert!(planned, "{text}");
}

/// Returns the table that an undivided run writes.
fn undivided(folder: &Folder, deals: &str, ending: &str) -> Vec<u8> {
    let file = folder.path(&format!("whole.{ending}"));
    let args = [&["lab", "run"][..], &PLAYERS, &[deals, "--jobs", "2", "--out", &file]].concat();
    assert!(talon(&args).status().unwrap().success());
    std::fs::read(file).unwrap()
}

fn collect(folder: &Folder, ledger: &str, ending: &str) -> Vec<u8> {
    let file = folder.path(&format!("table.{ending}"));
    let (collected, text) = said(&["lab", "collect", ledger, "--out", &file]);
    assert!(collected, "{text}");
    std::fs::read(file).unwrap()
}

fn parts(ledger: &str) -> usize {
    std::fs::read_dir(Path::new(ledger).join("parts")).unwrap().count()
}

/// Three processes work at once, and one after another is killed and replaced.
#[test]
fn workers_are_killed_and_the_table_is_the_same() {
    let folder = Folder::new("killed");
    let ledger = folder.path("ledger");
    plan(&ledger, "1..20001", "80");
    let worker =
        || -> Child { talon(&["lab", "work", &ledger, "--jobs", "2", "--lease", "1"]).spawn().unwrap() };
    let mut workers: Vec<Child> = (0..3).map(|_| worker()).collect();
    let mut killed = 0;
    while killed < 8 && parts(&ledger) < 60 {
        let before = parts(&ledger);
        while parts(&ledger) < before + 3
            && workers.iter_mut().any(|worker| worker.try_wait().unwrap().is_none())
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let slot = killed % workers.len();
        // On Unix this is SIGKILL.
        workers[slot].kill().unwrap();
        workers[slot].wait().unwrap();
        workers[slot] = worker();
        killed += 1;
    }
    assert!(killed >= 3, "only {killed} workers were killed before {} chunks were done", parts(&ledger));
    for mut worker in workers {
        assert!(worker.wait().unwrap().success());
    }
    assert_eq!(parts(&ledger), 80);
    let (_, status) = said(&["lab", "status", &ledger]);
    assert!(status.contains("20000 of 20000 deals done\n80 of 80 chunks done\n"), "{status}");
    assert!(!status.contains("differs"), "{status}");
    for ending in ["csv", "parquet"] {
        assert!(collect(&folder, &ledger, ending) == undivided(&folder, "1..20001", ending), "{ending}");
    }
}

/// A run into a Parquet file is killed and resumed like any other; the file appears when it is whole.
#[test]
fn a_run_into_parquet_goes_on_after_a_kill() {
    let folder = Folder::new("parquet");
    let file = folder.path("rows.parquet");
    let args = [&["lab", "run"][..], &PLAYERS, &["1..6001", "--out", &file]].concat();
    let beside = folder.path("rows.parquet.csv");
    for kill in 1..6 {
        let mut child = talon(&args).spawn().unwrap();
        let length = || std::fs::metadata(&beside).map_or(0, |meta| meta.len());
        while length() < kill * 30_000 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        let _ = child.wait();
        assert!(Path::new(&beside).exists() && !Path::new(&file).exists());
    }
    let (ran, text) = said(&args);
    assert!(ran && text.contains("resumed after"), "{text}");
    assert!(std::fs::read(&file).unwrap() == undivided(&folder, "1..6001", "parquet"));
    assert!(!Path::new(&beside).exists());
    let (ran, text) = said(&args);
    assert!(ran && text.contains("nothing to do: all of 6000 deals are done"), "{text}");
    let longer = [&["lab", "run"][..], &PLAYERS, &["1..7001", "--out", &file]].concat();
    let (ran, text) = said(&longer);
    assert!(!ran && text.contains("rows cannot be appended to Parquet; nothing was written"), "{text}");
}

/// What a user is told at each step.
#[test]
fn the_commands_say_what_to_do_next() {
    let folder = Folder::new("words");
    let ledger = folder.path("ledger");
    let job = ["klondike", "--winnability", "--nodes", "100", "--retries", "1", "--deals", "1..21"];
    let (planned, text) = said(&[&["lab", "plan", &ledger][..], &job].concat());
    assert!(planned && text.starts_with("Klondike: 20 deals in "), "{text}");
    let table = folder.path("rows.csv");
    let (collected, text) = said(&["lab", "collect", &ledger, "--out", &table]);
    assert!(!collected && text.contains("is not complete: "), "{text}");
    let (worked, text) = said(&["lab", "work", &ledger]);
    assert!(worked && text.contains("all is done; `talon lab collect "), "{text}");
    let (checked, text) = said(&["lab", "status", &ledger, "--json"]);
    let status: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(checked && status["complete"] == true && status["round"] == 1, "{text}");
    let (collected, text) = said(&["lab", "collect", &ledger, "--out", &table]);
    assert!(collected && text.contains("winnable: ") && text.contains("20 rows in "), "{text}");
    let undivided = [&["lab", "winnability"][..], &[job[0]], &job[2..]].concat();
    let whole = folder.path("whole.csv");
    assert!(said(&[&undivided[..], &["--out", &whole]].concat()).0);
    assert_eq!(std::fs::read(table).unwrap(), std::fs::read(whole).unwrap());

    let manifest = format!("{ledger}/manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&version), "{text}");
    std::fs::write(&manifest, text.replace(&version, "\"version\": \"0.0.9\"")).unwrap();
    let (worked, text) = said(&["lab", "work", &ledger]);
    assert!(!worked && text.contains("was planned by Talon 0.0.9, and this is Talon"), "{text}");
    let (planned, text) = said(&["lab", "plan", &ledger, "klondike", "--deals", "1..3"]);
    assert!(!planned && text.contains("--player"), "{text}");
}
