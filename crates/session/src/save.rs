//! Games as text: written atomically, and read by playing them again.
//!
//! The front page of the crate describes the format.

use crate::{Bookmarks, By, Deal, History, NodeId, Session, Stamp};
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use talon_cards::Card;
use talon_deals::ImportError;
use talon_rules::{Auto, Rules};

const FIRST: &str = "talon save 1";
/// The size limit of a save. A game of a million moves is smaller.
const MOST_BYTES: u64 = 16 << 20;

/// Returns `true` if the file begins as a save does.
fn is_save(path: &Path) -> bool {
    let mut begins = [0; FIRST.len()];
    fs::File::open(path).and_then(|mut file| file.read_exact(&mut begins)).is_ok()
        && begins == *FIRST.as_bytes()
}

/// The reason why a save could not be read.
#[derive(Debug)]
pub enum LoadError {
    /// The file could not be read.
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A line of the save is wrong.
    Line {
        /// The line, from 1.
        line: usize,
        /// The fault.
        problem: String,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::File { path, error } => write!(f, "Cannot read {}: {error}.", path.display()),
            LoadError::Line { line, problem } => write!(f, "Line {line} of the save: {problem}."),
        }
    }
}

impl std::error::Error for LoadError {}

/// The reason why a save could not be written; an existing file is untouched.
#[derive(Debug)]
pub struct StoreError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub error: io::Error,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cannot save to {}: {}.", self.path.display(), self.error)
    }
}

impl std::error::Error for StoreError {}

impl Session {
    /// Returns the game as text.
    pub fn save(&self) -> String {
        let mut text = self.save_head();
        text += "moves\n";
        write_tree(self.history(), self.bookmarks(), &mut text);
        text += "end\n";
        text
    }

    /// Returns the part of a save that stands before its moves. It costs the same however long the game is,
    /// so that a [`Journal`](crate::Journal) can afford it with every move.
    pub fn save_head(&self) -> String {
        let base = talon_games::nearest(self.rules());
        let mut text = format!("{FIRST}\ngame {}\n", base.name);
        for (field, value) in talon_games::changes(base, self.rules()) {
            text += &format!("set {field} = {value}\n");
        }
        match self.deal() {
            Deal::Number(number) => text += &format!("deal {number}\n"),
            Deal::Cards { cards, name } => {
                let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
                text += &format!("cards {}\n", cards.join(" "));
                text += &named(name);
            }
            position @ Deal::Position { name, .. } => {
                let piles = position.piles(self.rules()).unwrap_or_default();
                for pile in piles.lines() {
                    text += &format!("position {}\n", pile.trim());
                }
                text += &named(name);
            }
        }
        if self.auto() != self.rules().auto {
            let auto = match self.auto() {
                Auto::Off => "off",
                Auto::Base => "base",
                Auto::Safe => "safe",
            };
            text += &format!("auto {auto}\n");
        }
        if self.ledger_on() {
            text += "ledger on\n";
        }
        if self.stamp() != Stamp::Pure {
            text += &format!("help {}\n", self.stamp());
        }
        text
    }

    /// Reads a game and plays it again, move by move.
    ///
    /// # Errors
    /// Names the line that is wrong.
    pub fn load(text: &str) -> Result<Session, LoadError> {
        Reader { lines: text.split('\n').enumerate().peekable(), last: 1 }.read()
    }

    /// Writes the game to a file, by way of a temporary file beside it, so that an old save is never
    /// damaged.
    ///
    /// # Errors
    /// If the file cannot be written, or holds something other than a saved game; it is untouched then.
    pub fn save_to(&self, path: &Path) -> Result<(), StoreError> {
        let fail = |error| StoreError { path: path.into(), error };
        if path.is_dir() {
            return Err(fail(io::ErrorKind::IsADirectory.into()));
        }
        // A typing error must not overwrite somebody's letter or thesis.
        if fs::metadata(path).is_ok_and(|file| file.len() > 0) && !is_save(path) {
            let words = "a file with this name exists and is not a saved game; choose another name";
            return Err(fail(io::Error::new(io::ErrorKind::AlreadyExists, words)));
        }
        replace_file(path, self.save().as_bytes()).map_err(fail)
    }

    /// Reads a game from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or a line of it is wrong.
    pub fn load_from(path: &Path) -> Result<Session, LoadError> {
        let fail = |error| LoadError::File { path: path.into(), error };
        let file = fs::File::open(path).map_err(fail)?;
        let mut bytes = Vec::new();
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(fail)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(LoadError::Line {
                line: 1,
                problem: "this is not a save: it is far too long".into(),
            });
        }
        let text = String::from_utf8(bytes).map_err(|error| LoadError::Line {
            line: error.as_bytes()[..error.utf8_error().valid_up_to()]
                .iter()
                .filter(|&&b| b == b'\n')
                .count()
                + 1,
            problem: "this is not UTF-8 text".into(),
        })?;
        Session::load(&text)
    }
}

