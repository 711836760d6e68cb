//! Learns what each number of a Canfield position of one pass counts, from the solver's own searches.
//!
//! `canfield_learn RULES A..B [PASSES]`: on each of these deals of our own, rounds along the stock are played, and
//! of the positions they took some, eight for each of eight numbers of cards undrawn, are tried by narrow rounds.
//! Of two with as many undrawn, the one won sooner should promise more (logistic regression over the
//! differences, Adam). Prints the weights for `promise.rs`. No clock: the same arguments give the same weights.

#[path = "../tests/support/named_canfields.rs"]
mod named;

use cards::{Deck, Generator};
use solve::packed::canfield::lessons::{Cost, Rival, lesson};
use solve::packed::canfield::sketch::SIZE;

const COST: Cost = Cost { rounds: 200_000, rival: 30_000, layers: 8, rivals: 8 };
/// A position that was not won counts as won after so many.
const NOT_WON: f64 = 100_000.0;
/// Pairs whose numbers of positions differ by less than this factor (its logarithm) teach nothing.
const ALIKE: f64 = 0.3;
const BATCH: usize = 32;
const RATE: f64 = 0.003;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let range = words.get(1).and_then(|word| word.split_once(".."));
    let named = words.first().and_then(|word| named::ALL.iter().find(|named| named.name == *word));
    let (Some(named), Some((first, end))) = (named, range) else {
        eprintln!("canfield_learn RULES A..B [PASSES]");
        std::process::exit(2);
    };
    let (first, end): (u64, u64) = (first.parse().expect("a number"), end.parse().expect("a number"));
    let passes: usize = words.get(2).map_or(4, |word| word.parse().expect("a number"));
    let mut groups = Vec::new();
    for number in first..end {
        let position = named.deal(&cards::shuffle(Deck::STANDARD, number));
        groups.extend(lesson(&position, COST, number));
    }
    let mut learner = Learner::new(&groups);
    let pairs: Vec<Vec<Pair>> = groups.iter().map(|group| pairs(group)).collect();
    let mut order: Vec<usize> = (0..groups.len()).filter(|&at| !pairs[at].is_empty()).collect();
    let steps = order.len().div_ceil(BATCH) * passes;
    let mut chance = Generator::new(1);
    for pass in 1..=passes {
        chance.shuffle(&mut order);
        let mut wrong = 0.0;
        for batch in order.chunks(BATCH) {
            let mut slope = [0.0; SIZE];
            for &at in batch {
                wrong += learner.descend(&groups[at], &pairs[at], &mut slope);
            }
            learner.step(&slope, batch.len(), steps);
        }
        eprintln!(
            "pass {pass}: of {} groups' pairs {:.3} the wrong way round",
            order.len(),
            wrong / order.len() as f64
        );
    }
    println!("const WEIGHTS: [i16; SIZE] = {:?};", learner.weights());
}

/// Two rivals of a group, the one won sooner first, and how much that counts.
struct Pair(usize, usize, f64);

fn pairs(group: &[Rival]) -> Vec<Pair> {
    let late = |rival: &Rival| rival.nodes.map_or(NOT_WON, |nodes| (nodes as f64).min(0.9 * NOT_WON)).ln();
    let mut pairs = Vec::new();
    for (a, sooner) in group.iter().enumerate() {
        for (b, later) in group.iter().enumerate() {
            let apart = late(later) - late(sooner);
            if apart > ALIKE {
                pairs.push(Pair(a, b, apart.min(1.0)));
            }
        }
    }
    pairs
}

/// Weights of the numbers, which are scaled to one spread.
struct Learner {
    scale: [f64; SIZE],
    weights: [f64; SIZE],
    first: [f64; SIZE],
    second: [f64; SIZE],
    steps: usize,
}

impl Learner {
    fn new(groups: &[Vec<Rival>]) -> Learner {
        let (mut sum, mut squares, mut count) = ([0.0; SIZE], [0.0; SIZE], 0.0);
        for rival in groups.iter().flatten() {
            for (at, &number) in rival.numbers.iter().enumerate() {
                sum[at] += f64::from(number);
                squares[at] += f64::from(number).powi(2);
            }
            count += 1.0;
        }
        let scale = std::array::from_fn(|at| {
            let spread = (squares[at] / count - (sum[at] / count).powi(2)).max(0.0).sqrt();
            // Rare numbers would become huge.
            if spread > 0.0 { 1.0 / spread.max(0.1) } else { 0.0 }
        });
        Learner { scale, weights: [0.0; SIZE], first: [0.0; SIZE], second: [0.0; SIZE], steps: 0 }
    }

    /// Adds a group's slope; which share of its pairs is the wrong way round?
    fn descend(&self, group: &[Rival], pairs: &[Pair], slope: &mut [f64; SIZE]) -> f64 {
        let scaled = |rival: &Rival, at: usize| f64::from(rival.numbers[at]) * self.scale[at];
        let merits: Vec<f64> = group
            .iter()
            .map(|rival| (0..SIZE).map(|at| scaled(rival, at) * self.weights[at]).sum())
            .collect();
        let all: f64 = pairs.iter().map(|pair| pair.2).sum();
        let mut pulls = vec![0.0; group.len()];
        let mut wrong = 0.0;
        for &Pair(sooner, later, weight) in pairs {
            let apart: f64 = merits[sooner] - merits[later];
            let pull = weight / (1.0 + apart.exp()) / all.max(1.0).sqrt();
            pulls[sooner] -= pull;
            pulls[later] += pull;
            wrong += if apart <= 0.0 { weight / all } else { 0.0 };
        }
        for (rival, pull) in group.iter().zip(pulls) {
            for (at, slope) in slope.iter_mut().enumerate() {
                *slope += pull * scaled(rival, at);
            }
        }
        wrong
    }

    /// One step of Adam; its length falls to nothing along a cosine.
    fn step(&mut self, slope: &[f64; SIZE], batch: usize, steps: usize) {
        self.steps += 1;
        let done = self.steps as f64 / steps as f64;
        let rate = RATE * 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
        let (a, b) = (1.0 - 0.9f64.powf(self.steps as f64), 1.0 - 0.999f64.powf(self.steps as f64));
        for at in 0..SIZE {
            let slope = slope[at] / batch as f64;
            self.first[at] = 0.9 * self.first[at] + 0.1 * slope;
            self.second[at] = 0.999 * self.second[at] + 0.001 * slope * slope;
            self.weights[at] -= rate * self.first[at] / a / ((self.second[at] / b).sqrt() + 1e-8);
            self.weights[at] *= 1.0 - 0.01 * rate;
        }
    }

    /// As whole numbers, the largest 9,999.
    fn weights(&self) -> [i16; SIZE] {
        let plain: [f64; SIZE] = std::array::from_fn(|at| self.weights[at] * self.scale[at]);
        let most = plain.iter().fold(0.0f64, |most, weight| most.max(weight.abs()));
        plain.map(|weight| (weight / most * 9_999.0).round() as i16)
    }
}
