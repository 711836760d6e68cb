//! Campaigns: the same rows for all numbers of threads, shards and interruptions; errors in sentences.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use talon_lab::{Campaign, Deals, Problem, Seat};

/// A folder for this test alone, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("talon-lab-{}-{name}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn campaign(deals: &str, shard: Option<&str>, players: &[&str]) -> Campaign {
    let mut deals = Deals::read(deals).unwrap();
    if let Some(shard) = shard {
        deals = deals.shard(shard).unwrap();
    }
    let rules = *talon_games::find("canfield-strict").unwrap();
    Campaign::new(rules, players.iter().map(|name| Seat::named(name)).collect(), deals)
}

fn run(campaign: &Campaign, file: &Path, jobs: usize) -> Result<talon_lab::Done, Problem> {
    talon_lab::run(campaign, "test", Some(file.into()), jobs, &AtomicBool::new(false), |_| {}, |_| {})
}

/// A strategy that the lab does not know by name takes part as any other player.
#[test]
fn a_strategy_of_the_caller_takes_a_seat() {
    let mut campaign = campaign("10..60", None, &["random"]);
    campaign.seats.push(Seat::own("mine", || Box::new(talon_players::Random::default())));
    let mut rows = String::new();
    let sink = |text: &str| rows.push_str(text);
    talon_lab::run(&campaign, "test", None, 2, &AtomicBool::new(false), sink, |_| {}).unwrap();
    let mine = |line: &str| line.replace(",random,", ",mine,");
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines.len(), 100);
    assert!(lines.chunks(2).all(|pair| pair[0] != pair[1] && mine(pair[0]) == pair[1]), "{rows}");
    assert_eq!(campaign.head("test").get("mine knows"), Some("what is seen"));

    // The same rows are summarised with and without a file.
    let text = campaign.head("test").write(talon_lab::rows::Format::Csv) + &rows;
    let folder = Folder::new("own");
    let file = folder.file("rows.csv");
    std::fs::write(&file, &text).unwrap();
    let (read, kept) = (talon_lab::report(&[file]).unwrap(), talon_lab::report_rows(&text).unwrap());
    assert_eq!(talon_lab::json(&read), talon_lab::json(&kept));
    let cut = talon_lab::report_rows(&text[..text.len() - 3]).unwrap_err();
    assert!(cut.to_string().starts_with("the rows, row 100 is truncated"), "{cut}");
}

#[test]
fn threads_and_shards_change_nothing() {
    let folder = Folder::new("threads");
    for ending in ["csv", "jsonl"] {
        let whole = folder.file(&format!("whole.{ending}"));
        run(&campaign("10..211", None, &["random", "greedy"]), &whole, 1).unwrap();
        let text = std::fs::read(&whole).unwrap();
        let threads = folder.file(&format!("threads.{ending}"));
        run(&campaign("10..211", None, &["random", "greedy"]), &threads, 5).unwrap();
        assert_eq!(std::fs::read(&threads).unwrap(), text);
        let mut shards = Vec::new();
        for shard in ["3/4", "1/4", "4/4", "2/4"] {
            let file = folder.file(&format!("shard-{}.{ending}", &shard[..1]));
            run(&campaign("10..211", Some(shard), &["random", "greedy"]), &file, 2).unwrap();
            shards.push(file);
        }
        let merged = folder.file(&format!("merged.{ending}"));
        assert_eq!(talon_lab::merge(&shards, &merged).unwrap(), 402);
        assert_eq!(std::fs::read(&merged).unwrap(), text);
        let report = talon_lab::text(&talon_lab::report(&[merged]).unwrap());
        assert!(
            report.contains("greedy beats random") || report.contains("No significant difference"),
            "{report}"
        );
        assert!(report.contains("greedy knows: what it has seen"));
    }
}

/// A file that was truncated anywhere, as by a crash, is repaired to the same bytes.
#[test]
fn a_run_cut_anywhere_goes_on_to_the_same_file() {
    let folder = Folder::new("cut");
    let file = folder.file("rows.csv");
    let campaign = campaign("1..41", None, &["random", "first"]);
    run(&campaign, &file, 2).unwrap();
    let whole = std::fs::read(&file).unwrap();
    let times = std::fs::read_to_string(talon_lab::rows::times_of(&file)).unwrap();
    assert_eq!(times.lines().count(), 80);
    let mut generator = talon_cards::Generator::new(1);
    for _ in 0..60 {
        let cut = generator.below(whole.len() as u64 + 1) as usize;
        std::fs::write(&file, &whole[..cut]).unwrap();
        let done = run(&campaign, &file, 1 + cut % 3).unwrap();
        assert!(done.complete);
        assert_eq!(std::fs::read(&file).unwrap(), whole, "cut at {cut}");
        assert_eq!(std::fs::read_to_string(talon_lab::rows::times_of(&file)).unwrap().lines().count(), 80);
    }
    assert_eq!(run(&campaign, &file, 1).unwrap().resumed, 40);
}

