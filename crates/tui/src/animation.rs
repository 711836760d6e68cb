//! Animation: cards that fly to where they have already been moved. Any key ends it.

use crate::scene::Scene;
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use talon_cards::Card;
use talon_rules::{Event, Pile};
use talon_session::{Command, Outcome, Session};

/// How long the animation of one move takes.
const MOVE: Duration = Duration::from_millis(120);
/// How long the animation of several moves takes at most.
const SERIES: Duration = Duration::from_millis(1800);

/// Cards that fly from one pile to another.
#[derive(Clone, Debug)]
pub struct Flight {
    /// The pile they come from.
    pub from: Pile,
    /// The pile they go to.
    pub to: Pile,
    /// The cards.
    pub cards: Vec<Option<Card>>,
}

/// One move of an animation.
#[derive(Clone, Debug)]
pub struct AnimatedMove {
    /// The table before.
    pub before: Scene,
    /// The table after.
    pub after: Scene,
    /// The cards that fly, if the move carries any.
    pub flight: Option<Flight>,
}

/// The moves that are still to be animated.
#[derive(Debug, Default)]
pub struct Animation {
    moves: VecDeque<AnimatedMove>,
    began: Option<Instant>,
    each: Duration,
    part: f64,
}

impl Animation {
    /// Returns `true` if nothing is to be animated.
    pub fn is_over(&self) -> bool {
        self.moves.is_empty()
    }

    /// Ends the animation.
    pub fn stop(&mut self) {
        self.moves.clear();
        self.began = None;
    }

    /// Returns the move that is being animated, and how much of it is done, from 0 to 1.
    pub fn current(&self) -> Option<(&AnimatedMove, f64)> {
        self.moves.front().map(|m| (m, self.part))
    }

    /// Advances the animation to this moment.
    pub fn tick(&mut self, now: Instant) {
        if self.moves.is_empty() {
            return;
        }
        let began = *self.began.get_or_insert(now);
        self.part = now.saturating_duration_since(began).as_secs_f64() / self.each.as_secs_f64();
        if self.part >= 1.0 {
            self.moves.pop_front();
            self.began = Some(now);
            self.part = 0.0;
        }
    }

    /// Animates how the game has come from `before` to the present position.
    pub fn start(&mut self, before: &Scene, outcome: &Outcome, session: &Session) {
        self.stop();
        let steps = &outcome.steps;
        let forward = steps.iter().all(|step| !step.back);
        if steps.is_empty() || (!forward && steps.len() > 1) {
            return;
        }
        // A copy of the game walks back, to find the scene after each step.
        let mut after = vec![Scene::of(session.view())];
        let mut copy = session.clone();
        for _ in 1..steps.len() {
            if copy.execute(Command::Undo).is_err() {
                return;
            }
            after.push(Scene::of(copy.view()));
        }
        after.reverse();
        let mut before = before.clone();
        for (step, after) in steps.iter().zip(after) {
            let carried = step.events.iter().find_map(|event| match event {
                Event::Carried { from, to, count } => Some((from, to, usize::from(count))),
                _ => None,
            });
            let flight = carried.map(|(from, to, count)| {
                let (from, to) = if step.back { (to, from) } else { (from, to) };
                // The cards as they were before the move.
                let lay = before.cards(from);
                Flight { from, to, cards: lay[lay.len().saturating_sub(count)..].to_vec() }
            });
            self.moves.push_back(AnimatedMove { before, after: after.clone(), flight });
            before = after;
        }
        self.each = MOVE.min(SERIES / self.moves.len().max(1) as u32);
        self.part = 0.0;
    }
}
