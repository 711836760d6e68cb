//! The books: what is written comes back, whatever happens to the program.

mod support;

use std::time::Duration;
use support::{Folder, sit};
use talon_session::form::Form;
use talon_session::{Account, Command, Deal, Journal, Session, Sitting, Stamp};
use talon_store::{Error, Store, Visit};

/// Plays at random, with undo, redo, restarts and branches; gives the save after each command.
fn play(sitting: &mut Sitting, commands: usize) {
    let mut generator = rules_generator(sitting.session().save().len() as u64);
    for _ in 0..commands {
        let moves = sitting.session().view().moves();
        let command = match generator() % 10 {
            0 => Command::Undo,
            1 => Command::Redo,
            2 if generator().is_multiple_of(4) => Command::Restart,
            _ if moves.is_empty() => Command::Undo,
            _ => Command::Play(moves[generator() as usize % moves.len()]),
        };
        let _ = sitting.execute(command);
        assert_eq!(sitting.take_trouble(), None);
    }
}

fn rules_generator(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 11
    }
}

#[test]
fn a_game_comes_back_as_it_was_after_every_command() {
    let folder = Folder::new("back");
    for game in ["canfield-pipkin", "klondike-draw3", "spider", "freecell"] {
        let store = Store::open(&folder.0).unwrap();
        let mut sitting = sit(&store, game, 9);
        for _ in 0..40 {
            play(&mut sitting, 3);
            // Another program looks into the books.
            let other = Store::open(&folder.0).unwrap();
            let Some(newest) = other.games(Some(game)).unwrap().first().cloned() else { continue };
            let (again, _) = other.game(newest.id).unwrap();
            assert_eq!(again.save(), sitting.session().save());
            assert_eq!(newest.moves, sitting.session().moves_made());
        }
    }
}

#[test]
fn a_game_that_is_played_is_not_offered_and_one_that_was_left_is() {
    let folder = Folder::new("held");
    let first = Store::open(&folder.0).unwrap();
    let mut sitting = sit(&first, "klondike", 4);
    sitting.execute(Command::Draw).unwrap();
    let second = Store::open(&folder.0).unwrap();
    assert_eq!(second.left().unwrap(), []);
    let id = second.games(None).unwrap()[0].id;
    assert!(matches!(second.take_up(id), Err(Error::Held(_))));
    let save = sitting.session().save();
    // The program ends, however it ends.
    drop((sitting, first));
    let left = second.left().unwrap();
    assert_eq!(left.iter().map(|game| game.id).collect::<Vec<_>>(), [id]);
    let (session, time, writer) = second.take_up(id).unwrap();
    assert_eq!(session.save(), save);
    let mut sitting = Sitting::resumed(session, time, Account::default(), Some(Box::new(writer)));
    sitting.execute(Command::Draw).unwrap();
    let (again, _) = second.game(id).unwrap();
    assert_eq!(again.save(), sitting.session().save());
    assert!(matches!(second.take_up(999), Err(Error::NoSuchGame(999))));
}

#[test]
fn a_win_counts_once_with_its_help() {
    let folder = Folder::new("win");
    let store = Store::open(&folder.0).unwrap();
    let mut sitting = sit(&store, "klondike", 1);
    sitting.execute(Command::Draw).unwrap();
    sitting.execute(Command::New(Deal::Number(3))).unwrap();
    let table = sitting.session().truth().clone();
    let talon_session::Verdict::Winnable(line) =
        talon_session::Verdict::of(&table, talon_session::Limits::default(), |_| None)
    else {
        panic!("deal 3 can be won")
    };
    sitting.pass(Duration::from_secs(60));
    for m in line {
        sitting.follow(m).unwrap();
        sitting.pass(Duration::from_secs(1));
    }
    assert!(sitting.session().is_finished());
    // Looking back at a won game changes nothing.
    sitting.execute(Command::Undo).unwrap();
    let all = store.statistics(Some("klondike")).unwrap();
    assert_eq!((all[0].played, all[0].won, all[0].streak), (1, 1, 1), "the first one still waits");
    let waiting = store.left().unwrap()[0].id;
    store.give_up(waiting).unwrap();
    assert_eq!(store.left().unwrap(), []);
    let all = store.statistics(Some("klondike")).unwrap();
    assert_eq!((all[0].played, all[0].won), (2, 1));
    assert_eq!(all.iter().map(|one| one.stamp.as_str()).collect::<Vec<_>>(), ["all", "pure", "oracle"]);
    assert_eq!(store.games(None).unwrap()[0].stamp, Stamp::Oracle.to_string());
    assert_eq!(store.statistics(Some("spider")).unwrap(), []);
}

