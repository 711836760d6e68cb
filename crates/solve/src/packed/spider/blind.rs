//! What a player sees: the same packed state with the hidden cards unknown.
//!
//! A card nobody has seen is [`Run::UNSEEN`]: a run of one that joins nothing and hosts nothing. The
//! state keeps every other fact, so the searches work on it as they are, up to the moment a card is
//! turned or a row dealt. There the blind state knows nothing more: play the step on the truth and
//! look again.

use super::position::{Ruling, in_family};
use super::run::Run;
use super::state::{CARDS, COLUMNS, Game, State};
use cards::Generator;
use rules::{Pile, Stock, View};

impl Game {
    /// The same game with an unknown stock. Since unseen cards are all alike to the player, columns
    /// are interchangeable even while there is a stock, and keys say so.
    pub fn blind(&self) -> Game {
        Game { stock: vec![Run::UNSEEN; self.stock.len()], alike: true, ..self.clone() }
    }
}

impl Game {
    /// A world that looks the same: the cards nobody has seen dealt anew over their places.
    pub fn dealt_anew(&self, state: &State, chance: &mut Generator) -> (Game, State) {
        let (mut game, mut state) = (self.clone(), *state);
        let left = game.stock.len().min(usize::from(state.left()) * usize::from(game.columns));
        let first = game.stock.len() - left;
        let mut cards = game.stock.split_off(first);
        let columns = 0..usize::from(game.columns);
        for c in columns.clone() {
            cards.extend_from_slice(&state.column(c)[..state.down(c)]);
        }
        chance.shuffle(&mut cards);
        for c in columns {
            for at in 0..state.down(c) {
                state.put_down(c, at, cards.pop().expect("as many as were taken"));
            }
        }
        game.stock.append(&mut cards);
        (game, state)
    }
}

impl State {
    /// What the player sees of this state: face-down cards become unknown.
    pub fn masked(&self) -> State {
        let mut seen = *self;
        for c in 0..COLUMNS {
            if self.down(c) > 0 {
                seen.mask(c);
            }
        }
        seen
    }
}

impl State {
    /// Lays another card where the next face-down card of a column lies; the column must have one.
    /// For players who imagine what they are about to turn up.
    pub fn lay_next(&mut self, c: usize, card: Run) {
        self.put_down(c, self.down(c) - 1, card);
    }
}

/// What a view shows, packed; `None` if its rules are not of this family or the game is too large.
pub fn sight(view: View<'_>) -> Option<(Game, State)> {
    let rules = view.rules();
    let n = usize::from(rules.columns);
    let stock = view.len(Pile::Stock);
    let dealt: usize = (0..rules.columns).map(|c| view.len(Pile::Column(c))).sum();
    if !in_family(rules) || n > COLUMNS || stock + dealt > CARDS {
        return None;
    }
    let game = Game {
        ruling: Ruling { ranks: rules.ranks, strict: rules.stock != Stock::RowsAnyTime },
        columns: rules.columns,
        rows: stock.div_ceil(n) as u8,
        stock: vec![Run::UNSEEN; stock],
        alike: true,
    };
    let mut words: [Vec<u16>; COLUMNS] = [const { Vec::new() }; COLUMNS];
    let mut down = [0u8; COLUMNS];
    for c in 0..n {
        let mut top: Option<Run> = None;
        for card in view.cards(Pile::Column(c as u8)) {
            let run = card.map_or(Run::UNSEEN, Run::of);
            match top {
                Some(under) if card.is_some() && under != Run::UNSEEN && under.takes(run) => {
                    let joined = under.join(run);
                    *words[c].last_mut().expect("there is a run on top") = joined.word() as u16;
                    top = Some(joined);
                }
                _ => {
                    words[c].push(run.word() as u16);
                    down[c] += u8::from(card.is_none());
                    top = Some(run);
                }
            }
        }
    }
    let mut columns: [(u8, &[u16]); COLUMNS] = [(0, &[]); COLUMNS];
    for c in 0..n {
        columns[c] = (down[c], &words[c]);
    }
    Some((game.clone(), State::assemble(&game, game.rows, columns)))
}
