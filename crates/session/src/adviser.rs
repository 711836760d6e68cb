//! The adviser: what an honest player of the house would do here, and why.
//!
//! It gets a [`View`], so nothing it says can depend on a card the player has not seen. Once every card
//! is known (or all but one, which can be counted out) it solves; otherwise it asks a strategy of the
//! crate `players`: hindsight where the packed solvers are quick, the learned nets for Spider, the
//! closure planner elsewhere. Each is told to think little: a hint must come within a blink.
//!
//! The reason is read off the table, never off the strategy: what the move brings, or what a later move
//! of the same plan brings after it.

use crate::hint::{self, Hint, Kind};
use crate::{Verdict, Why};
use cards::Generator;
use players::{Course, Hindsight, Planner, Settings, Strategy, Weights, sight};
use rules::{Count, Event, Events, Move, Pile, Rules, Table, View};
use solve::Limits;
use solve::packed::{canfield, klondike};

/// What the adviser says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Do this.
    Move(Hint),
    /// Every card is known, and no line wins: exhausted.
    Lost,
    /// No move is legal.
    NoMove,
}

impl Advice {
    /// What an honest player would do here, thought out at once.
    pub fn of(view: View<'_>) -> Advice {
        advise(view, AT_ONCE, |_| None)
    }

    /// What to say when there is no move to name.
    pub fn words(&self) -> String {
        match self {
            Advice::Move(hint) => hint.sentence(),
            Advice::Lost => {
                "No move helps: every card is known, and each line from here ends without a win.".into()
            }
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
/// How many moves of a plan are looked at for what it is about.
const FAR: usize = 40;

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
        lies_open && hint::kind(view, m) == Kind::SafeUp
    });
    if let Some((m, why)) = safe.and_then(|m| Some((m, hint::gain(view, m)?))) {
        return Advice::Move(Hint::new(view, m, why, Vec::new()));
    }
    let mut player = player(view.rules(), &world, hidden(view));
    player.begin(view, seed);
    let Some(first) = player.choose(view, &Course::default()).filter(|&m| view.is_legal(m)) else {
        // It would give up; the player still wants to hear something.
        let Some(m) = moves.into_iter().min_by_key(|&m| hint::order(view, m)) else {
            return Advice::NoMove;
        };
        let why = hint::gain(view, m).unwrap_or_else(|| "nothing better is in sight".into());
        return Advice::Move(Hint::new(view, m, why, Vec::new()));
    };
    let (why, then) = purpose(view, world, first, &mut *player);
    Advice::Move(Hint::new(view, first, why, then))
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

/// Why the first move is made, and the moves that follow it up to the one the reason speaks of.
///
/// The plan is followed in an imagined world as far as nothing new comes to light, so that every move of
/// it is legal in the true one as well.
fn purpose(view: View<'_>, world: Table, first: Move, player: &mut dyn Strategy) -> (String, Vec<Move>) {
    let mut plan = vec![first];
    let mut after = world.clone();
    let mut m = first;
    while plan.len() < FAR && hint::gain(after.view(), m).is_none() {
        match after.play(m) {
            Ok(events) if !news(&events) => {}
            _ => break,
        }
        match player.choose(after.view(), &Course::default()) {
            Some(next) if after.check(next).is_ok() => m = next,
            _ => break,
        }
        plan.push(m);
    }
    match reason(view, world, &plan) {
        Some(why) => (why, plan.split_off(1)),
        None => (without_gain(view, first), Vec::new()),
    }
}

/// What the first move of a plan brings, or a later one after it.
fn reason(view: View<'_>, mut world: Table, plan: &[Move]) -> Option<String> {
    let (&first, rest) = plan.split_first()?;
    if let Some(gain) = hint::gain(view, first) {
        return Some(gain);
    }
    world.play(first).ok()?;
    for (at, &m) in rest.iter().enumerate() {
        if let (Some(gain), Move::Carry { from, to, count }) = (hint::gain(world.view(), m), m) {
            let cards = hint::group(world.view(), from, count);
            let way = match (first, at) {
                (Move::Carry { .. }, 0) => "after it",
                (Move::Carry { .. }, _) => "a few moves on,",
                _ => "a few cards on,",
            };
            let to = hint::target(world.view(), to);
            return Some(format!("{way} {cards} can go {to}, and {gain}"));
        }
        world.play(m).ok()?;
    }
    None
}

/// The next move of a plan whose first move was made, without thinking again; `None` when the plan has
/// ended or does not fit any more.
pub(crate) fn go_on(view: View<'_>, plan: &[Move]) -> Option<Hint> {
    let (&first, rest) = plan.split_first()?;
    let world = view.imagine(&mut Generator::new(0));
    let why = if hidden(view) <= 1 {
        solve::certify(&world, plan).ok()?;
        wins_in(plan.len())
    } else {
        view.is_legal(first).then(|| reason(view, world, plan))??
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
    let useful = |m: &Move| hint::kind(view, *m) < Kind::Draws;
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
