//! The session: one game in progress.

use crate::{Advice, Bookmarks, By, Command, Deal, History, NodeId, Onto, Outcome, Refusal, Stamp, Step};
use crate::{best, finish, refused, sentence};
use rules::{Auto, Event, Events, Move, Pile, Rules, SetupError, Status, Table, View};

/// Rearrangements looked at between two key strokes to say that a game is stuck.
pub(crate) const ARRANGED: usize = 3_000;
/// The same where it must cost next to nothing.
const PLAIN: usize = 500;

/// One game in progress: its deal, its table, its history and its options.
///
/// ```
/// use session::{Command, Deal, Session};
/// let rules = games::find("klondike").unwrap();
/// let mut session = Session::new(rules, Deal::Number(1))?;
/// let outcome = session.execute(Command::Draw)?;
/// assert!(outcome.words().starts_with("Drew "));
/// session.execute(Command::Undo)?;
/// assert_eq!(session.moves_made(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    deal: Deal,
    table: Table,
    history: History,
    bookmarks: Bookmarks,
    auto: Auto,
    stamp: Stamp,
}

impl Session {
    /// Deals a game. Automatic moves are as the rules say, and begin at once.
    ///
    /// # Errors
    /// When the rules cannot be played, or the cards are not a deal or a position of theirs.
    pub fn new(rules: &Rules, deal: Deal) -> Result<Session, SetupError> {
        let mut session = Session::dealt(rules, deal)?;
        session.autoplay(&mut Outcome::default());
        Ok(session)
    }

    /// Deals a game without any automatic move: for those who switch them off before they begin, and
    /// for loading.
    ///
    /// # Errors
    /// When the rules cannot be played, or the cards are not a deal or a position of theirs.
    pub fn dealt(rules: &Rules, deal: Deal) -> Result<Session, SetupError> {
        let table = deal.table(rules)?;
        Ok(Session {
            deal,
            table,
            history: History::new(),
            bookmarks: Bookmarks::default(),
            auto: rules.auto,
            stamp: Stamp::Pure,
        })
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.table.rules()
    }

