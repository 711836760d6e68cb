//! Every legal move of every game has a number of its own.

mod walk;

use talon_env::{Action, Actions};
use talon_games::ALL;
use walk::walk;

#[test]
fn every_legal_move_has_a_number_of_its_own() {
    for rules in ALL {
        let actions = Actions::new(rules);
        let mut mask = vec![7; actions.len()];
        walk(rules, 1..41, 300, |table, _| {
            let moves = table.moves();
            assert_eq!(actions.mask(table, &mut mask), moves.len());
            // As many ones as moves, so no two moves share a number.
            assert_eq!(mask.iter().filter(|&&m| m == 1).count(), moves.len(), "{}\n{table}", rules.name);
            assert_eq!(mask.iter().filter(|&&m| m == 0).count(), actions.len() - moves.len());
            for m in moves {
                let number = actions.number(m).unwrap();
                assert_eq!(mask[number], 1);
                assert_eq!(actions.decode(table, number), Some(m), "{}: {m}\n{table}", rules.name);
            }
        });
    }
}

#[test]
fn an_action_outside_of_the_mask_is_refused() {
    for rules in ALL {
        let actions = Actions::new(rules);
        let mut mask = vec![0; actions.len()];
        let mut number = 0;
        walk(rules, 1..4, 60, |table, _| {
            number += 1;
            if number % 10 != 1 {
                return;
            }
            actions.mask(table, &mut mask);
            for (number, &legal) in mask.iter().enumerate() {
                assert_eq!(actions.decode(table, number).is_some(), legal == 1, "{}: {number}", rules.name);
            }
            assert_eq!(actions.decode(table, actions.len()), None);
        });
    }
}

#[test]
fn the_list_of_actions_is_fixed() {
    let mut lines = String::new();
    for rules in ALL {
        let actions = Actions::new(rules);
        let mut names: Vec<String> = actions.list().iter().map(Action::to_string).collect();
        // A digest of the names in their order: any change of the encoding changes it.
        let digest = names
            .iter()
            .flat_map(|name| name.bytes().chain([b' ']))
            .fold(0xCBF2_9CE4_8422_2325u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
            });
        lines += &format!("{} {} {digest:016x}\n", rules.name, actions.len());
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "{}: two actions have one name", rules.name);
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/actions.txt");
    if std::env::var_os("TALON_BLESS").is_some() {
        std::fs::write(path, &lines).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(lines, committed, "the action numbers changed: trained policies no longer fit");
}
