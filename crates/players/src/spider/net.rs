//! A small neural network: the encoding of an afterstate in, its value out.
//!
//! It has two hidden layers with leaky rectifiers and two outputs. Inference is a few thousand
//! multiplications in plain code. A file of nets is a magic word, the number of nets, and their parameters as
//! little-endian `f32`. It may hold no nets at all, before anything was learned.

use super::encoding::{Encoding, INPUTS};
use std::fmt;

/// The number of units in the first hidden layer.
pub const FIRST: usize = 48;
/// The number of units in the second hidden layer.
pub const SECOND: usize = 16;
/// The slope of the rectifiers below zero.
pub const LEAK: f32 = 0.05;
/// The number of parameters of a net.
pub const NUMBERS: usize = INPUTS * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND * 2 + 2;

/// The first bytes of a file of nets.
const MAGIC: &[u8; 8] = b"TALONSN1";

/// What a net expects of a position, or what became of it.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Value {
    /// The probability of a win.
    pub win: f32,
    /// Half the share of face-down cards that will be turned up, and half the share of runs that will leave.
    pub progress: f32,
}

impl Value {
    /// One number to compare positions by.
    pub fn utility(self) -> f32 {
        self.win + 0.5 * self.progress
    }

    /// Adds another value `weight` times.
    pub fn add(&mut self, other: Value, weight: f32) {
        self.win += weight * other.win;
        self.progress += weight * other.progress;
    }

    /// The mean, if this is the sum of values with this total weight.
    pub fn mean_of(self, weight: f32) -> Value {
        Value { win: self.win / weight, progress: self.progress / weight }
    }
}

/// One net. Its parameters stand layer by layer: first the weights, input by input, then the biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    numbers: Vec<f32>,
}

/// Why a file cannot be read as nets.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NetError {
    /// It does not begin with the magic word.
    NoNets,
    /// It has another length than its number of nets requires.
    Length {
        /// The number of nets the file should hold.
        nets: u8,
        /// The number of bytes that they take.
        expected: usize,
        /// The number of bytes there are.
        found: usize,
    },
    /// A parameter is infinite or not a number.
    NotFinite,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::NoNets => f.write_str("not a file of Spider nets"),
            NetError::Length { nets, expected, found } => {
                write!(f, "{nets} nets take {expected} bytes, but the file has {found}")
            }
            NetError::NotFinite => f.write_str("a parameter of a net is not a finite number"),
        }
    }
}

impl std::error::Error for NetError {}

impl Net {
    /// The net with these parameters.
    ///
    /// # Panics
    /// If there are not [`NUMBERS`] of them.
    pub fn new(numbers: Vec<f32>) -> Net {
        assert_eq!(numbers.len(), NUMBERS, "a net has a fixed number of parameters");
        Net { numbers }
    }

    /// Its parameters.
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// The value of an afterstate with this encoding.
    pub fn value(&self, encoding: &Encoding) -> Value {
        let (weights, rest) = self.numbers.split_at(INPUTS * FIRST);
        let (bias, rest) = rest.split_at(FIRST);
        let (second, rest) = rest.split_at(FIRST * SECOND);
        let (second_bias, rest) = rest.split_at(SECOND);
        let (last, last_bias) = rest.split_at(SECOND * 2);
        let mut a = [0.0f32; FIRST];
        a.copy_from_slice(bias);
        for (&input, row) in encoding.iter().zip(weights.chunks_exact(FIRST)) {
            // Many inputs are zero.
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
        Value { win: sigmoid(out[0]), progress: sigmoid(out[1]) }
    }
}

/// The leaky rectifier.
#[inline]
pub fn leaky(x: f32) -> f32 {
    if x > 0.0 { x } else { LEAK * x }
}

/// The logistic function.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Several nets whose values are averaged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ensemble(pub Vec<Net>);

impl Ensemble {
    /// The mean value of all nets.
    pub fn value(&self, encoding: &Encoding) -> Value {
        self.value_of_first(self.0.len(), encoding)
    }

    /// The mean value of the first `nets` nets.
    pub fn value_of_first(&self, nets: usize, encoding: &Encoding) -> Value {
        let nets = &self.0[..nets.min(self.0.len())];
        let mut sum = Value::default();
        for net in nets {
            let value = net.value(encoding);
            sum.win += value.win;
            sum.progress += value.progress;
        }
        let share = 1.0 / nets.len().max(1) as f32;
        Value { win: sum.win * share, progress: sum.progress * share }
    }

    /// Reads the bytes of a file of nets.
    ///
    /// # Errors
    /// If they are not such a file, or not a whole one.
    pub fn read(bytes: &[u8]) -> Result<Ensemble, NetError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetError::NoNets)?;
        let (&nets, rest) = rest.split_first().ok_or(NetError::NoNets)?;
        let expected = usize::from(nets) * NUMBERS * 4;
        if rest.len() != expected {
            return Err(NetError::Length { nets, expected, found: rest.len() });
        }
        let numbers: Vec<f32> = rest
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes(four.try_into().expect("a chunk has four bytes")))
            .collect();
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(NetError::NotFinite);
        }
        Ok(Ensemble(numbers.chunks_exact(NUMBERS).map(|net| Net::new(net.to_vec())).collect()))
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