/// Replaces a file, or creates it. The content is written to a new file beside it first, which then takes its
/// name, so that the file holds either what it held before or all of the new content.
///
/// # Errors
/// If the content cannot be written. The file is as it was then.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut beside = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = fs::File::create(&beside).and_then(|mut file| {
        if let Ok(before) = fs::metadata(path) {
            file.set_permissions(before.permissions())?;
        }
        file.write_all(content)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, path)).inspect_err(|_| {
        // The half-written file is ours alone; that it may not be there is no news.
        let _ = fs::remove_file(&beside);
    })
}

/// The line of a deal's name, if it has one.
fn named(name: &Option<String>) -> String {
    name.as_ref().map_or(String::new(), |name| format!("named {}\n", name.replace(['\n', '\r'], " ")))
}

/// Writes the tree so that reading it in order ends at the current place: the latest branch comes last.
fn write_tree(history: &History, bookmarks: &Bookmarks, text: &mut String) {
    // The nodes to write, and the depth they follow; an explicit stack allows games of any length.
    let mut todo = vec![NodeId::DEAL];
    let mut depth = 0u32;
    while let Some(id) = todo.pop() {
        if let Some(node) = history.node(id) {
            if node.depth <= depth {
                *text += &format!("back {}\n", depth + 1 - node.depth);
            }
            depth = node.depth;
            *text += &node.m.to_string();
            *text += if node.by == By::Auto { " auto\n" } else { "\n" };
        }
        for (name, _) in bookmarks.iter().filter(|(_, place)| *place == id) {
            *text += &format!("mark {name}\n");
        }
        let latest = history.latest(id);
        todo.extend(latest);
        todo.extend(history.children(id).iter().rev().copied().filter(|child| Some(*child) != latest));
    }
    if depth > history.depth() {
        *text += &format!("back {}\n", depth - history.depth());
    }
}

struct Reader<'a, I: Iterator<Item = (usize, &'a str)>> {
    lines: std::iter::Peekable<I>,
    /// The number of the last line that was read.
    last: usize,
}

