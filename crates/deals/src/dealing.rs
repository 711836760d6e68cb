//! The pile to which a program deals each card, and how that becomes Talon's dealing order.

use talon_cards::{Card, Rank};
use talon_rules::{BaseRank, Rules};

/// The place of a dealt card.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// On top of a column.
    Column(usize),
    /// In the reserve, with this many cards below it.
    Reserve(usize),
    /// On the first foundation: the base card.
    Foundation,
    /// In the next cell.
    Cell,
    /// In the stock, to be drawn after this many other cards.
    Stock(usize),
}

/// How kings get to the bottom of their columns, in the games where they do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kings {
    /// They are put below the others, which keep their order.
    Slide,
    /// Each is swapped with the lowest card that is not a king.
    Swap,
}

/// How a program deals: the sizes of its columns, and a place for every card in the order of the deal.
#[derive(Clone, Debug)]
pub(crate) struct Dealing {
    /// The number of cards in each of the program's columns.
    pub sizes: Vec<usize>,
    /// The places in the order in which the cards are dealt; columns are the program's.
    pub spots: Vec<Spot>,
    /// What the program does with kings.
    pub kings: Kings,
}

impl Dealing {
    /// A dealing whose columns are in Talon's order.
    pub fn new(rules: &Rules, spots: Vec<Spot>) -> Dealing {
        Dealing { sizes: sizes(rules), spots, kings: Kings::Slide }
    }

    /// Which of Talon's columns each of the program's is: the program's columns of one size are, in their
    /// order, Talon's columns of that size; `None` if the sizes differ.
    ///
    /// Columns differ in nothing but their size, and a stock that is dealt in rows follows them
    /// ([`Dealing::ours`]), so the game is the same in another order of the columns.
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

    /// The same places in Talon's columns.
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

/// The number of cards dealt to each column.
pub(crate) fn sizes(rules: &Rules) -> Vec<usize> {
    (0..usize::from(rules.columns))
        .map(|c| usize::from(rules.down.of(c)) + usize::from(rules.up.of(c)))
        .collect()
}

/// The columns row by row, each row from left to right over the columns that are not full: Talon's own order.
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

/// The stock, in the order in which it is drawn.
pub(crate) fn stock(rules: &Rules) -> impl DoubleEndedIterator<Item = Spot> + ExactSizeIterator + use<> {
    (0..rules.in_stock()).map(Spot::Stock)
}

/// Separates the cards that are dealt to the foundations first, wherever they lie, from the others.
pub(crate) fn take_out(rules: &Rules, cards: Vec<Card>) -> (Vec<Card>, Vec<Card>) {
    match rules.base_rank {
        BaseRank::AcesOut | BaseRank::TwosOut => {
            let base = rules.fixed_base().unwrap_or(Rank::ACE);
            cards.into_iter().partition(|card| card.rank() == base)
        }
        BaseRank::Ace | BaseRank::Dealt => (Vec::new(), cards),
    }
}

/// The cards that are dealt to the foundations first, if they are all of a rank.
pub(crate) fn base_cards(rules: &Rules) -> Vec<Card> {
    let base = match rules.base_rank {
        BaseRank::AcesOut | BaseRank::TwosOut => rules.fixed_base().unwrap_or(Rank::ACE),
        BaseRank::Ace | BaseRank::Dealt => return Vec::new(),
    };
    let suits = rules.deck().suits_used().iter();
    suits.flat_map(|&suit| vec![Card::new(base, suit); usize::from(rules.copies)]).collect()
}

/// Deals the cards to their places and lists them in Talon's dealing order.
///
/// # Panics
/// If there are not as many cards as places, which is a fault in a scheme.
pub(crate) fn lay(rules: &Rules, cards: Vec<Card>, spots: &[Spot], kings: Kings) -> Vec<Card> {
    let (mut order, rest) = take_out(rules, cards);
    if order.is_empty() {
        // Some programs shuffle without them.
        order = base_cards(rules);
    }
    assert_eq!(rest.len(), spots.len(), "a place for every card of {}", rules.name);
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

/// The cards of the columns row by row, as Talon deals them.
pub(crate) fn by_rows(columns: &[Vec<Card>]) -> Vec<Card> {
    let most = columns.iter().map(Vec::len).max().unwrap_or(0);
    (0..most).flat_map(|row| columns.iter().filter_map(move |column| column.get(row).copied())).collect()
}
