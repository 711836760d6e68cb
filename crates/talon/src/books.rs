//! `talon stats`, `history`, `replay`, `export` and `import`: the books of what was played.

use anyhow::{Context, Result, bail};
use clap::Args;
use session::{Command, Day, NodeId};
use std::io::{Read, Write};
use std::path::PathBuf;
use store::{Statistics, Store};

fn books() -> Result<Store> {
    let folder = store::folder().context("there is no folder for the books: set TALON_DATA")?;
    Ok(Store::open(&folder)?)
}

/// The name in the books of a game the player names.
fn name(game: &Option<String>) -> Result<Option<&'static str>> {
    Ok(match game {
        Some(name) => Some(games::find(name)?.name.as_str()),
        None => None,
    })
}

/// Show the statistics of what you played.
#[derive(Args)]
pub struct Stats {
    /// Only of this game.
    game: Option<String>,
    /// As JSON: an array of objects, one for each rule set and kind of help.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// As CSV, with a line of names.
    #[arg(long)]
    csv: bool,
}

impl Stats {
    /// Prints them.
    pub fn run(self) -> Result<()> {
        let list = books()?.statistics(name(&self.game)?)?;
        let mut out = std::io::stdout().lock();
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
        } else if list.is_empty() {
            writeln!(out, "No game was finished yet.")?;
        } else {
            for one in &list {
                write!(out, "{}", text(one))?;
            }
        }
        Ok(())
    }
}

fn csv(one: &Statistics) -> String {
    let spread = |spread: &Option<store::Spread>| match spread {
        Some(s) => format!("{},{},{:.1}", s.best, s.worst, s.average),
        None => ",,".into(),
    };
    let (low, high) = one
        .interval
        .map_or((String::new(), String::new()), |(low, high)| (format!("{low:.2}"), format!("{high:.2}")));
    let percent = one.percent.map_or(String::new(), |percent| format!("{percent:.2}"));
    // Rules may have commas in their values, never a quotation mark of their own but TOML's.
    let rules = format!("\"{}\"", one.rules.replace('"', "\"\""));
    format!(
        "{rules},{},{},{},{percent},{low},{high},{},{},{},{},{}",
        one.stamp,
        one.played,
        one.won,
        one.streak,
        one.best_streak,
        one.worst_streak,
        spread(&one.moves),
        spread(&one.seconds)
    )
}

fn text(one: &Statistics) -> String {
    let mut text = format!("{} ({})\n", one.rules, one.stamp);
    text += &format!("  played {}, won {}", one.played, one.won);
    if let (Some(percent), Some((low, high))) = (one.percent, one.interval) {
        text += &format!(": {percent:.1} %, between {low:.1} and {high:.1} % with 95 % confidence");
    }
    let now = if one.streak > 0 { format!("{} won", one.streak) } else { format!("{} lost", -one.streak) };
    text +=
        &format!("\n  in a row now {now}, most won {}, most lost {}\n", one.best_streak, one.worst_streak);
    if let (Some(moves), Some(seconds)) = (one.moves, one.seconds) {
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

/// List the games you played, the newest first.
#[derive(Args)]
pub struct History {
    /// Only of this game.
    game: Option<String>,
    /// As JSON: an array of objects.
    #[arg(long)]
    json: bool,
}

impl History {
    /// Prints the list.
    pub fn run(self) -> Result<()> {
        let list = books()?.games(name(&self.game)?)?;
        let mut out = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer_pretty(&mut out, &list).map_err(std::io::Error::from)?;
            writeln!(out)?;
            return Ok(());
        }
        if list.is_empty() {
            writeln!(out, "No game was played yet.")?;
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
                game.result,
                game.stamp,
                game.moves,
                if game.moves == 1 { "move " } else { "moves" },
                game.seconds,
                game.rules,
                game.deal
            )?;
        }
        Ok(())
    }
}

/// Tell a game again, move by move.
#[derive(Args)]
pub struct Replay {
    /// Its number in `talon history`.
    id: i64,
    /// As the text of a save, for `talon play --load`.
    #[arg(long)]
    save: bool,
}

impl Replay {
    /// Prints the game.
    pub fn run(self) -> Result<()> {
        let books = books()?;
        let mut out = std::io::stdout().lock();
        let (mut session, _) = books.game(self.id)?;
        if self.save {
            write!(out, "{}", session.save())?;
            return Ok(());
        }
        writeln!(out, "{}, {}", session.rules().title, session.deal())?;
        let line = session.history().line();
        session.execute(Command::Visit(NodeId::DEAL))?;
        for (number, node) in line.into_iter().enumerate() {
            let outcome = session.execute(Command::Visit(node))?;
            writeln!(out, "{:>4}. {}", number + 1, outcome.words())?;
        }
        if let Some(standing) = session::standing(session.status()) {
            writeln!(out, "{standing}")?;
        }
        Ok(())
    }
}

/// Write everything in the books as JSON.
#[derive(Args)]
pub struct Export {
    /// The file; the screen when none is named.
    file: Option<PathBuf>,
}

impl Export {
    /// Writes it.
    pub fn run(self) -> Result<()> {
        let text = books()?.export()?;
        match self.file {
            Some(path) => {
                std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
            }
            None => writeln!(std::io::stdout().lock(), "{text}")?,
        }
        Ok(())
    }
}

/// Take an export into the books; games that are there already stay as they are.
#[derive(Args)]
pub struct Import {
    /// The file; `-` is the standard input.
    file: PathBuf,
}

impl Import {
    /// An export of a lifetime is smaller.
    const MOST: u64 = 1 << 30;

    /// Reads it.
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
            bail!("{shown} is no export: it is far too long");
        }
        let text = String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{shown} is not text (UTF-8)"))?;
        let taken = books()?.import(&text)?;
        writeln!(std::io::stdout().lock(), "{}", rules::plural(taken, "new game"))?;
        Ok(())
    }
}