#[test]
fn a_stopped_run_goes_on() {
    let folder = Folder::new("stopped");
    let (whole, file) = (folder.file("whole.csv"), folder.file("rows.csv"));
    let campaign = campaign("1..301", None, &["greedy"]);
    run(&campaign, &whole, 1).unwrap();
    for limit in [0, 40, 200, 300] {
        let stop = AtomicBool::new(false);
        let progress = |done| stop.store(done >= limit, Ordering::Relaxed);
        talon_lab::run(&campaign, "test", Some(file.clone()), 3, &stop, |_| {}, progress).unwrap();
    }
    run(&campaign, &file, 2).unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(&whole).unwrap());
}

/// A campaign with more deals goes on where the file ends, and its head says that somebody may have looked.
#[test]
fn a_campaign_can_be_extended() {
    let folder = Folder::new("extended");
    for ending in ["csv", "jsonl"] {
        let file = folder.file(&format!("rows.{ending}"));
        let players = ["random", "greedy"];
        run(&campaign("1..41", None, &players), &file, 2).unwrap();
        // As if the run had been killed in the middle of the last row.
        let text = std::fs::read(&file).unwrap();
        std::fs::write(&file, &text[..text.len() - 3]).unwrap();
        let done = run(&campaign("1..81", None, &players), &file, 2).unwrap();
        assert_eq!((done.resumed, done.deals), (39, 80));
        assert_eq!(run(&campaign("1..121", None, &players), &file, 1).unwrap().resumed, 80);
        assert_eq!(run(&campaign("1..121", None, &players), &file, 1).unwrap().resumed, 120);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("1..41, 1..81"), "{text}");
        let whole = folder.file(&format!("whole.{ending}"));
        run(&campaign("1..121", None, &players), &whole, 1).unwrap();
        let rows =
            |text: &str| text.lines().filter(|line| !line.contains("1..121")).map(String::from).collect();
        let (extended, at_once): (Vec<String>, Vec<String>) =
            (rows(&text), rows(&std::fs::read_to_string(&whole).unwrap()));
        assert_eq!(extended[extended.len() - 240..], at_once[at_once.len() - 240..]);
        let report = talon_lab::text(&talon_lab::report(&[file]).unwrap());
        assert!(report.contains("The number of deals was not fixed in advance"), "{report}");
        let report = talon_lab::text(&talon_lab::report(&[whole]).unwrap());
        assert!(!report.contains("not fixed"), "{report}");
    }
}

#[test]
fn a_report_says_what_is_missing() {
    let folder = Folder::new("missing");
    let file = folder.file("rows.csv");
    run(&campaign("1..41", None, &["random", "greedy"]), &file, 2).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let half: Vec<&str> = text.lines().collect();
    std::fs::write(&file, half[..half.len() - 30].join("\n") + "\n").unwrap();
    let report = talon_lab::text(&talon_lab::report(std::slice::from_ref(&file)).unwrap());
    assert!(report.contains("rows.csv has 50 of 80 rows\n"), "{report}");
    let other = folder.file("other.csv");
    std::fs::write(
        &other,
        text.replace("# version: test", "# version: next")
            .replace(",random,", ",chance,")
            .replace(",greedy,", ",careful,")
            .replace("random, greedy", "chance, careful"),
    )
    .unwrap();
    let summary = talon_lab::report(&[file, other]).unwrap();
    let report = talon_lab::text(&summary);
    assert!(report.lines().next().unwrap().ends_with("talon test and next"), "{report}");
    assert!(report.contains("Holm"), "{report}");
    let json: serde_json::Value = serde_json::from_str(&talon_lab::json(&summary)).unwrap();
    assert_eq!(json["versions"], serde_json::json!(["test", "next"]));
    assert_eq!(json["players"].as_array().unwrap().len(), 4);
    assert_eq!(json["pairs"].as_array().unwrap().len(), 6);
    assert!(
        json["pairs"][0]["p"].as_f64().unwrap() <= 1.0 && json["players"][1]["rate"].as_f64().unwrap() > 0.0
    );
}

