//! The numbers of moves: a fixed list of actions for each set of rules.

use std::fmt;
use talon_rules::{Count, Goal, Move, Pile, Rules, Sizes, Table, Take, TakeBack};

/// The number of foundations, of cells and of columns that a game can have at most.
const FOUNDATIONS: usize = 8;
const CELLS: usize = 8;
/// The number of piles that a game can have at most, stock, waste and reserve included.
const PILES: usize = 3 + FOUNDATIONS + CELLS + Sizes::MOST;
/// The entry of a pair of piles between which no card can ever be moved.
const NEVER: u16 = u16::MAX;

/// What an action number stands for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// [`Move::Draw`].
    Draw,
    /// [`Move::Redeal`].
    Redeal,
    /// [`Move::Deal`].
    Deal,
    /// [`Move::Carry`] with this number of cards.
    Carry {
        /// The pile the cards lie on.
        from: Pile,
        /// The pile the cards go to.
        to: Pile,
        /// The number of cards.
        count: u8,
    },
    /// [`Move::Carry`] with all face-up cards of a column.
    CarryAll {
        /// The column.
        from: Pile,
        /// The column the cards go to.
        to: Pile,
    },
}

impl fmt::Display for Action {
    /// Writes an action as [`Move`] does, and `3-5xall` for all face-up cards of column 3.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Draw => Move::Draw.fmt(f),
            Action::Redeal => Move::Redeal.fmt(f),
            Action::Deal => Move::Deal.fmt(f),
            Action::Carry { from, to, count } => Move::Carry { from, to, count }.fmt(f),
            Action::CarryAll { from, to } => write!(f, "{from}-{to}xall"),
        }
    }
}

/// The actions of a game, numbered from 0.
///
/// The list depends on nothing but the rules. It has every move that could be legal in some position, and in
/// any position different legal moves have different numbers. The order is:
///
/// 1. `draw` and `redeal`, or `deal`, if the game has them;
/// 2. the moves of cards, by the pile they come from: the reserve, the waste (or the stock, if it is face up
///    and played from), the cells, the columns, and the foundations, if cards may be taken back;
/// 3. from each pile, by the pile they go to: the foundations, the cells and the columns;
/// 4. from column to column, by the number of cards, from 1 up to the most that the rules could ever allow. If
///    the rules let only whole columns move, the number is left out; if they let the top card or the whole
///    column move, the two cases follow each other, and the top card of a column without another face-up card
///    is the first case.
///
/// ```
/// use talon_env::Actions;
/// use talon_rules::{Move, Table};
///
/// let klondike = talon_games::find("klondike")?;
/// let actions = Actions::new(klondike);
/// assert_eq!(actions.len(), 615);
/// let table = Table::numbered(klondike, 1)?;
/// let draw = actions.number(Move::Draw).unwrap();
/// assert_eq!((draw, actions.name(draw).unwrap().as_str()), (0, "draw"));
/// assert_eq!(actions.decode(&table, draw), Some(Move::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Actions {
    list: Vec<Action>,
    take: Take,
    /// For each pair of piles, the number of the first action between them.
    first: Vec<u16>,
    /// The number of actions between two columns.
    between_columns: u16,
    /// The numbers of draw, redeal and deal.
    stock: [Option<u16>; 3],
}

impl Actions {
    /// The actions of a game with these rules, which must be [valid](Rules::validate).
    pub fn new(rules: &Rules) -> Actions {
        let mut actions = Actions {
            list: Vec::new(),
            take: rules.take,
            first: vec![NEVER; PILES * PILES],
            between_columns: most_together(rules).into(),
            stock: [None; 3],
        };
        if rules.has_waste() {
            actions.stock[0] = Some(actions.push(Action::Draw));
            if rules.redeals != Count::Of(0) {
                actions.stock[1] = Some(actions.push(Action::Redeal));
            }
        } else if rules.stock.is_rows() {
            actions.stock[2] = Some(actions.push(Action::Deal));
        }
        for from in sources(rules) {
            for to in targets(rules).filter(|&to| connected(rules, from, to)) {
                actions.first[pair(from, to)] = actions.list.len() as u16;
                actions.push_between(rules, from, to);
            }
        }
        actions
    }

    fn push(&mut self, action: Action) -> u16 {
        self.list.push(action);
        (self.list.len() - 1) as u16
    }

    fn push_between(&mut self, rules: &Rules, from: Pile, to: Pile) {
        match (from, to, rules.take) {
            (Pile::Column(_), Pile::Column(_), Take::Whole) => {
                self.push(Action::CarryAll { from, to });
            }
            (Pile::Column(_), Pile::Column(_), Take::TopOrWhole) => {
                self.push(Action::Carry { from, to, count: 1 });
                self.push(Action::CarryAll { from, to });
            }
            (Pile::Column(_), Pile::Column(_), _) => {
                for count in 1..=self.between_columns {
                    self.push(Action::Carry { from, to, count: count as u8 });
                }
            }
            (Pile::Column(_), Pile::Foundation(_), _) if rules.goal == Goal::RunsByHand => {
                self.push(Action::Carry { from, to, count: rules.ranks });
            }
            _ => {
                self.push(Action::Carry { from, to, count: 1 });
            }
        }
    }

    /// The number of actions. It is below 2¹⁶.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns `true` if the game has no actions.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What the actions stand for, in the order of their numbers.
    pub fn list(&self) -> &[Action] {
        &self.list
    }

