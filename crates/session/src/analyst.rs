//! Searches in the background: the player never waits for them.
//!
//! One thread, one search at a time; a new question ends the old search. Not for places without threads:
//! there [`Verdict::of`] answers in the foreground.

use crate::{Advice, Deal, Grade, Level, NodeId, PostMortem, Verdict, Why, adviser};
use rules::{Rules, Status, Table};
use solve::Limits;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A question for the analyst.
#[derive(Clone, Debug)]
pub enum Question {
    /// Is the game at this place stuck, and, if `solve` says so, can it be won?
    Judge {
        /// The place in the history.
        place: NodeId,
        /// The position there.
        table: Table,
        /// Is the verdict wanted too?
        solve: bool,
    },
    /// Can the game be won at this place?
    Verdict {
        /// The place in the history.
        place: NodeId,
        /// The position there.
        table: Table,
    },
    /// A fair hint for this place: only what the player sees of the position is looked at.
    Advice {
        /// The place in the history.
        place: NodeId,
        /// The position there.
        table: Table,
    },
    /// Where was the game lost? The positions from the deal on.
    PostMortem(Vec<Table>),
    /// The first deal from this number on that is proved winnable.
    WinnableDeal {
        /// The rules to deal by.
        rules: Rules,
        /// Where to begin.
        from: u64,
        /// How hard it should be, if that matters.
        level: Option<Level>,
    },
    /// How hard is the deal?
    Grade(Table),
}

/// The analyst's answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// How the game stands at a place.
    Status(NodeId, Status),
    /// The verdict of a place.
    Verdict(NodeId, Verdict),
    /// The hint for a place.
    Advice(NodeId, Advice),
    /// Where the game was lost.
    PostMortem(PostMortem),
    /// The deal wanted; `None` when none was found.
    WinnableDeal(Option<Deal>),
    /// How hard the deal is.
    Grade(Grade),
}

/// A searcher in a thread of its own.
#[derive(Debug)]
pub struct Analyst {
    questions: Sender<(u64, Question)>,
    answers: Receiver<(u64, Answer)>,
    /// The number of the question that is wanted; searches for others end.
    wanted: Arc<AtomicU64>,
    nodes: Arc<AtomicU64>,
    busy: bool,
}

/// The name of the thread, so that a panic in it can be told from one of the program.
pub const THREAD: &str = "analyst";

/// What a single search may spend.
const LIMITS: Limits = Limits { nodes: u64::MAX, memory: 512 << 20 };
/// How long a single search may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a search for one of several positions or deals may take.
const SHORT: Duration = Duration::from_secs(4);
/// How long a hint may be thought about when every card is known.
const PENSIVE: Duration = Duration::from_secs(2);
/// How many deals are tried before none is found.
const MOST_DEALS: u64 = 200;

impl Default for Analyst {
    fn default() -> Analyst {
        Analyst::new()
    }
}

impl Analyst {
    /// Starts the thread; it ends with the analyst.
    pub fn new() -> Analyst {
        let (questions, inbox) = channel::<(u64, Question)>();
        let (outbox, answers) = channel();
        let wanted = Arc::new(AtomicU64::new(0));
        let nodes = Arc::new(AtomicU64::new(0));
        let desk = Desk { wanted: wanted.clone(), nodes: nodes.clone(), outbox };
        // Without a thread every question stays unanswered, and the game goes on.
        let _ = thread::Builder::new().name(THREAD.into()).spawn(move || {
            for (number, question) in inbox {
                if desk.is_wanted(number) {
                    desk.answer(number, question);
                }
            }
        });
        Analyst { questions, answers, wanted, nodes, busy: false }
    }

    /// Asks; whatever was asked before is dropped.
    pub fn ask(&mut self, question: Question) {
        let number = self.wanted.fetch_add(1, Ordering::Relaxed) + 1;
        self.nodes.store(0, Ordering::Relaxed);
        self.busy = self.questions.send((number, question)).is_ok();
    }

    /// Drops the question.
    pub fn cancel(&mut self) {
        self.wanted.fetch_add(1, Ordering::Relaxed);
        self.busy = false;
    }

