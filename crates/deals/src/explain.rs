//! How a number becomes a deal, step by step, for anyone who wants to check it by hand.

use crate::name::{DealName, NameError, Scheme};
use crate::programs::{self, Dealt};
use crate::spot::Spot;
use cards::Card;
use cards::foreign::Top;
use rules::Rules;
use std::fmt::Write as _;

impl DealName {
    /// The steps from the number to the table, as text with one step a paragraph.
    ///
    /// # Errors
    /// When the scheme has no such number or does not know the game.
    pub fn explain(self, rules: &Rules) -> Result<String, NameError> {
        let dealt = programs::deal(self, rules)?;
        let mut text = String::new();
        let out = &mut text;
        // Writing to a String cannot fail.
        let _ = self.write(out, rules, &dealt);
        Ok(text)
    }

    fn write(self, out: &mut String, rules: &Rules, dealt: &Dealt) -> std::fmt::Result {
        let Dealt { pack, dealing, order } = dealt;
        let count = pack.unshuffled.len();
        let program = match self.scheme {
            // Microsoft numbered FreeCell only; PySolFC carried the numbers over to its other games.
            Scheme::Ms => "PySolFC deals its ms numbers",
            Scheme::Ours => "Talon deals it",
            scheme => &format!("{} deals it", scheme.program()),
        };
        writeln!(out, "{self}: {} as {program}", rules.title)?;
        writeln!(out, "\n1. The deck before the shuffle, {count} cards, places 0 to {}:", count - 1)?;
        write_cards(out, &pack.unshuffled)?;
        writeln!(out)?;
        write_words(out, "2. ", &generator(self))?;
        writeln!(out, "   The places swapped, one pair after the other:")?;
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
                "   Its columns 1 to {} are, in this order, our columns {}.",
                map.len(),
                map.join(" ")
            )?;
            if rules.stock.is_rows() {
                writeln!(out, "   The rows of the stock go the same way, so the game is the same.")?;
            }
        }
        if rules.suits < 4 && pack.cards.iter().any(|card| card.suit() == cards::Suit::Clubs) {
            writeln!(out, "   Its clubs are our spades.")?;
        }
        if rules.kings_to_bottom {
            writeln!(out, "   Then the kings go to the bottom of their columns.")?;
        }
        writeln!(out, "\n5. The deal in our dealing order:")?;
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

/// A paragraph in lines of at most a hundred characters.
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

/// The generator in a sentence or two.
fn generator(name: DealName) -> String {
    let number = name.number;
    let microsoft = "state = state x 214013 + 2531011; a draw is bits 16 to 30 of it. \
                     For n from the number of cards down to 2, place n-1 is swapped with place draw mod n.";
    match name.scheme {
        Scheme::Ours => format!(
            "The generator is xoshiro256** seeded with {number} through SplitMix64. For i from the last place \
             down to 1, place i is swapped with a place from 0 to i, drawn without bias."
        ),
        Scheme::Ms => format!("The state starts at {number}; {microsoft}"),
        Scheme::Pysol if number < cards::foreign::pysol::FIRST_OWN => {
            format!("A number below 32000 is Microsoft's: the state starts at {number}; {microsoft}")
        }
        Scheme::Pysol => format!(
            "The generator is Python's random.Random({number}), a Mersenne Twister. For i from the last place \
             down to 1, place i is swapped with place int(random() x (i+1))."
        ),
        Scheme::Kpat => format!("The state starts at {number}; {microsoft}"),
        Scheme::Solvitaire => format!(
            "The generator is the Mersenne Twister with seed {number}. For i from the last place down to 1, \
             place i is swapped with draw / (2^32 / (i+1)), drawn again when that is above i."
        ),
        Scheme::Aisleriot => format!(
            "The generator is GLib's Mersenne Twister with seed {number}. For i from 0 up, place i is swapped \
             with place i + draw mod (n-i), drawn again in the last, incomplete block of n-i numbers."
        ),
        Scheme::Ucb | Scheme::Ycp => format!(
            "The generator is java.util.Random({number}). For i from the last place down to 1, place i is \
             swapped with place nextInt(i+1), as Collections.shuffle does."
        ),
        Scheme::Pipkin => format!(
            "The generator is java.util.Random({number}). For i from 0 up, place i is swapped with place \
             i + |nextInt()| mod (52-i)."
        ),
    }
}

/// The spots in words, those of one kind together.
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
                let way =
                    if piece.len() > 1 && first > 0 { "from its top down" } else { "from its bottom up" };
                format!("{cards} to the reserve, {way}")
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
