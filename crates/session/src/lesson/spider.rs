//! The lesson of Spider.

use super::{Lesson, Step};

pub(super) const LESSON: Lesson = Lesson {
    name: "spider",
    title: "Spider in a minute",
    game: &talon_games::SPIDER_2,
    board: "\
s: (5H) (6H) (2S) (KS) (9H) (8H) (5H) (2H) (8H) (3H) (JS) (9H) (6S) (AH) (TH) (5S) (KS) (7S) (2H) (3S) (4H) (2S) (7H) (6H) (3H) (8S) (QS) (AH) (QH) (9S) (JH) (8S) (9H) (2H) (5S) (7H) (7H) (QS) (KH) (6S) (2S) (JH) (AS) (KH) (TS) (KH) (KS) (7H) (6S) (5H)
1: 5H
2: (8H) (KH) (QS) (JH) 8S 7S
3: (3S) (QH) (AH) (4H) JS
4: (TH) (5S) (AS) (AH) (4S) 9H
5: (3H) (8H) (2H) (4S) 6H
6: (3S) (TS) (4S) (AS) TS
7: (6H) (QH) (7S) (3H) 9S
8: (JH) (4H) (9S) (QH) 4H
9: (TH) (TH) KS QS JS TS 9S 8S
10: (JS) 7S 6S 5S 4S 3S 2S AS
",
    steps: &[
        Step {
            words: "Columns are built down, whatever the suit. Put the 9♥ on the 10♠.",
            m: "4-6",
        },
        Step {
            words: "Cards of one suit in sequence move together. Take the 8♠ with the 7♠, and put it on the 9♠: \
                    the same suit is best.",
            m: "2-7x2",
        },
        Step { words: "The 5♥ fits on the 6♥, and its column becomes empty.", m: "1-5" },
        Step {
            words: "An empty column takes any card. Put the J♠ there, to turn over the card below it.",
            m: "3-1",
        },
        Step {
            words: "A run of one suit from king to ace leaves the table. Take the 7♠ with everything on it, and put \
                    it on the 8♠.",
            m: "10-9x7",
        },
        Step {
            words: "One run of eight is finished. When nothing else helps, tap the stock: it deals a card to every column.",
            m: "deal",
        },
    ],
    end: "That is Spider: finish eight runs. Turn cards over before you deal. This deal can be won. Play on, or learn another game.",
};
