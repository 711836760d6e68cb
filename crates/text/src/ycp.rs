//! The York College dialect: the Klondike of a programming course, to the letter.
//!
//! It knows the questions and answers; what may be taken and where it may go comes from the session
//! by the numbers of the assignment (0 the main deck, 1-7 the columns, 8-11 the foundations). Numbers
//! that made the original fall over are an invalid choice here. Where the original skips a card on a
//! redeal, the rules follow the document: the waste comes back in its original order.

use crate::ucb::PlayError;
use crate::{Input, Line};
use cards::foreign;
use cards::foreign::NumberError;
use rules::{Pile, Rules, Stock};
use session::{Command, Deal, Session, Spot};
use std::io::{self, Read, Write};

/// Can a game be played in this dialect: seven columns, four foundations, a stock that shows its card?
pub fn speaks(rules: &Rules) -> bool {
    rules.columns == 7
        && rules.foundations() == 4
        && rules.reserve == 0
        && rules.cells == 0
        && rules.stock == Stock::FaceUp
}

/// The seed the original always deals.
pub const SEED: u128 = foreign::ycp::ORIGINAL;

/// The deal of the original with this seed.
///
/// # Errors
/// When the original has no such seed.
pub fn deal(seed: u128) -> Result<Deal, NumberError> {
    let dealt = foreign::ycp::shuffle(seed)?.from_top();
    // There a column gets all its cards in one go; here they are dealt row by row.
    let start = |column: usize| column * (column + 1) / 2;
    let rows = (0..7).flat_map(|row| (row..7).map(move |column| start(column) + row));
    let cards = rows.chain(28..52).map(|i| dealt[i]).collect();
    Ok(Deal::Cards { cards, name: Some(format!("ycp:{seed}")) })
}

/// Plays until the game is won or the input ends.
///
/// # Errors
/// When the deal is no deck of the game, or reading or writing fails.
pub fn play(rules: &Rules, deal: Deal, input: impl Read, mut out: impl Write) -> Result<(), PlayError> {
    let mut session = Session::dealt(rules, deal).map_err(PlayError::Deal)?;
    let mut input = Input::new(input);
    loop {
        out.write_all(state(&session).as_bytes())?;
        if session.is_finished() {
            writeln!(out, "Congratulations! You win!")?;
            return Ok(out.flush()?);
        }
        match turn(&mut session, &mut input, &mut out)? {
            Turn::Done => writeln!(out)?,
            Turn::Invalid(what) => writeln!(out, "Invalid {what}!\n")?,
            Turn::End => return Ok(()),
        }
    }
}

/// How a turn went.
enum Turn {
    Done,
    Invalid(&'static str),
    End,
}

fn turn<R: Read>(session: &mut Session, input: &mut Input<R>, out: &mut impl Write) -> io::Result<Turn> {
    let mut ask = |question: &str| -> io::Result<Line> {
        write!(out, "{question}? ")?;
        out.flush()?;
        input.word()
    };
    match ask("(M)ove a card or (D)raw next card from main deck")? {
        Line::End => return Ok(Turn::End),
        Line::Text(word) if word.eq_ignore_ascii_case("d") => {
            // With no card anywhere nothing happens.
            let _ = session.execute(Command::Draw);
            return Ok(Turn::Done);
        }
        Line::Text(word) if word.eq_ignore_ascii_case("m") => {}
        Line::Text(_) | Line::TooLong => return Ok(Turn::Invalid("response")),
    }
    let number = |line: Line| match line {
        Line::End => Err(Turn::End),
        Line::Text(word) => Ok(word.parse::<i32>().ok()),
        Line::TooLong => Ok(None),
    };
    let pile = match number(ask("Take from which pile (0 for main deck)")?) {
        Ok(pile) => pile,
        Err(end) => return Ok(end),
    };
    let Some(pile) = pile else {
        return Ok(Turn::Invalid("choice"));
    };
    // The card is asked for even where there is no such pile.
    let at = usize::try_from(pile).ok().and_then(|pile| Some((pile, session.pile(pile)?)));
    let card = match at {
        Some((0, at)) => session.view().len(at).checked_sub(1),
        _ => match number(ask("  Which card (0 for bottom)")?) {
            Ok(card) => card.and_then(|card| usize::try_from(card).ok()),
            Err(end) => return Ok(end),
        },
    };
    let spot = at.zip(card).map(|((pile, at), card)| (Spot { pile, card }, at));
    let Some((spot, at)) = spot.filter(|&(spot, _)| session.is_valid_take(spot)) else {
        return Ok(Turn::Invalid("choice"));
    };
    let card = session.view().cards(at).nth(spot.card).flatten();
    let card = card.map_or_else(String::new, |card| format!("{card:#}"));
    let question = format!("  Place {card} where (1-7 for tableau piles, 8-11 for foundation piles ♣,♦,♥,♠)");
    let place = match number(ask(&question)?) {
        Ok(place) => place,
        Err(end) => return Ok(end),
    };
    let place = place.and_then(|place| usize::try_from(place).ok());
    Ok(match place.map(|place| session.move_cards(spot, place)) {
        Some(Ok(_)) => Turn::Done,
        _ => Turn::Invalid("move"),
    })
}

fn state(session: &Session) -> String {
    let view = session.view();
    let top = |pile| view.top(pile).map_or_else(String::new, |card| format!("{card:#}"));
    let mut text = format!("Main deck: [{}] [{}]\nFinished : ", view.len(Pile::Stock), top(Pile::Stock));
    for f in 0..4 {
        text += &format!("[{}] ", top(Pile::Foundation(f)));
    }
    text += "\n";
    for c in 0..7 {
        text += &format!("Pile {}: ", c + 1);
        for card in view.open(Pile::Column(c)) {
            text += &card.map_or("xx ".into(), |card| format!("{card:#} "));
        }
        text += "\n";
    }
    text
}
