//! What is open over the board: lists and pages. Each is a component that draws itself and answers an
//! [`Input`] with what follows from it, a [`Then`]. Keyboard and mouse are translated into inputs here, once.
//!
//! A component sees the program and does not change it; [`App::popup_input`] does what an answer says.

mod end;
mod frame;
mod games;
mod help;
mod lost;
mod new_game;
mod options;
mod page;
mod picture;
mod places;
mod rail;
mod rules;
mod search;
mod seeking;
mod statistics;
mod unfinished;

pub use end::End;
pub use games::Games;
pub use help::Help;
pub use lost::Lost;
pub use new_game::NewGame;
pub use options::Options;
pub use page::{Hit, Page, Row};
pub use rail::{Rail, rows as tree};
pub use rules::RuleSheet;
pub use seeking::Seeking;
pub use statistics::StatisticsPage;
pub use unfinished::Unfinished;

use crate::app::{App, Tone};
use crate::commands::Action;
use crate::prompt::Prompt;
use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use std::fmt::Debug;
use talon_rules::Rules;
use talon_session::form::Form;
use talon_session::{Command, NodeId};

/// What a player does while something is open, by whatever means.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Goes up or down by some lines.
    Step(i16),
    /// Goes up or down by some screens.
    Page(i16),
    /// Goes to the beginning.
    First,
    /// Goes to the end.
    Last,
    /// Goes left or right.
    Sideways(i16),
    /// Goes to the next part.
    NextPart,
    /// Accepts what is chosen.
    Choose,
    /// Types a letter.
    Letter(char),
    /// Deletes the last letter.
    Erase,
    /// Leaves.
    Close,
    /// Clicks a place on the screen.
    Click(u16, u16),
}

impl Input {
    /// Returns what a key means; `None` if it means nothing here.
    pub fn of_key(key: KeyCode) -> Option<Input> {
        Some(match key {
            KeyCode::Up => Input::Step(-1),
            KeyCode::Down => Input::Step(1),
            KeyCode::PageUp => Input::Page(-1),
            KeyCode::PageDown => Input::Page(1),
            KeyCode::Home => Input::First,
            KeyCode::End => Input::Last,
            KeyCode::Left => Input::Sideways(-1),
            KeyCode::Right => Input::Sideways(1),
            KeyCode::Tab => Input::NextPart,
            KeyCode::Enter => Input::Choose,
            KeyCode::Char(c) => Input::Letter(c),
            KeyCode::Backspace => Input::Erase,
            KeyCode::Esc => Input::Close,
            _ => return None,
        })
    }

    /// Returns what the mouse means; `None` if it means nothing here.
    pub fn of_mouse(mouse: MouseEvent) -> Option<Input> {
        Some(match mouse.kind {
            MouseEventKind::ScrollUp => Input::Step(-1),
            MouseEventKind::ScrollDown => Input::Step(1),
            MouseEventKind::Down(MouseButton::Right) => Input::Close,
            MouseEventKind::Down(MouseButton::Left) => Input::Click(mouse.column, mouse.row),
            _ => return None,
        })
    }

    /// Returns the place to which this input moves, among `len` places of which `screen` are seen at once.
    pub fn moved(self, at: usize, len: usize, screen: usize) -> usize {
        let screen = screen.saturating_sub(1).max(1) as isize;
        let to = match self {
            Input::Step(lines) => at.saturating_add_signed(lines.into()),
            Input::Page(pages) => at.saturating_add_signed(screen * isize::from(pages)),
            Input::First => 0,
            Input::Last => usize::MAX,
            _ => at,
        };
        to.min(len.saturating_sub(1))
    }
}

/// What follows from an input.
#[derive(Debug)]
pub enum Then {
    /// It stays open.
    Stay,
    /// It is closed.
    Close,
    /// It is closed, and a command is performed.
    Act(Action),
    /// It is closed, and a game is dealt by the rules that were chosen for it last.
    Play(Box<Rules>),
    /// The form of a game is opened instead.
    NewGame(Box<Rules>),
    /// It is closed, and a game is dealt by the rules of a form.
    Begin(Box<Form>),
    /// It stays open, and another kind of deals is wanted.
    Wanted {
        /// Whether it is the next kind, and not the previous one.
        forward: bool,
    },
    /// It is closed, and an unfinished game is resumed.
    Resume(i64),
    /// It stays open, and a question is asked.
    Ask(Prompt),
    /// It stays open, and an option is changed.
    Change {
        /// The option.
        option: usize,
        /// Whether its next value is wanted, and not the previous one.
        forward: bool,
    },
    /// It is closed, and the player goes to the position before the losing move.
    BeforeTheLoss,
    /// It is closed, and the search for a deal ends.
    StopSeeking,
    /// It stays open, and the table travels to a place in the history.
    Visit(NodeId),
    /// It is closed, and the table travels back to where the player was.
    Return {
        /// Where the player was.
        origin: NodeId,
        /// The end of the line that redo followed there.
        tip: NodeId,
    },
}

/// A list or a page over the board.
pub trait Popup: Debug {
    /// Draws it.
    fn draw(&self, app: &App, frame: &mut Frame<'_>);

    /// Answers an input.
    fn input(&mut self, app: &App, input: Input) -> Then;

    /// Returns `true` if it shows the history, whose positions are then judged if the verdict is on.
    fn is_history(&self) -> bool {
        false
    }
}

/// Draws what is open.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    if let Some(popup) = &app.popup {
        popup.draw(app, frame);
    }
}

impl App {
    /// Opens a list or a page, instead of what is open.
    pub fn open(&mut self, popup: impl Popup + 'static) {
        self.popup = Some(Box::new(popup));
    }

    /// Returns from a journey through the history to where it began, with the same line to redo.
    fn travel_back(&mut self, origin: NodeId, tip: NodeId) {
        let history = self.session().history();
        if history.current() == origin && history.tip(origin) == tip {
            return;
        }
        if history.tip(origin) != tip {
            self.execute(Command::Visit(tip));
        }
        self.execute(Command::Visit(origin));
        self.animation.stop();
        self.say("You are back where you were; nothing was changed.", Tone::Plain);
    }

    /// Gives an input to what is open, and does what follows.
    pub fn popup_input(&mut self, input: Input) {
        let Some(mut popup) = self.popup.take() else { return };
        let then = popup.input(self, input);
        if matches!(
            then,
            Then::Stay | Then::Ask(_) | Then::Change { .. } | Then::Wanted { .. } | Then::Visit(_)
        ) {
            self.popup = Some(popup);
        }
        match then {
            Then::Stay | Then::Close => {}
            Then::Act(action) => self.act(action),
            Then::Play(rules) => self.begin(self.remembered(&rules)),
            Then::NewGame(rules) => self.open(NewGame::new(self, &rules)),
            Then::Begin(form) => {
                self.remember(&form);
                self.begin(*form);
            }
            Then::Wanted { forward } => {
                self.wanted = self.wanted.next(forward);
                self.keep_preferences();
            }
            Then::Resume(id) => self.resume(id),
            Then::Ask(prompt) => self.prompt = Some(prompt),
            Then::Change { option, forward } => self.change_option(option, forward),
            Then::BeforeTheLoss => self.go_before_the_loss(),
            Then::StopSeeking => {
                self.analyst.cancel();
                self.say("The search was stopped. The game on the table is as it was.", Tone::Plain);
                self.ask_about_here();
            }
            Then::Visit(place) => drop(self.execute(Command::Visit(place))),
            Then::Return { origin, tip } => self.travel_back(origin, tip),
        }
    }
}
