//! All players by name, with their settings: `hindsight+worlds=64+nodes=2000`.

mod error;
mod rungs;
mod specification;

pub use error::{PlayerError, ValueKind};
pub use specification::find;

use crate::spider::{Learned, LookAhead, LookAheadSettings};
use crate::{
    ClosurePlanner, Expectimax, ExpectimaxSettings, First, Heuristic, Hindsight, HindsightSettings, Oracle,
    Player, Priorities, Random, RuleBased,
};
use specification::Specification;
use talon_rules::Rules;
use talon_solve::spider::observation::ClosureOptions;

/// A player in the list of players.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence without a full stop.
    pub about: &'static str,
    /// What it may know.
    pub knows: &'static str,
    /// The settings that may follow its name.
    pub settings: &'static [Setting],
    /// Whether it judges positions by weights.
    pub weighs: bool,
    /// Its specification with settings under which it decides quickly. Checks that play many positions use
    /// it.
    pub quick: &'static str,
    make: fn(&Rules, &Specification<'_>) -> Result<Player, PlayerError>,
}

/// A setting of a player, a number.
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it means, and its default.
    pub about: &'static str,
}

const fn setting(name: &'static str, about: &'static str) -> Setting {
    Setting { name, about }
}

/// What an honest player may know.
const SEEN: &str = "what it has seen: face-up cards, and stock and reserve cards that once lay open";

