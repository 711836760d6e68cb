//! The depth-first search of the real game.

use super::beam::Beam;
use super::columns::Columns;
use super::heaps::Heaps;
use super::moves::Play;
use super::pass::{Ended, Pass};
use super::relaxed::{Finding, Relaxed};
use super::rounds::Rounds;
use super::state::{Ground, Log, Mode, State};
use super::table::Table;
use super::talon::Talon;
use crate::{Effort, Why};
use cards::Generator;

/// The positions met and those still open.
pub(super) struct Search {
    table: Table,
    frames: Vec<Frame>,
    plays: Vec<Play>,
    beam: Beam,
    /// The most cards on the foundations in any position met.
    pub(super) most_up: u8,
}

struct Frame {
    state: State,
    /// The move that led here.
    play: Play,
    /// The moves still to be tried lie above this.
    plays: usize,
}

/// Without a redeal limit an entry keeps, for each number of waste cards modulo the draw but 0, the
/// fewest waste cards seen, plus one, in six bits.
const KEPT: u32 = 24;
/// With a limit the redeals left and the waste belong to the name, unless one card is drawn at once.
const LIMITED: u32 = 10;

impl Search {
    pub(super) fn new() -> Search {
        Search {
            table: Table::new(KEPT),
            frames: Vec::new(),
            plays: Vec::new(),
            beam: Beam::new(),
            most_up: 0,
        }
    }

    pub(super) fn clear(&mut self, ground: &Ground, most_up: u8) {
        let exact = !ground.layout.unlimited && ground.layout.talon.draw() > 1;
        self.table.clear(if exact { LIMITED } else { KEPT });
        self.frames.clear();
        self.plays.clear();
        self.most_up = most_up;
    }

    pub(super) fn states(&self) -> u64 {
        self.table.len() as u64
    }

    /// Can the position be won? The line is then what [`Search::line`] tells.
    ///
    /// Depth-first, and begun again in another order when it gets nowhere: a win missed early costs
    /// a whole subtree. Each attempt may take twice the last one's positions, so that all together
    /// cost at most as much again as the one that exhausts; what the easier game refuted is kept.
    /// Where passes are limited, beams along the stock, each wider than the last, go in between, and in
    /// some games rounds.
    pub(super) fn run(
        &mut self,
        ground: &mut Ground,
        start: State,
        easier: &mut Easier,
        effort: &mut Effort,
    ) -> Result<bool, Why> {
        let memory = effort.limits.memory;
        let won = self.turns(ground, start, easier, effort);
        effort.limits.memory = memory;
        won
    }

    /// Did rounds or a beam decide it? The line of a win is kept.
    fn decided(&mut self, ground: &mut Ground, start: State, ended: &Result<Ended, Why>) -> Option<bool> {
        match ended {
            Ok(Ended::Won(line)) => {
                self.keep(ground, start, line);
                Some(true)
            }
            Ok(Ended::Lost) => Some(false),
            Ok(Ended::Cut) | Err(_) => None,
        }
    }

