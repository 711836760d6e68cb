//! What stands beside the board: the game at a glance, the ledger, the deck listing, the history.

use crate::app::{App, Side};
use crate::look::Part;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};
use rules::{Base, Pile, View};
use session::{Listing, NodeId, Verdict};

/// The least width worth drawing in.
pub const LEAST: u16 = 24;
/// The width beyond which lines get too long to read.
pub const MOST: u16 = 48;

/// The least width in which nothing of it is cut.
pub fn least(side: Side) -> u16 {
    match side {
        Side::Game | Side::History => LEAST,
        Side::Listing => 32,
        // Two borders, a name and three columns of figures.
        Side::Ledger => 2 + 12 + 3 * 7,
    }
}

/// Draws what stands beside the board.
pub fn side(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let (title, lines) = match app.side {
        Side::Game => (" Game ", game(app, area)),
        Side::Ledger => (" Ledger [b] ", ledger(app, area)),
        Side::Listing => (" Cards [c] ", listing(app, area)),
        Side::History => (" History [t] ", history(app, area)),
    };
    // The game at a glance and the history choose what fits.
    let room = usize::from(area.height.saturating_sub(2));
    let more = match lines.len().saturating_sub(room) {
        n if n > 0 && matches!(app.side, Side::Ledger | Side::Listing) => format!(" ↓ {} more ", n),
        _ => String::new(),
    };
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .title(title)
        .title_bottom(more)
        .style(app.look.part(Part::Frame))
        .border_style(app.look.part(Part::Dim));
    frame.render_widget(Clear, area);
    let paragraph = Paragraph::new(lines).block(block).style(app.look.part(Part::Table));
    let paragraph = if app.side == Side::Game { paragraph.wrap(Wrap { trim: false }) } else { paragraph };
    frame.render_widget(paragraph, area);
}

/// A length of time as a clock shows it.
pub fn clock(seconds: u64) -> String {
    if seconds >= 3600 {
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

fn fact(app: &App, name: &str, value: String) -> Line<'static> {
    Line::from(vec![
        Span::styled(format!("{name:<9}"), app.look.part(Part::Dim)),
        Span::styled(value, app.look.part(Part::Table)),
    ])
}

fn game(app: &App, area: Rect) -> Vec<Line<'static>> {
    let session = app.session();
    let view = session.view();
    let mut lines = Vec::new();
    lines.push(fact(app, "Moves", session.moves_made().to_string()));
    if app.look.clock {
        lines.push(fact(app, "Time", clock(app.sitting.time().as_secs())));
        lines.push(fact(app, "Score", session.score_words()));
    }
    let all = session.rules().deck().len();
    lines.push(fact(app, "Up", format!("{} of {all}", view.cards_up())));
    lines.push(fact(app, "Help", session.stamp().to_string()));
    let marks: String = app.session().bookmarks().iter().map(|(name, _)| format!("{name} ")).collect();
    if !marks.is_empty() {
        lines.push(fact(app, "Marks", marks));
    }
    lines.push(Line::default());
    // What happened, the newest last, as much as fits.
    let width = usize::from(area.width.saturating_sub(2)).max(10);
    let mut room = usize::from(area.height.saturating_sub(2)).saturating_sub(lines.len());
    let mut told: Vec<Line<'static>> = Vec::new();
    // The newest stands at the bottom of the screen already, if it does so whole.
    let bottom = usize::from(app.area.width.saturating_sub(2));
    let whole = crate::draw::fitted(&app.message.0, bottom, 2) == app.message.0;
    let shown = usize::from(whole && app.log.last() == Some(&app.message.0));
    for words in app.log.iter().rev().skip(shown) {
        let rows = words.chars().count() / width.saturating_sub(4).max(1) + 1;
        if rows > room && !told.is_empty() {
            break;
        }
        room = room.saturating_sub(rows);
        let part = if told.is_empty() { Part::Table } else { Part::Dim };
        told.push(Line::styled(words.clone(), app.look.part(part)));
    }
    lines.extend(told.into_iter().rev());
    lines
}

