//! Brute force on small decks: the table, its legal moves and its canonical key, nothing else.

use rules::{Events, Move, Rules, Sizes, Table};
use std::collections::HashSet;

/// Can it be won? `None` where that would take too long.
pub fn brute_force(table: &Table, most: usize) -> Option<bool> {
    let mut table = table.clone();
    let mut known = HashSet::new();
    let mut key = Vec::new();
    table.key(&mut key);
    known.insert(key.clone());
    if table.is_won() {
        return Some(true);
    }
    // Depth first: the moves left to try at each level, and what led there.
    let mut levels: Vec<(Vec<Move>, Events)> = vec![(table.moves(), Events::new())];
    loop {
        let Some((moves, _)) = levels.last_mut() else { return Some(false) };
        let Some(m) = moves.pop() else {
            let (_, events) = levels.pop().expect("there is a level");
            table.undo(&events);
            continue;
        };
        let mut events = Events::new();
        table.play_legal(m, &mut events);
        table.key(&mut key);
        if known.contains(&key) {
            table.undo(&events);
            continue;
        }
        if table.is_won() {
            return Some(true);
        }
        if known.len() >= most {
            return None;
        }
        known.insert(key.clone());
        levels.push((table.moves(), events));
    }
}

/// A game cut down: fewer ranks and suits, and columns, cells and reserve to match.
pub fn small(game: &Rules, suits: u8, ranks: u8, shape: u8) -> Option<Rules> {
    let mut rules = Rules { suits, ranks, copies: game.copies.min(2), ..*game };
    if rules.copies == 2 && ranks > 4 {
        rules.ranks = ranks.div_ceil(2);
    }
    rules.columns = [2, 3, 4][usize::from(shape % 3)];
    rules.cells = game.cells.min(1 + shape % 2);
    rules.cells_dealt = game.cells_dealt.min(rules.cells);
    rules.reserve = game.reserve.min(3);
    let spare = usize::from(rules.foundation_dealt() + rules.reserve + rules.cells_dealt);
    let total = rules.deck().len().checked_sub(spare)?;
    let stock = if game.stock == rules::Stock::None { 0 } else { total.min(4 + usize::from(shape)) };
    let columns = usize::from(rules.columns);
    let each = total.checked_sub(stock)?;
    let sizes: Vec<u8> =
        (0..columns).map(|c| (each / columns + usize::from(c < each % columns)) as u8).collect();
    if sizes.contains(&0) {
        return None;
    }
    let hides = (0..usize::from(game.columns)).any(|c| game.down.of(c) > 0);
    let down: Vec<u8> = sizes.iter().map(|&n| if hides { n / 2 } else { 0 }).collect();
    let up: Vec<u8> = sizes.iter().zip(&down).map(|(n, d)| n - d).collect();
    rules.down = Sizes::new(&down);
    rules.up = Sizes::new(&up);
    rules.validate().ok().map(|()| rules)
}
