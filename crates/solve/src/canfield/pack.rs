//! From tables of the rules engine to the solver: which rules it accepts, and what it reads from a table.

use super::position::{MAX_COLUMNS, Position, Variant};
use talon_rules::{Count, Goal, Pile, Place, Rules, Stock, Table, Take};

/// Returns `true` if the solver is correct for these rules.
pub fn recognises(rules: &Rules) -> bool {
    variant(rules).is_some()
}

/// The variant that these rules describe; `None` if the solver is not correct for them.
///
/// The deck, the number of columns (at most four, each dealt one card), the reserve, the base rank, the
/// foundations and the redeals are data. [`Variant::is_supported`] has the conditions on the variant;
/// everything else must be as in Canfield.
pub(super) fn variant(rules: &Rules) -> Option<Variant> {
    // Every field is named, so that a new one has to be considered here.
    let Rules {
        name: _,
        title: _,
        family: _,
        copies,
        suits: _,
        ranks: _,
        columns,
        down,
        up,
        kings_to_bottom,
        reserve: _,
        // The solver knows every card, face up or not.
        reserve_up: _,
        cells,
        cells_dealt: _,
        cells_take: _,
        goal,
        base_rank: _,
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
        draw,
        redeals: _,
        redeal_draws,
        first_turned: _,
        waste_shows: _,
        // Automatic moves and points do not change what can be won.
        auto: _,
        scoring: _,
    } = *rules;
    let dealt_singly = (0..usize::from(columns)).all(|column| down.of(column) == 0 && up.of(column) == 1);
    let is_canfield = copies == 1
        && usize::from(columns) <= MAX_COLUMNS
        && dealt_singly
        && !kings_to_bottom
        && cells == 0
        && goal == Goal::Foundations
        && stock == Stock::Waste
        && wrap
        && !both_ways;
    // All cards of a column are face up and in sequence.
    let take = if take == Take::FaceUp { Take::Run } else { take };
    let variant = Variant {
        draw,
        redeal_draws,
        build,
        take,
        reserve_fills,
        fill,
        build_on_base,
        base_into_columns,
        take_back,
    };
    (is_canfield && variant.is_supported()).then_some(variant)
}

/// The position on a table; `None` if its rules are not [recognised](recognises), or if it cannot arise by
/// them.
pub fn pack(table: &Table) -> Option<Position> {
    let rules = table.rules();
    let variant = variant(rules)?;
    let columns = (0..rules.columns).map(Pile::Column);
    if columns.clone().any(|pile| table.face_down(pile) > 0) {
        return None;
    }
    let mut up = [0; 4];
    let homes = (0..rules.foundations()).map(|f| {
        let pile = Pile::Foundation(f);
        let suit = match table.top(pile) {
            Some(card) => Some(card.suit()),
            None if rules.place == Place::BySuit => Some(rules.deck().suits_used()[usize::from(f)]),
            None => None,
        };
        if let Some(suit) = suit {
            up[usize::from(suit.index())] = table.len(pile) as u8;
        }
        suit
    });
    let homes = homes.collect();
    let position = Position {
        variant,
        ranks: rules.ranks,
        base: table.base(),
        columns: columns.map(|pile| table.cards(pile).collect()).collect(),
        reserve: table.cards(Pile::Reserve).collect(),
        stock: table.cards(Pile::Stock).rev().collect(),
        waste: table.cards(Pile::Waste).collect(),
        up,
        homes,
        redeals: match rules.redeals {
            Count::Unlimited => None,
            Count::Of(most) => Some(most.saturating_sub(table.redeals_used().try_into().unwrap_or(u8::MAX))),
        },
    };
    position.check().is_ok().then_some(position)
}
