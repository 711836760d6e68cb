//! Reads a text: recognises its format, reads its piles, and sets them up by the rules of a game.
//!
//! The formats themselves are in modules of their own.

use super::{Format, board, piles, shootme, solvitaire};
use crate::dealing::{base_cards, sizes};
use crate::list;
use crate::opening::{opening, order};
use std::fmt;
use talon_cards::{Card, CardError, DeckError, Rank};
use talon_rules::{DealError, Layout, Rules, SetupError, Table};

/// The content of a text, before its game is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A deal in our dealing order.
    Deal(Vec<Card>),
    /// Many deals.
    List(Vec<list::Listed>),
    /// A position.
    Position(Position),
}

/// The piles that a text describes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The piles.
    pub layout: Layout,
    /// Foundations of which only the top card is named.
    pub tops: Vec<Card>,
    /// Whether the text marks any card as face down.
    pub marked: bool,
}

/// A text that was read, with its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The format.
    pub format: Format,
    /// The content.
    pub content: Content,
}

/// The reason why a text is not a deal or a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// The text is empty.
    Empty,
    /// The text is longer than any deal or position.
    TooLong {
        /// The number of bytes.
        bytes: usize,
    },
    /// The text is not UTF-8: the byte at this offset is invalid.
    NotText {
        /// The offset, from 0.
        offset: usize,
    },
    /// No format was recognised.
    Unknown,
    /// A word on this line is not a card.
    Card(usize, CardError),
    /// A digit string has the wrong length.
    Digits {
        /// The number of digits.
        found: usize,
    },
    /// Three digits are not a card.
    DigitCard(String),
    /// A line, counted from 1, cannot be understood.
    Line(usize, String),
    /// The JSON cannot be read, or has an unexpected form.
    Json(String),
    /// A list of deals has a fault.
    List(list::ListError),
    /// The text contains many deals where one is expected.
    Many(usize),
    /// The cards are not the deck of the game.
    Deck(DeckError),
    /// The rules are invalid.
    Rules(talon_rules::RulesError),
    /// The piles are not a position of the game.
    Setup(SetupError),
    /// A foundation names a top card, but the cards below it lie elsewhere.
    Foundation(Card),
    /// The cards could be several games.
    Game {
        /// How many cards there are.
        cards: usize,
        /// The games.
        games: String,
    },
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportError::Empty => f.write_str("the text is empty"),
            ImportError::TooLong { bytes } => {
                write!(f, "the text has {bytes} bytes, too many for one deal or position")
            }
            ImportError::NotText { offset } => write!(f, "this is not UTF-8 text: byte {offset} is invalid"),
            ImportError::Unknown => f.write_str(
                "the text is not recognised as a deal or a position; known formats are a line of cards, one line \
                 for each pile, a ShootMe deck string, Solvitaire JSON, PySolFC board text, and a list with \
                 the columns id and cards",
            ),
            ImportError::Card(line, error) => write!(f, "line {line}: {error}"),
            ImportError::Digits { found } => {
                write!(f, "the text has {found} digits, but a ShootMe deck string has 156, three for each card")
            }
            ImportError::DigitCard(text) => {
                write!(
                    f,
                    "{text} is not a card; write two digits for the rank, 01 to 13, and one for the suit, 1 to 4"
                )
            }
            ImportError::Line(line, problem) => write!(f, "line {line}: {problem}"),
            ImportError::Json(problem) => write!(f, "Solvitaire JSON: {problem}"),
            ImportError::List(error) => error.fmt(f),
            ImportError::Many(count) => write!(f, "the list has {count} deals, but one is expected"),
            ImportError::Deck(error) => error.fmt(f),
            ImportError::Rules(error) => error.fmt(f),
            ImportError::Setup(error) => error.fmt(f),
            ImportError::Foundation(card) => write!(
                f,
                "a foundation is built up to {card}, but the cards that should lie under it are elsewhere"
            ),
            ImportError::Game { cards, games } => {
                write!(f, "no game is named, and a line of {cards} cards can be {games}; name the game")
            }
        }
    }
}

impl std::error::Error for ImportError {}

