//! Random rules: those of the named games on small decks, with some fields changed, and arbitrary ones.

use talon_cards::Generator;
use talon_rules::{
    BaseRank, Build, Count, Fill, Goal, Name, Place, ReserveFills, Rules, Sizes, Stock, Take, TakeBack,
};

const BUILD: [Build; 5] =
    [Build::AltColour, Build::SameColour, Build::SameSuit, Build::OtherSuit, Build::AnySuit];
const TAKE: [Take; 7] =
    [Take::Top, Take::Whole, Take::TopOrWhole, Take::Run, Take::SuitRun, Take::RunBySpace, Take::FaceUp];
const FILL: [Fill; 5] = [Fill::Anything, Fill::Kings, Fill::Waste, Fill::WasteOrColumn, Fill::Nothing];
const RESERVE_FILLS: [ReserveFills; 3] = [ReserveFills::Itself, ReserveFills::ByHand, ReserveFills::Never];
const PLACE: [Place; 3] = [Place::BySuit, Place::FirstEmpty, Place::AnyEmpty];
const BASE_RANK: [BaseRank; 4] = [BaseRank::Ace, BaseRank::AcesOut, BaseRank::TwosOut, BaseRank::Dealt];
const GOAL: [Goal; 4] = [Goal::Foundations, Goal::Runs, Goal::RunsByHand, Goal::RunsStay];
const TAKE_BACK: [TakeBack; 4] =
    [TakeBack::Never, TakeBack::OntoCards, TakeBack::Anywhere, TakeBack::EvenBase];
const STOCK: [Stock; 5] = [Stock::None, Stock::Waste, Stock::FaceUp, Stock::Rows, Stock::RowsAnyTime];
const REDEALS: [Count; 4] = [Count::Of(0), Count::Of(1), Count::Of(2), Count::Unlimited];

/// The fields that [`change`] can change.
const FIELDS: u64 = 24;

/// Which decks the random rules have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// From 4 to 20 cards, so that brute force can decide most deals.
    Small,
    /// The deck of a named game, for the packed solvers.
    Full,
}

/// Random valid rules.
pub fn rules(random: &mut Generator, size: Size) -> Rules {
    loop {
        let game = pick(random, talon_games::ALL);
        let mut rules = Rules { name: Name::new("fuzz"), title: Name::new("fuzz"), ..game };
        // A third are named games with few changes, a third have many, and a third are arbitrary.
        let changes = match random.below(3) {
            0 => random.below(3),
            1 => random.below(8),
            _ if size == Size::Small => 3 * FIELDS,
            _ => random.below(4),
        };
        if size == Size::Small {
            shrink_deck(&mut rules, random);
        }
        for _ in 0..changes {
            change(&mut rules, random);
        }
        if size == Size::Small || rules.validate().is_err() {
            lay_out(&mut rules, random);
        }
        if rules.validate().is_ok() {
            return rules;
        }
    }
}

fn pick<T: Copy>(random: &mut Generator, list: &[T]) -> T {
    list[random.below(list.len() as u64) as usize]
}

/// Chooses a deck of 4 to 20 cards, mostly of fewer than 15.
fn shrink_deck(rules: &mut Rules, random: &mut Generator) {
    let most = if random.below(4) == 0 { 20 } else { 14 };
    loop {
        rules.suits = pick(random, &[1, 2, 2, 4, 4]);
        rules.copies = if random.below(2) == 0 { rules.copies.min(2) } else { 1 + random.below(3) as u8 };
        rules.ranks = 2 + random.below(9) as u8;
        let cards = rules.deck().len();
        if rules.foundations() <= 8 && (4..=most).contains(&cards) {
            break;
        }
    }
    rules.columns = 1 + random.below(5) as u8;
    rules.reserve = rules.reserve.min(random.below(5) as u8);
    rules.cells = rules.cells.min(random.below(3) as u8);
    rules.cells_dealt = rules.cells_dealt.min(rules.cells);
    if rules.reserve == 0 {
        rules.reserve_fills = ReserveFills::Never;
    }
}

