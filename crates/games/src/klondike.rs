//! Klondike and its relatives: a triangle of columns, and a stock that is drawn to a waste.

use talon_rules::*;

/// Klondike: one card is drawn at a time, and the number of redeals is unlimited.
pub const KLONDIKE: Rules = Rules {
    name: Name::new("klondike"),
    title: Name::new("Klondike"),
    family: Name::new("Klondike"),
    copies: 1,
    suits: 4,
    ranks: 13,
    columns: 7,
    down: Sizes::new(&[0, 1, 2, 3, 4, 5, 6]),
    up: Sizes::new(&[1]),
    kings_to_bottom: false,
    reserve: 0,
    reserve_up: false,
    cells: 0,
    cells_dealt: 0,
    cells_take: false,
    goal: Goal::Foundations,
    base_rank: BaseRank::Ace,
    place: Place::BySuit,
    take_back: TakeBack::Anywhere,
    build: Build::AltColour,
    both_ways: false,
    wrap: false,
    build_on_base: true,
    base_into_columns: true,
    take: Take::Run,
    fill: Fill::Kings,
    reserve_fills: ReserveFills::Never,
    stock: Stock::Waste,
    draw: 1,
    redeals: Count::Unlimited,
    redeal_draws: false,
    first_turned: false,
    waste_shows: Count::Of(1),
    auto: Auto::Off,
    scoring: Scoring::CARDS,
};

/// Klondike with three cards drawn at a time.
pub const KLONDIKE_DRAW3: Rules = Rules {
    name: Name::new("klondike-draw3"),
    title: Name::new("Klondike by threes"),
    draw: 3,
    waste_shows: Count::Of(3),
    ..KLONDIKE
};

/// Klondike of the York College program: the top card of the stock is face up and may be played, and drawing
/// puts it aside.
pub const KLONDIKE_YCP: Rules = Rules {
    name: Name::new("klondike-ycp"),
    title: Name::new("Klondike (York College)"),
    take_back: TakeBack::Never,
    stock: Stock::FaceUp,
    waste_shows: Count::Of(0),
    ..KLONDIKE
};

/// Klondike of the casinos of Las Vegas: three cards are drawn at a time, in three passes; the deck costs $52,
/// and each card on the foundations pays $5.
pub const KLONDIKE_VEGAS: Rules = Rules {
    name: Name::new("klondike-vegas"),
    title: Name::new("Klondike (Vegas)"),
    redeals: Count::Of(2),
    scoring: Scoring::VEGAS,
    ..KLONDIKE_DRAW3
};

/// Klondike of GNOME AisleRiot in its default mode: one card is drawn at a time, with two redeals.
pub const KLONDIKE_GNOME: Rules = Rules {
    name: Name::new("klondike-gnome"),
    title: Name::new("Klondike (GNOME)"),
    place: Place::AnyEmpty,
    take_back: TakeBack::EvenBase,
    redeals: Count::Of(2),
    ..KLONDIKE
};

/// The four modes of Klondike in GNOME AisleRiot.
pub const KLONDIKE_GNOME_MODES: &[(&str, Rules)] = &[
    ("three-card", Rules { draw: 3, redeals: Count::Unlimited, waste_shows: Count::Of(3), ..KLONDIKE_GNOME }),
    ("single-card", KLONDIKE_GNOME),
    ("no-redeals", Rules { redeals: Count::Of(0), ..KLONDIKE_GNOME }),
    ("unlimited", Rules { redeals: Count::Unlimited, ..KLONDIKE_GNOME }),
];

/// Whitehead: all cards are face up; columns are built in one colour, sequences are moved only in suit, and
/// there is no redeal.
pub const WHITEHEAD: Rules = Rules {
    name: Name::new("whitehead"),
    title: Name::new("Whitehead"),
    down: Sizes::new(&[0]),
    up: Sizes::new(&[1, 2, 3, 4, 5, 6, 7]),
    take_back: TakeBack::Never,
    build: Build::SameColour,
    take: Take::SuitRun,
    fill: Fill::Anything,
    redeals: Count::Of(0),
    ..KLONDIKE
};

/// Thumb and Pouch: a card is put on any suit except its own, an empty column takes any card, and there is no
/// redeal.
pub const THUMB_AND_POUCH: Rules = Rules {
    name: Name::new("thumb-and-pouch"),
    title: Name::new("Thumb and Pouch"),
    take_back: TakeBack::Never,
    build: Build::OtherSuit,
    fill: Fill::Anything,
    redeals: Count::Of(0),
    ..KLONDIKE
};

/// Westcliff: ten columns of three cards; an empty column takes any card, and there is no redeal.
pub const WESTCLIFF: Rules = Rules {
    name: Name::new("westcliff"),
    title: Name::new("Westcliff"),
    columns: 10,
    down: Sizes::new(&[2]),
    take_back: TakeBack::Never,
    fill: Fill::Anything,
    redeals: Count::Of(0),
    ..KLONDIKE
};

/// Double Klondike: two decks and nine columns.
pub const DOUBLE_KLONDIKE: Rules = Rules {
    name: Name::new("double-klondike"),
    title: Name::new("Double Klondike"),
    copies: 2,
    columns: 9,
    down: Sizes::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ..KLONDIKE
};
