//! A board as a picture, for notebooks: the cards of the page, laid out as on a table.
//!
//! The art is that of `crates/web/page`. A card that others cover shows its rank and suit only.

use std::collections::BTreeSet;
use std::fmt::{self, Write};
use talon_cards::{Card, Rank, Suit};
use talon_rules::{Pile, View};

/// The size of a card, and the space around it.
const WIDTH: usize = 100;
const HEIGHT: usize = 140;
const GAP: usize = 14;
/// How much of a covered card shows.
const SHOWN: usize = 34;
const SHOWN_DOWN: usize = 14;

/// The page, whose symbols are the suits.
const PAGE: &str = include_str!("../../web/page/index.html");
const BACK: &str = include_str!("../../web/page/back-blue.svg");
/// The pictures of the court cards.
const COURT: [(&str, &str); 12] = [
    ("JC", include_str!("../../web/page/court-JC.svg")),
    ("JD", include_str!("../../web/page/court-JD.svg")),
    ("JH", include_str!("../../web/page/court-JH.svg")),
    ("JS", include_str!("../../web/page/court-JS.svg")),
    ("QC", include_str!("../../web/page/court-QC.svg")),
    ("QD", include_str!("../../web/page/court-QD.svg")),
    ("QH", include_str!("../../web/page/court-QH.svg")),
    ("QS", include_str!("../../web/page/court-QS.svg")),
    ("KC", include_str!("../../web/page/court-KC.svg")),
    ("KD", include_str!("../../web/page/court-KD.svg")),
    ("KH", include_str!("../../web/page/court-KH.svg")),
    ("KS", include_str!("../../web/page/court-KS.svg")),
];
/// Where the pips of the ranks from two to ten lie, as on the page: each is a column and a height.
const PIPS: [&[(u8, f32)]; 9] = [
    &[(50, 36.0), (50, 104.0)],
    &[(50, 36.0), (50, 70.0), (50, 104.0)],
    &[(30, 36.0), (70, 36.0), (30, 104.0), (70, 104.0)],
    &[(30, 36.0), (70, 36.0), (50, 70.0), (30, 104.0), (70, 104.0)],
    &[(30, 36.0), (70, 36.0), (30, 70.0), (70, 70.0), (30, 104.0), (70, 104.0)],
    &[(30, 36.0), (70, 36.0), (50, 53.0), (30, 70.0), (70, 70.0), (30, 104.0), (70, 104.0)],
    &[(30, 36.0), (70, 36.0), (50, 53.0), (30, 70.0), (70, 70.0), (50, 87.0), (30, 104.0), (70, 104.0)],
    &[
        (30, 36.0),
        (70, 36.0),
        (30, 58.7),
        (70, 58.7),
        (50, 70.0),
        (30, 81.3),
        (70, 81.3),
        (30, 104.0),
        (70, 104.0),
    ],
    &[
        (30, 36.0),
        (70, 36.0),
        (50, 47.3),
        (30, 58.7),
        (70, 58.7),
        (30, 81.3),
        (70, 81.3),
        (50, 92.7),
        (30, 104.0),
        (70, 104.0),
    ],
];

/// Draws what the player sees as an SVG document.
pub fn svg(view: View<'_>) -> String {
    let mut drawing = Drawing::default();
    // Writing to a string cannot fail.
    let _ = drawing.board(view);
    drawing.finish(view).unwrap_or_default()
}

#[derive(Default)]
struct Drawing {
    body: String,
    width: usize,
    height: usize,
    /// The court cards whose pictures are needed.
    courts: BTreeSet<String>,
}

