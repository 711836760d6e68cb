//! The learned Spider player: a value of positions learned from self-play.
//!
//! A [`Mind`] explores what can be done before a card is turned, [`sketch()`]es what is known after
//! each way out and asks small [`Nets`] which of them wins most often. [`Learned`] is the player,
//! [`Ahead`] thinks longer about what is close; the laboratory trains the nets.

mod ahead;
mod look;
mod mind;
mod net;
mod player;
mod sketch;
mod trial;
mod world;

pub use ahead::{Ahead, Looking};
pub use mind::{Decision, Mind, Way, open, progress};
pub use net::{FIRST, Hope, LEAK, NUMBERS, Net, NetError, Nets, SECOND, leaky, sigmoid};
pub use player::{Learned, shipped};
pub use sketch::{SIZE, Sketch, sketch};
pub use world::World;
