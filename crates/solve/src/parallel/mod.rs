//! Work on several threads with results that do not depend on their number.
//!
//! [`ordered`] runs independent jobs, such as the deals of a list, and delivers their results in the order
//! of the jobs. `with_pool` is for one hard position that several threads search in rounds.

mod ordered;
mod rounds;

pub use ordered::ordered;
pub(crate) use rounds::with_pool;
