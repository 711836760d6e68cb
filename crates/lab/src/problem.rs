//! The reasons why the laboratory cannot do what it was asked for.

use crate::bot::BotError;
use parquet::errors::ParquetError;
use std::error::Error;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use talon_players::{PlayerError, WeightsError};
use talon_rules::RulesError;

/// The reason for a failure, with the facts; nothing was overwritten. Displayed, it is a sentence that includes its cause.
#[derive(Debug)]
pub enum Problem {
    /// A file or a folder cannot be used.
    Io {
        /// The file or the folder.
        path: PathBuf,
        /// What was to be done with it, to complete the words "cannot …".
        action: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// No game can be played by the rules.
    Rules(RulesError),
    /// A player cannot be made.
    Player(PlayerError),
    /// A player that is a program of its own does not work.
    Bot(BotError),
    /// The deals, the players or the limits that were asked for do not fit.
    Request(Request),
    /// A rows file is not what it should be.
    Rows {
        /// The file, or a name of the text.
        path: PathBuf,
        /// What is wrong with it.
        fault: RowsFault,
    },
    /// Rows that are not in a file are not what they should be.
    Text(TextFault),
    /// Files that are read together do not fit together.
    Files(FilesFault),
    /// The folder of a ledger, or what is in it, is not what it should be.
    Ledger {
        /// The folder, or a file in it.
        path: PathBuf,
        /// What is wrong with it.
        fault: LedgerFault,
    },
    /// A manifest is not what it should be.
    Manifest(ManifestFault),
    /// The manifest in a file is not what it should be.
    ManifestFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: Box<Problem>,
    },
}

/// What does not fit in what was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The text is not a range of deals.
    NotDeals(String),
    /// The range contains no deals.
    NoDeals {
        /// The range.
        text: String,
        /// Its first number.
        start: u64,
    },
    /// The text is not a shard.
    NotAShard(String),
    /// There are fewer deals than this number of shards.
    TooManyShards(u64),
    /// No players are named.
    NoPlayers,
    /// The player is named twice.
    NamedTwice(String),
    /// The name of a player contains characters that have a meaning in rows.
    PlayerName(String),
    /// The player is known to one process only, and a ledger is for many.
    OwnPlayer(String),
    /// A ledger of verdicts with a limit of time, which depends on the machine.
    TimeLimit,
    /// A ledger of a shard.
    ShardedLedger,
    /// The name of a file to be written has an unknown ending.
    Ending(PathBuf),
    /// Verdicts are not written in the format of the file.
    VerdictFormat,
    /// There are too few tries, rounds or deals to tune weights.
    TooLittleTuning,
    /// Deals to tune on are held out as well.
    HeldOutOverlap,
}

/// What is wrong with a rows file.
#[derive(Debug)]
pub enum RowsFault {
    /// It exists already.
    Exists,
    /// It is no rows file.
    Foreign,
    /// It is no rows file, and rows were to be appended.
    ForeignToAppend,
    /// It belongs to another campaign.
    OtherCampaign(Option<HeadDifference>),
    /// It belongs to another campaign and is Parquet.
    OtherParquet,
    /// It cannot be read as Parquet.
    Parquet(ParquetError),
    /// A row is not the expected one, and rows were to be appended.
    UnexpectedRow {
        /// The number of the row, from 1.
        row: u64,
        /// The deal that was expected.
        deal: u64,
        /// The player that was expected.
        player: String,
    },
    /// A row of a shard is not the expected one.
    UnexpectedRowOfShard {
        /// The number of the row, from 1.
        row: u64,
        /// The deal that was expected.
        deal: u64,
        /// The player that was expected.
        player: String,
    },
    /// A shard has more rows than these deals need.
    TooManyRows(Range<u64>),
    /// A shard stops before this deal.
    Unfinished(u64),
    /// A row is truncated or not a row.
    NotARow {
        /// The number of the row, from 1.
        row: u64,
        /// How the line begins.
        start: String,
    },
    /// A row is truncated or not a count.
    NotACount {
        /// The number of the row, from 1.
        row: u64,
        /// The line.
        line: String,
    },
    /// A line is not a row with the columns of the file.
    OtherRow(String),
    /// It has the columns of another version of Talon.
    OtherColumns(String),
    /// It contains verdicts of the solver, not games of players.
    Verdicts,
    /// Its rules are not those of the game that it names, so the results page cannot list it.
    ChangedRules {
        /// The name of the game.
        game: String,
        /// How its rules differ.
        changes: String,
    },
}

/// How the head of a file differs from the head of the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadDifference {
    /// The name of the entry.
    pub name: String,
    /// What the file has; `None` if it has no such entry.
    pub found: Option<String>,
    /// What the campaign has.
    pub expected: String,
}