    /// Where the cards came from.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// What the player sees.
    pub fn view(&self) -> View<'_> {
        self.table.view()
    }

    /// The true table, hidden cards included: for solvers and verdicts, never for a fair answer.
    pub fn truth(&self) -> &Table {
        &self.table
    }

    /// The moves made, on all branches.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The places of the history the player wants to come back to.
    pub fn bookmarks(&self) -> &Bookmarks {
        &self.bookmarks
    }

    /// Puts a bookmark here.
    pub fn bookmark(&mut self, name: char) {
        self.bookmarks.put(name, self.history.current());
    }

    /// How many moves lead from the deal to here.
    pub fn moves_made(&self) -> u32 {
        self.history.depth()
    }

    /// Which cards go up by themselves.
    pub fn auto(&self) -> Auto {
        self.auto
    }

    /// How much help the game has seen.
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// Records help of this kind; a stamp never gets cleaner.
    pub fn mark(&mut self, stamp: Stamp) {
        self.stamp = self.stamp.max(stamp);
    }

    /// The score.
    pub fn score(&self) -> i32 {
        self.table.score(self.moves_made())
    }

    /// The score as people read it.
    pub fn score_words(&self) -> String {
        self.rules().scoring.words(self.score())
    }

    /// How the game stands; "stuck" is exact.
    pub fn status(&self) -> Status {
        self.table.status()
    }

    /// The same between two key strokes: rather unclear than a wait.
    pub fn status_at_once(&self) -> Status {
        self.table.status_within(ARRANGED)
    }

    /// Is it certain, without any thought, that nothing that matters can be changed any more? Asked
    /// with every move that is written down; [`Session::status_at_once`] sees it sooner.
    pub fn is_plainly_stuck(&self) -> bool {
        self.table.status_within(PLAIN) == Status::Stuck
    }

    /// Is the game won?
    pub fn is_finished(&self) -> bool {
        self.table.is_won()
    }

    /// Why a move is refused, or that it is legal.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self, m: Move) -> Result<(), rules::IllegalMove> {
        self.table.check(m)
    }

    /// Fair advice: a move from what the player sees, at once. The game is no longer played without
    /// help.
    pub fn advice(&mut self) -> Advice {
        let line = self.history.line().into_iter().rev().filter_map(|place| self.history.node(place));
        let advice = Advice::after(&self.table, line.map(|node| (node.m, &node.events)));
        if matches!(advice, Advice::Move(_) | Advice::Lost) {
            self.mark(Stamp::FairHints);
        }
        advice
    }

    /// Carries out a command.
    ///
    /// # Errors
    /// Why it cannot be done; the game is unchanged then.
    pub fn execute(&mut self, command: Command) -> Result<Outcome, Refusal> {
        match command {
            Command::Play(m) => self.play(m),
            Command::Carry { from, to, count } => self.play(best::carry(&self.table, from, to, count)?),
            Command::Draw => self.play(best::draw(&self.table)?),
            Command::Best(pile) => self.play(best::of_pile(&self.table, pile)?),
            Command::Up(pile) => self.play(best::carry(&self.table, pile, Onto::Foundation, None)?),
            Command::Auto => self.auto_now(),
            Command::SetAuto(on) => Ok(self.set_auto(on)),
            Command::Finish => self.finish(),
            Command::Undo => {
                let step = self.step_back().ok_or(Refusal::NothingToUndo)?;
                Ok(Outcome { steps: vec![step], notes: Vec::new() })
            }
            Command::Redo => {
                let step = self.step_forward().ok_or(Refusal::NothingToRedo)?;
                Ok(Outcome { steps: vec![step], notes: Vec::new() })
            }
            Command::Restart => {
                // The steps are there to be shown; one sentence says enough.
                let mut outcome = self.visit(NodeId::DEAL)?;
                outcome.steps.iter_mut().for_each(|step| step.sentence.clear());
                outcome.notes.push("Back at the deal.".into());
                Ok(outcome)
            }
            Command::Visit(place) => self.visit(place),
            Command::New(deal) => {
                let auto = self.auto;
                let rules = *self.rules();
                *self = Session::dealt(&rules, deal).map_err(Refusal::Deal)?;
                self.auto = auto;
                let mut outcome = Outcome::default();
                self.autoplay(&mut outcome);
                outcome.notes.push(format!("New game: {}, {}.", rules.title, self.deal));
                Ok(outcome)
            }
        }
    }

    /// Makes a move of the player, and what follows by itself.
    fn play(&mut self, m: Move) -> Result<Outcome, Refusal> {
        let events = self.try_play(m)?;
        let mut outcome = Outcome::default();
        outcome.steps.push(self.record(m, events, By::Player));
        if let Some(note) = self.redeal_note(&events) {
            outcome.notes.push(note);
        }
        self.autoplay(&mut outcome);
        Ok(outcome)
    }

    /// The move on the table, or why not.
    fn try_play(&mut self, m: Move) -> Result<Events, Refusal> {
        self.table.play(m).map_err(|why| refused::illegal(self.table.view(), m, why))
    }

    /// Makes a move again that was recorded: for loading, without automatic moves.
    pub(crate) fn replay(&mut self, m: Move, by: By) -> Result<(), Refusal> {
        let events = self.try_play(m)?;
        self.history.push(m, events, by);
        Ok(())
    }

    pub(crate) fn restore(&mut self, auto: Auto, stamp: Stamp) {
        self.auto = auto;
        self.stamp = stamp;
    }

    fn record(&mut self, m: Move, events: Events, by: By) -> Step {
        self.history.push(m, events, by);
        Step { m, events, by, back: false, sentence: sentence::moved(&self.table, &events) }
    }

    /// Plays automatic moves until there are none; each is a step of its own.
    fn autoplay(&mut self, outcome: &mut Outcome) {
        // A card that goes up by itself never comes back by itself, so this ends.
        while let Some(m) = self.table.auto_move_by(self.auto) {
            let mut events = Events::new();
            self.table.play_legal(m, &mut events);
            outcome.steps.push(self.record(m, events, By::Auto));
        }
    }

    fn auto_now(&mut self) -> Result<Outcome, Refusal> {
        let option = self.auto;
        self.auto = self.auto_kind();
        let mut outcome = Outcome::default();
        self.autoplay(&mut outcome);
        self.auto = option;
        if !outcome.steps.is_empty() {
            return Ok(outcome);
        }
        let up = self.table.moves().into_iter().find_map(|m| match m {
            Move::Carry { from, to: Pile::Foundation(_), .. } if !matches!(from, Pile::Foundation(_)) => {
                self.table.top(from)
            }
            _ => None,
        });
        Err(Refusal::NothingSafe { unsafe_card: up })
    }

    /// The automatic moves of this game when they are on.
    fn auto_kind(&self) -> Auto {
        if self.rules().auto == Auto::Off { Auto::Safe } else { self.rules().auto }
    }

    fn set_auto(&mut self, on: bool) -> Outcome {
        self.auto = if on { self.auto_kind() } else { Auto::Off };
        let mut outcome =
            Outcome::note(if on { "Automatic moves are on." } else { "Automatic moves are off." });
        self.autoplay(&mut outcome);
        outcome
    }

    fn finish(&mut self) -> Result<Outcome, Refusal> {
        // Only what the player could work out: a refusal must not tell about hidden cards.
        let known = self.view().certain().ok_or(Refusal::CannotFinish { hidden: true })?;
        let moves = finish::moves(known).ok_or(Refusal::CannotFinish { hidden: false })?;
        let mut outcome = Outcome::default();
        for m in moves {
            let events = self.try_play(m)?;
            outcome.steps.push(self.record(m, events, By::Auto));
        }
        Ok(outcome)
    }

    fn step_back(&mut self) -> Option<Step> {
        let node = self.history.back()?;
        let (m, events, by) = (node.m, node.events, node.by);
        let did = sentence::moved(&self.table, &events);
        self.table.undo(&events);
        let mut letters = did.chars();
        let did: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
        Some(Step { m, events, by, back: true, sentence: format!("Took back: {did}") })
    }

    fn step_forward(&mut self) -> Option<Step> {
        let node = self.history.forward()?;
        let (m, by) = (node.m, node.by);
        let mut events = Events::new();
        self.table.play_legal(m, &mut events);
        Some(Step { m, events, by, back: false, sentence: sentence::moved(&self.table, &events) })
    }

    fn visit(&mut self, place: NodeId) -> Result<Outcome, Refusal> {
        if place != NodeId::DEAL && self.history.node(place).is_none() {
            return Err(Refusal::NoSuchPlace);
        }
        let line = self.history.line_to(place);
        let here = self.history.line();
        let shared = line.iter().zip(&here).take_while(|(a, b)| a == b).count();
        let mut outcome = Outcome::default();
        for _ in shared..here.len() {
            outcome.steps.extend(self.step_back());
        }
        for &node in &line[shared..] {
            self.history.choose(node);
            outcome.steps.extend(self.step_forward());
        }
        Ok(outcome)
    }

    /// Takes back without a word: for loading.
    pub(crate) fn back(&mut self) -> bool {
        let Some(events) = self.history.back().map(|node| node.events) else { return false };
        self.table.undo(&events);
        true
    }

    /// The move that led to a place in a few signs, as in `Q♦ r→3`; for lists that have little room.
    pub fn brief(&self, place: NodeId) -> String {
        let Some(node) = self.history.node(place) else { return "the deal".into() };
        let Move::Carry { from, to, count } = node.m else {
            return match node.m {
                Move::Deal => "a row dealt".into(),
                Move::Redeal => "waste turned over".into(),
                _ => "draw".into(),
            };
        };
        // The table before it, dealt again: it could be dealt once.
        let mut table = match self.deal.table(self.rules()) {
            Ok(table) => table,
            Err(_) => return node.m.to_string(),
        };
        let mut events = Events::new();
        for node in self.history.line_to(node.parent).into_iter().filter_map(|id| self.history.node(id)) {
            table.play_legal(node.m, &mut events);
        }
        let at = table.len(from).saturating_sub(usize::from(count));
        let card = table.view().cards(from).nth(at).flatten();
        let card = card.map_or_else(String::new, |card| format!("{card:#} "));
        let to = if matches!(to, Pile::Foundation(_)) { "f".into() } else { to.to_string() };
        format!("{card}{from}→{to}")
    }

    /// What a redeal should be told: which it is, and whether the last pass brought anything.
    fn redeal_note(&self, events: &Events) -> Option<String> {
        let redealt = events.iter().find_map(|event| match event {
            Event::Redealt { count } => Some(count),
            _ => None,
        })?;
        let mut note = String::new();
        if let rules::Count::Of(most) = self.rules().redeals {
            note = format!("Redeal {} of {most}.", self.table.redeals_used());
        }
        if self.unchanged_since_last_redeal(redealt) {
            note += if note.is_empty() { "" } else { " " };
            note += "No card was taken from the waste in the last pass.";
        }
        (!note.is_empty()).then_some(note)
    }

    fn unchanged_since_last_redeal(&self, now: u8) -> bool {
        let line = self.history.line();
        // The last node is this redeal itself.
        let before = line.iter().rev().skip(1).filter_map(|&id| self.history.node(id));
        for node in before {
            for event in node.events.iter().rev() {
                match event {
                    Event::Redealt { count } => return count == now,
                    Event::Carried { from: Pile::Waste, .. } => return false,
                    _ => {}
                }
            }
        }
        // The first pass: the waste held every card of the stock.
        usize::from(now) == self.rules().in_stock()
    }
}
