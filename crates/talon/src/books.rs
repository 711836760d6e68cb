//! `talon stats`, `history`, `replay`, `export`, `import` and `books`: the books of what was played.

use crate::{Failure, output};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use std::fmt;
use std::io::{Read, Write};
use std::path::PathBuf;
use talon_rules::plural;
use talon_session::{Command, Day, NodeId};
use talon_store::{Finding, Remedy, Statistics, Store, Summary};

fn folder() -> Result<PathBuf> {
    talon_store::folder()
        .ok_or_else(|| Failure("there is no folder for the books: set TALON_DATA".into()).into())
}

/// The books, to be read.
fn books() -> Result<Store> {
    Ok(Store::read(&folder()?)?)
}

/// Returns the name by which the books know a game.
fn name(game: &Option<String>) -> Result<Option<&'static str>> {
    Ok(match game {
        Some(name) => Some(talon_games::find(name)?.name.as_str()),
        None => None,
    })
}

/// Show the statistics of the games you played
#[derive(Args)]
#[command(after_help = "Examples:\n  talon stats\n  talon stats klondike\n  talon stats --csv > stats.csv")]
pub struct Stats {
    /// Only for this game
    game: Option<String>,
    /// Print JSON: an array of objects, one for each rule set and kind of help
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV, with a header line
    #[arg(long)]
    csv: bool,
}

impl Stats {
    /// Prints the statistics.
    pub fn run(self) -> Result<()> {
        let (books, game) = (books()?, name(&self.game)?);
        let list = books.statistics(game)?;
        let mut out = output::stdout();
        if self.json {
            serde_json::to_writer_pretty(&mut out, &list).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else if self.csv {
            writeln!(
                out,
                "rules,help,played,won,percent,low,high,streak,best_streak,worst_streak,best_moves,worst_moves,average_moves,best_seconds,worst_seconds,average_seconds"
            )?;
            for one in &list {
                writeln!(out, "{}", csv(one))?;
            }
        } else {
            write!(out, "{}", statistics_words(&books, game)?)?;
        }
        Ok(())
    }
}

/// The statistics of all games, or of one, as text.
pub fn statistics_words(books: &Store, game: Option<&str>) -> Result<String, talon_store::Error> {
    let list = books.statistics(game)?;
    if list.is_empty() {
        return Ok("No game has been finished yet.\n".into());
    }
    let games = books.games(game)?;
    Ok(list.iter().map(|one| text(one, &lead(one, &games))).collect())
}

/// What the game is about, as lines. Rules with a scoring of their own have none, since the books keep only its name.
fn lead(one: &Statistics, games: &[Summary]) -> String {
    let mut words = one.rules.split(' ');
    let rules = words.next().and_then(|name| talon_games::find(name).ok());
    let known = rules.filter(|_| one.stamp == "all" && !words.any(|word| word.starts_with("scoring")));
    let facts = known
        .map(|rules| talon_session::about(rules, one.won, &talon_store::scores(games, one)))
        .unwrap_or_default();
    // The number of games won follows anyway.
    let lines = facts.iter().filter(|(name, _)| *name != "Won");
    lines.map(|(name, value)| format!("  {}: {value}\n", name.to_lowercase())).collect()
}

fn csv(one: &Statistics) -> String {
    let spread = |spread: &Option<talon_store::Spread>| match spread {
        Some(s) => format!("{},{},{:.1}", s.best, s.worst, s.average),
        None => ",,".into(),
    };
    let (low, high) = one
        .interval
        .map_or((String::new(), String::new()), |(low, high)| (format!("{low:.2}"), format!("{high:.2}")));
    let percent = one.percent.map_or(String::new(), |percent| format!("{percent:.2}"));
    // The rules may contain commas, but quotation marks only from TOML.
    let rules = format!("\"{}\"", output::line(&one.rules).replace('"', "\"\""));
    format!(
        "{rules},{},{},{},{percent},{low},{high},{},{},{},{},{}",
        output::line(&one.stamp),
        one.played,
        one.won,
        one.streak,
        one.best_streak,
        one.worst_streak,
        spread(&one.moves),
        spread(&one.seconds)
    )
}

/// The fewest games whose interval says something.
const FEWEST_FOR_INTERVAL: u64 = 10;

fn text(one: &Statistics, lead: &str) -> String {
    let mut text = format!("{} ({})\n{lead}", output::line(&one.title), output::line(&one.stamp));
    text += &format!("  played {}, won {}", one.played, one.won);
    match (one.percent, one.interval) {
        (Some(percent), Some((low, high))) if one.played >= FEWEST_FOR_INTERVAL => {
            text += &format!(" ({percent:.1} %; 95 % interval: {low:.1} to {high:.1} %)");
        }
        (Some(percent), _) if one.played > 1 => text += &format!(" ({percent:.1} %)"),
        _ => {}
    }
    let now = if one.streak > 0 { format!("{} won", one.streak) } else { format!("{} lost", -one.streak) };
    text +=
        &format!("\n  current streak: {now}; longest: {} won, {} lost\n", one.best_streak, one.worst_streak);
    if let (Some(moves), Some(seconds), 2..) = (one.moves, one.seconds, one.won) {
        text += &format!(
            "  wins: {} to {} moves, {:.0} on average; {} to {} seconds, {:.0} on average\n",
            moves.best, moves.worst, moves.average, seconds.best, seconds.worst, seconds.average
        );
        let most = one.moves_bars.iter().map(|bar| bar.count).max().unwrap_or(1).max(1);
        for bar in one.moves_bars.iter().filter(|_| one.moves_bars.len() > 1) {
            let stars = "#".repeat((bar.count * 40).div_ceil(most) as usize);
            text += &format!("  {:>6} to {:<6} {stars} {}\n", bar.from, bar.to - 1, bar.count);
        }
    }
    text
}

/// List the games you played, the newest first
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon history --limit 10\n  talon history canfield --won\n  talon history --since 2026-11-01 --json"
)]
pub struct History {
    /// Only this game
    game: Option<String>,
    /// The largest number of games to list, the newest first
    #[arg(long, value_name = "N", value_parser = crate::numbers::whole::<usize>)]
    limit: Option<usize>,
    /// Only games that were won
    #[arg(long)]
    won: bool,
    /// Only games played on this day or later, by universal time
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    since: Option<Day>,
    /// Print JSON: an array of objects
    #[arg(long)]
    json: bool,
}

