//! The state of the program: what the player holds, looks at and is told. The game itself, with its rules
//! and its history, is the [`Sitting`]'s.

use crate::address::Address;
use crate::animation::Animation;
use crate::board::{Board, Size};
use crate::look::Look;
use crate::popup::Popup;
use crate::preferences::WITH_ORACLE;
use crate::prompt::Prompt;
use crate::scene::Scene;
pub use crate::wanted::Wanted;
use crate::words::help_words;
use ratatui::layout::Rect;
use std::time::Instant;
use talon_rules::{Move, Pile, Rules, Status, plural};
use talon_session::form::Form;
use talon_session::registry::Keys;
use talon_session::{
    Analyst, Command, Deal, Found, Honest, NodeId, Onto, Outcome, PostMortem, Session, Sitting, Stamp,
};

/// What is shown beside the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// The game in short, and the last moves.
    Game,
    /// The casino's ledger.
    Ledger,
    /// The cards of stock and waste.
    Listing,
    /// The history as a tree.
    History,
}

/// The kind of a message.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A report.
    Plain,
    /// Good news.
    Good,
    /// A refusal, or bad news.
    Bad,
}

/// Cards that the player holds: picked up by a click, by Space or by dragging.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The pile they belong to.
    pub pile: Pile,
    /// How many cards.
    pub count: u8,
}

/// The cursor of the keyboard.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The pile it is on.
    pub pile: Pile,
    /// How many cards it covers.
    pub count: u8,
    /// Whether it is shown; a cursor that is not used is hidden.
    pub visible: bool,
}

/// Cards on which the mouse button is down.
#[derive(Copy, Clone, Debug)]
pub struct Press {
    /// The cards that are carried.
    pub held: Held,
    /// Where the button was pressed.
    pub start: (u16, u16),
    /// Where the pointer is now.
    pub now: (u16, u16),
    /// Whether the pointer has moved.
    pub dragging: bool,
}

/// The program.
pub struct App {
    /// The game, with everything that belongs to the player at the table.
    pub sitting: Sitting,
    /// Searches for verdicts in the background.
    pub analyst: Analyst,
    /// Computes hints in the background, so that no verdict has to wait for them.
    pub adviser: Analyst,
    /// The player's books, if they can be kept.
    pub books: Option<talon_store::Store>,
    /// The player's choices about the screen.
    pub look: Look,
    /// The keys of the commands.
    pub keys: Keys,
    /// What is shown beside the board.
    pub side: Side,
    /// What is open over the board.
    pub popup: Option<Box<dyn Popup>>,
    /// The question at the bottom of the screen, with its answer so far.
    pub prompt: Option<Prompt>,
    /// The address being typed.
    pub address: Address,
    /// The cursor of the keyboard.
    pub cursor: Cursor,
    /// The cards that the player has picked up.
    pub held: Option<Held>,
    /// The cards under the pressed mouse button.
    pub press: Option<Press>,
    /// The last click, to recognise double clicks.
    pub click: Option<(Instant, Pile)>,
    /// Cards that were found, to be highlighted.
    pub found: Vec<Found>,
    /// The message at the bottom of the screen.
    pub message: (String, Tone),
    /// The messages so far, the newest last.
    pub log: Vec<String>,
    /// Whether the verdict is on in this game.
    pub verdict_on: bool,
    /// Whether the verdict is on in every game.
    pub verdict_always: bool,
    /// Is the casino to keep a ledger wherever it can?
    pub ledger_always: bool,
    /// The kind of deal that the player wants.
    pub wanted: Wanted,
    /// The rules of the deal that is being looked for.
    pub sought: Option<Form>,
    /// Whether a position is won, stuck or open, once that is known.
    pub status: Option<(NodeId, Status)>,
    /// The result of the post-mortem, with the positions it examined.
    pub lost: Option<(PostMortem, Vec<NodeId>)>,
    /// What a player makes of the deal of the game that ended who follows the fair hints, once that is known.
    pub honest: Option<Honest>,
    /// The positions that the post-mortem is examining.
    pub examined: Vec<NodeId>,
    /// When the demonstration makes its next move, if one is running.
    pub demonstration: Option<Instant>,
    /// Whether a hint is given as soon as the verdict is known.
    pub hint_waits: bool,
    /// The moves being animated.
    pub animation: Animation,
    /// The screen.
    pub area: Rect,
    /// Whether the game has just been won, and its end is shown as soon as the last card lies still.
    pub ending: bool,
    /// Whether the player is leaving.
    pub quit: bool,
    /// Whether the player is suspending the program.
    pub suspend: bool,
    /// Whether the whole screen is drawn again, because the terminal may show something else.
    pub redraw: bool,
    /// Returns the number of a new deal.
    pub fresh: Box<dyn FnMut() -> u64>,
    /// Returns the time in seconds since 1970, for the deal of the day.
    pub now: fn() -> u64,
}

