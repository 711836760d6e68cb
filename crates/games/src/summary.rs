//! What each game is, in a line for lists of games.

use talon_rules::Rules;

/// Returns what a game is, as a clause without a full stop; empty for a game that is not in [`ALL`](crate::ALL).
/// A variant says how it differs from its relatives.
///
/// ```
/// assert_eq!(talon_games::summary(&talon_games::SPIDER_2), "Spider with spades and hearts only");
/// ```
pub fn summary(rules: &Rules) -> &'static str {
    match rules.name.as_str() {
        "canfield" => "the casino's game: 13 reserve cards, draw three",
        "canfield-ucb" => "looser: build on base cards, move columns into gaps",
        "canfield-pipkin" => "waste fanned, foundations by suit, safe cards go up",
        "canfield-gnome" => "easiest: part of a column moves, gaps take any card",
        "canfield-bsd" => "you fill gaps from the reserve; what is up stays up",
        "canfield-solvitaire" => "part of a column moves; what is up stays up",
        "canfield-strict" => "whole columns only; what is up stays up",
        "rainbow" => "Canfield in any suits, one pass, card by card",
        "storehouse" => "Canfield in suit, the twos already up, three passes",
        "superior-canfield" => "Canfield with the whole reserve in view",
        "chameleon" => "Canfield with three columns and a single pass",
        "demon" => "Canfield with two decks and eight columns",
        "klondike" => "the classic: red on black, draw one",
        "klondike-draw3" => "the classic, three cards at a time",
        "klondike-ycp" => "the top card of the stock is always in view",
        "klondike-vegas" => "for money: $52 a deck, $5 a card, three passes",
        "klondike-gnome" => "draw one, two redeals",
        "whitehead" => "all cards in view, built in one colour, no redeal",
        "thumb-and-pouch" => "build on any other suit, no redeal",
        "westcliff" => "ten short columns, gaps take any card, no redeal",
        "double-klondike" => "two decks and nine columns",
        "spider" => "eight runs from king to ace, four suits",
        "spider-2" => "Spider with spades and hearts only",
        "spider-1" => "Spider with spades only: the way to learn it",
        "spider-relaxed" => "Spider that deals even over empty columns",
        "spider-gnome" => "Spider whose finished runs you take away yourself",
        "spiderette" => "Spider with one deck, dealt like Klondike",
        "will-o-the-wisp" => "Spider with one deck in seven columns of three",
        "simple-simon" => "Spider with one deck, all in view, no stock",
        "mrs-mop" => "Spider with two decks, all in view, no stock",
        "scorpion" => "take any card with all that lies on it, in suit",
        "freecell" => "all cards in view, four cells to park them",
        "bakers-game" => "FreeCell built in suit",
        "eight-off" => "eight cells, built in suit, kings into gaps",
        "seahaven-towers" => "ten columns, four cells, built in suit",
        "yukon" => "take any card with all that lies on it, no stock",
        "russian" => "Yukon built in suit",
        "alaska" => "Yukon built in suit, up or down",
        "east-haven" => "the stock is dealt in rows over the columns",
        "forty-thieves" => "two decks, in suit, one card at a time",
        "king-albert" => "all in view, with seven spare cards",
        "raglan" => "King Albert with the aces already up",
        "beleaguered-castle" => "all in view, any suit, one card at a time",
        "streets-and-alleys" => "Beleaguered Castle with the aces still to free",
        "fan" => "eighteen little fans, in suit, kings into gaps",
        "bakers-dozen" => "thirteen columns; what is emptied stays empty",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_game_has_a_line_of_its_own() {
        let mut seen = std::collections::HashSet::new();
        for rules in crate::ALL {
            let words = super::summary(rules);
            assert!((10..=54).contains(&words.len()) && !words.ends_with('.'), "{}: {words:?}", rules.name);
            assert!(seen.insert(words), "{}: {words:?} twice", rules.name);
        }
    }
}
