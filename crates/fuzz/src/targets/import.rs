//! Deals and positions of other programs, lists of deals, names of deals.

use crate::invariants::{every_card_once, position};
use talon_deals::{DealName, Format, import, list};

pub const WORDS: &[&str] = &[
    "id,cards\n",
    "foundations: ",
    "freecells: ",
    "stock: ",
    "talon: ",
    "waste: ",
    "reserve: ",
    "(",
    ")",
    "<",
    ">",
    "H-A",
    "AS",
    "10D",
    "{\"tableau piles\":[",
    "\"stock\":[",
    "]",
    "pysol:",
    "ms:",
    "ucb:",
    "kpat:",
    "solvitaire:",
    "base ",
    "redeals ",
    "0",
    "-",
    "\r\n",
];

/// What is imported is a table by some game's rules, and reads back from every format that can hold it.
pub fn run(input: &[u8]) {
    if let Ok(read) = import(input) {
        let _ = (read.words(), read.has_shape(), read.families(), read.card_count(), read.games().len());
        for rules in talon_games::ALL {
            let Ok(table) = read.table(rules) else { continue };
            every_card_once(&table);
            for format in Format::ALL {
                let Ok(text) = format.write(&table) else { continue };
                let again = import(text.as_bytes()).and_then(|again| again.table(rules));
                let again = match again {
                    Ok(again) => again,
                    // Only our own formats have words for everything.
                    Err(_) if !matches!(format, Format::Piles | Format::Cards | Format::List) => continue,
                    Err(error) => panic!("our own text in {format} is refused: {error}\n{text}"),
                };
                every_card_once(&again);
                if matches!(format, Format::Piles | Format::Cards | Format::List) {
                    assert_eq!(position(&again), position(&table), "{format}\n{text}");
                }
            }
        }
    }
    let text = String::from_utf8_lossy(input);
    if let Ok(deals) = list::read(&text, None) {
        let _ = list::write(&deals);
    }
    let line = text.lines().next().unwrap_or("");
    if let Ok(name) = line.parse::<DealName>() {
        assert_eq!(name.to_string().parse(), Ok(name));
        for rules in talon_games::ALL {
            if let Ok(cards) = name.cards(rules) {
                assert_eq!(rules.deck().check(&cards), Ok(()), "{name} for {}", rules.name);
            }
        }
    }
}
