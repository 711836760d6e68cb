//! The JSON form of a sitting, for a page, independent of what carries it there.
//!
//! Nothing is kept between two requests. A request contains the whole game (its save, or what to deal), what
//! the sitting remembers beyond it (the hint being given, what is proved, the clock), and one thing to do. The
//! reply contains the save and the memory to send next time, what the player sees now, what happened in
//! sentences, and the possible moves. The carrier of the texts (a server, a web worker) does not know
//! their content; it only calls [`answer`] and [`search`].
//!
//! A refusal is not an error: the reply contains it as a sentence, and the game is unchanged. An error is a
//! request that cannot be understood: text that is not JSON, a game that does not exist, a save that cannot
//! be replayed.

mod ask;
mod find;
mod options;
mod proved;
mod scene;
mod search;
mod start;

pub use options::games;
pub use search::{Bounds, End, Tell, search};
pub use start::{MOST_BYTES, MOST_MOVES};

use crate::{Account, Memory, NodeId, Outcome, Session, Sitting, Step};
use ask::{Ask, NotDone};
use scene::Scene;
use serde::{Deserialize, Serialize};
use start::Game;
use std::fmt;
use std::time::Duration;
use talon_rules::{Event, Move, Pile};

/// The reason why a request could not be understood, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRequest(String);

impl BadRequest {
    pub(crate) fn new(problem: impl fmt::Display) -> BadRequest {
        let problem = problem.to_string();
        BadRequest(format!("{}.", problem.trim_end_matches('.').chars().take(400).collect::<String>()))
    }

    /// Returns the error as JSON: `{"error": "…"}`.
    pub fn json(&self) -> String {
        serde_json::json!({ "error": self.0 }).to_string()
    }
}

impl fmt::Display for BadRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadRequest {}

/// A request: the game, what the reply before it remembered, and what to do.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    game: Game,
    /// The `memory` of the reply with this save.
    #[serde(default)]
    memory: Memory,
    /// How long the player has looked at the table since that reply, in milliseconds.
    #[serde(default)]
    elapsed: u32,
    #[serde(rename = "do", default)]
    ask: Option<Ask>,
}

/// The reply: what happened, and the scene after it.
#[derive(Serialize)]
struct Reply {
    steps: Vec<StepForm>,
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(flatten)]
    given: Given,
    #[serde(flatten)]
    scene: Scene,
}

/// The parts of a reply that only some requests receive.
#[derive(Default, Serialize)]
struct Given {
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<HintForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<find::Found>,
    /// The search that has to come first: `verdict`.
    #[serde(skip_serializing_if = "Option::is_none")]
    wanted: Option<&'static str>,
}

/// A step of a hint: a sentence, and the cards to mark.
#[derive(Serialize)]
struct HintForm {
    #[serde(rename = "move")]
    m: String,
    words: String,
    marks: Vec<Mark>,
}

/// The top cards of a pile, or its empty place.
#[derive(Serialize)]
struct Mark {
    pile: String,
    count: u8,
}

impl HintForm {
    /// The first step names the pile, the next ones the move.
    fn of(m: Move, step: u8, words: String) -> HintForm {
        let marks = match m {
            Move::Carry { from, .. } if step == 1 => vec![Mark { pile: from.to_string(), count: 1 }],
            _ => Mark::of(m),
        };
        HintForm { m: m.to_string(), words, marks }
    }
}

impl Mark {
    /// Returns the cards that a move lifts, and the place to which they go.
    fn of(m: Move) -> Vec<Mark> {
        let mark = |pile: Pile, count: u8| Mark { pile: pile.to_string(), count };
        match m {
            Move::Carry { from, to, count } => vec![mark(from, count), mark(to, 1)],
            _ => vec![mark(Pile::Stock, 1)],
        }
    }
}

#[derive(Serialize)]
struct StepForm {
    #[serde(rename = "move")]
    m: String,
    auto: bool,
    back: bool,
    sentence: String,
    events: Vec<EventForm>,
}

/// An event of a move, for animation.
#[derive(Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
enum EventForm {
    Carried { from: String, to: String, count: u8 },
    Up { pile: String },
    Drawn { count: u8 },
    Redealt { count: u8 },
    Dealt { count: u8 },
}

impl From<Event> for EventForm {
    fn from(event: Event) -> EventForm {
        match event {
            Event::Carried { from, to, count } => {
                EventForm::Carried { from: from.to_string(), to: to.to_string(), count }
            }
            Event::TurnedUp(pile) => EventForm::Up { pile: pile.to_string() },
            Event::Drawn { count, .. } => EventForm::Drawn { count },
            Event::Redealt { count } => EventForm::Redealt { count },
            Event::Dealt { count } => EventForm::Dealt { count },
        }
    }
}

impl From<Step> for StepForm {
    fn from(step: Step) -> StepForm {
        StepForm {
            m: step.m.to_string(),
            auto: step.by == crate::By::Auto,
            back: step.back,
            sentence: step.sentence,
            events: step.events.iter().map(EventForm::from).collect(),
        }
    }
}

/// Answers one request.
///
/// ```
/// let reply = talon_session::protocol::answer(r#"{"game": {"name": "klondike", "deal": "1"}, "do": "draw"}"#)?;
/// assert!(reply.contains("Drew "));
/// # Ok::<(), talon_session::protocol::BadRequest>(())
/// ```
///
/// # Errors
/// If the request cannot be understood.
pub fn answer(request: &str) -> Result<String, BadRequest> {
    let request: Request = serde_json::from_str(request).map_err(BadRequest::new)?;
    let mut sitting = Sitting::resumed(request.game.open()?, Duration::ZERO, Account::default(), None);
    sitting.recall(&request.memory);
    if let Some(lesson) = request.game.lesson()? {
        sitting.teach(Some(lesson));
    }
    pass(&mut sitting, request.elapsed);
    let mut given = Given::default();
    let done = match request.ask {
        None => Ok(Outcome::default()),
        Some(ask) => ask::execute(&mut sitting, ask, &mut given),
    };
    let (outcome, refused) = match done {
        Ok(outcome) => (outcome, None),
        Err(NotDone::Refused(refusal)) => (Outcome::default(), Some(refusal.to_string())),
        Err(NotDone::Bad(bad)) => return Err(bad),
    };
    let steps = outcome.steps.into_iter().map(StepForm::from).collect();
    let reply = Reply { steps, notes: outcome.notes, refused, given, scene: Scene::of(&sitting) };
    serde_json::to_string(&reply).map_err(BadRequest::new)
}

/// Lets time pass second by second, as it does for a front end that is always there.
fn pass(sitting: &mut Sitting, elapsed: u32) {
    const SECOND: u32 = 1000;
    // The rest of a longer time is absence.
    let mut left = elapsed.min(3600 * SECOND);
    while left > 0 {
        let part = left.min(SECOND);
        sitting.pass(Duration::from_millis(part.into()));
        left -= part;
    }
}

/// Returns the nodes of a history in the order in which a save writes them, which gives their numbers after
/// loading.
fn in_save_order(session: &Session) -> Vec<NodeId> {
    let history = session.history();
    let mut todo = vec![NodeId::DEAL];
    let mut order = Vec::with_capacity(history.len() + 1);
    while let Some(id) = todo.pop() {
        order.push(id);
        let latest = history.latest(id);
        todo.extend(latest);
        todo.extend(history.children(id).iter().rev().copied().filter(|child| Some(*child) != latest));
    }
    order
}