impl From<DealError> for ImportError {
    fn from(error: DealError) -> ImportError {
        match error {
            DealError::Rules(error) => ImportError::Rules(error),
            DealError::Deck(error) => ImportError::Deck(error),
        }
    }
}

/// At most this many games are named; the others are only counted.
const NAMED: usize = 10;
/// The size limit of a deal or position; a list may be longer.
const LONGEST: usize = 1 << 16;

/// Reads a deal, a position or a list of deals in any format.
///
/// # Errors
/// If no format fits, or the text departs from the format that fits.
pub fn import(bytes: &[u8]) -> Result<Imported, ImportError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| ImportError::NotText { offset: error.valid_up_to() })?
        .trim_start_matches('\u{feff}');
    if let Some(offset) = text.bytes().position(|b| b.is_ascii_control() && !b.is_ascii_whitespace()) {
        return Err(ImportError::NotText { offset });
    }
    if list::looks_like(text) {
        let deals = list::read(text, None).map_err(ImportError::List)?;
        return Ok(Imported { format: Format::List, content: Content::List(deals) });
    }
    if text.len() > LONGEST {
        return Err(ImportError::TooLong { bytes: bytes.len() });
    }
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim_end()))
        .filter(|(_, line)| !line.trim_start().starts_with('#'))
        .collect();
    let format = recognise(text, &lines)?;
    let content = match format {
        Format::Cards => {
            let words =
                lines.iter().flat_map(|&(n, line)| line.split_whitespace().map(move |word| (n, word)));
            let cards: Result<Vec<Card>, ImportError> =
                words.map(|(n, word)| word.parse().map_err(|error| ImportError::Card(n, error))).collect();
            Content::Deal(cards?)
        }
        Format::ShootMe => Content::Deal(shootme::read(text)?),
        Format::Piles => Content::Position(piles::read(&lines)?),
        Format::Solvitaire => Content::Position(solvitaire::read(text)?),
        Format::Board | Format::List => Content::Position(board::read(&lines)?),
    };
    Ok(Imported { format, content })
}

fn recognise(text: &str, lines: &[(usize, &str)]) -> Result<Format, ImportError> {
    let trimmed = text.trim();
    let filled: Vec<&str> =
        lines.iter().map(|&(_, line)| line.trim()).filter(|line| !line.is_empty()).collect();
    let [first, ..] = filled[..] else { return Err(ImportError::Empty) };
    if trimmed.starts_with('{') {
        return Ok(Format::Solvitaire);
    }
    if trimmed.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_whitespace()) {
        return Ok(Format::ShootMe);
    }
    if filled.iter().all(|line| piles::is_line(line)) {
        return Ok(Format::Piles);
    }
    if filled.iter().any(|line| board::is_head(line)) || filled.len() > 1 {
        return Ok(Format::Board);
    }
    // A single line: cards, if at least its first word is or resembles a card.
    let word = first.split_whitespace().next().unwrap_or("");
    if word.chars().count() <= 3 { Ok(Format::Cards) } else { Err(ImportError::Unknown) }
}

impl Imported {
    /// Returns the table of a game by these rules.
    ///
    /// If the text marks no face-down card, and the columns are as long as at the start of the game, the
    /// columns are face down as the rules deal them.
    ///
    /// # Errors
    /// If the cards are not the deck of the game, or the piles are not a position of it.
    pub fn table(&self, rules: &Rules) -> Result<Table, ImportError> {
        match &self.content {
            Content::Deal(cards) => Ok(Table::deal(rules, cards)?),
            Content::List(list) => match &list[..] {
                [deal] => Ok(Table::deal(rules, &deal.cards)?),
                _ => Err(ImportError::Many(list.len())),
            },
            Content::Position(position) => {
                let layout = position.layout_for(rules)?;
                Table::set_up(rules, &layout).map_err(|error| match error {
                    SetupError::Rules(error) => ImportError::Rules(error),
                    SetupError::Deck(error) => ImportError::Deck(error),
                    error => ImportError::Setup(error),
                })
            }
        }
    }

