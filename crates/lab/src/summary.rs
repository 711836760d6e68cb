//! What rows files come to: a tally for each player, and each pair on the deals they share.
//!
//! Files are read side by side in the order of their deals, so memory does not grow with them.

use crate::engine::Problem;
use crate::results::SOLVER;
use crate::rows::{self, Format, Head, Row};
use rules::{Overrides, Rules, Scoring};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The account of one player.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// How often each number of points was made.
    pub points: BTreeMap<i32, u64>,
    /// How often each number of cards was up at the end.
    pub cards_up: BTreeMap<u8, u64>,
    /// Games and wins by the number of moves, in tens.
    pub moves: BTreeMap<u32, (u64, u64)>,
    /// Moves in all.
    pub moves_sum: u64,
    /// Games by how they ended.
    pub ends: BTreeMap<&'static str, u64>,
    /// CPU time in microseconds, and the games it was noted for.
    pub micros: (u64, u64),
}

/// Two players on the deals both played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// Deals both played.
    pub deals: u64,
    /// Deals the first won and the second did not.
    pub first: u64,
    /// Deals the second won and the first did not.
    pub second: u64,
}

/// What some files show.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The game's name.
    pub game: String,
    /// Its title.
    pub title: String,
    /// What sets its rules apart from the game of that name, as [`games::difference`] says it.
    pub changes: String,
    /// What each player may know, and its weights, as the heads say.
    pub notes: BTreeMap<String, String>,
    /// The scoring, where the rules can be read.
    pub money: Option<Scoring>,
    /// The players in the order they were met, with their accounts.
    pub tallies: Vec<(String, Tally)>,
    /// Pairs of places in `tallies`.
    pub pairs: BTreeMap<(usize, usize), Pair>,
    /// Which deals, as the heads say.
    pub deals: Vec<String>,
    /// The version that played.
    pub version: String,
}

impl Tally {
    fn add(&mut self, row: &Row, micros: Option<u64>) {
        let game = &row.game;
        self.games += 1;
        self.won += u64::from(game.won);
        *self.points.entry(game.points).or_default() += 1;
        *self.cards_up.entry(game.cards_up).or_default() += 1;
        let by_moves = self.moves.entry(game.moves / 10 * 10).or_default();
        by_moves.0 += 1;
        by_moves.1 += u64::from(game.won);
        self.moves_sum += u64::from(game.moves);
        *self.ends.entry(game.end.word()).or_default() += 1;
        if let Some(micros) = micros {
            self.micros.0 += micros;
            self.micros.1 += 1;
        }
    }

    /// The sum of a histogram and of its squares.
    pub fn sums(values: impl Iterator<Item = (f64, u64)>) -> (f64, f64) {
        values.fold((0.0, 0.0), |(sum, squares), (value, count)| {
            (sum + value * count as f64, squares + value * value * count as f64)
        })
    }
}

/// One file, read deal by deal.
struct Source {
    path: PathBuf,
    format: Format,
    lines: std::io::Lines<BufReader<File>>,
    times: Option<std::io::Lines<BufReader<File>>>,
    row: u64,
    next: Option<(Row, Option<u64>)>,
}

impl Source {
    fn open(path: &Path) -> Result<(Head, Source), Problem> {
        let fail = |error: std::io::Error| Problem::io(path, "read", &error);
        let format = Format::of(path);
        let read = |lines: usize| -> Result<Vec<String>, Problem> {
            let reader = BufReader::new(File::open(path).map_err(fail)?);
            reader.lines().take(lines).collect::<Result<_, _>>().map_err(fail)
        };
        let first = read(256)?;
        let (head, length) = Head::read(first.iter().map(String::as_str), format)
            .ok_or_else(|| Problem(format!("{} is no rows file of the lab", path.display())))?;
        if head.get("players") == Some(SOLVER) {
            let path = path.display();
            return Err(Problem(format!(
                "{path} holds the solver's verdicts of `talon lab winnability`, not games of players: the same \
                 command with `--out {path}` says again what they come to, `talon lab results {path}` puts \
                 them on the results page"
            )));
        }
        let mut lines = BufReader::with_capacity(1 << 16, File::open(path).map_err(fail)?).lines();
        for _ in 0..length {
            lines.next();
        }
        let times = File::open(rows::times_of(path)).ok().map(|file| BufReader::new(file).lines());
        let mut source = Source { path: path.into(), format, lines, times, row: 0, next: None };
        source.advance()?;
        Ok((head, source))
    }

    fn advance(&mut self) -> Result<(), Problem> {
        self.next = None;
        let Some(line) = self.lines.next() else { return Ok(()) };
        let line = line.map_err(|error| Problem::io(&self.path, "read", &error))?;
        self.row += 1;
        let time = self.times.as_mut().and_then(Iterator::next).and_then(Result::ok);
        let Some(row) = Row::read(&line, self.format) else {
            return Err(Problem(format!(
                "{}, row {} is cut short or no row: {:?}; run the campaign again to mend it",
                self.path.display(),
                self.row,
                line.chars().take(60).collect::<String>()
            )));
        };
        let micros = time.and_then(|time| {
            let mut fields = time.split(',');
            let same = fields.next()? == row.deal.to_string() && fields.next()? == row.player;
            fields.next()?.parse().ok().filter(|_| same)
        });
        self.next = Some((row, micros));
        Ok(())
    }
}