impl Drawing {
    fn board(&mut self, view: View<'_>) -> fmt::Result {
        let piles: Vec<Pile> = view.piles().collect();
        let (columns, others): (Vec<Pile>, Vec<Pile>) =
            piles.into_iter().partition(|pile| matches!(pile, Pile::Column(_)));
        let mut x = GAP;
        for pile in others {
            let spread = match pile {
                Pile::Waste => view.rules().waste_spread(),
                Pile::Reserve if view.rules().reserve_up => usize::MAX,
                _ => 1,
            };
            let wide = self.row(view, pile, x, spread)?;
            x += wide + GAP;
        }
        let top = if x > GAP { GAP + HEIGHT + 2 * GAP } else { GAP };
        for (i, &pile) in columns.iter().enumerate() {
            self.column(view, pile, GAP + i * (WIDTH + GAP), top)?;
        }
        self.width += GAP;
        self.height += GAP;
        Ok(())
    }

    /// Draws a pile of which only the top cards show, side by side. Returns its width.
    fn row(&mut self, view: View<'_>, pile: Pile, x: usize, spread: usize) -> Result<usize, fmt::Error> {
        let cards: Vec<Option<Card>> = view.open(pile).collect();
        let shown = &cards[cards.len() - spread.min(cards.len())..];
        if shown.is_empty() {
            self.slot(x, GAP)?;
            self.ghost(view, pile, x)?;
        }
        let mut right = x;
        for (i, card) in shown.iter().enumerate() {
            right = x + i * SHOWN;
            self.card(*card, right, GAP, i + 1 < shown.len())?;
        }
        if matches!(pile, Pile::Stock | Pile::Waste | Pile::Reserve) && !cards.is_empty() {
            let (middle, under) = (x + WIDTH / 2, GAP + HEIGHT + 16);
            write!(
                self.body,
                "<text x='{middle}' y='{under}' text-anchor='middle' font-size='14' fill='#f4f1e6'>{}</text>",
                cards.len()
            )?;
        }
        Ok(right - x + WIDTH)
    }

    fn column(&mut self, view: View<'_>, pile: Pile, x: usize, top: usize) -> fmt::Result {
        let mut y = top;
        let count = view.len(pile);
        if count == 0 {
            self.slot(x, y)?;
        }
        for (i, card) in view.open(pile).enumerate() {
            self.card(card, x, y, i + 1 < count)?;
            y += if card.is_some() { SHOWN } else { SHOWN_DOWN };
        }
        Ok(())
    }

    /// Makes room for a card at this place.
    fn cover(&mut self, x: usize, y: usize) {
        self.width = self.width.max(x + WIDTH);
        self.height = self.height.max(y + HEIGHT);
    }

    fn slot(&mut self, x: usize, y: usize) -> fmt::Result {
        self.cover(x, y);
        write!(
            self.body,
            "<rect x='{x}' y='{y}' width='{WIDTH}' height='{HEIGHT}' rx='7' fill='#0002' stroke='#fff4'/>"
        )
    }

    /// Draws the suit that an empty foundation waits for, if the rules determine it.
    fn ghost(&mut self, view: View<'_>, pile: Pile, x: usize) -> fmt::Result {
        let Pile::Foundation(foundation) = pile else { return Ok(()) };
        let Some(suit) = view.rules().foundation_suit(foundation) else { return Ok(()) };
        write!(
            self.body,
            "<use href='#talon-{}' x='{}' y='{}' width='40' height='40' fill='#fff4'/>",
            suit.letter(),
            x + 30,
            GAP + 50
        )
    }

    fn card(&mut self, card: Option<Card>, x: usize, y: usize, covered: bool) -> fmt::Result {
        self.cover(x, y);
        let Some(card) = card else { return write!(self.body, "<use href='#talon-back' x='{x}' y='{y}'/>") };
        let suit = card.suit().letter();
        let colour = if matches!(card.suit(), Suit::Hearts | Suit::Diamonds) { "#c1121f" } else { "#111" };
        write!(
            self.body,
            "<g transform='translate({x} {y})' fill='{colour}'><title>{}</title>",
            card.words()
        )?;
        write!(
            self.body,
            "<rect width='{WIDTH}' height='{HEIGHT}' rx='7' fill='#fffefb' stroke='#0005'/>\
             <g><text x='6' y='25' font-size='25' font-weight='700'>{:#}</text>\
             <use href='#talon-{suit}' x='{}' y='6' width='20' height='20'/></g>",
            card.rank(),
            if card.rank().number() == 10 { 39 } else { 25 },
        )?;
        if !covered {
            self.middle(card)?;
        }
        self.body.push_str("</g>");
        Ok(())
    }