    fn turns(
        &mut self,
        ground: &mut Ground,
        start: State,
        easier: &mut Easier,
        effort: &mut Effort,
    ) -> Result<bool, Why> {
        let mut rounds = ground.is_late().then(Rounds::new);
        let mut allowed = ROUNDS_FIRST;
        let memory = effort.limits.memory;
        if let Some(heaps) = easier.heaps.as_deref_mut()
            && rounds.is_none()
        {
            let mut first = start;
            ground.settle(&mut first, &mut ());
            if heaps.refutes(&ground.layout, &first, ground.tableau(&first), HEAPS_ALLOWED_FIRST, effort)? {
                return Ok(false);
            }
        }
        let mut order = None;
        let mut beams = ground.wanders().then(|| Beams::new(effort));
        let mut pass = Pass::applies(&ground.layout).then_some(FIRST_WIDTH);
        let mut most = FIRST_ATTEMPT;
        loop {
            if let Some(search) = &mut rounds {
                effort.limits.memory = memory;
                let ended = search.run(ground, start, easier.heaps.as_deref_mut(), allowed, effort);
                self.most_up = self.most_up.max(search.most_up);
                if let Some(won) = self.decided(ground, start, &ended) {
                    return Ok(won);
                }
                match ended {
                    // They wait, and the others have what memory is left.
                    Ok(_) if search.bytes() < memory / 2 => effort.limits.memory = memory - search.bytes(),
                    // There is no room for others.
                    Ok(_) => continue,
                    // Depth-first needs less. But what the easier games leave open it would not decide either.
                    Err(Why::Memory) if !search.has_ladder() => rounds = None,
                    Err(why) => return Err(why),
                }
            }
            let before = effort.progress.nodes;
            if let Some(width) = &mut pass {
                let mut beam = Pass::new();
                let ended = beam.run(ground, start, *width, easier.heaps.as_deref_mut(), effort);
                self.most_up = self.most_up.max(beam.most_up);
                if let Some(won) = self.decided(ground, start, &ended) {
                    return Ok(won);
                }
                match ended {
                    Ok(_) => *width *= 4,
                    // Depth-first needs less.
                    Err(Why::Memory) => pass = None,
                    Err(why) => return Err(why),
                }
            }
            let attempt = Attempt { most, order: order.as_mut() };
            if let Some(won) = self.attempt(ground, start, easier, attempt, effort)? {
                return Ok(won);
            }
            self.clear(ground, self.most_up);
            if let Some(beams) = &mut beams
                && self.beams(ground, start, beams, most, easier, effort)?
            {
                return Ok(true);
            }
            most *= if pass.is_some() { 4 } else { 2 };
            // A deal that looks lost the rounds may prove lost.
            let share = if rounds.as_ref().is_some_and(Rounds::looks_lost) { 4 } else { 1 };
            allowed = share * (effort.progress.nodes - before);
            order.get_or_insert_with(|| Generator::new(0));
        }
    }

    /// Tries beams after a depth-first attempt. Where passes are limited one, as wide as the attempt was
    /// long; else narrow ones, each a little wider and with other chances than the last, until they have
    /// had their share of the nodes: a win lies more often beside a narrow beam than outside a wide one.
    fn beams(
        &mut self,
        ground: &mut Ground,
        start: State,
        beams: &mut Beams,
        most: u64,
        easier: &mut Easier,
        effort: &mut Effort,
    ) -> Result<bool, Why> {
        loop {
            let before = effort.progress.nodes;
            let width = if ground.layout.unlimited { beams.width } else { most as usize / 60 };
            beams.round += 1;
            if let Some(line) = self.beam.run(ground, start, width, beams.round, easier, effort)? {
                self.keep(ground, start, &line);
                return Ok(true);
            }
            beams.width += beams.width / 4;
            beams.spent += effort.progress.nodes - before;
            let all = effort.progress.nodes - beams.begun;
            if !ground.layout.unlimited || beams.spent > all / 3 * 2 {
                return Ok(false);
            }
        }
    }

    /// Keeps a line that was found elsewhere.
    fn keep(&mut self, ground: &Ground, start: State, line: &[Play]) {
        let plays = [Play::NONE].into_iter().chain(line.iter().copied());
        self.frames.extend(plays.map(|play| Frame { state: start, play, plays: 0 }));
        self.most_up = ground.cards_in_deck();
    }

