//! The panel beside the board: the game in short, the ledger, the cards of stock and waste, the history.

use crate::app::{App, Side};
use crate::commands::Action;
use crate::look::{Mark, Part};
use crate::offers;
use crate::words::{clock, fitted, help, wrapped};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};
use talon_rules::{BaseRank, Pile, View};
use talon_session::{Listing, NodeId, Verdict};

/// The least width of the panel.
const LEAST: u16 = 24;

/// How many moves of a resumed game are shown.
const EARLIER: usize = 10;

/// Returns the least width in which nothing is cut.
pub fn least(side: Side) -> u16 {
    match side {
        Side::Game | Side::History => LEAST,
        Side::Listing => 32,
        // Two borders, a name and three columns of numbers.
        Side::Ledger => 2 + 12 + 3 * 7,
    }
}

/// Draws the panel.
pub fn side(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let (title, lines) = match app.side {
        Side::Game => (" Game ", game(app, area)),
        Side::Ledger => (" Ledger [b] ", ledger(app, area)),
        Side::Listing => (" Cards [c] ", listing(app, area)),
        Side::History => (" History [t] ", history(app, area)),
    };
    // The other two choose what fits.
    let room = usize::from(area.height.saturating_sub(2));
    let more = match lines.len().saturating_sub(room) {
        n if n > 0 && matches!(app.side, Side::Ledger | Side::Listing) => format!(" ↓ {n} more "),
        _ => String::new(),
    };
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .title(title)
        .title_bottom(more)
        .style(app.look.part(Part::Frame))
        .border_style(app.look.part(Part::Dim));
    // The panel is no longer than what it says.
    let area = Rect { height: area.height.min(lines.len() as u16 + 2), ..area };
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(block).style(app.look.part(Part::Table)), area);
}

fn fact(app: &App, name: &str, value: String) -> Line<'static> {
    Line::from(vec![
        Span::styled(format!("{name:<9}"), app.look.part(Part::Dim)),
        Span::styled(value, app.look.part(Part::Table)),
    ])
}

/// Returns the game in short, the commands that matter now, and what has happened.
fn game(app: &App, area: Rect) -> Vec<Line<'static>> {
    let mut lines = facts(app, area);
    let width = inside(area);
    let keys = keys(app, area);
    if !keys.is_empty() {
        lines.push(Line::default());
    }
    for (_, action) in keys {
        let key = app.keys.of(action).to_string();
        let entry = action.entry();
        // The first clause says enough beside the table; `?` has the whole sentence.
        let clause = entry.help.split([',', ';', ':', '(']).next().unwrap_or_default().trim_end();
        let fits = clause.chars().count() + 3 <= width;
        let words = if fits { clause } else { entry.words.first().unwrap_or(&entry.name) };
        lines.push(Line::from(vec![
            Span::styled(format!("{key:<2} "), app.look.part(Part::Strong)),
            Span::styled(words, app.look.part(Part::Dim)),
        ]));
    }
    let room = usize::from(area.height.saturating_sub(2)).saturating_sub(lines.len() + 1);
    let told = told(app, width, room);
    if !told.is_empty() {
        lines.push(Line::default());
        lines.extend(told);
    }
    lines
}

/// Returns the facts about the game that change. If the newest message needs their lines, the last are left out.
fn facts(app: &App, area: Rect) -> Vec<Line<'static>> {
    let session = app.session();
    let mut lines = vec![fact(app, "Moves", session.moves_made().to_string())];
    if app.look.clock {
        lines.push(fact(app, "Time", clock(app.sitting.time().as_secs())));
        lines.push(fact(app, "Score", app.sitting.score_words()));
    }
    let all = session.rules().deck().len();
    lines.push(fact(app, "Up", format!("{} of {all}", session.view().cards_up())));
    lines.push(fact(app, "Help", help(session.stamp()).into()));
    let marks: String = session.bookmarks().iter().map(|(name, _)| format!("{name} ")).collect();
    if !marks.is_empty() {
        lines.push(fact(app, "Marks", marks));
    }
    let newest = newest(app, area);
    if newest > 0 {
        // Two borders, and a blank line before the message.
        lines.truncate(usize::from(area.height).saturating_sub(newest + 3).max(1));
    }
    lines
}

