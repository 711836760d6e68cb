//! What the net is told of a position: small numbers, none of which names a suit or a place.
//!
//! A sketch is made of what is known after a choice: a card just turned is face up and not seen yet,
//! a deal is the position before it with a flag. Hidden cards are not in a blind state, so nothing
//! here can depend on them.

use cards::Deck;
use solve::packed::spider::{Game, Run, State};

/// How many numbers a sketch has.
pub const SIZE: usize = 112;

/// The numbers; each fits a byte and is cut off there.
pub type Sketch = [u8; SIZE];

/// Where the numbers of columns sorted by digging cost begin, four for each of ten columns.
const SORTED: usize = 72;

/// What is summed up separately for columns with and without face-down cards.
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

/// Sketches what is known after a choice; `deal` says that the choice is a deal.
pub fn sketch(game: &Game, state: &State, deck: Deck, deal: bool) -> Sketch {
    let n = usize::from(game.columns).min(10);
    let kings = game.ruling.ranks;
    let mut x = [0u32; SIZE];
    let left = usize::from(state.left());
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
        let down = state.down(c);
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
            if run == Run::UNSEEN {
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
        if top != Run::UNSEEN {
            tops[usize::from(top.low())] |= 1 << c;
            suited_tops[usize::from(top.suit())][usize::from(top.low())] |= 1 << c;
        }
        // Columns with face-down cards first, then by what lies on the next of them.
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
        let down = state.down(c);
        let column = state.column(c);
        let Some(&top) = column.last() else { continue };
        if top == Run::UNSEEN {
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
        x[53] += u32::from(first != Run::UNSEEN && tops[usize::from(first.head()) + 1] & others != 0);
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

/// What the unseen cards are like: how many could be placed, or would take a card.
fn pool(
    x: &mut [u32; SIZE],
    deck: Deck,
    seen: &[[u8; 16]; 4],
    tops: &[u16; 16],
    suited_tops: &[[u16; 16]; 4],
    done: usize,
    kings: u8,
) {
    // The state does not say which suits have left. Where it leaves a doubt, the suit with the
    // fewest cards in sight is taken: a rough count, but the same for every player.
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
