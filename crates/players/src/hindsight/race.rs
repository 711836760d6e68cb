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
