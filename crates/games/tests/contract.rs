//! The contract every game keeps: one suite over `talon_games::ALL`.

use std::collections::HashSet;
use talon_cards::{Card, Generator};
use talon_rules::{Event, Events, Move, Overrides, Pile, Rules, Status, Table};

/// The modes count as games too.
fn all() -> Vec<Rules> {
    let modes = talon_games::MODES.iter().flat_map(|(_, modes)| modes.iter().map(|(_, rules)| *rules));
    talon_games::ALL.iter().copied().chain(modes).collect()
}

/// Plays random moves and calls `at` with the table before each.
fn walk(rules: &Rules, number: u64, moves: usize, mut at: impl FnMut(&Table)) -> Table {
    let mut table = Table::numbered(rules, number).unwrap();
    let mut generator = Generator::new(number ^ 0x77);
    for _ in 0..moves {
        at(&table);
        let legal = table.moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[generator.below(legal.len() as u64) as usize];
        table.play(m).unwrap();
    }
    table
}

fn all_cards(table: &Table) -> Vec<Card> {
    table.piles().flat_map(|pile| table.cards(pile).collect::<Vec<_>>()).collect()
}

#[test]
fn names_are_unique_and_rules_are_valid() {
    let mut names = HashSet::new();
    for rules in talon_games::ALL {
        rules.validate().unwrap();
        assert!(names.insert(rules.name), "{} twice", rules.name);
        assert_eq!(talon_games::find(rules.name.as_str()), Ok(rules));
    }
}

#[test]
fn every_card_is_dealt_once_and_stays() {
    for rules in all() {
        for number in 0..20 {
            let end = walk(&rules, number, 60, |table| rules.deck().check(&all_cards(table)).unwrap());
            rules.deck().check(&all_cards(&end)).unwrap();
        }
    }
}

/// Every move one could write down for this table, good or not.
fn thinkable(table: &Table) -> Vec<Move> {
    let rules = table.rules();
    let mut piles: Vec<Pile> = vec![Pile::Stock, Pile::Waste, Pile::Reserve];
    piles.extend((0..=rules.foundations()).map(Pile::Foundation));
    piles.extend((0..=rules.cells).map(Pile::Cell));
    piles.extend((0..=rules.columns).map(Pile::Column));
    let mut moves = vec![Move::Draw, Move::Redeal, Move::Deal];
    for &from in &piles {
        for &to in &piles {
            for count in 0..=(table.len(from) as u8 + 1).min(15) {
                moves.push(Move::Carry { from, to, count });
            }
        }
    }
    moves
}

#[test]
fn check_accepts_exactly_the_legal_moves() {
    accepts_exactly_the_legal_moves(&all());
}

/// No game of ours has sequences that hold a card twice; rules of one's own may. With one suit and
/// building both ways they soon do.
#[test]
fn a_sequence_may_hold_a_card_twice() {
    let spider = *talon_games::find("spider-1").unwrap();
    accepts_exactly_the_legal_moves(&[Rules { both_ways: true, ..spider }]);
}

