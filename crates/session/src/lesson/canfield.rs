//! The lesson of Canfield.

use super::{Lesson, Step};

pub(super) const LESSON: Lesson = Lesson {
    name: "canfield",
    title: "Canfield in a minute",
    game: &talon_games::CANFIELD,
    board: "\
s: (3S) (9C) (2H) (5C) (6D) (QS) (KC) (7D) (8D) (8S) (JC) (QD) (9H) (AC) (8C) (AS) (JD) (TC) (5S) (3H) (9D) (4H) (2S) (AD) (JH) (2C) (4C) (4D) (3C) (KD) (5D) (KS) (7H) (2D)
r: (5H) (4S) (QC) (8H) (7S) (TH) (QH) (TS) (6S) (KH) (JS) (7C) 3D
f1: 6C
1: 9S
2: 6H
3: TD
4: AH
base: 6
",
    steps: &[
        Step {
            words: "The first foundation began with a six, so every foundation begins with a six. Put the 6♥ up.",
            m: "2-f2",
        },
        Step {
            words: "The empty column was filled from the reserve, the pile at the left. Its top card may be played: \
                    put the 7♣ on the 6♣.",
            m: "r-f1",
        },
        Step { words: "Columns are built down, black on red and red on black. Put the 9♠ on the 10♦.", m: "1-3" },
        Step { words: "Draw from the stock: three cards at a time, and the last one may be played.", m: "draw" },
        Step { words: "Ranks go round: a king goes on an ace. Put the K♠ on the A♥.", m: "w-4" },
        Step {
            words: "A column moves as a whole. Take the 10♦ with the 9♠, and put it on the J♠.",
            m: "3-1x2",
        },
        Step { words: "The next card of the waste can be played, too. Put the 7♥ on the 6♥.", m: "w-f2" },
    ],
    end: "That is Canfield: empty the reserve first, and go through the stock as often as you like. This deal can be \
          won. Play on, or learn another game.",
};
