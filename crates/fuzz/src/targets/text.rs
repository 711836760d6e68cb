//! Text play: the plain player and the dialects.

use crate::bytes::Bytes;
use std::time::Duration;
use talon_rules::Rules;
use talon_session::{Account, Deal, Ledger, Session, Sitting};
use talon_text::address::{self, Ask};
use talon_text::plain::{Around, NoShelf};
use talon_text::{Input, Interrupt, Record, bsd, plain, ucb, york};

pub const WORDS: &[&str] = &[
    "\nd\n",
    "\nu\n",
    "\nU\n",
    "\nh\n",
    "\nl\n",
    "\na on\n",
    "\nF\n",
    "\nc\n",
    "\ns\n",
    "\nb\n",
    "\nw3\n",
    "\n35x4\n",
    "\nf2 3\n",
    "\n3e\n",
    "\nfind AS\n",
    "\nmark A\n",
    "\ngo A\n",
    "\nnew 7\n",
    "\nnew ms:617\n",
    "\nrestart\n",
    "\nlook all\n",
    "\nquiet\n",
    "\nresume\n",
    "\ngive up\n",
    "\nrules\n",
    "\nq\n",
    "\ntt 1 2\n",
    "\nft 1 1\n",
    "\nwf\n",
    "\nyes\n",
    "\nhit\n",
    "\n0\n",
    "\n11\n",
];

/// The longest input that is played: each line prints the whole table.
const MOST: usize = 2000;

/// The first byte chooses the player, the second the game; the rest is typed.
pub fn run(input: &[u8]) {
    let mut bytes = Bytes::new(input);
    let (player, game, number) = (bytes.byte(), bytes.byte(), u64::from(bytes.byte()));
    let typed = &bytes.rest()[..bytes.rest().len().min(MOST)];
    let pick = |speaks: &dyn Fn(&Rules) -> bool| -> &'static Rules {
        let able: Vec<&Rules> = talon_games::ALL.iter().filter(|rules| speaks(rules)).collect();
        able[usize::from(game) % able.len()]
    };
    let mut out = Vec::new();
    let done = match player % 4 {
        0 => {
            let rules = pick(&|_| true);
            let session = Session::new(rules, Deal::Number(number)).expect("our games can be dealt");
            let sitting = Sitting::new(session, Account::default(), None);
            let interrupt = Interrupt::default();
            let typed = without_files_and_searches(typed);
            let around = Around {
                fresh: || 1,
                now: 0,
                clock: || Duration::ZERO,
                shelf: &NoShelf,
                quiet: player & 4 > 0,
                interrupt: &interrupt,
            };
            plain::play(sitting, &mut Input::new(typed.as_bytes()), &mut out, around)
                .map_err(|error| error.to_string())
        }
        1 => {
            let deals = || Deal::Number(number);
            ucb::play(pick(&ucb::speaks), deals, &mut Record::none(), typed, &mut out, std::io::sink())
                .map_err(|error| error.to_string())
        }
        2 => bsd::play(
            pick(&bsd::speaks),
            || Deal::Number(number),
            Ledger::new(Account::default()),
            || Duration::ZERO,
            &mut Record::none(),
            typed,
            &mut out,
        )
        .map_err(|error| error.to_string()),
        _ => {
            let rules = pick(&york::speaks);
            york::play(rules, Deal::Number(number), &mut Record::none(), typed, &mut out)
                .map_err(|error| error.to_string())
        }
    };
    done.expect("neither memory nor a deck fails");
    String::from_utf8(out).expect("what is printed is text");
}

/// The lines without those that touch files, and those whose searches take seconds by design.
fn without_files_and_searches(typed: &[u8]) -> String {
    let text = String::from_utf8_lossy(typed);
    let harmless = |line: &&str| match address::read(line) {
        Ok(Ask::Save(_) | Ask::Load(_) | Ask::Winnable(_)) => false,
        Ok(ask) => !ask.looks_at_hidden_cards(),
        Err(_) => true,
    };
    text.split('\n').filter(harmless).collect::<Vec<_>>().join("\n")
}
