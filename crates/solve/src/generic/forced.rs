//! Cards that go up at once, because a win that exists without the move exists with it.
//!
//! **The claim.** Let `c` be a card that can go up, of depth `d` above its base. Let *T* be `c` with
//! all that could lie on it in a sequence: its guests, their guests, and so on. If every card of *T*
//! other than `c` is up or could go up the moment it is uncovered, then playing `c` up loses nothing.
//!
//! **Why.** Take a winning line *L* and follow it from the position with `c` up, keeping this: our
//! columns are those of *L* with some cards of *T* taken off the tops of sequences, our foundations
//! those of *L* and these cards. Where *L* moves only cards that we have up, we skip. Where it moves
//! a sequence whose lowest card we have up, or onto a card we have up, the sequence is all in *T*: we
//! play it up, top card first. Where it takes a card of *T* back, we skip. All else we copy: our
//! columns are empty wherever those of *L* are, cells and spaces are no fewer, and a sequence without
//! some of its top cards is still a sequence. So we win no later.
//!
//! **Where it holds.** What is lifted must be a sequence (or a whole column that is one), hence
//! [`Safety::GuestsRise`]. Where any face-up card is lifted with all on it, junk may ride on a guest:
//! there no guest may be left to come, [`Safety::GuestsUp`]. Three things break the copying and are
//! excluded: a reserve that fills spaces by itself (a column would be filled too early), rows dealt
//! only when no column is empty, and cards other than single ones drawn from the stock (the order of
//! the stock would shift). A base card in a column can be built on by high cards where sequences
//! wrap or the base is no ace, so there all bases must be up to stay. And where there are two of each
//! card, the twin of `c` must be able to go up beside it: *L* may raise the twin and keep `c`.
//!
//! The depth of guests: with alternating colours those of `c` have depth `d - 1` and the opposite
//! colour, theirs `d - 2` and its own colour. A card of depth `k` can go up when uncovered if the
//! foundations of its suit have at least `k` cards.

use super::columns::Column;
use super::facts::{Facts, Safety};
use rules::{Build, Move, Pile, ReserveFills, Stock, Table, TakeBack};

/// A move up that loses nothing, if one is known.
pub fn forced(facts: &Facts, table: &Table, columns: &[Column]) -> Option<Move> {
    let rules = &facts.rules;
    if facts.safety == Safety::Never {
        return None;
    }
    if rules.reserve_fills == ReserveFills::Itself && table.len(Pile::Reserve) > 0 {
        return None;
    }
    if rules.stock == Stock::Rows && table.len(Pile::Stock) > 0 {
        return None;
    }
    // For each suit its lowest height, and the cards that find a place, as bits.
    let mut least = [u8::MAX; 4];
    let mut started = [0u8; 4];
    let mut open = 0u64;
    for f in 0..rules.foundations() {
        if let Some(top) = table.top(Pile::Foundation(f)) {
            let height = facts.depth[usize::from(top.index())] + 1;
            let suit = usize::from(top.suit().index());
            started[suit] += 1;
            least[suit] = height.min(least[suit]);
            open |= facts.after[usize::from(top.index())];
        }
    }
    let mut all_based = true;
    for suit in rules.deck().suits_used() {
        let s = usize::from(suit.index());
        if started[s] < rules.copies {
            least[s] = 0;
            all_based = false;
            open |= 1 << cards::Card::new(table.base(), *suit).index();
        }
    }
    let plain_base = table.base() == cards::Rank::ACE && !rules.wrap;
    if !plain_base && (!all_based || rules.take_back == TakeBack::EvenBase) {
        return None;
    }
    let safe = |card: cards::Card| -> bool {
        let d = facts.depth[usize::from(card.index())];
        // All guests up, rather than able to go up, is one card more on their foundations.
        let more = u8::from(facts.safety == Safety::GuestsUp);
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
            // A twin of `c` must find a place of its own, or `c` would take it.
            let wanted = if suit == card.suit() && rules.copies > 1 { d } else { wanted };
            least[usize::from(suit.index())] >= wanted
        })
    };
    let risen = |from: Pile, card: u8| -> Option<Move> {
        let card = cards::Card::from_index(card).filter(|card| open >> card.index() & 1 != 0)?;
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
        .chain(facts.turned.filter(|_| rules.draw == 1));
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
