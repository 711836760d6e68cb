//! Spider and its relatives: runs from king to ace, made in the columns.

use rules::*;

/// Spider with four suits, as the simulation document asks: a finished run leaves by itself and
/// scores a point, eight win.
pub const SPIDER: Rules = Rules {
    name: Name::new("spider"),
    title: Name::new("Spider"),
    family: Name::new("Spider"),
    copies: 2,
    suits: 4,
    ranks: 13,
    columns: 10,
    down: Sizes::new(&[5, 5, 5, 5, 4, 4, 4, 4, 4, 4]),
    up: Sizes::new(&[1]),
    kings_to_bottom: false,
    reserve: 0,
    reserve_up: false,
    cells: 0,
    cells_dealt: 0,
    cells_take: false,
    goal: Goal::Runs,
    base: Base::Ace,
    place: Place::FirstEmpty,
    take_back: TakeBack::Never,
    build: Build::AnySuit,
    both_ways: false,
    wrap: false,
    build_on_base: true,
    base_into_columns: true,
    take: Take::SuitRun,
    fill: Fill::Anything,
    reserve_fills: ReserveFills::Never,
    stock: Stock::Rows,
    draw: 1,
    redeals: Count::Of(0),
    redeal_draws: false,
    first_turned: false,
    waste_shows: Count::Of(0),
    auto: Auto::Off,
    scoring: Scoring::RUNS,
};

/// Two suits, four of each card.
pub const SPIDER_2: Rules = Rules {
    name: Name::new("spider-2"),
    title: Name::new("Spider, two suits"),
    copies: 4,
    suits: 2,
    scoring: Scoring::MICROSOFT,
    ..SPIDER
};

/// One suit, eight of each card.
pub const SPIDER_1: Rules = Rules {
    name: Name::new("spider-1"),
    title: Name::new("Spider, one suit"),
    copies: 8,
    suits: 1,
    scoring: Scoring::MICROSOFT,
    ..SPIDER
};

/// A row may be dealt over empty columns.
pub const SPIDER_RELAXED: Rules = Rules {
    name: Name::new("spider-relaxed"),
    title: Name::new("Spider, relaxed"),
    stock: Stock::RowsAnyTime,
    ..SPIDER
};

/// GNOME AisleRiot's: the longer columns are 1, 4, 7 and 10; runs are lifted off by hand or stay.
pub const SPIDER_GNOME: Rules = Rules {
    name: Name::new("spider-gnome"),
    title: Name::new("Spider (GNOME)"),
    down: Sizes::new(&[5, 4, 4, 5, 4, 4, 5, 4, 4, 5]),
    goal: Goal::RunsByHand,
    place: Place::AnyEmpty,
    scoring: Scoring::JOINS,
    ..SPIDER
};

/// GNOME AisleRiot's three modes.
pub const SPIDER_GNOME_MODES: &[(&str, Rules)] = &[
    ("four-suits", SPIDER_GNOME),
    ("two-suits", Rules { copies: 4, suits: 2, ..SPIDER_GNOME }),
    ("one-suit", Rules { copies: 8, suits: 1, ..SPIDER_GNOME }),
];

/// One deck in seven columns.
pub const SPIDERETTE: Rules = Rules {
    name: Name::new("spiderette"),
    title: Name::new("Spiderette"),
    copies: 1,
    columns: 7,
    down: Sizes::new(&[0, 1, 2, 3, 4, 5, 6]),
    ..SPIDER
};

/// One deck in seven columns of three.
pub const WILL_O_THE_WISP: Rules = Rules {
    name: Name::new("will-o-the-wisp"),
    title: Name::new("Will o' the Wisp"),
    down: Sizes::new(&[2]),
    ..SPIDERETTE
};

/// One deck, all of it open.
pub const SIMPLE_SIMON: Rules = Rules {
    name: Name::new("simple-simon"),
    title: Name::new("Simple Simon"),
    copies: 1,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[8, 8, 8, 7, 6, 5, 4, 3, 2, 1]),
    stock: Stock::None,
    ..SPIDER
};

/// Two decks, all of them open, thirteen columns.
pub const MRS_MOP: Rules = Rules {
    name: Name::new("mrs-mop"),
    title: Name::new("Mrs Mop"),
    columns: 13,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[8]),
    stock: Stock::None,
    ..SPIDER
};

/// Any face-up card is lifted with all on it; built in suit; kings into spaces; runs stay.
pub const SCORPION: Rules = Rules {
    name: Name::new("scorpion"),
    title: Name::new("Scorpion"),
    copies: 1,
    columns: 7,
    down: Sizes::new(&[3, 3, 3, 3, 0, 0, 0]),
    up: Sizes::new(&[4, 4, 4, 4, 7, 7, 7]),
    goal: Goal::RunsStay,
    build: Build::SameSuit,
    take: Take::FaceUp,
    fill: Fill::Kings,
    stock: Stock::RowsAnyTime,
    scoring: Scoring::JOINS,
    ..SPIDER
};
