//! The lesson of FreeCell.

use super::{Lesson, Step};

pub(super) const LESSON: Lesson = Lesson {
    name: "freecell",
    title: "FreeCell in a minute",
    game: &talon_games::FREECELL,
    board: "\
1: JC 8S 5C TD TC 2S 6S
2: JH AS 6H 7H 8C 4C 9D
3: AC 5D 6D KD QH AD JS
4: 8H 7D QS 7S QD TH 2D
5: 4S KC 3H 3D KS 9C 8D 7C
6: 9H 2H TS AH 5S KH JD
7: QC 6C 3S 9S 2C 4D 3C 4H
8: 5H
",
    steps: &[
        Step {
            words: "Every card lies open. Columns are built down, black on red and red on black. Put the 5♥ on the 6♠.",
            m: "8-1",
        },
        Step {
            words: "The J♠ lies on an ace. Four cells hold one card each: put the J♠ into a cell.",
            m: "3-e1",
        },
        Step { words: "Aces begin the foundations, which grow in suit. Put the A♦ there.", m: "3-f2" },
        Step {
            words: "Cells are for a short while only. The J♠ fits on the Q♥ now: take it out of its cell.",
            m: "e1-3",
        },
        Step { words: "The 2♦ follows its ace.", m: "4-f2" },
        Step {
            words: "With free cells a sequence moves together. Take the 9♣ with the two cards on it, and put it on the 10♥.",
            m: "5-4x3",
        },
        Step {
            words: "An empty column takes any card. A king is a good one, and the 3♦ lies below: move the K♠ to column 8.",
            m: "5-8",
        },
        Step { words: "The 3♦ can go up.", m: "5-f2" },
    ],
    end: "That is FreeCell: keep the cells free and dig for the low cards. This deal can be won. Play on, or learn another game.",
};
