//! Advice on how to play, family by family: the part of a rule sheet that cannot be generated.

use talon_rules::{Goal, Rules, Scoring, Stock};

/// What to know about the numbers of deals, where players expect those of another program.
const NUMBERS: &str = "The number of a deal is Talon's own. The deals of Microsoft FreeCell, which most people mean \
    by a number, are `ms:1`, `ms:2` and so on.";

/// The rule sheet of a game as Markdown: its rules, generated, and a paragraph on strategy.
pub fn sheet(rules: &Rules) -> String {
    let sheet = rules.describe();
    let at = sheet.rfind("(`").unwrap_or(sheet.len());
    let (rules_part, end) = sheet.split_at(at);
    let is_freecell = rules.name == crate::FREECELL.name;
    let numbers = if is_freecell { format!("## Numbers\n\n{NUMBERS}\n\n") } else { String::new() };
    format!("{rules_part}{numbers}## Strategy\n\n{}\n\n{end}", strategy(rules))
}

/// How to play a game well, in a paragraph.
pub fn strategy(rules: &Rules) -> &'static str {
    let casino = [Scoring::CASINO, Scoring::BREAK_EVEN].contains(&rules.scoring);
    match rules.family.as_str() {
        "Canfield" if casino => {
            "This game is hard to win, and most people play for the score: every card on the foundations counts, \
             so a card that can go up now is usually worth more than a plan. Play from the reserve whenever you \
             can: most games are lost because of its thirteen cards. Before you put a waste card on a \
             column, ask whether it keeps a reserve card out."
        }
        "Canfield" => {
            "The reserve decides the game: play from it whenever you can, and keep columns short enough that its \
             top card finds a place. An empty column is a chance to bring a card out of the reserve. Where the \
             stock can be turned again, remember which cards of each pass cannot be reached yet: one card taken \
             from the waste changes which of them show."
        }
        "Klondike" => {
            "Turn up face-down cards first, from the column that has most of them. Do not empty a column before \
             you have a king for it. Play aces and twos up at once, but keep higher cards in the columns while \
             they may have to hold others. If several cards are turned at a time, one card taken from the waste \
             changes which cards show in the next pass."
        }
        "Spider" if rules.stock != Stock::None => {
            "Build in suit where you can, because only runs of one suit move together. Empty a column as early as \
             possible and use it to sort what was built out of suit. Turn up face-down cards before you deal: each \
             new row covers every column. Fill empty columns only when you must."
        }
        "Spider" => {
            "Build in suit where you can, because only runs of one suit move together. Work towards an empty \
             column, and look several moves ahead before you fill it: all you need to know is on the table."
        }
        "FreeCell" => {
            "Every card can be seen, so plan before you move. Keep cells empty: each one taken shortens the runs \
             that you can move. Dig for the aces and twos first. An empty column is worth more than an empty cell."
        }
        "Yukon" => {
            "Any face-up card may be moved with all that lies on it, in order or not, so look for the card that \
             frees a face-down one rather than for tidy runs. Uncover the long columns first, dig for the aces, \
             and keep an empty column for a king that brings many cards along."
        }
        _ if rules.goal == Goal::Foundations && rules.stock == Stock::None => {
            "Every card that matters can be seen, so plan before you move. Find where the aces and twos lie and \
             what covers them. Raise the foundations evenly, and keep a space open as long as you can."
        }
        _ if !rules.has_waste() => {
            "Find where the aces and twos lie and free them first. Keep a space open as long as you can, and deal \
             new cards only after every move that helps: each row covers all columns."
        }
        _ => {
            "Find where the aces and twos lie and free them first. Keep a space open as long as you can, and take \
             a card from the waste only where it helps to free another one."
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_sheet_has_a_strategy_before_its_last_line() {
        for rules in crate::ALL {
            let sheet = super::sheet(rules);
            let at = sheet.find("\n## Strategy\n").unwrap_or_else(|| panic!("{}", rules.name));
            assert_eq!(sheet.matches("## Strategy").count(), 1);
            assert!(sheet[at..].contains(&format!("\n\n(`{}`, family ", rules.name)), "{sheet}");
            assert!(sheet.starts_with(rules.describe().split("(`").next().unwrap()));
        }
    }
}
