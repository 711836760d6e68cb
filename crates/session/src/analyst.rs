//! Searches in a background thread, so that the player never waits for them.
//!
//! There is one thread and one search at a time; a new question ends the search for the old one. Where
//! there are no threads, [`Verdict::of`] answers in the foreground.

use crate::{Advice, Aim, Grade, Honest, NodeId, PostMortem, Sought, Verdict, Why, adviser, seek};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use talon_rules::{Rules, Status, Table};
use talon_solve::Limits;

/// A question for the analyst.
#[derive(Clone, Debug)]
pub enum Question {
    /// Is the game stuck at this place, and, if `solve` is set, can it be won?
    Judge {
        /// The place in the history.
        place: NodeId,
        /// The position there.
        table: Table,
        /// Whether the verdict is wanted as well.
        solve: bool,
    },
    /// Can the game be won at this place?
    Verdict {
        /// The place in the history.
        place: NodeId,
        /// The position there.
        table: Table,
    },
    /// A fair hint for this place; only what the player sees is used.
    Advice {
        /// The place in the history.
        place: NodeId,
        /// The position there.
        table: Table,
    },
    /// Where was the game lost? The positions from the deal onwards.
    PostMortem(Vec<Table>),
    /// The first deal from this number onwards that is as wanted, or the deal of a day.
    Deal {
        /// The rules to deal by.
        rules: Rules,
        /// The number to start from; a day has its own.
        from: u64,
        /// What the deal is to be like.
        aim: Aim,
    },
    /// How hard is the deal?
    Grade(Table),
    /// What does a player make of the deal who follows the fair hints?
    Honest(Table),
}

/// The analyst's answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The status at a place.
    Status(NodeId, Status),
    /// The verdict of a place.
    Verdict(NodeId, Verdict),
    /// The hint for a place.
    Advice(NodeId, Advice),
    /// Which move lost the game.
    PostMortem(PostMortem),
    /// The deal that was looked for, or that none was found.
    Deal(Aim, Sought),
    /// How hard the deal is.
    Grade(Grade),
    /// What a player makes of the deal who follows the fair hints.
    Honest(Honest),
}

/// A searcher in a thread of its own.
#[derive(Debug)]
pub struct Analyst {
    questions: Sender<(u64, Question)>,
    answers: Receiver<(u64, Answer)>,
    /// The number of the current question; searches for other questions end.
    wanted: Arc<AtomicU64>,
    nodes: Arc<AtomicU64>,
    tried: Arc<AtomicU64>,
    busy: bool,
}

/// The name of the thread, so that a panic in it can be told from a panic of the program.
pub const THREAD: &str = "analyst";

/// The limits of a single search.
const LIMITS: Limits = Limits { nodes: u64::MAX, memory: 512 << 20 };
/// The time limit of a single search.
const PATIENCE: Duration = Duration::from_secs(30);
/// The time limit of each search when several positions or deals are searched.
const SHORT: Duration = Duration::from_secs(4);
/// The time limit of a hint when every card is known.
const PENSIVE: Duration = Duration::from_secs(2);
/// The number of deals that are tried before the search gives up.
pub const MOST_DEALS: u64 = 200;

impl Default for Analyst {
    fn default() -> Analyst {
        Analyst::new()
    }
}

impl Analyst {
    /// Starts the thread, which ends when the analyst is dropped.
    pub fn new() -> Analyst {
        let (questions, inbox) = channel::<(u64, Question)>();
        let (outbox, answers) = channel();
        let wanted = Arc::new(AtomicU64::new(0));
        let nodes = Arc::new(AtomicU64::new(0));
        let tried = Arc::new(AtomicU64::new(0));
        let desk = Desk { wanted: wanted.clone(), nodes: nodes.clone(), tried: tried.clone(), outbox };
        // Without a thread no question is answered, and the game goes on.
        let _ = thread::Builder::new().name(THREAD.into()).spawn(move || {
            for (number, question) in inbox {
                if desk.is_wanted(number) {
                    desk.answer(number, question);
                }
            }
        });
        Analyst { questions, answers, wanted, nodes, tried, busy: false }
    }

    /// Asks a question; an earlier question is dropped.
    pub fn ask(&mut self, question: Question) {
        let number = self.wanted.fetch_add(1, Ordering::Relaxed) + 1;
        self.nodes.store(0, Ordering::Relaxed);
        self.tried.store(0, Ordering::Relaxed);
        self.busy = self.questions.send((number, question)).is_ok();
    }

    /// Drops the question.
    pub fn cancel(&mut self) {
        self.wanted.fetch_add(1, Ordering::Relaxed);
        self.busy = false;
    }

