//! "Stuck" is exact: on small decks the closure agrees with looking at everything.

use std::collections::{BTreeSet, HashSet};
use talon_cards::{Card, Generator};
use talon_rules::{Layout, Move, Pile, Rules, Status, Table};

/// What matters in a position, by the definition of `Table::status`.
#[derive(PartialEq, Clone, Debug)]
struct Matters {
    hidden: usize,
    dealt_from: Vec<usize>,
    up: Vec<Card>,
}

fn matters(table: &Table) -> Matters {
    let hidden = |pile| match pile {
        Pile::Column(_) => table.face_down(pile),
        _ => 0,
    };
    let mut up: Vec<Card> = table
        .piles()
        .filter(|p| matches!(p, Pile::Foundation(_)))
        .flat_map(|p| table.cards(p).collect::<Vec<_>>())
        .collect();
    up.sort();
    let cells = if table.rules().cells_take {
        0
    } else {
        (0..table.rules().cells).map(|cell| table.len(Pile::Cell(cell))).sum()
    };
    Matters {
        hidden: table.piles().map(hidden).sum(),
        dealt_from: vec![table.len(Pile::Stock) + table.len(Pile::Waste), table.len(Pile::Reserve), cells],
        up,
    }
}

/// Can anything that matters be changed? Looks at every position that can be reached at all.
fn anything_left(root: &Table) -> bool {
    let before = matters(root);
    let is_more = |now: &Matters| {
        now.hidden != before.hidden
            || now.dealt_from != before.dealt_from
            // A foundation card that was not there before; fewer alone change nothing.
            || {
                let mut rest = before.up.clone();
                now.up.iter().any(|card| match rest.iter().position(|c| c == card) {
                    Some(i) => {
                        rest.remove(i);
                        false
                    }
                    None => true,
                })
            }
    };
    let mut known: HashSet<Vec<u8>> = HashSet::new();
    let mut open = vec![root.clone()];
    while let Some(table) = open.pop() {
        let mut key = Vec::new();
        table.key(&mut key);
        if !known.insert(key) {
            continue;
        }
        if is_more(&matters(&table)) || table.is_won() {
            return true;
        }
        for m in table.moves() {
            let mut next = table.clone();
            next.play(m).unwrap();
            open.push(next);
        }
    }
    false
}

fn small(base: &str, settings: &[&str]) -> Rules {
    talon_games::set(talon_games::find(base).unwrap(), settings).unwrap()
}

