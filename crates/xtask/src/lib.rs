//! The tasks of the workspace, as a library, so that tests can call them too.

pub mod browser;
pub mod conformance;
pub mod install;
pub mod screenshots;
pub mod web;
