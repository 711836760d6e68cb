//! The comparison of one deal.

use crate::plain::{Column, Decision, Game, Position};
use std::collections::BTreeMap;
use std::fmt;
use talon_cards::{Card, Generator};
use talon_rules::{Events, Move, Pile, Rules, Status, Table};
use talon_solve::family::Kind;
use talon_solve::{Answer, Limits, Solver, Verdict, unwatched};

/// What was compared so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The number of rule sets.
    pub rule_sets: u64,
    /// The number of deals.
    pub deals: u64,
    /// The number of positions on random walks in which the legal moves were compared.
    pub positions: u64,
    /// The numbers of positions that brute force found won and lost, and that it could not decide.
    pub decided: [u64; 3],
    /// The number of statuses compared.
    pub statuses: u64,
    /// The number of wins that the model replayed.
    pub wins: u64,
    /// For each solver, the numbers of verdicts won, lost and unknown that were compared.
    pub verdicts: BTreeMap<&'static str, [u64; 3]>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { rule_sets, deals, positions, decided: [won, lost, undecided], statuses, wins, verdicts } =
            self;
        writeln!(f, "{rule_sets} rule sets, {deals} deals")?;
        writeln!(f, "legal moves compared in {positions} positions, the status in {statuses}")?;
        writeln!(f, "brute force: {won} won, {lost} lost, {undecided} undecided")?;
        for (solver, [won, lost, unknown]) in verdicts {
            writeln!(f, "{solver}: {won} won, {lost} lost, {unknown} unknown")?;
        }
        write!(f, "{wins} wins replayed")
    }
}

/// A difference between the model and the program.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What differs.
    pub what: &'static str,
    /// Both sides, for people.
    pub detail: String,
    /// The moves from the deal to the position.
    pub played: Vec<Move>,
}

/// Compares deals, and keeps the solvers and the counts.
pub struct Checker {
    /// What was compared so far.
    pub tally: Tally,
    /// The rules by which the model plays: those of the engine, unless a fault is planted.
    model: fn(Rules) -> Rules,
    generic: Solver,
    split: Solver,
    packed: Solver,
}

impl Default for Checker {
    fn default() -> Checker {
        Checker::new()
    }
}

/// The largest number of positions that brute force meets.
const BRUTE_FORCE: usize = 1500;
/// The largest number of positions that the search for progress meets.
const STATUS: usize = 200;
/// The node limit of the solvers where brute force has decided. It suffices for every loss.
const NODES: u64 = 50_000;
/// The node limit where it has not, so that the solvers are only compared with each other.
const NODES_UNDECIDED: u64 = 3_000;

impl Checker {
    /// A checker that has compared nothing yet.
    pub fn new() -> Checker {
        Checker {
            tally: Tally::default(),
            model: |rules| rules,
            generic: Solver::new().generic_only(),
            split: Solver::parallel(1).generic_only(),
            packed: Solver::new(),
        }
    }

    /// A checker whose model plays by other rules than the engine, to show that the comparison notices it.
    pub fn with_fault(fault: fn(Rules) -> Rules) -> Checker {
        Checker { model: fault, ..Checker::new() }
    }

    /// Replaces the solvers by new ones, because a panic may have left the buffers in any state.
    pub fn renew(&mut self) {
        *self = Checker { tally: std::mem::take(&mut self.tally), model: self.model, ..Checker::new() };
    }

    /// Compares a deal, a random walk from it, and the verdicts of the deal and of a position on the walk.
    ///
    /// # Errors
    /// The first difference.
    pub fn compare(&mut self, rules: &Rules, cards: &[Card], walk: u64) -> Result<(), Difference> {
        let mut random = Generator::new(walk);
        let (game, mut position) = Game::deal(&(self.model)(*rules), cards);
        let mut table = Table::deal(rules, cards).map_err(|error| Difference {
            what: "the deal is refused",
            detail: error.to_string(),
            played: Vec::new(),
        })?;
        self.tally.deals += 1;
        let mut played = Vec::new();
        self.compare_verdicts(&game, &position, &table, &played, random.below(8) == 0)?;
        let length = random.below(24);
        let thorough = random.below(length.max(1));
        for step in 0..=length {
            self.compare_position(&game, &position, &table, &played)?;
            if step == thorough {
                self.compare_checks(&game, &position, &table, &played)?;
                self.compare_status(&game, &position, &table, &played)?;
            }
            let moves = game.moves(&position);
            if moves.is_empty() || step == length {
                break;
            }
            let m = moves[random.below(moves.len() as u64) as usize];
            let before = table.clone();
            let mut events = Events::new();
            table.play_legal(m, &mut events);
            let after = table.clone();
            table.undo(&events);
            ensure(table == before, "undo", &played, || format!("{m} undone gives\n{table}\nnot\n{before}"))?;
            table = after;
            position = game.play(&position, m);
            played.push(m);
        }
        self.compare_status(&game, &position, &table, &played)?;
        if !played.is_empty() && random.below(2) == 0 {
            self.compare_verdicts(&game, &position, &table, &played, false)?;
        }
        Ok(())
    }

    /// The cards of all piles, the legal moves, and whether the game is won.
    fn compare_position(
        &mut self,
        game: &Game,
        position: &Position,
        table: &Table,
        played: &[Move],
    ) -> Result<(), Difference> {
        self.tally.positions += 1;
        let found = read(table);
        ensure(&found == position, "the position", played, || format!("{found:?}\nmodel: {position:?}"))?;
        let (won, model) = (table.is_won(), game.is_won(position));
        ensure(won == model, "whether it is won", played, || format!("{won}, model: {model}\n{table}"))?;
        let (mut moves, mut model) = (table.moves(), game.moves(position));
        moves.sort_unstable();
        model.sort_unstable();
        ensure(moves == model, "the legal moves", played, || {
            let only = |a: &[Move], b: &[Move]| -> Vec<String> {
                a.iter().filter(|m| !b.contains(m)).map(Move::to_string).collect()
            };
            format!("engine only {:?}, model only {:?}\n{table}", only(&moves, &model), only(&model, &moves))
        })
    }