/// Reads a day.
fn day(text: &str) -> Result<Day, String> {
    let wrong = || format!("{text:?} is not a day; write it as 2026-11-15");
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return Err(wrong()) };
    let (year, month, day) = (year.parse().ok(), month.parse().ok(), day.parse().ok());
    let (Some(year), Some(month @ 1..=12), Some(day @ 1..=31)) = (year, month, day) else {
        return Err(wrong());
    };
    Ok(Day { year, month, day })
}

impl History {
    /// Prints the list.
    pub fn run(self) -> Result<()> {
        let mut list = books()?.games(name(&self.game)?)?;
        list.retain(|game| {
            (!self.won || game.result == "won")
                && self.since.is_none_or(|since| Day::from_unix(game.changed) >= since)
        });
        list.truncate(self.limit.unwrap_or(usize::MAX));
        let mut out = output::stdout();
        if self.json {
            serde_json::to_writer_pretty(&mut out, &list).map_err(std::io::Error::from)?;
            writeln!(out)?;
            return Ok(());
        }
        if list.is_empty() {
            let all = self.game.is_none() && !self.won && self.since.is_none();
            let words =
                if all { "You have not played a game yet." } else { "There is no such game in the books." };
            writeln!(out, "{words}")?;
        }
        for game in list {
            let day = Day::from_unix(game.changed);
            writeln!(
                out,
                "{:>5} {:04}-{:02}-{:02} {:<5} {:<10} {:>4} {} {:>6} s  {}, {}",
                game.id,
                day.year,
                day.month,
                day.day,
                output::line(&game.result),
                output::line(&game.stamp),
                game.moves,
                if game.moves == 1 { "move " } else { "moves" },
                game.seconds,
                output::line(&game.title),
                output::line(&game.deal)
            )?;
        }
        Ok(())
    }
}

/// Print a game move by move
#[derive(Args)]
#[command(after_help = "Examples:\n  talon replay 12\n  talon replay 12 --save > game.talon")]
pub struct Replay {
    /// The number of the game in `talon history`
    #[arg(value_parser = crate::numbers::whole::<i64>)]
    id: i64,
    /// Print the game as a save, for `talon play --load`
    #[arg(long)]
    save: bool,
}

impl Replay {
    /// Prints the game.
    pub fn run(self) -> Result<()> {
        let books = books()?;
        let mut out = output::stdout();
        let (mut session, _) = books.game(self.id)?;
        if self.save {
            write!(out, "{}", session.save())?;
            return Ok(());
        }
        writeln!(out, "{}, {}", session.title(), session.deal())?;
        let line = session.history().line();
        session.execute(Command::Visit(NodeId::DEAL))?;
        for (number, node) in line.into_iter().enumerate() {
            let outcome = session.execute(Command::Visit(node))?;
            writeln!(out, "{:>4}. {}", number + 1, outcome.words())?;
        }
        if let Some(standing) = talon_session::standing(session.status()) {
            writeln!(out, "{standing}")?;
        }
        Ok(())
    }
}

/// Write everything in the books as JSON
///
/// The file is written beside its place first and then renamed, so that an earlier export is never half
/// overwritten. A file that is not an export of Talon is kept. Damaged games are named, and the exit code is 1.
#[derive(Args)]
#[command(after_help = "Examples:\n  talon export backup.json\n  talon export - > backup.json")]
pub struct Export {
    /// The file; the standard output if none is named, or `-`
    file: Option<PathBuf>,
    /// Overwrite the file even if it is not an export
    #[arg(long)]
    force: bool,
}

