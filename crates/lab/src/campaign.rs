//! A campaign: a game, some players and a range of deals.

use crate::bot::{self, Bot};
use crate::engine::{Done, Work};
use crate::problem::{Problem, Request};
use crate::rows::{self, Format, GAME_COLUMNS, Head, KIND, Row};
use crate::whole;
use cpu_time::ThreadTime;
use siphasher::sip::SipHasher24;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use talon_players::{Player, Strategy, Weights};
use talon_rules::{Rules, Table};

/// The deals of a campaign: a range of our own numbers, or one part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deals {
    /// The whole range.
    pub all: Range<u64>,
    /// The number of the part, from 1, and the number of parts.
    pub shard: Option<(u64, u64)>,
}

impl Deals {
    /// Reads `A..B` (without B) or `A..=B`.
    ///
    /// # Errors
    /// If the text is not a range, or the range is empty.
    pub fn read(text: &str) -> Result<Deals, Problem> {
        let wrong = || Problem::from(Request::NotDeals(text.into()));
        let (first, last) = text.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let start = number(first)?;
        let end = match last.strip_prefix('=') {
            Some(last) => number(last)?.checked_add(1).ok_or_else(wrong)?,
            None => number(last)?,
        };
        if end <= start {
            return Err(Request::NoDeals { text: text.into(), start }.into());
        }
        Ok(Deals { all: start..end, shard: None })
    }

    /// Returns part `i/n` of the same deals.
    ///
    /// # Errors
    /// If the text is not a part, or the part would have no deals.
    pub fn shard(mut self, text: &str) -> Result<Deals, Problem> {
        let wrong = || Problem::from(Request::NotAShard(text.into()));
        let (part, parts) = text.split_once('/').ok_or_else(wrong)?;
        let part: u64 = part.parse().map_err(|_| wrong())?;
        let parts: u64 = parts.parse().map_err(|_| wrong())?;
        if part == 0 || part > parts {
            return Err(wrong());
        }
        if parts > self.all.end - self.all.start {
            return Err(Request::TooManyShards(parts).into());
        }
        self.shard = Some((part, parts));
        Ok(self)
    }

    /// Returns the first entries of the head of every file about these deals: the game, its rules, the
    /// deals.
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

    /// Returns the deals of this part.
    pub fn range(&self) -> Range<u64> {
        let Some((part, parts)) = self.shard else { return self.all.clone() };
        self.cut(part, parts)
    }

    /// Returns part `part` of `parts` of all deals.
    pub(crate) fn cut(&self, part: u64, parts: u64) -> Range<u64> {
        let count = u128::from(self.all.end - self.all.start);
        let cut = |part: u64| self.all.start + (count * u128::from(part) / u128::from(parts)) as u64;
        cut(part - 1)..cut(part)
    }
}

/// One player of a campaign: its name in the rows, and how it is made.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The name in the rows.
    pub name: String,
    source: Source,
}

/// How a player is made. Every thread of a campaign makes a player of its own.
#[derive(Clone)]
enum Source {
    /// By its specification, with these weights if they are not the standard ones.
    Specification(String, Option<Weights>),
    /// By the caller.
    Own(Arc<dyn Fn() -> Box<dyn Strategy> + Send + Sync>),
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Specification(specification, _) => write!(f, "Specification({specification:?})"),
            Source::Own(_) => f.write_str("Own"),
        }
    }
}

impl Seat {
    /// The player with this specification, as [`talon_players::find`] reads it, or [a program](bot) after `bot:`.
    /// The specification is its name.
    pub fn named(specification: &str) -> Seat {
        Seat { name: specification.into(), source: Source::Specification(specification.into(), None) }
    }

    /// The player with this specification, which judges positions by these weights.
    pub fn weighted(name: &str, specification: &str, weights: Weights) -> Seat {
        Seat { name: name.into(), source: Source::Specification(specification.into(), Some(weights)) }
    }

