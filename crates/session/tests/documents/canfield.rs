//! The three Canfields: the documents 000, 001 and 003.

use super::{columns, dealt, expect, open, position, rules, set_up};
use std::collections::BTreeSet;
use talon_cards::Card;
use talon_rules::{Count, Pile, Status};
use talon_session::{Command, Deal, Session};

/// The Canfields of the documents 000, 001 and 003.
const CANFIELDS: [&str; 3] = ["canfield", "canfield-pipkin", "canfield-gnome"];

#[test]
fn canfield_is_dealt_as_written() {
    let mut bases = BTreeSet::new();
    for game in CANFIELDS {
        for number in 1..=20 {
            let session = dealt(game, number);
            let view = session.view();
            assert_eq!((view.len(Pile::Reserve), open(&session, Pile::Reserve)), (13, 1), "{game}");
            assert!(view.top(Pile::Reserve).is_some(), "{game}: the open card is the top card");
            let up: usize = (0..4).map(|n| view.len(Pile::Foundation(n))).sum();
            assert_eq!((up, session.rules().foundations()), (1, 4), "{game}");
            for column in columns(&session) {
                assert_eq!((view.len(column), open(&session, column)), (1, 1), "{game}");
            }
            // The program of document 001 begins with the first three cards turned.
            let turned = if game == "canfield-pipkin" { 3 } else { 0 };
            assert_eq!((view.len(Pile::Waste), view.len(Pile::Stock)), (turned, 34 - turned), "{game}");
            assert_eq!(open(&session, Pile::Stock), 0, "{game}");
            let cards: BTreeSet<Card> =
                view.piles().flat_map(|pile| session.truth().cards(pile).collect::<Vec<_>>()).collect();
            assert_eq!(cards.len(), 52, "{game}");
            bases.insert(view.base());
        }
        assert_eq!(dealt(game, 1).rules().columns, 4);
    }
    assert!(bases.len() > 5, "the base card is drawn at random: {bases:?}");
}

#[test]
fn canfield_foundations_go_up_in_suit_from_the_base_and_round_the_corner() {
    for game in CANFIELDS {
        let piles = "f1 QC KC; 1 AC; 2 AD; 3 3C; 4 JD; w QD; r 2D 8S QH";
        let mut session = set_up(game, piles);
        let mut up = |pile| session.execute(Command::Up(pile));
        up(Pile::Column(0)).unwrap();
        assert!(up(Pile::Column(1)).is_err(), "{game}: no diamond is up");
        assert!(up(Pile::Column(2)).is_err(), "{game}: a rank is left out");
        assert!(up(Pile::Column(3)).is_err(), "{game}: no foundation starts with the rank under the base");
        up(Pile::Waste).unwrap();
        assert!(up(Pile::Column(1)).is_err(), "{game}: a king comes first");
        // The queen of hearts of the reserve filled the first column.
        up(Pile::Column(0)).unwrap();
        assert_eq!(session.view().cards_up(), 5, "{game}");
    }
}

#[test]
fn canfield_columns_go_down_in_alternating_colours_and_round_the_corner() {
    for game in CANFIELDS {
        let piles = "f1 9C; 1 AH; 2 5S; 3 4D; 4 6S; w KS; r 3C 4H";
        expect(game, piles, &["w-1", "3-2", "r-2"], &["w-2", "2-4", "r-3", "r-1"]);
    }
}

#[test]
fn no_card_is_put_on_a_base_card() {
    let piles = "f1 4C; 1 4D; 2 9H; 3 QC; 4 5S; w KH; r 2D 3S";
    expect("canfield", piles, &[], &["r-1"]);
    expect("canfield-pipkin", piles, &[], &["r-1"]);
    // Document 003 does not forbid it, nor does its program.
    expect("canfield-gnome", piles, &["r-1"], &[]);
    // A base card itself may be put on a card.
    for game in CANFIELDS {
        expect(game, piles, &["1-4"], &[]);
    }
}