/// Reads rows files of one game.
///
/// # Errors
/// When a file cannot be read, is of another game, has a broken row, or repeats a deal of a player.
pub fn report(paths: &[PathBuf]) -> Result<Summary, Problem> {
    let mut sources = Vec::new();
    let mut summary: Option<(Summary, String)> = None;
    for path in paths {
        let (head, source) = Source::open(path)?;
        let entry = |name: &str| head.get(name).unwrap_or("").to_string();
        let (summary, rules) = summary.get_or_insert_with(|| {
            let money = serde_json::from_str::<serde_json::Value>(&entry("rules")).ok();
            let casino = entry("rules").contains("\"family\":\"Canfield\"");
            let money = money.and_then(|rules| scoring(&rules)).filter(|scoring| scoring.money);
            let fresh = Summary {
                game: entry("game"),
                title: entry("title"),
                changes: changes(&head),
                notes: BTreeMap::new(),
                money: money.or(casino.then_some(Scoring::CASINO)),
                tallies: Vec::new(),
                pairs: BTreeMap::new(),
                deals: Vec::new(),
                version: entry("version"),
            };
            (fresh, entry("rules"))
        });
        if entry("rules") != *rules {
            return Err(Problem(format!(
                "{} is about {}, and {} about {} by other rules: report them one by one",
                paths[0].display(),
                summary.game,
                path.display(),
                entry("game")
            )));
        }
        for (name, value) in &head.entries {
            if name.ends_with(" knows") || name.ends_with(" weights") {
                summary.notes.insert(name.clone(), value.clone());
            }
        }
        let shard = head.get("shard").map_or(String::new(), |shard| format!(" (shard {shard})"));
        let deals = format!("{}{shard}", entry("deals"));
        if !summary.deals.contains(&deals) {
            summary.deals.push(deals);
        }
        sources.push(source);
    }
    let Some((mut summary, _)) = summary else { return Err(Problem("no file is named".into())) };
    let mut here: Vec<(usize, bool, usize)> = Vec::new();
    while let Some(deal) = sources.iter().filter_map(|s| s.next.as_ref()).map(|(row, _)| row.deal).min() {
        here.clear();
        for (at, source) in sources.iter_mut().enumerate() {
            while let Some((row, micros)) = source.next.take() {
                if row.deal != deal {
                    source.next = Some((row, micros));
                    break;
                }
                let place = summary.place(&row.player);
                if let Some(&(_, _, other)) = here.iter().find(|(known, _, _)| *known == place) {
                    return Err(Problem(format!(
                        "deal {deal} of {} is there twice, in {} and {}",
                        row.player,
                        paths[other].display(),
                        source.path.display()
                    )));
                }
                here.push((place, row.game.won, at));
                summary.tallies[place].1.add(&row, micros);
                source.advance()?;
            }
        }
        summary.compare(&here);
    }
    if summary.tallies.is_empty() {
        return Err(Problem("there is no row in these files".into()));
    }
    Ok(summary)
}

impl Summary {
    /// The changed rules, to stand behind the game's title; nothing where none is changed.
    pub fn after(&self) -> String {
        if self.changes.is_empty() { String::new() } else { format!(", {}", self.changes) }
    }

    fn place(&mut self, player: &str) -> usize {
        match self.tallies.iter().position(|(known, _)| known == player) {
            Some(place) => place,
            None => {
                self.tallies.push((player.to_string(), Tally::default()));
                self.tallies.len() - 1
            }
        }
    }

    fn compare(&mut self, here: &[(usize, bool, usize)]) {
        for (i, &(a, a_won, _)) in here.iter().enumerate() {
            for &(b, b_won, _) in &here[i + 1..] {
                let (key, first, second) =
                    if a < b { ((a, b), a_won, b_won) } else { ((b, a), b_won, a_won) };
                let pair = self.pairs.entry(key).or_default();
                pair.deals += 1;
                pair.first += u64::from(first && !second);
                pair.second += u64::from(second && !first);
            }
        }
    }
}

/// What sets the rules of a file's head apart from the game it names; nothing where they cannot be read.
pub(crate) fn changes(head: &Head) -> String {
    let rules = |text: &str| -> Option<Rules> {
        let base = games::find(head.get("game")?).unwrap_or(&games::KLONDIKE);
        // A head has every field, so the base is replaced whole.
        Some(serde_json::from_str::<Overrides>(text).ok()?.apply(base))
    };
    head.get("rules").and_then(rules).map(|rules| games::difference(&rules)).unwrap_or_default()
}

fn scoring(rules: &serde_json::Value) -> Option<Scoring> {
    let scoring = rules.get("scoring")?;
    let number = |name: &str| scoring.get(name)?.as_i64()?.try_into().ok();
    Some(Scoring {
        start: number("start")?,
        card: number("card")?,
        run: number("run")?,
        join: number("join")?,
        step: number("step")?,
        par: number("par")?,
        money: scoring.get("money")?.as_bool()?,
    })
}