impl App {
    /// Creates the program with a game on the table.
    pub fn new(
        sitting: Sitting,
        look: Look,
        books: Option<talon_store::Store>,
        fresh: Box<dyn FnMut() -> u64>,
        now: fn() -> u64,
    ) -> App {
        let mut app = App {
            sitting,
            analyst: Analyst::new(),
            adviser: Analyst::new(),
            books,
            look,
            keys: Keys::default(),
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
            ledger_always: false,
            wanted: Wanted::Any,
            sought: None,
            status: None,
            lost: None,
            honest: None,
            examined: Vec::new(),
            demonstration: None,
            hint_waits: false,
            animation: Animation::default(),
            area: Rect::new(0, 0, 80, 24),
            ending: false,
            quit: false,
            suspend: false,
            redraw: false,
            fresh,
            now,
        };
        app.began();
        app
    }

    /// Reads the player's file of keys, if there is one. Returns what is wrong with it, as a sentence.
    pub fn read_keys(&mut self) -> Option<String> {
        let path = crate::keys_file(|name| std::env::var_os(name))?;
        let text = std::fs::read_to_string(&path).ok()?;
        match Keys::read(&text) {
            Ok(keys) => {
                self.keys = keys;
                None
            }
            Err(error) => Some(format!("The keys of {} are not used: {error}.", path.display())),
        }
    }

    /// Returns the game.
    pub fn session(&self) -> &Session {
        self.sitting.session()
    }

    /// Returns what the player sees of the table.
    pub fn scene(&self) -> Scene {
        Scene::of(self.session().view())
    }

    /// Returns where everything of a scene lies on the screen.
    pub fn board(&self, scene: &Scene) -> Board {
        let mut fit = crate::grid::fit(scene, self.area.width, self.area.height);
        if self.side != Side::Game {
            fit = fit.with_wide_panel(scene, self.area.width);
        }
        let height = self.area.height.saturating_sub(crate::grid::AROUND);
        let area = Rect { x: 0, y: 1, width: self.area.width - fit.panel, height };
        Board::lay(scene, fit, area.intersection(self.area), self.look.left_handed)
    }

    /// Returns where the panel is drawn: beside the table or, if it is wider or there is no room, over it. The
    /// panel about the game is only shown where there is room.
    pub fn panel(&self) -> Option<Rect> {
        let beside = self.area.width.saturating_sub(self.board(&self.scene()).area.right());
        if self.side == Side::Game && beside == 0 {
            return None;
        }
        let width = beside.max(crate::panel::least(self.side)).min(self.area.width);
        let height = self.area.height.saturating_sub(crate::grid::AROUND);
        Some(Rect { x: self.area.width - width, y: 1, width, height }.intersection(self.area))
    }

    /// Returns how large cards are drawn.
    pub fn size(&self) -> Size {
        crate::grid::fit(&self.scene(), self.area.width, self.area.height).size
    }

    /// Shows a message.
    pub fn say(&mut self, words: impl Into<String>, tone: Tone) {
        let words = words.into();
        if tone != Tone::Bad && !words.is_empty() {
            self.log.push(words.clone());
            let old = self.log.len().saturating_sub(200);
            self.log.drain(..old);
        }
        self.message = (words, tone);
    }

    /// Prepares for a game that has been dealt or resumed.
    fn began(&mut self) {
        let session = self.sitting.session();
        let words = format!("{}, {}. Press ? for the commands.", session.title(), session.deal());
        let words = match session.deal().numbering(session.rules()) {
            Some(note) => format!("{words} {note}"),
            None => words,
        };
        self.log.clear();
        self.say(words, Tone::Plain);
        self.status = None;
        self.lost = None;
        self.demonstration = None;
        self.hint_waits = false;
        self.ending = false;
        self.let_go();
        self.cursor = Cursor { pile: Pile::Column(0), count: 1, visible: self.cursor.visible };
        self.animation.stop();
        if self.ledger_always && self.session().moves_made() == 0 && !self.session().ledger_on() {
            // Refused in games of which the casino keeps no ledger.
            let _ = self.sitting.execute(Command::SetLedger(true));
        }
        self.verdict_on = self.verdict_always;
        if self.verdict_on {
            self.sitting.mark(Stamp::Oracle);
            self.say(WITH_ORACLE, Tone::Plain);
        }
        self.ask_about_here();
        self.report_trouble();
    }

