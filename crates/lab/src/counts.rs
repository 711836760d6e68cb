//! How often each result occurred: what is kept of a campaign that is too large for a row a game.
//!
//! A file of counts is a rows file whose rows say: so often (`count`) did the `measure` of the `player` have
//! this `value`. Measures that compare two players name the second one as `against`. The `deal` is the first of
//! the counted deals.

use crate::columns::{self, Column};
use crate::problem::{Problem, TextFault};
use crate::rows::{self, Format, Head, Row};
use crate::summary::{Pair, Tally};
use std::collections::BTreeMap;
use talon_players::End;

/// The columns of a file of counts.
pub(crate) const COLUMNS: &str = "against,measure,value,count";

/// What is counted.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Measure {
    /// How a game ended; the value is a place in [`End::ALL`].
    End,
    Points,
    CardsUp,
    FaceDown,
    /// The moves of all games.
    Moves,
    /// The moves of games that were won.
    MovesOfWins,
    /// Deals that only the player won, and not the one it is compared with.
    WonAlone,
    /// Deals that only the one it is compared with won.
    LostAlone,
    /// The points of the player less those of the one it is compared with.
    PointsMore,
    /// The cards up of the player less those of the one it is compared with.
    CardsUpMore,
    /// The face-down cards left to the player less those left to the one it is compared with.
    FaceDownMore,
    /// The verdict of the solver; the value is a place in [`VERDICTS`].
    Verdict,
    /// A deal that is unknown: the value is its number.
    Unknown,
}

/// All measures with their words.
const MEASURES: [(Measure, &str); 13] = [
    (Measure::End, "end"),
    (Measure::Points, "points"),
    (Measure::CardsUp, "cards_up"),
    (Measure::FaceDown, "face_down"),
    (Measure::Moves, "moves"),
    (Measure::MovesOfWins, "moves_of_wins"),
    (Measure::WonAlone, "won_alone"),
    (Measure::LostAlone, "lost_alone"),
    (Measure::PointsMore, "points_more"),
    (Measure::CardsUpMore, "cards_up_more"),
    (Measure::FaceDownMore, "face_down_more"),
    (Measure::Verdict, "verdict"),
    (Measure::Unknown, "unknown"),
];

/// The words of verdicts.
pub(crate) const VERDICTS: [&str; 3] = ["win", "loss", "unknown"];

/// A player, the one it is compared with, a measure and its value.
type Key = (usize, Option<usize>, Measure, i64);

/// How often each result occurred.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts(BTreeMap<Key, u64>);

impl Counts {
    fn count(&mut self, key: Key, times: u64) {
        *self.0.entry(key).or_default() += times;
    }

    /// Adds the rows of one deal, which are lines of CSV.
    pub(crate) fn add(&mut self, text: &str, names: &[String]) -> Result<(), Problem> {
        let wrong = |line: &str| Problem::from(TextFault::Uncountable(line.into()));
        let mut rows: Vec<Row> = Vec::new();
        for line in text.lines() {
            if let Some(row) = Row::read(line, Format::Csv) {
                rows.push(row);
                continue;
            }
            let fields = rows::fields(line).ok_or_else(|| wrong(line))?;
            let verdict = VERDICTS.iter().position(|word| Some(*word) == fields.get(2));
            let verdict = verdict.ok_or_else(|| wrong(line))?;
            self.count((0, None, Measure::Verdict, verdict as i64), 1);
            if VERDICTS[verdict] == "unknown" {
                let deal = fields.get(0).and_then(|deal| deal.parse().ok()).ok_or_else(|| wrong(line))?;
                self.count((0, None, Measure::Unknown, deal), 1);
            }
        }
        let place = |row: &Row| names.iter().position(|name| *name == row.player);
        for (at, row) in rows.iter().enumerate() {
            let player = place(row).ok_or_else(|| wrong(&row.player))?;
            let game = &row.game;
            let end = End::ALL.iter().position(|end| *end == game.end).expect("it lists every end");
            self.count((player, None, Measure::End, end as i64), 1);
            self.count((player, None, Measure::Points, game.points.into()), 1);
            self.count((player, None, Measure::CardsUp, game.cards_up.into()), 1);
            self.count((player, None, Measure::FaceDown, game.face_down.into()), 1);
            self.count((player, None, Measure::Moves, game.moves.into()), 1);
            if game.won {
                self.count((player, None, Measure::MovesOfWins, game.moves.into()), 1);
            }
            for other in &rows[at + 1..] {
                let against = Some(place(other).ok_or_else(|| wrong(&other.player))?);
                match (game.won, other.game.won) {
                    (true, false) => self.count((player, against, Measure::WonAlone, 1), 1),
                    (false, true) => self.count((player, against, Measure::LostAlone, 1), 1),
                    _ => {}
                }
                let points = i64::from(game.points) - i64::from(other.game.points);
                self.count((player, against, Measure::PointsMore, points), 1);
                let cards = i64::from(game.cards_up) - i64::from(other.game.cards_up);
                self.count((player, against, Measure::CardsUpMore, cards), 1);
                let down = i64::from(game.face_down) - i64::from(other.game.face_down);
                self.count((player, against, Measure::FaceDownMore, down), 1);
            }
        }
        Ok(())
    }

