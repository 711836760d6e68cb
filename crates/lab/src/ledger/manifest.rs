//! The manifest: what a ledger is about, and how it is divided.

use crate::campaign::{Campaign, Deals, Seat};
use crate::counts;
use crate::problem::{ManifestFault, Problem, Request};
use crate::results::SOLVER;
use crate::rows::Head;
use crate::winnability::Winnability;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;
use talon_players::Weights;
use talon_rules::{Overrides, Rules};

/// The version of the form of a ledger.
const FORM: u64 = 1;

/// The work of a ledger.
#[derive(Clone, Debug)]
pub enum Job {
    /// Players play the deals.
    Games(Campaign),
    /// The solver decides them. Deals that stay unknown are queued again, with ten times as many nodes.
    Verdicts(Winnability),
}

/// What the parts of a ledger keep.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// A row for each deal and player.
    Rows,
    /// Only how often each result occurred.
    Counts,
}

/// What a ledger is about, and how it is divided.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The version of the program that may work on it.
    pub version: String,
    /// The work. Its deals are undivided.
    pub job: Job,
    /// The number of chunks: chunk `i` of `n` is the shard `i/n` of the deals.
    pub chunks: u64,
    /// What is kept.
    pub keep: Keep,
    /// The names of the players.
    pub(crate) names: Vec<String>,
}

/// The manifest as it stands in the file.
#[derive(Serialize, Deserialize)]
struct File {
    ledger: u64,
    version: String,
    game: String,
    deals: String,
    chunks: u64,
    keep: Keep,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games: Option<Games>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solver: Option<Solver>,
    rules: serde_json::Value,
}

#[derive(Serialize, Deserialize)]
struct Games {
    salt: u64,
    /// The key of secret decks, in hexadecimal digits.
    secret: Option<String>,
    answer_seconds: f64,
    players: Vec<Player>,
}

#[derive(Serialize, Deserialize)]
struct Player {
    name: String,
    spec: String,
    /// The weights as TOML, if they are not the standard ones.
    weights: Option<String>,
    /// SHA-256 of the weights that the player plays with, for people who compare ledgers.
    weights_digest: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Solver {
    nodes: u64,
    retries: u32,
    memory: usize,
}

impl Manifest {
    /// Creates a manifest. The work must not be a shard; `chunks` is cut to the number of deals.
    ///
    /// # Errors
    /// If the rules, a player or the limits are not fit for a ledger.
    pub fn new(version: &str, job: Job, chunks: u64, keep: Keep) -> Result<Manifest, Problem> {
        match &job {
            Job::Games(campaign) => {
                if let Some(seat) = campaign.seats.iter().find(|seat| seat.specification().is_none()) {
                    return Err(Request::OwnPlayer(seat.name.clone()).into());
                }
                campaign.names()?;
            }
            Job::Verdicts(asked) if asked.time.is_some() => {
                return Err(Request::TimeLimit.into());
            }
            Job::Verdicts(_) => {}
        }
        Manifest::of(version, job, chunks, keep)
    }

