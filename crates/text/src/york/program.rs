//! The text program of the assignment, word for word that of the reference solution (dialect `ycp`).
//!
//! It asks the questions and understands the answers; what is valid is up to [`Game`]. It differs from the
//! original program in two places: numbers that made the original crash are an invalid choice, and where the
//! original loses a card when the waste becomes the main deck again, the cards come back in their original
//! order, as the document demands.

use super::{CardLocation, Game};
use crate::ucb::PlayError;
use crate::{Input, Line, Record};
use std::io::{self, Read, Write};
use talon_deals::{DealName, NameError};
use talon_rules::{Rules, Stock};
use talon_session::Deal;

/// Returns `true` if the program can play a game with these rules: seven tableau piles, four foundation piles, a main
/// deck that shows its top card, and nothing else.
pub fn speaks(rules: &Rules) -> bool {
    rules.columns == 7
        && rules.foundations() == 4
        && rules.reserve == 0
        && rules.cells == 0
        && rules.stock == Stock::FaceUp
}

/// The seed of the deal that the original program always plays.
pub const SEED: u128 = 0x1234_5678;

/// Returns the deal that the original program plays with this seed.
///
/// # Errors
/// When the seed is out of the range of the original.
pub fn deal(seed: u128) -> Result<Deal, NameError> {
    let name: DealName = format!("ycp:{seed}").parse()?;
    Deal::named(name, &talon_games::KLONDIKE_YCP)
}

/// Plays until the game is won or the input ends.
///
/// Before each turn the state of the game is written; input that is not valid is named as such, and the player is
/// asked again. `record` is told what happens.
///
/// # Errors
/// When the cards of the deal are not the deck of the game, or reading or writing fails.
pub fn play(
    rules: &Rules,
    deal: Deal,
    record: &mut Record<'_>,
    input: impl Read,
    out: impl Write,
) -> Result<(), PlayError> {
    let game = Game::new(rules, deal).map_err(PlayError::Deal)?;
    record.begin(game.session());
    let mut program = Program { game, input: Input::new(input), out };
    loop {
        write!(program.out, "{}", program.game)?;
        if program.game.is_finished() {
            writeln!(program.out, "Congratulations! You win!")?;
            return Ok(program.out.flush()?);
        }
        let turn = program.turn()?;
        record.follow(program.game.session());
        match turn {
            Turn::Done => writeln!(program.out)?,
            Turn::Invalid(what) => writeln!(program.out, "Invalid {what}!\n")?,
            Turn::End => return Ok(()),
        }
    }
}

/// The result of a turn.
enum Turn {
    /// The player drew a card or made a move.
    Done,
    /// The player typed something that is not valid: a "response", a "choice" or a "move".
    Invalid(&'static str),
    /// The input ended.
    End,
}

/// A game with the streams it is played through.
struct Program<R, W> {
    game: Game,
    input: Input<R>,
    out: W,
}

impl<R: Read, W: Write> Program<R, W> {
    /// Asks what to do and does it.
    fn turn(&mut self) -> io::Result<Turn> {
        match self.ask("(M)ove a card or (D)raw next card from main deck")? {
            Line::End => return Ok(Turn::End),
            Line::Text(word) if word.eq_ignore_ascii_case("d") => {
                self.game.draw_next_card();
                return Ok(Turn::Done);
            }
            Line::Text(word) if word.eq_ignore_ascii_case("m") => {}
            Line::Text(_) | Line::TooLong => return Ok(Turn::Invalid("response")),
        }
        // Which card? Of the main deck it can only be the top one, so it is not asked for.
        let pile_index = match self.number("Take from which pile (0 for main deck)")? {
            Answer::End => return Ok(Turn::End),
            Answer::NotANumber => return Ok(Turn::Invalid("choice")),
            Answer::Number(index) => index,
        };
        let card_index = if pile_index == 0 {
            self.game.main_deck().index_of_top_card().and_then(|index| i32::try_from(index).ok())
        } else {
            // The original asks for a card even of a pile that does not exist.
            match self.number("  Which card (0 for bottom)")? {
                Answer::End => return Ok(Turn::End),
                Answer::NotANumber => None,
                Answer::Number(index) => Some(index),
            }
        };
        let take = card_index.and_then(|card_index| location(pile_index, card_index));
        let Some(take) = take.filter(|take| self.game.is_valid_take_location(*take)) else {
            return Ok(Turn::Invalid("choice"));
        };
        // The question names the card.
        let card = self.game.pile(take.pile_index).and_then(|mut deck| {
            let cards = deck.remove_cards(take.card_index);
            cards.first().copied()
        });
        let card = card.map_or_else(String::new, |card| format!("{card:#}"));
        let question =
            format!("  Place {card} where (1-7 for tableau piles, 8-11 for foundation piles ♣,♦,♥,♠)");
        let place = match self.number(&question)? {
            Answer::End => return Ok(Turn::End),
            Answer::NotANumber => None,
            Answer::Number(index) => usize::try_from(index).ok(),
        };
        Ok(match place.map(|place| self.game.move_cards(take, place)) {
            Some(Ok(())) => Turn::Done,
            _ => Turn::Invalid("move"),
        })
    }

    /// Asks a question and reads one word.
    fn ask(&mut self, question: &str) -> io::Result<Line> {
        write!(self.out, "{question}? ")?;
        self.out.flush()?;
        self.input.word()
    }

    /// Asks for a number.
    fn number(&mut self, question: &str) -> io::Result<Answer> {
        Ok(match self.ask(question)? {
            Line::End => Answer::End,
            Line::Text(word) => word.parse().map_or(Answer::NotANumber, Answer::Number),
            Line::TooLong => Answer::NotANumber,
        })
    }
}

/// The answer to a question that asks for a number.
enum Answer {
    /// The player typed this number.
    Number(i32),
    /// The player typed something else.
    NotANumber,
    /// The input ended.
    End,
}

/// Returns the location that two typed numbers name; numbers below 0 name none.
fn location(pile_index: i32, card_index: i32) -> Option<CardLocation> {
    let (pile_index, card_index) = (usize::try_from(pile_index).ok()?, usize::try_from(card_index).ok()?);
    Some(CardLocation { pile_index, card_index })
}
