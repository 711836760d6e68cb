//! What the solver may leave out: its prunings, each with a switch.

/// The switches of the search. Every setting gives the same verdicts; only the effort differs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Give up positions from which some card can never go up, by a relaxation.
    pub dead: bool,
    /// Play cards up at once that nobody can need below.
    pub safe: bool,
    /// Draw 1: bring a stock card down only for immediate use.
    pub lazy: bool,
    /// Forget positions that another with the same cards and a better waste dominates.
    pub dominance: bool,
    /// Refute by easier rules first: draw 1, unlimited redeals.
    pub relax: bool,
    /// So many nodes depth-first before best-first takes over.
    pub dive: u64,
    /// Make the winning line shorter after it was found.
    pub shorten: bool,
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
            lazy: true,
            dominance: true,
            relax: true,
            dive: 1000,
            shorten: true,
            fault: None,
        }
    }
}

impl Config {
    /// No pruning at all but the table of positions seen.
    pub const PLAIN: Config = Config {
        dead: false,
        safe: false,
        lazy: false,
        dominance: false,
        relax: false,
        dive: u64::MAX,
        shorten: false,
        fault: None,
    };
}

/// Mistakes that are easy to make, planted on purpose.
#[doc(hidden)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Raise everything and forget that twins compete for one host.
    OneMaximum,
    /// Treat every card up as safe.
    AlwaysUp,
    /// Bring a stock card down only to host a reveal.
    TooLazy,
    /// Believe that a covered card can never be uncovered by its twin.
    TwinsIgnored,
    /// Let any card into an empty column.
    AnyCardFills,
    /// Forget that a draw leaves cards out of reach.
    DrawOne,
    /// Take a smaller waste position for the better one whatever its residue.
    ResidueIgnored,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 7] = [
        Fault::OneMaximum,
        Fault::AlwaysUp,
        Fault::TooLazy,
        Fault::TwinsIgnored,
        Fault::AnyCardFills,
        Fault::DrawOne,
        Fault::ResidueIgnored,
    ];
}
