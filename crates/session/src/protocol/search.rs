//! Searches: the verdict of a position, the move that lost a game, a deal that can be won.
//!
//! Searches know all cards, so whoever shows an answer marks the game with [`Stamp::Oracle`]. They
//! know no clock: the carrier is told of the progress and may end the search at any time.
//!
//! [`Stamp::Oracle`]: crate::Stamp::Oracle

use super::BadRequest;
use super::start::Game;
use crate::{Grade, Level, NodeId, PostMortem, Session};
use rules::{Move, Table};
use serde::Deserialize;
use serde_json::{Value, json};
use solve::{Limits, Progress, Verdict};

/// Why a carrier ends a search.
pub use solve::Why as End;

/// What the carrier allows a search.
#[derive(Copy, Clone, Debug)]
pub struct Bounds {
    /// Nodes of one search of one position.
    pub nodes: u64,
    /// Bytes of one search of one position.
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
    /// Can the game be won from here, or from this place of its history?
    Verdict {
        #[serde(default)]
        at: Option<u32>,
    },
    /// Which move of the line played lost the game?
    Critical,
    /// The first deal from the game's own number on that is proved winnable.
    Winnable,
    /// How hard is the deal?
    Grade,
    /// The first deal from the game's own number on of this level: `easy`, `medium`, `hard`.
    Graded { level: String },
}

/// Deals tried for one as it is wanted before giving up; the carrier's time ends it sooner.
const MOST_DEALS: u64 = 10_000;
/// Of what is allowed, the part one deal gets when many are tried.
const SHARE: u64 = 20;

/// The same where a deal and all its first moves are to be proved.
const GRADE_SHARE: u64 = 4;

/// Told of the progress as JSON; `Some` ends the search.
pub type Tell<'a> = dyn FnMut(&str) -> Option<End> + 'a;

/// Runs one search.
///
/// # Errors
/// When the request cannot be understood.
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
            verdict(&table, &report.verdict, report.nodes)
        }
        Ask::Critical => searcher.critical(&session)?,
        Ask::Winnable => searcher.winnable(&request.game)?,
        Ask::Grade => {
            let table = session.deal().table(session.rules()).map_err(BadRequest::new)?;
            let grade = searcher.grade(&table, GRADE_SHARE);
            // A grade that was broken off would be another grade.
            match searcher.ended {
                Some(why) => json!({ "is": "unknown", "why": why.to_string() }),
                None => json!({
                    "is": "grade", "words": grade.to_string(), "level": grade.level.map(|level| level.to_string()),
                }),
            }
        }
        Ask::Graded { level } => searcher.graded(&request.game, &level)?,
    };
    Ok(answer.to_string())
}

struct Searcher<'a, 'b> {
    bounds: Bounds,
    tell: &'a mut Tell<'b>,
    /// Why the carrier ended it all.
    ended: Option<End>,
    /// Nodes of the searches that are over.
    spent: u64,
}

impl Searcher<'_, '_> {
    fn solve(&mut self, table: &Table, share: u64) -> solve::Report {
        let limits = Limits { nodes: self.bounds.nodes / share, memory: self.bounds.memory };
        let (tell, ended, spent) = (&mut *self.tell, &mut self.ended, self.spent);
        let mut watch = |progress: Progress| {
            let text = format!("{{\"nodes\":{},\"states\":{}}}", spent + progress.nodes, progress.states);
            *ended = tell(&text);
            *ended
        };
        let report = solve::solve(table, limits, &mut watch);
        self.spent += report.nodes;
        // Many searches are over before they say anything: somebody may want to end them all.
        if self.ended.is_none() {
            self.ended = (self.tell)(&format!("{{\"nodes\":{}}}", self.spent));
        }
        report
    }

    /// The post-mortem of the line played: places count along the line, the deal is 0.
    fn critical(&mut self, session: &Session) -> Result<Value, BadRequest> {
        let tables = tables(session, &session.history().line())?;
        let end = tables.len() - 1;
        let found = PostMortem::examine(tables.len(), |at| {
            let report = self.solve(&tables[at], 1);
            // Whoever ended one search ended them all.
            self.ended.is_none().then_some(judged(report.verdict))
        });
        let (winnable, dead) = match found {
            Some(PostMortem::NeverWinnable) => (None, Some(0)),
            Some(PostMortem::StillWinnable(_)) => (Some(end), None),
            Some(PostMortem::LostBy { at, .. }) => (Some(at - 1), Some(at)),
            Some(PostMortem::NotKnown { winnable, dead }) => (winnable, dead),
            None => (None, None),
        };
        Ok(json!({ "is": "critical", "winnable": winnable, "dead": dead, "moves": end }))
    }

