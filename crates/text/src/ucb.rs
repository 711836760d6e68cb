//! The Berkeley dialect: the Canfield text program of a programming course, word for word.
//!
//! The board goes to one stream; the prompt, errors, help and questions go to the other, in program order.
//! A new game continues with the same stream of random numbers. This module knows the commands and the
//! wording. The session decides what is legal, and each refusal has its sentence here.

use crate::{Input, Line, Record};
use std::io::{self, Read, Write};
use talon_cards::{Card, Rank};
use talon_deals::{BerkeleyDeals, NameError};
use talon_rules::{IllegalMove, Pile, Rules, SetupError, Stock};
use talon_session::{Command, Deal, Onto, Refusal, Session};

/// Returns `true` if a game can be played in this dialect: it has a reserve, a waste, four foundations and
/// four columns.
pub fn speaks(rules: &Rules) -> bool {
    rules.columns == 4
        && rules.foundations() == 4
        && rules.reserve > 0
        && rules.cells == 0
        && rules.stock == Stock::Waste
}

/// Returns the deals of a run of the original program with this seed, one after the other.
///
/// # Errors
/// If the original program does not accept this seed.
pub fn deals(seed: u128) -> Result<impl FnMut() -> Deal, NameError> {
    let mut run = BerkeleyDeals::new(seed)?;
    let mut game = 0u32;
    Ok(move || {
        let cards = run.next().expect("the run never ends");
        game += 1;
        let name = if game == 1 { format!("ucb:{seed}") } else { format!("ucb:{seed}, game {game}") };
        Deal::Cards { cards, name: Some(name) }
    })
}

/// The reason why a game could not be played.
#[derive(Debug)]
pub enum PlayError {
    /// The cards cannot be dealt.
    Deal(SetupError),
    /// Reading or writing failed.
    Io(io::Error),
}

impl From<io::Error> for PlayError {
    fn from(error: io::Error) -> PlayError {
        PlayError::Io(error)
    }
}

impl std::fmt::Display for PlayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlayError::Deal(error) => error.fmt(f),
            PlayError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PlayError::Deal(error) => Some(error),
            PlayError::Io(error) => Some(error),
        }
    }
}

/// Plays until the player stops or the input ends: boards go to `out`, everything else to `err`. `record` is told
/// what happens in each game.
///
/// # Errors
/// If a deal is not a deck of the game, or reading or writing fails.
pub fn play<R: Read, O: Write, E: Write>(
    rules: &Rules,
    mut next_deal: impl FnMut() -> Deal,
    record: &mut Record<'_>,
    input: R,
    out: O,
    err: E,
) -> Result<(), PlayError> {
    let mut deal = |record: &mut Record<'_>| {
        let session = Session::dealt(rules, next_deal()).map_err(PlayError::Deal)?;
        record.begin(&session);
        Ok::<Session, PlayError>(session)
    };
    let session = deal(record)?;
    let mut player = Player { session, input: Input::new(input), out, err };
    player.board()?;
    loop {
        let line = match player.command()? {
            Line::End => return Ok(()),
            Line::Text(line) => line,
            Line::TooLong => String::from("?!"),
        };
        let mut words = line.split_ascii_whitespace();
        let word = words.next().unwrap_or("").to_lowercase();
        if matches!(word.as_str(), "quit" | "q") {
            if !player.ask("Another game?")? {
                return Ok(());
            }
            // The original program shows a new game when it deals and again after the command.
            player.session = deal(record)?;
            player.board()?;
            player.board()?;
            continue;
        }
        if let Err(error) = player.obey(&word, &mut words)? {
            writeln!(player.err, "Error: {error}")?;
            player.err.flush()?;
        }
        record.follow(&player.session);
        player.board()?;
        if player.session.is_finished() {
            if !player.ask("You won! Another game?")? {
                return Ok(());
            }
            player.session = deal(record)?;
            player.board()?;
        }
    }
}

