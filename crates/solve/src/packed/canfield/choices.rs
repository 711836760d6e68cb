//! What somebody who plays without seeing the reserve decides between: the search's own moves.
//!
//! They follow from the cards that lie open and from the stock, never from a covered reserve card.

use super::columns::Columns;
use super::line::Piles;
use super::moves::Kind;
use super::position::Fill;
use super::state::{Ground, Prunings, Step};
use super::{Position, TakeBack};
use rules::Move;

/// The moves of a position that can make a difference, each as the plain moves it stands for; `None`
/// where a move may look under the reserve's top card (gaps filled by hand) or lead in circles
/// (taking back).
///
/// The stock must be known: its order decides which cards can be reached. A card that nobody can miss
/// goes up without a choice.
pub fn choices(position: &Position) -> Option<Vec<Vec<Move>>> {
    if position.rules.fill == Fill::ByHand || position.rules.take_back != TakeBack::No {
        return None;
    }
    let mut ground = Ground::new(position, Columns::new(), Prunings::NONE);
    let start = ground.start(position);
    let mut plays = Vec::new();
    ground.table_moves(&start, &mut plays);
    let raises = |kind| matches!(kind, Kind::RaiseColumn | Kind::RaiseReserve);
    if let Some(&safe) = plays.iter().find(|play| raises(play.kind()) && ground.is_safe(&start, play.card()))
    {
        plays = vec![safe];
    } else {
        ground.stock_moves(&start, ground.reachable(&start), &mut plays);
        ground.idle_moves(&start, &mut plays);
    }
    let plain = plays.into_iter().map(|play| {
        let (mut state, mut steps) = (start, Vec::<Step>::new());
        ground.play(&mut state, play, &mut steps);
        let mut piles = Piles::new(position);
        for step in steps {
            piles.step(&ground.layout, step);
        }
        piles.moves
    });
    Some(plain.collect())
}