/// Returns how many lines the newest message needs in the panel.
fn newest(app: &App, area: Rect) -> usize {
    messages(app).next().map_or(0, |words| wrapped(words, inside(area), "").len())
}

/// Returns the commands in the panel about the game, each with its line on the screen. They have half of the
/// lines that the facts leave, or less if the newest message needs more.
fn keys(app: &App, area: Rect) -> Vec<(u16, Action)> {
    let facts = facts(app, area).len() as u16;
    // Two borders, and a blank line before the commands and before the messages.
    let room = area.height.saturating_sub(2 + facts + 2);
    let first = area.y + 1 + facts + 1;
    let count = (room / 2).min(room.saturating_sub(newest(app, area) as u16));
    (first..).zip(offers::beside(app)).take(count.into()).collect()
}

/// Returns the width between the borders.
fn inside(area: Rect) -> usize {
    usize::from(area.width.saturating_sub(2)).max(10)
}

/// Returns the messages, the newest first, except one that the bottom of the screen shows whole.
fn messages(app: &App) -> impl Iterator<Item = &String> {
    let bottom = usize::from(app.area.width.saturating_sub(2));
    let whole = fitted(&app.message.0, bottom, 2) == app.message.0;
    let shown = usize::from(whole && app.log.last() == Some(&app.message.0));
    app.log.iter().rev().skip(shown)
}

/// Returns the last messages in lines, as many as fit, the newest at the bottom.
fn told(app: &App, width: usize, mut room: usize) -> Vec<Line<'static>> {
    let mut told: Vec<Vec<Line<'static>>> = Vec::new();
    for words in messages(app) {
        let mut rows = wrapped(words, width, "");
        if rows.len() > room && !told.is_empty() {
            break;
        }
        if rows.len() > room {
            rows = fitted(words, width, room).lines().map(String::from).collect();
        }
        room -= rows.len();
        let style = app.look.part(if told.is_empty() { Part::Table } else { Part::Dim });
        told.push(rows.into_iter().map(|row| Line::styled(row.trim_end().to_string(), style)).collect());
    }
    // There are no messages about a resumed game yet, but the history has its moves.
    let earlier = if app.log.len() <= 1 { earlier(app, room.min(EARLIER)) } else { Vec::new() };
    earlier.into_iter().chain(told.into_iter().rev().flatten()).collect()
}

/// Returns the last moves of the history, one in a line.
fn earlier(app: &App, count: usize) -> Vec<Line<'static>> {
    let session = app.session();
    let line = session.history().line();
    let last = line.iter().skip(line.len().saturating_sub(count));
    let moves = last.filter_map(|&place| Some((session.history().node(place)?.depth, place)));
    let words = moves.map(|(depth, place)| format!("{depth:>3} {}", session.brief(place)));
    words.map(|words| Line::styled(words, app.look.part(Part::Dim))).collect()
}

impl App {
    /// Returns the command in the panel at this point.
    pub(crate) fn panel_at(&self, x: u16, y: u16) -> Option<Action> {
        let area = self.panel().filter(|area| area.contains(Position { x, y }))?;
        if self.side != Side::Game || self.prompt.is_some() {
            return None;
        }
        keys(self, area).into_iter().find(|(row, _)| *row == y).map(|(_, action)| action)
    }
}

fn ledger(app: &App, area: Rect) -> Vec<Line<'static>> {
    let Some(ledger) = app.sitting.ledger() else { return Vec::new() };
    let text = ledger.to_string();
    let mut lines: Vec<Line<'static>> = Vec::new();
    // On a low screen, rows of zeros are left out first.
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
        // The columns are narrower than in the text.
        let words: Vec<&str> = row.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
        let (name, values) = if i == 0 { ("", &words[..]) } else { (words[0], &words[1..]) };
        let values: String = values.iter().map(|value| format!("{value:>7}")).collect();
        lines.push(Line::styled(format!("{name:<12}{values}"), app.look.part(part)));
    }
    let width = usize::from(area.width.saturating_sub(2)).max(10);
    let prices = wrapped(talon_session::PRICES, width, "");
    if lines.len() + 1 + prices.len() <= room {
        lines.push(Line::default());
        lines.extend(prices.into_iter().map(|row| Line::styled(row, app.look.part(Part::Dim))));
    }
    lines
}

