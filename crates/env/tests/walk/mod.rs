//! Random games, for several tests.

use talon_cards::Generator;
use talon_rules::{Events, Rules, Table};

/// Calls `with` for every position of random games, and with the generator that chooses their moves.
pub fn walk(
    rules: &Rules,
    deals: std::ops::Range<u64>,
    moves: usize,
    mut with: impl FnMut(&Table, &mut Generator),
) {
    let mut events = Events::new();
    for deal in deals {
        let mut generator = Generator::new(deal);
        let mut table = Table::numbered(rules, deal).unwrap();
        for _ in 0..moves {
            with(&table, &mut generator);
            let legal = table.moves();
            if legal.is_empty() {
                break;
            }
            let chosen = legal[generator.below(legal.len() as u64) as usize];
            table.play_legal(chosen, &mut events);
        }
    }
}
