//! Rules compiled for one deal: for each card, sets of the cards that go with it.

use crate::words::*;
use crate::{Rules, Take};
use talon_cards::{Card, CardSet, Rank, Suit};

/// The rules, the base rank, and the sets that follow from them.
#[derive(Clone)]
pub(super) struct Plan {
    pub rules: Rules,
    pub base: Rank,
    /// For each card, the cards it may be put on in a column.
    pub onto: [CardSet; 64],
    /// For each card, the cards that may be put on it in a column: the inverse of `onto`.
    pub takes: [CardSet; 64],
    /// For each card, the cards on which it continues a sequence that may be moved together.
    pub continues: [CardSet; 64],
    /// For each card, the index of the card that follows it on a foundation; 255 for none.
    pub next: [u8; 64],
    /// For each top card of a foundation, the cards that may be put on it; for [`NONE`](super::NONE), those
    /// that may start an empty foundation.
    pub wants: [CardSet; 64],
    /// The cards of columns that may be put into an empty column if the reserve does not fill it.
    pub fills: CardSet,
    /// Whether the lengths of sequences are tracked.
    pub runs: bool,
    /// Whether every sequence descends rank by rank, so that the rank of a card determines its place in it.
    pub descends: bool,
    /// The number of cards in play.
    pub total: u8,
}

impl Plan {
    pub fn new(rules: &Rules, base: Rank) -> Plan {
        let mut plan = Plan {
            rules: *rules,
            base,
            onto: [CardSet::EMPTY; 64],
            takes: [CardSet::EMPTY; 64],
            continues: [CardSet::EMPTY; 64],
            next: [255; 64],
            wants: [CardSet::EMPTY; 64],
            fills: CardSet::EMPTY,
            runs: matches!(rules.take, Take::Run | Take::SuitRun | Take::RunBySpace),
            descends: !rules.wrap && !rules.both_ways,
            total: rules.deck().len() as u8,
        };
        // Set operations are faster than pairs of cards, which matters because every game of a campaign
        // deals a new table.
        let suits = Suit::ALL.map(|suit| suit_mates(rules.build, suit));
        let base_cards = CardSet::of_rank(base);
        let on_columns = if rules.base_into_columns { CardSet::ALL } else { !base_cards };
        for card in Card::all().filter(|card| card.rank().number() <= rules.ranks) {
            let at = usize::from(card.index());
            let mates = suits[usize::from(card.suit().index())];
            let (above, below) = neighbours(rules, card.rank());
            let sides = if rules.both_ways { above | below } else { above };
            plan.continues[at] = mates & sides;
            if rules.take == Take::SuitRun {
                plan.continues[at] = plan.continues[at] & CardSet::of_suit(card.suit());
            }
            if on_columns.contains(card) {
                plan.onto[at] = mates & if rules.build_on_base { sides } else { sides - base_cards };
            }
            if rules.build_on_base || !base_cards.contains(card) {
                let sides = if rules.both_ways { above | below } else { below };
                plan.takes[at] = mates & sides & on_columns;
            }
            let up = card.rank().number() % rules.ranks + 1;
            if up != base.number() {
                let up = Rank::new(up).expect("a rank of the deck");
                let next = Card::new(up, card.suit());
                plan.next[at] = next.index();
                plan.wants[at].insert(next);
            }
        }
        plan.wants[63] = CardSet::of_rank(base);
        let fills = |card: &Card| match rules.fill {
            Fill::Anything | Fill::WasteOrColumn => !plan.stays_out(*card),
            Fill::Kings => card.rank().number() == rules.ranks && !plan.stays_out(*card),
            Fill::Waste | Fill::Nothing => false,
        };
        plan.fills = Card::all().filter(fills).collect();
        plan
    }

    /// Returns `true` if the card may never be put into a column.
    #[inline]
    pub fn stays_out(&self, card: Card) -> bool {
        !self.rules.base_into_columns && card.rank() == self.base
    }
}

/// Returns `true` if the suits allow a card to be put on another in a column.
pub(crate) fn suits_fit(build: Build, card: Card, onto: Card) -> bool {
    match build {
        Build::AltColour => card.color() != onto.color(),
        Build::SameColour => card.color() == onto.color(),
        Build::SameSuit => card.suit() == onto.suit(),
        Build::OtherSuit => card.suit() != onto.suit(),
        Build::AnySuit => true,
    }
}

/// The cards of the suits that may be put on a suit in a column. All rules about suits are symmetric, so
/// these are also the suits that it may be put on.
fn suit_mates(build: Build, suit: Suit) -> CardSet {
    let card = Card::new(Rank::ACE, suit);
    let fits = |other: &Suit| suits_fit(build, card, Card::new(Rank::ACE, *other));
    Suit::ALL.into_iter().filter(fits).map(CardSet::of_suit).fold(CardSet::EMPTY, |all, suit| all | suit)
}

/// The cards one rank higher and one rank lower, where king and ace are neighbours if the rules wrap.
fn neighbours(rules: &Rules, rank: Rank) -> (CardSet, CardSet) {
    let of = |number: u8| match (number, rules.wrap) {
        (0, true) => Rank::new(rules.ranks),
        (number, true) if number > rules.ranks => Some(Rank::ACE),
        (number, _) if number > rules.ranks => None,
        (number, _) => Rank::new(number),
    };
    let set = |rank: Option<Rank>| rank.map_or(CardSet::EMPTY, CardSet::of_rank);
    (set(of(rank.number() + 1)), set(of(rank.number() - 1)))
}

pub(super) fn ranks_fit(rules: &Rules, card: Card, onto: Card) -> bool {
    rules.follows(card, onto) || (rules.both_ways && rules.follows(onto, card))
}
