//! The rules in the words of the five founding documents, one test for a sentence or a few. `docs/documents.md`
//! names the document, the line and the test of every requirement.

mod canfield;
mod klondike;
mod spider;

use talon_cards::{Card, shuffle};
use talon_rules::{Layout, Pile, Rules};
use talon_session::{Command, Deal, Session};

fn rules(game: &str) -> &'static Rules {
    talon_games::find(game).unwrap()
}

/// Returns a numbered deal in which nothing is moved automatically.
fn dealt(game: &str, number: u64) -> Session {
    without_auto(Deal::Number(number), game)
}

fn without_auto(deal: Deal, game: &str) -> Session {
    let mut session = Session::dealt(rules(game), deal).unwrap();
    session.execute(Command::SetAuto(false)).unwrap();
    session
}

/// Returns a position: the piles that are named, as in `f1 4C; 1 (5H) 6S; w KD`, with face-down cards in
/// parentheses. All other cards are in the stock; those that are written for it (`s`) are drawn first, the last
/// of them before the others.
fn position(game: &str, piles: &str) -> Deal {
    let rules = rules(game);
    let mut rest = shuffle(rules.deck(), 1);
    let mut next = Vec::new();
    let mut layout = Layout {
        foundations: vec![Vec::new(); usize::from(rules.foundations())],
        columns: vec![(Vec::new(), 0); usize::from(rules.columns)],
        ..Layout::default()
    };
    for text in piles.split("; ") {
        let (pile, cards) = text.split_once(' ').unwrap();
        let down = cards.matches('(').count();
        let cards: Vec<Card> =
            cards.split(' ').map(|card| card.trim_matches(['(', ')']).parse().unwrap()).collect();
        for card in &cards {
            let place = rest.iter().position(|other| other == card);
            rest.remove(place.unwrap_or_else(|| panic!("{card} is there twice")));
        }
        match pile.parse().unwrap() {
            Pile::Foundation(n) => layout.foundations[usize::from(n)] = cards,
            Pile::Column(n) => layout.columns[usize::from(n)] = (cards, down),
            Pile::Waste => layout.waste = cards,
            Pile::Reserve => layout.reserve = cards,
            Pile::Stock => next = cards,
            other => panic!("no cards are written for {other}"),
        }
    }
    rest.extend(next);
    layout.stock = rest;
    Deal::Position { layout: Box::new(layout), name: None }
}

fn set_up(game: &str, piles: &str) -> Session {
    without_auto(position(game, piles), game)
}

/// Checks which of these moves are legal in a position, and that a refusal is a sentence.
#[track_caller]
fn expect(game: &str, piles: &str, legal: &[&str], refused: &[&str]) {
    let session = set_up(game, piles);
    let play = |m: &str| session.clone().execute(Command::Play(m.parse().unwrap()));
    for m in legal {
        assert!(play(m).is_ok(), "{game}, {piles}: {m} is refused: {}", play(m).unwrap_err());
    }
    for m in refused {
        let why = play(m).expect_err(m).to_string();
        assert!(why.ends_with('.'), "{game}, {piles}: {m}: {why}");
    }
}

/// Returns the number of cards of a pile that lie open.
fn open(session: &Session, pile: Pile) -> usize {
    session.view().open(pile).flatten().count()
}

fn columns(session: &Session) -> Vec<Pile> {
    (0..session.rules().columns).map(Pile::Column).collect()
}
