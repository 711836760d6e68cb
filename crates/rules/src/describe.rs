//! The rule sheet, generated from the rules that the engine follows.

use crate::phrase::with_article;
use crate::*;
use std::fmt::Write as _;
use talon_cards::Rank;

impl Rules {
    /// The rule sheet as Markdown: a title and short sections.
    pub fn describe(&self) -> String {
        let mut sheet = format!("# {}\n\n", self.title);
        let sections: [(&str, Vec<String>); 6] = [
            ("Aim", self.aim()),
            ("Deal", self.dealt()),
            ("Foundations", self.foundation_rules()),
            ("Columns", self.column_rules()),
            ("Stock", self.stock_rules()),
            ("Score", self.score()),
        ];
        for (heading, sentences) in sections.into_iter().filter(|(_, sentences)| !sentences.is_empty()) {
            let _ = writeln!(sheet, "## {heading}\n\n{}\n", sentences.join(" "));
        }
        let _ = writeln!(sheet, "(`{}`, family {})", self.name, self.family);
        sheet
    }

    fn score(&self) -> Vec<String> {
        let scoring = &self.scoring;
        let mut out = vec![format!("{}.", capital(&scoring.describe()))];
        if scoring.card > 0 && scoring.run == 0 && scoring.join == 0 && scoring.step == 0 {
            let cards = i32::try_from(self.deck().len()).unwrap_or(0);
            let most = scoring.words(scoring.start + scoring.card * cards);
            out.push(match scoring.money {
                true => format!("At most {most} can be won."),
                false => format!("The highest score is {most}."),
            });
        }
        out
    }

