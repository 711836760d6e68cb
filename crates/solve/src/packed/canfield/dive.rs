//! A depth-first search of one of the easier games that can be gone on with at any time.
//!
//! Moves of top cards lead in circles, so a position is lost only when everything that can be reached from it is
//! searched: Tarjan's algorithm for strongly connected components says when. When a win is found, all
//! positions on the trail (those whose component is not complete) reach one of the way to it. That is not quite so where
//! a position was taken for one with more cards undrawn; but *won* here only ever means that nothing is refuted. A
//! position is no better with fewer cards undrawn, for one may always draw on.
//!
//! It knows nothing of the games: who searches says which positions follow each other and what they are called.

use super::labels::{Labels, Name, TRAIL};

/// What a search looked at, for those who want to know why something is lost.
pub(super) trait Reason: Copy + Default {
    /// With what another search looked at.
    fn with(self, other: Self) -> Self;
}

impl Reason for () {
    fn with(self, (): ()) {}
}

/// The positions of one game: what is known, and what is being searched.
pub(super) struct Dive<P, const WORDS: usize, R = ()> {
    pub(super) labels: Labels<WORDS, R>,
    /// The way to the position searched.
    frames: Vec<Frame<P, R>>,
    /// All positions met whose component is not complete.
    trail: Vec<Met<WORDS>>,
    /// The positions still to be looked at, those of the last frame on top.
    waiting: Vec<P>,
}

struct Frame<P, R> {
    position: P,
    /// Its moves lie in `waiting` above this.
    waiting: usize,
    /// Its place on the trail, and the first one that can be reached from it.
    place: usize,
    low: usize,
    reason: R,
}

struct Met<const WORDS: usize> {
    name: Name<WORDS>,
    undrawn: u8,
}

/// What is known of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Lost,
    Won,
    /// It is being searched.
    Met,
    Nothing,
}

impl<P: Copy, const WORDS: usize, R: Reason> Dive<P, WORDS, R> {
    pub(super) fn new() -> Dive<P, WORDS, R> {
        Dive { labels: Labels::new(), frames: Vec::new(), trail: Vec::new(), waiting: Vec::new() }
    }

    /// A position to be looked at before all others that wait.
    pub(super) fn wait(&mut self, position: P) {
        self.waiting.push(position);
    }

    /// The next position to look at; none when everything is lost. What is found to be lost is told, and why.
    pub(super) fn next(&mut self, mut tell: impl FnMut(&Name<WORDS>, u8, R)) -> Option<P> {
        loop {
            let floor = self.frames.last().map_or(0, |frame| frame.waiting);
            if self.waiting.len() > floor {
                return self.waiting.pop();
            }
            let frame = self.frames.pop()?;
            let is_complete = frame.low == frame.place;
            if is_complete {
                for met in self.trail.drain(frame.place..) {
                    self.labels.change(&met.name, |label, kept| {
                        label.lose(met.undrawn);
                        label.set_place(None);
                        *kept = frame.reason;
                    });
                    tell(&met.name, met.undrawn, frame.reason);
                }
            }
            if let Some(parent) = self.frames.last_mut() {
                parent.reason = parent.reason.with(frame.reason);
                if !is_complete {
                    parent.low = parent.low.min(frame.low);
                }
            }
        }
    }

    /// What is known of a position to which the one searched leads.
    #[inline]
    pub(super) fn know(&mut self, name: &Name<WORDS>, undrawn: u8) -> Known {
        let (label, reason) = self.labels.with_kept(name);
        if label.is_lost(undrawn) {
            self.blame(reason);
            return Known::Lost;
        }
        if label.is_won(undrawn) {
            return Known::Won;
        }
        if let Some(place) = label.place()
            && self.trail[place].undrawn >= undrawn
        {
            if let Some(frame) = self.frames.last_mut() {
                frame.low = frame.low.min(place);
            }
            return Known::Met;
        }
        Known::Nothing
    }

    /// A position to which the one searched leads is lost for this reason.
    #[inline]
    pub(super) fn blame(&mut self, reason: R) {
        if let Some(frame) = self.frames.last_mut() {
            frame.reason = frame.reason.with(reason);
        }
    }

    /// Notes a position as lost without searching it.
    pub(super) fn lose(&mut self, name: &Name<WORDS>, undrawn: u8) {
        self.labels.change(name, |label, _| label.lose(undrawn));
    }

    /// Notes a position as won.
    pub(super) fn note_win(&mut self, name: &Name<WORDS>, undrawn: u8) {
        self.labels.change(name, |label, _| label.win(undrawn));
    }

    /// Is there no room for another position on the trail?
    pub(super) fn is_full(&self) -> bool {
        self.trail.len() >= TRAIL
    }

    /// Searches a position from now on: what waits after this are its moves.
    pub(super) fn enter(&mut self, position: P, name: &Name<WORDS>, undrawn: u8, reason: R) {
        let place = self.trail.len();
        self.labels.change(name, |label, _| label.set_place(Some(place)));
        self.trail.push(Met { name: *name, undrawn });
        self.frames.push(Frame { position, waiting: self.waiting.len(), place, low: place, reason });
    }

    /// The positions on the way to the one searched, and that one.
    pub(super) fn way(&self) -> impl Iterator<Item = P> {
        self.frames.iter().map(|frame| frame.position)
    }

    /// Ends the search with a win.
    pub(super) fn win(&mut self) {
        for met in self.trail.drain(..) {
            self.labels.change(&met.name, |label, _| {
                label.win(met.undrawn);
                label.set_place(None);
            });
        }
        self.frames.clear();
        self.waiting.clear();
    }

    /// The bytes in use while something next grows.
    pub(super) fn bytes(&self) -> usize {
        self.labels.bytes()
            + self.waiting.capacity() * 2 * size_of::<P>()
            + self.trail.capacity() * 2 * size_of::<Met<WORDS>>()
            + self.frames.capacity() * 2 * size_of::<Frame<P, R>>()
    }
}