impl Export {
    /// Writes the export.
    pub fn run(self) -> Result<()> {
        let folder = folder()?;
        let export = Store::read(&folder)?.export()?;
        match self.file.filter(|file| file.as_os_str() != "-") {
            Some(file) => export.write(&folder, &file, self.force)?,
            None => output::stdout().write_all(export.text.as_bytes())?,
        }
        named(&export.damaged, "An import will leave them out; `talon books repair` repairs them.")
    }
}

/// Read an export into the books; games that are there already stay as they are
///
/// Games that are intact are imported. Those that are damaged are listed, and the exit code is 1. You can play
/// meanwhile. An import that was interrupted is continued by the same command.
#[derive(Args)]
#[command(after_help = "Examples:\n  talon import backup.json\n  talon import -     reads standard input")]
pub struct Import {
    /// The file, or `-` for standard input
    file: PathBuf,
}

impl Import {
    /// The size limit of an export.
    const MOST: u64 = 1 << 30;

    /// Reads the export.
    pub fn run(self) -> Result<()> {
        let shown = self.file.display();
        let reader: Box<dyn Read> = if self.file.as_os_str() == "-" {
            Box::new(std::io::stdin().lock())
        } else {
            Box::new(std::fs::File::open(&self.file).with_context(|| format!("cannot read {shown}"))?)
        };
        let mut bytes = Vec::new();
        reader
            .take(Self::MOST + 1)
            .read_to_end(&mut bytes)
            .with_context(|| format!("cannot read {shown}"))?;
        if bytes.len() as u64 > Self::MOST {
            bail!("{shown} is not an export: it is far too long");
        }
        let text = String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{shown} is not text (UTF-8)"))?;
        let imported = Store::open(&folder()?)?.import(&text).map_err(|error| match error {
            talon_store::Error::Import(_) => error.into(),
            error => anyhow::Error::from(error)
                .context("the import is not complete; the same command continues it"),
        })?;
        let mut out = std::io::stdout().lock();
        write!(out, "{}", plural(imported.new, "new game"))?;
        match imported.known {
            0 => writeln!(out)?,
            known => writeln!(out, "; {} in the books already", plural(known, "game"))?,
        }
        named(&imported.refused, "What is damaged was not imported.")
    }
}

/// Names what is damaged on the standard error stream.
fn named(damaged: &[Finding], what_then: &str) -> Result<()> {
    for finding in damaged {
        output::note(format_args!("{finding}"));
    }
    match damaged.len() {
        0 => Ok(()),
        count => Err(Damaged(format!("{}. {what_then}", plural(count, "fault"))).into()),
    }
}

/// Something in the books or in an export is damaged: the answer of a command that has done the rest.
#[derive(Debug)]
pub struct Damaged(String);

impl Damaged {
    /// The exit code of the program.
    pub const EXIT_CODE: u8 = 1;
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Damaged {}

/// Check the books, or repair them
#[derive(Args)]
#[command(after_help = "Examples:\n  talon books check\n  talon books repair")]
pub struct Books {
    #[command(subcommand)]
    command: BooksCommand,
}

#[derive(Subcommand)]
enum BooksCommand {
    /// Check the database, and play every game in it again. The exit code is 1 if something is damaged
    #[command(after_help = "Examples:\n  talon books check")]
    Check,
    /// Repair what `check` finds
    ///
    /// Games keep their moves up to the first that cannot be played, and games that cannot be read are removed. A
    /// copy of the books as they were stays beside them. Every other Talon has to be closed meanwhile.
    #[command(after_help = "Examples:\n  talon books repair")]
    Repair,
}

impl Books {
    /// Checks or repairs them.
    pub fn run(self) -> Result<()> {
        let folder = folder()?;
        let mut out = std::io::stdout().lock();
        match self.command {
            BooksCommand::Check => {
                let report = Store::read(&folder)?.check()?;
                for finding in &report.findings {
                    writeln!(out, "{finding}")?;
                }
                match report.findings.len() {
                    0 => writeln!(out, "The books are intact: {}.", plural(report.games, "game"))?,
                    count => {
                        let count = plural(count, "fault");
                        return Err(
                            Damaged(format!("{count} found; `talon books repair` repairs them.")).into()
                        );
                    }
                }
            }
            BooksCommand::Repair => {
                let repaired = Store::repair(&folder)?;
                for (finding, remedy) in &repaired.findings {
                    let done = match remedy {
                        Remedy::Corrected => "Corrected.".into(),
                        Remedy::Shortened(lines) => {
                            format!("Its first {} are kept, the rest is not.", plural(*lines, "line"))
                        }
                        Remedy::Removed => "Removed, since it cannot be read.".into(),
                    };
                    writeln!(out, "{finding} {done}")?;
                }
                match repaired.copy {
                    Some(copy) => writeln!(out, "The books as they were: {}", copy.display())?,
                    None => writeln!(out, "The books are intact. Nothing was changed.")?,
                }
            }
        }
        Ok(())
    }
}