#[test]
fn the_stock_is_turned_by_threes_and_comes_back_in_its_order_without_end() {
    for game in CANFIELDS {
        let mut session = dealt(game, 3);
        let mut first = Vec::new();
        for pass in 0..6 {
            let mut tops = Vec::new();
            if game == "canfield-pipkin" {
                // Here the first three cards of every pass are turned together with the waste.
                tops.extend(session.truth().top(Pile::Waste));
            }
            while session.view().len(Pile::Stock) > 0 {
                let before = session.view().len(Pile::Stock);
                session.execute(Command::Draw).unwrap();
                assert_eq!(session.view().len(Pile::Stock), before.saturating_sub(3), "{game}");
                tops.extend(session.truth().top(Pile::Waste));
                let shown = if game == "canfield" { 1 } else { 3 };
                assert_eq!(open(&session, Pile::Waste), shown, "{game}");
            }
            assert_eq!(tops.len(), 12, "{game}: eleven times three cards, and the last one");
            if pass == 0 {
                first = tops;
            } else {
                assert_eq!(tops, first, "{game}, pass {pass}");
            }
            session.execute(Command::Draw).unwrap();
            let turned = if game == "canfield-pipkin" { 3 } else { 0 };
            assert_eq!(session.view().len(Pile::Waste), turned, "{game}");
        }
    }
}

#[test]
fn the_tops_of_waste_reserve_and_columns_are_played() {
    for game in CANFIELDS {
        let piles = "f1 4C; 1 5C; 2 9H; 3 QC; 4 7S; w KH 8C; r 2D 8S";
        expect(game, piles, &["w-2", "r-2", "1-f1"], &["w-1", "r-1", "2-f1"]);
        expect(game, "f1 4C; 1 9H; 2 QC; 3 7S; 4 JD; w 5C; r 5D", &["w-f1"], &[]);
        expect(game, "f1 4C; 1 9H; 2 QC; 3 7S; 4 JD; w 5D; r 5C", &["r-f1"], &[]);
    }
}

#[test]
fn an_empty_column_is_filled_from_the_reserve_at_once() {
    for game in CANFIELDS {
        for m in ["1-f1", "1-2"] {
            let mut session = set_up(game, "f1 4C; 1 5C; 2 6H; 3 QC; 4 7S; w KH 8C; r 2D 8S");
            session.execute(Command::Play(m.parse().unwrap())).unwrap();
            assert_eq!(session.truth().cards(Pile::Column(0)).collect::<Vec<_>>(), ["8S".parse().unwrap()]);
            assert_eq!(session.view().top(Pile::Reserve), Some("2D".parse().unwrap()), "{game}");
            assert_eq!(session.moves_made(), 1, "{game}: it is a part of the move");
        }
    }
}

#[test]
fn without_a_reserve_an_empty_column_takes_what_the_document_says() {
    let piles = "f1 4C; 2 9H 8S; 3 QC; 4 7S; w KH 8C";
    // In 000 and 001 a card of the waste (the "deck"), in 003 any card or group of cards.
    for game in ["canfield", "canfield-pipkin"] {
        expect(game, piles, &["w-1"], &["2-1x2", "2-1", "3-1"]);
    }
    expect("canfield-gnome", piles, &["w-1", "2-1x2", "2-1", "3-1"], &[]);
    // As long as there is a reserve, no column is empty.
    let session = set_up("canfield", "f1 4C; 1 5C; 2 9H; 3 QC; 4 7S; w KH 8C; r 2D 8S");
    assert!(columns(&session).into_iter().all(|column| session.view().len(column) > 0));
}

#[test]
fn canfield_columns_are_merged_and_only_gnome_moves_a_part() {
    let piles = "f1 4C; 1 9H 8S; 2 10S; 3 9D; 4 KC; r 2D";
    for game in ["canfield", "canfield-pipkin"] {
        expect(game, piles, &["1-2x2"], &["1-3"]);
    }
    expect("canfield-gnome", piles, &["1-2x2", "1-3"], &[]);
    // The top card of a column goes to a foundation whatever lies under it.
    for game in CANFIELDS {
        expect(game, "f1 4C; 1 6D 5C; 2 10S; 3 9D; 4 KC; r 2D", &["1-f1"], &[]);
    }
}

