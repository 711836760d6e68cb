//! The learned Spider player: it plays by the rules, wins, and never peeks.

use cards::{Deck, Generator};
use players::spider::{Mind, NUMBERS, Net, Nets, SIZE, World, shipped, sketch};
use players::{Course, Player, Strategy, find};
use rules::{Rules, Table};
use solve::packed::spider::{Closure, Game, Position, Reach, Ruling, Scorer, Step};

fn player(spec: &str, rules: &Rules) -> Box<dyn Strategy> {
    match find(spec, rules, None) {
        Ok(Player::Honest(player)) => player,
        _ => panic!("{spec} is an honest player"),
    }
}

/// Plays a game on a table that checks every move; was it won?
fn game(rules: &Rules, deal: u64, player: &mut dyn Strategy) -> bool {
    let mut table = Table::numbered(rules, deal).unwrap();
    let mut course = Course::default();
    player.begin(table.view(), deal);
    while !table.is_won() && course.moves < 5000 {
        let Some(m) = player.choose(table.view(), &course) else { break };
        table.play(m).unwrap_or_else(|why| panic!("deal {deal}: {m:?}: {why:?}"));
        course.moves += 1;
        course.last = Some(m);
    }
    table.is_won()
}

#[test]
fn wins_are_real() {
    for (rules, deals, at_least) in
        [(games::SPIDER_1, 20, 10), (games::SPIDER_2, 20, 4), (games::SPIDER, 80, 3)]
    {
        let mut player = player("spider-fast+cap=300", &rules);
        let won = (0..deals).filter(|&deal| game(&rules, deal, &mut *player)).count();
        assert!(won >= at_least, "{}: {won} of {deals}", rules.name);
    }
}

#[test]
fn hidden_cards_change_no_choice() {
    let games = [games::SPIDER, games::SPIDER_2, games::SPIDER_1];
    let specs = [
        ("spider-fast+cap=100", 5),
        ("spider-ahead+cap=30+free=30+ways=3+rows=6+next=8+inner=4+late=2+worlds=6", 1),
        ("spider-ahead+cap=30+free=30+ways=3+rows=6+next=8+inner=4+late=5+worlds=6", 1),
    ];
    for (rules, (spec, deals)) in games.iter().flat_map(|rules| specs.map(|spec| (rules, spec))) {
        let (mut first, mut second) = (player(spec, rules), player(spec, rules));
        for deal in 0..deals {
            let mut table = Table::numbered(rules, deal).unwrap();
            let mut chance = Generator::new(deal + 77);
            let mut course = Course::default();
            first.begin(table.view(), deal);
            second.begin(table.view().imagine(&mut chance).view(), deal);
            while !table.is_won() {
                let other = table.view().imagine(&mut chance);
                let chosen = first.choose(table.view(), &course);
                assert_eq!(chosen, second.choose(other.view(), &course), "{} {deal}\n{table}", rules.name);
                let Some(m) = chosen else { break };
                table.play(m).unwrap();
                course.moves += 1;
            }
        }
    }
}

#[test]
fn other_games_are_refused_with_a_reason() {
    for rules in [games::SPIDERETTE, games::KLONDIKE] {
        let Err(error) = find("spider-learned", &rules, None) else { panic!("{} is not Spider", rules.name) };
        assert!(error.to_string().contains("Spider with two packs"), "{error}");
    }
    assert!(find("spider-learned+cap=0", &games::SPIDER, None).is_err());
}

/// Columns in another order and suits under other names are the same to the nets.
#[test]
fn a_sketch_knows_no_place_and_no_suit() {
    let mut closure = Closure::new();
    let mut looked = 0;
    for deal in 0..30u64 {
        let mut chance = Generator::new(deal);
        let cards = cards::shuffle(Deck::DOUBLE, deal);
        let plain = Position::spider(&cards, Ruling::STRICT);
        let (game, _) = Game::pack(&plain).unwrap();
        let mut position = plain;
        for _ in 0..deal {
            let (game, state) = Game::pack(&position).unwrap();
            let mut steps = vec![];
            solve::packed::spider::carries(&state, &game, solve::packed::spider::Splits::Gains, |s| {
                steps.push(s)
            });
            let step = *steps.get(chance.below(steps.len().max(1) as u64) as usize).unwrap_or(&Step::DEAL);
            if position.play(step.plain()).is_err() {
                break;
            }
        }
        let mut turned = position.clone();
        chance.shuffle(&mut turned.columns);
        for card in turned.columns.iter_mut().flat_map(|column| &mut column.cards) {
            let suit = cards::Suit::from_index((card.suit().index() + 1) % 4);
            *card = cards::Card::new(card.rank(), suit);
        }
        let look = |position: &Position| {
            let (game, state) = Game::pack(position).unwrap();
            sketch(&game.blind(), &state.masked(), Deck::DOUBLE, false)
        };
        assert_eq!(look(&position), look(&turned), "deal {deal}");
        let (_, state) = Game::pack(&position).unwrap();
        closure.explore(&game.blind(), &state.masked(), &Scorer::plain(&game), &Reach::default());
        looked += closure.choices().len();
    }
    assert!(looked > 100);
}

