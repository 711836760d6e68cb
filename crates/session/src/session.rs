//! The session: one game in progress.

use crate::{Advice, Bookmarks, By, Command, Deal, History, NodeId, Onto, Outcome, Refusal, Stamp, Step};
use crate::{best, finish, hand, refused, sentence};
use talon_rules::{Auto, Event, Events, Move, Pile, Rules, SetupError, Status, Table, View};

/// The number of rearrangements that are searched between two keystrokes to recognise a stuck game.
pub(crate) const ARRANGED: usize = 3_000;
/// The same where the test has to be nearly free.
const PLAIN: usize = 500;

/// One game in progress: its deal, table, history and options.
///
/// ```
/// use talon_session::{Command, Deal, Session};
/// let rules = talon_games::find("klondike").unwrap();
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
    /// Whether the player has switched the casino's ledger on.
    ledger: bool,
    stamp: Stamp,
}

impl Session {
    /// Deals a game. Automatic moves are switched on as the rules say, and begin at once.
    ///
    /// # Errors
    /// If the rules cannot be played, or the cards are not a deal or a position of them.
    pub fn new(rules: &Rules, deal: Deal) -> Result<Session, SetupError> {
        Session::dealt_with(rules, deal, rules.auto)
    }

    /// Deals a game; these cards go up automatically, whatever the rules say.
    pub(crate) fn dealt_with(rules: &Rules, deal: Deal, auto: Auto) -> Result<Session, SetupError> {
        let mut session = Session { auto, ..Session::dealt(rules, deal)? };
        session.autoplay(&mut Outcome::default());
        Ok(session)
    }

    /// Deals a game without automatic moves, for players who switch them off beforehand and for loading.
    ///
    /// # Errors
    /// If the rules cannot be played, or the cards are not a deal or a position of them.
    pub fn dealt(rules: &Rules, deal: Deal) -> Result<Session, SetupError> {
        let table = deal.table(rules)?;
        Ok(Session {
            deal,
            table,
            history: History::new(),
            bookmarks: Bookmarks::default(),
            auto: rules.auto,
            ledger: false,
            stamp: Stamp::Pure,
        })
    }

    /// Returns the rules in force.
    pub fn rules(&self) -> &Rules {
        self.table.rules()
    }

    /// Returns the title of the game, with what differs from the named game.
    pub fn title(&self) -> String {
        talon_games::title(self.rules())
    }

