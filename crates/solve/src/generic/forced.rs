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

use super::facts::{Facts, Safety};
use rules::{Build, Move, Pile, ReserveFills, Stock, Table, TakeBack};

/// A move up that loses nothing, if one is known.
pub fn forced(facts: &Facts, table: &Table) -> Option<Move> {
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
    // For each suit the lowest and, for where a card goes, all heights.
    let mut least = [u8::MAX; 4];
    let mut heights = [0u8; 8];
    let mut suits = [u8::MAX; 8];
    let foundations = rules.foundations();
    let mut started = [0u8; 4];
    for f in 0..foundations {
        if let Some(top) = table.top(Pile::Foundation(f)) {
            let height = table.len(Pile::Foundation(f)) as u8;
            let suit = top.suit().index();
            heights[usize::from(f)] = height;
            suits[usize::from(f)] = suit;
            started[usize::from(suit)] += 1;
            let entry = &mut least[usize::from(suit)];
            *entry = height.min(*entry);
        }
    }
    let mut all_based = true;
    for suit in rules.deck().suits_used() {
        let s = usize::from(suit.index());
        if started[s] < rules.copies {
            least[s] = 0;
            all_based = false;
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
    let single = rules.draw == 1;
    let sources = (0..rules.columns)
        .map(Pile::Column)
        .chain((0..rules.cells).map(Pile::Cell))
        .chain((rules.reserve > 0).then_some(Pile::Reserve))
        .chain(facts.turned.filter(|_| single));
    for from in sources {
        let Some(card) = table.top(from) else { continue };
        let d = facts.depth[usize::from(card.index())];
        let suit = card.suit().index();
        // Cheap first: is its place open?
        let open = if d == 0 {
            started[usize::from(suit)] < rules.copies
        } else {
            (0..usize::from(foundations)).any(|f| suits[f] == suit && heights[f] == d)
        };
        if open && safe(card) {
            return place(table, from, card, d);
        }
    }
    None
}

/// The move of a card to the first foundation that takes it.
fn place(table: &Table, from: Pile, card: cards::Card, depth: u8) -> Option<Move> {
    let _ = (card, depth);
    (0..table.rules().foundations())
        .map(|f| Move::one(from, Pile::Foundation(f)))
        .find(|&m| table.check(m).is_ok())
}
