//! The protocol with every game: the moves it offers are legal, it shows nothing that is hidden, and
//! nothing depends on earlier requests.

use serde_json::{Value, json};
use talon_session::protocol::{Bounds, End, answer, games, search};

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

/// A page that hands back what it was told, as the page does.
struct Page(Value);

impl Page {
    fn open(game: Value) -> Page {
        Page(ask(game, Value::Null))
    }

    fn after(&mut self, elapsed: u32, command: Value) -> &Value {
        let (game, memory) = (save(&self.0), &self.0["memory"]);
        let request =
            json!({ "game": game, "memory": memory, "elapsed": elapsed, "do": command }).to_string();
        self.0 = serde_json::from_str(&answer(&request).unwrap()).unwrap();
        &self.0
    }

    fn ask(&mut self, command: Value) -> &Value {
        self.after(0, command)
    }

    fn search(&self, what: Value) -> Value {
        let request = json!({ "game": save(&self.0), "search": what }).to_string();
        let bounds = Bounds { nodes: 2_000_000, memory: 128 << 20 };
        serde_json::from_str(&search(&request, bounds, &mut |_| None).unwrap()).unwrap()
    }
}

#[test]
fn a_hint_goes_on_where_it_was_and_begins_anew_after_a_move() {
    let mut page = Page::open(json!({ "name": "canfield", "deal": "4" }));
    let mut words = Vec::new();
    for _ in 0..4 {
        words.push(page.ask(json!("hint"))["hint"]["words"].as_str().unwrap().to_string());
    }
    assert!(words[0] != words[1] && words[2].starts_with(words[1].trim_end_matches('.')), "{words:?}");
    assert_eq!(words[2], words[3]);
    assert_eq!(page.0["stamp"], "fair hints");
    let m = page.ask(json!("hint"))["hint"]["move"].clone();
    page.ask(json!({ "play": m }));
    assert!(page.ask(json!("hint"))["hint"]["words"].as_str().unwrap().starts_with("Look at "));
    page.ask(json!({ "play": "f4-1" }));
    let why = page.0["refused"].clone();
    assert_eq!(page.ask(json!("why"))["notes"][0], why);
}

#[test]
fn what_is_learnt_holds_for_the_positions_it_follows_for() {
    let mut page = Page::open(json!({ "name": "klondike", "deal": "1", "auto": false }));
    assert_eq!(page.0["verdict"]["is"], "off");
    assert_eq!(page.ask(json!("oracle"))["wanted"], "verdict");
    assert!(page.0["warning"].is_string());
    let answer = page.search(json!({ "verdict": {} }));
    let left = answer["line"].as_array().unwrap().len();
    page.ask(json!({ "learn": answer["found"] }));
    assert_eq!(page.0["verdict"]["brief"], format!("Winnable in {left} moves"));
    assert_eq!((&page.0["stamp"], &page.0["warning"]), (&json!("oracle"), &Value::Null));
    page.ask(json!("follow"));
    assert_eq!(page.0["verdict"]["brief"], format!("Winnable in {} moves", left - 1));
    assert_eq!(page.0["proved"], json!(["winnable", "winnable"]));
    assert!(page.ask(json!("oracle"))["hint"]["move"] == answer["line"][1]);
    // Another branch is not known to be winnable, and a win that does not win is refused.
    let mut made = 1;
    while page.0["moves"].as_array().unwrap().len() < 2 {
        page.ask(json!("follow"));
        made += 1;
    }
    let next = &answer["line"][made];
    let other = page.0["moves"].as_array().unwrap().iter().find(|m| *m != next).unwrap().clone();
    page.ask(json!({ "play": other }));
    assert_eq!(page.0["verdict"]["is"], "off");
    let lie = json!({ "learn": [{ "path": [], "is": { "winnable": ["draw"] } }] });
    let request = json!({ "game": save(&page.0), "do": lie }).to_string();
    assert!(refused(&request).contains("do not win"));
    let memory = json!({ "proved": [{ "at": 0, "is": { "winnable": ["draw"] } }] });
    let request = json!({ "game": save(&page.0), "memory": memory }).to_string();
    let reply: Value = serde_json::from_str(&talon_session::protocol::answer(&request).unwrap()).unwrap();
    assert!(reply["proved"].is_null(), "a memory that lies is forgotten");
}

