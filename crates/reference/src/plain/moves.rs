//! Which moves are legal, by the sentences of the rule sheet.

use super::{Game, Position};
use talon_cards::{Card, Color};
use talon_rules::{Build, Count, Fill, Goal, Move, Pile, Place, ReserveFills, Stock, Take, TakeBack};

impl Game {
    /// All legal moves of a position.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_move(position, |m| {
            moves.push(m);
            false
        });
        moves
    }

    /// Calls `with` for every legal move until it returns `true`.
    pub(super) fn each_move(&self, position: &Position, mut with: impl FnMut(Move) -> bool) {
        let stock_moves = [Move::Draw, Move::Redeal, Move::Deal];
        if stock_moves.into_iter().any(|m| self.stock_allows(position, m) && with(m)) {
            return;
        }
        let piles = || {
            let foundations = (0..position.foundations.len()).map(|f| Pile::Foundation(f as u8));
            let cells = (0..position.cells.len()).map(|cell| Pile::Cell(cell as u8));
            let columns = (0..position.columns.len()).map(|c| Pile::Column(c as u8));
            foundations.chain(cells).chain(columns)
        };
        for from in piles().chain([Pile::Stock, Pile::Waste, Pile::Reserve]) {
            let most = match from {
                Pile::Column(c) => position.columns[usize::from(c)].cards.len(),
                _ => 1,
            };
            for count in 1..=most {
                let Some(card) = self.lifted(position, from, count) else { break };
                for to in piles().filter(|&to| to != from) {
                    let m = Move::Carry { from, to, count: count as u8 };
                    if self.allows(position, card, from, to, count) && with(m) {
                        return;
                    }
                }
            }
        }
    }

    fn stock_allows(&self, position: &Position, m: Move) -> bool {
        let rules = &self.rules;
        let redeal_left = match rules.redeals {
            Count::Unlimited => true,
            Count::Of(most) => position.redeals_used < u16::from(most),
        };
        match m {
            Move::Draw => self.turns() && !position.stock.is_empty(),
            // "When the stock is empty, the waste becomes the stock again."
            Move::Redeal => {
                self.turns() && position.stock.is_empty() && !position.waste.is_empty() && redeal_left
            }
            Move::Deal => match rules.stock {
                Stock::Rows => {
                    !position.stock.is_empty()
                        && position.columns.iter().all(|column| !column.cards.is_empty())
                }
                Stock::RowsAnyTime => !position.stock.is_empty(),
                _ => false,
            },
            Move::Carry { .. } => false,
        }
    }

    /// The lowest of the top `count` cards of a pile; `None` if they may not be lifted or are not there.
    fn lifted(&self, position: &Position, from: Pile, count: usize) -> Option<Card> {
        match from {
            // "Cards are turned to the waste; its top card may be played."
            Pile::Waste => position.waste.last().copied().filter(|_| self.rules.stock == Stock::Waste),
            // "Its top card is face up and may be played. The cards of the waste may not."
            Pile::Stock => position.stock.last().copied().filter(|_| self.rules.stock == Stock::FaceUp),
            Pile::Reserve => position.reserve.last().copied(),
            Pile::Cell(cell) => position.cells[usize::from(cell)],
            Pile::Foundation(f) => {
                let card = position.foundations[usize::from(f)].last().copied()?;
                let stays = match self.rules.take_back {
                    TakeBack::Never => true,
                    TakeBack::OntoCards | TakeBack::Anywhere => card.rank() == self.base,
                    TakeBack::EvenBase => false,
                };
                (self.rules.goal == Goal::Foundations && !stays).then_some(card)
            }
            Pile::Column(c) => {
                let column = &position.columns[usize::from(c)];
                let lowest = column.cards.len().checked_sub(count)?;
                (lowest >= column.down).then(|| column.cards[lowest])
            }
        }
    }

    /// Returns `true` if the top `count` cards of `from`, the lowest of which is `card`, may go to `to`.
    fn allows(&self, position: &Position, card: Card, from: Pile, to: Pile, count: usize) -> bool {
        match to {
            Pile::Stock | Pile::Waste | Pile::Reserve => false,
            // "Each takes any one card" of the columns, the reserve or the stock.
            Pile::Cell(cell) => {
                self.rules.cells_take
                    && count == 1
                    && position.cells[usize::from(cell)].is_none()
                    && !matches!(from, Pile::Cell(_) | Pile::Foundation(_))
            }
            Pile::Foundation(f) => self.goes_up(position, card, from, usize::from(f), count),
            Pile::Column(c) => {
                let onto = position.columns[usize::from(c)].cards.last();
                let moves_so = match from {
                    Pile::Column(from) => {
                        self.moves_together(position, usize::from(from), count, onto.is_none())
                    }
                    _ => true,
                };
                moves_so
                    && match onto {
                        Some(&onto) => self.goes_on(card, onto),
                        None => self.fills(position, card, from),
                    }
            }
        }
    }

    fn goes_up(&self, position: &Position, card: Card, from: Pile, f: usize, count: usize) -> bool {
        let foundation = &position.foundations[f];
        match self.rules.goal {
            Goal::Runs | Goal::RunsStay => false,
            // "A finished run may be lifted off to an empty foundation."
            Goal::RunsByHand => match from {
                Pile::Column(c) => {
                    let column = &position.columns[usize::from(c)];
                    let run = self.below_run(column) == Some(column.cards.len() - count);
                    run && foundation.is_empty()
                }
                _ => false,
            },
            Goal::Foundations if count > 1 => false,
            Goal::Foundations => match foundation.last() {
                // "They are built up in suit, ace on king." A card of a foundation only moves to the columns
                // or, if it is a base card, to another empty foundation.
                Some(top) => {
                    let next =
                        if top.rank().number() == self.rules.ranks { 1 } else { top.rank().number() + 1 };
                    !matches!(from, Pile::Foundation(_))
                        && card.suit() == top.suit()
                        && card.rank().number() == next
                        && card.rank() != self.base
                }
                None => self.may_start(position, card, f),
            },
        }
    }

    /// Returns `true` if a card may start an empty foundation.
    pub(super) fn may_start(&self, position: &Position, card: Card, f: usize) -> bool {
        let first_of = |mut places: std::ops::Range<usize>| {
            places.find(|&place| position.foundations[place].is_empty()) == Some(f)
        };
        let copies = usize::from(self.rules.copies);
        let suits = self.rules.deck().suits_used();
        card.rank() == self.base
            && position.foundations[f].is_empty()
            && match self.rules.place {
                // "Each suit has its own foundation", or as many as there are copies of a card.
                Place::BySuit => {
                    let suit = suits.iter().position(|suit| *suit == card.suit()).unwrap_or(0);
                    first_of(suit * copies..(suit + 1) * copies)
                }
                // "A base card starts the first empty one."
                Place::FirstEmpty => first_of(0..position.foundations.len()),
                // "A base card starts any empty one."
                Place::AnyEmpty => true,
            }
    }

    /// Returns `true` if a card may be put on another in a column.
    fn goes_on(&self, card: Card, onto: Card) -> bool {
        // "Nothing may be put on a card of the base rank." "A card of the base rank may not be put into a
        // column."
        (self.rules.build_on_base || onto.rank() != self.base)
            && (self.rules.base_into_columns || card.rank() != self.base)
            && self.builds(card, onto)
    }

    /// Returns `true` if a card continues a sequence that ends with another: "they are built down (or up or
    /// down) in …, a king on an ace".
    fn builds(&self, card: Card, onto: Card) -> bool {
        let rules = &self.rules;
        let suits = match rules.build {
            Build::AltColour => (card.color() == Color::Red) != (onto.color() == Color::Red),
            Build::SameColour => (card.color() == Color::Red) == (onto.color() == Color::Red),
            Build::SameSuit => card.suit() == onto.suit(),
            Build::OtherSuit => card.suit() != onto.suit(),
            Build::AnySuit => true,
        };
        let below = |low: Card, high: Card| {
            low.rank().number() + 1 == high.rank().number()
                || (rules.wrap && low.rank().number() == rules.ranks && high.rank().number() == 1)
        };
        suits && (below(card, onto) || (rules.both_ways && below(onto, card)))
    }

    /// Returns `true` if the top `count` cards of a column may move together to another column.
    fn moves_together(&self, position: &Position, column: usize, count: usize, into_empty: bool) -> bool {
        let column = &position.columns[column];
        let face_up = column.cards.len() - column.down;
        let cards = &column.cards[column.cards.len() - count..];
        let sequence = || cards.windows(2).all(|pair| self.builds(pair[1], pair[0]));
        match self.rules.take {
            Take::Top => count == 1,
            Take::Whole => count == face_up,
            Take::TopOrWhole => count == 1 || count == face_up,
            Take::Run => sequence(),
            Take::SuitRun => sequence() && cards.iter().all(|card| card.suit() == cards[0].suit()),
            Take::RunBySpace => sequence() && count <= self.space(position, into_empty),
            Take::FaceUp => true,
        }
    }

    /// The longest sequence that could be moved card by card: each free cell holds a card for a while, and
    /// each empty column that takes any card doubles the number.
    fn space(&self, position: &Position, into_empty: bool) -> usize {
        let cells = position.cells.iter().filter(|cell| cell.is_none() && self.rules.cells_take).count();
        let takes_any = self.rules.fill == Fill::Anything && !self.reserve_fills(position);
        let mut columns = position.columns.iter().filter(|column| column.cards.is_empty()).count();
        if !takes_any {
            columns = 0;
        } else if into_empty {
            columns -= 1;
        }
        (cells + 1) << columns
    }

    /// Returns `true` if a card, with the cards on top of it, may go into an empty column.
    fn fills(&self, position: &Position, card: Card, from: Pile) -> bool {
        let rules = &self.rules;
        if !rules.base_into_columns && card.rank() == self.base {
            return false;
        }
        // "An empty column takes the top card of the reserve; once the reserve is empty, it …"
        if rules.reserve_fills != ReserveFills::Never && !position.reserve.is_empty() {
            return from == Pile::Reserve;
        }
        // "A top card may go back onto a column that has cards."
        if matches!(from, Pile::Foundation(_)) && rules.take_back == TakeBack::OntoCards {
            return false;
        }
        let turned = matches!(from, Pile::Waste | Pile::Stock);
        match rules.fill {
            Fill::Anything => true,
            Fill::Kings => card.rank().number() == rules.ranks,
            Fill::Waste => turned,
            Fill::WasteOrColumn => turned || matches!(from, Pile::Column(_)),
            Fill::Nothing => false,
        }
    }
}