    /// Draws the middle of a card: its pips or its picture.
    fn middle(&mut self, card: Card) -> fmt::Result {
        let suit = card.suit().letter();
        let mut pip = |x: f32, y: f32, size: f32| {
            let turned = if y > 70.0 { format!(" transform='rotate(180 {x} {y})'") } else { String::new() };
            write!(
                self.body,
                "<use href='#talon-{suit}' x='{}' y='{}' width='{size}' height='{size}'{turned}/>",
                x - size / 2.0,
                y - size / 2.0
            )
        };
        match card.rank() {
            Rank::ACE => pip(50.0, 70.0, 44.0),
            rank if rank.number() > 10 => {
                write!(self.body, "<use href='#talon-{card}' x='21.1' y='29.5' width='57.8' height='89'/>")?;
                self.courts.insert(card.to_string());
                Ok(())
            }
            rank => {
                let pips = usize::from(rank.number()).checked_sub(2).and_then(|at| PIPS.get(at));
                pips.into_iter().copied().flatten().try_for_each(|&(x, y)| pip(f32::from(x), y + 4.0, 20.0))
            }
        }
    }

    fn finish(self, view: View<'_>) -> Result<String, fmt::Error> {
        let Drawing { body, width, height, courts } = self;
        let mut out = String::new();
        write!(
            out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{}' role='img' \
             style='max-width:100%' font-family='\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif'>\
             <title>{}</title><defs>",
            width * 7 / 10,
            view.rules().title.as_str().replace('&', "&amp;").replace('<', "&lt;"),
        )?;
        for suit in ["C", "D", "H", "S"] {
            write!(out, "<symbol id='talon-{suit}' viewBox='0 0 20 20'>{}</symbol>", symbol(suit))?;
        }
        let picture = |out: &mut String, name: &str, size: &str, art: &str| {
            write!(
                out,
                "<symbol id='talon-{name}' viewBox='0 0 {size}' width='{WIDTH}' height='{HEIGHT}'>\
                 <image width='{}' height='{}' style='clip-path:inset(0 round 7px)' href=\"{}\"/></symbol>",
                size.split(' ').next().unwrap_or_default(),
                size.split(' ').next_back().unwrap_or_default(),
                address(art)
            )
        };
        if body.contains("#talon-back") {
            picture(&mut out, "back", "100 140", BACK)?;
        }
        for (name, art) in COURT.iter().filter(|(name, _)| courts.contains(*name)) {
            picture(&mut out, name, "1300 2000", art)?;
        }
        write!(out, "</defs><rect width='{width}' height='{height}' rx='10' fill='#1d5c41'/>{body}</svg>")?;
        Ok(out)
    }
}

/// The picture of a suit, out of the page.
fn symbol(suit: &str) -> &'static str {
    let start = PAGE.split_once(&format!("<symbol id=\"{suit}\" viewBox=\"0 0 20 20\">"));
    start.and_then(|(_, rest)| rest.split_once("</symbol>")).map_or("", |(picture, _)| picture.trim())
}

/// A picture as an address that contains it.
fn address(svg: &str) -> String {
    let mut out = String::from("data:image/svg+xml,");
    for letter in svg.chars() {
        match letter {
            '%' => out.push_str("%25"),
            '#' => out.push_str("%23"),
            '"' => out.push('\''),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\n' => out.push(' '),
            '&' => out.push_str("%26"),
            other => out.push(other),
        }
    }
    out
}
