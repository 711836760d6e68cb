//! Easier games that know more and more of the columns (see `shapes`), made as they are needed.
//!
//! The first tells no card from the others of its rank. Where it finds a win, that win is followed with
//! every card known. If it is one in the game itself, good. If not, a few cards that must be known to see it are
//! found, by leaving out one after the other, and the next game knows those as well.
//!
//! Every position of a game is asked about in the one before it: what is lost there is lost here. So each
//! game looks only at what all easier ones can win, and each position of each game is searched once. A game
//! that found little before it was given up is replaced by the next one instead.
//!
//! **What is sure.** Each game is searched depth-first. Moves of top cards lead in circles, so a
//! position is lost only when everything that can be reached from it is searched: Tarjan's algorithm for
//! strongly connected components says when. When a win is found, all positions on the trail (those whose
//! component is not complete) reach one of the way to it. That is not quite so where a position was
//! taken for one with more cards undrawn; but *won* here only ever means that nothing is refuted. A position
//! is no better with fewer cards undrawn, for one may always draw on.

use super::heaps::Heaps;
use super::labels::{self, Label, Labels, Name, TRAIL};
use super::layout::Layout;
use super::moves::Play;
use super::position::Take;
use super::shape::{Kinds, Shape};
use super::shapes::{Moves, Room};
use super::state::{Ground, State};
use crate::{Effort, Why};
use std::hint::black_box;

/// How the game stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Positions wait.
    Open,
    /// It can be won, by the moves that [`Ladder::plays`] tells.
    Won,
    /// It cannot be told.
    Silent,
    /// It is lost, and so is the real one.
    Lost,
}

/// A search of these games that can be gone on with.
pub(super) struct Ladder {
    steps: Vec<Step>,
    /// The game whose search goes on; those above it wait for an answer.
    at: usize,
    /// The first position, every card known.
    start: Shape,
    standing: Standing,
    take: Take,
    room: Room,
    names: Vec<Name>,
    line: Vec<Shape>,
}

/// One game and its search.
struct Step {
    kinds: Kinds,
    labels: Labels,
    /// The way to the position searched.
    frames: Vec<Frame>,
    /// All positions met whose component is not complete.
    trail: Vec<Met>,
    /// The positions still to be looked at, those of the last frame on top.
    waiting: Vec<Shape>,
    /// What the game below is asked about.
    asked: Option<(Shape, Name)>,
}

struct Frame {
    shape: Shape,
    /// Its moves lie in `waiting` above this.
    waiting: usize,
    /// Its place on the trail, and the first one that can be reached from it.
    place: usize,
    low: usize,
}

struct Met {
    name: Name,
    undrawn: u8,
}

impl Step {
    fn new(known: u64) -> Step {
        Step {
            kinds: Kinds::new(known),
            labels: Labels::new(),
            frames: Vec::new(),
            trail: Vec::new(),
            waiting: Vec::new(),
            asked: None,
        }
    }

    /// The next position to look at; none when the search is at its end.
    fn next(&mut self) -> Option<Shape> {
        loop {
            let floor = self.frames.last().map_or(0, |frame| frame.waiting);
            if self.waiting.len() > floor {
                return self.waiting.pop();
            }
            let frame = self.frames.pop()?;
            if frame.low == frame.place {
                for met in self.trail.drain(frame.place..) {
                    self.labels.change(&met.name, |label| {
                        label.lose(met.undrawn);
                        label.set_place(None);
                    });
                }
            } else if let Some(parent) = self.frames.last_mut() {
                parent.low = parent.low.min(frame.low);
            }
        }
    }

    /// Ends the search with a win.
    fn win(&mut self) {
        for met in self.trail.drain(..) {
            self.labels.change(&met.name, |label| {
                label.win(met.undrawn);
                label.set_place(None);
            });
        }
        self.frames.clear();
        self.waiting.clear();
    }

    fn bytes(&self) -> usize {
        self.labels.next_bytes()
            + self.waiting.capacity() * 2 * size_of::<Shape>()
            + self.trail.capacity() * 2 * size_of::<Met>()
            + self.frames.capacity() * 2 * size_of::<Frame>()
    }
}

/// The positions that asking the heap game about one position may cost.
const HEAPS_ALLOWED: u64 = 200;
/// What all games but the first know, the cards of the four lowest ranks: in the end nearly always most of them.
const LOW: u64 = 0xFFFF;
/// A game that knows more is another step if this one has found out as much, else it takes its place.
const WORTH_KEEPING: usize = 20_000;

