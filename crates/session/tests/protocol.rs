//! The protocol against every game: what it offers is legal, what it shows may be seen, and nothing
//! depends on what was asked before.

use serde_json::{Value, json};
use session::protocol::{Bounds, End, answer, games, search};

fn ask(game: Value, command: Value) -> Value {
    let request = json!({ "game": game, "do": command }).to_string();
    serde_json::from_str(&answer(&request).unwrap_or_else(|error| panic!("{request}: {error}"))).unwrap()
}

fn refused(request: &str) -> String {
    answer(request).expect_err(request).to_string()
}

fn save(reply: &Value) -> Value {
    json!({ "save": reply["save"] })
}

#[test]
fn every_offered_move_of_every_game_is_made_and_undone() {
    for rules in ::games::ALL {
        let mut generator = cards::Generator::new(11);
        let mut reply = ask(json!({ "name": rules.name.as_str(), "deal": "11", "auto": false }), Value::Null);
        for _ in 0..40 {
            let moves = reply["moves"].as_array().unwrap().clone();
            if moves.is_empty() {
                break;
            }
            let m = &moves[generator.below(moves.len() as u64) as usize];
            let next = ask(save(&reply), json!({ "play": m }));
            assert!(next["refused"].is_null(), "{}: {m}: {next}", rules.name);
            assert_eq!(next["made"].as_u64(), reply["made"].as_u64().map(|made| made + 1));
            let back = ask(save(&next), json!("undo"));
            for seen in ["piles", "moves", "score", "redeals", "made"] {
                assert_eq!(back[seen], reply[seen], "{}: {seen} after {m} and back", rules.name);
            }
            reply = next;
        }
    }
}

#[test]
fn the_places_of_the_tree_are_those_of_the_save() {
    let mut generator = cards::Generator::new(3);
    let mut reply = ask(json!({ "name": "klondike", "deal": "3" }), Value::Null);
    for _ in 0..120 {
        let moves = reply["moves"].as_array().unwrap().clone();
        let command = match generator.below(4) {
            0 => json!("undo"),
            1 => json!({ "visit": generator.below(reply["tree"].as_array().unwrap().len() as u64 + 1) }),
            _ if moves.is_empty() => json!("restart"),
            _ => json!({ "play": moves[generator.below(moves.len() as u64) as usize] }),
        };
        reply = ask(save(&reply), command);
    }
    let tree = reply["tree"].as_array().unwrap().clone();
    assert!(tree.len() > 20);
    for place in 0..=tree.len() {
        let there = ask(save(&reply), json!({ "visit": place }));
        let mut depth = 0;
        let mut at = place;
        while at > 0 {
            at = tree[at - 1]["p"].as_u64().unwrap() as usize;
            depth += 1;
        }
        assert_eq!(there["made"], json!(depth));
        // The same place again, by the number it has now.
        let here = there["at"].as_u64().unwrap() as usize;
        let m = if here == 0 { Value::Null } else { there["tree"][here - 1]["m"].clone() };
        let wanted = if place == 0 { Value::Null } else { tree[place - 1]["m"].clone() };
        assert_eq!(m, wanted);
    }
}

#[test]
fn face_down_cards_do_not_show() {
    for rules in ::games::ALL {
        let reply = ask(json!({ "name": rules.name.as_str(), "deal": "5", "auto": false }), Value::Null);
        let table = rules::Table::numbered(rules, 5).unwrap();
        let shown: usize = reply["piles"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|pile| pile["cards"].as_array().unwrap())
            .filter(|card| *card != "")
            .count();
        let open: usize = table.piles().map(|pile| table.view().open(pile).flatten().count()).sum();
        assert_eq!(shown, open, "{}", rules.name);
    }
}

#[test]
fn a_link_with_moves_is_the_game_itself() {
    let mut reply = ask(json!({ "name": "canfield", "deal": "9", "set": ["draw=1"] }), json!("draw"));
    for _ in 0..5 {
        reply = ask(save(&reply), json!("draw"));
    }
    let moves: Vec<&Value> = reply["tree"].as_array().unwrap().iter().map(|node| &node["m"]).collect();
    let link =
        ask(json!({ "name": "canfield", "deal": "9", "set": ["draw=1"], "moves": moves }), Value::Null);
    assert_eq!(link["save"], reply["save"]);
    let foreign = ask(json!({ "name": "canfield", "deal": "pysol:94118177207124443136" }), Value::Null);
    assert_eq!((&foreign["base"], &foreign["number"]), (&json!("Q"), &json!("pysol:94118177207124443136")));
}

