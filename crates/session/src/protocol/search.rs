//! Searches: the verdict of a position, the move that lost a game, a deal that can be won.
//!
//! Searches know all cards, so a caller that shows an answer marks the game with [`Stamp::Oracle`]. They
//! read no clock: the carrier is told the progress and may end a search at any time.
//!
//! [`Stamp::Oracle`]: crate::Stamp::Oracle

use super::BadRequest;
use super::start::Game;
use crate::{
    Account, Aim, Day, Deal, Finding, Grade, Honest, Level, NodeId, PostMortem, Session, Sitting, Sought,
    Tally, seek,
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use talon_rules::{Move, Rules, Table};
use talon_solve::{Limits, Progress, Verdict};

/// The reason why a carrier ends a search.
pub use talon_solve::Why as End;

/// The limits that the carrier sets for a search.
#[derive(Copy, Clone, Debug)]
pub struct Bounds {
    /// Nodes for the search of one position.
    pub nodes: u64,
    /// Bytes for the search of one position.
    pub memory: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    game: Game,
    search: Ask,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Ask {
    /// Can the game be won from here, or from this place in its history?
    Verdict {
        #[serde(default)]
        at: Option<u32>,
    },
    /// Which move of the line played lost the game?
    Critical,
    /// The first deal from the game's own number onwards that is proved winnable.
    Winnable,
    /// How hard is the deal?
    Grade,
    /// What does a player make of the deal who sees only what the rules show?
    Honest,
    /// The first deal from the game's own number onwards of this level: `easy`, `medium`, `hard`.
    Graded { level: String },
    /// How many of the first hundred deals can be won? What was counted before is counted on.
    Share {
        #[serde(default)]
        counted: Tally,
    },
    /// The deal of the day on which this second falls, counted from 1970.
    Daily { seconds: u64 },
}

/// The number of deals that are tried; the carrier's time limit usually ends the search sooner.
const MOST_DEALS: u64 = 10_000;
/// The fraction of the limits that each deal gets where a hundred are counted while the player waits.
const TALLY_SHARE: u64 = 100;
/// If many deals are tried, each gets this fraction of the limits.
const SHARE: u64 = 20;

/// The same where a deal and its first moves have to be proved.
const GRADE_SHARE: u64 = 4;

/// Receives the progress as JSON; returning `Some` ends the search.
pub type Tell<'a> = dyn FnMut(&str) -> Option<End> + 'a;

/// Runs one search.
///
/// # Errors
/// If the request cannot be understood.
pub fn search(request: &str, bounds: Bounds, tell: &mut Tell) -> Result<String, BadRequest> {
    let request: Request = serde_json::from_str(request).map_err(BadRequest::new)?;
    let session = request.game.open()?;
    let mut searcher = Searcher { bounds, tell, ended: None, spent: 0 };
    let answer = match request.search {
        Ask::Verdict { at } => {
            let place = match at {
                None => session.history().current(),
                Some(number) => session
                    .history()
                    .place(number)
                    .ok_or_else(|| BadRequest::new("the history has no such place"))?,
            };
            let table = table_at(&session, place)?;
            let report = searcher.solve(&table, 1);
            verdict(&table, report, &path(&session, place))
        }
        Ask::Critical => searcher.critical(&session)?,
        Ask::Honest => searcher.honest(&session)?,
        Ask::Winnable => searcher.deal(&request.game, Aim::Winnable, SHARE)?,
        Ask::Daily { seconds } => searcher.deal(&request.game, Aim::Day(Day::from_unix(seconds)), 1)?,
        Ask::Share { counted } => searcher.share(&request.game.rules()?, counted)?,
        Ask::Grade => {
            let table = session.deal().table(session.rules()).map_err(BadRequest::new)?;
            let grade = searcher.grade(&table, GRADE_SHARE);
            // A grade from an incomplete computation would be a different grade.
            match searcher.ended {
                Some(why) => json!({ "is": "unknown", "why": why.to_string() }),
                None => json!({
                    "is": "grade", "words": grade.to_string(), "level": grade.level.map(|level| level.to_string()),
                }),
            }
        }
        Ask::Graded { level } => {
            let level = Level::playable(&level)
                .ok_or_else(|| BadRequest::new("a level must be easy, medium or hard"))?;
            searcher.deal(&request.game, Aim::Level(level), SHARE)?
        }
    };
    Ok(answer.to_string())
}

struct Searcher<'a, 'b> {
    bounds: Bounds,
    tell: &'a mut Tell<'b>,
    /// Why the carrier ended the whole search, if it did.
    ended: Option<End>,
    /// Nodes of the searches that are finished.
    spent: u64,
}

impl Searcher<'_, '_> {
    fn solve(&mut self, table: &Table, share: u64) -> talon_solve::Report {
        self.solve_within(table, Limits { nodes: self.bounds.nodes / share, memory: self.bounds.memory })
    }

    fn solve_within(&mut self, table: &Table, limits: Limits) -> talon_solve::Report {
        let (tell, ended, spent) = (&mut *self.tell, &mut self.ended, self.spent);
        let mut watch = |progress: Progress| {
            let text = format!("{{\"nodes\":{},\"states\":{}}}", spent + progress.nodes, progress.states);
            *ended = tell(&text);
            *ended
        };
        let report = talon_solve::Solver::new().solve(table, limits, &mut watch);
        self.spent += report.nodes;
        // Many searches finish before they report progress, and the carrier may want to end them all.
        if self.ended.is_none() {
            self.ended = (self.tell)(&format!("{{\"nodes\":{}}}", self.spent));
        }
        report
    }

    /// Counts the deals that can be won. The time of a carrier may end the count early: `counted` is what a
    /// caller hands back to continue it.
    fn share(&mut self, rules: &Rules, mut counted: Tally) -> Result<Value, BadRequest> {
        while let Some(number) = counted.next_number() {
            let table = Table::numbered(rules, number).map_err(BadRequest::new)?;
            let verdict = judged(self.solve(&table, TALLY_SHARE).verdict);
            if self.ended.is_some() {
                break;
            }
            counted.count(&verdict);
            let text = json!({ "nodes": self.spent, "words": counted.words() }).to_string();
            self.ended = (self.tell)(&text);
        }
        Ok(json!({
            "is": "share", "words": counted.words(), "done": counted.next_number().is_none(), "counted": counted,
        }))
    }

    /// Runs the post-mortem of the line played. Places count along the line; the deal is 0.
    fn critical(&mut self, session: &Session) -> Result<Value, BadRequest> {
        let mut places = vec![NodeId::DEAL];
        places.extend(session.history().line());
        let tables = tables(session, &places[1..])?;
        let end = tables.len() - 1;
        let mut learnt = Vec::new();
        let examined = PostMortem::examine(tables.len(), |at| {
            let report = self.solve(&tables[at], 1);
            // A carrier that ends one search ends all of them.
            let verdict = self.ended.is_none().then_some(judged(report.verdict))?;
            if let Some(is) = Finding::of(&verdict).filter(|_| verdict.is_proved()) {
                learnt.push(found(&path(session, places[at]), is));
            }
            Some(verdict)
        });
        let (winnable, dead) = match examined {
            Some(PostMortem::NeverWinnable) => (None, Some(0)),
            Some(PostMortem::StillWinnable(_)) => (Some(end), None),
            Some(PostMortem::LostBy { at, .. }) => (Some(at - 1), Some(at)),
            Some(PostMortem::NotKnown { winnable, dead }) => (winnable, dead),
            None => (None, None),
        };
        let words = match (&examined, self.ended) {
            (Some(examined), _) => {
                let sitting = Sitting::resumed(session.clone(), Duration::ZERO, Account::default(), None);
                sitting.post_mortem_words(examined, &places).join(" ")
            }
            (None, why) => format!("Unknown: {}.", why.map_or("no answer".into(), |why| why.to_string())),
        };
        let path_to = |at: Option<usize>| at.map(|at| path(session, places[at]));
        Ok(json!({
            "is": "critical", "winnable": winnable, "dead": dead, "moves": end, "words": words,
            "back": path_to(winnable), "lost": path_to(dead), "found": learnt,
        }))
    }

    /// Plays the deal by fair hints.
    fn honest(&mut self, session: &Session) -> Result<Value, BadRequest> {
        let table = session.deal().table(session.rules()).map_err(BadRequest::new)?;
        let played = Honest::play(table, |made| {
            self.ended = (self.tell)(&format!("{{\"nodes\":{made}}}"));
            self.ended.is_none()
        });
        Ok(match (played, self.ended) {
            (Some(played), _) => json!({
                "is": "honest", "won": played.won, "moves": played.moves, "words": played.to_string(),
            }),
            (None, why) => {
                json!({ "is": "unknown", "why": why.map_or("no answer".into(), |why| why.to_string()) })
            }
        })
    }

    /// Returns the deal that is wanted, from the game's own number onwards, and what to say about it; or says that
    /// there is none.
    fn deal(&mut self, game: &Game, aim: Aim, share: u64) -> Result<Value, BadRequest> {
        let rules = game.rules()?;
        let first = match (aim, game.open()?.deal()) {
            (Aim::Day(day), _) => day.first_number(),
            (_, Deal::Number(first)) => *first,
            _ => return Err(BadRequest::new("the search has to start from a numbered deal")),
        };
        let mut judge = |table: &Table, limits: Limits| {
            let nodes = limits.nodes.min(self.bounds.nodes / share);
            let report =
                self.solve_within(table, Limits { nodes, memory: limits.memory.min(self.bounds.memory) });
            self.ended.map_or_else(|| Ok((judged(report.verdict), report.nodes)), Err)
        };
        let sought = seek(&rules, aim, first, MOST_DEALS, &mut judge);
        let words = sought.words(aim);
        Ok(match &sought {
            Sought::Found(Deal::Number(number)) | Sought::Unproved(Deal::Number(number)) => json!({
                "is": "deal", "deal": number.to_string(), "proved": matches!(sought, Sought::Found(_)),
                "tried": number.wrapping_sub(first).wrapping_add(1), "words": words,
            }),
            _ => {
                let why = self.ended.map_or_else(|| "no such deal was found".into(), |why| why.to_string());
                json!({ "is": "unknown", "why": why, "words": words })
            }
        })
    }

    fn grade(&mut self, table: &Table, share: u64) -> Grade {
        Grade::of(table, |table| {
            if self.ended.is_some() {
                return (crate::Verdict::NotAsked, 0);
            }
            let report = self.solve(table, share);
            (judged(report.verdict), report.nodes)
        })
    }
}

/// Converts a solver's verdict to a verdict of the session.
fn judged(verdict: Verdict) -> crate::Verdict {
    match verdict {
        Verdict::Winnable(line) => crate::Verdict::Winnable(line),
        Verdict::Unwinnable => crate::Verdict::Dead,
        Verdict::Unknown(why) => crate::Verdict::NotKnown(why),
    }
}

/// Returns the answer about the place that these moves lead to.
fn verdict(table: &Table, report: talon_solve::Report, path: &[String]) -> Value {
    let mut verdict = judged(report.verdict);
    if let crate::Verdict::Winnable(line) = &mut verdict {
        // People watch the line, so detours are removed.
        *line = talon_solve::shorten(table, line);
    }
    let mut answer = match &verdict {
        crate::Verdict::Winnable(line) => {
            let line: Vec<String> = line.iter().map(Move::to_string).collect();
            json!({ "is": "winnable", "line": line })
        }
        crate::Verdict::NotKnown(why) => json!({ "is": "unknown", "why": why.to_string() }),
        _ => json!({ "is": "dead" }),
    };
    answer["nodes"] = report.nodes.into();
    answer["found"] = Finding::of(&verdict).map(|is| found(path, is)).into_iter().collect();
    answer
}

/// Returns what was found about a place, as the page hands it back to be learnt.
fn found(path: &[String], is: Finding) -> Value {
    json!({ "path": path, "is": is })
}

/// Returns the moves that lead to a place.
fn path(session: &Session, place: NodeId) -> Vec<String> {
    let line = session.history().line_to(place);
    line.iter().filter_map(|&id| session.history().node(id)).map(|node| node.m.to_string()).collect()
}

/// Returns the table at a place of the history.
fn table_at(session: &Session, place: NodeId) -> Result<Table, BadRequest> {
    let line = session.history().line_to(place);
    let mut tables = tables(session, &line)?;
    tables.pop().ok_or_else(|| BadRequest::new("the history is empty"))
}

/// Returns the tables along a line, the deal first.
fn tables(session: &Session, line: &[NodeId]) -> Result<Vec<Table>, BadRequest> {
    let mut table = session.deal().table(session.rules()).map_err(BadRequest::new)?;
    let mut tables = vec![table.clone()];
    for node in line.iter().filter_map(|&id| session.history().node(id)) {
        table.play(node.m).map_err(BadRequest::new)?;
        tables.push(table.clone());
    }
    Ok(tables)
}
