//! What is on the screen now, and what happens to it: no rule and no history, only what the player
//! holds, looks at and is told.

use crate::address::Address;
use crate::board::{Board, Size};
use crate::flight::Show;
use crate::look::Look;
use crate::popup::{Popup, Prompt};
use crate::scene::Scene;
use ratatui::layout::Rect;
use rules::{Move, Pile, Rules, Status};
use session::{
    Analyst, Answer, Command, Deal, Found, Level, NodeId, Onto, Outcome, PostMortem, Question, Session,
    Sitting, Stamp, Told, Verdict,
};
use std::time::{Duration, Instant};

/// What stands beside the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// The game at a glance and what happened last.
    Game,
    /// The casino's ledger.
    Ledger,
    /// The deck listing.
    Listing,
    /// The history tree.
    History,
}

/// How a message is meant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something happened.
    Plain,
    /// Good news.
    Good,
    /// A refusal, or bad news.
    Bad,
}

/// Cards in the player's hand: taken up by a click, by Space or by dragging.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Where they lie.
    pub pile: Pile,
    /// How many.
    pub count: u8,
}

/// The cursor of the keyboard.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The pile it is on.
    pub pile: Pile,
    /// How many cards it marks.
    pub count: u8,
    /// Has the player used it?
    pub visible: bool,
}

/// What new deals should be like.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whatever comes.
    Any,
    /// Proved winnable.
    Winnable,
    /// Proved winnable, and of this grade.
    Graded(Level),
}

impl Wanted {
    /// All of them, in the order in which the player goes through them.
    pub const ALL: [Wanted; 5] = [
        Wanted::Any,
        Wanted::Winnable,
        Wanted::Graded(Level::Easy),
        Wanted::Graded(Level::Medium),
        Wanted::Graded(Level::Hard),
    ];

    /// In a word.
    pub fn word(self) -> String {
        match self {
            Wanted::Any => "any".into(),
            Wanted::Winnable => "winnable".into(),
            Wanted::Graded(level) => level.to_string(),
        }
    }

    /// What this word stands for.
    pub fn find(word: &str) -> Option<Wanted> {
        Wanted::ALL.into_iter().find(|wanted| wanted.word() == word)
    }

    /// The grade, where one is wanted.
    pub fn level(self) -> Option<Level> {
        match self {
            Wanted::Graded(level) => Some(level),
            _ => None,
        }
    }
}

/// The mouse button is down on cards.
#[derive(Copy, Clone, Debug)]
pub struct Press {
    /// What would be carried.
    pub held: Held,
    /// Where it began.
    pub start: (u16, u16),
    /// Where the pointer is.
    pub now: (u16, u16),
    /// Has it moved?
    pub dragging: bool,
}

/// The program on the screen.
pub struct App {
    /// The player at the table.
    pub sitting: Sitting,
    /// The searcher in the background.
    pub analyst: Analyst,
    /// Somebody else in the background, who thinks about hints: no verdict has to wait for them.
    pub adviser: Analyst,
    /// The books, where they can be kept.
    pub books: Option<store::Store>,
    /// How things look.
    pub look: Look,
    /// What stands beside the board.
    pub side: Side,
    /// What lies over everything.
    pub popup: Option<Popup>,
    /// What is being typed.
    pub prompt: Option<Prompt>,
    /// What was typed of an address.
    pub address: Address,
    /// The cursor.
    pub cursor: Cursor,
    /// What the player holds.
    pub held: Option<Held>,
    /// What the mouse does.
    pub press: Option<Press>,
    /// The last click, for double clicks.
    pub click: Option<(Instant, Pile)>,
    /// Cards the player asked for, to be lit.
    pub found: Vec<Found>,
    /// What the player is told.
    pub message: (String, Tone),
    /// What was said before, the newest last.
    pub log: Vec<String>,
    /// Is the verdict wanted?
    pub verdict_on: bool,
    /// What new deals should be like.
    pub wanted: Wanted,
    /// How the game stands, as far as it is known for where it stands.
    pub status: Option<(NodeId, Status)>,
    /// What the post-mortem found, and the places of the line it examined.
    pub lost: Option<(PostMortem, Vec<NodeId>)>,
    /// The places of the line under examination.
    pub examined: Vec<NodeId>,
    /// When the demonstration makes its next move.
    pub demo: Option<Instant>,
    /// A hint waits for the verdict.
    pub hint_waits: bool,
    /// Cards in flight.
    pub show: Show,
    /// The size of the screen.
    pub area: Rect,
    /// Is it over?
    pub quit: bool,
    /// Should the program go into the background?
    pub rest: bool,
    /// The numbers of new deals.
    pub fresh: Box<dyn FnMut() -> u64>,
    /// The second of the day's clock, for the deal of the day.
    pub now: fn() -> u64,
}

