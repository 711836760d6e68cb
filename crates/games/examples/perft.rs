//! Counts the leaves of the move tree: `cargo run --release --example perft GAME DEPTH`.
use rules::{Events, Move, Table};

fn perft(table: &mut Table, depth: u32, moves: &mut Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let first = moves.len();
    table.each_move(|m| moves.push(m));
    let mut leaves = 0;
    let mut events = Events::new();
    for i in first..moves.len() {
        table.play_legal(moves[i], &mut events);
        leaves += perft(table, depth - 1, moves);
        table.undo(&events);
    }
    moves.truncate(first);
    leaves
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let rules = games::find(&args[1]).unwrap();
    let mut table = Table::numbered(rules, 1).unwrap();
    for depth in 1..=args[2].parse().unwrap() {
        let start = std::time::Instant::now();
        let n = perft(&mut table, depth, &mut Vec::new());
        println!("{depth} {n} {:.1} M/s", n as f64 / start.elapsed().as_secs_f64() / 1e6);
    }
}
