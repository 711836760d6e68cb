//! What lies over the board for a while: lists to choose from, and pages to read.

use crate::app::{App, Tone, Wanted};
use crate::commands::{self, Action};
use crate::look::Theme;
use crossterm::event::KeyCode;
use rules::Rules;
use session::{Command, PostMortem};

/// Something over the board.
#[derive(Clone, Debug)]
pub enum Popup {
    /// The commands; one is chosen.
    Help(usize),
    /// The rules of the game, from this line on.
    Rules(u16),
    /// The options; one is chosen.
    Options(usize),
    /// The games: what was typed to find one, and which is chosen.
    Games(String, usize),
    /// Statistics, from this line on.
    Statistics(u16),
    /// Games that were left: the list, which is chosen, and whether one is to be chosen when none of them is
    /// wanted.
    Resume(Vec<store::Summary>, usize, bool),
    /// What the post-mortem found.
    Lost,
}

/// Something that is typed at the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// A deal number.
    Number(String),
    /// A command.
    Command(String),
    /// A card to find.
    Find(String),
    /// The name of a bookmark to put.
    Bookmark,
    /// The name of a bookmark to go to.
    GoTo,
    /// Whether a game is given up: the one on the table, or one of those that were left.
    GiveUp(Option<Left>),
}

/// A game that was left, as far as one has to know to give it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Its number in the books.
    pub id: i64,
    /// Its title and deal.
    pub name: String,
}

/// An option of the screen: its name and its value in words.
pub fn options(app: &App) -> Vec<(&'static str, String)> {
    let yes = |on: bool| if on { "yes" } else { "no" }.to_string();
    let auto = app.session().auto() != rules::Auto::Off;
    vec![
        ("Theme", app.look.theme.name().into()),
        ("A colour for each suit", yes(app.look.four_colours)),
        ("Suits as letters", yes(app.look.letters)),
        ("Cards fly", yes(app.look.animation)),
        ("Clock and score", yes(app.look.clock)),
        ("h j k l move the cursor", yes(app.look.vi_keys)),
        ("Stock for the left hand", yes(app.look.left_handed)),
        ("Safe cards go up by themselves", yes(auto)),
        ("Live verdict in every game", yes(app.verdict_always)),
        ("New deals are", app.wanted.word()),
    ]
}

/// Said of every game that begins with the verdict on.
pub const WITH_ORACLE: &str = "The live verdict is on (options): this game counts as played with the oracle.";

/// The games whose name or title has this text.
pub fn found(filter: &str) -> Vec<&'static Rules> {
    let wanted = filter.to_lowercase();
    let fits = |rules: &&Rules| {
        let all = format!("{} {} {}", rules.name, rules.title, rules.family).to_lowercase();
        wanted.split_whitespace().all(|word| all.contains(word))
    };
    games::ALL.iter().filter(fits).collect()
}

impl App {
    /// A key for what lies over the board.
    pub fn popup_key(&mut self, key: KeyCode) {
        let Some(mut popup) = self.popup.take() else { return };
        let step = match key {
            KeyCode::Up => -1,
            KeyCode::Down => 1,
            KeyCode::PageUp => -10,
            KeyCode::PageDown => 10,
            KeyCode::Home => -1000,
            KeyCode::End => 1000,
            _ => 0,
        };
        let is_close = matches!(key, KeyCode::Esc | KeyCode::Char('q'));
        match &mut popup {
            Popup::Games(filter, chosen) => {
                match key {
                    KeyCode::Esc => return,
                    KeyCode::Enter => {
                        if let Some(rules) = found(filter).get(*chosen) {
                            self.change_game(rules, None);
                            return;
                        }
                    }
                    KeyCode::Backspace => {
                        filter.pop();
                        *chosen = 0;
                    }
                    KeyCode::Char(c) => {
                        filter.push(c);
                        *chosen = 0;
                    }
                    _ => {}
                }
                *chosen = moved(*chosen, step, found(filter).len());
            }
            // Nobody chose the game that lies behind it.
            Popup::Resume(_, _, true) if is_close || key == KeyCode::Char('n') => {
                return self.act(Action::Games);
            }
            _ if is_close => return,
            Popup::Help(chosen) => {
                *chosen = moved(*chosen, step, commands::ALL.len());
                let action = match key {
                    KeyCode::Enter => Some(commands::ALL[*chosen].action),
                    KeyCode::Char('?') => return,
                    // A key does here what it does everywhere.
                    KeyCode::Char(c) => commands::of_key(c),
                    _ => None,
                };
                if let Some(action) = action {
                    return self.act(action);
                }
            }
            Popup::Options(chosen) => {
                *chosen = moved(*chosen, step, options(self).len());
                if matches!(key, KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Left | KeyCode::Right) {
                    self.change_option(*chosen);
                }
                if key == KeyCode::Char('o') {
                    return;
                }
            }
            Popup::Rules(line) | Popup::Statistics(line) => {
                if matches!(key, KeyCode::Char('i' | 's') | KeyCode::Enter) {
                    return;
                }
                *line = line.saturating_add_signed(step.clamp(-500, 500));
            }
            Popup::Resume(list, chosen, _) => {
                if key == KeyCode::Enter
                    && let Some(summary) = list.get(*chosen)
                {
                    let id = summary.id;
                    return self.take_up(id);
                }
                if key == KeyCode::Char('x')
                    && let Some(summary) = list.get(*chosen)
                {
                    let name = format!("{}, {}", summary.title, summary.deal);
                    self.prompt = Some(Prompt::GiveUp(Some(Left { id: summary.id, name })));
                }
                if key == KeyCode::Char('n') {
                    return;
                }
                *chosen = moved(*chosen, step, list.len());
            }
            Popup::Lost => {
                if key == KeyCode::Enter {
                    return self.go_where_it_was_lost();
                }
                return;
            }
        }
        self.popup = Some(popup);
    }

