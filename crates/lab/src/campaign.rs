//! A campaign: a game, some players, a range of deals.

use crate::engine::{self, Done, Problem, Work};
use crate::rows::{Format, GAME_COLUMNS, Head, KIND, Row};
use cpu_time::ThreadTime;
use players::{Player, PlayerError, Weights};
use rules::{Rules, Table};
use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Which deals: a range of our own numbers, or one part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deals {
    /// The whole range.
    pub all: Range<u64>,
    /// The part (from 1) and how many parts there are.
    pub shard: Option<(u64, u64)>,
}

impl Deals {
    /// Reads `A..B` (B not included) or `A..=B`.
    ///
    /// # Errors
    /// When it is no range, or an empty one.
    pub fn read(text: &str) -> Result<Deals, Problem> {
        let wrong = || Problem(format!("{text:?} is no range of deals: write A..B, as in 1..1001"));
        let (first, last) = text.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let start = number(first)?;
        let end = match last.strip_prefix('=') {
            Some(last) => number(last)?.checked_add(1).ok_or_else(wrong)?,
            None => number(last)?,
        };
        if end <= start {
            return Err(Problem(format!("{text:?} has no deals: the end must be above {start}")));
        }
        Ok(Deals { all: start..end, shard: None })
    }

    /// The same deals, part `i/n` of them.
    ///
    /// # Errors
    /// When the part is none, or would have no deal.
    pub fn shard(mut self, text: &str) -> Result<Deals, Problem> {
        let wrong = || Problem(format!("{text:?} is no shard: write i/n, as in 1/4 to 4/4"));
        let (part, parts) = text.split_once('/').ok_or_else(wrong)?;
        let part: u64 = part.parse().map_err(|_| wrong())?;
        let parts: u64 = parts.parse().map_err(|_| wrong())?;
        if part == 0 || part > parts {
            return Err(wrong());
        }
        if parts > self.all.end - self.all.start {
            return Err(Problem(format!("{parts} shards are more than there are deals")));
        }
        self.shard = Some((part, parts));
        Ok(self)
    }

    /// What the head of every file about these deals says first: the game, its rules, the deals.
    pub(crate) fn opening(&self, rules: &Rules, version: &str) -> Vec<(String, String)> {
        let mut entries: Vec<(String, String)> = vec![
            (KIND.into(), "1".into()),
            ("game".into(), rules.name.as_str().into()),
            ("title".into(), rules.title.as_str().into()),
            ("rules".into(), serde_json::to_string(rules).unwrap_or_default()),
            ("version".into(), version.into()),
            ("deals".into(), format!("{}..{}", self.all.start, self.all.end)),
        ];
        if let Some((part, parts)) = self.shard {
            entries.push(("shard".into(), format!("{part}/{parts}")));
        }
        entries
    }

    /// The deals of this part.
    pub fn range(&self) -> Range<u64> {
        let Some((part, parts)) = self.shard else { return self.all.clone() };
        let count = u128::from(self.all.end - self.all.start);
        let cut = |part: u64| self.all.start + (count * u128::from(part) / u128::from(parts)) as u64;
        cut(part - 1)..cut(part)
    }
}

/// One player of a campaign: what it is called, its name with settings, and weights of its own.
#[derive(Clone, Debug)]
pub struct Seat {
    /// What the rows call it.
    pub name: String,
    /// As [`players::find`] reads it.
    pub spec: String,
    /// Weights instead of the standard ones.
    pub weights: Option<Weights>,
}

/// What is played.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The game.
    pub rules: Rules,
    /// The players, each on every deal.
    pub seats: Vec<Seat>,
    /// The deals.
    pub deals: Deals,
}

/// How seeds are made, for the head of every file.
const SEEDS: &str =
    "deal N is Talon's own shuffle N; every player's chance on it comes from seed(N), the same for all";

/// The seed of a player's chance on a deal.
pub fn seed(deal: u64) -> u64 {
    let mut z = deal.wrapping_add(0x7A10_17A1_0001).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    z ^ (z >> 29)
}

