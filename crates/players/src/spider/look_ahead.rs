//! The player that looks ahead: it asks the nets one card later, and late in the game it plays rollouts.
//!
//! The value of a choice is the mean, over the cards that may turn up, of the best value after them. With one
//! suit there are thirteen kinds of cards, so the mean is exact and takes two milliseconds; only rows are
//! sampled. The values one card later predict the result better than the values now, because they average the
//! errors of the nets about single positions.
//!
//! Late in the game that is not enough. There the best candidates are played to the end in sampled worlds.
//! Among them are choices that take runs apart in ways that the nets have not learned to judge; the rollouts
//! tell which of them are good.

use super::learned::{check_rules, follow, shipped};
use super::net::Ensemble;
use super::next_card::NextCard;
use super::policy::{Policy, is_open};
use super::rollouts::compare;
use crate::view_hash::derive_seed;
use crate::{PlayerError, Record, Strategy};
use std::ops::Range;
use talon_cards::Generator;
use talon_rules::{Move, Rules, View};
use talon_solve::spider::observation::ClosureOptions;
use talon_solve::spider::{Game, Heuristic, Splits, State, Step, pack};

/// How a [`LookAhead`] player thinks.
#[derive(Clone, Debug)]
pub struct LookAheadSettings {
    /// The closure of a decision.
    pub reach: ClosureOptions,
    /// Late in the game, a second closure that takes runs apart freely.
    pub free: ClosureOptions,
    /// The closures one card later.
    pub next: ClosureOptions,
    /// The closures of rollouts.
    pub inner: ClosureOptions,
    /// The number of nets that play rollouts.
    pub nets: usize,
    /// The number of candidates of each closure.
    pub candidates: usize,
    /// The number of candidates that may reveal the same card, or a row.
    pub alike: usize,
    /// Choices whose utility is lower than the best by more than this are not candidates.
    pub margin: f32,
    /// The player looks ahead only if the probability of a win is in this range.
    pub doubt: Range<f32>,
    /// The number of rows sampled for a choice that deals one.
    pub rows: usize,
    /// Rollouts are played if at most this many rows are left.
    pub late: u8,
    /// The number of candidates of each closure that are played on, the best one card later.
    pub finalists: usize,
    /// The largest number of worlds for rollouts; 0 for none.
    pub worlds: usize,
    /// The value one card later counts as much as the results of this many worlds.
    pub prior: f32,
}

impl Default for LookAheadSettings {
    fn default() -> LookAheadSettings {
        let reach = |cap, choices| ClosureOptions { cap, choices, ..ClosureOptions::default() };
        LookAheadSettings {
            reach: reach(4000, 200),
            free: ClosureOptions { splits: Splits::Free, ..reach(8000, 400) },
            next: reach(60, 16),
            inner: reach(30, 16),
            nets: 1,
            candidates: 24,
            alike: 6,
            margin: 0.2,
            doubt: 0.03..0.985,
            rows: 100,
            late: 2,
            finalists: 8,
            worlds: 400,
            prior: 150.0,
        }
    }
}

/// The policies for the parts of a decision, one for each [`ClosureOptions`] of the settings.
struct Policies {
    outer: Policy,
    free: Policy,
    next: Policy,
    inner: Policy,
}

impl Policies {
    fn new(view: View<'_>, game: &Game, nets: &Ensemble, settings: &LookAheadSettings) -> Policies {
        let few = Ensemble(nets.0.iter().take(settings.nets).cloned().collect());
        let policy = |nets: &Ensemble, reach| {
            Policy::new(view.rules().deck(), nets.clone(), Heuristic::by_hand(game), reach)
        };
        Policies {
            outer: policy(nets, settings.reach),
            free: policy(nets, settings.free),
            next: policy(nets, settings.next),
            inner: policy(&few, settings.inner),
        }
    }
}

/// Plays Spider by nets that are asked one card later, and late in the game by rollouts.
pub struct LookAhead {
    nets: Ensemble,
    settings: LookAheadSettings,
    policies: Option<Policies>,
    /// The moves of the last decision that are still to be played, the next one last.
    plan: Vec<Move>,
    seed: u64,
    decisions: u64,
}

impl LookAhead {
    /// The player of this game.
    ///
    /// # Errors
    /// If the nets have not learned this game.
    pub fn new(rules: &Rules, settings: LookAheadSettings) -> Result<LookAhead, PlayerError> {
        check_rules("spider-ahead", rules)?;
        let nets = shipped(rules.deck().suits);
        Ok(LookAhead { nets, settings, policies: None, plan: Vec::new(), seed: 0, decisions: 0 })
    }

    /// The path to play.
    fn decide(&mut self, view: View<'_>, game: &Game, seen: &State) -> Option<Vec<Step>> {
        let settings = &self.settings;
        let nets = &self.nets;
        let policies = self.policies.get_or_insert_with(|| Policies::new(view, game, nets, settings));
        if is_open(game, seen) {
            return policies.outer.finish(game, seen);
        }
        let choose = |policy: &mut Policy| {
            policy.candidates(game, seen, settings.candidates, settings.margin, settings.alike)
        };
        let late = seen.rows_left() <= settings.late && settings.worlds > 0;
        let mut candidates = choose(&mut policies.outer);
        let best = candidates.first()?;
        if !settings.doubt.contains(&best.value.win) || candidates.len() == 1 && !late {
            return Some(candidates.swap_remove(0).path);
        }
        // The unseen cards are the same in all worlds, so one world is enough to know them.
        let mut generator = Generator::new(derive_seed(self.seed, self.decisions));
        let world = view.imagine(&mut generator);
        let (truth, start) = pack(&world).and_then(|position| Game::pack(&position))?;
        let world = (&truth, &start);
        let mut next_card = NextCard { game, seen, world, rows: settings.rows, generator };
        let mut contenders = next_card.rate(&mut policies.next, candidates);
        if late {
            contenders.truncate(settings.finalists);
            let mut free = choose(&mut policies.free);
            free.retain(|new| contenders.iter().all(|known| known.candidate.encoding != new.encoding));
            let mut free = next_card.rate(&mut policies.next, free);
            free.truncate(settings.finalists);
            contenders.append(&mut free);
        }
        if contenders.len() == 1 || !late {
            return Some(contenders.swap_remove(0).candidate.path);
        }
        let generator = &mut next_card.generator;
        compare(world, &mut policies.inner, contenders, settings.worlds, settings.prior, generator)
    }
}

