//! What a game is about, in figures: cards up and money, runs, or games won.

use crate::{Statistics, Summary};
use talon_rules::Rules;

/// Returns the figures that statistics begin with, each with its name; none before a game is over.
///
/// `all` are the statistics of all games with one set of rules, and `games` may contain other games too. The rules
/// have the scoring that these games were played with.
pub fn about(rules: &Rules, all: &Statistics, games: &[Summary]) -> Vec<(&'static str, String)> {
    let is_over = |game: &&Summary| game.rules == all.rules && matches!(game.result.as_str(), "won" | "lost");
    let scores: Vec<i64> = games.iter().filter(is_over).map(|game| game.score).collect();
    let Some(most) = scores.iter().max() else { return Vec::new() };
    let mean = |values: &[i64]| values.iter().sum::<i64>() as f64 / values.len().max(1) as f64;
    let scoring = &rules.scoring;
    let words = |score: i64| scoring.words(score.clamp(-2_000_000_000, 2_000_000_000) as i32);
    // Other points would hide the number of cards or runs.
    let counts = |points: i32, others: [i32; 3]| points > 0 && others == [0; 3];
    let per = |points: i32| -> Vec<i64> {
        scores.iter().map(|score| (score - i64::from(scoring.start)) / i64::from(points)).collect()
    };
    let won = ("Won", format!("{} of {}, {:.0} %", all.won, all.played, all.percent.unwrap_or(0.0)));
    let is_klondike = rules.family.as_str() == "Klondike" && !scoring.money;
    let mut facts = Vec::new();
    if counts(scoring.card, [scoring.run, scoring.join, scoring.step]) && !is_klondike {
        let cards = per(scoring.card);
        let best = cards.iter().max().copied().unwrap_or(0);
        let all_cards = rules.deck().len();
        facts.push(("Cards up", format!("{:.1} a game, best {best} of {all_cards}", mean(&cards))));
        if scoring.money {
            let each = mean(&scores);
            let sign = if each < 0.0 { "-" } else { "" };
            let sum = words(scores.iter().sum());
            facts.push(("Dollars", format!("{sign}${:.2} a game, {sum} in all", each.abs())));
        }
        facts.push(won);
    } else if counts(scoring.run, [scoring.card, scoring.join, scoring.step]) {
        let runs = per(scoring.run);
        facts.push(("Runs", format!("{:.1} a game, best {most} of {}", mean(&runs), rules.foundations())));
        facts.push(won);
    } else {
        facts.push(won);
        if scoring.card + scoring.run + scoring.join + scoring.step != 0 {
            facts.push(("Score", format!("{:.1} a game, best {}", mean(&scores), words(*most))));
        }
    }
    facts
}
