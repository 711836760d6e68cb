//! Structure from bytes: how a target turns its input into choices.

use talon_rules::Pile;

/// The bytes of an input, read from the front.
///
/// An input that has ended reads as zeros, so that any input is meaningful.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// The bytes of this input.
    pub fn new(input: &'a [u8]) -> Bytes<'a> {
        Bytes { rest: input }
    }

    /// Returns `true` if every byte was read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        *first
    }

    /// A number below `bound`, which must be between 1 and 256, from one byte.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }

    /// A number of two bytes.
    pub fn number(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// Any pile, whether a game has it or not.
    pub fn pile(&mut self) -> Pile {
        let byte = self.byte();
        match byte % 8 {
            0 => Pile::Stock,
            1 => Pile::Waste,
            2 => Pile::Reserve,
            3 => Pile::Foundation(byte >> 3),
            4 => Pile::Cell(byte >> 3),
            _ => Pile::Column(byte >> 3),
        }
    }

    /// The bytes that were not read yet, as text; what is not UTF-8 is replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.rest).into_owned()
    }

    /// Everything that was not read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }
}
