//! All players by name, with their settings: `hindsight+worlds=64+nodes=2000`.

use crate::spider::{Ahead, Learned, Looking};
use crate::{
    Asking, Expectimax, First, Heuristic, Hindsight, Oracle, Order, Ordered, Planner, Player, Random,
    Settings, Weights,
};
use rules::Rules;
use solve::packed::spider::Reach;
use std::fmt;

/// A player one can name.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// What it may know.
    pub knows: &'static str,
    /// The settings it understands, with what they mean.
    pub settings: &'static [(&'static str, &'static str)],
    /// Does it judge by weights?
    pub weighs: bool,
    make: fn(&Rules, &mut Given) -> Result<Player, String>,
}

/// What an honest player may know.
const SEEN: &str = "what it has seen: face-up cards, and stock and reserve cards that once lay open";

/// All players.
pub const PLAYERS: &[Entry] = &[
    Entry {
        name: "random",
        about: "any legal move, each with the same chance; gives up when ten moves brought nothing",
        knows: SEEN,
        settings: &[],
        weighs: false,
        make: |_, _| Ok(honest(Random::default())),
    },
    Entry {
        name: "first",
        about: "the first legal move in the engine's order",
        knows: SEEN,
        settings: &[],
        weighs: false,
        make: |_, _| Ok(honest(First)),
    },
    Entry {
        name: "greedy",
        about: "up, uncover, reserve, longer runs, empty a column, waste, fill, stock: in this order",
        knows: SEEN,
        settings: &[],
        weighs: false,
        make: |_, _| Ok(honest(Ordered::new(Order::Greedy))),
    },
    Entry {
        name: "always-up",
        about: "the rule of many books: whatever can go up goes up at once, otherwise as greedy",
        knows: SEEN,
        settings: &[],
        weighs: false,
        make: |_, _| Ok(honest(Ordered::new(Order::AlwaysUp))),
    },
    Entry {
        name: "aisleriot-hint",
        about: "the advice AisleRiot gives: up, then whole columns in suit before not, then the waste",
        knows: SEEN,
        settings: &[],
        weighs: false,
        make: |_, _| Ok(honest(Ordered::new(Order::Hint))),
    },
    Entry {
        name: "heuristic",
        about: "the move whose position is worth most by weighted features",
        knows: SEEN,
        settings: &[],
        weighs: true,
        make: |rules, given| Ok(honest(Heuristic::new(given.weights(rules)))),
    },
    Entry {
        name: "closure",
        about: "all moves that bring nothing, then the way out that is worth most; solves when all is seen",
        knows: SEEN,
        settings: &[("cap", "positions of a closure (200)")],
        weighs: true,
        make: |rules, given| {
            let cap = given.number("cap", 200.0)? as usize;
            Ok(honest(Planner::new(given.weights(rules), cap)))
        },
    },
    Entry {
        name: "expectimax",
        about: "as closure, but the best ways are tried with several cards that may turn up",
        knows: SEEN,
        settings: &[
            ("cap", "positions of a closure (100)"),
            ("ways", "ways looked at deeper (6)"),
            ("samples", "cards imagined for each (6)"),
            ("inner", "positions of the closures after them (20)"),
        ],
        weighs: true,
        make: |rules, given| {
            let cap = given.number("cap", 100.0)? as usize;
            let ways = given.number("ways", 6.0)? as usize;
            let samples = given.number("samples", 6.0)? as usize;
            let inner = given.number("inner", 20.0)? as usize;
            Ok(honest(Expectimax::new(given.weights(rules), cap, ways, samples, inner)))
        },
    },
    Entry {
        name: "hindsight",
        about: "imagines worlds, solves every way in each, takes the one that wins most of them",
        knows: SEEN,
        settings: &[
            ("worlds", "worlds for each decision (32; Canfield 60)"),
            ("nodes", "nodes for each way in each world (1000; Canfield 700)"),
            ("bonus", "what turning up a card is worth, in games (0; Canfield 0.05)"),
            ("pile", "what each face-down card of the column opened is worth, in games (0.03)"),
            ("unknown", "what an undecided world is worth (0.4; Canfield by cards up)"),
            ("cap", "positions of a closure (300)"),
            (
                "takes",
                "Klondike: stock cards taken on the way to the next card turned up (8; 0: single moves)",
            ),
            (
                "playout",
                "1 to let greedy play the worlds to their end (Canfield with few redeals), 0 to solve them",
            ),
            ("dive", "Klondike: nodes searched depth-first before best-first (300)"),
            ("relax", "1 to refute by easier rules first, 0 not to"),
        ],
        weighs: false,
        make: |rules, given| {
            if rules.about_runs() && rules.stock.is_rows() {
                return Err(format!(
                    "hindsight does not play {}: nearly every world of it can be won, so solving imagined \
                     worlds tells no way from another",
                    rules.title
                ));
            }
            let standard = Settings::standard(rules);
            let settings = Settings {
                worlds: given.number("worlds", standard.worlds as f64)? as usize,
                nodes: given.number("nodes", standard.nodes as f64)? as u64,
                bonus: given.number("bonus", standard.bonus)?,
                unknown: given.number("unknown", standard.unknown)?,
                pile: given.number("pile", standard.pile)?,
                cap: given.number("cap", standard.cap as f64)? as usize,
                takes: given.number("takes", standard.takes as f64)? as usize,
                asking: Asking {
                    dive: given.number("dive", standard.asking.dive as f64)? as u64,
                    relax: given.number("relax", f64::from(u8::from(standard.asking.relax)))? > 0.0,
                },
                playout: given.number("playout", f64::from(u8::from(standard.playout)))? > 0.0,
                ..standard
            };
            if settings.worlds == 0 {
                return Err("hindsight needs at least one world".into());
            }
            Ok(honest(Hindsight::new(settings)))
        },
    },
    Entry {
        name: "spider-learned",
        about: "all that can be done unseen, then the way out that nets learned from games like most",
        knows: SEEN,
        settings: REACH,
        weighs: false,
        make: |rules, given| learned(rules, given, 20_000.0, 200.0),
    },
    Entry {
        name: "spider-fast",
        about: "spider-learned with less thought: within 0.05 s a game",
        knows: SEEN,
        settings: REACH,
        weighs: false,
        make: |rules, given| learned(rules, given, 2000.0, 200.0),
    },
    Entry {
        name: "spider-ahead",
        about: "spider-learned, but the nets are asked a card later, and late in the game the best ways are played on in imagined worlds",
        knows: SEEN,
        settings: &[
            ("cap", "positions of a closure (4000)"),
            ("free", "positions of the closure that takes runs apart freely, late (8000)"),
            ("ways", "ways of a closure looked at further (24)"),
            ("alike", "of those, ways that show the same next (6)"),
            ("rows", "rows imagined where a way deals (100)"),
            ("next", "positions of the closures after a card (60)"),
            ("late", "plays on when at most so many rows are left (2)"),
            ("finalists", "ways of each closure played on (8)"),
            ("worlds", "worlds they are played on in (400; 0: none)"),
            ("inner", "positions of the closures in those games (30)"),
            ("judges", "nets asked in those games (1)"),
        ],
        weighs: false,
        make: |rules, given| {
            let standard = Looking::default();
            let mut whole = |name, standard: usize| given.number(name, standard as f64).map(|n| n as usize);
            let looking = Looking {
                reach: Reach { cap: whole("cap", standard.reach.cap)?, ..standard.reach },
                free: Reach { cap: whole("free", standard.free.cap)?, ..standard.free },
                next: Reach { cap: whole("next", standard.next.cap)?, ..standard.next },
                inner: Reach { cap: whole("inner", standard.inner.cap)?, ..standard.inner },
                nets: whole("judges", standard.nets)?,
                ways: whole("ways", standard.ways)?,
                alike: whole("alike", standard.alike)?,
                rows: whole("rows", standard.rows)?,
                late: whole("late", standard.late.into())? as u8,
                finalists: whole("finalists", standard.finalists)?,
                worlds: whole("worlds", standard.worlds)?,
                ..standard
            };
            let Looking { reach, free, next, inner, nets, ways, alike, rows, finalists, .. } = looking;
            let least = [reach.cap, free.cap, next.cap, inner.cap, nets, ways, alike, rows, finalists];
            if least.contains(&0) {
                return Err("all settings but late and worlds must be at least 1".into());
            }
            Ok(honest(Ahead::new(rules, looking)?))
        },
    },
    Entry {
        name: "oracle",
        about: "solves the true deal and plays the line: the ceiling, no player to compare others with",
        knows: "EVERY card, hidden ones too (thoughtful play)",
        settings: &[("nodes", "nodes a deal (5000000)")],
        weighs: false,
        make: |_, given| Ok(Player::Oracle(Oracle::new(given.number("nodes", 5_000_000.0)? as u64))),
    },
];

