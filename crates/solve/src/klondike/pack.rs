//! From tables of the rules engine to the solver: which rules it accepts, and what it reads from a table.

use super::position::{Column, Position};
use talon_rules::{
    BaseRank, Build, Count, Fill, Goal, Pile, ReserveFills, Rules, Stock, Table, Take, TakeBack,
};

/// Returns `true` if the solver is correct for these rules.
///
/// The number of columns, the deal, the ranks, the draw and the redeals are data; everything else must be as
/// in Klondike. A stock whose own top card is played (`Stock::FaceUp`) is accepted with unlimited redeals,
/// because every stock card can then be reached, as with a draw of one card.
pub fn recognises(rules: &Rules) -> bool {
    // Every field is named, so that a new one has to be considered here.
    let Rules {
        name: _,
        title: _,
        family: _,
        copies,
        suits,
        ranks: _,
        columns: _,
        down: _,
        up: _,
        // How the cards came to lie where they lie does not matter.
        kings_to_bottom: _,
        reserve,
        reserve_up: _,
        cells,
        cells_dealt: _,
        cells_take: _,
        goal,
        base_rank,
        // With one deck, which foundation a suit is on makes no difference.
        place: _,
        take_back,
        build,
        both_ways,
        wrap,
        build_on_base,
        base_into_columns,
        take,
        fill,
        reserve_fills,
        stock,
        draw: _,
        redeals,
        redeal_draws,
        first_turned: _,
        // The solver knows every card, whether it shows or not.
        waste_shows: _,
        // Automatic moves and points do not change what can be won.
        auto: _,
        scoring: _,
    } = *rules;
    let cards = copies == 1
        && matches!(suits, 2 | 4)
        && reserve == 0
        && cells == 0
        && reserve_fills == ReserveFills::Never;
    let goal = goal == Goal::Foundations && base_rank == BaseRank::Ace;
    // Whether aces may be taken back does not matter, because no card may be laid on an ace.
    let take_back = matches!(take_back, TakeBack::Never | TakeBack::Anywhere | TakeBack::EvenBase);
    let columns = build == Build::AltColour
        && !both_ways
        && !wrap
        && build_on_base
        && base_into_columns
        && take == Take::Run
        && fill == Fill::Kings;
    let stock = match stock {
        Stock::Waste => !redeal_draws,
        Stock::FaceUp => redeals == Count::Unlimited && !redeal_draws,
        _ => false,
    };
    cards && goal && take_back && columns && stock
}

/// The position on a table; `None` if its rules are not [recognised](recognises).
pub fn pack(table: &Table) -> Option<Position> {
    let rules = table.rules();
    if !recognises(rules) {
        return None;
    }
    let mut foundations = [0; 4];
    for pile in table.piles().filter(|pile| matches!(pile, Pile::Foundation(_))) {
        if let Some(top) = table.top(pile) {
            foundations[usize::from(top.suit().index())] = top.rank().number();
        }
    }
    let columns = (0..rules.columns)
        .map(Pile::Column)
        .map(|pile| Column { cards: table.cards(pile).collect(), face_down: table.face_down(pile) });
    let position = Position {
        columns: columns.collect(),
        stock: table.cards(Pile::Stock).rev().collect(),
        waste: table.cards(Pile::Waste).collect(),
        foundations,
        ranks: rules.ranks,
        draw: rules.draw,
        redeals: match rules.redeals {
            Count::Unlimited => None,
            Count::Of(most) => Some(u32::from(u16::from(most).saturating_sub(table.redeals_used()))),
        },
        take_back: rules.take_back != TakeBack::Never,
    };
    position.check().is_ok().then_some(position)
}
