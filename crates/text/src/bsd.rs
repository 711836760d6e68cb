//! The casino dialect: the Canfield of bsdgames, played for money by lines of text.
//!
//! The casino has its own names: the *stock* is the reserve, the *hand* the cards still to be turned, the
//! *talon* the cards that were turned. This module knows the commands, the panels, and when a hand is lost
//! (after four turns of the hand without a move). The prices belong to the [`Ledger`], the rules to the
//! session. Moves for money cannot be undone.

use crate::ucb::PlayError;
use crate::{Input, Line, Record};
use std::io::{self, Read, Write};
use std::time::Duration;
use talon_cards::Card;
use talon_rules::{Event, Move, Pile, Rules, Stock};
use talon_session::{By, Command, Deal, Ledger, Listing, Onto, Outcome, Session};

/// The number of turns of the hand without a move that loses it.
const MOST_TURNS: u32 = 4;

/// Returns `true` if a game can be played in this dialect: it has a reserve and a waste, and no cells.
pub fn speaks(rules: &Rules) -> bool {
    rules.reserve > 0 && rules.columns <= 9 && rules.cells == 0 && rules.stock == Stock::Waste
}

/// Plays hand after hand until the player stops or the input ends.
///
/// `clock` returns how long the player has been sitting there, since thinking costs money. The ledger
/// begins with the player's account. `record` is told every move and every payment, so that nothing is lost
/// however the program ends. A hand that is ended before it is won is lost.
///
/// # Errors
/// If a deal is not a deck of the game, or reading or writing fails.
pub fn play<R: Read, W: Write>(
    rules: &Rules,
    mut next_deal: impl FnMut() -> Deal,
    ledger: Ledger,
    mut clock: impl FnMut() -> Duration,
    record: &mut Record<'_>,
    input: R,
    out: W,
) -> Result<(), PlayError> {
    let mut deal = |record: &mut Record<'_>| {
        let session = Session::new(rules, next_deal()).map_err(PlayError::Deal)?;
        record.begin(&session);
        Ok::<Session, PlayError>(session)
    };
    let session = deal(record)?;
    let mut kept = ledger.total;
    let mut player = Player { session, ledger, counting: false, turns: 0, input: Input::new(input), out };
    player.ledger.deal();
    loop {
        record.follow(&player.session);
        if player.ledger.total != kept {
            record.charge(&player.ledger.total.since(&kept));
            kept = player.ledger.total;
        }
        player.state()?;
        let end = if player.session.is_finished() {
            Some("Every card is up: the hand is won!")
        } else if player.turns >= MOST_TURNS {
            Some("Four turns of the hand without a move: the hand is lost.")
        } else {
            None
        };
        let over = match end {
            Some(sentence) => {
                writeln!(player.out, "{sentence}")?;
                true
            }
            None => {
                let since = clock();
                match player.ask("move: ")? {
                    Line::End => {
                        writeln!(player.out)?;
                        return Ok(player.account()?);
                    }
                    Line::TooLong => {
                        player.say("That line is too long to be a move; type i for instructions.")?;
                        false
                    }
                    Line::Text(line) => {
                        player.ledger.thought(clock().saturating_sub(since).as_secs());
                        player.obey(&line)?
                    }
                }
            }
        };
        if over {
            record.lose(&player.session);
            player.account()?;
            if !player.again()? {
                return Ok(());
            }
            player.session = deal(record)?;
            player.turns = 0;
            player.ledger.deal();
        }
    }
}

const INSTRUCTIONS: &str = "\
s2  stock to column 2      sf  stock to its foundation
t2  talon to column 2      tf  talon to its foundation
13  column 1 onto column 3 1f  column 1 to its foundation
ht  turn the hand to the talon, or the talon over
i  instructions   b  the betting ledger   c  count cards   x  stop counting   q  end the hand
A deal costs 13, the first move 13 more. The first ht buys the game for 26; from then on every card up
is worth 5. A turn of the hand after the first costs 5, a newly seen card while counting 1 (34 at
most), a full minute of thinking 1 (3 at most each time).
";

struct Player<R, W> {
    session: Session,
    ledger: Ledger,
    counting: bool,
    /// The number of turns of the hand since the last move.
    turns: u32,
    input: Input<R>,
    out: W,
}

impl<R: Read, W: Write> Player<R, W> {
    fn ask(&mut self, question: &str) -> io::Result<Line> {
        write!(self.out, "{question}")?;
        self.out.flush()?;
        self.input.line()
    }

    fn say(&mut self, sentence: &str) -> io::Result<()> {
        writeln!(self.out, "{}\n", sentence.trim_end())
    }

    fn account(&mut self) -> io::Result<()> {
        let ledger = self.ledger.to_string();
        self.out.write_all(ledger.as_bytes())?;
        self.out.flush()
    }