    /// Returns `true` while a search is running.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// Returns the number of positions that the running search has visited.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns how many deals were examined in the running search for a deal, of [`MOST_DEALS`] at most.
    pub fn tried(&self) -> u64 {
        self.tried.load(Ordering::Relaxed)
    }

    /// Returns the next answer to the last question, if there is one; never waits.
    pub fn poll(&mut self) -> Option<Answer> {
        while let Ok((number, answer)) = self.answers.try_recv() {
            if number == self.wanted.load(Ordering::Relaxed) {
                // The status comes before the answer and does not end the question.
                self.busy = matches!(answer, Answer::Status(..));
                return Some(answer);
            }
        }
        None
    }

    /// Marks the question as answered: it asked for a status only.
    pub fn rest(&mut self) {
        self.busy = false;
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// The state of the thread.
struct Desk {
    wanted: Arc<AtomicU64>,
    nodes: Arc<AtomicU64>,
    tried: Arc<AtomicU64>,
    outbox: Sender<(u64, Answer)>,
}

impl Desk {
    fn is_wanted(&self, number: u64) -> bool {
        self.wanted.load(Ordering::Relaxed) == number
    }

    /// Solves one position. A solver that panics must not end the game.
    fn judge(&self, number: u64, table: &Table, patience: Duration) -> Verdict {
        self.judge_counting(number, table, patience).0
    }

    fn judge_counting(&self, number: u64, table: &Table, patience: Duration) -> (Verdict, u64) {
        self.judge_within(number, table, LIMITS, patience)
    }

    fn judge_within(&self, number: u64, table: &Table, limits: Limits, patience: Duration) -> (Verdict, u64) {
        let watch = self.watch(number, patience);
        let found = catch_unwind(AssertUnwindSafe(|| Verdict::with_effort(table, limits, watch)));
        found.unwrap_or((Verdict::NotKnown(Why::Incomplete), 0))
    }

    /// Records the progress of a search, and ends it at its time limit or when the question has been
    /// dropped.
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

    /// Solves a place and shortens the win, since the player will watch it.
    fn verdict(&self, number: u64, table: &Table) -> Verdict {
        match self.judge(number, table, PATIENCE) {
            Verdict::Winnable(line) => Verdict::Winnable(talon_solve::shorten(table, &line)),
            other => other,
        }
    }

    fn grade(&self, number: u64, table: &Table) -> Grade {
        Grade::of(table, |table| self.judge_counting(number, table, SHORT))
    }

    fn answer(&self, number: u64, question: Question) {
        // Sending fails when the program ends and nobody listens any more.
        let send = |answer| drop(self.outbox.send((number, answer)));
        match question {
            Question::Judge { place, table, solve } => {
                send(Answer::Status(place, table.view().status()));
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
                    adviser::stuck(table.view())
                        .unwrap_or_else(|| adviser::advise(table.view(), LIMITS, watch))
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
            Question::Deal { rules, from, aim } => {
                let mut judge = |table: &Table, limits: Limits| {
                    // The deal of a day does not depend on how fast the machine is.
                    let patience = if let Aim::Day(_) = aim { PATIENCE } else { SHORT };
                    let limits = Limits { nodes: limits.nodes, memory: limits.memory.min(LIMITS.memory) };
                    let found = self.judge_within(number, table, limits, patience);
                    match found.0 {
                        _ if !self.is_wanted(number) => Err(Why::Cancelled),
                        Verdict::NotKnown(Why::Time) if matches!(aim, Aim::Day(_)) => Err(Why::Time),
                        _ => Ok(found),
                    }
                };
                let sought = match aim {
                    Aim::Day(_) => seek(&rules, aim, from, MOST_DEALS, &mut judge),
                    // One deal after the other, so that the player sees how far the search is.
                    _ => (0..MOST_DEALS)
                        .map(|deal| {
                            let sought = seek(&rules, aim, from.wrapping_add(deal), 1, &mut judge);
                            self.tried.fetch_add(1, Ordering::Relaxed);
                            sought
                        })
                        .find(|sought| !matches!(sought, Sought::NotFound(_)))
                        .unwrap_or(Sought::NotFound(MOST_DEALS)),
                };
                if self.is_wanted(number) {
                    send(Answer::Deal(aim, sought));
                }
            }
            Question::Grade(table) => {
                let grade = self.grade(number, &table);
                if self.is_wanted(number) {
                    send(Answer::Grade(grade));
                }
            }
            Question::Honest(table) => {
                let played =
                    catch_unwind(AssertUnwindSafe(|| Honest::play(table, |_| self.is_wanted(number))));
                if let Ok(Some(played)) = played {
                    send(Answer::Honest(played));
                }
            }
        }
    }
}