#[test]
fn the_closure_agrees_with_looking_at_everything() {
    let rules = [
        small("klondike", &["ranks=4", "suits=2", "columns=2", "down=[0,1]", "up=[1]"]),
        small("klondike", &["ranks=4", "columns=3", "down=[0,1,2]", "draw=3", "redeals=1"]),
        small("klondike-gnome", &["ranks=3", "columns=2", "down=[0,1]"]),
        small("canfield", &["ranks=4", "columns=2", "reserve=3"]),
        small("canfield-gnome", &["ranks=4", "suits=2", "columns=2", "reserve=2"]),
        small("canfield-bsd", &["ranks=4", "suits=2", "columns=2", "reserve=2", "draw=2"]),
        small("spider", &["ranks=4", "suits=2", "copies=1", "columns=3", "down=[1,0,0]"]),
        small("spider", &["ranks=4", "suits=1", "copies=3", "columns=3", "down=[1]"]),
        small("spider-gnome", &["ranks=4", "suits=2", "copies=1", "columns=3", "down=[1,0,0]"]),
        small("freecell", &["ranks=4", "suits=2", "columns=3", "up=[3,3,2]", "cells=1"]),
        small("yukon", &["ranks=4", "suits=2", "columns=2", "down=[0,3]", "up=[1,4]"]),
        small(
            "king-albert",
            &["ranks=4", "suits=2", "columns=2", "down=[1]", "up=[1]", "cells=4", "cells_dealt=4"],
        ),
    ];
    let mut seen = BTreeSet::new();
    for rules in rules {
        for number in 0..60 {
            let mut table = Table::numbered(&rules, number).unwrap();
            let mut generator = Generator::new(number);
            for _ in 0..30 {
                let expected = match (table.is_won(), anything_left(&table)) {
                    (true, _) => Status::Won,
                    (false, true) => Status::Open,
                    (false, false) => Status::Stuck,
                };
                assert_eq!(table.status_within(1_000_000), expected, "{} deal {number}\n{table}", rules.name);
                seen.insert(format!("{} {expected:?}", rules.name));
                let moves = table.moves();
                if moves.is_empty() {
                    break;
                }
                table.play(moves[generator.below(moves.len() as u64) as usize]).unwrap();
            }
        }
    }
    // Small decks end both ways: the test would be empty otherwise.
    for name in ["klondike", "canfield", "spider", "freecell"] {
        for status in ["Open", "Stuck"] {
            assert!(seen.contains(&format!("{name} {status}")), "never {status} in {name}: {seen:?}");
        }
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

/// The rest of the deck in columns of its own that cannot move: kings on top.
#[test]
fn a_seven_between_two_eights_is_stuck() {
    // One suit of each card twice, ranks to eight: 7 may go from 8 to 8 and back, for ever.
    let rules =
        small("spider", &["ranks=8", "suits=2", "copies=1", "columns=4", "down=[0]", "up=[2]", "stock=rows"]);
    let layout = Layout {
        columns: vec![
            (cards("AS 5H 3H 8S 7H"), 0),
            (cards("2S AH 5S 8H"), 0),
            (cards("4S 6H 3S 6S 2H"), 0),
            (cards("4H 7S"), 1),
        ],
        ..Layout::default()
    };
    let mut table = Table::set_up(&rules, &layout).unwrap();
    assert!(table.moves().contains(&Move::one(Pile::Column(0), Pile::Column(1))));
    // 6S may go on 7H or 7S, 7S on the free 8: something can be done, and it reveals 4H.
    assert_eq!(table.status(), Status::Open);
    let layout = Layout {
        columns: vec![
            (cards("AS 5H 3H 8S 7H"), 0),
            (cards("2S AH 5S 8H"), 0),
            (cards("6S 6H 3S 4S 2H"), 0),
            (cards("7S 4H"), 0),
        ],
        ..Layout::default()
    };
    table = Table::set_up(&rules, &layout).unwrap();
    assert_eq!(table.moves().len(), 1, "only the 7 can move\n{table}");
    assert_eq!(table.status(), Status::Stuck);
}

#[test]
fn a_fruitless_pass_is_tried_before_a_game_is_called_stuck() {
    let rules = small("klondike", &["ranks=3", "suits=2", "columns=1", "down=[0]", "up=[1]", "draw=1"]);
    // The ace comes last: nothing is playable until the stock has been gone through.
    let deal = |text: &str| Table::deal(&rules, &cards(text)).unwrap();
    assert_eq!(deal("2S 3H 3S 2H AH AS").status(), Status::Open);
    // With draw 3 of five cards the 1st, 2nd and 4th stay covered, and the aces are among them.
    let rules = small("klondike", &["ranks=3", "suits=2", "columns=1", "down=[0]", "up=[1]", "draw=3"]);
    let table = Table::deal(&rules, &cards("2S AH AS 3H 2H 3S")).unwrap();
    assert!(!table.moves().is_empty());
    assert_eq!(table.status(), Status::Stuck);
}

#[test]
fn a_finished_run_leaves_after_a_move_and_after_a_deal() {
    let rules = small("spider", &["ranks=4", "suits=1", "copies=2", "columns=2", "down=[0]", "up=[3]"]);
    let layout = Layout {
        stock: cards("AS AS"),
        columns: vec![(cards("4S 3S 2S"), 0), (cards("4S 3S 2S"), 0)],
        ..Layout::default()
    };
    let mut table = Table::set_up(&rules, &layout).unwrap();
    table.play(Move::Deal).unwrap();
    assert!(table.is_won(), "{table}");
    let layout = Layout {
        stock: cards("4S"),
        columns: vec![(cards("3S 2S AS"), 0), (cards("3S AS 4S 2S"), 3)],
        ..Layout::default()
    };
    let mut table = Table::set_up(&rules, &layout).unwrap();
    assert!(table.play(Move::Carry { from: Pile::Column(0), to: Pile::Column(1), count: 3 }).is_err());
    let layout = Layout {
        stock: cards("3S"),
        columns: vec![(cards("3S 2S AS"), 0), (cards("2S AS 4S 4S"), 3)],
        ..Layout::default()
    };
    table = Table::set_up(&rules, &layout).unwrap();
    let events = table.play(Move::Carry { from: Pile::Column(0), to: Pile::Column(1), count: 3 }).unwrap();
    assert_eq!((table.cards_up(), table.len(Pile::Column(1)), table.face_down(Pile::Column(1))), (4, 3, 2));
    table.undo(&events);
    assert_eq!(table, Table::set_up(&rules, &layout).unwrap());
}

/// Deals that are stuck before the first move, as only their hidden cards show.
const STUCK_UNSEEN: [(&str, u64); 4] =
    [("canfield", 0), ("canfield", 32), ("canfield", 116), ("klondike-draw3", 67)];

#[test]
fn a_player_is_told_that_a_game_is_stuck_when_the_cards_were_seen() {
    for (name, number) in STUCK_UNSEEN {
        let mut table = Table::numbered(talon_games::find(name).unwrap(), number).unwrap();
        assert_eq!(table.status(), Status::Stuck, "{name} {number}");
        assert_eq!(table.view().status(), Status::Open, "{name} {number}");
        let way = table.view().way_on(2_000).unwrap().expect("a card can be shown");
        for m in way {
            table.play(m).unwrap();
        }
        assert_eq!(table.view().status(), Status::Open, "{name} {number}: more cards can be seen");
        for _ in 0..30 {
            let draw = if table.len(Pile::Stock) > 0 { Move::Draw } else { Move::Redeal };
            table.play(draw).unwrap();
        }
        assert_eq!(table.view().status(), Status::Stuck, "{name} {number}: every card was seen");
    }
}

#[test]
fn what_a_player_is_told_does_not_depend_on_hidden_cards() {
    let mut stuck = 0;
    for rules in talon_games::ALL {
        for number in 0..6 {
            let mut table = Table::numbered(rules, number).unwrap();
            let mut generator = Generator::new(number);
            for _ in 0..40 {
                let told = table.view().status_within(300);
                for _ in 0..2 {
                    let world = table.view().imagine(&mut generator);
                    assert_eq!(world.view().status_within(300), told, "{} {number}\n{table}", rules.name);
                    if told == Status::Stuck {
                        stuck += 1;
                        assert_ne!(world.status_within(300), Status::Open, "{} {number}", rules.name);
                    }
                }
                let moves = table.moves();
                if moves.is_empty() {
                    break;
                }
                table.play(moves[generator.below(moves.len() as u64) as usize]).unwrap();
            }
        }
    }
    assert!(stuck > 0, "random play gets stuck");
}
