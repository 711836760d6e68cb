//! Commands to a session, in all games.

use crate::bytes::Bytes;
use crate::invariants::{Seen, every_card_once, position, session_is_sound, shows_no_hidden_card};
use talon_cards::Generator;
use talon_deals::{Format, import};
use talon_rules::Move;
use talon_session::{Command, Deal, Onto, Session};

/// The most commands of an input.
const MOST: usize = 300;

/// The first bytes choose the game and the deal, the others are commands.
pub fn run(input: &[u8]) {
    let mut bytes = Bytes::new(input);
    let rules = &talon_games::ALL[bytes.below(talon_games::ALL.len())];
    let number = u64::from(bytes.number());
    let mut session = if bytes.byte() & 1 == 0 {
        Session::new(rules, Deal::Number(number)).expect("our games can be dealt")
    } else {
        Session::dealt(rules, Deal::Number(number)).expect("our games can be dealt")
    };
    let mut seen = Seen::default();
    seen.begin(&session);
    for at in 0..MOST {
        if bytes.is_empty() {
            break;
        }
        step(&mut session, &mut bytes, &mut seen);
        every_card_once(session.truth());
        seen.look(session.truth());
        if at % 16 == 0 {
            shows_no_hidden_card(session.truth(), at as u64);
        }
    }
    shows_no_hidden_card(session.truth(), 0);
    session_is_sound(&session);
}

/// One thing that a front end can do.
fn step(session: &mut Session, bytes: &mut Bytes<'_>, seen: &mut Seen) {
    let command = match bytes.below(32) {
        0..=9 => {
            let moves = session.view().moves();
            match moves.len() {
                0 => Command::Draw,
                count => Command::Play(moves[bytes.below(count.min(256))]),
            }
        }
        10..=12 => Command::Draw,
        13..=15 => Command::Undo,
        16 | 17 => Command::Redo,
        18 => Command::Restart,
        19 => match session.history().place(u32::from(bytes.number()) % 64) {
            Some(place) => Command::Visit(place),
            None => Command::Undo,
        },
        20 => Command::Auto,
        21 => Command::SetAuto(bytes.byte() & 1 == 0),
        22 => Command::Finish,
        23 => Command::Best(bytes.pile()),
        24 => Command::Up(bytes.pile()),
        25 => {
            let onto = match bytes.below(3) {
                0 => Onto::Foundation,
                1 => Onto::Cell,
                _ => Onto::Pile(bytes.pile()),
            };
            let count = Some(bytes.byte()).filter(|count| count & 1 == 0);
            Command::Carry { from: bytes.pile(), to: onto, count }
        }
        26 => Command::Play(Move::Carry { from: bytes.pile(), to: bytes.pile(), count: bytes.byte() }),
        27 => Command::Play([Move::Draw, Move::Redeal, Move::Deal][bytes.below(3)]),
        28 => new_game(session, bytes),
        29 => {
            session.bookmark(char::from(b'a' + bytes.below(26) as u8));
            return;
        }
        30 => {
            let before = position(session.truth());
            let _ = (session.advice(), session.status_at_once());
            assert_eq!(position(session.truth()), before, "advice changed the table");
            return;
        }
        _ => {
            *session = Session::load(&session.save()).expect("a save can be loaded");
            return;
        }
    };
    let before = position(session.truth());
    let made = session.history().len();
    let new = matches!(command, Command::New(_));
    match session.execute(command) {
        Ok(_) if new => seen.begin(session),
        Ok(_) => {}
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            assert_eq!(position(session.truth()), before, "a refused command changed the table");
            assert_eq!(session.history().len(), made, "a refused command changed the history");
        }
    }
}

/// A new game: a number, a deck of our own, or the position on the table.
fn new_game(session: &Session, bytes: &mut Bytes<'_>) -> Command {
    Command::New(match bytes.below(3) {
        0 => Deal::Number(bytes.number().into()),
        1 => {
            let mut cards = session.rules().deck().cards();
            Generator::new(bytes.number().into()).shuffle(&mut cards);
            // A card too few is refused.
            if bytes.byte() == 0 {
                cards.pop();
            }
            Deal::Cards { cards, name: Some("a deal\nof two lines".into()) }
        }
        _ => {
            let piles = Format::Piles.write(session.truth()).expect("every table can be written so");
            let read = import(piles.as_bytes()).expect("our own text is read");
            Deal::imported(&read, session.rules(), None)
                .expect("the position on the table is one of the game")
        }
    })
}
