//! The rules that a player can change, in the player's words: their names, their values, a sentence of help.

/// The values that a rule can take.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Flag,
    /// A number in this range.
    Number {
        /// The smallest number.
        least: u8,
        /// The largest number.
        most: u8,
    },
    /// A number, or `unlimited`.
    Count {
        /// The largest number that is offered; larger ones can be typed.
        most: u8,
    },
    /// One of these words of the setting, each with the words that people read.
    Word {
        /// The words of the setting and the words for people.
        values: &'static [(&'static str, &'static str)],
    },
    /// A list of numbers, one for all columns or one for each.
    List,
}

/// A rule as the form shows it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name of the rule in settings.
    pub name: &'static str,
    /// Its name in the player's words.
    pub words: &'static str,
    /// A sentence of help.
    pub help: &'static str,
    /// The values that it can take.
    pub kind: Kind,
}

const fn field(name: &'static str, words: &'static str, kind: Kind, help: &'static str) -> Field {
    Field { name, words, help, kind }
}

const fn number(least: u8, most: u8) -> Kind {
    Kind::Number { least, most }
}

const fn word(values: &'static [(&'static str, &'static str)]) -> Kind {
    Kind::Word { values }
}

/// The rules that a player may change, in the order of the rule sheet.
pub const FIELDS: &[Field] = &[
    field("copies", "Copies of each card", number(1, 8), "One is a single deck, two are two decks."),
    field(
        "suits",
        "Different suits",
        word(&[("1", "one suit"), ("2", "two suits"), ("4", "four suits")]),
        "With fewer suits the game is easier; the number of cards stays the same.",
    ),
    field("ranks", "Ranks from the ace up", number(2, 13), "A full suit has thirteen."),
    field("columns", "Number of columns", number(1, 20), "The columns are the piles that you build down."),
    field(
        "down",
        "Face-down cards dealt to each column",
        Kind::List,
        "One number for all columns, or one for each.",
    ),
    field(
        "up",
        "Face-up cards dealt to each column",
        Kind::List,
        "One number for all columns, or one for each.",
    ),
    field(
        "kings_to_bottom",
        "Kings are moved to the bottom of their columns",
        Kind::Flag,
        "This happens after the deal, so that no king buries smaller cards.",
    ),
    field(
        "reserve",
        "Cards in the reserve",
        number(0, 60),
        "Only the top card of the reserve may be played.",
    ),
    field(
        "reserve_up",
        "The whole reserve is face up",
        Kind::Flag,
        "Otherwise only its top card can be seen.",
    ),
    field(
        "cells",
        "Number of cells",
        number(0, 8),
        "A cell holds one card; with fewer cells the game is harder.",
    ),
    field("cells_dealt", "Cards dealt to the cells", number(0, 8), "These cells are taken when play begins."),
    field(
        "cells_take",
        "Cards may be put into cells",
        Kind::Flag,
        "Otherwise cards only come out of the cells.",
    ),
    field(
        "goal",
        "What wins",
        word(&[
            ("foundations", "all cards on the foundations"),
            ("runs", "runs that leave by themselves"),
            ("runs-by-hand", "runs that you move away"),
            ("runs-stay", "runs that stay in the columns"),
        ]),
        "A run is a whole suit from the king to the ace.",
    ),
    field(
        "base_rank",
        "Foundations start with",
        word(&[
            ("ace", "the aces"),
            ("aces-out", "the aces, which are dealt there"),
            ("twos-out", "the twos, which are dealt there"),
            ("dealt", "the rank of the first card dealt"),
        ]),
        "Every foundation is built up in suit from this rank.",
    ),
    field(
        "place",
        "Where a foundation may be started",
        word(&[
            ("by-suit", "each suit has its own place"),
            ("first-empty", "the first empty place"),
            ("any-empty", "any empty place"),
        ]),
        "The place to which the first card of a foundation goes.",
    ),
    field(
        "take_back",
        "Foundation cards may be taken back",
        word(&[
            ("never", "no"),
            ("onto-cards", "onto cards only"),
            ("anywhere", "yes"),
            ("even-base", "yes, the first card too"),
        ]),
        "A card that went up may be wanted again in a column.",
    ),
    field(
        "build",
        "Columns are built",
        word(&[
            ("alt-colour", "in alternating colours"),
            ("same-colour", "in one colour"),
            ("same-suit", "in suit"),
            ("other-suit", "on any other suit"),
            ("any-suit", "regardless of suit"),
        ]),
        "Which suits may be put on which in a column.",
    ),
    field(
        "both_ways",
        "Columns are built up as well as down",
        Kind::Flag,
        "A five then goes on a six or on a four.",
    ),
    field("wrap", "A king may be placed on an ace", Kind::Flag, "The ranks then go round in a circle."),
    field(
        "build_on_base",
        "Cards may be put on base cards",
        Kind::Flag,
        "A base card has the rank with which foundations start.",
    ),
    field(
        "base_into_columns",
        "Base cards may go into columns",
        Kind::Flag,
        "Otherwise a base card goes to its foundation or stays where it is.",
    ),
    field(
        "take",
        "What may be lifted",
        word(&[
            ("top", "single cards"),
            ("whole", "whole columns"),
            ("top-or-whole", "the top card or the whole column"),
            ("run", "any sequence"),
            ("suit-run", "any sequence in suit"),
            ("run-by-space", "as many cards as free places allow"),
            ("face-up", "any face-up card with all the cards on it"),
        ]),
        "How many cards of a column move together to another column.",
    ),
    field(
        "fill",
        "Empty columns take",
        word(&[
            ("anything", "any card"),
            ("kings", "kings"),
            ("waste", "the top card of the waste"),
            ("waste-or-column", "a card of the waste or of a column"),
            ("nothing", "nothing"),
        ]),
        "What may be put into an empty column.",
    ),
    field(
        "reserve_fills",
        "The reserve fills empty columns",
        word(&[("itself", "by itself"), ("by-hand", "when you move its card"), ("never", "no")]),
        "What the reserve does when a column becomes empty.",
    ),
    field(
        "stock",
        "The stock",
        word(&[
            ("none", "none"),
            ("waste", "is turned to a waste"),
            ("face-up", "lies face up"),
            ("rows", "deals rows if no column is empty"),
            ("rows-any-time", "deals rows at any time"),
        ]),
        "How the cards that are left over come into play.",
    ),
    field(
        "draw",
        "Cards drawn at a time",
        number(1, 5),
        "Of the cards that are turned, the last one may be played.",
    ),
    field("redeals", "Redeals", Kind::Count { most: 5 }, "How often the waste may become the stock again."),
    field(
        "redeal_draws",
        "A redeal also turns cards",
        Kind::Flag,
        "The first cards of the new pass then lie open.",
    ),
    field(
        "first_turned",
        "The first cards are turned up at the start",
        Kind::Flag,
        "Otherwise you begin by drawing them.",
    ),
    field(
        "waste_shows",
        "Visible cards of the waste",
        Kind::Count { most: 5 },
        "Only the top card of the waste may be played, however many can be seen.",
    ),
    field(
        "auto",
        "Cards that go up automatically",
        word(&[("off", "none"), ("base", "base cards"), ("safe", "safe cards")]),
        "A card is safe if no card that could be put on it is still in play.",
    ),
    field(
        "scoring",
        "Scoring",
        word(&[
            ("casino", "casino: $50 a deck, $5 a card"),
            ("vegas", "Las Vegas: $52 a deck, $5 a card"),
            ("cards", "a point a card"),
            ("break-even", "a point a card, ten break even"),
            ("microsoft", "500, less a point a move"),
            ("runs", "a point a run"),
            ("joins", "a point for each card in sequence"),
        ]),
        "How the score is counted; it does not change the play.",
    ),
];

