//! Searches between two lines: the verdict, the post-mortem and the grade.
//!
//! A text player waits for the answer, so a search ends after a few seconds, reports its progress now and then, and
//! can be stopped. All searches know the hidden cards, so the game counts as played with the oracle.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use talon_rules::{Rules, Table};
use talon_session::{
    Aim, Grade, Limits, PostMortem, Sitting, Sought, Stamp, Told, Verdict, Why, seek, shorten,
};

const LIMITS: Limits = Limits { nodes: u64::MAX, memory: 512 << 20 };
/// The time limit of a question about one position.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time limit of each position when there are several.
const SHORT: Duration = Duration::from_millis(500);
/// How long a question about many positions may take.
const WHOLE: Duration = Duration::from_secs(12);
/// How long a search for a deal may take, and how many deals are tried.
const LONG: Duration = Duration::from_secs(30);
const MOST_DEALS: u64 = 1000;
/// The time between two lines that say how far a search is.
const REPORT: Duration = Duration::from_secs(2);

/// Ctrl-C in text play: it stops a search, or else ends the program.
#[derive(Debug, Default)]
pub struct Interrupt {
    searching: AtomicBool,
    pressed: AtomicBool,
}

impl Interrupt {
    /// Reports that Ctrl-C was pressed. Returns `true` if this stops a search, and `false` if none is running, so
    /// that the program should end.
    pub fn press(&self) -> bool {
        let searching = self.searching.load(Ordering::Relaxed);
        self.pressed.store(searching, Ordering::Relaxed);
        searching
    }
}

/// The answer to one request: it solves one position or several, reports progress and can be stopped.
pub struct Waiting<'a> {
    interrupt: &'a Interrupt,
    out: &'a mut dyn Write,
    begun: Instant,
    /// The time limit of the whole request.
    limit: Duration,
    said: Duration,
    /// The nodes of the searches that have ended.
    spent: u64,
}

impl<'a> Waiting<'a> {
    /// Begins a search that Ctrl-C can stop and that reports its progress on `out`.
    pub fn new(interrupt: &'a Interrupt, out: &'a mut dyn Write) -> Waiting<'a> {
        interrupt.pressed.store(false, Ordering::Relaxed);
        interrupt.searching.store(true, Ordering::Relaxed);
        Waiting { interrupt, out, begun: Instant::now(), limit: WHOLE, said: Duration::ZERO, spent: 0 }
    }

    /// Returns `true` if the player stopped the search.
    fn is_stopped(&self) -> bool {
        self.interrupt.pressed.load(Ordering::Relaxed)
    }

    /// Solves a position within this time and within the time limit of the whole request.
    fn judge(&mut self, table: &Table, patience: Duration) -> (Verdict, u64) {
        self.judge_within(table, LIMITS, patience)
    }

    fn judge_within(&mut self, table: &Table, limits: Limits, patience: Duration) -> (Verdict, u64) {
        let start = self.begun.elapsed();
        if self.is_stopped() || start > self.limit {
            return (Verdict::NotAsked, 0);
        }
        let (verdict, nodes) = Verdict::with_effort(table, limits, |nodes| {
            let now = self.begun.elapsed();
            if now > self.said + REPORT {
                self.said = now;
                let (seconds, nodes) = (now.as_secs(), self.spent + nodes);
                // A progress line that cannot be written is no reason to stop.
                let told =
                    writeln!(self.out, "… {seconds} s, {nodes} positions searched; Ctrl-C stops the search.");
                let _ = told.and_then(|()| self.out.flush());
            }
            if self.is_stopped() {
                return Some(Why::Cancelled);
            }
            (now > start + patience || now > self.limit).then_some(Why::Time)
        });
        self.spent += nodes;
        (verdict, nodes)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.interrupt.searching.store(false, Ordering::Relaxed);
    }
}

/// The answer when the player stopped the search.
const STOPPED: &str = "The search was stopped.";

