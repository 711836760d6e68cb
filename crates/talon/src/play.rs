//! `talon play`: a game, full screen or by lines of text.

use crate::game::GameArgs;
use crate::input;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use deals::DealName;
use rules::Rules;
use session::{Account, Deal, Journal, Ledger, Session, Sitting};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Play a game.
#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    game: GameArgs,
    /// Play by lines of text: through a pipe, with a screen reader.
    #[arg(long)]
    text: bool,
    /// By lines of text, and only what changes: `look` tells the rest. For the ear and for slow lines.
    #[arg(long, conflicts_with = "dialect")]
    quiet: bool,
    /// Speak like a program of old.
    #[arg(long, value_enum, value_name = "DIALECT")]
    dialect: Option<Dialect>,
    /// In the dialects ucb and ycp the original's own deal of this seed; otherwise the same as --deal.
    #[arg(long, value_name = "N", conflicts_with = "deal")]
    seed: Option<u128>,
    /// The deal: a number, or another program's as in pysol:42; a new one each time when none is given.
    #[arg(long, value_name = "[SCHEME:]N")]
    deal: Option<DealName>,
    /// A deal or a position to play on from, in any format `talon deal import` reads; its game is found
    /// when none is named.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deal", "seed", "dialect"])]
    file: Option<PathBuf>,
    /// Go on with a saved game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deal", "seed", "dialect", "file", "game", "rules", "set"])]
    load: Option<PathBuf>,
}

/// The programs that can be imitated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Dialect {
    /// The Berkeley Canfield.
    Ucb,
    /// The York College Klondike.
    Ycp,
    /// Canfield of bsdgames, with its ledger.
    Bsd,
}

impl Dialect {
    /// The game it speaks of when none is named.
    fn game(self) -> &'static Rules {
        match self {
            Dialect::Ucb => &games::CANFIELD_UCB,
            Dialect::Ycp => &games::KLONDIKE_YCP,
            Dialect::Bsd => &games::CANFIELD_BSD,
        }
    }

    fn speaks(self, rules: &Rules) -> bool {
        match self {
            Dialect::Ucb => text::ucb::speaks(rules),
            Dialect::Ycp => text::ycp::speaks(rules),
            Dialect::Bsd => text::bsd::speaks(rules),
        }
    }
}

impl Play {
    /// Plays until the player has enough or the input ends.
    pub fn run(self) -> Result<()> {
        if !self.text && !self.quiet && self.dialect.is_none() && is_terminal() {
            return self.screen();
        }
        let input = io::stdin().lock();
        let out = BufWriter::new(io::stdout().lock());
        if let Some(path) = &self.load {
            return lines(Session::load_from(path)?, self.quiet, input, out);
        }
        if let Some(path) = &self.file {
            let (rules, deal) = self.imported(path)?;
            return lines(Session::new(&rules, deal)?, self.quiet, input, out);
        }
        let rules = match (self.dialect, &self.game.game, &self.game.rules) {
            (Some(dialect), None, None) => games::set(dialect.game(), &self.game.set)?,
            _ => self.game.rules()?,
        };
        match self.dialect {
            None => self.plain(&rules, input, out),
            Some(dialect) => {
                if !dialect.speaks(&rules) {
                    let game = dialect.game().name;
                    bail!("this dialect cannot play {}; it speaks of games like {game}", rules.title);
                }
                self.dialect(dialect, &rules, input, out)
            }
        }
    }

    /// Plays on the whole screen.
    fn screen(&self) -> Result<()> {
        let start = match (&self.load, &self.file) {
            (Some(path), _) => tui::Start::Loaded(Box::new(Session::load_from(path)?)),
            (_, Some(path)) => {
                let (rules, deal) = self.imported(path)?;
                tui::Start::Game(Box::new(rules), deal)
            }
            _ if self.game.game.is_none() && self.game.rules.is_none() => tui::Start::Chooser,
            _ => {
                let rules = self.game.rules()?;
                let deal = deals(self.named()?, &rules)?();
                tui::Start::Game(Box::new(rules), deal)
            }
        };
        Ok(tui::run(start, Box::new(fresh()))?)
    }

    /// The deal or position of a file, and the rules it is played by.
    fn imported(&self, path: &Path) -> Result<(Rules, Deal)> {
        if path == Path::new("-") {
            bail!("the moves come from standard input: give --file the name of a file");
        }
        let shown = path.display();
        let imported = deals::import(&input::read(path)?).with_context(|| format!("{shown}"))?;
        let rules = self.game.rules_or(&imported)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let deal = Deal::imported(&imported, &rules, name);
        Ok((rules, deal.with_context(|| format!("{shown}, as {}", rules.name))?))
    }

    /// The deal the player named, if any.
    fn named(&self) -> Result<Option<DealName>> {
        match self.seed {
            Some(seed) => {
                let number = u64::try_from(seed);
                let number = number
                    .with_context(|| format!("there is no deal {seed}: numbers end at {}", u64::MAX))?;
                Ok(Some(DealName::ours(number)))
            }
            None => Ok(self.deal),
        }
    }

    fn plain(&self, rules: &Rules, input: impl Read, out: impl Write) -> Result<()> {
        let mut deals = deals(self.named()?, rules)?;
        lines(Session::new(rules, deals())?, self.quiet, input, out)
    }

