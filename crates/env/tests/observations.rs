//! What observations show, and what they do not.

mod walk;

use std::collections::HashMap;
use talon_env::{Cards, Places, Sight};
use talon_games::ALL;
use talon_rules::{Pile, Table};
use walk::walk;

#[test]
fn places_hold_the_cards_of_their_piles() {
    for rules in ALL {
        let places = Places::new(rules);
        let (mut seen, mut all) = (vec![99; places.len()], vec![99; places.len()]);
        walk(rules, 1..21, 300, |table, _| {
            places.write(table, Sight::Seen, &mut seen);
            places.write(table, Sight::All, &mut all);
            for range in places.ranges() {
                let bytes = range.start..range.start + range.len;
                let (seen, all) = (&seen[bytes.clone()], &all[bytes]);
                let lies = table.len(range.pile);
                let shown = if matches!(range.pile, Pile::Foundation(_)) { lies.min(1) } else { lies };
                let from = lies - shown;
                let known = table.view().cards(range.pile).skip(from);
                let expected: Vec<u8> = known.map(|card| card.map_or(64, |card| card.index() + 1)).collect();
                assert!(shown <= range.len, "{}: {} is too small\n{table}", rules.name, range.pile);
                assert_eq!(seen[..shown], expected);
                assert!(seen[shown..].iter().all(|&byte| byte == 0));
                for (i, card) in table.cards(range.pile).skip(from).enumerate() {
                    assert_eq!(all[i] & 63, card.index() + 1);
                    assert_eq!(all[i] & 64, seen[i] & 64);
                }
                assert!(all[shown..].iter().all(|&byte| byte == 0));
            }
        });
    }
}

#[test]
fn what_was_not_seen_changes_no_observation() {
    for rules in ALL {
        let (places, cards) = (Places::new(rules), Cards::new(rules));
        let mut bytes = [vec![0; places.len()], vec![0; places.len()]];
        let mut numbers = [vec![0.0; cards.len()], vec![0.0; cards.len()]];
        let mut differed = false;
        walk(rules, 1..6, 100, |table, generator| {
            let world = table.view().imagine(generator);
            for (i, table) in [table, &world].into_iter().enumerate() {
                places.write(table, Sight::Seen, &mut bytes[i]);
                cards.write(table, Sight::Seen, &mut numbers[i]);
            }
            assert_eq!(bytes[0], bytes[1], "{}", rules.name);
            assert_eq!(numbers[0], numbers[1], "{}", rules.name);
            for (i, table) in [table, &world].into_iter().enumerate() {
                places.write(table, Sight::All, &mut bytes[i]);
                cards.write(table, Sight::All, &mut numbers[i]);
            }
            differed |= bytes[0] != bytes[1];
            assert_eq!(bytes[0] != bytes[1], numbers[0] != numbers[1]);
        });
        let first = Table::numbered(rules, 1).unwrap();
        assert_eq!(differed, !first.view().unseen().is_empty(), "{}", rules.name);
    }
}

#[test]
fn the_information_state_determines_what_the_player_sees() {
    for rules in ALL {
        let (places, cards) = (Places::new(rules), Cards::new(rules));
        let mut bytes = vec![0; places.len()];
        let mut numbers = vec![0.0f32; cards.len()];
        let mut known: HashMap<Vec<u32>, Vec<u8>> = HashMap::new();
        walk(rules, 1..6, 200, |table, _| {
            places.write(table, Sight::Seen, &mut bytes);
            cards.write(table, Sight::Seen, &mut numbers);
            assert!(numbers.iter().all(|number| (0.0..=1.0).contains(number)));
            let key: Vec<u32> = numbers.iter().map(|number| number.to_bits()).collect();
            // Unlimited redeals are not counted in the tensor.
            if rules.redeals == talon_rules::Count::Unlimited {
                *bytes.last_mut().unwrap() = 0;
            }
            assert_eq!(known.entry(key).or_insert_with(|| bytes.clone()), &bytes, "{}", rules.name);
        });
        assert!(known.len() > 10, "{}", rules.name);
    }
}
