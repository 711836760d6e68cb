//! A player's own rules, from TOML and from settings, and the errors of rules that cannot be played.

use talon_cards::Generator;
use talon_rules::{BaseRank, Overrides, Rules, Table};

#[test]
fn a_game_from_a_file_plays_to_the_end() {
    let rules = talon_games::read(
        "base = \"klondike\"\nname = \"nine-columns\"\ntitle = \"Nine Columns\"\ncopies = 2\ncolumns = 9\n\
         down = [0, 1, 2, 3, 4, 5, 6, 7, 8]\nbuild = \"any-suit\"\nfill = \"anything\"\nredeals = 1\n\
         scoring = { card = 2, start = -10 }\n",
    )
    .unwrap();
    assert_eq!(rules.title.as_str(), "Nine Columns");
    assert!(rules.describe().contains("each card on the foundations earns 2 points"));
    let mut ends = 0;
    for number in 0..10 {
        let mut table = Table::numbered(&rules, number).unwrap();
        let mut generator = Generator::new(number);
        for _ in 0..5_000 {
            // Moves to the foundations first, so that games end.
            let moves = table.moves();
            if moves.is_empty() || table.is_won() {
                ends += 1;
                break;
            }
            let up = moves.iter().find(|m| m.to_string().contains("-f"));
            let m = up.copied().unwrap_or_else(|| moves[generator.below(moves.len() as u64) as usize]);
            table.play(m).unwrap();
        }
    }
    assert!(ends > 0);
}

