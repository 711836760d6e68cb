//! An imagined world, in which all ways meet the same cards.

use solve::packed::spider::{COLUMNS, Game, Run, State, Step};

/// Whichever face-down card is turned next is the next of a list, and the rows of the stock are what
/// they are: ways tried in one world differ by what they make of its cards, not by which of them lay
/// where. It knows nothing of the true deal.
pub struct World<'a> {
    /// The game with its stock.
    pub game: &'a Game,
    /// What is known of it.
    pub blind: &'a Game,
    /// The face-down cards in the order they will be turned.
    pub coming: &'a [Run],
    /// How many of them were turned.
    pub turned: usize,
}

impl World<'_> {
    /// Plays a step.
    pub fn play(&mut self, state: &mut State, step: Step) {
        let mut next = self.turned;
        let mut lay = |state: &mut State, c: usize, sure: bool| {
            if state.turns(c) {
                state.lay_next(c, self.coming[next % self.coming.len()]);
                next += usize::from(sure);
            }
        };
        if step == Step::DEAL {
            // A row may complete a run: hardly ever two.
            (0..COLUMNS).for_each(|c| lay(state, c, false));
        } else {
            let whole = state.top(step.from()).is_some_and(|top| top.length() == step.count());
            lay(state, step.from(), whole);
            lay(state, step.to(), false);
        }
        let hidden = |state: &State| (0..COLUMNS).map(|c| state.down(c)).sum::<usize>();
        let before = hidden(state);
        state.play(self.game, step);
        self.turned += before - hidden(state);
    }
}
