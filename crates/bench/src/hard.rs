//! Searches that no solver ends soon, for measurements of memory and of cancellation.

use anyhow::{Result, bail};
use talon_deals::DealName;
use talon_rules::Table;
use talon_solve::{Limits, Solver, Verdict, Watch, unwatched};

/// How a deal is searched.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// By the solver of its game.
    Packed,
    /// By the generic solver.
    Generic,
    /// By several threads.
    Split,
    /// For the shortest win.
    Shortest,
}

/// A search.
#[derive(Debug)]
pub struct Case {
    /// What is printed.
    pub name: &'static str,
    game: &'static str,
    set: &'static [&'static str],
    /// The [name](DealName) of the deal.
    deal: &'static str,
    how: How,
}

/// Hard searches of every solver.
pub const CASES: &[Case] = &[
    Case { name: "generic, Forty Thieves", game: "forty-thieves", set: &[], deal: "4", how: How::Generic },
    Case { name: "generic, split", game: "forty-thieves", set: &[], deal: "4", how: How::Split },
    Case { name: "klondike", game: "klondike-draw3", set: &[], deal: "30", how: How::Packed },
    Case { name: "klondike, split", game: "klondike-draw3", set: &[], deal: "30", how: How::Split },
    Case { name: "klondike, shortest", game: "klondike-draw3", set: &[], deal: "1", how: How::Shortest },
    Case {
        name: "canfield, two redeals",
        game: "superior-canfield",
        set: &["redeals=2"],
        deal: "1",
        how: How::Packed,
    },
    Case { name: "canfield, GNOME", game: "canfield-gnome", set: &[], deal: "87", how: How::Packed },
    Case { name: "rainbow, 75004", game: "rainbow", set: &[], deal: "75004", how: How::Packed },
    Case { name: "rainbow, 75007", game: "rainbow", set: &[], deal: "75007", how: How::Packed },
    Case { name: "freecell, Streets", game: "streets-and-alleys", set: &[], deal: "33", how: How::Packed },
    Case { name: "freecell, Yukon", game: "yukon", set: &[], deal: "26", how: How::Packed },
    Case { name: "spider, four suits", game: "spider", set: &[], deal: "pysol:14686", how: How::Packed },
    Case { name: "spider, exhaustive", game: "simple-simon", set: &[], deal: "26", how: How::Packed },
];

impl Case {
    /// Runs the search and says how it ended.
    pub fn search(&self, limits: Limits, watch: &mut Watch<'_>) -> Result<String> {
        let rules = talon_games::set(talon_games::find(self.game)?, self.set)?;
        let deal: DealName = self.deal.parse()?;
        let table = Table::deal(&rules, &deal.cards(&rules)?)?;
        let mut solver = match self.how {
            How::Generic => Solver::new().generic_only(),
            How::Split => Solver::parallel(2),
            How::Packed | How::Shortest => Solver::new(),
        };
        if self.how == How::Shortest {
            let report = Solver::new().solve(&table, Limits::default(), &mut unwatched);
            let Verdict::Winnable(line) = report.verdict else { bail!("{} cannot be won", self.name) };
            let short = solver.shortest(&table, &line, limits, watch);
            return Ok(format!(
                "{} moves, {}",
                short.line.len(),
                if short.is_proved() { "proved" } else { "not proved" }
            ));
        }
        Ok(match solver.solve(&table, limits, watch).verdict {
            Verdict::Winnable(_) => "win".into(),
            Verdict::Unwinnable => "loss".into(),
            Verdict::Unknown(why) => why.to_string(),
        })
    }
}