#[test]
fn files_of_nets() {
    for suits in [1, 2, 4] {
        let nets = shipped(suits);
        assert_eq!(Nets::read(&nets.write()), Ok(nets));
    }
    let good = Nets(vec![Net::new(vec![0.5; NUMBERS])]).write();
    for bad in [&good[..5], &good[1..], &good[..good.len() - 1], b"", b"TALONSN1", b"TALONSN1\x01"] {
        assert!(Nets::read(bad).is_err());
    }
    let mut none = good.clone();
    let end = none.len();
    none[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(Nets::read(&none).is_err());
}

/// Without nets the hand-made score decides; a way asked for is taken.
#[test]
fn a_mind_may_stray() {
    let (game, state) =
        Game::pack(&Position::spider(&cards::shuffle(Deck::DOUBLE, 3), Ruling::STRICT)).unwrap();
    let (blind, seen) = (game.blind(), state.masked());
    let mut mind = Mind::new(Deck::DOUBLE, Nets::default(), Scorer::plain(&game), Reach::default());
    let best = mind.decide(&blind, &seen, |_| None).unwrap();
    let same = mind.decide(&blind, &seen, |_| Some(0)).unwrap();
    let last = mind.decide(&blind, &seen, |ways| Some(ways - 1)).unwrap();
    assert_eq!(best.path, same.path);
    assert_ne!(best.path, last.path);
    assert_eq!(best.sketch.len(), SIZE);
}

/// Some nets look at every way, but what is thought of the best is what all of them think; and of few
/// ways the one all of them like most is taken.
#[test]
fn all_nets_have_their_say() {
    let nets = shipped(4);
    let reach = Reach { choices: 20, ..Reach::default() };
    for deal in 0..20 {
        let (game, state) =
            Game::pack(&Position::spider(&cards::shuffle(Deck::DOUBLE, deal), Ruling::STRICT)).unwrap();
        let (blind, seen) = (game.blind(), state.masked());
        let mut mind = Mind::new(Deck::DOUBLE, nets.clone(), Scorer::plain(&game), reach);
        let best = mind.decide(&blind, &seen, |_| None).unwrap();
        assert_eq!(best.hope, nets.hope(&best.sketch), "deal {deal}");
        for way in 0..20 {
            let Some(other) = mind.decide(&blind, &seen, |ways| Some(way.min(ways - 1))) else { continue };
            assert!(nets.hope(&other.sketch).value() <= best.hope.value(), "deal {deal}, way {way}");
        }
    }
}

/// In an imagined world cards turn up in the order of its list, whatever is played.
#[test]
fn every_way_meets_the_same_cards() {
    let deck = Deck { copies: 8, suits: 1, ranks: 13 };
    let mut turned = 0;
    for deal in 0..40 {
        let (game, mut state) =
            Game::pack(&Position::spider(&cards::shuffle(deck, deal), Ruling::STRICT)).unwrap();
        let blind = game.blind();
        let mut coming: Vec<_> = (0..10).flat_map(|c| state.column(c)[..state.down(c)].to_vec()).collect();
        Generator::new(deal).shuffle(&mut coming);
        let mut world = World { game: &game, blind: &blind, coming: &coming, turned: 0 };
        let mut chance = Generator::new(deal + 1000);
        for _ in 0..200 {
            let mut steps = vec![];
            let splits = solve::packed::spider::Splits::Gains;
            solve::packed::spider::carries(&state, &game, splits, |step| steps.push(step));
            let pick = steps.get(chance.below(steps.len() as u64 + 1) as usize).copied();
            let step = pick.unwrap_or(Step::DEAL);
            if !state.legal(&game, step) {
                continue;
            }
            let (before, first) = (state, world.turned);
            world.play(&mut state, step);
            let columns = [step.from(), step.to()].into_iter().filter(|&c| state.down(c) < before.down(c));
            if step == Step::DEAL {
                continue;
            }
            for (number, c) in columns.enumerate() {
                assert_eq!(state.column(c)[state.down(c)], coming[first + number], "deal {deal}: {step:?}");
                turned += 1;
            }
        }
    }
    assert!(turned > 300, "only {turned} cards turned");
}