#[test]
fn bad_input_is_a_sentence_and_nothing_is_overwritten() {
    let folder = Folder::new("bad");
    let file = folder.file("rows.csv");
    let players = ["random"];
    run(&campaign("1..21", None, &players), &file, 1).unwrap();
    let text = std::fs::read(&file).unwrap();
    let other = run(&campaign("1..20", None, &players), &file, 1).unwrap_err().to_string();
    assert!(
        other.contains("belongs to another campaign (deals: 1..21, expected 1..20); nothing was written"),
        "{other}"
    );
    let ending =
        run(&campaign("1..21", None, &players), &folder.file("rows.txt"), 1).unwrap_err().to_string();
    assert!(ending.ends_with("use .csv, .parquet, or .jsonl for JSON Lines"), "{ending}");
    let foreign = folder.file("letter.csv");
    std::fs::write(&foreign, "Dear reader,\n").unwrap();
    let other = run(&campaign("1..21", None, &players), &foreign, 1).unwrap_err().to_string();
    assert!(other.contains("is not a rows file of the lab; nothing was written"), "{other}");
    assert_eq!(std::fs::read(&foreign).unwrap(), b"Dear reader,\n");

    // A row in the middle that is not the expected one.
    let damaged = String::from_utf8(text.clone()).unwrap().replace("\n7,random", "\n8,random");
    std::fs::write(&file, &damaged).unwrap();
    let other = run(&campaign("1..21", None, &players), &file, 1).unwrap_err().to_string();
    assert!(other.contains("row 7: expected deal 7 of random; the file is damaged"), "{other}");
    assert_eq!(std::fs::read(&file).unwrap(), damaged.as_bytes());

    // Truncated rows, in a report and in a merge.
    std::fs::write(&file, &text[..text.len() - 5]).unwrap();
    let other = talon_lab::report(std::slice::from_ref(&file)).unwrap_err().to_string();
    assert!(other.contains("row 20 is truncated or not a row"), "{other}");
    let merged = folder.file("merged.csv");
    let other = talon_lab::merge(std::slice::from_ref(&file), &merged).unwrap_err().to_string();
    assert!(other.contains("row 20: expected deal 20 of random; the shard is truncated"), "{other}");
    assert!(!merged.exists());

    // Shards that overlap, leave a gap, or belong to different campaigns.
    let shard = |part: &str| {
        let file = folder.file(&format!("shard-{}.csv", part.replace('/', "-")));
        run(&campaign("1..21", Some(part), &players), &file, 1).unwrap();
        file
    };
    let (first, second, third) = (shard("1/3"), shard("2/3"), shard("3/3"));
    let twice = talon_lab::merge(&[first.clone(), second.clone(), second.clone(), third.clone()], &merged);
    assert!(twice.unwrap_err().to_string().contains("overlap: both contain deal 7"));
    let gap = talon_lab::merge(&[first.clone(), third.clone()], &merged).unwrap_err().to_string();
    assert_eq!(gap, "deals 7..14 are in no shard");
    let end = talon_lab::merge(&[first.clone(), second.clone()], &merged).unwrap_err().to_string();
    assert_eq!(end, "deals 14..21 are in no shard");
    let whole = folder.file("other.csv");
    run(&campaign("1..31", None, &players), &whole, 1).unwrap();
    let mixed = talon_lab::merge(&[first.clone(), whole], &merged).unwrap_err().to_string();
    assert!(mixed.contains("are not shards of one campaign"), "{mixed}");
    assert!(!merged.exists());
    talon_lab::merge(&[third.clone(), first.clone(), second.clone()], &merged).unwrap();
    let again = talon_lab::merge(&[third, first.clone(), second], &merged).unwrap_err().to_string();
    assert!(again.contains("already exists; nothing was written"), "{again}");
    let both = talon_lab::report(&[merged, first]).unwrap_err().to_string();
    assert!(both.contains("deal 1 of random occurs twice"), "{both}");

    for (range, sentence) in [
        ("5..5", "\"5..5\" contains no deals; the end must be above 5"),
        ("9..2", "\"9..2\" contains no deals; the end must be above 9"),
        ("all", "\"all\" is not a range of deals; write A..B, as in 1..1001"),
    ] {
        assert_eq!(Deals::read(range).unwrap_err().to_string(), sentence);
    }
    for shard in ["0/3", "4/3", "1", "a/b"] {
        assert!(Deals::read("1..9").unwrap().shard(shard).is_err(), "{shard}");
    }
}