    /// Describes what was recognised: the format and the possible games.
    pub fn words(&self) -> String {
        let what = self.format.words();
        if let Content::List(list) = &self.content {
            return format!("{what} ({})", talon_rules::plural(list.len(), "deal"));
        }
        let fitting = self.fitting();
        if fitting.len() > 1 && !self.has_shape() {
            return format!("{what}, which can be {}", self.families());
        }
        // If the text can be the start of some games, the games it would be the middle of are not
        // mentioned.
        let starts = fitting.iter().filter(|(middle, _)| !middle).count();
        let likely = if starts > 0 { &fitting[..starts] } else { &fitting[..] };
        let names: Vec<&str> = likely.iter().map(|(_, rules)| rules.name.as_str()).collect();
        let alike = if starts > 0 { "dealt alike" } else { "as a position" };
        match names[..] {
            [] => format!("{what} that fits no game"),
            [game] => format!("{what}: {game}"),
            [first, second] => format!("{what}: {first}, or {second}, {alike}"),
            [first, ref others @ .., last] if names.len() <= NAMED + 1 => {
                format!("{what}: {first}, or {} or {last}, {alike}", others.join(", "))
            }
            [first, ref others @ ..] => {
                let (some, more) = others.split_at(NAMED - 1);
                format!("{what}: {first}, or {} or one of {} more, {alike}", some.join(", "), more.len())
            }
        }
    }

    /// Returns `true` if the text says where cards lie. A line of cards can be dealt as any game with that
    /// many cards.
    pub fn has_shape(&self) -> bool {
        self.format != Format::Cards
    }

    /// Names the possible games, the first of each family: `canfield, klondike, … or another of 40 games`.
    pub fn families(&self) -> String {
        let games = self.games();
        let mut first: Vec<&Rules> = Vec::new();
        for &rules in &games {
            if first.iter().all(|known| known.family != rules.family) {
                first.push(rules);
            }
        }
        let mut names: Vec<&str> = first.iter().map(|rules| rules.name.as_str()).collect();
        match (games.len() - names.len(), names.pop()) {
            (0, Some(last)) if names.is_empty() => last.into(),
            (0, Some(last)) => format!("{} or {last}", names.join(", ")),
            (others, Some(last)) => {
                names.push(last);
                format!("{} or another of {} games", names.join(", "), names.len() + others)
            }
            (_, None) => String::new(),
        }
    }

    /// Returns the number of cards in the text.
    pub fn card_count(&self) -> usize {
        match &self.content {
            Content::Deal(cards) => cards.len(),
            Content::List(list) => list.iter().map(|deal| deal.cards.len()).sum(),
            Content::Position(Position { layout, tops, .. }) => {
                let piles = layout.foundations.iter().chain(layout.columns.iter().map(|(cards, _)| cards));
                piles.map(Vec::len).sum::<usize>()
                    + layout.stock.len()
                    + layout.waste.len()
                    + layout.reserve.len()
                    + layout.cells.iter().flatten().count()
                    + tops.len()
            }
        }
    }

    /// Returns the possible games: first those of which the text is a deal, then those of which it is a
    /// position.
    pub fn games(&self) -> Vec<&'static Rules> {
        self.fitting().into_iter().map(|(_, rules)| rules).collect()
    }

    /// Returns the most likely game; the most common one with about as many cards if none fits, because it
    /// explains what is wrong.
    ///
    /// # Errors
    /// If the text has no piles and its cards could be several games.
    pub fn likely(&self) -> Result<&'static Rules, ImportError> {
        match self.games()[..] {
            [_, _, ..] if !self.has_shape() => {
                Err(ImportError::Game { cards: self.card_count(), games: self.families() })
            }
            [first, ..] => Ok(first),
            [] if self.card_count() > 78 => Ok(&talon_games::SPIDER),
            [] => Ok(&talon_games::KLONDIKE),
        }
    }

    /// Returns the possible games, each with whether the text would be the middle of it.
    fn fitting(&self) -> Vec<(bool, &'static Rules)> {
        let mut fitting: Vec<(bool, &Rules)> = talon_games::ALL
            .iter()
            // The digits could deal any game of 52 cards, but they are meant for Klondike.
            .filter(|rules| self.format != Format::ShootMe || shootme::holds(rules))
            .filter_map(|rules| self.table(rules).ok().map(|table| (opening(&table).is_none(), rules)))
            .collect();
        fitting.sort_by_key(|&(middle, _)| middle);
        fitting
    }
}

