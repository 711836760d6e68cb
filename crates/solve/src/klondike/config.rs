//! The switches of the search, and faults to plant in it.

/// The prunings and parameters of the search. Every setting gives the same verdicts; only the effort differs.
///
/// The prunings are described in the [module page](crate::klondike#the-prunings).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Gives up positions in which some card can never be raised.
    pub dead_test: bool,
    /// Raises safe cards at once.
    pub safe_moves: bool,
    /// Takes cards back only in order to reach a subgoal, not in every possible way.
    pub directed_take_backs: bool,
    /// With draw 1 and unlimited redeals, plays stock cards only in order to reach a subgoal. This needs
    /// `directed_take_backs`.
    pub delayed_stock_plays: bool,
    /// Drops positions that are dominated by a known one with the same cards and a better place in the stock.
    pub dominance: bool,
    /// Searches the relaxed games first: what cannot be won there cannot be won at all.
    pub relaxations: bool,
    /// The number of nodes spent on refuting a single state in the relaxed game; 0 for no such refutations.
    pub refuter_nodes: u64,
    /// The number of states that are expanded before states are refuted one by one.
    pub refuter_start: u64,
    /// The number of nodes of the depth-first search, which comes before the best-first search.
    pub depth_first_nodes: u64,
    /// A planted fault, for tests that show that it is noticed.
    #[doc(hidden)]
    pub fault: Option<Fault>,
}

impl Default for Config {
    /// All prunings.
    fn default() -> Config {
        Config {
            dead_test: true,
            safe_moves: true,
            directed_take_backs: true,
            delayed_stock_plays: true,
            dominance: true,
            relaxations: true,
            refuter_nodes: 1000,
            refuter_start: 500,
            depth_first_nodes: 1000,
            fault: None,
        }
    }
}

impl Config {
    /// A depth-first search without prunings, except for the transposition table.
    pub const UNPRUNED: Config = Config {
        dead_test: false,
        safe_moves: false,
        directed_take_backs: false,
        delayed_stock_plays: false,
        dominance: false,
        relaxations: false,
        refuter_nodes: 0,
        refuter_start: 0,
        depth_first_nodes: u64::MAX,
        fault: None,
    };
}

/// Plausible mistakes that tests plant in the solver.
#[doc(hidden)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Keeps one normal form of a class, although two twins may compete for one host.
    SingleNormalForm,
    /// Treats every locked card that can be raised as safe.
    EverythingSafe,
    /// With draw 1, raises every stock card at once, although this keeps the next lower card of its suit on
    /// the foundation.
    StockAlwaysSafe,
    /// Never takes a card back in order to reach the card below it on the foundation.
    NoUncoveringTakeBacks,
    /// Never takes a card back.
    NoTakeBacks,
    /// In the dead test, a covered card can never be bared, although its twin may receive what covers it.
    DeadTestWithoutTwins,
    /// In the dead test, a foundation card is never a host.
    DeadTestWithoutFoundationHosts,
    /// In the dead test, the stock cards within reach never change.
    DeadTestWithFixedStock,
    /// Treats every stock card as within reach.
    DrawIgnored,
    /// In the dominance test, ignores the remainder of the waste.
    RemainderIgnored,
    /// In the dominance test, ignores the redeals left.
    RedealsIgnored,
    /// The waste stays as it is when a card is taken from it.
    WasteStays,
    /// Treats an unfinished refutation as a finished one.
    UnfinishedRefutation,
}

impl Fault {
    /// All faults.
    pub const ALL: [Fault; 13] = [
        Fault::SingleNormalForm,
        Fault::EverythingSafe,
        Fault::StockAlwaysSafe,
        Fault::NoUncoveringTakeBacks,
        Fault::NoTakeBacks,
        Fault::DeadTestWithoutTwins,
        Fault::DeadTestWithoutFoundationHosts,
        Fault::DeadTestWithFixedStock,
        Fault::DrawIgnored,
        Fault::RemainderIgnored,
        Fault::RedealsIgnored,
        Fault::WasteStays,
        Fault::UnfinishedRefutation,
    ];
}