    /// A strategy of the caller. Each thread of a campaign asks `make` for a strategy of its own, and plays all
    /// its games with it.
    ///
    /// A strategy that cannot answer returns `None` and says why by [`Strategy::fault`].
    pub fn own(name: &str, make: impl Fn() -> Box<dyn Strategy> + Send + Sync + 'static) -> Seat {
        Seat { name: name.into(), source: Source::Own(Arc::new(make)) }
    }

    /// Creates the player. `answer_limit` is the time that a program of its own has for each answer.
    ///
    /// # Errors
    /// If the player is unknown or does not play the game.
    pub fn player(&self, rules: &Rules, answer_limit: Duration) -> Result<Player, Problem> {
        if let Some(bot) = self.bot(rules, answer_limit) {
            return Ok(Player::honest(bot));
        }
        match &self.source {
            Source::Own(make) => Ok(Player::Honest(make())),
            Source::Specification(specification, weights) => {
                Ok(talon_players::find(specification, rules, weights.as_ref())?)
            }
        }
    }

    /// Creates the player if it is a program of its own.
    fn bot(&self, rules: &Rules, answer_limit: Duration) -> Option<Bot> {
        let Source::Specification(specification, _) = &self.source else { return None };
        let command = specification.strip_prefix(bot::PREFIX)?;
        Some(Bot::new(command, rules, answer_limit))
    }

    /// Returns the specification, unless the caller makes the player.
    pub(crate) fn specification(&self) -> Option<&str> {
        match &self.source {
            Source::Specification(specification, _) => Some(specification),
            Source::Own(_) => None,
        }
    }

    /// Returns the weights that were given.
    pub(crate) fn weights(&self) -> Option<&Weights> {
        match &self.source {
            Source::Specification(_, weights) => weights.as_ref(),
            Source::Own(_) => None,
        }
    }

    /// Returns the weights that the player uses, if it uses any.
    pub(crate) fn played_weights(&self, rules: &Rules) -> Option<Weights> {
        let specification = self.specification().filter(|text| !text.starts_with(bot::PREFIX))?;
        let weighs = talon_players::entry(specification).is_ok_and(|entry| entry.weighs);
        weighs.then(|| self.weights().cloned().unwrap_or_else(|| Weights::standard(rules)))
    }

    /// Returns what the head of a file says about the player: what it knows, and its weights.
    fn notes(&self, rules: &Rules) -> Vec<(String, String)> {
        let knows = |what: &str| (format!("{} knows", self.name), what.to_string());
        let named = self.specification().filter(|text| !text.starts_with(bot::PREFIX));
        let Some(specification) = named else { return vec![knows("what is seen")] };
        let Ok(entry) = talon_players::entry(specification) else { return Vec::new() };
        let mut notes = vec![knows(entry.knows)];
        let weights = self.played_weights(rules);
        notes.extend(weights.map(|weights| (format!("{} weights", self.name), weights.line())));
        notes
    }
}

/// A game, its players and its deals.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The game.
    pub rules: Rules,
    /// The players, each of whom plays every deal.
    pub seats: Vec<Seat>,
    /// The deals.
    pub deals: Deals,
    /// What the randomness of the players depends on, apart from what they see of the deal.
    pub salt: u64,
    /// The key of secret decks, or `None` for the decks that everybody can deal by their numbers.
    pub secret: Option<u128>,
    /// The time that a player which is a program of its own has for each answer.
    pub answer_limit: Duration,
}

impl Campaign {
    /// Creates a campaign with the salt 0 and ten seconds for an answer.
    pub fn new(rules: Rules, seats: Vec<Seat>, deals: Deals) -> Campaign {
        Campaign { rules, seats, deals, salt: 0, secret: None, answer_limit: Duration::from_secs(10) }
    }

    /// Returns the names of the players, in order.
    ///
    /// # Errors
    /// If a player is named twice, is unknown, or does not play the game.
    pub fn names(&self) -> Result<Vec<String>, Problem> {
        let mut names: Vec<String> = Vec::new();
        for seat in &self.seats {
            if names.contains(&seat.name) {
                return Err(Request::NamedTwice(seat.name.clone()).into());
            }
            if seat.name.contains([',', '"', '\n', '\r']) {
                return Err(Request::PlayerName(seat.name.clone()).into());
            }
            self.player(seat)?;
            if let Some(bot) = seat.bot(&self.rules, self.answer_limit) {
                bot.start()?;
            }
            names.push(seat.name.clone());
        }
        if names.is_empty() {
            return Err(Request::NoPlayers.into());
        }
        Ok(names)
    }

