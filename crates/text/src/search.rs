//! Searches between two lines: the verdict, the post-mortem, the grade.
//!
//! Whoever plays by lines waits for the answer, so a search ends after a few seconds. All of them know
//! the hidden cards: the game counts as played with the oracle.

use rules::Table;
use session::{Grade, Limits, PostMortem, Sitting, Stamp, Verdict, Why};
use std::time::{Duration, Instant};

const LIMITS: Limits = Limits { nodes: u64::MAX, memory: 512 << 20 };
/// How long a question about one position may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long each of many may take.
const SHORT: Duration = Duration::from_millis(500);

fn judge(table: &Table, patience: Duration) -> (Verdict, u64) {
    let start = Instant::now();
    Verdict::with_effort(table, LIMITS, |_| (start.elapsed() > patience).then_some(Why::Time))
}

/// Can this still be won?
pub fn verdict(sitting: &mut Sitting) -> String {
    sitting.mark(Stamp::Oracle);
    let place = sitting.session().history().current();
    if !sitting.verdict().is_proved() {
        let found = judge(sitting.session().truth(), PATIENCE).0;
        sitting.learn(place, found);
    }
    let words = match sitting.verdict() {
        Verdict::Dead => "can no longer be won: a dead end (proved)".into(),
        verdict => format!("is {}", verdict.words()),
    };
    format!("This game {words}; it counts as played with the oracle.")
}

/// Which move lost the game?
pub fn lost(sitting: &mut Sitting) -> String {
    let (tables, places) = sitting.line();
    if tables.len() < 2 {
        return "Nothing was played yet.".into();
    }
    sitting.mark(Stamp::Oracle);
    match PostMortem::examine(tables.len(), |at| Some(judge(&tables[at], SHORT).0)) {
        Some(found) => sitting.post_mortem_words(&found, &places).join(" "),
        None => String::new(),
    }
}

/// How hard is the deal?
pub fn grade(sitting: &mut Sitting) -> String {
    let session = sitting.session();
    let Ok(table) = session.deal().table(session.rules()) else { return String::new() };
    sitting.mark(Stamp::Oracle);
    let mut patience = PATIENCE;
    let grade = Grade::of(&table, |table| judge(table, std::mem::replace(&mut patience, SHORT)));
    format!("This deal is {grade}.")
}