impl Campaign {
    /// The players' names, in order.
    ///
    /// # Errors
    /// When a player is named twice, is unknown, or does not play the game.
    pub fn names(&self) -> Result<Vec<String>, Problem> {
        let mut names: Vec<String> = Vec::new();
        for seat in &self.seats {
            if names.contains(&seat.name) {
                return Err(Problem(format!("{} is named twice", seat.name)));
            }
            if seat.name.contains([',', '"', '\n', '\r']) {
                return Err(Problem(format!(
                    "{:?} is no name for rows: no commas, quotes or lines",
                    seat.name
                )));
            }
            self.player(seat).map_err(|error| Problem(error.0))?;
            names.push(seat.name.clone());
        }
        if names.is_empty() {
            return Err(Problem("no player is named".into()));
        }
        Ok(names)
    }

    fn player(&self, seat: &Seat) -> Result<Player, PlayerError> {
        players::find(&seat.spec, &self.rules, seat.weights.as_ref())
    }

    /// The head of the campaign's file.
    pub fn head(&self, version: &str) -> Head {
        let mut entries = self.deals.opening(&self.rules, version);
        entries.push(("seeds".into(), SEEDS.into()));
        let names: Vec<_> = self.seats.iter().map(|seat| seat.name.as_str()).collect();
        entries.push(("players".into(), names.join(", ")));
        for seat in &self.seats {
            if let Ok(entry) = players::entry(&seat.spec) {
                entries.push((format!("{} knows", seat.name), entry.knows.into()));
                if entry.weighs {
                    let weights = seat.weights.clone().unwrap_or_else(|| Weights::standard(&self.rules));
                    entries.push((format!("{} weights", seat.name), weights.line()));
                }
            }
        }
        Head { entries, columns: GAME_COLUMNS.into() }
    }
}

/// The CPU time of one game after the other.
///
/// A thread's CPU clock is a call to the system, dearer than some games. A game that took no time
/// worth asking about by the wall clock, which is no such call, took that time: nobody else had the
/// processor for long.
struct Clock {
    cpu: ThreadTime,
    wall: Instant,
    /// Told since `cpu` was asked.
    told: Duration,
}

/// Up to this the wall clock is believed.
const SHORT: Duration = Duration::from_micros(100);

impl Clock {
    fn start() -> Clock {
        Clock { cpu: ThreadTime::now(), wall: Instant::now(), told: Duration::ZERO }
    }

    /// The time since the last lap.
    fn lap(&mut self) -> Duration {
        let wall = Instant::now();
        let lap = wall - std::mem::replace(&mut self.wall, wall);
        if lap < SHORT {
            self.told += lap;
            return lap;
        }
        let cpu = ThreadTime::now();
        let told = std::mem::take(&mut self.told);
        cpu.duration_since(std::mem::replace(&mut self.cpu, cpu)).saturating_sub(told)
    }
}

/// Plays a campaign. Rows go to the file, where there is one, and in order to `sink`.
///
/// # Errors
/// When a player or the file is wrong; nothing is overwritten.
pub fn run(
    campaign: &Campaign,
    version: &str,
    file: Option<PathBuf>,
    jobs: usize,
    stop: &AtomicBool,
    sink: impl FnMut(&str),
    progress: impl FnMut(u64),
) -> Result<Done, Problem> {
    let names = campaign.names()?;
    campaign.rules.validate().map_err(|error| Problem(error.to_string()))?;
    let format = file.as_deref().map_or(Format::Csv, Format::of);
    let work = Work {
        head: campaign.head(version),
        deals: campaign.deals.range(),
        players: &names,
        file,
        format,
        jobs,
    };
    let make = || {
        let mut seated: Vec<Player> = campaign
            .seats
            .iter()
            .map(|seat| campaign.player(seat).expect("all players were made once already"))
            .collect();
        let names = &names;
        let last = seated.len() - 1;
        let mut clock = Clock::start();
        move |deal: u64, rows: &mut String, times: &mut String| {
            let mut dealt = Table::numbered(&campaign.rules, deal).expect("the rules were checked");
            for (at, (player, name)) in seated.iter_mut().zip(names).enumerate() {
                let game = if at == last {
                    players::play(&mut dealt, player, seed(deal))
                } else {
                    players::play(&mut dealt.clone(), player, seed(deal))
                };
                let micros = clock.lap().as_micros();
                Row::write(rows, format, deal, name, &game);
                let _ = writeln!(times, "{deal},{name},{micros}");
            }
            true
        }
    };
    engine::work(&work, stop, make, sink, progress)
}
