//! Klondike as the program of document 004 plays it, and Talon's own.

use super::{columns, dealt, expect, open, set_up};
use talon_rules::Pile;
use talon_session::Command;

#[test]
fn klondike_is_dealt_as_written() {
    for game in ["klondike-ycp", "klondike"] {
        for number in 1..=10 {
            let session = dealt(game, number);
            for (column, size) in columns(&session).into_iter().zip(1..) {
                assert_eq!((session.view().len(column), open(&session, column)), (size, 1), "{game}");
                assert!(session.view().top(column).is_some(), "{game}: the exposed card is on top");
            }
            assert_eq!((session.rules().columns, session.rules().foundations()), (7, 4));
            assert_eq!(session.view().len(Pile::Stock), 24);
        }
    }
    // The top card of the main deck of document 004 is turned over.
    assert_eq!(open(&dealt("klondike-ycp", 1), Pile::Stock), 1);
}

#[test]
fn klondike_moves_follow_the_rules_of_the_document() {
    let piles = "f1 AC 2C; 1 (9D) QH JS 10H; 2 KD; 3 QC; 4 3C; 5 3D; 6 JC";
    for game in ["klondike-ycp", "klondike"] {
        // A card with all cards on top of it; alternating colours, one rank down.
        let legal = ["1-6", "3-2", "4-f1", "2-7"];
        let refused = ["1-2x3", "1-3x2", "5-f1", "6-7", "1-7x3", "4-f2", "5-f2"];
        expect(game, piles, &legal, &refused);
        expect(
            game,
            "1 (9D) QH JS; 2 KC; 3 QD; 4 5D; 6 AD",
            &["1-2x2", "1-3", "2-5"],
            &["1-5x2", "1-2x3", "3-1", "2-6"],
        );
        // The card under the moved ones is turned up.
        let mut session = set_up(game, "1 (9D) QH JS; 2 KC");
        session.execute(Command::Play("1-2x2".parse().unwrap())).unwrap();
        assert_eq!(session.view().top(Pile::Column(0)), Some("9D".parse().unwrap()), "{game}");
        // An ace starts the foundation of its suit.
        expect(game, "1 AH; 2 2H; 3 AS", &["1-f3", "3-f4"], &["1-f1", "2-f3"]);
    }
}
