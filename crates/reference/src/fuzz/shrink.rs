//! Making a difference small: fewer cards and plainer rules, as long as the same thing differs.

use super::compare::written;
use super::{Checker, Difference, guarded};
use std::fmt;
use talon_cards::Card;
use talon_rules::{
    BaseRank, Build, Count, Fill, Goal, Place, ReserveFills, Rules, Sizes, Stock, Table, Take, TakeBack,
};

/// A difference with the rules and the cards that show it.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The rules.
    pub rules: Rules,
    /// The cards in the order in which they are dealt.
    pub cards: Vec<Card>,
    /// What differs.
    pub difference: Difference,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.difference.what, self.difference.detail.trim_end())?;
        writeln!(f, "after: {}", written(&self.difference.played))?;
        writeln!(f, "To reproduce it: talon play --text --rules rules.toml --file cards.txt")?;
        writeln!(f, "rules.toml:\n{}", toml(&self.rules))?;
        let cards: Vec<String> = self.cards.iter().map(Card::to_string).collect();
        write!(f, "cards.txt:\n{}", cards.join(" "))
    }
}

/// Rules as a rules file.
pub fn toml(rules: &Rules) -> String {
    let base = talon_games::nearest(rules);
    let mut file = format!("base = {:?}\n", base.name.as_str());
    for (field, value) in talon_games::changes(base, rules) {
        file += &format!("{field} = {value}\n");
    }
    file
}

/// Simplifies a difference as far as it goes.
pub fn shrink(checker: &mut Checker, rules: Rules, cards: Vec<Card>, difference: Difference) -> Failure {
    let mut failure = Failure { rules, cards, difference };
    let tally = std::mem::take(&mut checker.tally);
    // A panic is printed once for each attempt otherwise.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    while let Some(smaller) = candidates(&failure)
        .into_iter()
        .find_map(|(rules, cards)| reproduced(checker, rules, cards, failure.difference.what))
    {
        failure = smaller;
    }
    std::panic::set_hook(hook);
    checker.tally = tally;
    failure
}

/// The same difference under other rules and with other cards, with the shortest walk of some.
fn reproduced(checker: &mut Checker, rules: Rules, cards: Vec<Card>, what: &str) -> Option<Failure> {
    let found = (0..24).filter_map(|walk| guarded(checker, &rules, &cards, walk).err());
    let found = found.filter(|difference| difference.what == what);
    let difference = found.min_by_key(|difference| difference.played.len())?;
    Some(Failure { rules, cards, difference })
}

/// Simpler forms of a failure, the simplest first.
fn candidates(failure: &Failure) -> Vec<(Rules, Vec<Card>)> {
    let Failure { rules, cards, .. } = failure;
    let mut list = Vec::new();
    if let Some(piles) = Piles::new(rules, cards) {
        let highest = |card: &Card| card.rank().number() == rules.ranks;
        list.push(piles.without(Rules { ranks: rules.ranks - 1, ..*rules }, highest));
        if rules.suits > 1 {
            let fewer = Rules { suits: rules.suits / 2, ..*rules };
            let kept = fewer.deck().suits_used();
            list.push(piles.without(fewer, |card| !kept.contains(&card.suit())));
        }
        if rules.copies > 1 {
            list.push(piles.without_copy(Rules { copies: rules.copies - 1, ..*rules }));
        }
        list.extend((0..piles.columns.len()).filter_map(|c| piles.without_column(rules, c)));
        list.extend(piles.dealt_elsewhere(rules));
    }
    list.extend(plainer(rules).into_iter().map(|rules| (rules, cards.clone())));
    list.retain(|(other, others)| other.validate().is_ok() && weight(other, others) < weight(rules, cards));
    list
}

/// The rules with one field set to a plainer value.
fn plainer(rules: &Rules) -> Vec<Rules> {
    let r = *rules;
    let all = [
        Rules { kings_to_bottom: false, ..r },
        Rules { reserve_up: false, ..r },
        Rules { reserve_fills: ReserveFills::Never, ..r },
        Rules { cells: r.cells.saturating_sub(1), ..r },
        Rules { cells_take: true, ..r },
        Rules { goal: Goal::Foundations, ..r },
        Rules { base_rank: BaseRank::Ace, ..r },
        Rules { place: Place::BySuit, ..r },
        Rules { take_back: TakeBack::Never, ..r },
        Rules { build: Build::AltColour, ..r },
        Rules { both_ways: false, ..r },
        Rules { wrap: false, ..r },
        Rules { build_on_base: true, ..r },
        Rules { base_into_columns: true, ..r },
        Rules { take: Take::Top, ..r },
        Rules { fill: Fill::Anything, ..r },
        Rules { redeals: Count::Of(0), ..r },
        Rules { redeals: Count::Unlimited, ..r },
        Rules { draw: 1, ..r },
        Rules { redeal_draws: false, ..r },
        Rules { first_turned: false, ..r },
        Rules { stock: Stock::Waste, ..r },
        Rules { down: Sizes::new(&[0]), up: joined(&r), ..r },
    ];
    all.to_vec()
}

