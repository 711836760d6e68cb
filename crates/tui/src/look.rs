//! How things look: colours, suits, themes. All of it is the player's choice.

use cards::{Card, Color as Red, Suit};
use ratatui::style::{Color, Modifier, Style};

/// How many colours the terminal has.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None, or the player wants none.
    None,
    /// Sixteen.
    Few,
    /// Two hundred and fifty-six.
    Many,
    /// All of them.
    True,
}

impl Depth {
    /// What the environment says, `NO_COLOR` first.
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
    /// All themes, in the order in which the player goes through them.
    pub const ALL: [Theme; 4] = [Theme::Felt, Theme::Night, Theme::Paper, Theme::Plain];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["felt", "night", "paper", "plain"][self as usize]
    }

    /// The theme of this name.
    pub fn find(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// The player's choices about the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// How many colours there are.
    pub depth: Depth,
    /// The colours.
    pub theme: Theme,
    /// Has each suit a colour of its own?
    pub four_colours: bool,
    /// Are suits written as letters?
    pub letters: bool,
    /// Do cards fly?
    pub animation: bool,
    /// Are clock and score shown?
    pub clock: bool,
    /// Do `h j k l` move the cursor?
    pub vi_keys: bool,
    /// Do stock, waste and reserve lie to the right?
    pub left_handed: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            depth: Depth::True,
            theme: Theme::Felt,
            four_colours: false,
            letters: false,
            animation: true,
            clock: true,
            vi_keys: false,
            left_handed: false,
        }
    }
}

/// The parts of the screen that have a colour.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The table, and ordinary words.
    Table,
    /// Words of less weight.
    Dim,
    /// Words of more weight.
    Strong,
    /// The back of a card.
    Back,
    /// A slot without a card.
    Slot,
    /// Frames.
    Frame,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// Neither.
    Unsure,
    /// The line the player is on.
    Chosen,
}

impl Look {
    /// The style of a part.
    pub fn part(&self, part: Part) -> Style {
        let style = Style::new();
        if self.depth == Depth::None || self.theme == Theme::Plain {
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
        }
        let [table, words, dim, strong, back, back_sign, good, bad, unsure] = match self.theme {
            Theme::Night => {
                [0x14181f, 0xc9d1d9, 0x7d8590, 0xffffff, 0x263245, 0x5b7aa8, 0x7ee787, 0xff9b8f, 0xe3b341]
            }
            Theme::Paper => {
                [0xf2ede0, 0x33302a, 0x7b7566, 0x000000, 0xc9d8e6, 0x3d6b96, 0x14663a, 0xa4001d, 0x7a5200]
            }
            _ => [0x0b4f33, 0xe6efe8, 0x9fc2ad, 0xffffff, 0x1d3f72, 0x9db8e0, 0xb8f58a, 0xffc2b0, 0xffe08a],
        };
        let on = |fg| style.fg(self.colour(fg)).bg(self.colour(table));
        match part {
            Part::Table | Part::Frame => on(words),
            Part::Dim | Part::Slot => on(dim),
            Part::Strong => on(strong).add_modifier(Modifier::BOLD),
            Part::Back => style.fg(self.colour(back_sign)).bg(self.colour(back)),
            Part::Good => on(good),
            Part::Bad => on(bad),
            Part::Unsure => on(unsure),
            Part::Chosen => style.fg(self.colour(table)).bg(self.colour(words)),
        }
    }

    /// What lies under the lines at the top and the bottom of the screen, over the style of their words.
    pub fn bar(&self) -> Style {
        let bar = match (self.depth, self.theme) {
            (Depth::None | Depth::Few, _) | (_, Theme::Plain) => return Style::new(),
            (_, Theme::Felt) => 0x073a25,
            (_, Theme::Night) => 0x0b0e13,
            (_, Theme::Paper) => 0xe3dac4,
        };
        Style::new().bg(self.colour(bar))
    }

