//! Drawing single cards: faces, backs and empty places, in every size.

use crate::board::{Placed, Size};
use crate::grid::is_lower;
use crate::look::Look;
use crate::scene::Scene;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use talon_cards::Card;
use talon_rules::Pile;

/// Draws a card that is face up.
pub fn face(look: &Look, buffer: &mut Buffer, placed: Placed, card: Card, style: Style, size: Size) {
    let Rect { x, y, width, height } = placed.rect;
    let words = look.card_words(card);
    if !size.is_tall() {
        put(buffer, x, y, &format!("{words:<3}"), style);
        return;
    }
    if is_flat(placed) {
        put(buffer, x, y, &format!("{words:^0$}", usize::from(width)), style);
        return;
    }
    let (wide, high) = size.card();
    let inside = usize::from(wide) - 2;
    let rule = "─".repeat(inside - words.chars().count());
    let mut rows = vec![format!("╭{words}{rule}╮")];
    rows.extend(middle(look, card, size).iter().map(|row| format!("│{row:^inside$}│")));
    rows.push(format!("╰{rule}{words}╯"));
    debug_assert_eq!(rows.len(), usize::from(high));
    for (row, y) in rows.iter().take(height.into()).zip(y..) {
        put(buffer, x, y, row, style);
    }
}

/// Returns the lines between the upper and the lower edge of a card.
fn middle(look: &Look, card: Card, size: Size) -> Vec<String> {
    let suit = look.suit(card.suit());
    match size {
        Size::Huge | Size::Large => picture(card.rank().number(), &format!("{:#}", card.rank()), suit, size),
        // A suit in the middle; in a covered card, only the upper edge shows.
        _ => {
            let rows = usize::from(size.card().1) - 2;
            let at = rows.saturating_sub(1) / 2;
            (0..rows).map(|row| if row == at { suit.to_string() } else { String::new() }).collect()
        }
    }
}

/// Returns the pips of a card, or a picture for a jack, a queen or a king.
fn picture(rank: u8, name: &str, suit: char, size: Size) -> Vec<String> {
    if rank > 10 {
        let frame = ["╔═══╗", "║   ║", "║   ║", "║   ║", "╚═══╝"].map(String::from);
        let mut frame = frame;
        frame[1] = format!("║{suit}  ║");
        frame[2] = format!("║ {name} ║");
        frame[3] = format!("║  {suit}║");
        let mut rows = frame.to_vec();
        if size == Size::Huge {
            // The larger frame is taller and wider.
            rows = [
                "╔═══════╗".into(),
                format!("║{suit}      ║"),
                "║       ║".into(),
                format!("║   {name}   ║"),
                "║       ║".into(),
                format!("║      {suit}║"),
                "╚═══════╝".into(),
            ]
            .to_vec();
        }
        return rows;
    }
    let pips = PIPS[usize::from(rank.clamp(1, 10)) - 1];
    let space = if size == Size::Huge { "  " } else { " " };
    let row = |pips: &str| {
        let signs: Vec<String> =
            pips.chars().map(|pip| if pip == 'o' { suit.to_string() } else { " ".into() }).collect();
        signs.join(space)
    };
    match size {
        Size::Huge => pips.tall.iter().map(|pips| row(pips)).collect(),
        _ => pips.low.iter().map(|pips| row(pips)).collect(),
    }
}

