//! The programs whose deals are numbered, one file each.
//!
//! A number of another program names a deal only together with the program's generator, the order of its
//! unshuffled deck, its way to swap, and the piles in the order in which it fills them. A file of this
//! folder states these facts about one program in a [`Scheme`], explains its shuffle in a sentence, and
//! proves them with check values. To add a scheme, write its file and add it to [`Scheme::ALL`].

mod aisleriot;
mod kpat;
mod ms;
mod ours;
mod pipkin;
mod pysol;
mod shapes;
mod solvitaire;
mod ucb;
mod ycp;

pub use ucb::BerkeleyDeals;

use crate::dealing::{self, Dealing};
use crate::pack::Pack;
use std::fmt;
use talon_cards::{Card, Suit};
use talon_rules::Rules;

/// A program whose deals are numbered.
///
/// Schemes are equal if their [words](Scheme::word) are.
///
/// ```
/// use talon_deals::Scheme;
///
/// let pysol = Scheme::find("pysol").unwrap();
/// assert_eq!(pysol.program(), "PySolFC");
/// assert!(pysol.knows(&talon_games::CANFIELD));
/// ```
pub struct Scheme {
    /// The word before the colon of a deal's name.
    word: &'static str,
    /// The program, as it is called in a sentence.
    program: &'static str,
    /// The lowest number.
    lowest: u128,
    /// The highest number.
    highest: u128,
    /// The name of the game for which the numbers are best known.
    best_known_for: &'static str,
    /// Shuffles the deck of a game by a number in the range.
    shuffle: fn(&Rules, u128) -> Pack,
    /// Says which pile gets which card, if it is known how the program deals the game.
    dealing: fn(&Rules) -> Option<Dealing>,
    /// Explains the shuffle by this number, in a sentence or two.
    explain: fn(u128) -> String,
}

impl Scheme {
    /// All schemes, Talon's own first.
    pub const ALL: &[&Scheme] = &[
        Scheme::OURS,
        Scheme::MS,
        Scheme::PYSOL,
        kpat::SCHEME,
        solvitaire::SCHEME,
        aisleriot::SCHEME,
        ucb::SCHEME,
        pipkin::SCHEME,
        ycp::SCHEME,
    ];

    /// Talon's own numbers, which can deal every game.
    pub const OURS: &Scheme = ours::SCHEME;
    /// Microsoft's numbers, which PySolFC writes as `ms617`.
    pub(crate) const MS: &Scheme = ms::SCHEME;
    /// PySolFC's numbers.
    pub(crate) const PYSOL: &Scheme = pysol::SCHEME;

    /// The scheme with this word, in any case.
    pub fn find(word: &str) -> Option<&'static Scheme> {
        Scheme::ALL.iter().copied().find(|scheme| scheme.word.eq_ignore_ascii_case(word))
    }

    /// The word before the colon of a deal's name, as in `pysol:42`.
    pub const fn word(&self) -> &'static str {
        self.word
    }

    /// The program, as it is called in a sentence.
    pub const fn program(&self) -> &'static str {
        self.program
    }

    /// The lowest and the highest number.
    pub const fn range(&self) -> (u128, u128) {
        (self.lowest, self.highest)
    }

    /// The name of the game for which the numbers are best known.
    pub const fn best_known_for(&self) -> &'static str {
        self.best_known_for
    }

    /// Returns `true` if it is known how the program deals this game.
    pub fn knows(&self, rules: &Rules) -> bool {
        self.dealing(rules).is_some()
    }

    /// How the program deals this game, if that is known.
    fn dealing(&self, rules: &Rules) -> Option<Dealing> {
        // The games are recognised by the shape of their deal, and invalid rules have none.
        rules.validate().ok()?;
        if self == Scheme::OURS {
            return (self.dealing)(rules);
        }
        let whole = rules.ranks == 13 && matches!((rules.suits, rules.copies), (4, 1 | 2) | (2, 4) | (1, 8));
        // A deck with fewer suits is known of Spider only.
        if !whole || (rules.suits < 4 && !shapes::is_spider(rules)) {
            return None;
        }
        (self.dealing)(rules).filter(|dealing| dealing.columns(rules).is_some())
    }

    /// The deal of a number in the range; `None` if it is not known how the program deals the game.
    pub(crate) fn deal(&self, rules: &Rules, number: u128) -> Option<Dealt> {
        let dealing = self.dealing(rules)?;
        let pack = (self.shuffle)(rules, number);
        if self == Scheme::OURS {
            let order = pack.dealt();
            return Some(Dealt { pack, dealing, order });
        }
        finish(rules, pack, dealing)
    }

    /// Explains the shuffle by this number, in a sentence or two.
    pub(crate) fn explain(&self, number: u128) -> String {
        (self.explain)(number)
    }
}

