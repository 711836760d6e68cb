//! Keys: two languages at once, addresses and a cursor, and the commands of the list.

use crate::address::{Address, Typed};
use crate::app::{App, Held, Side, Tone, Wanted};
use crate::board::{Board, Size};
use crate::commands::{self, Action};
use crate::popup::{Popup, Prompt};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use rules::{Move, Pile};
use session::{Command, Day, Deal, Question};
use std::time::Instant;

impl App {
    /// Something came from the terminal.
    pub fn event(&mut self, event: Event, now: Instant) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse, now),
            Event::Resize(width, height) => {
                self.area = Rect::new(0, 0, width, height);
                // A frame for another size may have gone out meanwhile, and the size may be what it was.
                self.redraw = true;
                self.show.stop();
                self.press = None;
            }
            _ => {}
        }
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) {
        self.show.stop();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd') => self.quit = true,
                KeyCode::Char('z') => self.rest = true,
                KeyCode::Char('l') => self.redraw = true,
                _ => {}
            }
            return;
        }
        if self.demo.take().is_some() {
            return self.say("The demonstration has stopped.", Tone::Plain);
        }
        if self.prompt.is_some() {
            return self.prompt_key(key.code);
        }
        if self.popup.is_some() {
            return self.popup_key(key.code);
        }
        match key.code {
            KeyCode::Esc => {
                self.let_go();
                self.side = Side::Game;
                self.message = (String::new(), Tone::Plain);
            }
            KeyCode::Left => self.sideways(-1),
            KeyCode::Right => self.sideways(1),
            KeyCode::Up => self.upwards(),
            KeyCode::Down => self.downwards(),
            KeyCode::Tab => self.act(Action::NextKind),
            KeyCode::BackTab => self.next_kind(false),
            KeyCode::Enter => self.act(Action::Best),
            KeyCode::Backspace => self.act(Action::Undo),
            KeyCode::Char(c) => self.character(c),
            _ => {}
        }
    }

    fn character(&mut self, c: char) {
        match self.address.take(c) {
            Typed::More(next) => {
                self.held = None;
                self.address = next;
                return;
            }
            Typed::Whole(command) => {
                self.execute(command);
                return;
            }
            Typed::Other => self.address = Address::Nothing,
        }
        match c {
            'h' if self.look.vi_keys => self.sideways(-1),
            'l' => self.sideways(1),
            'k' => self.upwards(),
            'j' => self.downwards(),
            ' ' => self.act(Action::PickOrDrop),
            '=' => self.act(Action::More),
            '_' => self.act(Action::Fewer),
            _ => match commands::of_key(c) {
                Some(action) => self.act(action),
                None => self.say(format!("No command has the key {c}; ? lists them all."), Tone::Bad),
            },
        }
    }

    /// Does what a command says.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Draw => drop(self.execute(Command::Draw)),
            Action::Undo => drop(self.execute(Command::Undo)),
            Action::Redo => drop(self.execute(Command::Redo)),
            Action::BackTen => self.leap(Command::Undo),
            Action::OnTen => self.leap(Command::Redo),
            Action::PreviousBranch | Action::NextBranch => {
                match self.sitting.branch(action == Action::NextBranch) {
                    Some(place) => drop(self.execute(Command::Visit(place))),
                    None => self.say("No other branch was played yet.", Tone::Bad),
                }
            }
            Action::Bookmark => self.ask(Prompt::Bookmark),
            Action::GoTo => {
                if self.session().bookmarks().iter().next().is_none() {
                    return self.say("There is no bookmark yet; m puts one.", Tone::Bad);
                }
                self.ask(Prompt::GoTo);
            }
            Action::Hint => self.hint(self.verdict_on),
            Action::OracleHint => {
                if !self.verdict_on {
                    self.want_verdict();
                }
                self.hint(true);
            }
            Action::Auto => drop(self.execute(Command::Auto)),
            Action::ToggleAuto => {
                let on = self.session().auto() == rules::Auto::Off;
                self.execute(Command::SetAuto(on));
            }
            Action::Finish => drop(self.execute(Command::Finish)),
            Action::Why => match self.sitting.refused() {
                Some(why) => {
                    let why = why.to_string();
                    self.message = (why, Tone::Bad);
                }
                None => self.say("Nothing was refused since the last move.", Tone::Plain),
            },
            Action::Verdict => {
                if self.verdict_on {
                    self.verdict_on = false;
                    self.analyst.cancel();
                    self.say("The verdict is off.", Tone::Plain);
                } else {
                    self.want_verdict();
                    self.say("The verdict is on: this game counts as played with the oracle.", Tone::Plain);
                }
            }
            Action::Demo => {
                self.want_verdict();
                self.demo = Some(Instant::now());
                self.say("The proved line is played; any key stops it.", Tone::Plain);
            }
            Action::PostMortem => self.post_mortem(),
            Action::Grade => {
                let deal = self.session().deal().table(self.session().rules());
                if let Ok(table) = deal {
                    self.sitting.mark(session::Stamp::Oracle);
                    self.analyst.ask(Question::Grade(table));
                    self.say("Weighing the first moves of this deal …", Tone::Plain);
                }
            }
            Action::Listing => {
                self.sitting.count_cards();
                self.toggle(Side::Listing);
            }
            Action::Find => self.ask(Prompt::Find(String::new())),
            Action::Ledger => {
                if self.sitting.ledger().is_none() {
                    let score = self.session().score_words();
                    let words = format!(
                        "The casino keeps its ledger for deals of Canfield; the score here is {score}."
                    );
                    return self.say(words, Tone::Bad);
                }
                self.toggle(Side::Ledger);
            }
            Action::History => self.toggle(Side::History),
            Action::Statistics => self.popup = Some(Popup::Statistics(0)),
            Action::New if self.wanted != Wanted::Any => self.act(Action::Winnable),
            Action::New => {
                let number = (self.fresh)();
                self.execute(Command::New(Deal::Number(number)));
            }
            Action::NextDeal | Action::PreviousDeal => {
                match self.sitting.next_deal(action == Action::NextDeal) {
                    Some(deal) => drop(self.execute(Command::New(deal))),
                    None => self.say("This deal has no number, so there is none beside it.", Tone::Bad),
                }
            }
            Action::Numbered => self.ask(Prompt::Number(String::new())),
            Action::Daily => {
                let day = Day::from_unix((self.now)());
                self.execute(Command::New(day.deal()));
            }
            Action::Winnable => {
                let rules = *self.session().rules();
                let from = (self.fresh)();
                let level = self.wanted.level();
                self.analyst.ask(Question::WinnableDeal { rules, from, level });
                let words = match level {
                    Some(level) => format!("Searching for a deal that is {level} …"),
                    None => "Searching for a deal that can be won …".into(),
                };
                self.say(words, Tone::Plain);
            }
            Action::Restart => drop(self.execute(Command::Restart)),
            Action::Games => {
                let now = self.session().rules().name;
                let chosen = games::ALL.iter().position(|rules| rules.name == now).unwrap_or(0);
                self.popup = Some(Popup::Games(String::new(), chosen));
            }
            Action::Resume => self.offer_to_resume(true),
            Action::GiveUp => match self.sitting.may_give_up() {
                Ok(()) => self.ask(Prompt::GiveUp(None)),
                Err(refusal) => self.say(refusal.to_string(), Tone::Bad),
            },
            Action::Rules => self.popup = Some(Popup::Rules(0)),
            Action::Options => self.popup = Some(Popup::Options(0)),
            Action::CommandLine => self.ask(Prompt::Command(String::new())),
            Action::NextKind => self.next_kind(true),
            Action::PickOrDrop => self.pick_or_drop(),
            Action::Best => self.best(),
            Action::More => self.widen(1),
            Action::Fewer => self.widen(-1),
            Action::Help => self.popup = Some(Popup::Help(0)),
            Action::Quit => self.quit = true,
        }
    }

    fn ask(&mut self, prompt: Prompt) {
        self.let_go();
        self.prompt = Some(prompt);
    }

    fn toggle(&mut self, side: Side) {
        self.side = if self.side == side { Side::Game } else { side };
    }

    /// The same step up to ten times.
    fn leap(&mut self, step: Command) {
        if !self.execute(step.clone()) {
            return;
        }
        let mut count = 1;
        while count < 10 && self.sitting.execute(step.clone()).is_ok() {
            count += 1;
        }
        self.show.stop();
        let way = if step == Command::Undo { "Back" } else { "On" };
        self.say(format!("{way} by {count} moves."), Tone::Plain);
        self.status = None;
        self.ask_about_here();
    }

    fn post_mortem(&mut self) {
        let (tables, places) = self.sitting.line();
        if tables.len() < 2 {
            return self.say("Nothing was played yet.", Tone::Bad);
        }
        self.examined = places;
        self.analyst.ask(Question::PostMortem(tables));
        self.say("Looking for the move that lost the game …", Tone::Plain);
    }

    /// Offers the games that were left: when the player asked for them (told so even when there are none),
    /// or before a game is chosen.
    pub fn offer_to_resume(&mut self, asked: bool) {
        let list = match &self.books {
            Some(books) => books.left(),
            None => Ok(Vec::new()),
        };
        match list {
            Ok(list) if !list.is_empty() => self.popup = Some(Popup::Resume(list, 0, !asked)),
            Ok(_) if asked => self.say("No other game was left unfinished.", Tone::Plain),
            Ok(_) => {}
            Err(error) => self.say(error.to_string(), Tone::Bad),
        }
    }

    fn prompt_key(&mut self, key: KeyCode) {
        let Some(mut prompt) = self.prompt.take() else { return };
        if key == KeyCode::Esc {
            return;
        }
        match (&mut prompt, key) {
            (Prompt::GiveUp(left), KeyCode::Char('y' | 'Y')) => {
                let left = left.take();
                return self.give_up(left);
            }
            // Whatever else is no yes.
            (Prompt::GiveUp(_), _) => return,
            (Prompt::Bookmark, KeyCode::Char(c)) if c.is_alphanumeric() => {
                self.sitting.bookmark(c);
                return self.say(format!("Bookmark {c} is here; '{c} comes back."), Tone::Plain);
            }
            (Prompt::GoTo, KeyCode::Char(c)) if c.is_alphanumeric() => {
                match self.session().bookmarks().place(c) {
                    Some(place) => drop(self.execute(Command::Visit(place))),
                    None => self.say(format!("There is no bookmark {c}."), Tone::Bad),
                }
                return;
            }
            (Prompt::Bookmark | Prompt::GoTo, _) => {
                return self.say("A bookmark is a letter or a digit.", Tone::Bad);
            }
            (Prompt::Number(text) | Prompt::Command(text) | Prompt::Find(text), KeyCode::Char(c)) => {
                text.push(c);
            }
            (Prompt::Number(text) | Prompt::Command(text) | Prompt::Find(text), KeyCode::Backspace) => {
                text.pop();
            }
            (Prompt::Find(text), KeyCode::Enter) => {
                let text = text.clone();
                return self.find(&text);
            }
            (Prompt::Number(text), KeyCode::Enter) => {
                let text = text.clone();
                return self.deal_number(&text);
            }
            (Prompt::Command(text), KeyCode::Enter) => {
                let text = text.clone();
                return self.command_line(&text);
            }
            _ => {}
        }
        self.prompt = Some(prompt);
    }

    fn deal_number(&mut self, text: &str) {
        match Deal::read(text, self.session().rules()) {
            Ok(deal) => drop(self.execute(Command::New(deal))),
            Err(error) => self.say(format!("There is no such deal: {error}."), Tone::Bad),
        }
    }

    fn command_line(&mut self, text: &str) {
        let text = text.trim();
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "" => {}
            "deal" | "new" if !rest.is_empty() => self.deal_number(rest),
            "game" => match games::find(rest) {
                Ok(rules) => self.change_game(rules, None),
                Err(error) => self.say(format!("There {error}."), Tone::Bad),
            },
            "q" | "quit" => self.quit = true,
            _ => match text.parse::<Move>() {
                Ok(m) => drop(self.execute(Command::Play(m))),
                Err(error) => self.say(format!("{error}; also deal 42, game spider, quit."), Tone::Bad),
            },
        }
    }

    // The cursor.

    fn placed(&self) -> Board {
        self.board(&self.scene())
    }

    /// The piles in reading order, as a cursor goes through them.
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

    fn sideways(&mut self, step: isize) {
        let first_use = !self.cursor.visible;
        self.cursor.visible = true;
        if first_use {
            return;
        }
        let piles = self.order();
        // Columns and the reserve are a row of their own.
        let below = |pile: Pile| matches!(pile, Pile::Column(_) | Pile::Reserve);
        let row: Vec<Pile> =
            piles.into_iter().filter(|pile| below(*pile) == below(self.cursor.pile)).collect();
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

    fn upwards(&mut self) {
        self.cursor.visible = true;
        let scene = self.scene();
        let below = matches!(self.cursor.pile, Pile::Column(_));
        let open = scene.open(self.cursor.pile);
        if below && self.held.is_none() && usize::from(self.cursor.count) < open {
            self.cursor.count += 1;
        } else if matches!(self.cursor.pile, Pile::Column(_) | Pile::Reserve) {
            self.vertical(false);
        }
    }

    fn downwards(&mut self) {
        self.cursor.visible = true;
        if matches!(self.cursor.pile, Pile::Column(_) | Pile::Reserve) {
            self.cursor.count = self.cursor.count.saturating_sub(1).max(1);
        } else {
            self.vertical(true);
        }
    }

    /// To the nearest pile of the other row.
    fn vertical(&mut self, down: bool) {
        let board = self.placed();
        let Some(here) = board.top_of(self.cursor.pile) else { return };
        let below = |pile: Pile| matches!(pile, Pile::Column(_) | Pile::Reserve);
        let other = self.order().into_iter().filter(|pile| below(*pile) == down);
        let nearest = other.min_by_key(|pile| board.top_of(*pile).map_or(u16::MAX, |r| r.x.abs_diff(here.x)));
        if let Some(pile) = nearest {
            self.put_cursor(pile);
        }
    }

    fn next_kind(&mut self, forward: bool) {
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

    fn widen(&mut self, by: i8) {
        let open = self.scene().open(self.cursor.pile).max(1) as u8;
        let count = self.cursor.count.saturating_add_signed(by).clamp(1, open);
        self.cursor.count = count;
        self.cursor.visible = true;
        if let Some(held) = &mut self.held
            && held.pile == self.cursor.pile
        {
            held.count = count;
        }
    }

    fn pick_or_drop(&mut self) {
        self.cursor.visible = true;
        let pile = self.cursor.pile;
        match self.held {
            Some(held) if held.pile == pile => self.let_go(),
            Some(held) => self.drop_on(held, pile),
            None if pile == Pile::Stock && !self.stock_shows() => drop(self.execute(Command::Draw)),
            None if self.scene().cards(pile).is_empty() => {
                let words = pile.words();
                let words = words.strip_prefix("the ").map_or(words.clone(), |w| format!("The {w}"));
                let mut letters = words.chars();
                let words: String =
                    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
                self.say(format!("{words} is empty: there is nothing to pick up."), Tone::Bad);
            }
            None => self.held = Some(Held { pile, count: self.cursor.count }),
        }
    }

    /// Is the top card of the stock open, to be played?
    pub fn stock_shows(&self) -> bool {
        self.session().view().top(Pile::Stock).is_some()
    }

    fn best(&mut self) {
        self.cursor.visible = true;
        match self.held {
            Some(held) if held.pile != self.cursor.pile => self.drop_on(held, self.cursor.pile),
            _ if self.cursor.pile == Pile::Stock => drop(self.execute(Command::Draw)),
            _ => drop(self.execute(Command::Best(self.cursor.pile))),
        }
    }

    /// A double click: up if it goes up, otherwise the pile's best move.
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
