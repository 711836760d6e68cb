//! A ladder of easier games, each asked about every position of the next: what is lost there is lost here.
//!
//! 1. The heap game (see `heaps`), which forgets who lies on whom.
//! 2. Of the columns the ranks of the bottom cards are known (see `heads`).
//! 3. Of each column rank and length are known, but no card from another of its rank (see `shapes`).
//! 4. Some cards are known as well: at first none, then ever more.
//!
//! Where the last game is won, that win is followed with every card known. If it is one in the game itself, good. If not,
//! a few cards that must be known to see it are found, by leaving out others as long as it still fails, and the last
//! game begins anew with those known too. What it found to be lost is kept with its reason, the few cards it looked
//! at (see `losses`), and holds with more cards known as well: so little is searched twice.
//!
//! Each game is searched depth-first (see `dive`), and what it found out about single positions is kept.

use super::dive::{Dive, Known};
use super::heads::{self, Heads};
use super::heaps::Heaps;
use super::labels::{self, BARE, MARKED, Name};
use super::layout::Layout;
use super::losses::{Looked, Losses};
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
    heads: Dive<Heads, BARE>,
    shapes: Dive<Shape, BARE>,
    last: Dive<Shape, MARKED, Looked>,
    losses: Losses,
    /// The game whose search goes on; those after it wait for an answer.
    at: Game,
    /// What they asked about.
    asked_of_heads: Option<(Shape, Name<BARE>)>,
    asked_of_shapes: Option<(Shape, Name<MARKED>)>,
    /// The first position, every card known.
    pub(super) start: Shape,
    /// The cards known in the last game.
    pub(super) kinds: Kinds,
    none: Kinds,
    pub(super) standing: Standing,
    pub(super) take: Take,
    heads_room: heads::Room,
    pub(super) room: Room,
    names: Vec<Name<BARE>>,
    marked_names: Vec<Name<MARKED>>,
    pub(super) line: Vec<Shape>,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Game {
    Heads,
    Shapes,
    Last,
}

/// The positions that asking the heap game about one position may cost.
const HEAPS_ALLOWED: u64 = 200;

impl Ladder {
    /// The games of a position, if they say anything there.
    pub(super) fn new(ground: &Ground, state: &State) -> Option<Ladder> {
        if state.redeals > 0 || !labels::has_names(&ground.layout, state.reserve) {
            return None;
        }
        let mut ladder = Ladder {
            heads: Dive::new(),
            shapes: Dive::new(),
            last: Dive::new(),
            losses: Losses::new(),
            at: Game::Last,
            asked_of_heads: None,
            asked_of_shapes: None,
            start: Shape::of(ground, state),
            kinds: Kinds::none(),
            none: Kinds::none(),
            standing: Standing::Open,
            take: ground.take,
            heads_room: heads::Room::new(),
            room: Room::new(),
            names: Vec::new(),
            marked_names: Vec::new(),
            line: Vec::new(),
        };
        ladder.climb(&ground.layout, 0);
        Some(ladder)
    }

