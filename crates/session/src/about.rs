//! What a game is about, in figures: cards up and money, runs, or games won.

use talon_rules::Rules;

/// Returns the figures that statistics begin with, each with its name; none before a game is over.
///
/// `scores` are those of all games by these rules that are over, of which `won` were won.
pub fn about(rules: &Rules, won: u64, scores: &[i64]) -> Vec<(&'static str, String)> {
    let Some(most) = scores.iter().max() else { return Vec::new() };
    let mean = |values: &[i64]| values.iter().sum::<i64>() as f64 / values.len().max(1) as f64;
    let scoring = &rules.scoring;
    let words = |score: i64| scoring.words(score.clamp(-2_000_000_000, 2_000_000_000) as i32);
    // Other points would hide the number of cards or runs.
    let counts = |points: i32, others: [i32; 3]| points > 0 && others == [0; 3];
    let per = |points: i32| -> Vec<i64> {
        scores.iter().map(|score| (score - i64::from(scoring.start)) / i64::from(points)).collect()
    };
    let percent = won as f64 * 100.0 / scores.len() as f64;
    let won = ("Won", format!("{won} of {}, {percent:.0} %", scores.len()));
    let is_klondike = rules.family.as_str() == "Klondike" && !scoring.money;
    let mut facts = Vec::new();
    if counts(scoring.card, [scoring.run, scoring.join, scoring.step]) && !is_klondike {
        let cards = per(scoring.card);
        let best = cards.iter().max().copied().unwrap_or(0);
        let all_cards = rules.deck().len();
        facts.push(("Cards up", format!("{:.1} a game, best {best} of {all_cards}", mean(&cards))));
        if scoring.money {
            let each = mean(scores);
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
            facts.push(("Score", format!("{:.1} a game, best {}", mean(scores), words(*most))));
        }
    }
    facts
}