    /// The player was asked, and gives a game up.
    pub fn give_up(&mut self, left: Option<Left>) {
        let Some(left) = left else {
            match self.sitting.give_up() {
                Ok(outcome) => {
                    let words = format!("{} p tells which move lost it, n deals anew.", outcome.words());
                    self.say(words, Tone::Plain);
                    self.trouble();
                }
                Err(refusal) => self.say(refusal.to_string(), Tone::Bad),
            }
            return;
        };
        match self.books.as_ref().map(|books| books.give_up(left.id)) {
            Some(Err(error)) => return self.say(error.to_string(), Tone::Bad),
            Some(Ok(())) => self.say(format!("{} is given up: it counts as lost.", left.name), Tone::Plain),
            None => {}
        }
        if let Some(Popup::Resume(list, chosen, before_choice)) = &mut self.popup {
            list.retain(|summary| summary.id != left.id);
            *chosen = (*chosen).min(list.len().saturating_sub(1));
            if list.is_empty() {
                let choose = *before_choice;
                self.popup = None;
                if choose {
                    self.act(Action::Games);
                }
            }
        }
    }

    /// To the position before the losing move, to play on from there.
    fn go_where_it_was_lost(&mut self) {
        let place = match &self.lost {
            Some((PostMortem::LostBy { at, .. }, places)) => places.get(at - 1).copied(),
            Some((PostMortem::NotKnown { winnable: Some(at), .. }, places)) => places.get(*at).copied(),
            _ => None,
        };
        if let Some(place) = place {
            self.execute(Command::Visit(place));
            self.say("Here the game could still be won: play on.", Tone::Good);
        }
    }

    fn change_option(&mut self, option: usize) {
        let look = &mut self.look;
        match option {
            0 => {
                let at = Theme::ALL.iter().position(|theme| *theme == look.theme).unwrap_or(0);
                look.theme = Theme::ALL[(at + 1) % Theme::ALL.len()];
            }
            1 => look.four_colours = !look.four_colours,
            2 => look.letters = !look.letters,
            3 => look.animation = !look.animation,
            4 => look.clock = !look.clock,
            5 => look.vi_keys = !look.vi_keys,
            6 => look.left_handed = !look.left_handed,
            7 => self.act(Action::ToggleAuto),
            8 => {
                self.verdict_always = !self.verdict_always;
                if self.verdict_always != self.verdict_on {
                    self.act(Action::Verdict);
                }
            }
            _ => {
                let at = Wanted::ALL.iter().position(|wanted| *wanted == self.wanted).unwrap_or(0);
                self.wanted = Wanted::ALL[(at + 1) % Wanted::ALL.len()];
            }
        }
        self.keep_preferences();
    }

    /// Writes the player's choices into the books.
    pub fn keep_preferences(&mut self) {
        let Some(books) = &self.books else { return };
        let yes = |on: bool| if on { "yes" } else { "no" };
        let look = &self.look;
        let wanted = self.wanted.word();
        let pairs = [
            ("theme", look.theme.name()),
            ("four-colours", yes(look.four_colours)),
            ("letters", yes(look.letters)),
            ("animation", yes(look.animation)),
            ("clock", yes(look.clock)),
            ("vi-keys", yes(look.vi_keys)),
            ("left-handed", yes(look.left_handed)),
            ("verdict", yes(self.verdict_always)),
            ("new-deals", &wanted),
        ];
        let kept = pairs.iter().try_for_each(|(name, value)| books.prefer(name, value));
        if let Err(error) = kept {
            self.say(error.to_string(), Tone::Bad);
        }
    }

    /// Reads the player's choices from the books.
    pub fn recall_preferences(&mut self) {
        let Some(books) = &self.books else { return };
        let on = |name: &str, default: bool| match books.preference(name) {
            Some(value) => value == "yes",
            None => default,
        };
        let look = &mut self.look;
        look.theme = books.preference("theme").and_then(|name| Theme::find(&name)).unwrap_or(look.theme);
        look.four_colours = on("four-colours", look.four_colours);
        look.letters = on("letters", look.letters);
        look.animation = on("animation", look.animation);
        look.clock = on("clock", look.clock);
        look.vi_keys = on("vi-keys", look.vi_keys);
        look.left_handed = on("left-handed", look.left_handed);
        self.wanted =
            books.preference("new-deals").and_then(|word| Wanted::find(&word)).unwrap_or(self.wanted);
        self.verdict_always = on("verdict", false);
        if self.verdict_always {
            self.want_verdict();
            self.say(WITH_ORACLE, Tone::Plain);
        }
    }
}

fn moved(at: usize, step: i16, len: usize) -> usize {
    let last = len.saturating_sub(1);
    at.saturating_add_signed(step.into()).min(last)
}
