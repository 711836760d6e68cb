//! A carry, and what can be said of it at a glance.

use talon_solve::spider::{Game, Splits, State, Step, carries, reveals};

/// Some cards of one suit, in sequence, that could be carried from one column to another.
#[derive(Copy, Clone, Debug)]
pub struct Carry {
    /// The step.
    pub step: Step,
    /// The rank of the first card carried, the highest.
    pub rank: u8,
    /// Whether the cards join a run of their own suit that becomes longer than the one they leave.
    pub joins: bool,
    /// The number of cards that then lie in suit and sequence.
    pub length: u8,
    /// Whether the cards leave other cards of their run behind.
    pub splits: bool,
    /// Whether a card is turned up.
    pub uncovers: bool,
    /// Whether the column that the cards leave becomes empty.
    pub clears: bool,
    /// Whether the cards go to an empty column.
    pub fills: bool,
    /// Whether the cards lie in sequence already, on a card of another suit.
    pub in_order: bool,
    /// Whether the card that they lie on could then go to a run of its own suit.
    pub tidies: bool,
    /// The number of face-down cards of the column that the cards leave.
    pub hidden: u8,
    /// The number of face-up runs of that column.
    pub runs: u8,
    /// The number of cards of that column.
    pub cards: u8,
}

impl Carry {
    /// Calls `each` with every carry of a position, in a fixed order. Carries that only exchange columns are
    /// left out.
    pub fn each(game: &Game, state: &State, mut each: impl FnMut(Carry)) {
        carries(state, game, Splits::Free, |step| each(Carry::of(game, state, step)));
    }

    fn of(game: &Game, state: &State, step: Step) -> Carry {
        let (from, count) = (step.from(), step.count());
        let column = state.column(from);
        let hidden = state.face_down(from);
        let (last, below) = column.split_last().expect("a carry has a source");
        let splits = count < last.length();
        let moved = last.tail(count);
        // The face-up run that the cards lie on, if they are a whole run.
        let under = if splits || below.len() <= hidden { None } else { below.last().copied() };
        let target = state.top(step.to());
        let onto = target.filter(|top| top.takes(moved)).map_or(0, |top| top.length());
        let receives = |c: usize| {
            let takes = |under| state.top(c).is_some_and(|top| top.takes(under));
            c != from && c != step.to() && under.is_some_and(takes)
        };
        Carry {
            step,
            rank: moved.head(),
            joins: onto > 0 && onto + count > last.length(),
            length: onto + count,
            splits,
            uncovers: reveals(state, game, step),
            clears: column.len() == 1 && !splits,
            fills: target.is_none(),
            in_order: under.is_some_and(|under| under.low() == moved.head() + 1),
            tidies: (0..usize::from(game.columns)).any(receives),
            hidden: hidden as u8,
            runs: (column.len() - hidden) as u8,
            cards: state.cards(from) as u8,
        }
    }
}

/// The carry that fills an empty column with the shortest run of a column that has several, as a row cannot be
/// dealt before.
pub fn fill(game: &Game, state: &State) -> Option<Step> {
    let mut best: Option<Carry> = None;
    Carry::each(game, state, |carry| {
        let key = |carry: &Carry| (carry.splits, carry.in_order, carry.step.count());
        if carry.fills && !carry.clears && best.is_none_or(|best| key(&carry) < key(&best)) {
            best = Some(carry);
        }
    });
    best.map(|carry| carry.step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_cards::Generator;
    use talon_rules::{Move, Pile, Table};
    use talon_solve::spider::observation::observe;

    /// What is said of a carry is what happens on the table.
    #[test]
    fn a_carry_does_what_it_says() {
        let (mut uncovered, mut cleared, mut joined, mut tidied) = (0, 0, 0, 0);
        for deal in 0..40 {
            let mut table = Table::numbered(&talon_games::SPIDER_2, deal).unwrap();
            let mut chance = Generator::new(deal);
            for _ in 0..60 {
                let (game, state) = observe(table.view()).unwrap();
                let column = |c: usize| Pile::Column(c as u8);
                Carry::each(&game, &state, |carry| {
                    let mut after = table.clone();
                    after.play(carry.step.plain()).unwrap();
                    let (from, to) = (column(carry.step.from()), column(carry.step.to()));
                    let down = |table: &Table| table.face_down(from) + table.face_down(to);
                    assert_eq!(carry.uncovers, down(&after) < down(&table), "{carry:?}\n{table}");
                    assert_eq!(carry.clears, after.len(from) == 0, "{carry:?}\n{table}");
                    assert_eq!(carry.fills, table.len(to) == 0);
                    let moved = table.cards(from).rev().nth(usize::from(carry.step.count()) - 1).unwrap();
                    assert_eq!(carry.rank, moved.rank().number());
                    let host = table.top(to).filter(|host| host.suit() == moved.suit());
                    assert!(!carry.joins || host.is_some(), "{carry:?}\n{table}");
                    if carry.tidies {
                        let under = after.top(from).unwrap();
                        // The run under the cards may be longer than its top card.
                        let fits = |c: u8| {
                            let top = after.top(Pile::Column(c)).filter(|_| Pile::Column(c) != to);
                            top.is_some_and(|top| top.suit() == under.suit() && top.rank() > under.rank())
                        };
                        assert!((0..10).any(fits), "{carry:?}\n{table}");
                    }
                    uncovered += u32::from(carry.uncovers);
                    cleared += u32::from(carry.clears);
                    joined += u32::from(carry.joins);
                    tidied += u32::from(carry.tidies);
                });
                let moves: Vec<Move> = table.moves();
                let Some(&m) = moves.get(chance.below(moves.len().max(1) as u64) as usize) else { break };
                table.play(m).unwrap();
            }
        }
        assert!(
            uncovered > 100 && cleared > 5 && joined > 100 && tidied > 20,
            "{uncovered} {cleared} {joined} {tidied}"
        );
    }
}
