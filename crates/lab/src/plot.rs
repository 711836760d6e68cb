//! Small pictures, written as SVG by hand: bars and lines with two axes.

use crate::report::escape;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 48.0;
/// Colours that stay apart for most eyes.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#999999"];

/// The axes of a picture.
struct Axes {
    x: (f64, f64),
    top: f64,
}

impl Axes {
    fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.x.0) / (self.x.1 - self.x.0).max(1e-9) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - value / self.top.max(1e-9) * (HEIGHT - TOP - BOTTOM)
    }

    fn frame(&self, title: &str, x_name: &str, y_name: &str) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"12\"><title>{0}</title>\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\
             <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{0}</text>",
            escape(title)
        );
        let bottom = HEIGHT - BOTTOM;
        let _ = write!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{bottom}H{}\" fill=\"none\" stroke=\"#444\"/>",
            WIDTH - RIGHT
        );
        for step in 0..=4 {
            let part = f64::from(step) / 4.0;
            let value = self.x.0 + part * (self.x.1 - self.x.0);
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{value:.0}</text>",
                self.x(value),
                bottom + 16.0
            );
            let height = part * self.top;
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                self.y(height) + 4.0,
                if self.top < 10.0 { format!("{height:.1}") } else { format!("{height:.0}") }
            );
        }
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text x=\"14\" y=\"{:.1}\" transform=\"rotate(-90 14 {:.1})\" text-anchor=\"middle\">{}</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 10.0,
            escape(x_name),
            HEIGHT / 2.0,
            HEIGHT / 2.0,
            escape(y_name)
        );
        svg
    }
}

/// A histogram: values and how often; many values are gathered into sixty bars.
pub(crate) fn bars(title: &str, x_name: &str, y_name: &str, bins: &[(f64, f64)]) -> String {
    let low = bins.first().map_or(0.0, |bin| bin.0);
    let high = bins.last().map_or(1.0, |bin| bin.0) + 1.0;
    let width = ((high - low) / 60.0).ceil().max(1.0);
    let count = ((high - low) / width).ceil().max(1.0) as usize;
    let mut gathered = vec![0.0; count];
    for (value, times) in bins {
        let at = (((value - low) / width) as usize).min(count - 1);
        gathered[at] += times;
    }
    let axes =
        Axes { x: (low, low + width * count as f64), top: gathered.iter().copied().fold(1.0, f64::max) };
    let mut svg = axes.frame(title, x_name, y_name);
    for (at, &times) in gathered.iter().enumerate() {
        let (left, right) = (axes.x(low + width * at as f64), axes.x(low + width * (at + 1) as f64));
        let top = axes.y(times);
        let _ = write!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            (right - left - 1.0).max(0.5),
            HEIGHT - BOTTOM - top,
            COLOURS[0]
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Curves with a legend.
pub(crate) fn lines(title: &str, x_name: &str, y_name: &str, curves: &[(String, Vec<(f64, f64)>)]) -> String {
    let points = || curves.iter().flat_map(|(_, curve)| curve);
    let axes = Axes {
        x: (0.0, points().map(|point| point.0).fold(1.0, f64::max)),
        top: points().map(|point| point.1).fold(1.0, f64::max),
    };
    let mut svg = axes.frame(title, x_name, y_name);
    for (at, (name, curve)) in curves.iter().enumerate() {
        let colour = COLOURS[at % COLOURS.len()];
        let path: Vec<String> =
            curve.iter().map(|&(x, y)| format!("{:.1},{:.1}", axes.x(x), axes.y(y))).collect();
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\" text-anchor=\"end\">{}</text>",
            path.join(" "),
            WIDTH - RIGHT - 4.0,
            TOP + 14.0 * (at as f64 + 1.0),
            escape(name)
        );
    }
    svg.push_str("</svg>");
    svg
}