/// The pips of a rank, as they lie on a large and on a huge card.
#[derive(Copy, Clone)]
struct Pips {
    low: [&'static str; 5],
    tall: [&'static str; 7],
}

const fn pips(low: [&'static str; 5], tall: [&'static str; 7]) -> Pips {
    Pips { low, tall }
}

/// The pips of the ranks from the ace to the ten.
const PIPS: [Pips; 10] = [
    pips(["   ", "   ", " o ", "   ", "   "], ["   ", "   ", "   ", " o ", "   ", "   ", "   "]),
    pips([" o ", "   ", "   ", "   ", " o "], ["   ", " o ", "   ", "   ", "   ", " o ", "   "]),
    pips([" o ", "   ", " o ", "   ", " o "], ["   ", " o ", "   ", " o ", "   ", " o ", "   "]),
    pips(["o o", "   ", "   ", "   ", "o o"], ["   ", "o o", "   ", "   ", "   ", "o o", "   "]),
    pips(["o o", "   ", " o ", "   ", "o o"], ["   ", "o o", "   ", " o ", "   ", "o o", "   "]),
    pips(["o o", "   ", "o o", "   ", "o o"], ["   ", "o o", "   ", "o o", "   ", "o o", "   "]),
    pips(["o o", " o ", "o o", "   ", "o o"], ["   ", "o o", " o ", "o o", "   ", "o o", "   "]),
    pips(["o o", " o ", "o o", " o ", "o o"], ["   ", "o o", " o ", "o o", " o ", "o o", "   "]),
    pips(["o o", "o o", " o ", "o o", "o o"], ["o o", "   ", "o o", " o ", "o o", "   ", "o o"]),
    pips(["o o", "ooo", "   ", "ooo", "o o"], ["o o", " o ", "o o", "   ", "o o", " o ", "o o"]),
];

/// Draws one face-down card, or several as one.
pub fn back(look: &Look, buffer: &mut Buffer, placed: Placed, count: usize, style: Style, size: Size) {
    let Rect { x, y, width, height } = placed.rect;
    let pattern = if look.letters || look.ascii { "#" } else { "▒" };
    if !size.is_tall() {
        let words = if count > 1 { format!("{pattern}{count:<2}") } else { pattern.repeat(3) };
        put(buffer, x, y, &words, style);
        return;
    }
    if is_flat(placed) {
        put(buffer, x, y, &pattern.repeat(width.into()), style);
        return;
    }
    let number = if count > 1 { format!("{count}") } else { String::new() };
    let inside = usize::from(size.card().0) - 2;
    let top = format!("╭{number}{}╮", "─".repeat(inside - number.len()));
    let middle = format!("│{}│", pattern.repeat(inside));
    let bottom = format!("╰{}╯", "─".repeat(inside));
    for row in 0..height {
        let text = match row {
            0 => top.as_str(),
            _ if row + 1 == size.card().1 => bottom.as_str(),
            _ => middle.as_str(),
        };
        put(buffer, x, y + row, text, style);
    }
}

/// Draws an empty place, with the rank and the suit it waits for.
pub fn slot(look: &Look, buffer: &mut Buffer, placed: Placed, scene: &Scene, style: Style, size: Size) {
    let Rect { x, y, width, height } = placed.rect;
    let wants = match placed.pile {
        Pile::Foundation(f) if !scene.rules.about_runs() => {
            let suit = scene.rules.foundation_suit(f).map(|suit| look.suit(suit));
            format!("{:#}{}", scene.base, suit.map_or(String::new(), String::from))
        }
        Pile::Stock if scene.has_redeals && !scene.rules.stock.is_rows() => "↻".into(),
        Pile::Stock => "✗".into(),
        _ => String::new(),
    };
    if height < 3 {
        let words = if wants.is_empty() { "··".into() } else { wants };
        let wide = if size.is_tall() { usize::from(width) } else { 3 };
        let words = if size.is_tall() { format!("{words:^wide$}") } else { format!("{words:<wide$}") };
        put(buffer, x, y, &words, style);
        return;
    }
    let inside = usize::from(size.card().0) - 2;
    let rule = "╌".repeat(inside);
    put(buffer, x, y, &format!("╭{rule}╮"), style);
    for row in 1..height - 1 {
        let words = if row == (height - 1) / 2 { wants.as_str() } else { "" };
        put(buffer, x, y + row, &format!("╎{words:^inside$}╎"), style);
    }
    put(buffer, x, y + height - 1, &format!("╰{rule}╯"), style);
}

/// Returns `true` if a pile has one line although the cards have a frame.
fn is_flat(placed: Placed) -> bool {
    placed.rect.height == 1 && !is_lower(placed.pile)
}

/// Writes a text as far as the screen goes.
pub fn put(buffer: &mut Buffer, x: u16, y: u16, words: &str, style: Style) {
    let area = buffer.area;
    if y < area.bottom() && x < area.right() {
        // What was drawn here before must not show through: a style may set no colour, or no modifier.
        let style = Style::reset().patch(style);
        buffer.set_stringn(x, y, words, usize::from(area.right() - x), style);
    }
}