const HELP: &str = "\
card (c)             turn up to three cards of the stock, or turn the waste over
resfnd (rf)          reserve to its foundation
wstfnd (wf)          waste to its foundation
tabfnd (tf) T        top of tableau pile T to its foundation
restab (rt) T        reserve to tableau pile T
wsttab (wt) T        waste to tableau pile T
tabtab (tt) T1 T2    tableau pile T1 onto tableau pile T2
fndtab (ft) F T      foundation pile F to tableau pile T
undo (u)  help (h, ?)  quit (q)
";

struct Player<R, O, E> {
    session: Session,
    input: Input<R>,
    out: O,
    err: E,
}

/// The result of a command: an error is the text for the player.
type Said = Result<(), String>;

impl<R: Read, O: Write, E: Write> Player<R, O, E> {
    /// Prompts until there is a line that is neither empty nor a comment.
    fn command(&mut self) -> io::Result<Line> {
        loop {
            write!(self.err, "> ")?;
            self.err.flush()?;
            match self.input.line()? {
                Line::Text(line) if line.trim().is_empty() || line.trim().starts_with('#') => {}
                line => return Ok(line),
            }
        }
    }

    /// Asks a yes-or-no question; the end of the input means no.
    fn ask(&mut self, question: &str) -> io::Result<bool> {
        loop {
            write!(self.err, "{question} [yn] ")?;
            self.err.flush()?;
            match self.input.word()? {
                Line::End => return Ok(false),
                Line::Text(word) => match word.to_lowercase().as_str() {
                    "y" | "yes" => return Ok(true),
                    "n" | "no" => return Ok(false),
                    _ => {}
                },
                Line::TooLong => {}
            }
            writeln!(self.err, "Please answer yes or no.")?;
        }
    }

    fn obey<'a>(&mut self, word: &str, words: &mut impl Iterator<Item = &'a str>) -> io::Result<Said> {
        let mut number = || {
            let number = words.next().and_then(|word| word.parse::<i32>().ok());
            number.ok_or("Invalid or missing argument".to_string())
        };
        Ok(match word {
            "card" | "c" => self.card(),
            "resfnd" | "rf" => self.build_up(Pile::Reserve, "No card"),
            "wstfnd" | "wf" => self.build_up(Pile::Waste, "No card"),
            "tabfnd" | "tf" => {
                number().and_then(tableau).and_then(|from| self.build_up(from, "No cards in that pile"))
            }
            "restab" | "rt" => number().and_then(tableau).and_then(|to| self.build_down(Pile::Reserve, to)),
            "wsttab" | "wt" => number().and_then(tableau).and_then(|to| self.build_down(Pile::Waste, to)),
            "tabtab" | "tt" => number().and_then(|from| {
                let to = number()?;
                self.between(tableau(from)?, tableau(to)?)
            }),
            "fndtab" | "ft" => number().and_then(|from| {
                let to = number()?;
                self.back(foundation(from)?, tableau(to)?)
            }),
            "undo" | "u" => {
                // At the deal, nothing happens.
                let _ = self.session.execute(Command::Undo);
                Ok(())
            }
            "help" | "h" | "?" => {
                self.err.write_all(HELP.as_bytes())?;
                self.err.flush()?;
                Ok(())
            }
            _ => Err("Unknown command".into()),
        })
    }

    fn card(&mut self) -> Said {
        match self.session.execute(Command::Draw) {
            // If the stock and the waste are both empty, nothing happens.
            Ok(_) | Err(Refusal::Illegal { why: IllegalMove::NothingToRedeal, .. }) => Ok(()),
            Err(refusal) => Err(refusal.to_string()),
        }
    }

    fn is_empty(&self, pile: Pile) -> bool {
        self.session.view().len(pile) == 0
    }

    fn build_up(&mut self, from: Pile, if_empty: &str) -> Said {
        if self.is_empty(from) {
            return Err(if_empty.into());
        }
        self.carry(from, Onto::Foundation)
    }

    fn build_down(&mut self, from: Pile, to: Pile) -> Said {
        if self.is_empty(from) {
            return Err("no card to add".into());
        }
        self.carry(from, Onto::Pile(to))
    }

    fn between(&mut self, from: Pile, to: Pile) -> Said {
        if from == to {
            return Err("Can't move a pile onto itself".into());
        }
        if self.is_empty(from) {
            return Err("Can't move an empty pile".into());
        }
        self.carry(from, Onto::Pile(to))
    }

    fn back(&mut self, from: Pile, to: Pile) -> Said {
        if self.is_empty(from) {
            return Err("Cannot move from empty pile".into());
        }
        // The table would name the base card first.
        if self.is_empty(to) {
            return Err("Cannot move card to empty tableau".into());
        }
        self.carry(from, Onto::Pile(to))
    }

    fn carry(&mut self, from: Pile, to: Onto) -> Said {
        match self.session.execute(Command::Carry { from, to, count: None }) {
            Ok(_) => Ok(()),
            Err(Refusal::Illegal { why, .. }) => Err(worded(&why)),
            Err(refusal) => Err(refusal.to_string()),
        }
    }

    fn board(&mut self) -> io::Result<()> {
        self.out.write_all(board(&self.session).as_bytes())?;
        self.out.flush()
    }
}

