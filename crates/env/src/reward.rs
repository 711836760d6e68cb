//! What is rewarded.

use talon_rules::{Pile, Rules, Table};

/// What a learner is rewarded for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reward {
    /// The change of the progress of the game, and 1 for a win.
    ///
    /// The progress goes from 0 to 1. It is the share of what has to be done that is done: cards brought to
    /// the foundations (in games of runs: cards put in suit and sequence on another), cards that have left
    /// the reserve, and cards of the columns that have been turned up. A move that takes progress back costs
    /// what it had earned, so that no loop of moves is worth anything, and the sum over a game depends on
    /// its first and last position alone.
    #[default]
    Progress,
    /// 1 for a win, and nothing else.
    Win,
    /// The change of the score by the scoring of the rules, such as the dollars of the casino.
    Score,
}

/// How the progress of a game is measured.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Scale {
    /// The progress that a won game has made, in cards.
    most: u32,
    /// The number of cards that are face down in the columns or in the reserve when the game begins.
    covered: u32,
}

impl Scale {
    pub fn new(rules: &Rules) -> Scale {
        let cards = rules.deck().len() as u32;
        let goal = if rules.about_runs() { cards - u32::from(rules.foundations()) } else { cards };
        let down: u32 = (0..usize::from(rules.columns)).map(|c| u32::from(rules.down.of(c))).sum();
        let covered = down + u32::from(rules.reserve);
        Scale { most: goal + covered, covered }
    }

    /// The progress of a position, in cards.
    #[inline]
    pub fn progress(&self, table: &Table) -> u32 {
        let rules = table.rules();
        let done = if rules.about_runs() { table.joins() } else { table.cards_up() };
        if self.covered == 0 {
            return done.into();
        }
        let down: usize = (0..rules.columns).map(|c| table.face_down(Pile::Column(c))).sum();
        let covered = (down + table.len(Pile::Reserve)) as u32;
        u32::from(done) + self.covered.saturating_sub(covered)
    }

    /// The share of the whole that lies between two progresses.
    #[inline]
    pub fn share(&self, before: u32, after: u32) -> f32 {
        (after as f32 - before as f32) / self.most as f32
    }
}
