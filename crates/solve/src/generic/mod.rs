//! The generic solver: any game, by its rules alone.
//!
//! A best-first search over [`Table`] with several orders in turn ([`frontier`]), one store of all
//! positions with exact codes ([`store`], [`code`]), stock presses folded into steps ([`step`]) and
//! moves that lose nothing played at once ([`forced`]). When the frontier runs empty every position
//! that can be reached was looked at, so the loss is proved.
//!
//! It knows no game by name and plays by [`Table`] alone.

mod code;
mod columns;
mod facts;
mod forced;
mod frontier;
mod judge;
mod step;
mod store;
mod walk;

use crate::{Effort, Report, Verdict, Why};
use code::Coder;
use facts::Facts;
use frontier::Frontier;
use rules::{Move, Table};
use step::Steps;
use store::{Node, Store};
use walk::Walk;

/// Searches a position of any game.
pub fn solve(table: &Table, effort: &mut Effort) -> Report {
    let mut store = Store::new();
    let found = search(table, &mut store, effort);
    let verdict = match found {
        Ok(Some(line)) => Verdict::Winnable(line),
        Ok(None) => Verdict::Unwinnable,
        Err(why) => Verdict::Unknown(why),
    };
    effort.progress.states = u64::from(store.len());
    Report { verdict, nodes: effort.progress.nodes, states: effort.progress.states }
}

/// The moves of a win, `None` where there is none.
fn search(table: &Table, store: &mut Store, effort: &mut Effort) -> Result<Option<Vec<Move>>, Why> {
    let facts = Facts::new(table);
    let mut walk = Walk::new(&facts, table);
    let mut coder = Coder::new();
    let mut steps = Steps::new();
    let mut frontier = Frontier::new();
    effort.node()?;
    if walk.table.is_won() {
        return Ok(Some(walk.moves));
    }
    let start = store.insert(coder.write(&facts, &walk.table, walk.columns.list()), Node::start(), effort)?;
    if let Some(id) = start {
        frontier.push(store, id, judge::judge(&facts, &walk.table, walk.columns.list(), 0));
    }
    while let Some(id) = frontier.pop(store) {
        walk.go(&facts, store, id);
        let depth = store.node(id).depth;
        if depth == u16::MAX {
            // A way so long cannot be followed on: what lies behind stays unknown.
            return Err(Why::Memory);
        }
        steps.find(&facts, &mut walk.table);
        let here = walk.moves.len();
        for &step in &steps.list {
            effort.node()?;
            let forces = walk.take(&facts, step);
            let node = Node::after(id, depth, step.pack(), step.presses, forces);
            if let Some(child) =
                store.insert(coder.write(&facts, &walk.table, walk.columns.list()), node, effort)?
            {
                if walk.table.is_won() {
                    return Ok(Some(walk.moves));
                }
                frontier.push(
                    store,
                    child,
                    judge::judge(&facts, &walk.table, walk.columns.list(), depth + 1),
                );
                effort.progress.states = u64::from(store.len());
            }
            walk.back(here);
        }
    }
    Ok(None)
}
