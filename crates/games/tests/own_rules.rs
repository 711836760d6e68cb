//! A player's own rules: from TOML, from single fields, and what is said when they cannot be.

use cards::Generator;
use rules::Table;

#[test]
fn a_game_of_ones_own_plays_to_the_end() {
    let rules = games::read(
        "base = \"klondike\"\nname = \"nine-columns\"\ntitle = \"Nine Columns\"\ncopies = 2\ncolumns = 9\n\
         down = [0, 1, 2, 3, 4, 5, 6, 7, 8]\nbuild = \"any-suit\"\nfill = \"anything\"\nredeals = 1\n\
         scoring = { card = 2, start = -10 }\n",
    )
    .unwrap();
    assert_eq!(rules.title.as_str(), "Nine Columns");
    assert!(rules.describe().contains("2 for each card on the foundations"));
    let mut ends = 0;
    for number in 0..10 {
        let mut table = Table::numbered(&rules, number).unwrap();
        let mut generator = Generator::new(number);
        for _ in 0..5_000 {
            // Up where possible, so that games end.
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
    let error = |text: &str| games::read(text).unwrap_err().to_string();
    for (text, said) in [
        ("draw = 1\n", "base"),
        ("base = \"canfeld\"\n", "line 1: base: no game is called \"canfeld\"; did you mean canfield"),
        ("base = \"canfield\"\n\ndrawn = 1\n", "line 3: no rule is called \"drawn\"; did you mean draw"),
        ("base = \"canfield\"\ndraw = \"three\"\n", "line 2: draw: "),
        ("base = \"canfield\"\ndraw = 300\n", "line 2: draw: "),
        ("base = \"canfield\"\ndraw = 99999999999999999999\n", "line 2: "),
        ("base = \"canfield\"\nredeals = \"ever\"\n", "line 2: redeals: "),
        ("base = \"canfield\"\ncolumns = 60\n", "line 2: columns: 60 columns: there can be 1 to 20"),
        ("base = \"canfield\"\nreserve = 60\n", "line 2: reserve: "),
        ("base = \"klondike\"\ndown = [9]\n", "cards are dealt but the deck has 52"),
        ("base = \"canfield\"\nfill = \"everything\"\n", "line 2: fill: unknown variant"),
        ("base = \"canfield\"\nscoring = \"cricket\"\n", "line 2: scoring: unknown scoring \"cricket\""),
        ("base = \"canfield\"\n= 3\n", "line 2: "),
        ("base = \"canfield\"\nname = \"A b\"\n", "line 2: name: "),
        ("base = \"canfield\"\ndraw = 1\ndraw = 2\n", "line 3: "),
    ] {
        let error = error(text);
        assert!(error.contains(said), "{text:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn single_fields_and_modes() {
    let klondike = games::find("klondike-gnome").unwrap();
    let set = |settings: &[&str]| games::set(klondike, settings).map_err(|error| error.to_string());
    assert_eq!(set(&["draw=3", "redeals=unlimited"]).unwrap().draw, 3);
    assert_eq!(set(&["mode=three-card"]).unwrap().draw, 3);
    assert_eq!(set(&["take-back=never"]).unwrap().take_back, rules::TakeBack::Never);
    assert!(set(&["mode=four"]).unwrap_err().contains("three-card, single-card, no-redeals, unlimited"));
    assert!(set(&["draw"]).unwrap_err().contains("field=value"));
    assert!(set(&["drow=1"]).unwrap_err().contains("did you mean draw"));
    assert!(set(&["draw=0"]).unwrap_err().contains("1 to 8"));
    assert!(set(&["draw=-1"]).unwrap_err().contains("draw=-1"));
    assert!(set(&["columns=60"]).unwrap_err().contains("columns"));
    // In a player's words, not the reader's.
    assert_eq!(set(&["draw=x"]).unwrap_err(), "draw=x: draw: \"x\" is not a whole number from 0 to 255");
    assert_eq!(set(&["draw=300"]).unwrap_err(), "draw=300: draw: 300 is not a whole number from 0 to 255");
    assert_eq!(set(&["wrap=7"]).unwrap_err(), "wrap=7: wrap: 7 is not true or false");
    assert_eq!(set(&["down=x"]).unwrap_err(), "down=x: down: \"x\" is not a list, as in [1, 2, 3]");
    let nobody = games::find("nosuch").unwrap_err().to_string();
    assert_eq!(nobody, "no game is called \"nosuch\": `talon games` lists them all");
}

/// What `difference` says, `set` makes of the game again: for every game and changes of every kind.
#[test]
fn a_difference_is_what_was_set() {
    for rules in games::ALL {
        assert_eq!(games::difference(rules), "", "{}", rules.name);
        for settings in [&["take_back=never"][..], &["fill=nothing"], &["redeals=2", "wrap=true"]] {
            let Ok(changed) = games::set(rules, settings) else { continue };
            let said = games::difference(&changed);
            let again: Vec<&str> = said.split_whitespace().collect();
            assert_eq!(games::set(rules, &again).unwrap(), changed, "{}: {said}", rules.name);
        }
    }
}
