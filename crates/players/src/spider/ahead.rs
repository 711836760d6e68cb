//! The learned player, which asks its nets one or two cards later.
//!
//! What a way is worth is the mean, over the cards that may turn up, of the best that can be done then.
//! Of one suit there are thirteen kinds, so the mean is exact and costs a few milliseconds; only rows
//! are imagined. What the nets say a card later foretells the end better than what they say now: their
//! errors about single positions are averaged away. What stays close late in the game is played on.

use super::mind::{Mind, Way, open};
use super::net::Nets;
use super::player::{follow, shipped, two_packs};
use super::playout::{Trial, Worlds, compare};
use super::world::World;
use crate::strategy::stir;
use crate::{Course, Strategy};
use cards::Generator;
use rules::{Move, Rules, View};
use solve::packed::spider::{Game, Position, Reach, Run, Scorer, State, Step};
use std::ops::Range;

/// How a player looks ahead.
#[derive(Clone, Debug)]
pub struct Looking {
    /// The closure of a decision.
    pub reach: Reach,
    /// The closures after the first card.
    pub next: Reach,
    /// The closures after more cards.
    pub later: Reach,
    /// How many of the nets are asked after more cards.
    pub nets: usize,
    /// Ways compared.
    pub ways: usize,
    /// How many ways that show the same next are compared.
    pub alike: usize,
    /// Ways the nets think worse than the best by more than this are not compared.
    pub margin: f32,
    /// Only when the nets' hope of a win is in here.
    pub doubt: Range<f32>,
    /// Rows imagined, where a way is a deal.
    pub rows: usize,
    /// How many of the ways are looked at more than one card ahead.
    pub finalists: usize,
    /// Ways worse after one card than the best by more than this are not looked at further.
    pub close: f32,
    /// More than one card ahead, and worlds, when at most so many rows are left.
    pub late: u8,
    /// The most cards ahead when no row is left.
    pub cards: usize,
    /// The best ways are played on in so many imagined worlds, if it stays close so long; 0: none.
    pub worlds: usize,
    /// Ways worse than the best by more than this are not played on.
    pub tie: f32,
    /// What a look says counts as so many worlds.
    pub prior: f32,
}

impl Default for Looking {
    fn default() -> Looking {
        let small = |cap, choices| Reach { cap, choices, ..Reach::default() };
        Looking {
            reach: small(4000, 200),
            next: small(60, 16),
            later: small(30, 16),
            nets: 1,
            ways: 24,
            alike: 6,
            margin: 0.15,
            doubt: 0.03..0.985,
            rows: 100,
            finalists: 8,
            close: 0.03,
            late: 3,
            cards: 2,
            worlds: 200,
            tie: 0.02,
            prior: 600.0,
        }
    }
}

/// Which ways are followed while so many cards are to come: how many, none worse than the best by
/// more than this.
const fn followed(cards: usize) -> (usize, f32) {
    if cards > 1 { (2, 0.02) } else { (3, 0.03) }
}

/// A look ends early where the nets hope for less, or more, than this.
const DECIDED: (f32, f32) = (0.015, 0.99);

/// The cards nobody has seen, by kind.
#[derive(Clone, Debug)]
struct Unseen {
    kinds: [(Run, u8); 52],
    len: usize,
}

impl Unseen {
    /// The face-down cards and the stock of an imagined world: the same in every one.
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
}

/// The minds of a look: at the decision, after the first card, after more.
struct Minds {
    outer: Mind,
    next: Mind,
    later: Mind,
}

/// Plays Spider by nets asked one or two cards later.
pub struct Ahead {
    nets: Nets,
    looking: Looking,
    minds: Option<Minds>,
    plan: Vec<Move>,
    seed: u64,
    decisions: u64,
}

impl Ahead {
    /// The player of these rules.
    ///
    /// # Errors
    /// Says why it does not play these rules.
    pub fn new(rules: &Rules, looking: Looking) -> Result<Ahead, String> {
        two_packs(rules)?;
        let nets = shipped(rules.deck().suits);
        Ok(Ahead { nets, looking, minds: None, plan: Vec::new(), seed: 0, decisions: 0 })
    }

