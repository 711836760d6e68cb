//! The rules of a game that a player may want to choose before all others.

use talon_rules::{BaseRank, Goal, Rules, Scoring, Stock};

/// The fields of the few rules that matter first, in the order in which a player is asked about them.
///
/// They follow from what the game has, so that rules of a player's own have them too. All other rules can be
/// changed as well; they are only not asked about at once.
///
/// ```
/// assert_eq!(talon_games::first(&talon_games::CANFIELD), ["draw", "redeals", "auto"]);
/// assert_eq!(talon_games::first(&talon_games::SPIDER), ["suits", "stock", "auto"]);
/// ```
pub fn first(rules: &Rules) -> Vec<&'static str> {
    let mut fields: Vec<&'static str> = Vec::new();
    if rules.about_runs() {
        fields.push("suits");
    }
    match rules.stock {
        Stock::Waste => fields.extend(["draw", "redeals"]),
        Stock::FaceUp => fields.push("redeals"),
        Stock::Rows | Stock::RowsAnyTime => fields.push("stock"),
        Stock::None => {}
    }
    if rules.cells_take {
        fields.push("cells");
    }
    let has_waste = rules.has_waste();
    let is_canfield = rules.base_rank == BaseRank::Dealt;
    // Without a stock, or with one that is dealt in rows, the columns are the game.
    if !has_waste {
        fields.push("fill");
    }
    if rules.goal == Goal::Foundations && !has_waste && !rules.cells_take {
        fields.push("build");
    }
    if rules.goal == Goal::Foundations && !is_canfield && rules.reserve == 0 {
        fields.push("take_back");
    }
    if has_waste && !is_canfield && [Scoring::CARDS, Scoring::VEGAS].contains(&rules.scoring) {
        fields.push("scoring");
    }
    fields.push("auto");
    // Two rules and the suits are enough to begin with in a game of runs.
    if rules.about_runs() && rules.stock.is_rows() {
        fields.retain(|field| *field != "fill");
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::first;
    use talon_rules::Rules;

    #[test]
    fn every_game_asks_about_a_few_of_its_rules() {
        for rules in crate::ALL {
            let fields = first(rules);
            assert!((2..=5).contains(&fields.len()), "{}: {fields:?}", rules.name);
            for (at, field) in fields.iter().enumerate() {
                assert!(
                    Rules::FIELDS.contains(field) && !fields[..at].contains(field),
                    "{}: {field}",
                    rules.name
                );
            }
        }
        let of = |name: &str| first(crate::find(name).unwrap());
        assert_eq!(of("klondike"), ["draw", "redeals", "take_back", "scoring", "auto"]);
        assert_eq!(of("freecell"), ["cells", "fill", "take_back", "auto"]);
        assert_eq!(of("yukon"), ["fill", "build", "take_back", "auto"]);
        assert_eq!(of("simple-simon"), ["suits", "fill", "auto"]);
        assert_eq!(of("storehouse"), ["draw", "redeals", "auto"]);
    }
}
