//! How each program deals the games it shares with us: one file a program.
//!
//! A file knows, for a game given by its rules, on which spot the program puts its first card, its
//! second and so on. Games are told apart by their shape (columns, reserve, cells, deck), never by
//! name, so that a player's own variant of Klondike has PySolFC's numbers too. What a file does not
//! know it refuses.

mod aisleriot;
mod java;
mod kpat;
mod pysol;
mod solvitaire;

use crate::name::{DealName, NameError, Scheme};
use crate::spot::{self, Dealing, Kings, Spot};
use cards::foreign::{self, NumberError, Pack, Top, ucb};
use cards::{Card, Generator, Suit};
use rules::{Base, Rules};

/// A deal and how it came about.
#[derive(Clone, Debug)]
pub(crate) struct Dealt {
    /// The shuffled deck.
    pub pack: Pack,
    /// How the program deals.
    pub dealing: Dealing,
    /// The cards in our dealing order.
    pub order: Vec<Card>,
}

/// Deals by name.
pub(crate) fn deal(name: DealName, rules: &Rules) -> Result<Dealt, NameError> {
    rules.validate().map_err(NameError::Rules)?;
    let unknown = || NameError::UnknownGame { scheme: name.scheme, game: rules.title.as_str().to_owned() };
    let dealing = dealing(name.scheme, rules).ok_or_else(unknown)?;
    let pack = pack(name, rules).map_err(|error| NameError::Number(name.scheme, error))?;
    if name.scheme == Scheme::Ours {
        let order = pack.cards.clone();
        return Ok(Dealt { pack, dealing, order });
    }
    finish(rules, pack, dealing).ok_or_else(unknown)
}

/// The next deal of a run of the Berkeley Canfield, in our dealing order.
///
/// # Errors
/// When the game is not dealt like that Canfield.
pub fn deal_ucb(rules: &Rules, run: &mut ucb::Deals) -> Result<Vec<Card>, NameError> {
    let unknown = || NameError::UnknownGame { scheme: Scheme::Ucb, game: rules.title.as_str().to_owned() };
    let dealing = dealing(Scheme::Ucb, rules).ok_or_else(unknown)?;
    finish(rules, run.deal(), dealing).map(|dealt| dealt.order).ok_or_else(unknown)
}

fn finish(rules: &Rules, pack: Pack, dealing: Dealing) -> Option<Dealt> {
    let spots = dealing.ours(rules)?;
    // PySolFC calls the suits of its easier Spiders clubs and hearts; ours are spades and hearts.
    let suit = |card: Card| match card.suit() {
        Suit::Clubs if rules.suits < 4 => Card::new(card.rank(), Suit::Spades),
        _ => card,
    };
    let cards = pack.clone().from_top().into_iter().map(suit).collect();
    let order = spot::lay(rules, cards, &spots, dealing.kings);
    Some(Dealt { pack, dealing, order })
}

/// How the program of this scheme deals the game, where that is known.
pub(crate) fn dealing(scheme: Scheme, rules: &Rules) -> Option<Dealing> {
    // Rules that cannot be have no shape to go by.
    rules.validate().ok()?;
    if scheme == Scheme::Ours {
        return Some(ours(rules));
    }
    let whole = rules.ranks == 13 && matches!((rules.suits, rules.copies), (4, 1 | 2) | (2, 4) | (1, 8));
    // A deck with fewer suits is Spider's.
    if !whole || (rules.suits < 4 && !is_spider(rules)) {
        return None;
    }
    let dealing = match scheme {
        Scheme::Ours => None,
        Scheme::Ms | Scheme::Pysol => pysol::dealing(rules),
        Scheme::Kpat => kpat::dealing(rules),
        Scheme::Solvitaire => solvitaire::dealing(rules),
        Scheme::Aisleriot => aisleriot::dealing(rules),
        Scheme::Ucb => java::ucb(rules),
        Scheme::Pipkin => java::pipkin(rules),
        Scheme::Ycp => java::ycp(rules),
    };
    dealing.filter(|dealing| dealing.columns(rules).is_some())
}

/// The games a scheme knows, in a sentence.
pub(crate) fn known(scheme: Scheme) -> String {
    let names: Vec<&str> =
        games::ALL.iter().filter(|rules| scheme.knows(rules)).map(|rules| rules.name.as_str()).collect();
    names.join(", ")
}

