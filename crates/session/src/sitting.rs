//! A player at the table: one game after the other, with everything around them that is not drawing.
//!
//! Around the [`Session`]: hints in steps, bookmarks, verdicts, the casino's ledger, the clock and the
//! journal. A front end shows it and adds nothing. Not known here: threads (the [`crate::Analyst`]
//! belongs to the front end, which brings its answers here) and where the journal lies.

use crate::hand::{has_ledger, ledger_of, pay};
use crate::{
    Account, Advice, By, Command, Deal, Hint, Journal, Ledger, NodeId, Outcome, PostMortem, Refusal, Session,
    Stamp, Step, Verdict, Verdicts, adviser,
};
use rules::{Events, Move, Pile, Table};
use std::time::Duration;

/// A gap after which the player is not thinking but away: it does not count as playing time.
const AWAY: Duration = Duration::from_secs(180);

/// A player at the table.
pub struct Sitting {
    session: Session,
    verdicts: Verdicts,
    ledger: Ledger,
    /// What the journal knows of the ledger.
    charged: Account,
    /// The ledger before a hand that nobody asked for: it costs nothing before it is touched.
    unasked: Option<Ledger>,
    counting: bool,
    given_up: bool,
    time: Duration,
    gap: Duration,
    hint: Option<Given>,
    refused: Option<String>,
    journal: Option<Box<dyn Journal>>,
    trouble: Option<String>,
}

/// A hint that was given.
#[derive(Clone, Debug)]
struct Given {
    /// Where.
    place: NodeId,
    hint: Hint,
    /// How much of it was told: 1 the pile, 2 the move, 3 why.
    step: u8,
    oracle: bool,
}

/// What asking for a hint comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The next step of the hint.
    Step(Move, String),
    /// Why there is no hint.
    None(String),
    /// Somebody has to think first: the [`crate::Analyst`], who brings it to [`Sitting::take_advice`],
    /// or [`Sitting::advise`] here and now.
    Think,
}

impl Sitting {
    /// Sits down to a game; the journal, if there is one, begins it.
    pub fn new(session: Session, account: Account, journal: Option<Box<dyn Journal>>) -> Sitting {
        let mut sitting = Sitting::resumed(session, Duration::ZERO, account, journal);
        sitting.begun(true);
        sitting
    }

    /// Lays out a game the player did not ask for, as behind a list of games.
    pub fn laid(session: Session, account: Account, journal: Option<Box<dyn Journal>>) -> Sitting {
        let mut sitting = Sitting::resumed(session, Duration::ZERO, account, journal);
        sitting.begun(false);
        sitting
    }

