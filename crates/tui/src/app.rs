//! What is on the screen now, and what happens to it: no rule and no history, only what the player
//! holds, looks at and is told.

use crate::address::Address;
use crate::board::{Board, Size};
use crate::flight::Show;
use crate::look::Look;
use crate::popup::{Popup, Prompt, WITH_ORACLE};
use crate::scene::Scene;
pub use crate::wanted::Wanted;
use ratatui::layout::Rect;
use rules::{Move, Pile, Rules, Status};
use session::{Analyst, Command, Deal, Found, NodeId, Onto, Outcome, PostMortem, Session, Sitting, Stamp};
use std::time::Instant;

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
    /// Is the verdict wanted in this game?
    pub verdict_on: bool,
    /// Is it wanted in every game?
    pub verdict_always: bool,
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
    /// Is the screen to be drawn from nothing? What the terminal shows may be anything then.
    pub redraw: bool,
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
            verdict_always: false,
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
            redraw: false,
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
        self.verdict_on = self.verdict_always;
        if self.verdict_on {
            self.sitting.mark(Stamp::Oracle);
            self.say(WITH_ORACLE, Tone::Plain);
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
        self.say(outcome.brief(), Tone::Plain);
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

    /// Says what is wrong with the books, if anything.
    pub fn trouble(&mut self) {
        if let Some(trouble) = self.sitting.take_trouble() {
            self.say(trouble, Tone::Bad);
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
