//! Why a move is refused, with the cards it is about: the rules give the reason, the table the names.
//!
//! The sentences of [`IllegalMove`] name every card the reason itself knows of. Where a reason is about a
//! pile, the player still asked about cards; they are named here. Only open cards are.

use crate::Refusal;
use cards::Card;
use rules::{IllegalMove, Move, Pile, View};

/// The refusal of a move, in a sentence that names the cards.
pub(crate) fn illegal(view: View<'_>, m: Move, why: IllegalMove) -> Refusal {
    let sentence = sentence(view, m, &why).unwrap_or_else(|| why.to_string());
    Refusal::Illegal { why, sentence }
}

/// The refusal of something that is no move of cards.
pub(crate) fn plain(why: IllegalMove) -> Refusal {
    Refusal::Illegal { sentence: why.to_string(), why }
}

fn sentence(view: View<'_>, m: Move, why: &IllegalMove) -> Option<String> {
    let Move::Carry { from, to, count } = m else { return None };
    let top = view.top(from);
    // The lowest card that was asked for, if it lies open.
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
            let whole = format!("Only the whole of {}, from {} on", pile.words(), name(lowest_open)?);
            if *or_top {
                format!("{whole}, or its top card {} may be moved.", name(top)?)
            } else {
                format!("{whole}, may be moved, not {} alone.", name(asked)?)
            }
        }
        IllegalMove::NoSpace { most, wanted } => {
            let most = rules::plural(*most, "card");
            format!("There is room to carry {most}, and from {} on there are {wanted}.", name(asked)?)
        }
        IllegalMove::ReserveFirst => {
            let next = name(view.top(Pile::Reserve)).map_or(String::new(), |card| format!(", {card} next"));
            format!("{} may not go there: the reserve fills empty columns{next}.", name(asked)?)
        }
        IllegalMove::NoTakeBack => format!("{} stays: foundation cards do not come back.", name(top)?),
        IllegalMove::TakeBackOntoCards => {
            format!("{} may not go from its foundation into an empty column.", name(top)?)
        }
        IllegalMove::FoundationOne => {
            format!("Cards go to a foundation one at a time: {} is the top card.", name(top)?)
        }
        IllegalMove::NotARun => format!(
            "{} stays: only a complete run from king to ace of one suit leaves the columns.",
            name(asked)?
        ),
        IllegalMove::CellTaken(cell) => {
            let there = name(view.top(*cell))?;
            format!("{} cannot go there: {there} lies in {} already.", name(asked)?, cell.words())
        }
        IllegalMove::NotPlayable(pile) => {
            format!("{} cannot be played: no card of {} can.", name(top)?, pile.words())
        }
        IllegalMove::NoPlaceFor(pile) => {
            format!("{} cannot go there: nothing may be put on {}.", name(asked)?, pile.words())
        }
        IllegalMove::NoMove if from == to => format!("{} lies in {} already.", name(top)?, from.words()),
        _ => return None,
    })
}

/// No move of this pile is legal: which card would have moved.
pub(crate) fn no_move_of(view: View<'_>, pile: Pile) -> Refusal {
    Refusal::NoMoveOf { pile, top: view.top(pile), cards: view.len(pile) }
}
