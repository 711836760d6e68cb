//! Small SVG pictures: bars and lines with two axes.
//!
//! Labels stand at round numbers only, so that each label stands exactly at its value.

use crate::report::escape;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 34.0;
/// The space above the axes for the title; each line of the legend adds to it.
const TITLE: f64 = 36.0;
const LEGEND: f64 = 16.0;
/// The height of the plotting area.
const INNER: f64 = 236.0;
const BOTTOM: f64 = 48.0;
/// The largest number of bars of a histogram.
const BARS: f64 = 60.0;
/// Colours that can be told apart by people with the common colour vision deficiencies.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#999999"];

/// Returns the least number of the form 1, 2 or 5 times a power of ten that is not below `value`.
fn round_up(value: f64) -> f64 {
    let power = 10f64.powf(value.max(1e-9).log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= value * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// Returns about five round numbers from `low` to `high`; whole numbers if only those occur.
fn ticks(low: f64, high: f64, whole: bool) -> Vec<f64> {
    let step = round_up((high - low) / 6.0).max(if whole { 1.0 } else { 0.0 });
    let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    (first..=last).map(|n| n as f64 * step).collect()
}

/// Formats a round number.
fn label(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// The axes of a plot.
struct Axes {
    x: (f64, f64),
    /// The upper end of the vertical axis, a round number; the axis begins at 0.
    high: f64,
    /// The upper end of the plotting area, below the title and the legend.
    top: f64,
    x_ticks: Vec<f64>,
    y_ticks: Vec<f64>,
    /// Whether horizontal positions are decimal logarithms; the labels are the values themselves.
    log: bool,
}

impl Axes {
    /// Creates axes. `values` are the ends of the horizontal range, `high` is the largest value of the
    /// vertical one.
    fn new(x: (f64, f64), values: (f64, f64), high: f64, whole: bool, legend: usize) -> Axes {
        let mut y_ticks = ticks(0.0, high, whole);
        // One more step, so that the highest value is not above the last label.
        if let [.., before, last] = y_ticks[..]
            && last < high
        {
            y_ticks.push(last + (last - before));
        }
        let high = y_ticks.last().copied().unwrap_or(high).max(high);
        let top = TITLE + LEGEND * legend as f64;
        Axes { x, high, top, x_ticks: ticks(values.0, values.1, true), y_ticks, log: false }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.x.0) / (self.x.1 - self.x.0).max(1e-9) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        self.top + INNER * (1.0 - value / self.high.max(1e-9))
    }

    fn frame(&self, title: &str, x_name: &str, y_name: &str) -> String {
        let bottom = self.top + INNER;
        let height = bottom + BOTTOM;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"12\"><title>{0}</title>\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\
             <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{0}</text>",
            escape(title)
        );
        let right = WIDTH - RIGHT;
        for &value in &self.x_ticks {
            let (x, text) = (self.x(value), label(if self.log { 10f64.powf(value) } else { value }));
            let _ = write!(
                svg,
                "<path d=\"M{x:.1} {bottom}v4\" stroke=\"#444\"/>\
                 <text class=\"x\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
                bottom + 17.0
            );
        }
        for &value in &self.y_ticks {
            let (y, text) = (self.y(value), label(value));
            let _ = write!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text class=\"y\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                LEFT - 6.0,
                y + 4.0
            );
        }
        let _ =
            write!(svg, "<path d=\"M{LEFT} {}V{bottom}H{right}\" fill=\"none\" stroke=\"#444\"/>", self.top);
        let middle = self.top + INNER / 2.0;
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text x=\"14\" y=\"{middle:.1}\" transform=\"rotate(-90 14 {middle:.1})\" text-anchor=\"middle\">{}</text>",
            (LEFT + right) / 2.0,
            height - 10.0,
            escape(x_name),
            escape(y_name)
        );
        svg
    }
}

