//! Thousands of games, stepped in one call.

use crate::split::Deals;
use crate::{Episode, Game, Settings, Step};
use rayon::prelude::*;
use std::fmt;
use talon_rules::{Events, Rules, RulesError};

/// When a game that is over is dealt anew.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Autoreset {
    /// By the next step, which ignores the action of this game; its reward is 0.
    #[default]
    NextStep,
    /// By the step that ends it. The observation is that of the new deal, and the last observation of the old
    /// one is written to [`Buffers::last_observations`].
    SameStep,
}

/// The buffers that a call writes to, with one part of equal size for each game.
pub struct Buffers<'a> {
    /// The observations, [`Places::len`](crate::Places::len) bytes for each game.
    pub observations: &'a mut [u8],
    /// The masks of legal actions, [`Actions::len`](crate::Actions::len) bytes for each game.
    pub masks: &'a mut [i8],
    /// The rewards.
    pub rewards: &'a mut [f32],
    /// Whether the game is over: won, or without a legal move.
    pub terminated: &'a mut [bool],
    /// Whether the game was cut off.
    pub truncated: &'a mut [bool],
    /// How the game ended, as the number of the [`End`](crate::End); 0 if it goes on.
    pub ends: &'a mut [u8],
    /// With [`Autoreset::SameStep`], the last observations of the games that ended in this step; otherwise
    /// unused, and it may be empty.
    pub last_observations: &'a mut [u8],
}

/// The reason why a vector environment cannot be made.
#[derive(Debug)]
pub enum VectorError {
    /// The rules are invalid.
    Rules(RulesError),
    /// There is no game.
    NoGames,
    /// The threads cannot be started.
    Threads(rayon::ThreadPoolBuildError),
}

impl fmt::Display for VectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VectorError::Rules(error) => error.fmt(f),
            VectorError::NoGames => f.write_str("a vector environment needs at least one game"),
            VectorError::Threads(error) => write!(f, "the threads cannot be started: {error}"),
        }
    }
}

impl std::error::Error for VectorError {}

/// A game of the vector.
struct Slot {
    episode: Episode,
    deals: Deals,
    last: Step,
}

/// Many games of one kind, which take their steps together.
///
/// The results do not depend on the number of threads. A step allocates nothing; only dealing a new game does,
/// for a moment.
pub struct Vector {
    game: Game,
    autoreset: Autoreset,
    slots: Vec<Slot>,
    /// The threads, if there is more than one.
    pool: Option<rayon::ThreadPool>,
}

/// The number of games that a thread takes at a time.
const CHUNK: usize = 64;

impl Vector {
    /// Makes `games` games that are played by `threads` threads; 0 stands for one thread for each processor.
    /// They are dealt by [`Vector::reset`].
    ///
    /// # Errors
    /// If the rules are invalid, there is no game, or the threads cannot be started.
    pub fn new(
        rules: &Rules,
        settings: &Settings,
        games: usize,
        threads: usize,
    ) -> Result<Vector, VectorError> {
        let game = Game::new(rules, settings).map_err(VectorError::Rules)?;
        if games == 0 {
            return Err(VectorError::NoGames);
        }
        let pool = if threads == 1 || games <= CHUNK {
            None
        } else {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
            Some(builder.build().map_err(VectorError::Threads)?)
        };
        let first = *settings.split.deals().start();
        let episode = Episode::start(&game, first);
        let slots = (0..games as u64).map(|number| Slot {
            episode: episode.clone(),
            deals: Deals::new(settings.split, settings.order, 0, number, games as u64),
            last: Step::default(),
        });
        let slots = slots.collect();
        Ok(Vector { game, autoreset: Autoreset::default(), slots, pool })
    }

    /// Replaces the time at which games are dealt anew.
    pub fn with_autoreset(mut self, autoreset: Autoreset) -> Vector {
        self.autoreset = autoreset;
        self
    }

    /// What the games have in common.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns `false`: a vector has at least one game.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The games, in order.
    pub fn episodes(&self) -> impl ExactSizeIterator<Item = &Episode> {
        self.slots.iter().map(|slot| &slot.episode)
    }

    /// The results of the last step, in order.
    pub fn last(&self) -> impl ExactSizeIterator<Item = &Step> {
        self.slots.iter().map(|slot| &slot.last)
    }

