//! A player at the table: one game after another, with everything around them except drawing.
//!
//! It adds to the [`Session`]: hints in steps, bookmarks, verdicts, the casino's ledger, the clock and the
//! journal. A front end only displays it. This module does not know threads (the [`crate::Analyst`] belongs
//! to the front end, which passes its answers on) or where the journal is stored.

mod advice;
mod memory;

pub use advice::Told;
pub(crate) use memory::{Finding, Memory};

use crate::hand::{self, has_ledger, ledger_of, pay};
use crate::{
    Account, By, Command, Deal, Journal, JournalError, Ledger, Lesson, NodeId, Outcome, Refusal, Session,
    Stamp, Step, Verdicts,
};
use advice::Given;
use std::time::Duration;
use talon_deals::DealName;
use talon_rules::{Events, Move, Pile};

/// After a gap of this length the player was away; it does not count as playing time.
const AWAY: Duration = Duration::from_secs(180);

/// How long to wait for another program that is using the books when the player leaves.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often the journal is asked to try again while the player does nothing.
const RETRY: Duration = Duration::from_secs(1);

/// A player at the table.
pub struct Sitting {
    session: Session,
    verdicts: Verdicts,
    ledger: Ledger,
    /// The part of the ledger that the journal has recorded.
    charged: Account,
    /// The ledger before a hand that nobody asked for; the hand costs nothing until the player uses it.
    unasked: Option<Ledger>,
    counting: bool,
    given_up: bool,
    time: Duration,
    gap: Duration,
    hint: Option<Given>,
    refused: Option<String>,
    lesson: Option<&'static Lesson>,
    journal: Option<Box<dyn Journal>>,
    /// The journals of earlier games that have not written everything yet.
    unwritten: Vec<Box<dyn Journal>>,
    /// Whether something is not recorded yet and the player was told so.
    behind: bool,
    /// How long ago the journal tried to write, while something is not recorded.
    waited: Duration,
    trouble: Option<String>,
}

impl Sitting {
    /// Starts with a game; the journal, if there is one, begins to record it.
    pub fn new(session: Session, account: Account, journal: Option<Box<dyn Journal>>) -> Sitting {
        let mut sitting = Sitting::resumed(session, Duration::ZERO, account, journal);
        sitting.begun(true);
        sitting
    }

    /// Lays out a game that the player did not ask for, such as the one behind the list of games.
    pub fn laid(session: Session, account: Account, journal: Option<Box<dyn Journal>>) -> Sitting {
        let mut sitting = Sitting::resumed(session, Duration::ZERO, account, journal);
        sitting.begun(false);
        sitting
    }

    /// Resumes a game that the journal knows already.
    pub fn resumed(
        session: Session,
        time: Duration,
        account: Account,
        journal: Option<Box<dyn Journal>>,
    ) -> Sitting {
        let ledger = ledger_of(&session, account);
        Sitting {
            session,
            verdicts: Verdicts::default(),
            ledger,
            charged: account,
            unasked: None,
            counting: false,
            given_up: false,
            time,
            gap: Duration::ZERO,
            hint: None,
            refused: None,
            lesson: None,
            journal,
            unwritten: Vec::new(),
            behind: false,
            waited: Duration::ZERO,
            trouble: None,
        }
    }

    /// Returns the game.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the casino's ledger, for games that have one.
    pub fn ledger(&self) -> Option<&Ledger> {
        has_ledger(&self.session).then_some(&self.ledger)
    }

    /// The score as people read it; see [`Session::score_words`].
    pub fn score_words(&self) -> String {
        match self.ledger() {
            Some(ledger) => hand::money(ledger.hand.net_worth()),
            None => self.session.score_words(),
        }
    }

    /// Returns how long this game has been played.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Returns how much longer the clock runs if the player does nothing.
    pub fn clock_left(&self) -> Duration {
        let is_open = !self.session.is_finished() && !self.session.history().is_empty();
        if is_open { AWAY.saturating_sub(self.gap) } else { Duration::ZERO }
    }