/// A player that cheats to win slightly more often is distinguished from its honest twin.
#[test]
fn a_biased_player_is_found_out() {
    use talon_lab::rows::{Format, Head, Row};
    use talon_players::{End, Game};
    let folder = Folder::new("biased");
    let mut generator = talon_cards::Generator::new(11);
    let head = |player: &str| Head {
        entries: vec![
            (talon_lab::rows::KIND.into(), "1".into()),
            ("rules".into(), "{}".into()),
            ("players".into(), player.into()),
        ],
        columns: talon_lab::rows::GAME_COLUMNS.into(),
    };
    let mut honest = head("honest").write(Format::Csv);
    let mut biased = head("biased").write(Format::Csv);
    let mut twin = head("twin").write(Format::Csv);
    for deal in 0..4000 {
        // Deals are easy or hard for everybody; one loss in twelve of the biased player is recorded as a
        // win.
        let easy = 0.9 * f64::from(u8::from(generator.unit() < 0.3)) + 0.05;
        let row = |won| Game {
            won,
            points: 0,
            cards_up: 0,
            moves: 1,
            deals: 0,
            face_down: 0,
            first_empty: None,
            end: if won { End::Won } else { End::Resigned },
        };
        Row::write(&mut honest, Format::Csv, deal, "honest", &row(generator.unit() < easy));
        let luck = generator.unit() < 1.0 / 12.0;
        Row::write(&mut biased, Format::Csv, deal, "biased", &row(generator.unit() < easy || luck));
        Row::write(&mut twin, Format::Csv, deal, "twin", &row(generator.unit() < easy));
    }
    let files = [("honest", honest), ("biased", biased), ("twin", twin)].map(|(name, text)| {
        let file = folder.file(&format!("{name}.csv"));
        std::fs::write(&file, text).unwrap();
        file
    });
    let text = talon_lab::text(&talon_lab::report(&files).unwrap());
    assert!(text.contains("biased beats honest"), "{text}");
    assert!(text.contains("biased beats twin"), "{text}");
    assert!(!text.contains("honest beats twin:") && !text.contains("twin beats honest:"), "{text}");
}

#[test]
fn reports_are_whole_pages() {
    let folder = Folder::new("page");
    let file = folder.file("rows.csv");
    run(&campaign("1..101", None, &["greedy", "first"]), &file, 2).unwrap();
    let summary = talon_lab::report(&[file]).unwrap();
    let page = talon_lab::html(&summary);
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
    let plots = talon_lab::plots(&summary);
    assert_eq!(plots.len(), 4);
    for (name, svg) in plots {
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{name}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }
}

#[test]
fn tuning_finds_better_weights_and_repeats_itself() {
    let rules = *talon_games::find("canfield-strict").unwrap();
    // The initial weights penalise cards on the foundations and ignore all other features.
    let start = talon_players::Weights::read("[weights]\ncards_up = -0.05").unwrap();
    let tuning = talon_lab::Tuning {
        rules,
        spec: "heuristic".into(),
        start,
        deals: 1000..1120,
        held_out: 2000..2060,
        rounds: 4,
        tries: 12,
        seed: 3,
        jobs: 2,
    };
    let stop = AtomicBool::new(false);
    let tuned = talon_lab::tune(&tuning, &stop, |_, _| {}).unwrap();
    let (before, after) = (tuned.before.worth, tuned.after.worth);
    assert!(after > before, "{before} {after}");
    let again = talon_lab::tune(&talon_lab::Tuning { jobs: 1, ..tuning.clone() }, &stop, |_, _| {}).unwrap();
    assert_eq!(again.weights, tuned.weights);
    let among = talon_lab::Tuning { held_out: 1100..1200, ..tuning };
    let error = talon_lab::tune(&among, &stop, |_, _| {}).unwrap_err().to_string();
    assert_eq!(error, "the held-out deals overlap the deals to tune on");
}

