//! Asking the solvers about worlds: imagined ones, or the one there is when nothing is hidden.

use rules::{Goal, Rules, Table};
use solve::packed::{canfield, klondike};
use solve::{Limits, Verdict, Why};

/// What a solver says of a world.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Worth {
    /// Can it be won? `None` when the search ended before it knew.
    pub won: Option<bool>,
    /// The most cards on the foundations that any position of the search had.
    pub most_up: u8,
}

/// The fast solvers, their memory kept from question to question.
pub(crate) struct Solvers {
    klondike: klondike::Solver,
    canfield: canfield::Solver,
}

/// How the solvers are asked.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Asking {
    /// Klondike: nodes of the plain depth-first search that comes before the best-first one.
    pub dive: u64,
    /// Are easier rules tried first, to refute?
    pub relax: bool,
}

impl Solvers {
    /// Solvers that are asked so.
    pub fn new(asking: Asking) -> Solvers {
        let Asking { dive, relax } = asking;
        let config = klondike::Config { dive, relax, ..klondike::Config::default() };
        let mut canfield = canfield::Solver::new();
        canfield.prunings.relaxed = relax;
        Solvers { klondike: klondike::Solver::new(config), canfield }
    }

    /// Can this world be won, as far as so many nodes tell?
    pub fn ask(&mut self, world: &Table, nodes: u64) -> Worth {
        let limits = Limits { nodes, memory: 256 << 20 };
        let up = world.cards_up();
        if let Some(position) = klondike::pack(world)
            && let Ok(answer) = self.klondike.can_win(&position, limits, &mut solve::unwatched)
        {
            return Worth { won: answer.ok(), most_up: up };
        }
        if let Some(position) = canfield::pack(world) {
            let outcome = self.canfield.solve(&position, limits, &mut solve::unwatched);
            let (won, most_up) = (won(&outcome.report.verdict), outcome.most_up.max(up));
            return Worth { won, most_up };
        }
        let mut watch = solve::unwatched;
        let mut effort = solve::Effort::new(limits, &mut watch);
        let report = solve::generic::solve(world, &mut effort);
        Worth { won: won(&report.verdict), most_up: up }
    }
}

fn won(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// A winning line of a table, all cards known, or what else so many nodes tell.
pub(crate) fn line(table: &Table, nodes: u64) -> Verdict {
    let limits = Limits { nodes, memory: 512 << 20 };
    if let Some(report) = klondike::Solver::default().solve_table(table, limits, &mut solve::unwatched) {
        return report.verdict;
    }
    if let Some(position) = canfield::pack(table) {
        let mut watch = solve::unwatched;
        return match canfield::solve(&position, limits, &mut watch).verdict {
            Verdict::Winnable(line) if solve::certify(table, &line).is_err() => Verdict::Unknown(Why::Nodes),
            verdict => verdict,
        };
    }
    solve::solve(table, limits, &mut solve::unwatched).verdict
}

/// Is it a game of the Canfield family that the fast solver knows, judged by the cards up?
pub(crate) fn counts_cards(rules: &Rules) -> bool {
    canfield_family(rules) && rules.copies == 1
}

/// Is it a game of the Canfield family, with one deck or two?
pub(crate) fn canfield_family(rules: &Rules) -> bool {
    rules.reserve > 0 && rules.wrap && rules.goal == Goal::Foundations
}