impl PartialEq for Scheme {
    fn eq(&self, other: &Scheme) -> bool {
        self.word == other.word
    }
}

impl Eq for Scheme {}

impl fmt::Debug for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scheme({})", self.word)
    }
}

impl fmt::Display for Scheme {
    /// Writes the word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word)
    }
}

/// A deal and how it came about.
#[derive(Clone, Debug)]
pub(crate) struct Dealt {
    /// The shuffled deck.
    pub pack: Pack,
    /// How the program deals.
    pub dealing: Dealing,
    /// The cards in Talon's dealing order.
    pub order: Vec<Card>,
}

/// Deals a shuffled deck; `None` if the program's columns are not those of the game.
fn finish(rules: &Rules, pack: Pack, dealing: Dealing) -> Option<Dealt> {
    let spots = dealing.ours(rules)?;
    // Some programs make their easier Spiders of clubs and hearts; ours are spades and hearts.
    let suit = |card: Card| match card.suit() {
        Suit::Clubs if rules.suits < 4 => Card::new(card.rank(), Suit::Spades),
        _ => card,
    };
    let cards = pack.dealt().into_iter().map(suit).collect();
    let order = dealing::lay(rules, cards, &spots, dealing.kings);
    Some(Dealt { pack, dealing, order })
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_rules::{Pile, Table};

    /// Cards written the way people write them, for the check values of the programs.
    pub(super) fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|word| word.parse().expect("a check value is made of cards")).collect()
    }

    /// The table of a number.
    pub(super) fn table(scheme: &Scheme, rules: &Rules, number: u128) -> Table {
        Table::deal(rules, &scheme.deal(rules, number).unwrap().order).unwrap()
    }

    /// The cards of a pile from bottom to top.
    pub(super) fn pile(table: &Table, pile: Pile) -> Vec<Card> {
        table.cards(pile).collect()
    }

    /// The top cards of the columns.
    pub(super) fn tops(table: &Table) -> Vec<Card> {
        (0..table.rules().columns).filter_map(|c| table.top(Pile::Column(c))).collect()
    }

    #[test]
    fn every_program_shuffles_whole_decks() {
        for scheme in Scheme::ALL {
            for rules in talon_games::ALL.iter().filter(|rules| scheme.knows(rules)) {
                for number in [scheme.lowest, scheme.lowest + 1, 31_999, 999_999, scheme.highest] {
                    let dealt = scheme.deal(rules, number).unwrap();
                    rules.deck().check(&dealt.order).unwrap();
                    let mut cards = dealt.pack.unshuffled.clone();
                    dealt.pack.swaps.iter().for_each(|&(i, j)| cards.swap(i, j));
                    assert_eq!(cards, dealt.pack.cards, "{scheme}:{number} {}", rules.name);
                }
            }
        }
    }

    #[test]
    fn words_are_unique_and_games_are_known() {
        for scheme in Scheme::ALL {
            assert_eq!(Scheme::find(&scheme.word.to_uppercase()), Some(*scheme));
            assert!(scheme.knows(talon_games::find(scheme.best_known_for).unwrap()), "{scheme}");
        }
        assert_eq!(Scheme::find("windows"), None);
    }
}
