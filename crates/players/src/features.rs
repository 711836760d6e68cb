//! Named facts about a position, the material of weighted judgements.
//!
//! They are counted on a table the player imagined. Cards just turned up are not known before the
//! move is made: [`Blind`] names them, and nothing about them is counted.

use cards::Card;
use rules::{Count, Goal, Move, Pile, Rules, Table};

/// The names of all features, in the order of [`Features`], each with what it counts.
pub const FEATURES: &[(&str, &str)] = &[
    ("face_down", "face-down cards in the columns"),
    ("covered_columns", "columns with face-down cards"),
    ("empty_columns", "empty columns"),
    ("segments", "runs in suit among the face-up cards of the columns, single cards included"),
    ("suit_joins", "cards lying in suit and sequence on another"),
    ("mixed_joins", "cards lying in sequence but not in suit on another"),
    ("breaks", "face-up cards lying out of sequence on another"),
    ("top_runs", "cards in the top runs of the columns"),
    ("king_bases", "columns without face-down cards that start with a king"),
    ("placeable_bases", "columns whose lowest face-up card fits on another column's top"),
    ("cards_up", "cards on the foundations"),
    ("runs_done", "finished runs"),
    ("reserve_left", "cards in the reserve"),
    ("stock_left", "cards in stock and waste"),
    ("buried_next", "cards lying on the next card of each foundation"),
    ("cells_taken", "cells that hold a card"),
    ("mobility", "legal moves"),
    ("reveals", "1 where the move turns up a card"),
    ("deals", "1 where the move deals a row"),
    ("draws", "1 where the move turns the stock"),
];

const COUNT: usize = 20;

/// What is not known yet about the position after a move.
#[derive(Copy, Clone, Debug, Default)]
pub struct Blind {
    /// The columns whose top card was just turned up, as bits.
    pub columns: u32,
    /// Does the move turn up a card?
    pub reveals: bool,
    /// Does it deal a row? Then the position is the one before.
    pub deals: bool,
    /// Does it turn the stock?
    pub draws: bool,
}

impl Blind {
    /// Does the move bring a card to light?
    pub fn learns(self) -> bool {
        self.reveals || self.deals || self.draws
    }
}

/// The features of one position, by the order of [`FEATURES`].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Features(pub [f64; COUNT]);

impl Features {
    /// The place of a feature by name.
    pub fn place(name: &str) -> Option<usize> {
        FEATURES.iter().position(|(known, _)| *known == name)
    }

    /// Counts the features of a position.
    pub fn of(table: &Table, blind: Blind) -> Features {
        let rules = table.rules();
        let mut at = Tally::default();
        let mut tops = 0u16;
        for c in 0..rules.columns {
            if blind.columns >> c & 1 == 0
                && let Some(top) = table.top(Pile::Column(c))
            {
                tops |= 1 << top.rank().number();
            }
        }
        for c in 0..rules.columns {
            column(table, c, blind.columns >> c & 1 != 0, tops, &mut at);
        }
        let up = f64::from(table.cards_up());
        let stock = (table.len(Pile::Stock) + table.len(Pile::Waste)) as f64;
        let cells = (0..rules.cells).filter(|&cell| table.len(Pile::Cell(cell)) > 0).count();
        let mut mobility = 0u32;
        table.each_move(|m| mobility += u32::from(matches!(m, Move::Carry { .. })));
        let flag = |is: bool| f64::from(u8::from(is));
        Features([
            at.face_down,
            at.covered,
            at.empty,
            at.segments,
            at.suit_joins,
            at.mixed_joins,
            at.breaks,
            at.top_runs,
            at.kings,
            at.placeable,
            up,
            if rules.about_runs() { up / f64::from(rules.ranks) } else { 0.0 },
            table.len(Pile::Reserve) as f64,
            stock,
            if rules.goal == Goal::Foundations { buried(table) } else { 0.0 },
            cells as f64,
            f64::from(mobility),
            flag(blind.reveals),
            flag(blind.deals),
            flag(blind.draws),
        ])
    }
}

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

fn column(table: &Table, c: u8, blind: bool, tops: u16, at: &mut Tally) {
    let pile = Pile::Column(c);
    let len = table.len(pile);
    let down = table.face_down(pile);
    at.face_down += down as f64;
    at.covered += f64::from(u8::from(down > 0));
    if len == 0 {
        at.empty += 1.0;
        return;
    }
    if blind {
        // One unknown card lies on the rest: a segment of its own, nothing more.
        at.segments += 1.0;
        return;
    }
    let ranks = table.rules().ranks;
    let mut last: Option<Card> = None;
    let mut run = 0.0;
    for card in table.cards(pile).skip(down) {
        match last {
            None => {
                at.segments += 1.0;
                run = 1.0;
                let rank = card.rank().number();
                if down == 0 && rank == ranks {
                    at.kings += 1.0;
                } else if tops >> (rank + 1) & 1 != 0 {
                    at.placeable += 1.0;
                }
            }
            Some(under) => match (table.rules().follows(card, under), under.suit() == card.suit()) {
                (true, true) => {
                    at.suit_joins += 1.0;
                    run += 1.0;
                }
                (true, false) => {
                    at.mixed_joins += 1.0;
                    at.segments += 1.0;
                    run = 1.0;
                }
                (false, _) => {
                    at.breaks += 1.0;
                    at.segments += 1.0;
                    run = 1.0;
                }
            },
        }
        last = Some(card);
    }
    at.top_runs += run;
}

/// Cards lying on the next card of each foundation, where it is to be seen in a column.
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

/// Is every redeal free?
pub(crate) fn free_passes(rules: &Rules) -> bool {
    rules.has_waste() && rules.redeals == Count::Unlimited
}