fn ledger(app: &App, area: Rect) -> Vec<Line<'static>> {
    let Some(ledger) = app.sitting.ledger() else { return Vec::new() };
    let text = ledger.to_string();
    let mut lines: Vec<Line<'static>> = Vec::new();
    // On a low screen rows of nothing go first.
    let room = usize::from(area.height.saturating_sub(2));
    let low = text.lines().count() > room;
    let is_nothing =
        |row: &&str| row.split("  ").map(str::trim).filter(|word| !word.is_empty()).skip(1).all(|v| v == "0");
    let rows = text.lines().enumerate().filter(|(i, row)| *i == 0 || !low || !is_nothing(row));
    for (i, row) in rows {
        let part = if i == 0 || row.starts_with("Net") || row.starts_with("Total") {
            Part::Strong
        } else {
            Part::Table
        };
        // The columns come closer where the panel is narrow.
        let words: Vec<&str> = row.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
        let (name, values) = if i == 0 { ("", &words[..]) } else { (words[0], &words[1..]) };
        let values: String = values.iter().map(|value| format!("{value:>7}")).collect();
        lines.push(Line::styled(format!("{name:<12}{values}"), app.look.part(part)));
    }
    if lines.len() + 2 <= room {
        lines.push(Line::default());
        let casino = app.session().score_words();
        lines.push(Line::styled(format!("Score of this game {casino}"), app.look.part(Part::Dim)));
    }
    lines
}

fn listing(app: &App, area: Rect) -> Vec<Line<'static>> {
    let width = usize::from(area.width.saturating_sub(2)).max(10);
    let view = app.session().view();
    let mut lines: Vec<Line<'static>> = Vec::new();
    match Listing::of(view) {
        Some(listing) => {
            // What is not seen yet wants some lines, too.
            let room = usize::from(area.height.saturating_sub(2)).saturating_sub(8);
            let text = beside(&listing.to_string(), width, room);
            lines.extend(text.into_iter().map(|words| Line::styled(words, app.look.part(Part::Table))));
        }
        None => lines.push(Line::styled("No waste to go through here.", app.look.part(Part::Dim))),
    }
    let unseen = view.unseen();
    lines.push(Line::default());
    lines.push(Line::styled(format!("Not seen yet ({})", unseen.len()), app.look.part(Part::Dim)));
    for suit in cards::Suit::ALL {
        let of_suit: Vec<String> = unseen
            .iter()
            .filter(|card| card.suit() == suit)
            .map(|card| format!("{:#}", card.rank()))
            .collect();
        if !of_suit.is_empty() {
            let words = of_suit.join(" ");
            for (row, words) in crate::sheet::wrapped(&words, width - 2, "").into_iter().enumerate() {
                let suit = if row == 0 { app.look.suit(suit) } else { ' ' };
                lines.push(Line::styled(format!("{suit} {}", words.trim_end()), app.look.part(Part::Table)));
            }
        }
    }
    lines
}

/// A listing in lines of this width: its draws one under the other or, where it would be too long so, side by
/// side as far as they go.
fn beside(listing: &str, width: usize, room: usize) -> Vec<String> {
    let is_draw = |line: &&str| line.starts_with(' ');
    let indent = |line: &str| line.chars().take_while(|c| *c == ' ').count();
    let draws = || listing.lines().filter(is_draw);
    let margin = draws().map(indent).min().unwrap_or(0);
    let long = draws().map(|line| line.chars().count() - margin).max().unwrap_or(0);
    let between = " │ ";
    let most = ((width + 3) / (long + 3)).max(1);
    let heads = listing.lines().count() - draws().count();
    let columns = (1..most).find(|n| draws().count().div_ceil(*n) + heads <= room).unwrap_or(most);
    if columns == 1 {
        return listing
            .lines()
            .flat_map(|line| match is_draw(&line) {
                true => vec![line.to_string()],
                false => crate::sheet::wrapped(line, width, ""),
            })
            .collect();
    }
    let mut lines = Vec::new();
    let mut waiting: Vec<String> = Vec::new();
    for line in listing.lines() {
        if is_draw(&line) {
            let draw: String = line.chars().skip(margin).collect();
            waiting.push(format!("{draw:<long$}"));
            continue;
        }
        lines.extend(waiting.chunks(columns).map(|draws| draws.join(between)));
        waiting.clear();
        lines.extend(crate::sheet::wrapped(line, width, ""));
    }
    lines.extend(waiting.chunks(columns).map(|draws| draws.join(between)));
    lines
}

