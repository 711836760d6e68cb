//! What text play writes, for terminals that lack signs or have colours.

use std::io::{self, Write};

/// How text is written.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Suits are written as letters, and no sign is outside ASCII.
    pub ascii: bool,
    /// Red cards are red.
    pub colour: bool,
}

/// Begins what is red.
const RED: &str = "\x1b[31m";

/// Writes text in a style. Every call of `write` must end between two characters, as those of `write!` do.
#[derive(Debug)]
pub struct Styled<W> {
    out: W,
    style: Style,
}

impl<W: Write> Styled<W> {
    /// Writes in this style.
    pub fn new(out: W, style: Style) -> Styled<W> {
        Styled { out, style }
    }
}

impl<W: Write> Write for Styled<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = match str::from_utf8(bytes) {
            Ok(text) if self.style != Style::default() => text,
            _ => return self.out.write(bytes),
        };
        let mut styled = String::with_capacity(text.len());
        for sign in text.chars() {
            let letter = match sign {
                '♣' => 'C',
                '♦' => 'D',
                '♥' => 'H',
                '♠' => 'S',
                _ => sign,
            };
            let shown = if self.style.ascii { letter } else { sign };
            match (self.style.colour && matches!(sign, '♦' | '♥'), self.style.ascii, shown) {
                (true, _, _) => {
                    // The rank before the sign belongs to the card.
                    let rank = styled.trim_end_matches(|sign: char| "0123456789AJQK".contains(sign)).len();
                    styled.insert_str(rank, RED);
                    styled.push(shown);
                    styled += "\x1b[0m";
                }
                (_, true, '…') => styled += "...",
                (_, true, '×') => styled.push('x'),
                (_, true, '–' | '−') => styled.push('-'),
                (_, true, '█' | '▉' | '▊' | '▋' | '▌' | '▍' | '▎' | '▏') => styled.push('#'),
                (_, true, other) if !other.is_ascii() => styled.push('?'),
                (_, _, other) => styled.push(other),
            }
        }
        self.out.write_all(styled.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(style: Style) -> String {
        let mut bytes = Vec::new();
        writeln!(Styled::new(&mut bytes, style), "10♥ on J♠ …").unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn suits_are_signs_letters_or_coloured() {
        assert_eq!(written(Style::default()), "10♥ on J♠ …\n");
        assert_eq!(written(Style { ascii: true, colour: false }), "10H on JS ...\n");
        assert_eq!(written(Style { ascii: false, colour: true }), "\x1b[31m10♥\x1b[0m on J♠ …\n");
        assert_eq!(written(Style { ascii: true, colour: true }), "\x1b[31m10H\x1b[0m on JS ...\n");
    }
}
