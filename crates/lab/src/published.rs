//! Published winnability with all cards known, for comparison with our own figures.

use std::fmt;
use talon_rules::{Rules, Take, TakeBack};

/// A published figure: percent, half the width of its 95 % interval, and its source.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Figure {
    /// Percent of deals that can be won.
    pub percent: f64,
    /// Half the width of the interval, in percent; 0 if none is published.
    pub spread: f64,
    /// The source.
    pub source: &'static str,
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.percent)?;
        if self.spread > 0.0 {
            write!(f, " ± {}", self.spread)?;
        }
        write!(f, " % ({})", self.source)
    }
}

const BLAKE_GENT: &str = "Blake & Gent, JAIR 85 (2026)";

/// The figures by the name of the game.
const FIGURES: &[(&str, f64, f64)] = &[
    ("canfield-solvitaire", 71.245, 0.031),
    ("freecell", 99.998_881, 0.000_207),
    ("bakers-game", 75.053, 0.028),
    ("eight-off", 99.8805, 0.0),
    ("seahaven-towers", 89.332, 0.0),
    ("king-albert", 68.542, 0.092),
    ("raglan", 81.226, 0.085),
    ("east-haven", 82.844, 0.100),
    ("beleaguered-castle", 68.170, 0.099),
    ("streets-and-alleys", 51.187, 0.186),
    ("fan", 48.776, 0.099),
];

/// Klondike with and without taking cards back from foundations, by the number of cards drawn.
const KLONDIKE: [(f64, f64, f64); 5] = [
    (90.480, 0.116, 90.204),
    (88.620, 0.135, 88.289),
    (81.945, 0.084, 81.524),
    (69.337, 0.098, 68.723),
    (53.434, 0.099, 52.638),
];

/// Returns the published figure for these rules, if there is one.
pub fn figure(rules: &Rules) -> Option<Figure> {
    let base = talon_games::find(rules.name.as_str()).ok()?;
    // Klondike is published for draws 1 to 5, with and without taking cards back.
    let plain = Rules { draw: base.draw, take_back: base.take_back, waste_shows: base.waste_shows, ..*rules };
    let klondike = matches!(rules.name.as_str(), "klondike" | "klondike-draw3");
    if klondike && plain == *base {
        let (percent, spread, without) = *KLONDIKE.get(usize::from(rules.draw).checked_sub(1)?)?;
        return Some(match rules.take_back {
            TakeBack::Never => Figure { percent: without, spread: 0.0, source: BLAKE_GENT },
            _ => Figure { percent, spread, source: BLAKE_GENT },
        });
    }
    if rules.name.as_str() == "canfield-solvitaire" && *rules == (Rules { take: Take::Whole, ..*base }) {
        return Some(Figure { percent: 67.562, spread: 0.034, source: BLAKE_GENT });
    }
    if rules != base {
        return None;
    }
    if rules.name.as_str() == "spider" {
        return Some(Figure {
            percent: 100.0 * 31_998.0 / 32_000.0,
            spread: 0.0,
            source: "plspider, deals 1-32000",
        });
    }
    let (_, percent, spread) = FIGURES.iter().find(|(name, _, _)| *name == rules.name.as_str())?;
    Some(Figure { percent: *percent, spread: *spread, source: BLAKE_GENT })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_differ_have_no_figure() {
        let klondike = talon_games::find("klondike").unwrap();
        assert_eq!(figure(klondike).unwrap().percent, 90.480);
        let changed = Rules { draw: 4, take_back: TakeBack::Never, ..*klondike };
        assert_eq!(figure(&changed).unwrap().percent, 68.723);
        let columns = Rules { fill: talon_rules::Fill::Anything, ..*klondike };
        assert_eq!(figure(&columns), None);
        let whole = Rules { take: Take::Whole, ..*talon_games::find("canfield-solvitaire").unwrap() };
        assert_eq!(figure(&whole).unwrap().percent, 67.562);
        assert_eq!(figure(&changed).unwrap().to_string(), format!("68.723 % ({BLAKE_GENT})"));
        for (name, _, _) in FIGURES {
            assert!(talon_games::find(name).is_ok(), "{name}");
        }
    }
}
