//! The portfolio: which searches are tried on a position, and in which order.

mod beam;
mod exhaust;
pub(super) mod key_set;

pub use beam::{BeamOptions, BeamSearch};
pub use exhaust::{Exhaustion, exhaust};

use super::heuristic::Heuristic;
use super::line::{shorten, wins};
use super::moves::{Splits, Step};
use super::position::Position;
use super::prunings::{has_uneven_suits, is_dead};
use super::state::{Game, State};
use crate::{Budget, Verdict, Why};

/// Positions of at most this many cards are searched exhaustively before anything else.
const SMALL: usize = 20;
/// The number of beam searches before an exhaustive search without a bound.
const BEAMS: u32 = 80;

/// Lines with more steps are not shortened. Beams, which find nearly all wins, end long before that.
const LONG: usize = 1000;

/// Decides whether a position can be won.
///
/// 1. Dead positions are recognised.
/// 2. Small positions are searched exhaustively, and positions without a stock for a short time.
/// 3. Beam searches of growing width and changing heuristics follow. After each, an exhaustive search with a
///    growing bound is tried, because a beam that ends early may mean that few positions can be reached.
/// 4. At last the search is exhaustive without a bound.
pub(super) fn search(position: &Position, budget: &mut Budget<'_>) -> Result<Verdict, Why> {
    let Some((game, root)) = Game::pack(position) else { return Ok(Verdict::Unknown(Why::Incomplete)) };
    if has_uneven_suits(position) || is_dead(&root, &game) {
        return Ok(Verdict::Unwinnable);
    }
    let cards = (0..usize::from(game.columns)).map(|c| root.cards(c)).sum::<usize>() + position.stock.len();
    let most = if cards <= SMALL {
        usize::MAX
    } else if root.rows_left() == 0 {
        2_000
    } else {
        0
    };
    if let Some(verdict) = prove(&game, &root, most, budget)? {
        return Ok(verdict);
    }
    let mut beam = BeamSearch::new(&game);
    for number in 0..BEAMS {
        let (options, heuristic) = configuration(number, &game);
        if let Some(line) = beam.search(&game, &root, &options, &heuristic, budget)? {
            return Ok(win(&game, &root, line));
        }
        // The buffers of the beam search are kept.
        let memory = budget.limits.memory;
        budget.limits.memory = memory.saturating_sub(beam.bytes());
        let proved = prove(&game, &root, 500 << (number / 2).min(8), budget);
        budget.limits.memory = memory;
        if let Some(verdict) = proved? {
            return Ok(verdict);
        }
    }
    drop(beam);
    let verdict = prove(&game, &root, usize::MAX, budget)?;
    Ok(verdict.unwrap_or(Verdict::Unknown(Why::Incomplete)))
}

/// The beam searches in their order.
///
/// The learned heuristic is the best on average and comes first, with growing width. Then come heuristics and
/// parameters that differ: where one of them fails, another often succeeds sooner than the same one with a
/// much wider beam.
fn configuration(number: u32, game: &Game) -> (BeamOptions, Heuristic) {
    let early = BeamOptions {
        width: 12,
        splits: Splits::Gains,
        first_deal: 60,
        deal_interval: 27,
        endgame_width: 100,
    };
    let late = BeamOptions { first_deal: 150, deal_interval: 60, ..early };
    match number {
        0..3 => (BeamOptions { width: 12 << number, ..early }, Heuristic::learned(game)),
        3 => (BeamOptions { width: 48, ..late }, Heuristic::by_hand(game)),
        4 => (BeamOptions { width: 96, ..early }, Heuristic::learned(game)),
        5 => (BeamOptions { width: 96, ..late }, Heuristic::by_hand(game)),
        6 => (BeamOptions { width: 192, ..early }, Heuristic::learned(game)),
        _ => {
            let width = 32 * (number as usize + 3);
            let heuristic = Heuristic::varied(game, number.into());
            let options = match number % 8 {
                7 => BeamOptions { width: width / 2, splits: Splits::Free, ..early },
                n if n % 2 == 0 => BeamOptions { width, ..early },
                _ => BeamOptions { width, first_deal: 100, deal_interval: 40, ..early },
            };
            (options, heuristic)
        }
    }
}

/// Searches exhaustively if at most `most` positions can be reached.
fn prove(game: &Game, root: &State, most: usize, budget: &mut Budget<'_>) -> Result<Option<Verdict>, Why> {
    if most == 0 {
        return Ok(None);
    }
    Ok(match exhaust(game, root, most, budget)? {
        Exhaustion::Won(line) => Some(win(game, root, line)),
        Exhaustion::Lost => Some(Verdict::Unwinnable),
        Exhaustion::TooLarge => None,
    })
}

/// The verdict of a winning line, which is shortened unless it is very long: shortening takes a time that grows
/// with the square of the length, and nobody can stop it.
fn win(game: &Game, root: &State, line: Vec<Step>) -> Verdict {
    if line.len() > LONG {
        return Verdict::Winnable(line.into_iter().map(Step::plain).collect());
    }
    let shorter = shorten(game, root, &line);
    // Shortening compares positions by hash keys, so the result may fail where the line does not.
    let line = if wins(game, root, &shorter) { shorter } else { line };
    Verdict::Winnable(line.into_iter().map(Step::plain).collect())
}
