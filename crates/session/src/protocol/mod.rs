//! The JSON form of a session: for a page, whatever carries it there.
//!
//! Nothing is kept between two requests. A request brings the whole game (its save, or what to deal)
//! and one thing to do; the reply brings the save to send next time, what the player sees now, what
//! happened in sentences, and what can be done. Whoever carries the texts (a server, a web worker)
//! knows nothing of their content; only [`answer`] and [`search`] are called.
//!
//! A refusal is no error: the reply has it as a sentence and the game unchanged. An error is a
//! request that cannot be understood: not JSON, a game that does not exist, a save that cannot be
//! replayed.

mod find;
mod options;
mod scene;
mod search;
mod start;

pub use options::games;
pub use search::{Bounds, End, Tell, search};
pub use start::{MOST_BYTES, MOST_MOVES};

use crate::{Advice, Command, Hint, NodeId, Onto, Outcome, Refusal, Session, Stamp, Step};
use rules::{Event, Move, Pile};
use scene::Scene;
use serde::{Deserialize, Serialize};
use start::Game;
use std::fmt;

/// Why a request could not be understood, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRequest(String);

impl BadRequest {
    pub(crate) fn new(problem: impl fmt::Display) -> BadRequest {
        let problem = problem.to_string();
        BadRequest(format!("{}.", problem.trim_end_matches('.').chars().take(400).collect::<String>()))
    }

    /// The error as JSON: `{"error": "…"}`.
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

/// A request: the game and what to do with it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    game: Game,
    #[serde(rename = "do", default)]
    ask: Option<Ask>,
}

/// What can be done, in the words of the protocol. Piles and moves are written as in saves.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Ask {
    /// Exactly this move.
    Play(String),
    /// These moves, one after the other, until one is refused: a demonstration, a replay.
    Line(Vec<String>),
    /// Cards to a pile; `f` and `e` without a number are any foundation and any cell.
    Carry {
        from: String,
        to: String,
        #[serde(default)]
        count: Option<u8>,
    },
    Draw,
    Best(String),
    Up(String),
    Auto,
    SetAuto(bool),
    Finish,
    Undo,
    Redo,
    Restart,
    Visit(u32),
    /// A fair hint.
    Hint,
    /// The next move of a line that is proved to win, as a hint: so many moves are left in it.
    Oracle {
        #[serde(rename = "move")]
        m: String,
        left: usize,
    },
    /// Where a card lies, as far as the player knows.
    Find(String),
    /// Help from outside was used: `fair hints` or `oracle`.
    Mark(String),
}

/// The reply: what happened, and the scene after it.
#[derive(Serialize)]
struct Reply {
    steps: Vec<StepForm>,
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<HintForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<find::Found>,
    #[serde(flatten)]
    scene: Scene,
}

/// What only some requests are told.
#[derive(Default)]
struct Told {
    hint: Option<HintForm>,
    found: Option<find::Found>,
}

#[derive(Serialize)]
struct HintForm {
    #[serde(rename = "move")]
    m: String,
    from: String,
    to: String,
    sentence: String,
    /// Which pile; the move; why.
    steps: [String; 3],
}