/// All players.
pub const PLAYERS: &[Entry] = &[
    Entry {
        name: "random",
        about: "plays a random legal move",
        knows: SEEN,
        settings: &[],
        weighs: false,
        quick: "random",
        make: |_, _| Ok(Player::honest(Random::default())),
    },
    Entry {
        name: "first",
        about: "plays the first legal move in the order of the engine",
        knows: SEEN,
        settings: &[],
        weighs: false,
        quick: "first",
        make: |_, _| Ok(Player::honest(First)),
    },
    Entry {
        name: "greedy",
        about: "plays by fixed priorities: to a foundation, turn up a card, from the reserve, join runs, \
                empty a column, from the waste, fill a column, turn the stock",
        knows: SEEN,
        settings: &[],
        weighs: false,
        quick: "greedy",
        make: |_, _| Ok(Player::honest(RuleBased::new(Priorities::Greedy))),
    },
    Entry {
        name: "always-up",
        about: "follows the advice of many books: whatever can go to a foundation goes there at once; \
                otherwise it plays as greedy",
        knows: SEEN,
        settings: &[],
        weighs: false,
        quick: "always-up",
        make: |_, _| Ok(Player::honest(RuleBased::new(Priorities::AlwaysUp))),
    },
    Entry {
        name: "aisleriot-hint",
        about: "follows the hints of AisleRiot: to a foundation, then whole columns, in suit first, then \
                from the waste",
        knows: SEEN,
        settings: &[],
        weighs: false,
        quick: "aisleriot-hint",
        make: |_, _| Ok(Player::honest(RuleBased::new(Priorities::AisleRiotHint))),
    },
    Entry {
        name: "heuristic",
        about: "looks one move ahead and takes the position that is best by weighted features",
        knows: SEEN,
        settings: &[],
        weighs: true,
        quick: "heuristic",
        make: |rules, spec| Ok(Player::honest(Heuristic::new(spec.weights(rules)))),
    },
    Entry {
        name: "closure",
        about: "explores everything that can be done before a card is turned up, and takes the choice that \
                is best by weighted features; solves the game once every card is known",
        knows: SEEN,
        settings: &[setting("cap", "positions of a closure (200)")],
        weighs: true,
        quick: "closure+cap=15",
        make: |rules, spec| {
            Ok(Player::honest(ClosurePlanner::new(spec.weights(rules), spec.whole("cap", 200, 0)?)))
        },
    },
    Entry {
        name: "expectimax",
        about: "plays as closure, but tries the best choices with several cards that they may turn up",
        knows: SEEN,
        settings: &[
            setting("cap", "positions of a closure (100)"),
            setting("ways", "choices that are tried (6)"),
            setting("samples", "cards sampled for each of them (6)"),
            setting("inner", "positions of the closures after them (20)"),
        ],
        weighs: true,
        quick: "expectimax+cap=8+ways=2+samples=2+inner=4",
        make: |rules, spec| {
            let standard = ExpectimaxSettings::default();
            let settings = ExpectimaxSettings {
                cap: spec.whole("cap", standard.cap, 0)?,
                choices: spec.whole("ways", standard.choices, 0)?,
                samples: spec.whole("samples", standard.samples, 0)?,
                inner_cap: spec.whole("inner", standard.inner_cap, 0)?,
            };
            Ok(Player::honest(Expectimax::new(spec.weights(rules), settings)))
        },
    },
    Entry {
        name: "hindsight",
        about: "samples possible worlds, solves every choice in each of them, and takes the choice that wins \
                most often",
        knows: SEEN,
        settings: &[
            setting("worlds", "worlds for each decision (32; Canfield 60)"),
            setting("nodes", "nodes for each choice in each world (1000; Canfield 700)"),
            setting("bonus", "worth of turning up a card, in games (0; Canfield 0.05)"),
            setting(
                "pile",
                "worth of each face-down card in the column that is opened, in games (0.03; Canfield 0)",
            ),
            setting("unknown", "worth of a world that is not decided, in games (0.4; Canfield counts cards)"),
            setting("cap", "positions of a closure (300)"),
            setting(
                "takes",
                "Klondike: stock cards played before a card is turned up (8; 0: judge single moves)",
            ),
            setting(
                "playout",
                "1: the greedy player plays the worlds to their end; 0: the solver judges them",
            ),
            setting("dive", "Klondike: nodes that the solver searches depth first before best first (300)"),
            setting("relax", "1: the solver tries relaxed rules first to refute a world (0)"),
        ],
        weighs: false,
        quick: "hindsight+worlds=2+nodes=20+cap=15",
        make: hindsight,
    },
    rungs::EXPOSE_MOST,
    rungs::IN_SUIT_FIRST,
    rungs::EMPTY_COLUMNS,
    rungs::BROWN,
    rungs::DEPTH_SEARCH,
    rungs::BEAM,
    rungs::MONTE_CARLO,
    rungs::TREE_SEARCH,
    Entry {
        name: "spider-learned",
        about: "explores everything that can be done before a card is turned up, and takes the choice that \
                nets trained on games value most",
        knows: SEEN,
        settings: LEARNED_SETTINGS,
        weighs: false,
        quick: "spider-learned+cap=60",
        make: |rules, spec| learned(rules, spec, 20_000),
    },
    Entry {
        name: "spider-fast",
        about: "plays as spider-learned with smaller closures, within 0.05 s a game",
        knows: SEEN,
        settings: LEARNED_SETTINGS,
        weighs: false,
        quick: "spider-fast+cap=30",
        make: |rules, spec| learned(rules, spec, 2000),
    },
    Entry {
        name: "spider-ahead",
        about: "plays as spider-learned, but asks the nets one card later, and late in the game plays the \
                best choices to the end in sampled worlds",
        knows: SEEN,
        settings: &[
            setting("cap", "positions of a closure (4000)"),
            setting("free", "late: positions of the closure that takes runs apart freely (8000)"),
            setting("ways", "choices of a closure that are looked at further (24)"),
            setting("alike", "of those, choices that reveal the same (6)"),
            setting("rows", "rows sampled if a choice deals one (100)"),
            setting("next", "positions of the closures one card later (60)"),
            setting("late", "the number of rows left from which rollouts are played (2)"),
            setting("finalists", "choices of each closure that are played to the end (8)"),
            setting("worlds", "worlds in which they are played (400; 0: none)"),
            setting("inner", "positions of the closures in those games (30)"),
            setting("judges", "nets that play those games (1)"),
        ],
        weighs: false,
        quick: "spider-ahead+cap=40+free=40+ways=2+rows=2+next=10+inner=5+late=2+worlds=2",
        make: look_ahead,
    },
    Entry {
        name: "oracle",
        about: "solves the true deal and plays the winning line; a ceiling, not a player to compare with \
                others",
        knows: "EVERY card, hidden ones too (thoughtful play)",
        settings: &[setting("nodes", "nodes for each deal (5000000)")],
        weighs: false,
        quick: "oracle+nodes=300",
        make: |_, spec| Ok(Player::Oracle(Oracle::new(spec.whole("nodes", 5_000_000, 0)? as u64))),
    },
];

