//! Records the games of the dialects, so that they are in the books like all others.
//!
//! A dialect reports the game after each command; the record compares it with what it knew and tells the
//! journal the difference. It never writes to the dialect's streams: not a byte of a transcript depends on it.

use std::time::Duration;
use talon_session::{Account, By, Journal, JournalError, NodeId, Session};

/// After a gap of this length the player was away; it does not count as playing time.
const AWAY: Duration = Duration::from_secs(180);

/// The record of the games that are played in a dialect, one after the other.
pub struct Record<'a> {
    journal: Option<Box<dyn Journal>>,
    clock: Box<dyn FnMut() -> Duration + 'a>,
    /// The moment of the last report.
    last: Duration,
    /// How long the game has been played.
    time: Duration,
    /// The moves that the journal knows: the line from the deal to the place of the last report.
    line: Vec<NodeId>,
    is_over: bool,
}

impl<'a> Record<'a> {
    /// Records into a journal, if there is one; `clock` tells the time since some moment.
    pub fn new(journal: Option<Box<dyn Journal>>, clock: impl FnMut() -> Duration + 'a) -> Record<'a> {
        let (last, time) = (Duration::ZERO, Duration::ZERO);
        Record { journal, clock: Box::new(clock), last, time, line: Vec::new(), is_over: false }
    }

    /// Records nothing.
    pub fn none() -> Record<'static> {
        Record::new(None, || Duration::ZERO)
    }

    /// Reports a new game.
    pub fn begin(&mut self, session: &Session) {
        (self.last, self.time, self.is_over) = ((self.clock)(), Duration::ZERO, false);
        self.line = session.history().line();
        // What cannot be written now is kept by the journal, and reported by `finish`.
        self.tell(|journal, _| journal.begin(session));
    }

    /// Reports the game after a command.
    pub fn follow(&mut self, session: &Session) {
        let now = (self.clock)();
        let gap = now.saturating_sub(self.last);
        self.last = now;
        if gap < AWAY && !self.is_over {
            self.time += gap;
        }
        let history = session.history();
        let line = history.line();
        if line == self.line {
            return;
        }
        let shared = line.iter().zip(&self.line).take_while(|(new, old)| new == old).count();
        let mut lines = vec!["back 1".to_string(); self.line.len() - shared];
        lines.extend(line[shared..].iter().filter_map(|&place| history.node(place)).map(|node| {
            let auto = if node.by == By::Auto { " auto" } else { "" };
            format!("{}{auto}", node.m)
        }));
        self.line = line;
        self.is_over = session.is_finished();
        self.tell(|journal, time| journal.note(&lines, session, time));
    }

    /// Reports that the game has ended without a win: it counts as lost if a move was made.
    pub fn lose(&mut self, session: &Session) {
        let history = session.history();
        let is_played =
            self.line.iter().filter_map(|&place| history.node(place)).any(|node| node.by == By::Player);
        if is_played && !session.is_finished() {
            self.tell(|journal, time| journal.give_up(session, time));
        }
    }

    /// Reports what the player has paid and won.
    pub fn charge(&mut self, paid: &Account) {
        self.tell(|journal, _| journal.charge(paid));
    }

    /// Writes what is not written yet, and waits for other programs for at most `patience`.
    ///
    /// # Errors
    /// If something is still not written. It is lost when the program ends.
    pub fn finish(&mut self, patience: Duration) -> Result<(), JournalError> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.retry(patience))
    }

    /// Tells the journal something. A failure is no reason to stop the game: the journal keeps what it could not
    /// write.
    fn tell(&mut self, write: impl FnOnce(&mut dyn Journal, Duration) -> Result<(), JournalError>) {
        if let Some(journal) = &mut self.journal {
            let _ = write(journal.as_mut(), self.time);
        }
    }
}
