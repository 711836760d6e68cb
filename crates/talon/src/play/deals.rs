//! Which deals are played.

use crate::Failure;
use anyhow::Result;
use clap::Args;
use std::io;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use talon_deals::DealName;
use talon_rules::Rules;
use talon_session::{Aim, Day, Deal, Level};
use talon_text::Interrupt;

/// What the deal is to be like.
#[derive(Args)]
#[group(id = "wanted", multiple = false, conflicts_with_all = ["deal", "seed", "dialect", "file", "load"])]
pub struct Wanted {
    /// A new deal that is proved winnable
    #[arg(long)]
    winnable: bool,
    /// A new deal that is proved winnable and easy
    #[arg(long)]
    easy: bool,
    /// A new deal that is proved winnable and of medium difficulty
    #[arg(long)]
    medium: bool,
    /// A new deal that is proved winnable and hard
    #[arg(long)]
    hard: bool,
    /// The deal of the day
    #[arg(long)]
    daily: bool,
}

impl Wanted {
    /// Returns `true` if a deal of some kind is wanted.
    pub fn is_any(&self) -> bool {
        self.daily || self.winnable || self.level().is_some()
    }

    fn level(&self) -> Option<Level> {
        let levels = [(self.easy, Level::Easy), (self.medium, Level::Medium), (self.hard, Level::Hard)];
        levels.into_iter().find(|(wanted, _)| *wanted).map(|(_, level)| level)
    }

    /// The deal that is wanted, if one is, and what is known about it.
    ///
    /// # Errors
    /// If no such deal was found in time.
    pub fn deal(&self, rules: &Rules) -> Result<Option<(Deal, String)>> {
        let aim = match self.level() {
            _ if !self.is_any() => return Ok(None),
            Some(level) => Aim::Level(level),
            None if self.daily => Aim::Day(Day::from_unix(now())),
            None => Aim::Winnable,
        };
        // Before the game begins, Ctrl-C ends the program.
        let (interrupt, mut progress) = (Interrupt::default(), io::stderr());
        let waiting = talon_text::search::Waiting::new(&interrupt, &mut progress);
        let sought = talon_text::search::deal(rules, aim, fresh()(), waiting);
        let words = sought.words(aim);
        match sought.deal() {
            Some(deal) => Ok(Some((deal.clone(), words))),
            None => Err(Failure(words).into()),
        }
    }
}

/// The time in seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Returns a clock that tells how long the program has been running.
pub fn clock() -> impl FnMut() -> Duration {
    let start = Instant::now();
    move || start.elapsed()
}

/// Returns one deal after another: from the named one onwards, or new ones.
pub fn from(first: Option<DealName>, rules: &Rules) -> Result<impl FnMut() -> Deal + use<>> {
    if let Some(name) = first {
        // A deal that does not exist is refused now rather than during play.
        name.cards(rules)?;
    }
    let rules = *rules;
    let mut next = first;
    let mut fresh = fresh();
    Ok(move || {
        let Some(name) = next else { return Deal::Number(fresh()) };
        // After the last number of the scheme, the numbers are Talon's own.
        next = DealName::new(name.scheme(), name.number() + 1).ok();
        Deal::named(name, &rules).unwrap_or_else(|_| Deal::Number(fresh()))
    })
}

/// Returns a number that nobody can predict; nothing depends on its quality.
pub fn seed() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() as u64 ^ u64::from(std::process::id()) << 20) as u32
}

/// Returns new deal numbers, short enough to be told to a friend.
pub fn fresh() -> impl FnMut() -> u64 {
    let mut generator = talon_cards::Generator::new(seed().into());
    move || 1 + generator.below(999_999)
}
