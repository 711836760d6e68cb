//! No text causes a panic, however odd, and what can be read can be written and read again.

use proptest::prelude::*;
use talon_deals::{DealName, Format, import, list};
use talon_rules::Table;

/// Returns a valid text with some bytes changed, omitted or doubled.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<u8>()), 1..6);
    (0..talon_games::ALL.len(), 0..Format::ALL.len(), 0..50u64, edits).prop_map(
        |(game, format, number, edits)| {
            let rules = &talon_games::ALL[game];
            let table = Table::numbered(rules, number).expect("our games can be dealt");
            let text = Format::ALL[format].write(&table).unwrap_or_else(|_| table.to_string());
            let mut bytes = text.into_bytes();
            for (index, kind, byte) in edits {
                if bytes.is_empty() {
                    break;
                }
                let at = index.index(bytes.len());
                match kind {
                    0 => bytes[at] = byte,
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, byte),
                    _ => bytes.truncate(at + 1),
                }
            }
            bytes
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_texts(bytes in mutated()) {
        if let Ok(read) = import(&bytes) {
            for rules in talon_games::ALL {
                if let Ok(table) = read.table(rules) {
                    let piles = Format::Piles.write(&table).expect("every table can be written so");
                    let again = import(piles.as_bytes()).expect("our own text").table(rules).expect("our own text");
                    prop_assert_eq!(again.layout(), table.layout());
                }
            }
        }
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = import(&bytes).map(|read| read.games().len());
    }

    #[test]
    fn any_card_like_text(text in "[0-9TJQKAtjqka♥CDHScdhs<>(): \\-\n,\"{}]{0,200}") {
        let _ = import(text.as_bytes()).map(|read| read.games().len());
        let _ = list::read(&text, None);
        let _ = list::read(&format!("id,cards\n{text}"), None);
    }

    #[test]
    fn any_name(text in "\\PC{0,40}|[a-z]{0,8}:[0-9]{0,40}") {
        if let Ok(name) = text.parse::<DealName>() {
            prop_assert_eq!(name.to_string().parse::<DealName>(), Ok(name));
        }
    }
}