    /// Puts back the cards that the player holds.
    pub fn let_go(&mut self) {
        self.held = None;
        self.press = None;
        self.found.clear();
        self.address = Address::Nothing;
    }

    /// Says where a card lies, and highlights it.
    pub fn find(&mut self, text: &str) {
        match text.trim().parse() {
            Ok(card) => {
                let view = self.sitting.session().view();
                let (words, found) = (talon_session::find(view, card), talon_session::places(view, card));
                self.say(words, Tone::Plain);
                self.found = found;
            }
            Err(_) => self.say("Type a card as its rank and suit, such as 7h, 10s or qd.", Tone::Bad),
        }
    }

    /// Sends a command to the game and shows what it did. Returns `false` if it was refused.
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

    /// Shows what a command did.
    pub fn happened(&mut self, before: &Scene, outcome: &Outcome) {
        if self.look.animation && self.size() != Size::Plain {
            self.animation.start(before, outcome, self.sitting.session());
        }
        self.say(outcome.brief(), Tone::Plain);
        self.cursor.count = 1;
        self.status = None;
        if self.session().is_finished() {
            let session = self.session();
            let moves = plural(session.moves_made(), "move");
            let help = help_words(session.stamp());
            let words = format!("You won in {moves}, {help}. Press n for a new deal.");
            self.say(words, Tone::Good);
            self.demonstration = None;
            self.ending = true;
        }
        self.ask_about_here();
        self.report_trouble();
    }

    /// Says what is wrong with the books, if anything is.
    pub fn report_trouble(&mut self) {
        if let Some(trouble) = self.sitting.take_trouble() {
            self.say(trouble, Tone::Bad);
        }
    }

    /// Returns the piles to which the cards that the player holds can go.
    pub fn targets(&self) -> Vec<Pile> {
        let held = match (self.press.filter(|press| press.dragging), self.held, self.address.pile()) {
            (Some(press), _, _) => (press.held.pile, Some(press.held.count)),
            (_, Some(held), _) => (held.pile, Some(held.count)),
            (_, _, Some(address)) => address,
            _ => return Vec::new(),
        };
        self.session().view().moves().into_iter().filter_map(|m| onto(m, held)).collect()
    }

    /// Moves the cards that the player holds to a pile; exactly these, so that what is highlighted is what can
    /// happen. A foundation or a cell that does not take them stands for one that does.
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
        self.execute(Command::Carry { from: held.pile, to: onto, count: Some(held.count) });
    }

    /// Returns the form of a game with the rules that the player chose for it last.
    pub fn remembered(&self, rules: &Rules) -> Form {
        let form = Form::of(rules);
        self.books.as_ref().map_or(form.clone(), |books| books.remembered(&form))
    }

    /// Remembers the rules that the player chose for a game.
    pub fn remember(&mut self, form: &Form) {
        if let Some(Err(error)) = self.books.as_ref().map(|books| books.remember(form)) {
            self.say(error.to_string(), Tone::Bad);
        }
    }

    /// Deals a game by the rules of a form: any deal, or one of the kind that the player wants.
    pub fn begin(&mut self, form: Form) {
        if self.wanted != Wanted::Any {
            return self.look_for_deal(form, self.wanted.aim());
        }
        let number = (self.fresh)();
        self.deal(&form, Deal::Number(number));
    }

    /// Deals these cards by the rules of a form.
    pub fn deal(&mut self, form: &Form, deal: Deal) {
        match form.begin(deal) {
            Ok(session) => {
                self.take_game(session);
                self.side = Side::Game;
                if form.shows_listing() {
                    self.open_listing();
                }
            }
            Err(error) => self.say(format!("This game cannot be dealt: {error}."), Tone::Bad),
        }
    }

    /// Opens the deck listing beside the table.
    pub fn open_listing(&mut self) {
        self.sitting.count_cards();
        self.side = Side::Listing;
    }

    /// Puts another game on the table.
    pub fn take_game(&mut self, session: Session) {
        self.sitting.change(session);
        self.began();
    }

    /// Resumes a game of the books.
    pub fn resume(&mut self, id: i64) {
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

/// Returns where a move goes, if it moves this many cards of this pile.
fn onto(m: Move, held: (Pile, Option<u8>)) -> Option<Pile> {
    match m {
        Move::Carry { from, to, count } if from == held.0 && held.1.is_none_or(|n| n == count) => Some(to),
        _ => None,
    }
}