/// Searches for the verdict of the current position, unless it is known.
fn settle(sitting: &mut Sitting, waiting: &mut Waiting<'_>) -> Result<Verdict, &'static str> {
    sitting.mark(Stamp::Oracle);
    let place = sitting.session().history().current();
    if !sitting.verdict().is_proved() {
        let table = sitting.session().truth();
        let found = match waiting.judge(table, PATIENCE).0 {
            Verdict::Winnable(line) => Verdict::Winnable(shorten(table, &line)),
            other => other,
        };
        if waiting.is_stopped() {
            return Err(STOPPED);
        }
        sitting.learn(place, found);
    }
    Ok(sitting.verdict())
}

/// The next step of a hint from a proved win.
pub fn oracle(sitting: &mut Sitting, mut waiting: Waiting<'_>) -> String {
    match settle(sitting, &mut waiting) {
        Err(stopped) => stopped.into(),
        Ok(Verdict::Winnable(line)) if !line.is_empty() => match sitting.hint(true) {
            Told::Step(_, words) => crate::plain::answer::hinted(sitting, &words, 'H'),
            _ => "There is nothing to hint.".into(),
        },
        Ok(verdict) => format!("This game {}.", sitting.verdict_words(&verdict)),
    }
}

/// Plays `count` moves of a proved win, or all of them, and describes each.
pub fn watch(sitting: &mut Sitting, count: Option<u32>, mut waiting: Waiting<'_>) -> String {
    let mut said = Vec::new();
    while count.is_none_or(|count| said.len() < count as usize) {
        let line = match settle(sitting, &mut waiting) {
            Err(stopped) => return stopped.into(),
            Ok(Verdict::Winnable(line)) if !line.is_empty() => line,
            Ok(Verdict::Winnable(_)) => break,
            Ok(verdict) => return format!("This game {}.", sitting.verdict_words(&verdict)),
        };
        match sitting.follow(line[0]) {
            Ok(outcome) => said.push(format!("{} ({})", outcome.words(), line[0])),
            Err(refusal) => return refusal.to_string(),
        }
    }
    said.join("\n")
}

/// Looks for a deal from a number on; the deal of a day has its own numbers.
pub fn deal(rules: &Rules, aim: Aim, from: u64, mut waiting: Waiting<'_>) -> Sought {
    waiting.limit = LONG;
    let is_daily = matches!(aim, Aim::Day(_));
    let mut judge = |table: &Table, limits: Limits| {
        let limits = Limits { memory: limits.memory.min(LIMITS.memory), ..limits };
        let found = waiting.judge_within(table, limits, if is_daily { LONG } else { SHORT });
        match found.0 {
            _ if waiting.is_stopped() => Err(Why::Cancelled),
            // What a deal of the day is must not depend on how fast the machine is.
            Verdict::NotKnown(Why::Time) if is_daily => Err(Why::Time),
            _ if waiting.begun.elapsed() > LONG => Err(Why::Time),
            _ => Ok(found),
        }
    };
    seek(rules, aim, from, MOST_DEALS, &mut judge)
}

/// Answers whether the game can be won.
pub fn verdict(sitting: &mut Sitting, mut waiting: Waiting<'_>) -> String {
    match settle(sitting, &mut waiting) {
        Err(stopped) => stopped.into(),
        Ok(verdict) => format!("This game {}.", sitting.verdict_words(&verdict)),
    }
}

/// Answers which move lost the game.
pub fn lost(sitting: &mut Sitting, mut waiting: Waiting<'_>) -> String {
    let (tables, places) = sitting.line();
    if tables.len() < 2 {
        return "No move has been made yet.".into();
    }
    sitting.mark(Stamp::Oracle);
    let found = PostMortem::examine(tables.len(), |at| {
        let verdict = waiting.judge(&tables[at], SHORT).0;
        (!waiting.is_stopped()).then_some(verdict)
    });
    match found {
        Some(found) => sitting.post_mortem_words(&found, &places).join(" "),
        None => STOPPED.into(),
    }
}

/// Answers how hard the deal is.
pub fn grade(sitting: &mut Sitting, mut waiting: Waiting<'_>) -> String {
    let session = sitting.session();
    let Ok(table) = session.deal().table(session.rules()) else { return String::new() };
    sitting.mark(Stamp::Oracle);
    let mut patience = PATIENCE;
    let grade = Grade::of(&table, |table| waiting.judge(table, std::mem::replace(&mut patience, SHORT)));
    if waiting.is_stopped() { STOPPED.into() } else { format!("This deal is {grade}.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_search_judges_nothing_more() {
        let interrupt = Interrupt::default();
        assert!(!interrupt.press(), "nothing is searched, so the program ends");
        let hard = Table::numbered(&talon_games::FORTY_THIEVES, 4).unwrap();
        let mut said = Vec::new();
        {
            let mut waiting = Waiting::new(&interrupt, &mut said);
            assert!(interrupt.press());
            let (verdict, nodes) = waiting.judge(&hard, PATIENCE);
            assert_eq!((verdict, nodes), (Verdict::NotAsked, 0));
        }
        assert!(!interrupt.press(), "the search is over");
        let mut waiting = Waiting::new(&interrupt, &mut said);
        assert!(!waiting.is_stopped(), "a new search begins without the wish to stop the last one");
        waiting.begun -= WHOLE + REPORT;
        assert_eq!(waiting.judge(&hard, PATIENCE).0, Verdict::NotAsked, "the time is over");
    }

    #[test]
    fn a_long_search_says_how_far_it_is_and_how_it_is_stopped() {
        let interrupt = Interrupt::default();
        let hard = Table::numbered(&talon_games::FORTY_THIEVES, 4).unwrap();
        let mut said = Vec::new();
        let mut waiting = Waiting::new(&interrupt, &mut said);
        waiting.begun -= REPORT + REPORT;
        // No time is left, so the watch ends the search when it is first called.
        let (verdict, _) = waiting.judge(&hard, Duration::ZERO);
        assert_eq!(verdict, Verdict::NotKnown(Why::Time));
        drop(waiting);
        let said = String::from_utf8(said).unwrap();
        assert!(said.starts_with("… 4 s, ") && said.ends_with("Ctrl-C stops the search.\n"), "{said}");
    }
}
