//! Deals by name and by text: our own numbers, those of other programs, and the formats in which
//! deals and positions are passed around.
//!
//! It knows how a number of another program becomes a deal of one of our games ([`DealName`]), how
//! deals and positions are written ([`Format`], [`import`]), and files of many deals ([`list`]). It
//! does not know files, command lines or how a game is played; the generators themselves are in
//! [`cards::foreign`].
//!
//! ```
//! # use deals::DealName;
//! let name: DealName = "pysol:94118177207124443136".parse()?;
//! let rules = games::find("canfield")?;
//! let table = rules::Table::deal(rules, &name.cards(rules)?)?;
//! assert_eq!(table.base().words(), "queen");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod explain;
mod formats;
pub mod list;
mod name;
mod opening;
mod programs;
mod spot;

pub use formats::{Content, ExportError, Format, FormatError, ImportError, Imported, Position, import};
pub use name::{DealName, NameError, Scheme};
pub use opening::opening;
pub use programs::deal_ucb;
