//! The referee plays a game to its end and makes sure that every game ends.

use crate::view_hash::{derive_seed, view_hash};
use crate::{Player, Progress};
use talon_rules::{Events, Move, Pile, Rules, RulesError, Status, Stock, Table, View};

/// What everybody at the table knows about the game so far.
///
/// [`Progress`] says which moves make progress.
#[derive(Copy, Clone, Debug, Default)]
pub struct Record {
    /// The number of moves made.
    pub moves: u32,
    /// The number of moves since the last one that made progress.
    pub moves_without_progress: u32,
    /// The number of moves that one pass through stock and waste takes; 0 if there is no waste or no card.
    pub pass_length: u32,
    /// The previous move.
    pub last: Option<Move>,
}

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It was won.
    Won,
    /// No sequence of moves made progress any more, as [`View::status`] defines it.
    Stuck,
    /// The player resigned, although progress was possible or could not be ruled out.
    Resigned,
    /// The referee ended it after 400 moves in a row without progress.
    Fruitless,
    /// The player could not answer, or answered with something that is not allowed, and lost the game.
    Fault(Fault),
}

/// What a player that is a program of its own did wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The program ended, or could not be started.
    Crashed,
    /// It did not answer in time.
    TooSlow,
    /// Its answer was not in the form that was agreed on.
    Unreadable,
    /// It chose a move that is not legal.
    IllegalMove,
}

impl End {
    /// All ways a game can end.
    pub const ALL: [End; 8] = [
        End::Won,
        End::Stuck,
        End::Resigned,
        End::Fruitless,
        End::Fault(Fault::Crashed),
        End::Fault(Fault::TooSlow),
        End::Fault(Fault::Unreadable),
        End::Fault(Fault::IllegalMove),
    ];

    /// The word for it in files and tables.
    pub const fn word(self) -> &'static str {
        match self {
            End::Won => "won",
            End::Stuck => "stuck",
            End::Resigned => "resigned",
            End::Fruitless => "fruitless",
            End::Fault(Fault::Crashed) => "crashed",
            End::Fault(Fault::TooSlow) => "too-slow",
            End::Fault(Fault::Unreadable) => "unreadable",
            End::Fault(Fault::IllegalMove) => "illegal-move",
        }
    }

    /// The end with this [`word`](End::word).
    pub fn from_word(word: &str) -> Option<End> {
        End::ALL.into_iter().find(|end| end.word() == word)
    }
}

/// The result of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Whether it was won.
    pub won: bool,
    /// The score by the scoring of the rules.
    pub points: i32,
    /// The number of cards on the foundations at the end.
    pub cards_up: u8,
    /// The number of moves made.
    pub moves: u32,
    /// The number of rows dealt from the stock, or of redeals.
    pub deals: u32,
    /// The number of face-down cards left in the columns at the end.
    pub face_down: u8,
    /// The number of the first move after which a column was empty; `None` if no column ever became empty.
    pub first_empty: Option<u32>,
    /// How it ended.
    pub end: End,
}

/// The number of consecutive moves without progress after which the referee ends a game.
const MOST_WITHOUT_PROGRESS: u32 = 400;

/// Derives the seed of a player from what it sees of a deal, and from a salt.
///
/// The seed depends on nothing else, so it tells the player nothing about hidden cards: a seed made from the
/// number of the deal could be turned back into the number, and the number into the whole deck.
pub fn seed_for(view: View<'_>, salt: u64) -> u64 {
    derive_seed(view_hash(view), salt)
}

/// Deals Talon's own deal of this number and plays it to its end, with the salt 0.
///
/// # Errors
/// If no game can be dealt by these rules.
///
/// # Panics
/// As [`play`].
pub fn play_deal(rules: &Rules, deal: u64, player: &mut Player) -> Result<Game, RulesError> {
    Ok(play(&mut Table::numbered(rules, deal)?, player, 0))
}

