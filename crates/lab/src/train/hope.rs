//! Learning how likely a game of Klondike is won after a decision: games are played, and a logistic
//! regression finds the weights of the facts.
//!
//! The first round's games follow the worlds alone, the later ones what was learned before. All
//! chance comes from seeds, and no result depends on the number of threads.

use super::recipe::FIRST_DEAL;
use crate::campaign::seed;
use players::{Asking, FACTS, Facts, Hindsight, Hope, Notes, Player, Settings};
use rules::{Rules, Table};
use std::sync::atomic::{AtomicU64, Ordering};

/// How the games are played that are learned from.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Schooling {
    /// Rounds of games.
    pub rounds: u64,
    /// Games of a round.
    pub games: u64,
    /// Worlds for each decision.
    pub worlds: usize,
    /// The chance of another choice than the best.
    pub stray: f64,
}

impl Schooling {
    /// What the shipped weights were learned by.
    pub const SHIPPED: Schooling = Schooling { rounds: 2, games: 2500, worlds: 32, stray: 0.1 };
}

/// What a round brought.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Term {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Decisions learned from, those of the rounds before included.
    pub decisions: usize,
    /// The mean loss of the weights found, the logarithm of the chance given to what happened.
    pub loss: f64,
}

/// One game: its decisions and whether it was won.
struct Lived {
    deal: u64,
    won: bool,
    facts: Vec<Facts>,
}

/// Learns the weights; `after` hears what each round brought, and its weights.
pub fn train_hope(
    rules: &Rules,
    schooling: &Schooling,
    jobs: usize,
    mut after: impl FnMut(u64, &Term, &Hope),
) -> Hope {
    let mut lived: Vec<Lived> = Vec::new();
    let mut hope = None;
    for round in 0..schooling.rounds {
        let first = FIRST_DEAL + 1_000_000 * round;
        let played = play(rules, schooling, first..first + schooling.games, hope, jobs);
        let won = played.iter().filter(|game| game.won).count() as u64;
        lived.extend(played);
        let samples: Vec<(&Facts, bool)> =
            lived.iter().flat_map(|game| game.facts.iter().map(|facts| (facts, game.won))).collect();
        let (weights, loss) = fit(&samples);
        let term = Term { games: schooling.games, won, decisions: samples.len(), loss };
        after(round, &term, &weights);
        hope = Some(weights);
    }
    hope.unwrap_or_else(Hope::shipped)
}

fn play(
    rules: &Rules,
    schooling: &Schooling,
    deals: std::ops::Range<u64>,
    hope: Option<Hope>,
    jobs: usize,
) -> Vec<Lived> {
    let standard = Settings::standard(rules);
    let settings = Settings {
        worlds: schooling.worlds,
        stray: schooling.stray,
        learned: hope.is_some(),
        // Without anything learned: the larger pile first, as far as worlds leave it open.
        pile: 0.02,
        asking: Asking { ..standard.asking },
        ..standard
    };
    let next = AtomicU64::new(deals.start);
    let worker = || {
        let notes = Notes::default();
        let player = Hindsight::new(settings).noting(hope.unwrap_or_else(Hope::shipped), notes.clone());
        let mut player = Player::Honest(Box::new(player));
        let mut lived = Vec::new();
        loop {
            let deal = next.fetch_add(1, Ordering::Relaxed);
            if deal >= deals.end {
                return lived;
            }
            let mut table = Table::numbered(rules, deal).expect("the player knows these rules");
            let won = players::play(&mut table, &mut player, seed(deal)).won;
            let facts = std::mem::take(&mut *notes.lock().expect("nobody panics with the notes"));
            lived.push(Lived { deal, won, facts });
        }
    };
    let mut lived: Vec<Lived> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(worker)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("games end")).collect()
    });
    // Sums of floating numbers depend on their order.
    lived.sort_by_key(|game| game.deal);
    lived
}

const COUNT: usize = FACTS.len();

/// The most likely weights, by Newton's steps, and their mean loss.
fn fit(samples: &[(&Facts, bool)]) -> (Hope, f64) {
    let mut weights = [0.0; COUNT];
    let mut loss = 0.0;
    for _ in 0..12 {
        // A little is taken off large weights, so that facts that never vary do no harm.
        let mut slope: [f64; COUNT] = weights.map(|weight| -RIDGE * weight);
        let mut curve = [[0.0; COUNT]; COUNT];
        for (at, row) in curve.iter_mut().enumerate() {
            row[at] = RIDGE;
        }
        loss = 0.0;
        for &(Facts(facts), won) in samples {
            let odds: f64 = facts.iter().zip(&weights).map(|(fact, weight)| fact * weight).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            let right = if won { chance } else { 1.0 - chance };
            loss -= right.max(1e-12).ln();
            let miss = f64::from(u8::from(won)) - chance;
            let bend = chance * (1.0 - chance);
            for (i, fact) in facts.iter().enumerate() {
                slope[i] += miss * fact;
                for (j, other) in facts.iter().enumerate() {
                    curve[i][j] += bend * fact * other;
                }
            }
        }
        let step = solve(curve, slope);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    // Four digits are what so many games can tell.
    (Hope(weights.map(|weight| (weight * 1e4).round() / 1e4)), loss / samples.len().max(1) as f64)
}

const RIDGE: f64 = 0.01;

/// Solves `matrix · x = right` for a positive definite matrix.
fn solve(mut matrix: [[f64; COUNT]; COUNT], mut right: [f64; COUNT]) -> [f64; COUNT] {
    for at in 0..COUNT {
        let pivot = matrix[at];
        for row in 0..COUNT {
            if row != at {
                let times = matrix[row][at] / pivot[at];
                for column in at..COUNT {
                    matrix[row][column] -= times * pivot[column];
                }
                right[row] -= times * right[at];
            }
        }
    }
    std::array::from_fn(|at| right[at] / matrix[at][at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Generator;

    /// Weights that made the outcomes are found again.
    #[test]
    fn a_regression_finds_what_was_put_in() {
        let mut generator = Generator::new(1);
        let made: Vec<(Facts, bool)> = (0..20_000)
            .map(|_| {
                let mut facts = Facts([0.0; COUNT]);
                facts.0[0] = 1.0;
                facts.0[1] = 4.0 * generator.unit() - 2.0;
                facts.0[3] = generator.below(20) as f64;
                let odds: f64 = 0.5 + 1.5 * facts.0[1] - 0.1 * facts.0[3];
                (facts, generator.unit() < 1.0 / (1.0 + (-odds).exp()))
            })
            .collect();
        let samples: Vec<_> = made.iter().map(|(facts, won)| (facts, *won)).collect();
        let (Hope(weights), loss) = fit(&samples);
        for (at, put_in) in [(0, 0.5), (1, 1.5), (3, -0.1), (7, 0.0)] {
            assert!((weights[at] - put_in).abs() < 0.1, "{at}: {}", weights[at]);
        }
        assert!(loss < 0.69);
    }

    #[test]
    fn threads_change_nothing() {
        let rules = games::find("klondike-draw3").unwrap();
        let schooling = Schooling { rounds: 2, games: 6, worlds: 2, stray: 0.2 };
        let (one, two) =
            (train_hope(rules, &schooling, 1, |_, _, _| {}), train_hope(rules, &schooling, 2, |_, _, _| {}));
        assert_eq!(one, two);
    }
}
