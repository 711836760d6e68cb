//! Whole games of the learning player on packed states, and what there is to learn from them.

use cards::{Deck, Generator};
use cpu_time::ThreadTime;
use players::spider::{Hope, Mind, Nets, Sketch, open, progress};
use solve::packed::spider::{Game, Position, Reach, Ruling, Scorer, State};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A position after a choice, and what came of it.
#[derive(Copy, Clone, Debug)]
pub struct Sample {
    /// What was known after the choice.
    pub sketch: Sketch,
    /// What came of it.
    pub target: Hope,
}

/// How the games are played.
#[derive(Copy, Clone, Debug)]
pub struct Exploring {
    /// The chance of a stray choice.
    pub stray: f64,
    /// A stray choice is one of so many best by score.
    pub among: usize,
    /// How much of a position's target is how things went rather than what the nets thought:
    /// 1 is the plain outcome.
    pub lambda: f32,
}

/// How many games went how.
#[derive(Copy, Clone, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Decisions taken.
    pub decisions: u64,
    /// CPU seconds of all threads.
    pub seconds: f64,
}

/// Games played: samples in the order of the deals, and how they went.
#[derive(Default)]
pub struct Played {
    /// What there is to learn.
    pub samples: Vec<Sample>,
    /// How the games went.
    pub tally: Tally,
}

/// One decision of a game in progress.
struct Moment {
    sketch: Sketch,
    /// What the nets expected of the way they liked most.
    hope: Hope,
    strayed: bool,
}

/// Plays deals with these nets, on some threads; no further ones once `stop` is set. Samples are kept
/// where `exploring` is given.
pub fn play(
    suits: u8,
    deals: Range<u64>,
    nets: &Nets,
    reach: &Reach,
    exploring: Option<Exploring>,
    jobs: usize,
    stop: &AtomicBool,
) -> Played {
    let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
    let next = AtomicU64::new(deals.start);
    let all: Mutex<Vec<(u64, Played)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let mut mind = None;
                loop {
                    let deal = next.fetch_add(1, Ordering::Relaxed);
                    if deal >= deals.end || stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let start = ThreadTime::now();
                    let position = Position::spider(&cards::shuffle(deck, deal), Ruling::STRICT);
                    let (game, state) = Game::pack(&position).expect("Spider fits the packed state");
                    let mind = mind
                        .get_or_insert_with(|| Mind::new(deck, nets.clone(), Scorer::plain(&game), *reach));
                    let mut played = one(deal, &game, state, mind, exploring);
                    played.tally.seconds = start.elapsed().as_secs_f64();
                    all.lock().expect("no thread panics with the lock").push((deal, played));
                }
            });
        }
    });
    let mut all = all.into_inner().expect("no thread panics with the lock");
    all.sort_unstable_by_key(|&(deal, _)| deal);
    let mut sum = Played::default();
    for (_, played) in all {
        sum.samples.extend(played.samples);
        sum.tally.games += 1;
        sum.tally.won += played.tally.won;
        sum.tally.decisions += played.tally.decisions;
        sum.tally.seconds += played.tally.seconds;
    }
    sum
}

/// Plays one game.
fn one(deal: u64, game: &Game, mut state: State, mind: &mut Mind, exploring: Option<Exploring>) -> Played {
    let blind = game.blind();
    let mut chance = Generator::new(deal ^ 0x5EED_5B1D_E200_0000);
    let mut moments: Vec<Moment> = Vec::new();
    let mut decisions = 0;
    while !state.won() && decisions < 400 {
        let seen = state.masked();
        if open(&blind, &seen) {
            if let Some(path) = mind.finish(&blind, &seen) {
                path.into_iter().for_each(|step| state.play(game, step));
            }
            break;
        }
        let mut strayed = false;
        let decision = mind.decide(&blind, &seen, |ways| {
            let exploring = exploring?;
            (chance.unit() < exploring.stray).then(|| {
                strayed = true;
                chance.below(ways.min(exploring.among) as u64) as usize
            })
        });
        let Some(decision) = decision else { break };
        decision.path.into_iter().for_each(|step| state.play(game, step));
        decisions += 1;
        if exploring.is_some() {
            moments.push(Moment { sketch: decision.sketch, hope: decision.hope, strayed });
        }
    }
    let won = state.won();
    let samples = exploring.map_or(Vec::new(), |exploring| {
        let end = Hope { win: f32::from(u8::from(won)), progress: progress(game, &state) };
        targets(&moments, end, exploring.lambda)
    });
    let tally = Tally { games: 1, won: u64::from(won), decisions, seconds: 0.0 };
    Played { samples, tally }
}

/// What came of each moment, from the last back to the first.
fn targets(moments: &[Moment], end: Hope, lambda: f32) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(moments.len());
    let mut target = end;
    for moment in moments.iter().rev() {
        samples.push(Sample { sketch: moment.sketch, target });
        // What a stray choice leads to says nothing of the position before it, but with plain
        // outcomes there is nothing else to learn from.
        let keep = if moment.strayed && lambda < 1.0 { 0.0 } else { lambda };
        target.win = keep * target.win + (1.0 - keep) * moment.hope.win;
        target.progress = keep * target.progress + (1.0 - keep) * moment.hope.progress;
    }
    samples.reverse();
    samples
}
