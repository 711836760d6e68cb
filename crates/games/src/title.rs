//! The title of a game whose rules may differ from those of the named game.

use crate::ALL;
use crate::difference::changes;
use crate::read::{copies_with, shown_with};
use talon_rules::{
    Auto, BaseRank, Build, Count, Fill, Goal, Place, ReserveFills, Rules, Scoring, Sizes, Stock, Take,
    TakeBack, plural,
};

/// The longest title, in characters, that [`title`] returns.
pub const MOST: usize = 60;

/// The title of a game with what differs from the named game: `Klondike, draw 3, no redeals`.
///
/// The title of a listed game is its own, and so is that of rules with a name of their own. It has at most 60
/// characters; of the differences that find no place in them only the number is given.
///
/// ```
/// use talon_games::{find, set, title};
/// let klondike = find("klondike").unwrap();
/// assert_eq!(title(klondike), "Klondike");
/// assert_eq!(title(&set(klondike, &["redeals=0"]).unwrap()), "Klondike, no redeals");
/// ```
pub fn title(rules: &Rules) -> String {
    let own = rules.title.to_string();
    let Some(named) = ALL.iter().find(|game| game.name == rules.name && game.title == rules.title) else {
        return own;
    };
    if named == rules {
        return own;
    }
    let mode = crate::modes(named).iter().find(|(_, mode)| mode == rules);
    let differences = match mode {
        Some((name, _)) => vec![name.replace('-', " ")],
        None => differences(named, rules),
    };
    fitted(own, &differences)
}

/// Joins as many differences to a title as fit.
fn fitted(mut title: String, differences: &[String]) -> String {
    for (at, words) in differences.iter().enumerate() {
        let left = differences.len() - at;
        let rest = format!(", {}", plural(left - 1, "more change"));
        let reserved = if left == 1 { 0 } else { rest.chars().count() };
        if title.chars().count() + 2 + words.chars().count() + reserved > MOST {
            let more = plural(left, if at == 0 { "changed rule" } else { "more change" });
            return format!("{title}, {more}");
        }
        title = format!("{title}, {words}");
    }
    title
}

/// What differs, in a few words each, the rules that matter first before the others.
fn differences(named: &Rules, rules: &Rules) -> Vec<String> {
    let mut fields: Vec<String> = changes(named, rules).into_iter().map(|(field, _)| field).collect();
    let first = crate::first(named);
    fields.sort_by_key(|field| {
        let declared = || Rules::FIELDS.iter().position(|known| known == field).map(|at| at + 100);
        first.iter().position(|known| known == field).or_else(declared)
    });
    // What follows from another rule is not said, and what should follow from it and does not is.
    fields.retain(|field| !matches!(field.as_str(), "waste_shows" | "copies"));
    if rules.copies != copies_with(named, rules.suits) {
        fields.push("copies".into());
    }
    if rules.waste_shows != shown_with(named, rules.draw) {
        fields.push("waste_shows".into());
    }
    fields.iter().filter_map(|field| words(field, rules)).collect()
}

