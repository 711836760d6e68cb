//! The search in one thread.

use super::code::Coder;
use super::facts::Facts;
use super::frontier::Frontier;
use super::hopeless::hopeless;
use super::judge::judge;
use super::step::Steps;
use super::store::{Node, Nodes, Store};
use super::walk::Walk;
use crate::{Effort, Why};
use rules::{Move, Table};

/// The moves of a win, `None` where there is none.
///
/// # Errors
/// Why it ended before.
pub fn search(
    facts: &Facts,
    table: &Table,
    store: &mut Store,
    effort: &mut Effort,
) -> Result<Option<Vec<Move>>, Why> {
    let limit = effort.limits.memory;
    let mut walk = Walk::new(facts, table, 0);
    let mut coder = Coder::new();
    let mut steps = Steps::new();
    let mut frontier = Frontier::new();
    effort.node()?;
    if walk.table.is_won() {
        return Ok(Some(walk.moves));
    }
    let start = store.insert(coder.write(facts, &walk.table, walk.columns.list()), Node::start(), limit)?;
    if let Some(id) = start {
        frontier.push(store, id, judge(facts, &walk.table, walk.columns.list(), 0));
    }
    while let Some(id) = frontier.pop(store) {
        walk.go(facts, store, id);
        let depth = store.node(id).depth;
        if depth == u16::MAX {
            // A way so long cannot be followed on: what lies behind stays unknown.
            return Err(Why::Memory);
        }
        steps.find(facts, &mut walk.table);
        let here = walk.moves.len();
        walk.columns.keep();
        for &step in &steps.list {
            effort.node()?;
            let forces = walk.take(facts, step);
            let node = Node::after(id, depth, step.pack(), step.presses, forces);
            let columns = walk.columns.list();
            if let Some(child) = store.insert(coder.write(facts, &walk.table, columns), node, limit)? {
                if walk.table.is_won() {
                    return Ok(Some(walk.moves));
                }
                effort.progress.states = u64::from(store.len());
                if !(facts.tests_hope && hopeless(facts, &walk.table, columns)) {
                    frontier.push(store, child, judge(facts, &walk.table, columns, depth + 1));
                }
            }
            walk.back(here);
            walk.columns.restore();
        }
    }
    Ok(None)
}