    /// The path to play in what is seen.
    fn decide(&mut self, view: View<'_>, game: &Game, seen: &State) -> Option<Vec<Step>> {
        let looking = &self.looking;
        let minds = self.minds.as_mut().expect("made before");
        if open(game, seen) {
            return minds.outer.finish(game, seen);
        }
        let mut ways = minds.outer.ways(game, seen, looking.ways, looking.margin, looking.alike);
        let best = ways.first()?;
        if ways.len() == 1 || !looking.doubt.contains(&best.hope.win) {
            return Some(ways.swap_remove(0).path);
        }
        let mut worlds = Worlds { seed: self.seed, decision: self.decisions, most: looking.rows };
        let world = view.imagine(&mut Generator::new(stir(worlds.seed, worlds.decision << 20)));
        let (truth, start) = Position::of(&world).and_then(|position| Game::pack(&position))?;
        let mut unseen = Unseen::of(&truth, &start);
        let mut rated: Vec<Rated> = Vec::with_capacity(ways.len());
        for (number, way) in ways.iter().enumerate() {
            let dealt = deals(way);
            let worth = if dealt { 0.0 } else { minds.after(game, seen, &way.path, &mut unseen, 1, true) };
            rated.push(Rated { worth, number });
        }
        let late = seen.left() <= looking.late;
        if ways.iter().any(deals) {
            minds.rate_deals(view, &ways, &mut rated, worlds)?;
        } else if late {
            keep_best(&mut rated, looking.close, looking.finalists);
            if rated.len() > 1 {
                let cards = if seen.left() == 0 { looking.cards } else { 2 };
                for rated in &mut rated {
                    let path = &ways[rated.number].path;
                    rated.worth = minds.after(game, seen, path, &mut unseen, cards, true);
                }
            }
        }
        keep_best(&mut rated, looking.tie, looking.finalists);
        if looking.worlds == 0 || rated.len() == 1 || !late {
            return Some(ways.swap_remove(rated[0].number).path);
        }
        let trials = rated.iter().map(|rated| Trial::new(rated.worth, ways[rated.number].clone())).collect();
        worlds.most = looking.worlds;
        compare(view, &mut minds.later, trials, worlds, looking.prior)
    }
}

/// What a look says of a way.
#[derive(Copy, Clone, Debug)]
struct Rated {
    worth: f32,
    /// The number of the way in the order of the nets.
    number: usize,
}

/// Leaves the best, best first: at most so many, none worse than the first by more than this.
fn keep_best(rated: &mut Vec<Rated>, margin: f32, most: usize) {
    rated.sort_unstable_by(|a, b| b.worth.total_cmp(&a.worth).then(a.number.cmp(&b.number)));
    let least = rated[0].worth - margin;
    let near = rated.iter().take_while(|rated| rated.worth >= least).count();
    rated.truncate(near.clamp(1, most));
}

/// Is the way a deal?
fn deals(way: &Way) -> bool {
    way.path.last() == Some(&Step::DEAL)
}

/// The state after a path that turns up this card.
fn turned_up(game: &Game, seen: &State, path: &[Step], card: Run) -> State {
    let mut state = *seen;
    let coming = [card];
    let mut world = World { game, blind: game, coming: &coming, turned: 0 };
    path.iter().for_each(|&step| world.play(&mut state, step));
    state.masked()
}

impl Minds {
    /// Rates the ways that deal: the mean over the same imagined rows.
    fn rate_deals(&mut self, view: View<'_>, ways: &[Way], rated: &mut [Rated], rows: Worlds) -> Option<()> {
        for number in 1..=rows.most {
            // Other worlds than those that are played on.
            let number = 1 << 19 | number as u64;
            let world = view.imagine(&mut Generator::new(stir(rows.seed, rows.decision << 20 | number)));
            let (truth, start) = Position::of(&world).and_then(|position| Game::pack(&position))?;
            let blind = truth.blind();
            for rated in rated.iter_mut().filter(|rated| deals(&ways[rated.number])) {
                let mut state = start;
                // A row may complete a run and turn what lies under it: that is as it is in this world.
                ways[rated.number].path.iter().for_each(|&step| state.play(&truth, step));
                rated.worth += self.next.worth(&blind, &state.masked()) / rows.most as f32;
            }
        }
        Some(())
    }

