//! Licence expressions: `MIT OR Apache-2.0`, `(MIT OR Apache-2.0) AND Unicode-3.0`, the older `MIT/Apache-2.0`.

/// Returns `true` if the expression can be met by licences that `allowed` accepts.
///
/// An expression that cannot be read is never met.
pub fn is_met(expression: &str, allowed: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    let met = any(&mut words, allowed);
    met == Some(true) && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// Alternatives, of which one is enough.
fn any(words: &mut Words<'_>, allowed: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut met = all(words, allowed)?;
    while words.next_if_eq(&"OR").is_some() {
        met |= all(words, allowed)?;
    }
    Some(met)
}

/// Terms that must all be met.
fn all(words: &mut Words<'_>, allowed: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut met = term(words, allowed)?;
    while words.next_if_eq(&"AND").is_some() {
        met &= term(words, allowed)?;
    }
    Some(met)
}

/// A licence, with its exception if it has one, or an expression in parentheses.
fn term(words: &mut Words<'_>, allowed: &dyn Fn(&str) -> bool) -> Option<bool> {
    let word = words.next()?;
    if word == "(" {
        let met = any(words, allowed)?;
        return words.next_if_eq(&")").map(|_| met);
    }
    if [")", "AND", "OR", "WITH"].contains(&word) {
        return None;
    }
    if words.next_if_eq(&"WITH").is_some() {
        let exception = words.next()?;
        return Some(allowed(&format!("{word} WITH {exception}")));
    }
    Some(allowed(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_met_by_what_is_allowed_and_by_nothing_else() {
        let allowed = |licence: &str| ["MIT", "Zlib", "Unicode-3.0"].contains(&licence);
        for (expression, met) in [
            ("MIT", true),
            ("GPL-3.0-only", false),
            ("MIT OR GPL-3.0-only", true),
            ("GPL-3.0-only/MIT", true),
            ("MIT AND GPL-3.0-only", false),
            ("MIT AND Zlib", true),
            ("GPL-3.0-only OR MIT AND Zlib", true),
            ("(GPL-3.0-only OR MIT) AND Unicode-3.0", true),
            ("(GPL-3.0-only OR MIT) AND BSL-1.0", false),
            ("MIT WITH Some-exception", false),
            ("Apache-2.0 WITH LLVM-exception OR MIT", true),
            ("", false),
            ("MIT OR", false),
            ("(MIT", false),
            ("MIT Zlib", false),
            ("MIT )", false),
        ] {
            assert_eq!(is_met(expression, &allowed), met, "{expression:?}");
        }
    }
}
