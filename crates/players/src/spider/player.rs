//! The learned player at the table.

use super::mind::{Mind, open};
use super::net::Nets;
use crate::order::fill_before_row;
use crate::{Course, Strategy};
use rules::{Move, Rules, Stock, View};
use solve::packed::spider::{Game, Reach, Scorer, State, Step, sight};

/// Plays Spider by nets that learned from games.
pub struct Learned {
    nets: Nets,
    reach: Reach,
    mind: Option<Mind>,
    /// What is still to be played of the last decision, next move last.
    plan: Vec<Move>,
}

impl Learned {
    /// The player of these rules, with closures as far as `reach`.
    ///
    /// # Errors
    /// Says why it does not play these rules.
    pub fn new(rules: &Rules, reach: Reach) -> Result<Learned, String> {
        two_packs(rules)?;
        Ok(Learned { nets: shipped(rules.deck().suits), reach, mind: None, plan: Vec::new() })
    }

    /// The same player with other nets.
    pub fn with(self, nets: Nets) -> Learned {
        Learned { nets, mind: None, ..self }
    }

    fn mind(&mut self, view: View<'_>, game: &Game) -> &mut Mind {
        let (nets, reach) = (&self.nets, self.reach);
        self.mind
            .get_or_insert_with(|| Mind::new(view.rules().deck(), nets.clone(), Scorer::plain(game), reach))
    }
}

/// Are these rules of the Spider the nets have learned?
pub(super) fn two_packs(rules: &Rules) -> Result<(), String> {
    let fits = rules.about_runs()
        && rules.columns == 10
        && rules.deck().len() == 104
        && matches!(rules.stock, Stock::Rows | Stock::RowsAnyTime);
    if fits {
        Ok(())
    } else {
        Err(format!("the learned player has learned Spider with two packs, not {}", rules.title))
    }
}

/// The nets that come with the program, for a deck of so many suits.
pub fn shipped(suits: u8) -> Nets {
    let bytes: &[u8] = match suits {
        1 => include_bytes!("../../weights/spider-1.bin"),
        2 => include_bytes!("../../weights/spider-2.bin"),
        _ => include_bytes!("../../weights/spider-4.bin"),
    };
    Nets::read(bytes).expect("the shipped nets are tested")
}

impl Strategy for Learned {
    fn begin(&mut self, _: View<'_>, _: u64) {
        self.plan.clear();
    }

    fn choose(&mut self, view: View<'_>, _: &Course) -> Option<Move> {
        let mut plan = std::mem::take(&mut self.plan);
        let chosen = follow(&mut plan, view, |game, seen| {
            let mind = self.mind(view, game);
            if open(game, seen) {
                mind.finish(game, seen)
            } else {
                mind.decide(game, seen, |_| None).map(|decision| decision.path)
            }
        });
        self.plan = plan;
        chosen
    }
}

/// The next move of a plan, its next move last; where nothing of it is left, of the path decided on in
/// what is seen.
pub(super) fn follow(
    plan: &mut Vec<Move>,
    view: View<'_>,
    decide: impl FnOnce(&Game, &State) -> Option<Vec<Step>>,
) -> Option<Move> {
    if plan.is_empty() {
        let (game, seen) = sight(view)?;
        let Some(path) = decide(&game, &seen) else {
            // Nothing left to do but to deal, and a beam that likes empty columns fills none.
            return fill_before_row(view).map(|(_, m)| m);
        };
        plan.extend(path.into_iter().rev().map(|step| step.plain()));
    }
    plan.pop()
}