    /// What a path that turns up a card is worth: the mean over what it may be, so many cards ahead.
    fn after(
        &mut self,
        game: &Game,
        seen: &State,
        path: &[Step],
        unseen: &mut Unseen,
        cards: usize,
        first: bool,
    ) -> f32 {
        let (mut sum, mut total) = (0.0, 0.0);
        for kind in 0..unseen.len {
            let (card, count) = unseen.kinds[kind];
            if count > 0 {
                unseen.kinds[kind].1 -= 1;
                let state = turned_up(game, seen, path, card);
                sum += f32::from(count) * self.worth(game, &state, unseen, cards - 1, first);
                total += f32::from(count);
                unseen.kinds[kind].1 += 1;
            }
        }
        sum / total
    }

    /// What a state is worth, looking so many cards ahead; `first` after the first card of a look.
    fn worth(&mut self, game: &Game, seen: &State, unseen: &mut Unseen, cards: usize, first: bool) -> f32 {
        let mind = if first { &mut self.next } else { &mut self.later };
        if cards == 0 || open(game, seen) {
            return mind.worth(game, seen);
        }
        let (most, margin) = followed(cards);
        let ways = mind.ways(game, seen, most, margin, 2);
        let Some(best) = ways.first() else { return mind.worth(game, seen) };
        if best.hope.win < DECIDED.0 || best.hope.win > DECIDED.1 {
            return best.hope.value();
        }
        let mut most = f32::MIN;
        for way in &ways {
            // A mean over rows would be dear: a deal is worth what the nets think.
            most = most.max(if deals(way) {
                way.hope.value()
            } else {
                self.after(game, seen, &way.path, unseen, cards, false)
            });
        }
        most
    }
}

