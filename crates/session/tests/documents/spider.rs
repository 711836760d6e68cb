//! Spider with four suits: document 002.

use super::{columns, dealt, expect, open, set_up};
use talon_cards::Card;
use talon_rules::{Move, Pile, Status};
use talon_session::Command;

#[test]
fn spider_is_dealt_as_written() {
    for number in 1..=10 {
        let session = dealt("spider", number);
        let view = session.view();
        let sizes =
            columns(&session).into_iter().map(|column| (view.len(column) - 1, open(&session, column)));
        assert_eq!(sizes.collect::<Vec<_>>(), [5, 5, 5, 5, 4, 4, 4, 4, 4, 4].map(|down| (down, 1)));
        assert_eq!(view.len(Pile::Stock), 50);
        let mut cards: Vec<Card> =
            view.piles().flat_map(|pile| session.truth().cards(pile).collect::<Vec<_>>()).collect();
        cards.sort();
        let all = Card::all().flat_map(|card| [card; 2]).collect::<Vec<_>>();
        assert_eq!(cards, all, "two copies of every card");
    }
    assert_ne!(dealt("spider", 1).truth(), dealt("spider", 2).truth());
}

#[test]
fn spider_moves_a_card_or_a_run_of_one_suit() {
    let piles = "1 9H 8H 7H; 2 10S; 3 9D 8C; 4 8S; 6 KD; 7 KC; 8 KH; 9 QD; 10 AC";
    let legal = [
        "1-2x3", // a run, on a card of another suit that is one higher
        "1-3",   // a part of a run: the seven of hearts on the eight of clubs
        "1-4",   // the same on the other black eight
        "1-5x2", // a part of a run, on an empty column
        "3-5",   // a card, on an empty column
        "9-6", "9-7", "9-8",
    ];
    // 9D 8C are not of one suit; 8S does not go on 10S, and a king goes on no card, not even on an ace.
    expect("spider", piles, &legal, &["3-2x2", "4-2", "6-1", "6-10"]);
}

#[test]
fn spider_deals_a_card_to_each_stack_until_none_are_left_and_to_no_empty_stack() {
    let mut session = dealt("spider", 1);
    for deal in 1..=5 {
        let before: Vec<usize> = columns(&session).iter().map(|&column| session.view().len(column)).collect();
        session.execute(Command::Draw).unwrap();
        for (column, before) in columns(&session).into_iter().zip(before) {
            assert_eq!(session.view().len(column), before + 1);
        }
        assert_eq!(session.view().len(Pile::Stock), 50 - 10 * deal);
    }
    let why = session.execute(Command::Draw).unwrap_err().to_string();
    assert!(why.contains("stock"), "{why}");
    let mut gap = set_up("spider", "1 9H; 2 10S; 3 9D; 4 8S; 6 KD; 7 KC; 8 KH; 9 QD; 10 2C");
    let why = gap.execute(Command::Draw).unwrap_err().to_string();
    assert!(why.contains("empty"), "{why}");
}

#[test]
fn a_complete_spider_run_leaves_for_a_point_and_eight_win() {
    let run = |suit: char| {
        ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
            .map(|rank| format!("{rank}{suit}"))
            .join(" ")
    };
    let piles = format!("1 7D {}; 2 AC; 3 KD; 4 KS; 5 KH; 6 KD; 7 KS; 8 KH; 9 QD; 10 2H", run('C'));
    let mut session = set_up("spider", &piles);
    assert_eq!(session.score(), 0);
    session.execute(Command::Play(Move::one(Pile::Column(1), Pile::Column(0)))).unwrap();
    assert_eq!((session.score(), session.view().cards_up()), (1, 13));
    assert_eq!(session.view().top(Pile::Column(0)), Some("7D".parse().unwrap()), "the card under the run");
    // Seven runs are finished, and the eighth is.
    let up: Vec<String> =
        "CDHSCDH".chars().enumerate().map(|(n, suit)| format!("f{} {} A{suit}", n + 1, run(suit))).collect();
    let mut last = set_up("spider", &format!("{}; 1 {}; 2 AS", up.join("; "), run('S')));
    assert_eq!((last.score(), last.is_finished()), (7, false));
    last.execute(Command::Play(Move::one(Pile::Column(1), Pile::Column(0)))).unwrap();
    assert_eq!((last.score(), last.status()), (8, Status::Won));
}

/// The "arrays" of the document: cards of one suit that follow each other join when they meet, by a move and by a
/// deal, and then move together.
#[test]
fn cards_that_follow_in_suit_join_into_one_run() {
    for (dealt, joins) in [("6H", true), ("6S", false)] {
        let row = format!("QH QS QC JC 8C 7C QD 10S QS {dealt}");
        let piles = "1 9H; 2 KC 8H 7H; 3 JD; 4 KD; 5 2C; 6 2D; 7 2H; 8 2S; 9 3C; 10 3D";
        let mut session = set_up("spider", &format!("{piles}; s {row}"));
        let mut play = |m: &str| session.execute(Command::Play(m.parse().unwrap()));
        play("2-1x2").unwrap();
        play("deal").unwrap();
        // The ten of spades lies on column 3 now.
        assert_eq!(play("1-3x4").is_ok(), joins, "9H 8H 7H {dealt}");
    }
}