fn honest(strategy: impl crate::Strategy + 'static) -> Player {
    Player::Honest(Box::new(strategy))
}

/// The settings of the learned Spider player.
const REACH: &[(&str, &str)] = &[
    ("cap", "positions of a closure (20000; 2000 for the fast one)"),
    ("layers", "layers of a closure (30)"),
    ("choices", "ways out the nets are asked about (200)"),
];

fn learned(rules: &Rules, given: &mut Given, cap: f64, choices: f64) -> Result<Player, String> {
    let reach = Reach {
        cap: given.number("cap", cap)? as usize,
        layers: given.number("layers", 30.0)? as usize,
        choices: given.number("choices", choices)? as usize,
        ..Reach::default()
    };
    if reach.cap == 0 || reach.layers == 0 || reach.choices == 0 {
        return Err("cap, layers and choices must be at least 1".into());
    }
    Ok(honest(Learned::new(rules, reach)?))
}

/// The settings given with a name.
struct Given<'a> {
    settings: Vec<(&'a str, f64)>,
    weights: Option<&'a Weights>,
}

impl Given<'_> {
    fn number(&mut self, name: &str, standard: f64) -> Result<f64, String> {
        match self.settings.iter().find(|(known, _)| *known == name) {
            Some((_, value)) if *value < 0.0 || !value.is_finite() => {
                Err(format!("{name} must be a number not below 0"))
            }
            Some((_, value)) => Ok(*value),
            None => Ok(standard),
        }
    }

    fn weights(&self, rules: &Rules) -> Weights {
        self.weights.cloned().unwrap_or_else(|| Weights::standard(rules))
    }
}

