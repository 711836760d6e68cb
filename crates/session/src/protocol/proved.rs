//! What is known about the present position, in the words of a page, and about all positions of the tree.

use crate::{NodeId, Sitting, Verdict};
use serde::Serialize;
use talon_rules::plural;

/// What is known about the present position.
#[derive(Serialize)]
pub(super) struct Known {
    /// `off`, `winnable`, `dead`, `unknown` or `won`.
    is: &'static str,
    words: String,
    /// The words for a small place.
    brief: String,
}

impl Known {
    pub(super) fn of(sitting: &Sitting) -> Known {
        let made = sitting.session().moves_made() as usize;
        let (is, words, brief) = match sitting.verdict() {
            _ if sitting.session().is_finished() => {
                let words = format!("Won in {}", plural(made, "move"));
                ("won", words.clone(), words)
            }
            Verdict::NotAsked | Verdict::Searching { .. } => ("off", String::new(), String::new()),
            Verdict::Winnable(line) => {
                let words = format!("Winnable in {}", plural(line.len(), "move"));
                ("winnable", words.clone(), words)
            }
            Verdict::Dead => {
                let words = match lost_since(sitting) {
                    Some(at) => format!("Lost since move {at}"),
                    None => "Cannot be won".into(),
                };
                ("dead", words.clone(), words)
            }
            Verdict::NotKnown(why) => ("unknown", format!("Unknown: {why}"), "Unknown".into()),
        };
        Known { is, words, brief }
    }
}

/// Returns the number of the move that lost the game, if it is proved that the game could be won before it.
fn lost_since(sitting: &Sitting) -> Option<usize> {
    let mut places = vec![NodeId::DEAL];
    places.extend(sitting.session().history().line());
    let all = sitting.proved(&places);
    let at = all.iter().position(|&winnable| winnable == Some(false))?;
    (at > 0 && all[at - 1] == Some(true)).then_some(at)
}

/// Returns what is proved about each place, in words; nothing if nothing was asked.
pub(super) fn of_all(sitting: &Sitting, places: &[NodeId]) -> Vec<&'static str> {
    let all = sitting.proved(places);
    if all.iter().all(Option::is_none) {
        return Vec::new();
    }
    let word = |winnable: Option<bool>| winnable.map_or("", |yes| if yes { "winnable" } else { "dead" });
    all.into_iter().map(word).collect()
}
