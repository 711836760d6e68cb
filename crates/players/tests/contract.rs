//! What every player must do in every game: end it, repeat it, and never peek.

use talon_cards::Generator;
use talon_players::{
    End, HonestyError, PLAYERS, Player, Record, Strategy, Weights, check_honesty, find, play,
};
use talon_rules::{Move, Pile, Rules, Stock, Table, View};

/// The result of every deal of a range.
fn games(spec: &str, rules: &Rules, deals: std::ops::Range<u64>) -> Vec<talon_players::Game> {
    let mut player = find(spec, rules, None).unwrap();
    deals.map(|deal| play(&mut Table::numbered(rules, deal).unwrap(), &mut player, deal)).collect()
}

fn wins(spec: &str, rules: &Rules, deals: std::ops::Range<u64>) -> usize {
    games(spec, rules, deals).iter().filter(|game| game.won).count()
}

#[test]
fn no_player_peeks() {
    let mut played = 0;
    for entry in PLAYERS {
        // Players with settings think longer.
        let positions = if entry.settings.is_empty() { 100 } else { 12 };
        for rules in talon_games::ALL {
            match check_honesty(entry.quick, rules, positions) {
                Ok(()) => played += 1,
                Err(HonestyError::Player(_)) => {}
                Err(HonestyError::Oracle) => assert_eq!(entry.name, "oracle"),
                Err(error @ HonestyError::Peeks(_)) => panic!("{} in {}: {error}", entry.quick, rules.name),
            }
        }
    }
    assert!(played > 350, "only {played} pairs of a player and a game");
}

/// A strategy that knows a hidden card: two copies of it that know different ones do not play alike.
struct Peeker {
    seed: u64,
}

impl Strategy for Peeker {
    fn begin(&mut self, _: View<'_>, _: u64) {}

    fn choose(&mut self, view: View<'_>, _: &Record) -> Option<Move> {
        let world = view.imagine(&mut Generator::new(self.seed));
        self.seed += 1;
        let moves = view.moves();
        let hidden = world.cards(Pile::Column(6)).next()?;
        moves.get(usize::from(hidden.index()) % moves.len().max(1)).copied()
    }
}

#[test]
fn the_honesty_check_finds_a_player_that_peeks() {
    let rules = talon_games::find("klondike").unwrap();
    let (mut first, mut second) = (Peeker { seed: 1 }, Peeker { seed: 2 });
    assert!(talon_players::compare(rules, &mut first, &mut second, 100).is_err());
}

#[test]
fn every_game_ends_and_can_be_repeated() {
    for entry in PLAYERS {
        for rules in talon_games::ALL {
            if find(entry.quick, rules, None).is_err() {
                continue;
            }
            let deals = if entry.settings.is_empty() { 5 } else { 1 };
            let first = games(entry.quick, rules, 0..deals);
            assert_eq!(first, games(entry.quick, rules, 0..deals), "{} in {}", entry.quick, rules.name);
            assert!(first.iter().all(|game| game.won == (game.end == End::Won)));
            // Nobody gives up an open game.
            let resigned = first.iter().filter(|game| game.end == End::Resigned).count();
            assert_eq!(resigned, 0, "{} in {}", entry.quick, rules.name);
        }
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let (spider, klondike) = (&talon_games::SPIDER, &talon_games::KLONDIKE);
    for (spec, rules, sentence) in [
        ("gredy", klondike, "there is no player called \"gredy\"; the players are random, first, greedy"),
        ("greedy+cap=3", klondike, "greedy has no setting \"cap\"; it has no settings at all"),
        ("closure+cup=3", klondike, "closure has no setting \"cup\"; its settings are cap"),
        ("closure+cap=x", klondike, "\"x\" is not a value for cap: it must be a whole number of at least 0"),
        ("closure+cap=2.5", klondike, "\"2.5\" is not a value for cap: it must be a whole number"),
        ("closure+cap", klondike, "\"cap\" is not a setting; write name=number"),
        (
            "hindsight+worlds=0",
            klondike,
            "\"0\" is not a value for worlds: it must be a whole number of at least 1",
        ),
        (
            "hindsight+pile=-1",
            klondike,
            "\"-1\" is not a value for pile: it must be a number that is not negative",
        ),
        ("hindsight", spider, "hindsight does not play Spider: nearly every sampled world can be won"),
        ("spider-fast+cap=0", spider, "\"0\" is not a value for cap"),
    ] {
        let error = find(spec, rules, None).err().unwrap().to_string();
        assert!(error.starts_with(sentence), "{error}");
    }
    let error = find("random", spider, Some(&Weights::standard(spider))).err().unwrap().to_string();
    assert_eq!(error, "random does not use weights");
}

#[test]
fn stronger_players_win_more_on_a_few_deals() {
    let rules = talon_games::find("canfield-strict").unwrap();
    let random = wins("random", rules, 0..12);
    let hindsight = wins("hindsight+worlds=6+nodes=100", rules, 0..12);
    let oracle = wins("oracle", rules, 0..12);
    assert!(random < hindsight && hindsight <= oracle, "{random} {hindsight} {oracle}");
}

/// In Klondike this fails if an empty column is worth more than the king that fills it, or if the player
/// would rather move cards to and fro than turn the stock. Rainbow's worlds are judged by rollouts.
#[test]
fn judging_positions_beats_fixed_priorities() {
    for (game, spec, deals) in [("klondike", "heuristic", 100), ("rainbow", "hindsight+worlds=12", 40)] {
        let rules = talon_games::find(game).unwrap();
        let (greedy, judging) = (wins("greedy", rules, 0..deals), wins(spec, rules, 0..deals));
        assert!(judging > greedy, "{game}: greedy {greedy}, {spec} {judging}");
    }
}

/// The player has seen what lay open: the top card of a closed reserve, the face-up cards of a column, and
/// what was turned from the stock.
#[test]
fn a_view_shows_what_lay_open() {
    for rules in talon_games::ALL {
        let Player::Honest(mut player) = find("random", rules, None).unwrap() else { unreachable!() };
        for deal in 0..5 {
            let mut table = Table::numbered(rules, deal).unwrap();
            let mut turned = rules.has_waste() && rules.first_turned;
            let mut record = Record::default();
            player.begin(table.view(), deal);
            while let Some(m) = player.choose(table.view(), &record) {
                let hidden = |pile| table.view().cards(pile).filter(Option::is_none).count();
                let reserve = table.len(Pile::Reserve);
                let closed = if rules.reserve_up { 0 } else { reserve.saturating_sub(1) };
                assert_eq!(hidden(Pile::Reserve), closed, "{}\n{table}", rules.name);
                for pile in (0..rules.columns).map(Pile::Column) {
                    assert_eq!(hidden(pile), table.face_down(pile));
                }
                if !turned && rules.stock == Stock::Waste {
                    assert_eq!(hidden(Pile::Stock), table.len(Pile::Stock));
                }
                turned |= m == Move::Redeal;
                table.play(m).unwrap();
                record.moves += 1;
                if record.moves > 80 {
                    break;
                }
            }
        }
    }
}