    /// The bytes in use while something next grows.
    pub(super) fn bytes(&self) -> usize {
        self.heads.bytes() + self.shapes.bytes() + self.last.bytes() + self.losses.bytes()
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
            match self.at {
                Game::Heads => match self.heads.next(|_, _, ()| ()) {
                    Some(heads) => self.consider_heads(layout, heads, heaps.as_deref_mut(), effort)?,
                    None => self.heads_answer(layout, false, effort)?,
                },
                Game::Shapes => match self.shapes.next(|_, _, ()| ()) {
                    Some(shape) => self.consider_shape(layout, shape, effort)?,
                    None => self.shapes_answer(layout, false, effort)?,
                },
                Game::Last => {
                    let losses = &mut self.losses;
                    let next = self.last.next(|name, undrawn, looked| {
                        if losses.find(name, undrawn).is_none() {
                            losses.add(layout, name, undrawn, looked);
                        }
                    });
                    match next {
                        Some(shape) => self.consider(layout, shape, effort)?,
                        None => self.standing = Standing::Lost,
                    }
                }
            }
        }
        Ok(self.standing)
    }

    /// Looks at a position of the game of bottom cards.
    fn consider_heads(
        &mut self,
        layout: &Layout,
        heads: Heads,
        heaps: Option<&mut Heaps>,
        effort: &mut Effort,
    ) -> Result<(), Why> {
        let (name, undrawn) = (heads.name(layout), heads.undrawn());
        match self.heads.know(&name, undrawn) {
            Known::Lost | Known::Met => return Ok(()),
            Known::Won => return self.heads_answer(layout, true, effort),
            Known::Nothing => {}
        }
        if heads.is_dealt_out() {
            return self.heads_answer(layout, true, effort);
        }
        if let Some(heaps) = heaps {
            match heaps.refutes(layout, &as_state(&heads), heads.cards, HEAPS_ALLOWED, effort) {
                Ok(true) => {
                    self.heads.lose(&name, undrawn);
                    return Ok(());
                }
                Ok(false) => {}
                Err(why) => {
                    // Not yet looked at, if it is gone on with.
                    self.heads.wait(heads);
                    return Err(why);
                }
            }
        }
        let room = &mut self.heads_room;
        heads::Moves { layout, take: self.take, room }.all(&heads);
        if room.overflow || self.heads.is_full() {
            self.heads.note_win(&name, undrawn);
            return self.heads_answer(layout, true, effort);
        }
        self.heads.enter(heads, &name, undrawn, ());
        self.names.clear();
        self.names.extend(room.next.iter().map(|next| next.name(layout)));
        black_box(self.names.iter().fold(0, |sum, name| sum ^ self.heads.labels.glance(name)));
        let mut won = false;
        // The first is tried first.
        for (next, name) in room.next.iter().zip(&self.names).rev() {
            let (label, undrawn) = (self.heads.labels.get(name), next.undrawn());
            won |= label.is_won(undrawn);
            if !label.is_lost(undrawn) {
                self.heads.wait(*next);
            }
        }
        self.pay(self.names.len(), effort)?;
        if won { self.heads_answer(layout, true, effort) } else { Ok(()) }
    }

    /// The game of bottom cards answers the game of shapes.
    fn heads_answer(&mut self, layout: &Layout, won: bool, effort: &mut Effort) -> Result<(), Why> {
        if won {
            self.heads.win();
        }
        self.at = Game::Shapes;
        let (shape, name) = self.asked_of_heads.take().expect("somebody asked");
        if won {
            return self.expand_shape(layout, shape, name, effort);
        }
        self.shapes.lose(&name, shape.undrawn());
        Ok(())
    }

    /// Looks at a position of the game of shapes.
    fn consider_shape(&mut self, layout: &Layout, shape: Shape, effort: &mut Effort) -> Result<(), Why> {
        let (name, undrawn) = (labels::bare_name(layout, &shape), shape.undrawn());
        match self.shapes.know(&name, undrawn) {
            Known::Lost | Known::Met => return Ok(()),
            Known::Won => return self.shapes_answer(layout, true, effort),
            Known::Nothing => {}
        }
        let heads = Heads::of(layout, &shape);
        let label = self.heads.labels.get(&heads.name(layout));
        if label.is_lost(undrawn) {
            self.shapes.lose(&name, undrawn);
        } else if label.is_won(undrawn) {
            self.expand_shape(layout, shape, name, effort)?;
        } else {
            self.asked_of_heads = Some((shape, name));
            self.heads.wait(heads);
            self.at = Game::Heads;
        }
        Ok(())
    }

    /// Makes all moves of the game of shapes.
    fn expand_shape(
        &mut self,
        layout: &Layout,
        shape: Shape,
        name: Name<BARE>,
        effort: &mut Effort,
    ) -> Result<(), Why> {
        let undrawn = shape.undrawn();
        self.room.next.clear();
        let mut moves = Moves { layout, take: self.take, kinds: &self.none, room: &mut self.room };
        let ends = shape.is_dealt_out() && moves.ends(&shape);
        if !ends {
            moves.all(&shape);
        }
        if ends || self.room.overflow || self.shapes.is_full() {
            // Who asks again need not look again.
            self.shapes.note_win(&name, undrawn);
            return self.shapes_answer(layout, true, effort);
        }
        self.shapes.enter(shape, &name, undrawn, ());
        self.names.clear();
        self.names.extend(self.room.next.iter().map(|next| labels::bare_name(layout, next)));
        black_box(self.names.iter().fold(0, |sum, name| sum ^ self.shapes.labels.glance(name)));
        let mut won = false;
        for (next, name) in self.room.next.iter().zip(&self.names).rev() {
            let (label, undrawn) = (self.shapes.labels.get(name), next.undrawn());
            won |= label.is_won(undrawn);
            if !label.is_lost(undrawn) {
                self.shapes.wait(*next);
            }
        }
        self.pay(self.names.len(), effort)?;
        if won { self.shapes_answer(layout, true, effort) } else { Ok(()) }
    }

    /// The game of shapes answers the last one.
    fn shapes_answer(&mut self, layout: &Layout, won: bool, effort: &mut Effort) -> Result<(), Why> {
        if won {
            self.shapes.win();
        }
        self.at = Game::Last;
        let (shape, name) = self.asked_of_shapes.take().expect("somebody asked");
        if won { self.expand(layout, shape, name, effort) } else { Ok(()) }
    }

    /// Looks at a position of the last game. What the others refute they refute wherever the known cards lie.
    fn consider(&mut self, layout: &Layout, shape: Shape, effort: &mut Effort) -> Result<(), Why> {
        let (name, undrawn) = (labels::marked_name(layout, &shape), shape.undrawn());
        if self.last.know(&name, undrawn) != Known::Nothing {
            return Ok(());
        }
        if let Some(looked) = self.losses.find(&name, undrawn) {
            self.last.blame(looked);
            return Ok(());
        }
        let label = self.shapes.labels.get(&labels::bare(&name));
        if label.is_won(undrawn) {
            self.expand(layout, shape, name, effort)?;
        } else if !label.is_lost(undrawn) {
            self.asked_of_shapes = Some((shape, name));
            self.shapes.wait(shape.forget(layout, &self.none));
            self.at = Game::Shapes;
        }
        Ok(())
    }

    /// Makes all moves of the last game.
    fn expand(
        &mut self,
        layout: &Layout,
        shape: Shape,
        name: Name<MARKED>,
        effort: &mut Effort,
    ) -> Result<(), Why> {
        self.room.next.clear();
        let mut moves = Moves { layout, take: self.take, kinds: &self.kinds, room: &mut self.room };
        if shape.is_dealt_out() && moves.ends(&shape) {
            let way = self.last.way().chain([shape]).collect();
            return self.learn(layout, way, effort);
        }
        moves.all(&shape);
        if self.room.overflow || self.last.is_full() {
            self.know_another_rank(layout);
            return Ok(());
        }
        self.last.enter(shape, &name, shape.undrawn(), Looked(self.room.looked));
        self.marked_names.clear();
        self.marked_names.extend(self.room.next.iter().map(|next| labels::marked_name(layout, next)));
        let glance = |name| self.last.labels.glance(name) ^ self.shapes.labels.glance(&labels::bare(name));
        black_box(self.marked_names.iter().fold(0, |sum, name| sum ^ glance(name)));
        for (next, name) in self.room.next.iter().zip(&self.marked_names).rev() {
            let undrawn = next.undrawn();
            if self.last.know(name, undrawn) == Known::Nothing
                && !self.shapes.labels.get(&labels::bare(name)).is_lost(undrawn)
            {
                self.last.wait(*next);
            }
        }
        self.pay(self.marked_names.len(), effort)
    }

    /// Pays for a position and those that follow it.
    fn pay(&self, count: usize, effort: &mut Effort) -> Result<(), Why> {
        effort.memory(self.bytes())?;
        for _ in 0..=count {
            effort.node()?;
        }
        Ok(())
    }

    /// Begins the last game anew with these cards known.
    pub(super) fn climb(&mut self, layout: &Layout, known: u64) {
        self.kinds = Kinds::new(known);
        self.last = Dive::new();
        self.last.wait(self.start.forget(layout, &self.kinds));
    }

    /// A position has too many ways to raise cards: with more cards known there are fewer.
    pub(super) fn know_another_rank(&mut self, layout: &Layout) {
        let known = self.kinds.known;
        match (0..layout.ranks).find(|rank| known >> (4 * rank) & 15 != 15) {
            Some(rank) => self.climb(layout, known | 15 << (4 * rank)),
            None => self.standing = Standing::Silent,
        }
    }
}

