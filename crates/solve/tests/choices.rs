//! The choices of a player: each can be played, and none depends on a hidden card.

use talon_cards::Generator;
use talon_rules::{Move, Pile, Table};
use talon_solve::{Choice, ChoiceOptions, Solver, canfield};

/// Draws the whole stock once, as players do, so that its order is known.
fn draw_all(table: &mut Table) {
    let cards = table.len(Pile::Stock);
    for _ in 0..cards {
        let m = if table.len(Pile::Stock) > 0 { Move::Draw } else { break };
        table.play(m).unwrap();
    }
    table.play(Move::Redeal).unwrap();
}

fn choices(table: &Table) -> Option<Vec<Choice>> {
    Solver::new().choices(table, ChoiceOptions { stock_cards: 3, positions: 200 })
}

fn face_down(table: &Table) -> usize {
    (0..table.rules().columns).map(|c| table.face_down(Pile::Column(c))).sum()
}

#[test]
fn klondike_choices_turn_up_at_most_one_card_and_depend_on_no_hidden_card() {
    for name in ["klondike", "klondike-draw3"] {
        let rules = talon_games::find(name).unwrap();
        let (mut generator, mut decisions) = (Generator::new(7), 0);
        for deal in 0..40 {
            let mut table = Table::numbered(rules, deal).unwrap();
            draw_all(&mut table);
            while let Some(choices) = choices(&table).filter(|list| !list.is_empty()) {
                let other = table.view().imagine(&mut generator);
                assert_eq!(self::choices(&other).unwrap(), choices, "deal {deal} of {name}\n{table}");
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
fn canfield_choices_can_be_played_and_depend_on_no_hidden_card() {
    for name in ["canfield-strict", "canfield-solvitaire"] {
        let rules = talon_games::find(name).unwrap();
        let (mut generator, mut decisions) = (Generator::new(7), 0);
        let choices = |table: &Table| canfield::choices(&canfield::pack(table)?);
        for deal in 0..40 {
            let mut table = Table::numbered(rules, deal).unwrap();
            draw_all(&mut table);
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

/// The other solvers have no choices to offer, nor has Canfield if empty columns are filled by hand or if
/// cards may be taken back.
#[test]
fn other_games_have_no_choices() {
    for name in ["canfield-gnome", "canfield-bsd", "spider", "freecell"] {
        let table = Table::numbered(talon_games::find(name).unwrap(), 1).unwrap();
        assert!(choices(&table).is_none(), "{name}");
    }
}
