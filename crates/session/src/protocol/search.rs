//! Searches: the verdict of a position, the move that lost a game, a deal that can be won.
//!
//! Searches know all cards, so whoever shows an answer marks the game with [`Stamp::Oracle`]. They
//! know no clock: the carrier is told of the progress and may end the search at any time.
//!
//! [`Stamp::Oracle`]: crate::Stamp::Oracle

use super::BadRequest;
use super::start::Game;
use crate::{NodeId, Session};
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

    /// The last position of the line that could be won and the first that could not, as near to each
    /// other as can be proved.
    ///
    /// A position that can be won was reached from one that can: along a line the answers go from
    /// winnable to dead once, so halving finds the place. Unknown answers leave a gap.
    fn critical(&mut self, session: &Session) -> Result<Value, BadRequest> {
        let line = session.history().line();
        let tables = tables(session, &line)?;
        let end = tables.len() - 1;
        let mut known: Vec<Option<bool>> = vec![None; tables.len()];
        let mut asked = vec![false; tables.len()];
        // From the end backwards in growing steps: late positions are the cheapest to settle.
        let (mut low, mut high) = (None, None);
        let mut ask = |searcher: &mut Self, at: usize, low: &mut Option<usize>, high: &mut Option<usize>| {
            asked[at] = true;
            let report = searcher.solve(&tables[at], 1);
            known[at] = match report.verdict {
                Verdict::Winnable(_) => Some(true),
                Verdict::Unwinnable => Some(false),
                Verdict::Unknown(_) => None,
            };
            match known[at] {
                Some(true) => *low = Some(low.map_or(at, |l| l.max(at))),
                Some(false) => *high = Some(high.map_or(at, |h| h.min(at))),
                None => {}
            }
        };
        let mut step = 1;
        let mut at = end;
        while self.ended.is_none() {
            ask(self, at, &mut low, &mut high);
            if low.is_some() || high != Some(at) || at == 0 {
                break;
            }
            at = at.saturating_sub(step);
            step *= 2;
        }
        // Then halve what lies between; where a place is not known, look on its dead side.
        let mut floor = low.map_or(0, |l| l + 1);
        while let Some(top) = high {
            let from = floor.max(low.map_or(0, |l| l + 1));
            if from >= top || self.ended.is_some() {
                break;
            }
            let middle = from + (top - from) / 2;
            ask(self, middle, &mut low, &mut high);
            if high == Some(top) && low != Some(middle) {
                floor = middle + 1;
            }
        }
        Ok(json!({
            "is": "critical",
            "winnable": low,
            "dead": high,
            "moves": end,
            "ended": self.ended.map(|why| why.to_string()),
        }))
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