    /// Is a search under way?
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// Positions visited so far by the search under way.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The next answer to the last question, if there is one; never waits.
    pub fn poll(&mut self) -> Option<Answer> {
        while let Ok((number, answer)) = self.answers.try_recv() {
            if number == self.wanted.load(Ordering::Relaxed) {
                // The status comes first and is not the end.
                self.busy = matches!(answer, Answer::Status(..));
                return Some(answer);
            }
        }
        None
    }

    /// Takes note that nothing more is to come: the question had only a status.
    pub fn rest(&mut self) {
        self.busy = false;
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// The thread's side.
struct Desk {
    wanted: Arc<AtomicU64>,
    nodes: Arc<AtomicU64>,
    outbox: Sender<(u64, Answer)>,
}

impl Desk {
    fn is_wanted(&self, number: u64) -> bool {
        self.wanted.load(Ordering::Relaxed) == number
    }

    /// Solves one position; a solver that fails must not take the game with it.
    fn judge(&self, number: u64, table: &Table, patience: Duration) -> Verdict {
        self.judge_counting(number, table, patience).0
    }

    fn judge_counting(&self, number: u64, table: &Table, patience: Duration) -> (Verdict, u64) {
        let watch = self.watch(number, patience);
        let found = catch_unwind(AssertUnwindSafe(|| Verdict::with_effort(table, LIMITS, watch)));
        found.unwrap_or((Verdict::NotKnown(Why::Incomplete), 0))
    }

    /// Notes how far a search has come, and ends it in time or when nobody wants it any more.
    fn watch(&self, number: u64, patience: Duration) -> impl FnMut(u64) -> Option<Why> + '_ {
        let start = Instant::now();
        move |nodes| {
            self.nodes.store(nodes, Ordering::Relaxed);
            if !self.is_wanted(number) {
                return Some(Why::Cancelled);
            }
            (start.elapsed() > patience).then_some(Why::Time)
        }
    }

    /// The verdict of a place, with a line worth watching.
    fn verdict(&self, number: u64, table: &Table) -> Verdict {
        match self.judge(number, table, PATIENCE) {
            Verdict::Winnable(line) => Verdict::Winnable(solve::shorten(table, &line)),
            other => other,
        }
    }

    fn grade(&self, number: u64, table: &Table) -> Grade {
        Grade::of(table, |table| self.judge_counting(number, table, SHORT))
    }

    /// Is this a deal to play: winnable, and as hard as wanted?
    fn suits(&self, number: u64, table: &Table, level: Option<Level>) -> bool {
        match level {
            None => matches!(self.judge(number, table, SHORT), Verdict::Winnable(_)),
            Some(level) => self.grade(number, table).level == Some(level),
        }
    }

    fn answer(&self, number: u64, question: Question) {
        // Nobody listens any more when sending fails: the program ends.
        let send = |answer| drop(self.outbox.send((number, answer)));
        match question {
            Question::Judge { place, table, solve } => {
                send(Answer::Status(place, table.status()));
                if solve && self.is_wanted(number) {
                    send(Answer::Verdict(place, self.verdict(number, &table)));
                }
            }
            Question::Verdict { place, table } => {
                send(Answer::Verdict(place, self.verdict(number, &table)));
            }
            Question::Advice { place, table } => {
                let watch = self.watch(number, PENSIVE);
                let advice = catch_unwind(AssertUnwindSafe(|| {
                    adviser::stuck(&table).unwrap_or_else(|| adviser::advise(table.view(), LIMITS, watch))
                }));
                send(Answer::Advice(place, advice.unwrap_or(Advice::NoMove)));
            }
            Question::PostMortem(tables) => {
                let found = PostMortem::examine(tables.len(), |at| {
                    let verdict = self.judge(number, &tables[at], SHORT);
                    self.is_wanted(number).then_some(verdict)
                });
                if let Some(found) = found {
                    send(Answer::PostMortem(found));
                }
            }
            Question::WinnableDeal { rules, from, level } => {
                let mut numbers = (0..MOST_DEALS).map(|i| from.wrapping_add(i));
                let found = numbers.find(|&deal| {
                    self.is_wanted(number)
                        && Table::numbered(&rules, deal).is_ok_and(|table| self.suits(number, &table, level))
                });
                if self.is_wanted(number) {
                    send(Answer::WinnableDeal(found.map(Deal::Number)));
                }
            }
            Question::Grade(table) => {
                let grade = self.grade(number, &table);
                if self.is_wanted(number) {
                    send(Answer::Grade(grade));
                }
            }
        }
    }
}