fn listing(app: &App, area: Rect) -> Vec<Line<'static>> {
    let width = usize::from(area.width.saturating_sub(2)).max(10);
    let view = app.session().view();
    let mut lines: Vec<Line<'static>> = Vec::new();
    if let Some(listing) = Listing::of(view) {
        // The unseen cards need some lines, too.
        let room = usize::from(area.height.saturating_sub(2)).saturating_sub(8);
        let text = beside(&listing.to_string(), width, room);
        lines.extend(text.into_iter().map(|words| Line::styled(words, app.look.part(Part::Table))));
        lines.push(Line::default());
    }
    let unseen = view.unseen();
    lines.push(Line::styled(format!("Unseen ({})", unseen.len()), app.look.part(Part::Dim)));
    for suit in talon_cards::Suit::ALL {
        let of_suit: Vec<String> = unseen
            .iter()
            .filter(|card| card.suit() == suit)
            .map(|card| format!("{:#}", card.rank()))
            .collect();
        if !of_suit.is_empty() {
            let words = of_suit.join(" ");
            for (row, words) in wrapped(&words, width - 2, "").into_iter().enumerate() {
                let suit = if row == 0 { app.look.suit(suit) } else { ' ' };
                lines.push(Line::styled(format!("{suit} {}", words.trim_end()), app.look.part(Part::Table)));
            }
        }
    }
    lines
}

/// Returns a listing in lines of this width, with its draws one under the other or, if it would be too
/// long, side by side.
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
                false => wrapped(line, width, ""),
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
        lines.extend(wrapped(line, width, ""));
    }
    lines.extend(waiting.chunks(columns).map(|draws| draws.join(between)));
    lines
}

/// Returns the history as a tree with one line for each move. Branches are indented, except the one that
/// was played first.
fn history(app: &App, area: Rect) -> Vec<Line<'static>> {
    let history = app.session().history();
    let here = history.current();
    let rows = crate::popup::tree(app);
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
                let auto = if node.by == talon_session::By::Auto { " (auto)" } else { "" };
                format!("{:>3} {}{auto}", node.depth, app.session().brief(id))
            }
        };
        let mark = app.session().bookmarks().name(id).map_or(String::new(), |name| format!(" '{name}"));
        let text = format!("{}{sign} {words}{mark}", "  ".repeat(depth.min(8)));
        Line::styled(text, app.look.part(if id == here { Part::Chosen } else { part }))
    };
    rows.iter().skip(first).take(height).map(line).collect()
}

/// Draws the table with one line for each pile, for screens that are too small for cards.
pub fn plain(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let view = app.session().view();
    let mut top: Vec<String> = Vec::new();
    let ups: Vec<String> = view
        .piles()
        .filter(|pile| matches!(pile, Pile::Foundation(_)))
        .map(|pile| match (view.top(pile), pile) {
            (Some(card), _) => app.look.card_words(card),
            (None, Pile::Foundation(f)) => {
                let suit = view.rules().foundation_suit(f);
                suit.map_or("--".into(), |suit| format!("({})", app.look.suit(suit)))
            }
            (None, _) => "--".into(),
        })
        .collect();
    if !ups.is_empty() {
        let base = match view.rules().base_rank {
            BaseRank::Dealt => format!("   base {:#}", view.base()),
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
    // On a low screen, foundations and stock share a line, and then the other piles do.
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let joined = top.join("   ");
    if piles.len() + top.len() > height && joined.chars().count() <= width {
        top = vec![joined];
    }
    let fits = |beside: &usize| piles.len().div_ceil(*beside) + top.len() <= height;
    let beside = (1..=4).find(fits).unwrap_or(4);
    let each = width / beside;
    let targets = app.targets();
    let one = |&pile: &Pile| {
        let style = if app.cursor.visible && app.cursor.pile == pile {
            app.look.part(Part::Chosen)
        } else if app.held.is_some_and(|held| held.pile == pile) {
            app.look.marked_place(Mark::Held)
        } else if targets.contains(&pile) {
            app.look.marked_place(Mark::Target)
        } else {
            app.look.part(Part::Table)
        };
        let words = format!("{pile} {}", cards(app, view, pile, each.saturating_sub(4)));
        Span::styled(if beside > 1 { format!("{words:<each$}") } else { words }, style)
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
        lines.push(Line::styled("… a larger screen shows more", app.look.part(Part::Dim)));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// Returns a pile as a line. If it is too long, its lowest cards are left out.
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
