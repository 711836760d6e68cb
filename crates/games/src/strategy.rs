//! Advice on how to play, family by family: the part of a rule sheet that cannot be generated.

use talon_rules::{Count, Fill, Goal, Rules, Scoring, Stock, Take};

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

/// How to play a game well, in a paragraph. Advice that the rules do not support is left out.
pub fn strategy(rules: &Rules) -> String {
    let columns = usize::from(rules.columns);
    let hidden = (0..columns).any(|column| rules.down.of(column) > 0);
    let casino = [Scoring::CASINO, Scoring::BREAK_EVEN].contains(&rules.scoring);
    let advice = match rules.family.as_str() {
        "Canfield" if casino => {
            "This game is hard to win, and most people play for the score: every card on the foundations counts, \
             so a card that can go up now is usually worth more than a plan. Play from the reserve whenever you \
             can: most games are lost because of its cards. Before you put a waste card on a \
             column, ask whether it keeps a reserve card out."
        }
        "Canfield" => {
            "The reserve decides the game: play from it whenever you can, and keep columns short enough that its \
             top card finds a place. An empty column is a chance to bring a card out of the reserve. Where the \
             stock can be turned again, remember which cards of each pass cannot be reached yet: one card taken \
             from the waste changes which of them show."
        }
        "Klondike" => return klondike(rules, hidden),
        "Spider" => return spider(rules, hidden),
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
    };
    advice.into()
}

fn klondike(rules: &Rules, hidden: bool) -> String {
    let columns = match hidden {
        true => "Turn up face-down cards first, from the column that has most of them.",
        false => "Every card in the columns can be seen: find where the low ones lie, and free those first.",
    };
    let space = match rules.fill {
        Fill::Kings => "Do not empty a column before you have a king for it.",
        _ => "An empty column takes any card, so put there the one that frees most.",
    };
    let low = "Play aces and twos up at once, but keep higher cards in the columns while they may have to hold others.";
    let waste = match (rules.draw, rules.redeals) {
        (1, Count::Of(0)) => {
            "There is only one pass through the stock: take a card from the waste before it is buried, if it has a \
             good place."
        }
        (1, _) => "",
        _ => {
            "Since several cards are turned at a time, one card taken from the waste changes which cards show \
             in the next pass."
        }
    };
    [columns, space, low, waste].join(" ").trim_end().into()
}

fn spider(rules: &Rules, hidden: bool) -> String {
    let build = match rules.take {
        Take::FaceUp => {
            "Any face-up card brings all the cards on it along, so look for the card that uncovers what you need, \
             rather than for tidy runs."
        }
        Take::SuitRun => "Build in suit where you can, because only runs of one suit move together.",
        _ => "Build in suit where you can, because only runs of one suit are finished.",
    };
    let space = match rules.fill {
        Fill::Kings => "Empty a column when a king can go there that brings many cards along.",
        _ if rules.stock == Stock::None => {
            "Work towards an empty column, and look several moves ahead before you fill it."
        }
        _ => {
            "Empty a column as early as possible and use it to sort what was built out of suit. Fill it for good \
             only when you must."
        }
    };
    let stock = match (hidden, rules.stock) {
        (false, Stock::None) => "All you need to know is on the table.",
        (true, Stock::None) => "Turn up face-down cards early.",
        (false, _) => "Make every move that helps before you deal, because the new cards cover the columns.",
        (true, _) => "Turn up face-down cards before you deal, because the new cards cover the columns.",
    };
    [build, space, stock].join(" ")
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

    #[test]
    fn no_advice_contradicts_the_rules() {
        for rules in crate::ALL {
            let (sheet, advice) = (rules.describe(), super::strategy(rules));
            let says = |words: &str| advice.contains(words);
            assert!(
                !says("ace-down cards") || sheet.contains("face down") || sheet.contains("only the top card"),
                "{}",
                rules.name
            );
            assert!(!says("have a king for it") || sheet.contains("takes only a king"), "{}", rules.name);
            assert!(
                !says("only runs of one suit move") || sheet.contains("of one suit at the end"),
                "{}",
                rules.name
            );
            assert!(!says("several cards are turned") || rules.draw > 1, "{}", rules.name);
        }
    }
}
