//! The adviser: which move an honest player would make here, and why.
//!
//! It gets a [`View`], so that no advice can depend on a card the player has not seen. Once every card is
//! known (or all but one, which can be deduced), it solves the position. Until then it asks a strategy of
//! the crate `players`: hindsight where the packed solvers are quick, the learned nets for Spider, and the
//! closure planner elsewhere. Each gets a small budget, because a hint has to come at once.
//!
//! A hint is the first move of a plan that ends with something new: a card turned up, a row dealt, a card
//! on its foundation. A player who follows it and asks again gets the next move of the same plan, so that
//! hints never lead in circles.
//!
//! The reason is read from the table, not from the strategy: what the move achieves, or what a later move
//! of the plan achieves.

use crate::hint::{self, Gain, Hint};
use crate::session::ARRANGED;
use crate::{Verdict, Why};
use talon_cards::Generator;
use talon_players::{ClosurePlanner, Hindsight, HindsightSettings, Record, Strategy, Weights, view_hash};
use talon_rules::{Count, Event, Events, Move, Pile, Rules, Status, Table, View};
use talon_solve::Limits;
use talon_solve::family::Kind;

/// The answer to a request for advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Make this move.
    Move(Hint),
    /// Every card is known, and an exhaustive search found no win.
    Lost,
    /// No useful moves are left.
    Stuck,
    /// No sequence of moves to anything new was found.
    NoWay,
    /// No move is legal.
    NoMove,
}

impl Advice {
    /// Returns the move an honest player would make here; computes it in the foreground.
    pub fn of(view: View<'_>) -> Advice {
        advise(view, AT_ONCE, |_| None)
    }

    /// Returns the advice for a table of which nothing is known but what it shows.
    pub(crate) fn fresh(view: View<'_>) -> Advice {
        stuck(view).unwrap_or_else(|| Advice::of(view))
    }

    /// Returns the advice for a table on which `line` was played last, newest move first. A plan that the line has begun
    /// is continued.
    pub(crate) fn after<'a>(table: &Table, line: impl Iterator<Item = (Move, &'a Events)>) -> Advice {
        if let Some(stuck) = stuck(table.view()) {
            return stuck;
        }
        let mut then = table.clone();
        let mut made = Vec::new();
        for (m, events) in line.take(FAR) {
            if news(events) {
                break;
            }
            then.undo(events);
            made.push(m);
        }
        made.reverse();
        if !made.is_empty()
            && let Advice::Move(Hint { m, then: rest, .. }) = Advice::of(then.view())
            && made[0] == m
            && let Some(plan) = rest.strip_prefix(&made[1..])
            && let Some(hint) = go_on(table.view(), plan)
        {
            return Advice::Move(hint);
        }
        Advice::of(table.view())
    }

    /// Returns the sentence for advice that names no move.
    pub fn words(&self) -> String {
        match self {
            Advice::Move(hint) => hint.sentence(),
            Advice::Lost => "No move helps: every card is known, and the game can no longer be won.".into(),
            Advice::Stuck => "No move helps: the game is stuck. Undo some moves, or deal a new game.".into(),
            Advice::NoWay => {
                "No useful sequence of moves was found. Undo some moves, or deal a new game.".into()
            }
            Advice::NoMove => "There are no legal moves.".into(),
        }
    }
}

/// The budget of a search between two keystrokes.
const AT_ONCE: Limits = Limits { nodes: 20_000, memory: 64 << 20 };
/// The number of sampled worlds for a decision.
const WORLDS: usize = 8;
/// Nodes for each choice in each world.
const NODES: u64 = 150;
/// The number of positions in a closure.
const CLOSURE: usize = 200;
/// The most moves a plan may need to reach something new.
const FAR: usize = 40;

/// Returns `Stuck` if the player can know that the game is stuck.
pub(crate) fn stuck(view: View<'_>) -> Option<Advice> {
    (view.status_within(ARRANGED) == Status::Stuck).then_some(Advice::Stuck)
}

