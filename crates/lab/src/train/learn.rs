//! Training of an ensemble on samples: minibatches and Adam, one net per thread.

use super::selfplay::Sample;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use talon_cards::Generator;
use talon_players::spider::{Ensemble, FIRST, INPUTS, LEAK, NUMBERS, Net, SECOND, leaky, sigmoid};
use talon_solve::parallel;

/// The settings of the training.
#[derive(Copy, Clone, Debug)]
pub struct Lesson {
    /// The number of nets.
    pub nets: usize,
    /// The number of passes over the samples.
    pub passes: usize,
    /// The initial learning rate; it decreases to zero along a cosine.
    pub rate: f32,
    /// The number of samples in a minibatch.
    pub batch: usize,
    /// The random seed.
    pub seed: u64,
}

const A: usize = INPUTS * FIRST;
const B: usize = A + FIRST;
const C: usize = B + FIRST * SECOND;
const D: usize = C + SECOND;
const E: usize = D + SECOND * 2;

/// Trains nets on samples with at most `jobs` threads, continuing from `from` if it contains nets. Returns
/// the mean loss of each net in its last pass. Once `stop` is set, training ends and the result is useless.
pub fn learn(
    samples: &[Sample],
    from: &Ensemble,
    lesson: &Lesson,
    jobs: usize,
    stop: &AtomicBool,
) -> (Ensemble, Vec<f64>) {
    let scale = &Scale::of(samples);
    let teach = |number: u64| one(samples, scale, from.0.get(number as usize), lesson, number, stop);
    let mut taught = Vec::new();
    let keep = |_first: u64, nets: Vec<(Net, f64)>| {
        taught.extend(nets);
        Ok::<(), Infallible>(())
    };
    // Every lesson looks at `stop` itself.
    let always = AtomicBool::new(false);
    let Ok(_) = parallel::ordered(
        0..lesson.nets as u64,
        jobs,
        &always,
        || (),
        |(), number| Some(teach(number)),
        keep,
    );
    let (nets, losses) = taught.into_iter().unzip();
    (Ensemble(nets), losses)
}

/// The mean and the inverse spread of each input.
struct Scale {
    mean: [f32; INPUTS],
    inverse: [f32; INPUTS],
}

impl Scale {
    fn of(samples: &[Sample]) -> Scale {
        let mut sums = [(0.0f64, 0.0f64); INPUTS];
        for sample in samples {
            for (sum, &x) in sums.iter_mut().zip(&sample.sketch) {
                sum.0 += f64::from(x);
                sum.1 += f64::from(x) * f64::from(x);
            }
        }
        let n = samples.len().max(1) as f64;
        let mut scale = Scale { mean: [0.0; INPUTS], inverse: [0.0; INPUTS] };
        for (i, (sum, squares)) in sums.into_iter().enumerate() {
            let mean = sum / n;
            let spread = (squares / n - mean * mean).max(0.0).sqrt();
            scale.mean[i] = mean as f32;
            // Otherwise, rare flags would become huge.
            scale.inverse[i] = 1.0 / spread.max(0.1) as f32;
        }
        scale
    }

    /// Converts the parameters of a net for scaled inputs to those of a net for raw inputs.
    fn fold(&self, numbers: &[f32]) -> Vec<f32> {
        let mut folded = numbers.to_vec();
        for i in 0..INPUTS {
            for j in 0..FIRST {
                folded[i * FIRST + j] = numbers[i * FIRST + j] * self.inverse[i];
                folded[A + j] -= folded[i * FIRST + j] * self.mean[i];
            }
        }
        folded
    }

    /// The inverse of `fold`.
    fn unfold(&self, numbers: &[f32]) -> Vec<f32> {
        let mut unfolded = numbers.to_vec();
        for i in 0..INPUTS {
            for j in 0..FIRST {
                unfolded[i * FIRST + j] = numbers[i * FIRST + j] / self.inverse[i];
                unfolded[A + j] += numbers[i * FIRST + j] * self.mean[i];
            }
        }
        unfolded
    }
}

/// Returns random parameters, the wider the fewer inputs there are.
fn fresh(chance: &mut Generator) -> Vec<f32> {
    let mut numbers = vec![0.0; NUMBERS];
    for (part, inputs) in [(0..A, INPUTS), (B..C, FIRST), (D..E, SECOND)] {
        let width = (6.0 / inputs as f64).sqrt() * 0.7;
        for number in &mut numbers[part] {
            *number = ((chance.unit() - 0.5) * 2.0 * width) as f32;
        }
    }
    numbers
}

