//! Summaries of rows files: a tally for each player, and each pair of players on the deals they share.
//!
//! Files are read side by side in the order of their deals, so memory does not grow with their length.

use crate::campaign::Deals;
use crate::counts::{self, Counts};
use crate::lines::{self, Lines, Rows};
use crate::problem::{FilesFault, Problem, RowsFault, TextFault};
use crate::results::SOLVER;
use crate::rows::{self, GAME_COLUMNS, Head, LOOKS, Row};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use talon_players::Game;
use talon_rules::{Overrides, Rules, Scoring, plural};
use talon_stats::Mean;

/// The tally of one player.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// The number of games with each score.
    pub points: BTreeMap<i32, u64>,
    /// The number of games with each number of cards on the foundations at the end.
    pub cards_up: BTreeMap<u8, u64>,
    /// The number of games with each number of face-down cards left at the end.
    pub face_down: BTreeMap<u8, u64>,
    /// The numbers of the first and the last deal.
    pub deals: Option<(u64, u64)>,
    /// Games and wins by the number of moves, in steps of ten.
    pub moves: BTreeMap<u32, (u64, u64)>,
    /// The total number of moves.
    pub moves_sum: u64,
    /// The number of games with each ending.
    pub ends: BTreeMap<&'static str, u64>,
    /// CPU time in microseconds, and the number of games it was recorded for.
    pub micros: (u64, u64),
}

/// The results of two players on the deals that both played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// Deals both played.
    pub deals: u64,
    /// Deals the first won and the second did not.
    pub first: u64,
    /// Deals the second won and the first did not.
    pub second: u64,
    /// The points of the first less those of the second.
    pub points: Differences,
    /// The cards up of the first less those of the second.
    pub cards_up: Differences,
    /// The face-down cards left to the first less those left to the second.
    pub face_down: Differences,
}

/// The differences of a quantity, deal by deal.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Pair {
    /// Returns the same result from the side of the second player.
    pub(crate) fn turned(&self) -> Pair {
        let turned = |of: &Differences| Differences { sum: -of.sum, ..*of };
        Pair {
            deals: self.deals,
            first: self.second,
            second: self.first,
            points: turned(&self.points),
            cards_up: turned(&self.cards_up),
            face_down: turned(&self.face_down),
        }
    }
}

impl Differences {
    fn add(&mut self, difference: i64) {
        self.add_times(difference, 1);
    }

    /// Adds a difference that occurred several times.
    pub(crate) fn add_times(&mut self, difference: i64, times: u64) {
        self.sum += difference * times as i64;
        self.squares += difference.unsigned_abs().pow(2) * times;
    }

    /// Returns the mean difference of `deals` deals and its *p*-value; see
    /// [`paired_difference`](talon_stats::paired_difference).
    pub fn test(&self, deals: u64) -> Option<(Mean, f64)> {
        talon_stats::paired_difference(deals, self.sum as f64, self.squares as f64)
    }
}

/// The summary of some files.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The game's name.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The rules that differ from those of the named game, as [`talon_games::difference`] writes them.
    pub changes: String,
    /// What each player may know, and its weights, from the heads of the files.
    pub notes: BTreeMap<String, String>,
    /// The scoring, if the rules can be read.
    pub money: Option<Scoring>,
    /// The players in the order in which they appeared, with their tallies.
    pub tallies: Vec<(String, Tally)>,
    /// Pairs of indices into `tallies`.
    pub pairs: BTreeMap<(usize, usize), Pair>,
    /// The deals, from the heads of the files.
    pub deals: Vec<String>,
    /// The versions of the program that played.
    pub versions: Vec<String>,
    /// What is missing in the files, in sentences; empty if they are complete.
    pub missing: Vec<String>,
    /// Whether the number of deals was not fixed in advance: a file is not complete, or a campaign was extended.
    pub open_ended: bool,
}

impl Tally {
    /// Returns the mean number of cards up at the end of a game; 0 without any game.
    pub fn mean_cards_up(&self) -> f64 {
        let counts = self.cards_up.iter().map(|(&cards, &count)| (f64::from(cards), count));
        talon_stats::mean(counts).map_or(0.0, |mean| mean.value)
    }

    /// Returns the mean number of face-down cards at the end of a game; 0 without any game.
    pub fn mean_face_down(&self) -> f64 {
        let counts = self.face_down.iter().map(|(&cards, &count)| (f64::from(cards), count));
        talon_stats::mean(counts).map_or(0.0, |mean| mean.value)
    }

    /// Returns the deals from the first to the last as a range; `None` without any game.
    pub fn range(&self) -> Option<String> {
        self.deals.map(|(first, last)| format!("{first}..{}", last + 1))
    }