    /// Creates a manifest without making its players: who looks at a ledger need not be able to.
    fn of(version: &str, job: Job, chunks: u64, keep: Keep) -> Result<Manifest, Problem> {
        let (rules, deals, names) = match &job {
            Job::Games(campaign) => {
                let names = campaign.seats.iter().map(|seat| seat.name.clone()).collect();
                (&campaign.rules, &campaign.deals, names)
            }
            Job::Verdicts(asked) => (&asked.rules, &asked.deals, vec![SOLVER.to_string()]),
        };
        rules.validate()?;
        if deals.shard.is_some() {
            return Err(Request::ShardedLedger.into());
        }
        let chunks = chunks.clamp(1, deals.all.end - deals.all.start);
        Ok(Manifest { version: version.into(), job, chunks, keep, names })
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Rules {
        match &self.job {
            Job::Games(campaign) => &campaign.rules,
            Job::Verdicts(asked) => &asked.rules,
        }
    }

    /// Returns all deals.
    pub fn deals(&self) -> &Deals {
        match &self.job {
            Job::Games(campaign) => &campaign.deals,
            Job::Verdicts(asked) => &asked.deals,
        }
    }

    /// Returns how often unknown deals are queued again.
    pub fn retries(&self) -> u32 {
        match &self.job {
            Job::Games(_) => 0,
            Job::Verdicts(asked) => asked.retries,
        }
    }

    /// Returns the head of the whole table.
    pub fn head(&self) -> Head {
        let head = match &self.job {
            Job::Games(campaign) => campaign.head(&self.version),
            Job::Verdicts(asked) => asked.head(&self.version),
        };
        match self.keep {
            Keep::Rows => head,
            Keep::Counts => Head { columns: counts::COLUMNS.into(), ..head },
        }
    }

    /// Returns the text of the manifest.
    pub fn text(&self) -> String {
        let rules = self.rules();
        let deals = &self.deals().all;
        let (games, solver) = match &self.job {
            Job::Games(campaign) => (Some(games(campaign)), None),
            Job::Verdicts(Winnability { nodes, retries, memory, .. }) => {
                (None, Some(Solver { nodes: *nodes, retries: *retries, memory: *memory }))
            }
        };
        let file = File {
            ledger: FORM,
            version: self.version.clone(),
            game: rules.name.as_str().into(),
            deals: format!("{}..{}", deals.start, deals.end),
            chunks: self.chunks,
            keep: self.keep,
            games,
            solver,
            rules: serde_json::to_value(rules).expect("rules can be written as JSON"),
        };
        serde_json::to_string_pretty(&file).expect("numbers and text can be written as JSON") + "\n"
    }

    /// Reads the text of a manifest.
    ///
    /// # Errors
    /// If it is something else, of another form, or not fit for this program.
    pub fn read(text: &str) -> Result<Manifest, Problem> {
        let wrong = |error: serde_json::Error| Problem::from(ManifestFault::Form(error));
        let value: serde_json::Value = serde_json::from_str(text).map_err(wrong)?;
        match value.get("ledger").and_then(serde_json::Value::as_u64) {
            Some(FORM) => {}
            Some(form) => {
                return Err(ManifestFault::OtherForm { found: form, known: FORM }.into());
            }
            None => return Err(ManifestFault::Foreign.into()),
        }
        let file: File = serde_json::from_value(value).map_err(wrong)?;
        let fields: Overrides = serde_json::from_value(file.rules).map_err(wrong)?;
        // A manifest has every field, so that it does not matter which rules they replace.
        let rules = fields.apply(&talon_games::KLONDIKE);
        let deals = Deals::read(&file.deals)?;
        let job = match (file.games, file.solver) {
            (Some(games), None) => Job::Games(games.campaign(rules, deals)?),
            (None, Some(Solver { nodes, retries, memory })) => {
                Job::Verdicts(Winnability { rules, deals, nodes, retries, time: None, memory })
            }
            _ => return Err(ManifestFault::NoJob.into()),
        };
        Manifest::of(&file.version, job, file.chunks, file.keep)
    }
}

fn games(campaign: &Campaign) -> Games {
    let players = campaign.seats.iter().map(|seat| Player {
        name: seat.name.clone(),
        spec: seat.specification().unwrap_or_default().into(),
        weights: seat.weights().map(|weights| weights.write("")),
        weights_digest: seat.played_weights(&campaign.rules).map(|weights| digest(weights.line().as_bytes())),
    });
    Games {
        salt: campaign.salt,
        secret: campaign.secret.map(|key| format!("{key:032x}")),
        answer_seconds: campaign.answer_limit.as_secs_f64(),
        players: players.collect(),
    }
}

impl Games {
    fn campaign(self, rules: Rules, deals: Deals) -> Result<Campaign, Problem> {
        let key = |digits: String| u128::from_str_radix(&digits, 16);
        let wrong = |field: &'static str| Problem::from(ManifestFault::Field(field));
        let seat = |Player { name, spec, weights, .. }: Player| -> Result<Seat, Problem> {
            let Some(text) = weights else {
                let mut seat = Seat::named(&spec);
                seat.name = name;
                return Ok(seat);
            };
            let weights = Weights::read(&text).map_err(ManifestFault::Weights)?;
            Ok(Seat::weighted(&name, &spec, weights))
        };
        let seats = self.players.into_iter().map(seat).collect::<Result<_, _>>()?;
        Ok(Campaign {
            salt: self.salt,
            secret: self.secret.map(key).transpose().map_err(|_| wrong("the key of the decks"))?,
            answer_limit: Duration::try_from_secs_f64(self.answer_seconds)
                .map_err(|_| wrong("answer_seconds"))?,
            ..Campaign::new(rules, seats, deals)
        })
    }
}

/// Returns the SHA-256 of some bytes in hexadecimal digits.
pub(crate) fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Returns the SHA-256 of a file in hexadecimal digits.
pub(crate) fn digest_of_file(path: &Path) -> io::Result<String> {
    let mut file = fs::File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hexadecimal(&hasher.finalize())),
            length => hasher.update(&buffer[..length]),
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