/// What is wrong with rows that are not in a file.
#[derive(Debug)]
pub enum TextFault {
    /// The text does not begin with the head of a rows file.
    NoHead,
    /// The line is not a row.
    NotARow(String),
    /// The line is not a row that can be counted.
    Uncountable(String),
    /// The line is not a count.
    NotACount(String),
    /// A line of the results cannot be read.
    Results {
        /// The number of the line, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// The rows cannot be written as Parquet.
    Parquet(ParquetError),
}

/// Why files do not fit together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilesFault {
    /// No files are named.
    None,
    /// No shards are named.
    NoShards,
    /// The files contain no rows.
    NoRows,
    /// Two files are not shards of one campaign.
    OtherCampaign {
        /// The first file.
        first: PathBuf,
        /// The other file.
        other: PathBuf,
    },
    /// Two shards contain the same deal.
    Overlap {
        /// The one shard.
        first: PathBuf,
        /// The other shard.
        other: PathBuf,
        /// The first deal that both contain.
        deal: u64,
    },
    /// These deals are in no shard.
    Missing(Range<u64>),
    /// Two files are about different games, or about one by different rules.
    OtherRules {
        /// The first file and its game.
        first: (PathBuf, String),
        /// The other file and its game.
        other: (PathBuf, String),
    },
    /// Some files have rows and others have counts.
    RowsAndCounts,
    /// A deal of a player occurs twice.
    Twice {
        /// The deal.
        deal: u64,
        /// The player.
        player: String,
        /// The two files, which may be one.
        files: [PathBuf; 2],
    },
    /// The player occurs in two files of counts.
    CountedTwice(String),
}

/// What is wrong with a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerFault {
    /// The folder contains another ledger.
    Other,
    /// The folder contains something else.
    NotEmpty,
    /// The folder is no ledger.
    Missing,
    /// The ledger was planned by another version of Talon.
    Version {
        /// The version that planned it.
        planned: String,
        /// This version.
        here: String,
    },
    /// Some chunks are not done.
    Incomplete {
        /// How many are missing.
        missing: usize,
        /// The number of chunks.
        chunks: usize,
        /// The first missing one.
        first: String,
    },
    /// This chunk is not done.
    NotDone(String),
    /// A chunk was computed twice with different results.
    Contradiction {
        /// The chunk.
        chunk: String,
        /// The names of the parts.
        parts: Vec<String>,
    },
    /// The part is damaged; the folder of the ledger is named.
    Damaged(PathBuf),
    /// The part belongs to another ledger.
    ForeignPart,
}

/// What is wrong with a manifest.
#[derive(Debug)]
pub enum ManifestFault {
    /// It is not JSON with the fields of a manifest.
    Form(serde_json::Error),
    /// It is not the manifest of a ledger.
    Foreign,
    /// It has another form than this program knows.
    OtherForm {
        /// The form it has.
        found: u64,
        /// The form that this program knows.
        known: u64,
    },
    /// It names neither players nor a solver, or both.
    NoJob,
    /// This field cannot be read.
    Field(&'static str),
    /// The weights of a player cannot be read.
    Weights(WeightsError),
    /// It was planned by another version than this machine has.
    Version {
        /// The version that planned it.
        planned: String,
        /// This version.
        here: String,
    },
}

impl Problem {
    /// Creates the problem for a file that cannot be read or written.
    pub(crate) fn io(path: &Path, action: &'static str, source: io::Error) -> Problem {
        Problem::Io { path: path.into(), action, source }
    }

    /// Creates the problem of a rows file.
    pub(crate) fn rows(path: &Path, fault: RowsFault) -> Problem {
        Problem::Rows { path: path.into(), fault }
    }

