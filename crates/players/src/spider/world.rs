//! A sampled world in which all choices meet the same cards.

use talon_solve::spider::{COLUMNS, Game, Run, State, Step};

/// A sampled world for rollouts, which turns cards up in one order whatever is played.
///
/// The next face-down card to be turned up is always the next one of a list, wherever it lies. Choices that
/// are tried in one world therefore differ by what they do with its cards and not by which cards they happen
/// to turn up (common random numbers). The world knows nothing of the true deal.
pub struct World<'a> {
    /// The game with its sampled stock.
    pub game: &'a Game,
    /// The game as far as the player knows it.
    pub observed: &'a Game,
    /// The face-down cards in the order in which they will be turned up.
    pub coming: &'a [Run],
    /// The number of cards turned up so far.
    pub turned: usize,
}

impl World<'_> {
    /// Plays a step.
    pub fn play(&mut self, state: &mut State, step: Step) {
        let mut next = self.turned;
        let mut lay = |state: &mut State, c: usize, sure: bool| {
            if state.would_turn(c) {
                state.assume_next(c, self.coming[next % self.coming.len()]);
                next += usize::from(sure);
            }
        };
        if step == Step::DEAL {
            // A row may complete a run and turn up the card below it. Two such runs hardly ever happen.
            (0..COLUMNS).for_each(|c| lay(state, c, false));
        } else {
            let whole = state.top(step.from()).is_some_and(|top| top.length() == step.count());
            lay(state, step.from(), whole);
            lay(state, step.to(), false);
        }
        let hidden = |state: &State| (0..COLUMNS).map(|c| state.face_down(c)).sum::<usize>();
        let before = hidden(state);
        state.play(self.game, step);
        self.turned += before - hidden(state);
    }
}
