//! Compares the solver that knows a game best with the generic one, deal by deal.
//!
//! `cargo run --release -p solve --example agree -- klondike 1000 [NODES] [FIRST]`: our own deals from
//! FIRST (or 1) on, so many nodes for the generic solver; the first disagreement ends it.

use rules::Table;
use solve::{Limits, Verdict, solve, solve_generic, unwatched};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual: u64| args.get(i).map_or(usual, |arg| arg.parse().expect("a number"));
    let game = args.first().map_or("klondike", String::as_str);
    let rules = games::find(game).expect("a game's name");
    let (deals, nodes, first) = (number(1, 1000), number(2, 100_000), number(3, 1));
    let (mut both, mut wins) = (0, 0);
    for deal in first..first + deals {
        let table = Table::numbered(rules, deal).expect("the rules of a named game");
        let (mut one, mut other) = (unwatched, unwatched);
        let generic = solve_generic(&table, Limits { nodes, ..Limits::default() }, &mut one);
        if matches!(generic.verdict, Verdict::Unknown(_)) {
            continue;
        }
        let best = solve(&table, Limits { nodes: 50_000_000, ..Limits::default() }, &mut other);
        if matches!(best.verdict, Verdict::Unknown(_)) {
            continue;
        }
        assert_eq!(generic.verdict.column(), best.verdict.column(), "{game} {deal}: 0 won, 1 lost");
        both += 1;
        wins += u64::from(best.verdict.column() == 0);
    }
    println!("{game}: {deals} deals, both decided {both} ({wins} won), and agreed on all of them");
}