impl Position {
    fn layout_for(&self, rules: &Rules) -> Result<Layout, ImportError> {
        let mut layout = self.layout.clone();
        if rules.reserve == 0 && !rules.cells_take && layout.cells.is_empty() {
            // What is a reserve to other programs may be cells that take no cards.
            layout.cells = layout.reserve.drain(..).map(Some).collect();
        }
        self.fill_foundations(rules, &mut layout)?;
        by_suit(rules, &mut layout)?;
        let lengths = layout.columns.iter().map(|(cards, _)| cards.len());
        if !self.marked && lengths.eq(sizes(rules)) {
            for (c, (_, down)) in layout.columns.iter_mut().enumerate() {
                *down = usize::from(rules.down.of(c));
            }
        }
        if rules.first_turned && layout.waste.is_empty() && layout.redeals_used == 0 {
            // Other programs show the cards before the first ones are turned.
            if let Ok(start) = Table::deal(rules, &order(rules, &layout))
                && start.layout().columns == layout.columns
                && start.layout().reserve == layout.reserve
            {
                return Ok(start.layout());
            }
        }
        Ok(layout)
    }

    /// Puts the cards of a foundation under its named top card.
    fn fill_foundations(&self, rules: &Rules, layout: &mut Layout) -> Result<(), ImportError> {
        if rules.foundation_dealt() > 1
            && self.tops.is_empty()
            && layout.foundations.iter().all(Vec::is_empty)
        {
            // Other programs do not always write the cards that must be there anyway.
            layout.foundations = base_cards(rules).into_iter().map(|card| vec![card]).collect();
        }
        let mut elsewhere = [0u8; Card::COUNT];
        let columns = layout.columns.iter().flat_map(|(cards, _)| cards);
        let piles = layout.stock.iter().chain(&layout.waste).chain(&layout.reserve).chain(columns);
        for card in piles.chain(layout.cells.iter().flatten()) {
            elsewhere[usize::from(card.index())] += 1;
        }
        let missing = |card: Card| elsewhere[usize::from(card.index())] < rules.copies;
        for &top in &self.tops {
            let with = |number: u8| Rank::new(number).map(|rank| Card::new(rank, top.suit()));
            if rules.about_runs() {
                // A run is either complete or absent.
                if top.rank().number() != rules.ranks {
                    return Err(ImportError::Foundation(top));
                }
                layout.foundations.push((1..=rules.ranks).rev().filter_map(with).collect());
                continue;
            }
            let base = rules.fixed_base().or(layout.base);
            let mut cards = vec![top];
            loop {
                let lowest = cards[cards.len() - 1];
                let number = lowest.rank().number();
                let below = if number == 1 { rules.ranks } else { number - 1 };
                let Some(below) = with(below) else { break };
                // Down to the base card, or, if that is unknown, as long as cards are missing.
                let stop = match base {
                    Some(base) => lowest.rank() == base,
                    None => !missing(below) || below == top,
                };
                if stop {
                    break;
                }
                if !missing(below) || cards.len() >= usize::from(rules.ranks) {
                    return Err(ImportError::Foundation(top));
                }
                cards.push(below);
            }
            cards.reverse();
            layout.foundations.push(cards);
        }
        Ok(())
    }
}

/// Puts each foundation into the place of its suit, in games that assign places to suits.
fn by_suit(rules: &Rules, layout: &mut Layout) -> Result<(), ImportError> {
    if rules.place != talon_rules::Place::BySuit {
        return Ok(());
    }
    let copies = usize::from(rules.copies);
    let mut places: Vec<Vec<Card>> = vec![Vec::new(); usize::from(rules.foundations())];
    for cards in std::mem::take(&mut layout.foundations).into_iter().filter(|cards| !cards.is_empty()) {
        let suit = rules.deck().suits_used().iter().position(|&suit| suit == cards[0].suit());
        let first = suit.unwrap_or(0) * copies;
        let free = (first..first + copies).find(|&f| places[f].is_empty());
        let place = free.ok_or(ImportError::Foundation(cards[0]))?;
        places[place] = cards;
    }
    layout.foundations = places;
    Ok(())
}
