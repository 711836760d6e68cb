//! Safe moves: cards that are raised at once.
//!
//! *Claim.* Let `c` be a card that can be raised. Let *T* be the set of `c` and of all cards that could lie on it
//! in a sequence: its guests (the cards that may be put on it), their guests, and so on. If every card of *T*
//! other than `c` is raised or could be raised the moment it is uncovered, then a position that can be won can
//! still be won after `c` is raised.
//!
//! *Proof.* Take a winning line *L* and play it from the position with `c` raised, keeping this invariant: our
//! columns are those of *L* without some cards of *T* on top of sequences, and our foundations are those of *L*
//! with these cards.
//! - Where *L* moves only cards that we have raised, we skip the move.
//! - Where *L* moves a sequence whose lowest card is in *T*, or puts a sequence on a card that we have raised, the
//!   whole sequence is in *T*: we raise it, the top card first.
//! - Where *L* takes a card of *T* back, we skip the move. A card below a raised card of *T* on its foundation
//!   could be used by *L* only to carry cards that are raised, which we leave where they are.
//! - Everything else we copy. Our columns are empty wherever those of *L* are, we have as many free cells and
//!   empty columns or more, and a sequence without some of its top cards is still a sequence.
//!
//! So we win when *L* does.
//!
//! *Preconditions.* [`SafeMoves`] has those that the rules decide, and [`safe_move`] those of the position.
//! - The goal is to build up foundations, and columns are built one way: otherwise *T* has cards of higher rank.
//! - What is lifted is a sequence, or a whole column that is one: then [`SafeMoves::GuestsRise`] holds. If any
//!   face-up card is lifted with all cards on it, cards outside *T* may lie on a guest. Then all guests must be
//!   raised for good: [`SafeMoves::GuestsUp`].
//! - The reserve does not fill columns by itself while it has cards, because a column that is emptied too early
//!   would be filled too early.
//! - No row is left that may be dealt only while no column is empty.
//! - If sequences wrap, or the base is not the ace, high cards can be put on a base card. All base cards must be
//!   raised then, and must stay.
//! - A card of the stock is raised only if that does not change which other cards can be turned up
//!   (`safe_stock_cards`).
//! - If the deck has copies, the twin of `c` must find a place beside it, because *L* may raise the twin and keep
//!   `c`.
//!
//! In terms of depths, with alternating colours: the guests of `c`, at depth `d`, have depth `d - 1` and the other
//! colour; theirs have depth `d - 2` and its own colour. A card of depth `k` can be raised when it is uncovered if
//! the foundations of its suit have at least `k` cards.

use super::SafeMoves;
use crate::generic::columns::Column;
use crate::generic::game::Game;
use talon_rules::{Build, Move, Pile, ReserveFills, Stock, Table, TakeBack};

/// A safe move, if there is one.
pub fn safe_move(game: &Game, table: &Table, columns: &[Column]) -> Option<Move> {
    let rules = &game.rules;
    if game.prunings.safe_moves == SafeMoves::None {
        return None;
    }
    if rules.reserve_fills == ReserveFills::Itself && table.len(Pile::Reserve) > 0 {
        return None;
    }
    if rules.stock == Stock::Rows && table.len(Pile::Stock) > 0 {
        return None;
    }
    // For each suit the height of its lowest foundation, and the cards that some foundation takes.
    let mut least = [u8::MAX; 4];
    let mut started = [0u8; 4];
    let mut open = 0u64;
    for f in 0..rules.foundations() {
        if let Some(top) = table.top(Pile::Foundation(f)) {
            let height = game.depth[usize::from(top.index())] + 1;
            let suit = usize::from(top.suit().index());
            started[suit] += 1;
            least[suit] = height.min(least[suit]);
            open |= game.after[usize::from(top.index())];
        }
    }
    let mut all_based = true;
    for suit in rules.deck().suits_used() {
        let s = usize::from(suit.index());
        if started[s] < rules.copies {
            least[s] = 0;
            all_based = false;
            open |= 1 << talon_cards::Card::new(table.base(), *suit).index();
        }
    }
    let plain_base = table.base() == talon_cards::Rank::ACE && !rules.wrap;
    if !plain_base && (!all_based || rules.take_back == TakeBack::EvenBase) {
        return None;
    }
    let safe = |card: talon_cards::Card| -> bool {
        let d = game.depth[usize::from(card.index())];
        // For all guests to be raised, their foundations need one more card than for the guests to be ready to rise.
        let more = u8::from(game.prunings.safe_moves == SafeMoves::GuestsUp);
        rules.deck().suits_used().iter().all(|&suit| {
            let direct = match rules.build {
                Build::AltColour => suit.color() != card.color(),
                Build::SameColour => suit.color() == card.color(),
                Build::SameSuit => suit == card.suit(),
                Build::OtherSuit => suit != card.suit(),
                Build::AnySuit => true,
            };
            let second = matches!(rules.build, Build::AltColour if suit.color() == card.color())
                || (rules.build == Build::OtherSuit && suit == card.suit() && rules.suits > 1);
            let wanted = match (direct, second) {
                (true, _) => (d + more).saturating_sub(1),
                (false, true) if more == 0 => d.saturating_sub(2),
                _ => 0,
            };
            // The twin of the card must find a place of its own.
            let wanted = if suit == card.suit() && rules.copies > 1 { d } else { wanted };
            least[usize::from(suit.index())] >= wanted
        })
    };
    let risen = |from: Pile, card: u8| -> Option<Move> {
        let card = talon_cards::Card::from_index(card).filter(|card| open >> card.index() & 1 != 0)?;
        if safe(card) { place(table, from) } else { None }
    };
    for (c, column) in columns.iter().enumerate() {
        if let Some(m) = risen(Pile::Column(c as u8), column.top) {
            return Some(m);
        }
    }
    let others = (0..rules.cells)
        .map(Pile::Cell)
        .chain((rules.reserve > 0).then_some(Pile::Reserve))
        .chain(game.turned.filter(|_| game.prunings.safe_stock_cards));
    for from in others {
        if let Some(card) = table.top(from)
            && let Some(m) = risen(from, card.index())
        {
            return Some(m);
        }
    }
    None
}

/// The move of a top card to the first foundation that takes it.
fn place(table: &Table, from: Pile) -> Option<Move> {
    (0..table.rules().foundations())
        .map(|f| Move::one(from, Pile::Foundation(f)))
        .find(|&m| table.check(m).is_ok())
}
