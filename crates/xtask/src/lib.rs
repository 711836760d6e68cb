//! The tasks of the workspace, as a library, so that tests can call them too.

pub mod browser;
pub mod conformance;
pub mod fuzz;
pub mod install;
pub mod instructions;
pub mod python;
pub mod screenshots;
pub mod supply;
pub mod web;
