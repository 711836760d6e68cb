//! `talon play`: a game, by lines of text.

use crate::game::GameArgs;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use rules::Rules;
use session::{Deal, Ledger, Session};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// Play a game.
#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    game: GameArgs,
    /// Play by lines of text: through a pipe, with a screen reader.
    #[arg(long)]
    text: bool,
    /// Speak like a program of old.
    #[arg(long, value_enum, value_name = "DIALECT")]
    dialect: Option<Dialect>,
    /// In the dialects ucb and ycp the original's own deal of this seed; otherwise the same as --deal.
    #[arg(long, value_name = "N", conflicts_with = "deal")]
    seed: Option<u128>,
    /// The number of the deal; a new one each time when none is given.
    #[arg(long, value_name = "N")]
    deal: Option<u64>,
    /// Go on with a saved game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deal", "seed", "dialect", "game", "rules", "set"])]
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
        if !self.text && self.dialect.is_none() && is_terminal() {
            return self.screen();
        }
        let input = io::stdin().lock();
        let out = BufWriter::new(io::stdout().lock());
        if let Some(path) = &self.load {
            let session = Session::load_from(path)?;
            return Ok(text::plain::play(session, input, out, fresh())?);
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
        let mut fresh = fresh();
        let start = match &self.load {
            Some(path) => tui::Start::Loaded(Box::new(Session::load_from(path)?)),
            None if self.game.game.is_none() && self.game.rules.is_none() => tui::Start::Chooser,
            None => {
                let number = self.number()?.unwrap_or_else(&mut fresh);
                tui::Start::Game(self.game.rules()?, Deal::Number(number))
            }
        };
        Ok(tui::run(start, Box::new(fresh))?)
    }

    /// The number the player gave, if any.
    fn number(&self) -> Result<Option<u64>> {
        match self.seed {
            Some(seed) => {
                let number = u64::try_from(seed);
                Ok(Some(
                    number
                        .with_context(|| format!("there is no deal {seed}: numbers end at {}", u64::MAX))?,
                ))
            }
            None => Ok(self.deal),
        }
    }

    fn plain(&self, rules: &Rules, input: impl Read, out: impl Write) -> Result<()> {
        let mut fresh = fresh();
        let number = self.number()?.unwrap_or_else(&mut fresh);
        let session = Session::new(rules, Deal::Number(number))?;
        Ok(text::plain::play(session, input, out, fresh)?)
    }

    fn dialect(&self, dialect: Dialect, rules: &Rules, input: impl Read, out: impl Write) -> Result<()> {
        // One deal after the other: of the original, or our own numbers.
        let mut fresh = fresh();
        let mut next = self.deal;
        let mut ours = move || {
            let number = next.unwrap_or_else(&mut fresh);
            next = next.map(|number| number.wrapping_add(1));
            Deal::Number(number)
        };
        match dialect {
            Dialect::Ucb if self.deal.is_some() => {
                text::ucb::play(rules, ours, input, out, io::stderr())?;
            }
            Dialect::Ucb => {
                let seed = self.seed.unwrap_or_else(|| seed().into());
                text::ucb::play(rules, text::ucb::deals(seed)?, input, out, io::stderr())?;
            }
            Dialect::Ycp => {
                let deal = match self.deal {
                    Some(_) => ours(),
                    None => text::ycp::deal(self.seed.unwrap_or(text::ycp::SEED))?,
                };
                text::ycp::play(rules, deal, input, out)?;
            }
            Dialect::Bsd => {
                let ours = match self.number()? {
                    Some(number) => {
                        let mut numbers = number..;
                        Box::new(move || Deal::Number(numbers.next().unwrap_or(number)))
                            as Box<dyn FnMut() -> Deal>
                    }
                    None => Box::new(ours),
                };
                let start = std::time::Instant::now();
                let clock = move || start.elapsed();
                text::bsd::play(rules, ours, Ledger::default(), clock, input, out)?;
            }
        }
        Ok(())
    }
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
