//! A player's own rules: from a TOML file, or from settings of single fields such as `draw=1`.

use crate::{UnknownGame, find, modes};
use serde::Deserialize;
use std::fmt;
use talon_rules::{Count, Overrides, Rules, RulesError, Stock, range};
use toml::de::DeTable;

/// The reason why a rules file or a setting cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadError {
    /// The text is not TOML, or a field is unknown or has a value of the wrong type.
    Syntax {
        /// The line of the file, from 1; `None` for a setting.
        line: Option<usize>,
        /// What is wrong.
        problem: String,
    },
    /// The file does not name the game to start from.
    NoBase,
    /// There is no game with the name given as `base`.
    Base {
        /// The line of the file, from 1.
        line: Option<usize>,
        /// The name, and the names nearest to it.
        error: UnknownGame,
    },
    /// The rules are well-formed, but no game can be played by them.
    Rules {
        /// The line of the field, if the file has it.
        line: Option<usize>,
        /// The field, and what is wrong with it.
        error: RulesError,
    },
    /// The game has no mode of this name.
    Mode {
        /// The name of the game.
        game: String,
        /// The name of the mode.
        mode: String,
        /// The modes that the game has.
        modes: Vec<&'static str>,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |line: &Option<usize>| line.map(|n| format!("line {n}: ")).unwrap_or_default();
        match self {
            ReadError::Syntax { line: at, problem } => write!(f, "{}{problem}", line(at)),
            ReadError::NoBase => {
                write!(f, "the file must name the game to start from, as in base = \"canfield\"")
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

/// Reads a rules file in TOML: `base` names a game, and every other field replaces one of its rules.
///
/// ```
/// let rules = talon_games::read("base = \"canfield\"\nname = \"mine\"\ndraw = 1\nredeals = 2\n").unwrap();
/// assert_eq!((rules.draw, rules.reserve), (1, 13));
/// ```
///
/// # Errors
/// If the file cannot be read or no game can be played by its rules; the error names the line and the field.
pub fn read(text: &str) -> Result<Rules, ReadError> {
    let mut file = DeTable::parse(text).map_err(|error| syntax(text, &error))?;
    let (key, base) = file.get_mut().remove_entry("base").ok_or(ReadError::NoBase)?;
    let line = Some(line_at(text, key.span().start));
    let base = base.get_ref().as_str().ok_or(ReadError::NoBase)?;
    let base = find(base).map_err(|error| ReadError::Base { line, error })?;
    let untitled = !file.get_ref().contains_key("title");
    let mut overrides =
        Overrides::deserialize(toml::Deserializer::from(file)).map_err(|error| syntax(text, &error))?;
    if untitled {
        overrides.title = overrides.name;
    }
    let rules = overrides.apply(base);
    rules.validate().map_err(|error| ReadError::Rules { line: line_of(text, error.field), error })?;
    Ok(rules)
}

/// Replaces single fields of some rules; each setting is written `field=value`.
///
/// ```
/// let rules = talon_games::set(talon_games::find("klondike").unwrap(), &["draw=3", "redeals=unlimited"]).unwrap();
/// assert_eq!(rules.draw, 3);
/// ```
///
/// # Errors
/// If a setting cannot be read or no game can be played by the rules; the error names the field.
pub fn set<S: AsRef<str>>(rules: &Rules, settings: &[S]) -> Result<Rules, ReadError> {
    let (changed, _) = replaced(rules, settings)?;
    changed.validate().map_err(|error| ReadError::Rules { line: None, error })?;
    Ok(changed)
}

/// Changes single fields of some rules as a player means it. Unlike [`set`], fields that follow from a changed
/// one change with it, unless they are set too: a waste that shows as many cards as are drawn in the `named`
/// game goes on doing so, and other suits leave the number of cards as it is.
///
/// ```
/// let spider = talon_games::find("spider").unwrap();
/// let rules = talon_games::choose(spider, spider, &["suits=2"]).unwrap();
/// assert_eq!((rules.suits, rules.copies), (2, 4));
/// ```
///
/// # Errors
/// If a setting cannot be read or no game can be played by the rules; the error names the field.
pub fn choose<S: AsRef<str>>(named: &Rules, rules: &Rules, settings: &[S]) -> Result<Rules, ReadError> {
    let (mut changed, fields) = replaced(rules, settings)?;
    let is_set = |field: &str| fields.iter().any(|known| known == field || known == "mode");
    if changed.draw != rules.draw && !is_set("waste_shows") {
        changed.waste_shows = shown_with(named, changed.draw);
    }
    if changed.suits != rules.suits && !is_set("copies") {
        changed.copies = copies_with(named, changed.suits);
    }
    changed.validate().map_err(|error| ReadError::Rules { line: None, error })?;
    Ok(changed)
}

/// How many cards of the waste show if this many are drawn at a time.
pub(crate) fn shown_with(named: &Rules, draw: u8) -> Count {
    let follows = named.stock == Stock::Waste && named.waste_shows == Count::Of(named.draw);
    if follows { Count::Of(draw) } else { named.waste_shows }
}

/// The copies of each card with which a deck of so many suits has as many cards as that of the `named` game.
pub(crate) fn copies_with(named: &Rules, suits: u8) -> u8 {
    match named.foundations().checked_div(suits) {
        Some(copies) if copies * suits == named.foundations() => copies,
        _ => named.copies,
    }
}

/// The rules with these fields replaced, not validated, and the names of the fields.
fn replaced<S: AsRef<str>>(rules: &Rules, settings: &[S]) -> Result<(Rules, Vec<String>), ReadError> {
    let mut changed = *rules;
    let mut fields = Vec::new();
    for setting in settings {
        let setting = setting.as_ref();
        let shown: String = setting.chars().take(60).collect();
        let (field, value) = setting.split_once('=').ok_or_else(|| ReadError::Syntax {
            line: None,
            problem: format!("{shown:?}: give a rule and its value, as in draw=1"),
        })?;
        let (mut field, value) = (field.trim().replace('-', "_"), value.trim());
        if let Some((_, new)) = RENAMED.iter().find(|(old, _)| *old == field) {
            field = (*new).into();
        }
        fields.push(field.clone());
        if field == "mode" {
            changed = mode(&changed, value)?;
            continue;
        }
        if !Rules::FIELDS.contains(&field.as_str()) {
            return Err(ReadError::Syntax {
                line: None,
                problem: unknown_field(&field, &crate::first(rules)),
            });
        }
        // On the command line, words need no quotation marks.
        let bare = value.parse::<toml::Value>().is_err()
            && toml::from_str::<toml::Table>(&format!("v = {value}")).is_err();
        let value = if bare { toml::Value::String(value.into()).to_string() } else { value.to_string() };
        let line = format!("{field} = {value}");
        let overrides: Overrides = toml::from_str(&line).map_err(|error| match syntax(&line, &error) {
            ReadError::Syntax { problem, .. } => ReadError::Syntax { line: None, problem },
            other => other,
        })?;
        changed = overrides.apply(&changed);
    }
    Ok((changed, fields))
}

/// Rules that have another name in saved games of earlier versions. In a rules file, `base` names the game
/// to start from.
const RENAMED: &[(&str, &str)] = &[("base", "base_rank")];

fn mode(rules: &Rules, wanted: &str) -> Result<Rules, ReadError> {
    let modes = modes(rules);
    let found = modes.iter().find(|(name, _)| *name == wanted);
    found.map(|(_, rules)| *rules).ok_or_else(|| ReadError::Mode {
        game: rules.name.as_str().into(),
        mode: wanted.chars().take(40).collect(),
        modes: modes.iter().map(|(name, _)| *name).collect(),
    })
}

fn syntax(text: &str, error: &toml::de::Error) -> ReadError {
    let line = error.span().map(|span| line_at(text, span.start));
    let at = line.and_then(|n| text.lines().nth(n - 1)).unwrap_or("");
    let field = at.split('=').next().unwrap_or("").trim();
    let mut problem = error.message().trim().replace('\n', " ");
    if problem.starts_with("unknown field") {
        problem = unknown_field(field, Rules::FIELDS);
    } else if Rules::FIELDS.contains(&field) {
        problem = plain(field, &problem).unwrap_or_else(|| format!("{field}: {problem}"));
    }
    ReadError::Syntax { line, problem }
}

/// The message of the TOML reader in words for players, as in `draw must be a whole number from 1 to 8, not "x"`;
/// `None` for a message of another kind.
fn plain(field: &str, problem: &str) -> Option<String> {
    if let Some((found, values)) = ["unknown variant ", "unknown scoring "]
        .iter()
        .find_map(|start| problem.strip_prefix(start))
        .and_then(|said| said.split_once(", expected "))
    {
        let values = values.trim_start_matches("one of ").replace(" or ", ", ").replace('`', "");
        return Some(format!("{field} must be one of {values}, not {}", found.replace('`', "\"")));
    }
    let kinds = ["string ", "integer ", "floating point ", "boolean "];
    let said = ["invalid type: ", "invalid value: "].iter().find_map(|start| problem.strip_prefix(start));
    let (found, wanted) = said.and_then(|said| said.split_once(", expected "))?;
    let found = kinds.iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found).replace('`', "");
    let wanted = match wanted {
        "u8" => {
            let (least, most) = range(field).unwrap_or((0, 104));
            format!("a whole number from {least} to {most}")
        }
        "i32" => "a whole number".into(),
        "a boolean" => "true or false".into(),
        "a string" => "a word".into(),
        "a sequence" => "a list, as in [1, 2, 3]".into(),
        other => other.into(),
    };
    Some(format!("{field} must be {wanted}, not {found}"))
}

/// The names of the game, which nobody changes rule by rule.
const NAMES: [&str; 3] = ["name", "title", "family"];

/// Says that there is no such rule, and names the nearest one, or those of the `useful` ones.
fn unknown_field(field: &str, useful: &[&str]) -> String {
    let shown: String = field.chars().take(40).collect();
    let nearest = Rules::FIELDS
        .iter()
        .map(|known| (strsim::jaro_winkler(known, field), *known))
        .filter(|(nearness, _)| *nearness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match nearest {
        Some((_, known)) => format!("there is no rule {shown:?}; did you mean {known}?"),
        None => {
            let mut rules: Vec<&str> = useful.iter().copied().filter(|rule| !NAMES.contains(rule)).collect();
            rules.sort_by(|a, b| strsim::jaro_winkler(b, field).total_cmp(&strsim::jaro_winkler(a, field)));
            format!("there is no rule {shown:?}; rules that can be changed are {}", rules.join(", "))
        }
    }
}

/// The number of the line that contains this byte, from 1.
fn line_at(text: &str, byte: usize) -> usize {
    text[..byte.min(text.len())].matches('\n').count() + 1
}

fn is_field(line: &str, field: &str) -> bool {
    line.trim_start().strip_prefix(field).is_some_and(|rest| rest.trim_start().starts_with('='))
}

fn line_of(text: &str, field: &str) -> Option<usize> {
    text.lines().position(|line| is_field(line, field)).map(|i| i + 1)
}
