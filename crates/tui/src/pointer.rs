//! The mouse: clicks, double clicks, drags and the wheel.

use crate::app::{App, Held, Press, Tone};
use crate::board::{Placed, Shown};
use crate::popup::Input;
use crate::prompt::Prompt;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use std::time::{Duration, Instant};
use talon_rules::Pile;
use talon_session::Command;

/// Within this time, two clicks are a double click.
const DOUBLE: Duration = Duration::from_millis(400);

impl App {
    /// Handles an event of the mouse.
    pub fn mouse(&mut self, mouse: MouseEvent, now: Instant) {
        let (x, y) = (mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Moved => return,
            MouseEventKind::Drag(_) | MouseEventKind::Up(_) => {}
            _ => {
                self.animation.stop();
                if self.demonstration.take().is_some() {
                    return self.say("The demonstration has stopped.", Tone::Plain);
                }
            }
        }
        // A click does not give a game up.
        if matches!(self.prompt, Some(Prompt::GiveUp(_) | Prompt::Oracle(_)))
            && matches!(mouse.kind, MouseEventKind::Down(_))
        {
            if let Some(Prompt::Oracle(_)) = self.prompt.take() {
                self.decline_oracle();
            }
            return;
        }
        if self.popup.is_some() {
            if let Some(input) = Input::of_mouse(mouse) {
                self.popup_input(input);
            }
            return;
        }
        match mouse.kind {
            MouseEventKind::ScrollUp => drop(self.execute(Command::Undo)),
            MouseEventKind::ScrollDown => drop(self.execute(Command::Redo)),
            MouseEventKind::Down(MouseButton::Right | MouseButton::Middle) => {
                self.execute(Command::Draw);
            }
            MouseEventKind::Down(MouseButton::Left) => self.pressed(x, y),
            MouseEventKind::Drag(MouseButton::Left) => {
                if let Some(press) = &mut self.press {
                    press.now = (x, y);
                    press.dragging |= press.start != (x, y);
                }
            }
            MouseEventKind::Up(MouseButton::Left) => self.released(x, y, now),
            _ => {}
        }
    }

    /// Returns the cards that are picked up at a place.
    fn grip(&self, placed: Placed) -> Held {
        let len = self.scene().cards(placed.pile).len();
        let count = match placed.shown {
            Shown::Card(index) => (len - index) as u8,
            _ => 1,
        };
        Held { pile: placed.pile, count }
    }

    fn pressed(&mut self, x: u16, y: u16) {
        if let Some(action) = self.footer_at(x, y).or_else(|| self.panel_at(x, y)) {
            return self.act(action);
        }
        self.cursor.visible = false;
        let board = self.board(&self.scene());
        let Some(placed) = board.at(x, y) else {
            // The empty strip below a column belongs to the column.
            match (self.held, board.pile_at(x, y)) {
                (Some(held), Some(pile)) if pile != held.pile => self.drop_on(held, pile),
                _ => self.let_go(),
            }
            return;
        };
        let held = self.grip(placed);
        self.press = Some(Press { held, start: (x, y), now: (x, y), dragging: false });
    }

    fn released(&mut self, x: u16, y: u16, now: Instant) {
        let Some(press) = self.press.take() else { return };
        if press.dragging {
            return self.dropped(press, x, y);
        }
        let pile = press.held.pile;
        let double = self.click.is_some_and(|(when, known)| known == pile && now - when < DOUBLE);
        self.click = Some((now, pile));
        if pile == Pile::Stock && !self.stock_shows() {
            self.execute(Command::Draw);
            return;
        }
        if double {
            self.click = None;
            self.let_go();
            return self.up_or_best(pile);
        }
        match self.held {
            Some(held) if held.pile != pile => {
                self.click = None;
                self.drop_on(held, pile);
            }
            Some(held) if held.count == press.held.count => self.let_go(),
            _ if self.scene().cards(pile).is_empty() => {}
            _ => self.held = Some(press.held),
        }
    }

    /// Drops cards on the pile at this point, or on the nearest pile that takes them.
    fn dropped(&mut self, press: Press, x: u16, y: u16) {
        let board = self.board(&self.scene());
        let under = board.pile_at(x, y);
        self.press = Some(press);
        let targets = self.targets();
        self.press = None;
        let near = |pile: &Pile| {
            board.top_of(*pile).map_or(u16::MAX, |rect| {
                let dx = x.abs_diff(rect.x + rect.width / 2);
                let dy = y.abs_diff(rect.y + rect.height / 2);
                dx + 2 * dy
            })
        };
        match under {
            Some(pile) if pile == press.held.pile => self.let_go(),
            Some(pile) if targets.contains(&pile) => self.drop_on(press.held, pile),
            _ => {
                let (width, height) = board.size.card();
                let nearest = targets.iter().copied().min_by_key(near);
                match nearest.filter(|pile| near(pile) <= width + 2 * height) {
                    Some(pile) => self.drop_on(press.held, pile),
                    None => match under {
                        // The game says why this is impossible.
                        Some(pile) => self.drop_on(press.held, pile),
                        None => self.let_go(),
                    },
                }
            }
        }
    }
}