impl HintForm {
    fn of(hint: &Hint) -> HintForm {
        let (from, to) = match hint.m {
            Move::Carry { from, to, .. } => (from.to_string(), to.to_string()),
            _ => ("s".into(), "s".into()),
        };
        HintForm { m: hint.m.to_string(), from, to, sentence: hint.sentence(), steps: hint.steps() }
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

/// A step of a move, for animation.
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
/// let reply = session::protocol::answer(r#"{"game": {"name": "klondike", "deal": "1"}, "do": "draw"}"#)?;
/// assert!(reply.contains("Drew "));
/// # Ok::<(), session::protocol::BadRequest>(())
/// ```
///
/// # Errors
/// When the request cannot be understood.
pub fn answer(request: &str) -> Result<String, BadRequest> {
    let request: Request = serde_json::from_str(request).map_err(BadRequest::new)?;
    let mut session = request.game.open()?;
    let mut told = Told::default();
    let done = match request.ask {
        None => Ok(Outcome::default()),
        Some(ask) => execute(&mut session, ask, &mut told)?,
    };
    let (outcome, refused) = match done {
        Ok(outcome) => (outcome, None),
        Err(refusal) => (Outcome::default(), Some(refusal.to_string())),
    };
    let steps = outcome.steps.into_iter().map(StepForm::from).collect();
    let Told { hint, found } = told;
    let reply = Reply { steps, notes: outcome.notes, refused, hint, found, scene: Scene::of(&session) };
    serde_json::to_string(&reply).map_err(BadRequest::new)
}

/// Does what is asked; the outer error is a request that cannot be understood.
fn execute(session: &mut Session, ask: Ask, told: &mut Told) -> Result<Result<Outcome, Refusal>, BadRequest> {
    let command = match ask {
        Ask::Play(m) => Command::Play(read_move(&m)?),
        Ask::Line(moves) => return line(session, &moves),
        Ask::Carry { from, to, count } => {
            let to = match to.as_str() {
                "f" => Onto::Foundation,
                "e" => Onto::Cell,
                pile => Onto::Pile(read_pile(pile)?),
            };
            Command::Carry { from: read_pile(&from)?, to, count }
        }
        Ask::Draw => Command::Draw,
        Ask::Best(pile) => Command::Best(read_pile(&pile)?),
        Ask::Up(pile) => Command::Up(read_pile(&pile)?),
        Ask::Auto => Command::Auto,
        Ask::SetAuto(on) => Command::SetAuto(on),
        Ask::Finish => Command::Finish,
        Ask::Undo => Command::Undo,
        Ask::Redo => Command::Redo,
        Ask::Restart => Command::Restart,
        Ask::Visit(place) => match session.history().place(place) {
            Some(place) => Command::Visit(place),
            None => return Ok(Err(Refusal::NoSuchPlace)),
        },
        Ask::Hint => {
            let notes = match session.advice() {
                Advice::Move(given) => {
                    told.hint = Some(HintForm::of(&given));
                    Vec::new()
                }
                none => vec![none.words()],
            };
            return Ok(Ok(Outcome { steps: Vec::new(), notes }));
        }
        Ask::Oracle { m, left } => {
            let m = read_move(&m)?;
            if let Err(why) = session.check(m) {
                return Ok(Err(crate::refused::illegal(session.view(), m, why)));
            }
            told.hint = Some(HintForm::of(&Hint::of_line(session.view(), m, left)));
            session.mark(Stamp::Oracle);
            return Ok(Ok(Outcome::default()));
        }
        Ask::Find(card) => {
            let card = card.parse().map_err(BadRequest::new)?;
            told.found = Some(find::Found::of(session.view(), card));
            return Ok(Ok(Outcome::default()));
        }
        Ask::Mark(stamp) => {
            let stamp = [Stamp::FairHints, Stamp::Oracle].into_iter().find(|s| s.to_string() == stamp);
            session.mark(stamp.ok_or_else(|| BadRequest::new("help is `fair hints` or `oracle`"))?);
            return Ok(Ok(Outcome::default()));
        }
    };
    Ok(session.execute(command))
}

/// Several moves; those made before a refusal stay made.
fn line(session: &mut Session, moves: &[String]) -> Result<Result<Outcome, Refusal>, BadRequest> {
    if moves.len() > MOST_MOVES {
        return Err(BadRequest::new(format!("more than {MOST_MOVES} moves at once")));
    }
    let moves = moves.iter().map(|m| read_move(m)).collect::<Result<Vec<Move>, _>>()?;
    let mut all = Outcome::default();
    for m in moves {
        match session.execute(Command::Play(m)) {
            Ok(outcome) => {
                all.steps.extend(outcome.steps);
                all.notes.extend(outcome.notes);
            }
            Err(refusal) if all.steps.is_empty() => return Ok(Err(refusal)),
            Err(refusal) => {
                all.notes.push(refusal.to_string());
                break;
            }
        }
    }
    Ok(Ok(all))
}

fn read_move(text: &str) -> Result<Move, BadRequest> {
    text.parse().map_err(BadRequest::new)
}

fn read_pile(text: &str) -> Result<Pile, BadRequest> {
    text.parse().map_err(BadRequest::new)
}

/// The nodes of a history in the order in which a save has them: their numbers after loading.
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
