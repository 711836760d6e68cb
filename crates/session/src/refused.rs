//! Refusals with the cards they are about: the rules give the reason, and the table gives the names.
//!
//! The sentences of [`IllegalMove`] name the cards that the reason knows. Where a reason is about a pile,
//! the player still asked about a card, which is named here. Only face-up cards are named.

use crate::Refusal;
use talon_cards::Card;
use talon_rules::{IllegalMove, Move, Pile, View};

/// Returns the refusal of a move, as a sentence that names the cards.
pub(crate) fn illegal(view: View<'_>, m: Move, why: IllegalMove) -> Refusal {
    let sentence = sentence(view, m, &why).unwrap_or_else(|| why.to_string());
    Refusal::Illegal { why, sentence }
}

/// Returns the refusal of something that moves no cards.
pub(crate) fn plain(why: IllegalMove) -> Refusal {
    Refusal::Illegal { sentence: why.to_string(), why }
}

fn sentence(view: View<'_>, m: Move, why: &IllegalMove) -> Option<String> {
    let Move::Carry { from, to, count } = m else { return None };
    let top = view.top(from);
    // The lowest card that the player asked for, if it is face up.
    let at = view.len(from).checked_sub(usize::from(count))?;
    let asked = view.open(from).nth(at).flatten();
    let lowest_open = view.open(from).flatten().next();
    let name = |card: Option<Card>| card.map(|card| format!("{card:#}"));
    Some(match why {
        IllegalMove::FaceDown(pile) => {
            format!("The cards under {} in {} are still face down.", name(lowest_open)?, pile.words())
        }
        IllegalMove::OneAtATime(pile) => {
            format!("Only the top card of {}, {}, may be moved.", pile.words(), name(top)?)
        }
        IllegalMove::WholeColumn { pile, or_top } => {
            let whole = format!("Only the whole of {} (from {} on)", pile.words(), name(lowest_open)?);
            if *or_top {
                format!("{whole} or its top card, {}, may be moved.", name(top)?)
            } else {
                format!("{whole} may be moved, not {} alone.", name(asked)?)
            }
        }
        IllegalMove::NoSpace { most, wanted } => {
            let most = talon_rules::plural(*most, "card");
            format!("There is room to move only {most}, but from {} on there are {wanted}.", name(asked)?)
        }
        IllegalMove::ReserveFirst => {
            let next =
                name(view.top(Pile::Reserve)).map_or(String::new(), |card| format!(", and {card} is next"));
            format!("{} may not go there: the reserve fills empty columns{next}.", name(asked)?)
        }
        IllegalMove::NoTakeBack => format!("{} stays: foundation cards may not be taken back.", name(top)?),
        IllegalMove::TakeBackOntoCards => {
            format!("{} may not go from its foundation into an empty column.", name(top)?)
        }
        IllegalMove::FoundationOne => {
            format!("Cards go to a foundation one at a time; {} is the top card.", name(top)?)
        }
        IllegalMove::NotARun => {
            format!("{} stays: only a complete run of one suit leaves the columns.", name(asked)?)
        }
        IllegalMove::CellTaken(cell) => {
            let there = name(view.top(*cell))?;
            format!("{} cannot go there: {there} is already in {}.", name(asked)?, cell.words())
        }
        IllegalMove::NotPlayable(pile) => {
            format!("{} cannot be played: the cards of {} never can.", name(top)?, pile.words())
        }
        IllegalMove::NoPlaceFor(pile) => {
            format!("{} cannot go there: no card may be put on {}.", name(asked)?, pile.words())
        }
        IllegalMove::NoMove if from == to => format!("{} is already in {}.", name(top)?, from.words()),
        _ => return None,
    })
}

/// Returns the refusal for a pile without a legal move; it names the card that would have moved.
pub(crate) fn no_move_of(view: View<'_>, pile: Pile) -> Refusal {
    // Only the top card of a pile other than a column can ever be moved.
    let cards = match (pile, view.len(pile)) {
        (Pile::Column(_), 1..) => view.open(pile).flatten().count().max(1),
        (_, all) => all.min(1),
    };
    Refusal::NoMoveOf { pile, top: view.top(pile), cards }
}
