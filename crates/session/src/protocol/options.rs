//! The games and every rule of theirs by name, so that a page can offer them as options.

use super::BadRequest;
use super::start::Game;
use rules::{Rules, Scoring};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A request for the games, or for the sheet of one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(default)]
    sheet: Option<Game>,
}

/// What a rule can be set to.
#[derive(Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
enum Kind {
    /// Yes or no.
    Flag,
    /// A number between two.
    Number { least: u8, most: u8 },
    /// A number, or `unlimited`.
    Count,
    /// One of these words.
    Word { words: &'static [&'static str] },
    /// A list of numbers.
    List,
    /// The name of a scoring.
    Scoring,
}

/// The rules a player may change, in the order of the sheet: field, question, kind.
const FIELDS: &[(&str, &str, Kind)] = &[
    ("copies", "Copies of each card", Kind::Number { least: 1, most: 8 }),
    ("suits", "Different suits", Kind::Number { least: 1, most: 4 }),
    ("ranks", "Ranks from the ace up", Kind::Number { least: 2, most: 13 }),
    ("columns", "Number of columns", Kind::Number { least: 1, most: 20 }),
    ("down", "Face-down cards dealt to each column", Kind::List),
    ("up", "Face-up cards dealt to each column", Kind::List),
    ("kings_to_bottom", "Kings go to the bottom of their columns", Kind::Flag),
    ("reserve", "Cards in the reserve", Kind::Number { least: 0, most: 60 }),
    ("reserve_up", "The whole reserve shows", Kind::Flag),
    ("cells", "Number of cells", Kind::Number { least: 0, most: 8 }),
    ("cells_dealt", "Cards dealt to the cells", Kind::Number { least: 0, most: 8 }),
    ("cells_take", "Cards may be put into cells", Kind::Flag),
    ("goal", "What wins", Kind::Word { words: &["foundations", "runs", "runs-by-hand", "runs-stay"] }),
    ("base", "Foundations start with", Kind::Word { words: &["ace", "aces-out", "twos-out", "dealt"] }),
    ("place", "A foundation may be started", Kind::Word { words: &["by-suit", "first-empty", "any-empty"] }),
    (
        "take_back",
        "Foundation cards may go back",
        Kind::Word { words: &["never", "onto-cards", "anywhere", "even-base"] },
    ),
    (
        "build",
        "Columns are built",
        Kind::Word { words: &["alt-colour", "same-colour", "same-suit", "other-suit", "any-suit"] },
    ),
    ("both_ways", "Columns are built up as well as down", Kind::Flag),
    ("wrap", "A king goes on an ace", Kind::Flag),
    ("build_on_base", "Cards may be put on base cards", Kind::Flag),
    ("base_into_columns", "Base cards may go into columns", Kind::Flag),
    (
        "take",
        "What may be lifted",
        Kind::Word { words: &["top", "whole", "top-or-whole", "run", "suit-run", "run-by-space", "face-up"] },
    ),
    (
        "fill",
        "Empty columns take",
        Kind::Word { words: &["anything", "kings", "waste", "waste-or-column", "nothing"] },
    ),
    ("reserve_fills", "The reserve fills spaces", Kind::Word { words: &["itself", "by-hand", "never"] }),
    ("stock", "The stock", Kind::Word { words: &["none", "waste", "face-up", "rows", "rows-any-time"] }),
    ("draw", "Cards turned at a time", Kind::Number { least: 1, most: 8 }),
    ("redeals", "Redeals", Kind::Count),
    ("redeal_draws", "A redeal also turns cards", Kind::Flag),
    ("first_turned", "The first cards are turned already", Kind::Flag),
    ("waste_shows", "How much of the waste shows", Kind::Count),
    ("auto", "Cards that go up by themselves", Kind::Word { words: &["off", "base", "safe"] }),
    ("scoring", "Scoring", Kind::Scoring),
];

/// The games with their families and rules; with `{"sheet": game}` that game's rule sheet.
///
/// # Errors
/// When the request cannot be understood.
pub fn games(request: &str) -> Result<String, BadRequest> {
    let request: Request = serde_json::from_str(request).map_err(BadRequest::new)?;
    if let Some(game) = request.sheet {
        let rules = game.rules()?;
        return Ok(json!({ "sheet": rules.describe(), "rules": rules_json(&rules) }).to_string());
    }
    let games: Vec<Value> = ::games::ALL
        .iter()
        .map(|rules| {
            json!({
                "name": rules.name.as_str(),
                "title": rules.title.as_str(),
                "family": rules.family.as_str(),
                "rules": rules_json(rules),
            })
        })
        .collect();
    let fields: Vec<Value> = FIELDS
        .iter()
        .map(|(name, words, kind)| json!({ "name": name, "words": words, "kind": kind }))
        .collect();
    let scorings: Vec<&str> = Scoring::NAMED.iter().map(|(name, _)| *name).collect();
    Ok(json!({ "games": games, "fields": fields, "scorings": scorings }).to_string())
}

/// The rules as JSON, a named scoring by its name.
fn rules_json(rules: &Rules) -> Value {
    let mut value = serde_json::to_value(rules).unwrap_or(Value::Null);
    let scoring = Scoring::NAMED.iter().find(|(_, scoring)| *scoring == rules.scoring);
    value["scoring"] = match scoring {
        Some((name, _)) => json!(name),
        // No scoring at all, or one of the game's own: kept as it is.
        None => json!("own"),
    };
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_question_and_every_word_is_one() {
        let named = ["name", "title", "family"];
        let asked: Vec<&str> = FIELDS.iter().map(|(name, ..)| *name).collect();
        for field in Rules::FIELDS {
            assert!(asked.contains(field) != named.contains(field), "{field}");
        }
        for (field, _, kind) in FIELDS {
            let Kind::Word { words } = kind else { continue };
            for word in *words {
                // Whether the rules can be played is another matter; the word must be known.
                if let Err(::games::ReadError::Syntax { problem, .. }) =
                    ::games::set(&::games::CANFIELD, &[format!("{field}={word}")])
                {
                    panic!("{field}={word}: {problem}");
                }
            }
            // And none is left out: each game's own word is among them.
            for rules in ::games::ALL {
                let own = rules_json(rules)[*field].clone();
                assert!(words.contains(&own.as_str().unwrap_or_default()), "{field}: {own}");
            }
        }
    }
}