impl Ladder {
    /// The games of a position, if they say anything there.
    pub(super) fn new(ground: &Ground, state: &State) -> Option<Ladder> {
        if state.redeals > 0 || !labels::has_names(&ground.layout, state.reserve) {
            return None;
        }
        let mut ladder = Ladder {
            steps: Vec::new(),
            at: 0,
            start: Shape::of(ground, state),
            standing: Standing::Open,
            take: ground.take,
            room: Room::new(),
            names: Vec::new(),
            line: Vec::new(),
        };
        ladder.climb(&ground.layout, 0);
        Some(ladder)
    }

    pub(super) fn bytes(&self) -> usize {
        self.steps.iter().map(Step::bytes).sum()
    }

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

    /// Begins with a game that knows these cards.
    fn climb(&mut self, layout: &Layout, known: u64) {
        let mut step = Step::new(known);
        step.waiting.push(self.start.forget(layout, &Kinds::all(), &step.kinds));
        self.steps.push(step);
        self.at = self.steps.len() - 1;
    }

    /// Goes on for so many positions.
    pub(super) fn go_on(
        &mut self,
        layout: &Layout,
        allowed: u64,
        mut heaps: Option<&mut Heaps>,
        effort: &mut Effort,
    ) -> Result<Standing, Why> {
        let end = effort.progress.nodes + allowed;
        while self.standing == Standing::Open && effort.progress.nodes < end {
            match self.steps[self.at].next() {
                Some(shape) => self.consider(layout, shape, heaps.as_deref_mut(), effort)?,
                None => self.answer(layout, false, effort)?,
            }
        }
        Ok(self.standing)
    }

    /// Looks at a position of the game whose search goes on.
    fn consider(
        &mut self,
        layout: &Layout,
        shape: Shape,
        heaps: Option<&mut Heaps>,
        effort: &mut Effort,
    ) -> Result<(), Why> {
        let Some(name) = labels::name(layout, &shape) else {
            self.standing = Standing::Silent;
            return Ok(());
        };
        let undrawn = shape.undrawn();
        let step = &mut self.steps[self.at];
        let label = step.labels.get(&name);
        if label.is_lost(undrawn) {
            return Ok(());
        }
        if label.is_won(undrawn) {
            return self.win(layout, shape, effort);
        }
        if let Some(place) = label.place()
            && step.trail[place].undrawn >= undrawn
        {
            if let Some(frame) = step.frames.last_mut() {
                frame.low = frame.low.min(place);
            }
            return Ok(());
        }
        if self.at == 0 {
            if let Some(heaps) = heaps
                && heaps.refutes(layout, &as_state(&shape), shape.cards, HEAPS_ALLOWED, effort)?
            {
                step.labels.change(&name, |label| label.lose(undrawn));
                return Ok(());
            }
            return self.expand(layout, shape, name, effort);
        }
        let (below, above) = self.steps.split_at_mut(self.at);
        let (below, step) = (&mut below[self.at - 1], &mut above[0]);
        let easier = shape.forget(layout, &step.kinds, &below.kinds);
        let Some(easier_name) = labels::name(layout, &easier) else {
            self.standing = Standing::Silent;
            return Ok(());
        };
        let label = below.labels.get(&easier_name);
        if label.is_lost(undrawn) {
            step.labels.change(&name, |label| label.lose(undrawn));
        } else if label.is_won(undrawn) {
            self.expand(layout, shape, name, effort)?;
        } else {
            step.asked = Some((shape, name));
            below.waiting.push(easier);
            self.at -= 1;
        }
        Ok(())
    }

    /// The search that goes on is at its end.
    fn answer(&mut self, layout: &Layout, won: bool, effort: &mut Effort) -> Result<(), Why> {
        if self.at + 1 == self.steps.len() {
            self.standing = Standing::Lost;
            return Ok(());
        }
        self.at += 1;
        let step = &mut self.steps[self.at];
        let (shape, name) = step.asked.take().expect("a search below the last answers a question");
        if won {
            return self.expand(layout, shape, name, effort);
        }
        step.labels.change(&name, |label| label.lose(shape.undrawn()));
        Ok(())
    }

