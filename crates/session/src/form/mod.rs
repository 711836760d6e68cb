//! The form of a game's rules: what a player can choose for a new game, in words, for every front end.
//!
//! A [`Form`] belongs to a named game and holds the rules that the player wants for the next game of it, and two
//! habits that are not rules: which cards go up automatically, and whether the deck listing is shown. A front end
//! shows the [choices](Form::choices), passes on what was chosen ([`Form::set`]), and begins the game
//! ([`Form::begin`]). Rules by which no game can be played are refused with a sentence, and the form stays as it was.
//!
//! The rules that were chosen last are remembered for each game: [`Form::kept`] is what a front end stores, and
//! [`Form::remembered`] reads it again. One step, [`Form::reset`], leads back to the named game's own rules.
//!
//! # Example
//!
//! ```
//! use talon_session::{Deal, form::Form};
//! let mut form = Form::named(&talon_games::KLONDIKE);
//! let draw = form.choices().into_iter().find(|choice| choice.name == "draw").unwrap();
//! assert_eq!((draw.words, draw.value_words.as_str(), draw.first), ("Cards drawn at a time", "1", true));
//!
//! form.set("draw", "3").unwrap();
//! assert_eq!(form.title(), "Klondike, draw 3");
//! let refused = form.set("columns", "20").unwrap_err();
//! assert_eq!(refused.to_string(), "Down must be one number for all columns or one for each of the 20, not 7 numbers.");
//! assert_eq!(Form::remembered(&talon_games::KLONDIKE, &form.kept()), form);
//! let session = form.begin(Deal::Number(1)).unwrap();
//! assert_eq!(session.rules().draw, 3);
//!
//! form.reset();
//! assert!(form.is_as_named());
//! ```

mod error;
mod fields;

pub use error::FormError;
pub use fields::{FIELDS, Field, Kind, LISTING};

use crate::{Deal, Session};
use serde::Serialize;
use talon_rules::{Auto, Rules, Scoring, SetupError};

/// The rules that a player wants for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    named: Rules,
    /// Automatic moves are those of the named game here: the habit decides.
    rules: Rules,
    auto: Auto,
    listing: bool,
}

/// One line of the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The name of the rule in settings, as in `draw=3`.
    pub name: &'static str,
    /// Its name in the player's words.
    pub words: &'static str,
    /// A sentence of help.
    pub help: &'static str,
    /// The value now, in the notation of settings.
    pub value: String,
    /// The value now, in words.
    pub value_words: String,
    /// The values that can be chosen now, in their order; empty if the value has to be typed.
    pub values: Vec<Value>,
    /// Whether the value is not that of the named game.
    pub differs: bool,
    /// Whether the choice is one of the few that matter first.
    pub first: bool,
}

/// A value that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Value {
    /// In the notation of settings.
    pub setting: String,
    /// In words.
    pub words: String,
}

impl Form {
    /// The form of a game with its own rules.
    pub fn named(game: &Rules) -> Form {
        Form { named: *game, rules: *game, auto: game.auto, listing: false }
    }

    /// The form of the rules of a game in progress. A game that is not listed is its own named game.
    pub fn of(rules: &Rules) -> Form {
        let listed =
            talon_games::ALL.iter().find(|game| game.name == rules.name && game.title == rules.title);
        let mut form = Form::named(listed.unwrap_or(rules));
        form.adopt(*rules);
        form
    }

    /// The form of a game on the table, with the automatic moves that are on there.
    pub fn of_session(session: &Session) -> Form {
        Form { auto: session.auto(), ..Form::of(session.rules()) }
    }

    /// The form with the rules that were chosen last, from what [`Form::kept`] returned. What cannot be read any
    /// more is left out.
    pub fn remembered(game: &Rules, kept: &str) -> Form {
        let mut form = Form::named(game);
        let settings: Vec<&str> = kept.lines().collect();
        // Rules that depend on each other can only be set together.
        if form.replace(&settings).is_err() {
            for setting in settings {
                let _ = form.replace(&[setting]);
            }
        }
        form
    }