    fn add(&mut self, row: &Row, micros: Option<u64>) {
        let game = &row.game;
        self.deals = Some(
            self.deals
                .map_or((row.deal, row.deal), |(first, last)| (first.min(row.deal), last.max(row.deal))),
        );
        *self.face_down.entry(game.face_down).or_default() += 1;
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
}

/// One file, or the text of one, which is read deal by deal.
struct Source<'a> {
    /// The path, or the name of the text.
    path: PathBuf,
    rows: Rows<'a>,
    times: Option<Lines<'static>>,
    row: u64,
    next: Option<(Row, Option<u64>)>,
}

impl<'a> Source<'a> {
    fn new(path: &Path, head: &Head, rows: Rows<'a>) -> Result<Source<'a>, Problem> {
        if head.get("players") == Some(SOLVER) {
            return Err(Problem::rows(path, RowsFault::Verdicts));
        }
        if head.columns != GAME_COLUMNS {
            return Err(Problem::rows(path, RowsFault::OtherColumns(head.columns.clone())));
        }
        let times = Lines::open(&rows::times_of(path)).ok();
        let mut source = Source { path: path.into(), rows, times, row: 0, next: None };
        source.advance()?;
        Ok(source)
    }

    fn advance(&mut self) -> Result<(), Problem> {
        self.next = None;
        let Some(line) = self.rows.next() else { return Ok(()) };
        let line = line.map_err(|error| Problem::io(&self.path, "read", error))?;
        self.row += 1;
        let time = self.times.as_mut().and_then(Iterator::next).and_then(Result::ok);
        let Some(row) = Row::read(&line, self.rows.format) else {
            let start = line.chars().take(60).collect();
            return Err(Problem::rows(&self.path, RowsFault::NotARow { row: self.row, start }));
        };
        let micros = time.and_then(|time| {
            let (deal, player, micros): (u64, String, u64) = rows::fields(&time)?.deserialize(None).ok()?;
            (deal == row.deal && player == row.player).then_some(micros)
        });
        self.next = Some((row, micros));
        Ok(())
    }
}

/// Reads rows files of one game.
///
/// # Errors
/// If a file cannot be read, belongs to another game, has a damaged row, or repeats a deal of a player.
pub fn report(paths: &[PathBuf]) -> Result<Summary, Problem> {
    let open = |path: &PathBuf| lines::open(path).map(|(head, rows)| (path.clone(), head, rows));
    summarise(paths.iter().map(open).collect::<Result<_, _>>()?)
}

/// Summarises the text of a CSV file: the head of a campaign and its rows.
///
/// # Errors
/// If the text is not a rows file or has a damaged row.
pub fn report_rows(text: &str) -> Result<Summary, Problem> {
    let path = PathBuf::from("the rows");
    let found = lines::read(text).map_err(|error| Problem::io(&path, "read", error))?;
    let (head, rows) = found.ok_or(TextFault::NoHead)?;
    summarise(vec![(path, head, rows)])
}

fn summarise(files: Vec<(PathBuf, Head, Rows<'_>)>) -> Result<Summary, Problem> {
    let paths: Vec<PathBuf> = files.iter().map(|(path, ..)| path.clone()).collect();
    let mut sources: Vec<Source<'_>> = Vec::new();
    let mut planned = Vec::new();
    let mut counts: Vec<Counted> = Vec::new();
    let mut summary: Option<(Summary, String)> = None;
    for (path, head, rows) in files {
        let path = path.as_path();
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
                versions: Vec::new(),
                missing: Vec::new(),
                open_ended: false,
            };
            (fresh, entry("rules"))
        });
        if entry("rules") != *rules {
            let first = (paths[0].clone(), summary.game.clone());
            return Err(FilesFault::OtherRules { first, other: (path.into(), entry("game")) }.into());
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
        let version = entry("version");
        if !summary.versions.contains(&version) {
            summary.versions.push(version);
        }
        summary.open_ended |= head.get(LOOKS).is_some();
        if head.columns == counts::COLUMNS && head.get("players") != Some(SOLVER) {
            counts.push(read_counts(path, &head, rows)?);
        } else {
            sources.push(Source::new(path, &head, rows)?);
            planned.push(planned_rows(&head));
        }
    }
    let Some((mut summary, _)) = summary else { return Err(FilesFault::None.into()) };
    if !counts.is_empty() && !sources.is_empty() {
        return Err(FilesFault::RowsAndCounts.into());
    }
    for counted in counts {
        summary.take_counts(&counted)?;
    }
    let mut here: Vec<Played> = Vec::new();
    while let Some(deal) = sources.iter().filter_map(|s| s.next.as_ref()).map(|(row, _)| row.deal).min() {
        here.clear();
        for (at, source) in sources.iter_mut().enumerate() {
            while let Some((row, micros)) = source.next.take() {
                if row.deal != deal {
                    source.next = Some((row, micros));
                    break;
                }
                let place = summary.place(&row.player);
                if let Some(other) = here.iter().find(|played| played.place == place) {
                    let files = [paths[other.file].clone(), source.path.clone()];
                    return Err(FilesFault::Twice { deal, player: row.player, files }.into());
                }
                here.push(Played { place, game: row.game, file: at });
                summary.tallies[place].1.add(&row, micros);
                source.advance()?;
            }
        }
        summary.compare(&here);
    }
    for (source, planned) in sources.iter().zip(planned) {
        if let Some(planned) = planned.filter(|&planned| planned > source.row) {
            let rows = plural(planned, "row");
            summary.missing.push(format!("{} has {} of {rows}", source.path.display(), source.row));
            summary.open_ended = true;
        }
    }
    if summary.tallies.is_empty() {
        return Err(FilesFault::NoRows.into());
    }
    Ok(summary)
}

