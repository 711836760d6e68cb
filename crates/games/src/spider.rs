//! Spider and its relatives: runs from king to ace are made in the columns.

use talon_rules::*;

/// Spider with four suits. A complete run leaves the columns automatically and scores a point; eight runs win.
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
    base_rank: BaseRank::Ace,
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

/// Spider with two suits and four copies of each card.
pub const SPIDER_2: Rules = Rules {
    name: Name::new("spider-2"),
    title: Name::new("Spider, two suits"),
    copies: 4,
    suits: 2,
    scoring: Scoring::MICROSOFT,
    ..SPIDER
};

/// Spider with one suit and eight copies of each card.
pub const SPIDER_1: Rules = Rules {
    name: Name::new("spider-1"),
    title: Name::new("Spider, one suit"),
    copies: 8,
    suits: 1,
    scoring: Scoring::MICROSOFT,
    ..SPIDER
};

/// Spider in which a row may be dealt while a column is empty.
pub const SPIDER_RELAXED: Rules = Rules {
    name: Name::new("spider-relaxed"),
    title: Name::new("Spider, relaxed"),
    stock: Stock::RowsAnyTime,
    ..SPIDER
};

/// Spider of GNOME AisleRiot: the longer columns are 1, 4, 7 and 10, and the player moves complete runs to the
/// foundations or leaves them in the columns.
pub const SPIDER_GNOME: Rules = Rules {
    name: Name::new("spider-gnome"),
    title: Name::new("Spider (GNOME)"),
    down: Sizes::new(&[5, 4, 4, 5, 4, 4, 5, 4, 4, 5]),
    goal: Goal::RunsByHand,
    place: Place::AnyEmpty,
    scoring: Scoring::JOINS,
    ..SPIDER
};

/// The three modes of Spider in GNOME AisleRiot.
pub const SPIDER_GNOME_MODES: &[(&str, Rules)] = &[
    ("four-suits", SPIDER_GNOME),
    ("two-suits", Rules { copies: 4, suits: 2, ..SPIDER_GNOME }),
    ("one-suit", Rules { copies: 8, suits: 1, ..SPIDER_GNOME }),
];

/// Spiderette: one deck, dealt like Klondike.
pub const SPIDERETTE: Rules = Rules {
    name: Name::new("spiderette"),
    title: Name::new("Spiderette"),
    copies: 1,
    columns: 7,
    down: Sizes::new(&[0, 1, 2, 3, 4, 5, 6]),
    ..SPIDER
};

/// Will o' the Wisp: one deck in seven columns of three cards.
pub const WILL_O_THE_WISP: Rules = Rules {
    name: Name::new("will-o-the-wisp"),
    title: Name::new("Will o' the Wisp"),
    down: Sizes::new(&[2]),
    ..SPIDERETTE
};

/// Simple Simon: one deck, dealt face up to ten columns; no stock.
pub const SIMPLE_SIMON: Rules = Rules {
    name: Name::new("simple-simon"),
    title: Name::new("Simple Simon"),
    copies: 1,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[8, 8, 8, 7, 6, 5, 4, 3, 2, 1]),
    stock: Stock::None,
    ..SPIDER
};

/// Mrs Mop: two decks, dealt face up to thirteen columns; no stock.
pub const MRS_MOP: Rules = Rules {
    name: Name::new("mrs-mop"),
    title: Name::new("Mrs Mop"),
    columns: 13,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[8]),
    stock: Stock::None,
    ..SPIDER
};

/// Scorpion: any face-up card is moved with all cards on top of it, columns are built in suit, only kings are
/// put into empty columns, and complete runs stay in the columns.
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
