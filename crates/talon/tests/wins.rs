//! Whole games are won, in every dialect that has them, with the real binary.

mod support;

use support::talon;
use talon_rules::{Move, Pile};
use talon_session::{Command, Deal, Session};

/// A won game: the game, `deal` or `seed` with its number, and the moves of the player.
struct Win {
    game: &'static str,
    kind: &'static str,
    number: &'static str,
    moves: Vec<Move>,
}

fn win(text: &'static str) -> Win {
    let (head, moves) = text.split_once('\n').unwrap();
    let [game, kind, number] = head.split(' ').collect::<Vec<_>>()[..] else { panic!("{head}") };
    Win { game, kind, number, moves: moves.split_whitespace().map(|m| m.parse().unwrap()).collect() }
}

impl Win {
    fn deal(&self) -> Deal {
        let number = self.number.parse().unwrap();
        if self.kind == "seed" {
            talon_text::york::deal(number).unwrap()
        } else {
            Deal::Number(number as u64)
        }
    }

    /// Each move with the session before it.
    fn lines(&self, mut line: impl FnMut(&Session, Move) -> String) -> String {
        let mut session = Session::new(talon_games::find(self.game).unwrap(), self.deal()).unwrap();
        let mut text = String::new();
        for &m in &self.moves {
            text += &line(&session, m);
            text.push('\n');
            session.execute(Command::Play(m)).unwrap();
        }
        assert!(session.is_finished());
        text
    }
}

#[test]
fn plain() {
    for text in [
        include_str!("data/wins/canfield.txt"),
        include_str!("data/wins/canfield-pipkin.txt"),
        include_str!("data/wins/klondike.txt"),
        include_str!("data/wins/spider.txt"),
    ] {
        let win = win(text);
        let input = win.lines(|_, m| m.to_string());
        let said = talon(&["play", win.game, "--text", "--deal", win.number], input);
        assert_eq!(said.code, Some(0));
        assert!(said.out.ends_with("The game is won!\n> \n"), "{}: {}", win.game, said.out);
        assert_eq!(said.out.matches("The game is won!").count(), 1);
    }
}

#[test]
fn berkeley() {
    let win = win(include_str!("data/wins/canfield-ucb.txt"));
    let input = win.lines(|_, m| match m {
        Move::Draw | Move::Redeal => "c".into(),
        Move::Deal => panic!("no rows here"),
        Move::Carry { from, to, .. } => match (from, to) {
            (Pile::Reserve, Pile::Foundation(_)) => "rf".into(),
            (Pile::Waste, Pile::Foundation(_)) => "wf".into(),
            (from, Pile::Foundation(_)) => format!("tf {from}"),
            (Pile::Reserve, to) => format!("rt {to}"),
            (Pile::Waste, to) => format!("wt {to}"),
            (Pile::Foundation(f), to) => format!("ft {} {to}", f + 1),
            (from, to) => format!("tt {from} {to}"),
        },
    });
    let said = talon(&["play", win.game, "--dialect", "ucb", "--deal", win.number], input.clone());
    assert_eq!(said.code, Some(0));
    assert!(said.err.ends_with("> You won! Another game? [yn] "), "{}", said.err);
    assert!(!said.err.contains("Error"));
    assert!(said.out.ends_with("\n ---       --- --- --- ---\n --- ---  \n"), "{}", said.out);
    // Answering yes after a win deals the next game.
    let said =
        talon(&["play", win.game, "--dialect", "ucb", "--deal", win.number], input + "maybe\nYES\nq\nn\n");
    assert!(
        said.err
            .ends_with("[yn] Please answer yes or no.\nYou won! Another game? [yn] > > Another game? [yn] "),
        "{}",
        said.err
    );
    assert_eq!(said.code, Some(0));
}

#[test]
fn york() {
    let win = win(include_str!("data/wins/klondike-ycp.txt"));
    let place = |pile: Pile| match pile {
        Pile::Column(c) => c + 1,
        Pile::Foundation(f) => f + 8,
        _ => 0,
    };
    let input = win.lines(|session, m| match m {
        Move::Carry { from: Pile::Stock, to, .. } => format!("m 0 {}", place(to)),
        Move::Carry { from, to, count } => {
            format!("M {} {} {}", place(from), session.view().len(from) - usize::from(count), place(to))
        }
        _ => "d".into(),
    });
    let said = talon(&["play", win.game, "--text", "--dialect", "ycp", "--seed", win.number], input);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let end = "Main deck: [0] []\nFinished : [K♣] [K♦] [K♥] [K♠] \nPile 1: \nPile 2: \nPile 3: \nPile 4: \nPile 5: \nPile 6: \nPile 7: \nCongratulations! You win!\n";
    assert!(said.out.ends_with(end), "{}", said.out);
    assert!(!said.out.contains("Invalid"));
}

#[test]
fn casino() {
    let win = win(include_str!("data/wins/canfield-bsd.txt"));
    let input = win.lines(|_, m| match m {
        Move::Carry { from, to, .. } => {
            let from = match from {
                Pile::Reserve => "s".into(),
                Pile::Waste => "t".into(),
                from => from.to_string(),
            };
            let to = if matches!(to, Pile::Foundation(_)) { "f".into() } else { to.to_string() };
            format!("{from}{to}")
        }
        _ => "ht".into(),
    });
    let said = talon(&["play", win.game, "--text", "--dialect", "bsd", "--deal", win.number], input);
    assert_eq!(said.code, Some(0));
    let (_, end) = said.out.rsplit_once("Every card is up: the hand is won!\n").unwrap();
    let row = |name: &str| {
        let line = end.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].split_whitespace().map(|n| n.parse::<i64>().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(row("Winnings"), [260; 3]);
    assert_eq!(row("Hands"), [13; 3]);
    assert_eq!(row("Games"), [26; 3]);
    let runs = win.moves.iter().filter(|m| **m == Move::Redeal).count() as i64;
    assert_eq!(row("Runs"), [5 * runs; 3]);
    assert_eq!(row("Net Worth")[0], 260 - row("Total Costs")[0]);
}
