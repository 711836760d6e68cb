//! The learned Spider players: they play by the rules, win, and never peek.

use talon_cards::{Card, Deck, Generator, Suit, shuffle};
use talon_players::spider::{Ensemble, INPUTS, NUMBERS, Net, Policy, World, encode, shipped};
use talon_players::{check_honesty, find, play_deal};
use talon_solve::spider::observation::{Closure, ClosureOptions};
use talon_solve::spider::{Game, Heuristic, Position, Splits, State, Step, Variant, carries};

/// Spider with four suits, dealt and packed.
fn deal(number: u64) -> (Game, State) {
    Game::pack(&Position::spider(&shuffle(Deck::DOUBLE, number), Variant::STRICT)).unwrap()
}

#[test]
fn they_win() {
    for (rules, deals, at_least) in
        [(talon_games::SPIDER_1, 20, 10), (talon_games::SPIDER_2, 20, 4), (talon_games::SPIDER, 80, 3)]
    {
        let mut player = find("spider-fast+cap=300", &rules, None).unwrap();
        let won = (0..deals).filter(|&deal| play_deal(&rules, deal, &mut player).unwrap().won).count();
        assert!(won >= at_least, "{}: {won} of {deals}", rules.name);
    }
}

/// The ladder rises: each of these players comes further than the one before it, on the same deals.
#[test]
fn each_rung_comes_further_than_the_one_below() {
    let rules = &talon_games::SPIDER;
    let mut last = 0;
    for spec in ["random", "expose-most", "depth-search+depth=2", "beam+cap=200"] {
        let mut player = find(spec, rules, None).unwrap();
        let turned: u32 =
            (0..30).map(|deal| 44 - u32::from(play_deal(rules, deal, &mut player).unwrap().face_down)).sum();
        assert!(turned > last, "{spec} turned up {turned} cards, the player before {last}");
        last = turned;
    }
}

#[test]
fn sampling_players_play_whole_games() {
    for spec in ["monte-carlo+cap=40+ways=3+worlds=2", "tree-search+cap=40+ways=3+rounds=6"] {
        let mut player = find(spec, &talon_games::SPIDER_1, None).unwrap();
        let game = play_deal(&talon_games::SPIDER_1, 3, &mut player).unwrap();
        assert_eq!(game.deals, 5, "{spec}: {game:?}");
        assert!(game.face_down < 40, "{spec}: {game:?}");
    }
}

#[test]
fn hidden_cards_change_no_choice() {
    let games = [talon_games::SPIDER, talon_games::SPIDER_2, talon_games::SPIDER_1];
    let specs = [
        ("brown", 200),
        ("depth-search", 40),
        ("beam+cap=100", 60),
        ("monte-carlo+cap=40+ways=3+worlds=2", 30),
        ("tree-search+cap=40+ways=3+rounds=6", 30),
        ("spider-fast+cap=100", 400),
        ("spider-ahead+cap=30+free=30+ways=3+rows=6+next=8+inner=4+late=2+worlds=6", 100),
        ("spider-ahead+cap=30+free=30+ways=3+rows=6+next=8+inner=4+late=5+worlds=6", 100),
    ];
    for (rules, (spec, positions)) in games.iter().flat_map(|rules| specs.map(|spec| (rules, spec))) {
        if let Err(error) = check_honesty(spec, rules, positions) {
            panic!("{spec} in {}: {error}", rules.name);
        }
    }
}

#[test]
fn other_games_are_refused_with_a_reason() {
    for rules in [talon_games::SPIDERETTE, talon_games::KLONDIKE] {
        for spec in ["spider-learned", "spider-ahead", "beam", "tree-search"] {
            let Err(error) = find(spec, &rules, None) else { panic!("{} is not Spider", rules.name) };
            assert!(error.to_string().ends_with("only Spider with two decks and ten columns"), "{error}");
        }
    }
}

/// Columns in another order and suits with other names have the same encoding.
#[test]
fn an_encoding_names_no_column_and_no_suit() {
    let mut closure = Closure::new();
    let mut choices = 0;
    for deal in 0..30u64 {
        let mut chance = Generator::new(deal);
        let cards = shuffle(Deck::DOUBLE, deal);
        let plain = Position::spider(&cards, Variant::STRICT);
        let (game, _) = Game::pack(&plain).unwrap();
        let mut position = plain;
        for _ in 0..deal {
            let (game, mut state) = Game::pack(&position).unwrap();
            let mut steps = vec![];
            carries(&state, &game, Splits::Gains, |s| steps.push(s));
            let step = *steps.get(chance.below(steps.len().max(1) as u64) as usize).unwrap_or(&Step::DEAL);
            if !state.is_legal(&game, step) {
                break;
            }
            state.play(&game, step);
            position = state.unpack(&game);
        }
        let mut turned = position.clone();
        chance.shuffle(&mut turned.columns);
        for card in turned.columns.iter_mut().flat_map(|column| &mut column.cards) {
            let suit = Suit::from_index((card.suit().index() + 1) % 4);
            *card = Card::new(card.rank(), suit);
        }
        let encoding = |position: &Position| {
            let (game, state) = Game::pack(position).unwrap();
            encode(&game.observed(), &state.observed(), Deck::DOUBLE, false)
        };
        assert_eq!(encoding(&position), encoding(&turned), "deal {deal}");
        let (_, state) = Game::pack(&position).unwrap();
        closure.explore(
            &game.observed(),
            &state.observed(),
            &Heuristic::by_hand(&game),
            &ClosureOptions::default(),
        );
        choices += closure.choices().len();
    }
    assert!(choices > 100);
}

