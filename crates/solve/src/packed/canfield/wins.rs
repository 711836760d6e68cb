//! Wins of the ladder's last game (see `ladder`): followed with every card known, made shorter, told as moves.

use super::ladder::{Ladder, Standing};
use super::layout::Layout;
use super::moves::Play;
use super::shape::{Kinds, Shape};
use super::shapes::Moves;
use super::state::{Ground, State};
use crate::{Effort, Why};
use std::collections::{HashMap, HashSet};

/// What the last game always knows once it knows anything, the cards of the four lowest ranks: in the end nearly
/// always most of them.
const LOW: u64 = 0xFFFF;
/// How many positions near each of a win are looked at to make it shorter, first few and then more.
const NEAR: [usize; 3] = [50, 200, 1_000];

impl Ladder {
    /// The moves of the win found, from the position it was begun with, which must be settled.
    ///
    /// The games here raise fewer cards before they must than the game does. With all of those up that nobody
    /// can miss (see [`Moves::calm`]) the positions are the same: some moves are none then, and before some
    /// a card of the talon goes up that the game does not pass by. Now and then that does not hold, where the
    /// reserve fills a gap on the way (one win of a thousand in small decks); then there are no moves.
    pub(super) fn plays(&mut self, ground: &mut Ground, start: State) -> Option<Vec<Play>> {
        let mut state = start;
        let (mut line, mut plays) = (Vec::new(), Vec::new());
        for at in 0..self.line.len() {
            let wanted = self.calm(ground, self.line[at]);
            let is_last = at + 1 == self.line.len();
            while !self.calm(ground, Shape::of(ground, &state)).is(&wanted) || is_last && state.stock != 0 {
                plays.clear();
                ground.late_moves(&state, &mut plays);
                let after = |ground: &mut Ground, play| {
                    let mut next = state;
                    ground.play(&mut next, play, &mut ());
                    next
                };
                let leads = |&play: &Play| {
                    let next = after(ground, play);
                    self.calm(ground, Shape::of(ground, &next)).is(&wanted)
                };
                let play = plays.iter().copied().find(leads);
                let play =
                    play.or_else(|| plays.iter().copied().find(|&play| ground.is_not_passed(&state, play)))?;
                state = after(ground, play);
                line.push(play);
            }
        }
        Some(line)
    }

    fn calm(&mut self, ground: &Ground, shape: Shape) -> Shape {
        Moves { layout: &ground.layout, take: self.take, kinds: &Kinds::all(), room: &mut self.room }
            .calm(shape)
    }

    /// Follows a win of the last game with every card known; if it is none, which must be?
    pub(super) fn learn(&mut self, layout: &Layout, way: Vec<Shape>, effort: &mut Effort) -> Result<(), Why> {
        let way = self.shortened(layout, way, effort)?;
        let mut line = Vec::new();
        let Some(failed) = self.follow(layout, &way, &Kinds::all(), Some(&mut line), effort)? else {
            self.line = self.with_shortcuts(layout, line, effort);
            self.standing = Standing::Won;
            return Ok(());
        };
        let way = &way[..way.len().min(failed + 1)];
        let old = self.kinds.known;
        let mut known = layout.all | old;
        let others: Vec<u8> =
            (0..4 * layout.ranks).rev().filter(|card| (known & !old) >> card & 1 == 1).collect();
        self.leave_out(layout, way, failed, &others, &mut known, effort)?;
        if known | LOW == old {
            self.know_another_rank(layout);
        } else {
            self.climb(layout, known | LOW);
        }
        Ok(())
    }

    /// Leaves out all of these cards that need not be known for the way to fail: together, or half and half.
    fn leave_out(
        &mut self,
        layout: &Layout,
        way: &[Shape],
        failed: usize,
        cards: &[u8],
        known: &mut u64,
        effort: &mut Effort,
    ) -> Result<(), Why> {
        let less = cards.iter().fold(*known, |known, card| known & !(1 << card));
        if self.follow(layout, way, &Kinds::new(less), None, effort)?.is_some_and(|at| at <= failed) {
            *known = less;
        } else if cards.len() > 1 {
            let (first, second) = cards.split_at(cards.len() / 2);
            self.leave_out(layout, way, failed, first, known, effort)?;
            self.leave_out(layout, way, failed, second, known, effort)?;
        }
        Ok(())
    }

