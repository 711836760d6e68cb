//! The random number generators of other programs, exact to the bit.
//!
//! They are written out here, not taken from a crate: each is a few lines, and none may ever change. What
//! they shuffle is not known here.

mod java;
mod mersenne;
mod microsoft;

pub(crate) use java::JavaRandom;
pub(crate) use mersenne::Mersenne;
pub(crate) use microsoft::MsRandom;
