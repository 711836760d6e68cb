//! Cards in flight: a short show of what happened already. Any key ends it.

use crate::scene::Scene;
use cards::Card;
use rules::{Event, Pile};
use session::{Command, Outcome, Session};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How long a single move takes.
const MOVE: Duration = Duration::from_millis(120);
/// How long a whole series takes at most.
const SERIES: Duration = Duration::from_millis(1800);

/// Cards on their way.
#[derive(Clone, Debug)]
pub struct Flight {
    /// Where they lay.
    pub from: Pile,
    /// Where they go.
    pub to: Pile,
    /// The cards.
    pub cards: Vec<Option<Card>>,
}

/// One picture of the show.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The table before.
    pub before: Scene,
    /// The table after.
    pub after: Scene,
    /// What flies from one to the other.
    pub flight: Option<Flight>,
}

/// What is still to be shown.
#[derive(Debug, Default)]
pub struct Show {
    pictures: VecDeque<Picture>,
    began: Option<Instant>,
    each: Duration,
    part: f64,
}

impl Show {
    /// Is there nothing more to show?
    pub fn is_over(&self) -> bool {
        self.pictures.is_empty()
    }

    /// Ends the show.
    pub fn stop(&mut self) {
        self.pictures.clear();
        self.began = None;
    }

    /// The picture of the moment, and how far it has come, from 0 to 1.
    pub fn picture(&self) -> Option<(&Picture, f64)> {
        self.pictures.front().map(|picture| (picture, self.part))
    }

    /// Time passes.
    pub fn tick(&mut self, now: Instant) {
        if self.pictures.is_empty() {
            return;
        }
        let began = *self.began.get_or_insert(now);
        self.part = now.saturating_duration_since(began).as_secs_f64() / self.each.as_secs_f64();
        if self.part >= 1.0 {
            self.pictures.pop_front();
            self.began = Some(now);
            self.part = 0.0;
        }
    }

    /// Shows how the game came from `before` to where it stands.
    pub fn start(&mut self, before: &Scene, outcome: &Outcome, session: &Session) {
        self.stop();
        let steps = &outcome.steps;
        let forward = steps.iter().all(|step| !step.back);
        if steps.is_empty() || (!forward && steps.len() > 1) {
            return;
        }
        // The scenes after each step, found by walking a copy back.
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
                // The cards as they lay before they were lifted.
                let lay = before.cards(from);
                Flight { from, to, cards: lay[lay.len().saturating_sub(count)..].to_vec() }
            });
            self.pictures.push_back(Picture { before, after: after.clone(), flight });
            before = after;
        }
        self.each = MOVE.min(SERIES / self.pictures.len().max(1) as u32);
        self.part = 0.0;
    }
}