#[test]
fn the_post_mortem_is_told_in_words_and_leads_back() {
    let moves = LOST_AT_40.split(',').collect::<Vec<_>>();
    let mut page = Page::open(json!({ "name": "canfield", "deal": "6", "auto": false, "moves": moves }));
    let answer = page.search(json!("critical"));
    let words = answer["words"].as_str().unwrap();
    assert!(words.starts_with("Move 40 lost the game: ") && words.contains("Before this move"), "{words}");
    page.ask(json!({ "learn": answer["found"] }));
    assert_eq!(page.0["verdict"]["brief"], "Lost since move 40");
    assert_eq!(page.ask(json!({ "go": answer["lost"] }))["made"], 40);
    assert_eq!(page.ask(json!({ "go": answer["back"] }))["made"], 39);
    assert_eq!(page.0["verdict"]["is"], "winnable");
    assert_eq!(page.ask(json!({ "leap": 3 }))["made"], 42);
    assert_eq!(page.ask(json!({ "leap": -10 }))["made"], 32);
}

#[test]
fn the_clock_runs_from_the_first_move_and_not_while_the_player_is_away() {
    let mut page = Page::open(json!({ "name": "klondike", "deal": "1" }));
    assert_eq!(page.after(5_000, json!("draw"))["seconds"], 0);
    assert_eq!(page.after(7_400, json!({ "find": "AS" }))["seconds"], 7);
    assert_eq!(page.after(600, json!("draw"))["seconds"], 8);
    assert_eq!(page.after(600_000, Value::Null)["seconds"].as_u64().unwrap() - 8, page_limit());
    assert_eq!(page.0["running"], 0);
    assert_ne!(page.ask(json!("draw"))["running"], 0);
}

/// For how many seconds the clock runs if nothing happens.
fn page_limit() -> u64 {
    let mut page = Page::open(json!({ "name": "klondike", "deal": "1" }));
    let running = page.ask(json!("draw"))["running"].as_u64().unwrap();
    // The second in which it stops is not counted.
    running - 1
}

