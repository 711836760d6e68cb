//! The form of the rules, over all games: every choice can be made or is refused with a sentence, what is
//! remembered comes back, and the title says what differs.

use std::collections::HashSet;
use talon_rules::Rules;
use talon_session::form::Form;
use talon_session::{Deal, protocol};

/// Every form that is one step away from the named game.
fn one_step_away(game: &Rules) -> Vec<Form> {
    let form = Form::named(game);
    let mut forms = vec![form.clone()];
    for choice in form.choices() {
        for value in &choice.values {
            let mut changed = form.clone();
            changed.set(choice.name, &value.setting).unwrap();
            forms.push(changed);
        }
    }
    forms
}

#[test]
fn every_value_that_is_offered_gives_a_game() {
    for game in talon_games::ALL {
        for form in one_step_away(game) {
            form.rules().validate().unwrap();
            let session = form.begin(Deal::Number(3)).unwrap();
            assert_eq!((session.rules(), session.auto()), (form.rules(), form.auto()));
        }
    }
}

#[test]
fn what_cannot_be_is_refused_with_a_sentence_and_changes_nothing() {
    let values = ["0", "1", "3", "99", "-1", "none", "true", "[1, 2]", "", "= =", "unlimited", "x\ny"];
    for game in talon_games::ALL {
        let mut form = Form::named(game);
        for choice in form.choices() {
            for value in values {
                let before = form.clone();
                if let Err(refused) = form.set(choice.name, value) {
                    let sentence = refused.to_string();
                    assert_eq!(form, before);
                    let first = sentence.chars().next().unwrap();
                    assert!(
                        first.is_uppercase() && sentence.ends_with('.'),
                        "{}={value}: {sentence}",
                        choice.name
                    );
                }
                form.rules().validate().unwrap();
                form.reset();
            }
        }
        assert!(form.set("columms", "3").unwrap_err().to_string().contains("did you mean columns?"));
        assert!(form.is_as_named());
    }
}

#[test]
fn a_form_is_remembered_and_forgotten_in_one_step() {
    for game in talon_games::ALL {
        for mut form in one_step_away(game) {
            assert_eq!(Form::remembered(game, &form.kept()), form);
            assert_eq!(form.kept().is_empty(), form.is_as_named());
            let session = form.begin(Deal::Number(1)).unwrap();
            // The deck listing belongs to the screen and not to the game.
            form.set("listing", "no").unwrap();
            assert_eq!(Form::of_session(&session), form);
            form.change(&["standard"]).unwrap();
            assert!(form.is_as_named());
        }
        // What a later version wrote is left out, and the rest is kept.
        let kept = "moon=full\nredeals=2\nlisting=yes";
        assert_eq!(Form::remembered(game, kept).rules().redeals, talon_rules::Count::Of(2));
        assert_eq!(Form::remembered(game, "\u{0}\n==\nstandard\n"), Form::named(game));
    }
}

#[test]
fn titles_are_short_and_say_what_differs() {
    for game in talon_games::ALL {
        let mut seen: HashSet<String> = HashSet::new();
        let mut rules: HashSet<Rules> = HashSet::new();
        for form in one_step_away(game) {
            let title = form.title();
            assert!(title.chars().count() <= 60, "{title}");
            assert!(title.starts_with(game.title.as_str()), "{title}");
            assert_eq!(title == game.title.as_str(), form.rules() == game, "{title}");
            // The same rules have the same title, and different ones have different ones.
            assert_eq!(seen.insert(title.clone()), rules.insert(*form.rules()), "{title}");
        }
        // Everything changed at once.
        let mut form = Form::named(game);
        for choice in form.choices() {
            let _ = form.turn(choice.name, true);
        }
        assert!(form.title().chars().count() <= 60, "{}", form.title());
        assert_ne!(form.title(), game.title.as_str());
    }
}

#[test]
fn titles_of_rules_that_matter_first() {
    for (game, changes, title) in [
        ("klondike", "draw=3 redeals=0", "Klondike, draw 3, no redeals"),
        ("klondike", "take_back=never scoring=vegas", "Klondike, no take-back, scoring vegas"),
        ("canfield-pipkin", "draw=5", "Canfield (Pipkin), draw 5"),
        ("canfield-pipkin", "draw=5 waste_shows=1", "Canfield (Pipkin), draw 5, 1 of the waste shown"),
        ("canfield", "draw=1 redeals=2", "Canfield, draw 1, 2 redeals"),
        ("canfield", "auto=safe listing=yes", "Canfield"),
        ("spider", "suits=1", "Spider, 1 suit"),
        ("spider", "stock=rows-any-time", "Spider, rows at any time"),
        ("spider-gnome", "mode=two-suits", "Spider (GNOME), two suits"),
        ("freecell", "cells=3 fill=kings", "FreeCell, 3 cells, empty columns: kings"),
    ] {
        let mut form = Form::named(talon_games::find(game).unwrap());
        form.change(&changes.split(' ').collect::<Vec<_>>()).unwrap();
        assert_eq!(form.title(), title);
    }
    let own =
        talon_games::read("base = \"canfield\"\nname = \"mine\"\ntitle = \"My own\"\ndraw = 1\n").unwrap();
    assert_eq!(Form::of(&own).title(), "My own");
}

#[test]
fn rules_that_follow_from_a_choice_change_with_it() {
    let mut pipkin = Form::named(&talon_games::CANFIELD_PIPKIN);
    for draw in 1..=5 {
        pipkin.set("draw", &draw.to_string()).unwrap();
        assert_eq!(pipkin.rules().waste_shows, talon_rules::Count::Of(draw));
    }
    pipkin.set("draw", "3").unwrap();
    assert!(pipkin.is_as_named());
    let mut spider = Form::named(&talon_games::SPIDER);
    spider.turn("suits", true).unwrap();
    assert_eq!((spider.rules().suits, spider.rules().copies, spider.rules().deck().len()), (1, 8, 104));
    spider.turn("suits", false).unwrap();
    assert!(spider.is_as_named());
}

#[test]
fn a_page_gets_the_same_form() {
    let ask = |request: &str| -> serde_json::Value {
        serde_json::from_str(&protocol::games(request).unwrap()).unwrap()
    };
    let reply =
        ask(r#"{"form": {"name": "klondike", "kept": "draw=3\nwaste_shows=3", "change": ["redeals=0"]}}"#);
    assert_eq!(reply["title"], "Klondike, draw 3, no redeals");
    assert_eq!(reply["set"], serde_json::json!(["draw=3", "redeals=0", "waste_shows=3"]));
    let choice = &reply["choices"][0];
    assert_eq!((choice["name"].as_str(), choice["first"].as_bool()), (Some("draw"), Some(true)));
    assert_eq!((choice["value"].as_str(), choice["differs"].as_bool()), (Some("3"), Some(true)));
    assert!(reply["refused"].is_null());

    let again =
        serde_json::json!({ "form": { "name": "klondike", "kept": reply["kept"], "change": ["draw=99"] } });
    let again = ask(&again.to_string());
    assert_eq!(again["refused"], "Draw must be a whole number from 1 to 8, not 99.");
    assert_eq!((&again["title"], &again["kept"]), (&reply["title"], &reply["kept"]));
    assert_eq!(ask(r#"{"form": {"name": "klondike", "change": ["draw=3", "standard"]}}"#)["named"], true);
    // The page deals what the form says.
    let start = serde_json::json!({ "game": { "name": "klondike", "set": reply["set"], "deal": "1" } });
    assert!(
        protocol::answer(&start.to_string()).unwrap().contains("\"title\":\"Klondike, draw 3, no redeals\"")
    );
}