fn one(
    samples: &[Sample],
    scale: &Scale,
    start: Option<&Net>,
    lesson: &Lesson,
    number: u64,
    stop: &AtomicBool,
) -> (Net, f64) {
    let mut chance = Generator::new(lesson.seed.wrapping_mul(1009).wrapping_add(number));
    let mut numbers = start.map_or_else(|| fresh(&mut chance), |net| scale.unfold(net.numbers()));
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let steps = (samples.len().div_ceil(lesson.batch) * lesson.passes).max(1);
    let mut adam = Adam { first: vec![0.0; NUMBERS], second: vec![0.0; NUMBERS], step: 0 };
    let mut slope = vec![0.0f32; NUMBERS];
    let mut loss = 0.0;
    for _ in 0..lesson.passes {
        chance.shuffle(&mut order);
        loss = 0.0;
        for batch in order.chunks(lesson.batch) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            slope.fill(0.0);
            for &at in batch {
                loss += descend(&numbers, &mut slope, scale, &samples[at as usize]);
            }
            let done = adam.step as f32 / steps as f32;
            let rate = lesson.rate * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            adam.go(&mut numbers, &slope, 1.0 / batch.len() as f32, rate);
        }
    }
    (Net::new(scale.fold(&numbers)), loss / samples.len().max(1) as f64)
}

/// Adds the gradient of a sample, and returns its loss. Both outputs are judged by cross-entropy; the
/// progress counts half as much.
fn descend(numbers: &[f32], slope: &mut [f32], scale: &Scale, sample: &Sample) -> f64 {
    let mut x = [0.0f32; INPUTS];
    for (i, x) in x.iter_mut().enumerate() {
        *x = (f32::from(sample.sketch[i]) - scale.mean[i]) * scale.inverse[i];
    }
    let mut a = [0.0f32; FIRST];
    a.copy_from_slice(&numbers[A..B]);
    for (&x, row) in x.iter().zip(numbers[..A].chunks_exact(FIRST)) {
        for (a, w) in a.iter_mut().zip(row) {
            *a += x * w;
        }
    }
    let mut b = [0.0f32; SECOND];
    b.copy_from_slice(&numbers[C..D]);
    for (&a, row) in a.iter().zip(numbers[B..C].chunks_exact(SECOND)) {
        let a = leaky(a);
        for (b, w) in b.iter_mut().zip(row) {
            *b += a * w;
        }
    }
    let mut out = [numbers[E], numbers[E + 1]];
    for (&b, row) in b.iter().zip(numbers[D..E].chunks_exact(2)) {
        out[0] += leaky(b) * row[0];
        out[1] += leaky(b) * row[1];
    }
    let (win, progress) = (sigmoid(out[0]), sigmoid(out[1]));
    let target = sample.target;
    let error = [win - target.win, 0.5 * (progress - target.progress)];

    let mut back_b = [0.0f32; SECOND];
    for j in 0..SECOND {
        let row = &numbers[D + 2 * j..D + 2 * j + 2];
        let bent = if b[j] > 0.0 { 1.0 } else { LEAK };
        back_b[j] = (error[0] * row[0] + error[1] * row[1]) * bent;
        slope[D + 2 * j] += error[0] * leaky(b[j]);
        slope[D + 2 * j + 1] += error[1] * leaky(b[j]);
    }
    slope[E] += error[0];
    slope[E + 1] += error[1];
    let mut back_a = [0.0f32; FIRST];
    let rows = numbers[B..C].chunks_exact(SECOND).zip(slope[B..C].chunks_exact_mut(SECOND));
    for (j, (row, slopes)) in rows.enumerate() {
        let mut sum = 0.0;
        let input = leaky(a[j]);
        for k in 0..SECOND {
            sum += row[k] * back_b[k];
            slopes[k] += input * back_b[k];
        }
        back_a[j] = sum * if a[j] > 0.0 { 1.0 } else { LEAK };
    }
    for (s, b) in slope[C..D].iter_mut().zip(&back_b) {
        *s += b;
    }
    for (s, a) in slope[A..B].iter_mut().zip(&back_a) {
        *s += a;
    }
    for (&x, slopes) in x.iter().zip(slope[..A].chunks_exact_mut(FIRST)) {
        for (s, a) in slopes.iter_mut().zip(&back_a) {
            *s += x * a;
        }
    }
    let entropy = |p: f32, t: f32| {
        let p = f64::from(p).clamp(1e-6, 1.0 - 1e-6);
        -f64::from(t) * p.ln() - f64::from(1.0 - t) * (1.0 - p).ln()
    };
    entropy(win, target.win) + 0.5 * entropy(progress, target.progress)
}

/// The Adam optimizer.
struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    step: u32,
}

impl Adam {
    fn go(&mut self, numbers: &mut [f32], slope: &[f32], share: f32, rate: f32) {
        self.step += 1;
        let steps = self.step as f32;
        let rate = rate * (1.0 - 0.999f32.powf(steps)).sqrt() / (1.0 - 0.9f32.powf(steps));
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((number, &slope), (first, second)) in numbers.iter_mut().zip(slope).zip(moments) {
            let slope = slope * share;
            *first = 0.9 * *first + 0.1 * slope;
            *second = 0.999 * *second + 0.001 * slope * slope;
            *number -= rate * *first / (second.sqrt() + 1e-8);
        }
    }
}