    fn again(&mut self) -> io::Result<bool> {
        loop {
            match self.ask("Another hand (y or n)? ")? {
                Line::End => return Ok(false),
                Line::Text(line) => match line.trim().to_lowercase().as_str() {
                    "y" | "yes" => return Ok(true),
                    "n" | "no" | "q" | "quit" => return Ok(false),
                    _ => {}
                },
                Line::TooLong => {}
            }
            writeln!(self.out, "Please answer y or n.")?;
        }
    }

    /// Carries out a line; returns whether the hand is over.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let word: String = line.split_whitespace().collect::<String>().to_lowercase();
        match word.as_str() {
            "" => {}
            "q" => return Ok(true),
            "i" | "?" => self.say(INSTRUCTIONS)?,
            "b" => {
                let ledger = self.ledger.to_string();
                self.say(&ledger)?;
            }
            "c" => {
                self.counting = true;
                let listing = Listing::of(self.session.view()).map(|listing| listing.to_string());
                self.say(&format!("Counting cards.\n{}", listing.unwrap_or_default()))?;
            }
            "x" => {
                self.counting = false;
                self.say("Not counting cards.")?;
            }
            "ht" => self.turn_hand()?,
            word => match carry(word) {
                Some(command) => self.execute(command)?,
                None => self.say("That is not a move; type i for instructions.")?,
            },
        }
        Ok(false)
    }

    fn turn_hand(&mut self) -> io::Result<()> {
        let empty = self.session.view().len(Pile::Stock) == 0;
        if empty && self.session.check(Move::Redeal).is_ok() {
            self.turns += 1;
            if self.turns >= MOST_TURNS {
                return Ok(());
            }
        }
        self.execute(Command::Draw)
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match self.session.execute(command) {
            Ok(outcome) => {
                self.book(&outcome);
                self.say(&casino(&outcome.words()))
            }
            Err(refusal) => self.say(&casino(&refusal.to_string())),
        }
    }

    /// Enters an outcome into the ledger.
    fn book(&mut self, outcome: &Outcome) {
        let up = self.session.view().cards_up().into();
        for step in &outcome.steps {
            for event in step.events.iter() {
                match event {
                    Event::Drawn { fresh, .. } => self.ledger.turned(fresh.count_ones(), self.counting, up),
                    Event::Redealt { .. } => self.ledger.run(),
                    Event::Carried { .. } => {
                        self.turns = 0;
                        // A card that goes up automatically does not cost an inspection.
                        if step.by == By::Player { self.ledger.moved(up) } else { self.ledger.raised(up) }
                    }
                    // Cards of the talon that are turned up are seen as well.
                    Event::TurnedUp(Pile::Waste) if self.counting => self.ledger.count(1),
                    Event::TurnedUp(_) | Event::Dealt { .. } => {}
                }
            }
        }
    }

    fn state(&mut self) -> io::Result<()> {
        let view = self.session.view();
        let shown = |card: Option<Card>| card.map_or("--".into(), |card| format!("{card:#}"));
        let foundations: Vec<String> =
            (0..self.session.rules().foundations()).map(|f| shown(view.top(Pile::Foundation(f)))).collect();
        writeln!(self.out, "Base {:#}   foundations {}", view.base(), foundations.join(" "))?;
        let talon: Vec<String> = view.open(Pile::Waste).flatten().map(|card| format!("{card:#}")).collect();
        let talon = if talon.is_empty() { "--".into() } else { talon.join(" ") };
        writeln!(
            self.out,
            "Stock {} ({})   talon {talon} ({})   hand {}",
            shown(view.top(Pile::Reserve)),
            view.len(Pile::Reserve),
            view.len(Pile::Waste),
            view.len(Pile::Stock)
        )?;
        for c in 0..self.session.rules().columns {
            let cards: Vec<String> = view.open(Pile::Column(c)).map(shown).collect();
            let cards = if cards.is_empty() { "--".into() } else { cards.join(" ") };
            writeln!(self.out, "{}: {cards}", c + 1)?;
        }
        let [hand, game, total] =
            [&self.ledger.hand, &self.ledger.game, &self.ledger.total].map(|account| account.net_worth());
        writeln!(self.out, "Hand {hand}   Game {game}   Total {total}")
    }
}

/// Replaces the names of the piles in a sentence by the casino's names.
fn casino(sentence: &str) -> String {
    sentence
        .replace("the stock", "the hand")
        .replace("The stock", "The hand")
        .replace("the reserve", "the stock")
        .replace("the waste", "the talon")
}

/// Reads a move: `s2`, `sf`, `t2`, `tf`, `13`, `1f`.
fn carry(word: &str) -> Option<Command> {
    let [from, to] = word.as_bytes() else { return None };
    let column = |digit: u8| (b'1'..=b'9').contains(&digit).then(|| Pile::Column(digit - b'1'));
    let from = match from {
        b's' => Pile::Reserve,
        b't' => Pile::Waste,
        digit => column(*digit)?,
    };
    let to = match to {
        b'f' => Onto::Foundation,
        digit => Onto::Pile(column(*digit)?),
    };
    Some(Command::Carry { from, to, count: None })
}
