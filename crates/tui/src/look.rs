//! How the screen looks: colours, suits and themes, as the player has chosen.

use crate::palette::{self, Palette, Shade};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use talon_cards::{Card, Color as Red, Suit};

/// How many colours the terminal can show.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None, or the player does not want any.
    None,
    /// 16 colours.
    Few,
    /// 256 colours.
    Many,
    /// All colours.
    True,
}

impl Depth {
    /// Reads the environment: `NO_COLOR` first, then `COLORTERM` and `TERM`.
    pub fn from_environment(var: impl Fn(&str) -> Option<String>) -> Depth {
        if var("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            return Depth::None;
        }
        let term = var("TERM").unwrap_or_default();
        let colours = var("COLORTERM").unwrap_or_default();
        if colours.contains("truecolor") || colours.contains("24bit") {
            Depth::True
        } else if term.contains("256color") {
            Depth::Many
        } else if term == "dumb" {
            Depth::None
        } else {
            Depth::Few
        }
    }
}

/// A set of colours.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Theme {
    /// White cards on green cloth.
    Felt,
    /// Dark cards on a dark table.
    Night,
    /// White cards on light paper.
    Paper,
    /// The terminal's own colours.
    Plain,
}

impl Theme {
    /// All themes, in the order in which the options go through them.
    pub const ALL: [Theme; 4] = [Theme::Felt, Theme::Night, Theme::Paper, Theme::Plain];

    /// Returns the name of the theme.
    pub fn name(self) -> &'static str {
        ["felt", "night", "paper", "plain"][self as usize]
    }

    /// Returns the theme with this name.
    pub fn find(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// The player's choices about the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// How many colours the terminal can show.
    pub depth: Depth,
    /// The set of colours.
    pub theme: Theme,
    /// Whether each suit has a colour of its own.
    pub four_colours: bool,
    /// Whether suits are written as letters.
    pub letters: bool,
    /// Whether the screen shows ASCII only: letters for suits, and frames of `+`, `-` and `|`.
    pub ascii: bool,
    /// Whether moves are animated.
    pub animation: bool,
    /// Whether the clock and the score are shown.
    pub clock: bool,
    /// Whether `h j k l` move the cursor.
    pub vi_keys: bool,
    /// Whether stock, waste and reserve lie on the right.
    pub left_handed: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            depth: Depth::True,
            theme: Theme::Felt,
            four_colours: false,
            letters: false,
            ascii: false,
            animation: true,
            clock: true,
            vi_keys: false,
            left_handed: false,
        }
    }
}

/// The parts of the screen that have a style.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The table, and ordinary text.
    Table,
    /// Less important text.
    Dim,
    /// More important text.
    Strong,
    /// The back of a card.
    Back,
    /// An empty place.
    Slot,
    /// Frames.
    Frame,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// Neither good nor bad news.
    Unsure,
    /// The chosen line of a list.
    Chosen,
}

/// What is shown about a card or a place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is held, was found, or is what a hint wants to be moved.
    Held,
    /// The held cards can go there, or a hint wants them to.
    Target,
    /// The cursor is on it.
    Cursor,
}

