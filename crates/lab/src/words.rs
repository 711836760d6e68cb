//! Numbers with their nouns, for every sentence of the laboratory.

/// `1 game`, `2 games`.
pub fn plural(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