/// The tree, a line a move; branches are indented, the line that is played is not.
fn history(app: &App, area: Rect) -> Vec<Line<'static>> {
    let history = app.session().history();
    let here = history.current();
    let mut rows: Vec<(NodeId, usize)> = vec![(NodeId::DEAL, 0)];
    // The latest branch is followed straight on; the others come before it, indented.
    let mut todo: Vec<(NodeId, usize)> = Vec::new();
    let push = |todo: &mut Vec<(NodeId, usize)>, id: NodeId, depth: usize| {
        let latest = history.latest(id);
        todo.extend(latest.map(|child| (child, depth)));
        let others = history.children(id).iter().rev().filter(|child| Some(**child) != latest);
        todo.extend(others.map(|child| (*child, depth + 1)));
    };
    push(&mut todo, NodeId::DEAL, 0);
    while let Some((id, depth)) = todo.pop() {
        rows.push((id, depth));
        push(&mut todo, id, depth);
    }
    let at = rows.iter().position(|(id, _)| *id == here).unwrap_or(0);
    let height = usize::from(area.height.saturating_sub(2)).max(1);
    let first = at.saturating_sub(height / 2).min(rows.len().saturating_sub(height));
    let line = |&(id, depth): &(NodeId, usize)| {
        let known = app.sitting.verdict_at(id);
        let (sign, part) = match known {
            Verdict::Winnable(_) => ('●', Part::Good),
            Verdict::Dead => ('✗', Part::Bad),
            Verdict::NotKnown(_) => ('?', Part::Unsure),
            _ => ('·', Part::Table),
        };
        let words = match history.node(id) {
            None => "deal".into(),
            Some(node) => {
                let auto = if node.by == session::By::Auto { " (auto)" } else { "" };
                format!("{:>3} {}{auto}", node.depth, app.session().brief(id))
            }
        };
        let mark = app.session().bookmarks().name(id).map_or(String::new(), |name| format!(" '{name}"));
        let text = format!("{}{sign} {words}{mark}", "  ".repeat(depth.min(8)));
        Line::styled(text, app.look.part(if id == here { Part::Chosen } else { part }))
    };
    rows.iter().skip(first).take(height).map(line).collect()
}

/// The table in lines: for screens too small for cards, and for those who hear it.
pub fn plain(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let view = app.session().view();
    let mut top: Vec<String> = Vec::new();
    let ups: Vec<String> = view
        .piles()
        .filter(|pile| matches!(pile, Pile::Foundation(_)))
        .map(|pile| view.top(pile).map_or("--".into(), |card| app.look.card_words(card)))
        .collect();
    if !ups.is_empty() {
        let base = match view.rules().base {
            Base::Dealt => format!("   base {:#}", view.base()),
            _ => String::new(),
        };
        top.push(format!("f {}{base}", ups.join(" ")));
    }
    let is_hidden_stock = |pile: &Pile| *pile == Pile::Stock && view.top(*pile).is_none();
    if let Some(stock) = view.piles().find(is_hidden_stock) {
        top.push(format!("d ({} cards)", view.len(stock)));
    }
    let shown = |pile: &Pile| !matches!(pile, Pile::Foundation(_)) && !is_hidden_stock(pile);
    let piles: Vec<Pile> = view.piles().filter(shown).collect();
    // On a low screen what is only looked at shares a line, then piles do.
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let joined = top.join("   ");
    if piles.len() + top.len() > height && joined.chars().count() <= width {
        top = vec![joined];
    }
    let fits = |beside: &usize| piles.len().div_ceil(*beside) + top.len() <= height;
    let beside = (1..=4).find(fits).unwrap_or(4);
    let each = width / beside;
    let one = |&pile: &Pile| {
        let part = if app.cursor.visible && app.cursor.pile == pile {
            Part::Chosen
        } else if app.held.is_some_and(|held| held.pile == pile) || app.targets().contains(&pile) {
            Part::Good
        } else {
            Part::Table
        };
        let words = format!("{pile} {}", cards(app, view, pile, each.saturating_sub(4)));
        Span::styled(if beside > 1 { format!("{words:<each$}") } else { words }, app.look.part(part))
    };
    let rows = piles.len().div_ceil(beside);
    let row = |i: usize| {
        let piles = (0..beside).filter_map(|n| piles.get(i + n * rows));
        Line::from(piles.map(one).collect::<Vec<_>>())
    };
    let top = top.into_iter().map(|words| Line::styled(words, app.look.part(Part::Table)));
    let mut lines: Vec<Line<'static>> = top.chain((0..rows).map(row)).collect();
    if lines.len() > height && height > 0 {
        lines.truncate(height - 1);
        lines.push(Line::styled("… a larger screen shows the rest", app.look.part(Part::Dim)));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// A pile in a line; where it is too long the oldest cards go, never the top.
fn cards(app: &App, view: View<'_>, pile: Pile, width: usize) -> String {
    let mut open: Vec<String> = view.open(pile).flatten().map(|card| app.look.card_words(card)).collect();
    let down = view.len(pile) - open.len();
    let begin = if down > 0 { format!("({down}) ") } else { String::new() };
    if open.is_empty() && down == 0 {
        return "--".into();
    }
    let long =
        |open: &[String]| begin.len() + open.iter().map(|card| card.chars().count() + 1).sum::<usize>();
    let all = open.len();
    while open.len() > 1 && long(&open) > width {
        open.remove(0);
    }
    let cut = if open.len() < all { "… " } else { "" };
    format!("{begin}{cut}{}", open.join(" "))
}