    /// Goes on with a game the journal knows already.
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
            journal,
            trouble: None,
        }
    }

    /// The game.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The casino's ledger, in the games it is kept for.
    pub fn ledger(&self) -> Option<&Ledger> {
        has_ledger(&self.session).then_some(&self.ledger)
    }

    /// How long this game has been played.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Time passes; a long gap counts as absence.
    pub fn pass(&mut self, time: Duration) {
        let open = !self.session.is_finished() && !self.session.history().is_empty();
        self.gap += time;
        if open && self.gap < AWAY {
            self.time += time;
        }
    }

    /// Why the last command was refused.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// What is wrong with the journal, once.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Another game: other rules, another deal.
    pub fn change(&mut self, session: Session) {
        self.session = session;
        self.begun(true);
    }

    /// Goes on with another game of the journal.
    pub fn change_to(&mut self, session: Session, time: Duration, journal: Option<Box<dyn Journal>>) {
        let account = self.charged;
        *self = Sitting::resumed(session, time, account, journal);
    }

    /// Carries out a command; see [`Session::execute`].
    ///
    /// # Errors
    /// Why it cannot be done; the game is unchanged then.
    pub fn execute(&mut self, command: Command) -> Result<Outcome, Refusal> {
        let is_new = matches!(command, Command::New(_));
        // Moves of the history were paid for when they were made first.
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
        } else {
            self.happened(&outcome, is_travel);
        }
        Ok(outcome)
    }

    /// Plays one move without what follows by itself: along a solver's line nothing may come between.
    ///
    /// # Errors
    /// When the move is illegal.
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

    /// The next step of a hint: which pile, then the move, then why.
    ///
    /// With the oracle, and a verdict that has a line, the hint is the line's first move.
    pub fn hint(&mut self, oracle: bool) -> Told {
        let place = self.session.history().current();
        let here = self.hint.as_ref().filter(|given| given.place == place).map(|given| given.oracle);
        if oracle {
            self.mark(Stamp::Oracle);
            if here != Some(true)
                && let Some(hint) = self.oracle_hint()
            {
                return self.give(hint, true);
            }
        }
        // Where no line is proved the oracle knows no better than the adviser.
        let goes_on = here.is_some_and(|of_oracle| oracle || !of_oracle);
        if let Some(given) = self.hint.as_mut().filter(|_| goes_on) {
            given.step = (given.step + 1).min(3);
            return self.told();
        }
        if let Some(hint) = self.planned() {
            self.mark(Stamp::FairHints);
            return self.give(hint, false);
        }
        Told::Think
    }

    /// Thinks here and now, and gives the first step.
    pub fn advise(&mut self) -> Told {
        let advice = self.session.advice();
        self.take_advice(self.session.history().current(), advice)
    }

    /// Takes what was thought about a place; nothing comes of it when the game has gone on.
    pub fn take_advice(&mut self, place: NodeId, advice: Advice) -> Told {
        if place != self.session.history().current() {
            return Told::None(String::new());
        }
        if matches!(advice, Advice::Move(_) | Advice::Lost) {
            self.mark(Stamp::FairHints);
        }
        match advice {
            Advice::Move(hint) => self.give(hint, false),
            none => Told::None(none.words()),
        }
    }

    fn give(&mut self, hint: Hint, oracle: bool) -> Told {
        let place = self.session.history().current();
        self.hint = Some(Given { place, hint, step: 1, oracle });
        self.told()
    }

    fn told(&self) -> Told {
        match &self.hint {
            Some(Given { hint, step, .. }) => {
                let [pile, plain, why] = hint.steps();
                let words = match step {
                    1 => pile,
                    2 => plain,
                    _ => why,
                };
                Told::Step(hint.m, words)
            }
            None => Told::Think,
        }
    }

    /// The fair hint that goes on with the plan of the last one, if the player followed it.
    fn planned(&self) -> Option<Hint> {
        let history = self.session.history();
        let node = history.node(history.current())?;
        let given = self.hint.as_ref().filter(|given| !given.oracle)?;
        let followed = given.place == node.parent && given.hint.m == node.m;
        followed.then(|| adviser::go_on(self.session.view(), &given.hint.then))?
    }

    /// The pile and, from the second step on, the move of the hint that was asked for here.
    pub fn hinted(&self) -> Option<(Move, u8)> {
        let given = self.hint.as_ref()?;
        (given.place == self.session.history().current()).then_some((given.hint.m, given.step))
    }

    fn oracle_hint(&mut self) -> Option<Hint> {
        let Verdict::Winnable(line) = self.verdict() else { return None };
        Some(Hint::of_line(self.session.view(), *line.first()?, line.len()))
    }

    /// What is known of the position.
    pub fn verdict(&self) -> Verdict {
        self.verdict_at(self.session.history().current())
    }

    /// What is known of a place of the history.
    pub fn verdict_at(&self, place: NodeId) -> Verdict {
        if self.session.is_finished() && place == self.session.history().current() {
            return Verdict::Winnable(Vec::new());
        }
        self.verdicts.at(self.session.history(), place)
    }

    /// Notes what a search found. It was shown to the player, so the game is stamped.
    pub fn learn(&mut self, place: NodeId, verdict: Verdict) {
        self.verdicts.learn(self.session.history(), place, verdict);
    }

    /// Records help; a stamp never gets cleaner.
    pub fn mark(&mut self, stamp: Stamp) {
        self.session.mark(stamp);
        self.note_stamp();
    }

    /// The positions of the line that is played, from the deal to its latest end, and their places.
    pub fn line(&self) -> (Vec<Table>, Vec<NodeId>) {
        let history = self.session.history();
        let mut places = vec![NodeId::DEAL];
        places.extend(history.line());
        while let Some(next) = places.last().and_then(|&last| history.latest(last)) {
            places.push(next);
        }
        self.positions(&places)
    }

    /// The positions at places that follow each other from the deal.
    fn positions(&self, places: &[NodeId]) -> (Vec<Table>, Vec<NodeId>) {
        let history = self.session.history();
        let mut tables = Vec::with_capacity(places.len());
        // The deal could be dealt once, so it can again.
        if let Ok(mut table) = self.session.deal().table(self.session.rules()) {
            let mut events = Events::new();
            tables.push(table.clone());
            for node in places.iter().filter_map(|&place| history.node(place)) {
                table.play_legal(node.m, &mut events);
                tables.push(table.clone());
            }
        }
        (tables, places.to_vec())
    }

    /// What a post-mortem of the line through these places found, in sentences.
    pub fn post_mortem_words(&self, found: &PostMortem, places: &[NodeId]) -> Vec<String> {
        let history = self.session.history();
        let node = |at: usize| places.get(at).and_then(|&place| history.node(place));
        // The sentence of a move is said of the table after it.
        let said = |at: usize| {
            let (tables, _) = self.positions(places);
            match (node(at), tables.get(at)) {
                (Some(node), Some(table)) => crate::moved(table, &node.events),
                _ => String::new(),
            }
        };
        match found {
            PostMortem::NeverWinnable => {
                vec!["The deal could not be won at all: every line from it was exhausted.".into()]
            }
            PostMortem::StillWinnable(line) => {
                vec![format!("The game is not lost: from its last position {} moves win.", line.len())]
            }
            PostMortem::LostBy { at, line } => {
                let plain = line.first().and_then(|&m| {
                    let (tables, _) = self.positions(places);
                    tables.get(at - 1).map(|table| crate::hint::plain(table.view(), m))
                });
                let mut words = vec![
                    format!("Move {at} lost the game: {}.", said(*at)),
                    format!(
                        "Before it the game could be won in {} moves, after it not any more: both are proved.",
                        line.len()
                    ),
                ];
                if let Some(plain) = plain {
                    words.push(format!("What wins instead begins so: {plain}."));
                }
                words
            }
            PostMortem::NotKnown { winnable, dead } => {
                let mut words = Vec::new();
                words.push(match winnable {
                    None => "Not even of the deal it is known whether it could be won.".into(),
                    Some(0) => "The deal could be won.".to_string(),
                    Some(at) => format!("After move {at} the game could still be won."),
                });
                words.push(match dead {
                    None => "That it is lost was not proved.".into(),
                    Some(at) => format!("After move {at} ({}) it was lost.", said(*at)),
                });
                words.push("Between them the searches ended without an answer.".into());
                words
            }
        }
    }

    /// A place of the history nothing is known of, the nearest to here, and the position there: for
    /// colouring the tree while nobody waits for anything else.
    pub fn unjudged(&self) -> Option<(NodeId, Table)> {
        let history = self.session.history();
        let here = history.current().number();
        let places = (0..=history.len() as u32).filter_map(|number| history.place(number));
        let unknown = places.filter(|&place| self.verdict_at(place) == Verdict::NotAsked);
        let place = unknown.min_by_key(|place| place.number().abs_diff(here))?;
        let mut line = vec![NodeId::DEAL];
        line.extend(history.line_to(place));
        self.positions(&line).0.pop().map(|table| (place, table))
    }

    /// Puts a bookmark here; the books keep it.
    pub fn bookmark(&mut self, name: char) {
        self.session.bookmark(name);
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.note(&[format!("mark {name}")], &self.session, self.time)
        {
            self.trouble = Some(error.to_string());
        }
    }

    /// The place of the next (or previous) branch: at the nearest fork before here, another move.
    pub fn branch(&self, next: bool) -> Option<NodeId> {
        let history = self.session.history();
        let mut at = history.current();
        // At a fork itself the branches that lead on are meant.
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

    /// The deck listing was looked at: in the casino, counting costs.
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
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.begin(&self.session)
        {
            self.trouble = Some(error.to_string());
        }
        if let Some(ledger) = self.unasked.take() {
            self.ledger = ledger;
        }
        if self.played() {
            // A game that was loaded was paid for where it was played.
            let (game, total) = (self.ledger.game, self.ledger.total);
            self.ledger = ledger_of(&self.session, total);
            self.ledger.game = game;
        } else if has_ledger(&self.session) {
            self.unasked = (!asked).then(|| self.ledger.clone());
            self.ledger.deal();
            if asked {
                // As in the casino: a hand that is dealt is paid for, played or not.
                self.charge();
            }
        }
    }

    /// Did the player make a move of this game already?
    fn played(&self) -> bool {
        let history = self.session.history();
        let nodes = (1..=history.len() as u32).filter_map(|number| history.node(history.place(number)?));
        nodes.into_iter().any(|node| node.by == By::Player)
    }

    fn happened(&mut self, outcome: &Outcome, is_travel: bool) {
        self.unasked = None;
        if !is_travel && has_ledger(&self.session) {
            self.ledger.thought(self.gap.as_secs());
            let up = self.session.view().cards_up().into();
            for step in &outcome.steps {
                pay(&mut self.ledger, &step.events, step.by, up, self.counting);
            }
            self.charge();
        }
        self.gap = Duration::ZERO;
        let lines = outcome.lines();
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.note(&lines, &self.session, self.time)
        {
            self.trouble = Some(error.to_string());
        }
    }

    fn charge(&mut self) {
        let paid = self.ledger.total.since(&self.charged);
        self.charged = self.ledger.total;
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.charge(&paid)
        {
            self.trouble = Some(error.to_string());
        }
    }

    fn note_stamp(&mut self) {
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.note(&[], &self.session, self.time)
        {
            self.trouble = Some(error.to_string());
        }
    }

    /// Writes down how the game stands, as when the player leaves.
    pub fn leave(&mut self) {
        self.note_stamp();
    }

    /// May the game be given up? Asked before the player is.
    ///
    /// # Errors
    /// Why not.
    pub fn may_give_up(&self) -> Result<(), Refusal> {
        let why = if self.given_up {
            "The game was given up already."
        } else if self.session.is_finished() {
            "The game is won: there is nothing to give up."
        } else if !self.played() {
            "Nothing was played yet: a game that was not begun does not count."
        } else {
            return Ok(());
        };
        Err(Refusal::NothingToGiveUp { why })
    }

    /// Gives the game up: it counts as lost and is over for the books. The cards stay, to be looked at.
    ///
    /// # Errors
    /// When there is nothing to give up.
    pub fn give_up(&mut self) -> Result<Outcome, Refusal> {
        self.may_give_up()?;
        self.given_up = true;
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.give_up(&self.session, self.time)
        {
            self.trouble = Some(error.to_string());
        }
        Ok(Outcome::note("Given up: it counts as lost."))
    }

    /// The deal after (or before) this one, where deals are numbered.
    pub fn next_deal(&self, forward: bool) -> Option<Deal> {
        match self.session.deal() {
            Deal::Number(number) => {
                let next = if forward { number.wrapping_add(1) } else { number.wrapping_sub(1) };
                Some(Deal::Number(next))
            }
            Deal::Cards { .. } | Deal::Position { .. } => None,
        }
    }
}

fn turn(children: &[NodeId], now: usize, next: bool) -> Option<NodeId> {
    let len = children.len();
    children.get(if next { (now + 1) % len } else { (now + len - 1) % len }).copied()
}
