//! The constants of a search: sets of cards that follow from the rules, and where the cards lay at its start.

use super::prunings::Prunings;
use super::weights;
use crate::generic::heuristic::Weights;
use crate::generic::open_lists::LISTS;
use talon_rules::{Build, Fill, Rules, Take};

/// Stands for a column without a card below: the place at the bottom of an empty column.
pub const BOTTOM: u8 = 61;
/// Stands for a cell.
pub const CELL: u8 = 62;
/// Stands for the foundation.
pub const UP: u8 = 63;
/// Stands for no card.
pub const NONE: u8 = 60;

/// The codes of places in a key, three bits for each card; the hosts of a card have the codes from 4.
const INITIAL: u64 = 0;
const CODE_UP: u64 = 1;
const CODE_CELL: u64 = 2;
const CODE_BOTTOM: u64 = 3;
const CODE_HOSTS: u64 = 4;

/// The place of every card in three bits; the last word has room for more.
pub type Key = [u64; 3];
/// The cards of a word of a key.
const CARDS_A_WORD: u8 = 21;
/// The bits of the last word that a key uses.
pub const LAST_WORD: u64 = (1 << 30) - 1;

/// The rules of a game in the form that the search needs, and the position from which it starts.
#[derive(Clone)]
pub struct Game {
    /// For each card, the cards that it may be put on in a column.
    pub onto: [u64; 64],
    /// For each card, the cards that may be put on it.
    pub guests: [u64; 64],
    /// For each card, the heights of the foundations at which it is safe to raise it, by suit.
    pub safe: [[u8; 4]; 64],
    /// For each card, what it lay on at the start.
    pub initial: [u8; 64],
    /// For each card, the places that its codes mean.
    places: [[u8; 8]; 64],
    /// For each card, the codes of its places.
    codes: [[u8; 64]; 64],
    /// The cards that were face down at the start.
    pub face_down: u64,
    /// The different cards of the deck.
    pub deck: u64,
    /// The cards that may be put into an empty column.
    pub fillers: u64,
    /// The suits of the deck, as bits.
    pub suits: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The number of columns.
    pub columns: u8,
    /// The number of cells that take cards.
    pub cells: u8,
    /// Which cards of a column may be moved together.
    pub take: Take,
    /// Whether empty columns help to move sequences, because they take any card.
    pub columns_help: bool,
    /// What a card is to a search that forgets suits: cards of the same class are taken for one another.
    pub class: [u8; 64],
    /// Whether dead positions are given up.
    pub dead_test: bool,
    /// Whether an eager search comes first. If columns are built in suit, raising a card is always safe and no
    /// suit can be forgotten, so that both searches would be the same.
    pub eager: bool,
    /// The weights of the heuristic values.
    pub weights: &'static [Weights; LISTS],
    /// The weights of a quick search before all others, if there is one.
    pub quick_weights: Option<&'static [Weights; LISTS]>,
}