/// Plays the game on the table to its end. The randomness of the player comes from [`seed_for`] and `salt`.
///
/// Every game ends. A move that makes progress uses up a face-down card, a card of the reserve or the
/// stock, or a row, or it reaches a new number of cards on the foundations. There are finitely many of
/// those, and after 400 moves in a row without progress the referee ends the game.
///
/// # Panics
/// If the player makes an illegal move, which is a bug in the player.
pub fn play(table: &mut Table, player: &mut Player, salt: u64) -> Game {
    let mut record = Record::default();
    let mut events = Events::new();
    let mut deals = 0;
    let mut progress = Progress::new(table);
    let mut first_empty = None;
    let draw = u32::from(table.rules().draw);
    let has_waste = matches!(table.rules().stock, Stock::Waste | Stock::FaceUp);
    let seed = seed_for(table.view(), salt);
    match player {
        Player::Honest(strategy) => strategy.begin(table.view(), seed),
        Player::Oracle(oracle) => oracle.begin(table, seed),
    }
    let end = loop {
        if table.is_won() {
            break End::Won;
        }
        if record.moves_without_progress >= MOST_WITHOUT_PROGRESS {
            break End::Fruitless;
        }
        if has_waste {
            let cards = (table.len(Pile::Stock) + table.len(Pile::Waste)) as u32;
            record.pass_length = if cards == 0 { 0 } else { cards.div_ceil(draw) + 1 };
        }
        let chosen = match player {
            Player::Honest(strategy) => strategy.choose(table.view(), &record),
            Player::Oracle(oracle) => oracle.choose(table, &record),
        };
        let Some(m) = chosen else {
            if let Player::Honest(strategy) = player
                && let Some(fault) = strategy.fault()
            {
                break End::Fault(fault);
            }
            break if is_stuck(table.view()) { End::Stuck } else { End::Resigned };
        };
        assert!(table.check(m).is_ok(), "a player chose {m}, which is not legal on\n{table}");
        table.play_legal(m, &mut events);
        record.moves += 1;
        record.last = Some(m);
        if first_empty.is_none() && empties(table, m) {
            first_empty = Some(record.moves);
        }
        deals += u32::from(matches!(m, Move::Deal | Move::Redeal));
        record.moves_without_progress =
            if progress.is_made(table, &events) { 0 } else { record.moves_without_progress + 1 };
    };
    Game {
        won: end == End::Won,
        points: table.score(record.moves),
        cards_up: table.cards_up(),
        moves: record.moves,
        deals,
        face_down: columns(table).map(|column| table.face_down(column)).sum::<usize>() as u8,
        first_empty,
        end,
    }
}

/// Whether no sequence of moves makes progress.
fn is_stuck(view: View<'_>) -> bool {
    let mut any = false;
    view.each_move(|_| any = true);
    !any || view.status() == Status::Stuck
}

fn columns(table: &Table) -> impl Iterator<Item = Pile> {
    (0..table.rules().columns).map(Pile::Column)
}

/// Whether a column is empty after this move that may have had cards before it.
fn empties(table: &Table, m: Move) -> bool {
    let is_empty = |pile: Pile| matches!(pile, Pile::Column(_)) && table.len(pile) == 0;
    match m {
        // A run that is completed leaves the column that it was completed in.
        Move::Carry { from, to, .. } => is_empty(from) || is_empty(to),
        Move::Deal => columns(table).any(is_empty),
        Move::Draw | Move::Redeal => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Record, Strategy};

    /// Plays the first moves of a list, and then says that it has no idea.
    struct Listed(Vec<Move>);

    impl Strategy for Listed {
        fn begin(&mut self, _: View<'_>, _: u64) {}

        fn choose(&mut self, _: View<'_>, record: &Record) -> Option<Move> {
            self.0.get(record.moves as usize).copied()
        }
    }

    /// Plays a deal with a player until it is won or stuck. The result is the table, the moves, and the number of
    /// the first move after which some column was empty.
    fn played(deal: u64) -> (Table, Vec<Move>, Option<u32>) {
        let mut table = Table::numbered(&talon_games::SPIDER_1, deal).unwrap();
        let mut player = crate::RuleBased::new(crate::Priorities::Greedy);
        let (mut moves, mut first_empty) = (Vec::new(), None);
        let mut record = Record::default();
        while moves.len() < 120
            && table.view().status() == Status::Open
            && let Some(m) = player.choose(table.view(), &record)
        {
            table.play(m).unwrap();
            moves.push(m);
            record = Record { moves: moves.len() as u32, last: Some(m), ..record };
            if first_empty.is_none() && columns(&table).any(|column| table.len(column) == 0) {
                first_empty = Some(record.moves);
            }
        }
        (table, moves, first_empty)
    }

    #[test]
    fn a_stuck_game_is_not_resigned_and_an_open_one_is() {
        let (mut stuck, mut open, mut emptied) = (0, 0, 0);
        for deal in 1..30 {
            let (end, moves, first_empty) = played(deal);
            let mut table = Table::numbered(&talon_games::SPIDER_1, deal).unwrap();
            let game = play(&mut table, &mut Player::honest(Listed(moves)), 0);
            let expected = match end.view().status() {
                Status::Won => End::Won,
                Status::Stuck => End::Stuck,
                Status::Open | Status::Unclear => End::Resigned,
            };
            assert_eq!((game.end, game.first_empty), (expected, first_empty), "deal {deal}");
            let hidden = columns(&end).map(|column| end.face_down(column)).sum::<usize>();
            assert_eq!(usize::from(game.face_down), hidden);
            stuck += usize::from(expected == End::Stuck);
            open += usize::from(expected == End::Resigned);
            emptied += usize::from(first_empty.is_some());
        }
        assert!(stuck > 0 && open > 0 && emptied > 0, "{stuck} {open} {emptied}");
    }
}
