//! The difference between rules and a listed game, in the notation of [`set`](crate::set).

use crate::ALL;
use talon_rules::{Overrides, Rules};

/// The listed game whose rules are nearest: the game of the same name, or else the one with the fewest
/// different fields.
pub fn nearest(rules: &Rules) -> &'static Rules {
    let same = ALL.iter().find(|game| game.name == rules.name);
    let least = || ALL.iter().min_by_key(|game| changes(game, rules).len());
    same.or_else(least).expect("there are games")
}

/// The fields of `rules` that differ from those of `base`, with their values in TOML.
pub fn changes(base: &Rules, rules: &Rules) -> Vec<(String, String)> {
    if Overrides::between(base, rules) == Overrides::default() {
        return Vec::new();
    }
    let fields = |rules: &Rules| toml::Table::try_from(rules).expect("rules are plain data");
    let (base, rules) = (fields(base), fields(rules));
    let changed = rules.into_iter().filter(|(field, value)| base.get(field) != Some(value));
    changed.map(|(field, value)| (field, value.to_string())).collect()
}

/// The changed rules in one line, as `--set` takes them: `draw=3 take_back=never`.
///
/// The line is empty for the rules of a listed game. For rules with a name of their own it begins with the
/// name of the [nearest](nearest) game.
///
/// ```
/// let klondike = talon_games::find("klondike").unwrap();
/// assert_eq!(talon_games::difference(klondike), "");
/// assert_eq!(talon_games::difference(&talon_games::set(klondike, &["draw=3"]).unwrap()), "draw=3");
/// let mine = talon_games::read("base = \"klondike\"\nname = \"mine\"\ndraw = 3\nredeals = 1\n").unwrap();
/// assert_eq!(talon_games::difference(&mine), "klondike draw=3 redeals=1");
/// ```
pub fn difference(rules: &Rules) -> String {
    let base = nearest(rules);
    let own = (base.name != rules.name).then(|| base.name.as_str().to_string());
    // The name and the title are shown elsewhere.
    let fields = changes(base, rules).into_iter().filter(|(field, _)| field != "name" && field != "title");
    // A single word needs no quotation marks.
    let bare = |value: &str| match value.trim_matches('"') {
        word if word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => word.to_string(),
        _ => value.to_string(),
    };
    let fields = fields.map(|(field, value)| format!("{field}={}", bare(&value)));
    own.into_iter().chain(fields).collect::<Vec<_>>().join(" ")
}