    /// Deals all games anew and writes their observations and masks. The game with number `i` gets its deals
    /// from the seed `seed + i`; without a seed, the previous sequence goes on.
    ///
    /// # Panics
    /// If a buffer has the wrong size.
    pub fn reset(&mut self, seed: Option<u64>, buffers: &mut Buffers<'_>) {
        let settings = *self.game.settings();
        if let Some(seed) = seed {
            let games = self.slots.len() as u64;
            for (slot, number) in self.slots.iter_mut().zip(0..) {
                slot.deals = Deals::new(settings.split, settings.order, seed, number, games);
            }
        }
        self.each(buffers, |game, _, slot, out| {
            slot.deal(game, None);
            slot.write_start(game, out);
        });
    }

    /// Deals one of the games anew, with a deal that may lie outside of the split, and writes its observation
    /// and mask to the buffers of a vector of one game.
    ///
    /// # Panics
    /// If there is more than one game, or a buffer has the wrong size.
    pub fn reset_to(&mut self, deal: u64, buffers: &mut Buffers<'_>) {
        assert_eq!(self.len(), 1, "a deal is chosen for a single game");
        self.each(buffers, |game, _, slot, out| {
            slot.deal(game, Some(deal));
            slot.write_start(game, out);
        });
    }

    /// Takes one action in each game and writes what follows.
    ///
    /// # Panics
    /// If there are not as many actions as games, or a buffer has the wrong size.
    pub fn step(&mut self, actions: &[i64], buffers: &mut Buffers<'_>) {
        assert_eq!(actions.len(), self.len(), "one action for each game");
        let same = self.autoreset == Autoreset::SameStep;
        self.each(buffers, |game, i, slot, out| {
            if slot.last.end.is_some() && !same {
                slot.deal(game, None);
                slot.write_start(game, out);
                return;
            }
            // A number that no action has is refused like an action that is not legal.
            let action = usize::try_from(actions[i]).unwrap_or(usize::MAX);
            slot.last = slot.episode.step(game, action, out.events, out.mask);
            *out.reward = slot.last.reward;
            *out.terminated = slot.last.end.is_some_and(|end| end.is_terminal());
            *out.truncated = slot.last.end.is_some() && !*out.terminated;
            *out.end = slot.last.end.map_or(0, |end| end as u8);
            if slot.last.end.is_some() && same {
                game.places().write(slot.episode.table(), game.settings().sight, out.last_observation);
                slot.deal(game, None);
                game.actions().mask(slot.episode.table(), out.mask);
            }
            game.places().write(slot.episode.table(), game.settings().sight, out.observation);
        });
    }

    /// Writes the information-state tensors of all games.
    ///
    /// # Panics
    /// If the buffer has the wrong size.
    pub fn information(&self, to: &mut [f32]) {
        let (cards, sight) = (self.game.cards(), self.game.settings().sight);
        assert_eq!(to.len(), self.len() * cards.len(), "a tensor for each game");
        let write = |(slot, to): (&Slot, &mut [f32])| cards.write(slot.episode.table(), sight, to);
        match &self.pool {
            None => self.slots.iter().zip(to.chunks_mut(cards.len())).for_each(write),
            Some(pool) => pool.install(|| {
                self.slots.par_iter().zip(to.par_chunks_mut(cards.len())).with_min_len(CHUNK).for_each(write);
            }),
        }
    }

    /// Calls `with` for every game with its number and its parts of the buffers.
    fn each(
        &mut self,
        buffers: &mut Buffers<'_>,
        with: impl Fn(&Game, usize, &mut Slot, &mut Out<'_>) + Sync,
    ) {
        let games = self.slots.len();
        let places = self.game.places().len();
        let last = if self.autoreset == Autoreset::SameStep { places } else { 0 };
        assert_eq!(buffers.observations.len(), games * places, "an observation for each game");
        assert_eq!(buffers.masks.len(), games * self.game.actions().len(), "a mask for each game");
        assert_eq!(buffers.rewards.len(), games, "a reward for each game");
        assert_eq!(buffers.terminated.len(), games, "a mark for each game");
        assert_eq!(buffers.truncated.len(), games, "a mark for each game");
        assert_eq!(buffers.ends.len(), games, "an end for each game");
        assert!(buffers.last_observations.len() >= games * last, "a last observation for each game");
        let part = Part {
            first: 0,
            slots: &mut self.slots,
            observations: buffers.observations,
            masks: buffers.masks,
            rewards: buffers.rewards,
            terminated: buffers.terminated,
            truncated: buffers.truncated,
            ends: buffers.ends,
            last_observations: &mut buffers.last_observations[..games * last],
        };
        match &self.pool {
            None => part.each(&self.game, &with),
            Some(pool) => pool.install(|| part.share(&self.game, &with)),
        }
    }
}

/// What belongs to some neighbouring games: the games, and their parts of the buffers.
struct Part<'a> {
    /// The number of the first game.
    first: usize,
    slots: &'a mut [Slot],
    observations: &'a mut [u8],
    masks: &'a mut [i8],
    rewards: &'a mut [f32],
    terminated: &'a mut [bool],
    truncated: &'a mut [bool],
    ends: &'a mut [u8],
    last_observations: &'a mut [u8],
}

