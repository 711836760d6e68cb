//! What a request can ask for, and how it is carried out at the table.

use super::start::MOST_MOVES;
use super::{BadRequest, Given, find};
use crate::{Command, Finding, NodeId, Onto, Outcome, Part, Refusal, Session, Sitting, Stamp, Told, Verdict};
use serde::Deserialize;
use talon_rules::{Move, Pile};

/// The possible actions, in the words of the protocol. Piles and moves are written as in saves.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Ask {
    /// Make exactly this move.
    Play(String),
    /// Make these moves one after the other until one is refused: a demonstration or a replay.
    Line(Vec<String>),
    /// Carry cards to a pile; `f` and `e` without a number mean any foundation and any cell.
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
    SetLedger(bool),
    Finish,
    Undo,
    Redo,
    Restart,
    Visit(u32),
    /// Go to the place that these moves lead to from the deal.
    Go(Vec<String>),
    /// Go this many moves forward, or back if the number is negative.
    Leap(i32),
    /// Go to the previous branch at the nearest fork.
    Older,
    /// Go to the next branch at the nearest fork.
    Newer,
    /// Set a bookmark here, by default under the first free letter.
    Bookmark(Option<char>),
    /// Go to a bookmark, by default the last one.
    Jump(Option<char>),
    /// Give the next step of a fair hint.
    Hint,
    /// Give the next step of the oracle's hint. If no verdict is known, the reply says that one is `wanted`.
    Oracle,
    /// Play the next move of a win that is known.
    Follow,
    /// Take up what a search found: the game counts as played with the oracle.
    Learn(Vec<Found>),
    /// Ask where a card lies, as far as the player knows.
    Find(String),
    /// Describe the table in words.
    Read,
    /// Repeat why the last command was refused.
    Why,
    /// End the guidance of a lesson; the game goes on.
    EndLesson,
    /// Record that help from outside was used: `fair hints` or `oracle`.
    Mark(String),
}

/// What a search found about the place that these moves lead to.
#[derive(Deserialize)]
pub(super) struct Found {
    path: Vec<String>,
    is: Finding,
}

/// Why an action was not carried out.
pub(super) enum NotDone {
    /// The request cannot be understood.
    Bad(BadRequest),
    /// What it asks for is not possible at present.
    Refused(Refusal),
}

impl From<BadRequest> for NotDone {
    fn from(bad: BadRequest) -> NotDone {
        NotDone::Bad(bad)
    }
}

impl From<Refusal> for NotDone {
    fn from(refusal: Refusal) -> NotDone {
        NotDone::Refused(refusal)
    }
}

/// Carries out an action.
pub(super) fn execute(sitting: &mut Sitting, ask: Ask, given: &mut Given) -> Result<Outcome, NotDone> {
    let command = match ask {
        Ask::Play(m) => Command::Play(read_move(&m)?),
        Ask::Line(moves) => return line(sitting, &moves),
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
        Ask::SetLedger(on) => Command::SetLedger(on),
        Ask::Finish => Command::Finish,
        Ask::Undo => Command::Undo,
        Ask::Redo => Command::Redo,
        Ask::Restart => Command::Restart,
        Ask::Visit(place) => return Ok(visit(sitting, sitting.session().history().place(place))?),
        Ask::Go(path) => return Ok(visit(sitting, place(sitting.session(), &path)?)?),
        Ask::Leap(moves) => return Ok(sitting.leap(moves)?),
        Ask::Older => return Ok(branch(sitting, false)?),
        Ask::Newer => return Ok(branch(sitting, true)?),
        Ask::Bookmark(name) => return Ok(bookmark(sitting, name)),
        Ask::Jump(name) => return Ok(jump(sitting, name)?),
        Ask::Hint => return Ok(hint(sitting, false, given)),
        Ask::Oracle => return Ok(oracle(sitting, given)),
        Ask::Follow => return Ok(follow(sitting)?),
        Ask::Learn(found) => return Ok(learn(sitting, &found)?),
        Ask::Find(card) => {
            let card = card.parse().map_err(BadRequest::new)?;
            given.found = Some(find::Found::of(sitting.session().view(), card));
            return Ok(Outcome::default());
        }
        Ask::Read => return Ok(read(sitting)),
        Ask::Why => {
            let why = sitting.refused().unwrap_or("No move has been refused.");
            return Ok(Outcome::note(why.to_string()));
        }
        Ask::EndLesson => {
            sitting.teach(None);
            return Ok(Outcome::default());
        }
        Ask::Mark(stamp) => {
            let stamp = [Stamp::FairHints, Stamp::Oracle].into_iter().find(|s| s.to_string() == stamp);
            sitting.mark(stamp.ok_or_else(|| BadRequest::new("help must be `fair hints` or `oracle`"))?);
            return Ok(Outcome::default());
        }
    };
    Ok(sitting.execute(command)?)
}

