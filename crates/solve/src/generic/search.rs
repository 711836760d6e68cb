//! The search on one thread.

use super::cursor::Cursor;
use super::game::Game;
use super::heuristic::evaluate;
use super::key::KeyWriter;
use super::open_lists::OpenLists;
use super::prunings::dead::is_dead;
use super::steps::Steps;
use super::transposition::{Node, Nodes, Transpositions};
use crate::{Budget, Why};
use talon_rules::{Move, Table};

/// The moves of a win; `None` if there is none.
///
/// # Errors
/// The reason why the search ended early.
pub fn search(
    game: &Game,
    table: &Table,
    known: &mut Transpositions,
    budget: &mut Budget,
) -> Result<Option<Vec<Move>>, Why> {
    let limit = budget.limits.memory;
    let mut cursor = Cursor::new(game, table, 0);
    let mut keys = KeyWriter::new();
    let mut steps = Steps::new();
    let mut open = OpenLists::new();
    budget.spend_node()?;
    if cursor.table.is_won() {
        return Ok(Some(cursor.moves));
    }
    let key = keys.write(game, &cursor.table, cursor.columns.list());
    let start = known.insert(key, Node::start(), limit, || budget.look())?;
    if let Some(id) = start {
        open.push(known, id, evaluate(game, &cursor.table, cursor.columns.list(), 0));
    }
    while let Some(id) = open.pop(known) {
        cursor.go(game, known, id);
        let depth = known.node(id).depth;
        if depth == u16::MAX {
            // Deeper positions cannot be stored, so the verdict would not be proved.
            return Err(Why::Memory);
        }
        steps.find(game, &mut cursor.table);
        let here = cursor.moves.len();
        cursor.columns.save();
        for &step in &steps.list {
            budget.spend_node()?;
            let safe = cursor.take(game, step);
            let node = Node::after(id, depth, step.pack(), step.stock_moves, safe);
            let columns = cursor.columns.list();
            let key = keys.write(game, &cursor.table, columns);
            if let Some(child) = known.insert(key, node, limit, || budget.look())? {
                if cursor.table.is_won() {
                    return Ok(Some(cursor.moves));
                }
                budget.progress.states = u64::from(known.len());
                if !(game.prunings.dead_test && is_dead(game, &cursor.table, columns)) {
                    open.push(known, child, evaluate(game, &cursor.table, columns, depth + 1));
                }
            }
            cursor.back(here);
            cursor.columns.restore();
        }
    }
    Ok(None)
}