    /// `Table::check` on every conceivable move.
    fn compare_checks(
        &mut self,
        game: &Game,
        position: &Position,
        table: &Table,
        played: &[Move],
    ) -> Result<(), Difference> {
        let legal = game.moves(position);
        let piles: Vec<Pile> = table.piles().collect();
        let mut moves = vec![Move::Draw, Move::Redeal, Move::Deal];
        for &from in &piles {
            for &to in &piles {
                moves.extend((1..=table.len(from)).map(|n| Move::Carry { from, to, count: n as u8 }));
            }
        }
        for m in moves {
            let check = table.check(m);
            ensure(check.is_ok() == legal.contains(&m), "the check of a move", played, || {
                format!("{m}: {check:?}\n{table}")
            })?;
        }
        Ok(())
    }

    fn compare_status(
        &mut self,
        game: &Game,
        position: &Position,
        table: &Table,
        played: &[Move],
    ) -> Result<(), Difference> {
        let status = table.status_within(STATUS);
        let model = if game.is_won(position) {
            Status::Won
        } else {
            match game.is_stuck(position, STATUS) {
                Some(true) => Status::Stuck,
                Some(false) => Status::Open,
                None => Status::Unclear,
            }
        };
        if status == Status::Unclear || model == Status::Unclear {
            return Ok(());
        }
        self.tally.statuses += 1;
        ensure(status == model, "the status", played, || format!("{status:?}, model: {model:?}\n{table}"))
    }

    fn compare_verdicts(
        &mut self,
        game: &Game,
        position: &Position,
        table: &Table,
        played: &[Move],
        split: bool,
    ) -> Result<(), Difference> {
        let full = table.rules().deck().len() > 20;
        let truth = if full { Decision::Undecided } else { game.decide(position, BRUTE_FORCE) };
        self.tally.decided[match truth {
            Decision::Won(_) => 0,
            Decision::Lost => 1,
            Decision::Undecided => 2,
        }] += 1;
        let nodes = if truth == Decision::Undecided { NODES_UNDECIDED } else { NODES };
        let limits = Limits { nodes, ..Limits::default() };
        let mut answers: Vec<(&'static str, Answer)> = Vec::new();
        let packed = match Kind::of(table.rules()) {
            Some(Kind::Klondike) => Some("packed Klondike"),
            Some(Kind::Canfield) => Some("packed Canfield"),
            Some(Kind::Spider) => Some("packed Spider"),
            Some(Kind::FreeCell) => Some("packed FreeCell"),
            None => None,
        };
        let solvers = [
            Some(("generic", &mut self.generic)),
            split.then_some(("generic, split", &mut self.split)),
            packed.map(|name| (name, &mut self.packed)),
        ];
        for (name, solver) in solvers.into_iter().flatten() {
            let report = solver.solve(table, limits, &mut unwatched);
            ensure(report.rejected.is_none(), "a win that fails its replay", played, || {
                format!("{name}: {:?}\n{table}", report.rejected)
            })?;
            let counts = self.tally.verdicts.entry(name).or_default();
            match &report.verdict {
                Verdict::Winnable(line) => {
                    counts[0] += 1;
                    self.tally.wins += 1;
                    let end = game.replay(position, line);
                    ensure(end == Ok(true), "a win that the model rejects", played, || {
                        format!("{name}: {end:?} in {}\n{table}", written(line))
                    })?;
                    ensure(truth != Decision::Lost, "a win of a lost position", played, || {
                        format!("{name}: {}\n{table}", written(line))
                    })?;
                }
                Verdict::Unwinnable => {
                    counts[1] += 1;
                    if let Decision::Won(line) = &truth {
                        let detail = format!("{name} says lost; this wins: {}\n{table}", written(line));
                        return Err(Difference { what: "a false loss", detail, played: played.to_vec() });
                    }
                }
                Verdict::Unknown(why) => {
                    counts[2] += 1;
                    ensure(truth != Decision::Lost, "a lost position that is not decided", played, || {
                        format!("{name}: {why}\n{table}")
                    })?;
                }
            }
            answers.push((name, report.verdict.answer()));
        }
        if packed.is_some() {
            answers.push(("estimate", self.packed.estimate(table, limits).answer));
        }
        let known: Vec<_> = answers.iter().filter(|(_, a)| !matches!(a, Answer::Unknown(_))).collect();
        let same = known.windows(2).all(|pair| pair[0].1 == pair[1].1);
        ensure(same, "two solvers disagree", played, || format!("{answers:?}\n{table}"))
    }
}

fn ensure(
    holds: bool,
    what: &'static str,
    played: &[Move],
    detail: impl FnOnce() -> String,
) -> Result<(), Difference> {
    if holds { Ok(()) } else { Err(Difference { what, detail: detail(), played: played.to_vec() }) }
}

/// Moves as a player types them.
pub(super) fn written(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// The position on a table.
fn read(table: &Table) -> Position {
    let layout = table.layout();
    Position {
        stock: layout.stock,
        waste: layout.waste,
        reserve: layout.reserve,
        foundations: (0..table.rules().foundations())
            .map(|f| table.cards(Pile::Foundation(f)).collect())
            .collect(),
        cells: layout.cells,
        columns: layout.columns.into_iter().map(|(cards, down)| Column { cards, down }).collect(),
        redeals_used: layout.redeals_used,
    }
}