#[test]
fn bookmarks_get_letters_and_stay_in_the_save() {
    let mut page = Page::open(json!({ "name": "klondike", "deal": "1" }));
    for command in [json!("draw"), json!({ "bookmark": null }), json!("draw"), json!({ "bookmark": null })] {
        page.ask(command);
    }
    let names: Vec<&str> =
        page.0["bookmarks"].as_array().unwrap().iter().map(|b| b["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["a", "b"]);
    page.ask(json!("restart"));
    assert_eq!(page.ask(json!({ "jump": "a" }))["made"], 1);
    assert_eq!(page.ask(json!({ "jump": null }))["made"], 2);
}

#[test]
fn a_file_of_any_format_is_read_without_the_name_of_its_game() {
    let dealt = ask(json!({ "name": "klondike", "deal": "7" }), json!("draw"));
    let loaded = ask(json!({ "file": dealt["save"] }), Value::Null);
    assert_eq!(loaded["save"], dealt["save"]);
    let board = "s: (3S) (AC) (2C)\nw: 4S\nf4: AS 2S\n1: (KH) QC\n2: KC QH\n3: KD\n4: KS\n\
        5: (JC) (TC) (9C) (8C) (7C) (6C) (5C) (4C) (3C) QD\n\
        6: (QS) (JS) (TS) (9S) (8S) (7S) (6S) (5S) JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD\n\
        7: JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH\n";
    assert_eq!(ask(json!({ "file": board }), Value::Null)["name"], "klondike");
    let cards = ask(json!({ "name": "klondike", "deal": "ms:1" }), Value::Null);
    let deck = talon_cards::Card::all().map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
    assert!(refused(&json!({ "game": { "file": deck } }).to_string()).contains("name the game"));
    assert_eq!(ask(json!({ "file": deck, "name": "klondike" }), Value::Null)["cards"], cards["cards"]);
}

/// A line of Canfield 6 that could be won until its fortieth move.
const LOST_AT_40: &str = "r-f2,draw,w-3,draw,draw,draw,draw,draw,draw,draw,w-f3,draw,draw,w-4,draw,draw,redeal,\
    draw,draw,draw,draw,draw,w-2,draw,draw,draw,draw,draw,draw,redeal,draw,draw,w-f1,w-3,r-3,draw,draw,draw,\
    draw,w-f4,draw,draw";

#[test]
fn every_offered_move_of_every_game_is_made_and_undone() {
    for rules in talon_games::ALL {
        let mut generator = talon_cards::Generator::new(11);
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
    let mut generator = talon_cards::Generator::new(3);
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
        // The same place again, by its new number.
        let here = there["at"].as_u64().unwrap() as usize;
        let m = if here == 0 { Value::Null } else { there["tree"][here - 1]["m"].clone() };
        let wanted = if place == 0 { Value::Null } else { tree[place - 1]["m"].clone() };
        assert_eq!(m, wanted);
    }
}

#[test]
fn face_down_cards_do_not_show() {
    for rules in talon_games::ALL {
        let reply = ask(json!({ "name": rules.name.as_str(), "deal": "5", "auto": false }), Value::Null);
        let table = talon_rules::Table::numbered(rules, 5).unwrap();
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
        (r#"{"game": {"name": "canfield", "deal": "99999999999999999999999"}}"#, "has no deal"),
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
    let found = run(json!({ "name": "klondike", "deal": "4" }), json!({ "graded": { "level": "easy" } }));
    assert_eq!(found["words"], "This deal is easy and proved winnable.");
    let never = run(json!({ "name": "klondike", "deal": "4", "moves": ["draw", "draw"] }), json!("critical"));
    assert_eq!((&never["dead"], &never["winnable"]), (&json!(0), &Value::Null));
    let fine = run(json!({ "name": "klondike", "deal": "1", "moves": ["draw"] }), json!("critical"));
    assert_eq!((&fine["dead"], &fine["winnable"]), (&Value::Null, &json!(1)));
    let moves: Vec<&str> = LOST_AT_40.split(',').collect();
    let lost = run(json!({ "name": "canfield", "deal": "6", "moves": moves }), json!("critical"));
    assert_eq!((&lost["winnable"], &lost["dead"]), (&json!(39), &json!(40)), "{lost}");
    let honest = run(json!({ "name": "klondike", "deal": "1" }), json!("honest"));
    assert!(
        honest["words"].as_str().unwrap().ends_with('.') && honest["moves"].as_u64().unwrap() > 0,
        "{honest}"
    );
    let request =
        json!({ "game": { "name": "forty-thieves", "deal": "1" }, "search": { "verdict": {} } }).to_string();
    let stopped = search(&request, bounds, &mut |_| Some(End::Cancelled)).unwrap();
    assert!(stopped.contains("cancelled"), "{stopped}");
    // A deal that was not found is said, and none is handed out.
    for (ask, why, words) in [
        (
            json!({ "graded": { "level": "hard" } }),
            End::Time,
            "No hard deal was found in time (1 deal tried).",
        ),
        (json!("winnable"), End::Cancelled, "The search was stopped."),
        (
            json!({ "daily": { "seconds": 1_795_000_000 } }),
            End::Time,
            "The deal of 18 November 2026 was not found",
        ),
    ] {
        let request = json!({ "game": { "name": "forty-thieves", "deal": "1" }, "search": ask }).to_string();
        let answer: Value =
            serde_json::from_str(&search(&request, bounds, &mut |_| Some(why)).unwrap()).unwrap();
        assert_eq!((&answer["is"], &answer["deal"]), (&json!("unknown"), &Value::Null));
        assert!(answer["words"].as_str().unwrap().starts_with(words), "{answer}");
    }
}

#[test]
fn the_games_and_their_sheets_are_listed() {
    let list: Value = serde_json::from_str(&games("{}").unwrap()).unwrap();
    assert_eq!(list["games"].as_array().unwrap().len(), talon_games::ALL.len());
    let sheet = games(r#"{"sheet": {"name": "canfield", "set": ["draw=1"]}}"#).unwrap();
    assert!(sheet.contains("# Canfield"));
    assert!(games(r#"{"sheet": {"name": "nothing"}}"#).is_err());
}

/// Every value that the page's form offers for a rule is accepted by some game and changes that rule.
#[test]
fn the_form_sets_every_rule() {
    let list: Value = serde_json::from_str(&games("{}").unwrap()).unwrap();
    let names = |of: &Value| -> Vec<String> {
        of.as_array().unwrap().iter().map(|name| name.as_str().unwrap().into()).collect()
    };
    let changed = |game: &str, field: &str, value: &str| {
        // Cells can be dealt only if there are some.
        let set = [vec![], vec!["cells=4".to_string()]].map(|mut set| {
            set.push(format!("{field}={value}"));
            set
        });
        set.into_iter().any(|set| {
            let Ok(reply) = games(&json!({ "sheet": { "name": game, "set": set } }).to_string()) else {
                return false;
            };
            let reply: Value = serde_json::from_str(&reply).unwrap();
            let found = &reply["rules"][field];
            found.as_str().map_or_else(|| found.to_string(), str::to_string) == value
        })
    };
    for field in list["fields"].as_array().unwrap() {
        let (name, kind) = (field["name"].as_str().unwrap(), &field["kind"]);
        let is = kind["is"].as_str().unwrap();
        let values: Vec<String> = match is {
            "flag" => vec!["true".into(), "false".into()],
            "number" => {
                let bound = |which: &str| kind[which].as_u64().unwrap();
                (bound("least")..=bound("most")).map(|n| n.to_string()).collect()
            }
            "count" => vec!["0".into(), "2".into(), "unlimited".into()],
            "word" => names(&kind["words"]),
            "list" => vec!["[1]".into(), "[2]".into()],
            "scoring" => names(&list["scorings"]),
            other => panic!("{name}: a kind of field called {other}"),
        };
        let can_be_set =
            |value: &&String| talon_games::ALL.iter().any(|game| changed(game.name.as_str(), name, value));
        if is == "number" {
            // The bounds of a number are those of all games together; a single game need not reach them.
            assert_eq!(values.iter().filter(can_be_set).take(2).count(), 2, "{name}");
        } else if let Some(value) = values.iter().find(|value| !can_be_set(value)) {
            panic!("{name}={value} is accepted by no game");
        }
    }
}

#[test]
fn a_lesson_guides_through_its_moves_and_survives_what_a_page_hands_back() {
    let mut page = Page::open(json!({ "lesson": "klondike" }));
    let first = page.0["lesson"].clone();
    assert_eq!(first["step"], 1);
    assert_eq!(first["marks"], json!([{ "pile": "3", "count": 1 }, { "pile": "5", "count": 1 }]));
    page.ask(json!("draw"));
    assert_eq!((&page.0["lesson"]["astray"], &page.0["lesson"]["next"]), (&json!(true), &Value::Null));
    page.ask(json!("undo"));
    assert_eq!(page.0["lesson"], first);
    while page.0["lesson"]["done"] == false {
        let next = page.0["lesson"]["next"].clone();
        page.ask(json!({ "play": next }));
        assert_eq!(page.0["refused"], Value::Null);
    }
    assert_eq!(page.0["lesson"]["step"], page.0["lesson"]["of"]);
    page.ask(json!("end-lesson"));
    assert_eq!(page.0["lesson"], Value::Null);
    assert_eq!(page.ask(json!("draw"))["lesson"], Value::Null, "the game goes on without it");
    assert_eq!(refused(r#"{"game": {"lesson": "bridge"}}"#), "there is no lesson called \"bridge\".");
}

#[test]
fn deals_that_can_be_won_are_counted_on_from_where_the_time_was_up() {
    let count = |counted: &Value, most: u32| -> Value {
        let request = json!({
            "game": { "name": "freecell", "set": ["cells=1"] }, "search": { "share": { "counted": counted } },
        });
        let (bounds, mut told) = (Bounds { nodes: 400_000, memory: 64 << 20 }, 0);
        let mut tell = |text: &str| {
            told += u32::from(text.contains("words"));
            (told >= most).then_some(End::Time)
        };
        serde_json::from_str(&search(&request.to_string(), bounds, &mut tell).unwrap()).unwrap()
    };
    let sum = |answer: &Value| -> u64 {
        ["won", "lost", "open"].iter().map(|name| answer["counted"][*name].as_u64().unwrap()).sum()
    };
    let part = count(&json!({}), 30);
    assert_eq!((sum(&part), &part["done"]), (30, &json!(false)));
    let whole = count(&part["counted"], u32::MAX);
    assert_eq!((sum(&whole), &whole["done"]), (100, &json!(true)));
    assert_eq!(whole["counted"], count(&json!({}), u32::MAX)["counted"], "the parts add up");
    assert!(whole["words"].as_str().unwrap().contains(" of 100 deals can be won"), "{whole}");
}
