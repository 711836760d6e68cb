//! Games that belong to no larger family.

use talon_rules::*;

/// East Haven: the stock is dealt onto the columns in rows, and an empty column takes any card.
pub const EAST_HAVEN: Rules = Rules {
    name: Name::new("east-haven"),
    title: Name::new("East Haven"),
    family: Name::new("other"),
    down: Sizes::new(&[2]),
    take_back: TakeBack::Never,
    fill: Fill::Anything,
    stock: Stock::RowsAnyTime,
    redeals: Count::Of(0),
    waste_shows: Count::Of(0),
    ..crate::klondike::KLONDIKE
};

/// Forty Thieves: two decks and ten columns, which are built in suit; cards are moved one at a time, and there
/// is no redeal.
pub const FORTY_THIEVES: Rules = Rules {
    name: Name::new("forty-thieves"),
    title: Name::new("Forty Thieves"),
    copies: 2,
    columns: 10,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[4]),
    build: Build::SameSuit,
    take: Take::Top,
    stock: Stock::Waste,
    waste_shows: Count::Unlimited,
    ..EAST_HAVEN
};

/// King Albert: nine columns, and seven cells with a card each that take no other card.
pub const KING_ALBERT: Rules = Rules {
    name: Name::new("king-albert"),
    title: Name::new("King Albert"),
    columns: 9,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[9, 8, 7, 6, 5, 4, 3, 2, 1]),
    cells: 7,
    cells_dealt: 7,
    take: Take::Top,
    stock: Stock::None,
    ..EAST_HAVEN
};

/// Raglan: King Albert with the aces on the foundations from the start and six cells.
pub const RAGLAN: Rules = Rules {
    name: Name::new("raglan"),
    title: Name::new("Raglan"),
    base_rank: BaseRank::AcesOut,
    up: Sizes::new(&[1, 2, 3, 4, 5, 6, 7, 7, 7]),
    cells: 6,
    cells_dealt: 6,
    ..KING_ALBERT
};

/// Beleaguered Castle: eight columns, and the aces on the foundations from the start; columns are built
/// regardless of suit, and cards are moved one at a time.
pub const BELEAGUERED_CASTLE: Rules = Rules {
    name: Name::new("beleaguered-castle"),
    title: Name::new("Beleaguered Castle"),
    base_rank: BaseRank::AcesOut,
    columns: 8,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[6]),
    build: Build::AnySuit,
    take: Take::Top,
    stock: Stock::None,
    ..EAST_HAVEN
};

/// Streets and Alleys: Beleaguered Castle with the aces dealt to the columns.
pub const STREETS_AND_ALLEYS: Rules = Rules {
    name: Name::new("streets-and-alleys"),
    title: Name::new("Streets and Alleys"),
    base_rank: BaseRank::Ace,
    up: Sizes::new(&[7, 6, 7, 6, 7, 6, 7, 6]),
    ..BELEAGUERED_CASTLE
};

/// Fan: seventeen columns of three cards and one of a single card; columns are built in suit, and only kings
/// are put into empty columns.
pub const FAN: Rules = Rules {
    name: Name::new("fan"),
    title: Name::new("Fan"),
    columns: 18,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1]),
    build: Build::SameSuit,
    take: Take::Top,
    fill: Fill::Kings,
    stock: Stock::None,
    ..EAST_HAVEN
};

/// Baker's Dozen: thirteen columns of four cards with the kings at the bottom; columns are built regardless of
/// suit, and empty columns stay empty.
pub const BAKERS_DOZEN: Rules = Rules {
    name: Name::new("bakers-dozen"),
    title: Name::new("Baker's Dozen"),
    columns: 13,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[4]),
    kings_to_bottom: true,
    build: Build::AnySuit,
    take: Take::Top,
    fill: Fill::Nothing,
    stock: Stock::None,
    ..EAST_HAVEN
};
