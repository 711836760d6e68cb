//! The compact solver against everything tried on the plain model, on small decks.

use super::named::Named;
use super::plain::{Fault, Plain};
use cards::{Card, Deck};
use solve::packed::canfield::{Position, Solver};
use solve::{Limits, Verdict, unwatched};

/// What a comparison came to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u32,
    pub lost: u32,
    /// Too many positions for trying everything.
    pub skipped: u32,
    /// Verdicts that differ, and lines that do not win.
    pub wrong: u32,
}

/// Eight cards, one black and one red suit: columns and reserve.
pub const TINY: &[(usize, usize)] = &[(2, 2), (2, 1), (3, 1)];

/// Sixteen cards: suits, ranks, columns and reserve.
pub const SMALL: &[(u8, u8, usize, usize)] =
    &[(4, 4, 3, 4), (2, 8, 2, 4), (4, 4, 2, 3), (4, 4, 4, 2), (2, 8, 3, 3)];

/// Sixteen cards in layouts that are often lost.
#[allow(dead_code)]
pub const TIGHT: &[(u8, u8, usize, usize)] =
    &[(4, 4, 2, 7), (4, 4, 1, 4), (2, 8, 2, 6), (4, 4, 2, 6), (2, 8, 1, 4), (4, 4, 1, 3), (4, 4, 3, 9)];

/// The n-th order of eight cards.
pub fn permutation(mut n: usize) -> Vec<Card> {
    let mut rest = Deck { copies: 1, suits: 2, ranks: 4 }.cards();
    let mut out = Vec::new();
    for left in (1..=8).rev() {
        out.push(rest.remove(n % left));
        n /= left;
    }
    out
}

/// The position of a small deal in one of the layouts.
pub fn small(named: &Named, number: u64) -> Position {
    lay_out(named, SMALL, number)
}

/// The same in one of the tight layouts.
#[allow(dead_code)]
pub fn tight(named: &Named, number: u64) -> Position {
    lay_out(named, TIGHT, number)
}

fn lay_out(named: &Named, layouts: &[(u8, u8, usize, usize)], number: u64) -> Position {
    let (suits, ranks, columns, reserve) = layouts[number as usize % layouts.len()];
    let cards = cards::shuffle(Deck { copies: 1, suits, ranks }, number);
    named.deal_small(&cards, ranks, columns, reserve)
}

/// Compares one position.
pub fn compare(solver: &mut Solver, position: &Position, fault: Option<Fault>, tally: &mut Tally) {
    let mut plain = Plain::new(position);
    let line = match solver.solve(position, Limits::default(), &mut unwatched).report.verdict {
        Verdict::Winnable(line) => Some(line),
        Verdict::Unwinnable => None,
        Verdict::Unknown(why) => panic!("a small deal was not decided: {why}"),
    };
    plain.fault = fault;
    let tried = plain.brute_force(30_000);
    match tried {
        None => tally.skipped += 1,
        Some(true) => tally.won += 1,
        Some(false) => tally.lost += 1,
    }
    let replayed = line.as_ref().is_none_or(|line| plain.replay(line).is_ok());
    let agrees = tried.is_none_or(|won| won == line.is_some());
    if !(replayed && agrees) {
        tally.wrong += 1;
        if fault.is_none() {
            println!("{position:?}\n{line:?}");
        }
    }
}
