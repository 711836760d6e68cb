//! The value of a choice one card later: the mean, over everything it may turn up, of the best value after
//! it.

use super::net::Value;
use super::policy::{Candidate, Policy};
use super::rollouts::Contender;
use super::world::World;
use talon_cards::Generator;
use talon_solve::spider::{Game, Run, State, Step};

/// The unseen cards, counted by kind.
#[derive(Clone, Debug)]
struct Unseen {
    kinds: [(Run, u8); 52],
    len: usize,
}

impl Unseen {
    /// The face-down cards and the stock of a sampled world, which are the same in every world.
    fn of(game: &Game, state: &State) -> Unseen {
        let mut unseen = Unseen { kinds: [(Run::UNKNOWN, 0); 52], len: 0 };
        for c in 0..usize::from(game.columns) {
            state.column(c)[..state.face_down(c)].iter().for_each(|&card| unseen.add(card));
        }
        (1..=state.rows_left()).for_each(|left| game.row(left).iter().for_each(|&card| unseen.add(card)));
        // The sum of floating-point numbers depends on their order, which must not depend on the world.
        unseen.kinds[..unseen.len].sort_unstable_by_key(|(card, _)| card.word());
        unseen
    }

    fn add(&mut self, card: Run) {
        match self.kinds[..self.len].iter_mut().find(|(kind, _)| *kind == card) {
            Some((_, count)) => *count += 1,
            None => {
                self.kinds[self.len] = (card, 1);
                self.len += 1;
            }
        }
    }

    /// The mean of `value` over the cards that may turn up.
    fn mean(&self, mut value: impl FnMut(Run) -> Value) -> Value {
        let (mut sum, mut total) = (Value::default(), 0.0);
        for &(card, count) in &self.kinds[..self.len] {
            sum.add(value(card), f32::from(count));
            total += f32::from(count);
        }
        sum.mean_of(total)
    }
}

/// Whether a path ends with a deal.
pub(super) fn deals(path: &[Step]) -> bool {
    path.last() == Some(&Step::DEAL)
}

/// The state after a path that turns up this card.
fn after_card(game: &Game, seen: &State, path: &[Step], card: Run) -> State {
    let mut state = *seen;
    let coming = [card];
    let mut world = World { game, observed: game, coming: &coming, turned: 0 };
    path.iter().for_each(|&step| world.play(&mut state, step));
    state.observed()
}

/// The mean value after a path that turns up a card.
fn value_after_card(policy: &mut Policy, game: &Game, seen: &State, path: &[Step], unseen: &Unseen) -> Value {
    unseen.mean(|card| policy.value(game, &after_card(game, seen, path, card)))
}

/// The mean values after paths that deal a row, over `rows` sampled rows, which are the same for all paths.
fn values_after_row(
    policy: &mut Policy,
    truth: &Game,
    state: &State,
    candidates: &[Candidate],
    rows: usize,
    generator: &mut Generator,
) -> Vec<Value> {
    let mut sums = vec![Value::default(); candidates.len()];
    let observed = truth.observed();
    for _ in 0..rows {
        let (world, start) = truth.determinize(state, generator);
        for (sum, candidate) in sums.iter_mut().zip(candidates) {
            let mut state = start;
            // A row may complete a run and turn up the card below it, which is the one of this world.
            candidate.path.iter().for_each(|&step| state.play(&world, step));
            sum.add(policy.value(&observed, &state.observed()), 1.0);
        }
    }
    sums.into_iter().map(|sum| sum.mean_of(rows as f32)).collect()
}

/// A position from which choices are judged one card later.
pub(super) struct NextCard<'a> {
    /// The game and the state as the player sees them.
    pub game: &'a Game,
    pub seen: &'a State,
    /// A sampled world.
    pub world: (&'a Game, &'a State),
    /// The number of rows sampled for choices that deal one.
    pub rows: usize,
    pub generator: Generator,
}

