//! The candidates of a decision: what each is worth so far, and which of them have fallen behind.

use crate::racing;
use talon_rules::Move;

/// A sequence of moves while it is judged.
pub(super) struct Candidate {
    /// Its moves.
    pub line: Vec<Move>,
    /// Whether it turns up a card.
    pub turns_up: bool,
    /// The number of face-down cards in the column that it opens.
    pub under: usize,
    /// The number of cards on the foundations after it.
    pub up: u8,
    /// The hash of the view after it.
    pub view: u64,
    /// What is added to the mean of its values.
    pub bonus: f64,
    /// Its values, one for each world.
    pub values: Vec<f64>,
}

impl Candidate {
    /// The mean of its values and its bonus.
    pub fn score(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64 + self.bonus
    }
}

/// When a candidate counts as fallen behind the leader.
#[derive(Copy, Clone)]
pub(super) enum Margin {
    /// The values are mostly 0 and 1: behind by two standard deviations and half a game.
    Games,
    /// The values are shares of cards on the foundations: behind by about two and a half standard deviations.
    Cards,
}

impl Margin {
    /// Drops the candidates that have fallen behind the leader by more than chance in the same worlds.
    pub fn drop_behind(self, candidates: &mut Vec<Candidate>) {
        let leader = best(candidates);
        let bonus = candidates[leader].bonus;
        racing::drop_behind(
            candidates,
            leader,
            |candidate| &mut candidate.values,
            |lead, candidate| {
                let (mut sum, mut squares) = (0.0, 0.0);
                for (a, b) in lead.iter().zip(&candidate.values) {
                    let difference = a - b + bonus - candidate.bonus;
                    sum += difference;
                    squares += difference * difference;
                }
                match self {
                    Margin::Cards => sum > 0.0 && sum * sum > 6.0 * squares,
                    Margin::Games => sum > 2.0 * f64::sqrt(squares) + 0.5,
                }
            },
        );
    }
}

/// The index of the best candidate. Of candidates with the same score it is the one that turns up a card,
/// from the larger pile, with more cards on the foundations, in fewer moves.
pub(super) fn best(candidates: &[Candidate]) -> usize {
    let key = |c: &Candidate| (c.turns_up, c.under, c.up, usize::MAX - c.line.len());
    let mut best = 0;
    for (i, candidate) in candidates.iter().enumerate().skip(1) {
        let (a, b) = (candidate.score(), candidates[best].score());
        if a > b + 1e-12 || ((a - b).abs() <= 1e-12 && key(candidate) > key(&candidates[best])) {
            best = i;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(under: usize, bonus: f64, values: &[f64]) -> Candidate {
        let values = values.to_vec();
        Candidate { line: vec![Move::Draw; under], turns_up: true, under, up: 0, view: 0, bonus, values }
    }

    #[test]
    fn the_score_decides_and_then_the_larger_pile() {
        let candidates =
            [candidate(1, 0.0, &[1.0, 0.0]), candidate(3, 0.0, &[0.0, 1.0]), candidate(2, 0.1, &[0.0, 0.6])];
        assert_eq!(best(&candidates), 1);
        assert_eq!(best(&candidates[..1]), 0);
        assert_eq!(best(&[candidate(1, 0.11, &[1.0, 0.0]), candidate(6, 0.1, &[0.0, 1.0])]), 0);
    }

    #[test]
    fn candidates_far_behind_are_dropped() {
        let leads = [1.0; 16];
        let close = [[1.0; 14].as_slice(), &[0.0; 2]].concat();
        for margin in [Margin::Games, Margin::Cards] {
            let mut candidates =
                vec![candidate(1, 0.0, &[0.0; 16]), candidate(2, 0.0, &leads), candidate(3, 0.0, &close)];
            margin.drop_behind(&mut candidates);
            let left: Vec<usize> = candidates.iter().map(|candidate| candidate.under).collect();
            assert_eq!(left, [2, 3]);
            assert_eq!(candidates[0].values, leads);
        }
    }
}
