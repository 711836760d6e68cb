//! A check of a program that wants to be a player.

use super::{Bot, BotError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use talon_cards::Generator;
use talon_players::{End, Fault, Game, Player, Record, Strategy};
use talon_rules::{Move, Rules, Table, View, plural};

/// What a check has found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// What the program does wrong, in sentences.
    pub wrong: Vec<String>,
    /// What else was seen, in sentences.
    pub seen: Vec<String>,
}

/// Lets a program play some games, and describes what it does wrong.
///
/// Each game is played twice, to find out whether a campaign with this player can be repeated.
///
/// # Errors
/// If the program does not start.
pub fn check(command: &str, rules: &Rules, limit: Duration, games: u32) -> Result<Findings, BotError> {
    let bot = Bot::new(command, rules, limit).start()?;
    let log = Arc::new(Mutex::new(Log::default()));
    let mut player = Player::honest(Watched { bot, log: log.clone() });
    let mut play = |table: &Table| -> (Game, Vec<Move>, Option<String>) {
        let game = talon_players::play(&mut table.clone(), &mut player, 0);
        let mut log = lock(&log);
        (game, std::mem::take(&mut log.moves), log.failure.take())
    };
    let mut found = Findings::default();
    let (mut won, mut resigned, mut repeatable) = (0, 0, true);
    for number in 1..=u64::from(games) {
        // Deals whose numbers nobody would think of.
        let Ok(table) = Table::numbered(rules, Generator::new(number).next_u64()) else { continue };
        let (game, moves, failure) = play(&table);
        won += u64::from(game.won);
        resigned += u64::from(game.end == End::Resigned);
        if let Some(failure) = failure {
            let after = plural(moves.len() as u64, "move");
            found.wrong.push(format!("In game {number}, after {after}, {failure}."));
        } else {
            repeatable &= play(&table).1 == moves;
        }
    }
    if !repeatable {
        let reason = "The same deal with the same salt led to other moves. Take all randomness from the salt of \
                      \"begin\", and keep nothing from one game to the next, so that a campaign can be repeated.";
        found.wrong.push(reason.into());
    }
    let games = plural(games, "game");
    found.seen.push(format!("It played {games}, won {won} of them and resigned {resigned}."));
    let log = lock(&log);
    if log.answers > 0 {
        found.seen.push(format!(
            "It answered {}, within {:.2} ms on average and {:.2} ms at most.",
            plural(log.answers, "question"),
            log.total.as_secs_f64() * 1000.0 / log.answers as f64,
            log.longest.as_secs_f64() * 1000.0
        ));
    }
    Ok(found)
}

/// What the program did.
#[derive(Default)]
struct Log {
    moves: Vec<Move>,
    failure: Option<String>,
    answers: u64,
    total: Duration,
    longest: Duration,
}

fn lock(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that is watched while it plays.
struct Watched {
    bot: Bot,
    log: Arc<Mutex<Log>>,
}

impl Strategy for Watched {
    fn begin(&mut self, view: View<'_>, seed: u64) {
        self.bot.begin(view, seed);
    }

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        let begun = Instant::now();
        let chosen = self.bot.choose(view, record);
        let took = begun.elapsed();
        let mut log = lock(&self.log);
        log.answers += 1;
        log.total += took;
        log.longest = log.longest.max(took);
        log.moves.extend(chosen);
        log.failure = self.bot.failure();
        chosen
    }

    fn fault(&self) -> Option<Fault> {
        self.bot.fault()
    }
}