    /// Creates the problem of a ledger.
    pub(crate) fn ledger(path: &Path, fault: LedgerFault) -> Problem {
        Problem::Ledger { path: path.into(), fault }
    }
}

macro_rules! from {
    ($($variant:ident($inner:ty),)*) => {
        $(impl From<$inner> for Problem {
            fn from(inner: $inner) -> Problem {
                Problem::$variant(inner)
            }
        })*
    };
}

from! {
    Rules(RulesError),
    Player(PlayerError),
    Bot(BotError),
    Request(Request),
    Text(TextFault),
    Files(FilesFault),
    Manifest(ManifestFault),
}

impl Error for Problem {
    /// Returns the cause of the cause: the message of the cause itself is part of this one's.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Problem::Io { source, .. } => source.source(),
            Problem::Rules(error) => error.source(),
            Problem::Player(error) => error.source(),
            Problem::Bot(error) => error.source(),
            Problem::Rows { fault: RowsFault::Parquet(error), .. }
            | Problem::Text(TextFault::Parquet(error)) => error.source(),
            Problem::Manifest(ManifestFault::Form(error)) => error.source(),
            Problem::Manifest(ManifestFault::Weights(error)) => error.source(),
            Problem::ManifestFile { problem, .. } => problem.source(),
            _ => None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Io { path, action, source } => write!(f, "cannot {action} {}: {source}", path.display()),
            Problem::Rules(error) => error.fmt(f),
            Problem::Player(error) => error.fmt(f),
            Problem::Bot(error) => error.fmt(f),
            Problem::Request(request) => request.fmt(f),
            Problem::Rows { path, fault } => fault.write(f, path),
            Problem::Text(fault) => fault.fmt(f),
            Problem::Files(fault) => fault.fmt(f),
            Problem::Ledger { path, fault } => fault.write(f, path),
            Problem::Manifest(fault) => fault.fmt(f),
            Problem::ManifestFile { path, problem } => write!(f, "{}: {problem}", path.display()),
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::NotDeals(text) => {
                write!(f, "{text:?} is not a range of deals; write A..B, as in 1..1001")
            }
            Request::NoDeals { text, start } => {
                write!(f, "{text:?} contains no deals; the end must be above {start}")
            }
            Request::NotAShard(text) => write!(f, "{text:?} is not a shard; write i/n, as in 1/4 to 4/4"),
            Request::TooManyShards(parts) => write!(f, "there are fewer deals than {parts} shards"),
            Request::NoPlayers => f.write_str("no players are named"),
            Request::NamedTwice(name) => write!(f, "{name} is named twice"),
            Request::PlayerName(name) => write!(
                f,
                "{name:?} cannot be a name in rows: it must not contain commas, quotes or line breaks"
            ),
            Request::OwnPlayer(name) => {
                write!(f, "{name} is known to this process only, and a ledger is for many")
            }
            Request::TimeLimit => f.write_str(
                "limits of time depend on the machine, and a ledger must not; give a limit of nodes",
            ),
            Request::ShardedLedger => f.write_str("a ledger is divided by its chunks; name all deals"),
            Request::Ending(path) => write!(
                f,
                "{}: the ending says what is written; use .csv, .parquet, or .jsonl for JSON Lines",
                path.display()
            ),
            Request::VerdictFormat => {
                f.write_str("verdicts are written as CSV or Parquet; give the file another ending")
            }
            Request::TooLittleTuning => {
                f.write_str("tuning needs at least 4 tries, 1 round and some deals of both kinds")
            }
            Request::HeldOutOverlap => f.write_str("the held-out deals overlap the deals to tune on"),
        }
    }
}

impl RowsFault {
    fn write(&self, f: &mut fmt::Formatter<'_>, path: &Path) -> fmt::Result {
        let path = path.display();
        match self {
            RowsFault::Exists => write!(f, "{path} already exists; nothing was written"),
            RowsFault::Foreign => write!(f, "{path} is not a rows file of the lab"),
            RowsFault::ForeignToAppend => {
                write!(f, "{path} is not a rows file of the lab; nothing was written")
            }
            RowsFault::OtherCampaign(difference) => {
                write!(f, "{path} belongs to another campaign")?;
                match difference {
                    Some(HeadDifference { name, found: Some(found), expected }) => {
                        write!(f, " ({name}: {found}, expected {expected})")?;
                    }
                    Some(HeadDifference { name, found: None, .. }) => write!(f, ": it has no {name}")?,
                    None => {}
                }
                f.write_str("; nothing was written")
            }
            RowsFault::OtherParquet => write!(
                f,
                "{path} belongs to another campaign, and rows cannot be appended to Parquet; nothing was written"
            ),
            RowsFault::Parquet(error) => {
                write!(f, "{path} cannot be read as Parquet; it is damaged or something else ({error})")
            }
            RowsFault::UnexpectedRow { row, deal, player } => write!(
                f,
                "{path}, row {row}: expected deal {deal} of {player}; the file is damaged, and nothing was written"
            ),
            RowsFault::UnexpectedRowOfShard { row, deal, player } => write!(
                f,
                "{path}, row {row}: expected deal {deal} of {player}; the shard is truncated or damaged"
            ),
            RowsFault::TooManyRows(deals) => write!(f, "{path} has more rows than its deals {deals:?} need"),
            RowsFault::Unfinished(deal) => write!(f, "{path} is not finished; it stops before deal {deal}"),
            RowsFault::NotARow { row, start } => write!(
                f,
                "{path}, row {row} is truncated or not a row: {start:?}; run the campaign again to repair it"
            ),
            RowsFault::NotACount { row, line } => {
                write!(f, "{path}, row {row} is truncated or not a count: {line:?}")
            }
            RowsFault::OtherRow(line) => write!(f, "{line:?} is not a row of {path}"),
            RowsFault::OtherColumns(columns) => write!(
                f,
                "the columns of {path} are those of another version of Talon ({columns}); play its deals again"
            ),
            RowsFault::Verdicts => write!(
                f,
                "{path} contains verdicts of `talon lab winnability`, not games of players; run that command again \
                 with `--out {path}` for its summary, or `talon lab results {path}` for the results page"
            ),
            RowsFault::ChangedRules { game, changes } => write!(
                f,
                "{path} is about {game} with {changes}; the results page lists games by their own rules only"
            ),
        }
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextFault::NoHead => f.write_str("the text does not begin with the head of a rows file"),
            TextFault::NotARow(line) => write!(f, "{line:?} is not a row"),
            TextFault::Uncountable(line) => write!(f, "{line:?} is not a row that can be counted"),
            TextFault::NotACount(line) => write!(f, "{line:?} is not a count"),
            TextFault::Results { line, text } => {
                write!(f, "line {line} of the results cannot be read: {text:?}")
            }
            TextFault::Parquet(error) => write!(f, "the rows cannot be written as Parquet: {error}"),
        }
    }
}