    fn attempt(
        &mut self,
        ground: &mut Ground,
        start: State,
        easier: &mut Easier,
        mut attempt: Attempt,
        effort: &mut Effort,
    ) -> Result<Option<bool>, Why> {
        let mut next = start;
        let mut play = Play::NONE;
        ground.settle(&mut next, &mut ());
        loop {
            effort.node()?;
            let plays = self.plays.len();
            self.most_up = self.most_up.max(ground.cards_up(&next));
            if ground.is_won(&next) {
                self.frames.push(Frame { state: next, play, plays });
                return Ok(Some(true));
            }
            if let Some(stops) = self.visit(ground, &next) {
                effort.progress.states = self.table.len() as u64;
                if effort.progress.states > attempt.most {
                    return Ok(None);
                }
                if effort.progress.nodes.is_multiple_of(1024) {
                    easier.check_memory(ground, self.table.next_bytes(), effort)?;
                }
                let lost = easier.refutes(ground, &next, effort)?;
                if !lost {
                    ground.table_moves(&next, &mut self.plays);
                    ground.stock_moves(&next, stops, &mut self.plays);
                    ground.idle_moves(&next, &mut self.plays);
                    match &mut attempt.order {
                        // The first is tried first.
                        None => self.plays[plays..].reverse(),
                        Some(order) => order.shuffle(&mut self.plays[plays..]),
                    }
                }
            }
            if self.plays.len() > plays {
                self.frames.push(Frame { state: next, play, plays });
            }
            loop {
                let Some(frame) = self.frames.last() else { return Ok(Some(false)) };
                if self.plays.len() > frame.plays {
                    break;
                }
                self.frames.pop();
            }
            play = self.plays.pop().expect("a frame with moves left was found");
            next = self.frames.last().expect("a frame with moves left was found").state;
            ground.play(&mut next, play, &mut ());
        }
    }

    /// Notes a visit: which talon cards has nobody tried from here? `None` where nothing is new.
    ///
    /// Without a redeal limit every position can reach the stops of a fresh pass, whatever the
    /// waste; a waste of w cards, w not a multiple of the draw, adds the stops w − 1 + k × draw. So
    /// of two visits with equal w modulo the draw the smaller w has all the larger one has, and so
    /// have, move by move, the positions that follow. A talon card leads to the same position from
    /// any waste, so those tried before need not be tried again; but all other moves must be, for
    /// they keep the waste, and a stop may be of use only after them.
    fn visit(&mut self, ground: &Ground, state: &State) -> Option<u64> {
        let talon = &ground.layout.talon;
        let reach = ground.reachable(state);
        let waste = Talon::waste(state.stock, state.cut);
        let name = ground.name(state);
        if !ground.layout.unlimited {
            let spent = 255 - u128::from(state.redeals);
            if talon.draw() > 1 {
                let (new, _) = self.table.entry((name << 14 | spent << 6 | u128::from(waste)) << LIMITED);
                return new.then_some(reach);
            }
            // One card at a time: drawing on, or turning over and drawing on, leads from any waste
            // to every larger one, and to all with fewer redeals left.
            let price = spent << 6 | u128::from(waste);
            let (_, entry) = self.table.entry(name << KEPT);
            let least = *entry & 0xFF_FFFF;
            if least != 0 && least <= price + 1 {
                return None;
            }
            *entry = name << KEPT | (price + 1);
            return Some(reach);
        }
        let (new, entry) = self.table.entry(name << KEPT);
        let old = *entry;
        let residue = waste % talon.draw();
        if residue == 0 {
            return new.then_some(reach);
        }
        let shift = 6 * u32::from(residue - 1);
        let seen = (old >> shift & 63) as u8;
        if seen != 0 && seen <= waste + 1 {
            return None;
        }
        *entry = old & !(63 << shift) | u128::from(waste + 1) << shift;
        if new {
            return Some(reach);
        }
        let mut tried = talon.fresh(state.stock);
        for residue in 1..talon.draw() {
            let seen = (old >> (6 * (residue - 1)) & 63) as u8;
            if seen != 0 {
                tried |= talon.ahead(state.stock, Talon::cut(state.stock, seen - 1));
            }
        }
        Some(reach & !tried)
    }

    /// The steps of the line just found.
    pub(super) fn line(&self, ground: &mut Ground, start: State, log: &mut impl Log) {
        let mut state = start;
        ground.settle(&mut state, log);
        for frame in &self.frames[1..] {
            ground.play(&mut state, frame.play, log);
        }
    }
}

/// The positions of the first rounds where no easier games are searched between them. After that they and the other
/// searches take turns: what one does not win another may.
const ROUNDS_FIRST: u64 = 20_000_000;
/// The positions the first attempt may meet.
const FIRST_ATTEMPT: u64 = 30_000;
/// The positions a layer of the first beam along the stock.
const FIRST_WIDTH: usize = 400;

/// The positions that asking the heap game about one position may cost.
const HEAPS_ALLOWED: u64 = 100;
/// The same for the first position of all.
const HEAPS_ALLOWED_FIRST: u64 = 2_000;

