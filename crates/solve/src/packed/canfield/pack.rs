//! From the table to a position: which games are Canfields, and what their rules say here.

use super::position::{Build, Fill, Gap, Position, Rules, Take, TakeBack};
use cards::Suit;
use rules::{Count, Goal, Pile, Place, ReserveFills, Stock, Table};

/// The position on the table, if the game is one of this family: one deck, at most four columns of
/// face-up runs, foundations built from a base rank, a waste.
pub fn pack(table: &Table) -> Option<Position> {
    let rules = rules_of(table.rules())?;
    let all = table.rules();
    let columns: Vec<Vec<_>> =
        (0..all.columns).map(|c| table.cards(Pile::Column(c)).collect::<Vec<_>>()).collect();
    if (0..all.columns).any(|c| table.face_down(Pile::Column(c)) > 0) {
        return None;
    }
    let base = table.base();
    let mut up = [0; 4];
    let mut homes = Vec::new();
    for f in 0..all.foundations() {
        let pile = Pile::Foundation(f);
        let suit = match table.top(pile) {
            Some(card) => Some(card.suit()),
            None if all.place == Place::BySuit => Some(all.deck().suits_used()[usize::from(f)]),
            None => None,
        };
        if let Some(suit) = suit {
            up[usize::from(suit.index())] = table.len(pile) as u8;
        }
        homes.push(suit);
    }
    let position = Position {
        rules,
        ranks: all.ranks,
        base,
        columns,
        reserve: table.cards(Pile::Reserve).collect(),
        stock: table.cards(Pile::Stock).rev().collect(),
        waste: table.cards(Pile::Waste).collect(),
        up,
        homes,
        redeals: match all.redeals {
            Count::Unlimited => None,
            Count::Of(most) => Some(most.saturating_sub(table.redeals_used().try_into().unwrap_or(u8::MAX))),
        },
    };
    position.is_built().then_some(position)
}

fn rules_of(rules: &rules::Rules) -> Option<Rules> {
    let family = rules.copies == 1
        && rules.columns <= 4
        && rules.cells == 0
        && rules.goal == Goal::Foundations
        && rules.stock == Stock::Waste
        && rules.wrap
        && !rules.both_ways
        && (1..=5).contains(&rules.draw);
    let take = match rules.take {
        rules::Take::Whole => Take::Whole,
        rules::Take::TopOrWhole => Take::TopOrWhole,
        rules::Take::Run | rules::Take::FaceUp => Take::Part,
        _ => return None,
    };
    let fill = match rules.reserve_fills {
        ReserveFills::Itself => Fill::AtOnce,
        ReserveFills::ByHand => Fill::ByHand,
        ReserveFills::Never => Fill::Free,
    };
    let gap = match rules.fill {
        rules::Fill::Anything => Gap::Anything,
        rules::Fill::Waste if fill != Fill::Free => Gap::Waste,
        // A part of a column would be more than this says.
        rules::Fill::WasteOrColumn if fill != Fill::Free && take == Take::Whole => Gap::WasteOrColumn,
        _ => return None,
    };
    let packed = Rules {
        draw: rules.draw,
        redeal_draws: rules.redeal_draws,
        build: match rules.build {
            rules::Build::AltColour => Build::AltColour,
            rules::Build::SameSuit => Build::SameSuit,
            rules::Build::AnySuit => Build::AnySuit,
            _ => return None,
        },
        take,
        fill,
        gap,
        on_base: rules.build_on_base,
        base_enters: rules.base_into_columns,
        take_back: match rules.take_back {
            rules::TakeBack::Never => TakeBack::No,
            rules::TakeBack::OntoCards => TakeBack::OntoCards,
            rules::TakeBack::Anywhere => TakeBack::Anywhere,
            rules::TakeBack::EvenBase => return None,
        },
    };
    family.then_some(packed)
}

impl Position {
    /// Is every column a run built by the rules? All columns of a Canfield are, from its first deal
    /// on; other tables may show anything.
    fn is_built(&self) -> bool {
        let step = |low: u8, high: u8| low % self.ranks + 1 == high;
        self.columns.iter().flat_map(|column| column.windows(2)).all(|pair| {
            let (on, card) = (pair[0], pair[1]);
            let suits = match self.rules.build {
                Build::AltColour => on.color() != card.color(),
                Build::SameSuit => on.suit() == card.suit(),
                Build::AnySuit => true,
            };
            suits && step(card.rank().number(), on.rank().number())
        }) && Suit::ALL.iter().all(|suit| self.up[usize::from(suit.index())] <= self.ranks)
    }
}
