//! A small net: a sketch in, the chance to win and the progress to expect out.
//!
//! Two hidden layers with leaky rectifiers and two outputs. Inference is a few thousand
//! multiplications in plain code. A file of nets (of none: nothing was learned yet) is a magic word, the number of nets, and their
//! numbers as little-endian `f32`.

use super::sketch::{SIZE, Sketch};
use std::fmt;

/// The first hidden layer.
pub const FIRST: usize = 48;
/// The second hidden layer.
pub const SECOND: usize = 16;
/// The slope of the rectifiers below zero.
pub const LEAK: f32 = 0.05;
/// How many numbers a net has.
pub const NUMBERS: usize = SIZE * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND * 2 + 2;

const MAGIC: &[u8; 8] = b"TALONSN1";

/// What a net expects of a position.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Hope {
    /// The chance to win.
    pub win: f32,
    /// Half the share of cards that will be turned, half the share of runs that will leave.
    pub progress: f32,
}

impl Hope {
    /// One number to compare positions by.
    pub fn value(self) -> f32 {
        self.win + 0.5 * self.progress
    }

    /// Adds a hope so many times.
    pub fn add(&mut self, other: Hope, times: f32) {
        self.win += times * other.win;
        self.progress += times * other.progress;
    }

    /// A sum of so many hopes as their mean.
    pub fn over(self, count: f32) -> Hope {
        Hope { win: self.win / count, progress: self.progress / count }
    }
}

/// One net, its numbers layer by layer: weights (input by input), then biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    numbers: Vec<f32>,
}

/// Why a file holds no nets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetError(String);

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetError {}

impl Net {
    /// A net of these numbers.
    ///
    /// # Panics
    /// When there are not [`NUMBERS`] of them.
    pub fn new(numbers: Vec<f32>) -> Net {
        assert_eq!(numbers.len(), NUMBERS, "a net has a fixed number of weights");
        Net { numbers }
    }

    /// Its numbers.
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// What it expects of a sketch.
    pub fn hope(&self, sketch: &Sketch) -> Hope {
        let (weights, rest) = self.numbers.split_at(SIZE * FIRST);
        let (bias, rest) = rest.split_at(FIRST);
        let (second, rest) = rest.split_at(FIRST * SECOND);
        let (second_bias, rest) = rest.split_at(SECOND);
        let (last, last_bias) = rest.split_at(SECOND * 2);
        let mut a = [0.0f32; FIRST];
        a.copy_from_slice(bias);
        for (&input, row) in sketch.iter().zip(weights.chunks_exact(FIRST)) {
            // Most numbers of a sketch are small and many are zero.
            if input != 0 {
                let input = f32::from(input);
                for (sum, weight) in a.iter_mut().zip(row) {
                    *sum += input * weight;
                }
            }
        }
        let mut b = [0.0f32; SECOND];
        b.copy_from_slice(second_bias);
        for (&sum, row) in a.iter().zip(second.chunks_exact(SECOND)) {
            let input = leaky(sum);
            for (sum, weight) in b.iter_mut().zip(row) {
                *sum += input * weight;
            }
        }
        let mut out = [last_bias[0], last_bias[1]];
        for (&sum, row) in b.iter().zip(last.chunks_exact(2)) {
            let input = leaky(sum);
            out[0] += input * row[0];
            out[1] += input * row[1];
        }
        Hope { win: sigmoid(out[0]), progress: sigmoid(out[1]) }
    }
}

/// The leaky rectifier.
#[inline]
pub fn leaky(x: f32) -> f32 {
    if x > 0.0 { x } else { LEAK * x }
}

/// The logistic curve.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Several nets whose opinions are averaged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nets(pub Vec<Net>);

impl Nets {
    /// The mean of what the nets expect.
    pub fn hope(&self, sketch: &Sketch) -> Hope {
        self.of(self.0.len(), sketch)
    }

    /// The mean of what the first so many nets expect.
    pub fn of(&self, nets: usize, sketch: &Sketch) -> Hope {
        let nets = &self.0[..nets.min(self.0.len())];
        let mut sum = Hope::default();
        for net in nets {
            let hope = net.hope(sketch);
            sum.win += hope.win;
            sum.progress += hope.progress;
        }
        let share = 1.0 / nets.len().max(1) as f32;
        Hope { win: sum.win * share, progress: sum.progress * share }
    }

    /// The nets in a file's bytes.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
    pub fn read(bytes: &[u8]) -> Result<Nets, NetError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| NetError("no file of Spider nets".into()))?;
        let (&count, rest) =
            rest.split_first().ok_or_else(|| NetError("the file of nets is cut off".into()))?;
        let expected = usize::from(count) * NUMBERS * 4;
        if rest.len() != expected {
            return Err(NetError(format!("{count} nets are {expected} bytes, not {}", rest.len())));
        }
        let numbers: Vec<f32> = rest
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes(four.try_into().expect("a chunk has four bytes")))
            .collect();
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(NetError("a net holds something that is no number".into()));
        }
        Ok(Nets(numbers.chunks_exact(NUMBERS).map(|net| Net::new(net.to_vec())).collect()))
    }

    /// The bytes of a file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(self.0.len() as u8);
        for net in &self.0 {
            bytes.extend(net.numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }
}
