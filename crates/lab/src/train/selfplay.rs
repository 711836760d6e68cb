//! Whole games of the learning player on packed states, and the samples they yield.

use cpu_time::ThreadTime;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use talon_cards::{Deck, Generator};
use talon_players::spider::{Encoding, Ensemble, Policy, Value, is_open, progress};
use talon_solve::parallel;
use talon_solve::spider::observation::ClosureOptions;
use talon_solve::spider::{Game, Heuristic, Position, State, Variant};

/// A position after a choice, and its outcome.
#[derive(Copy, Clone, Debug)]
pub struct Sample {
    /// What the player knew after the choice.
    pub sketch: Encoding,
    /// The outcome to learn.
    pub target: Value,
}

/// How games are played for training.
#[derive(Copy, Clone, Debug)]
pub struct Exploring {
    /// The probability of a random choice.
    pub stray: f64,
    /// The number of best choices by score among which a random choice is made.
    pub among: usize,
    /// The share of the outcome in the target of a position; the rest is what the nets expected. 1 means
    /// the plain outcome.
    pub lambda: f32,
}

/// The tally of some games.
#[derive(Copy, Clone, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// The number of decisions.
    pub decisions: u64,
    /// CPU seconds of all threads.
    pub seconds: f64,
}

/// The samples of some games in the order of their deals, and the tally.
#[derive(Default)]
pub struct Played {
    /// The samples.
    pub samples: Vec<Sample>,
    /// The tally.
    pub tally: Tally,
}

/// One decision of a game.
struct Moment {
    sketch: Encoding,
    /// The value that the nets gave to their preferred choice.
    hope: Value,
    strayed: bool,
}

/// Plays deals with these nets on several threads, and starts no further ones once `stop` is set. Samples
/// are kept if `exploring` is given.
pub fn play(
    suits: u8,
    deals: Range<u64>,
    nets: &Ensemble,
    reach: &ClosureOptions,
    exploring: Option<Exploring>,
    jobs: usize,
    stop: &AtomicBool,
) -> Played {
    let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
    let mut sum = Played::default();
    let add = |_first: u64, batch: Vec<Played>| {
        for played in batch {
            sum.samples.extend(played.samples);
            sum.tally.games += 1;
            sum.tally.won += played.tally.won;
            sum.tally.decisions += played.tally.decisions;
            sum.tally.seconds += played.tally.seconds;
        }
        Ok::<(), Infallible>(())
    };
    let work = |mind: &mut Option<Policy>, deal: u64| {
        let start = ThreadTime::now();
        let position = Position::spider(&talon_cards::shuffle(deck, deal), Variant::STRICT);
        let (game, state) = Game::pack(&position).expect("Spider fits the packed state");
        let mind =
            mind.get_or_insert_with(|| Policy::new(deck, nets.clone(), Heuristic::by_hand(&game), *reach));
        let mut played = one(deal, &game, state, mind, exploring);
        played.tally.seconds = start.elapsed().as_secs_f64();
        Some(played)
    };
    let Ok(_) = parallel::ordered(deals, jobs, stop, || None, work, add);
    sum
}

/// Plays one game.
fn one(deal: u64, game: &Game, mut state: State, mind: &mut Policy, exploring: Option<Exploring>) -> Played {
    let observed = game.observed();
    let mut chance = Generator::new(deal ^ 0x5EED_5B1D_E200_0000);
    let mut moments: Vec<Moment> = Vec::new();
    let mut decisions = 0;
    while !state.is_won() && decisions < 400 {
        let seen = state.observed();
        if is_open(&observed, &seen) {
            if let Some(path) = mind.finish(&observed, &seen) {
                path.into_iter().for_each(|step| state.play(game, step));
            }
            break;
        }
        let mut strayed = false;
        let decision = mind.decide(&observed, &seen, |ways| {
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
            moments.push(Moment { sketch: decision.encoding, hope: decision.best, strayed });
        }
    }
    let won = state.is_won();
    let samples = exploring.map_or(Vec::new(), |exploring| {
        let end = Value { win: f32::from(u8::from(won)), progress: progress(game, &state) };
        targets(&moments, end, exploring.lambda)
    });
    let tally = Tally { games: 1, won: u64::from(won), decisions, seconds: 0.0 };
    Played { samples, tally }
}

/// Returns the targets of the decisions, computed from the last to the first.
fn targets(moments: &[Moment], end: Value, lambda: f32) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(moments.len());
    let mut target = end;
    for moment in moments.iter().rev() {
        samples.push(Sample { sketch: moment.sketch, target });
        // The result of a random choice says nothing about the position before it. With plain outcomes,
        // however, there is nothing else to learn from.
        let keep = if moment.strayed && lambda < 1.0 { 0.0 } else { lambda };
        target.win = keep * target.win + (1.0 - keep) * moment.hope.win;
        target.progress = keep * target.progress + (1.0 - keep) * moment.hope.progress;
    }
    samples.reverse();
    samples
}
