//! Learns the costs of the beam's features from its own wins.
//!
//! `spider_learn SUITS DEALS WIDTH RATE FILE`: solves so many of our own deals with the costs at hand.
//! In every win, each state on the winning line competed with the others of its layer and its number
//! of rows left; the costs are moved so that a softmax over that group prefers the state that won
//! (AdaGrad, pulled gently back to the plain costs). The average of the costs over the last deals is
//! written to FILE, in the form of `learned.txt`. One thread, no clock: the same arguments give the
//! same file.

use cards::Deck;
use solve::packed::spider::score::SIZE;
use solve::packed::spider::{Attempt, Beam, Game, Position, Ruling, Scorer, Splits, State};
use solve::{Effort, Limits};

/// Deals used for learning start here, far from those used for measuring.
const FIRST: u64 = 5_000_000;
/// One unit of cost in the softmax.
const SCALE: f64 = 1000.0;

struct Learner {
    costs: Vec<f64>,
    plain: Vec<f64>,
    average: Vec<f64>,
    squares: Vec<f64>,
    rate: f64,
}

impl Learner {
    fn scorer(&self, game: &Game) -> Scorer {
        let mut table = Box::new([0; SIZE]);
        for (cost, learned) in table.iter_mut().zip(&self.costs) {
            *cost = (learned * SCALE).round() as i32;
        }
        Scorer::new(table, game)
    }

    /// Learns from one group of competitors, of which number `winner` led to the win.
    fn group(&mut self, scorer: &Scorer, game: &Game, states: &[State], winner: usize) {
        let merits: Vec<f64> =
            states.iter().map(|state| -f64::from(scorer.judge(state, game).score) / SCALE).collect();
        let most = merits.iter().copied().fold(f64::MIN, f64::max);
        let sum: f64 = merits.iter().map(|merit| (merit - most).exp()).sum();
        let mut slope = vec![0.0; SIZE];
        for (i, state) in states.iter().enumerate() {
            let pull = f64::from(u8::from(i == winner)) - (merits[i] - most).exp() / sum;
            scorer.features(state, game, |feature, times| slope[feature] += pull * f64::from(times));
        }
        for (feature, slope) in slope.into_iter().enumerate().filter(|(_, slope)| *slope != 0.0) {
            self.squares[feature] += slope * slope;
            self.costs[feature] -= self.rate * slope / self.squares[feature].sqrt();
        }
    }

    /// Learns from the win the beam has just found.
    fn win(&mut self, scorer: &Scorer, game: &Game, root: &State, beam: &Beam) {
        let trail = beam.trail();
        let mut on_line = vec![false; trail.len()];
        let mut at = trail.len() - 1;
        while at != 0 {
            on_line[at] = true;
            at = trail[at].0 as usize;
        }
        let mut states = vec![*root];
        for &(parent, step) in &trail[1..] {
            let mut state = states[parent as usize];
            state.play(game, step);
            states.push(state);
        }
        let groups = beam.groups();
        for (i, &start) in groups.iter().enumerate() {
            let (start, end) = (start as usize, groups.get(i + 1).map_or(trail.len(), |&end| end as usize));
            if let Some(winner) = (start..end).find(|&node| on_line[node]) {
                self.group(scorer, game, &states[start..end], winner - start);
            }
        }
        for feature in 0..SIZE {
            self.costs[feature] += 0.0005 * (self.plain[feature] - self.costs[feature]);
            self.average[feature] += 0.002 * (self.costs[feature] - self.average[feature]);
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [suits, deals, width, rate, file] = &args[..] else { panic!("SUITS DEALS WIDTH RATE FILE") };
    let suits: u8 = suits.parse().expect("1, 2 or 4");
    let width: usize = width.parse().expect("a width");
    let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
    let mut learner: Option<Learner> = None;
    let mut wins = 0;
    for number in FIRST..FIRST + deals.parse::<u64>().expect("a number of deals") {
        let position = Position::spider(&cards::shuffle(deck, number), Ruling::STRICT);
        let (game, root) = Game::pack(&position).expect("a Spider deal");
        let learner = learner.get_or_insert_with(|| {
            let plain: Vec<f64> =
                Scorer::plain(&game).table().iter().map(|&cost| f64::from(cost) / SCALE).collect();
            let rate = rate.parse().expect("a rate");
            Learner { costs: plain.clone(), average: plain.clone(), plain, squares: vec![0.01; SIZE], rate }
        });
        let scorer = learner.scorer(&game);
        let mut watch = solve::unwatched;
        let mut effort = Effort::new(Limits { nodes: 60_000, ..Limits::default() }, &mut watch);
        let mut beam = Beam::new(&game);
        for width in [width, 2 * width, 4 * width] {
            let attempt = Attempt { width, splits: Splits::Gains, close: 60, slope: 27, last: 100 };
            match beam.search(&game, &root, &attempt, &scorer, &mut effort) {
                Ok(Some(_)) => {
                    learner.win(&scorer, &game, &root, &beam);
                    wins += 1;
                    break;
                }
                Ok(None) => {}
                Err(_) => break,
            }
        }
    }
    let learner = learner.expect("at least one deal");
    let costs: Vec<String> = learner.average.iter().map(|cost| format!("{:.0}", cost * SCALE)).collect();
    let lines: Vec<String> = costs.chunks(16).map(|chunk| chunk.join(" ")).collect();
    let text = format!(
        "# Costs of the beam's features, in the order of the tables of score.rs.\n\
         # spider_learn {}: {wins} wins.\n{}\n",
        args[..4].join(" "),
        lines.join("\n"),
    );
    std::fs::write(file, text).expect("the file can be written");
}