fn accepts_exactly_the_legal_moves(games: &[Rules]) {
    for &rules in games {
        for number in 0..6 {
            walk(&rules, number, 80, |table| {
                let legal: HashSet<Move> = table.moves().into_iter().collect();
                assert_eq!(legal.len(), table.moves().len(), "{}: a move is listed twice", rules.name);
                for m in thinkable(table) {
                    let verdict = table.check(m);
                    assert_eq!(
                        verdict.is_ok(),
                        legal.contains(&m),
                        "{}: {m} {verdict:?}\n{table}",
                        rules.name
                    );
                    if let Err(reason) = verdict {
                        let sentence = reason.to_string();
                        assert!(sentence.ends_with('.') && sentence.len() < 140, "{sentence}");
                    }
                }
            });
        }
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    for rules in all() {
        walk(&rules, 3, 40, |table| {
            let mut copy = table.clone();
            for m in thinkable(table).into_iter().filter(|&m| table.check(m).is_err()) {
                assert!(copy.play(m).is_err());
            }
            assert_eq!(copy, *table);
        });
    }
}

#[test]
fn undo_is_exact() {
    for rules in all() {
        for number in 0..12 {
            let mut table = Table::numbered(&rules, number).unwrap();
            let mut generator = Generator::new(number);
            let mut past: Vec<(Table, Events)> = Vec::new();
            for _ in 0..150 {
                let legal = table.moves();
                if legal.is_empty() {
                    break;
                }
                // Each branch there and back, then one of them for good.
                for &m in &legal {
                    let before = table.clone();
                    let events = table.play(m).unwrap();
                    table.undo(&events);
                    assert_eq!(table, before, "{}: {m}", rules.name);
                }
                let before = table.clone();
                let events = table.play(legal[generator.below(legal.len() as u64) as usize]).unwrap();
                past.push((before, events));
            }
            for (before, events) in past.into_iter().rev() {
                table.undo(&events);
                assert_eq!(table, before, "{}", rules.name);
            }
        }
    }
}

#[test]
fn a_position_can_be_written_down_and_set_up() {
    for rules in all() {
        walk(&rules, 5, 60, |table| {
            let again = Table::set_up(&rules, &table.layout()).unwrap();
            assert_eq!(again.layout(), table.layout());
            assert_eq!(again.moves(), table.moves(), "{}", rules.name);
            let (mut a, mut b) = (Vec::new(), Vec::new());
            table.key(&mut a);
            again.key(&mut b);
            assert_eq!(a, b);
        });
    }
}

#[test]
fn keys_tell_positions_apart() {
    for rules in all() {
        let mut seen: std::collections::HashMap<Vec<u8>, Vec<Vec<Card>>> = Default::default();
        for number in 0..4 {
            walk(&rules, 1, 100 + number, |table| {
                let mut key = Vec::new();
                table.key(&mut key);
                // What must agree: the piles up to the order of like piles.
                let mut like: Vec<Vec<Card>> = Vec::new();
                for pile in table.piles() {
                    let cards: Vec<Card> = table.cards(pile).collect();
                    like.push(cards);
                }
                like.sort();
                assert_eq!(*seen.entry(key).or_insert_with(|| like.clone()), like, "{}", rules.name);
            });
        }
    }
}

#[test]
fn hidden_cards_change_no_view() {
    for rules in all() {
        let mut generator = Generator::new(99);
        walk(&rules, 8, 80, |table| {
            let world = table.view().imagine(&mut generator);
            rules.deck().check(&all_cards(&world)).unwrap();
            let (true_view, other) = (table.view(), world.view());
            assert_eq!(true_view.moves(), other.moves());
            assert_eq!(true_view.unseen(), other.unseen());
            for pile in table.piles() {
                assert!(true_view.cards(pile).eq(other.cards(pile)), "{} {pile}", rules.name);
                assert!(true_view.open(pile).eq(other.open(pile)), "{} {pile}", rules.name);
                for (open, known) in true_view.open(pile).zip(true_view.cards(pile)) {
                    assert!(
                        open.is_none() || open == known,
                        "{}: an open card of {pile} is not known",
                        rules.name
                    );
                }
            }
        });
    }
}

#[test]
fn a_card_once_seen_stays_known() {
    for rules in all() {
        let mut known = 0;
        walk(&rules, 4, 120, |table| {
            let now = rules.deck().len() - table.view().unseen().len();
            assert!(now >= known, "{}", rules.name);
            known = now;
        });
    }
}

#[test]
fn a_waste_that_shows_one_card_hides_the_two_under_it() {
    let rules = talon_games::find("canfield").unwrap();
    let mut table = Table::numbered(rules, 1).unwrap();
    let before = table.view().unseen().len();
    table.play(Move::Draw).unwrap();
    assert_eq!(table.view().unseen().len(), before - 1);
    let open = talon_games::find("canfield-strict").unwrap();
    let mut table = Table::numbered(open, 1).unwrap();
    table.play(Move::Draw).unwrap();
    assert_eq!(table.view().unseen().len(), before - 3);
}

#[test]
fn the_rule_sheet_covers_every_field() {
    // For every field there is a game and another value that changes the sheet.
    let mut silent: HashSet<&str> = Rules::FIELDS.iter().copied().collect();
    // All games have thirteen ranks: a small deck stands for the others.
    let small = Rules { ranks: 5, ..talon_games::CANFIELD };
    for a in all() {
        for b in all().into_iter().chain([small]) {
            let difference = format!("{:?}", Overrides::between(&a, &b));
            for field in silent.clone() {
                if !difference.contains(&format!("{field}: Some")) {
                    continue;
                }
                let one = one_field(&a, &b, field);
                if one.describe() != a.describe() {
                    silent.remove(field);
                }
            }
        }
    }
    assert!(silent.is_empty(), "no rule sheet tells of {silent:?}");
}

/// `a` with one field of `b`.
fn one_field(a: &Rules, b: &Rules, field: &str) -> Rules {
    let all = serde_json::to_value(b).unwrap();
    let overrides: Overrides =
        serde_json::from_value(serde_json::json!({ field: all[field].clone() })).unwrap();
    overrides.apply(a)
}

#[test]
fn rules_survive_json() {
    for rules in all() {
        let json = serde_json::to_value(rules).unwrap();
        let overrides: Overrides = serde_json::from_value(json).unwrap();
        assert_eq!(overrides.apply(&talon_games::CANFIELD), rules);
    }
}

#[test]
fn won_games_are_won_and_fresh_ones_are_not() {
    for rules in all() {
        let table = Table::numbered(&rules, 1).unwrap();
        assert!(!table.is_won());
        assert_ne!(table.status_within(2_000), Status::Won);
    }
}

#[test]
fn events_tell_where_every_card_went() {
    for rules in all() {
        let mut table = Table::numbered(&rules, 2).unwrap();
        let mut generator = Generator::new(2);
        for _ in 0..120 {
            let legal = table.moves();
            if legal.is_empty() {
                break;
            }
            let mut sizes: Vec<(Pile, isize)> = table.piles().map(|p| (p, table.len(p) as isize)).collect();
            let events = table.play(legal[generator.below(legal.len() as u64) as usize]).unwrap();
            let mut add = |pile: Pile, n: isize| sizes.iter_mut().find(|(p, _)| *p == pile).unwrap().1 += n;
            for event in events.iter() {
                match event {
                    Event::Carried { from, to, count } => {
                        add(from, -isize::from(count as i8));
                        add(to, isize::from(count as i8));
                    }
                    Event::TurnedUp(_) => {}
                    Event::Drawn { count, .. } => {
                        add(Pile::Stock, -isize::from(count as i8));
                        add(Pile::Waste, isize::from(count as i8));
                    }
                    Event::Redealt { count } => {
                        add(Pile::Waste, -isize::from(count as i8));
                        add(Pile::Stock, isize::from(count as i8));
                    }
                    Event::Dealt { count } => {
                        add(Pile::Stock, -isize::from(count as i8));
                        (0..count).for_each(|c| add(Pile::Column(c), 1));
                    }
                }
            }
            for (pile, size) in sizes {
                assert_eq!(table.len(pile) as isize, size, "{} {pile}", rules.name);
            }
        }
    }
}
