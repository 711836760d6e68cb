//! Learning the feature costs of Spider's beam search from its own wins.
//!
//! In every win, each state on the winning line competed with the other states of its layer that have as
//! many rows left to deal. The costs are moved so that a softmax over that group prefers the state that led
//! to the win (AdaGrad, with a weak pull towards the initial costs). The result is the average of the costs
//! over the last deals. The program uses one thread and no clock: the same arguments give the same file.

use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use talon_cards::Deck;
use talon_solve::spider::{BeamOptions, BeamSearch, Game, Heuristic, Position, Splits, State, Variant};
use talon_solve::{Budget, Limits};

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
    fn heuristic(&self, game: &Game) -> Heuristic {
        let mut table = Box::new([0; Heuristic::FEATURES]);
        for (cost, learned) in table.iter_mut().zip(&self.costs) {
            *cost = (learned * SCALE).round() as i32;
        }
        Heuristic::with_costs(table, game)
    }

    /// Learns from one group of competitors, of which number `winner` led to the win.
    fn group(&mut self, heuristic: &Heuristic, game: &Game, states: &[State], winner: usize) {
        let merits: Vec<f64> =
            states.iter().map(|state| -f64::from(heuristic.evaluate(state, game).value) / SCALE).collect();
        let most = merits.iter().copied().fold(f64::MIN, f64::max);
        let sum: f64 = merits.iter().map(|merit| (merit - most).exp()).sum();
        let mut slope = vec![0.0; Heuristic::FEATURES];
        for (i, state) in states.iter().enumerate() {
            let pull = f64::from(u8::from(i == winner)) - (merits[i] - most).exp() / sum;
            heuristic.features(state, game, |feature, times| slope[feature] += pull * f64::from(times));
        }
        for (feature, slope) in slope.into_iter().enumerate().filter(|(_, slope)| *slope != 0.0) {
            self.squares[feature] += slope * slope;
            self.costs[feature] -= self.rate * slope / self.squares[feature].sqrt();
        }
    }

    /// Learns from the win the beam has just found.
    fn win(&mut self, heuristic: &Heuristic, game: &Game, root: &State, beam: &BeamSearch) {
        let tree = beam.tree();
        let mut on_line = vec![false; tree.len()];
        let mut at = tree.len() - 1;
        while at != 0 {
            on_line[at] = true;
            at = tree[at].0 as usize;
        }
        let mut states = vec![*root];
        for &(parent, step) in &tree[1..] {
            let mut state = states[parent as usize];
            state.play(game, step);
            states.push(state);
        }
        let groups = beam.groups();
        for (i, &start) in groups.iter().enumerate() {
            let (start, end) = (start as usize, groups.get(i + 1).map_or(tree.len(), |&end| end as usize));
            if let Some(winner) = (start..end).find(|&node| on_line[node]) {
                self.group(heuristic, game, &states[start..end], winner - start);
            }
        }
        for feature in 0..Heuristic::FEATURES {
            self.costs[feature] += 0.0005 * (self.plain[feature] - self.costs[feature]);
            self.average[feature] += 0.002 * (self.costs[feature] - self.average[feature]);
        }
    }
}

/// Learn the feature costs of Spider's beam search and write them to a file.
#[derive(Args)]
pub struct LearnSpider {
    /// The number of suits: 1, 2 or 4.
    suits: u8,
    /// The number of deals to learn from.
    deals: u64,
    /// The width of the first beam; two wider ones follow if it finds no win.
    width: usize,
    /// The learning rate.
    rate: f64,
    /// The file to write, in the form of `learned_costs.txt`.
    file: PathBuf,
}

impl LearnSpider {
    /// Solves the deals, learns from the wins and writes the file.
    pub fn run(self) -> Result<()> {
        let LearnSpider { suits, deals, width, rate, file } = self;
        let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
        let mut learner: Option<Learner> = None;
        let mut wins = 0;
        for number in FIRST..FIRST + deals {
            let position = Position::spider(&talon_cards::shuffle(deck, number), Variant::STRICT);
            let (game, root) = Game::pack(&position).expect("a Spider deal");
            let learner = learner.get_or_insert_with(|| {
                let plain: Vec<f64> =
                    Heuristic::by_hand(&game).costs().iter().map(|&cost| f64::from(cost) / SCALE).collect();
                Learner {
                    costs: plain.clone(),
                    average: plain.clone(),
                    plain,
                    squares: vec![0.01; Heuristic::FEATURES],
                    rate,
                }
            });
            let heuristic = learner.heuristic(&game);
            let mut watch = talon_solve::unwatched;
            let mut budget = Budget::new(Limits { nodes: 60_000, ..Limits::default() }, &mut watch);
            let mut beam = BeamSearch::new(&game);
            for width in [width, 2 * width, 4 * width] {
                let options = BeamOptions {
                    width,
                    splits: Splits::Gains,
                    first_deal: 60,
                    deal_interval: 27,
                    endgame_width: 100,
                };
                match beam.search(&game, &root, &options, &heuristic, &mut budget) {
                    Ok(Some(_)) => {
                        learner.win(&heuristic, &game, &root, &beam);
                        wins += 1;
                        break;
                    }
                    Ok(None) => {}
                    Err(_) => break,
                }
            }
        }
        let learner = learner.context("at least one deal is needed")?;
        let costs: Vec<String> = learner.average.iter().map(|cost| format!("{:.0}", cost * SCALE)).collect();
        let lines: Vec<String> = costs.chunks(16).map(|chunk| chunk.join(" ")).collect();
        let text = format!(
            "# The costs of Heuristic::learned, in the order of the features in heuristic.rs.\n\
             # cargo xtask bench learn-spider {suits} {deals} {width} {rate}: {wins} wins.\n{}\n",
            lines.join("\n"),
        );
        std::fs::write(&file, text).with_context(|| file.display().to_string())
    }
}
