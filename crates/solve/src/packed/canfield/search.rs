//! The depth-first search, exact and relaxed.

use super::moves::Play;
use super::state::{Ground, State};
use super::table::Table;
use super::talon::Talon;

pub(super) struct Frame {
    pub(super) state: State,
    pub(super) play: Play,
    pub(super) end: usize,
    pub(super) entered: u64,
}

pub struct Stats { pub nodes: u64, pub states: u64, pub relaxed_nodes: u64, pub probes: u64, pub pruned: u64 , pub root: Option<bool>}

pub(super) struct Relaxed { pub(super) table: Table, frames: Vec<(State, u128, usize)>, plays: Vec<Play>, pub(super) nodes: u64 }

fn lost(slot: u128, locked: u8) -> bool { let l = (slot & 63) as u8; l != 0 && locked + 1 >= l }
fn won(slot: u128, locked: u8) -> bool { let w = (slot >> 6 & 63) as u8; w > locked }
fn set_lost(slot: &mut u128, locked: u8) { let l = (*slot & 63) as u8; if l == 0 || locked + 1 < l { *slot = *slot & !63 | u128::from(locked + 1); } }
fn set_won(slot: &mut u128, locked: u8) { let l = (*slot >> 6 & 63) as u8; if locked + 1 > l { *slot = *slot & !(63 << 6) | u128::from(locked + 1) << 6; } }

impl Relaxed {
    pub(super) fn new() -> Relaxed { Relaxed { table: Table::new(), frames: vec![], plays: vec![], nodes: 0 } }

    pub(super) fn probe(&mut self, ground: &mut Ground, state: &State, cap: u64, mode: u32) -> Option<bool> {
        let kept = ground.prunings;
        ground.prunings.lazy = true;
        let mut state = *state;
        let draw = ground.layout.talon.draw();
        let stop = draw.min(state.stock.count_ones() as u8).max(1) - 1;
        let waste = Talon::waste(state.stock, state.cut);
        state.locked = if waste >= 1 && waste <= stop { waste - 1 } else { stop };
        if mode & 4 != 0 { state.locked = 0; }
        let out = self.run(ground, state, cap);
        ground.prunings = kept;
        out
    }

    fn run(&mut self, ground: &mut Ground, state: State, cap: u64) -> Option<bool> {
        let end = self.nodes + cap;
        self.frames.clear();
        self.plays.clear();
        let mut state = state;
        ground.settle(&mut state, &mut ());
        if let Some(r) = self.enter(ground, state) { return Some(r); }
        loop {
            let Some(frame) = self.frames.last() else { return Some(false) };
            let (parent, key, start) = *frame;
            if self.plays.len() == start {
                set_lost(self.table.entry(key).1, parent.locked);
                self.frames.pop();
                continue;
            }
            let play = self.plays.pop().unwrap();
            if self.nodes >= end { return None; }
            let mut child = parent;
            ground.play(&mut child, play, &mut ());
            if self.enter(ground, child) == Some(true) { return Some(true); }
        }
    }

    // None: pushed
    fn enter(&mut self, ground: &mut Ground, state: State) -> Option<bool> {
        self.nodes += 1;
        let key = ground.key(&state);
        let (_, slot) = self.table.entry(key);
        if lost(*slot, state.locked) { return Some(false) }
        if won(*slot, state.locked) || ground.is_won(&state) {
            set_won(slot, state.locked);
            for &(state, key, _) in &self.frames { set_won(self.table.entry(key).1, state.locked); }
            return Some(true);
        }
        let start = self.plays.len();
        ground.lazy_moves(&state, &mut self.plays);
        self.plays[start..].reverse();
        self.frames.push((state, key, start));
        None
    }
}