    /// Returns where the cards came from.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// Returns what the player sees.
    pub fn view(&self) -> View<'_> {
        self.table.view()
    }

    /// Returns the true table, including hidden cards: for solvers and verdicts, never for a fair answer.
    pub fn truth(&self) -> &Table {
        &self.table
    }

    /// Returns the moves made, on all branches.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns the bookmarks of the player.
    pub fn bookmarks(&self) -> &Bookmarks {
        &self.bookmarks
    }

    /// Sets a bookmark at the current place.
    pub fn bookmark(&mut self, name: char) {
        self.bookmarks.put(name, self.history.current());
    }

    /// Returns the number of moves from the deal to the current place.
    pub fn moves_made(&self) -> u32 {
        self.history.moves()
    }

    /// Returns which cards go up automatically.
    pub fn auto(&self) -> Auto {
        self.auto
    }

    /// Returns `true` if a card is safe on a foundation now, so that [`Command::Auto`] would move it up.
    pub fn has_safe_card(&self) -> bool {
        self.table.auto_move_by(self.auto_kind()).is_some()
    }

    /// Returns `true` if the player has switched the casino's ledger on.
    pub fn ledger_on(&self) -> bool {
        self.ledger
    }

    /// Returns how much help the game has received.
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// Records help of this kind. A stamp is never reduced.
    pub fn mark(&mut self, stamp: Stamp) {
        self.stamp = self.stamp.max(stamp);
    }

    /// Returns the score.
    pub fn score(&self) -> i32 {
        self.table.score(self.moves_made())
    }

    /// Returns the score in words: `-$45`, `12`, or `9 of 52, 1 below break-even`. Where the casino keeps a
    /// ledger, the score is the net worth of the hand.
    pub fn score_words(&self) -> String {
        let scoring = &self.rules().scoring;
        if hand::has_ledger(self) {
            return hand::money(hand::here(self).net_worth());
        }
        let score = self.score();
        if scoring.par == 0 {
            return scoring.words(score);
        }
        let most = scoring.start + scoring.card * i32::try_from(self.rules().deck().len()).unwrap_or(0);
        let beyond = match score - scoring.par {
            0 => "at break-even".into(),
            more if more > 0 => format!("{more} above break-even"),
            less => format!("{} below break-even", -less),
        };
        format!("{} of {}, {beyond}", scoring.words(score), scoring.words(most))
    }

    /// Returns the status of the game as far as the player can know it: a game that is hopeless only because of
    /// hidden cards is open.
    pub fn status(&self) -> Status {
        self.view().status()
    }

    /// The same with a small budget, between two keystrokes: it is "unclear" rather than slow.
    pub fn status_at_once(&self) -> Status {
        self.view().status_within(ARRANGED)
    }

    /// Returns `true` if a quick test shows that no useful moves are left. It runs with every move that is
    /// recorded; [`Session::status_at_once`] recognises a stuck game sooner.
    pub fn is_plainly_stuck(&self) -> bool {
        self.view().status_within(PLAIN) == Status::Stuck
    }

    /// Returns `true` if the game is won.
    pub fn is_finished(&self) -> bool {
        self.table.is_won()
    }

    /// Checks a move.
    ///
    /// # Errors
    /// The reason why the move is not legal.
    pub fn check(&self, m: Move) -> Result<(), talon_rules::IllegalMove> {
        self.table.check(m)
    }

    /// Returns fair advice, computed from what the player sees. The game no longer counts as played without
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
    /// The reason why the command cannot be carried out; the game is unchanged.
    pub fn execute(&mut self, command: Command) -> Result<Outcome, Refusal> {
        match command {
            Command::Play(m) => self.play(m),
            Command::Carry { from, to, count } => self.play(best::carry(&self.table, from, to, count)?),
            Command::Draw => self.play(best::draw(&self.table)?),
            Command::Best(pile) => self.play(best::of_pile(&self.table, pile)?),
            Command::Up(pile) => self.play(best::carry(&self.table, pile, Onto::Foundation, None)?),
            Command::Auto => self.auto_now(),
            Command::SetAuto(on) => Ok(self.set_auto(on)),
            Command::SetLedger(on) => self.set_ledger(on),
            Command::Finish => self.finish(),
            Command::Undo => {
                let step = self.step_back().ok_or(Refusal::NothingToUndo)?;
                Ok(Outcome { steps: vec![step], notes: Vec::new() })
            }
            Command::Redo => {
                let mut step = self.step_forward().ok_or(Refusal::NothingToRedo)?;
                step.sentence = format!("Redone: {}", sentence::as_clause(&step.sentence));
                Ok(Outcome { steps: vec![step], notes: Vec::new() })
            }
            Command::Restart => {
                // The steps are there for animation; one sentence is enough for the player.
                let mut outcome = self.visit(NodeId::DEAL)?;
                outcome.steps.iter_mut().for_each(|step| step.sentence.clear());
                outcome.notes.push("Back at the start of this deal.".into());
                Ok(outcome)
            }
            Command::Visit(place) => {
                let mut outcome = self.visit(place)?;
                let crosses = |back: bool| outcome.steps.iter().any(|step| step.back == back);
                if crosses(true) && crosses(false) {
                    // Which moves lie on the way says less than where it ends.
                    outcome.steps.iter_mut().for_each(|step| step.sentence.clear());
                    let moves = talon_rules::plural(self.moves_made(), "move");
                    outcome.notes.push(format!("You are in another branch, after {moves}."));
                }
                Ok(outcome)
            }
            Command::New(deal) => {
                let (auto, ledger) = (self.auto, self.ledger);
                let rules = *self.rules();
                *self = Session::dealt(&rules, deal).map_err(Refusal::Deal)?;
                (self.auto, self.ledger) = (auto, ledger);
                let mut outcome = Outcome::default();
                self.autoplay(&mut outcome);
                outcome.notes.push(format!("New game: {}, {}.", talon_games::title(&rules), self.deal));
                outcome.notes.extend(self.deal.numbering(&rules));
                Ok(outcome)
            }
        }
    }

    /// Makes a move of the player, and the automatic moves that follow.
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

    /// Plays a move on the table.
    fn try_play(&mut self, m: Move) -> Result<Events, Refusal> {
        self.table.play(m).map_err(|why| refused::illegal(self.table.view(), m, why))
    }

    /// Makes a recorded move again: for loading, without automatic moves.
    pub(crate) fn replay(&mut self, m: Move, by: By) -> Result<(), Refusal> {
        let events = self.try_play(m)?;
        self.history.push(m, events, by);
        Ok(())
    }

    pub(crate) fn restore(&mut self, auto: Auto, ledger: bool, stamp: Stamp) {
        self.auto = auto;
        self.ledger = ledger;
        self.stamp = stamp;
    }

    fn record(&mut self, m: Move, events: Events, by: By) -> Step {
        self.history.push(m, events, by);
        Step { m, events, by, back: false, sentence: sentence::moved(&self.table, &events) }
    }

    /// Plays automatic moves until none is left; each is a step of its own.
    fn autoplay(&mut self, outcome: &mut Outcome) {
        // A card that went up automatically never comes back automatically, so this ends.
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

    /// Returns the automatic moves of this game when they are on.
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

    fn set_ledger(&mut self, on: bool) -> Result<Outcome, Refusal> {
        if !hand::can_have_ledger(self) {
            return Err(Refusal::NoLedger);
        }
        self.ledger = on;
        let words = match (on, hand::has_ledger(self)) {
            (true, _) => format!("The casino keeps a ledger of this hand. {}", crate::PRICES),
            (false, true) => "These are the rules of the casino, which always keeps a ledger.".into(),
            (false, false) => "The casino's ledger is off.".into(),
        };
        Ok(Outcome::note(words))
    }

    fn finish(&mut self) -> Result<Outcome, Refusal> {
        // Only what the player could deduce counts: a refusal must not reveal hidden cards.
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
        // The cards of a row need not be named again when they go back.
        let did = sentence::as_clause(did.split(": ").next().unwrap_or(&did));
        Some(Step { m, events, by, back: true, sentence: format!("Undone: {did}") })
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
        if let (Some(&left), Some(_)) = (here.get(shared), line.get(shared)) {
            self.history.leave(left);
        }
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

    /// Undoes a move silently: for loading.
    pub(crate) fn back(&mut self) -> bool {
        let Some(events) = self.history.back().map(|node| node.events) else { return false };
        self.table.undo(&events);
        true
    }

    /// Describes the move that led to a place briefly, as in `Q♦ r→3`, for lists with little room.
    pub fn brief(&self, place: NodeId) -> String {
        let Some(node) = self.history.node(place) else { return "the deal".into() };
        let Move::Carry { from, to, count } = node.m else {
            return match node.m {
                Move::Deal => "a row dealt".into(),
                Move::Redeal => "waste turned over".into(),
                _ => "draw".into(),
            };
        };
        // The table before the move is dealt again. This succeeds, because it succeeded when the game
        // began.
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

    /// Returns what to say about a redeal: its number, and whether the last pass achieved anything.
    fn redeal_note(&self, events: &Events) -> Option<String> {
        let redealt = events.iter().find_map(|event| match event {
            Event::Redealt { count } => Some(count),
            _ => None,
        })?;
        let mut note = String::new();
        if let talon_rules::Count::Of(most) = self.rules().redeals {
            note = format!("This is redeal {} of {most}.", self.table.redeals_used());
        }
        if self.unchanged_since_last_redeal(redealt) {
            note += if note.is_empty() { "" } else { " " };
            note += "No card was taken from the waste in the last pass.";
        }
        (!note.is_empty()).then_some(note)
    }

    fn unchanged_since_last_redeal(&self, now: u8) -> bool {
        let line = self.history.line();
        // The last node is the redeal itself.
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
        // In the first pass, the waste held every card of the stock.
        usize::from(now) == self.rules().in_stock()
    }
}
