//! Asking the solvers about worlds: imagined ones, or the one there is when nothing is hidden.

use rules::{
    Build, Count, Fill, Goal, Move, Pile, Place, ReserveFills, Rules, Stock, Table, Take, TakeBack, View,
};
use solve::packed::{canfield, klondike};
use solve::{Limits, Verdict};

/// What a solver says of a world.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Worth {
    /// Can it be won? `None` when the search ended before it knew.
    pub won: Option<bool>,
    /// The most cards on the foundations that any position of the search had.
    pub most_up: u8,
}

/// The fast solvers, their memory kept from question to question.
pub(crate) struct Solvers {
    klondike: klondike::Solver,
    canfield: canfield::Solver,
}

impl Default for Solvers {
    fn default() -> Solvers {
        let config = klondike::Config { dive: DIVE, shorten: false, ..klondike::Config::default() };
        Solvers { klondike: klondike::Solver::new(config), canfield: canfield::Solver::new() }
    }
}

/// Nodes of the plain depth-first search that comes before the best-first one.
const DIVE: u64 = 150;

impl Solvers {
    /// Can this world be won, as far as so many nodes tell?
    pub fn ask(&mut self, world: &Table, nodes: u64) -> Worth {
        let limits = Limits { nodes, memory: 256 << 20 };
        let up = world.cards_up();
        if let Some(position) = klondike::pack(world)
            && let Ok(report) = self.klondike.solve(&position, limits, &mut solve::unwatched)
        {
            return Worth { won: won(&report.verdict), most_up: up };
        }
        if let Some(position) = canfield_position(world) {
            let outcome = self.canfield.solve(&position, limits, &mut solve::unwatched);
            return Worth { won: won(&outcome.report.verdict), most_up: outcome.most_up.max(up) };
        }
        let mut watch = solve::unwatched;
        let mut effort = solve::Effort::new(limits, &mut watch);
        let report = solve::generic::solve(world, &mut effort);
        Worth { won: won(&report.verdict), most_up: up }
    }
}

fn won(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// A winning line of a table, all cards known, within so many nodes.
pub(crate) fn line(table: &Table, nodes: u64) -> Option<Vec<Move>> {
    let limits = Limits { nodes, memory: 512 << 20 };
    if let Some(report) = klondike::Solver::default().solve_table(table, limits, &mut solve::unwatched) {
        return match report.verdict {
            Verdict::Winnable(line) => Some(line),
            _ => None,
        };
    }
    if let Some(position) = canfield_position(table) {
        let mut watch = solve::unwatched;
        let report = canfield::solve(&position, limits, &mut watch);
        return match report.verdict {
            Verdict::Winnable(line) if solve::certify(table, &line).is_ok() => Some(line),
            _ => None,
        };
    }
    match solve::solve(table, limits, &mut solve::unwatched).verdict {
        Verdict::Winnable(line) => Some(line),
        _ => None,
    }
}

/// Whether the game was tried when nothing was hidden any more.
#[derive(Default)]
pub(crate) struct Known {
    tried: bool,
}

/// Nodes for the one question that decides a game.
const NODES: u64 = 1_000_000;

/// The winning line, last move first, once the player can tell every card: when none is hidden, or
/// a single one, which can be counted out. Asked once a game.
pub(crate) fn known(view: View<'_>, state: &mut Known) -> Option<Vec<Move>> {
    if state.tried {
        return None;
    }
    let hidden = view.piles().map(|pile| view.cards(pile).filter(Option::is_none).count()).sum::<usize>();
    if hidden > 1 {
        return None;
    }
    state.tried = true;
    // With one hidden card there is one world to imagine.
    let world = view.imagine(&mut cards::Generator::new(0));
    let mut line = line(&world, NODES)?;
    line.reverse();
    Some(line)
}

/// The compact Canfield position of a table, if its rules are one of them.
fn canfield_position(table: &Table) -> Option<canfield::Position> {
    let rules: &Rules = table.rules();
    let known = rules.copies == 1
        && rules.goal == Goal::Foundations
        && rules.reserve > 0
        && rules.cells == 0
        && rules.wrap
        && !rules.both_ways
        && rules.stock == Stock::Waste
        && (1..=5).contains(&rules.draw)
        && rules.columns <= 4
        && (0..rules.columns).all(|c| table.face_down(Pile::Column(c)) == 0);
    if !known {
        return None;
    }
    let packed = canfield::Rules {
        draw: rules.draw,
        redeal_draws: rules.redeal_draws,
        build: match rules.build {
            Build::AltColour => canfield::Build::AltColour,
            Build::SameSuit => canfield::Build::SameSuit,
            Build::AnySuit => canfield::Build::AnySuit,
            _ => return None,
        },
        take: match rules.take {
            Take::Whole => canfield::Take::Whole,
            Take::TopOrWhole => canfield::Take::TopOrWhole,
            Take::Run => canfield::Take::Part,
            _ => return None,
        },
        fill: match rules.reserve_fills {
            ReserveFills::Itself => canfield::Fill::AtOnce,
            ReserveFills::ByHand => canfield::Fill::ByHand,
            ReserveFills::Never => canfield::Fill::Free,
        },
        gap: match rules.fill {
            Fill::Anything => canfield::Gap::Anything,
            Fill::Waste => canfield::Gap::Waste,
            Fill::WasteOrColumn => canfield::Gap::WasteOrColumn,
            _ => return None,
        },
        on_base: rules.build_on_base,
        base_enters: rules.base_into_columns,
        take_back: match rules.take_back {
            TakeBack::Never => canfield::TakeBack::No,
            TakeBack::OntoCards => canfield::TakeBack::OntoCards,
            TakeBack::Anywhere => canfield::TakeBack::Anywhere,
            TakeBack::EvenBase => return None,
        },
    };
    let mut up = [0u8; 4];
    let mut homes = Vec::with_capacity(4);
    let suits = rules.deck().suits_used();
    for f in 0..rules.foundations() {
        let pile = Pile::Foundation(f);
        match table.top(pile) {
            Some(top) => {
                up[usize::from(top.suit().index())] = table.len(pile) as u8;
                homes.push(Some(top.suit()));
            }
            None if rules.place == Place::BySuit => homes.push(suits.get(usize::from(f)).copied()),
            None => homes.push(None),
        }
    }
    Some(canfield::Position {
        rules: packed,
        ranks: rules.ranks,
        base: table.base(),
        columns: (0..rules.columns).map(|c| table.cards(Pile::Column(c)).collect()).collect(),
        reserve: table.cards(Pile::Reserve).collect(),
        stock: table.cards(Pile::Stock).rev().collect(),
        waste: table.cards(Pile::Waste).collect(),
        up,
        homes,
        redeals: match rules.redeals {
            Count::Unlimited => None,
            Count::Of(most) => Some(u16::from(most).saturating_sub(table.redeals_used()) as u8),
        },
    })
}

/// Is it a game of the Canfield family that the fast solver knows, judged by the cards up?
pub(crate) fn counts_cards(rules: &Rules) -> bool {
    rules.reserve > 0 && rules.wrap && rules.copies == 1 && rules.goal == Goal::Foundations
}
