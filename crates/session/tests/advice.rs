//! Fair hints: they are followed in real games, they never use hidden cards, and every reason is true.

use std::collections::HashMap;
use talon_cards::Generator;
use talon_rules::{Event, Events, Move, Pile, Table};
use talon_session::{Account, Advice, Command, Deal, Hint, Session, Sitting, Stamp, Told};

const GAMES: [&str; 7] =
    ["canfield", "klondike", "klondike-draw3", "spider", "spider-1", "yukon", "freecell"];

fn advice(table: &Table) -> Advice {
    Advice::of(table.view())
}

/// Positions along random play.
fn positions(game: &str, deal: u64, each: usize) -> Vec<Table> {
    let mut table = Table::numbered(talon_games::find(game).unwrap(), deal).unwrap();
    let mut generator = Generator::new(deal);
    let mut found = Vec::new();
    for i in 0..60 {
        let moves = table.moves();
        if moves.is_empty() || table.is_won() {
            break;
        }
        if i % each == 0 {
            found.push(table.clone());
        }
        table.play(moves[generator.below(moves.len() as u64) as usize]).unwrap();
    }
    found
}

#[test]
fn no_hint_depends_on_a_hidden_card() {
    for game in GAMES {
        for table in positions(game, 3, 20) {
            let told = advice(&table);
            for other in 0..3 {
                let world = table.view().imagine(&mut Generator::new(other));
                assert_eq!(advice(&world), told, "{game}");
            }
        }
    }
}

/// Checks what a reason says about a move against the events of the move.
fn is_true(before: &Table, events: &Events, m: Move, why: &str) -> bool {
    let Move::Carry { from, count, .. } = m else { return true };
    let turned = events.iter().any(|event| matches!(event, Event::TurnedUp(Pile::Column(_))));
    let whole = before.len(from) == usize::from(count);
    if why.contains("turns up a card") {
        turned
    } else if why.contains("empties") {
        whole
    } else if why.contains("frees the next card of the reserve") {
        from == Pile::Reserve && !whole
    } else if why.contains("to the foundations") {
        matches!(m, Move::Carry { to: Pile::Foundation(_), .. })
    } else if why.contains("will ever need it") {
        before.top(from).is_some_and(|card| before.is_safe(card))
    } else {
        true
    }
}

#[test]
fn every_reason_is_true() {
    let mut ways = 0;
    for game in GAMES {
        for deal in 1..4 {
            for table in positions(game, deal, 8) {
                let Advice::Move(hint) = advice(&table) else { continue };
                assert!(table.check(hint.m).is_ok(), "{game}: {hint:?}");
                let Hint { m, why, then, .. } = hint;
                let mut table = table;
                let mut before = table.clone();
                let events = table.play(m).unwrap();
                let mut so = is_true(&before, &events, m, &why);
                if why.contains("every card is known") {
                    for &m in &then {
                        table.play(m).unwrap();
                    }
                    assert!(table.is_won(), "{game}: {why}");
                    continue;
                }
                for &m in &then {
                    before = table.clone();
                    let events = table.play(m).unwrap_or_else(|error| panic!("{game}: {why}: {error}"));
                    let later = why.contains("after that ") || why.contains(" later ");
                    so |= later && is_true(&before, &events, m, &why);
                }
                ways += usize::from(why.contains("after that ") || why.contains("moves later "));
                assert!(so, "{game}: {m} {then:?}: {why}");
            }
        }
    }
    assert!(ways > 2, "some hints have a plan: {ways}");
}

/// Follows the hints until there are none, and returns whether the game is won. No place is visited four
/// times.
fn follow(game: &str, deal: u64) -> bool {
    let session = Session::new(talon_games::find(game).unwrap(), Deal::Number(deal)).unwrap();
    let mut sitting = Sitting::new(session, Account::default(), None);
    let mut places: HashMap<String, u32> = HashMap::new();
    while !sitting.session().is_finished() {
        let told = match sitting.hint(false) {
            Told::Think => sitting.advise(),
            told => told,
        };
        let m = match told {
            Told::Step(m, words) => {
                assert!(words.starts_with("Look at "), "{words}");
                m
            }
            Told::None(words) => {
                assert!(words.starts_with("No "), "{words}");
                return false;
            }
            Told::Think => panic!("there is nothing more to think about"),
        };
        let Told::Step(again, words) = sitting.hint(false) else { panic!() };
        assert!(again == m && words.ends_with('.') && !words.contains("Why"), "{words}");
        let Told::Step(_, words) = sitting.hint(false) else { panic!() };
        assert!(words.contains(" Why: ") && words.ends_with('.'), "{words}");
        sitting.execute(Command::Play(m)).unwrap();
        assert_eq!(sitting.session().stamp(), Stamp::FairHints);
        let times = places.entry(sitting.session().truth().to_string()).or_default();
        *times += 1;
        assert!(*times < 4, "{game} {deal}: in circles\n{}", sitting.session().truth());
    }
    true
}

/// Following the hints never leads in circles, and wins games.
#[test]
fn games_played_by_hints() {
    for (game, deals) in [("klondike", 1..5), ("canfield", 1..7), ("spider-1", 1..9), ("freecell", 1..2)] {
        let wins = deals.filter(|&deal| follow(game, deal)).count();
        assert!(wins > if game == "spider-1" { 5 } else { 0 }, "{game}: {wins}");
    }
}

#[test]
fn no_game_is_hinted_in_circles() {
    for rules in talon_games::ALL {
        follow(rules.name.as_str(), 1);
    }
    follow("spider", 2);
}

/// A player who asks anew after every move, as the page does, is led to a win as well.
#[test]
fn a_hint_goes_on_with_what_was_begun() {
    for deal in 1..4 {
        let mut session = Session::new(talon_games::find("spider-1").unwrap(), Deal::Number(deal)).unwrap();
        let mut told = 0;
        while !session.is_finished() && told < 400 {
            let Advice::Move(hint) = session.advice() else { break };
            session.execute(Command::Play(hint.m)).unwrap();
            told += 1;
        }
        assert!(session.is_finished(), "deal {deal} after {told} hints");
    }
}

#[test]
fn in_a_stuck_game_no_move_is_hinted() {
    let rules = talon_games::find("russian").unwrap();
    let mut session = Session::new(rules, Deal::Number(1)).unwrap();
    while let Advice::Move(hint) = session.advice() {
        session.execute(Command::Play(hint.m)).unwrap();
    }
    assert_eq!(session.status(), talon_rules::Status::Stuck);
    assert_eq!(session.advice(), Advice::Stuck);
    assert!(Advice::Stuck.words().contains("stuck"));
}

#[test]
fn with_every_card_known_a_lost_game_is_called_lost() {
    let rules = talon_games::set(talon_games::find("freecell").unwrap(), &["cells=0"]).unwrap();
    let lost = (1..200).find_map(|deal| {
        let table = Table::numbered(&rules, deal).unwrap();
        (advice(&table) == Advice::Lost).then_some(table)
    });
    let lost = lost.expect("without cells most deals are lost");
    assert!(matches!(
        talon_session::Verdict::of(
            &lost,
            talon_session::Limits { nodes: 1_000_000, memory: 256 << 20 },
            |_| None
        ),
        talon_session::Verdict::Dead
    ));
}
