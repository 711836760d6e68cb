//! What a player decides between: every choice can be played, leads to something, and never depends
//! on a hidden card.

use cards::Generator;
use rules::{Move, Pile, Table};
use solve::packed::{canfield, klondike};

/// Looks through the stock once, as players do, so that it is known.
fn look_through(table: &mut Table) {
    let cards = table.len(Pile::Stock);
    for _ in 0..cards {
        let m = if table.len(Pile::Stock) > 0 { Move::Draw } else { break };
        table.play(m).unwrap();
    }
    table.play(Move::Redeal).unwrap();
}

fn face_down(table: &Table) -> usize {
    (0..table.rules().columns).map(|c| table.face_down(Pile::Column(c))).sum()
}

#[test]
fn klondike_choices_turn_up_one_card_and_know_no_other() {
    for name in ["klondike", "klondike-draw3"] {
        let rules = games::find(name).unwrap();
        let (mut generator, mut decisions) = (Generator::new(7), 0);
        for deal in 0..40 {
            let mut table = Table::numbered(rules, deal).unwrap();
            look_through(&mut table);
            while let Some(choices) = klondike::choices(&table, 3, 200).filter(|list| !list.is_empty()) {
                let other = table.view().imagine(&mut generator);
                assert_eq!(
                    klondike::choices(&other, 3, 200).unwrap(),
                    choices,
                    "deal {deal} of {name}\n{table}"
                );
                for choice in &choices {
                    let mut after = table.clone();
                    for &m in &choice.moves {
                        after.play(m).unwrap();
                    }
                    let turned = face_down(&table) - face_down(&after);
                    assert_eq!(
                        turned,
                        usize::from(choice.under > 0),
                        "deal {deal} of {name}: {choice:?}\n{table}"
                    );
                }
                decisions += 1;
                let choice = &choices[generator.below(choices.len() as u64) as usize];
                for &m in &choice.moves {
                    table.play(m).unwrap();
                }
                if face_down(&table) == 0 {
                    break;
                }
            }
        }
        assert!(decisions > 300, "{name}: {decisions}");
    }
}

#[test]
fn canfield_choices_can_be_played_and_know_no_covered_card() {
    for name in ["canfield-strict", "canfield-solvitaire"] {
        let rules = games::find(name).unwrap();
        let (mut generator, mut decisions) = (Generator::new(7), 0);
        let choices = |table: &Table| canfield::choices(&canfield::pack(table)?);
        for deal in 0..40 {
            let mut table = Table::numbered(rules, deal).unwrap();
            look_through(&mut table);
            while let Some(list) = choices(&table).filter(|list| !list.is_empty()) {
                let other = table.view().imagine(&mut generator);
                assert_eq!(choices(&other).unwrap(), list, "deal {deal} of {name}\n{table}");
                for line in &list {
                    let mut after = table.clone();
                    for &m in line {
                        after.play(m).unwrap();
                    }
                }
                decisions += 1;
                for &m in &list[generator.below(list.len() as u64) as usize] {
                    table.play(m).unwrap();
                }
                if table.is_won() {
                    break;
                }
            }
        }
        assert!(decisions > 200, "{name}: {decisions}");
    }
}

/// Where gaps are filled by hand, or cards come back, the moves are not such choices.
#[test]
fn other_rules_are_refused() {
    for name in ["canfield-gnome", "canfield-bsd", "spider", "freecell"] {
        let table = Table::numbered(games::find(name).unwrap(), 1).unwrap();
        assert!(klondike::choices(&table, 3, 200).is_none());
        assert!(canfield::pack(&table).and_then(|position| canfield::choices(&position)).is_none(), "{name}");
    }
}
