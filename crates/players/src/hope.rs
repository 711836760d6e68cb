//! How likely a game is won after a way was taken, learned from games: a logistic sum of facts.
//!
//! The share of worlds won says what could be done if all cards were known. How much of it an honest
//! player can make good depends on what is still hidden, and where; that is what is learned here.

use rules::{Pile, Table};
use serde::Deserialize;
use solve::packed::klondike;
use std::collections::BTreeMap;
use std::fmt;

/// The names of all facts, each with what it is.
pub const FACTS: &[(&str, &str)] = &[
    ("always", "1"),
    ("worlds", "the share of worlds won, as a logarithm of odds"),
    ("worlds_hidden", "the same times the face-down cards beyond ten"),
    ("hidden", "face-down cards"),
    ("squares", "squares of the face-down cards of each column, summed"),
    ("covered", "columns with face-down cards"),
    ("largest", "face-down cards of the column that has most"),
    ("opened", "face-down cards of the column opened, before it was"),
    ("stock", "cards in stock and waste"),
    ("taken", "stock cards taken on the way"),
    ("up", "cards on the foundations"),
    ("empty", "empty columns"),
    ("kings", "columns that start with a king and have no face-down card"),
    ("next", "ways at once to the next card turned up, on average over worlds"),
    ("next_taking", "such ways that need one stock card"),
    ("stuck", "the share of worlds without either"),
];

const COUNT: usize = 16;

/// What is known of a way and the position after it.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Facts(pub [f64; COUNT]);

/// What the worlds said of a way.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Said {
    /// The sum of the worlds' values, and how many worlds there were.
    pub value: f64,
    pub worlds: f64,
    /// Sums over the first few worlds: ways at once, ways with one stock card, worlds without any.
    pub next: [f64; 3],
    pub looked: f64,
}

impl Said {
    /// Looks at what can be done next in a world, the way taken.
    pub fn look(&mut self, world: &Table) {
        let Some(choices) = klondike::choices(world, 1, 60) else { return };
        let ways = |takes: usize| choices.iter().filter(|way| way.under > 0 && way.takes == takes).count();
        let (now, taking) = (ways(0), ways(1));
        self.next[0] += now as f64;
        self.next[1] += taking as f64;
        self.next[2] += f64::from(u8::from(now + taking == 0));
        self.looked += 1.0;
    }
}

impl Facts {
    /// The facts of a way that opened a column with so many face-down cards and took so many stock
    /// cards, `after` it.
    pub(crate) fn of(after: &Table, opened: usize, taken: usize, said: &Said) -> Facts {
        let (mut hidden, mut squares, mut covered, mut largest) = (0.0, 0.0, 0.0, 0.0f64);
        let (mut empty, mut kings) = (0.0, 0.0);
        for c in 0..after.rules().columns {
            let pile = Pile::Column(c);
            let down = after.face_down(pile) as f64;
            hidden += down;
            squares += down * down;
            covered += f64::from(u8::from(down > 0.0));
            largest = largest.max(down);
            match after.cards(pile).next() {
                None => empty += 1.0,
                // The card just turned up is not known yet.
                Some(_) if opened == 1 && after.len(pile) == 1 => {}
                Some(card) if down == 0.0 && card.rank().number() == after.rules().ranks => kings += 1.0,
                Some(_) => {}
            }
        }
        let odds = ((said.value + 0.5) / (said.worlds - said.value + 0.5)).ln();
        let next = said.next.map(|sum| sum / said.looked.max(1.0));
        Facts([
            1.0,
            odds,
            odds * (hidden - 10.0),
            hidden,
            squares,
            covered,
            largest,
            opened as f64,
            (after.len(Pile::Stock) + after.len(Pile::Waste)) as f64,
            taken as f64,
            f64::from(after.cards_up()),
            empty,
            kings,
            next[0],
            next[1],
            next[2],
        ])
    }
}

/// The weights of the facts.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Hope(pub [f64; COUNT]);

/// Why a text is no hope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HopeError(String);

impl fmt::Display for HopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HopeError {}

impl Hope {
    /// What was learned by `talon lab train klondike-draw3`.
    pub fn shipped() -> Hope {
        Hope::read(include_str!("../weights/klondike-draw3.toml")).expect("the shipped weights are tested")
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(text: &str) -> Result<Hope, HopeError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            hope: BTreeMap<String, f64>,
        }
        let file: File = toml::from_str(text).map_err(|error| HopeError(error.message().to_string()))?;
        let mut hope = Hope([0.0; COUNT]);
        for (name, weight) in file.hope {
            let place = FACTS.iter().position(|(known, _)| *known == name);
            let place = place.ok_or_else(|| HopeError(format!("no fact is called {name:?}")))?;
            if !weight.is_finite() {
                return Err(HopeError(format!("the weight of {name} is not a finite number")));
            }
            hope.0[place] = weight;
        }
        Ok(hope)
    }

    /// The file, with `remark` lines at its head.
    pub fn write(&self, remark: &str) -> String {
        let mut text: String = remark.lines().map(|line| format!("# {line}\n")).collect();
        text.push_str("[hope]\n");
        for ((name, what), weight) in FACTS.iter().zip(&self.0) {
            text.push_str(&format!("{name} = {weight:?} # {what}\n"));
        }
        text
    }

    /// The logarithm of the odds that the game is won.
    pub fn odds(&self, facts: &Facts) -> f64 {
        facts.0.iter().zip(&self.0).map(|(fact, weight)| fact * weight).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_reads_back_and_what_is_wrong_is_named() {
        let shipped = Hope::shipped();
        assert_eq!(Hope::read(&shipped.write("one\ntwo")), Ok(shipped));
        let unknown = Hope::read("[hope]\nhiden = 1").unwrap_err().to_string();
        assert_eq!(unknown, "no fact is called \"hiden\"");
        assert!(Hope::read("[hop]").is_err());
    }
}