    fn dialect(&self, dialect: Dialect, rules: &Rules, input: impl Read, out: impl Write) -> Result<()> {
        match dialect {
            Dialect::Ucb if self.deal.is_some() => {
                text::ucb::play(rules, deals(self.deal, rules)?, input, out, io::stderr())?;
            }
            Dialect::Ucb => {
                let seed = self.seed.unwrap_or_else(|| seed().into());
                text::ucb::play(rules, text::ucb::deals(seed)?, input, out, io::stderr())?;
            }
            Dialect::Ycp => {
                let deal = match self.deal {
                    Some(_) => deals(self.deal, rules)?(),
                    None => text::ycp::deal(self.seed.unwrap_or(text::ycp::SEED))?,
                };
                text::ycp::play(rules, deal, input, out)?;
            }
            Dialect::Bsd => {
                let deals = deals(self.named()?, rules)?;
                let (books, _) = Books::open();
                let ledger = Ledger::new(books.account());
                let mut journal = books.journal();
                // That money cannot be kept is no reason to stop the game.
                let keep = |paid: &session::Account| {
                    let _ = journal.as_mut().map(|journal| journal.charge(paid));
                };
                text::bsd::play(rules, deals, ledger, clock(), keep, input, out)?;
            }
        }
        Ok(())
    }
}

/// Plays by lines, and writes the game down as it is played.
fn lines(session: Session, quiet: bool, input: impl Read, mut out: impl Write) -> Result<()> {
    let (books, trouble) = Books::open();
    if let Some(trouble) = trouble {
        writeln!(out, "{trouble}")?;
    }
    let sitting = Sitting::new(session, books.account(), books.journal());
    let around = text::plain::Around { fresh: fresh(), clock: clock(), shelf: &books, quiet };
    Ok(text::plain::play(sitting, input, out, around)?)
}

/// The player's books, where they can be kept.
struct Books(Option<store::Store>);

impl Books {
    /// Opens them; otherwise says why nothing is kept.
    fn open() -> (Books, Option<String>) {
        match store::folder().map(|folder| store::Store::open(&folder)) {
            Some(Ok(store)) => (Books(Some(store)), None),
            Some(Err(error)) => (Books(None), Some(format!("{error} Nothing is kept."))),
            None => (Books(None), Some("There is no folder for the books: nothing is kept.".into())),
        }
    }

    fn account(&self) -> Account {
        self.0.as_ref().and_then(|store| store.account().ok()).unwrap_or_default()
    }

    fn journal(&self) -> Option<Box<dyn Journal>> {
        let writer = self.0.as_ref()?.writer().ok()?;
        Some(Box::new(writer))
    }
}

impl text::plain::Shelf for Books {
    fn left(&self) -> Vec<(i64, String)> {
        let left = self.0.as_ref().and_then(|store| store.left().ok()).unwrap_or_default();
        let words = |game: &store::Summary| {
            format!("{}, {}, {}", game.title, game.deal, rules::plural(game.moves, "move"))
        };
        left.iter().map(|game| (game.id, words(game))).collect()
    }

    fn take_up(&self, id: i64) -> Result<(Session, Duration, Box<dyn Journal>), String> {
        let Some(store) = &self.0 else { return Err("No games are kept here.".into()) };
        let (session, time, writer) = store.take_up(id).map_err(|error| error.to_string())?;
        Ok((session, time, Box::new(writer)))
    }

    fn give_up(&self, id: i64) -> Result<(), String> {
        let Some(store) = &self.0 else { return Err("No games are kept here.".into()) };
        store.give_up(id).map_err(|error| error.to_string())
    }
}

/// How long the program has been running.
fn clock() -> impl FnMut() -> Duration {
    let start = Instant::now();
    move || start.elapsed()
}

/// One deal after the other: from the one named on, or ever new ones.
fn deals(first: Option<DealName>, rules: &Rules) -> Result<impl FnMut() -> Deal + use<>> {
    if let Some(name) = first {
        // Refused now rather than in the middle of play.
        name.cards(rules)?;
    }
    let rules = *rules;
    let mut next = first;
    let mut fresh = fresh();
    Ok(move || {
        let Some(name) = next else { return Deal::Number(fresh()) };
        next = Some(DealName { number: name.number.wrapping_add(1), ..name });
        // An error: past the last number of the scheme.
        Deal::named(name, &rules).unwrap_or_else(|_| Deal::Number(fresh()))
    })
}

/// `talon` alone: the list of games on a terminal, the help elsewhere.
pub fn choose() -> Result<()> {
    if is_terminal() {
        return Ok(tui::run(tui::Start::Chooser, Box::new(fresh()))?);
    }
    Ok(<crate::Talon as clap::CommandFactory>::command().print_help()?)
}

fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// A number nobody can foresee; nothing depends on its quality.
fn seed() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() as u64 ^ u64::from(std::process::id()) << 20) as u32
}

/// New deal numbers, short enough to be told to a friend.
fn fresh() -> impl FnMut() -> u64 {
    let mut generator = cards::Generator::new(seed().into());
    move || 1 + generator.below(999_999)
}