#[test]
fn what_cannot_be_understood_is_said_in_a_sentence() {
    for (request, words) in [
        ("", "EOF"),
        ("[]", "struct Request"),
        (r#"{"game": {"name": "canfeld"}}"#, "did you mean canfield"),
        (r#"{"game": {}}"#, "neither save nor name"),
        (r#"{"game": {"name": "canfield", "set": ["drw=1"]}}"#, "did you mean draw"),
        (r#"{"game": {"name": "canfield", "deal": "AS AS"}}"#, "."),
        (r#"{"game": {"name": "canfield", "deal": "99999999999999999999999"}}"#, "there is no deal"),
        (r#"{"game": {"name": "klondike", "moves": ["1-f1", "x"]}}"#, "move 1 (1-f1) is refused"),
        (r#"{"game": {"name": "klondike"}, "do": {"play": "zz"}}"#, "neither a pile"),
        (r#"{"game": {"name": "klondike"}, "do": "dance"}"#, "unknown variant"),
        (r#"{"game": {"save": "talon save 1\ngame klondike\ndeal 1\nmoves\n1-f1\nend\n"}}"#, "Line 5"),
    ] {
        let said = refused(request);
        assert!(said.contains(words) && said.ends_with('.') && said.len() < 500, "{request}: {said}");
    }
    let illegal =
        ask(json!({ "name": "klondike", "deal": "1" }), json!({ "carry": { "from": "1", "to": "f1" } }));
    assert!(illegal["refused"].as_str().unwrap().contains("foundation"), "{illegal}");
    assert_eq!(illegal["made"], 0);
}

#[test]
fn searches_prove_name_the_losing_move_and_stop_when_told() {
    let bounds = Bounds { nodes: 2_000_000, memory: 128 << 20 };
    let run = |game: Value, ask: Value| -> Value {
        let request = json!({ "game": game, "search": ask }).to_string();
        serde_json::from_str(&search(&request, bounds, &mut |_| None).unwrap()).unwrap()
    };
    let won = run(json!({ "name": "klondike", "deal": "1" }), json!({ "verdict": {} }));
    assert_eq!(won["is"], "winnable");
    let end = ask(json!({ "name": "klondike", "deal": "1", "auto": false }), json!({ "line": won["line"] }));
    assert_eq!(end["status"], "won");
    assert_eq!(run(json!({ "name": "klondike", "deal": "4" }), json!({ "verdict": {} }))["is"], "dead");
    assert_eq!(run(json!({ "name": "klondike", "deal": "4" }), json!("winnable"))["deal"], "5");
    let never = run(json!({ "name": "klondike", "deal": "4", "moves": ["draw", "draw"] }), json!("critical"));
    assert_eq!((&never["dead"], &never["winnable"]), (&json!(0), &Value::Null));
    let fine = run(json!({ "name": "klondike", "deal": "1", "moves": ["draw"] }), json!("critical"));
    assert_eq!((&fine["dead"], &fine["winnable"]), (&Value::Null, &json!(1)));
    let lost = "r-f2,draw,w-3,draw,draw,draw,draw,draw,draw,draw,w-f3,draw,draw,w-4,draw,draw,redeal,draw,draw,draw,\
        draw,draw,w-2,draw,draw,draw,draw,draw,draw,redeal,draw,draw,w-f1,w-3,r-3,draw,draw,draw,draw,w-f4,draw,draw";
    let moves: Vec<&str> = lost.split(',').collect();
    let lost = run(json!({ "name": "canfield", "deal": "6", "moves": moves }), json!("critical"));
    assert_eq!((&lost["winnable"], &lost["dead"]), (&json!(39), &json!(40)), "{lost}");
    let request =
        json!({ "game": { "name": "forty-thieves", "deal": "1" }, "search": { "verdict": {} } }).to_string();
    let stopped = search(&request, bounds, &mut |_| Some(End::Cancelled)).unwrap();
    assert!(stopped.contains("cancelled"), "{stopped}");
}

#[test]
fn the_games_and_their_sheets_are_listed() {
    let list: Value = serde_json::from_str(&games("{}").unwrap()).unwrap();
    assert_eq!(list["games"].as_array().unwrap().len(), ::games::ALL.len());
    let sheet = games(r#"{"sheet": {"name": "canfield", "set": ["draw=1"]}}"#).unwrap();
    assert!(sheet.contains("# Canfield"));
    assert!(games(r#"{"sheet": {"name": "nothing"}}"#).is_err());
}
