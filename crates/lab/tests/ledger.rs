//! Ledgers: the table of an undivided run, whoever computed which part, how often, and in which order.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use talon_lab::ledger::{Crew, Job, Keep, Ledger, Manifest};
use talon_lab::{Campaign, Deals, Problem, Seat, Winnability};

/// A folder for this test alone, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("talon-ledger-{}-{name}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn games(deals: &str) -> Campaign {
    let weights = talon_players::Weights::read("[weights]\ncards_up = 0.1\nface_down = -0.3\n").unwrap();
    let rules = *talon_games::find("canfield-strict").unwrap();
    let seats =
        vec![Seat::named("random"), Seat::weighted("mine", "heuristic", weights), Seat::named("heuristic")];
    Campaign { salt: 7, secret: Some(99), ..Campaign::new(rules, seats, Deals::read(deals).unwrap()) }
}

/// Some of these deals are decided by 30 nodes, some by 300, and some by neither.
fn verdicts(retries: u32) -> Winnability {
    let rules = talon_games::set(talon_games::find("klondike").unwrap(), &["draw=3"]).unwrap();
    let deals = Deals::read("1..41").unwrap();
    Winnability { rules, deals, nodes: 30, retries, time: None, memory: 64 << 20 }
}

fn plan(folder: &Path, job: Job, chunks: u64, keep: Keep) -> Result<Ledger, Problem> {
    Ledger::plan(folder, Manifest::new("test", job, chunks, keep)?)
}

fn crew(jobs: usize, lease: f64) -> Crew {
    Crew { jobs, lease: Duration::from_secs_f64(lease), wait: true }
}

fn work(ledger: &Ledger, jobs: usize) {
    assert!(ledger.work(&crew(jobs, 60.0), &AtomicBool::new(false), |_| {}).unwrap());
}