/// Changes one field to an arbitrary value.
fn change(rules: &mut Rules, random: &mut Generator) {
    let yes = random.below(2) == 0;
    match random.below(FIELDS) {
        0 => rules.build = pick(random, &BUILD),
        1 => rules.both_ways = yes,
        2 => rules.wrap = yes,
        3 => rules.build_on_base = yes,
        4 => rules.base_into_columns = yes,
        5 => rules.take = pick(random, &TAKE),
        6 => rules.fill = pick(random, &FILL),
        7 => rules.reserve_fills = pick(random, &RESERVE_FILLS),
        8 => rules.goal = pick(random, &GOAL),
        9 => rules.base_rank = pick(random, &BASE_RANK),
        10 => rules.place = pick(random, &PLACE),
        11 => rules.take_back = pick(random, &TAKE_BACK),
        12 => rules.stock = pick(random, &STOCK),
        13 => rules.draw = pick(random, &[1, 1, 2, 3]),
        14 => rules.redeals = pick(random, &REDEALS),
        15 => rules.redeal_draws = yes,
        16 => rules.first_turned = yes,
        17 => rules.kings_to_bottom = yes,
        18 => rules.reserve = random.below(5) as u8,
        19 => rules.cells = random.below(3) as u8,
        20 => rules.cells_dealt = random.below(3) as u8,
        21 => rules.cells_take = yes,
        22 => rules.columns = 1 + random.below(6) as u8,
        _ => rules.reserve_up = yes,
    }
}

/// Chooses how many cards are dealt where, so that they are as many as the deck has.
fn lay_out(rules: &mut Rules, random: &mut Generator) {
    // What would be refused for reasons that have nothing to do with the deal.
    rules.cells_dealt = rules.cells_dealt.min(rules.cells);
    if rules.goal != Goal::Foundations {
        rules.base_rank = BaseRank::Ace;
    }
    if rules.stock == Stock::FaceUp {
        rules.draw = 1;
    }
    if !rules.has_waste() {
        rules.first_turned = false;
    }
    if rules.reserve == 0 {
        rules.reserve_fills = ReserveFills::Never;
    }
    let elsewhere = rules.reserve + rules.cells_dealt + rules.foundation_dealt();
    let Some(left) = rules.deck().len().checked_sub(usize::from(elsewhere)) else { return };
    let in_columns =
        if rules.stock == Stock::None { left } else { random.below(left.max(1) as u64) as usize };
    let columns = usize::from(rules.columns);
    let mut sizes = vec![0u8; columns];
    if rules.stock != Stock::None && columns < left && random.below(4) == 0 {
        // One card for each column, as in the packed solver of Canfield.
        sizes.fill(1);
    } else if random.below(3) == 0 {
        for _ in 0..in_columns {
            sizes[random.below(columns as u64) as usize] += 1;
        }
    } else {
        for card in 0..in_columns {
            sizes[card % columns] += 1;
        }
    }
    let hides = random.below(2) == 0;
    let down: Vec<u8> = sizes
        .iter()
        .map(|&size| if hides { random.below(u64::from(size.max(1))) as u8 } else { 0 })
        .collect();
    let up: Vec<u8> = sizes.iter().zip(&down).map(|(size, down)| size - down).collect();
    let short = |sizes: &[u8]| {
        if sizes.iter().all(|size| *size == sizes[0]) { Sizes::new(&sizes[..1]) } else { Sizes::new(sizes) }
    };
    rules.down = short(&down);
    rules.up = short(&up);
}

/// A named game on a small deck: fewer ranks and suits, and columns, cells and a reserve to match. `shape` chooses
/// one of several layouts. `None` if there is no such game.
pub fn small(game: &Rules, suits: u8, ranks: u8, shape: u8) -> Option<Rules> {
    let mut rules = Rules { suits, ranks, copies: game.copies.min(2), ..*game };
    if rules.copies == 2 && ranks > 4 {
        rules.ranks = ranks.div_ceil(2);
    }
    rules.columns = [2, 3, 4][usize::from(shape % 3)];
    rules.cells = game.cells.min(1 + shape % 2);
    rules.cells_dealt = game.cells_dealt.min(rules.cells);
    rules.reserve = game.reserve.min(3);
    let spare = usize::from(rules.foundation_dealt() + rules.reserve + rules.cells_dealt);
    let total = rules.deck().len().checked_sub(spare)?;
    let stock = if game.stock == Stock::None { 0 } else { total.min(4 + usize::from(shape)) };
    let columns = usize::from(rules.columns);
    let each = total.checked_sub(stock)?;
    let sizes: Vec<u8> =
        (0..columns).map(|c| (each / columns + usize::from(c < each % columns)) as u8).collect();
    if sizes.contains(&0) {
        return None;
    }
    let hides = (0..usize::from(game.columns)).any(|c| game.down.of(c) > 0);
    let down: Vec<u8> = sizes.iter().map(|&n| if hides { n / 2 } else { 0 }).collect();
    let up: Vec<u8> = sizes.iter().zip(&down).map(|(n, d)| n - d).collect();
    rules.down = Sizes::new(&down);
    rules.up = Sizes::new(&up);
    rules.validate().ok().map(|()| rules)
}