/// The value of a rule in a few words; `None` for the names.
fn words(field: &str, rules: &Rules) -> Option<String> {
    let is = |yes: bool, words: &str, not: &str| if yes { words } else { not }.to_string();
    Some(match field {
        "copies" => match rules.copies {
            1 => "one copy of each card".into(),
            copies => format!("{copies} copies of each card"),
        },
        "suits" => plural(rules.suits, "suit"),
        "ranks" => plural(rules.ranks, "rank"),
        "columns" => plural(rules.columns, "column"),
        "down" => format!("down {}", sizes(&rules.down)),
        "up" => format!("up {}", sizes(&rules.up)),
        "kings_to_bottom" => is(rules.kings_to_bottom, "kings to the bottom", "kings as dealt"),
        "reserve" if rules.reserve == 0 => "no reserve".into(),
        "reserve" => format!("reserve of {}", rules.reserve),
        "reserve_up" => is(rules.reserve_up, "open reserve", "hidden reserve"),
        "cells" if rules.cells == 0 => "no cells".into(),
        "cells" => plural(rules.cells, "cell"),
        "cells_dealt" => format!("{} dealt to cells", rules.cells_dealt),
        "cells_take" => is(rules.cells_take, "cells take cards", "cells take no cards"),
        "goal" => match rules.goal {
            Goal::Foundations => "foundations",
            Goal::Runs => "runs leave",
            Goal::RunsByHand => "runs leave by hand",
            Goal::RunsStay => "runs stay",
        }
        .into(),
        "base_rank" => match rules.base_rank {
            BaseRank::Ace => "from the ace",
            BaseRank::AcesOut => "aces out",
            BaseRank::TwosOut => "twos out",
            BaseRank::Dealt => "base rank dealt",
        }
        .into(),
        "place" => match rules.place {
            Place::BySuit => "foundations by suit",
            Place::FirstEmpty => "first empty foundation",
            Place::AnyEmpty => "any empty foundation",
        }
        .into(),
        "take_back" => match rules.take_back {
            TakeBack::Never => "no take-back",
            TakeBack::OntoCards => "take-back onto cards",
            TakeBack::Anywhere => "take-back",
            TakeBack::EvenBase => "take-back of all cards",
        }
        .into(),
        "build" => match rules.build {
            Build::AltColour => "alternating colours",
            Build::SameColour => "same colour",
            Build::SameSuit => "in suit",
            Build::OtherSuit => "on other suits",
            Build::AnySuit => "on any suit",
        }
        .into(),
        "both_ways" => is(rules.both_ways, "up and down", "down only"),
        "wrap" => is(rules.wrap, "king on ace", "no king on ace"),
        "build_on_base" => is(rules.build_on_base, "build on base cards", "no build on base cards"),
        "base_into_columns" => {
            is(rules.base_into_columns, "base cards in columns", "no base cards in columns")
        }
        "take" => match rules.take {
            Take::Top => "single cards",
            Take::Whole => "whole columns",
            Take::TopOrWhole => "top card or whole column",
            Take::Run => "any sequence",
            Take::SuitRun => "sequences in suit",
            Take::RunBySpace => "sequences by free space",
            Take::FaceUp => "any face-up cards",
        }
        .into(),
        "fill" => format!(
            "empty columns: {}",
            match rules.fill {
                Fill::Anything => "any card",
                Fill::Kings => "kings",
                Fill::Waste => "waste",
                Fill::WasteOrColumn => "waste or column",
                Fill::Nothing => "nothing",
            }
        ),
        "reserve_fills" => match rules.reserve_fills {
            ReserveFills::Itself => "reserve fills by itself",
            ReserveFills::ByHand => "reserve fills by hand",
            ReserveFills::Never => "reserve does not fill",
        }
        .into(),
        "stock" => match rules.stock {
            Stock::None => "no stock",
            Stock::Waste => "stock to waste",
            Stock::FaceUp => "open stock",
            Stock::Rows => "rows if no column is empty",
            Stock::RowsAnyTime => "rows at any time",
        }
        .into(),
        "draw" => format!("draw {}", rules.draw),
        "redeals" => match rules.redeals {
            Count::Unlimited => "unlimited redeals".into(),
            Count::Of(0) => "no redeals".into(),
            Count::Of(times) => plural(times, "redeal"),
        },
        "redeal_draws" => is(rules.redeal_draws, "redeals turn cards", "redeals turn no cards"),
        "first_turned" => is(rules.first_turned, "first cards turned", "first cards not turned"),
        "waste_shows" => match rules.waste_shows {
            Count::Unlimited => "whole waste shown".into(),
            Count::Of(cards) => format!("{cards} of the waste shown"),
        },
        "auto" => match rules.auto {
            Auto::Off => "no automatic moves",
            Auto::Base => "base cards go up",
            Auto::Safe => "safe cards go up",
        }
        .into(),
        "scoring" => match Scoring::NAMED.iter().find(|(_, scoring)| *scoring == rules.scoring) {
            Some((name, _)) => format!("scoring {name}"),
            None => "own scoring".into(),
        },
        _ => return None,
    })
}

/// The sizes of the columns as `7 7 6`.
fn sizes(sizes: &Sizes) -> String {
    sizes.as_slice().iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}