/// Draws a histogram of whole numbers, given as values and counts; many values are grouped into wider bars.
pub(crate) fn bars(title: &str, x_name: &str, y_name: &str, bins: &[(f64, f64)]) -> String {
    let low = bins.first().map_or(0.0, |bin| bin.0);
    let high = bins.last().map_or(0.0, |bin| bin.0);
    let width = round_up(((high - low + 1.0) / BARS).max(1.0));
    // Bars begin half a unit below multiples of their width, so that a value stands in the middle of its
    // bar.
    let from = (low / width).floor() * width;
    let count = ((high - from) / width) as usize + 1;
    let mut gathered = vec![0.0; count];
    for (value, times) in bins {
        gathered[((value - from) / width) as usize] += times;
    }
    let end = from + width * count as f64;
    let most = gathered.iter().copied().fold(1.0, f64::max);
    let axes = Axes::new((from - 0.5, end - 0.5), (low, high), most, true, 0);
    let mut svg = axes.frame(title, x_name, y_name);
    for (at, &times) in gathered.iter().enumerate().filter(|(_, times)| **times > 0.0) {
        let first = from + width * at as f64;
        let (left, right) = (axes.x(first - 0.5), axes.x(first + width - 0.5));
        let top = axes.y(times);
        let named =
            if width > 1.0 { format!("{first} to {}", first + width - 1.0) } else { first.to_string() };
        let _ = write!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\">\
             <title>{named}: {times}</title></rect>",
            (right - left - 1.0).max(0.5),
            axes.y(0.0) - top,
            COLOURS[0]
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Draws curves with a legend above them; `dots` marks their points.
pub(crate) fn lines(
    title: &str,
    x_name: &str,
    y_name: &str,
    dots: bool,
    curves: &[(String, Vec<(f64, f64)>)],
) -> String {
    let points = || curves.iter().flat_map(|(_, curve)| curve);
    let right = points().map(|point| point.0).fold(1.0, f64::max);
    let high = points().map(|point| point.1).fold(1.0, f64::max);
    let axes = Axes::new((0.0, right), (0.0, right), high, false, curves.len());
    let mut svg = axes.frame(title, x_name, y_name);
    for (at, (name, curve)) in curves.iter().enumerate() {
        let colour = COLOURS[at % COLOURS.len()];
        let path: Vec<String> =
            curve.iter().map(|&(x, y)| format!("{:.1},{:.1}", axes.x(x), axes.y(y))).collect();
        let middle = TITLE + LEGEND * at as f64;
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <path d=\"M{LEFT} {middle}h24\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            path.join(" "),
            LEFT + 30.0,
            middle + 4.0,
            escape(name)
        );
        for &(x, y) in curve.iter().filter(|_| dots) {
            let (x, y) = (axes.x(x), axes.y(y));
            let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
    }
    svg.push_str("</svg>");
    svg
}

/// A named point of a [`scatter`].
pub(crate) struct Dot {
    /// What it costs, above 0.
    pub x: f64,
    /// How good it is.
    pub y: f64,
    /// Its name.
    pub label: String,
}

/// Returns the points that no other point beats: none is at least as good and costs less. They are ordered by cost.
fn front(dots: &[Dot]) -> Vec<&Dot> {
    let mut order: Vec<&Dot> = dots.iter().collect();
    order.sort_by(|a, b| a.x.total_cmp(&b.x).then(b.y.total_cmp(&a.y)));
    let mut best = f64::NEG_INFINITY;
    order.retain(|dot| {
        let is_better = dot.y > best;
        best = best.max(dot.y);
        is_better
    });
    order
}

/// The width of a letter and the height of a line of the labels, about.
const LETTER: (f64, f64) = (6.6, 13.0);

/// Draws named points over a logarithmic horizontal axis, and a line through those that no other point beats.
pub(crate) fn scatter(title: &str, x_name: &str, y_name: &str, dots: &[Dot]) -> String {
    let logs = || dots.iter().map(|dot| dot.x.log10());
    let low = logs().fold(f64::INFINITY, f64::min).floor();
    let (low, high) = (low.min(0.0), logs().fold(low.min(0.0) + 1.0, f64::max).ceil());
    let most = dots.iter().map(|dot| dot.y).fold(1.0, f64::max);
    let mut axes = Axes::new((low, high), (low, high), most, false, 1);
    axes.log = true;
    let mut svg = axes.frame(title, x_name, y_name);
    let place = |dot: &Dot| (axes.x(dot.x.log10()), axes.y(dot.y));
    let path: Vec<String> =
        front(dots).into_iter().map(place).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = write!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>",
        path.join(" "),
        COLOURS[5]
    );
    // The boxes that labels must not cover: left, top, right, bottom.
    let mut taken: Vec<[f64; 4]> =
        dots.iter().map(place).map(|(x, y)| [x - 4.0, y - 4.0, x + 4.0, y + 4.0]).collect();
    for dot in dots {
        let (x, y) = place(dot);
        let width = LETTER.0 * dot.label.chars().count() as f64;
        let at = |left: f64, top: f64| [left, top, left + width, top + LETTER.1];
        // Beside the point, or further and further above and below it.
        let shifts =
            (0..24).map(|step| LETTER.1 * f64::from((step + 1) / 2 * if step % 2 == 1 { -1 } else { 1 }));
        let beside = shifts.flat_map(|shift| {
            let top = y - LETTER.1 / 2.0 + shift;
            [at(x + 7.0, top), at(x - 7.0 - width, top)]
        });
        let is_free = |rect: &[f64; 4]| {
            let inside = rect[0] >= LEFT
                && rect[2] <= WIDTH
                && rect[1] >= TITLE
                && rect[3] <= axes.top + INNER + LETTER.1 / 2.0;
            inside
                && taken.iter().all(|other| {
                    rect[0] >= other[2] || rect[2] <= other[0] || rect[1] >= other[3] || rect[3] <= other[1]
                })
        };
        let rect = beside.into_iter().find(is_free).unwrap_or_else(|| at(x + 7.0, y - LETTER.1 / 2.0));
        taken.push(rect);
        let (near, middle) = (if rect[0] > x { rect[0] } else { rect[2] }, (rect[1] + rect[3]) / 2.0);
        if (middle - y).abs() > LETTER.1 {
            let _ = write!(svg, "<path d=\"M{x:.1} {y:.1}L{near:.1} {middle:.1}\" stroke=\"#999\"/>");
        }
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            COLOURS[0],
            rect[0],
            rect[3] - 3.0,
            escape(&dot.label)
        );
    }
    svg.push_str("</svg>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the labels of an axis and their positions.
    fn labels(svg: &str, axis: &str) -> Vec<(f64, f64)> {
        let of = |text: &str, name: &str| -> f64 {
            let (_, rest) = text.split_once(&format!(" {name}=\"")).unwrap();
            rest.split('"').next().unwrap().parse().unwrap()
        };
        let mark = format!("<text class=\"{axis}\"");
        svg.split(&mark)
            .skip(1)
            .map(|text| {
                let (attributes, rest) = text.split_once('>').unwrap();
                let shown = rest.split('<').next().unwrap();
                (shown.parse().unwrap(), of(attributes, axis))
            })
            .collect()
    }

    /// Checks that labels differ, stand at positions proportional to their values, and do not exceed the
    /// range.
    fn check(svg: &str, axis: &str, low: f64, high: f64) {
        let labels = labels(svg, axis);
        assert!((1..=8).contains(&labels.len()), "{axis} {low}..{high}: {labels:?}");
        assert!(labels.iter().all(|(value, _)| (low..=high).contains(value)), "{axis} {high}: {labels:?}");
        let [(first, at), (second, next), ..] = labels[..] else { return };
        assert!(first < second);
        for (value, place) in &labels {
            let expected = at + (value - first) / (second - first) * (next - at);
            // Positions are rounded to a tenth of a unit.
            assert!((place - expected).abs() < 0.1 * labels.len() as f64, "{axis}: {value} of {labels:?}");
        }
    }

    #[test]
    fn labels_stand_where_they_say() {
        for high in 0..=250 {
            let bins: Vec<(f64, f64)> = (0..=high).map(|n| (f64::from(n), f64::from(1 + n % 7))).collect();
            let svg = bars("t", "points", "games", &bins);
            check(&svg, "x", 0.0, f64::from(high));
            check(&svg, "y", 0.0, f64::MAX);
            let curve = vec![(0.0, 100.0), (f64::from(high + 10), f64::from(high) / 3.0)];
            let svg = lines("t", "moves", "% won", true, &[("a".into(), curve)]);
            check(&svg, "x", 0.0, f64::from(high + 10));
            assert_eq!(labels(&svg, "y").last().unwrap().0, 100.0);
        }
        // Negative values lie to the left of zero.
        let svg = bars("t", "dollars", "games", &[(-52.0, 3.0), (-12.0, 8.0), (208.0, 1.0)]);
        let shown: Vec<f64> = labels(&svg, "x").iter().map(|label| label.0).collect();
        assert_eq!(shown, [-50.0, 0.0, 50.0, 100.0, 150.0, 200.0]);
    }

    #[test]
    fn a_legend_is_above_its_curves() {
        let curves: Vec<_> =
            (0..8).map(|n| (format!("player {n}"), vec![(0.0, 100.0), (9.0, 100.0)])).collect();
        let svg = lines("t", "moves", "% in play", false, &curves);
        // The last name stands 12 units above the highest possible point.
        let top = labels(&svg, "y").last().unwrap().1 - 4.0;
        let (_, rest) = svg.split_once("M64 148h24").unwrap();
        assert!(rest.contains("player 7") && top >= 148.0 + 12.0, "{top}");
    }

    #[test]
    fn the_line_joins_the_players_that_no_other_beats() {
        let dot = |x, y, label: &str| Dot { x, y, label: label.into() };
        let dots =
            [dot(0.01, 1.0, "a"), dot(1.0, 20.0, "b"), dot(2.0, 15.0, "beaten"), dot(300.0, 90.0, "c")];
        let names: Vec<&str> = front(&dots).iter().map(|dot| dot.label.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        let svg = scatter("t", "CPU", "% won", &dots);
        check(&svg, "y", 0.0, f64::MAX);
        // Each label of the horizontal axis is ten times the one before it, at equal distances.
        let ticks = labels(&svg, "x");
        assert!(ticks.len() >= 4, "{ticks:?}");
        for pair in ticks.windows(2) {
            assert!((pair[1].0 / pair[0].0 - 10.0).abs() < 1e-6, "{ticks:?}");
            assert!((pair[1].1 - pair[0].1 - (ticks[1].1 - ticks[0].1)).abs() < 0.3, "{ticks:?}");
        }
    }
}