impl Look {
    /// Returns the colours of the theme; `None` if it has none of its own, or the terminal shows none.
    fn palette(&self) -> Option<&'static Palette> {
        match self.theme {
            _ if self.depth == Depth::None => None,
            Theme::Felt => Some(&palette::FELT),
            Theme::Night => Some(&palette::NIGHT),
            Theme::Paper => Some(&palette::PAPER),
            Theme::Plain => None,
        }
    }

    /// Returns a style that sets both colours.
    fn inked(&self, ink: Shade, ground: Shade) -> Style {
        Style::new().fg(ink.at(self.depth)).bg(ground.at(self.depth))
    }

    /// Returns the style of a part.
    pub fn part(&self, part: Part) -> Style {
        let Some(colours) = self.palette() else {
            let style = Style::new();
            let plain = self.depth == Depth::None;
            return match part {
                Part::Table | Part::Back | Part::Frame => style,
                Part::Dim | Part::Slot => style.add_modifier(Modifier::DIM),
                Part::Strong => style.add_modifier(Modifier::BOLD),
                Part::Chosen => style.add_modifier(Modifier::REVERSED),
                Part::Good if !plain => style.fg(Color::Green),
                Part::Bad if !plain => style.fg(Color::Red),
                Part::Unsure if !plain => style.fg(Color::Yellow),
                Part::Good | Part::Bad | Part::Unsure => style.add_modifier(Modifier::BOLD),
            };
        };
        let on = |ink| self.inked(ink, colours.table);
        match part {
            Part::Table | Part::Frame => on(colours.words),
            Part::Dim | Part::Slot => on(colours.dim),
            Part::Strong => on(colours.strong).add_modifier(Modifier::BOLD),
            Part::Back => self.inked(colours.pattern, colours.back),
            Part::Good => on(colours.good),
            Part::Bad => on(colours.bad),
            Part::Unsure => on(colours.unsure),
            Part::Chosen => self.inked(colours.table, colours.words),
        }
    }

    /// Returns the style to add to the first and the last line of the screen.
    pub fn bar(&self) -> Style {
        self.palette().map_or(Style::new(), |colours| Style::new().bg(colours.bar.at(self.depth)))
    }

    /// Returns the style of a card.
    pub fn card(&self, card: Card) -> Style {
        let is_red = card.color() == Red::Red;
        if let Some(colours) = self.palette() {
            let ink = match (card.suit(), self.four_colours) {
                (Suit::Clubs, true) => colours.clubs,
                (Suit::Hearts, true) => colours.hearts,
                (Suit::Diamonds, true) => colours.diamonds,
                (Suit::Hearts | Suit::Diamonds, false) => colours.red,
                (Suit::Spades, _) | (Suit::Clubs, false) => colours.black,
            };
            return self.inked(ink, colours.paper);
        }
        let style = if is_red { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        match (card.suit(), self.four_colours) {
            _ if self.depth == Depth::None => style,
            (Suit::Diamonds, true) => style.fg(Color::Yellow),
            (Suit::Clubs, true) => style.fg(Color::Cyan),
            _ if is_red => style.fg(Color::Red),
            _ => style,
        }
    }

    /// Marks the style of a card.
    pub fn marked(&self, style: Style, mark: Mark) -> Style {
        match self.palette() {
            Some(colours) if !(self.depth == Depth::Few && self.theme == Theme::Night) => {
                let ground = match mark {
                    Mark::Held => colours.held,
                    Mark::Target => colours.target,
                    Mark::Cursor => colours.cursor,
                };
                style.bg(ground.at(self.depth))
            }
            _ => style.add_modifier(match mark {
                Mark::Held => Modifier::REVERSED,
                Mark::Target => Modifier::UNDERLINED,
                Mark::Cursor => Modifier::REVERSED | Modifier::UNDERLINED,
            }),
        }
    }

    /// Returns the style of a place without a card that is face up: an empty place, or a face-down card.
    pub fn marked_place(&self, mark: Mark) -> Style {
        let black = self.palette().map_or(Style::new(), |colours| self.inked(colours.black, colours.paper));
        self.marked(black, mark)
    }

    /// Returns a card as it is written: `10♦`, or `10D`.
    pub fn card_words(&self, card: Card) -> String {
        format!("{:#}{}", card.rank(), self.suit(card.suit()))
    }

    /// Returns the sign of a suit, or its letter.
    pub fn suit(&self, suit: Suit) -> char {
        if self.letters || self.ascii { suit.letter() } else { suit.sign() }
    }

    /// Replaces what a terminal without UTF-8 cannot show, wherever it was drawn: on the table, in panels or in
    /// lists.
    pub fn transcribe(&self, buffer: &mut Buffer) {
        if !self.ascii {
            return;
        }
        for cell in &mut buffer.content {
            if !cell.symbol().is_ascii() {
                let sign = cell.symbol().chars().next().unwrap_or(' ');
                cell.set_char(in_ascii(sign));
            }
        }
    }
}

/// Returns the ASCII character that stands for a sign.
fn in_ascii(sign: char) -> char {
    match sign {
        '─' | '╌' | '═' | '—' | '–' | '▁' => '-',
        '│' | '╎' | '║' | '▏' => '|',
        '╭' | '╮' | '╰' | '╯' | '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => {
            '+'
        }
        '╔' | '╗' | '╚' | '╝' => '+',
        '▒' | '░' | '▓' | '█' | '▉' | '▊' | '▋' | '▌' | '▍' | '▎' => '#',
        '♠' => 'S',
        '♥' => 'H',
        '♦' => 'D',
        '♣' => 'C',
        '…' | '·' => '.',
        '●' | '•' => '*',
        '✗' | '×' => 'x',
        '○' | '◌' => 'o',
        '↻' => '@',
        '›' | '→' => '>',
        '‹' | '←' | '◂' => '<',
        '↑' | '▴' | '▲' => '^',
        '↓' | '▾' => 'v',
        '⋮' => ':',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        _ => '?',
    }
}
