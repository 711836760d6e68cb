//! An ensemble learns what can be learned, and every training can be repeated.

use std::sync::atomic::{AtomicBool, Ordering};
use talon_cards::Generator;
use talon_lab::train::{Exploring, Lesson, Recipe, Round, Sample, go_on, learn, play, train};
use talon_players::spider::{Ensemble, INPUTS, Value};
use talon_solve::spider::observation::ClosureOptions;

/// A flag that nobody sets.
static GO: AtomicBool = AtomicBool::new(false);

/// Samples that follow a rule: a game is won if two inputs together exceed a third.
fn samples(count: usize, seed: u64) -> Vec<Sample> {
    let mut chance = Generator::new(seed);
    (0..count)
        .map(|_| {
            let mut sketch = [0u8; INPUTS];
            sketch[..20].iter_mut().for_each(|x| *x = chance.below(10) as u8);
            let won = sketch[3] + sketch[4] > 9;
            let target = Value { win: f32::from(u8::from(won)), progress: f32::from(sketch[7]) / 9.0 };
            Sample { sketch, target }
        })
        .collect()
}

#[test]
fn nets_learn_a_rule() {
    let lesson = Lesson { nets: 2, passes: 8, rate: 0.005, batch: 64, seed: 1 };
    let (nets, losses) = learn(&samples(4000, 1), &Ensemble::default(), &lesson, 2, &GO);
    assert_eq!(losses.len(), 2);
    let fresh = samples(500, 2);
    let right = fresh.iter().filter(|s| (nets.value(&s.sketch).win > 0.5) == (s.target.win > 0.5)).count();
    assert!(right > 450, "{right} of 500");
    let off = |s: &Sample| (nets.value(&s.sketch).progress - s.target.progress).abs();
    let mean = fresh.iter().map(off).sum::<f32>() / 500.0;
    assert!(mean < 0.1, "{mean}");
    // Training starts from the given nets: with a learning rate of zero they hardly change.
    let still = Lesson { passes: 1, rate: 0.0, ..lesson };
    let (same, _) = learn(&samples(300, 3), &nets, &still, 1, &GO);
    for sample in &fresh[..50] {
        assert!((same.value(&sample.sketch).win - nets.value(&sample.sketch).win).abs() < 1e-3);
    }
}

#[test]
fn a_training_repeats_on_any_number_of_threads() {
    let round = Round { games: 6, cap: 40, stray: 0.1, lambda: 1.0, keep: 1, passes: 1, rate: 0.002 };
    let rounds = vec![round, Round { lambda: 0.7, keep: 2, ..round }];
    let recipe = Recipe { suits: 2, nets: 2, seed: 5, rounds };
    let mut samples = Vec::new();
    let once = train(&recipe, 1, &GO, |_, news, _| samples.push(news.samples));
    let again = train(&recipe, 3, &GO, |_, _, _| {});
    assert_eq!(once, again);
    assert!(samples[1] > samples[0] && samples[0] > 50, "{samples:?}");
    let other = train(&Recipe { seed: 6, ..recipe }, 2, &GO, |_, _, _| {});
    assert_ne!(once, other);
}

/// A training that continues from the nets of a round gives the same result as one that was not stopped.
#[test]
fn a_training_can_be_taken_up_again() {
    let round = Round { games: 5, cap: 30, stray: 0.1, lambda: 0.7, keep: 1, passes: 1, rate: 0.002 };
    let recipe = Recipe { suits: 1, nets: 2, seed: 3, rounds: vec![round; 3] };
    let mut second = Ensemble::default();
    let mut heard = 0;
    let whole = train(&recipe, 2, &GO, |number, _, nets| {
        heard += 1;
        if number == 1 {
            second = nets.clone();
        }
    });
    assert_eq!(heard, 3);
    let mut rounds = Vec::new();
    assert_eq!(go_on(&recipe, 2, second, 1, &GO, |number, _, _| rounds.push(number)), whole);
    assert_eq!(rounds, [2]);
}

/// A training that is stopped returns its complete rounds at once, and discards the rest.
#[test]
fn a_training_that_is_stopped_keeps_whole_rounds() {
    let round = Round { games: 5, cap: 30, stray: 0.1, lambda: 0.7, keep: 1, passes: 1, rate: 0.002 };
    // The last round would take hours.
    let long = Round { games: 10_000_000, passes: 1_000_000, ..round };
    let recipe = Recipe { suits: 1, nets: 2, seed: 3, rounds: vec![round, long] };
    let stop = AtomicBool::new(false);
    let mut first = None;
    let whole = train(&recipe, 2, &stop, |number, _, nets| {
        assert_eq!(number, 0);
        first = Some(nets.clone());
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(whole, None);
    let alone = Recipe { rounds: vec![round], ..recipe };
    assert_eq!(first, train(&alone, 1, &GO, |_, _, _| {}));
}

/// With plain outcomes, every sample of a game has the game's result as its target.
#[test]
fn targets_lie_between_what_was_thought_and_what_came() {
    let reach = ClosureOptions { cap: 60, ..ClosureOptions::default() };
    let outcome = Exploring { stray: 0.0, among: 20, lambda: 1.0 };
    let played = play(1, 0..20, &Ensemble::default(), &reach, Some(outcome), 2, &GO);
    assert_eq!(played.tally.games, 20);
    assert_eq!(played.samples.len() as u64, played.tally.decisions);
    assert!(played.tally.won > 0, "one suit is easy");
    assert!(played.samples.iter().all(|s| s.target.win == 0.0 || s.target.win == 1.0));
    assert!(played.samples.iter().all(|s| (s.target.win == 1.0) == (s.target.progress == 1.0)));
    let evaluation = play(1, 0..20, &Ensemble::default(), &reach, None, 1, &GO);
    assert_eq!((evaluation.tally.won, evaluation.samples.len()), (played.tally.won, 0));
}
