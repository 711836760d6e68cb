//! The input of the nets: 112 small numbers about an afterstate, none of which names a suit or a column.
//!
//! The afterstate is what the player knows after a choice. A card that was just turned up is face up and
//! unknown, and a deal is described by the position before it with a flag. Hidden cards are not part of an
//! information state, so the encoding cannot depend on them.
//!
//! A *run* is a descending sequence in one suit, a single card included; the *top run* of a column is the one
//! that can be moved.
//!
//! | input | meaning |
//! |---|---|
//! | 0–5 | one of them is 1: the number of rows left in the stock |
//! | 6 | 1 if the choice deals a row |
//! | 7 | runs that have left |
//! | 8–10 | empty columns; 1 if there is none; 1 if there are two or more |
//! | 11–16 | columns with 0, 1, 2, 3, 4, and 5 or more face-down cards |
//! | 17 | half the sum of the squares of the numbers of face-down cards |
//! | 18–37 | ten sums over the face-up runs, each for columns with (even) and without (odd) face-down cards: runs; runs in sequence on the run below; runs on a lower or equal card; runs on a much higher card; joins in suit; a quarter of the squared lengths; runs of 6 or more; of 9 or more; the longest; runs on a lower or equal card of rank 3 or less |
//! | 38–40 | columns in sequence throughout, without face-down cards; those of one run; columns in sequence with face-down cards |
//! | 41–43 | kings at the bottom of a column; kings elsewhere; runs on an ace or a two |
//! | 44–48 | columns with face-down cards by their number of face-up runs (44 is unused) |
//! | 49–53 | top runs that fit on another column in suit; out of suit; those alone on face-down cards; those alone in a column; columns whose lowest face-up run fits on another column |
//! | 54–56 | different ranks of the top cards; aces and kings on top |
//! | 57–58 | one more than the number of cards below the unknown card; 1 if there are none |
//! | 59–63 | unseen cards; the shares of them (of 200) that fit on a column, fit in suit, take a top card, take one in suit |
//! | 64–68 | runs that begin with a king, and their cards; face-down cards; columns with some; suits of which every rank is visible |
//! | 69–71 | the shares of aces and kings among the unseen cards; runs |
//! | 72–111 | for each column, sorted by the cost of reaching its face-down cards: its face-down cards, runs, face-up cards, and the length of its top run |

use talon_cards::Deck;
use talon_solve::spider::{Game, Run, State};

/// The number of inputs of a net.
pub const INPUTS: usize = 112;

/// The encoding of an afterstate; larger numbers than 255 become 255.
pub type Encoding = [u8; INPUTS];

/// The index of the first number about single columns. There are four for each of ten columns, which are
/// sorted by the cost of reaching their face-down cards.
const SORTED: usize = 72;

/// Sums that are kept separately for columns with and without face-down cards.
#[derive(Copy, Clone, Default)]
struct Side {
    runs: u32,
    mixed: u32,
    rising: u32,
    falling: u32,
    suited: u32,
    squares: u32,
    long: u32,
    longer: u32,
    longest: u32,
    buried: u32,
}

impl Side {
    fn numbers(self) -> [u32; 10] {
        [
            self.runs,
            self.mixed,
            self.rising,
            self.falling,
            self.suited,
            self.squares / 4,
            self.long,
            self.longer,
            self.longest,
            self.buried,
        ]
    }
}