/// Advises; `limits` and `watch` bound the search when every card is known.
pub(crate) fn advise(view: View<'_>, limits: Limits, watch: impl FnMut(u64) -> Option<Why>) -> Advice {
    let moves = view.moves();
    if moves.is_empty() {
        return Advice::NoMove;
    }
    // The seed follows from the view, so that equal views get equal advice.
    let seed = view_hash(view);
    let world = view.imagine(&mut Generator::new(seed));
    if hidden(view) <= 1 {
        match Verdict::of(&world, limits, watch) {
            Verdict::Winnable(line) if !line.is_empty() => {
                let line = talon_solve::shorten(&world, &line);
                return Advice::Move(Hint::new(view, line[0], wins_in(line.len()), line[1..].to_vec()));
            }
            Verdict::Dead => return Advice::Lost,
            _ => {}
        }
    }
    // A safe card goes up before anything else is considered. A card from the stock may wait, since taking
    // it changes which cards can be reached after it.
    let safe = moves.iter().copied().find(|&m| {
        let lies_open =
            matches!(m, Move::Carry { from: Pile::Column(_) | Pile::Reserve | Pile::Cell(_), .. });
        lies_open && hint::gain(view, m) == Gain::SafeUp
    });
    if let Some((m, why)) = safe.and_then(|m| Some((m, hint::gain_words(view, m)?))) {
        return Advice::Move(Hint::new(view, m, why, Vec::new()));
    }
    let mut player = player(view.rules(), hidden(view));
    player.begin(view, seed);
    let plan = plan(view, &world, &mut *player).or_else(|| {
        // The strategy would give up or go round in circles, but the player still wants an answer.
        let way = view.way_on(ARRANGED).ok()??;
        Some(up_to_news(&world, way))
    });
    let Some(plan) = plan else { return Advice::NoWay };
    let why = reason(view, world, &plan);
    Advice::Move(Hint::new(view, plan[0], why, plan[1..].to_vec()))
}

/// Returns the number of cards that nobody has seen.
fn hidden(view: View<'_>) -> usize {
    view.piles().map(|pile| view.cards(pile).filter(Option::is_none).count()).sum()
}

/// Returns the strategy that is asked about a game.
fn player(rules: &Rules, hidden: usize) -> Box<dyn Strategy> {
    // With all cards known the planners would solve as well, and that was tried already.
    if hidden <= 1 {
        return Box::new(talon_players::Heuristic::new(Weights::standard(rules)));
    }
    if matches!(Kind::of(rules), Some(Kind::Klondike | Kind::Canfield)) {
        let settings =
            HindsightSettings { worlds: WORLDS, nodes: NODES, ..HindsightSettings::standard(rules) };
        return Box::new(Hindsight::new(settings));
    }
    // The page should not have to load half a megabyte of nets.
    #[cfg(not(target_family = "wasm"))]
    {
        use talon_players::spider::Learned;
        use talon_solve::spider::observation::ClosureOptions;
        let reach = ClosureOptions { cap: 3000, layers: 30, choices: 200, ..ClosureOptions::default() };
        if let Ok(learned) = Learned::new(rules, reach) {
            return Box::new(learned);
        }
    }
    Box::new(ClosurePlanner::new(Weights::standard(rules), CLOSURE))
}

/// Returns the moves a strategy plans until something new is seen; `None` if it gives up before.
///
/// The plan is followed in a sampled world only as long as nothing new is seen, so that every move of it is
/// legal on the real table too.
fn plan(view: View<'_>, world: &Table, player: &mut dyn Strategy) -> Option<Vec<Move>> {
    let mut after = world.clone();
    let mut plan = vec![player.choose(view, &Record::default()).filter(|&m| view.is_legal(m))?];
    while plan.len() < FAR {
        if news(&after.play(*plan.last()?).ok()?) {
            return Some(plan);
        }
        plan.push(player.choose(after.view(), &Record::default()).filter(|&m| after.check(m).is_ok())?);
    }
    None
}

