//! Canfield and its relatives: a reserve fills the columns, and the foundations usually start with the rank
//! of a card that is dealt.

use talon_rules::*;

/// Canfield as the Berkeley course describes it. Only whole columns are moved, an empty column is filled from
/// the reserve at once and later from the waste, no card is put on a base card, and only the top card of the
/// waste is visible.
pub const CANFIELD: Rules = Rules {
    name: Name::new("canfield"),
    title: Name::new("Canfield"),
    family: Name::new("Canfield"),
    copies: 1,
    suits: 4,
    ranks: 13,
    columns: 4,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[1]),
    kings_to_bottom: false,
    reserve: 13,
    reserve_up: false,
    cells: 0,
    cells_dealt: 0,
    cells_take: false,
    goal: Goal::Foundations,
    base_rank: BaseRank::Dealt,
    place: Place::FirstEmpty,
    take_back: TakeBack::OntoCards,
    build: Build::AltColour,
    both_ways: false,
    wrap: true,
    build_on_base: false,
    base_into_columns: true,
    take: Take::Whole,
    fill: Fill::Waste,
    reserve_fills: ReserveFills::Itself,
    stock: Stock::Waste,
    draw: 3,
    redeals: Count::Unlimited,
    redeal_draws: false,
    first_turned: false,
    waste_shows: Count::Of(1),
    auto: Auto::Off,
    scoring: Scoring::CASINO,
};

/// Canfield as the Berkeley program plays it. Base cards may be built on but not put into columns, and a
/// whole column may be put into an empty one.
pub const CANFIELD_UCB: Rules = Rules {
    name: Name::new("canfield-ucb"),
    title: Name::new("Canfield (Berkeley)"),
    build_on_base: true,
    base_into_columns: false,
    fill: Fill::WasteOrColumn,
    ..CANFIELD
};

/// Canfield of Andrew Pipkin's JSolitaire. The first cards are already turned, a redeal turns cards at once,
/// each suit has its own foundation, foundation cards stay, and safe cards are moved automatically.
pub const CANFIELD_PIPKIN: Rules = Rules {
    name: Name::new("canfield-pipkin"),
    title: Name::new("Canfield (Pipkin)"),
    place: Place::BySuit,
    take_back: TakeBack::Never,
    redeal_draws: true,
    first_turned: true,
    waste_shows: Count::Of(3),
    auto: Auto::Safe,
    scoring: Scoring::CARDS,
    ..CANFIELD
};

/// Canfield of GNOME AisleRiot. Any sequence of a column may be moved, base cards have no special rules, and
/// once the reserve is empty, an empty column takes any card.
pub const CANFIELD_GNOME: Rules = Rules {
    name: Name::new("canfield-gnome"),
    title: Name::new("Canfield (GNOME)"),
    place: Place::AnyEmpty,
    take_back: TakeBack::Anywhere,
    build_on_base: true,
    take: Take::Run,
    fill: Fill::Anything,
    waste_shows: Count::Of(3),
    scoring: Scoring::BREAK_EVEN,
    ..CANFIELD
};

/// Canfield of bsdgames. The player fills empty columns from the reserve, and base cards are moved to the
/// foundations automatically.
pub const CANFIELD_BSD: Rules = Rules {
    name: Name::new("canfield-bsd"),
    title: Name::new("Canfield (BSD)"),
    take_back: TakeBack::Never,
    reserve_fills: ReserveFills::ByHand,
    waste_shows: Count::Of(3),
    auto: Auto::Base,
    ..CANFIELD
};

/// Canfield of the solver Solvitaire. Any sequence of a column may be moved, once the reserve is empty an
/// empty column takes any card, and foundation cards stay.
pub const CANFIELD_SOLVITAIRE: Rules = Rules {
    name: Name::new("canfield-solvitaire"),
    title: Name::new("Canfield (Solvitaire)"),
    take_back: TakeBack::Never,
    take: Take::Run,
    fill: Fill::Anything,
    waste_shows: Count::Of(3),
    ..CANFIELD
};

/// Canfield by the strictest reading. Only whole columns are moved, empty columns are filled from the reserve
/// and later only from the waste, and foundation cards stay.
pub const CANFIELD_STRICT: Rules = Rules {
    name: Name::new("canfield-strict"),
    title: Name::new("Canfield (strict)"),
    take_back: TakeBack::Never,
    waste_shows: Count::Of(3),
    ..CANFIELD
};

/// Rainbow: columns are built down regardless of suit, and the stock is drawn once, card by card.
pub const RAINBOW: Rules = Rules {
    name: Name::new("rainbow"),
    title: Name::new("Rainbow"),
    build: Build::AnySuit,
    take_back: TakeBack::Never,
    build_on_base: true,
    take: Take::TopOrWhole,
    fill: Fill::Anything,
    draw: 1,
    redeals: Count::Of(0),
    ..CANFIELD
};

/// Storehouse: the twos start on the foundations, columns are built down in suit, and the stock is drawn three
/// times, card by card.
pub const STOREHOUSE: Rules = Rules {
    name: Name::new("storehouse"),
    title: Name::new("Storehouse"),
    base_rank: BaseRank::TwosOut,
    place: Place::BySuit,
    build: Build::SameSuit,
    take_back: TakeBack::Never,
    build_on_base: true,
    take: Take::TopOrWhole,
    fill: Fill::Anything,
    draw: 1,
    redeals: Count::Of(2),
    ..CANFIELD
};

/// Superior Canfield: the whole reserve is face up, and an empty column takes any card at any time.
pub const SUPERIOR_CANFIELD: Rules = Rules {
    name: Name::new("superior-canfield"),
    title: Name::new("Superior Canfield"),
    reserve_up: true,
    take_back: TakeBack::Never,
    build_on_base: true,
    take: Take::TopOrWhole,
    fill: Fill::Anything,
    reserve_fills: ReserveFills::Never,
    waste_shows: Count::Of(3),
    ..CANFIELD
};

/// Chameleon: three columns and a reserve of twelve cards; columns are built down regardless of suit, and the
/// stock is drawn once, card by card.
pub const CHAMELEON: Rules =
    Rules { name: Name::new("chameleon"), title: Name::new("Chameleon"), columns: 3, reserve: 12, ..RAINBOW };

/// Demon: two decks, eight columns and a reserve of forty cards.
pub const DEMON: Rules = Rules {
    name: Name::new("demon"),
    title: Name::new("Demon"),
    copies: 2,
    columns: 8,
    reserve: 40,
    take_back: TakeBack::Never,
    build_on_base: true,
    take: Take::TopOrWhole,
    fill: Fill::Anything,
    waste_shows: Count::Of(3),
    ..CANFIELD
};
