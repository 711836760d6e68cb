//! What sets rules apart from the games there are: the other direction of [`crate::set`].

use crate::ALL;
use rules::{Overrides, Rules};

/// The game whose rules differ least: itself, if it is a game of ours.
pub fn nearest(rules: &Rules) -> &'static Rules {
    let same = ALL.iter().find(|game| game.name == rules.name);
    let least = || ALL.iter().min_by_key(|game| changes(game, rules).len());
    same.or_else(least).expect("there are games")
}

/// The fields of `rules` that `base` has otherwise, written as TOML values.
pub fn changes(base: &Rules, rules: &Rules) -> Vec<(String, String)> {
    if Overrides::between(base, rules) == Overrides::default() {
        return Vec::new();
    }
    let fields = |rules: &Rules| toml::Table::try_from(rules).expect("rules are plain data");
    let (base, rules) = (fields(base), fields(rules));
    let changed = rules.into_iter().filter(|(field, value)| base.get(field) != Some(value));
    changed.map(|(field, value)| (field, value.to_string())).collect()
}

/// The changed rules in a line, as `--set` takes them: `draw=3 take_back=never`; empty for a game of
/// ours. Rules under a name of their own begin with the game they are nearest to.
///
/// ```
/// let klondike = games::find("klondike").unwrap();
/// assert_eq!(games::difference(klondike), "");
/// assert_eq!(games::difference(&games::set(klondike, &["draw=3"]).unwrap()), "draw=3");
/// let mine = games::read("base = \"klondike\"\nname = \"mine\"\ndraw = 3\nredeals = 1\n").unwrap();
/// assert_eq!(games::difference(&mine), "klondike draw=3 redeals=1");
/// ```
pub fn difference(rules: &Rules) -> String {
    let base = nearest(rules);
    let own = (base.name != rules.name).then(|| base.name.as_str().to_string());
    // The names stand elsewhere already.
    let fields = changes(base, rules).into_iter().filter(|(field, _)| field != "name" && field != "title");
    // A word needs no quotation marks, a text with blanks keeps them.
    let bare = |value: &str| match value.trim_matches('"') {
        word if word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => word.to_string(),
        _ => value.to_string(),
    };
    let fields = fields.map(|(field, value)| format!("{field}={}", bare(&value)));
    own.into_iter().chain(fields).collect::<Vec<_>>().join(" ")
}
