//! What somebody who plays without seeing the face-down cards decides between.
//!
//! Between two cards turned up nothing is learnt, so the decision is which card to turn up next and
//! by which stock cards. Stock cards that are not needed for it can as well be taken afterwards,
//! when more is known. Nothing here looks at a face-down card: the moves are the search's own, and
//! those depend on the card only after it is turned up.

use super::bridge::{pack, translate};
use super::config::Config;
use super::deal::{Deal, State};
use super::expand::{Expansion, Part, Step};
use super::line::Piles;
use rules::{Move, Table};
use std::collections::HashSet;

/// A way to the next card turned up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its moves, in the table's own terms.
    pub moves: Vec<Move>,
    /// The face-down cards of the column it opens; 0 where it turns up none.
    pub under: usize,
}

/// A state without anything new turned up.
struct Stand {
    state: State,
    /// The steps that lead to it.
    steps: Vec<Step>,
    takes: usize,
    /// The cards that could be turned away on the way here, going up and coming down.
    open: [u64; 2],
}

/// The ways to the next card turned up, with at most so many stock cards taken before and so many
/// states looked at; after them the single moves that turn up none. `None` if the table is no
/// Klondike of this family.
///
/// The stock must be known: its order decides which cards can be reached.
pub fn choices(table: &Table, takes: usize, cap: usize) -> Option<Vec<Choice>> {
    let position = pack(table)?;
    let deal = Deal::new(&position).ok()?;
    let Ways { turning, others } = Ways::find(&deal, takes, cap);
    let choice = |way: Way| {
        let mut piles = Piles::new(&position);
        for step in way.steps {
            piles.step(step)?;
        }
        let moves = translate(table, &piles.moves).ok()?.0;
        Some(Choice { moves, under: way.under })
    };
    Some(
        turning
            .into_iter()
            .chain(others)
            .map(|way| choice(way).expect("the steps of a choice can be carried out"))
            .collect(),
    )
}

/// Steps from the root, the last of which turns a card up or takes one.
struct Way {
    steps: Vec<Step>,
    under: usize,
}

/// What the walk found.
#[derive(Default)]
struct Ways {
    turning: Vec<Way>,
    /// What can be done at once and turns up nothing.
    others: Vec<Way>,
}

impl Ways {
    fn find(deal: &Deal, takes: usize, cap: usize) -> Ways {
        // Safe cards that lie on face-down ones go up by choice here: they turn one up.
        let config = Config { safe: false, ..Config::default() };
        let mut root = Stand { state: deal.root(), steps: Vec::new(), takes: 0, open: [0; 2] };
        deal.settle(&mut root.state, &config, |step| root.steps.push(step));
        let mut seen = HashSet::from([deal.key(&root.state)]);
        let mut stands = vec![root];
        let mut ways = Ways::default();
        let mut expansion = Expansion::default();
        let mut at = 0;
        while at < stands.len() {
            let Stand { state: here, takes: taken, open, .. } = stands[at];
            let (mut opens, children) = (open, stands.len());
            for part in [Part::Direct, Part::Prepared] {
                expansion.run(deal, &here, &config, part);
                for index in 0..expansion.children.len() {
                    let mut state = expansion.children[index].state;
                    let mut steps = stands[at].steps.clone();
                    expansion.steps(index, &mut steps);
                    let under = deal.opened(&here, &state);
                    if under > 0 {
                        let step = steps.last().expect("a child is a step away");
                        let (way, bit) = (usize::from(step.is_up()), 1 << step.bit());
                        if open[way] & bit == 0 && seen.insert(deal.key(&state)) {
                            opens[way] |= bit;
                            ways.turning.push(Way { steps, under });
                        }
                        continue;
                    }
                    deal.settle(&mut state, &config, |step| steps.push(step));
                    if !seen.insert(deal.key(&state)) {
                        continue;
                    }
                    if at == 0 {
                        ways.others.push(Way { steps: steps.clone(), under: 0 });
                    }
                    if taken < takes && stands.len() < cap {
                        stands.push(Stand { state, steps, takes: taken + 1, open: [0; 2] });
                    }
                }
            }
            for child in &mut stands[children..] {
                child.open = opens;
            }
            at += 1;
        }
        ways
    }
}

impl Deal {
    /// The face-down cards of the column that a step opened, the card turned up among them.
    fn opened(&self, before: &State, after: &State) -> usize {
        let locked = before.locked & !after.locked;
        if locked == 0 {
            return 0;
        }
        self.in_place(before, self.column_of(locked.trailing_zeros() as u8)) - 1
    }
}