fn tableau(number: i32) -> Result<Pile, String> {
    match number {
        1..=4 => Ok(Pile::Column(number as u8 - 1)),
        _ => Err(format!("No such tableau pile: {number}")),
    }
}

fn foundation(number: i32) -> Result<Pile, String> {
    match number {
        1..=4 => Ok(Pile::Foundation(number as u8 - 1)),
        _ => Err(format!("No such foundation pile: {number}")),
    }
}

/// Returns a refusal in the words of the original program.
fn worded(why: &IllegalMove) -> String {
    match why {
        IllegalMove::ReserveFirst => "Still cards in reserve".into(),
        IllegalMove::FoundationStart { base, .. } => {
            format!("foundation piles must start at {}", rank_word(*base))
        }
        IllegalMove::FoundationSuit { .. } => "foundations build up in suit".into(),
        IllegalMove::FoundationRank { .. } => "card does not follow top card of foundation".into(),
        IllegalMove::BaseGoesUp(card) | IllegalMove::BaseStays(card) => {
            format!("{} must go to the foundation", shown(*card))
        }
        IllegalMove::WrongSuit { .. } => "tableau is built down in alternating colors".into(),
        IllegalMove::WrongRank { .. } => "tableau is built down in sequence".into(),
        IllegalMove::TakeBackOntoCards => "Cannot move card to empty tableau".into(),
        // Refusals that the original program does not have keep our wording.
        other => other.to_string(),
    }
}

fn rank_word(rank: Rank) -> String {
    match rank.number() {
        1 => "Ace".into(),
        11 => "Jack".into(),
        12 => "Queen".into(),
        13 => "King".into(),
        n => n.to_string(),
    }
}

fn shown(card: Card) -> String {
    format!("{:#}{}", card.rank(), card.suit().letter())
}

fn board(session: &Session) -> String {
    let view = session.view();
    let cell = |card: Option<Card>| format!(" {:>3}", card.map_or("---".into(), shown));
    let foundations: String = (0..4).map(|f| cell(view.top(Pile::Foundation(f)))).collect();
    let columns: Vec<Vec<Option<Card>>> = (0..4).map(|c| view.cards(Pile::Column(c)).collect()).collect();
    let row = |i: usize| -> String {
        columns.iter().map(|column| cell(column.get(i).copied().flatten())).collect()
    };
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = format!("{:10}{foundations}\n\n{}      {}\n", "", cell(view.top(Pile::Reserve)), row(0));
    let stock = if view.len(Pile::Stock) > 0 { "###" } else { "---" };
    text += &format!(" {stock}{}  ", cell(view.top(Pile::Waste)));
    for i in 1..rows.max(1) {
        if i > 1 {
            text += &format!("{:10}", "");
        }
        text += &row(i);
        text += "\n";
    }
    if rows < 2 {
        text += "\n";
    }
    text
}
