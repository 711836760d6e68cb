//! The referee: plays a game to its end, and sees that it has one.

use crate::Player;
use rules::{Event, Events, Move, Pile, Stock, Table};

/// What happened so far, as anybody at the table could have noted it.
#[derive(Copy, Clone, Debug, Default)]
pub struct Course {
    /// Moves made.
    pub moves: u32,
    /// Moves in a row that brought nothing: no card turned up or seen for the first time, none
    /// taken from reserve, stock or waste, no row dealt, no new height of the foundations.
    pub fruitless: u32,
    /// How many moves a whole pass through stock and waste takes now, 0 where there is none.
    pub pass: u32,
    /// The last move.
    pub last: Option<Move>,
}

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It was won.
    Won,
    /// No move was legal.
    NoMoves,
    /// The player gave up.
    Resigned,
    /// Too many moves in a row brought nothing: the referee ended it.
    Fruitless,
}

impl End {
    /// One word for tables.
    pub const fn word(self) -> &'static str {
        match self {
            End::Won => "won",
            End::NoMoves => "no-moves",
            End::Resigned => "resigned",
            End::Fruitless => "fruitless",
        }
    }

    /// The ending of this word.
    pub fn from_word(word: &str) -> Option<End> {
        [End::Won, End::NoMoves, End::Resigned, End::Fruitless].into_iter().find(|end| end.word() == word)
    }
}

/// What a game came to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Was it won?
    pub won: bool,
    /// The points by the rules' scoring.
    pub points: i32,
    /// Cards on the foundations at the end.
    pub cards_up: u8,
    /// Moves made.
    pub moves: u32,
    /// Rows dealt from the stock, or times the waste became the stock again.
    pub deals: u32,
    /// How it ended.
    pub end: End,
}

/// The referee ends a game after so many moves in a row that brought nothing.
const PATIENCE: u32 = 400;

/// Plays the game on the table to its end.
///
/// It ends: each move that brings something uses up a face-down card, a card of the reserve or the
/// stock, a row, or reaches a new height of the foundations, and there are finitely many of those.
///
/// # Panics
/// When the player makes an illegal move: a bug in the player.
pub fn play(table: &mut Table, player: &mut Player, seed: u64) -> Game {
    let mut course = Course::default();
    let mut events = Events::new();
    let mut deals = 0;
    let mut height = table.cards_up();
    let (rows, draw) = (table.rules().stock.is_rows(), u32::from(table.rules().draw));
    let has_waste = matches!(table.rules().stock, Stock::Waste | Stock::FaceUp);
    match player {
        Player::Honest(strategy) => strategy.begin(table.view(), seed),
        Player::Oracle(oracle) => oracle.begin(table, seed),
    }
    let end = loop {
        if table.is_won() {
            break End::Won;
        }
        if course.fruitless >= PATIENCE {
            break End::Fruitless;
        }
        if has_waste {
            let cards = (table.len(Pile::Stock) + table.len(Pile::Waste)) as u32;
            course.pass = if cards == 0 { 0 } else { cards.div_ceil(draw) + 1 };
        }
        let chosen = match player {
            Player::Honest(strategy) => strategy.choose(table.view(), &course),
            Player::Oracle(oracle) => oracle.choose(table, &course),
        };
        let Some(m) = chosen else {
            let mut any = false;
            table.each_move(|_| any = true);
            break if any { End::Resigned } else { End::NoMoves };
        };
        assert!(table.check(m).is_ok(), "a player chose {m}, which is not legal on\n{table}");
        table.play_legal(m, &mut events);
        course.moves += 1;
        course.last = Some(m);
        deals += u32::from(matches!(m, Move::Deal | Move::Redeal));
        let mut useful = table.cards_up() > height;
        height = height.max(table.cards_up());
        useful |= matches!(m, Move::Deal) || brings(&events, rows);
        course.fruitless = if useful { 0 } else { course.fruitless + 1 };
    };
    Game {
        won: end == End::Won,
        points: table.score(course.moves),
        cards_up: table.cards_up(),
        moves: course.moves,
        deals,
        end,
    }
}

/// Did these steps bring something that cannot be undone?
#[inline]
fn brings(events: &Events, rows: bool) -> bool {
    events.iter().any(|event| match event {
        Event::TurnedUp(_) => true,
        Event::Drawn { fresh, .. } => fresh != 0,
        Event::Carried { from, .. } => {
            matches!(from, Pile::Reserve | Pile::Waste) || (from == Pile::Stock && !rows)
        }
        Event::Dealt { .. } => true,
        Event::Redealt { .. } => false,
    })
}