/// The settings of the learned Spider players.
const LEARNED_SETTINGS: &[Setting] = &[
    setting("cap", "positions of a closure (20000; spider-fast 2000)"),
    setting("layers", "layers of a closure (30)"),
    setting("choices", "choices that the nets value (200)"),
];

fn hindsight(rules: &Rules, spec: &Specification<'_>) -> Result<Player, PlayerError> {
    if rules.about_runs() && rules.stock.is_rows() {
        let reason = "nearly every sampled world can be won, so the worlds do not tell the choices apart";
        return Err(PlayerError::Game { player: "hindsight", title: rules.title, reason });
    }
    let standard = HindsightSettings::standard(rules);
    let depth_first_nodes = match standard.solver.depth_first_nodes {
        Some(nodes) => Some(spec.whole("dive", nodes as usize, 0)? as u64),
        None => None,
    };
    let solver = talon_solve::Settings {
        depth_first_nodes,
        relaxations: spec.flag("relax", standard.solver.relaxations)?,
        ..standard.solver
    };
    Ok(Player::honest(Hindsight::new(HindsightSettings {
        worlds: spec.whole("worlds", standard.worlds, 1)?,
        nodes: spec.whole("nodes", standard.nodes as usize, 0)? as u64,
        bonus: spec.number("bonus", standard.bonus)?,
        unknown: spec.number("unknown", standard.unknown)?,
        pile: spec.number("pile", standard.pile)?,
        cap: spec.whole("cap", standard.cap, 0)?,
        takes: spec.whole("takes", standard.takes, 0)?,
        playout: spec.flag("playout", standard.playout)?,
        solver,
        ..standard
    })))
}

fn learned(rules: &Rules, spec: &Specification<'_>, cap: usize) -> Result<Player, PlayerError> {
    let reach = ClosureOptions {
        cap: spec.whole("cap", cap, 1)?,
        layers: spec.whole("layers", 30, 1)?,
        choices: spec.whole("choices", 200, 1)?,
        ..ClosureOptions::default()
    };
    Ok(Player::honest(Learned::new(rules, reach)?))
}

fn look_ahead(rules: &Rules, spec: &Specification<'_>) -> Result<Player, PlayerError> {
    let standard = LookAheadSettings::default();
    let reach = |name: &str, standard: ClosureOptions| -> Result<ClosureOptions, PlayerError> {
        Ok(ClosureOptions { cap: spec.whole(name, standard.cap, 1)?, ..standard })
    };
    let settings = LookAheadSettings {
        reach: reach("cap", standard.reach)?,
        free: reach("free", standard.free)?,
        next: reach("next", standard.next)?,
        inner: reach("inner", standard.inner)?,
        nets: spec.whole("judges", standard.nets, 1)?,
        candidates: spec.whole("ways", standard.candidates, 1)?,
        alike: spec.whole("alike", standard.alike, 1)?,
        rows: spec.whole("rows", standard.rows, 1)?,
        late: spec.whole("late", standard.late.into(), 0)?.min(255) as u8,
        finalists: spec.whole("finalists", standard.finalists, 1)?,
        worlds: spec.whole("worlds", standard.worlds, 0)?,
        ..standard
    };
    Ok(Player::honest(LookAhead::new(rules, settings)?))
}

/// The entry of the player with this name. Settings after the name are ignored.
///
/// # Errors
/// If there is no such player.
pub fn entry(name: &str) -> Result<&'static Entry, PlayerError> {
    let name = name.split('+').next().unwrap_or(name);
    let entry = PLAYERS.iter().find(|entry| entry.name == name);
    entry.ok_or_else(|| PlayerError::UnknownPlayer(name.into()))
}