    /// The same way without the circles: from each position it goes on at the last that one move leads to.
    fn shortened(
        &mut self,
        layout: &Layout,
        way: Vec<Shape>,
        effort: &mut Effort,
    ) -> Result<Vec<Shape>, Why> {
        let places: HashMap<Shape, usize> = way.iter().enumerate().map(|(at, &shape)| (shape, at)).collect();
        let mut short = vec![way[0]];
        let mut at = 0;
        while at + 1 < way.len() {
            self.room.next.clear();
            Moves { layout, take: self.take, kinds: &self.kinds, room: &mut self.room }.all(&way[at]);
            let mut best = at + 1;
            for next in &self.room.next {
                effort.node()?;
                best = best.max(places.get(next).copied().unwrap_or(0));
            }
            at = best;
            short.push(way[at]);
        }
        Ok(short)
    }

    /// The win with detours left out, as far as there is time for it.
    fn with_shortcuts(&mut self, layout: &Layout, mut way: Vec<Shape>, effort: &mut Effort) -> Vec<Shape> {
        for near in NEAR {
            loop {
                match self.cut_corners(layout, &way, near, effort) {
                    Ok(short) if short.len() < way.len() => way = short,
                    Ok(_) => break,
                    Err(_) => return way,
                }
            }
        }
        way
    }

    /// From each position on the way so many of the nearest are looked at, and it goes on at the one that lies
    /// furthest along the way.
    fn cut_corners(
        &mut self,
        layout: &Layout,
        way: &[Shape],
        near: usize,
        effort: &mut Effort,
    ) -> Result<Vec<Shape>, Why> {
        let kinds = Kinds::all();
        let places: HashMap<Shape, usize> = way.iter().enumerate().map(|(at, &shape)| (shape, at)).collect();
        let mut short = vec![way[0]];
        // The positions met and the numbers of those that led to them.
        let (mut met, mut seen) = (Vec::new(), HashSet::new());
        let mut at = 0;
        while at + 1 < way.len() {
            met.clear();
            met.push((way[at], 0));
            seen.clear();
            seen.insert(way[at]);
            let (mut best, mut number) = (at, 0);
            let mut from = 0;
            while from < met.len().min(near) {
                self.room.next.clear();
                Moves { layout, take: self.take, kinds: &kinds, room: &mut self.room }.all(&met[from].0);
                for &shape in &self.room.next {
                    effort.node()?;
                    if seen.insert(shape) {
                        if let Some(&place) = places.get(&shape)
                            && place > best
                        {
                            (best, number) = (place, met.len());
                        }
                        met.push((shape, from));
                    }
                }
                from += 1;
            }
            let begin = short.len();
            while number != 0 {
                short.push(met[number].0);
                number = met[number].1;
            }
            short[begin..].reverse();
            at = best;
        }
        Ok(short)
    }

    /// Follows a way of the last game with these cards known: after how many moves can nobody (its length: it does
    /// not end with all cards up)? The positions of one such way are noted.
    fn follow(
        &mut self,
        layout: &Layout,
        path: &[Shape],
        kinds: &Kinds,
        line: Option<&mut Vec<Shape>>,
        effort: &mut Effort,
    ) -> Result<Option<usize>, Why> {
        let mut fronts: Vec<Vec<(Shape, usize)>> = vec![vec![(self.start.forget(layout, kinds), 0)]];
        for (at, wanted) in path.iter().enumerate().skip(1) {
            let mut front: Vec<(Shape, usize)> = Vec::new();
            for (from, (shape, _)) in fronts[at - 1].iter().enumerate() {
                self.room.next.clear();
                Moves { layout, take: self.take, kinds, room: &mut self.room }.all(shape);
                for next in &self.room.next {
                    effort.node()?;
                    if next.stock == wanted.stock
                        && next.up == wanted.up
                        && next.cut == wanted.cut
                        && next.reserve == wanted.reserve
                        && !front.iter().any(|(known, _)| known == next)
                        && next.forget(layout, &self.kinds) == *wanted
                    {
                        front.push((*next, from));
                    }
                }
            }
            if front.is_empty() {
                return Ok(Some(at));
            }
            fronts.push(front);
        }
        let mut moves = Moves { layout, take: self.take, kinds, room: &mut self.room };
        let front = fronts.last().expect("the first position is there");
        let Some(end) = front.iter().position(|(shape, _)| shape.is_dealt_out() && moves.ends(shape)) else {
            return Ok(Some(path.len()));
        };
        if let Some(line) = line {
            let mut at = end;
            for front in fronts.iter().rev() {
                line.push(front[at].0);
                at = front[at].1;
            }
            line.reverse();
        }
        Ok(None)
    }
}