#[test]
fn a_foundation_card_goes_back_to_a_column() {
    let piles = "f1 4C 5C; 1 6D; 2 10S; 3 9D; 4 KC; r 2D";
    for game in ["canfield", "canfield-gnome"] {
        expect(game, piles, &["f1-1"], &["f1-2"]);
        expect(game, "f1 4C; 1 5D; 2 10S; 3 9D; 4 KC; r 2D", &[], &["f1-1"]);
    }
    // Document 001 has no such move in its list of valid moves.
    expect("canfield-pipkin", piles, &[], &["f1-1"]);
}

#[test]
fn a_card_goes_up_by_itself_once_nothing_needs_it_and_undo_takes_it_back() {
    // The only cards that could lie on 5C are 4D and 4H, the base cards, and one of them is not up yet.
    let piles = "f1 4C; f2 4D; 1 5C; 2 10S; 3 4H; 4 KC; r 2D 8S 9S";
    let mut session = Session::dealt(rules("canfield-pipkin"), position("canfield-pipkin", piles)).unwrap();
    let outcome = session.execute(Command::Up(Pile::Column(2))).unwrap();
    let moves: Vec<String> = outcome.steps.iter().map(|step| step.m.to_string()).collect();
    assert_eq!(moves, ["3-f3", "1-f1"]);
    session.execute(Command::Undo).unwrap();
    assert_eq!(session.view().len(Pile::Foundation(0)), 1, "5C is down again");
    assert_eq!(session.view().len(Pile::Foundation(2)), 1, "4H is still up");
    // With the option off, nothing happens by itself.
    let mut off = set_up("canfield-pipkin", piles);
    assert_eq!(off.execute(Command::Up(Pile::Column(2))).unwrap().steps.len(), 1);
    // It is on by default in the game of document 001, and off in the other two.
    let on = CANFIELDS.map(|game| rules(game).auto != talon_rules::Auto::Off);
    assert_eq!(on, [false, true, false]);
}

/// A deck whose foundations lack only the last card, which lies in column 1.
const LAST_CARD: &str = "f1 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2C; \
    f2 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 2D 3D; f3 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2H 3H; \
    f4 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S 3S; 1 3C";

#[test]
fn canfield_ends_with_every_card_up_and_the_highest_score() {
    // 000: $50 for the deck and $5 a card; 003: a point a card, 10 to break even, 52 at most.
    for (game, first, last) in
        [("canfield", "-$45", "$210"), ("canfield-gnome", "1 of 52, 9 below", "52 of 52")]
    {
        let start = dealt(game, 1).score_words();
        assert!(start.starts_with(first), "{game}: {start}");
        let mut session = set_up(game, LAST_CARD);
        assert!(!session.is_finished());
        session.execute(Command::Up(Pile::Column(0))).unwrap();
        assert_eq!((session.status(), session.is_finished()), (Status::Won, true));
        let end = session.score_words();
        assert!(end.starts_with(last), "{game}: {end}");
    }
    assert_eq!(rules("canfield-gnome").scoring.par, 10);
}

/// Document 001: one to five cards are drawn at a time, and the number of redeals can be limited.
#[test]
fn the_options_of_the_document_change_the_game() {
    let changed = |settings: &[&str]| {
        let rules = talon_games::set(rules("canfield-pipkin"), settings).unwrap();
        Session::dealt(&rules, Deal::Number(3)).unwrap()
    };
    for draw in 1..=5 {
        let mut session = changed(&[&format!("draw={draw}"), "auto=\"off\""]);
        assert_eq!(session.view().len(Pile::Waste), draw);
        session.execute(Command::Draw).unwrap();
        assert_eq!(
            (session.view().len(Pile::Waste), session.view().len(Pile::Stock)),
            (2 * draw, 34 - 2 * draw)
        );
    }
    for redeals in 0..=4 {
        let mut session = changed(&[&format!("redeals={redeals}"), "auto=\"off\""]);
        let refusal = loop {
            match session.execute(Command::Draw) {
                Ok(_) => {}
                Err(refusal) => break refusal.to_string(),
            }
        };
        assert_eq!(
            (session.view().redeals_used(), session.view().len(Pile::Stock)),
            (redeals, 0),
            "{refusal}"
        );
    }
    assert_eq!((rules("canfield-pipkin").draw, rules("canfield-pipkin").redeals), (3, Count::Unlimited));
}