impl App {
    /// The program with a game on the table.
    pub fn new(
        sitting: Sitting,
        look: Look,
        books: Option<store::Store>,
        fresh: Box<dyn FnMut() -> u64>,
        now: fn() -> u64,
    ) -> App {
        let mut app = App {
            sitting,
            analyst: Analyst::new(),
            adviser: Analyst::new(),
            books,
            look,
            side: Side::Game,
            popup: None,
            prompt: None,
            address: Address::Nothing,
            cursor: Cursor { pile: Pile::Column(0), count: 1, visible: false },
            held: None,
            press: None,
            click: None,
            found: Vec::new(),
            message: (String::new(), Tone::Plain),
            log: Vec::new(),
            verdict_on: false,
            wanted: Wanted::Any,
            status: None,
            lost: None,
            examined: Vec::new(),
            demo: None,
            hint_waits: false,
            show: Show::default(),
            area: Rect::new(0, 0, 80, 24),
            quit: false,
            rest: false,
            fresh,
            now,
        };
        app.began();
        app
    }

    /// The game.
    pub fn session(&self) -> &Session {
        self.sitting.session()
    }

    /// The table as it is now.
    pub fn scene(&self) -> Scene {
        Scene::of(self.session().view())
    }

    /// Where everything lies on the screen.
    pub fn board(&self, scene: &Scene) -> Board {
        let fit = crate::board::fit(scene, self.area.width, self.area.height);
        let height = self.area.height.saturating_sub(4);
        let area = Rect { x: 0, y: 1, width: fit.width.min(self.area.width), height };
        Board::lay(scene, fit, area.intersection(self.area), self.look.left_handed)
    }

    /// How large cards are drawn.
    pub fn size(&self) -> Size {
        crate::board::fit(&self.scene(), self.area.width, self.area.height).size
    }

    /// Says something.
    pub fn say(&mut self, words: impl Into<String>, tone: Tone) {
        let words = words.into();
        if tone != Tone::Bad && !words.is_empty() {
            self.log.push(words.clone());
            let old = self.log.len().saturating_sub(200);
            self.log.drain(..old);
        }
        self.message = (words, tone);
    }

    /// A game begins, or another is taken up.
    fn began(&mut self) {
        let session = self.sitting.session();
        let words = format!("{}, {}. ? lists the commands.", session.rules().title, session.deal());
        self.log.clear();
        self.say(words, Tone::Plain);
        self.status = None;
        self.lost = None;
        self.demo = None;
        self.hint_waits = false;
        self.let_go();
        self.cursor = Cursor { pile: Pile::Column(0), count: 1, visible: self.cursor.visible };
        self.show.stop();
        if self.verdict_on {
            self.sitting.mark(Stamp::Oracle);
        }
        self.ask_about_here();
        self.trouble();
    }

    /// Puts back what is held.
    pub fn let_go(&mut self) {
        self.held = None;
        self.press = None;
        self.found.clear();
        self.address = Address::Nothing;
    }

    /// Says where a card lies, and lights it.
    pub fn find(&mut self, text: &str) {
        match text.trim().parse() {
            Ok(card) => {
                let view = self.sitting.session().view();
                let (words, found) = (session::find(view, card), session::places(view, card));
                self.say(words, Tone::Plain);
                self.found = found;
            }
            Err(_) => self.say("Write a card as its rank and suit: 7h, 10s, qd.", Tone::Bad),
        }
    }

    /// Sends a command to the game, and shows what it did.
    pub fn execute(&mut self, command: Command) -> bool {
        let is_new = matches!(command, Command::New(_));
        let before = self.scene();
        self.let_go();
        match self.sitting.execute(command) {
            Ok(outcome) => {
                if is_new {
                    self.began();
                } else {
                    self.happened(&before, &outcome);
                }
                true
            }
            Err(refusal) => {
                self.say(refusal.to_string(), Tone::Bad);
                false
            }
        }
    }

    /// Shows what happened.
    pub fn happened(&mut self, before: &Scene, outcome: &Outcome) {
        if self.look.animation && self.size() != Size::Plain {
            self.show.start(before, outcome, self.sitting.session());
        }
        let words = if outcome.steps.len() > 4 {
            let count = outcome.steps.len();
            let back = outcome.steps.iter().all(|step| step.back);
            let notes = outcome.notes.join(" ");
            match (notes.is_empty(), back) {
                (false, _) => notes,
                (_, true) => format!("Took back {count} moves."),
                _ => format!("Made {count} moves."),
            }
        } else {
            outcome.words()
        };
        self.say(words, Tone::Plain);
        self.cursor.count = 1;
        self.status = None;
        if self.session().is_finished() {
            let session = self.session();
            let moves = session.moves_made();
            let words = format!("The game is won! {moves} moves, {}. n deals anew.", session.stamp());
            self.say(words, Tone::Good);
            self.demo = None;
        }
        self.ask_about_here();
        self.trouble();
    }

