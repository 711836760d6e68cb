//! Which deals are for training, for validation and for the test, and in which order they are played.

use std::ops::RangeInclusive;
use talon_cards::Generator;

/// A fixed set of Talon's own deals. The three sets have no deal in common.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Split {
    /// The deals to learn on: 1,000,000,001 to 2,000,000,000.
    #[default]
    Train,
    /// The deals to choose settings on: 40,000,001 to 40,010,000.
    Validation,
    /// The deals that results are quoted for: 50,000,001 to 50,010,000. A result for fewer deals is for the
    /// first of them.
    Test,
}

impl Split {
    /// All splits.
    pub const ALL: [Split; 3] = [Split::Train, Split::Validation, Split::Test];

    /// The numbers of its deals.
    pub const fn deals(self) -> RangeInclusive<u64> {
        match self {
            Split::Train => 1_000_000_001..=2_000_000_000,
            Split::Validation => 40_000_001..=40_010_000,
            Split::Test => 50_000_001..=50_010_000,
        }
    }

    /// Its name: `train`, `validation` or `test`.
    pub const fn name(self) -> &'static str {
        match self {
            Split::Train => "train",
            Split::Validation => "validation",
            Split::Test => "test",
        }
    }

    /// The split with this [name](Split::name).
    pub fn find(name: &str) -> Option<Split> {
        Split::ALL.into_iter().find(|split| split.name() == name)
    }

    /// The number of its deals.
    pub const fn len(self) -> u64 {
        let deals = self.deals();
        *deals.end() - *deals.start() + 1
    }

    /// Returns `false`: every split has deals.
    pub const fn is_empty(self) -> bool {
        false
    }
}

/// The order in which deals are played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// At random, each time with equal chances.
    #[default]
    Random,
    /// One after the other from the first, and again from the first after the last. If several games are
    /// played at once, the first one plays the first deal, the second one the second, and so on.
    Ascending,
}

/// The source of the deals of one game after another.
#[derive(Clone, Debug)]
pub(crate) struct Deals {
    split: Split,
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Random(Generator),
    Ascending { next: u64, stride: u64 },
}

impl Deals {
    /// The deals of the game with this number among `games` that are played at once.
    pub fn new(split: Split, order: Order, seed: u64, number: u64, games: u64) -> Deals {
        let state = match order {
            Order::Random => State::Random(Generator::new(seed.wrapping_add(number))),
            Order::Ascending => State::Ascending { next: number % split.len(), stride: games },
        };
        Deals { split, state }
    }

    /// The number of the next deal.
    pub fn next(&mut self) -> u64 {
        let offset = match &mut self.state {
            State::Random(generator) => generator.below(self.split.len()),
            State::Ascending { next, stride } => {
                let offset = *next;
                *next = (*next + *stride) % self.split.len();
                offset
            }
        };
        self.split.deals().start() + offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_deal_is_in_two_splits() {
        for a in Split::ALL {
            for b in Split::ALL.into_iter().filter(|&b| a != b) {
                assert!(a.deals().end() < b.deals().start() || b.deals().end() < a.deals().start());
            }
            assert_eq!(Split::find(a.name()), Some(a));
            assert_eq!(a.len(), a.deals().count() as u64);
        }
    }

    #[test]
    fn ascending_games_share_the_deals_between_them() {
        let split = Split::Test;
        let mut games: Vec<Deals> =
            (0..3).map(|number| Deals::new(split, Order::Ascending, 0, number, 3)).collect();
        let mut played: Vec<u64> =
            (0..4).flat_map(|_| games.iter_mut().map(Deals::next).collect::<Vec<_>>()).collect();
        played.sort_unstable();
        let first = *split.deals().start();
        assert_eq!(played, (first..first + 12).collect::<Vec<_>>());
    }

    #[test]
    fn a_seed_determines_the_deals() {
        let deals = |seed, number| {
            let mut deals = Deals::new(Split::Train, Order::Random, seed, number, 8);
            [(); 5].map(|()| deals.next())
        };
        assert_eq!(deals(7, 0), deals(7, 0));
        assert_eq!(deals(7, 1), deals(8, 0));
        assert_ne!(deals(7, 0), deals(8, 0));
        assert!(deals(7, 0).iter().all(|deal| Split::Train.deals().contains(deal)));
    }
}