/// A deal is recorded as unknown if its limits were reached, not if it was interrupted.
#[test]
fn an_interrupted_deal_is_no_unknown_one() {
    let folder = Folder::new("cancelled");
    let file = folder.file("rows.csv");
    let asked = talon_lab::Winnability {
        // A search of many seconds on any machine.
        rules: *talon_games::find("forty-thieves").unwrap(),
        deals: Deals::read("1..1000").unwrap(),
        nodes: u64::MAX,
        retries: 0,
        time: None,
        memory: 256 << 20,
    };
    let stop = AtomicBool::new(false);
    let done = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        });
        talon_lab::winnability(&asked, "test", Some(file.clone()), 2, &stop, |_| {}, |_| {}).unwrap()
    });
    assert!(!done.complete);
    let rows = std::fs::read_to_string(&file).unwrap();
    assert!(!rows.contains(",unknown,"), "{rows}");
}

#[test]
fn a_report_says_what_a_file_of_verdicts_is() {
    let folder = Folder::new("verdicts");
    let file = folder.file("rows.csv");
    let asked = talon_lab::Winnability {
        rules: *talon_games::find("klondike").unwrap(),
        deals: Deals::read("1..4").unwrap(),
        nodes: 20_000,
        retries: 0,
        time: None,
        memory: 64 << 20,
    };
    talon_lab::winnability(&asked, "test", Some(file.clone()), 1, &AtomicBool::new(false), |_| {}, |_| {})
        .unwrap();
    let said = talon_lab::report(std::slice::from_ref(&file)).unwrap_err().to_string();
    assert!(said.contains("contains verdicts of `talon lab winnability`, not games"), "{said}");
    assert!(said.contains("`talon lab results "), "{said}");
}

/// With other rules it is another game: every heading says so, and the results page refuses its rows.
#[test]
fn changed_rules_are_named() {
    let folder = Folder::new("changed");
    let file = folder.file("rows.csv");
    let klondike = talon_games::find("klondike").unwrap();
    let mut changed = campaign("1..6", None, &["greedy"]);
    changed.rules = talon_games::set(klondike, &["draw=3", "take_back=never"]).unwrap();
    run(&changed, &file, 1).unwrap();
    let summary = talon_lab::report(std::slice::from_ref(&file)).unwrap();
    let text = talon_lab::text(&summary);
    assert!(text.starts_with("Klondike (klondike), draw=3 take_back=never, deals 1..6"), "{text}");
    assert!(talon_lab::html(&summary).contains("<h1>Talon lab: Klondike, draw=3 take_back=never</h1>"));
    assert!(talon_lab::plots(&summary)[0].1.contains("Klondike, draw=3 take_back=never: points of greedy"));
    let said = talon_lab::Results::default().add(&[file]).unwrap_err().to_string();
    assert!(said.contains("is about klondike with draw=3 take_back=never"), "{said}");
}

/// The figures are aligned with their headings.
#[test]
fn columns_of_a_report_are_straight() {
    let folder = Folder::new("straight");
    let file = folder.file("rows.csv");
    let mut campaign = campaign("1..41", None, &["greedy", "random"]);
    campaign.rules = *talon_games::find("spider").unwrap();
    run(&campaign, &file, 1).unwrap();
    let text = talon_lab::text(&talon_lab::report(&[file]).unwrap());
    let lines: Vec<&str> = text.lines().collect();
    for head in ["games", "won", "cards up", "moves", "ms a game"] {
        let end = lines[2].find(head).unwrap() + head.len();
        for row in &lines[3..5] {
            assert!(!row[..end].ends_with(' '), "{head}: {row:?}");
            assert!(row[end..].is_empty() || row[end..].starts_with(' '), "{head}: {row:?}");
        }
    }
}

#[test]
fn winnability_is_counted_and_resumed() {
    let folder = Folder::new("winnability");
    let file = folder.file("rows.csv");
    let asked = talon_lab::Winnability {
        rules: *talon_games::find("klondike").unwrap(),
        deals: Deals::read("1..31").unwrap(),
        nodes: 20_000,
        retries: 0,
        time: None,
        memory: 64 << 20,
    };
    let count = |jobs| {
        let mut counts = [0; 3];
        let stop = AtomicBool::new(false);
        let sink = |rows: &str| talon_lab::tally(rows, &mut counts);
        let done =
            talon_lab::winnability(&asked, "test", Some(file.clone()), jobs, &stop, sink, |_| {}).unwrap();
        (counts, done.resumed)
    };
    let (counts, resumed) = count(2);
    assert_eq!((counts.iter().sum::<u64>(), resumed), (30, 0));
    assert!(counts[0] >= 24, "{counts:?}");
    assert_eq!(count(1), (counts, 30));
}
