//! The colours of each theme, chosen by hand for each number of colours that terminals have.
//!
//! With 16 colours, terminals differ in what they show for a number: green may be dark or glaring, and dark
//! grey may be the background. There, text is black or bright on black or bright white only, which is
//! legible on all of them.

use crate::look::Depth;
use ratatui::style::Color;

/// One colour for each depth.
#[derive(Copy, Clone, Debug)]
pub struct Shade {
    rgb: u32,
    many: u8,
    few: Color,
}

impl Shade {
    /// Returns the colour for a terminal of this depth.
    pub fn at(self, depth: Depth) -> Color {
        match depth {
            Depth::None => Color::Reset,
            Depth::Few => self.few,
            Depth::Many => Color::Indexed(self.many),
            Depth::True => Color::from_u32(self.rgb),
        }
    }
}

const fn shade(rgb: u32, many: u8, few: Color) -> Shade {
    Shade { rgb, many, few }
}

/// The colours of a theme.
#[derive(Copy, Clone, Debug)]
pub struct Palette {
    /// The background.
    pub table: Shade,
    /// Ordinary text.
    pub words: Shade,
    /// Less important text.
    pub dim: Shade,
    /// More important text.
    pub strong: Shade,
    /// The background of the first and the last line of the screen.
    pub bar: Shade,
    /// Good news.
    pub good: Shade,
    /// Bad news.
    pub bad: Shade,
    /// Neither good nor bad news.
    pub unsure: Shade,
    /// The back of a card.
    pub back: Shade,
    /// The pattern on it.
    pub pattern: Shade,
    /// The face of a card.
    pub paper: Shade,
    /// Black suits.
    pub black: Shade,
    /// Red suits.
    pub red: Shade,
    /// Clubs with four colours.
    pub clubs: Shade,
    /// Hearts with four colours.
    pub hearts: Shade,
    /// Diamonds with four colours.
    pub diamonds: Shade,
    /// The face of a card that is held.
    pub held: Shade,
    /// The face of a card on which the held cards can go.
    pub target: Shade,
    /// The face of a card under the cursor.
    pub cursor: Shade,
}

// Warm against cool colours, which can be told apart with the common colour vision deficiencies.
const LIGHT_CARDS: Palette = Palette {
    paper: shade(0xffffff, 231, Color::White),
    black: shade(0x111111, 16, Color::Black),
    red: shade(0xc1121f, 160, Color::Red),
    clubs: shade(0x0067a5, 25, Color::Blue),
    hearts: shade(0xa4001d, 124, Color::Red),
    diamonds: shade(0xc65102, 130, Color::Magenta),
    held: shade(0xffe68a, 222, Color::LightYellow),
    target: shade(0xb9f2c4, 157, Color::LightGreen),
    cursor: shade(0x9fd8ff, 153, Color::LightCyan),
    ..FELT_TABLE
};

const FELT_TABLE: Palette = Palette {
    table: shade(0x0b4f33, 22, Color::Black),
    words: shade(0xe6efe8, 255, Color::White),
    dim: shade(0x9fc2ad, 151, Color::Gray),
    strong: shade(0xffffff, 231, Color::White),
    bar: shade(0x073a25, 233, Color::Black),
    good: shade(0xb8f58a, 156, Color::LightGreen),
    bad: shade(0xffc2b0, 217, Color::LightRed),
    unsure: shade(0xffe08a, 222, Color::LightYellow),
    back: shade(0x1d3f72, 24, Color::Blue),
    pattern: shade(0x9db8e0, 153, Color::White),
    ..NIGHT
};

/// White cards on green cloth.
pub const FELT: Palette = LIGHT_CARDS;

/// White cards on light paper.
pub const PAPER: Palette = Palette {
    table: shade(0xf2ede0, 230, Color::White),
    words: shade(0x33302a, 236, Color::Black),
    dim: shade(0x6b6557, 240, Color::DarkGray),
    strong: shade(0x000000, 16, Color::Black),
    bar: shade(0xe3dac4, 187, Color::White),
    good: shade(0x14663a, 22, Color::Blue),
    bad: shade(0xa4001d, 124, Color::Red),
    unsure: shade(0x7a5200, 94, Color::Magenta),
    back: shade(0xc9d8e6, 152, Color::Blue),
    pattern: shade(0x2c567d, 24, Color::White),
    ..LIGHT_CARDS
};

/// Dark cards on a dark table.
pub const NIGHT: Palette = Palette {
    table: shade(0x14181f, 234, Color::Black),
    words: shade(0xc9d1d9, 252, Color::Gray),
    dim: shade(0x7d8590, 245, Color::Gray),
    strong: shade(0xffffff, 231, Color::White),
    bar: shade(0x0b0e13, 232, Color::Black),
    good: shade(0x7ee787, 114, Color::LightGreen),
    bad: shade(0xff9b8f, 210, Color::LightRed),
    unsure: shade(0xe3b341, 179, Color::LightYellow),
    back: shade(0x263245, 17, Color::Blue),
    pattern: shade(0x8fb0dd, 110, Color::White),
    paper: shade(0x2b3440, 237, Color::Black),
    black: shade(0xe6edf3, 255, Color::White),
    red: shade(0xff8a80, 210, Color::LightRed),
    clubs: shade(0x79c0ff, 117, Color::LightCyan),
    hearts: shade(0xff8a80, 210, Color::LightRed),
    diamonds: shade(0xffb454, 215, Color::LightYellow),
    // With 16 colours, modifiers show what these do.
    held: shade(0x5a4a12, 58, Color::Black),
    target: shade(0x1d4d2e, 22, Color::Black),
    cursor: shade(0x1f4f70, 24, Color::Black),
};