    /// The name of an action: the notation of saved games, such as `draw`, `w-3` or `3-5x4`.
    pub fn name(&self, number: usize) -> Option<String> {
        self.list.get(number).map(Action::to_string)
    }

    /// The number of a legal move. Every legal move of the game has one; for other moves the answer is `None`
    /// or the number of some action that is not legal either.
    #[inline]
    pub fn number(&self, m: Move) -> Option<usize> {
        let number = match m {
            Move::Draw => self.stock[0]?,
            Move::Redeal => self.stock[1]?,
            Move::Deal => self.stock[2]?,
            Move::Carry { from, to, count } => {
                let first = self.first[pair(from, to)];
                if first == NEVER {
                    return None;
                }
                if !matches!((from, to), (Pile::Column(_), Pile::Column(_))) {
                    return Some(usize::from(first));
                }
                let place = match self.take {
                    Take::Whole => 0,
                    Take::TopOrWhole => u16::from(count > 1),
                    _ => u16::from(count).wrapping_sub(1),
                };
                if place >= self.between_columns {
                    return None;
                }
                first + place
            }
        };
        Some(usize::from(number))
    }

    /// The legal move that an action stands for; `None` if the action is not legal on this table, or is not
    /// one of the game.
    #[inline]
    pub fn decode(&self, table: &Table, number: usize) -> Option<Move> {
        let m = match *self.list.get(number)? {
            Action::Draw => Move::Draw,
            Action::Redeal => Move::Redeal,
            Action::Deal => Move::Deal,
            Action::Carry { from, to, count } => Move::Carry { from, to, count },
            Action::CarryAll { from, to } => {
                let count = table.len(from) - table.face_down(from);
                // The top card alone has the action before this one.
                if count == 0 || (count == 1 && self.take == Take::TopOrWhole) {
                    return None;
                }
                Move::Carry { from, to, count: count as u8 }
            }
        };
        table.check(m).is_ok().then_some(m)
    }

    /// Writes 1 for each legal action and 0 for the others, and returns the number of legal actions.
    ///
    /// # Panics
    /// If the mask is shorter than [`Actions::len`].
    #[inline]
    pub fn mask(&self, table: &Table, mask: &mut [i8]) -> usize {
        mask[..self.len()].fill(0);
        let mut legal = 0;
        table.each_move(|m| {
            let number = self.number(m);
            debug_assert!(number.is_some(), "{m} has no number");
            if let Some(number) = number {
                mask[number] = 1;
                legal += 1;
            }
        });
        legal
    }
}

/// The number of actions between two columns: the most cards that can ever be moved together, unless the
/// rules leave only one or two choices.
fn most_together(rules: &Rules) -> u8 {
    match rules.take {
        Take::Top | Take::Whole => 1,
        Take::TopOrWhole => 2,
        // A sequence that cannot go round has every rank at most once.
        Take::Run | Take::SuitRun | Take::RunBySpace if !rules.wrap && !rules.both_ways => rules.ranks,
        Take::Run | Take::SuitRun | Take::RunBySpace | Take::FaceUp => rules.deck().len() as u8,
    }
}

/// The piles that cards are moved from, in the order of the actions.
fn sources(rules: &Rules) -> impl Iterator<Item = Pile> + use<> {
    let played = match rules.stock {
        talon_rules::Stock::Waste => Some(Pile::Waste),
        talon_rules::Stock::FaceUp => Some(Pile::Stock),
        _ => None,
    };
    let back = rules.goal == Goal::Foundations && rules.take_back != TakeBack::Never;
    (rules.reserve > 0)
        .then_some(Pile::Reserve)
        .into_iter()
        .chain(played)
        .chain((0..rules.cells).map(Pile::Cell))
        .chain((0..rules.columns).map(Pile::Column))
        .chain((0..if back { rules.foundations() } else { 0 }).map(Pile::Foundation))
}

/// The piles that cards are moved to, in the order of the actions.
fn targets(rules: &Rules) -> impl Iterator<Item = Pile> + use<> {
    (0..rules.foundations())
        .map(Pile::Foundation)
        .chain((0..rules.cells).map(Pile::Cell))
        .chain((0..rules.columns).map(Pile::Column))
}

/// Whether cards may be moved between these piles in some position.
fn connected(rules: &Rules, from: Pile, to: Pile) -> bool {
    match (from, to) {
        _ if from == to => false,
        (Pile::Foundation(_), Pile::Foundation(_)) => rules.take_back == TakeBack::EvenBase,
        (_, Pile::Foundation(_)) => match rules.goal {
            Goal::Foundations => true,
            Goal::RunsByHand => matches!(from, Pile::Column(_)),
            Goal::Runs | Goal::RunsStay => false,
        },
        (Pile::Cell(_) | Pile::Foundation(_), Pile::Cell(_)) => false,
        (_, Pile::Cell(_)) => rules.cells_take,
        _ => true,
    }
}

/// The place of a pair of piles in [`Actions::first`].
#[inline]
fn pair(from: Pile, to: Pile) -> usize {
    index(from) * PILES + index(to)
}

#[inline]
fn index(pile: Pile) -> usize {
    match pile {
        Pile::Stock => 0,
        Pile::Waste => 1,
        Pile::Reserve => 2,
        Pile::Foundation(n) => 3 + usize::from(n),
        Pile::Cell(n) => 3 + FOUNDATIONS + usize::from(n),
        Pile::Column(n) => 3 + FOUNDATIONS + CELLS + usize::from(n),
    }
}
