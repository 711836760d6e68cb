//! The prunings: what each claims, why it holds, and under which rules.
//!
//! | pruning | precondition | proof |
//! |---|---|---|
//! | piles of one kind are interchangeable | none; columns only while no row is left to deal | [`steps`](super::steps) |
//! | draws and redeals wait until a turned card is played | none | [`steps`](super::steps) |
//! | the order of the stock and the size of the waste are forgotten | [`stock_is_open`] | [`stock_is_open`] |
//! | safe cards are raised at once | [`safe_moves`] | [`safe`](self::safe) |
//! | so is a safe card of the stock | [`safe_stock_cards`] | [`safe_stock_cards`] |
//! | dead positions are given up | [`dead_test`] | [`dead`](self::dead) |
//!
//! "None" means that the claim holds under all rules. [`Prunings::of`] evaluates the preconditions, and
//! `tests/prunings.txt` in this crate lists the result for every game.

pub mod dead;
pub mod safe;

use talon_rules::{Count, Goal, Rules, Stock, Take, TakeBack};

/// The prunings that are sound under some rules.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// Whether the order of the stock and the size of the waste are forgotten.
    pub open_stock: bool,
    /// Which proof allows safe cards to be raised at once.
    pub safe_moves: SafeMoves,
    /// Whether safe cards of the stock or the waste are raised at once, too.
    pub safe_stock_cards: bool,
    /// Whether dead positions are given up.
    pub dead_test: bool,
}

/// Which of the two proofs in [`safe`] holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SafeMoves {
    /// Neither.
    None,
    /// A card is safe if every card that could come to lie on it in a sequence can be raised when it does.
    GuestsRise,
    /// A card is safe if every card that could be put on it is raised already, for good.
    GuestsUp,
}

impl Prunings {
    /// The prunings that are sound under these rules.
    pub fn of(rules: &Rules) -> Prunings {
        Prunings {
            open_stock: stock_is_open(rules),
            safe_moves: safe_moves(rules),
            safe_stock_cards: safe_stock_cards(rules),
            dead_test: dead_test(rules),
        }
    }

    /// The names of the prunings that are on.
    pub fn names(self) -> Vec<&'static str> {
        let safe = match self.safe_moves {
            SafeMoves::None => None,
            SafeMoves::GuestsRise => Some("safe moves (guests rise)"),
            SafeMoves::GuestsUp => Some("safe moves (guests up)"),
        };
        let stock = self.safe_stock_cards && safe.is_some();
        let names = [
            self.open_stock.then_some("open stock"),
            safe,
            stock.then_some("safe stock cards"),
            self.dead_test.then_some("dead test"),
        ];
        names.into_iter().flatten().collect()
    }
}

/// Returns `true` if every card of the stock can be turned up at any time.
///
/// *Claim.* Two positions that differ only in the order of the stock and the waste, or in where one is divided
/// from the other, are equally good. *Proof.* With a draw of one card and unlimited redeals, drawing to the end,
/// a redeal and further draws make any chosen card the one that may be played, and this changes nothing else.
/// That leaves one exception: if the top card of the *stock* is played and a redeal draws at once, the first
/// card of the stock is laid on the waste by every redeal and never comes back to the top.
pub(super) fn stock_is_open(rules: &Rules) -> bool {
    rules.has_waste() && rules.draw == 1 && rules.redeals == Count::Unlimited && !skips_first_card(rules)
}

/// Returns `true` if a redeal lays the first card of the stock where it cannot be played.
fn skips_first_card(rules: &Rules) -> bool {
    rules.stock == Stock::FaceUp && rules.redeal_draws
}

/// The proof that allows safe moves; see [`safe`] for what each condition is needed for.
fn safe_moves(rules: &Rules) -> SafeMoves {
    if rules.goal != Goal::Foundations || rules.both_ways {
        return SafeMoves::None;
    }
    let columns = usize::from(rules.columns);
    let sorted_columns = (0..columns).all(|c| rules.up.of(c) <= 1) && !rules.stock.is_rows();
    match rules.take {
        Take::Top | Take::Run | Take::SuitRun | Take::RunBySpace => SafeMoves::GuestsRise,
        Take::Whole | Take::TopOrWhole if sorted_columns => SafeMoves::GuestsRise,
        Take::FaceUp if rules.take_back == TakeBack::Never && !rules.stock.is_rows() => SafeMoves::GuestsUp,
        _ => SafeMoves::None,
    }
}

/// Returns `true` if a card may leave the stock without making another one harder to reach.
///
/// *Claim.* If the turned card is removed, whatever can be turned up and played in the old order can still be
/// turned up and played, with as many redeals or fewer. *Proof.* With a draw of one card, the others come up one
/// by one in the same order: a draw that turned up the missing card is left out. If a redeal draws at once from
/// a face-up stock, it lays the *first* card aside, and removing a card can make another one the first.
fn safe_stock_cards(rules: &Rules) -> bool {
    rules.has_waste() && rules.draw == 1 && !skips_first_card(rules)
}

/// Returns `true` if the test for [dead] positions is sound and of use.
///
/// It follows single cards, so it needs a deck without twins, and foundations that are built up. It is of no
/// use where cells take cards, because then every card can leave its place.
fn dead_test(rules: &Rules) -> bool {
    rules.goal == Goal::Foundations && rules.copies == 1 && !(rules.cells_take && rules.cells > 0)
}
