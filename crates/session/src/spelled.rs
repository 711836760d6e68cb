//! Cards in words, for people who listen: a screen reader makes little of `5♠`.

use talon_cards::Card;

/// Spells out the cards of a sentence: `5♠ does not go on 2♠` becomes `The five of spades does not go on the two
/// of spades`.
pub fn spelled(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, len, card)) = first_card(rest) {
        said += &rest[..at];
        let begins = said.trim_end().is_empty() || said.trim_end().ends_with(['.', '!', '?']);
        // `One Q♣` and `Neither Q♣` speak of one of several copies.
        let of_many = ["One ", "Neither ", "No "].iter().any(|word| said.ends_with(word));
        said += match begins {
            _ if of_many => "",
            true => "The ",
            false => "the ",
        };
        said += &card.words();
        rest = &rest[at + len..];
    }
    said + rest
}

/// Returns the first card in a text, where it begins, and its length in bytes.
fn first_card(text: &str) -> Option<(usize, usize, Card)> {
    text.match_indices(['♣', '♦', '♥', '♠']).find_map(|(sign, suit)| {
        let rank = text[..sign].trim_end_matches(|c: char| "0123456789AJQK".contains(c)).len();
        let letter = match suit {
            "♣" => 'C',
            "♦" => 'D',
            "♥" => 'H',
            _ => 'S',
        };
        let card = format!("{}{letter}", &text[rank..sign]).parse().ok()?;
        Some((rank, sign + suit.len() - rank, card))
    })
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn cards_become_words_and_all_else_stays() {
        for (text, words) in [
            ("5♠ does not go on 2♠: no.", "The five of spades does not go on the two of spades: no."),
            ("No cell is free for 10♥.", "No cell is free for the ten of hearts."),
            ("Moved. A♦ is next. (w-3)", "Moved. The ace of diamonds is next. (w-3)"),
            ("Foundations: (♣) and 99♥", "Foundations: (♣) and 99♥"),
            ("Neither 2♠ is seen.", "Neither two of spades is seen."),
            ("No cards here.", "No cards here."),
        ] {
            assert_eq!(spelled(text), words);
        }
    }

    #[test]
    fn every_card_is_found() {
        for card in talon_cards::Card::all() {
            assert_eq!(spelled(&format!("a {card:#}")), format!("a the {}", card.words()));
        }
    }
}
