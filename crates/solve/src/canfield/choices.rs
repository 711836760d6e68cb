//! The decisions of a player who does not see the covered cards of the reserve: the moves of the search.
//!
//! They depend on the cards that are face up and on the stock, and on no covered card.

use crate::canfield::Position;
use crate::canfield::columns::Columns;
use crate::canfield::line::Piles;
use crate::canfield::moves::Kind;
use crate::canfield::prunings::Prunings;
use crate::canfield::state::{Game, Step};
use talon_rules::{Move, ReserveFills, TakeBack};

/// The moves of the search in a position, each as the plain moves it stands for.
///
/// The stock must be known, because its order decides which cards can be reached. If a card can be raised
/// [safely](super#the-prunings), that is the only choice.
///
/// `None` if the player fills empty columns by hand, because the normal form would then depend on a covered
/// card of the reserve; or if cards may be taken back, because the choices could then lead in circles.
pub fn choices(position: &Position) -> Option<Vec<Vec<Move>>> {
    if position.variant.reserve_fills == ReserveFills::ByHand || position.variant.take_back != TakeBack::Never
    {
        return None;
    }
    let mut game = Game::new(position, Columns::new(), Prunings::NONE);
    let start = game.start(position);
    let mut plays = Vec::new();
    game.table_moves(&start, &mut plays);
    let raises = |kind| matches!(kind, Kind::RaiseColumn | Kind::RaiseReserve);
    if let Some(&safe) = plays.iter().find(|play| raises(play.kind()) && game.is_safe(&start, play.card())) {
        plays = vec![safe];
    } else {
        game.stock_moves(&start, game.reachable(&start), &mut plays);
        game.reversible_moves(&start, &mut plays);
    }
    let plain = plays.into_iter().map(|play| {
        let (mut state, mut steps) = (start, Vec::<Step>::new());
        game.play(&mut state, play, &mut steps);
        let mut piles = Piles::new(position);
        for step in steps {
            piles.step(&game.layout, step);
        }
        piles.moves
    });
    Some(plain.collect())
}
