//! Episodes, their rewards and ends, and the vector that plays many of them.

use std::sync::{Arc, Mutex};
use talon_cards::Generator;
use talon_env::{
    Autoreset, Buffers, End, Episode, Game, Order, Reward, Settings, Split, Step, Vector, VectorError,
};
use talon_games::{ALL, CANFIELD, KLONDIKE, SPIDER_1};
use talon_players::{Player, Priorities, Record, RuleBased, Strategy, play_deal};
use talon_rules::{Events, Move, Rules, View};

/// A random legal action, or 0 if there is none.
fn random_action(mask: &[i8], generator: &mut Generator) -> usize {
    let legal: Vec<usize> = (0..mask.len()).filter(|&i| mask[i] == 1).collect();
    if legal.is_empty() { 0 } else { legal[generator.below(legal.len() as u64) as usize] }
}

#[test]
fn rewards_add_up_in_every_game() {
    for rules in ALL {
        let game = Game::new(rules, &Settings { most_moves: 150, ..Settings::default() }).unwrap();
        let mut mask = vec![0; game.actions().len()];
        for deal in 1..6 {
            let mut episode = Episode::start(&game, deal);
            let (first, mut sum) = (episode.progress(&game), 0.0);
            let mut generator = Generator::new(deal);
            game.actions().mask(episode.table(), &mut mask);
            let end = loop {
                let action = random_action(&mask, &mut generator);
                let step = episode.step(&game, action, &mut Events::new(), &mut mask);
                sum += step.reward;
                assert!((0.0..=1.0).contains(&episode.progress(&game)), "{}", rules.name);
                if let Some(end) = step.end {
                    break end;
                }
            };
            let win = f32::from(u8::from(end == End::Won));
            assert!((sum - (episode.progress(&game) - first + win)).abs() < 1e-4, "{}", rules.name);
            assert_eq!(end == End::NoMoves, mask.iter().all(|&m| m == 0));
        }
    }
}

/// A greedy player that remembers its moves.
struct Remembering(RuleBased, Arc<Mutex<Vec<Move>>>);

impl Strategy for Remembering {
    fn begin(&mut self, view: View<'_>, seed: u64) {
        self.0.begin(view, seed);
        self.1.lock().unwrap().clear();
    }

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        let chosen = self.0.choose(view, record);
        self.1.lock().unwrap().extend(chosen);
        chosen
    }
}

/// A deal and moves that win it.
fn won_game(rules: &Rules) -> (u64, Vec<Move>) {
    let moves = Arc::new(Mutex::new(Vec::new()));
    let mut player = Player::honest(Remembering(RuleBased::new(Priorities::Greedy), moves.clone()));
    let deal = (1..2000).find(|&deal| play_deal(rules, deal, &mut player).unwrap().won).unwrap();
    let moves = moves.lock().unwrap().clone();
    (deal, moves)
}

#[test]
fn a_won_game_has_made_all_progress() {
    for rules in [&SPIDER_1, &KLONDIKE, &CANFIELD] {
        let (deal, moves) = won_game(rules);
        for reward in [Reward::Progress, Reward::Win, Reward::Score] {
            let game = Game::new(rules, &Settings { reward, ..Settings::default() }).unwrap();
            let mut mask = vec![0; game.actions().len()];
            let mut episode = Episode::start(&game, deal);
            let (progress, score) = (episode.progress(&game), episode.table().score(0));
            let (mut sum, mut end) = (0.0, None);
            for &m in &moves {
                assert_eq!(end, None);
                let action = game.actions().number(m).unwrap();
                let step = episode.step(&game, action, &mut Events::new(), &mut mask);
                sum += step.reward;
                end = step.end;
            }
            assert_eq!((end, episode.progress(&game)), (Some(End::Won), 1.0), "{}", rules.name);
            let expected = match reward {
                Reward::Progress => 2.0 - progress,
                Reward::Win => 1.0,
                Reward::Score => (episode.table().score(episode.moves()) - score) as f32,
            };
            assert!((sum - expected).abs() < 1e-3, "{}: {sum}, not {expected}", rules.name);
        }
    }
}

#[test]
fn an_illegal_action_changes_nothing_but_counts() {
    let game = Game::new(&KLONDIKE, &Settings { patience: 3, ..Settings::default() }).unwrap();
    let mut mask = vec![0; game.actions().len()];
    let mut episode = Episode::start(&game, 1);
    let before = episode.table().clone();
    for (moves, end) in [(1, None), (2, None), (3, Some(End::NoProgress))] {
        let step = episode.step(&game, usize::MAX, &mut Events::new(), &mut mask);
        assert_eq!(step, Step { reward: 0.0, end, refused: true, moves });
        assert_eq!(episode.table(), &before);
    }
    assert!(!End::NoProgress.is_terminal() && !End::TooLong.is_terminal());
    assert!(End::Won.is_terminal() && End::NoMoves.is_terminal());
}

/// The buffers of a vector, with what the steps wrote to them.
#[derive(Clone, Debug, Default, PartialEq)]
struct Memory {
    observations: Vec<u8>,
    masks: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    ends: Vec<u8>,
    last: Vec<u8>,
}

impl Memory {
    fn new(vector: &Vector) -> Memory {
        let n = vector.len();
        let places = vector.game().places().len();
        Memory {
            observations: vec![99; n * places],
            masks: vec![99; n * vector.game().actions().len()],
            rewards: vec![9.0; n],
            terminated: vec![true; n],
            truncated: vec![true; n],
            ends: vec![99; n],
            last: vec![99; n * places],
        }
    }

    fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            ends: &mut self.ends,
            last_observations: &mut self.last,
        }
    }

    fn random_actions(&self, generators: &mut [Generator]) -> Vec<i64> {
        let masks = self.masks.chunks(self.masks.len() / generators.len());
        masks.zip(generators).map(|(mask, generator)| random_action(mask, generator) as i64).collect()
    }
}

/// Plays random games and returns everything that was written.
fn play(rules: &Rules, games: usize, threads: usize, autoreset: Autoreset, steps: usize) -> Vec<Memory> {
    let settings = Settings { most_moves: 60, ..Settings::default() };
    let mut vector = Vector::new(rules, &settings, games, threads).unwrap().with_autoreset(autoreset);
    let mut memory = Memory::new(&vector);
    let mut generators: Vec<Generator> = (0..games as u64).map(Generator::new).collect();
    vector.reset(Some(5), &mut memory.buffers());
    let mut all = vec![memory.clone()];
    for _ in 0..steps {
        let actions = memory.random_actions(&mut generators);
        vector.step(&actions, &mut memory.buffers());
        all.push(memory.clone());
    }
    all
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep] {
        let one = play(&KLONDIKE, 300, 1, autoreset, 100);
        assert!(one == play(&KLONDIKE, 300, 3, autoreset, 100));
        assert!(one.iter().any(|memory| memory.truncated.contains(&true)));
    }
}

#[test]
fn a_vector_plays_what_single_episodes_play() {
    let settings = Settings { most_moves: 60, ..Settings::default() };
    for rules in [&KLONDIKE, &CANFIELD, &SPIDER_1] {
        let games = 70;
        let mut vector = Vector::new(rules, &settings, games, 2).unwrap();
        let mut memory = Memory::new(&vector);
        vector.reset(Some(5), &mut memory.buffers());
        let game = vector.game().clone();
        let (places, sight) = (game.places().len(), game.settings().sight);
        let mut generators: Vec<Generator> = (0..games as u64).map(Generator::new).collect();
        let mut singles: Vec<Episode> =
            vector.episodes().map(|episode| Episode::start(&game, episode.deal())).collect();
        let mut mask = vec![0; game.actions().len()];
        let mut bytes = vec![0; places];
        for _ in 0..150 {
            let over: Vec<bool> =
                memory.terminated.iter().zip(&memory.truncated).map(|(a, b)| *a || *b).collect();
            let actions = memory.random_actions(&mut generators);
            vector.step(&actions, &mut memory.buffers());
            let deals: Vec<u64> = vector.episodes().map(Episode::deal).collect();
            for i in 0..games {
                let step = if over[i] {
                    singles[i] = Episode::start(&game, deals[i]);
                    game.actions().mask(singles[i].table(), &mut mask);
                    Step::default()
                } else {
                    singles[i].step(&game, actions[i] as usize, &mut Events::new(), &mut mask)
                };
                game.places().write(singles[i].table(), sight, &mut bytes);
                assert_eq!(memory.observations[i * places..][..places], bytes);
                assert_eq!(memory.masks[i * mask.len()..][..mask.len()], mask);
                assert_eq!(memory.rewards[i], step.reward);
                assert_eq!(memory.ends[i], step.end.map_or(0, |end| end as u8));
                let terminal = step.end.is_some_and(End::is_terminal);
                assert_eq!(memory.terminated[i], terminal);
                assert_eq!(memory.truncated[i], step.end.is_some() && !terminal);
            }
        }
        let cards = game.cards().len();
        let mut all = vec![9.0; games * cards];
        vector.information(&mut all);
        let mut one = vec![0.0; cards];
        for (single, numbers) in singles.iter().zip(all.chunks(cards)) {
            game.cards().write(single.table(), sight, &mut one);
            assert_eq!(one, numbers);
        }
    }
}

#[test]
fn a_reset_in_the_same_step_keeps_the_last_observation() {
    let next = play(&KLONDIKE, 3, 1, Autoreset::NextStep, 60);
    let same = play(&KLONDIKE, 3, 1, Autoreset::SameStep, 60);
    let (next, same) = (next.last().unwrap(), same.last().unwrap());
    // Random players of 60 moves are cut off in the same step.
    assert_eq!(next.truncated, [true; 3]);
    assert_eq!(same.truncated, [true; 3]);
    assert_eq!(next.observations, same.last);
    assert_ne!(next.observations, same.observations);
}

#[test]
fn ascending_deals_are_played_once_each() {
    let settings =
        Settings { split: Split::Test, order: Order::Ascending, most_moves: 1, ..Settings::default() };
    let mut vector = Vector::new(&KLONDIKE, &settings, 4, 1).unwrap().with_autoreset(Autoreset::SameStep);
    let mut memory = Memory::new(&vector);
    vector.reset(None, &mut memory.buffers());
    let mut deals: Vec<u64> = vector.episodes().map(Episode::deal).collect();
    vector.step(&[0; 4], &mut memory.buffers());
    deals.extend(vector.episodes().map(Episode::deal));
    assert_eq!(deals, (50_000_001..50_000_009).collect::<Vec<u64>>());
    let mut single = Vector::new(&KLONDIKE, &settings, 1, 1).unwrap();
    let mut memory = Memory::new(&single);
    single.reset_to(7, &mut memory.buffers());
    assert_eq!(single.episodes().next().unwrap().deal(), 7);
}

#[test]
fn what_cannot_be_played_is_an_error() {
    let wrong = Rules { columns: 0, ..KLONDIKE };
    let error = Vector::new(&wrong, &Settings::default(), 1, 1).err().unwrap();
    assert_eq!(error.to_string(), "columns must be a whole number from 1 to 20, not 0");
    assert!(matches!(Vector::new(&KLONDIKE, &Settings::default(), 0, 1), Err(VectorError::NoGames)));
}