    fn trouble(&mut self) {
        if let Some(trouble) = self.sitting.take_trouble() {
            self.say(trouble, Tone::Bad);
        }
    }

    /// Asks the analyst about the position, if there is something to ask.
    pub fn ask_about_here(&mut self) {
        let session = self.sitting.session();
        if session.is_finished() {
            self.analyst.cancel();
            return;
        }
        let place = session.history().current();
        let solve = self.verdict_on && matches!(self.sitting.verdict(), Verdict::NotAsked);
        let table = session.truth().clone();
        self.analyst.ask(Question::Judge { place, table, solve });
    }

    /// The verdict to show.
    pub fn verdict(&self) -> Verdict {
        match self.sitting.verdict() {
            Verdict::NotAsked if self.verdict_on && self.analyst.is_busy() => {
                Verdict::Searching { nodes: self.analyst.nodes() }
            }
            known => known,
        }
    }

    /// Time passes: answers come in, cards fly, the demonstration goes on.
    pub fn tick(&mut self, time: Duration, now: Instant) {
        self.sitting.pass(time);
        self.show.tick(now);
        while let Some(answer) = self.analyst.poll().or_else(|| self.adviser.poll()) {
            self.answered(answer);
        }
        self.colour_the_tree();
        if self.demo.is_some_and(|next| now >= next) && self.show.is_over() {
            self.demonstrate(now);
        }
    }

    fn answered(&mut self, answer: Answer) {
        match answer {
            Answer::Status(place, status) => {
                if !(self.verdict_on && self.sitting.verdict() == Verdict::NotAsked) {
                    self.analyst.rest();
                }
                self.status = Some((place, status));
                if place == self.session().history().current()
                    && let Some(words) = session::standing(status)
                    && status == Status::Stuck
                {
                    self.say(format!("{words} p shows where it was lost."), Tone::Bad);
                }
            }
            Answer::Verdict(place, verdict) => {
                if verdict != Verdict::NotKnown(session::Why::Cancelled) {
                    self.sitting.learn(place, verdict);
                }
                if std::mem::take(&mut self.hint_waits) {
                    self.hint(true);
                }
            }
            Answer::Advice(place, advice) => {
                let told = self.sitting.take_advice(place, advice);
                self.tell(told);
            }
            Answer::PostMortem(found) => {
                let places = std::mem::take(&mut self.examined);
                self.note_post_mortem(&found, &places);
                self.lost = Some((found, places));
                self.popup = Some(Popup::Lost);
                self.message = (String::new(), Tone::Plain);
            }
            Answer::WinnableDeal(Some(deal)) => {
                self.execute(Command::New(deal));
                let words = match self.wanted.level() {
                    Some(level) => format!("This deal is {level}, and proved winnable."),
                    None => "This deal is proved winnable.".into(),
                };
                self.say(words, Tone::Good);
            }
            Answer::WinnableDeal(None) => {
                self.say("No such deal was found among the next 200.", Tone::Bad);
            }
            Answer::Grade(grade) => {
                self.say(format!("This deal is {grade}."), Tone::Plain);
                self.ask_about_here();
            }
        }
    }

    /// While the history lies open and nothing else is asked, verdicts for places that have none.
    fn colour_the_tree(&mut self) {
        if self.verdict_on
            && self.side == Side::History
            && !self.analyst.is_busy()
            && let Some((place, table)) = self.sitting.unjudged()
        {
            self.analyst.ask(Question::Verdict { place, table });
        }
    }

    /// What the post-mortem proved is known to the tree as well.
    fn note_post_mortem(&mut self, found: &PostMortem, places: &[NodeId]) {
        let mut learn = |at: usize, verdict| {
            if let Some(&place) = places.get(at) {
                self.sitting.learn(place, verdict);
            }
        };
        match found {
            PostMortem::NeverWinnable => learn(0, Verdict::Dead),
            PostMortem::StillWinnable(line) => learn(places.len() - 1, Verdict::Winnable(line.clone())),
            PostMortem::LostBy { at, line } => {
                learn(at - 1, Verdict::Winnable(line.clone()));
                learn(*at, Verdict::Dead);
            }
            PostMortem::NotKnown { dead, .. } => {
                if let Some(at) = dead {
                    learn(*at, Verdict::Dead);
                }
            }
        }
        self.sitting.mark(Stamp::Oracle);
    }