    /// The highest rank of the deck in words: the king, unless the deck is short.
    fn highest(&self) -> &'static str {
        Rank::new(self.ranks).map_or("king", Rank::words)
    }

    fn aim(&self) -> Vec<String> {
        let highest = self.highest();
        let runs = format!("Make runs of one suit from {highest} to ace");
        vec![match self.goal {
            Goal::Foundations => "Bring all cards to the foundations.".into(),
            Goal::Runs => format!(
                "{runs} in the columns. A finished run is removed automatically; when all runs have been removed, the game is won."
            ),
            Goal::RunsByHand => format!(
                "{runs} in the columns. A finished run may be moved to an empty foundation or stay; the game is won when all runs have been moved, or when all of them are in the columns."
            ),
            Goal::RunsStay => {
                format!("{runs}. They stay in the columns; the game is won when every card is part of one.")
            }
        }]
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
        out.push(self.columns_dealt());
        if self.kings_to_bottom {
            out.push("Kings are moved to the bottom of their columns.".into());
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
            out.push("The first cards of the stock are turned at the start.".into());
        }
        out
    }

    /// The numbers of cards that the columns are dealt, and which of them are face down.
    fn columns_dealt(&self) -> String {
        let sizes: Vec<(u8, u8)> =
            (0..usize::from(self.columns)).map(|c| (self.down.of(c), self.up.of(c))).collect();
        let columns = capital(&plural(self.columns, "column"));
        if sizes.iter().all(|size| *size == sizes[0]) {
            return match sizes[0] {
                (0, up) => format!("{columns} of {} face up.", plural(up, "card")),
                (down, up) => format!("{columns} of {} face down and {up} face up.", plural(down, "card")),
            };
        }
        let list = |count: fn(&(u8, u8)) -> u8| {
            let counts: Vec<_> = sizes.iter().map(|size| count(size).to_string()).collect();
            counts.join(", ")
        };
        let all = list(|(down, up)| down + up);
        if sizes.iter().all(|(down, _)| *down == 0) {
            format!("{columns} with {all} cards, all face up.")
        } else if sizes.iter().all(|(_, up)| *up == 1) {
            format!("{columns} with {all} cards; only the top card of each is face up.")
        } else {
            format!("{columns} with {all} cards, of which {} are face down.", list(|(down, _)| *down))
        }
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
        let highest = self.highest();
        out.push(match self.base_rank {
            BaseRank::Ace => format!("They are built up in suit from ace to {highest}."),
            BaseRank::AcesOut => {
                format!("The aces are there from the start; they are built up in suit to the {highest}.")
            }
            BaseRank::TwosOut => {
                format!("The twos are there from the start; they are built up in suit, ace on {highest}, to the ace.")
            }
            BaseRank::Dealt => {
                format!("One card is dealt to the first of them; its rank is the base rank, with which every foundation starts. They are built up in suit, ace on {highest}.")
            }
        });
        let base = match self.base_rank {
            BaseRank::Ace | BaseRank::AcesOut => "an ace",
            BaseRank::TwosOut => "a two",
            BaseRank::Dealt => "a base card",
        };
        out.push(match (self.place, self.copies) {
            (Place::BySuit, 1) => "Each suit has its own foundation.".into(),
            (Place::BySuit, copies) => format!("Each suit has {copies} foundations."),
            (Place::FirstEmpty, _) => format!("{} starts the first empty one.", capital(base)),
            (Place::AnyEmpty, _) => format!("{} starts any empty one.", capital(base)),
        });
        out.push(match self.take_back {
            TakeBack::Never => "Cards stay there.".into(),
            TakeBack::OntoCards => {
                format!("The top card may be taken back onto a column that has cards, unless it is {base}.")
            }
            TakeBack::Anywhere => {
                format!("The top card may be taken back to a column where it fits, unless it is {base}.")
            }
            TakeBack::EvenBase => format!(
                "The top card may be taken back to a column where it fits; {base} may also move to another empty foundation."
            ),
        });
        match self.auto {
            Auto::Off => {}
            Auto::Base => out.push("Automatic moves put base cards on the foundations.".into()),
            Auto::Safe => {
                let from = match (self.reserve > 0, self.cells > 0) {
                    (true, true) => "the columns, the reserve or the cells",
                    (true, false) => "the columns or the reserve",
                    (false, true) => "the columns or the cells",
                    (false, false) => "the columns",
                };
                out.push(format!("Automatic moves put a card from {from} on its foundation if no card that could be placed on it is still in play."));
            }
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
        let a_highest = with_article(self.highest());
        let wrap = if self.wrap { format!(", {a_highest} on an ace") } else { String::new() };
        out.push(format!("They are built {way} {suit}{wrap}."));
        if !self.build_on_base {
            out.push("No card may be placed on a card of the base rank.".into());
        }
        // Elsewhere, a base card can only be the lowest card of a column.
        let dealt_on_others = self.stock.is_rows()
            || (0..usize::from(self.columns)).any(|c| self.up.of(c) > 1 || self.down.of(c) > 0);
        if !self.base_into_columns {
            out.push(
                if self.take == Take::Top || !dealt_on_others {
                    "A card of the base rank may not be put into a column."
                } else {
                    "A card of the base rank may not be put into a column, alone or as the lowest of several."
                }
                .into(),
            );
        }
        let hidden = (0..usize::from(self.columns)).any(|c| self.down.of(c) > 0);
        let own_suit = matches!(self.build, Build::SameColour | Build::SameSuit | Build::AnySuit);
        let cells_carry = self.cells > 0 && self.cells_take;
        let columns_carry = self.fill == Fill::Anything;
        out.push(
            match self.take {
                Take::Top => "Cards move one at a time.",
                Take::Whole if hidden => {
                    "All face-up cards of a column move together; its top card may go to a foundation alone."
                }
                Take::Whole => "A column moves as a whole; its top card may go to a foundation.",
                Take::TopOrWhole if hidden => {
                    "All face-up cards of a column move together, or its top card alone."
                }
                Take::TopOrWhole => "A column moves as a whole, or its top card alone.",
                Take::Run => "Any sequence at the end of a column moves together.",
                Take::SuitRun if own_suit => {
                    "Any sequence of one suit at the end of a column moves together."
                }
                // No sequence that is built by these rules has two cards of one suit next to each other.
                Take::SuitRun => "Cards move one at a time.",
                Take::RunBySpace => match (cells_carry, columns_carry) {
                    (true, true) => {
                        "A sequence moves together if free cells and empty columns could carry it card by card."
                    }
                    (false, true) => "A sequence moves together if empty columns could carry it card by card.",
                    (true, false) => "A sequence moves together if free cells could carry it card by card.",
                    (false, false) => "Cards move one at a time.",
                },
                Take::FaceUp => "Any face-up card moves with all the cards on top of it, in sequence or not.",
            }
            .into(),
        );
        let turned = if self.stock == Stock::FaceUp { "stock" } else { "waste" };
        let fill = match (self.fill, self.take) {
            (Fill::Anything, _) => "takes any card".into(),
            (Fill::Kings, _) => format!("takes only {a_highest}"),
            (Fill::Waste, _) => format!("takes only the top card of the {turned}"),
            (Fill::WasteOrColumn, Take::Whole) if !hidden => {
                format!("takes only the top card of the {turned} or a whole column")
            }
            (Fill::WasteOrColumn, _) => {
                format!("takes only the top card of the {turned} or cards of a column")
            }
            (Fill::Nothing, _) => "stays empty".into(),
        };
        out.push(match self.reserve_fills {
            ReserveFills::Itself => {
                format!("An empty column is filled from the reserve at once and automatically; when the reserve is empty, it {fill}.")
            }
            ReserveFills::ByHand => {
                format!("An empty column takes the top card of the reserve; when the reserve is empty, it {fill}.")
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
                    "One card is dealt face up to each column, as far as the cards go, if no column is empty."
                        .into(),
                );
                return out;
            }
            Stock::RowsAnyTime => {
                out.push(
                    "One card is dealt face up to each column, as far as the cards go, including empty columns.".into(),
                );
                return out;
            }
            Stock::Waste => {
                out.push(format!(
                    "Cards are turned to the waste {} at a time; its top card may be played.",
                    if self.draw == 1 { "one".into() } else { self.draw.to_string() }
                ));
                out.push(match self.waste_visible() {
                    Count::Unlimited => "All cards of the waste are visible.".into(),
                    Count::Of(0 | 1) => "Only the last turned card is visible.".into(),
                    Count::Of(n) => format!("The last {n} cards of the waste are visible."),
                });
            }
            Stock::FaceUp => {
                out.push("Its top card is face up and may be played. Drawing puts it on the waste, whose cards may not be played.".into());
            }
        }
        out.push(match self.redeals {
            Count::Unlimited => {
                "When the stock is empty, the waste becomes the stock again, in the same order, any number of times.".into()
            }
            Count::Of(0) => "There is only one pass through the stock.".into(),
            Count::Of(n) => format!(
                "When the stock is empty, the waste becomes the stock again, in the same order, {}.",
                if n == 1 { "once".into() } else { format!("{n} times") }
            ),
        });
        if self.redeal_draws && self.redeals != Count::Of(0) {
            out.push("The first cards are then turned at once.".into());
        }
        out
    }
}
