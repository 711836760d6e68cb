//! The rule sheet, generated from the rules: what it says is what the engine does.

use crate::*;
use std::fmt::Write as _;

impl Rules {
    /// The rule sheet: a title, then short sections of sentences, as Markdown.
    pub fn describe(&self) -> String {
        let mut sheet = format!("# {}\n\n", self.title);
        let sections: [(&str, Vec<String>); 6] = [
            ("Aim", self.aim()),
            ("Deal", self.dealt()),
            ("Foundations", self.foundation_rules()),
            ("Columns", self.column_rules()),
            ("Stock", self.stock_rules()),
            ("Score", vec![format!("{}.", capital(&self.scoring.describe()))]),
        ];
        for (heading, sentences) in sections.into_iter().filter(|(_, sentences)| !sentences.is_empty()) {
            let _ = writeln!(sheet, "## {heading}\n\n{}\n", sentences.join(" "));
        }
        let _ = writeln!(sheet, "(`{}`, family {})", self.name, self.family);
        sheet
    }

    fn aim(&self) -> Vec<String> {
        vec![
            match self.goal {
                Goal::Foundations => "Bring all cards to the foundations.",
                Goal::Runs => {
                    "Make runs of one suit from the highest card to the ace in the columns. A finished run leaves by itself; when all have left, the game is won."
                }
                Goal::RunsByHand => {
                    "Make runs of one suit from the highest card to the ace in the columns. A finished run may be lifted off to an empty foundation or stay; the game is won when all runs have left, or when all stand in the columns."
                }
                Goal::RunsStay => {
                    "Make runs of one suit from the highest card to the ace. They stay in the columns; the game is won when every card lies in one."
                }
            }
            .into(),
        ]
    }

    fn dealt(&self) -> Vec<String> {
        let deck = self.deck();
        let mut out = Vec::new();
        let decks = match (u16::from(self.copies) * u16::from(self.suits), self.suits) {
            (4, 4) => "one deck".into(),
            (8, 4) => "two decks".into(),
            (8, suits) => format!("two decks' worth of cards in {}", plural(suits, "suit")),
            (_, suits) => format!("{} of each card in {}", self.copies, plural(suits, "suit")),
        };
        let ranks =
            if self.ranks == 13 { String::new() } else { format!(", {} ranks from the ace up", self.ranks) };
        out.push(format!("{} cards: {decks}{ranks}.", deck.len()));
        let sizes: Vec<(u8, u8)> =
            (0..usize::from(self.columns)).map(|c| (self.down.of(c), self.up.of(c))).collect();
        let one = |&(down, up): &(u8, u8)| match (down, up) {
            (0, up) => format!("{} face up", plural(up, "card")),
            (down, up) => format!("{} face down and {up} face up", plural(down, "card")),
        };
        let even = sizes.iter().all(|size| *size == sizes[0]);
        out.push(if even {
            format!("{} of {}.", capital(&plural(self.columns, "column")), one(&sizes[0]))
        } else {
            let each = sizes.iter().map(|(d, u)| if *d == 0 { format!("{u}") } else { format!("{d}+{u}") });
            let list: Vec<_> = each.collect();
            format!(
                "{} with (face down + face up) {} cards.",
                capital(&plural(self.columns, "column")),
                list.join(", ")
            )
        });
        if self.kings_to_bottom {
            out.push("Kings are put at the bottom of their columns.".into());
        }
        if self.reserve > 0 {
            let open = if self.reserve_up { "all face up" } else { "only its top card face up" };
            out.push(format!(
                "A reserve of {}, {open}; its top card may be played.",
                plural(self.reserve, "card")
            ));
        }
        if self.cells > 0 {
            let dealt = match self.cells_dealt {
                0 => String::new(),
                n if n == self.cells => ", each with a card".into(),
                n => format!(", {n} of them with a card"),
            };
            let takes = if self.cells_take { "each takes any one card" } else { "none takes a card back" };
            out.push(format!("{}{dealt}; {takes}.", capital(&plural(self.cells, "cell"))));
        }
        if self.stock != Stock::None {
            out.push(format!("The other {} are the stock.", plural(self.in_stock(), "card")));
        }
        if self.first_turned {
            out.push("The first cards of the stock are turned already.".into());
        }
        out
    }