#[test]
fn a_game_given_up_at_the_table_is_lost_whatever_is_tried_afterwards() {
    let folder = Folder::new("given-up");
    let store = Store::open(&folder.0).unwrap();
    let mut sitting = sit(&store, "klondike", 1);
    assert!(sitting.give_up().is_err(), "nothing was played");
    sitting.execute(Command::Draw).unwrap();
    assert_eq!(sitting.give_up().unwrap().words(), "The game is given up and counts as lost.");
    assert!(sitting.give_up().is_err(), "once is enough");
    // Looking back, playing on and leaving open nothing again.
    sitting.execute(Command::Undo).unwrap();
    sitting.execute(Command::Draw).unwrap();
    sitting.execute(Command::Draw).unwrap();
    sitting.mark(Stamp::Oracle);
    sitting.leave().unwrap();
    assert_eq!(sitting.take_trouble(), None);
    let game = &store.games(None).unwrap()[0];
    assert_eq!((game.result.as_str(), game.stamp.as_str(), game.moves), ("lost", "pure", 1));
    assert_eq!(store.left().unwrap(), []);
    // The next game is a game like any other.
    sitting.execute(Command::New(Deal::Number(2))).unwrap();
    sitting.execute(Command::Draw).unwrap();
    drop(sitting);
    assert_eq!(store.left().unwrap().iter().map(|game| game.deal.as_str()).collect::<Vec<_>>(), ["deal 2"]);
    let all = store.statistics(Some("klondike")).unwrap();
    assert_eq!((all[0].played, all[0].won), (1, 0));
}

#[test]
fn a_game_from_a_position_has_statistics_of_its_own() {
    let folder = Folder::new("position");
    let store = Store::open(&folder.0).unwrap();
    let rules = talon_games::find("klondike").unwrap();
    let mut table = talon_rules::Table::numbered(rules, 3).unwrap();
    let talon_session::Verdict::Winnable(line) =
        talon_session::Verdict::of(&table, talon_session::Limits::default(), |_| None)
    else {
        panic!("deal 3 can be won")
    };
    let (played, rest) = line.split_at(line.len() - 5);
    for &m in played {
        table.play(m).unwrap();
    }
    let deal = Deal::Position { layout: Box::new(table.layout()), name: Some("theirs.txt".into()) };
    let session = Session::dealt(rules, deal).unwrap();
    let journal = Box::new(store.writer().unwrap()) as Box<dyn Journal>;
    let mut sitting = Sitting::new(session, Account::default(), Some(journal));
    rest.iter().for_each(|&m| drop(sitting.follow(m).unwrap()));
    assert!(sitting.session().is_finished());
    let all = store.statistics(Some("klondike")).unwrap();
    assert_eq!((all[0].rules.as_str(), all[0].won), ("klondike from a position", 1));
    assert!(all.iter().all(|one| one.rules != "klondike"), "nobody won a deal of Klondike");
    assert_eq!(store.games(None).unwrap()[0].deal, "position theirs.txt");
}

#[test]
fn the_ledger_adds_up_over_programs() {
    let folder = Folder::new("ledger");
    let (first, second) = (Store::open(&folder.0).unwrap(), Store::open(&folder.0).unwrap());
    let (mut one, mut two) = (sit(&first, "canfield-bsd", 1), sit(&second, "canfield-bsd", 2));
    one.execute(Command::Draw).unwrap();
    two.execute(Command::Draw).unwrap();
    let paid = |sitting: &Sitting| sitting.ledger().unwrap().hand.costs();
    assert_eq!(first.account().unwrap().costs(), paid(&one) + paid(&two));
    assert_eq!(paid(&one), 13 + 26);
}

#[test]
fn the_rules_chosen_last_are_remembered_for_each_game() {
    let folder = Folder::new("rules");
    let named = |game: &str| Form::named(talon_games::find(game).unwrap());
    let mut klondike = named("klondike");
    klondike.change(&["draw=3", "redeals=0", "auto=safe", "listing=yes"]).unwrap();
    {
        let store = Store::open(&folder.0).unwrap();
        store.remember(&klondike).unwrap();
        let session = klondike.begin(Deal::Number(1)).unwrap();
        let mut sitting =
            Sitting::new(session, store.account().unwrap(), Some(Box::new(store.writer().unwrap())));
        sitting.execute(Command::Draw).unwrap();
    }
    let store = Store::open(&folder.0).unwrap();
    assert_eq!(store.remembered(&named("klondike")), klondike);
    assert!(store.remembered(&named("canfield")).is_as_named());
    assert_eq!(store.left().unwrap()[0].title, "Klondike, draw 3, no redeals");
    klondike.reset();
    store.remember(&klondike).unwrap();
    assert!(store.remembered(&named("klondike")).is_as_named());
    // Whatever the preference has become, it is no reason to fail.
    store.prefer("rules klondike", "\u{0}\ndraw=\nredeals=1").unwrap();
    assert_eq!(store.remembered(&named("klondike")).title(), "Klondike, 1 redeal");
}