    /// What is to be remembered: a line for each choice that differs, in the notation of settings; empty for the
    /// named game's own rules.
    pub fn kept(&self) -> String {
        let mut lines: Vec<String> = talon_games::changes(&self.named, &self.rules)
            .into_iter()
            .map(|(field, value)| format!("{field}={value}"))
            .collect();
        if self.auto != self.named.auto {
            lines.push(format!("auto={}", self.value("auto")));
        }
        if self.listing {
            lines.push("listing=yes".into());
        }
        lines.join("\n")
    }

    /// The name under which a front end remembers the rules of a game, such as `rules klondike`.
    pub fn memory(game: &Rules) -> String {
        format!("rules {}", game.name)
    }

    /// The named game.
    pub fn game(&self) -> &Rules {
        &self.named
    }

    /// The rules as they are chosen.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Which cards go up automatically.
    pub fn auto(&self) -> Auto {
        self.auto
    }

    /// Whether the deck listing is to be shown.
    pub fn shows_listing(&self) -> bool {
        self.listing
    }

    /// The title of the game with what differs from the named game.
    pub fn title(&self) -> String {
        talon_games::title(&self.rules)
    }

    /// Whether everything is as in the named game.
    pub fn is_as_named(&self) -> bool {
        *self == Form::named(&self.named)
    }

    /// Goes back to the named game's own rules.
    pub fn reset(&mut self) {
        *self = Form::named(&self.named);
    }

    /// Deals a game by the rules of the form, with the automatic moves that are chosen.
    ///
    /// # Errors
    /// If the cards are not a deal of these rules.
    pub fn begin(&self, deal: Deal) -> Result<Session, SetupError> {
        Session::dealt_with(&self.rules, deal, self.auto)
    }

    /// Everything that can be chosen: first the few rules that matter most, then all others in the order of the rule
    /// sheet.
    pub fn choices(&self) -> Vec<Choice> {
        let first = self.first();
        let rest = FIELDS.iter().map(|field| field.name).filter(|name| !first.contains(name));
        let chosen = |(name, first)| Field::find(name).map(|field| self.choice(field, first));
        let all = first.iter().map(|name| (*name, true)).chain(rest.map(|name| (name, false)));
        all.filter_map(chosen).collect()
    }

    /// The few choices that matter first.
    pub fn first_choices(&self) -> Vec<Choice> {
        let fields = self.first().into_iter().filter_map(Field::find);
        fields.map(|field| self.choice(field, true)).collect()
    }

    /// The choices as lines of text, those that matter first or all, with the values that can be chosen.
    pub fn list(&self, all: bool) -> String {
        let choices = if all { self.choices() } else { self.first_choices() };
        let example = choices.iter().find_map(|choice| {
            let other = choice.values.iter().find(|value| value.setting != choice.value)?;
            Some(format!(", as in `set {}={}`", choice.name, other.setting))
        });
        let mut text = format!("{}:\n", self.title());
        for choice in choices {
            let setting = format!("{}={}", choice.name, choice.value);
            let values: Vec<String> = choice.values.iter().map(|value| value.setting.clone()).collect();
            let values = if values.is_empty() { "a list of numbers".into() } else { values.join(", ") };
            let words = format!("{}: {}", choice.words, choice.value_words);
            text += &format!("  {setting:<22} {words} ({values})\n");
        }
        text += &format!("To deal by another rule, type `set` and the rule{}. ", example.unwrap_or_default());
        text + "`set all` lists all rules, and `set standard` goes back to the rules of the game."
    }

