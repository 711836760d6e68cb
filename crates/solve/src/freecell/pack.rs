//! From tables of the rules engine to the solver: which rules it accepts, and what it reads from a table.

use super::game::{BOTTOM, CELL, Game, NONE, UP, code_elsewhere, set_code};
use super::state::State;
use talon_rules::{BaseRank, Build, Fill, Goal, Pile, ReserveFills, Rules, Stock, Table, Take, TakeBack};

/// Returns `true` if the solver is correct for these rules: one deck whose cards are all in columns and cells,
/// foundations that begin with the ace and keep their cards, and columns from which the top card, any face-up
/// card with those on it, or a sequence is moved that free places suffice for.
pub fn recognises(rules: &Rules) -> bool {
    // Every field is named, so that a new one has to be considered here.
    let Rules {
        name: _,
        title: _,
        family: _,
        copies,
        suits: _,
        ranks: _,
        columns: _,
        down,
        up: _,
        // How the cards came to lie where they lie does not matter.
        kings_to_bottom: _,
        reserve,
        reserve_up: _,
        cells: _,
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
        // No card is put on an ace if columns are built down and do not wrap.
        build_on_base,
        base_into_columns,
        take,
        fill,
        reserve_fills,
        stock,
        draw: _,
        redeals: _,
        redeal_draws: _,
        first_turned: _,
        waste_shows: _,
        // Automatic moves and points do not change what can be won.
        auto: _,
        scoring: _,
    } = *rules;
    let cards = copies == 1 && reserve == 0 && reserve_fills == ReserveFills::Never && stock == Stock::None;
    let goal = goal == Goal::Foundations
        && matches!(base_rank, BaseRank::Ace | BaseRank::AcesOut)
        && take_back == TakeBack::Never;
    // A card has at most four hosts, which is what its code has room for.
    let build = !both_ways || matches!(build, Build::AltColour | Build::SameColour | Build::SameSuit);
    let columns = build && !wrap && build_on_base && base_into_columns;
    let take = match take {
        Take::Top | Take::FaceUp => true,
        Take::RunBySpace => !both_ways && (0..usize::from(rules.columns)).all(|c| down.of(c) == 0),
        _ => false,
    };
    let fill = matches!(fill, Fill::Anything | Fill::Kings | Fill::Nothing);
    cards && goal && columns && take && fill
}

/// The game and the position on a table; `None` if its rules are not [recognised](recognises).
pub fn pack(table: &Table) -> Option<(Game, State)> {
    let rules = table.rules();
    if !recognises(rules) {
        return None;
    }
    let mut game = Game::new(rules);
    let mut key = [0; 3];
    let mut lay = |card: u8, below: u8| {
        game.initial[usize::from(card)] = if below < 52 { below } else { NONE };
        if below >= 52 {
            set_code(&mut key, card, code_elsewhere(below));
        }
    };
    for c in 0..rules.columns {
        let mut below = BOTTOM;
        for card in table.cards(Pile::Column(c)) {
            lay(card.index(), below);
            below = card.index();
        }
    }
    for f in 0..rules.foundations() {
        table.cards(Pile::Foundation(f)).for_each(|card| lay(card.index(), UP));
    }
    for cell in 0..rules.cells {
        table.cards(Pile::Cell(cell)).for_each(|card| lay(card.index(), CELL));
    }
    if rules.take == Take::FaceUp {
        for c in 0..rules.columns {
            let pile = Pile::Column(c);
            let down = table.cards(pile).take(table.face_down(pile));
            game.face_down |= down.fold(0, |down, card| down | 1 << card.index());
        }
    } else if (0..rules.columns).any(|c| table.face_down(Pile::Column(c)) > 0) && rules.take != Take::Top {
        return None;
    }
    game.number_places();
    let start = State::unpack(&game, &key);
    Some((game, start))
}
