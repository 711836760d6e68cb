//! Where a program puts each card it deals, and how that becomes our dealing order.

use cards::{Card, Rank};
use rules::{Base, Rules};

/// The spot of the next card.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// On top of a column.
    Column(usize),
    /// In the reserve, so many cards above its bottom.
    Reserve(usize),
    /// The base card of the first foundation.
    Foundation,
    /// The next cell.
    Cell,
    /// In the stock: the card that will be drawn as number so-and-so, from 0.
    Stock(usize),
}

/// How kings go to the bottom of their columns, in games where they do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kings {
    /// Below the others, which keep their order.
    Slide,
    /// Each changes places with the lowest card that is not a king.
    Swap,
}

/// How a program deals: its own columns, and a spot for every card in the order of the deal.
#[derive(Clone, Debug)]
pub(crate) struct Dealing {
    /// How many cards each of ITS columns gets.
    pub sizes: Vec<usize>,
    /// The spots, the first card's first, in ITS columns.
    pub spots: Vec<Spot>,
    /// What it does with kings.
    pub kings: Kings,
}

impl Dealing {
    /// A dealing whose columns are ours.
    pub fn new(rules: &Rules, spots: Vec<Spot>) -> Dealing {
        Dealing { sizes: sizes(rules), spots, kings: Kings::Slide }
    }

    /// For each of the program's columns, which of ours it is: its columns of a size are, in their
    /// order, our columns of that size.
    ///
    /// The columns of a game differ in nothing else, and a stock that is dealt in rows follows
    /// them ([`Dealing::ours`]), so what one program lays in another order is the same game.
    pub fn columns(&self, rules: &Rules) -> Option<Vec<usize>> {
        let ours = sizes(rules);
        let mut free: Vec<bool> = vec![true; ours.len()];
        let map: Option<Vec<usize>> = self
            .sizes
            .iter()
            .map(|&size| {
                let column = (0..ours.len()).find(|&c| free[c] && ours[c] == size)?;
                free[column] = false;
                Some(column)
            })
            .collect();
        map.filter(|map| map.len() == ours.len())
    }

    /// The same spots in our columns.
    pub fn ours(&self, rules: &Rules) -> Option<Vec<Spot>> {
        let map = self.columns(rules)?;
        let moved = map.iter().enumerate().any(|(c, &ours)| c != ours);
        let spots = self.spots.iter().map(|&spot| match spot {
            Spot::Column(c) => Spot::Column(map[c]),
            Spot::Stock(turn) if moved && rules.stock.is_rows() => {
                let row = turn / map.len();
                Spot::Stock(row * map.len() + map[turn % map.len()])
            }
            other => other,
        });
        Some(spots.collect())
    }
}

/// How many cards each column is dealt.
pub(crate) fn sizes(rules: &Rules) -> Vec<usize> {
    (0..usize::from(rules.columns))
        .map(|c| usize::from(rules.down.of(c)) + usize::from(rules.up.of(c)))
        .collect()
}

/// The columns row by row, each row from left to right over the columns that still want a card:
/// our own way.
pub(crate) fn rows(sizes: &[usize]) -> Vec<Spot> {
    let most = sizes.iter().copied().max().unwrap_or(0);
    (0..most).flat_map(|row| (0..sizes.len()).filter(move |&c| sizes[c] > row).map(Spot::Column)).collect()
}

/// The reserve from its bottom up.
pub(crate) fn reserve(rules: &Rules) -> impl DoubleEndedIterator<Item = Spot> + use<> {
    (0..usize::from(rules.reserve)).map(Spot::Reserve)
}

/// The cells that are dealt a card.
pub(crate) fn cells(rules: &Rules) -> impl Iterator<Item = Spot> + use<> {
    std::iter::repeat_n(Spot::Cell, usize::from(rules.cells_dealt))
}

/// A stock that is what remains of the deck.
pub(crate) fn stock(rules: &Rules) -> impl DoubleEndedIterator<Item = Spot> + use<> {
    (0..rules.in_stock()).map(Spot::Stock)
}

/// Takes out the cards that start on the foundations, wherever they lie.
pub(crate) fn take_out(rules: &Rules, cards: Vec<Card>) -> (Vec<Card>, Vec<Card>) {
    match rules.base {
        Base::AcesOut | Base::TwosOut => {
            let base = rules.fixed_base().unwrap_or(Rank::ACE);
            cards.into_iter().partition(|card| card.rank() == base)
        }
        Base::Ace | Base::Dealt => (Vec::new(), cards),
    }
}

/// The cards that start on the foundations, where they are more than one.
pub(crate) fn base_cards(rules: &Rules) -> Vec<Card> {
    let base = match rules.base {
        Base::AcesOut | Base::TwosOut => rules.fixed_base().unwrap_or(Rank::ACE),
        Base::Ace | Base::Dealt => return Vec::new(),
    };
    let suits = rules.deck().suits_used().iter();
    suits.flat_map(|&suit| vec![Card::new(base, suit); usize::from(rules.copies)]).collect()
}

/// Puts the cards, the first dealt first, on their spots and reads them off in our dealing order.
///
/// # Panics
/// When there are not as many cards as spots: a fault in a program's dealing.
pub(crate) fn lay(rules: &Rules, cards: Vec<Card>, spots: &[Spot], kings: Kings) -> Vec<Card> {
    let (mut order, rest) = take_out(rules, cards);
    if order.is_empty() {
        // A program may shuffle without them.
        order = base_cards(rules);
    }
    assert_eq!(rest.len(), spots.len(), "a spot for every card of {}", rules.name);
    let mut columns = vec![Vec::new(); usize::from(rules.columns)];
    let (mut reserve, mut base, mut cells, mut stock) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (&spot, card) in spots.iter().zip(rest) {
        match spot {
            Spot::Column(c) => columns[c].push(card),
            Spot::Reserve(height) => reserve.push((height, card)),
            Spot::Foundation => base.push(card),
            Spot::Cell => cells.push(card),
            Spot::Stock(turn) => stock.push((turn, card)),
        }
    }
    if rules.kings_to_bottom && kings == Kings::Swap {
        for column in &mut columns {
            let mut bottom = 0;
            for i in 0..column.len() {
                if column[i].rank().number() == rules.ranks {
                    column.swap(i, bottom);
                    bottom += 1;
                }
            }
        }
    }
    reserve.sort_by_key(|&(height, _)| height);
    stock.sort_by_key(|&(turn, _)| turn);
    order.extend(reserve.into_iter().map(|(_, card)| card));
    order.extend(base);
    order.extend(by_rows(&columns));
    order.extend(cells);
    order.extend(stock.into_iter().map(|(_, card)| card));
    order
}

/// The cards of the columns row by row, as our deals run.
pub(crate) fn by_rows(columns: &[Vec<Card>]) -> Vec<Card> {
    let most = columns.iter().map(Vec::len).max().unwrap_or(0);
    (0..most).flat_map(|row| columns.iter().filter_map(move |column| column.get(row).copied())).collect()
}
