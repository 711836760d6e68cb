//! How well a game can be played, as it was measured: the figures of the solver, and of the best honest player of each
//! game that played at least a hundred games. They are those of `docs/results/players.md`; a test of the crate `talon` compares them.

use talon_rules::Rules;

/// The measured results of a game.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Measured {
    /// The name of the game.
    pub game: &'static str,
    /// The best player that sees only what a person would see.
    pub player: &'static str,
    /// The number of games that it played.
    pub games: u32,
    /// The number of games that it won.
    pub won: u32,
    /// The mean number of cards on the foundations at the end of its games.
    pub cards_up: f64,
    /// Its mean result by the prices of the casino, in dollars.
    pub dollars: Option<f64>,
    /// What the solver found, with all cards known.
    pub solver: Option<Solved>,
}

/// How many deals the solver proved winnable, and how many it left undecided.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Solved {
    /// The number of deals.
    pub deals: u32,
    /// The number of deals that were proved winnable.
    pub winnable: u32,
    /// The number of deals without an answer.
    pub unknown: u32,
}

impl Measured {
    /// Returns the share of games that the player won, in per cent.
    pub fn percent(&self) -> f64 {
        100.0 * f64::from(self.won) / f64::from(self.games)
    }

    /// Returns how hard the game is, by what the best player wins.
    pub fn hardness(&self) -> &'static str {
        match self.percent() {
            90.0.. => "easy",
            60.0.. => "fair",
            40.0.. => "tricky",
            20.0.. => "hard",
            _ => "brutal",
        }
    }
}

/// Returns what was measured for a game; `None` if nothing was, or if a rule differs from the named game.
///
/// ```
/// let spider = talon_session::measured(&talon_games::SPIDER).unwrap();
/// assert_eq!((spider.player, spider.percent().round()), ("spider-learned", 32.0));
/// assert_eq!(talon_session::measured(&talon_games::FREECELL), None);
/// ```
pub fn measured(rules: &Rules) -> Option<&'static Measured> {
    let is_named = talon_games::find(rules.name.as_str()).is_ok_and(|named| named == rules);
    MEASURED.iter().find(|measured| is_named && measured.game == rules.name.as_str())
}

const fn solved(deals: u32, winnable: u32, unknown: u32) -> Option<Solved> {
    Some(Solved { deals, winnable, unknown })
}

/// Every game that was measured.
pub const MEASURED: &[Measured] = &[
    Measured {
        game: "canfield",
        player: "hindsight",
        games: 2000,
        won: 723,
        cards_up: 24.667,
        dollars: Some(73.335),
        solver: solved(2000, 1366, 21),
    },
    Measured {
        game: "canfield-ucb",
        player: "hindsight",
        games: 2000,
        won: 723,
        cards_up: 24.766,
        dollars: Some(73.83),
        solver: solved(2000, 1373, 21),
    },
    Measured {
        game: "canfield-pipkin",
        player: "hindsight",
        games: 2000,
        won: 1027,
        cards_up: 31.916,
        dollars: Some(109.58),
        solver: solved(2000, 1351, 0),
    },
    Measured {
        game: "canfield-gnome",
        player: "hindsight",
        games: 2000,
        won: 1399,
        cards_up: 38.917,
        dollars: Some(144.585),
        solver: solved(2000, 1789, 9),
    },
    Measured {
        game: "canfield-bsd",
        player: "hindsight",
        games: 2000,
        won: 1025,
        cards_up: 31.883,
        dollars: Some(109.415),
        solver: solved(2000, 1351, 0),
    },
    Measured {
        game: "canfield-solvitaire",
        player: "hindsight",
        games: 2000,
        won: 1150,
        cards_up: 34.156,
        dollars: Some(120.78),
        solver: solved(2000, 1428, 10),
    },
    Measured {
        game: "canfield-strict",
        player: "hindsight",
        games: 2000,
        won: 1035,
        cards_up: 32.079,
        dollars: Some(110.395),
        solver: solved(2000, 1351, 7),
    },
    Measured {
        game: "rainbow",
        player: "hindsight",
        games: 2000,
        won: 437,
        cards_up: 23.7,
        dollars: Some(68.5),
        solver: solved(300, 197, 77),
    },
    Measured {
        game: "storehouse",
        player: "greedy",
        games: 2000,
        won: 880,
        cards_up: 31.698,
        dollars: Some(108.493),
        solver: solved(2000, 881, 1),
    },
    Measured {
        game: "superior-canfield",
        player: "hindsight",
        games: 2000,
        won: 1861,
        cards_up: 48.886,
        dollars: Some(194.428),
        solver: solved(2000, 1896, 28),
    },
    Measured {
        game: "chameleon",
        player: "hindsight",
        games: 2000,
        won: 8,
        cards_up: 12.574,
        dollars: Some(12.87),
        solver: solved(300, 15, 154),
    },
    Measured {
        game: "demon",
        player: "hindsight+worlds=12",
        games: 2000,
        won: 1283,
        cards_up: 76.37,
        dollars: Some(331.85),
        solver: solved(300, 292, 8),
    },
    Measured {
        game: "klondike",
        player: "hindsight",
        games: 1000,
        won: 682,
        cards_up: 38.571,
        dollars: None,
        solver: solved(1000, 907, 0),
    },
    Measured {
        game: "klondike-draw3",
        player: "hindsight",
        games: 3505,
        won: 1726,
        cards_up: 29.449,
        dollars: None,
        solver: solved(1000, 821, 0),
    },
    Measured {
        game: "klondike-vegas",
        player: "hindsight",
        games: 100,
        won: 16,
        cards_up: 13.28,
        dollars: Some(14.4),
        solver: solved(500, 314, 0),
    },
    Measured {
        game: "spider",
        player: "spider-learned",
        games: 2000,
        won: 637,
        cards_up: 37.121,
        dollars: None,
        solver: None,
    },
    Measured {
        game: "spider-2",
        player: "spider-learned",
        games: 2000,
        won: 1448,
        cards_up: 80.451,
        dollars: None,
        solver: None,
    },
    Measured {
        game: "spider-1",
        player: "spider-ahead",
        games: 2000,
        won: 1921,
        cards_up: 101.276,
        dollars: None,
        solver: None,
    },
];