/// What belongs to a single game.
struct Out<'a> {
    events: &'a mut Events,
    observation: &'a mut [u8],
    mask: &'a mut [i8],
    reward: &'a mut f32,
    terminated: &'a mut bool,
    truncated: &'a mut bool,
    end: &'a mut u8,
    last_observation: &'a mut [u8],
}

impl<'a> Part<'a> {
    /// Splits the games into the first `n` and the rest.
    fn split(self, n: usize) -> (Part<'a>, Part<'a>) {
        let games = self.slots.len();
        let (slots, slots_rest) = self.slots.split_at_mut(n);
        let (observations, observations_rest) =
            self.observations.split_at_mut(self.observations.len() / games * n);
        let (masks, masks_rest) = self.masks.split_at_mut(self.masks.len() / games * n);
        let (rewards, rewards_rest) = self.rewards.split_at_mut(n);
        let (terminated, terminated_rest) = self.terminated.split_at_mut(n);
        let (truncated, truncated_rest) = self.truncated.split_at_mut(n);
        let (ends, ends_rest) = self.ends.split_at_mut(n);
        let (last_observations, last_rest) =
            self.last_observations.split_at_mut(self.last_observations.len() / games * n);
        let first = self.first;
        (
            Part {
                first,
                slots,
                observations,
                masks,
                rewards,
                terminated,
                truncated,
                ends,
                last_observations,
            },
            Part {
                first: first + n,
                slots: slots_rest,
                observations: observations_rest,
                masks: masks_rest,
                rewards: rewards_rest,
                terminated: terminated_rest,
                truncated: truncated_rest,
                ends: ends_rest,
                last_observations: last_rest,
            },
        )
    }

    /// Calls `with` for every game, on all threads of the pool.
    fn share(self, game: &Game, with: &(impl Fn(&Game, usize, &mut Slot, &mut Out<'_>) + Sync)) {
        if self.slots.len() <= CHUNK {
            return self.each(game, with);
        }
        let half = self.slots.len() / 2;
        let (a, b) = self.split(half);
        rayon::join(|| a.share(game, with), || b.share(game, with));
    }

    /// Calls `with` for every game, one after the other.
    fn each(self, game: &Game, with: &(impl Fn(&Game, usize, &mut Slot, &mut Out<'_>) + Sync)) {
        let mut events = Events::new();
        let (places, actions) = (game.places().len(), game.actions().len());
        let last = self.last_observations.len() / self.slots.len();
        for (i, slot) in self.slots.iter_mut().enumerate() {
            let mut out = Out {
                events: &mut events,
                observation: &mut self.observations[i * places..][..places],
                mask: &mut self.masks[i * actions..][..actions],
                reward: &mut self.rewards[i],
                terminated: &mut self.terminated[i],
                truncated: &mut self.truncated[i],
                end: &mut self.ends[i],
                last_observation: &mut self.last_observations[i * last..][..last],
            };
            with(game, self.first + i, slot, &mut out);
        }
    }
}

impl Slot {
    /// Deals the game anew.
    fn deal(&mut self, game: &Game, deal: Option<u64>) {
        let deal = deal.unwrap_or_else(|| self.deals.next());
        self.episode = Episode::start(game, deal);
    }

    /// Writes a position at which no action was taken.
    fn write_start(&mut self, game: &Game, out: &mut Out<'_>) {
        self.last = Step::default();
        (*out.reward, *out.terminated, *out.truncated, *out.end) = (0.0, false, false, 0);
        game.actions().mask(self.episode.table(), out.mask);
        game.places().write(self.episode.table(), game.settings().sight, out.observation);
    }
}
