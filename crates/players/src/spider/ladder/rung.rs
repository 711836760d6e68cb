//! A rung of the ladder as a strategy: it observes the table, asks its idea, and plays what that decides.

use super::carry::{Carry, fill};
use crate::view_hash::derive_seed;
use crate::{Record, Strategy};
use talon_rules::{Move, View};
use talon_solve::spider::observation::observe;
use talon_solve::spider::{Game, State, Step};

/// What an idea decides on.
pub struct Situation<'a> {
    /// The table as the player sees it.
    pub view: View<'a>,
    /// The same in packed form: the rules, and a stock of unknown cards.
    pub game: &'a Game,
    /// The same in packed form: the columns, in which face-down cards are unknown.
    pub state: &'a State,
    /// The keys of the positions met since a card was last turned up or a row dealt.
    pub met: &'a [u64],
    /// The seed of this decision, the only source of randomness.
    pub seed: u64,
}

/// The idea of a rung: how it decides.
pub trait Idea: Send {
    /// The steps to play, of which only the last one may turn up a card; `None` if a row is to be dealt.
    fn decide(&mut self, situation: &Situation<'_>) -> Option<Vec<Step>>;
}

/// The rating of a carry by a simple rung. The highest is played; `None` means never.
pub type Rate = fn(&Carry) -> Option<i32>;

/// An idea that rates one carry at a time.
pub struct Rated(pub Rate);

impl Idea for Rated {
    fn decide(&mut self, situation: &Situation<'_>) -> Option<Vec<Step>> {
        let Situation { game, state, met, .. } = *situation;
        best_carry(self.0, game, state, met).map(|step| vec![step])
    }
}

/// The carry with the highest rating; of equal ones the first. Carries that lead back to a position that was met
/// are left out.
pub(super) fn best_carry(rate: Rate, game: &Game, state: &State, met: &[u64]) -> Option<Step> {
    let key = state.key(game);
    let mut best: Option<(i32, Step)> = None;
    Carry::each(game, state, |carry| {
        let Some(rating) = rate(&carry) else { return };
        if best.is_none_or(|(highest, _)| rating > highest)
            && (carry.uncovers || !met.contains(&state.key_after(game, key, carry.step)))
        {
            best = Some((rating, carry.step));
        }
    });
    best.map(|(_, step)| step)
}

/// Plays Spider by an [`Idea`].
pub struct Rung<I> {
    idea: I,
    seed: u64,
    /// The steps of the last decision that are still to be played, the next one last.
    plan: Vec<Step>,
    /// The keys of the positions met since a card was last turned up or a row dealt.
    met: Vec<u64>,
    /// The number of face-down cards and rows when `met` was begun.
    unknown: usize,
    /// Whether empty columns are being filled, so that a row can be dealt.
    is_filling: bool,
}

impl<I: Idea> Rung<I> {
    /// The strategy of this idea.
    pub fn new(idea: I) -> Rung<I> {
        Rung { idea, seed: 0, plan: Vec::new(), met: Vec::new(), unknown: 0, is_filling: false }
    }

    fn decide(&mut self, view: View<'_>, record: &Record) -> Option<Step> {
        let (game, seen) = observe(view)?;
        let hidden: usize = (0..usize::from(game.columns)).map(|c| seen.face_down(c)).sum();
        let unknown = hidden + 100 * usize::from(seen.rows_left());
        if unknown != self.unknown || record.moves == 0 {
            self.met.clear();
            self.is_filling = false;
            self.unknown = unknown;
        }
        self.met.push(seen.key(&game));
        if !self.is_filling {
            let seed = derive_seed(self.seed, u64::from(record.moves));
            let situation = Situation { view, game: &game, state: &seen, met: &self.met, seed };
            if let Some(path) = self.idea.decide(&situation) {
                self.plan = path;
                self.plan.reverse();
                return self.plan.pop();
            }
        }
        if seen.rows_left() == 0 {
            return None;
        }
        self.is_filling = true;
        if seen.may_deal(&game) { Some(Step::DEAL) } else { fill(&game, &seen) }
    }
}

impl<I: Idea> Strategy for Rung<I> {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.seed = seed;
        self.plan.clear();
        self.met.clear();
        self.unknown = 0;
        self.is_filling = false;
    }

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        let step = match self.plan.pop() {
            Some(step) => Some(step),
            None => self.decide(view, record),
        };
        step.map(Step::plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spider::ladder::{brown, empty_columns, expose_most, in_suit_first};
    use crate::view_hash;
    use talon_rules::{Pile, Table};

    #[test]
    fn a_rung_returns_to_no_position_before_it_sees_a_new_card() {
        for rate in [expose_most::rate, in_suit_first::rate, empty_columns::rate, brown::rate] {
            let mut rung = Rung::new(Rated(rate));
            for deal in 0..20 {
                let mut table = Table::numbered(&talon_games::SPIDER, deal).unwrap();
                let mut record = Record::default();
                rung.begin(table.view(), deal);
                let mut met = vec![view_hash(table.view())];
                let mut unknown = 0;
                while let Some(m) = rung.choose(table.view(), &record) {
                    table.play(m).unwrap();
                    record.moves += 1;
                    assert!(record.moves < 2000, "deal {deal} does not end");
                    let hidden: usize = (0..10).map(|c| table.face_down(Pile::Column(c))).sum();
                    let now = hidden + 100 * table.len(Pile::Stock);
                    if now != unknown {
                        met.clear();
                        unknown = now;
                    }
                    let here = view_hash(table.view());
                    assert!(!met.contains(&here), "deal {deal}: {m} leads back to\n{table}");
                    met.push(here);
                }
                assert_eq!(table.len(Pile::Stock), 0, "a rung without an idea deals");
            }
        }
    }
}
