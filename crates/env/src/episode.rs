//! One game that is being played.

use crate::{Game, Reward};
use talon_players::Progress;
use talon_rules::{Events, Table};

/// How an episode ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum End {
    /// The game was won.
    Won = 1,
    /// No move was legal.
    NoMoves = 2,
    /// The game was cut off after many moves in a row without progress.
    NoProgress = 3,
    /// The game was cut off after the largest number of moves.
    TooLong = 4,
}

impl End {
    /// All ways in which an episode can end.
    pub const ALL: [End; 4] = [End::Won, End::NoMoves, End::NoProgress, End::TooLong];

    /// Returns `true` if the game itself was over, and `false` if it was cut off.
    pub const fn is_terminal(self) -> bool {
        matches!(self, End::Won | End::NoMoves)
    }

    /// The word for it: `won`, `no-moves`, `no-progress` or `too-long`.
    pub const fn word(self) -> &'static str {
        match self {
            End::Won => "won",
            End::NoMoves => "no-moves",
            End::NoProgress => "no-progress",
            End::TooLong => "too-long",
        }
    }
}

/// The result of an action.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// The reward.
    pub reward: f32,
    /// How the episode ended; `None` if it goes on.
    pub end: Option<End>,
    /// Whether the action was refused, because it is not legal.
    pub refused: bool,
    /// The number of actions of the episode so far.
    pub moves: u32,
}

/// A game that is being played.
///
/// An action that is not legal changes nothing on the table, but it counts as a move without progress. If no
/// action is legal, which is rare for a new deal, then any action ends the episode.
#[derive(Clone)]
pub struct Episode {
    table: Table,
    progress: Progress,
    deal: u64,
    moves: u32,
    idle: u32,
    /// What has been rewarded so far: the progress in cards, or the score.
    rewarded: i64,
}

impl Episode {
    /// Starts the game with one of Talon's own deals.
    pub fn start(game: &Game, deal: u64) -> Episode {
        let table = Table::numbered(game.rules(), deal).expect("the rules of a `Game` are valid");
        let progress = Progress::new(&table);
        let mut episode = Episode { table, progress, deal, moves: 0, idle: 0, rewarded: 0 };
        episode.rewarded = episode.value(game);
        episode
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The number of the deal. It determines the hidden cards, so a player must not be told.
    pub fn deal(&self) -> u64 {
        self.deal
    }

    /// The number of actions so far.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// The progress from 0 to 1; see [`Game::progress`].
    pub fn progress(&self, game: &Game) -> f32 {
        game.progress(&self.table)
    }

    /// Takes an action. `mask` becomes the mask of the legal actions after it; if none is legal, the episode
    /// is over.
    #[inline]
    pub fn step(&mut self, game: &Game, action: usize, events: &mut Events, mask: &mut [i8]) -> Step {
        let m = game.actions().decode(&self.table, action);
        self.moves += 1;
        self.idle += 1;
        if let Some(m) = m {
            self.table.play_legal(m, events);
            if self.progress.is_made(&self.table, events) {
                self.idle = 0;
            }
        }
        let legal_next = game.actions().mask(&self.table, mask);
        let end = if self.table.is_won() {
            Some(End::Won)
        } else if legal_next == 0 {
            Some(End::NoMoves)
        } else if self.idle >= game.settings().patience {
            Some(End::NoProgress)
        } else if self.moves >= game.settings().most_moves {
            Some(End::TooLong)
        } else {
            None
        };
        Step { reward: self.reward(game, end), end, refused: m.is_none(), moves: self.moves }
    }

    #[inline]
    fn reward(&mut self, game: &Game, end: Option<End>) -> f32 {
        let win = f32::from(u8::from(end == Some(End::Won)));
        let before = self.rewarded;
        self.rewarded = self.value(game);
        match game.settings().reward {
            Reward::Win => win,
            Reward::Progress => game.scale.share(before as u32, self.rewarded as u32) + win,
            Reward::Score => (self.rewarded - before) as f32,
        }
    }

    /// What the position is worth, in the unit of the reward.
    #[inline]
    fn value(&self, game: &Game) -> i64 {
        match game.settings().reward {
            Reward::Win => 0,
            Reward::Progress => game.scale.progress(&self.table).into(),
            Reward::Score => self.table.score(self.moves).into(),
        }
    }
}
