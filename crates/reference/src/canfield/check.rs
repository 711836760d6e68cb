//! The packed solver against exhaustive search of the plain model, on small decks.

use super::named::Named;
use super::plain::{Fault, Plain};
use talon_cards::{Card, Deck, Generator, Rank, Suit};
use talon_rules::{Build, Fill, ReserveFills, Take, TakeBack};
use talon_solve::canfield::{Position, Solver, Variant};
use talon_solve::{Limits, Verdict, unwatched};

/// The result of a comparison.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Deals that can be won.
    pub won: u32,
    /// Deals that cannot be won.
    pub lost: u32,
    /// Deals with too many positions for an exhaustive search.
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
pub fn tight(named: &Named, number: u64) -> Position {
    lay_out(named, TIGHT, number)
}

fn lay_out(named: &Named, layouts: &[(u8, u8, usize, usize)], number: u64) -> Position {
    let (suits, ranks, columns, reserve) = layouts[number as usize % layouts.len()];
    let cards = talon_cards::shuffle(Deck { copies: 1, suits, ranks }, number);
    named.deal_small(&cards, ranks, columns, reserve)
}

/// Compares one position.
pub fn compare(solver: &mut Solver, position: &Position, fault: Option<Fault>, tally: &mut Tally) {
    let mut plain = Plain::new(position);
    let outcome = solver.solve_position(position, Limits::default(), &mut unwatched);
    let line = match outcome.expect("a valid position").report.verdict {
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

/// A rule set that the solver supports, chosen at random; the same number always gives the same one.
pub fn random(number: u64) -> Named {
    let mut generator = Generator::new(number);
    let mut pick = |count: u64| generator.below(count) as usize;
    loop {
        let variant = Variant {
            draw: 1 + pick(3) as u8,
            redeal_draws: pick(4) == 0,
            build: [Build::AltColour, Build::SameSuit, Build::AnySuit][pick(3)],
            take: [Take::Whole, Take::TopOrWhole, Take::Run][pick(3)],
            reserve_fills: [ReserveFills::Itself, ReserveFills::ByHand, ReserveFills::Never][pick(3)],
            fill: [Fill::Anything, Fill::Waste, Fill::WasteOrColumn][pick(3)],
            build_on_base: pick(2) == 0,
            base_into_columns: pick(4) > 0,
            take_back: [TakeBack::Never, TakeBack::OntoCards, TakeBack::Anywhere][pick(3)],
        };
        if variant.is_supported() {
            return Named {
                name: "random",
                variant,
                columns: 4,
                reserve: 13,
                turned: pick(4) == 0,
                redeals: [None, Some(0), Some(1), Some(2)][pick(4)],
                base: None,
            };
        }
    }
}

/// A position in the middle of a game under random rules, or `None` if there is none for this number.
///
/// The foundations have very different heights, which small deals hardly ever reach. All other cards lie at
/// random, and a few random moves follow.
pub fn midgame(number: u64) -> Option<Position> {
    let Named { variant, redeals, .. } = random(number);
    let mut generator = Generator::new(!number);
    let ranks = 4 + generator.below(2) as u8;
    let mut up = [0; 4].map(|_: u8| generator.below(3) as u8);
    if generator.below(2) == 0 {
        // One suit is ahead, the other one of its colour has not begun.
        let ahead = Suit::ALL[generator.below(4) as usize];
        for suit in Suit::ALL {
            let is_twin = suit != ahead && suit.color() == ahead.color();
            up[usize::from(suit.index())] = if suit == ahead { 2 } else { u8::from(!is_twin) };
        }
    }
    let mut cards: Vec<Card> = Vec::new();
    for suit in Suit::ALL {
        let left = up[usize::from(suit.index())] + 1..=ranks;
        cards.extend(left.filter_map(Rank::new).map(|rank| Card::new(rank, suit)));
    }
    generator.shuffle(&mut cards);
    let columns = (0..=generator.below(3)).map(|_| cards.pop().into_iter().collect()).collect();
    let count = generator.below(cards.len() as u64 * 2 / 3 + 1) as usize;
    let reserve = cards.split_off(cards.len() - count);
    let count = generator.below(cards.len() as u64 + 1) as usize;
    let waste = cards.split_off(cards.len() - count);
    let position = Position {
        variant,
        ranks,
        base: Rank::ACE,
        columns,
        reserve,
        stock: cards,
        waste,
        up,
        homes: Suit::ALL.map(Some).to_vec(),
        redeals,
    };
    let mut plain = Plain::new(&position);
    for _ in 0..generator.below(6) {
        let moves = plain.moves();
        let Some(&m) = moves.get(generator.below(moves.len().max(1) as u64) as usize) else { break };
        plain.play(m).ok()?;
    }
    let position = plain.now();
    position.check().is_ok().then_some(position)
}
