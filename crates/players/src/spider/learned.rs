//! The learned player: it plays the choice that the nets value most.

use super::net::Ensemble;
use super::policy::{Policy, is_open};
use crate::rule_based::fill_for_deal;
use crate::{PlayerError, Record, Strategy};
use talon_rules::{Move, Rules, Stock, View};
use talon_solve::spider::observation::{ClosureOptions, observe};
use talon_solve::spider::{Game, Heuristic, State, Step};

/// Plays Spider by the best choice of a [`Policy`].
pub struct Learned {
    nets: Ensemble,
    reach: ClosureOptions,
    policy: Option<Policy>,
    /// The moves of the last decision that are still to be played, the next one last.
    plan: Vec<Move>,
}

impl Learned {
    /// The player of this game, with closures as far as `reach`.
    ///
    /// # Errors
    /// If the nets have not learned this game.
    pub fn new(rules: &Rules, reach: ClosureOptions) -> Result<Learned, PlayerError> {
        check_rules("spider-learned", rules)?;
        Ok(Learned { nets: shipped(rules.deck().suits), reach, policy: None, plan: Vec::new() })
    }

    /// The same player with other nets.
    #[must_use]
    pub fn with_nets(self, nets: Ensemble) -> Learned {
        Learned { nets, policy: None, ..self }
    }

    fn policy(&mut self, view: View<'_>, game: &Game) -> &mut Policy {
        let (nets, reach) = (&self.nets, self.reach);
        self.policy.get_or_insert_with(|| {
            Policy::new(view.rules().deck(), nets.clone(), Heuristic::by_hand(game), reach)
        })
    }
}

/// Refuses games other than Spider with two decks and ten columns, which alone the nets have learned, and which the
/// measure of progress is made for.
pub(crate) fn check_rules(player: &'static str, rules: &Rules) -> Result<(), PlayerError> {
    let learned = rules.about_runs()
        && rules.columns == 10
        && rules.deck().len() == 104
        && matches!(rules.stock, Stock::Rows | Stock::RowsAnyTime);
    if learned {
        Ok(())
    } else {
        let reason = "it plays only Spider with two decks and ten columns";
        Err(PlayerError::Game { player, title: rules.title, reason })
    }
}

/// The nets that come with Talon for a deck with this number of suits.
pub fn shipped(suits: u8) -> Ensemble {
    let bytes: &[u8] = match suits {
        1 => include_bytes!("../../weights/spider-1.bin"),
        2 => include_bytes!("../../weights/spider-2.bin"),
        _ => include_bytes!("../../weights/spider-4.bin"),
    };
    Ensemble::read(bytes).expect("a test reads the nets that Talon comes with")
}

impl Strategy for Learned {
    fn begin(&mut self, _: View<'_>, _: u64) {
        self.plan.clear();
    }

    fn choose(&mut self, view: View<'_>, _: &Record) -> Option<Move> {
        let mut plan = std::mem::take(&mut self.plan);
        let chosen = follow(&mut plan, view, |game, seen| {
            let policy = self.policy(view, game);
            if is_open(game, seen) {
                policy.finish(game, seen)
            } else {
                policy.decide(game, seen, |_| None).map(|decision| decision.path)
            }
        });
        self.plan = plan;
        chosen
    }
}

/// The next move of a plan, which holds its next move last. If the plan is empty, `decide` makes a new one
/// from what is visible.
pub(super) fn follow(
    plan: &mut Vec<Move>,
    view: View<'_>,
    decide: impl FnOnce(&Game, &State) -> Option<Vec<Step>>,
) -> Option<Move> {
    if plan.is_empty() {
        let (game, seen) = observe(view)?;
        let Some(path) = decide(&game, &seen) else {
            // Only a deal may be left, and the columns that the closure emptied have to be filled for it.
            return fill_for_deal(view);
        };
        plan.extend(path.into_iter().rev().map(|step| step.plain()));
    }
    plan.pop()
}