impl Strategy for Ahead {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.plan.clear();
        self.seed = seed;
        self.decisions = 0;
    }

    fn choose(&mut self, view: View<'_>, _: &Course) -> Option<Move> {
        let mut plan = std::mem::take(&mut self.plan);
        let chosen = follow(&mut plan, view, |game, seen| {
            if self.minds.is_none() {
                let deck = view.rules().deck();
                let few = Nets(self.nets.0.iter().take(self.looking.nets).cloned().collect());
                let looking = &self.looking;
                let mind = |nets: &Nets, reach| Mind::new(deck, nets.clone(), Scorer::plain(game), reach);
                self.minds = Some(Minds {
                    outer: mind(&self.nets, looking.reach),
                    next: mind(&self.nets, looking.next),
                    later: mind(&few, looking.later),
                });
            }
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
    use rules::Table;
    use solve::packed::spider::sight;

    fn minds(view: View<'_>, game: &Game, looking: &Looking) -> Minds {
        let (deck, nets) = (view.rules().deck(), shipped(view.rules().deck().suits));
        let mind = |reach| Mind::new(deck, nets.clone(), Scorer::plain(game), reach);
        Minds { outer: mind(looking.reach), next: mind(looking.next), later: mind(looking.later) }
    }

    fn unseen(view: View<'_>, seed: u64) -> (Game, State, Unseen) {
        let world = view.imagine(&mut Generator::new(seed));
        let (game, state) = Game::pack(&Position::of(&world).unwrap()).unwrap();
        let unseen = Unseen::of(&game, &state);
        (game, state, unseen)
    }

    #[test]
    fn every_world_has_the_same_unseen_cards() {
        for (rules, kinds) in [(games::SPIDER_1, 13), (games::SPIDER_2, 26), (games::SPIDER, 52)] {
            let table = Table::numbered(&rules, 5).unwrap();
            let (_, _, first) = unseen(table.view(), 1);
            assert!(first.len <= kinds && first.len > kinds / 2);
            assert_eq!(first.kinds.iter().map(|&(_, count)| u32::from(count)).sum::<u32>(), 94);
            for seed in 2..20 {
                assert_eq!(unseen(table.view(), seed).2.kinds, first.kinds);
            }
        }
    }

    /// The mean by kinds is the mean over all cards that may lie there, one by one, and the look leaves
    /// the unseen cards as they were.
    #[test]
    fn a_card_counts_as_often_as_it_may_turn_up() {
        let looking = Looking { reach: Reach { cap: 50, ..Reach::default() }, ..Looking::default() };
        let mut looked = 0;
        for deal in 0..4 {
            let table = Table::numbered(&games::SPIDER_1, deal).unwrap();
            let (game, seen) = sight(table.view()).unwrap();
            let (truth, start, mut unseen) = unseen(table.view(), deal);
            let mut minds = minds(table.view(), &game, &looking);
            let hidden = (0..10).flat_map(|c| start.column(c)[..start.down(c)].to_vec());
            let cards: Vec<Run> = hidden.chain((1..=5).flat_map(|left| truth.row(left).to_vec())).collect();
            for way in minds.outer.ways(&game, &seen, 3, 1.0, 3).iter().filter(|way| !deals(way)) {
                let before = unseen.clone();
                let worth = minds.after(&game, &seen, &way.path, &mut unseen, 1, true);
                let each = |&card: &Run| {
                    let state = turned_up(&game, &seen, &way.path, card);
                    assert!((0..10).any(|c| state.down(c) < seen.down(c) && state.top(c) == Some(card)));
                    minds.next.worth(&game, &state)
                };
                let plain = cards.iter().map(each).sum::<f32>() / cards.len() as f32;
                assert!((worth - plain).abs() < 1e-4, "deal {deal}: {worth}, one by one {plain}");
                minds.after(&game, &seen, &way.path, &mut unseen, 2, true);
                assert_eq!(unseen.kinds, before.kinds);
                looked += 1;
            }
        }
        assert!(looked >= 8, "only {looked} ways");
    }

    /// What is best a card later is played, not what the nets like now.
    #[test]
    fn the_best_a_card_later_is_played() {
        let reach = Reach { cap: 50, ..Reach::default() };
        let looking = Looking { reach, doubt: 0.0..1.0, worlds: 0, late: 0, ..Looking::default() };
        let (mut compared, mut otherwise) = (0, 0);
        for deal in 0..30 {
            let table = Table::numbered(&games::SPIDER_1, deal).unwrap();
            let (game, seen) = sight(table.view()).unwrap();
            let (_, _, mut unseen) = unseen(table.view(), deal);
            let mut minds = minds(table.view(), &game, &looking);
            let ways = minds.outer.ways(&game, &seen, looking.ways, looking.margin, looking.alike);
            if ways.len() < 2 || ways.iter().any(deals) {
                continue;
            }
            let worth = |way: &Way| minds.after(&game, &seen, &way.path, &mut unseen, 1, true);
            let worths: Vec<f32> = ways.iter().map(worth).collect();
            let best = (0..ways.len()).rev().max_by(|&a, &b| worths[a].total_cmp(&worths[b])).unwrap();
            let mut player = Ahead::new(&games::SPIDER_1, looking.clone()).unwrap();
            player.begin(table.view(), deal);
            let mut moves = vec![player.choose(table.view(), &Course::default()).unwrap()];
            moves.extend(player.plan.iter().rev());
            let plain = |way: &Way| way.path.iter().map(|step| step.plain()).collect::<Vec<Move>>();
            assert_eq!(moves, plain(&ways[best]), "deal {deal}");
            compared += 1;
            otherwise += usize::from(best != 0);
        }
        assert!(compared >= 15 && otherwise >= 2, "{compared} decisions, {otherwise} against the nets");
    }
}
