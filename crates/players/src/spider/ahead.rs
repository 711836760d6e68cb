//! The learned player, which asks its nets a card later and late in the game plays on.
//!
//! What a way is worth is the mean, over the cards that may turn up, of the best that can be done then.
//! Of one suit there are thirteen kinds, so the mean is exact and costs two milliseconds; only rows are
//! imagined. What the nets say a card later foretells the end better than what they say now: their
//! errors about single positions are averaged away.
//!
//! Late in the game that is not enough. The best ways are played to their end in imagined worlds, and among
//! them are ways that take runs apart as no net has learned to judge: worlds tell which of those are good.

use super::look::Look;
use super::mind::{Mind, open};
use super::net::Nets;
use super::player::{follow, shipped, two_packs};
use super::trial::compare;
use crate::strategy::stir;
use crate::{Course, Strategy};
use cards::Generator;
use rules::{Move, Rules, View};
use solve::packed::spider::{Game, Position, Reach, Scorer, Splits, State, Step};
use std::ops::Range;

/// How a player looks ahead.
#[derive(Clone, Debug)]
pub struct Looking {
    /// The closure of a decision.
    pub reach: Reach,
    /// Late, a second closure in which runs are taken apart freely.
    pub free: Reach,
    /// The closures after a card.
    pub next: Reach,
    /// The closures of games played on.
    pub inner: Reach,
    /// How many of the nets play on.
    pub nets: usize,
    /// Ways of each closure that are looked at.
    pub ways: usize,
    /// How many of those that show the same next.
    pub alike: usize,
    /// Ways the nets think worse than the best by more than this are not looked at.
    pub margin: f32,
    /// Only when the nets' hope of a win is in here.
    pub doubt: Range<f32>,
    /// Rows imagined, where a way is a deal.
    pub rows: usize,
    /// Late is when at most so many rows are left.
    pub late: u8,
    /// Then so many ways of each closure are played on, the best a card later.
    pub finalists: usize,
    /// In so many imagined worlds, if it stays close so long.
    pub worlds: usize,
    /// What a look says counts as so many worlds.
    pub prior: f32,
}