impl Strategy for LookAhead {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.plan.clear();
        self.seed = seed;
        self.decisions = 0;
    }

    fn choose(&mut self, view: View<'_>, _: &Record) -> Option<Move> {
        let mut plan = std::mem::take(&mut self.plan);
        let chosen = follow(&mut plan, view, |game, seen| {
            self.decisions += 1;
            self.decide(view, game, seen)
        });
        self.plan = plan;
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spider::Learned;
    use crate::spider::next_card::deals;
    use crate::spider::rollouts::Contender;
    use talon_rules::{Pile, Table};
    use talon_solve::spider::observation::observe;

    fn quick() -> LookAheadSettings {
        let reach = ClosureOptions { cap: 50, ..ClosureOptions::default() };
        let free = ClosureOptions { splits: Splits::Free, ..reach };
        let standard = LookAheadSettings::default();
        LookAheadSettings { reach, free, doubt: 0.0..1.0, margin: 0.1, worlds: 0, ..standard }
    }

    /// A game played until at most `rows` rows are left.
    fn played_until(rows: usize, deal: u64) -> Table {
        let mut table = Table::numbered(&talon_games::SPIDER_1, deal).unwrap();
        let mut player = Learned::new(&talon_games::SPIDER_1, quick().reach).unwrap();
        while table.cards(Pile::Stock).count() > 10 * rows {
            let m = player.choose(table.view(), &Record::default()).unwrap();
            table.play(m).unwrap();
        }
        table
    }

    /// The plan of a player, and the candidates of both closures with their utility one card later, best
    /// first.
    fn plan(table: &Table, deal: u64, settings: &LookAheadSettings) -> (Vec<Move>, [Vec<Contender>; 2]) {
        let (game, seen) = observe(table.view()).unwrap();
        let mut policies = Policies::new(table.view(), &game, &shipped(1), settings);
        let world = table.view().imagine(&mut Generator::new(deal));
        let (truth, start) = Game::pack(&pack(&world).unwrap()).unwrap();
        let (world, generator) = ((&truth, &start), Generator::new(deal));
        let mut next_card = NextCard { game: &game, seen: &seen, world, rows: settings.rows, generator };
        let mut rated = |policy: &mut Policy| {
            let LookAheadSettings { candidates, margin, alike, .. } = *settings;
            let candidates = policy.candidates(&game, &seen, candidates, margin, alike);
            next_card.rate(&mut policies.next, candidates)
        };
        let rated = [rated(&mut policies.outer), rated(&mut policies.free)];
        let mut player = LookAhead::new(&talon_games::SPIDER_1, settings.clone()).unwrap();
        player.begin(table.view(), deal);
        let mut moves = vec![player.choose(table.view(), &Record::default()).unwrap()];
        moves.extend(player.plan.iter().rev());
        (moves, rated)
    }

    fn moves_of(contender: &Contender) -> Vec<Move> {
        contender.candidate.path.iter().map(|step| step.plain()).collect()
    }

    #[test]
    fn the_choice_that_is_best_one_card_later_is_played() {
        let (mut compared, mut against_the_nets) = (0, 0);
        for deal in 0..30 {
            let (moves, [contenders, _]) = plan(&played_until(4, deal), deal, &quick());
            if contenders.len() < 2 || contenders.iter().any(|c| deals(&c.candidate.path)) {
                continue;
            }
            assert_eq!(moves, moves_of(&contenders[0]), "deal {deal}");
            compared += 1;
            let now = |contender: &Contender| contender.candidate.value.utility();
            against_the_nets += usize::from(contenders.iter().any(|c| now(c) > now(&contenders[0])));
        }
        assert!(compared >= 15 && against_the_nets >= 2, "{compared} decisions, {against_the_nets} against");
    }

    #[test]
    fn rollouts_choose_among_the_finalists_of_both_closures() {
        let settings = LookAheadSettings { worlds: 40, finalists: 3, prior: 5.0, ..quick() };
        let (mut from_usual, mut from_free) = (0, 0);
        for deal in 0..30 {
            let (moves, [usual, free]) = plan(&played_until(2, deal), deal, &settings);
            let contains = |list: &[Contender]| list.iter().any(|contender| moves_of(contender) == moves);
            let encoding = |contender: &Contender| contender.candidate.encoding;
            let known = |new: &Contender| usual.iter().take(3).any(|c| encoding(c) == encoding(new));
            let free: Vec<Contender> = free.into_iter().filter(|new| !known(new)).take(3).collect();
            // The player samples other rows than `plan` does.
            if usual.iter().chain(&free).any(|contender| deals(&contender.candidate.path)) {
                continue;
            }
            assert!(contains(&usual[..usual.len().min(3)]) || contains(&free), "deal {deal}: {moves:?}");
            from_usual += usize::from(contains(&usual));
            from_free += usize::from(!contains(&usual));
        }
        assert!(from_usual >= 3 && from_free >= 3, "{from_usual} and {from_free}");
    }
}
