//! What the rules mean for a search, worked out once: who may lie on whom, and which shortcuts hold.
//!
//! It knows rules and the base rank, no position.

use cards::Card;
use rules::{Build, Count, Goal, Pile, Rules, Stock, Table, Take, TakeBack};

/// The rules seen from the search.
#[derive(Clone)]
pub struct Facts {
    /// The rules themselves.
    pub rules: Rules,
    /// How far each card, by index, is above the base of its foundation.
    pub depth: [u8; 64],
    /// For each card, by index, the cards it may lie on in a column: one bit a card.
    pub onto: [u64; 64],
    /// For each card, by index, the one that follows it on its foundation: its bit, or none.
    pub after: [u64; 64],
    /// For each card, by index, the cards that may lie on it: `onto` the other way round.
    pub guests: [u64; 64],
    /// The different cards in play, as bits.
    pub deck: u64,
    /// The base cards.
    pub starts: u64,
    /// The cards of the highest rank.
    pub kings: u64,
    /// Is the test for hopeless positions worth making?
    pub tests_hope: bool,
    /// All cards in play.
    pub total: u16,
    /// The pile of turned cards, where there is one.
    pub turned: Option<Pile>,
    /// May every card of the stock be had at any time? Then neither its order nor where one stands
    /// in it matters.
    pub free_stock: bool,
    /// Are all empty columns tried, and whole columns moved between them, while rows are still to be
    /// dealt? Without it a search is faster and cannot prove a loss.
    pub shifts: bool,
    /// Must a key spell the stock out? With copies, the cards that are missing do not tell which
    /// of two equal cards was taken.
    pub spell_stock: bool,
    /// How forced moves are found.
    pub safety: Safety,
}

/// Which proof lets a card go up for certain; see `forced`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Safety {
    /// None holds.
    Never,
    /// Whatever could come to lie on the card can go up itself when it does.
    GuestsRise,
    /// Whatever could come to lie on the card is up already, for good.
    GuestsUp,
}

impl Facts {
    /// The facts for a position's rules and base rank.
    pub fn new(table: &Table) -> Facts {
        let rules = *table.rules();
        let mut facts = Facts {
            rules,
            depth: [0; 64],
            onto: [0; 64],
            after: [0; 64],
            guests: [0; 64],
            deck: 0,
            starts: 0,
            kings: 0,
            tests_hope: super::hopeless::applies(&rules),
            total: rules.deck().len() as u16,
            turned: match rules.stock {
                Stock::Waste => Some(Pile::Waste),
                Stock::FaceUp => Some(Pile::Stock),
                _ => None,
            },
            free_stock: rules.has_waste() && rules.draw == 1 && rules.redeals == Count::Unlimited,
            shifts: true,
            spell_stock: rules.copies > 1,
            safety: safety(&rules),
        };
        let base = table.base().number();
        for card in Card::all().filter(|card| card.rank().number() <= rules.ranks) {
            let at = usize::from(card.index());
            if rules.deck().suits_used().contains(&card.suit()) {
                facts.deck |= 1 << at;
                facts.starts |= u64::from(card.rank() == table.base()) << at;
                facts.kings |= u64::from(card.rank().number() == rules.ranks) << at;
            }
            facts.depth[at] = (card.rank().number() + rules.ranks - base) % rules.ranks;
            let next = (card.index() + 4) % (rules.ranks * 4);
            if facts.depth[at] + 1 < rules.ranks {
                facts.after[at] = 1 << next;
            }
            for under in Card::all().filter(|under| under.rank().number() <= rules.ranks) {
                if suits_fit(rules.build, card, under) && ranks_fit(&rules, card, under) {
                    facts.onto[at] |= 1 << under.index();
                    facts.guests[usize::from(under.index())] |= 1 << at;
                }
            }
        }
        facts
    }

    /// Does `card` continue what `under` began, by the rules of building?
    #[inline]
    pub fn fits(&self, card: u8, under: u8) -> bool {
        self.onto[usize::from(card)] >> under & 1 != 0
    }

    /// The cards that follow these on their foundations, base cards apart.
    #[inline]
    pub fn next_of(&self, cards: u64) -> u64 {
        // Cards of a rank are neighbours, so the next rank is four bits up; the highest goes on to
        // the ace, and nothing comes after the last before the base.
        let around = 4 * (u32::from(self.rules.ranks) - 1);
        (cards << 4 | cards >> around) & self.deck & !self.starts
    }

    /// Are rows still to be dealt, so that the places of the columns matter?
    #[inline]
    pub fn rows_left(&self, table: &Table) -> bool {
        self.rules.stock.is_rows() && table.len(Pile::Stock) > 0
    }
}

/// Which of the two proofs in `forced` the rules allow.
fn safety(rules: &Rules) -> Safety {
    if rules.goal != Goal::Foundations || rules.both_ways {
        return Safety::Never;
    }
    let columns = usize::from(rules.columns);
    let sorted_columns = (0..columns).all(|c| rules.up.of(c) <= 1) && !rules.stock.is_rows();
    match rules.take {
        Take::Top | Take::Run | Take::SuitRun | Take::RunBySpace => Safety::GuestsRise,
        Take::Whole | Take::TopOrWhole if sorted_columns => Safety::GuestsRise,
        Take::FaceUp if rules.take_back == TakeBack::Never && !rules.stock.is_rows() => Safety::GuestsUp,
        _ => Safety::Never,
    }
}

fn suits_fit(build: Build, card: Card, under: Card) -> bool {
    match build {
        Build::AltColour => card.color() != under.color(),
        Build::SameColour => card.color() == under.color(),
        Build::SameSuit => card.suit() == under.suit(),
        Build::OtherSuit => card.suit() != under.suit(),
        Build::AnySuit => true,
    }
}

fn ranks_fit(rules: &Rules, card: Card, under: Card) -> bool {
    let (card, under) = (card.rank().number(), under.rank().number());
    let follows = |low: u8, high: u8| low + 1 == high || (rules.wrap && low == rules.ranks && high == 1);
    follows(card, under) || (rules.both_ways && follows(under, card))
}
