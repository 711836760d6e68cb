//! The post-mortem, compared with solving every position of the line.

use talon_cards::Generator;
use talon_rules::Table;
use talon_session::{Account, Command, Deal, Limits, PostMortem, Session, Sitting, Verdict};

/// The limits of each search.
const LIMITS: Limits = Limits { nodes: 10_000, memory: 256 << 20 };

fn judge(table: &Table) -> Verdict {
    Verdict::of(table, LIMITS, |_| None)
}

/// Careless games, played at random to their end.
fn careless(game: &str, deal: u64) -> Sitting {
    let rules = talon_games::find(game).unwrap();
    let mut sitting =
        Sitting::new(Session::dealt(rules, Deal::Number(deal)).unwrap(), Account::default(), None);
    let mut generator = Generator::new(deal);
    for _ in 0..40 {
        let moves = sitting.session().view().moves();
        if moves.is_empty() || sitting.session().is_finished() {
            break;
        }
        let m = moves[generator.below(moves.len() as u64) as usize];
        sitting.execute(Command::Play(m)).unwrap();
    }
    sitting
}

#[test]
fn the_losing_move_is_the_losing_move() {
    let mut lost = 0;
    for (game, deals) in [("klondike-draw3", 1..5u64), ("canfield", 1..5), ("freecell", 1..3)] {
        for deal in deals {
            let mut sitting = careless(game, deal);
            let (tables, places) = sitting.line();
            let mut asked = 0;
            let found = PostMortem::examine(tables.len(), |at| {
                asked += 1;
                Some(judge(&tables[at]))
            })
            .unwrap();
            // Solve every position.
            let all: Vec<Verdict> = tables.iter().map(judge).collect();
            let winnable = all.iter().rposition(|v| matches!(v, Verdict::Winnable(_)));
            let dead = all.iter().position(|v| *v == Verdict::Dead);
            match (&found, winnable, dead) {
                (PostMortem::NeverWinnable, None, Some(0)) => {}
                (PostMortem::StillWinnable(_), Some(last), None) => assert_eq!(last + 1, tables.len()),
                (PostMortem::LostBy { at, line }, Some(w), Some(d)) => {
                    assert_eq!((*at, *at), (d, w + 1), "{game} {deal}");
                    assert!(asked < tables.len(), "it need not ask about every position");
                    // The line that it suggests wins.
                    sitting.execute(Command::Visit(places[at - 1])).unwrap();
                    for &m in line {
                        sitting.follow(m).unwrap();
                    }
                    assert!(sitting.session().is_finished());
                    lost += 1;
                }
                (PostMortem::NotKnown { winnable: w, dead: d }, winnable, dead) => {
                    assert_eq!((*w, *d), (winnable, dead), "{game} {deal}");
                }
                other => panic!("{game} {deal}: {other:?}"),
            }
        }
    }
    assert!(lost >= 2, "only {lost} games were lost by a move");
}
