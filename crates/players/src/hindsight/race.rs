//! Ways in the same worlds: what each is worth so far, and who has fallen behind by more than chance.

use rules::Move;

/// One way while it is judged.
pub(super) struct Candidate {
    pub line: Vec<Move>,
    pub turns_up: bool,
    /// Face-down cards of the column it opens.
    pub under: usize,
    /// Cards it puts up.
    pub up: u8,
    /// What is seen after it.
    pub sight: u64,
    /// What it is worth beside the worlds it wins.
    pub extra: f64,
    pub values: Vec<f64>,
}

impl Candidate {
    /// The mean of its values.
    pub fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }

    /// What it is taken for.
    pub fn worth(&self) -> f64 {
        self.mean() + self.extra
    }
}

/// When a way has fallen behind.
#[derive(Copy, Clone)]
pub(super) enum Behind {
    /// The values are shares of a game: by twice its deviation and half a game.
    Games,
    /// The values are cards up: by its deviation and a half, whatever the sum.
    Cards,
}

impl Behind {
    /// Drops candidates that fall behind the leader in the same worlds by more than chance would.
    pub fn drop_losers(self, candidates: &mut Vec<Candidate>) {
        let leader = best(candidates);
        let lead = std::mem::take(&mut candidates[leader].values);
        let extra = candidates[leader].extra;
        let mut at = 0;
        candidates.retain(|candidate| {
            let here = at;
            at += 1;
            if here == leader {
                return true;
            }
            let (mut sum, mut squares) = (0.0, 0.0);
            for (a, b) in lead.iter().zip(&candidate.values) {
                let d = a - b + extra - candidate.extra;
                sum += d;
                squares += d * d;
            }
            let behind = match self {
                Behind::Cards => sum > 0.0 && sum * sum > 6.0 * squares,
                Behind::Games => sum > 2.0 * f64::sqrt(squares) + 0.5,
            };
            !behind
        });
        // The leader is the one without values.
        if let Some(leader) = candidates.iter_mut().find(|candidate| candidate.values.is_empty()) {
            leader.values = lead;
        }
    }
}

/// The best by worth; then what turns up a card, from the larger pile, with more cards up, by fewer
/// moves.
pub(super) fn best(candidates: &[Candidate]) -> usize {
    let key = |c: &Candidate| (c.turns_up, c.under, c.up, usize::MAX - c.line.len());
    let mut best = 0;
    for (i, candidate) in candidates.iter().enumerate().skip(1) {
        let (a, b) = (candidate.worth(), candidates[best].worth());
        if a > b + 1e-12 || ((a - b).abs() <= 1e-12 && key(candidate) > key(&candidates[best])) {
            best = i;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(under: usize, extra: f64, values: &[f64]) -> Candidate {
        let values = values.to_vec();
        Candidate { line: vec![Move::Draw; under], turns_up: true, under, up: 0, sight: 0, extra, values }
    }

    #[test]
    fn the_worth_decides_and_then_the_larger_pile() {
        let ways =
            [candidate(1, 0.0, &[1.0, 0.0]), candidate(3, 0.0, &[0.0, 1.0]), candidate(2, 0.1, &[0.0, 0.6])];
        assert_eq!(best(&ways), 1);
        assert_eq!(best(&ways[..1]), 0);
        assert_eq!(best(&[candidate(1, 0.11, &[1.0, 0.0]), candidate(6, 0.1, &[0.0, 1.0])]), 0);
    }

    #[test]
    fn only_who_is_far_behind_is_dropped_and_the_leader_keeps_its_values() {
        let leads = [1.0; 16];
        let close = [[1.0; 14].as_slice(), &[0.0; 2]].concat();
        for behind in [Behind::Games, Behind::Cards] {
            let mut ways =
                vec![candidate(1, 0.0, &[0.0; 16]), candidate(2, 0.0, &leads), candidate(3, 0.0, &close)];
            behind.drop_losers(&mut ways);
            let left: Vec<usize> = ways.iter().map(|way| way.under).collect();
            assert_eq!(left, [2, 3]);
            assert_eq!(ways[0].values, leads);
        }
    }
}