impl fmt::Display for FilesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FilesFault::None => f.write_str("no files are named"),
            FilesFault::NoShards => f.write_str("no shards are named"),
            FilesFault::NoRows => f.write_str("these files contain no rows"),
            FilesFault::OtherCampaign { first, other } => {
                write!(f, "{} and {} are not shards of one campaign", first.display(), other.display())
            }
            FilesFault::Overlap { first, other, deal } => {
                write!(f, "{} and {} overlap: both contain deal {deal}", first.display(), other.display())
            }
            FilesFault::Missing(deals) => write!(f, "deals {deals:?} are in no shard"),
            FilesFault::OtherRules { first: (first, game), other: (other, other_game) } => write!(
                f,
                "{} is about {game}, and {} about {other_game} by other rules: report them one by one",
                first.display(),
                other.display()
            ),
            FilesFault::RowsAndCounts => {
                f.write_str("files of rows and files of counts are reported separately")
            }
            FilesFault::Twice { deal, player, files: [first, other] } => write!(
                f,
                "deal {deal} of {player} occurs twice, in {} and {}",
                first.display(),
                other.display()
            ),
            FilesFault::CountedTwice(name) => {
                write!(f, "{name} occurs in two files of counts, whose deals may be the same")
            }
        }
    }
}

impl LedgerFault {
    fn write(&self, f: &mut fmt::Formatter<'_>, path: &Path) -> fmt::Result {
        let path = path.display();
        match self {
            LedgerFault::Other => write!(f, "{path} contains another ledger; nothing was written"),
            LedgerFault::NotEmpty => write!(f, "{path} is neither empty nor a ledger; name another folder"),
            LedgerFault::Missing => write!(f, "{path} is not a ledger; make one with `talon lab plan`"),
            LedgerFault::Version { planned, here } => write!(
                f,
                "{path} was planned by Talon {planned}, and this is Talon {here}: the results of two versions are \
                 not mixed. Work with Talon {planned}, or plan a new ledger"
            ),
            LedgerFault::Incomplete { missing, chunks, first } => write!(
                f,
                "{path} is not complete: {missing} of {chunks} chunks are not done, the first is {first}; \
                 `talon lab work {path}` does them"
            ),
            LedgerFault::NotDone(chunk) => write!(f, "chunk {chunk} is not done"),
            LedgerFault::Contradiction { chunk, parts } => write!(
                f,
                "chunk {chunk} was computed twice with different results: {}. One machine is faulty, or a player \
                 does not always play alike. Delete the wrong one",
                parts.join(" and ")
            ),
            LedgerFault::Damaged(folder) => write!(
                f,
                "{path} is damaged; `talon lab work {} --check` computes damaged parts again",
                folder.display()
            ),
            LedgerFault::ForeignPart => write!(f, "{path} is a part of another ledger; move it away"),
        }
    }
}

impl fmt::Display for ManifestFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ManifestFault::Form(error) => write!(f, "it is not the manifest of a ledger ({error})"),
            ManifestFault::Foreign => f.write_str("it is not the manifest of a ledger"),
            ManifestFault::OtherForm { found, known } => {
                write!(f, "it is a ledger of form {found}, and this program knows form {known}")
            }
            ManifestFault::NoJob => f.write_str("the manifest names neither players nor a solver, or both"),
            ManifestFault::Field(field) => write!(f, "the manifest cannot be read: {field}"),
            ManifestFault::Weights(error) => write!(f, "the manifest cannot be read: {error}"),
            ManifestFault::Version { planned, here } => {
                write!(f, "the ledger was planned by Talon {planned}; this machine has {here}")
            }
        }
    }
}
