//! What the solver may leave out: its prunings, each with a switch.

/// The switches of the search. Every setting gives the same verdicts; only the effort differs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Give up positions from which some card can never go up, by a relaxation.
    pub dead: bool,
    /// Play cards up at once that nobody can need below.
    pub safe: bool,
    /// Take cards back only towards a goal, not in every possible way.
    pub goals: bool,
    /// Draw 1: bring a stock card down only for immediate use (needs `goals`).
    pub lazy: bool,
    /// Forget positions that another with the same cards and a better waste dominates.
    pub dominance: bool,
    /// Refute by easier rules first: draw 1, unlimited redeals.
    pub relax: bool,
    /// Refute single states by draw 1 and unlimited redeals, with so many nodes each; 0 for never.
    pub probe: u64,
    /// Begin with that after so many states looked at.
    pub patience: u64,
    /// So many nodes depth-first before best-first takes over.
    pub dive: u64,
    /// A planted fault, to show that the tests catch it.
    #[doc(hidden)]
    pub fault: Option<Fault>,
}

impl Default for Config {
    /// All prunings on.
    fn default() -> Config {
        Config {
            dead: true,
            safe: true,
            goals: true,
            lazy: true,
            dominance: true,
            relax: true,
            probe: 1000,
            patience: 500,
            dive: 1000,
            fault: None,
        }
    }
}

impl Config {
    /// No pruning at all but the table of positions seen.
    pub const PLAIN: Config = Config {
        dead: false,
        safe: false,
        goals: false,
        lazy: false,
        dominance: false,
        relax: false,
        probe: 0,
        patience: 0,
        dive: u64::MAX,
        fault: None,
    };
}

/// Mistakes that are easy to make, planted on purpose.
#[doc(hidden)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Raise everything and forget that twins compete for one host.
    OneMaximum,
    /// Treat every locked card that can go up as safe.
    AlwaysUp,
    /// Draw 1: raise every stock card at once, though it buries the card below it in its suit.
    HastyStock,
    /// Forget that a foundation card may come down only to reach the one below it.
    TooLazy,
    /// Never take a card back.
    NoTakeBack,
    /// In the dead test: a card covered for good can never be bared, twin or not.
    CoveredForEver,
    /// In the dead test: a foundation card is never a host.
    FoundationGone,
    /// In the dead test: a stock card is in reach now or never.
    ReachNow,
    /// Forget that a draw leaves cards out of reach.
    DrawOne,
    /// Take a smaller waste position for the better one whatever its remainder.
    RemainderIgnored,
    /// Think a position as good as another that has more redeals left.
    RedealsIgnored,
    /// Leave the waste where it was when a card is taken from it.
    WasteStays,
    /// Take a state for lost whose probe ran out of nodes.
    HastyProbe,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 13] = [
        Fault::OneMaximum,
        Fault::AlwaysUp,
        Fault::HastyStock,
        Fault::TooLazy,
        Fault::NoTakeBack,
        Fault::CoveredForEver,
        Fault::FoundationGone,
        Fault::ReachNow,
        Fault::DrawOne,
        Fault::RemainderIgnored,
        Fault::RedealsIgnored,
        Fault::WasteStays,
        Fault::HastyProbe,
    ];
}
