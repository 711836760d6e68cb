//! Finding a game by what a player types.

use talon_rules::Rules;

/// Returns `true` if all words of a text occur in a game's name, title, family or summary.
pub fn fits(rules: &Rules, filter: &str) -> bool {
    let summary = talon_games::summary(rules);
    let all = format!("{} {} {} {summary}", rules.name, rules.title, rules.family).to_lowercase();
    filter.to_lowercase().split_whitespace().all(|word| all.contains(word))
}

/// Returns how well a game fits what was typed: 0 if it is its name, more if the words are elsewhere.
pub fn rank(rules: &Rules, filter: &str) -> usize {
    let (title, wanted) = (rules.title.as_str().to_lowercase(), filter.trim().to_lowercase());
    let names = [title.as_str(), rules.name.as_str()];
    if names.contains(&wanted.as_str()) {
        0
    } else if names.iter().any(|name| name.starts_with(&wanted)) {
        1
    } else if names.iter().any(|name| name.contains(&wanted)) {
        2
    } else {
        3
    }
}