#[test]
fn files_of_nets_read_back_and_damaged_ones_are_refused() {
    for suits in [1, 2, 4] {
        let nets = shipped(suits);
        assert_eq!(Ensemble::read(&nets.write()), Ok(nets));
    }
    let good = Ensemble(vec![Net::new(vec![0.5; NUMBERS])]).write();
    for bad in [&good[..5], &good[1..], &good[..good.len() - 1], b"", b"TALONSN1", b"TALONSN1\x01"] {
        assert!(Ensemble::read(bad).is_err());
    }
    let mut infinite = good.clone();
    let end = infinite.len();
    infinite[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(Ensemble::read(&infinite).is_err());
}

#[test]
fn a_policy_without_nets_follows_the_score_and_may_stray() {
    let (game, state) = deal(3);
    let (observed, seen) = (game.observed(), state.observed());
    let mut policy =
        Policy::new(Deck::DOUBLE, Ensemble::default(), Heuristic::by_hand(&game), ClosureOptions::default());
    let best = policy.decide(&observed, &seen, |_| None).unwrap();
    let first = policy.decide(&observed, &seen, |_| Some(0)).unwrap();
    let last = policy.decide(&observed, &seen, |choices| Some(choices - 1)).unwrap();
    assert_eq!(best.path, first.path);
    assert_ne!(best.path, last.path);
    assert_eq!(best.encoding.len(), INPUTS);
}

/// Only some nets value every choice, but the value of the best choice is that of all nets, and of few
/// choices the one with the highest value is taken.
#[test]
fn all_nets_value_the_best_choice() {
    let nets = shipped(4);
    let reach = ClosureOptions { choices: 20, ..ClosureOptions::default() };
    for number in 0..20 {
        let (game, state) = deal(number);
        let (observed, seen) = (game.observed(), state.observed());
        let mut policy = Policy::new(Deck::DOUBLE, nets.clone(), Heuristic::by_hand(&game), reach);
        let best = policy.decide(&observed, &seen, |_| None).unwrap();
        assert_eq!(best.best, nets.value(&best.encoding), "deal {number}");
        for index in 0..20 {
            let stray = |choices: usize| Some(index.min(choices - 1));
            let Some(other) = policy.decide(&observed, &seen, stray) else { continue };
            let value = nets.value(&other.encoding);
            assert!(value.utility() <= best.best.utility(), "deal {number}, choice {index}");
        }
    }
}

/// In a sampled world cards turn up in the order of its list, whatever is played.
#[test]
fn every_choice_meets_the_same_cards() {
    let deck = Deck { copies: 8, suits: 1, ranks: 13 };
    let mut turned = 0;
    for deal in 0..40 {
        let (game, mut state) = Game::pack(&Position::spider(&shuffle(deck, deal), Variant::STRICT)).unwrap();
        let observed = game.observed();
        let mut coming: Vec<_> =
            (0..10).flat_map(|c| state.column(c)[..state.face_down(c)].to_vec()).collect();
        Generator::new(deal).shuffle(&mut coming);
        let mut world = World { game: &game, observed: &observed, coming: &coming, turned: 0 };
        let mut chance = Generator::new(deal + 1000);
        for _ in 0..200 {
            let mut steps = vec![];
            carries(&state, &game, Splits::Gains, |step| steps.push(step));
            let pick = steps.get(chance.below(steps.len() as u64 + 1) as usize).copied();
            let step = pick.unwrap_or(Step::DEAL);
            if !state.is_legal(&game, step) {
                continue;
            }
            let (before, first) = (state, world.turned);
            world.play(&mut state, step);
            let columns =
                [step.from(), step.to()].into_iter().filter(|&c| state.face_down(c) < before.face_down(c));
            if step == Step::DEAL {
                continue;
            }
            for (number, c) in columns.enumerate() {
                assert_eq!(
                    state.column(c)[state.face_down(c)],
                    coming[first + number],
                    "deal {deal}: {step:?}"
                );
                turned += 1;
            }
        }
    }
    assert!(turned > 300, "only {turned} cards turned");
}