pub(super) fn exact(ground: &mut Ground, root: State, mode: u32, cap: u64) -> (Option<bool>, Stats) {
    let mut stats = Stats { nodes: 0, states: 0, relaxed_nodes: 0, probes: 0, pruned: 0, root: None };
    let mut table = Table::new();
    let mut relaxed = Relaxed::new();
    let mut frames: Vec<Frame> = vec![];
    let mut plays: Vec<Play> = vec![];
    let draw = ground.layout.talon.draw();
    let mut state = root;
    ground.settle(&mut state, &mut ());
    if mode & 1 != 0 {
        stats.root = relaxed.probe(ground, &state, 1_000_000, mode);
        if stats.root == Some(false) { stats.relaxed_nodes = relaxed.nodes; return (Some(false), stats); }
    }
    let mut next = Some((state, Play::NONE));
    loop {
        if let Some((state, play)) = next.take() {
            stats.nodes += 1;
            if stats.nodes > cap { stats.relaxed_nodes = relaxed.nodes; return (None, stats); }
            if ground.is_won(&state) { if mode & 8 != 0 {
                let mut log = vec![]; let mut s = root; ground.settle(&mut s, &mut log);
                for f in frames.iter().skip(1) { ground.play(&mut s, f.play, &mut log); } ground.play(&mut s, play, &mut log);
                for x in log { print!("{:?}>{} ", ground.layout.card(x.card), if x.to==0xFE {"up".into()} else if x.to==0xFF {"gap".into()} else {format!("{:?}", ground.layout.card(x.to))}); } println!();
            } stats.states = table.len() as u64; stats.relaxed_nodes = relaxed.nodes; return (Some(true), stats); }
            let waste = Talon::waste(state.stock, state.cut);
            let residue = waste % draw;
            let (new, slot) = table.entry(ground.key(&state));
            let field = if residue == 0 { 0 } else { u128::from(waste + 1) };
            let shift = 6 * u32::from(residue.max(1) - 1);
            let old = *slot;
            let was = if residue == 0 { u128::MAX } else { old >> shift & 63 };
            let start = plays.len();
            let reach = ground.reachable(&state);
            if new {
                *slot |= field << shift;
                if mode & 16 != 0 { let u = state.up.iter().sum::<u8>(); eprintln!("{} {} {:?} {}", state.reserve, state.stock.count_ones(), state.up, u); 
                  if stats.nodes % 50000 == 7 { for c in state.cols { let mut x=c; let mut v=vec![]; while x!=0 { v.push(ground.layout.card(ground.columns.tail(x))); x=ground.columns.below(x);} v.reverse(); println!("{:?}", v);} println!("res {:?}", (0..state.reserve).map(|i| ground.layout.card(ground.layout.reserve[i as usize])).collect::<Vec<_>>());
                   println!("stock {:?} cut {} up {:?}", (0..52).filter(|b| state.stock>>b&1==1).map(|b| ground.layout.card(ground.layout.stock[b])).collect::<Vec<_>>(), Talon::waste(state.stock,state.cut), state.up); println!(); } }
                if mode & 2 != 0 {
                    stats.probes += 1;
                    let r = relaxed.probe(ground, &state, 100_000, mode);
                    if r == Some(false) { stats.pruned += 1; continue_next(&mut frames, &mut plays, ground, &mut next); if next.is_none() { break } continue; }
                }
                // stock first pushed -> explored last
                ground.stock_moves(&state, reach, &mut plays);
                ground.table_moves(&state, &mut plays);
                plays[start..].reverse();
                plays[start..].reverse();
            } else if residue != 0 && (was == 0 || field < was) {
                *slot = old & !(63 << shift) | field << shift;
                let mut seen = ground.layout.talon.fresh(state.stock);
                for r in 1..draw {
                    let w = (old >> (6 * (r - 1)) & 63) as u8;
                    if w != 0 { seen |= ground.layout.talon.ahead(state.stock, Talon::cut(state.stock, w - 1)); }
                }
                ground.stock_moves(&state, reach & !seen, &mut plays);
            }
            if plays.len() > start {
                frames.push(Frame { state, play, end: start, entered: stats.nodes });
            }
        }
        continue_next(&mut frames, &mut plays, ground, &mut next);
        if next.is_none() { break }
    }
    stats.states = table.len() as u64;
    stats.relaxed_nodes = relaxed.nodes;
    (Some(false), stats)
}

fn continue_next(frames: &mut Vec<Frame>, plays: &mut Vec<Play>, ground: &mut Ground, next: &mut Option<(State, Play)>) {
    while let Some(frame) = frames.last() {
        if plays.len() == frame.end { frames.pop(); continue; }
        let play = plays.pop().unwrap();
        let mut child = frame.state;
        ground.play(&mut child, play, &mut ());
        *next = Some((child, play));
        return;
    }
}