    /// The names of the choices that matter first. The deck listing is among them where there is a waste.
    fn first(&self) -> Vec<&'static str> {
        let mut first = talon_games::first(&self.named);
        if self.named.has_waste() {
            let at = first.iter().position(|name| *name == "auto").unwrap_or(first.len());
            first.insert(at, LISTING.name);
        }
        first
    }

    fn choice(&self, field: &Field, first: bool) -> Choice {
        let value = self.value(field.name);
        let mut values = field.values();
        if field.kind != Kind::List && !values.contains(&value) {
            values.push(value.clone());
        }
        values.retain(|other| *other == value || self.clone().set(field.name, other).is_ok());
        let values = values.into_iter().map(|setting| Value { words: field.words_for(&setting), setting });
        Choice {
            name: field.name,
            words: field.words,
            help: field.help,
            value_words: field.words_for(&value),
            values: values.collect(),
            differs: value != Form::named(&self.named).value(field.name),
            first,
            value,
        }
    }

    /// The value of a rule in the notation of settings, words without quotation marks.
    fn value(&self, field: &str) -> String {
        match field {
            "listing" => return if self.listing { "yes" } else { "no" }.into(),
            "scoring" => {
                let known = Scoring::NAMED.iter().find(|(_, scoring)| *scoring == self.rules.scoring);
                return known.map_or("own", |(name, _)| name).into();
            }
            _ => {}
        }
        let rules = Rules { auto: self.auto, ..self.rules };
        match serde_json::to_value(rules).unwrap_or_default().get(field) {
            Some(serde_json::Value::String(word)) => word.clone(),
            Some(serde_json::Value::Array(list)) => {
                let numbers: Vec<String> = list.iter().map(serde_json::Value::to_string).collect();
                format!("[{}]", numbers.join(", "))
            }
            Some(value) => value.to_string(),
            None => String::new(),
        }
    }

    /// Sets one choice to a value in the notation of settings.
    ///
    /// # Errors
    /// If the rule cannot have this value; the form is unchanged.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), FormError> {
        if name == "scoring" && value == "own" {
            return Ok(());
        }
        self.change(&[format!("{name}={value}")])
    }

    /// Sets a choice to the next value, or to the previous one; after the last comes the first.
    ///
    /// # Errors
    /// If there is no such choice, its value has to be typed, or no other one is possible.
    pub fn turn(&mut self, name: &str, forward: bool) -> Result<(), FormError> {
        let field = Field::find(name).ok_or_else(|| FormError::UnknownRule(name.into()))?;
        let choice = self.choice(field, false);
        let count = choice.values.len();
        if count < 2 {
            return Err(FormError::NoOtherValue { words: field.words });
        }
        let at = choice.values.iter().position(|value| value.setting == choice.value).unwrap_or(0);
        let next = if forward { at + 1 } else { at + count - 1 } % count;
        self.set(name, &choice.values[next].setting)
    }

    /// Changes several choices at once, each written `name=value` as in `draw=1`. The word `standard` goes back to
    /// the named game's own rules first.
    ///
    /// # Errors
    /// If one of them cannot be set, or no game can be played by all of them; the form is unchanged.
    pub fn change<S: AsRef<str>>(&mut self, settings: &[S]) -> Result<(), FormError> {
        self.apply(settings, |form, rest| talon_games::choose(&form.named, &form.rules, rest))
    }

    /// The same, but nothing follows from a changed rule.
    fn replace(&mut self, settings: &[&str]) -> Result<(), FormError> {
        self.apply(settings, |form, rest| talon_games::set(&form.rules, rest))
    }

    fn apply<S: AsRef<str>>(
        &mut self,
        settings: &[S],
        change: impl FnOnce(&Form, &[&str]) -> Result<Rules, talon_games::ReadError>,
    ) -> Result<(), FormError> {
        let mut form = self.clone();
        let mut rest: Vec<&str> = Vec::new();
        for setting in settings.iter().map(AsRef::as_ref) {
            match setting.trim() {
                "standard" => {
                    form.reset();
                    rest.clear();
                }
                setting => match setting.strip_prefix("listing=") {
                    Some("yes" | "true" | "shown") if form.named.has_waste() => form.listing = true,
                    Some("no" | "false" | "hidden") => form.listing = false,
                    Some("yes" | "true" | "shown") => return Err(FormError::NoWaste),
                    Some(_) => return Err(FormError::Listing),
                    None => rest.push(setting),
                },
            }
        }
        // The habit takes the place of the rule, so that it does not count as another game.
        let rules = change(&Form { rules: Rules { auto: form.auto, ..form.rules }, ..form.clone() }, &rest)
            .map_err(FormError::Rules)?;
        form.adopt(rules);
        *self = form;
        Ok(())
    }

    /// Takes rules over; their automatic moves become the habit.
    fn adopt(&mut self, rules: Rules) {
        self.auto = rules.auto;
        self.rules = Rules { auto: self.named.auto, ..rules };
    }
}
