//! A plain model of Canfield, the rule sets it is tried with, and the comparison with the packed solver.

pub mod check;
pub mod named;
pub mod plain;
