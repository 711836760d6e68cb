//! Rules from outside: single fields (`draw=1`) and a player's own TOML file.

use crate::{MODES, UnknownGame, find};
use rules::{Overrides, Rules, RulesError};
use serde::Deserialize;
use std::fmt;

/// Why a rules file or a setting could not be used.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadError {
    /// The text is not TOML, or a field is unknown or of the wrong kind.
    Syntax {
        /// The line of the text, from 1; `None` for a single setting.
        line: Option<usize>,
        /// What is wrong.
        problem: String,
    },
    /// The file names no base game.
    NoBase,
    /// The base game does not exist.
    Base {
        /// The line of the text, from 1.
        line: Option<usize>,
        /// The name and its neighbours.
        error: UnknownGame,
    },
    /// The rules are read but cannot be played.
    Rules {
        /// The line of the field, where the text has it.
        line: Option<usize>,
        /// The field and its problem.
        error: RulesError,
    },
    /// The game has no such mode.
    Mode {
        /// The game.
        game: String,
        /// The mode asked for.
        mode: String,
        /// The modes there are.
        modes: Vec<&'static str>,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |line: &Option<usize>| line.map(|n| format!("line {n}: ")).unwrap_or_default();
        match self {
            ReadError::Syntax { line: at, problem } => write!(f, "{}{problem}", line(at)),
            ReadError::NoBase => {
                write!(f, "the first field must name a game to start from, as in base = \"canfield\"")
            }
            ReadError::Base { line: at, error } => write!(f, "{}base: {error}", line(at)),
            ReadError::Rules { line: at, error } => write!(f, "{}{error}", line(at)),
            ReadError::Mode { game, mode, modes } if modes.is_empty() => {
                write!(f, "mode {mode:?}: {game} has no modes")
            }
            ReadError::Mode { game, mode, modes } => {
                write!(f, "mode {mode:?}: the modes of {game} are {}", modes.join(", "))
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// A rules file: `base` names a game, every other field replaces one of its rules.
///
/// ```
/// let rules = games::read("base = \"canfield\"\nname = \"mine\"\ndraw = 1\nredeals = 2\n").unwrap();
/// assert_eq!((rules.draw, rules.reserve), (1, 13));
/// ```
///
/// # Errors
/// Names the line and the field.
pub fn read(text: &str) -> Result<Rules, ReadError> {
    #[derive(Deserialize)]
    struct File {
        base: Option<String>,
        #[serde(flatten)]
        rest: toml::Table,
    }
    let file: File = toml::from_str(text).map_err(|error| syntax(text, &error))?;
    let base = file.base.ok_or(ReadError::NoBase)?;
    let base = find(&base).map_err(|error| ReadError::Base { line: line_of(text, "base"), error })?;
    // A second reading, without the base, so that errors carry their place in the text.
    let mut overrides = overrides(text, true)?;
    if file.rest.contains_key("name") && !file.rest.contains_key("title") {
        overrides.title = overrides.name;
    }
    let rules = overrides.apply(base);
    rules.validate().map_err(|error| ReadError::Rules { line: line_of(text, error.field), error })?;
    Ok(rules)
}

/// The rules with single fields replaced, each written `field=value`.
///
/// ```
/// let rules = games::set(games::find("klondike").unwrap(), &["draw=3", "redeals=unlimited"]).unwrap();
/// assert_eq!(rules.draw, 3);
/// ```
///
/// # Errors
/// Names the field.
pub fn set<S: AsRef<str>>(rules: &Rules, settings: &[S]) -> Result<Rules, ReadError> {
    let mut changed = *rules;
    for setting in settings {
        let setting = setting.as_ref();
        let shown: String = setting.chars().take(60).collect();
        let (field, value) = setting.split_once('=').ok_or_else(|| ReadError::Syntax {
            line: None,
            problem: format!("{shown:?} sets nothing: write field=value, as in draw=1"),
        })?;
        let (field, value) = (field.trim().replace('-', "_"), value.trim());
        if field == "mode" {
            changed = mode(&changed, value)?;
            continue;
        }
        if !Rules::FIELDS.contains(&field.as_str()) {
            return Err(ReadError::Syntax { line: None, problem: unknown_field(&field) });
        }
        // Words need no quotes on the command line.
        let bare = value.parse::<toml::Value>().is_err()
            && toml::from_str::<toml::Table>(&format!("v = {value}")).is_err();
        let value = if bare { toml::Value::String(value.into()).to_string() } else { value.to_string() };
        let line = format!("{field} = {value}");
        let overrides = overrides(&line, false).map_err(|error| match error {
            ReadError::Syntax { problem, .. } => {
                ReadError::Syntax { line: None, problem: format!("{shown}: {problem}") }
            }
            other => other,
        })?;
        changed = overrides.apply(&changed);
    }
    changed.validate().map_err(|error| ReadError::Rules { line: None, error })?;
    Ok(changed)
}

fn mode(rules: &Rules, wanted: &str) -> Result<Rules, ReadError> {
    let modes =
        MODES.iter().find(|(game, _)| *game == rules.name.as_str()).map_or(&[][..], |(_, modes)| modes);
    let found = modes.iter().find(|(name, _)| *name == wanted);
    found.map(|(_, rules)| *rules).ok_or_else(|| ReadError::Mode {
        game: rules.name.as_str().into(),
        mode: wanted.chars().take(40).collect(),
        modes: modes.iter().map(|(name, _)| *name).collect(),
    })
}

fn overrides(text: &str, with_base: bool) -> Result<Overrides, ReadError> {
    // `base` is blanked out, not removed, so that places in the text stay true.
    let blanked: String = if with_base {
        text.lines().map(|line| if is_field(line, "base") { "" } else { line }).collect::<Vec<_>>().join("\n")
    } else {
        text.into()
    };
    toml::from_str(&blanked).map_err(|error| syntax(&blanked, &error))
}

fn syntax(text: &str, error: &toml::de::Error) -> ReadError {
    let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
    let at = line.and_then(|n| text.lines().nth(n - 1)).unwrap_or("");
    let field = at.split('=').next().unwrap_or("").trim();
    let mut problem = plain(&error.message().trim().replace('\n', " "));
    if problem.starts_with("unknown field") {
        problem = unknown_field(field);
    } else if Rules::FIELDS.contains(&field) {
        problem = format!("{field}: {problem}");
    }
    let line = if text.contains('\n') || line != Some(1) { line } else { Some(1) };
    ReadError::Syntax { line, problem }
}

/// The reader's complaint in words for people: `"x" is not a whole number from 0 to 255`.
fn plain(problem: &str) -> String {
    let kinds = ["string ", "integer ", "floating point ", "boolean "];
    let said = ["invalid type: ", "invalid value: "].iter().find_map(|start| problem.strip_prefix(start));
    let Some((found, wanted)) = said.and_then(|said| said.split_once(", expected ")) else {
        return problem.to_string();
    };
    let found = kinds.iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found).replace('`', "");
    let wanted = match wanted {
        "u8" => "a whole number from 0 to 255",
        "i32" => "a whole number",
        "a boolean" => "true or false",
        "a string" => "a word",
        "a sequence" => "a list, as in [1, 2, 3]",
        other => other,
    };
    format!("{found} is not {wanted}")
}

fn unknown_field(field: &str) -> String {
    let shown: String = field.chars().take(40).collect();
    let nearest = Rules::FIELDS
        .iter()
        .map(|known| (strsim::jaro_winkler(known, field), *known))
        .filter(|(nearness, _)| *nearness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match nearest {
        Some((_, known)) => format!("no rule is called {shown:?}; did you mean {known}?"),
        None => format!("no rule is called {shown:?}; the rules are {}", Rules::FIELDS.join(", ")),
    }
}

fn is_field(line: &str, field: &str) -> bool {
    line.trim_start().strip_prefix(field).is_some_and(|rest| rest.trim_start().starts_with('='))
}

fn line_of(text: &str, field: &str) -> Option<usize> {
    text.lines().position(|line| is_field(line, field)).map(|i| i + 1)
}