    /// Returns the number of the deck of a deal.
    ///
    /// A strategy can recognise the decks of small numbers by the cards it sees at the deal, because it can
    /// deal them itself. It cannot try all the numbers that a secret key leads to.
    fn deck(&self, deal: u64) -> u64 {
        let Some(key) = self.secret else { return deal };
        SipHasher24::new_with_keys((key >> 64) as u64, key as u64).hash(&deal.to_le_bytes())
    }

    fn player(&self, seat: &Seat) -> Result<Player, Problem> {
        seat.player(&self.rules, self.answer_limit)
    }

    /// Returns the head of the campaign's file.
    pub fn head(&self, version: &str) -> Head {
        let mut entries = self.deals.opening(&self.rules, version);
        let seeds = format!("from what is seen of the deal, and the salt {}", self.salt);
        entries.push(("seeds".into(), seeds));
        if let Some(key) = self.secret {
            let decks =
                format!("deal N is Talon's deal of the number SipHash-2-4(N) under the key {key:032x}");
            entries.push(("decks".into(), decks));
        }
        let names: Vec<_> = self.seats.iter().map(|seat| seat.name.as_str()).collect();
        entries.push(("players".into(), names.join(", ")));
        entries.extend(self.seats.iter().flat_map(|seat| seat.notes(&self.rules)));
        Head { entries, columns: GAME_COLUMNS.into() }
    }
}

/// Measures the CPU time of one game after another.
///
/// Reading the CPU clock of a thread is a system call, and costs more than some games take. If a game took
/// very little time by the wall clock, which needs no system call, that time is used: the thread was hardly
/// interrupted.
struct Clock {
    cpu: ThreadTime,
    wall: Instant,
    /// The time reported since the CPU clock was read last.
    told: Duration,
}

/// Up to this duration, the wall clock is used.
const SHORT: Duration = Duration::from_micros(100);

impl Clock {
    fn start() -> Clock {
        Clock { cpu: ThreadTime::now(), wall: Instant::now(), told: Duration::ZERO }
    }

    /// Returns the time since the last lap.
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

/// Plays a campaign. Rows go to the file, if there is one, and in order to `sink`.
///
/// # Errors
/// If a player or the file is wrong; nothing is overwritten.
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
    campaign.rules.validate()?;
    let format = Format::of_output(file.as_deref())?;
    let work = Work {
        head: campaign.head(version),
        deals: campaign.deals.range(),
        players: &names,
        file,
        format,
        jobs,
    };
    let make = || campaign.worker(&names, format).expect("all players were made once already");
    whole::work(work, stop, make, sink, progress)
}

impl Campaign {
    /// Returns what plays a deal and writes its rows and times. The `names` are those of the players.
    pub(crate) fn worker(
        &self,
        names: &[String],
        format: Format,
    ) -> Result<impl FnMut(u64, &mut String, &mut String) -> bool, Problem> {
        let mut seated =
            self.seats.iter().map(|seat| self.player(seat)).collect::<Result<Vec<Player>, _>>()?;
        let last = seated.len() - 1;
        let mut clock = Clock::start();
        Ok(move |deal: u64, text: &mut String, times: &mut String| {
            let mut dealt = Table::numbered(&self.rules, self.deck(deal)).expect("the rules were checked");
            for (at, (player, name)) in seated.iter_mut().zip(names).enumerate() {
                let game = if at == last {
                    talon_players::play(&mut dealt, player, self.salt)
                } else {
                    talon_players::play(&mut dealt.clone(), player, self.salt)
                };
                let micros = clock.lap().as_micros() as u64;
                Row::write(text, format, deal, name, &game);
                rows::push_csv(times, (deal, name, micros));
            }
            true
        })
    }
}
