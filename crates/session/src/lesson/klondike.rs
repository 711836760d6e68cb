//! The lesson of Klondike.

use super::{Lesson, Step};

pub(super) const LESSON: Lesson = Lesson {
    name: "klondike",
    title: "Klondike in a minute",
    game: &talon_games::KLONDIKE,
    board: "\
s: (4S) (QS) (4H) (8D) (3S) (3H) (JS) (KD) (5S) (TH) (JH) (KC) (7D) (3D) (QD) (6H) (QC) (TS) (5D) (AS) (5H) (JC) (4C) (5C)
1: JD
2: (TD) 9S
3: (6D) (AC) 7S
4: (TC) (QH) (2C) KS
5: (KH) (AH) (AD) (7H) 8H
6: (3C) (2D) (8C) (6S) (7C) 6C
7: (9D) (8S) (4D) (2H) (9H) (9C) 2S
",
    steps: &[
        Step {
            words: "Columns are built down, black on red and red on black. Put the 7♠ on the 8♥.",
            m: "3-5",
        },
        Step {
            words: "The card below turned over: an ace. Aces begin the four foundations at the top. Put the A♣ there.",
            m: "3-f1",
        },
        Step { words: "Another card turned over. The 6♦ fits on the 7♠.", m: "3-5" },
        Step { words: "A column is empty now. Only a king may go there: take the K♠.", m: "4-3" },
        Step { words: "A foundation grows in its suit, from ace to king. Put the 2♣ on its ace.", m: "4-f1" },
        Step { words: "The Q♥ goes on the king. Turning cards over is what wins this game.", m: "4-3" },
        Step { words: "When you need another card, draw: tap the face-down stock.", m: "draw" },
        Step { words: "The drawn card may be played at once. The 5♣ fits on the 6♦.", m: "w-5" },
        Step {
            words: "A sequence moves together. Take the 8♥ with everything on it, and put it on the 9♠.",
            m: "5-2x4",
        },
    ],
    end: "That is Klondike: bring all four suits up to their kings. This deal can be won. Play on, or learn another game.",
};