impl Default for Looking {
    fn default() -> Looking {
        let small = |cap, choices| Reach { cap, choices, ..Reach::default() };
        Looking {
            reach: small(4000, 200),
            free: Reach { splits: Splits::Free, ..small(8000, 400) },
            next: small(60, 16),
            inner: small(30, 16),
            nets: 1,
            ways: 24,
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

/// The minds of a look.
struct Minds {
    outer: Mind,
    free: Mind,
    next: Mind,
    inner: Mind,
}

impl Minds {
    fn new(view: View<'_>, game: &Game, nets: &Nets, looking: &Looking) -> Minds {
        let few = Nets(nets.0.iter().take(looking.nets).cloned().collect());
        let mind =
            |nets: &Nets, reach| Mind::new(view.rules().deck(), nets.clone(), Scorer::plain(game), reach);
        Minds {
            outer: mind(nets, looking.reach),
            free: mind(nets, looking.free),
            next: mind(nets, looking.next),
            inner: mind(&few, looking.inner),
        }
    }
}

/// Plays Spider by nets asked a card later, and by games played on.
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
        let late = seen.left() <= looking.late && looking.worlds > 0;
        let mut ways = minds.outer.ways(game, seen, looking.ways, looking.margin, looking.alike);
        let best = ways.first()?;
        if !looking.doubt.contains(&best.hope.win) || ways.len() == 1 && !late {
            return Some(ways.swap_remove(0).path);
        }
        // Any world will do: the cards nobody has seen are the same in all.
        let mut chance = Generator::new(stir(self.seed, self.decisions));
        let world = view.imagine(&mut chance);
        let (truth, start) = Position::of(&world).and_then(|position| Game::pack(&position))?;
        let mut look = Look { game, seen, world: (&truth, &start), rows: looking.rows, chance };
        let mut trials = look.rate(&mut minds.next, ways);
        if late {
            trials.truncate(looking.finalists);
            let mut free = minds.free.ways(game, seen, looking.ways, looking.margin, looking.alike);
            free.retain(|way| trials.iter().all(|trial| trial.way.sketch != way.sketch));
            let mut free = look.rate(&mut minds.next, free);
            free.truncate(looking.finalists);
            trials.append(&mut free);
        }
        if trials.len() == 1 || !late {
            return Some(trials.swap_remove(0).way.path);
        }
        compare(look.world, &mut minds.inner, trials, looking.worlds, looking.prior, &mut look.chance)
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
                self.minds = Some(Minds::new(view, game, &self.nets, &self.looking));
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
    use crate::spider::Learned;
    use crate::spider::look::deals;
    use crate::spider::trial::Trial;
    use rules::{Pile, Table};
    use solve::packed::spider::sight;

    /// A game played until at most so many rows are left, as the nets do with little thought.
    fn begun(deal: u64, rows: usize) -> Table {
        let mut table = Table::numbered(&games::SPIDER_1, deal).unwrap();
        let mut player = Learned::new(&games::SPIDER_1, little_thought().reach).unwrap();
        while table.cards(Pile::Stock).count() > 10 * rows {
            let m = player.choose(table.view(), &Course::default()).unwrap();
            table.play(m).unwrap();
        }
        table
    }

    /// The plan of a player, and what it chose among: the ways of either closure with their worth a card
    /// later, best first.
    fn plan(table: &Table, deal: u64, looking: &Looking) -> (Vec<Move>, [Vec<Trial>; 2]) {
        let (game, seen) = sight(table.view()).unwrap();
        let mut minds = Minds::new(table.view(), &game, &shipped(1), looking);
        let world = table.view().imagine(&mut Generator::new(deal));
        let (truth, start) = Game::pack(&Position::of(&world).unwrap()).unwrap();
        let chance = Generator::new(deal);
        let mut look = Look { game: &game, seen: &seen, world: (&truth, &start), rows: looking.rows, chance };
        let mut rated = |mind: &mut Mind| {
            let ways = mind.ways(&game, &seen, looking.ways, looking.margin, looking.alike);
            look.rate(&mut minds.next, ways)
        };
        let rated = [rated(&mut minds.outer), rated(&mut minds.free)];
        let mut player = Ahead::new(&games::SPIDER_1, looking.clone()).unwrap();
        player.begin(table.view(), deal);
        let mut moves = vec![player.choose(table.view(), &Course::default()).unwrap()];
        moves.extend(player.plan.iter().rev());
        (moves, rated)
    }

    fn plain(trial: &Trial) -> Vec<Move> {
        trial.way.path.iter().map(|step| step.plain()).collect()
    }

    fn little_thought() -> Looking {
        let reach = Reach { cap: 50, ..Reach::default() };
        let free = Reach { splits: Splits::Free, ..reach };
        Looking { reach, free, doubt: 0.0..1.0, margin: 0.1, worlds: 0, ..Looking::default() }
    }

    /// What is best a card later is played, not what the nets like now.
    #[test]
    fn the_best_a_card_later_is_played() {
        let (mut compared, mut otherwise) = (0, 0);
        for deal in 0..30 {
            let (moves, [ways, _]) = plan(&begun(deal, 4), deal, &little_thought());
            if ways.len() < 2 || ways.iter().any(|trial| deals(&trial.way.path)) {
                continue;
            }
            assert_eq!(moves, plain(&ways[0]), "deal {deal}");
            compared += 1;
            let liked = |trial: &Trial| trial.way.hope.value();
            otherwise += usize::from(ways.iter().any(|trial| liked(trial) > liked(&ways[0])));
        }
        assert!(compared >= 15 && otherwise >= 2, "{compared} decisions, {otherwise} against the nets");
    }

    /// Played on, ways of both closures have their chance, and only the finalists of each.
    #[test]
    fn worlds_choose_among_the_best_of_both_closures() {
        let looking = Looking { worlds: 40, finalists: 3, prior: 5.0, ..little_thought() };
        let (mut usual, mut free) = (0, 0);
        for deal in 0..30 {
            let (moves, [ways, others]) = plan(&begun(deal, 2), deal, &looking);
            let among = |trials: &[Trial]| trials.iter().any(|trial| plain(trial) == moves);
            let known = |other: &Trial| ways.iter().take(3).any(|way| way.way.sketch == other.way.sketch);
            let others: Vec<Trial> = others.into_iter().filter(|other| !known(other)).take(3).collect();
            // Deals are rated in other rows here.
            if ways.iter().chain(&others).any(|trial| deals(&trial.way.path)) {
                continue;
            }
            assert!(among(&ways[..ways.len().min(3)]) || among(&others), "deal {deal}: {moves:?}");
            usual += usize::from(among(&ways));
            free += usize::from(!among(&ways));
        }
        assert!(usual >= 3 && free >= 3, "{usual} and {free}");
    }
}
