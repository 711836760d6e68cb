//! The features that the weighted players judge a position by.
//!
//! A player judges the *afterstate* of a move, the position that the move leads to. It computes it in a
//! sampled world, where the cards that the move turns up are not the true ones. [`Reveals`] names those
//! cards, and no feature counts anything about them.

use talon_cards::Card;
use talon_rules::{Count, Event, Events, Goal, Move, Pile, Rules, Table};

/// The names of all features in the order of [`Features`], each with what it counts.
pub const FEATURES: &[(&str, &str)] = &[
    ("face_down", "face-down cards in the columns"),
    ("covered_columns", "columns with face-down cards"),
    ("empty_columns", "empty columns"),
    ("segments", "runs in suit among the face-up cards of the columns, single cards included"),
    ("suit_joins", "cards that lie in suit and sequence on another card"),
    ("mixed_joins", "cards that lie in sequence but not in suit on another card"),
    ("breaks", "face-up cards that lie out of sequence on another card"),
    ("top_runs", "cards in the top runs of the columns"),
    ("king_bases", "columns without face-down cards that start with a king"),
    ("placeable_bases", "columns whose lowest face-up card fits on the top card of another column"),
    ("cards_up", "cards on the foundations"),
    ("runs_done", "finished runs"),
    ("reserve_left", "cards in the reserve"),
    ("stock_left", "cards in stock and waste"),
    ("buried_next", "cards that lie on the next card of each foundation"),
    ("cells_taken", "cells that hold a card"),
    ("mobility", "legal moves, draws and deals not counted"),
    ("reveals", "1 if the move turns up a card"),
    ("deals", "1 if the move deals a row"),
    ("draws", "1 if the move turns the stock"),
];

/// The number of features.
const COUNT: usize = 20;

/// What a move reveals, and what is therefore not known before it is made.
#[derive(Copy, Clone, Debug, Default)]
pub struct Reveals {
    /// The columns whose top card the move turns up, one bit each.
    pub columns: u32,
    /// Whether the move turns up a card, in a column or elsewhere.
    pub turns_up: bool,
    /// Whether the move deals a row. The position judged is then the one before the move.
    pub deals: bool,
    /// Whether the move turns the stock. The position judged is then the one before the move.
    pub draws: bool,
}

impl Reveals {
    /// A move that deals a row.
    pub const DEAL: Reveals = Reveals { deals: true, ..Reveals::NOTHING };
    /// A move that turns the stock.
    pub const DRAW: Reveals = Reveals { draws: true, ..Reveals::NOTHING };
    /// A move that reveals nothing.
    pub const NOTHING: Reveals = Reveals { columns: 0, turns_up: false, deals: false, draws: false };

    /// What these events turned up; deals and draws do not count.
    pub(crate) fn turned_up(events: &Events) -> Reveals {
        let mut reveals = Reveals::NOTHING;
        for event in events.iter() {
            if let Event::TurnedUp(pile) = event {
                reveals.turns_up = true;
                if let Pile::Column(c) = pile {
                    reveals.columns |= 1 << c;
                }
            }
        }
        reveals
    }

    /// Whether the player sees a card that it has not seen before.
    pub fn any(self) -> bool {
        self.turns_up || self.deals || self.draws
    }
}

/// The features of one position, in the order of [`FEATURES`].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Features(pub [f64; COUNT]);

impl Features {
    /// The index of the feature with this name.
    pub fn index(name: &str) -> Option<usize> {
        FEATURES.iter().position(|(known, _)| *known == name)
    }