/// How far a failure is from the simplest one; every step of the shrinking makes it less.
fn weight(rules: &Rules, cards: &[Card]) -> (usize, usize) {
    let waiting = rules.in_stock() + usize::from(rules.reserve + rules.cells_dealt);
    let face_down: usize = (0..usize::from(rules.columns)).map(|c| usize::from(rules.down.of(c))).sum();
    let places = usize::from(rules.columns + rules.cells + rules.draw);
    let redeals = match rules.redeals {
        Count::Of(0) => 0,
        Count::Unlimited => 1,
        Count::Of(n) => 1 + usize::from(n),
    };
    let marks = [
        rules.kings_to_bottom,
        rules.reserve_up,
        rules.reserve_fills != ReserveFills::Never,
        !rules.cells_take,
        rules.goal != Goal::Foundations,
        rules.base_rank != BaseRank::Ace,
        rules.place != Place::BySuit,
        rules.take_back != TakeBack::Never,
        rules.build != Build::AltColour,
        rules.both_ways,
        rules.wrap,
        !rules.build_on_base,
        !rules.base_into_columns,
        rules.take != Take::Top,
        rules.fill != Fill::Anything,
        rules.redeal_draws,
        rules.first_turned,
        !matches!(rules.stock, Stock::None | Stock::Waste),
    ];
    let marks = marks.into_iter().filter(|mark| *mark).count();
    (cards.len(), 2 * waiting + face_down + places + redeals + marks)
}

/// The sizes of all columns with every card face up.
fn joined(rules: &Rules) -> Sizes {
    let sizes: Vec<u8> = (0..usize::from(rules.columns)).map(|c| rules.down.of(c) + rules.up.of(c)).collect();
    Sizes::new(&sizes)
}

/// The piles of a deal, from which the deal can be made again with fewer cards.
#[derive(Clone)]
struct Piles {
    out: Vec<Card>,
    reserve: Vec<Card>,
    base: Vec<Card>,
    columns: Vec<(Vec<Card>, usize)>,
    cells: Vec<Card>,
    /// The stock; its first card is drawn first.
    stock: Vec<Card>,
}

impl Piles {
    /// Where the cards are dealt by these rules.
    fn new(rules: &Rules, cards: &[Card]) -> Option<Piles> {
        let quiet = Rules {
            first_turned: false,
            reserve_fills: ReserveFills::Never,
            goal: if rules.goal == Goal::Runs { Goal::RunsByHand } else { rules.goal },
            ..*rules
        };
        let layout = Table::deal(&quiet, cards).ok()?.layout();
        let started: Vec<Card> = layout.foundations.into_iter().flatten().collect();
        let dealt = rules.base_rank == BaseRank::Dealt;
        Some(Piles {
            out: if dealt { Vec::new() } else { started.clone() },
            reserve: layout.reserve,
            base: if dealt { started } else { Vec::new() },
            columns: layout.columns,
            cells: layout.cells.into_iter().flatten().collect(),
            stock: layout.stock.into_iter().rev().collect(),
        })
    }

    fn retain(&mut self, mut keep: impl FnMut(&Card) -> bool) {
        for pile in [&mut self.out, &mut self.reserve, &mut self.base, &mut self.cells, &mut self.stock] {
            pile.retain(&mut keep);
        }
        for (cards, down) in &mut self.columns {
            cards.retain(&mut keep);
            *down = (*down).min(cards.len().saturating_sub(1));
        }
    }

    fn without(&self, rules: Rules, gone: impl Fn(&Card) -> bool) -> (Rules, Vec<Card>) {
        let mut piles = self.clone();
        piles.retain(|card| !gone(card));
        piles.dealt(rules)
    }

    /// Without one copy of each card.
    fn without_copy(&self, rules: Rules) -> (Rules, Vec<Card>) {
        let mut piles = self.clone();
        let mut seen = [0; 64];
        piles.retain(|card| {
            let count = &mut seen[usize::from(card.index())];
            *count += 1;
            *count <= rules.copies
        });
        piles.dealt(rules)
    }

    /// Without an empty column.
    fn without_column(&self, rules: &Rules, c: usize) -> Option<(Rules, Vec<Card>)> {
        let mut piles = self.clone();
        if piles.columns.len() < 2 || !piles.columns[c].0.is_empty() {
            return None;
        }
        piles.columns.remove(c);
        Some(piles.dealt(*rules))
    }

    /// With one card of the reserve, the cells or the stock dealt to a column instead.
    fn dealt_elsewhere(&self, rules: &Rules) -> Vec<(Rules, Vec<Card>)> {
        let mut list = Vec::new();
        for c in 0..self.columns.len() {
            for from in 0..3 {
                let mut piles = self.clone();
                let pile = [&mut piles.reserve, &mut piles.cells, &mut piles.stock];
                let Some(card) = pile.into_iter().nth(from).and_then(Vec::pop) else { continue };
                piles.columns[c].0.push(card);
                list.push(piles.dealt(*rules));
            }
        }
        list
    }

    /// The rules and the order of the cards that give these piles.
    fn dealt(&self, mut rules: Rules) -> (Rules, Vec<Card>) {
        let sizes: Vec<u8> = self.columns.iter().map(|(cards, _)| cards.len() as u8).collect();
        let down: Vec<u8> = self.columns.iter().map(|(_, down)| *down as u8).collect();
        let up: Vec<u8> = sizes.iter().zip(&down).map(|(size, down)| size - down).collect();
        rules.columns = sizes.len() as u8;
        rules.down = Sizes::new(&down);
        rules.up = Sizes::new(&up);
        rules.reserve = self.reserve.len() as u8;
        rules.cells_dealt = self.cells.len() as u8;
        if self.stock.is_empty() {
            rules.stock = Stock::None;
        }
        if self.reserve.is_empty() {
            rules.reserve_fills = ReserveFills::Never;
        }
        let mut cards = [self.out.as_slice(), &self.reserve, &self.base].concat();
        let rows = self.columns.iter().map(|(cards, _)| cards.len()).max().unwrap_or(0);
        for row in 0..rows {
            cards.extend(self.columns.iter().filter_map(|(cards, _)| cards.get(row)));
        }
        cards.extend(self.cells.iter().chain(&self.stock));
        (rules, cards)
    }
}