/// The deck listing, which is no rule: it is offered where there is a waste.
pub const LISTING: Field = field(
    "listing",
    "Deck listing",
    word(&[("no", "hidden"), ("yes", "shown")]),
    "Lists the cards of the stock and the waste as far as you have seen them.",
);

impl Field {
    /// The rule of this name, which is written as in settings; hyphens count as underscores.
    pub fn find(name: &str) -> Option<&'static Field> {
        let name = name.trim().replace('-', "_");
        FIELDS.iter().chain([&LISTING]).find(|field| field.name == name)
    }

    /// The values that are offered, in the notation of settings; none for a list, which is typed.
    pub(super) fn values(&self) -> Vec<String> {
        match self.kind {
            Kind::Flag => vec!["false".into(), "true".into()],
            Kind::Number { least, most } => (least..=most).map(|number| number.to_string()).collect(),
            Kind::Count { most } => {
                (0..=most).map(|number| number.to_string()).chain(["unlimited".into()]).collect()
            }
            Kind::Word { values } => values.iter().map(|(value, _)| (*value).into()).collect(),
            Kind::List => Vec::new(),
        }
    }

    /// A value of the setting in words.
    pub(super) fn words_for(&self, value: &str) -> String {
        match (self.kind, value) {
            (Kind::Flag, "true") => "yes".into(),
            (Kind::Flag, _) => "no".into(),
            (Kind::Count { .. }, "unlimited") if self.name == "redeals" => "as often as you like".into(),
            (Kind::Count { .. }, "unlimited") => "all".into(),
            (Kind::Count { .. }, "0") => "none".into(),
            (Kind::Word { values }, value) => {
                let known = values.iter().find(|(known, _)| *known == value);
                known.map_or_else(|| "its own".into(), |(_, words)| (*words).into())
            }
            (_, value) => value.trim_matches(['[', ']']).into(),
        }
    }
}
