//! What every player owes every game: it ends, it is deterministic, and it never peeks.

use cards::Generator;
use players::{Course, End, PLAYERS, Player, Strategy};
use rules::{Move, Rules, Table, View};

/// Players that think long do so less here: how long changes no rule of sight.
fn quick(name: &'static str) -> &'static str {
    match name {
        "closure" => "closure+cap=15",
        "expectimax" => "expectimax+cap=8+ways=2+samples=2+inner=4",
        "hindsight" => "hindsight+worlds=2+nodes=20+cap=15",
        "oracle" => "oracle+nodes=300",
        "spider-learned" => "spider-learned+cap=60",
        "spider-fast" => "spider-fast+cap=30",
        "spider-ahead" => "spider-ahead+cap=40+free=40+ways=2+rows=2+next=10+inner=5+late=2+worlds=2",
        other => other,
    }
}

fn honest(spec: &str, rules: &Rules) -> Option<Box<dyn Strategy>> {
    match players::find(spec, rules, None) {
        Ok(Player::Honest(strategy)) => Some(strategy),
        _ => None,
    }
}

/// Two copies of a player play one game, the second with the hidden cards dealt anew before each
/// move; the first position where they differ.
fn peeks(
    rules: &Rules,
    first: &mut dyn Strategy,
    second: &mut dyn Strategy,
    positions: u32,
) -> Option<String> {
    let mut seen = 0;
    for deal in 0.. {
        let mut table = Table::numbered(rules, deal).unwrap();
        let mut generator = Generator::new(deal ^ 0x5EED);
        let mut course = Course::default();
        first.begin(table.view(), deal);
        second.begin(table.view().imagine(&mut generator).view(), deal);
        while seen < positions && course.moves < 60 && !table.is_won() {
            let other = table.view().imagine(&mut generator);
            let (a, b) = (first.choose(table.view(), &course), second.choose(other.view(), &course));
            if a != b {
                return Some(format!("{a:?} or {b:?} in\n{table}"));
            }
            seen += 1;
            let Some(m) = a else { break };
            table.play(m).unwrap();
            course.moves += 1;
            course.last = Some(m);
        }
        if seen >= positions {
            return None;
        }
    }
    None
}

#[test]
fn nobody_peeks() {
    for entry in PLAYERS.iter().filter(|entry| entry.name != "oracle") {
        for rules in games::ALL {
            let spec = quick(entry.name);
            let (Some(mut first), Some(mut second)) = (honest(spec, rules), honest(spec, rules)) else {
                continue;
            };
            let positions = if spec.contains('+') { 12 } else { 100 };
            if let Some(difference) = peeks(rules, &mut *first, &mut *second, positions) {
                panic!("{spec} peeks in {}: {difference}", rules.name);
            }
        }
    }
}

/// A player that does peek is found out: it holds the key to one world and plays differently there.
struct Peeker {
    truth: u64,
}

impl Strategy for Peeker {
    fn begin(&mut self, _: View<'_>, _: u64) {}

    fn choose(&mut self, view: View<'_>, _: &Course) -> Option<Move> {
        // What a peek could do: the key of a position knows every card.
        let world = view.imagine(&mut Generator::new(self.truth));
        self.truth += 1;
        let moves = view.moves();
        let hidden = world.cards(rules::Pile::Column(6)).next()?;
        moves.get(usize::from(hidden.index()) % moves.len().max(1)).copied()
    }
}

#[test]
fn a_player_with_two_minds_is_found_out() {
    let rules = games::find("klondike").unwrap();
    // Two copies that imagine different worlds behave as a peeking player would.
    let found = peeks(rules, &mut Peeker { truth: 1 }, &mut Peeker { truth: 2 }, 100);
    assert!(found.is_some());
}

#[test]
fn every_game_ends_and_ends_the_same_twice() {
    for entry in PLAYERS {
        for rules in games::ALL {
            let spec = quick(entry.name);
            let deals = if spec.contains('+') { 1 } else { 5 };
            let mut results = Vec::new();
            for _ in 0..2 {
                let Ok(mut player) = players::find(spec, rules, None) else { continue };
                for deal in 0..deals {
                    let mut table = Table::numbered(rules, deal).unwrap();
                    let game = players::play(&mut table, &mut player, deal);
                    assert_eq!(game.won, game.end == End::Won);
                    assert_eq!(game.cards_up, table.cards_up());
                    results.push(game);
                }
            }
            let half = results.len() / 2;
            assert_eq!(results[..half], results[half..], "{spec} in {}", rules.name);
        }
    }
}

#[test]
fn who_does_not_play_says_why() {
    let spider = games::find("spider").unwrap();
    let refused = players::find("hindsight", spider, None).err().unwrap().to_string();
    assert!(refused.starts_with("hindsight does not play Spider: nearly every world of it can be won"));
    for (spec, sentence) in [
        ("gredy", "no player is called \"gredy\"; there are random, first, greedy"),
        ("greedy+cap=3", "greedy has no setting \"cap\"; it has none"),
        ("closure+cap=x", "\"cap=x\": \"x\" is not a number"),
        ("closure+cap", "\"cap\" is no setting: write name=number"),
        ("hindsight+worlds=-1", "worlds must be a number not below 0"),
    ] {
        let klondike = games::find("klondike").unwrap();
        let error = players::find(spec, klondike, None).err().unwrap().to_string();
        assert!(error.starts_with(sentence), "{error}");
    }
    let weights = players::Weights::standard(spider);
    let error = players::find("random", spider, Some(&weights)).err().unwrap().to_string();
    assert_eq!(error, "random does not judge by weights");
}

/// Players that should be stronger are, on a few easy deals.
#[test]
fn thinking_helps() {
    let rules = games::find("canfield-strict").unwrap();
    let won = |spec: &str| {
        let mut player = players::find(spec, rules, None).unwrap();
        (0..12u64)
            .filter(|&deal| players::play(&mut Table::numbered(rules, deal).unwrap(), &mut player, deal).won)
            .count()
    };
    let (random, hindsight, oracle) = (won("random"), won("hindsight+worlds=6+nodes=100"), won("oracle"));
    assert!(random < hindsight && hindsight <= oracle, "{random} {hindsight} {oracle}");
}

/// One move ahead by weights wins more than an order of moves: kings fill empty columns, and the stock
/// is turned rather than cards carried to and fro. Played on by greedy, Rainbow's worlds, whose stock
/// is never known before it is gone, tell a better way from a worse one.
#[test]
fn judging_beats_going_by_order() {
    for (game, spec, deals) in [("klondike", "heuristic", 100), ("rainbow", "hindsight+worlds=12", 40)] {
        let rules = games::find(game).unwrap();
        let won = |spec: &str| {
            let mut player = players::find(spec, rules, None).unwrap();
            (0..deals)
                .filter(|&deal| {
                    players::play(&mut Table::numbered(rules, deal).unwrap(), &mut player, deal).won
                })
                .count()
        };
        let (greedy, judging) = (won("greedy"), won(spec));
        assert!(judging > greedy, "{game}: greedy {greedy}, {spec} {judging}");
    }
}

/// What counts as seen is what lay open: of a closed reserve the top card, of a column its face-up
/// cards, of stock and waste what was turned.
#[test]
fn a_view_shows_what_lay_open() {
    for rules in games::ALL {
        let mut player = honest("random", rules).unwrap();
        for deal in 0..5 {
            let mut table = Table::numbered(rules, deal).unwrap();
            let mut turned = rules.has_waste() && rules.first_turned;
            let mut course = Course::default();
            player.begin(table.view(), deal);
            while let Some(m) = player.choose(table.view(), &course) {
                let hidden = |pile| table.view().cards(pile).filter(Option::is_none).count();
                let reserve = table.len(rules::Pile::Reserve);
                let closed = if rules.reserve_up { 0 } else { reserve.saturating_sub(1) };
                assert_eq!(hidden(rules::Pile::Reserve), closed, "{}\n{table}", rules.name);
                for c in 0..rules.columns {
                    let pile = rules::Pile::Column(c);
                    assert_eq!(hidden(pile), table.face_down(pile));
                }
                if !turned && rules.stock == rules::Stock::Waste {
                    assert_eq!(hidden(rules::Pile::Stock), table.len(rules::Pile::Stock));
                }
                turned |= m == Move::Redeal;
                table.play(m).unwrap();
                course.moves += 1;
                if course.moves > 80 {
                    break;
                }
            }
        }
    }
}
