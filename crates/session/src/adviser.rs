//! The adviser: what an honest player of the house would do here, and why.
//!
//! It gets a [`View`], so nothing it says can depend on a card the player has not seen. Once every card
//! is known (or all but one, which can be counted out) it solves; otherwise it asks a strategy of the
//! crate `players`: hindsight where the packed solvers are quick, the learned nets for Spider, the
//! closure planner elsewhere. Each is told to think little: a hint must come within a blink.
//!
//! A hint is the first move of a plan that ends with something new: a card turned up, a row dealt, a card
//! up. Whoever asks on while following it hears the rest of the plan, so hints lead somewhere and never
//! in circles.
//!
//! The reason is read off the table, never off the strategy: what the move brings, or what a later move
//! of the same plan brings after it.

use crate::hint::{self, Gain, Hint};
use crate::session::ARRANGED;
use crate::{Verdict, Why};
use cards::Generator;
use players::{Course, Hindsight, Planner, Settings, Strategy, Weights, sight};
use rules::{Count, Event, Events, Move, Pile, Rules, Status, Table, View};
use solve::Limits;
use solve::packed::{canfield, klondike};

/// What the adviser says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Do this.
    Move(Hint),
    /// Every card is known, and no line wins: exhausted.
    Lost,
    /// Nothing that matters can be changed any more.
    Stuck,
    /// No way to anything new was found.
    NoWay,
    /// No move is legal.
    NoMove,
}

impl Advice {
    /// What an honest player would do here, thought out at once.
    pub fn of(view: View<'_>) -> Advice {
        advise(view, AT_ONCE, |_| None)
    }

    /// The same for a table on which `line` was played last: what was begun is gone on with.
    pub(crate) fn after<'a>(table: &Table, line: impl Iterator<Item = (Move, &'a Events)>) -> Advice {
        if let Some(stuck) = stuck(table) {
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

    /// What to say when there is no move to name.
    pub fn words(&self) -> String {
        match self {
            Advice::Move(hint) => hint.sentence(),
            Advice::Lost => {
                "No move helps: every card is known, and each line from here ends without a win.".into()
            }
            Advice::Stuck => "No move helps: the game is stuck. Take moves back, or deal anew.".into(),
            Advice::NoWay => "No way to anything new was found here. Take moves back, or deal anew.".into(),
            Advice::NoMove => "No move is left.".into(),
        }
    }
}

/// What a search may spend between two key strokes.
const AT_ONCE: Limits = Limits { nodes: 20_000, memory: 64 << 20 };
/// Worlds imagined for a decision.
const WORLDS: usize = 8;
/// Nodes for each way in each of them.
const NODES: u64 = 150;
/// Positions of a closure.
const CLOSURE: usize = 200;
/// How many moves a plan may take to something new.
const FAR: usize = 40;

/// That there is nothing to advise, if the game is stuck: it is told to the player anyway, and looks
/// through the stock.
pub(crate) fn stuck(table: &Table) -> Option<Advice> {
    (table.status_within(ARRANGED) == Status::Stuck).then_some(Advice::Stuck)
}

/// Advises; `limits` and `watch` bound the search when every card is known.
pub(crate) fn advise(view: View<'_>, limits: Limits, watch: impl FnMut(u64) -> Option<Why>) -> Advice {
    let moves = view.moves();
    if moves.is_empty() {
        return Advice::NoMove;
    }
    // Equal sights get equal advice.
    let seed = sight(view);
    let world = view.imagine(&mut Generator::new(seed));
    if hidden(view) <= 1 {
        match Verdict::of(&world, limits, watch) {
            Verdict::Winnable(line) if !line.is_empty() => {
                let line = solve::shorten(&world, &line);
                return Advice::Move(Hint::new(view, line[0], wins_in(line.len()), line[1..].to_vec()));
            }
            Verdict::Dead => return Advice::Lost,
            _ => {}
        }
    }
    // A card nothing will ever be wanted on goes up before anything else is thought about; a card of the
    // stock may wait, since taking it changes what can be got at after it.
    let safe = moves.iter().copied().find(|&m| {
        let lies_open =
            matches!(m, Move::Carry { from: Pile::Column(_) | Pile::Reserve | Pile::Cell(_), .. });
        lies_open && hint::gain(view, m) == Gain::SafeUp
    });
    if let Some((m, why)) = safe.and_then(|m| Some((m, hint::gain_words(view, m)?))) {
        return Advice::Move(Hint::new(view, m, why, Vec::new()));
    }
    let mut player = player(view.rules(), &world, hidden(view));
    player.begin(view, seed);
    let plan = plan(view, &world, &mut *player).or_else(|| {
        // It would give up, or go round in circles; the player still wants to hear something.
        let way = world.way_on(ARRANGED).ok()??;
        Some(up_to_news(&world, way))
    });
    let Some(plan) = plan else { return Advice::NoWay };
    let why = reason(view, world, &plan);
    Advice::Move(Hint::new(view, plan[0], why, plan[1..].to_vec()))
}

/// How many cards nobody has seen.
fn hidden(view: View<'_>) -> usize {
    view.piles().map(|pile| view.cards(pile).filter(Option::is_none).count()).sum()
}

/// Who is asked about a game.
fn player(rules: &Rules, world: &Table, hidden: usize) -> Box<dyn Strategy> {
    // With everything known the planners would solve as well, which was tried already.
    if hidden <= 1 {
        return Box::new(players::Heuristic::new(Weights::standard(rules)));
    }
    if klondike::pack(world).is_some() || canfield::pack(world).is_some() {
        let settings = Settings { worlds: WORLDS, nodes: NODES, ..Settings::standard(rules) };
        return Box::new(Hindsight::new(settings));
    }
    // A page is not to carry half a megabyte of nets.
    #[cfg(not(target_family = "wasm"))]
    {
        use players::spider::Learned;
        use solve::packed::spider::Reach;
        let reach = Reach { cap: 3000, layers: 30, choices: 200, ..Reach::default() };
        if let Ok(learned) = Learned::new(rules, reach) {
            return Box::new(learned);
        }
    }
    Box::new(Planner::new(Weights::standard(rules), CLOSURE))
}

/// What a player means to do until something new comes to light; `None` where it gives up before.
///
/// The plan is followed in an imagined world, and no further than nothing is learnt, so that every move of
/// it is legal in the true one as well.
fn plan(view: View<'_>, world: &Table, player: &mut dyn Strategy) -> Option<Vec<Move>> {
    let mut after = world.clone();
    let mut plan = vec![player.choose(view, &Course::default()).filter(|&m| view.is_legal(m))?];
    while plan.len() < FAR {
        if news(&after.play(*plan.last()?).ok()?) {
            return Some(plan);
        }
        plan.push(player.choose(after.view(), &Course::default()).filter(|&m| after.check(m).is_ok())?);
    }
    None
}

/// The part of a way that can be relied on: up to the first move that shows something new.
fn up_to_news(world: &Table, mut way: Vec<Move>) -> Vec<Move> {
    let mut after = world.clone();
    let end = way.iter().position(|&m| after.play(m).map_or(true, |events| news(&events)));
    way.truncate(end.map_or(way.len(), |at| at + 1));
    way
}

/// What the first move of a plan brings, or what the plan is about: its last move, or one on the way.
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
                (Move::Carry { .. }, 0) => "after it",
                (Move::Carry { .. }, _) => "a few moves on,",
                _ => "a few cards on,",
            };
            let to = hint::target(world.view(), to);
            about = Some(format!("{way} {cards} can go {to}, and {gain}"));
        }
    }
    match (about, first, last) {
        (Some(about), ..) => about,
        (None, Move::Carry { .. }, Move::Deal) => "it makes ready for the next row".into(),
        _ => without_gain(view, first),
    }
}