    fn winnable(&mut self, game: &Game) -> Result<Value, BadRequest> {
        self.first_deal(game, "proved winnable", |searcher, table| {
            match searcher.solve(table, SHARE).verdict {
                Verdict::Winnable(line) => Some(json!({ "moves": line.len() })),
                _ => None,
            }
        })
    }

    fn graded(&mut self, game: &Game, level: &str) -> Result<Value, BadRequest> {
        let all = [Level::Easy, Level::Medium, Level::Hard, Level::Impossible];
        let level = all.into_iter().find(|known| known.to_string() == level);
        let level = level.ok_or_else(|| BadRequest::new("a level is easy, medium, hard or impossible"))?;
        self.first_deal(game, &format!("found to be {level}"), |searcher, table| {
            let grade = searcher.grade(table, SHARE);
            (grade.level == Some(level)).then(|| json!({ "words": grade.to_string() }))
        })
    }

    /// The first deal from the game's own number on that is `wanted`.
    fn first_deal(
        &mut self,
        game: &Game,
        wanted: &str,
        mut judge: impl FnMut(&mut Self, &Table) -> Option<Value>,
    ) -> Result<Value, BadRequest> {
        let rules = game.rules()?;
        let session = game.open()?;
        let crate::Deal::Number(first) = *session.deal() else {
            return Err(BadRequest::new("a numbered deal is wanted to begin with"));
        };
        for tried in 0..MOST_DEALS {
            let number = first.wrapping_add(tried);
            let table = Table::numbered(&rules, number).map_err(BadRequest::new)?;
            let judged = judge(self, &table);
            if let Some(why) = self.ended {
                return Ok(json!({ "is": "unknown", "why": why.to_string() }));
            }
            if let Some(mut answer) = judged {
                answer["is"] = "deal".into();
                answer["deal"] = number.to_string().into();
                answer["tried"] = (tried + 1).into();
                return Ok(answer);
            }
        }
        Ok(json!({ "is": "unknown", "why": format!("none of {MOST_DEALS} deals was {wanted}") }))
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

/// A solver's verdict as the session has it.
fn judged(verdict: Verdict) -> crate::Verdict {
    match verdict {
        Verdict::Winnable(line) => crate::Verdict::Winnable(line),
        Verdict::Unwinnable => crate::Verdict::Dead,
        Verdict::Unknown(why) => crate::Verdict::NotKnown(why),
    }
}

fn verdict(table: &Table, verdict: &Verdict, nodes: u64) -> Value {
    match verdict {
        Verdict::Winnable(line) => {
            // People watch it: detours go.
            let line: Vec<String> = solve::shorten(table, line).iter().map(Move::to_string).collect();
            json!({ "is": "winnable", "line": line, "nodes": nodes })
        }
        Verdict::Unwinnable => json!({ "is": "dead", "nodes": nodes }),
        Verdict::Unknown(why) => json!({ "is": "unknown", "why": why.to_string(), "nodes": nodes }),
    }
}

/// The table at a place of the history.
fn table_at(session: &Session, place: NodeId) -> Result<Table, BadRequest> {
    let line = session.history().line_to(place);
    let mut tables = tables(session, &line)?;
    tables.pop().ok_or_else(|| BadRequest::new("the history is empty"))
}

/// The tables along a line, the deal first.
fn tables(session: &Session, line: &[NodeId]) -> Result<Vec<Table>, BadRequest> {
    let mut table = session.deal().table(session.rules()).map_err(BadRequest::new)?;
    let mut tables = vec![table.clone()];
    for node in line.iter().filter_map(|&id| session.history().node(id)) {
        table.play(node.m).map_err(BadRequest::new)?;
        tables.push(table.clone());
    }
    Ok(tables)
}
