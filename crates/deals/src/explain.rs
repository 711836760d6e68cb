//! Explains how a number becomes a deal, step by step, for anyone who wants to check it by hand.

use crate::dealing::Spot;
use crate::name::{DealName, NameError};
use crate::pack::Top;
use crate::schemes::Dealt;
use std::fmt::Write as _;
use talon_cards::Card;
use talon_rules::Rules;

impl DealName {
    /// Explains the way from the number to the table, one step a paragraph.
    ///
    /// # Errors
    /// If the rules are invalid, or it is not known how the program deals this game.
    pub fn explain(self, rules: &Rules) -> Result<String, NameError> {
        let dealt = self.dealt(rules)?;
        let mut text = String::new();
        self.write(&mut text, rules, &dealt).expect("writing to a String cannot fail");
        Ok(text)
    }

    fn write(self, out: &mut String, rules: &Rules, dealt: &Dealt) -> std::fmt::Result {
        let Dealt { pack, dealing, order } = dealt;
        let count = pack.unshuffled.len();
        writeln!(out, "{self}: {} as {} deals it", rules.title, self.scheme().program())?;
        writeln!(out, "\n1. The deck before the shuffle, {count} cards, places 0 to {}:", count - 1)?;
        write_cards(out, &pack.unshuffled)?;
        writeln!(out)?;
        write_words(out, "2. ", &self.scheme().explain(self.number()))?;
        writeln!(out, "   The pairs of places swapped, in order:")?;
        let pairs: Vec<String> = pack.swaps.iter().map(|(i, j)| format!("{i}-{j}")).collect();
        for line in pairs.chunks(13) {
            writeln!(out, "   {}", line.join(" "))?;
        }
        let end = match pack.top {
            Top::Front => "first",
            Top::Back => "last",
        };
        writeln!(out, "\n3. The deck after the shuffle; the {end} card is dealt first:")?;
        write_cards(out, &pack.cards)?;
        writeln!(out, "\n4. The cards are dealt:")?;
        if let (Some(base), 2..) = (rules.fixed_base(), rules.foundation_dealt()) {
            writeln!(out, "   Every {} goes to its foundation, and the others in this order:", base.words())?;
        }
        for line in pieces(&dealing.spots) {
            write_words(out, "   ", &line)?;
        }
        let columns = dealing.columns(rules).unwrap_or_default();
        if columns.iter().enumerate().any(|(c, &ours)| c != ours) {
            let map: Vec<String> = columns.iter().map(|ours| (ours + 1).to_string()).collect();
            writeln!(
                out,
                "   Its columns 1 to {} are, in this order, Talon's columns {}.",
                map.len(),
                map.join(" ")
            )?;
            if rules.stock.is_rows() {
                writeln!(out, "   The rows of the stock go the same way, so the game is the same.")?;
            }
        }
        if rules.suits < 4 && pack.cards.iter().any(|card| card.suit() == talon_cards::Suit::Clubs) {
            writeln!(out, "   Its clubs are Talon's spades.")?;
        }
        if rules.kings_to_bottom {
            writeln!(out, "   Then the kings go to the bottom of their columns.")?;
        }
        writeln!(out, "\n5. The deal in Talon's dealing order:")?;
        write_cards(out, order)
    }
}

fn write_cards(out: &mut String, cards: &[Card]) -> std::fmt::Result {
    for row in cards.chunks(26) {
        let row: Vec<String> = row.iter().map(Card::to_string).collect();
        writeln!(out, "   {}", row.join(" "))?;
    }
    Ok(())
}

/// Writes a paragraph in lines of at most a hundred characters.
fn write_words(out: &mut String, head: &str, text: &str) -> std::fmt::Result {
    let mut line = head.to_owned();
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > 100 {
            writeln!(out, "{}", line.trim_end())?;
            line = "   ".to_owned();
        }
        line.push_str(word);
        line.push(' ');
    }
    writeln!(out, "{}", line.trim_end())
}

/// The spots in words, a line for each stretch of one kind.
fn pieces(spots: &[Spot]) -> Vec<String> {
    let kind = |spot: &Spot| std::mem::discriminant(spot);
    let mut lines = Vec::new();
    let mut start = 0;
    for piece in spots.chunk_by(|a, b| kind(a) == kind(b)) {
        let cards = match piece.len() {
            1 => format!("card {}", start + 1),
            n => format!("cards {} to {}", start + 1, start + n),
        };
        let numbers =
            |numbers: Vec<usize>| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        lines.push(match piece[0] {
            Spot::Column(_) => {
                let columns = piece.iter().map(|spot| if let Spot::Column(c) = spot { c + 1 } else { 0 });
                format!("{cards} to the columns {}", numbers(columns.collect()))
            }
            Spot::Reserve(first) => {
                let order =
                    if piece.len() > 1 && first > 0 { "from its top down" } else { "from its bottom up" };
                format!("{cards} to the reserve, {order}")
            }
            Spot::Foundation => format!("{cards} to the foundation"),
            Spot::Cell => format!("{cards} to the cells"),
            Spot::Stock(_) => {
                let turns: Vec<usize> = piece
                    .iter()
                    .map(|spot| if let Spot::Stock(turn) = spot { turn + 1 } else { 0 })
                    .collect();
                if turns.windows(2).all(|pair| pair[1] == pair[0] + 1) {
                    format!("{cards} to the stock, to be drawn in this order")
                } else {
                    format!("{cards} to the stock, to be drawn as number {}", numbers(turns))
                }
            }
        });
        start += piece.len();
    }
    lines
}
