//! Canfield.
#![allow(missing_docs, dead_code)]
mod columns;
mod layout;
mod moves;
mod position;
mod search;
mod state;
mod table;
mod talon;

pub use position::{Build, Fill, Gap, Position, Rules, TakeBack};
use state::{Ground, Prunings};

pub fn experiment(position: &Position, mode: u32, cap: u64) -> (Option<bool>, search::Stats) {
    let layout = layout::Layout::new(position);
    let free = layout.free_gap;
    let alt = position.rules.build == Build::AltColour;
    let mut ground = Ground { layout, columns: columns::Columns::new(), prunings: Prunings { safe: true, twins: alt && position.rules.part_runs, merges: free, lazy: false }, overflow: false };
    let root = ground.start(position);
    search::exact(&mut ground, root, mode, cap)
}
