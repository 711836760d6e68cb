//! Which searches are tried, in which order: the answer to "can this be won?".

use super::beam::{Attempt, Beam};
use super::dead::{stuck, uneven};
use super::moves::Splits;
use super::position::Position;
use super::proof::{Proof, exhaust};
use super::score::Scorer;
use super::shorten::shorten;
use super::state::{Game, State, Step};
use crate::{Effort, Limits, Report, Verdict, Watch, Why};

/// Can this position be won?
///
/// A win is a line of plain moves, replayed on the plain model. A loss is proved by exhaustion with
/// exact keys. Beams that find nothing prove nothing. The answer does not depend on the clock
/// unless the watch does.
pub fn solve(position: &Position, limits: Limits, watch: &mut Watch<'_>) -> Report {
    let mut effort = Effort::new(limits, watch);
    let verdict = search(position, &mut effort).unwrap_or_else(Verdict::Unknown);
    Report { verdict, nodes: effort.progress.nodes, states: effort.progress.states }
}

/// Cards up to which a position is exhausted before anything else is tried.
const SMALL: usize = 20;
/// How many beams are tried before the last resort, exhaustion of everything.
const ATTEMPTS: u32 = 80;

fn search(position: &Position, effort: &mut Effort<'_>) -> Result<Verdict, Why> {
    let Some((game, root)) = Game::pack(position) else { return Ok(Verdict::Unknown(Why::Incomplete)) };
    if uneven(position) || stuck(&root, &game) {
        return Ok(Verdict::Unwinnable);
    }
    let cards = (0..usize::from(game.columns)).map(|c| root.cards(c)).sum::<usize>() + position.stock.len();
    let first = if cards <= SMALL {
        usize::MAX
    } else if root.left() == 0 {
        2_000
    } else {
        0
    };
    if let Some(verdict) = prove(position, &game, &root, first, effort)? {
        return Ok(verdict);
    }
    let mut beam = Beam::new(&game);
    for number in 0..ATTEMPTS {
        let (attempt, scorer) = attempt(number, &game);
        if let Some(line) = beam.search(&game, &root, &attempt, &scorer, effort)? {
            return Ok(win(position, &game, &root, line));
        }
        // A beam that runs dry may mean that there is little to see: look at all of it.
        if let Some(verdict) = prove(position, &game, &root, 500 << (number / 2).min(8), effort)? {
            return Ok(verdict);
        }
    }
    drop(beam);
    let verdict = prove(position, &game, &root, usize::MAX, effort)?;
    Ok(verdict.unwrap_or(Verdict::Unknown(Why::Incomplete)))
}

/// The attempts in their order. The learned costs are the best on average and go first, wider and
/// wider; then others that judge, wait or split differently: where one set fails, another wins
/// sooner than the same set far wider.
fn attempt(number: u32, game: &Game) -> (Attempt, Scorer) {
    let quick = Attempt { width: 12, splits: Splits::Gains, close: 60, slope: 27, last: 100 };
    let patient = Attempt { close: 150, slope: 60, ..quick };
    match number {
        0..3 => (Attempt { width: 12 << number, ..quick }, Scorer::learned(game)),
        3 => (Attempt { width: 48, ..patient }, Scorer::plain(game)),
        4 => (Attempt { width: 96, ..quick }, Scorer::learned(game)),
        5 => (Attempt { width: 96, ..patient }, Scorer::plain(game)),
        6 => (Attempt { width: 192, ..quick }, Scorer::learned(game)),
        _ => {
            let width = 32 * (number as usize + 3);
            let scorer = Scorer::varied(game, number.into());
            match number % 8 {
                7 => (Attempt { width: width / 2, splits: Splits::Free, ..quick }, scorer),
                n if n % 2 == 0 => (Attempt { width, ..quick }, scorer),
                _ => (Attempt { width, close: 100, slope: 40, ..quick }, scorer),
            }
        }
    }
}

/// Exhausts the position if it has at most `most` successors.
fn prove(
    position: &Position,
    game: &Game,
    root: &State,
    most: usize,
    effort: &mut Effort<'_>,
) -> Result<Option<Verdict>, Why> {
    if most == 0 {
        return Ok(None);
    }
    Ok(match exhaust(game, root, most, effort)? {
        Proof::Won(line) => Some(win(position, game, root, line)),
        Proof::Lost => Some(Verdict::Unwinnable),
        Proof::Large => None,
    })
}

/// Shortens a line and replays it on the plain model.
///
/// # Panics
/// When the line does not win: the packed state and the plain model would disagree.
fn win(position: &Position, game: &Game, root: &State, line: Vec<Step>) -> Verdict {
    let replay = |line: &[Step]| {
        let mut plain = position.clone();
        line.iter().all(|step| plain.play(step.plain()).is_ok()) && plain.won()
    };
    let mut short = shorten(game, root, &line);
    // Shortening goes by hashes: what they may confuse is found here.
    if !replay(&short) {
        assert!(replay(&line), "the packed state plays by the rules");
        short = line;
    }
    Verdict::Winnable(short.into_iter().map(Step::plain).collect())
}