    /// The style of a card.
    pub fn card(&self, card: Card) -> Style {
        let style = Style::new();
        match self.depth {
            Depth::None => {
                return if card.color() == Red::Red { style.add_modifier(Modifier::BOLD) } else { style };
            }
            _ if self.theme == Theme::Plain => {
                let red = if card.suit() == Suit::Diamonds && self.four_colours {
                    Color::Yellow
                } else {
                    Color::Red
                };
                return match card.color() {
                    Red::Red => style.fg(red).add_modifier(Modifier::BOLD),
                    Red::Black if card.suit() == Suit::Clubs && self.four_colours => style.fg(Color::Cyan),
                    Red::Black => style,
                };
            }
            _ => {}
        }
        let night = self.theme == Theme::Night;
        // Warm against cool, also under the common deficiencies of sight.
        let ink = match (card.suit(), self.four_colours, night) {
            (Suit::Spades, _, false) | (Suit::Clubs, false, false) => 0x111111,
            (Suit::Clubs, true, false) => 0x0067a5,
            (Suit::Hearts, true, false) => 0xa4001d,
            (Suit::Diamonds, true, false) => 0xc65102,
            (Suit::Hearts | Suit::Diamonds, false, false) => 0xc1121f,
            (Suit::Spades, _, true) | (Suit::Clubs, false, true) => 0xe6edf3,
            (Suit::Clubs, true, true) => 0x79c0ff,
            (Suit::Hearts, _, true) | (Suit::Diamonds, false, true) => 0xff8a80,
            (Suit::Diamonds, true, true) => 0xffb454,
        };
        let paper = if night { 0x2b3440 } else { 0xffffff };
        style.fg(self.colour(ink)).bg(self.colour(paper))
    }

    /// The same card where cards may go, or are held.
    pub fn lit(&self, style: Style) -> Style {
        match self.depth {
            Depth::None => style.add_modifier(Modifier::REVERSED),
            _ if self.theme == Theme::Plain => style.add_modifier(Modifier::REVERSED),
            _ => style.bg(self.colour(if self.theme == Theme::Night { 0x5a4a12 } else { 0xffe68a })),
        }
    }

    /// The same card where the cursor is.
    pub fn under_cursor(&self, style: Style) -> Style {
        match self.depth {
            Depth::None => style.add_modifier(Modifier::REVERSED | Modifier::BOLD),
            _ if self.theme == Theme::Plain => style.add_modifier(Modifier::REVERSED),
            _ => style.bg(self.colour(if self.theme == Theme::Night { 0x1f4f70 } else { 0x9fd8ff })),
        }
    }

    /// The card as it is written: `10♦`, or `10D`.
    pub fn card_words(&self, card: Card) -> String {
        if self.letters { format!("{:#}{}", card.rank(), card.suit().letter()) } else { format!("{card:#}") }
    }

    /// The sign of a suit.
    pub fn suit(&self, suit: Suit) -> char {
        if self.letters { suit.letter() } else { suit.sign() }
    }

    /// A colour as near as the terminal has it.
    fn colour(&self, rgb: u32) -> Color {
        let [_, r, g, b] = rgb.to_be_bytes();
        match self.depth {
            Depth::True | Depth::None => Color::Rgb(r, g, b),
            Depth::Many => {
                // The cube of six steps a colour.
                let step = |c: u8| {
                    if c < 48 {
                        0
                    } else if c < 115 {
                        1
                    } else {
                        (u16::from(c) - 35) / 40
                    }
                };
                let [r, g, b] = [r, g, b].map(step);
                Color::Indexed((16 + 36 * r + 6 * g + b) as u8)
            }
            Depth::Few => {
                let bright = u16::from(r) + u16::from(g) + u16::from(b);
                let (high, low) = (r.max(g).max(b), r.min(g).min(b));
                if high - low < 40 {
                    return match bright {
                        0..128 => Color::Black,
                        128..384 => Color::DarkGray,
                        384..600 => Color::Gray,
                        _ => Color::White,
                    };
                }
                match (r == high, g == high, bright > 450) {
                    (true, _, _) if g > 150 => Color::Yellow,
                    (true, _, _) => Color::Red,
                    (_, true, true) => Color::LightGreen,
                    (_, true, false) => Color::Green,
                    (_, _, true) => Color::LightBlue,
                    (_, _, false) => Color::Blue,
                }
            }
        }
    }
}
