//! Canfield and its relatives: a reserve, and foundations that start with a card that is dealt.

use rules::*;

/// Canfield as the Berkeley document writes it: whole columns, spaces filled from the reserve by
/// itself and then from the waste, nothing on a base card, only the last card turned shows.
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
    base: Base::Dealt,
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

/// As the Berkeley program plays: base cards may be built on but not put into columns, and a whole
/// column may fill a space.
pub const CANFIELD_UCB: Rules = Rules {
    name: Name::new("canfield-ucb"),
    title: Name::new("Canfield (Berkeley)"),
    build_on_base: true,
    base_into_columns: false,
    fill: Fill::WasteOrColumn,
    ..CANFIELD
};

/// Andrew Pipkin's: the first cards are turned already, a redeal turns cards at once, foundations
/// keep their suits and their cards, and safe cards go up by themselves.
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

/// GNOME AisleRiot's: any part of a column moves, base cards are cards like others, and once the
/// reserve is gone anything fills a space.
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

/// The bsdgames one: spaces are filled by hand, and base cards fly up by themselves.
pub const CANFIELD_BSD: Rules = Rules {
    name: Name::new("canfield-bsd"),
    title: Name::new("Canfield (BSD)"),
    take_back: TakeBack::Never,
    reserve_fills: ReserveFills::ByHand,
    waste_shows: Count::Of(3),
    auto: Auto::Base,
    ..CANFIELD
};

/// As the solver Solvitaire reads it: part columns move, anything fills once the reserve is gone,
/// foundation cards stay.
pub const CANFIELD_SOLVITAIRE: Rules = Rules {
    name: Name::new("canfield-solvitaire"),
    title: Name::new("Canfield (Solvitaire)"),
    take_back: TakeBack::Never,
    take: Take::Run,
    fill: Fill::Anything,
    waste_shows: Count::Of(3),
    ..CANFIELD
};

/// The strict reading: whole columns only, the reserve and then only the waste fills, foundation
/// cards stay.
pub const CANFIELD_STRICT: Rules = Rules {
    name: Name::new("canfield-strict"),
    title: Name::new("Canfield (strict)"),
    take_back: TakeBack::Never,
    waste_shows: Count::Of(3),
    ..CANFIELD
};

/// Columns build down in any suit; the stock is gone through once, card by card.
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

/// The twos start on the foundations; columns build down in suit; three passes, card by card.
pub const STOREHOUSE: Rules = Rules {
    name: Name::new("storehouse"),
    title: Name::new("Storehouse"),
    base: Base::TwosOut,
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

/// The whole reserve lies open, and spaces are filled with anything, at leisure.
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

/// Three columns and a reserve of twelve; any suit on any; one pass, card by card.
pub const CHAMELEON: Rules =
    Rules { name: Name::new("chameleon"), title: Name::new("Chameleon"), columns: 3, reserve: 12, ..RAINBOW };

/// Two decks, eight columns and a reserve of forty.
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
