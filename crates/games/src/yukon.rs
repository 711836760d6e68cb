//! Yukon and its relatives: any face-up card may be moved with all cards on top of it.

use talon_rules::*;

/// Yukon: no stock, and columns built in alternating colours.
pub const YUKON: Rules = Rules {
    name: Name::new("yukon"),
    title: Name::new("Yukon"),
    family: Name::new("Yukon"),
    up: Sizes::new(&[1, 5, 5, 5, 5, 5, 5]),
    take: Take::FaceUp,
    take_back: TakeBack::Never,
    stock: Stock::None,
    redeals: Count::Of(0),
    waste_shows: Count::Of(0),
    ..crate::klondike::KLONDIKE
};

/// Russian Solitaire: Yukon with columns built in suit.
pub const RUSSIAN: Rules =
    Rules { name: Name::new("russian"), title: Name::new("Russian"), build: Build::SameSuit, ..YUKON };

/// Alaska: Yukon with columns built in suit, up as well as down.
pub const ALASKA: Rules =
    Rules { name: Name::new("alaska"), title: Name::new("Alaska"), both_ways: true, ..RUSSIAN };