/// Cuts a plan after the first move that shows something new.
fn up_to_news(world: &Table, mut way: Vec<Move>) -> Vec<Move> {
    let mut after = world.clone();
    let end = way.iter().position(|&m| after.play(m).map_or(true, |events| news(&events)));
    way.truncate(end.map_or(way.len(), |at| at + 1));
    way
}

/// Says what the first move of a plan achieves, or what the plan is about: its last move, or one on the
/// way.
fn reason(view: View<'_>, mut world: Table, plan: &[Move]) -> String {
    let Some((&first, rest)) = plan.split_first() else { return String::new() };
    if let Some(gain) = hint::gain_words(view, first) {
        return gain;
    }
    let mut about = None;
    let mut last = first;
    for (at, &m) in rest.iter().enumerate() {
        if world.play(last).is_err() {
            break;
        }
        last = m;
        let ends = at + 1 == rest.len();
        if let (Some(gain), Move::Carry { from, to, count }) = (hint::gain_words(world.view(), m), m)
            && (ends || about.is_none())
        {
            let cards = hint::group(world.view(), from, count);
            let way = match (first, at) {
                (Move::Carry { .. }, 0) => "after that",
                (Move::Carry { .. }, _) => "a few moves later",
                _ => "a few draws later",
            };
            let to = hint::target(world.view(), to);
            about = Some(format!("{way} {cards} can go {to}, and {gain}"));
        }
    }
    match (about, first, last) {
        (Some(about), ..) => about,
        (None, Move::Carry { .. }, Move::Deal) => "it prepares the table for the next row".into(),
        _ => without_gain(view, first),
    }
}

/// Returns the next move of a plan after its first move was made, without a new computation; `None` if the
/// plan has ended or no longer fits.
pub(crate) fn go_on(view: View<'_>, plan: &[Move]) -> Option<Hint> {
    let (&first, rest) = plan.split_first()?;
    let world = view.imagine(&mut Generator::new(0));
    let why = match hidden(view) {
        0 | 1 if talon_solve::certify(&world, plan).is_ok() => wins_in(plan.len()),
        _ if view.is_legal(first) => reason(view, world, plan),
        _ => return None,
    };
    Some(Hint::new(view, first, why, rest.to_vec()))
}

fn wins_in(moves: usize) -> String {
    match moves {
        1 => "this wins the game".into(),
        n => format!("every card is known, and this starts a win in {n} moves"),
    }
}

/// Returns `true` if a card was seen for the first time or left the stock for good.
fn news(events: &Events) -> bool {
    events.iter().any(|event| match event {
        Event::Carried { from, to, .. } => {
            matches!(from, Pile::Reserve | Pile::Waste | Pile::Stock) || matches!(to, Pile::Foundation(_))
        }
        other => other.shows_new_card(),
    })
}

/// Gives the reason for a move that achieves nothing by itself.
fn without_gain(view: View<'_>, m: Move) -> String {
    let useful = |m: &Move| hint::gain(view, *m) < Gain::Draws;
    let unseen = [Pile::Stock, Pile::Waste].iter().any(|&pile| view.cards(pile).any(|card| card.is_none()));
    match m {
        Move::Carry { .. } => "it keeps the most options open".into(),
        _ if !view.moves().iter().any(useful) => {
            "no other move turns up a card, frees one or adds to the foundations".into()
        }
        Move::Draw | Move::Redeal if unseen && view.rules().redeals == Count::Unlimited => {
            "redeals are unlimited, and some cards of the stock are still unseen".into()
        }
        Move::Deal => "new cards promise more than the remaining moves".into(),
        _ => "the stock promises more than the moves on the table".into(),
    }
}
