//! Games that stand alone.

use rules::*;

/// Rows are dealt onto the columns; anything into spaces.
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

/// Two decks, ten columns, in suit, one card at a time, one pass.
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

/// Nine columns, seven cards at the side that never come back.
pub const KING_ALBERT: Rules = Rules {
    name: Name::new("king-albert"),
    title: Name::new("King Albert"),
    columns: 9,
    down: Sizes::new(&[8, 7, 6, 5, 4, 3, 2, 1, 0]),
    up: Sizes::new(&[1]),
    cells: 7,
    cells_dealt: 7,
    take: Take::Top,
    stock: Stock::None,
    ..EAST_HAVEN
};

/// King Albert's easier cousin: the aces are out, six cards at the side.
pub const RAGLAN: Rules = Rules {
    name: Name::new("raglan"),
    title: Name::new("Raglan"),
    base: Base::AcesOut,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[1, 2, 3, 4, 5, 6, 7, 7, 7]),
    cells: 6,
    cells_dealt: 6,
    ..KING_ALBERT
};

/// Eight columns around the aces; any suit on any, one card at a time.
pub const BELEAGUERED_CASTLE: Rules = Rules {
    name: Name::new("beleaguered-castle"),
    title: Name::new("Beleaguered Castle"),
    base: Base::AcesOut,
    columns: 8,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[6]),
    build: Build::AnySuit,
    take: Take::Top,
    stock: Stock::None,
    ..EAST_HAVEN
};

/// Beleaguered Castle with the aces still to be found.
pub const STREETS_AND_ALLEYS: Rules = Rules {
    name: Name::new("streets-and-alleys"),
    title: Name::new("Streets and Alleys"),
    base: Base::Ace,
    up: Sizes::new(&[7, 6, 7, 6, 7, 6, 7, 6]),
    ..BELEAGUERED_CASTLE
};

/// Seventeen fans of three and one single card; in suit; kings into spaces.
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

/// Thirteen columns of four, kings at the bottom; any suit on any; spaces stay empty.
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