    /// The features of a position of which the cards in `reveals` are not known.
    pub fn of(table: &Table, reveals: Reveals) -> Features {
        let rules = table.rules();
        let mut tally = Tally::default();
        let mut tops = 0u16;
        for c in 0..rules.columns {
            if reveals.columns >> c & 1 == 0
                && let Some(top) = table.top(Pile::Column(c))
            {
                tops |= 1 << top.rank().number();
            }
        }
        for c in 0..rules.columns {
            column(table, c, reveals.columns >> c & 1 != 0, tops, &mut tally);
        }
        let up = f64::from(table.cards_up());
        let stock = (table.len(Pile::Stock) + table.len(Pile::Waste)) as f64;
        let cells = (0..rules.cells).filter(|&cell| table.len(Pile::Cell(cell)) > 0).count();
        let mut mobility = 0u32;
        table.each_move(|m| mobility += u32::from(matches!(m, Move::Carry { .. })));
        let flag = |is: bool| f64::from(u8::from(is));
        Features([
            tally.face_down,
            tally.covered,
            tally.empty,
            tally.segments,
            tally.suit_joins,
            tally.mixed_joins,
            tally.breaks,
            tally.top_runs,
            tally.kings,
            tally.placeable,
            up,
            if rules.about_runs() { up / f64::from(rules.ranks) } else { 0.0 },
            table.len(Pile::Reserve) as f64,
            stock,
            if rules.goal == Goal::Foundations { buried(table) } else { 0.0 },
            cells as f64,
            f64::from(mobility),
            flag(reveals.turns_up),
            flag(reveals.deals),
            flag(reveals.draws),
        ])
    }
}

/// Sums over the columns.
#[derive(Default)]
struct Tally {
    face_down: f64,
    covered: f64,
    empty: f64,
    segments: f64,
    suit_joins: f64,
    mixed_joins: f64,
    breaks: f64,
    top_runs: f64,
    kings: f64,
    placeable: f64,
}

/// Adds one column; `covered` says whether its top card is unknown.
fn column(table: &Table, c: u8, covered: bool, tops: u16, tally: &mut Tally) {
    let pile = Pile::Column(c);
    let len = table.len(pile);
    let down = table.face_down(pile);
    tally.face_down += down as f64;
    tally.covered += f64::from(u8::from(down > 0));
    if len == 0 {
        tally.empty += 1.0;
        return;
    }
    if covered {
        // The unknown card is a segment of its own, and the cards below it are face down.
        tally.segments += 1.0;
        return;
    }
    let ranks = table.rules().ranks;
    let mut below: Option<Card> = None;
    let mut run = 0.0;
    for card in table.cards(pile).skip(down) {
        match below {
            None => {
                tally.segments += 1.0;
                run = 1.0;
                let rank = card.rank().number();
                if down == 0 && rank == ranks {
                    tally.kings += 1.0;
                } else if tops >> (rank + 1) & 1 != 0 {
                    tally.placeable += 1.0;
                }
            }
            Some(under) => match (table.rules().follows(card, under), under.suit() == card.suit()) {
                (true, true) => {
                    tally.suit_joins += 1.0;
                    run += 1.0;
                }
                (true, false) => {
                    tally.mixed_joins += 1.0;
                    tally.segments += 1.0;
                    run = 1.0;
                }
                (false, _) => {
                    tally.breaks += 1.0;
                    tally.segments += 1.0;
                    run = 1.0;
                }
            },
        }
        below = Some(card);
    }
    tally.top_runs += run;
}

/// The number of cards that lie on the next card of each foundation, where it lies face up in a column.
fn buried(table: &Table) -> f64 {
    let rules: &Rules = table.rules();
    let mut wanted = 0u64;
    let mut started = 0;
    for f in 0..rules.foundations() {
        if let Some(top) = table.top(Pile::Foundation(f)) {
            started += 1;
            let next = top.rank().number() % rules.ranks + 1;
            if next != table.base().number() {
                wanted |= 1 << (u32::from(next - 1) * 4 + u32::from(top.suit().index()));
            }
        }
    }
    if started < rules.foundations() {
        wanted |= 0xF << (u32::from(table.base().number() - 1) * 4);
    }
    let mut buried = 0;
    for c in 0..rules.columns {
        let pile = Pile::Column(c);
        let len = table.len(pile);
        for (i, card) in table.cards(pile).enumerate().skip(table.face_down(pile)) {
            if wanted >> card.index() & 1 != 0 {
                buried += len - 1 - i;
            }
        }
    }
    buried as f64
}

/// Whether the number of passes through the stock is unlimited.
pub(crate) fn has_free_passes(rules: &Rules) -> bool {
    rules.has_waste() && rules.redeals == Count::Unlimited
}