fn pack(name: DealName, rules: &Rules) -> Result<Pack, NumberError> {
    let copies = if is_spider(rules) { 2 } else { usize::from(rules.copies) };
    let suits = |four, two, one| match rules.suits {
        4 => four,
        2 => two,
        _ => one,
    };
    let pysol = suits(foreign::pysol::SUITS, foreign::pysol::TWO_SUITS, foreign::pysol::ONE_SUIT);
    match name.scheme {
        Scheme::Ours => {
            let (lowest, highest) = Scheme::Ours.range();
            let number = u64::try_from(name.number).map_err(|_| NumberError {
                number: name.number,
                lowest,
                highest,
            })?;
            Ok(our_pack(rules, number))
        }
        Scheme::Ms => foreign::pysol::shuffle_ms(name.number, &pysol, copies),
        Scheme::Pysol => foreign::pysol::shuffle(name.number, &pysol, copies),
        Scheme::Kpat => {
            use foreign::kpat::{ONE_SUIT, SUITS, TWO_SUITS};
            foreign::kpat::shuffle(name.number, &suits(SUITS, TWO_SUITS, ONE_SUIT), copies)
        }
        Scheme::Solvitaire => foreign::solvitaire::shuffle(name.number, copies),
        Scheme::Aisleriot => {
            use foreign::aisleriot::{ONE_SUIT, SUITS, TWO_SUITS};
            let suits = suits(SUITS, TWO_SUITS, ONE_SUIT);
            foreign::aisleriot::shuffle(name.number, aisleriot::deck(rules, &suits, copies))
        }
        Scheme::Ucb => Ok(ucb::Deals::new(name.number)?.deal()),
        Scheme::Pipkin => foreign::pipkin::shuffle(name.number),
        Scheme::Ycp => foreign::ycp::shuffle(name.number),
    }
    // In Baker's Dozen PySolFC turns its list round after it has moved the kings.
    .map(|pack| match name.scheme {
        Scheme::Ms | Scheme::Pysol if rules.kings_to_bottom => Pack { top: Top::Front, ..pack },
        _ => pack,
    })
}

/// Our own deal: [`cards::shuffle`], with its swaps.
fn our_pack(rules: &Rules, number: u64) -> Pack {
    let unshuffled = rules.deck().cards();
    let mut generator = Generator::new(number);
    let swaps: Vec<(usize, usize)> =
        (1..unshuffled.len()).rev().map(|i| (i, generator.below(i as u64 + 1) as usize)).collect();
    Pack { cards: cards::shuffle(rules.deck(), number), unshuffled, swaps, top: Top::Front }
}

fn ours(rules: &Rules) -> Dealing {
    let mut spots: Vec<Spot> = spot::reserve(rules).collect();
    spots.extend((rules.base == Base::Dealt).then_some(Spot::Foundation));
    spots.extend(spot::rows(&spot::sizes(rules)));
    spots.extend(spot::cells(rules));
    spots.extend(spot::stock(rules));
    Dealing::new(rules, spots)
}

/// Is it a Canfield: a reserve, columns of one card, a stock that is turned?
fn is_canfield(rules: &Rules) -> bool {
    rules.reserve > 0
        && rules.cells == 0
        && rules.has_waste()
        && rules.base != Base::Ace
        && spot::sizes(rules).iter().all(|&size| size == 1)
}

/// Is it the Canfield of one deck, four columns and a reserve of thirteen?
fn is_plain_canfield(rules: &Rules) -> bool {
    is_canfield(rules)
        && (rules.copies, rules.columns, rules.reserve) == (1, 4, 13)
        && rules.base == Base::Dealt
}

/// Is it a Spider: ten columns of five or six, four of them longer, and five rows to deal?
fn is_spider(rules: &Rules) -> bool {
    let sizes = spot::sizes(rules);
    rules.deck().len() == 104
        && rules.stock.is_rows()
        && nothing_aside(rules)
        && sizes.len() == 10
        && sizes.iter().filter(|&&size| size == 6).count() == 4
        && sizes.iter().filter(|&&size| size == 5).count() == 6
}

/// Are all cards in columns and stock?
fn nothing_aside(rules: &Rules) -> bool {
    rules.reserve == 0 && rules.cells_dealt == 0 && rules.base == Base::Ace
}

/// Are the columns one to so many cards, in this order?
fn is_triangle(rules: &Rules) -> bool {
    spot::sizes(rules).iter().copied().eq(1..=usize::from(rules.columns))
}

/// The columns' sizes in rising order, whatever order they lie in.
fn sorted_sizes(rules: &Rules) -> Vec<usize> {
    let mut sizes = spot::sizes(rules);
    sizes.sort_unstable();
    sizes
}

/// Yukon's columns: one card, then six to eleven.
const YUKON: [usize; 7] = [1, 6, 7, 8, 9, 10, 11];
/// Simple Simon's columns.
const SIMPLE_SIMON: [usize; 10] = [8, 8, 8, 7, 6, 5, 4, 3, 2, 1];
/// Eight columns for a whole deck, four of them longer.
const LONG_AND_SHORT: [usize; 8] = [7, 7, 7, 7, 6, 6, 6, 6];

/// Nine rows of Simple Simon but one, each shorter than the one before, and a whole row last.
fn simple_simon() -> Dealing {
    let mut spots: Vec<Spot> = (3..=9).rev().flat_map(|row| (0..row).map(Spot::Column)).collect();
    spots.extend((0..10).map(Spot::Column));
    Dealing { sizes: SIMPLE_SIMON.to_vec(), spots, kings: Kings::Slide }
}