impl Summary {
    /// Returns the changed rules, to follow the title of the game; empty if there are none.
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

    /// Takes the results of players that nothing else is known of.
    fn take_counts(&mut self, counted: &Counted) -> Result<(), Problem> {
        let Counted { names, deals, counts } = counted;
        if let Some(name) = names.iter().find(|name| self.tallies.iter().any(|(known, _)| known == *name)) {
            return Err(FilesFault::CountedTwice(name.clone()).into());
        }
        let before = self.tallies.len();
        let (mut tallies, pairs) = counts.summary(names.len());
        for tally in &mut tallies {
            tally.deals = *deals;
        }
        self.tallies.extend(names.iter().cloned().zip(tallies));
        self.pairs.extend(pairs.into_iter().map(|((a, b), pair)| ((before + a, before + b), pair)));
        Ok(())
    }

    fn compare(&mut self, here: &[Played]) {
        for (i, one) in here.iter().enumerate() {
            for other in &here[i + 1..] {
                let (first, second) = if one.place < other.place { (one, other) } else { (other, one) };
                let pair = self.pairs.entry((first.place, second.place)).or_default();
                let (a, b) = (&first.game, &second.game);
                pair.deals += 1;
                pair.first += u64::from(a.won && !b.won);
                pair.second += u64::from(b.won && !a.won);
                pair.points.add(i64::from(a.points) - i64::from(b.points));
                pair.cards_up.add(i64::from(a.cards_up) - i64::from(b.cards_up));
                pair.face_down.add(i64::from(a.face_down) - i64::from(b.face_down));
            }
        }
    }
}

/// A game on the deal that is being compared.
struct Played {
    /// The index of the player.
    place: usize,
    game: Game,
    /// The index of the file.
    file: usize,
}

/// A file of counts.
struct Counted {
    /// The names of the players.
    names: Vec<String>,
    /// The first and the last deal.
    deals: Option<(u64, u64)>,
    counts: Counts,
}

/// Reads a file of counts.
fn read_counts(path: &Path, head: &Head, mut rows: Rows<'_>) -> Result<Counted, Problem> {
    let names: Vec<String> = head.get("players").unwrap_or("").split(", ").map(String::from).collect();
    let deals = planned_deals(head).map(|deals| (deals.start, deals.end - 1));
    let mut counts = Counts::default();
    let mut line = String::new();
    for at in 1u64.. {
        if !rows.read(&mut line).map_err(|error| Problem::io(path, "read", error))? {
            break;
        }
        let wrong = || Problem::rows(path, RowsFault::NotACount { row: at, line: line.clone() });
        let whole = line.strip_suffix('\n').ok_or_else(wrong)?;
        counts.add_line(whole, rows.format, &names).ok_or_else(wrong)?;
    }
    Ok(Counted { names, deals, counts })
}

/// Returns the deals that a file has when it is complete; there is at least one.
fn planned_deals(head: &Head) -> Option<Range<u64>> {
    let mut deals = Deals::read(head.get("deals")?).ok()?;
    if let Some(shard) = head.get("shard") {
        deals = deals.shard(shard).ok()?;
    }
    Some(deals.range()).filter(|range| !range.is_empty())
}

/// Returns the number of rows that a file has when it is complete.
fn planned_rows(head: &Head) -> Option<u64> {
    let range = planned_deals(head)?;
    Some((range.end - range.start).saturating_mul(head.get("players")?.split(", ").count() as u64))
}

/// Describes how the rules of a file's head differ from the game it names; empty if they cannot be read.
pub(crate) fn changes(head: &Head) -> String {
    let rules = |text: &str| -> Option<Rules> {
        let base = talon_games::find(head.get("game")?).unwrap_or(&talon_games::KLONDIKE);
        // A head has every field, so the whole base is replaced.
        Some(serde_json::from_str::<Overrides>(text).ok()?.apply(base))
    };
    head.get("rules").and_then(rules).map(|rules| talon_games::difference(&rules)).unwrap_or_default()
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
