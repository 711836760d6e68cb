//! The figures that the chooser shows are the published ones.

use std::collections::HashMap;
use talon_session::{MEASURED, Solved};

/// A player that played fewer games is not called the best one.
const FEWEST_GAMES: u32 = 100;

/// Compares `talon_session::MEASURED` with `data/results.csv`, from which `docs/results/players.md` is written.
#[test]
fn the_measured_figures_are_those_of_the_results() {
    let text = std::fs::read_to_string("data/results.csv").unwrap();
    let mut best: HashMap<&str, (f64, Vec<&str>)> = HashMap::new();
    let mut solver: HashMap<&str, Solved> = HashMap::new();
    for line in text.lines().filter(|line| line.starts_with("rate,")) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse::<u32>().unwrap();
        let (game, games, won) = (fields[1], number(4), number(5));
        if fields[2] == "solver" {
            solver.insert(game, Solved { deals: games, winnable: won, unknown: number(6) });
            continue;
        }
        if games < FEWEST_GAMES {
            continue;
        }
        let rate = f64::from(won) / f64::from(games);
        if best.get(game).is_none_or(|(known, _)| *known < rate) {
            best.insert(game, (rate, fields));
        }
    }
    assert_eq!(MEASURED.len(), best.len());
    for measured in MEASURED {
        let (_, fields) = &best[measured.game];
        assert_eq!(measured.player, fields[2], "{}", measured.game);
        assert_eq!(measured.games.to_string(), fields[4], "{}", measured.game);
        assert_eq!(measured.won.to_string(), fields[5], "{}", measured.game);
        assert_eq!(Ok(measured.cards_up), fields[7].parse(), "{}", measured.game);
        assert_eq!(measured.dollars, fields[8].parse().ok(), "{}", measured.game);
        assert_eq!(measured.solver, solver.get(measured.game).copied(), "{}", measured.game);
    }
}
