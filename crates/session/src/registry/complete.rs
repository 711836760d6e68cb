//! Completing a line that is being typed.

use super::{ALL, Asks, of_word};

/// Returns what the last word of a line can become, and where in the line it begins: the words of commands, and
/// behind one of them the names of games, the levels, the parts of the table, or `on` and `off`.
pub fn complete(line: &str) -> (usize, Vec<String>) {
    let at = line.rfind(char::is_whitespace).map_or(0, |blank| {
        // The blank may have more than one byte.
        blank + line[blank..].chars().next().map_or(0, char::len_utf8)
    });
    let (before, begun) = (line[..at].trim(), line[at..].to_lowercase());
    let words: Vec<&str> = if before.is_empty() {
        ALL.iter().filter(|entry| entry.places.text).flat_map(|entry| entry.words).copied().collect()
    } else {
        match of_word(before).map(|entry| entry.asks) {
            Some(Asks::Game) => talon_games::ALL.iter().map(|rules| rules.name.as_str()).collect(),
            Some(Asks::Level) => vec!["easy", "medium", "hard"],
            Some(Asks::Part) => vec!["stock", "waste", "reserve", "foundations", "cells", "columns", "all"],
            Some(Asks::Switch) => vec!["on", "off"],
            _ => Vec::new(),
        }
    };
    let mut found: Vec<String> =
        words.into_iter().filter(|word| word.starts_with(&begun)).map(str::to_owned).collect();
    found.sort();
    (at, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_games_levels_and_parts_are_completed() {
        let completed = |line: &str| {
            let (at, found) = complete(line);
            found.iter().map(|word| format!("{}{word}", &line[..at])).collect::<Vec<_>>()
        };
        assert_eq!(completed("und"), ["undo"]);
        assert_eq!(completed("Re"), ["redeal", "redo", "restart", "resume"]);
        assert_eq!(completed("game king"), ["game king-albert"]);
        assert_eq!(completed("winnable m"), ["winnable medium"]);
        assert_eq!(completed("look  w"), ["look  waste"]);
        assert_eq!(completed("quiet o"), ["quiet off", "quiet on"]);
        assert!(
            completed("undo x").is_empty()
                && completed("xyz").is_empty()
                && completed("ä\u{3000}").is_empty()
        );
        assert!(completed("").len() > 30);
    }
}
