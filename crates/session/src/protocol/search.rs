//! Searches: the verdict of a position, the move that lost a game, a deal that can be won.
//!
//! Searches know all cards, so whoever shows an answer marks the game with [`Stamp::Oracle`]. They
//! know no clock: the carrier is told of the progress and may end the search at any time.
//!
//! [`Stamp::Oracle`]: crate::Stamp::Oracle

use super::BadRequest;
use super::start::Game;
use crate::{NodeId, PostMortem, Session};
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
}

/// Deals tried for a winnable one before giving up.
const MOST_DEALS: u64 = 200;
/// Of what is allowed, the part one deal gets when many are tried.
const SHARE: u64 = 20;

/// Told of the progress as JSON; `Some` ends the search.
pub type Tell<'a> = dyn FnMut(&str) -> Option<End> + 'a;

/// Runs one search.
///
/// # Errors
/// When the request cannot be understood.
pub fn search(request: &str, bounds: Bounds, tell: &mut Tell) -> Result<String, BadRequest> {
    let request: Request = serde_json::from_str(request).map_err(BadRequest::new)?;
    let session = request.game.open()?;
    let mut searcher = Searcher { bounds, tell, ended: None };
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
    };
    Ok(answer.to_string())
}

struct Searcher<'a, 'b> {
    bounds: Bounds,
    tell: &'a mut Tell<'b>,
    /// Why the carrier ended it all.
    ended: Option<End>,
}

impl Searcher<'_, '_> {
    fn solve(&mut self, table: &Table, share: u64) -> solve::Report {
        let limits = Limits { nodes: self.bounds.nodes / share, memory: self.bounds.memory };
        let (tell, ended) = (&mut *self.tell, &mut self.ended);
        let mut watch = |progress: Progress| {
            let text = format!("{{\"nodes\":{},\"states\":{}}}", progress.nodes, progress.states);
            *ended = tell(&text);
            *ended
        };
        solve::solve(table, limits, &mut watch)
    }

    /// The post-mortem of the line played: places count along the line, the deal is 0.
    fn critical(&mut self, session: &Session) -> Result<Value, BadRequest> {
        let tables = tables(session, &session.history().line())?;
        let end = tables.len() - 1;
        let found = PostMortem::examine(tables.len(), |at| {
            let report = self.solve(&tables[at], 1);
            // Whoever ended one search ended them all.
            self.ended.is_none().then_some(match report.verdict {
                Verdict::Winnable(line) => crate::Verdict::Winnable(line),
                Verdict::Unwinnable => crate::Verdict::Dead,
                Verdict::Unknown(why) => crate::Verdict::NotKnown(why),
            })
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
        let rules = game.rules()?;
        let session = game.open()?;
        let crate::Deal::Number(first) = *session.deal() else {
            return Err(BadRequest::new("a numbered deal is wanted to begin with"));
        };
        for tried in 0..MOST_DEALS {
            let number = first.wrapping_add(tried);
            let table = Table::numbered(&rules, number).map_err(BadRequest::new)?;
            let report = self.solve(&table, SHARE);
            if let Verdict::Winnable(line) = report.verdict {
                return Ok(
                    json!({ "is": "deal", "deal": number.to_string(), "tried": tried + 1, "moves": line.len() }),
                );
            }
            if let Some(why) = self.ended {
                return Ok(json!({ "is": "unknown", "why": why.to_string() }));
            }
        }
        Ok(json!({ "is": "unknown", "why": format!("none of {MOST_DEALS} deals was proved winnable") }))
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
