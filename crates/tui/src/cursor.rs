//! The keyboard cursor, and what Space, Enter, plus and minus do with the cards under it.

use crate::app::{App, Held, Tone};
use crate::board::{Board, Size};
use crate::grid::is_lower;
use crate::words::sentence;
use talon_rules::{Move, Pile};
use talon_session::Command;

impl App {
    fn placed(&self) -> Board {
        self.board(&self.scene())
    }

    /// Returns the piles in the order in which the cursor visits them.
    fn order(&self) -> Vec<Pile> {
        let board = self.placed();
        if board.size == Size::Plain {
            return self.session().view().piles().collect();
        }
        let mut piles: Vec<Pile> = Vec::new();
        for placed in &board.placed {
            if !piles.contains(&placed.pile) {
                piles.push(placed.pile);
            }
        }
        piles
    }

    /// Moves the cursor to the next pile of its row. The first use only shows it.
    pub(crate) fn sideways(&mut self, step: isize) {
        let first_use = !self.cursor.visible;
        self.cursor.visible = true;
        if first_use {
            return;
        }
        let piles = self.order();
        let row: Vec<Pile> =
            piles.into_iter().filter(|pile| is_lower(*pile) == is_lower(self.cursor.pile)).collect();
        let at = row.iter().position(|pile| *pile == self.cursor.pile).unwrap_or(0);
        let len = row.len() as isize;
        if len > 0 {
            self.put_cursor(row[((at as isize + step + len) % len) as usize]);
        }
    }

    fn put_cursor(&mut self, pile: Pile) {
        self.cursor.pile = pile;
        self.cursor.count = 1;
    }

    /// Covers one more card of the column, or moves the cursor to the upper row.
    pub(crate) fn upwards(&mut self) {
        self.cursor.visible = true;
        let scene = self.scene();
        let is_column = matches!(self.cursor.pile, Pile::Column(_));
        let open = scene.face_up(self.cursor.pile);
        if is_column && self.held.is_none() && usize::from(self.cursor.count) < open {
            self.cursor.count += 1;
        } else if is_lower(self.cursor.pile) {
            self.vertical(false);
        }
    }

    /// Covers one card fewer, or moves the cursor to the lower row.
    pub(crate) fn downwards(&mut self) {
        self.cursor.visible = true;
        if is_lower(self.cursor.pile) {
            self.cursor.count = self.cursor.count.saturating_sub(1).max(1);
        } else {
            self.vertical(true);
        }
    }

    /// Moves the cursor to the nearest pile of the other row.
    fn vertical(&mut self, down: bool) {
        let board = self.placed();
        let Some(here) = board.top_of(self.cursor.pile) else { return };
        let other = self.order().into_iter().filter(|pile| is_lower(*pile) == down);
        let nearest = other.min_by_key(|pile| board.top_of(*pile).map_or(u16::MAX, |r| r.x.abs_diff(here.x)));
        if let Some(pile) = nearest {
            self.put_cursor(pile);
        }
    }

    /// Moves the cursor to the first pile of the next or the previous kind.
    pub(crate) fn next_kind(&mut self, forward: bool) {
        self.cursor.visible = true;
        let kind = |pile: Pile| match pile {
            Pile::Stock => 0,
            Pile::Waste => 1,
            Pile::Cell(_) => 2,
            Pile::Foundation(_) => 3,
            Pile::Reserve => 4,
            Pile::Column(_) => 5,
        };
        let mut firsts: Vec<Pile> = Vec::new();
        for pile in self.order() {
            if !firsts.iter().any(|first| kind(*first) == kind(pile)) {
                firsts.push(pile);
            }
        }
        firsts.sort_by_key(|pile| kind(*pile));
        let at = firsts.iter().position(|first| kind(*first) == kind(self.cursor.pile)).unwrap_or(0);
        let next = if forward { at + 1 } else { at + firsts.len() - 1 };
        if let Some(pile) = firsts.get(next % firsts.len().max(1)) {
            self.put_cursor(*pile);
        }
    }

    /// Covers more or fewer cards.
    pub(crate) fn widen(&mut self, by: i8) {
        let open = self.scene().face_up(self.cursor.pile).max(1) as u8;
        let count = self.cursor.count.saturating_add_signed(by).clamp(1, open);
        self.cursor.count = count;
        self.cursor.visible = true;
        if let Some(held) = &mut self.held
            && held.pile == self.cursor.pile
        {
            held.count = count;
        }
    }

    /// Picks up the cards under the cursor, or puts down those that are held.
    pub(crate) fn pick_or_drop(&mut self) {
        self.cursor.visible = true;
        let pile = self.cursor.pile;
        match self.held {
            Some(held) if held.pile == pile => self.let_go(),
            Some(held) => self.drop_on(held, pile),
            None if pile == Pile::Stock && !self.stock_shows() => drop(self.execute(Command::Draw)),
            None if self.scene().cards(pile).is_empty() => {
                self.say(sentence(&format!("{} is empty", pile.words())), Tone::Bad);
            }
            None => self.held = Some(Held { pile, count: self.cursor.count }),
        }
    }

    /// Returns `true` if the top card of the stock is face up and can be played.
    pub fn stock_shows(&self) -> bool {
        self.session().view().top(Pile::Stock).is_some()
    }

    /// Puts down the cards that are held, or plays the best move of the pile under the cursor.
    pub(crate) fn best(&mut self) {
        self.cursor.visible = true;
        match self.held {
            Some(held) if held.pile != self.cursor.pile => self.drop_on(held, self.cursor.pile),
            _ if self.cursor.pile == Pile::Stock => drop(self.execute(Command::Draw)),
            _ => drop(self.execute(Command::Best(self.cursor.pile))),
        }
    }

    /// Moves the top card of a pile to the foundations, or else plays the best move of the pile.
    pub fn up_or_best(&mut self, pile: Pile) {
        let goes_up =
            |m: &Move| matches!(m, Move::Carry { from, to: Pile::Foundation(_), count: 1 } if *from == pile);
        if self.session().view().moves().iter().any(goes_up) {
            self.execute(Command::Up(pile));
        } else {
            self.execute(Command::Best(pile));
        }
    }
}