    /// Makes the next move of the proved line.
    fn demonstrate(&mut self, now: Instant) {
        match self.verdict() {
            Verdict::Winnable(line) if !line.is_empty() => {
                let before = self.scene();
                match self.sitting.follow(line[0]) {
                    Ok(outcome) => {
                        self.happened(&before, &outcome);
                        if !self.session().is_finished() {
                            self.demo = Some(now + Duration::from_millis(350));
                        }
                    }
                    Err(refusal) => {
                        self.demo = None;
                        self.say(refusal.to_string(), Tone::Bad);
                    }
                }
            }
            Verdict::Searching { .. } => self.demo = Some(now + Duration::from_millis(50)),
            Verdict::Dead => self.end_demo("This position is proved dead: there is no line to show."),
            Verdict::NotKnown(why) => self.end_demo(&format!("No line is known: {why}.")),
            _ => self.end_demo("There is nothing to show."),
        }
    }

    fn end_demo(&mut self, words: &str) {
        self.demo = None;
        self.say(words, Tone::Bad);
    }

    /// Switches the verdict on: from now on the game has seen the hidden cards.
    pub fn want_verdict(&mut self) {
        if !self.verdict_on {
            self.verdict_on = true;
            self.sitting.mark(Stamp::Oracle);
        }
        self.ask_about_here();
    }

    /// The next step of a hint.
    pub fn hint(&mut self, oracle: bool) {
        if oracle {
            match self.verdict() {
                Verdict::Searching { .. } => {
                    self.hint_waits = true;
                    return self.say("Searching for a line …", Tone::Plain);
                }
                Verdict::Dead => {
                    return self.say(
                        "No move helps: this position is proved dead. p shows where it was lost.",
                        Tone::Bad,
                    );
                }
                _ => {}
            }
        }
        let told = self.sitting.hint(oracle);
        self.tell(told);
    }

    fn tell(&mut self, told: Told) {
        match told {
            Told::Step(_, words) => self.message = (words, Tone::Good),
            Told::None(words) if words.is_empty() => {}
            Told::None(words) => self.say(words, Tone::Bad),
            Told::Think => {
                let place = self.session().history().current();
                let table = self.session().truth().clone();
                self.adviser.ask(Question::Advice { place, table });
                self.message = ("Thinking …".into(), Tone::Plain);
            }
        }
    }

    /// Where the cards in hand may go.
    pub fn targets(&self) -> Vec<Pile> {
        let held = match (self.press.filter(|press| press.dragging), self.held, self.address.pile()) {
            (Some(press), _, _) => (press.held.pile, Some(press.held.count)),
            (_, Some(held), _) => (held.pile, Some(held.count)),
            (_, _, Some(address)) => address,
            _ => return Vec::new(),
        };
        let moves = self.session().view().moves();
        let exact: Vec<Pile> = moves.iter().filter_map(|&m| onto(m, held)).collect();
        if exact.is_empty() { moves.iter().filter_map(|&m| onto(m, (held.0, None))).collect() } else { exact }
    }

    /// Carries what is held to a pile; as many cards as fit where the exact number does not.
    pub fn drop_on(&mut self, held: Held, to: Pile) {
        let exact = Move::Carry { from: held.pile, to, count: held.count };
        if self.session().check(exact).is_ok() {
            self.execute(Command::Play(exact));
            return;
        }
        let onto = match to {
            Pile::Foundation(_) => Onto::Foundation,
            Pile::Cell(_) => Onto::Cell,
            pile => Onto::Pile(pile),
        };
        // A group the player pointed at speaks for itself; a single card may stand for its column.
        let count = (held.count > 1).then_some(held.count);
        self.execute(Command::Carry { from: held.pile, to: onto, count });
    }

    /// Another game on the table.
    pub fn change_game(&mut self, rules: &Rules, deal: Option<u64>) {
        let number = deal.unwrap_or_else(|| (self.fresh)());
        match Session::new(rules, Deal::Number(number)) {
            Ok(session) => {
                self.sitting.change(session);
                self.began();
            }
            Err(error) => self.say(format!("That cannot be dealt: {error}."), Tone::Bad),
        }
    }

    /// Goes on with a game of the books.
    pub fn take_up(&mut self, id: i64) {
        let Some(books) = &self.books else { return };
        match books.take_up(id) {
            Ok((session, time, journal)) => {
                self.sitting.change_to(session, time, Some(Box::new(journal)));
                self.began();
            }
            Err(error) => self.say(error.to_string(), Tone::Bad),
        }
    }
}

/// Where a move goes, if it takes these cards.
fn onto(m: Move, held: (Pile, Option<u8>)) -> Option<Pile> {
    match m {
        Move::Carry { from, to, count } if from == held.0 && held.1.is_none_or(|n| n == count) => Some(to),
        _ => None,
    }
}