    /// Lets time pass; a long gap counts as absence.
    pub fn pass(&mut self, time: Duration) {
        let open = !self.session.is_finished() && !self.session.history().is_empty();
        self.gap += time;
        if open && self.gap < AWAY {
            self.time += time;
        }
        self.waited += time;
        if self.behind && self.waited >= RETRY {
            // The player has been told already.
            let told = self.trouble.take();
            self.record(|journal, _, _| journal.retry(Duration::ZERO));
            if self.behind {
                self.trouble = told;
            }
        }
    }

    /// Returns the lesson that the player takes, if the game is one.
    pub fn lesson(&self) -> Option<&'static Lesson> {
        self.lesson
    }

    /// Lets a lesson guide the player through this game, or ends the guidance.
    pub fn teach(&mut self, lesson: Option<&'static Lesson>) {
        self.lesson = lesson;
    }

    /// Returns the reason why the last command was refused.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Returns, once, what the player has to know about the journal: that something is not recorded yet, or
    /// that everything is recorded again.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Changes to another game, with other rules or another deal.
    pub fn change(&mut self, session: Session) {
        self.session = session;
        self.begun(true);
    }

    /// Changes to another game of the journal.
    pub fn change_to(&mut self, session: Session, time: Duration, journal: Option<Box<dyn Journal>>) {
        let account = self.charged;
        let mut unwritten = std::mem::take(&mut self.unwritten);
        let (behind, trouble) = (self.behind, self.trouble.take());
        unwritten.extend(self.journal.take().filter(|_| behind));
        *self = Sitting::resumed(session, time, account, journal);
        (self.unwritten, self.behind, self.trouble) = (unwritten, behind, trouble);
    }

    /// Carries out a command; see [`Session::execute`].
    ///
    /// # Errors
    /// The reason why the command cannot be carried out; the game is unchanged.
    pub fn execute(&mut self, command: Command) -> Result<Outcome, Refusal> {
        let is_new = matches!(command, Command::New(_));
        let had_ledger = has_ledger(&self.session);
        // Moves of the history were paid for when they were first made.
        let is_travel =
            matches!(command, Command::Undo | Command::Redo | Command::Restart | Command::Visit(_));
        let outcome = match self.session.execute(command) {
            Ok(outcome) => outcome,
            Err(refusal) => {
                self.refused = Some(refusal.to_string());
                return Err(refusal);
            }
        };
        self.refused = None;
        if is_new {
            self.begun(true);
        } else if has_ledger(&self.session) != had_ledger {
            self.switched_ledger();
        } else {
            self.happened(&outcome, is_travel);
        }
        Ok(outcome)
    }

    /// Plays one move without automatic moves: nothing may come between the moves of a solver's line.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn follow(&mut self, m: Move) -> Result<Outcome, Refusal> {
        self.session.mark(Stamp::Oracle);
        self.session.replay(m, By::Player)?;
        let history = self.session.history();
        let events = history.node(history.current()).map_or_else(Events::new, |node| node.events);
        let sentence = crate::moved(self.session.truth(), &events);
        let step = Step { m, events, by: By::Player, back: false, sentence };
        let outcome = Outcome { steps: vec![step], notes: Vec::new() };
        self.happened(&outcome, false);
        Ok(outcome)
    }

    /// Records help; a stamp is never reduced.
    pub fn mark(&mut self, stamp: Stamp) {
        self.session.mark(stamp);
        self.note_stamp();
    }

    /// Sets a bookmark here, and records it.
    pub fn bookmark(&mut self, name: char) {
        self.session.bookmark(name);
        self.record(|journal, session, time| journal.note(&[format!("mark {name}")], session, time));
    }

    /// Sets a bookmark here under the first letter that is free, and returns the letter.
    pub fn bookmark_next(&mut self) -> char {
        let free = ('a'..='z').find(|&name| self.session.bookmarks().place(name).is_none());
        let name = free.unwrap_or('z');
        self.bookmark(name);
        name
    }

    /// Goes some moves back, or forward along the latest branch; fewer if there are not as many.
    ///
    /// # Errors
    /// If there is nothing to undo or to redo.
    pub fn leap(&mut self, moves: i32) -> Result<Outcome, Refusal> {
        let history = self.session.history();
        let mut place = history.current();
        for _ in 0..moves.unsigned_abs().min(history.len() as u32) {
            let next =
                if moves < 0 { history.node(place).map(|node| node.parent) } else { history.latest(place) };
            let Some(next) = next else { break };
            place = next;
        }
        match place == history.current() {
            true if moves < 0 => Err(Refusal::NothingToUndo),
            true => Err(Refusal::NothingToRedo),
            false => self.execute(Command::Visit(place)),
        }
    }

    /// Returns where the player stood in the next (or previous) branch at the nearest fork before here.
    pub fn branch(&self, next: bool) -> Option<NodeId> {
        self.other_branch(next).map(|branch| self.session.history().stood(branch))
    }

    /// Returns the beginning of the next (or previous) branch: another move at the nearest fork before here.
    fn other_branch(&self, next: bool) -> Option<NodeId> {
        let history = self.session.history();
        let mut at = history.current();
        // At a fork itself, the branches that lead on are meant.
        if history.children(at).len() > 1 {
            let children = history.children(at);
            let now = history.latest(at).and_then(|latest| children.iter().position(|c| *c == latest));
            return turn(children, now.unwrap_or(0), next);
        }
        while let Some(node) = history.node(at) {
            let children = history.children(node.parent);
            if children.len() > 1 {
                let now = children.iter().position(|child| *child == at).unwrap_or(0);
                return turn(children, now, next);
            }
            at = node.parent;
        }
        None
    }

    /// Records that the player looked at the deck listing; the casino charges for counting.
    pub fn count_cards(&mut self) {
        if !self.counting && self.ledger().is_some() {
            self.counting = true;
            let view = self.session.view();
            let known = view.cards(Pile::Waste).chain(view.cards(Pile::Stock)).flatten().count();
            self.ledger.count(known as u32);
            self.charge();
        }
    }

    fn begun(&mut self, asked: bool) {
        self.verdicts = Verdicts::default();
        (self.time, self.gap) = (Duration::ZERO, Duration::ZERO);
        (self.hint, self.refused, self.counting, self.given_up) = (None, None, false, false);
        self.lesson = None;
        self.record(|journal, session, _| journal.begin(session));
        if let Some(ledger) = self.unasked.take() {
            self.ledger = ledger;
        }
        // Moves of the last hand that were taken back were paid for.
        self.ledger.total = self.charged;
        if self.played() {
            // A loaded game was paid for where it was played.
            let (game, total) = (self.ledger.game, self.ledger.total);
            self.ledger = ledger_of(&self.session, total);
            self.ledger.game = game;
        } else if has_ledger(&self.session) {
            self.unasked = (!asked).then(|| self.ledger.clone());
            self.ledger.deal();
            if asked {
                // As in the casino, a hand that is dealt is paid for, whether it is played or not.
                self.charge();
            }
        }
    }

    /// Begins a ledger for the hand on the table, or ends it; what was paid stays paid.
    fn switched_ledger(&mut self) {
        let game = self.ledger.game;
        self.ledger = Ledger::new(self.charged);
        self.ledger.game = game;
        if has_ledger(&self.session) {
            self.ledger.follow(&hand::line(&self.session));
            self.charge();
        }
        self.note_stamp();
    }

    /// Returns `true` if the player has made a move in this game.
    fn played(&self) -> bool {
        let history = self.session.history();
        let nodes = (1..=history.len() as u32).filter_map(|number| history.node(history.place(number)?));
        nodes.into_iter().any(|node| node.by == By::Player)
    }

    fn happened(&mut self, outcome: &Outcome, is_travel: bool) {
        self.unasked = None;
        if is_travel && has_ledger(&self.session) {
            self.ledger.follow(&hand::line(&self.session));
        } else if has_ledger(&self.session) {
            self.ledger.thought(self.gap.as_secs());
            let up = self.session.view().cards_up().into();
            for step in &outcome.steps {
                pay(&mut self.ledger, &step.events, step.by, up, self.counting);
            }
            self.charge();
        }
        self.gap = Duration::ZERO;
        let lines = outcome.lines();
        self.record(|journal, session, time| journal.note(&lines, session, time));
    }

    /// Records something, and keeps what the player has to be told about it.
    fn record(
        &mut self,
        write: impl FnOnce(&mut dyn Journal, &Session, Duration) -> Result<(), JournalError>,
    ) {
        self.waited = Duration::ZERO;
        let earlier = self.unwritten.iter_mut().try_for_each(|journal| journal.retry(Duration::ZERO));
        if earlier.is_ok() {
            self.unwritten.clear();
        }
        let written = match &mut self.journal {
            Some(journal) => write(journal.as_mut(), &self.session, self.time),
            None => Ok(()),
        };
        match written.and(earlier) {
            Ok(()) if self.behind => {
                self.behind = false;
                self.trouble = Some("Everything is recorded again.".into());
            }
            Ok(()) => {}
            Err(error) => {
                self.behind = true;
                self.trouble = Some(format!("{error} Talon keeps trying to record them."));
            }
        }
    }

    fn charge(&mut self) {
        // After moves were taken back, the books know more than the ledger shows.
        let paid = self.ledger.total.since(&self.charged);
        self.charged += paid;
        self.record(|journal, _, _| journal.charge(&paid));
    }

    fn note_stamp(&mut self) {
        self.record(|journal, session, time| journal.note(&[], session, time));
    }

    /// Records the state of the game when the player leaves.
    ///
    /// # Errors
    /// If something could not be recorded. It is lost when the program ends.
    pub fn leave(&mut self) -> Result<(), JournalError> {
        self.note_stamp();
        let journals = self.unwritten.iter_mut().chain(&mut self.journal).filter(|_| self.behind);
        journals.into_iter().try_for_each(|journal| journal.retry(PATIENCE))
    }

    /// Checks whether the game may be given up, before the player is asked to confirm.
    ///
    /// # Errors
    /// The reason why not.
    pub fn may_give_up(&self) -> Result<(), Refusal> {
        let why = if self.given_up {
            "The game was already given up."
        } else if self.session.is_finished() {
            "The game is won; there is nothing to give up."
        } else if !self.played() {
            "No move has been made, so there is nothing to give up."
        } else {
            return Ok(());
        };
        Err(Refusal::NothingToGiveUp { why })
    }

    /// Gives the game up: it counts as lost in the books. The cards stay on the table to be studied.
    ///
    /// # Errors
    /// If there is nothing to give up.
    pub fn give_up(&mut self) -> Result<Outcome, Refusal> {
        self.may_give_up()?;
        self.given_up = true;
        self.record(|journal, session, time| journal.give_up(session, time));
        Ok(Outcome::note("The game is given up and counts as lost."))
    }

    /// Returns the deal after (or before) this one, where deals are numbered.
    pub fn next_deal(&self, forward: bool) -> Option<Deal> {
        match self.session.deal() {
            Deal::Number(number) => {
                let next = if forward { number.wrapping_add(1) } else { number.wrapping_sub(1) };
                Some(Deal::Number(next))
            }
            // The name of a file may look like a number, but then the cards are others.
            Deal::Cards { name: Some(text), .. } => {
                let (name, rules) = (text.parse::<DealName>().ok()?, self.session.rules());
                (Deal::named(name, rules).ok()? == *self.session.deal()).then_some(())?;
                let number =
                    if forward { name.number().checked_add(1)? } else { name.number().checked_sub(1)? };
                Deal::named(DealName::new(name.scheme(), number).ok()?, rules).ok()
            }
            Deal::Cards { name: None, .. } | Deal::Position { .. } => None,
        }
    }
}

fn turn(children: &[NodeId], now: usize, next: bool) -> Option<NodeId> {
    let len = children.len();
    children.get(if next { (now + 1) % len } else { (now + len - 1) % len }).copied()
}