    /// A win of the game whose search goes on, ending with this position or known from it on.
    fn win(&mut self, layout: &Layout, last: Shape, effort: &mut Effort) -> Result<(), Why> {
        if self.at + 1 < self.steps.len() {
            self.steps[self.at].win();
            return self.answer(layout, true, effort);
        }
        let step = &mut self.steps[self.at];
        let mut path: Vec<Shape> = step.frames.iter().map(|frame| frame.shape).collect();
        path.push(last);
        self.steps[self.at].win();
        self.learn(layout, path, effort)
    }

    /// Makes all moves from a position.
    fn expand(&mut self, layout: &Layout, shape: Shape, name: Name, effort: &mut Effort) -> Result<(), Why> {
        let step = &mut self.steps[self.at];
        self.room.next.clear();
        let mut moves = Moves { layout, take: self.take, kinds: &step.kinds, room: &mut self.room };
        if shape.is_dealt_out() && moves.ends(&shape) {
            // Who asks again need not look again.
            step.labels.change(&name, |label| label.win(shape.undrawn()));
            return self.win(layout, shape, effort);
        }
        moves.all(&shape);
        if self.room.overflow || step.trail.len() >= TRAIL {
            step.labels.change(&name, |label| label.win(shape.undrawn()));
            return self.overflow(layout, effort);
        }
        let place = step.trail.len();
        step.labels.change(&name, |label| label.set_place(Some(place)));
        step.trail.push(Met { name, undrawn: shape.undrawn() });
        step.frames.push(Frame { shape, waiting: step.waiting.len(), place, low: place });
        self.names.clear();
        for next in &self.room.next {
            let Some(name) = labels::name(layout, next) else {
                return self.overflow(layout, effort);
            };
            self.names.push(name);
        }
        black_box(self.names.iter().fold(0, |sum, name| sum ^ step.labels.glance(name)));
        let mut won = None;
        // What comes last is tried first.
        for (next, name) in self.room.next.iter().zip(&self.names).rev() {
            let label: Label = step.labels.get(name);
            let undrawn = next.undrawn();
            if label.is_won(undrawn) {
                won = Some(*next);
            } else if !label.is_lost(undrawn) {
                step.waiting.push(*next);
            }
        }
        effort.memory(self.bytes())?;
        for _ in 0..=self.names.len() {
            effort.node()?;
        }
        match won {
            Some(next) => self.win(layout, next, effort),
            None => Ok(()),
        }
    }

    /// A position has too many ways to raise cards, or too many marks.
    fn overflow(&mut self, layout: &Layout, effort: &mut Effort) -> Result<(), Why> {
        if self.at + 1 < self.steps.len() {
            self.steps[self.at].win();
            return self.answer(layout, true, effort);
        }
        let known = self.steps[self.at].kinds.known;
        match (0..layout.ranks).find(|rank| known >> (4 * rank) & 15 != 15) {
            Some(rank) => {
                self.steps[self.at].win();
                self.refine(layout, known | 15 << (4 * rank));
            }
            None => self.standing = Standing::Silent,
        }
        Ok(())
    }

    /// Follows a win of the last game with every card known; if it is none, which must be?
    fn learn(&mut self, layout: &Layout, path: Vec<Shape>, effort: &mut Effort) -> Result<(), Why> {
        let path = self.shortened(layout, path);
        let all = layout.all | self.steps[self.at].kinds.known;
        let mut line = Vec::new();
        let Some(failed) = self.follow(layout, &path, &Kinds::all(), Some(&mut line), effort)? else {
            self.line = line;
            self.standing = Standing::Won;
            return Ok(());
        };
        let path = &path[..path.len().min(failed + 1)];
        let old = self.steps[self.at].kinds.known;
        let mut known = all;
        for rank in (0..layout.ranks).rev() {
            let less = known & !(15 << (4 * rank)) | old;
            if less != known
                && self.follow(layout, path, &Kinds::new(less), None, effort)?.is_some_and(|at| at <= failed)
            {
                known = less;
            }
        }
        for card in (0..4 * layout.ranks).rev() {
            let less = known & !(1 << card) | old;
            if less != known
                && self.follow(layout, path, &Kinds::new(less), None, effort)?.is_some_and(|at| at <= failed)
            {
                known = less;
            }
        }
        if known | LOW == old {
            return self.overflow(layout, effort);
        }
        self.refine(layout, known);
        Ok(())
    }

    /// The next game knows these cards.
    fn refine(&mut self, layout: &Layout, known: u64) {
        if self.steps[self.at].labels.len() < WORTH_KEEPING && self.steps.len() > 1 {
            self.steps.pop();
        }
        self.climb(layout, known | LOW);
    }