/// Returns the names of the parts and what is in them.
fn parts(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut parts: Vec<_> =
        fs::read_dir(folder.join("parts")).unwrap().map(|entry| entry.unwrap().path()).collect();
    parts.sort();
    parts.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[test]
fn the_table_is_that_of_an_undivided_run() {
    let folder = Folder::new("whole");
    let ledger = plan(&folder.file("ledger"), Job::Games(games("10..111")), 7, Keep::Rows).unwrap();
    // The manifest says all: the ledger of another process has the same head.
    let opened = Ledger::open(&folder.file("ledger")).unwrap();
    assert_eq!(opened.manifest().head(), games("10..111").head("test"));
    work(&opened, 3);
    for ending in ["csv", "jsonl", "parquet"] {
        let (whole, collected) =
            (folder.file(&format!("whole.{ending}")), folder.file(&format!("table.{ending}")));
        let stop = AtomicBool::new(false);
        talon_lab::run(&games("10..111"), "test", Some(whole.clone()), 2, &stop, |_| {}, |_| {}).unwrap();
        assert_eq!(ledger.collect(&collected).unwrap().rows, 303);
        assert_eq!(fs::read(&collected).unwrap(), fs::read(&whole).unwrap(), "{ending}");
        let said = |path: &Path| talon_lab::text(&talon_lab::report(&[path.to_path_buf()]).unwrap());
        let lines = |text: String| -> Vec<String> {
            text.lines().map(|line| line.chars().take(70).collect()).collect()
        };
        assert_eq!(lines(said(&whole)), lines(said(&collected)));
        assert!(fs::read_to_string(talon_lab::rows::times_of(&collected)).unwrap().lines().count() == 303);
    }
    // The parts are shards like others.
    let shards: Vec<PathBuf> = parts(&folder.file("ledger")).into_iter().map(|(path, _)| path).collect();
    let merged = folder.file("merged.jsonl");
    talon_lab::merge(&shards, &merged).unwrap();
    assert_eq!(fs::read(merged).unwrap(), fs::read(folder.file("whole.jsonl")).unwrap());
    let again = ledger.collect(&folder.file("table.csv")).unwrap_err().to_string();
    assert!(again.ends_with("already exists; nothing was written"), "{again}");
}

#[test]
fn who_computes_a_part_does_not_matter() {
    let folder = Folder::new("order");
    let (one, other) = (folder.file("one"), folder.file("other"));
    let first = plan(&one, Job::Games(games("1..61")), 9, Keep::Rows).unwrap();
    work(&first, 2);
    let second = plan(&other, Job::Games(games("1..61")), 9, Keep::Rows).unwrap();
    let mut tasks = second.tasks(&second.parts().unwrap()).unwrap();
    tasks.reverse();
    let stop = AtomicBool::new(false);
    for task in tasks.iter().chain(&tasks[2..5]) {
        let manifest = Manifest::read(&second.manifest().text()).unwrap();
        let mut worker = manifest.worker(0, &stop).unwrap();
        let part = manifest.part(task, &mut worker, &stop).unwrap().unwrap();
        second.publish(task, &part).unwrap();
    }
    let contents = |folder: &Path| -> Vec<_> {
        parts(folder).into_iter().map(|(path, bytes)| (path.file_name().unwrap().to_owned(), bytes)).collect()
    };
    assert_eq!(contents(&one), contents(&other));
    assert!(second.status().unwrap().complete);
}

#[test]
fn unknown_deals_are_searched_again_at_the_end() {
    let folder = Folder::new("retries");
    let (whole, collected) = (folder.file("whole.csv"), folder.file("table.csv"));
    let ledger = plan(&folder.file("ledger"), Job::Verdicts(verdicts(2)), 4, Keep::Rows).unwrap();
    work(&ledger, 2);
    let names: Vec<String> = parts(&folder.file("ledger"))
        .iter()
        .map(|(path, _)| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(names.iter().any(|name| name.starts_with("retry1-000001-")), "{names:?}");
    assert!(names.iter().any(|name| name.starts_with("retry2-000001-")), "{names:?}");
    let stop = AtomicBool::new(false);
    talon_lab::winnability(&verdicts(2), "test", Some(whole.clone()), 2, &stop, |_| {}, |_| {}).unwrap();
    let verdicts_found = ledger.collect(&collected).unwrap().verdicts.unwrap();
    assert_eq!(fs::read_to_string(&collected).unwrap(), fs::read_to_string(&whole).unwrap());
    assert_eq!(verdicts_found.iter().sum::<u64>(), 40);
    let mut counts = [0; 3];
    let once = |rows: &str| talon_lab::tally(rows, &mut counts);
    talon_lab::winnability(&verdicts(0), "test", None, 2, &stop, once, |_| {}).unwrap();
    assert!(counts[2] > verdicts_found[2], "more nodes decided no deal: {counts:?}, {verdicts_found:?}");
    // The same counts are kept without the rows.
    let counted = plan(&folder.file("counts"), Job::Verdicts(verdicts(2)), 4, Keep::Counts).unwrap();
    work(&counted, 2);
    let collected = counted.collect(&folder.file("counts.parquet")).unwrap();
    assert_eq!(collected.verdicts, Some(verdicts_found));
    let mut results = (talon_lab::Results::default(), talon_lab::Results::default());
    results.0.add(&[folder.file("counts.parquet")]).unwrap_err();
    results.1.add(&[folder.file("table.csv")]).unwrap_err();
}

#[test]
fn counts_say_what_the_rows_say() {
    let folder = Folder::new("counts");
    let rows = plan(&folder.file("rows"), Job::Games(games("1..201")), 5, Keep::Rows).unwrap();
    let counts = plan(&folder.file("counts"), Job::Games(games("1..201")), 11, Keep::Counts).unwrap();
    for (ledger, name) in [(&rows, "rows.csv"), (&counts, "counts.parquet"), (&counts, "counts.jsonl")] {
        work(ledger, 2);
        ledger.collect(&folder.file(name)).unwrap();
    }
    let report = |name: &str| {
        let _ = fs::remove_file(talon_lab::rows::times_of(&folder.file(name)));
        let summary = talon_lab::report(&[folder.file(name)]).unwrap();
        // The measures that only the results page shows belong to it.
        (talon_lab::json(&summary), format!("{:?} {:?}", summary.tallies, summary.pairs))
    };
    assert_eq!(report("counts.parquet"), report("rows.csv"));
    assert_eq!(report("counts.jsonl"), report("rows.csv"));
    let both = talon_lab::report(&[folder.file("rows.csv"), folder.file("counts.jsonl")]).unwrap_err();
    assert_eq!(both.to_string(), "files of rows and files of counts are reported separately");
}

/// A worker that died is waited for until its claim expires, and a truncated claim is one too.
#[test]
fn an_expired_claim_is_taken_over() {
    let folder = Folder::new("claims");
    let path = folder.file("ledger");
    let ledger = plan(&path, Job::Games(games("1..31")), 3, Keep::Rows).unwrap();
    let claim = |task: &str, text: &str| fs::write(path.join("claims").join(task), text).unwrap();
    claim("000001", "{\"worker\":\"gone\",\"lease_seconds\":1.0}");
    claim("000002", "{\"wor");
    claim("000003", "{\"worker\":\"alive\",\"lease_seconds\":1000.0}");
    let claims = ledger.status().unwrap().claims;
    assert_eq!((claims[0].worker.as_str(), claims[0].expired), ("gone", false));
    let impatient = Crew { wait: false, ..crew(2, 1.0) };
    let stop = AtomicBool::new(false);
    assert!(!ledger.work(&impatient, &stop, |_| {}).unwrap(), "all chunks are claimed");
    assert!(parts(&path).is_empty());
    fs::remove_file(path.join("claims/000003")).unwrap();
    assert!(ledger.work(&crew(2, 1.0), &stop, |_| {}).unwrap());
    assert_eq!(parts(&path).len(), 3);
    assert!(fs::read_dir(path.join("claims")).unwrap().next().is_none());
}

#[test]
fn damage_is_found_and_repaired() {
    let folder = Folder::new("damage");
    let path = folder.file("ledger");
    let ledger = plan(&path, Job::Games(games("1..31")), 3, Keep::Rows).unwrap();
    let table = folder.file("rows.csv");
    let missing = ledger.collect(&table).unwrap_err().to_string();
    assert!(
        missing.contains("is not complete: 3 of 3 chunks are not done, the first is 000001"),
        "{missing}"
    );
    work(&ledger, 1);
    let sound = parts(&path);
    fs::write(path.join("parts/letter.txt"), "Dear reader,\n").unwrap();
    assert_eq!(ledger.status().unwrap().foreign, ["letter.txt"]);
    for damage in [&b""[..], &sound[1].1[..sound[1].1.len() - 1], b"PAR1 and something else PAR1"] {
        fs::write(&sound[1].0, damage).unwrap();
        let said = ledger.collect(&table).unwrap_err().to_string();
        assert!(said.contains("000002-") && said.contains("is damaged; `talon lab work "), "{said}");
        assert!(
            !table.exists() && fs::read_dir(&folder.0).unwrap().count() == 1,
            "something was left behind"
        );
        assert_eq!(ledger.remove_damaged().unwrap().len(), 1);
        work(&ledger, 1);
    }
    fs::remove_file(path.join("parts/letter.txt")).unwrap();
    assert_eq!(parts(&path), sound);
    // A result that differs is never chosen silently.
    let other = plan(&folder.file("other"), Job::Games(games("1..41")), 3, Keep::Rows).unwrap();
    work(&other, 1);
    let stranger = parts(&folder.file("other"))[0].0.clone();
    let copy = path.join("parts").join(stranger.file_name().unwrap());
    fs::copy(&stranger, &copy).unwrap();
    let said = ledger.collect(&table).unwrap_err().to_string();
    assert!(said.contains("chunk 000001 was computed twice with different results"), "{said}");
    assert_eq!(ledger.status().unwrap().differing.len(), 2);
    fs::remove_file(&sound[0].0).unwrap();
    let said = ledger.collect(&table).unwrap_err().to_string();
    assert!(said.ends_with("is a part of another ledger; move it away"), "{said}");
}

#[test]
fn a_folder_that_is_no_ledger_is_left_alone() {
    let folder = Folder::new("foreign");
    let path = folder.file("ledger");
    let said = Ledger::open(&path).unwrap_err().to_string();
    assert!(said.ends_with("is not a ledger; make one with `talon lab plan`"), "{said}");
    let ledger = plan(&path, Job::Games(games("1..31")), 3, Keep::Rows).unwrap();
    let again = plan(&path, Job::Games(games("1..31")), 5, Keep::Rows).unwrap();
    assert_eq!(again.manifest().chunks, 3);
    let said = plan(&path, Job::Games(games("1..41")), 3, Keep::Rows).unwrap_err().to_string();
    assert!(said.ends_with("contains another ledger; nothing was written"), "{said}");
    let said = plan(&folder.0, Job::Games(games("1..31")), 3, Keep::Rows).unwrap_err().to_string();
    assert!(said.ends_with("is neither empty nor a ledger; name another folder"), "{said}");
    let said = ledger.check_version("next").unwrap_err().to_string();
    assert!(said.contains("was planned by Talon test, and this is Talon next"), "{said}");
    let manifest = path.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    for (found, put, sentence) in [
        ("\"ledger\": 1", "\"ledger\": 2", "it is a ledger of form 2, and this program knows form 1"),
        ("\"ledger\": 1", "\"other\": 1", "it is not the manifest of a ledger"),
        ("1..31", "31..1", "\"31..1\" contains no deals; the end must be above 31"),
    ] {
        fs::write(&manifest, text.replace(found, put)).unwrap();
        let said = Ledger::open(&path).unwrap_err().to_string();
        assert!(said.contains("manifest.json: ") && said.contains(sentence), "{said}");
    }
    // A player that this program does not have is no hindrance to looking.
    fs::write(&manifest, text.replace("random", "rendom")).unwrap();
    let unknown = Ledger::open(&path).unwrap();
    assert_eq!(unknown.status().unwrap().chunks, 3);
    let said = unknown.work(&crew(1, 1.0), &AtomicBool::new(false), |_| {}).unwrap_err().to_string();
    assert!(said.contains("there is no player called \"rendom\""), "{said}");
    let timed = Winnability { time: Some(1.0), ..verdicts(0) };
    let said = plan(&folder.file("timed"), Job::Verdicts(timed), 3, Keep::Rows).unwrap_err().to_string();
    assert!(said.starts_with("limits of time depend on the machine"), "{said}");
}

/// Progress counts the work of all workers, and a stopped worker leaves no claim behind.
#[test]
fn a_stopped_worker_gives_its_chunk_back() {
    let folder = Folder::new("stopped");
    let path = folder.file("ledger");
    let ledger = plan(&path, Job::Games(games("1..4001")), 80, Keep::Rows).unwrap();
    let stop = AtomicBool::new(false);
    let mut seen = Vec::new();
    let complete = ledger
        .work(&crew(2, 60.0), &stop, |progress| {
            seen.push(progress.done);
            stop.store(progress.done > 0, Ordering::Relaxed);
        })
        .unwrap();
    let status = ledger.status().unwrap();
    assert_eq!(complete, status.complete);
    assert!(seen[0] == 0 && *seen.last().unwrap() > 0 && seen.is_sorted(), "{seen:?}");
    assert_eq!(status.done, *seen.last().unwrap());
    assert!(status.claims.is_empty());
}
