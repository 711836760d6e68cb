//! Memory does not grow with the number of games: `TALON_GAMES=1000000 cargo test --release -p talon-lab --test
//! memory -- --nocapture` plays a million and prints what they took.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::sync::atomic::AtomicBool;
use talon_lab::{Campaign, Deals, Seat};

/// How many games are played; a fifth of them first.
fn games() -> u64 {
    std::env::var("TALON_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(50_000)
}

/// The most memory that this process ever had, in kilobytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

/// Plays deals 0 to `deals` with a player that moves at random, and reports on them.
fn play(deals: u64, file: &Path) {
    let seat = Seat::named("random");
    let rules = *talon_games::find("klondike").unwrap();
    let campaign = Campaign::new(rules, vec![seat], Deals { all: 0..deals, shard: None });
    let stop = AtomicBool::new(false);
    let done = talon_lab::run(&campaign, "test", Some(file.into()), 2, &stop, |_| {}, |_| {}).unwrap();
    assert!(done.complete);
    let report = talon_lab::text(&talon_lab::report(&[file.to_path_buf()]).unwrap());
    assert!(report.contains(&deals.to_string()), "{report}");
    std::fs::remove_file(file).unwrap();
    std::fs::remove_file(talon_lab::rows::times_of(file)).unwrap();
}

#[test]
fn five_times_as_many_games_take_no_more_memory() {
    let all = games();
    let file = std::env::temp_dir().join(format!("talon-lab-memory-{}.csv", std::process::id()));
    play(all / 5, &file);
    let few = peak();
    play(all, &file);
    let many = peak();
    println!("{} games: {few} KB at most; {all} games: {many} KB at most", all / 5);
    // The buffers of the threads are filled differently each time.
    assert!(many < few + 1024, "{few} KB for {} games, {many} KB for {all}", all / 5);
}
