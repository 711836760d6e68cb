//! What a position is worth, as data.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// A score is a sum: so much to begin with, for each card up, each finished run, each joint in
/// suit, each move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Scoring {
    /// What one starts with; the price of the deck is negative.
    pub start: i32,
    /// For each card on the foundations.
    pub card: i32,
    /// For each finished run.
    pub run: i32,
    /// For each card that lies in suit and sequence on another.
    pub join: i32,
    /// For each move made.
    pub step: i32,
    /// From which score on one has not lost.
    pub par: i32,
    /// Is it money?
    pub money: bool,
}

impl Scoring {
    const NONE: Scoring = Scoring { start: 0, card: 0, run: 0, join: 0, step: 0, par: 0, money: false };
    /// The casino of Saratoga: the deck costs $50, each card up returns $5.
    pub const CASINO: Scoring = Scoring { start: -50, card: 5, money: true, ..Scoring::NONE };
    /// Las Vegas: the deck costs $52, each card up returns $5.
    pub const VEGAS: Scoring = Scoring { start: -52, card: 5, money: true, ..Scoring::NONE };
    /// One point a card up.
    pub const CARDS: Scoring = Scoring { card: 1, ..Scoring::NONE };
    /// One point a card up, and ten break even.
    pub const BREAK_EVEN: Scoring = Scoring { card: 1, par: 10, ..Scoring::NONE };
    /// 500 to begin with, 1 off for each move, 100 for each suit.
    pub const MICROSOFT: Scoring = Scoring { start: 500, step: -1, run: 100, ..Scoring::NONE };
    /// One point a finished run: eight in all.
    pub const RUNS: Scoring = Scoring { run: 1, ..Scoring::NONE };
    /// One point for each card lying in suit and sequence on another.
    pub const JOINS: Scoring = Scoring { join: 1, ..Scoring::NONE };

    /// The scorings that have a name.
    pub const NAMED: &[(&str, Scoring)] = &[
        ("casino", Scoring::CASINO),
        ("vegas", Scoring::VEGAS),
        ("cards", Scoring::CARDS),
        ("break-even", Scoring::BREAK_EVEN),
        ("microsoft", Scoring::MICROSOFT),
        ("runs", Scoring::RUNS),
        ("joins", Scoring::JOINS),
    ];

    /// The score as people read it: `$35`, `-$45` or `12`.
    pub fn words(&self, score: i32) -> String {
        match (self.money, score < 0) {
            (false, _) => score.to_string(),
            (true, false) => format!("${score}"),
            (true, true) => format!("-${}", score.unsigned_abs()),
        }
    }

    /// The scoring in a sentence of the rule sheet.
    pub fn describe(&self) -> String {
        let mut parts = Vec::new();
        if self.start != 0 {
            parts.push(if self.start < 0 && self.money {
                format!("the deck costs {}", self.words(-self.start))
            } else {
                format!("{} to begin with", self.words(self.start))
            });
        }
        for (points, what) in [
            (self.card, "card on the foundations"),
            (self.run, "finished run"),
            (self.join, "card lying in suit and sequence on another"),
            (self.step, "move"),
        ] {
            if points != 0 {
                parts.push(format!("{} for each {what}", self.words(points)));
            }
        }
        if self.par != 0 {
            parts.push(format!("{} break even", self.words(self.par)));
        }
        if parts.is_empty() { "none".into() } else { parts.join(", ") }
    }
}

impl<'de> Deserialize<'de> for Scoring {
    /// A name, or a table with the parts that are not 0.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Scoring, D::Error> {
        #[derive(Default, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        struct Parts {
            start: i32,
            card: i32,
            run: i32,
            join: i32,
            step: i32,
            par: i32,
            money: bool,
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Name(String),
            Parts(Parts),
        }
        match Form::deserialize(from)? {
            Form::Name(name) => {
                let found = Scoring::NAMED.iter().find(|(known, _)| *known == name);
                found.map(|(_, scoring)| *scoring).ok_or_else(|| {
                    let names: Vec<_> = Scoring::NAMED.iter().map(|(name, _)| *name).collect();
                    D::Error::custom(format!(
                        "unknown scoring {name:?}, expected one of {}",
                        names.join(", ")
                    ))
                })
            }
            Form::Parts(p) => {
                // Far from overflow whatever the number of moves.
                let sane = [p.start, p.card, p.run, p.join, p.step, p.par].iter().all(|n| n.abs() <= 10_000);
                if !sane {
                    return Err(D::Error::custom("points go from -10000 to 10000"));
                }
                let Parts { start, card, run, join, step, par, money } = p;
                Ok(Scoring { start, card, run, join, step, par, money })
            }
        }
    }
}