    /// Adds a row of a file of counts, which is a line of CSV.
    pub(crate) fn add_line(&mut self, line: &str, format: Format, names: &[String]) -> Option<()> {
        let values = columns::values(line, format, &columns())?;
        let [_, player, against, measure, value, count] = values.as_slice() else { return None };
        let place = |name: &String| names.iter().position(|known| known == name);
        let against = if against.is_empty() { None } else { Some(place(against)?) };
        let (measure, _) = MEASURES.into_iter().find(|(_, word)| word == measure)?;
        let value = match measure {
            Measure::End => End::ALL.iter().position(|end| end.word() == value)? as i64,
            Measure::Verdict => VERDICTS.iter().position(|word| word == value)? as i64,
            _ => value.parse().ok()?,
        };
        self.count((place(player)?, against, measure, value), count.parse().ok()?);
        Some(())
    }

    /// Adds other counts.
    pub(crate) fn join(&mut self, other: &Counts) {
        for (key, times) in &other.0 {
            self.count(*key, *times);
        }
    }

    /// Returns the deals that are unknown.
    pub(crate) fn unknown(&self) -> Vec<u64> {
        let unknown = self.0.keys().filter(|(.., measure, _)| *measure == Measure::Unknown);
        unknown.map(|&(.., deal)| deal as u64).collect()
    }

    /// Forgets the deals that are unknown: another search answers for them.
    pub(crate) fn forget_unknown(&mut self) {
        let place = VERDICTS.iter().position(|word| *word == "unknown").map(|at| at as i64);
        self.0.retain(|(.., measure, value), _| {
            *measure != Measure::Unknown && !(*measure == Measure::Verdict && Some(*value) == place)
        });
    }

    /// Returns the wins, losses and unknown deals of the solver.
    pub(crate) fn verdicts(&self) -> [u64; 3] {
        [0, 1, 2].map(|at| self.0.get(&(0, None, Measure::Verdict, at)).copied().unwrap_or(0))
    }

    /// Returns the rows as lines of CSV.
    pub(crate) fn text(&self, first: u64, names: &[String]) -> String {
        let mut text = String::new();
        for (&(player, against, measure, value), count) in &self.0 {
            let (_, word) = MEASURES.iter().find(|(known, _)| *known == measure).expect("all are listed");
            let against = against.map_or("", |against| &names[against]);
            let value = match measure {
                Measure::End => End::ALL[value as usize].word().to_string(),
                Measure::Verdict => VERDICTS[value as usize].to_string(),
                _ => value.to_string(),
            };
            rows::push_csv(&mut text, (first, &names[player], against, word, value, count));
        }
        text
    }

    /// Returns the tally of each player, and the pairs of players.
    pub(crate) fn summary(&self, players: usize) -> (Vec<Tally>, BTreeMap<(usize, usize), Pair>) {
        let mut tallies = vec![Tally::default(); players];
        let mut pairs: BTreeMap<(usize, usize), Pair> = BTreeMap::new();
        for (&(player, against, measure, value), &count) in &self.0 {
            if let Some(against) = against {
                let pair = pairs.entry((player, against)).or_default();
                match measure {
                    Measure::WonAlone => pair.first += count,
                    Measure::LostAlone => pair.second += count,
                    Measure::PointsMore => {
                        pair.deals += count;
                        pair.points.add_times(value, count);
                    }
                    Measure::CardsUpMore => pair.cards_up.add_times(value, count),
                    Measure::FaceDownMore => pair.face_down.add_times(value, count),
                    _ => {}
                }
                continue;
            }
            let tally = &mut tallies[player];
            let tens = |value: i64| u32::try_from(value).unwrap_or(0) / 10 * 10;
            match measure {
                Measure::End => {
                    tally.games += count;
                    *tally.ends.entry(End::ALL[value as usize].word()).or_default() += count;
                }
                Measure::Points => *tally.points.entry(value as i32).or_default() += count,
                Measure::CardsUp => *tally.cards_up.entry(value as u8).or_default() += count,
                Measure::FaceDown => *tally.face_down.entry(value as u8).or_default() += count,
                Measure::Moves => {
                    tally.moves_sum += value as u64 * count;
                    tally.moves.entry(tens(value)).or_default().0 += count;
                }
                Measure::MovesOfWins => {
                    tally.won += count;
                    tally.moves.entry(tens(value)).or_default().1 += count;
                }
                _ => {}
            }
        }
        (tallies, pairs)
    }
}

/// Returns the columns of a file of counts.
fn columns() -> Vec<Column> {
    columns::columns(&Head { entries: Vec::new(), columns: COLUMNS.into() })
}