/// The beams so far.
struct Beams {
    /// The positions a depth of the next one, where passes are not limited.
    width: usize,
    round: u64,
    /// The nodes when the search began, and those that beams had of all since.
    begun: u64,
    spent: u64,
}

impl Beams {
    fn new(effort: &Effort) -> Beams {
        Beams { width: 64, round: 0, begun: effort.progress.nodes, spent: 0 }
    }
}

/// How one depth-first attempt goes.
struct Attempt<'a> {
    most: u64,
    /// Shuffles the moves; the first attempt takes them as they come.
    order: Option<&'a mut Generator>,
}

/// The easier games that may be asked.
pub(super) struct Easier<'a> {
    pub(super) relaxed: Option<&'a mut Relaxed>,
    pub(super) heaps: Option<&'a mut Heaps>,
    pub(super) budget: Budget,
}

impl Easier<'_> {
    /// Is the position lost in an easier game?
    fn refutes(&mut self, ground: &mut Ground, state: &State, effort: &mut Effort) -> Result<bool, Why> {
        if let Some(heaps) = self.heaps.as_deref_mut() {
            let cards = ground.tableau(state);
            return heaps.refutes(&ground.layout, state, cards, HEAPS_ALLOWED, effort);
        }
        let allowed = self.budget.allow(ground);
        let Some(relaxed) = self.relaxed.as_deref_mut().filter(|_| !ground.overflow && allowed > 0) else {
            return Ok(false);
        };
        let before = effort.progress.nodes;
        let finding = relaxed.probe(ground, state, allowed, effort)?;
        self.budget.spent += effort.progress.nodes - before;
        Ok(finding == Finding::Lost)
    }

    /// Is it lost in the first easier game, as far as so many positions tell? For beams, where most
    /// questions are much like an earlier one.
    pub(super) fn refutes_at_once(
        &mut self,
        ground: &mut Ground,
        state: &State,
        allowed: u64,
        effort: &mut Effort,
    ) -> Result<bool, Why> {
        check_columns(ground)?;
        match self.relaxed.as_deref_mut() {
            Some(relaxed) if !ground.overflow => {
                Ok(relaxed.probe(ground, state, allowed, effort)? == Finding::Lost)
            }
            _ => Ok(false),
        }
    }

    /// Is there memory for these bytes, the columns and what the easier games keep? What they refuted
    /// can be found again.
    pub(super) fn check_memory(&mut self, ground: &Ground, bytes: usize, effort: &Effort) -> Result<(), Why> {
        check_columns(ground)?;
        let own = bytes + ground.columns.bytes();
        if own + self.bytes() > effort.limits.memory {
            self.clear();
        }
        effort.memory(own)
    }

    fn bytes(&self) -> usize {
        self.relaxed.as_ref().map_or(0, |relaxed| relaxed.bytes())
            + self.heaps.as_ref().map_or(0, |heaps| heaps.bytes())
    }

    fn clear(&mut self) {
        if let Some(relaxed) = self.relaxed.as_deref_mut() {
            relaxed.clear();
        }
        if let Some(heaps) = self.heaps.as_deref_mut() {
            heaps.forget();
        }
    }
}

/// Is there room for as many columns as can be met before the next look?
pub(super) fn check_columns(ground: &Ground) -> Result<(), Why> {
    if ground.columns.len() > Columns::LIMIT - 1024 * 64 { Err(Why::Memory) } else { Ok(()) }
}

/// What the easier game may cost.
#[derive(Default)]
pub(super) struct Budget {
    probes: u64,
    spent: u64,
}

impl Budget {
    /// The nodes the next probe may take. Without taking back a probe hardly ever costs more than
    /// it saves; the pool refutes less, and must keep to a share.
    fn allow(&mut self, ground: &Ground) -> u64 {
        self.probes += 1;
        match ground.easier.mode {
            Mode::Pool => (5_000 + 20 * self.probes).saturating_sub(self.spent),
            // Beams stand ready there.
            _ if ground.wanders() => 1_000 + self.probes,
            _ => 20_000 + self.probes,
        }
    }
}