/// Encodes what is known after a choice; `deal` says whether the choice deals a row.
pub fn encode(game: &Game, state: &State, deck: Deck, deal: bool) -> Encoding {
    let n = usize::from(game.columns).min(10);
    let kings = game.variant.ranks;
    let mut x = [0u32; INPUTS];
    let left = usize::from(state.rows_left());
    x[left.min(5)] = 1;
    x[6] = u32::from(deal);
    let in_columns: usize = (0..n).map(|c| state.cards(c)).sum();
    let done = deck.len().saturating_sub(in_columns + left * n) / usize::from(kings);
    x[7] = done as u32;

    let mut sides = [Side::default(); 2];
    let mut seen = [[0u8; 16]; 4];
    let mut tops = [0u16; 16];
    let mut suited_tops = [[0u16; 16]; 4];
    let (mut empty, mut hidden, mut unknown) = (0u32, 0u32, None);
    let mut sorted = [[0u32; 5]; 10];
    for c in 0..n {
        let down = state.face_down(c);
        let column = state.column(c);
        let up = &column[down..];
        let mark = &mut sorted[c];
        let Some((&top, _)) = up.split_last() else {
            empty += 1;
            mark[0] = 255;
            continue;
        };
        hidden += down as u32;
        x[11 + down.min(5)] += 1;
        x[17] += (down * down) as u32;
        let side = &mut sides[usize::from(down == 0)];
        let mut under: Option<Run> = None;
        let mut ordered = true;
        for &run in up {
            if run == Run::UNKNOWN {
                unknown = Some(down);
                continue;
            }
            let length = u32::from(run.length());
            side.runs += 1;
            side.suited += length - 1;
            side.squares += length * length;
            side.long += u32::from(length >= 6);
            side.longer += u32::from(length >= 9);
            side.longest = side.longest.max(length);
            for rank in run.low()..=run.head() {
                seen[usize::from(run.suit())][usize::from(rank)] += 1;
            }
            if let Some(under) = under {
                if under.low() == run.head() + 1 {
                    side.mixed += 1;
                } else {
                    ordered = false;
                    if run.head() >= under.low() {
                        side.rising += 1;
                        side.buried += u32::from(under.low() <= 3);
                    } else {
                        side.falling += 1;
                    }
                }
                x[42] += u32::from(run.head() == kings);
                x[43] += u32::from(under.low() <= 2);
            } else {
                x[42] += u32::from(run.head() == kings && down > 0);
                x[41] += u32::from(run.head() == kings && down == 0);
            }
            x[64] += u32::from(run.head() == kings);
            if run.head() == kings {
                x[65] += length;
            }
            under = Some(run);
        }
        if down == 0 {
            x[38] += u32::from(ordered);
            x[39] += u32::from(up.len() == 1);
        } else {
            x[40] += u32::from(ordered);
            x[44 + up.len().clamp(1, 4)] += 1;
        }
        if top != Run::UNKNOWN {
            tops[usize::from(top.low())] |= 1 << c;
            suited_tops[usize::from(top.suit())][usize::from(top.low())] |= 1 << c;
        }
        // Columns with face-down cards come first, ordered by what lies on those cards.
        let cost = if down > 0 { 0 } else { 100 };
        *mark = [
            cost + up.len() as u32 * 4 + down as u32 / 2,
            down as u32,
            up.len() as u32,
            (state.cards(c) - down) as u32,
            u32::from(top.length()),
        ];
    }
    x[8] = empty;
    x[9] = u32::from(empty == 0);
    x[10] = u32::from(empty >= 2);
    x[11] = x[11].min(10);
    x[17] /= 2;
    x[66] = hidden;
    x[67] = (11..17).skip(1).map(|at| x[at]).sum();
    for (at, (with, without)) in sides[0].numbers().into_iter().zip(sides[1].numbers()).enumerate() {
        x[18 + 2 * at] = with;
        x[19 + 2 * at] = without;
    }

    for c in 0..n {
        let down = state.face_down(c);
        let column = state.column(c);
        let Some(&top) = column.last() else { continue };
        if top == Run::UNKNOWN {
            continue;
        }
        let others = !(1u16 << c);
        let rank = usize::from(top.head()) + 1;
        let suited = suited_tops[usize::from(top.suit())][rank] & others != 0;
        let fits = tops[rank] & others != 0;
        x[49] += u32::from(suited);
        x[50] += u32::from(fits && !suited);
        let up = column.len() - down;
        x[51] += u32::from(fits && down > 0 && up == 1);
        x[52] += u32::from(fits && down == 0 && up == 1);
        let first = column[down];
        x[53] += u32::from(first != Run::UNKNOWN && tops[usize::from(first.head()) + 1] & others != 0);
    }
    x[54] = tops[1..14].iter().map(|&columns| u32::from(columns != 0)).sum();
    x[55] = tops[1].count_ones();
    x[56] = tops[usize::from(kings)].count_ones();
    if let Some(down) = unknown {
        x[57] = 1 + down as u32;
        x[58] = u32::from(down == 0);
    }
    pool(&mut x, deck, &seen, &tops, &suited_tops, done, kings);

    sorted[..n].sort_unstable();
    for (at, mark) in sorted[..n].iter().enumerate() {
        for (i, &number) in mark[1..].iter().enumerate() {
            x[SORTED + 4 * at + i] = number;
        }
    }
    x.map(|number| number.min(255) as u8)
}

/// Adds the numbers about the unseen cards: how many of them could be placed, or would take a card.
fn pool(
    x: &mut [u32; INPUTS],
    deck: Deck,
    seen: &[[u8; 16]; 4],
    tops: &[u16; 16],
    suited_tops: &[[u16; 16]; 4],
    done: usize,
    kings: u8,
) {
    // The state does not tell which suits have left the columns. If there is a doubt, the suit with the
    // fewest visible cards is taken: an approximation, but training and play use the same one.
    let mut gone = [0u8; 4];
    for _ in 0..done {
        let fewest = deck
            .suits_used()
            .iter()
            .map(|suit| usize::from(suit.index()))
            .filter(|&s| gone[s] < deck.copies)
            .min_by_key(|&s| {
                let most = seen[s].iter().max().copied().unwrap_or(0);
                let full = most + gone[s] >= deck.copies;
                (full, u32::from(gone[s]) * 13 + seen[s].iter().map(|&n| u32::from(n)).sum::<u32>())
            });
        if let Some(s) = fewest {
            gone[s] += 1;
        }
    }
    let (mut all, mut fits, mut suited, mut takes, mut suited_takes) = (0, 0, 0, 0, 0);
    let (mut first, mut last) = (0, 0);
    for suit in deck.suits_used() {
        let s = usize::from(suit.index());
        let mut whole = true;
        for rank in 1..=usize::from(kings) {
            whole &= seen[s][rank] > 0;
            let unseen = u32::from(deck.copies.saturating_sub(seen[s][rank] + gone[s]));
            all += unseen;
            if tops[rank + 1] != 0 {
                fits += unseen;
                suited += if suited_tops[s][rank + 1] != 0 { unseen } else { 0 };
            }
            if rank > 1 && tops[rank - 1] != 0 {
                takes += unseen;
                suited_takes += if suited_tops[s][rank - 1] != 0 { unseen } else { 0 };
            }
            first += if rank == 1 { unseen } else { 0 };
            last += if rank == usize::from(kings) { unseen } else { 0 };
        }
        x[68] += u32::from(whole);
    }
    let share = |part: u32| (part * 200 + all / 2).checked_div(all).unwrap_or(0);
    x[59] = all;
    x[60] = share(fits);
    x[61] = share(suited);
    x[62] = share(takes);
    x[63] = share(suited_takes);
    x[69] = share(first);
    x[70] = share(last);
    x[71] = x[18] + x[19];
}