impl NextCard<'_> {
    /// The candidates with their utility one card or one row later by this policy, best first. Of equal
    /// candidates the one with the higher utility now comes first.
    pub(super) fn rate(&mut self, policy: &mut Policy, candidates: Vec<Candidate>) -> Vec<Contender> {
        let (truth, start) = self.world;
        let unseen = Unseen::of(truth, start);
        let mut rated: Vec<Contender> = Vec::with_capacity(candidates.len());
        let (dealing, turning): (Vec<Candidate>, Vec<Candidate>) =
            candidates.into_iter().partition(|candidate| deals(&candidate.path));
        let after_row = values_after_row(policy, truth, start, &dealing, self.rows, &mut self.generator);
        rated.extend(after_row.into_iter().zip(dealing).map(|(value, c)| Contender::new(value.utility(), c)));
        for candidate in turning {
            let value = value_after_card(policy, self.game, self.seen, &candidate.path, &unseen);
            rated.push(Contender::new(value.utility(), candidate));
        }
        let key = |contender: &Contender| (contender.utility, contender.candidate.value.utility());
        rated.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        rated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spider::shipped;
    use talon_rules::{Table, View};
    use talon_solve::spider::observation::{ClosureOptions, observe};
    use talon_solve::spider::{Heuristic, pack};

    fn sampled(view: View<'_>, seed: u64) -> (Game, State, Unseen) {
        let world = view.imagine(&mut Generator::new(seed));
        let (game, state) = Game::pack(&pack(&world).unwrap()).unwrap();
        let unseen = Unseen::of(&game, &state);
        (game, state, unseen)
    }

    #[test]
    fn every_world_has_the_same_unseen_cards() {
        for (rules, kinds) in
            [(talon_games::SPIDER_1, 13), (talon_games::SPIDER_2, 26), (talon_games::SPIDER, 52)]
        {
            let table = Table::numbered(&rules, 5).unwrap();
            let (_, _, first) = sampled(table.view(), 1);
            assert!(first.len <= kinds && first.len > kinds / 2);
            assert_eq!(first.kinds.iter().map(|&(_, count)| u32::from(count)).sum::<u32>(), 94);
            for seed in 2..20 {
                assert_eq!(sampled(table.view(), seed).2.kinds, first.kinds);
            }
        }
    }

    #[test]
    fn the_mean_by_kinds_is_the_mean_over_all_cards() {
        let mut looked = 0;
        for deal in 0..4 {
            let table = Table::numbered(&talon_games::SPIDER_1, deal).unwrap();
            let (game, seen) = observe(table.view()).unwrap();
            let (truth, start, unseen) = sampled(table.view(), deal);
            let reach = ClosureOptions { cap: 50, ..ClosureOptions::default() };
            let mut policy =
                Policy::new(talon_games::SPIDER_1.deck(), shipped(1), Heuristic::by_hand(&game), reach);
            let hidden = (0..10).flat_map(|c| start.column(c)[..start.face_down(c)].to_vec());
            let cards: Vec<Run> = hidden.chain((1..=5).flat_map(|left| truth.row(left).to_vec())).collect();
            for candidate in
                policy.candidates(&game, &seen, 3, 1.0, 3).iter().filter(|candidate| !deals(&candidate.path))
            {
                let utility = value_after_card(&mut policy, &game, &seen, &candidate.path, &unseen).utility();
                let each = |&card: &Run| {
                    let state = after_card(&game, &seen, &candidate.path, card);
                    assert!(
                        (0..10).any(|c| state.face_down(c) < seen.face_down(c) && state.top(c) == Some(card))
                    );
                    policy.value(&game, &state).utility()
                };
                let plain = cards.iter().map(each).sum::<f32>() / cards.len() as f32;
                assert!((utility - plain).abs() < 1e-4, "deal {deal}: {utility}, one by one {plain}");
                looked += 1;
            }
        }
        assert!(looked >= 8, "only {looked} candidates");
    }
}
