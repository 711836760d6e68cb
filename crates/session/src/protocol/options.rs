//! The games and all their rules by name, so that a page can offer them as options.

use super::BadRequest;
use super::start::Game;
use crate::LESSONS;
use crate::form::{FIELDS, Field, Form, Kind};
use serde::Deserialize;
use serde_json::{Value, json};
use talon_rules::{Rules, Scoring};

/// A request for the games, for the rule sheet of one, or for the form of its rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(default)]
    sheet: Option<Game>,
    #[serde(default)]
    form: Option<FormRequest>,
}

/// The longest text that a page may have remembered for a game.
const MOST_KEPT: usize = 4096;

/// A request for the form of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormRequest {
    /// The named game.
    name: String,
    /// What the page remembers of the rules chosen last, as an earlier reply had it.
    #[serde(default)]
    kept: String,
    /// Changes to make one after the other, each as `name=value`; `standard` goes back to the game's own rules.
    #[serde(default)]
    change: Vec<String>,
}

/// Returns the games with their families and rules; with `{"sheet": game}`, the rule sheet of that game; with
/// `{"form": {"name": …, "kept": …, "change": […]}}`, the [form](crate::form) of its rules.
///
/// # Errors
/// If the request cannot be understood.
pub fn games(request: &str) -> Result<String, BadRequest> {
    let request: Request = serde_json::from_str(request).map_err(BadRequest::new)?;
    if let Some(game) = request.sheet {
        let rules = game.rules()?;
        return Ok(json!({ "sheet": talon_games::sheet(&rules), "rules": rules_json(&rules) }).to_string());
    }
    if let Some(form) = request.form {
        return form_reply(&form).map(|reply| reply.to_string());
    }
    let games: Vec<Value> = talon_games::ALL
        .iter()
        .map(|rules| {
            json!({
                "name": rules.name.as_str(),
                "title": rules.title.as_str(),
                "family": rules.family.as_str(),
                "summary": talon_games::summary(rules),
                "hard": crate::measured(rules).map_or("", crate::Measured::hardness),
                "rules": rules_json(rules),
                "first": talon_games::first(rules),
            })
        })
        .collect();
    let fields: Vec<Value> = FIELDS.iter().map(field_json).collect();
    let scorings: Vec<&str> = Scoring::NAMED.iter().map(|(name, _)| *name).collect();
    let lessons: Vec<Value> =
        LESSONS.iter().map(|lesson| json!({ "name": lesson.name, "title": lesson.title })).collect();
    Ok(json!({ "games": games, "lessons": lessons, "fields": fields, "scorings": scorings }).to_string())
}

/// Returns a rule with its name, its help, and the values that it can take.
fn field_json(field: &Field) -> Value {
    let values = match field.kind {
        Kind::Word { values } => values,
        _ => &[],
    };
    let words: Vec<&str> = values.iter().map(|(word, _)| *word).collect();
    let kind = match field.kind {
        // A scoring may also be one of the game's own, which has no name.
        _ if field.name == "scoring" => json!({ "is": "scoring" }),
        Kind::Flag => json!({ "is": "flag" }),
        Kind::Number { least, most } => json!({ "is": "number", "least": least, "most": most }),
        Kind::Count { .. } => json!({ "is": "count" }),
        Kind::Word { .. } => json!({ "is": "word", "words": words }),
        Kind::List => json!({ "is": "list" }),
    };
    let labels: serde_json::Map<String, Value> =
        values.iter().map(|(word, label)| ((*word).into(), (*label).into())).collect();
    json!({ "name": field.name, "words": field.words, "help": field.help, "kind": kind, "labels": labels })
}

/// Returns the form of a game after the changes; one that is refused leaves the form as it was before it.
fn form_reply(request: &FormRequest) -> Result<Value, BadRequest> {
    let game = talon_games::find(&request.name).map_err(BadRequest::new)?;
    if request.kept.len() > MOST_KEPT || request.change.len() > 100 {
        return Err(BadRequest::new("the form has too many changes"));
    }
    let mut form = Form::remembered(game, &request.kept);
    let refused =
        request.change.iter().find_map(|change| form.change(&[change]).err()).map(|error| error.to_string());
    let set: Vec<String> = talon_games::changes(game, form.rules())
        .into_iter()
        .map(|(field, value)| format!("{field}={value}"))
        .collect();
    Ok(json!({
        "title": form.title(), "named": form.is_as_named(), "kept": form.kept(), "set": set,
        "auto": form.auto() != talon_rules::Auto::Off, "listing": form.shows_listing(),
        "choices": form.choices(), "refused": refused,
    }))
}

/// Returns the rules as JSON, a named scoring by its name.
fn rules_json(rules: &Rules) -> Value {
    let mut value = serde_json::to_value(rules).unwrap_or(Value::Null);
    let scoring = Scoring::NAMED.iter().find(|(_, scoring)| *scoring == rules.scoring);
    value["scoring"] = match scoring {
        Some((name, _)) => json!(name),
        // No scoring at all, or one of the game's own, which is kept as it is.
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
        let asked: Vec<&str> = FIELDS.iter().map(|field| field.name).collect();
        for field in Rules::FIELDS {
            assert!(asked.contains(field) != named.contains(field), "{field}");
        }
        for Field { name: field, kind, .. } in FIELDS {
            let Kind::Word { values } = kind else { continue };
            for (word, _) in *values {
                // The rules may still be unplayable; only the word must be known.
                if let Err(talon_games::ReadError::Syntax { problem, .. }) =
                    talon_games::set(&talon_games::CANFIELD, &[format!("{field}={word}")])
                {
                    panic!("{field}={word}: {problem}");
                }
            }
            // No word is missing: each game's own word is among them.
            for rules in talon_games::ALL {
                let own = rules_json(rules)[*field].clone();
                let own = own.as_str().map_or_else(|| own.to_string(), str::to_owned);
                assert!(values.iter().any(|(word, _)| *word == own), "{field}: {own}");
            }
        }
    }
}
