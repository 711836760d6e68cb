//! Mutations of inputs: small changes of good ones, which reach deeper than noise.

use talon_cards::Generator;

/// Makes new inputs from those of a corpus.
#[derive(Clone, Debug)]
pub struct Mutator<'a> {
    corpus: &'a [Vec<u8>],
    words: &'a [&'a str],
    random: Generator,
}

/// The longest input that is made.
const LONGEST: usize = 1 << 14;

/// Numbers at which programs break.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "13",
    "14",
    "52",
    "104",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "1e308",
    "0.5",
    "00",
];

impl<'a> Mutator<'a> {
    /// A mutator of this corpus; `words` are the words of the language that is fuzzed.
    pub fn new(corpus: &'a [Vec<u8>], words: &'a [&'a str], seed: u64) -> Mutator<'a> {
        Mutator { corpus, words, random: Generator::new(seed) }
    }

    fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { self.random.below(bound as u64) as usize }
    }

    /// Writes the next input to `input`.
    pub fn next_into(&mut self, input: &mut Vec<u8>) {
        input.clear();
        if !self.corpus.is_empty() {
            let at = self.below(self.corpus.len());
            input.extend_from_slice(&self.corpus[at]);
        }
        for _ in 0..1 << self.below(5) {
            self.change(input);
        }
        input.truncate(LONGEST);
    }

    /// Makes one change.
    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        match self.below(12) {
            0 if at < input.len() => input[at] = self.below(256) as u8,
            1 if at < input.len() => input[at] ^= 1 << self.below(8),
            2 => input.insert(at, self.below(256) as u8),
            3 if at < input.len() => {
                let end = (at + 1 + self.below(8)).min(input.len());
                input.drain(at..end);
            }
            4 => self.copy_line(input),
            5 => self.drop_line(input),
            6 => self.splice(input, at),
            7 => self.replace_number(input, at),
            8 | 9 if !self.words.is_empty() => {
                let word = self.words[self.below(self.words.len())];
                let cut = (at + self.below(word.len() + 1)).min(input.len());
                let end = if self.below(2) == 0 { at } else { cut };
                input.splice(at..end, word.bytes());
            }
            10 => input.truncate(at),
            _ => {
                let end = (at + 1 + self.below(32)).min(input.len());
                let copy = input[at.min(end)..end].to_vec();
                let to = self.below(input.len() + 1);
                input.splice(to..to, copy);
            }
        }
    }

    /// The range of a line, with its end.
    fn line(&mut self, input: &[u8]) -> std::ops::Range<usize> {
        let at = self.below(input.len());
        let start = input[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |i| i + 1);
        let end = input[at..].iter().position(|&byte| byte == b'\n').map_or(input.len(), |i| at + i + 1);
        start..end
    }

    fn copy_line(&mut self, input: &mut Vec<u8>) {
        let from = self.line(input);
        let copy = input[from].to_vec();
        let to = self.line(input).start;
        input.splice(to..to, copy);
    }

    fn drop_line(&mut self, input: &mut Vec<u8>) {
        let line = self.line(input);
        input.drain(line);
    }

    /// Puts a piece of another input here.
    fn splice(&mut self, input: &mut Vec<u8>, at: usize) {
        if self.corpus.is_empty() {
            return;
        }
        let other = &self.corpus[self.random.below(self.corpus.len() as u64) as usize];
        let start = self.below(other.len());
        let end = (start + 1 + self.below(64)).min(other.len());
        let piece = &other[start.min(end)..end];
        input.splice(at..at, piece.iter().copied());
    }

    /// Replaces the first number behind this place.
    fn replace_number(&mut self, input: &mut Vec<u8>, at: usize) {
        let Some(start) = input[at..].iter().position(u8::is_ascii_digit).map(|i| at + i) else { return };
        let end = input[start..].iter().position(|b| !b.is_ascii_digit()).map_or(input.len(), |i| start + i);
        let number = NUMBERS[self.below(NUMBERS.len())];
        input.splice(start..end, number.bytes());
    }
}