#[test]
fn errors_name_line_and_field() {
    let error = |text: &str| talon_games::read(text).unwrap_err().to_string();
    for (text, said) in [
        ("draw = 1\n", "base"),
        ("base = \"canfeld\"\n", "line 1: base: there is no game called \"canfeld\"; did you mean canfield"),
        ("base = \"canfield\"\n\ndrawn = 1\n", "line 3: there is no rule \"drawn\"; did you mean draw"),
        (
            "base = \"canfield\"\ndraw = \"three\"\n",
            "line 2: draw must be a whole number from 1 to 8, not \"three\"",
        ),
        ("base = \"canfield\"\ndraw = 300\n", "line 2: draw must be a whole number from 1 to 8, not 300"),
        ("base = \"canfield\"\ndraw = 99999999999999999999\n", "line 2: "),
        (
            "base = \"canfield\"\nredeals = \"ever\"\n",
            "line 2: redeals must be a number from 0 to 255 or \"unlimited\"",
        ),
        (
            "base = \"canfield\"\ncolumns = 60\n",
            "line 2: columns must be a whole number from 1 to 20, not 60",
        ),
        ("base = \"canfield\"\nreserve = 60\n", "line 2: reserve is too large: "),
        ("base = \"klondike\"\ndown = [9]\n", "cards would be dealt, but the deck has only 52"),
        ("base = \"canfield\"\nfill = \"everything\"\n", "line 2: fill must be one of "),
        (
            "base = \"canfield\"\nscoring = \"cricket\"\n",
            "line 2: scoring must be one of casino, vegas, cards, break-even, microsoft, runs, joins, not \"cricket\"",
        ),
        ("base = \"canfield\"\n= 3\n", "line 2: "),
        ("base = \"canfield\"\nname = \"A b\"\n", "line 2: name must be "),
        ("base = \"canfield\"\ndraw = 1\ndraw = 2\n", "line 3: "),
    ] {
        let error = error(text);
        assert!(error.contains(said), "{text:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn single_fields_and_modes() {
    let klondike = talon_games::find("klondike-gnome").unwrap();
    let set = |settings: &[&str]| talon_games::set(klondike, settings).map_err(|error| error.to_string());
    assert_eq!(set(&["draw=3", "redeals=unlimited"]).unwrap().draw, 3);
    assert_eq!(set(&["mode=three-card"]).unwrap().draw, 3);
    assert_eq!(set(&["take-back=never"]).unwrap().take_back, talon_rules::TakeBack::Never);
    assert!(set(&["mode=four"]).unwrap_err().contains("three-card, single-card, no-redeals, unlimited"));
    assert!(set(&["draw"]).unwrap_err().contains("as in draw=1"));
    assert!(set(&["drow=1"]).unwrap_err().contains("did you mean draw"));
    assert!(set(&["draw=0"]).unwrap_err().contains("1 to 8"));
    assert_eq!(set(&["draw=-1"]).unwrap_err(), "draw must be a whole number from 1 to 8, not -1");
    assert_eq!(
        set(&["nonsense=1"]).unwrap_err(),
        "there is no rule \"nonsense\"; rules that can be changed are scoring, auto, take_back, redeals, draw"
    );
    assert!(set(&["columns=60"]).unwrap_err().contains("columns"));
    // The words of the TOML reader are replaced by a player's.
    assert_eq!(set(&["draw=x"]).unwrap_err(), "draw must be a whole number from 1 to 8, not \"x\"");
    assert_eq!(set(&["draw=300"]).unwrap_err(), "draw must be a whole number from 1 to 8, not 300");
    assert_eq!(set(&["wrap=7"]).unwrap_err(), "wrap must be true or false, not 7");
    assert_eq!(set(&["down=x"]).unwrap_err(), "down must be a list, as in [1, 2, 3], not \"x\"");
    let nobody = talon_games::find("nosuch").unwrap_err().to_string();
    assert_eq!(nobody, "there is no game called \"nosuch\"; `talon games` lists them all");
}

/// `set` turns what `difference` writes into the same rules again.
#[test]
fn a_difference_is_what_was_set() {
    for rules in talon_games::ALL {
        assert_eq!(talon_games::difference(rules), "", "{}", rules.name);
        for settings in [&["take_back=never"][..], &["fill=nothing"], &["redeals=2", "wrap=true"]] {
            let Ok(changed) = talon_games::set(rules, settings) else { continue };
            let said = talon_games::difference(&changed);
            let again: Vec<&str> = said.split_whitespace().collect();
            assert_eq!(talon_games::set(rules, &again).unwrap(), changed, "{}: {said}", rules.name);
        }
    }
}

/// For every rule, in the order of the vocabulary: a game and settings, the last of which gives the rule
/// a value that the game does not have and that can be played.
const SETTINGS: &[(&str, &[&str])] = &[
    ("canfield", &[r#"name = "mine""#]),
    ("canfield", &[r#"title = "A Game of My Own""#]),
    ("canfield", &[r#"family = "klondike""#]),
    ("klondike", &["copies = 2"]),
    ("canfield", &["suits = 2"]),
    ("klondike", &["ranks = 12"]),
    ("canfield", &["columns = 5"]),
    ("klondike", &["down = [1]"]),
    ("canfield", &["up = [1, 2, 3, 4]"]),
    ("fan", &["kings_to_bottom = true"]),
    ("canfield", &["reserve = 10"]),
    ("canfield", &["reserve_up = true"]),
    ("freecell", &["cells = 3"]),
    ("klondike", &["cells = 4", "cells_dealt = 1"]),
    ("freecell", &["cells_take = false"]),
    ("spider", &[r#"goal = "runs-stay""#]),
    ("canfield", &[r#"base_rank = "ace""#]),
    ("klondike", &[r#"place = "any-empty""#]),
    ("klondike", &[r#"take_back = "never""#]),
    ("klondike", &[r#"build = "any-suit""#]),
    ("klondike", &["both_ways = true"]),
    ("klondike", &["wrap = true"]),
    ("klondike", &["build_on_base = false"]),
    ("klondike", &["base_into_columns = false"]),
    ("klondike", &[r#"take = "top-or-whole""#]),
    ("klondike", &[r#"fill = "waste-or-column""#]),
    ("canfield", &[r#"reserve_fills = "by-hand""#]),
    ("klondike", &[r#"stock = "rows""#]),
    ("klondike", &["draw = 3"]),
    ("klondike", &["redeals = 2"]),
    ("klondike", &["redeal_draws = true"]),
    ("klondike", &["first_turned = true"]),
    ("klondike", &["waste_shows = 3"]),
    ("klondike", &[r#"auto = "base""#]),
    ("klondike", &[r#"scoring = "vegas""#]),
    ("klondike", &["scoring = { start = -7, card = 3, money = true }"]),
];

/// Every field of the rules can be set, in a rules file and by `--set`, and nothing else changes with it.
#[test]
fn every_rule_can_be_set() {
    let values = |rules: &Rules| serde_json::to_value(rules).unwrap();
    let mut set = Vec::new();
    for (game, settings) in SETTINGS {
        let field = settings.last().unwrap().split(" = ").next().unwrap();
        set.push(field);
        let game = talon_games::find(game).unwrap();
        let (last, first) = settings.split_last().unwrap();
        let before = values(&talon_games::set(game, first).unwrap());
        let by_setting = talon_games::set(game, settings).unwrap_or_else(|error| panic!("{last}: {error}"));
        // The name is also the title where the file gives none.
        let title = if field == "name" { format!("title = \"{}\"", game.title) } else { String::new() };
        let text = format!("base = \"{}\"\n{title}\n{}\n", game.name, settings.join("\n"));
        let by_file = talon_games::read(&text).unwrap_or_else(|error| panic!("{text}{error}"));
        assert_eq!(by_file, by_setting, "{text}");
        let after = values(&by_setting);
        for other in Rules::FIELDS {
            assert_eq!(before[other] == after[other], *other != field, "{last}: {other}");
        }
    }
    set.dedup();
    assert_eq!(set, Rules::FIELDS);
}

/// `base` is a game in a rules file; in settings, which saved games consist of, it is the name that the
/// rule `base_rank` had up to version 0.2.
#[test]
fn base_names_a_game_in_a_file_and_a_rule_in_old_saves() {
    let rules = talon_games::read("base = \"canfield\"\nbase_rank = \"aces-out\"\n").unwrap();
    assert_eq!(rules.base_rank, BaseRank::AcesOut);
    assert_eq!(talon_games::set(&talon_games::CANFIELD, &["base = \"aces-out\""]).unwrap(), rules);
    assert_eq!(talon_games::difference(&rules), "base_rank=aces-out");
    // The heads of the lab's rows files are JSON.
    let old: Overrides = serde_json::from_str("{\"base\": \"aces-out\"}").unwrap();
    assert_eq!(old.apply(&talon_games::CANFIELD), rules);
}

/// A sheet names a kind of pile only if the game has one.
#[test]
fn sheets_name_only_piles_that_are_there() {
    for named in talon_games::ALL {
        let modes = talon_games::modes(named).iter().map(|(_, rules)| rules);
        for rules in std::iter::once(named).chain(modes) {
            let sheet = talon_games::sheet(rules).replace(rules.title.as_str(), "").to_lowercase();
            for (word, is_there) in [
                ("cell", rules.cells > 0),
                ("reserve", rules.reserve > 0),
                ("waste", rules.has_waste()),
                ("stock", rules.stock != talon_rules::Stock::None),
                ("foundation", rules.goal != talon_rules::Goal::RunsStay),
            ] {
                // The name of the game stands in the last line.
                let text = sheet.rsplit_once("(`").map_or(sheet.as_str(), |(text, _)| text);
                assert!(is_there || !text.contains(word), "{}: {word}\n{text}", rules.name);
            }
        }
    }
}
