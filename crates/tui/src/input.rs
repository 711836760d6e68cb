//! The keyboard: addresses of piles and the keys of the commands. The cursor is in [`cursor`](crate::cursor),
//! the questions at the bottom of the screen in [`prompt`](crate::prompt).

use crate::address::{Address, Typed};
use crate::app::{App, Side, Tone, Wanted};
use crate::commands::Action;
use crate::popup::{Games, Help, Input, Options, Rail, RuleSheet, Seeking, StatisticsPage, Unfinished};
use crate::prompt::Prompt;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use std::time::Instant;
use talon_rules::plural;
use talon_session::form::Form;
use talon_session::{Aim, Command, Day, Deal, Question};

impl App {
    /// Handles an event of the terminal.
    pub fn event(&mut self, event: Event, now: Instant) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse, now),
            Event::Resize(width, height) => {
                self.area = Rect::new(0, 0, width, height);
                // A frame of the old size may have been drawn meanwhile, so the terminal may show anything.
                self.redraw = true;
                self.animation.stop();
                self.press = None;
            }
            _ => {}
        }
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) {
        self.animation.stop();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd') => self.quit = true,
                KeyCode::Char('z') => self.suspend = true,
                KeyCode::Char('l') => self.redraw = true,
                _ => {}
            }
            return;
        }
        if self.demonstration.take().is_some() {
            return self.say("The demonstration has stopped.", Tone::Plain);
        }
        if self.prompt.is_some() || self.popup.is_some() {
            match Input::of_key(key.code) {
                Some(input) if self.prompt.is_some() => self.prompt_input(input),
                Some(input) => self.popup_input(input),
                None => {}
            }
            return;
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
            Typed::Complete(command) => {
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
            _ => match self.keys.action(&c.to_string()) {
                Some(action) => self.act(action),
                None => self
                    .say(format!("There is no command with the key {c}. Press ? for the list."), Tone::Bad),
            },
        }
    }

    /// Performs a command.
    pub fn act(&mut self, action: Action) {
        let switches_off = action == Action::Verdict && self.verdict_on;
        if action.looks_at_hidden_cards() && !switches_off && self.sitting.oracle_warning().is_some() {
            return self.ask(Prompt::Oracle(action));
        }
        match action {
            Action::Draw => drop(self.execute(Command::Draw)),
            Action::Undo => drop(self.execute(Command::Undo)),
            Action::Redo => drop(self.execute(Command::Redo)),
            Action::BackTen => self.leap(Command::Undo),
            Action::ForwardTen => self.leap(Command::Redo),
            Action::PreviousBranch | Action::NextBranch => {
                match self.sitting.branch(action == Action::NextBranch) {
                    Some(place) => drop(self.execute(Command::Visit(place))),
                    None => self.say("There is no other branch.", Tone::Bad),
                }
            }
            Action::Bookmark => self.ask(Prompt::Bookmark),
            Action::GoToBookmark => {
                if self.session().bookmarks().iter().next().is_none() {
                    return self.say("There is no bookmark. Press m to set one.", Tone::Bad);
                }
                self.ask(Prompt::GoToBookmark);
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
                let on = self.session().auto() == talon_rules::Auto::Off;
                self.execute(Command::SetAuto(on));
            }
            Action::Finish => drop(self.execute(Command::Finish)),
            Action::Why => match self.sitting.refused() {
                Some(why) => {
                    let why = why.to_string();
                    self.message = (why, Tone::Bad);
                }
                None => self.say("No move has been refused.", Tone::Plain),
            },
            Action::Verdict => {
                if self.verdict_on {
                    self.verdict_on = false;
                    self.analyst.cancel();
                    self.say("The verdict is off.", Tone::Plain);
                } else {
                    self.want_verdict();
                    self.say("The verdict is on. This game counts as played with the oracle.", Tone::Plain);
                }
            }
            Action::Demonstration => {
                self.want_verdict();
                self.demonstration = Some(Instant::now());
                self.say("Playing a proved win. Press any key to stop.", Tone::Plain);
            }
            Action::PostMortem => self.post_mortem(),
            Action::Grade => {
                let deal = self.session().deal().table(self.session().rules());
                if let Ok(table) = deal {
                    self.sitting.mark(talon_session::Stamp::Oracle);
                    self.analyst.ask(Question::Grade(table));
                    self.say("Grading this deal …", Tone::Plain);
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
                    let could = self.session().clone().execute(Command::SetLedger(true)).is_ok();
                    let start = if could { " Type :ledger on to start one." } else { "" };
                    let words =
                        format!("The casino keeps no ledger of this game. The score is {score}.{start}");
                    return self.say(words, Tone::Bad);
                }
                self.toggle(Side::Ledger);
            }
            // The tree stays beside the table until it is asked for again.
            Action::History if self.side == Side::History => self.side = Side::Game,
            Action::History => self.open(Rail::new(self)),
            Action::Statistics => self.open(StatisticsPage::default()),
            Action::New if self.wanted != Wanted::Any => self.act(Action::Winnable),
            Action::New => {
                let number = (self.fresh)();
                self.execute(Command::New(Deal::Number(number)));
            }
            Action::NextDeal | Action::PreviousDeal => {
                match self.sitting.next_deal(action == Action::NextDeal) {
                    Some(deal) => drop(self.execute(Command::New(deal))),
                    None => {
                        self.say("This deal has no number, so there is no next or previous one.", Tone::Bad)
                    }
                }
            }
            Action::Numbered => self.ask(Prompt::Number(String::new())),
            Action::Daily => {
                let day = Day::from_unix((self.now)());
                self.look_for_deal(Form::of_session(self.session()), Aim::Day(day));
            }
            Action::Winnable => self.look_for_deal(Form::of_session(self.session()), self.wanted.aim()),
            Action::Restart => drop(self.execute(Command::Restart)),
            Action::Games => self.open(Games::new(self, false)),
            Action::Resume => self.offer_to_resume(),
            Action::GiveUp => match self.sitting.may_give_up() {
                Ok(()) => self.ask(Prompt::GiveUp(None)),
                Err(refusal) => self.say(refusal.to_string(), Tone::Bad),
            },
            Action::Rules => self.open(RuleSheet::default()),
            Action::Options => self.open(Options::default()),
            Action::CommandLine => self.ask(Prompt::Command(String::new())),
            Action::NextKind => self.next_kind(true),
            Action::PickOrDrop => self.pick_or_drop(),
            Action::Best => self.best(),
            Action::More => self.widen(1),
            Action::Fewer => self.widen(-1),
            Action::Score => {
                let words = format!("The score is {}.", self.sitting.score_words());
                self.say(words, Tone::Plain);
            }
            // These have no key here: they need an argument, or belong to text play or to the page.
            Action::Legal
            | Action::Look
            | Action::Quiet
            | Action::Set
            | Action::Save
            | Action::Load
            | Action::Share
            | Action::FullScreen
            | Action::Learn
            | Action::Design
            | Action::Replay => {
                let word = action.entry().words.first().unwrap_or(&action.entry().name);
                self.say(format!("`{word}` is a command of text play only."), Tone::Bad);
            }
            Action::Help => self.open(Help::default()),
            Action::Quit => self.quit = true,
        }
    }

    /// Begins a search for a deal of the wanted kind, by the rules of a form.
    pub(crate) fn look_for_deal(&mut self, form: Form, aim: Aim) {
        let rules = *form.rules();
        let from = (self.fresh)();
        self.sought = Some(form);
        self.analyst.ask(Question::Deal { rules, from, aim });
        self.open(Seeking::new(aim));
    }

    fn ask(&mut self, prompt: Prompt) {
        self.let_go();
        self.prompt = Some(prompt);
    }

    fn toggle(&mut self, side: Side) {
        self.side = if self.side == side { Side::Game } else { side };
    }

    /// Repeats a step up to ten times.
    fn leap(&mut self, step: Command) {
        if !self.execute(step.clone()) {
            return;
        }
        let mut count = 1;
        while count < 10 && self.sitting.execute(step.clone()).is_ok() {
            count += 1;
        }
        self.animation.stop();
        let way = if step == Command::Undo { "back" } else { "forward" };
        self.say(format!("Went {way} {}.", plural(count, "move")), Tone::Plain);
        self.status = None;
        self.ask_about_here();
    }

    fn post_mortem(&mut self) {
        let (tables, places) = self.sitting.line();
        if tables.len() < 2 {
            return self.say("No move has been made yet.", Tone::Bad);
        }
        self.examined = places;
        self.analyst.ask(Question::PostMortem(tables));
        self.say("Looking for the move that lost the game …", Tone::Plain);
    }

    /// Opens the list of unfinished games.
    pub fn offer_to_resume(&mut self) {
        let list = match &self.books {
            Some(books) => books.left(),
            None => Ok(Vec::new()),
        };
        match list {
            Ok(games) if !games.is_empty() => self.open(Unfinished::new(games)),
            Ok(_) => self.say("There are no other unfinished games.", Tone::Plain),
            Err(error) => self.say(error.to_string(), Tone::Bad),
        }
    }
}