impl Game {
    /// The game of these rules, without a position.
    pub fn new(rules: &Rules) -> Game {
        let suits = rules.deck().suits_used().iter().fold(0u8, |suits, suit| suits | 1 << suit.index());
        let deck = (0..rules.ranks * 4).filter(|card| suits >> (card & 3) & 1 != 0);
        let deck = deck.fold(0u64, |deck, card| deck | 1 << card);
        let prunings = Prunings::of(rules);
        let kings = deck & (0xf << (4 * (rules.ranks - 1)));
        let mut game = Game {
            onto: [0; 64],
            guests: [0; 64],
            safe: prunings.safe_heights(rules),
            initial: [NONE; 64],
            places: [[NONE; 8]; 64],
            codes: [[0; 64]; 64],
            face_down: 0,
            deck,
            fillers: match rules.fill {
                Fill::Anything => deck,
                Fill::Kings => kings,
                _ => 0,
            },
            suits,
            ranks: rules.ranks,
            columns: rules.columns,
            cells: if rules.cells_take { rules.cells } else { 0 },
            take: rules.take,
            columns_help: rules.fill == Fill::Anything,
            class: [0; 64],
            dead_test: prunings.dead_test,
            eager: rules.build != Build::SameSuit,
            weights: weights::of(rules),
            quick_weights: weights::quick(rules),
        };
        for card in 0..rules.ranks * 4 {
            let at = usize::from(card);
            let fit = suits_that_fit(rules.build, card & 3) & u64::from(suits);
            let (lower, higher) = (u64::from(card >> 2).checked_sub(1), (card >> 2) + 1);
            if higher < rules.ranks {
                game.onto[at] |= fit << (4 * higher);
            }
            if let Some(lower) = lower {
                game.guests[at] |= fit << (4 * lower);
            }
            if rules.both_ways {
                game.onto[at] |= game.guests[at];
                game.guests[at] = game.onto[at];
            }
            game.class[at] = match rules.build {
                Build::AltColour | Build::SameColour => card & !3 | u8::from(is_red(card & 3)),
                Build::AnySuit | Build::OtherSuit => card & !3,
                Build::SameSuit => card,
            };
        }
        game
    }

    /// Numbers the places of every card, once it is known what the cards lie on at the start and which are face
    /// down.
    pub fn number_places(&mut self) {
        for card in 0..self.ranks * 4 {
            let at = usize::from(card);
            let (places, codes) = (&mut self.places[at], &mut self.codes[at]);
            let mut hosts = self.onto[at];
            let elsewhere = [(CODE_UP, UP), (CODE_CELL, CELL), (CODE_BOTTOM, BOTTOM)];
            let onto = (CODE_HOSTS..).map_while(|code| {
                let host = hosts.trailing_zeros() as u8;
                hosts &= hosts.checked_sub(1)?;
                Some((code, host))
            });
            for (code, place) in elsewhere.into_iter().chain(onto) {
                places[code as usize] = place;
                codes[usize::from(place)] = code as u8;
            }
            let host = self.initial[at];
            places[INITIAL as usize] = host;
            // Cards return only to cards that are face up.
            if host < 52 && self.face_down >> host & 1 == 0 {
                codes[usize::from(host)] = INITIAL as u8;
            }
        }
    }

    /// The code of a card's place.
    #[inline]
    pub fn code(&self, card: u8, below: u8) -> u64 {
        u64::from(self.codes[usize::from(card & 63)][usize::from(below & 63)])
    }

    /// The place that a code means.
    #[inline]
    pub fn place(&self, card: u8, code: u64) -> u8 {
        self.places[usize::from(card & 63)][code as usize & 7]
    }
}

/// The code of a place that is not a card.
pub fn code_elsewhere(place: u8) -> u64 {
    match place {
        UP => CODE_UP,
        CELL => CODE_CELL,
        _ => CODE_BOTTOM,
    }
}

/// The code of a card in a key.
#[inline]
pub fn code_in(key: &Key, card: u8) -> u64 {
    key[usize::from(card / CARDS_A_WORD)] >> (card % CARDS_A_WORD * 3) & 7
}

/// Replaces the code of a card in a key.
#[inline]
pub fn set_code(key: &mut Key, card: u8, code: u64) {
    let word = &mut key[usize::from(card / CARDS_A_WORD)];
    let shift = card % CARDS_A_WORD * 3;
    *word = *word & !(7 << shift) | code << shift;
}

/// Returns `true` if a suit is red.
const fn is_red(suit: u8) -> bool {
    suit == 1 || suit == 2
}

/// The suits, as bits, that a card of this suit may be put on; the relation is symmetrical.
fn suits_that_fit(build: Build, suit: u8) -> u64 {
    let red = 0b0110;
    let colour = if is_red(suit) { red } else { !red & 0xf };
    match build {
        Build::AltColour => !colour & 0xf,
        Build::SameColour => colour,
        Build::SameSuit => 1 << suit,
        Build::OtherSuit => !(1 << suit) & 0xf,
        Build::AnySuit => 0xf,
    }
}
