//! Games that begin in the middle: a position from elsewhere is continued, saved and shared.

use serde_json::{Value, json};
use talon_cards::Generator;
use talon_deals::{Format, import};
use talon_rules::{Rules, Table};
use talon_session::protocol::answer;
use talon_session::{Account, Command, Deal, LoadError, Session, Sitting};

/// Returns a table some random moves into a game, and its text.
fn middle(rules: &Rules, number: u64, moves: usize) -> (Table, String) {
    let mut table = Table::numbered(rules, number).unwrap();
    let mut generator = Generator::new(number);
    for _ in 0..moves {
        let legal = table.moves();
        if legal.is_empty() {
            break;
        }
        table.play(legal[generator.below(legal.len() as u64) as usize]).unwrap();
    }
    let text = Format::Piles.write(&table).unwrap();
    (table, text)
}

fn deal(rules: &Rules, text: &str) -> Deal {
    Deal::imported(&import(text.as_bytes()).unwrap(), rules, Some("theirs.txt".into())).unwrap()
}

#[test]
fn a_position_of_every_game_is_played_on_and_saved() {
    for rules in talon_games::ALL {
        for moves in [1, 15, 60] {
            let (table, text) = middle(rules, 3, moves);
            let mut session = Session::dealt(rules, deal(rules, &text)).unwrap();
            assert_eq!(session.truth().layout(), table.layout(), "{} after {moves}", rules.name);
            assert_eq!(session.moves_made(), 0);
            let mut generator = Generator::new(9);
            for _ in 0..25 {
                let legal = session.view().moves();
                let Some(&m) = legal.get(generator.below(legal.len().max(1) as u64) as usize) else { break };
                let _ =
                    session.execute(if generator.below(4) == 0 { Command::Undo } else { Command::Play(m) });
            }
            let save = session.save();
            let loaded =
                Session::load(&save).unwrap_or_else(|error| panic!("{}: {error}\n{save}", rules.name));
            assert_eq!(loaded.save(), save, "{}", rules.name);
            assert_eq!(loaded.truth().to_string(), session.truth().to_string(), "{}", rules.name);
            assert_eq!(loaded.deal(), session.deal(), "{}", rules.name);
            // Restarting returns to the position where the game began here, not to an unknown deal.
            session.execute(Command::Restart).unwrap();
            assert_eq!(session.truth().layout(), table.layout(), "{}", rules.name);
        }
    }
}

#[test]
fn a_text_that_is_a_deal_stays_one() {
    let rules = talon_games::find("klondike").unwrap();
    let table = Table::numbered(rules, 3).unwrap();
    for format in [Format::Cards, Format::Piles, Format::Board, Format::Solvitaire] {
        let text = format.write(&table).unwrap();
        let deal = deal(rules, &text);
        assert!(matches!(deal, Deal::Cards { .. }), "{format}");
        assert_eq!(deal.to_string(), "deal theirs.txt");
        assert_eq!(deal.table(rules).unwrap().to_string(), table.to_string(), "{format}");
    }
}

#[test]
fn a_damaged_position_names_its_line() {
    let rules = talon_games::find("klondike").unwrap();
    let (_, text) = middle(rules, 3, 20);
    let session = Session::dealt(rules, deal(rules, &text)).unwrap();
    assert_eq!(session.deal().to_string(), "position theirs.txt");
    let save = session.save();
    let line = |word: &str| save.lines().position(|line| line.starts_with(word)).unwrap() + 1;
    let error = |save: &str| match Session::load(save).unwrap_err() {
        LoadError::Line { line, problem } => (line, problem),
        error => panic!("{error}"),
    };
    let (at, problem) = error(&save.replacen("position 3: ", "position 3: zz ", 1));
    assert_eq!((at, problem.contains("zz")), (line("position 3:"), true), "{problem}");
    let (at, problem) = error(&save.replacen("position 3: ", "position 33: ", 1));
    assert_eq!((at, problem.contains("column 33")), (line("position 3:"), true), "{problem}");
    let without: String = save
        .lines()
        .filter(|line| !line.starts_with("position 3:"))
        .map(|line| format!("{line}\n"))
        .collect();
    let (at, problem) = error(&without);
    assert_eq!(at, line("position "), "{problem}");
    assert!(problem.contains("missing"), "{problem}");
}

/// The link to a position deals the same position.
#[test]
fn a_position_goes_through_the_protocol_and_its_links() {
    let ask = |game: Value| -> Value {
        let request = json!({ "game": game, "do": Value::Null }).to_string();
        serde_json::from_str(&answer(&request).unwrap_or_else(|error| panic!("{error}"))).unwrap()
    };
    for game in ["klondike", "canfield", "spider", "freecell"] {
        let rules = talon_games::find(game).unwrap();
        let (_, text) = middle(rules, 4, 20);
        let first = ask(json!({ "name": game, "deal": text, "auto": false }));
        assert_eq!(first["deal"], "a position from elsewhere", "{game}");
        let linked = ask(json!({ "name": game, "deal": first["number"], "auto": false }));
        assert_eq!(linked["piles"], first["piles"], "{game}");
        assert_eq!(linked["number"], first["number"], "{game}");
        let saved = ask(json!({ "save": first["save"] }));
        assert_eq!(saved["piles"], first["piles"], "{game}");
    }
}

/// Cards that were up before the position was imported were not bought here, so the casino pays nothing for
/// them.
#[test]
fn the_casino_keeps_no_ledger_of_a_position() {
    let rules = talon_games::find("canfield-bsd").unwrap();
    let (_, text) = middle(rules, 4, 20);
    let mut session = Session::dealt(rules, deal(rules, &text)).unwrap();
    session.execute(Command::Draw).unwrap();
    assert_eq!(talon_session::hand(&session), None);
    let sitting = Sitting::new(session, Account::default(), None);
    assert!(sitting.ledger().is_none());
    let dealt = Sitting::new(Session::new(rules, Deal::Number(4)).unwrap(), Account::default(), None);
    assert!(dealt.ledger().is_some());
}
