//! Programs as players: the examples, and programs that behave badly.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use talon_lab::rows::{Format, Row};
use talon_lab::{Campaign, Deals, Problem, Seat, bot};
use talon_players::End;

const GAME: &str = "klondike";

fn bots(name: &str) -> String {
    format!("{}/bots/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Plays some deals with a program and returns the rows.
fn play(command: &str, deals: &str, limit: Duration, jobs: usize) -> Result<Vec<Row>, Problem> {
    let spec = format!("{}{command}", bot::PREFIX);
    let mut seat = Seat::named(&spec);
    seat.name = "bot".into();
    let rules = *talon_games::find(GAME).unwrap();
    let campaign =
        Campaign { answer_limit: limit, ..Campaign::new(rules, vec![seat], Deals::read(deals).unwrap()) };
    let mut rows = Vec::new();
    let sink = |text: &str| rows.extend(text.lines().map(|line| Row::read(line, Format::Csv).unwrap()));
    talon_lab::run(&campaign, "test", None, jobs, &AtomicBool::new(false), sink, |_| {})?;
    Ok(rows)
}

/// A limit that no busy machine exceeds.
const PATIENT: Duration = Duration::from_secs(60);

/// Writes a program in shell to a file and returns its path.
fn script(name: &str, text: &str) -> (std::path::PathBuf, String) {
    let folder = std::env::temp_dir().join(format!("talon-bots-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("bot.sh");
    std::fs::write(&path, text).unwrap();
    (folder, format!("sh {}", path.display()))
}

/// Answers the first message, and does something else when it is asked for a move.
fn badly(what: &str) -> String {
    format!(
        "while read -r line; do case $line in *hello*) echo '{{\"ready\":true}}';; *choose*) {what};; esac; done"
    )
}

#[test]
fn the_examples_play_every_kind_of_game() {
    for name in ["greedy.py", "first.sh"] {
        for game in ["klondike", "canfield", "spider", "freecell"] {
            let rules = talon_games::find(game).unwrap();
            let found = bot::check(&bots(name), rules, PATIENT, 2).unwrap();
            assert_eq!(found.wrong, Vec::<String>::new(), "{name} in {game}");
        }
    }
}

#[test]
fn threads_and_repetition_change_nothing() {
    let command = bots("greedy.py");
    let one = play(&command, "1..9", PATIENT, 1).unwrap();
    assert_eq!(play(&command, "1..9", PATIENT, 3).unwrap(), one);
    assert!(one.iter().any(|row| row.game.cards_up > 5), "{one:?}");
}

/// What a program did wrong stands in the row of the game, and the next game begins with a new process.
#[test]
fn bad_programs_lose_their_games_with_a_reason() {
    // The greeting has to be answered within this time too, also on a busy machine.
    let quick = Duration::from_secs(2);
    for (name, what, limit, end) in [
        ("silent", ":", quick, "too-slow"),
        ("slow", "sleep 100; echo '{\"move\":null}'", quick, "too-slow"),
        ("garbage", "echo nonsense", PATIENT, "unreadable"),
        ("binary", "printf '\\377\\n'", PATIENT, "unreadable"),
        ("another-object", "echo '{\"chosen\":\"draw\"}'", PATIENT, "unreadable"),
        ("huge-line", "head -c 200000 /dev/zero | tr '\\0' x; echo", PATIENT, "unreadable"),
        ("illegal", "echo '{\"move\":\"f4-7x9\"}'", PATIENT, "illegal-move"),
        ("no-move", "echo '{\"move\":\"castle\"}'", PATIENT, "illegal-move"),
        ("crash", "echo 'out of ideas' >&2; exit 3", PATIENT, "crashed"),
        ("kill", "kill -9 $$", PATIENT, "crashed"),
        ("resigns", "echo '{\"move\":null}'", PATIENT, "resigned"),
    ] {
        let (folder, command) = script(name, &badly(what));
        let rows = play(&command, "1..3", limit, 1).unwrap();
        let ends: Vec<&str> = rows.iter().map(|row| row.game.end.word()).collect();
        assert_eq!(ends, [end, end], "{name}");
        assert!(rows.iter().all(|row| !row.game.won && row.game.moves == 0));
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_flood_of_answers_is_a_fault() {
    let (folder, command) = script("flood", &badly("yes '{\"move\":\"draw\"}'"));
    let rows = play(&command, "1..3", PATIENT, 1).unwrap();
    // Lines that come just when a question was asked are answers. Sooner or later one comes before it, or is not
    // legal.
    assert!(rows.iter().all(|row| matches!(row.game.end, End::Fault(_))), "{rows:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// The processes that a program has started end with it.
#[test]
#[cfg(unix)]
fn no_process_is_left_behind() {
    let (folder, command) = script("forks", &badly("sleep 1000 & echo $! >> \"$0.pids\"; sleep 1000"));
    // The shell must come to start its processes within this time, also on a busy machine.
    play(&command, "1..3", Duration::from_secs(5), 1).unwrap();
    let started = std::fs::read_to_string(folder.join("bot.sh.pids")).unwrap();
    assert_eq!(started.lines().count(), 2);
    let deadline = Instant::now() + PATIENT;
    for pid in started.lines() {
        let runs = || {
            // A process that has ended and was not yet waited for is a zombie: Z.
            let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            !status.is_empty() && !status.contains(") Z ")
        };
        while runs() {
            assert!(Instant::now() < deadline, "process {pid} is still running");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_program_that_does_not_start_is_refused_before_the_first_game() {
    let problem = |command: &str| play(command, "1..3", PATIENT, 1).unwrap_err().to_string();
    let missing = problem("./there/is/no/such/bot");
    assert!(missing.starts_with("the player exec:./there/is/no/such/bot does not work: "), "{missing}");
    let (folder, command) = script("mute", "echo no >&2; exit 1");
    let mute = problem(&command);
    assert!(mute.ends_with("it ended (exit status: 1), saying: \"no\""), "{mute}");
    std::fs::remove_dir_all(folder).unwrap();
    assert!(problem("").contains("no program is named"));
}

#[test]
fn the_check_says_what_is_wrong() {
    let rules = talon_games::find(GAME).unwrap();
    let (folder, command) = script("nonsense", &badly("echo nonsense"));
    let found = bot::check(&command, rules, PATIENT, 1).unwrap();
    assert_eq!(
        found.wrong,
        ["In game 1, after 0 moves, it answered \"choose\" with \"nonsense\", not with {\"move\":…}."]
    );
    std::fs::remove_dir_all(folder).unwrap();
    // It resigns after a number of moves that grows from game to game.
    let counting = "n=0\nwhile read -r line; do case $line in *hello*) echo '{\"ready\":true}';; *begin*) n=$((n+1)); k=$n;; \
        *choose*) if [ $k -eq 0 ]; then echo '{\"move\":null}'; else k=$((k-1)); echo '{\"move\":\"draw\"}'; fi;; esac; done";
    let (folder, command) = script("counting", counting);
    let found = bot::check(&command, rules, PATIENT, 1).unwrap();
    assert!(found.wrong[0].starts_with("The same deal with the same salt led to other moves."), "{found:?}");
    std::fs::remove_dir_all(folder).unwrap();
}