/// The next move of a plan whose first move was made, without thinking again; `None` when the plan has
/// ended or does not fit any more.
pub(crate) fn go_on(view: View<'_>, plan: &[Move]) -> Option<Hint> {
    let (&first, rest) = plan.split_first()?;
    let world = view.imagine(&mut Generator::new(0));
    let why = match hidden(view) {
        0 | 1 if solve::certify(&world, plan).is_ok() => wins_in(plan.len()),
        _ if view.is_legal(first) => reason(view, world, plan),
        _ => return None,
    };
    Some(Hint::new(view, first, why, rest.to_vec()))
}

fn wins_in(moves: usize) -> String {
    match moves {
        1 => "that wins".into(),
        n => format!("every card is known, and a line of {n} moves wins so"),
    }
}

/// Did something come to light, or leave the stock for good?
fn news(events: &Events) -> bool {
    events.iter().any(|event| match event {
        Event::TurnedUp(_) | Event::Dealt { .. } => true,
        Event::Drawn { fresh, .. } => fresh != 0,
        Event::Carried { from, to, .. } => {
            matches!(from, Pile::Reserve | Pile::Waste | Pile::Stock) || matches!(to, Pile::Foundation(_))
        }
        Event::Redealt { .. } => false,
    })
}

/// Why a move is made that brings nothing by itself.
fn without_gain(view: View<'_>, m: Move) -> String {
    let useful = |m: &Move| hint::gain(view, *m) < Gain::Draws;
    let unseen = [Pile::Stock, Pile::Waste].iter().any(|&pile| view.cards(pile).any(|card| card.is_none()));
    match m {
        Move::Carry { .. } => "of all that can be done it leaves the most open".into(),
        _ if !view.moves().iter().any(useful) => {
            "no move on the table turns up a card, frees one or goes up".into()
        }
        Move::Draw | Move::Redeal if unseen && view.rules().redeals == Count::Unlimited => {
            "the stock may be gone through again and again, and some of it is still unseen".into()
        }
        Move::Deal => "fresh cards promise more than the moves that are left".into(),
        _ => "what the stock brings promises more than the moves on the table".into(),
    }
}