    fn foundation_rules(&self) -> Vec<String> {
        if self.goal != Goal::Foundations {
            return match (self.goal, self.place) {
                (Goal::RunsByHand, Place::AnyEmpty) => vec!["A run goes to any empty foundation.".into()],
                (Goal::RunsByHand, _) => vec!["A run goes to an empty foundation.".into()],
                _ => Vec::new(),
            };
        }
        let mut out = Vec::new();
        out.push(match self.base {
            Base::Ace => "They are built up in suit from ace to king.".into(),
            Base::AcesOut => "The aces lie there from the start; they are built up in suit to the king.".into(),
            Base::TwosOut => {
                "The twos lie there from the start; they are built up in suit, ace on king, to the ace.".into()
            }
            Base::Dealt => {
                "One card is dealt to the first of them: its rank is the base rank, with which all start. They are built up in suit, ace on king.".to_string()
            }
        });
        out.push(
            match self.place {
                Place::BySuit => "Each suit has its own foundation.",
                Place::FirstEmpty => "A base card starts the first empty one.",
                Place::AnyEmpty => "A base card starts any empty one.",
            }
            .into(),
        );
        out.push(
            match self.take_back {
                TakeBack::Never => "Cards stay there.",
                TakeBack::OntoCards => "A top card may go back onto a column that has cards, except a base card.",
                TakeBack::Anywhere => "A top card may go back to the columns where it fits, except a base card.",
                TakeBack::EvenBase => {
                    "A top card may go back to the columns where it fits; a base card may also move to another empty foundation."
                }
            }
            .into(),
        );
        match self.auto {
            Auto::Off => {}
            Auto::Base => out.push("With automatic moves, base cards go up by themselves.".into()),
            Auto::Safe => out.push(
                "With automatic moves, a card of columns, reserve or cells goes up by itself when no card that could be put on it is still in play.".into(),
            ),
        }
        out
    }

    fn column_rules(&self) -> Vec<String> {
        let mut out = Vec::new();
        let way = if self.both_ways { "up or down" } else { "down" };
        let suit = match self.build {
            Build::AltColour => "in alternating colours",
            Build::SameColour => "in one colour",
            Build::SameSuit => "in suit",
            Build::OtherSuit => "on any suit but the card's own",
            Build::AnySuit => "regardless of suit",
        };
        let wrap = if self.wrap { ", a king on an ace" } else { "" };
        out.push(format!("They are built {way} {suit}{wrap}."));
        if !self.build_on_base {
            out.push("Nothing may be put on a card of the base rank.".into());
        }
        if !self.base_into_columns {
            out.push("A card of the base rank may not be put into a column.".into());
        }
        out.push(
            match self.take {
                Take::Top => "Cards move one at a time.",
                Take::Whole => "A column moves as a whole; its top card may go up.",
                Take::TopOrWhole => "A column moves as a whole, or its top card alone.",
                Take::Run => "Any sequence at the end of a column moves together.",
                Take::SuitRun => "Any sequence of one suit at the end of a column moves together.",
                Take::RunBySpace => {
                    "A sequence moves together if free cells and empty columns could carry it card by card."
                }
                Take::FaceUp => "Any face-up card moves with all the cards on it, in sequence or not.",
            }
            .into(),
        );
        let fill = match self.fill {
            Fill::Anything => "takes any card",
            Fill::Kings => "takes only a king",
            Fill::Waste => "takes only the top card of the waste",
            Fill::WasteOrColumn => "takes only the top card of the waste or a whole column",
            Fill::Nothing => "stays empty",
        };
        out.push(match self.reserve_fills {
            ReserveFills::Itself => {
                format!("An empty column is filled from the reserve at once, by itself; once the reserve is empty, it {fill}.")
            }
            ReserveFills::ByHand => {
                format!("An empty column takes the top card of the reserve; once the reserve is empty, it {fill}.")
            }
            ReserveFills::Never => format!("An empty column {fill}."),
        });
        out
    }

    fn stock_rules(&self) -> Vec<String> {
        let mut out = Vec::new();
        match self.stock {
            Stock::None => return out,
            Stock::Rows => {
                out.push(
                    "One card is dealt face up to each column, as far as they go, when no column is empty."
                        .into(),
                );
                return out;
            }
            Stock::RowsAnyTime => {
                out.push(
                    "One card is dealt face up to each column, as far as they go, empty columns too.".into(),
                );
                return out;
            }
            Stock::Waste => {
                out.push(format!(
                    "Cards are turned to the waste {} at a time; its top card may be played.",
                    self.draw
                ));
                out.push(match self.waste_shows {
                    Count::Unlimited => "All cards of the waste show.".into(),
                    Count::Of(0 | 1) => "Only the last card turned shows.".into(),
                    Count::Of(n) => format!("The last {n} cards of the waste show."),
                });
            }
            Stock::FaceUp => {
                out.push("Its top card is face up and may be played. Drawing lays it on the waste, whose cards may not.".into());
            }
        }
        out.push(match self.redeals {
            Count::Unlimited => {
                "When the stock is empty, the waste becomes the stock again, in the same order, as often as one likes.".into()
            }
            Count::Of(0) => "The stock is gone through once.".into(),
            Count::Of(n) => format!(
                "When the stock is empty, the waste becomes the stock again, in the same order, {}.",
                if n == 1 { "once".into() } else { format!("{n} times") }
            ),
        });
        if self.redeal_draws && self.redeals != Count::Of(0) {
            out.push("The first cards are turned at once then.".into());
        }
        out
    }
}