/// Why there is no such player, or not for this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerError(pub String);

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlayerError {}

/// The entry of a player by its name, settings left out.
///
/// # Errors
/// Names the players there are.
pub fn entry(name: &str) -> Result<&'static Entry, PlayerError> {
    let name = name.split('+').next().unwrap_or(name);
    PLAYERS.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let names: Vec<_> = PLAYERS.iter().map(|entry| entry.name).collect();
        PlayerError(format!("no player is called {name:?}; there are {}", names.join(", ")))
    })
}

/// Makes a player for a game: `name` or `name+setting=number+…`, with weights where it judges by
/// them (the standard ones otherwise).
///
/// # Errors
/// Says what is wrong with the name or a setting, or why the player does not play the game.
pub fn find(spec: &str, rules: &Rules, weights: Option<&Weights>) -> Result<Player, PlayerError> {
    let entry = entry(spec)?;
    let mut settings = Vec::new();
    for part in spec.split('+').skip(1) {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| PlayerError(format!("{part:?} is no setting: write name=number")))?;
        if !entry.settings.iter().any(|(known, _)| *known == name) {
            let known: Vec<_> = entry.settings.iter().map(|(name, _)| *name).collect();
            let known = if known.is_empty() {
                "it has none".into()
            } else {
                format!("there are {}", known.join(", "))
            };
            return Err(PlayerError(format!("{} has no setting {name:?}; {known}", entry.name)));
        }
        let value = value.parse().map_err(|_| PlayerError(format!("{part:?}: {value:?} is not a number")))?;
        settings.push((name, value));
    }
    if weights.is_some() && !entry.weighs {
        return Err(PlayerError(format!("{} does not judge by weights", entry.name)));
    }
    (entry.make)(rules, &mut Given { settings, weights }).map_err(PlayerError)
}