    /// The same way without the circles.
    fn shortened(&mut self, layout: &Layout, path: Vec<Shape>) -> Vec<Shape> {
        let mut short = vec![path[0]];
        let mut at = 0;
        while at + 1 < path.len() {
            let next = self.moves(layout, &path[at], self.at);
            at = (at + 1..path.len()).rev().find(|&later| next.contains(&path[later])).unwrap_or(at + 1);
            short.push(path[at]);
        }
        short
    }

    fn moves(&mut self, layout: &Layout, shape: &Shape, at: usize) -> Vec<Shape> {
        self.room.next.clear();
        Moves { layout, take: self.take, kinds: &self.steps[at].kinds, room: &mut self.room }.all(shape);
        std::mem::take(&mut self.room.next)
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
        let last = &self.steps[self.at].kinds;
        let mut fronts: Vec<Vec<(Shape, usize)>> =
            vec![vec![(self.start.forget(layout, &Kinds::all(), kinds), 0)]];
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
                        && next.forget(layout, kinds, last) == *wanted
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

/// A position as the heap game wants it.
fn as_state(shape: &Shape) -> State {
    State {
        cols: [0; 4],
        up: shape.up,
        reserve: shape.reserve,
        cut: shape.cut,
        redeals: 0,
        locked: 0,
        stock: shape.stock,
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::super::late::Lifted;
    use super::super::position::{Position, Rules};
    use super::super::state::Prunings;
    use super::super::{Solver, Verdict};
    use super::*;
    use crate::{Limits, unwatched};
    use cards::{Card, Rank, Suit};
    use std::collections::HashMap;

    fn effort<'a>(watch: &'a mut crate::Watch<'a>) -> Effort<'a> {
        Effort::new(Limits { nodes: 5_000_000, ..Limits::default() }, watch)
    }

    /// A deal of a small deck, settled.
    fn small(ranks: u8, columns: usize, reserve: usize, number: u64) -> (Position, Ground, State) {
        let rules = Rules::ANY_SUIT;
        let cards = cards::shuffle(cards::Deck { copies: 1, suits: 4, ranks }, number);
        let mut position = Position::deal(rules, ranks, columns, reserve, 0, &cards);
        position.redeals = Some(0);
        let mut ground = Ground::new(&position, Columns::new(), Prunings::all(&rules));
        let mut start = ground.start(&position);
        ground.settle(&mut start, &mut ());
        (position, ground, start)
    }

    /// On small decks, without the heap game: what the ladder says is what a search without any pruning says, and its
    /// wins can be played.
    #[test]
    fn decides_small_decks_alone() {
        let (mut won, mut lost, mut climbed, mut without_moves) = (0, 0, 0, 0);
        for (columns, reserve) in [(1, 8), (2, 7), (2, 11), (3, 12)] {
            for number in 0..60 {
                let (position, mut ground, start) = small(5, columns, reserve, number);
                let mut ladder = Ladder::new(&ground, &start).expect("one pass");
                let mut watch = unwatched;
                let standing = ladder.go_on(&ground.layout, u64::MAX >> 1, None, &mut effort(&mut watch));
                climbed += u32::from(ladder.steps.len() > 1);
                let mut plain = Solver { prunings: Prunings::NONE, ..Solver::new() };
                let mut watch = unwatched;
                let verdict = plain.solve_with(&position, &mut effort(&mut watch)).report.verdict;
                match (standing, verdict) {
                    (Ok(Standing::Lost), Verdict::Unwinnable) => lost += 1,
                    (Ok(Standing::Won), Verdict::Winnable(_)) => {
                        won += 1;
                        let Some(plays) = ladder.plays(&mut ground, start) else {
                            without_moves += 1;
                            continue;
                        };
                        let mut state = start;
                        plays.into_iter().for_each(|play| ground.play(&mut state, play, &mut ()));
                        let mut lifted = Lifted::of(&state);
                        ground.lift_all(&mut lifted);
                        assert!(
                            state.stock == 0 && state.reserve == 0 && lifted.cols == [0; 4],
                            "deal {number}"
                        );
                    }
                    (_, Verdict::Unknown(_)) => {}
                    (standing, verdict) => {
                        panic!("deal {number} on {columns}: {standing:?}, but {verdict:?}")
                    }
                }
            }
        }
        assert!(won > 60 && lost > 60 && climbed > 10, "{won} won, {lost} lost, {climbed} climbed");
        assert!(100 * without_moves <= won, "{without_moves} wins without moves");
    }

    /// What a game says is lost is: all its positions are made, and those found from which a win can be reached.
    #[test]
    fn what_is_called_lost_is() {
        let mut checked = 0;
        for (columns, reserve) in [(2, 3), (2, 4), (2, 5), (2, 6)] {
            for number in 0..100 {
                let (_, ground, start) = small(3, columns, reserve, number);
                let layout = &ground.layout;
                let mut ladder = Ladder::new(&ground, &start).expect("one pass");
                let mut watch = unwatched;
                // Stopped anywhere, so that searches below the last are cut off as well.
                let allowed = 40 * (number + 1);
                ladder.go_on(layout, allowed, None, &mut effort(&mut watch)).expect("few positions");
                for step in &ladder.steps {
                    let first = ladder.start.forget(layout, &Kinds::all(), &step.kinds);
                    let Some((shapes, wins)) = winnable(layout, ladder.take, &step.kinds, first) else {
                        continue;
                    };
                    for (shape, wins) in shapes.iter().zip(wins) {
                        let name = labels::name(layout, shape).expect("few marks");
                        if step.labels.get(&name).is_lost(shape.undrawn()) {
                            checked += 1;
                            assert!(!wins, "deal {number} on {columns}: {shape:?}");
                        }
                    }
                }
            }
        }
        assert!(checked > 200, "{checked}");
    }

    /// All positions of a game, if they are not too many, and from which a win can be reached.
    fn winnable(layout: &Layout, take: Take, kinds: &Kinds, first: Shape) -> Option<(Vec<Shape>, Vec<bool>)> {
        let mut room = Room::new();
        let mut shapes = vec![first];
        let mut numbers = HashMap::from([(key(layout, &first), 0)]);
        let (mut from, mut wins) = (vec![Vec::new()], Vec::new());
        let mut at = 0;
        while at < shapes.len() {
            if shapes.len() > 4_000 {
                return None;
            }
            room.next.clear();
            let mut moves = Moves { layout, take, kinds, room: &mut room };
            wins.push(shapes[at].is_dealt_out() && moves.ends(&shapes[at]));
            moves.all(&shapes[at]);
            for &next in &room.next {
                let number = *numbers.entry(key(layout, &next)).or_insert(shapes.len());
                if number == shapes.len() {
                    shapes.push(next);
                    from.push(Vec::new());
                }
                from[number].push(at);
            }
            at += 1;
        }
        let mut open: Vec<usize> = (0..shapes.len()).filter(|&at| wins[at]).collect();
        while let Some(at) = open.pop() {
            for &before in &from[at] {
                if !std::mem::replace(&mut wins[before], true) {
                    open.push(before);
                }
            }
        }
        Some((shapes, wins))
    }

    fn key(layout: &Layout, shape: &Shape) -> (Name, u8) {
        (labels::name(layout, shape).expect("few marks"), shape.undrawn())
    }

    /// Four long columns and one king in the stock: the ways to raise what lies below the king are very many as
    /// long as nobody tells one card from another.
    #[test]
    fn many_ways_come_to_an_end() {
        let rules = Rules::ANY_SUIT;
        let card = |rank, suit| Card::new(Rank::new(rank).expect("a rank"), suit);
        let mut columns: Vec<Vec<Card>> =
            Suit::ALL.into_iter().map(|suit| (1..=13).rev().map(|rank| card(rank, suit)).collect()).collect();
        let king = columns[3].remove(0);
        let position = Position {
            rules,
            ranks: 13,
            base: Rank::new(1).expect("a rank"),
            columns,
            reserve: Vec::new(),
            stock: vec![king],
            waste: Vec::new(),
            up: [0; 4],
            homes: vec![None; 4],
            redeals: Some(0),
        };
        let mut ground = Ground::new(&position, Columns::new(), Prunings::all(&rules));
        let start = ground.start(&position);
        let mut ladder = Ladder::new(&ground, &start).expect("one pass");
        let mut watch = unwatched;
        let standing = ladder.go_on(&ground.layout, u64::MAX >> 1, None, &mut effort(&mut watch));
        assert!(matches!(standing, Ok(Standing::Won | Standing::Silent)), "{standing:?}");
    }
}