/// A position as the heap game wants it.
fn as_state(heads: &Heads) -> State {
    State {
        cols: [0; 4],
        up: heads.up,
        reserve: heads.reserve,
        cut: heads.cut,
        redeals: 0,
        locked: 0,
        stock: heads.stock,
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
    use std::hash::Hash;

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
                climbed += u32::from(ladder.kinds.known != 0);
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

    /// What a game says is lost is: all its positions are made, and those found from which a win can be reached. Losses
    /// kept with their reasons hold for all positions of the real game that they are like.
    #[test]
    fn what_is_called_lost_is() {
        let mut checked = [0; 4];
        for (ranks, columns, reserve) in [(3, 2, 3), (3, 2, 5), (3, 2, 6), (4, 1, 5), (4, 2, 9), (5, 1, 4)] {
            for number in 0..150 {
                let (_, ground, start) = small(ranks, columns, reserve, number);
                let layout = &ground.layout;
                let mut ladder = Ladder::new(&ground, &start).expect("one pass");
                if number % 2 == 1 {
                    // Some cards of a rank known and others not.
                    ladder.climb(layout, layout.all & number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                }
                let mut watch = unwatched;
                // Stopped anywhere, so that searches below the last are cut off as well.
                let allowed = 40 * (number + 1);
                ladder.go_on(layout, allowed, None, &mut effort(&mut watch)).expect("few positions");
                let case = format!("deal {number} on {columns}, {ranks} ranks");
                let first = Heads::of(layout, &ladder.start);
                for (heads, wins) in winnable(first, |heads| all_heads(layout, ladder.take, heads)) {
                    if ladder.heads.labels.get(&heads.name(layout)).is_lost(heads.undrawn()) {
                        checked[0] += 1;
                        assert!(!wins, "{case}: {heads:?}");
                    }
                }
                for (shape, wins) in shapes(layout, &ladder, &ladder.none) {
                    if ladder.shapes.labels.get(&labels::bare_name(layout, &shape)).is_lost(shape.undrawn()) {
                        checked[1] += 1;
                        assert!(!wins, "{case}: {shape:?}");
                    }
                }
                for (shape, wins) in shapes(layout, &ladder, &ladder.kinds) {
                    if ladder.last.labels.get(&labels::marked_name(layout, &shape)).is_lost(shape.undrawn()) {
                        checked[2] += 1;
                        assert!(!wins, "{case}: {shape:?}");
                    }
                }
                for (shape, wins) in shapes(layout, &ladder, &Kinds::all()) {
                    let name = labels::marked_name(layout, &shape.forget(layout, &ladder.kinds));
                    if ladder.losses.find(&name, shape.undrawn()).is_some() {
                        checked[3] += 1;
                        assert!(!wins, "{case}: {shape:?}");
                    }
                }
            }
        }
        assert!(checked.iter().all(|&count| count > 200), "{checked:?}");
    }

    /// What can be won as shapes can be won by the bottom cards alone.
    #[test]
    fn the_heads_are_easier_than_the_shapes() {
        let mut won = 0;
        for (columns, reserve) in [(2, 0), (2, 1), (2, 4), (2, 6), (3, 1)] {
            for number in 1_000..1_060 {
                let (_, ground, start) = small(3, columns, reserve, number);
                let layout = &ground.layout;
                let ladder = Ladder::new(&ground, &start).expect("one pass");
                for (shape, wins) in shapes(layout, &ladder, &ladder.none).into_iter().step_by(7) {
                    let heads = Heads::of(layout, &shape);
                    if wins {
                        let all = winnable(heads, |heads| all_heads(layout, ladder.take, heads));
                        assert!(
                            all.first().is_none_or(|&(_, wins)| wins),
                            "deal {number} on {columns}: {shape:?}"
                        );
                        won += 1;
                    }
                }
            }
        }
        assert!(won > 1_000, "{won}");
    }

    /// Won only by putting the two into the empty column, so that the three under it, the four and the five go up.
    #[test]
    fn a_top_card_goes_into_a_gap() {
        let rules = Rules::ANY_SUIT;
        let card = |rank, suit| Card::new(Rank::new(rank).expect("a rank"), suit);
        let [x, y, z, _] = Suit::ALL;
        let mut up = [0; 4];
        up[usize::from(x.index())] = 2;
        let position = Position {
            rules,
            ranks: 5,
            base: Rank::new(1).expect("a rank"),
            columns: vec![vec![card(4, z), card(3, x), card(2, y)], vec![]],
            reserve: Vec::new(),
            stock: Vec::new(),
            waste: [(5, z), (3, z), (2, z), (1, z), (5, y), (4, y), (3, y), (1, y), (5, x), (4, x)]
                .map(|(rank, suit)| card(rank, suit))
                .to_vec(),
            up,
            homes: vec![None; 4],
            redeals: Some(0),
        };
        let mut ground = Ground::new(&position, Columns::new(), Prunings::all(&rules));
        let start = ground.start(&position);
        let layout = &ground.layout;
        let heads = Heads::of(layout, &Shape::of(&ground, &start));
        let wins = |take| winnable(heads, |heads| all_heads(layout, take, heads))[0].1;
        assert!(wins(Take::TopOrWhole) && !wins(Take::Whole));
    }

    /// All positions of the game with these cards known, and from which a win can be reached.
    fn shapes(layout: &Layout, ladder: &Ladder, kinds: &Kinds) -> Vec<(Shape, bool)> {
        let mut room = Room::new();
        winnable(ladder.start.forget(layout, kinds), |shape| {
            room.next.clear();
            let mut moves = Moves { layout, take: ladder.take, kinds, room: &mut room };
            let wins = shape.is_dealt_out() && moves.ends(shape);
            moves.all(shape);
            (wins, room.next.clone())
        })
    }

    fn all_heads(layout: &Layout, take: Take, heads: &Heads) -> (bool, Vec<Heads>) {
        let mut room = heads::Room::new();
        heads::Moves { layout, take, room: &mut room }.all(heads);
        (heads.is_dealt_out(), room.next)
    }

    /// All positions that can be reached, if they are not too many, and from which a win can be.
    fn winnable<P: Copy + Eq + Hash>(
        first: P,
        mut moves: impl FnMut(&P) -> (bool, Vec<P>),
    ) -> Vec<(P, bool)> {
        let mut positions = vec![first];
        let mut numbers = HashMap::from([(first, 0)]);
        let (mut from, mut wins) = (vec![Vec::new()], Vec::new());
        let mut at = 0;
        while at < positions.len() {
            if positions.len() > 4_000 {
                return Vec::new();
            }
            let (won, next) = moves(&positions[at]);
            wins.push(won);
            for next in next {
                let number = *numbers.entry(next).or_insert(positions.len());
                if number == positions.len() {
                    positions.push(next);
                    from.push(Vec::new());
                }
                from[number].push(at);
            }
            at += 1;
        }
        let mut open: Vec<usize> = (0..positions.len()).filter(|&at| wins[at]).collect();
        while let Some(at) = open.pop() {
            for &before in &from[at] {
                if !std::mem::replace(&mut wins[before], true) {
                    open.push(before);
                }
            }
        }
        positions.into_iter().zip(wins).collect()
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
