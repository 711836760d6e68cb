//! Deals by name and by text: our own numbers, those of other programs, and the formats in which deals and
//! positions are exchanged.
//!
//! The crate knows how a number of another program becomes a deal of one of our games ([`DealName`]), how
//! deals and positions are written ([`Format`], [`import`]), and how files of many deals are written
//! ([`list`]). It does not know file systems, command lines, or how a game is played.
//!
//! # Example
//!
//! ```
//! use talon_deals::{Content, DealName, Format, import};
//! use talon_rules::Table;
//!
//! // Deal 94118177207124443136 of PySolFC's Canfield.
//! let canfield = talon_games::find("canfield")?;
//! let name: DealName = "pysol:94118177207124443136".parse()?;
//! let table = Table::deal(canfield, &name.cards(canfield)?)?;
//! assert_eq!(table.base().words(), "queen");
//!
//! // The deal as one line of cards, and read again from that line.
//! let line = Format::Cards.write(&table)?;
//! let read = import(line.as_bytes())?;
//! assert_eq!(read.format, Format::Cards);
//! assert_eq!(read.content, Content::Deal(name.cards(canfield)?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate has no optional features.

mod dealing;
mod explain;
mod formats;
mod generators;
pub mod list;
mod name;
mod opening;
mod pack;
mod schemes;

pub use formats::{Content, ExportError, Format, FormatError, ImportError, Imported, Position, import};
pub use name::{DealName, NameError};
pub use opening::opening;
pub use schemes::{BerkeleyDeals, Scheme};
