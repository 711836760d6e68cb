//! Rounds by several tastes: what the learnt ones are there for, and what they learn from.

#[path = "support/named_canfields.rs"]
#[allow(dead_code)]
mod named;
#[path = "support/plain_canfield.rs"]
#[allow(dead_code)]
mod plain;

use cards::Deck;
use solve::packed::canfield::lessons::{Cost, lesson};
use solve::packed::canfield::{Position, Solver};
use solve::{Limits, Verdict, unwatched};

fn rainbow(number: u64) -> Position {
    let named = named::ALL.iter().find(|named| named.name == "rainbow").expect("a rule set");
    named.deal(&cards::shuffle(Deck::STANDARD, number))
}

/// Counts alone do not win this deal within sixteen million positions.
#[test]
fn a_sketch_wins_what_counts_do_not() {
    let position = rainbow(30038);
    let limits = Limits { nodes: 2_000_000, ..Limits::default() };
    let outcome = Solver::new().solve(&position, limits, &mut unwatched);
    let Verdict::Winnable(line) = outcome.report.verdict else { panic!("{:?}", outcome.report.verdict) };
    plain::Plain::new(&position).replay(&line).expect("the line wins");
}

#[test]
fn lessons_have_won_and_open_rivals_and_repeat() {
    let cost = Cost { rounds: 20_000, rival: 5_000, layers: 4, rivals: 6 };
    let groups = lesson(&rainbow(20002), cost, 1);
    assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [6; 4]);
    let nodes = |groups: &[Vec<solve::packed::canfield::lessons::Rival>]| {
        groups.iter().flatten().map(|rival| (rival.nodes, rival.numbers)).collect::<Vec<_>>()
    };
    let seen = nodes(&groups);
    assert!(seen.iter().any(|(nodes, _)| nodes.is_some()) && seen.iter().any(|(nodes, _)| nodes.is_none()));
    assert_eq!(seen, nodes(&lesson(&rainbow(20002), cost, 1)));
}
