//! The Spider players: neural networks that learned the value of afterstates from self-play.
//!
//! # A decision
//!
//! 1. *Closure.* A layered beam collects the positions that can be reached before a card is turned up or a
//!    row is dealt ([`talon_solve::spider::observation::Closure`]). Its choices are all the ways to learn
//!    something. A hand-made score keeps the best few hundred.
//! 2. *Encoding.* [`encode`] describes the afterstate of each choice, which is what the player will know
//!    after it except for the new cards, by 112 small numbers. None of them names a suit or a column.
//! 3. *Value.* An [`Ensemble`] of six small [`Net`]s estimates from these numbers how likely the game is to
//!    be won and how far it will get. A [`Policy`] puts the three steps together; [`Learned`] plays its best
//!    choice.
//!
//! The words *information state*, *observation* and *determinization* are those of
//! [`talon_solve::spider::observation`].
//!
//! # Looking ahead
//!
//! [`LookAhead`] spends more time on close decisions. It first asks the nets one card later: the value of a
//! choice is the mean, over every kind of card that may turn up, of the best value after it (module
//! `next_card`). This is expectimax of depth one, and for one suit it is exact. With at most two rows left it
//! also plays the best choices to the end in hundreds of sampled worlds (module `rollouts`). All choices meet
//! the same [`World`]s.
//!
//! # Training
//!
//! The nets that come with Talon were trained by `talon lab train`. Its first games follow the hand-made
//! score, and the nets learn their outcomes. Later rounds play with the nets of the round before and learn by
//! TD(0.7). The module `talon_lab::train` is the training, and `weights/README.md` says how each file was
//! made.

mod encoding;
pub mod ladder;
mod learned;
mod look_ahead;
mod net;
mod next_card;
mod policy;
mod rollouts;
mod world;

pub use encoding::{Encoding, INPUTS, encode};
pub(crate) use learned::check_rules;
pub use learned::{Learned, shipped};
pub use look_ahead::{LookAhead, LookAheadSettings};
pub use net::{Ensemble, FIRST, LEAK, NUMBERS, Net, NetError, SECOND, Value, leaky, sigmoid};
pub use policy::{Candidate, Decision, Policy, is_open, progress};
pub use world::World;
