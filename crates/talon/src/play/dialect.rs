//! `talon play --dialect`: the programs that can be imitated.

use super::books::{self, Books};
use super::deals;
use crate::output;
use anyhow::Result;
use clap::ValueEnum;
use std::io::{self, IsTerminal, Write};
use talon_deals::DealName;
use talon_rules::Rules;
use talon_session::Ledger;
use talon_text::Record;

/// The programs that can be imitated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Dialect {
    /// The Berkeley Canfield
    Ucb,
    /// The York College Klondike; Ctrl-D ends it, because it has no command for that
    Ycp,
    /// The Canfield of bsdgames, with its ledger
    Bsd,
}

impl Dialect {
    /// Returns the game of the dialect if none is named.
    pub fn game(self) -> &'static Rules {
        match self {
            Dialect::Ucb => &talon_games::CANFIELD_UCB,
            Dialect::Ycp => &talon_games::KLONDIKE_YCP,
            Dialect::Bsd => &talon_games::CANFIELD_BSD,
        }
    }

    /// Returns `true` if the program can play by these rules.
    pub fn speaks(self, rules: &Rules) -> bool {
        match self {
            Dialect::Ucb => talon_text::ucb::speaks(rules),
            Dialect::Ycp => talon_text::york::speaks(rules),
            Dialect::Bsd => talon_text::bsd::speaks(rules),
        }
    }

    /// Plays until the player stops or the input ends. The games are in the books like all others; what is read
    /// and written is what the older program reads and writes.
    pub fn play(
        self,
        rules: &Rules,
        named: Option<DealName>,
        seed: Option<u128>,
        out: impl Write,
    ) -> Result<()> {
        let input = io::stdin().lock();
        let (books, trouble) = Books::open();
        let (journal, no_journal) = books.journal();
        // The Berkeley program writes to the standard error stream as well, and a transcript has no room for this.
        if self != Dialect::Ucb || io::stderr().is_terminal() {
            for trouble in trouble.iter().chain(&no_journal) {
                output::note(format_args!("talon: {trouble}"));
            }
        }
        let mut record = Record::new(journal, deals::clock());
        // A seed is that of the original program where it had one; otherwise it is a number of ours.
        match (self, seed.filter(|_| self != Dialect::Bsd)) {
            (Dialect::Ucb, None) if named.is_some() => {
                let deals = deals::from(named, rules)?;
                talon_text::ucb::play(rules, deals, &mut record, input, out, output::stderr())?;
            }
            (Dialect::Ucb, seed) => {
                let deals = talon_text::ucb::deals(seed.unwrap_or_else(|| deals::seed().into()))?;
                talon_text::ucb::play(rules, deals, &mut record, input, out, output::stderr())?;
            }
            (Dialect::Ycp, seed) => {
                let deal = match named {
                    Some(_) if seed.is_none() => deals::from(named, rules)?(),
                    _ => talon_text::york::deal(seed.unwrap_or(talon_text::york::SEED))?,
                };
                talon_text::york::play(rules, deal, &mut record, input, out)?;
            }
            (Dialect::Bsd, _) => {
                let deals = deals::from(named, rules)?;
                let ledger = Ledger::new(books.account());
                talon_text::bsd::play(rules, deals, ledger, deals::clock(), &mut record, input, out)?;
            }
        }
        Ok(record.finish(books::PATIENCE)?)
    }
}
