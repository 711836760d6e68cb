//! Spider and its family: wins found by beams, losses proved where the space is small.

mod beam;
mod moves;
mod position;
mod run;
mod score;
mod state;

pub use beam::{Attempt, Beam};
pub use moves::{Splits, Targets, carries};
pub use position::{Column, Position, Refusal, Ruling};
pub use run::Run;
pub use score::{Judged, Scorer, Weights};
pub use state::{CARDS, COLUMNS, Game, State, Step};

use crate::{Effort, Limits, Report, Verdict, Watch, Why};

/// Can this position be won?
pub fn solve(position: &Position, limits: Limits, watch: &mut Watch<'_>) -> Report {
    let mut effort = Effort::new(limits, watch);
    let verdict = match search(position, &mut effort) {
        Ok(verdict) => verdict,
        Err(why) => Verdict::Unknown(why),
    };
    Report { verdict, nodes: effort.progress.nodes, states: effort.progress.states }
}

fn search(position: &Position, effort: &mut Effort<'_>) -> Result<Verdict, Why> {
    let Some((game, root)) = Game::pack(position) else { return Ok(Verdict::Unknown(Why::Incomplete)) };
    let mut beam = Beam::new(&game);
    let mut width = 30;
    for _ in 0..8 {
        let attempt = Attempt { width, weights: Weights::FIRST, splits: Splits::Gains, life: 1000 };
        if let Some(line) = beam.search(&game, &root, &attempt, effort)? {
            let line: Vec<_> = line.into_iter().map(Step::plain).collect();
            let mut check = position.clone();
            for &m in &line {
                check.play(m).expect("the packed state plays by the rules");
            }
            assert!(check.won());
            return Ok(Verdict::Winnable(line));
        }
        width *= 3;
    }
    Ok(Verdict::Unknown(Why::Incomplete))
}
