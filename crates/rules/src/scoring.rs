//! Scoring rules as data.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// How a position is scored: the sum of an initial score and of points for cards, runs, joins and moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Scoring {
    /// The initial score; negative if the player pays for the deck.
    pub start: i32,
    /// The points for each card on the foundations.
    pub card: i32,
    /// The points for each complete run on the foundations.
    pub run: i32,
    /// The points for each card that lies in suit and sequence on another.
    pub join: i32,
    /// The points for each move; negative if moves cost points.
    pub step: i32,
    /// The score that breaks even.
    pub par: i32,
    /// Whether the score is an amount of money.
    pub money: bool,
}

impl Scoring {
    const NONE: Scoring = Scoring { start: 0, card: 0, run: 0, join: 0, step: 0, par: 0, money: false };
    /// The casino in Saratoga: the deck costs $50, and each card on the foundations pays $5.
    pub const CASINO: Scoring = Scoring { start: -50, card: 5, money: true, ..Scoring::NONE };
    /// Las Vegas: the deck costs $52, and each card on the foundations pays $5.
    pub const VEGAS: Scoring = Scoring { start: -52, card: 5, money: true, ..Scoring::NONE };
    /// One point for each card on the foundations.
    pub const CARDS: Scoring = Scoring { card: 1, ..Scoring::NONE };
    /// One point for each card on the foundations; ten points break even.
    pub const BREAK_EVEN: Scoring = Scoring { card: 1, par: 10, ..Scoring::NONE };
    /// 500 points at the start, minus 1 for each move, plus 100 for each complete run.
    pub const MICROSOFT: Scoring = Scoring { start: 500, step: -1, run: 100, ..Scoring::NONE };
    /// One point for each complete run.
    pub const RUNS: Scoring = Scoring { run: 1, ..Scoring::NONE };
    /// One point for each card that lies in suit and sequence on another.
    pub const JOINS: Scoring = Scoring { join: 1, ..Scoring::NONE };

    /// The scorings that have a name, which rules files and settings may use.
    pub const NAMED: &[(&str, Scoring)] = &[
        ("casino", Scoring::CASINO),
        ("vegas", Scoring::VEGAS),
        ("cards", Scoring::CARDS),
        ("break-even", Scoring::BREAK_EVEN),
        ("microsoft", Scoring::MICROSOFT),
        ("runs", Scoring::RUNS),
        ("joins", Scoring::JOINS),
    ];

    /// A score as it is written for people: `$35`, `-$45` or `12`.
    pub fn words(&self, score: i32) -> String {
        match (self.money, score < 0) {
            (false, _) => score.to_string(),
            (true, false) => format!("${score}"),
            (true, true) => format!("-${}", score.unsigned_abs()),
        }
    }

    /// The scoring in the words of the rule sheet: a sentence without its capital letter and its full stop.
    pub fn describe(&self) -> String {
        let mut clauses = Vec::new();
        if self.start != 0 {
            clauses.push(if self.start < 0 && self.money {
                format!("the deck costs {}", self.words(-self.start))
            } else {
                format!("the game begins with {}", self.amount(self.start))
            });
        }
        for (points, what) in [
            (self.card, "card on the foundations"),
            (self.run, "finished run"),
            (self.join, "card that lies in suit and sequence on another"),
            (self.step, "move"),
        ] {
            let verb = if points < 0 { "costs" } else { "earns" };
            if points != 0 {
                clauses.push(format!("each {what} {verb} {}", self.amount(points.saturating_abs())));
            }
        }
        let mut text = match &clauses[..] {
            [] => "no score is kept".into(),
            [one] => one.clone(),
            [rest @ .., last] => format!("{}, and {last}", rest.join(", ")),
        };
        if self.par != 0 {
            text += &format!("; the break-even score is {}", self.words(self.par));
        }
        text
    }

    /// A number of points or an amount of money.
    fn amount(&self, points: i32) -> String {
        match (self.money, points) {
            (true, _) => self.words(points),
            (false, 1 | -1) => format!("{points} point"),
            (false, _) => format!("{points} points"),
        }
    }
}

impl<'de> Deserialize<'de> for Scoring {
    /// Reads the name of a scoring, or a table in which missing fields are 0.
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
                // With these bounds, no number of moves makes the score overflow.
                let sane = [p.start, p.card, p.run, p.join, p.step, p.par]
                    .iter()
                    .all(|n| n.unsigned_abs() <= 10_000);
                if !sane {
                    return Err(D::Error::custom("points go from -10000 to 10000"));
                }
                let Parts { start, card, run, join, step, par, money } = p;
                Ok(Scoring { start, card, run, join, step, par, money })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scoring_is_a_sentence() {
        for (scoring, words) in [
            (Scoring::CASINO, "the deck costs $50, and each card on the foundations earns $5"),
            (Scoring::BREAK_EVEN, "each card on the foundations earns 1 point; the break-even score is 10"),
            (
                Scoring::MICROSOFT,
                "the game begins with 500 points, each finished run earns 100 points, and each move costs 1 point",
            ),
            (Scoring::JOINS, "each card that lies in suit and sequence on another earns 1 point"),
            (Scoring::NONE, "no score is kept"),
        ] {
            assert_eq!(scoring.describe(), words);
        }
    }
}