#[test]
fn everything_goes_out_and_comes_in() {
    let folder = Folder::new("out");
    let store = Store::open(&folder.0).unwrap();
    for (game, deal) in [("canfield", 1), ("spider-2", 2)] {
        let mut sitting = sit(&store, game, deal);
        play(&mut sitting, 30);
    }
    store.prefer("theme", "night").unwrap();
    let text = store.export().unwrap().text;
    let other = Folder::new("in");
    let mut books = Store::open(&other.0).unwrap();
    let taken = books.import(&text).unwrap();
    assert_eq!((taken.new, taken.known, taken.refused.len()), (2, 0, 0));
    let again = books.import(&text).unwrap();
    assert_eq!((again.new, again.known), (0, 2), "what is there stays");
    assert_eq!(books.preference("theme").as_deref(), Some("night"));
    assert_eq!(books.account().unwrap(), store.account().unwrap());
    let saves = |store: &Store| -> Vec<String> {
        store.games(None).unwrap().iter().map(|game| store.text(game.id).unwrap().0).collect()
    };
    let (mut here, mut there) = (saves(&store), saves(&books));
    here.sort();
    there.sort();
    assert_eq!(here, there);
    for bad in ["", "{}", "[]", "{\"form\": \"talon export 1\"}"] {
        assert!(matches!(books.import(bad), Err(Error::Import(_))), "{bad}");
    }
}

/// Of visitors who bring the same game at once, each on from the state they know, one is written down.
#[test]
fn of_visitors_at_once_one_is_in_time() {
    let folder = Folder::new("visitors");
    let new = || Session::new(talon_games::find("klondike").unwrap(), Deal::Number(8)).unwrap();
    let visit = |store: &mut Store, session: &Session, state: i64| {
        let visit = Visit { uid: "one", session, seconds: 1, began: 1, state, leaves: false, shown: false };
        store.keep(&visit).unwrap()
    };
    let mut state = visit(&mut Store::open(&folder.0).unwrap(), &new(), 0).unwrap().state;
    for round in 1..20 {
        let start = std::sync::Barrier::new(4);
        let kept: Vec<_> = std::thread::scope(|scope| {
            let visitors: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        let mut store = Store::open(&folder.0).unwrap();
                        let mut session = new();
                        for _ in 0..round {
                            session.execute(Command::Play(talon_rules::Move::Draw)).unwrap();
                        }
                        start.wait();
                        visit(&mut store, &session, state)
                    })
                })
                .collect();
            visitors.into_iter().filter_map(|visitor| visitor.join().unwrap()).collect()
        });
        assert_eq!(kept.len(), 1, "round {round}");
        state = kept[0].state;
    }
}

/// A win that was only shown is nobody's; a game that cannot go on is lost until it is taken back.
#[test]
fn only_the_end_of_a_game_counts() {
    let folder = Folder::new("ends");
    let mut store = Store::open(&folder.0).unwrap();
    let result = |store: &mut Store, uid: &str, session: &Session, shown: bool| {
        let state = store.number(uid).unwrap().map_or(0, |id| store.lend(id).unwrap().state);
        let visit = Visit { uid, session, seconds: 1, began: 1, state, leaves: true, shown };
        let id = store.keep(&visit).unwrap().unwrap().id;
        store.games(None).unwrap().into_iter().find(|game| game.id == id).unwrap().result
    };
    let mut won = Session::new(talon_games::find("klondike").unwrap(), Deal::Number(1)).unwrap();
    let talon_session::Verdict::Winnable(line) =
        talon_session::Verdict::of(won.truth(), talon_session::Limits::default(), |_| None)
    else {
        panic!("deal 1 can be won")
    };
    for m in line {
        won.execute(Command::Play(m)).unwrap();
    }
    assert_eq!(result(&mut store, "watched", &won, true), "shown");
    assert_eq!(result(&mut store, "played", &won, false), "won");
    // Fan has no stock: whoever plays on at random is stuck some day.
    let mut stuck = Session::new(talon_games::find("fan").unwrap(), Deal::Number(1)).unwrap();
    while !stuck.is_plainly_stuck() {
        let m = stuck.truth().moves().into_iter().next().expect("an open game has moves");
        stuck.execute(Command::Play(m)).unwrap();
    }
    assert_eq!(result(&mut store, "stuck", &stuck, false), "lost");
    stuck.execute(Command::Undo).unwrap();
    assert_eq!(result(&mut store, "stuck", &stuck, false), "left");
    assert_eq!(store.left().unwrap().len(), 1);
    // Only the hidden cards show that these deals are stuck, so whoever leaves them has not lost.
    for (game, deal) in [("canfield", 0), ("canfield", 32), ("canfield", 116), ("klondike-draw3", 67)] {
        let mut hopeless = Session::new(talon_games::find(game).unwrap(), Deal::Number(deal)).unwrap();
        hopeless.execute(Command::Draw).unwrap();
        assert_eq!(result(&mut store, &format!("{game} {deal}"), &hopeless, false), "left");
    }
}