impl<'a, I: Iterator<Item = (usize, &'a str)>> Reader<'a, I> {
    fn read(mut self) -> Result<Session, LoadError> {
        let (line, first) = self.next()?;
        if first != FIRST {
            return Err(wrong(line, "a save begins with the line `talon save 1`"));
        }
        let (line, game) = self.next()?;
        let name = word(line, game, "game")?;
        let mut rules = *talon_games::find(name).map_err(|error| wrong(line, error))?;
        let mut settings = Vec::new();
        while let Some(setting) = self.peek("set") {
            let (line, _) = self.next()?;
            // Each setting is read alone first, so that a syntax error names its line.
            if let Err(error @ talon_games::ReadError::Syntax { .. }) = talon_games::set(&rules, &[setting]) {
                return Err(wrong(line, error));
            }
            settings.push((line, setting));
        }
        let all: Vec<&str> = settings.iter().map(|(_, setting)| *setting).collect();
        rules = talon_games::set(&rules, &all).map_err(|error| {
            // The settings do not fit each other: find the line of the field that is to blame.
            let field = match &error {
                talon_games::ReadError::Rules { error, .. } => error.field,
                _ => "",
            };
            let of_field = |(_, s): &&(usize, &str)| s.split('=').next().is_some_and(|f| f.trim() == field);
            let at = settings.iter().find(of_field).or(settings.last()).map_or(line, |(line, _)| *line);
            wrong(at, error)
        })?;
        let (deal, line) = self.deal(&rules)?;
        let mut session = Session::dealt(&rules, deal).map_err(|error| wrong(line, error))?;
        let mut auto = session.auto();
        let mut stamp = Stamp::Pure;
        if let Some(kind) = self.peek("auto") {
            let (line, _) = self.next()?;
            auto = match kind {
                "off" => Auto::Off,
                "base" => Auto::Base,
                "safe" => Auto::Safe,
                _ => return Err(wrong(line, "automatic moves must be off, base or safe")),
            };
        }
        let mut ledger = false;
        if let Some(kind) = self.peek("ledger") {
            let (line, _) = self.next()?;
            ledger = match kind {
                "on" => true,
                "off" => false,
                _ => return Err(wrong(line, "the ledger is on or off")),
            };
        }
        if let Some(kind) = self.peek("help") {
            let (line, _) = self.next()?;
            stamp = match kind {
                "fair hints" => Stamp::FairHints,
                "oracle" => Stamp::Oracle,
                _ => return Err(wrong(line, "help must be fair hints or oracle")),
            };
        }
        let (line, moves) = self.next()?;
        if moves != "moves" {
            return Err(wrong(line, format!("expected `moves`, found {:?}", cut(moves))));
        }
        self.moves(&mut session)?;
        session.restore(auto, ledger, stamp);
        if let Some((i, _)) = self.lines.find(|(_, text)| !text.trim().is_empty()) {
            return Err(wrong(i + 1, "there is text after the end"));
        }
        Ok(session)
    }

    fn deal(&mut self, rules: &Rules) -> Result<(Deal, usize), LoadError> {
        let (line, text) = self.next()?;
        if let Some(number) = text.strip_prefix("deal ") {
            let number = number.trim().parse().map_err(|_| {
                wrong(line, format!("{:?} is not a deal number from 0 to {}", cut(number), u64::MAX))
            })?;
            return Ok((Deal::Number(number), line));
        }
        if let Some(pile) = text.strip_prefix("position ") {
            let mut piles = pile.to_string();
            while let Some(pile) = self.peek("position") {
                self.next()?;
                piles += "\n";
                piles += pile;
            }
            let name = self.name()?;
            let deal =
                talon_deals::import(piles.as_bytes()).and_then(|text| Deal::imported(&text, rules, name));
            let deal = deal.map_err(|error| match error {
                // Line numbers of the position count from its first line.
                ImportError::Line(n, problem) => wrong(line + n - 1, problem),
                ImportError::Card(n, error) => wrong(line + n - 1, error),
                error => wrong(line, error),
            })?;
            return Ok((deal, line));
        }
        let cards = word(line, text, "cards")?;
        let cards = cards.split_whitespace().map(|card| card.parse::<Card>().map_err(|e| wrong(line, e)));
        let cards = cards.collect::<Result<Vec<Card>, _>>()?;
        let name = self.name()?;
        Ok((Deal::Cards { cards, name }, line))
    }

    /// Returns the name of the deal, if a line gives it.
    fn name(&mut self) -> Result<Option<String>, LoadError> {
        let name = self.peek("named").map(str::to_string);
        if name.is_some() {
            self.next()?;
        }
        Ok(name)
    }

    fn moves(&mut self, session: &mut Session) -> Result<(), LoadError> {
        loop {
            let (line, text) = self.next()?;
            if text == "end" {
                return Ok(());
            }
            if let Some(steps) = text.strip_prefix("back ") {
                let steps = steps.trim().parse::<u32>().ok().filter(|steps| *steps > 0);
                let steps = steps.ok_or_else(|| wrong(line, "`back` needs a number of moves"))?;
                if steps > session.history().depth() {
                    return Err(wrong(line, "`back` would go past the deal"));
                }
                for _ in 0..steps {
                    session.back();
                }
                continue;
            }
            if let Some(name) = text.strip_prefix("mark ") {
                let mut letters = name.trim().chars();
                match (letters.next().filter(|letter| letter.is_alphanumeric()), letters.next()) {
                    (Some(name), None) => session.bookmark(name),
                    _ => return Err(wrong(line, "a bookmark must be a letter or a digit")),
                }
                continue;
            }
            let (text, by) = match text.strip_suffix(" auto") {
                Some(text) => (text, By::Auto),
                None => (text, By::Player),
            };
            let m = text.parse().map_err(|error| wrong(line, error))?;
            session.replay(m, by).map_err(|why| {
                let why = why.to_string();
                wrong(line, format!("the move {m} is refused: {}", why.trim_end_matches('.')))
            })?;
        }
    }

    fn next(&mut self) -> Result<(usize, &'a str), LoadError> {
        while let Some((i, text)) = self.lines.next() {
            // The piece after the last line end is not a line.
            if text.is_empty() && self.lines.peek().is_none() {
                break;
            }
            self.last = i + 1;
            let text = text.strip_suffix('\r').unwrap_or(text);
            if !text.trim().is_empty() {
                return Ok((i + 1, text));
            }
        }
        Err(wrong(self.last, "the save is truncated: its last line must be `end`"))
    }

    /// Returns the rest of the next line if it begins with `keyword`.
    fn peek(&mut self, keyword: &str) -> Option<&'a str> {
        let (_, text) = self.lines.peek()?;
        text.strip_prefix(keyword)?.strip_prefix(' ').map(str::trim)
    }
}

fn word<'a>(line: usize, text: &'a str, keyword: &str) -> Result<&'a str, LoadError> {
    let rest = text.strip_prefix(keyword).and_then(|rest| rest.strip_prefix(' ')).map(str::trim);
    rest.ok_or_else(|| wrong(line, format!("expected `{keyword} …`, found {:?}", cut(text))))
}

fn wrong(line: usize, problem: impl fmt::Display) -> LoadError {
    let problem = problem.to_string();
    LoadError::Line { line, problem: problem.trim_end_matches('.').into() }
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}
