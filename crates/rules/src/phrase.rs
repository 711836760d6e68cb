//! Helpers for sentences, used wherever Talon prints counts.

use std::fmt::Display;

/// A number with its noun, in the plural unless the number is 1.
///
/// ```
/// assert_eq!([talon_rules::plural(1_u8, "card"), talon_rules::plural(12_usize, "card")], ["1 card", "12 cards"]);
/// ```
pub fn plural<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let s = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{s}")
}

/// The text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// A singular noun with the indefinite article: `an ace`, `a king`.
pub(crate) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