/// Plays several moves; those made before a refusal are kept.
fn line(sitting: &mut Sitting, moves: &[String]) -> Result<Outcome, NotDone> {
    let mut all = Outcome::default();
    for m in read_moves(moves)? {
        match sitting.execute(Command::Play(m)) {
            Ok(outcome) => {
                all.steps.extend(outcome.steps);
                all.notes.extend(outcome.notes);
            }
            Err(refusal) if all.steps.is_empty() => return Err(refusal.into()),
            Err(refusal) => {
                all.notes.push(refusal.to_string());
                break;
            }
        }
    }
    Ok(all)
}

fn visit(sitting: &mut Sitting, place: Option<NodeId>) -> Result<Outcome, Refusal> {
    sitting.execute(Command::Visit(place.ok_or(Refusal::NoSuchPlace)?))
}

/// Returns the place that these moves lead to from the deal, if they were played.
fn place(session: &Session, path: &[String]) -> Result<Option<NodeId>, BadRequest> {
    let history = session.history();
    let step = |at: NodeId, m: Move| {
        let mut children = history.children(at).iter().copied();
        children.find(|&child| history.node(child).is_some_and(|node| node.m == m))
    };
    Ok(read_moves(path)?.into_iter().try_fold(NodeId::DEAL, step))
}

fn branch(sitting: &mut Sitting, next: bool) -> Result<Outcome, Refusal> {
    match sitting.branch(next) {
        Some(place) => sitting.execute(Command::Visit(place)),
        None => Ok(Outcome::note("There is no other branch.")),
    }
}

fn bookmark(sitting: &mut Sitting, name: Option<char>) -> Outcome {
    let name = match name.filter(char::is_ascii_alphanumeric) {
        Some(name) => {
            sitting.bookmark(name);
            name
        }
        None => sitting.bookmark_next(),
    };
    Outcome::note(format!("Bookmark {name} is set at move {}.", sitting.session().moves_made()))
}

fn jump(sitting: &mut Sitting, name: Option<char>) -> Result<Outcome, Refusal> {
    let bookmarks = sitting.session().bookmarks();
    let place = match name {
        Some(name) => bookmarks.place(name),
        None => bookmarks.iter().last().map(|(_, place)| place),
    };
    match place {
        Some(place) => sitting.execute(Command::Visit(place)),
        None => Ok(Outcome::note("There is no such bookmark.")),
    }
}

fn hint(sitting: &mut Sitting, oracle: bool, given: &mut Given) -> Outcome {
    let told = match sitting.hint(oracle) {
        Told::Think => sitting.advise(),
        told => told,
    };
    match told {
        Told::Step(m, words) => {
            let step = sitting.hinted().map_or(1, |(_, step)| step);
            given.hint = Some(super::HintForm::of(m, step, words));
            Outcome::default()
        }
        Told::None(words) => Outcome::note(words),
        Told::Think => Outcome::default(),
    }
}

/// Gives the next move of a proved win as a hint.
fn oracle(sitting: &mut Sitting, given: &mut Given) -> Outcome {
    match sitting.verdict() {
        Verdict::NotAsked | Verdict::Searching { .. } => {
            given.wanted = Some("verdict");
            Outcome::default()
        }
        Verdict::Dead => Outcome::note("No move wins from here: the game is proved lost."),
        Verdict::Winnable(_) | Verdict::NotKnown(_) => hint(sitting, true, given),
    }
}

fn follow(sitting: &mut Sitting) -> Result<Outcome, Refusal> {
    match sitting.verdict() {
        Verdict::Winnable(line) if !line.is_empty() => sitting.follow(line[0]),
        _ => Ok(Outcome::note("No win from here is known.")),
    }
}

fn learn(sitting: &mut Sitting, found: &[Found]) -> Result<Outcome, BadRequest> {
    for Found { path, is } in found {
        // The player may have opened another game since.
        let Some(place) = place(sitting.session(), path)? else { continue };
        let verdict = is.read(sitting.session(), place);
        sitting.learn(place, verdict.ok_or_else(|| BadRequest::new("these moves do not win"))?);
    }
    sitting.mark(Stamp::Oracle);
    Ok(Outcome::default())
}

/// Describes the table, and what there is to know besides.
fn read(sitting: &Sitting) -> Outcome {
    let view = sitting.session().view();
    let mut notes: Vec<String> = crate::spoken(view, Part::All).lines().map(str::to_string).collect();
    let moves = talon_rules::plural(view.moves().len(), "possible move");
    let up = talon_rules::plural(view.cards_up(), "card");
    notes.push(format!("{up} on the foundations, {moves}, score {}.", sitting.score_words()));
    Outcome { steps: Vec::new(), notes }
}

pub(super) fn read_move(text: &str) -> Result<Move, BadRequest> {
    text.parse().map_err(BadRequest::new)
}

fn read_moves(moves: &[String]) -> Result<Vec<Move>, BadRequest> {
    if moves.len() > MOST_MOVES {
        return Err(BadRequest::new(format!("more than {MOST_MOVES} moves at once")));
    }
    moves.iter().map(|m| read_move(m)).collect()
}

fn read_pile(text: &str) -> Result<Pile, BadRequest> {
    text.parse().map_err(BadRequest::new)
}
