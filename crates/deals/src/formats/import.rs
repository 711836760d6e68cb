//! Reading a text: its format recognised, its piles read, and set up by the rules of a game.
//!
//! It does not know the formats themselves.

use super::{Format, board, piles, shootme, solvitaire};
use crate::list;
use crate::opening::{opening, order};
use crate::spot::{base_cards, sizes};
use cards::{Card, CardError, DeckError, Rank};
use rules::{DealError, Layout, Rules, SetupError, Table};
use std::fmt;

/// What a text says, before it is known of which game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A deal in our dealing order.
    Deal(Vec<Card>),
    /// Many deals.
    List(Vec<list::Listed>),
    /// A position.
    Position(Position),
}

/// Piles as a text names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The piles.
    pub layout: Layout,
    /// Foundations of which only the top card is named.
    pub tops: Vec<Card>,
    /// Does the text say anywhere that a card lies face down?
    pub marked: bool,
}

/// A text that was read, and what it was recognised as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The format.
    pub format: Format,
    /// What it says.
    pub content: Content,
}

/// Why a text is not a deal or a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// There is nothing.
    Empty,
    /// More than any deal or position needs.
    TooLong {
        /// How many bytes it has.
        bytes: usize,
    },
    /// It is not text: the byte at this offset cannot be.
    NotText {
        /// The offset, from 0.
        offset: usize,
    },
    /// It looks like nothing we know.
    Unknown,
    /// Something that is not a card, on this line.
    Card(usize, CardError),
    /// A digit string of another length.
    Digits {
        /// How many digits there are.
        found: usize,
    },
    /// Three digits that are no card.
    DigitCard(String),
    /// A line, from 1, that cannot be understood.
    Line(usize, String),
    /// JSON that cannot be read, or says something else.
    Json(String),
    /// A list of deals with a fault.
    List(list::ListError),
    /// It holds many deals where one is wanted.
    Many(usize),
    /// The cards are not the deck of the game.
    Deck(DeckError),
    /// The rules cannot be.
    Rules(rules::RulesError),
    /// The piles are not a position of the game.
    Setup(SetupError),
    /// A foundation names a top card, but the cards below it lie elsewhere.
    Foundation(Card),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportError::Empty => f.write_str("there is no deal: the text is empty"),
            ImportError::TooLong { bytes } => {
                write!(f, "{bytes} bytes are too many for one deal or position")
            }
            ImportError::NotText { offset } => write!(f, "this is not text: byte {offset} cannot be read"),
            ImportError::Unknown => f.write_str(
                "no deal or position is recognised: a line of cards, one line a pile, a ShootMe deck string, \
                 Solvitaire JSON, PySolFC board text or a list with the columns id and cards is wanted",
            ),
            ImportError::Card(line, error) => write!(f, "line {line}: {error}"),
            ImportError::Digits { found } => {
                write!(f, "{found} digits: a ShootMe deck string has 156, three for each card")
            }
            ImportError::DigitCard(text) => {
                write!(
                    f,
                    "{text} is no card: two digits for the rank, 01 to 13, and one for the suit, 1 to 4"
                )
            }
            ImportError::Line(line, problem) => write!(f, "line {line}: {problem}"),
            ImportError::Json(problem) => write!(f, "Solvitaire JSON: {problem}"),
            ImportError::List(error) => error.fmt(f),
            ImportError::Many(count) => write!(f, "the list has {count} deals where one is wanted"),
            ImportError::Deck(error) => error.fmt(f),
            ImportError::Rules(error) => error.fmt(f),
            ImportError::Setup(error) => error.fmt(f),
            ImportError::Foundation(card) => write!(
                f,
                "a foundation is built up to {card}, but the cards that should lie under it are elsewhere"
            ),
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

/// So many games are named; of more, only how many there are.
const NAMED: usize = 10;
/// No deal or position needs more; a list may.
const LONGEST: usize = 1 << 16;

/// Reads a deal, a position or a list of deals, whatever its format.
///
/// # Errors
/// When no format fits, or the one that fits is not followed to the end.
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
    // One line: cards, if at least its first word is one or nearly one.
    let word = first.split_whitespace().next().unwrap_or("");
    if word.chars().count() <= 3 { Ok(Format::Cards) } else { Err(ImportError::Unknown) }
}

impl Imported {
    /// The table of a game by these rules.
    ///
    /// Where a text marks no face-down card at all and the columns are as long as at the start of
    /// the game, the columns are face down as the rules deal them.
    ///
    /// # Errors
    /// When the cards are not the game's deck, or their piles no position of it.
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

    /// What was recognised, in a sentence: the format, and the games it can be.
    pub fn words(&self) -> String {
        let what = self.format.words();
        if let Content::List(list) = &self.content {
            return format!("{what}: {} of them", list.len());
        }
        let fitting = self.fitting();
        if fitting.len() > 1 && !self.has_shape() {
            return format!("{what}, which can be {}", self.families());
        }
        // Of what can be the start of a game, the middle of another is not worth a word.
        let starts = fitting.iter().filter(|(middle, _)| !middle).count();
        let likely = if starts > 0 { &fitting[..starts] } else { &fitting[..] };
        let names: Vec<&str> = likely.iter().map(|(_, rules)| rules.name.as_str()).collect();
        let alike = if starts > 0 { "dealt alike" } else { "as a position" };
        match names[..] {
            [] => format!("{what}, but of no game we know"),
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

    /// Does the text say where cards lie? A line of cards can be dealt as any game with so many.
    pub fn has_shape(&self) -> bool {
        self.format != Format::Cards
    }

    /// The games it can be, the first of each family, in a sentence: `canfield, klondike, … or another
    /// of 40 games`.
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

    /// How many cards the text names.
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

    /// The games it can be: those of which it is a deal first, then those of which it is a position.
    pub fn games(&self) -> Vec<&'static Rules> {
        self.fitting().into_iter().map(|(_, rules)| rules).collect()
    }

    /// The games it can be, and whether it would be the middle of one.
    fn fitting(&self) -> Vec<(bool, &'static Rules)> {
        let mut fitting: Vec<(bool, &Rules)> = games::ALL
            .iter()
            // The digits would deal any game of 52 cards, but they are written for one kind of deal.
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
        self.fill_foundations(rules, &mut layout)?;
        by_suit(rules, &mut layout)?;
        let lengths = layout.columns.iter().map(|(cards, _)| cards.len());
        if !self.marked && lengths.eq(sizes(rules)) {
            for (c, (_, down)) in layout.columns.iter_mut().enumerate() {
                *down = usize::from(rules.down.of(c));
            }
        }
        if rules.first_turned && layout.waste.is_empty() && layout.redeals_used == 0 {
            // A text of another program shows the cards before the first are turned.
            if let Ok(start) = Table::deal(rules, &order(rules, &layout))
                && start.layout().columns == layout.columns
                && start.layout().reserve == layout.reserve
            {
                return Ok(start.layout());
            }
        }
        Ok(layout)
    }

    /// Puts under each named top card the cards of its foundation.
    fn fill_foundations(&self, rules: &Rules, layout: &mut Layout) -> Result<(), ImportError> {
        if rules.foundation_dealt() > 1
            && self.tops.is_empty()
            && layout.foundations.iter().all(Vec::is_empty)
        {
            // Other programs do not always write down what must lie there anyway.
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
                // A run is there whole or not at all.
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
                // Down to the base card, or, where that is not known, as far as cards are missing.
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

/// Puts each foundation in its suit's place, in games where suits have places.
fn by_suit(rules: &Rules, layout: &mut Layout) -> Result<(), ImportError> {
    if rules.place != rules::Place::BySuit {
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
