//! FreeCell and its relatives: every card is face up, and cells hold single cards.

use talon_rules::*;

/// FreeCell: four cells, and columns built in alternating colours.
pub const FREECELL: Rules = Rules {
    name: Name::new("freecell"),
    title: Name::new("FreeCell"),
    family: Name::new("FreeCell"),
    columns: 8,
    down: Sizes::new(&[0]),
    up: Sizes::new(&[7, 7, 7, 7, 6, 6, 6, 6]),
    cells: 4,
    cells_take: true,
    take_back: TakeBack::Never,
    take: Take::RunBySpace,
    fill: Fill::Anything,
    stock: Stock::None,
    redeals: Count::Of(0),
    waste_shows: Count::Of(0),
    ..crate::klondike::KLONDIKE
};

/// Baker's Game: FreeCell with columns built in suit.
pub const BAKERS_GAME: Rules = Rules {
    name: Name::new("bakers-game"),
    title: Name::new("Baker's Game"),
    build: Build::SameSuit,
    ..FREECELL
};

/// Eight Off: eight cells, four of which are dealt a card; columns are built in suit, and only kings are put
/// into empty columns.
pub const EIGHT_OFF: Rules = Rules {
    name: Name::new("eight-off"),
    title: Name::new("Eight Off"),
    up: Sizes::new(&[6]),
    cells: 8,
    cells_dealt: 4,
    build: Build::SameSuit,
    fill: Fill::Kings,
    ..FREECELL
};

/// Seahaven Towers: ten columns and four cells, two of which are dealt a card; columns are built in suit, and
/// only kings are put into empty columns.
pub const SEAHAVEN_TOWERS: Rules = Rules {
    name: Name::new("seahaven-towers"),
    title: Name::new("Seahaven Towers"),
    columns: 10,
    up: Sizes::new(&[5]),
    cells: 4,
    cells_dealt: 2,
    build: Build::SameSuit,
    fill: Fill::Kings,
    ..FREECELL
};
