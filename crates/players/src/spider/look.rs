//! What a way is worth a card later: the mean, over what may turn up, of the best that can be done then.

use super::mind::{Mind, Way};
use super::net::Hope;
use super::trial::Trial;
use super::world::World;
use cards::Generator;
use solve::packed::spider::{Game, Run, State, Step};

/// The cards nobody has seen, by kind.
#[derive(Clone, Debug)]
struct Unseen {
    kinds: [(Run, u8); 52],
    len: usize,
}

impl Unseen {
    /// The face-down cards and the stock of a world: the same in every one.
    fn of(game: &Game, state: &State) -> Unseen {
        let mut unseen = Unseen { kinds: [(Run::UNSEEN, 0); 52], len: 0 };
        for c in 0..usize::from(game.columns) {
            state.column(c)[..state.down(c)].iter().for_each(|&card| unseen.add(card));
        }
        (1..=state.left()).for_each(|left| game.row(left).iter().for_each(|&card| unseen.add(card)));
        // Sums of floats hang on their order, which no world may decide.
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

    /// The mean over the cards that may turn up of what `each` says of them.
    fn mean(&self, mut each: impl FnMut(Run) -> Hope) -> Hope {
        let (mut sum, mut total) = (Hope::default(), 0.0);
        for &(card, count) in &self.kinds[..self.len] {
            sum.add(each(card), f32::from(count));
            total += f32::from(count);
        }
        sum.over(total)
    }
}

/// Is the way a deal?
pub(super) fn deals(path: &[Step]) -> bool {
    path.last() == Some(&Step::DEAL)
}

/// The state after a path that turns up this card.
fn turned_up(game: &Game, seen: &State, path: &[Step], card: Run) -> State {
    let mut state = *seen;
    let coming = [card];
    let mut world = World { game, blind: game, coming: &coming, turned: 0 };
    path.iter().for_each(|&step| world.play(&mut state, step));
    state.masked()
}

/// What this mind hopes for a card after a path that turns one up.
fn a_card_later(mind: &mut Mind, game: &Game, seen: &State, path: &[Step], unseen: &Unseen) -> Hope {
    unseen.mean(|card| mind.hope(game, &turned_up(game, seen, path, card)))
}

/// What this mind hopes for after paths that deal: the mean over the same so many imagined rows.
fn a_row_later(
    mind: &mut Mind,
    truth: &Game,
    state: &State,
    ways: &[Way],
    rows: usize,
    chance: &mut Generator,
) -> Vec<Hope> {
    let mut sums = vec![Hope::default(); ways.len()];
    let blind = truth.blind();
    for _ in 0..rows {
        let (world, start) = truth.dealt_anew(state, chance);
        for (sum, way) in sums.iter_mut().zip(ways) {
            let mut state = start;
            // A row may complete a run and turn what lies under it: that is as it is in this world.
            way.path.iter().for_each(|&step| state.play(&world, step));
            sum.add(mind.hope(&blind, &state.masked()), 1.0);
        }
    }
    sums.into_iter().map(|sum| sum.over(rows as f32)).collect()
}

/// One look ahead from what is seen.
pub(super) struct Look<'a> {
    pub game: &'a Game,
    pub seen: &'a State,
    /// A world that looks so.
    pub world: (&'a Game, &'a State),
    /// Rows imagined, where a way is a deal.
    pub rows: usize,
    pub chance: Generator,
}

impl Look<'_> {
    /// The ways with what this mind thinks of them a card or a row later, best first; of equals the one
    /// the nets like more now.
    pub(super) fn rate(&mut self, mind: &mut Mind, ways: Vec<Way>) -> Vec<Trial> {
        let (truth, start) = self.world;
        let unseen = Unseen::of(truth, start);
        let mut rated: Vec<Trial> = Vec::with_capacity(ways.len());
        let (deals, cards): (Vec<Way>, Vec<Way>) = ways.into_iter().partition(|way| deals(&way.path));
        let after_rows = a_row_later(mind, truth, start, &deals, self.rows, &mut self.chance);
        rated.extend(after_rows.into_iter().zip(deals).map(|(hope, way)| Trial::new(hope.value(), way)));
        for way in cards {
            let hope = a_card_later(mind, self.game, self.seen, &way.path, &unseen);
            rated.push(Trial::new(hope.value(), way));
        }
        let liked = |trial: &Trial| (trial.worth, trial.way.hope.value());
        rated.sort_by(|a, b| {
            let (a, b) = (liked(a), liked(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        rated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spider::shipped;
    use rules::{Table, View};
    use solve::packed::spider::{Position, Reach, Scorer, sight};

    fn imagined(view: View<'_>, seed: u64) -> (Game, State, Unseen) {
        let world = view.imagine(&mut Generator::new(seed));
        let (game, state) = Game::pack(&Position::of(&world).unwrap()).unwrap();
        let unseen = Unseen::of(&game, &state);
        (game, state, unseen)
    }

    #[test]
    fn every_world_has_the_same_unseen_cards() {
        for (rules, kinds) in [(games::SPIDER_1, 13), (games::SPIDER_2, 26), (games::SPIDER, 52)] {
            let table = Table::numbered(&rules, 5).unwrap();
            let (_, _, first) = imagined(table.view(), 1);
            assert!(first.len <= kinds && first.len > kinds / 2);
            assert_eq!(first.kinds.iter().map(|&(_, count)| u32::from(count)).sum::<u32>(), 94);
            for seed in 2..20 {
                assert_eq!(imagined(table.view(), seed).2.kinds, first.kinds);
            }
        }
    }

    /// The mean by kinds is the mean over all cards that may lie there, one by one.
    #[test]
    fn a_card_counts_as_often_as_it_may_turn_up() {
        let mut looked = 0;
        for deal in 0..4 {
            let table = Table::numbered(&games::SPIDER_1, deal).unwrap();
            let (game, seen) = sight(table.view()).unwrap();
            let (truth, start, unseen) = imagined(table.view(), deal);
            let reach = Reach { cap: 50, ..Reach::default() };
            let mut mind = Mind::new(games::SPIDER_1.deck(), shipped(1), Scorer::plain(&game), reach);
            let hidden = (0..10).flat_map(|c| start.column(c)[..start.down(c)].to_vec());
            let cards: Vec<Run> = hidden.chain((1..=5).flat_map(|left| truth.row(left).to_vec())).collect();
            for way in mind.ways(&game, &seen, 3, 1.0, 3).iter().filter(|way| !deals(&way.path)) {
                let worth = a_card_later(&mut mind, &game, &seen, &way.path, &unseen).value();
                let each = |&card: &Run| {
                    let state = turned_up(&game, &seen, &way.path, card);
                    assert!((0..10).any(|c| state.down(c) < seen.down(c) && state.top(c) == Some(card)));
                    mind.hope(&game, &state).value()
                };
                let plain = cards.iter().map(each).sum::<f32>() / cards.len() as f32;
                assert!((worth - plain).abs() < 1e-4, "deal {deal}: {worth}, one by one {plain}");
                looked += 1;
            }
        }
        assert!(looked >= 8, "only {looked} ways");
    }
}
