//! The screen as it is drawn: header, board, side, message, keys.

use crate::app::{App, Tone};
use crate::board::{Board, Placed, Shown, Size};
use crate::look::Part;
use crate::scene::Scene;
use crate::{panel, sheet};
use cards::Card;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use rules::{Move, Pile};
use session::{Found, Verdict};

/// Draws everything.
pub fn draw(app: &mut App, frame: &mut Frame<'_>) {
    app.area = frame.area();
    let area = app.area;
    frame.buffer_mut().set_style(area, app.look.part(Part::Table));
    header(app, frame);
    let shown = app.show.picture().map(|(picture, part)| (picture.clone(), part));
    let scene = shown.as_ref().map_or_else(|| app.scene(), |(picture, _)| picture.after.clone());
    let board = app.board(&scene);
    if board.size == Size::Plain {
        let rest = Rect { y: 1, height: area.height.saturating_sub(4), ..area }.intersection(area);
        if app.side == crate::app::Side::Game {
            panel::plain(app, frame, rest);
        } else {
            panel::side(app, frame, rest);
        }
    } else {
        let flying =
            shown.as_ref().and_then(|(picture, part)| Some((picture, picture.flight.as_ref()?, *part)));
        let hidden = flying.as_ref().map(|(_, flight, _)| (flight.to, flight.cards.len()));
        table(app, frame.buffer_mut(), &scene, &board, hidden);
        if let Some((picture, flight, part)) = flying {
            let lifted = app.board(&picture.before);
            let from = picture.before.cards(flight.from).len().saturating_sub(flight.cards.len());
            let to = scene.cards(flight.to).len().saturating_sub(flight.cards.len());
            if let (Some(a), Some(b)) = (lifted.card(flight.from, from), board.card(flight.to, to)) {
                let between = |a: u16, b: u16| (f64::from(a) + (f64::from(b) - f64::from(a)) * part) as u16;
                hand(app, frame.buffer_mut(), &flight.cards, between(a.x, b.x), between(a.y, b.y));
            }
        }
        let beside = area.width.saturating_sub(board.area.right() + 1).min(panel::MOST);
        let least = panel::least(app.side);
        // No room beside the board: over it, then; the game at a glance is not worth that.
        if beside >= least || app.side != crate::app::Side::Game {
            let width = beside.max(least).min(area.width);
            let height = area.height.saturating_sub(4);
            panel::side(app, frame, Rect { x: area.width - width, y: 1, width, height });
        }
        if let Some(press) = app.press.filter(|press| press.dragging) {
            let cards = scene.cards(press.held.pile);
            let cards = &cards[cards.len().saturating_sub(press.held.count.into())..];
            let (width, _) = board.size.card();
            hand(app, frame.buffer_mut(), cards, press.now.0.saturating_sub(width / 2), press.now.1);
        }
    }
    footer(app, frame);
    sheet::popup(app, frame);
}

fn header(app: &App, frame: &mut Frame<'_>) {
    let session = app.session();
    let rules = session.rules();
    let view = session.view();
    let deal = match session.deal() {
        session::Deal::Number(number) => format!("#{number}"),
        deal => sheet::cut(&deal.to_string(), 28),
    };
    // Each with how long it stays where there is no room for all: what never changes goes before what does.
    let mut facts = vec![(3, deal)];
    if rules.has_waste() {
        facts.push((0, format!("draw {}", rules.draw)));
        let pass = view.redeals_used() + 1;
        facts.push((
            1,
            match rules.redeals {
                rules::Count::Of(n) => format!("pass {pass} of {}", u16::from(n) + 1),
                rules::Count::Unlimited => format!("pass {pass}"),
            },
        ));
    }
    if rules.base == rules::Base::Dealt {
        facts.push((2, format!("base {:#}", view.base())));
    }
    let title = format!(" {} ", rules.title);
    let width = usize::from(app.area.width);
    let (verdict, part) = verdict(&app.verdict());
    let verdict = if app.verdict_on || part != Part::Dim { format!("{verdict} ") } else { String::new() };
    // What does not fit is left out; of the verdict its sign stays.
    let told =
        |facts: &[(u8, String)]| facts.iter().map(|(_, fact)| fact.as_str()).collect::<Vec<_>>().join(" · ");
    let long = |facts: &[(u8, String)]| title.chars().count() + 2 + told(facts).chars().count();
    while facts.len() > 1 && long(&facts) + verdict.chars().count() > width {
        let least = facts.iter().map(|(stays, _)| *stays).min();
        facts.retain(|(stays, _)| Some(*stays) != least);
    }
    let rest = width.saturating_sub(long(&facts));
    let verdict = if verdict.chars().count() <= rest { verdict } else { verdict.chars().take(1).collect() };
    let facts = format!(" {}", told(&facts));
    let used = title.chars().count() + facts.chars().count() + verdict.chars().count();
    let spans = vec![
        Span::styled(title, app.look.part(Part::Strong)),
        Span::styled(facts, app.look.part(Part::Dim)),
        Span::raw(" ".repeat(width.saturating_sub(used))),
        Span::styled(verdict, app.look.part(part)),
    ];
    let bar = Rect { height: 1, ..app.area };
    Line::from(spans).render(bar, frame.buffer_mut());
    frame.buffer_mut().set_style(bar, app.look.bar());
}

/// A verdict with its sign.
fn verdict(verdict: &Verdict) -> (String, Part) {
    match verdict {
        Verdict::NotAsked => ("○ verdict off".into(), Part::Dim),
        Verdict::Searching { .. } => ("◌ searching".into(), Part::Unsure),
        Verdict::Winnable(line) if line.is_empty() => ("● won".into(), Part::Good),
        Verdict::Winnable(line) => (format!("● winnable, proved: {} moves", line.len()), Part::Good),
        Verdict::Dead => ("✗ dead end, proved".into(), Part::Bad),
        Verdict::NotKnown(why) => (format!("? not known: {why}"), Part::Unsure),
    }
}

fn table(app: &App, buffer: &mut Buffer, scene: &Scene, board: &Board, hidden: Option<(Pile, usize)>) {
    for (x, y, label) in &board.labels {
        buffer.set_stringn(*x, *y, label, 7, app.look.part(Part::Dim));
    }
    let targets = app.targets();
    let hint = app.sitting.hinted();
    for placed in &board.placed {
        let cards = scene.cards(placed.pile);
        if let (Some((pile, count)), Shown::Card(index)) = (hidden, placed.shown)
            && pile == placed.pile
            && index + count >= cards.len()
        {
            // It is still in the air; where nothing lies under it, the slot shows.
            if cards.len() == count || !matches!(pile, Pile::Column(_) | Pile::Reserve) {
                let under = cards.len().checked_sub(count + 1).and_then(|i| cards[i]);
                match under {
                    Some(card) => face(app, buffer, *placed, card, app.look.card(card), board.size),
                    None => slot(buffer, *placed, scene, app.look.part(Part::Slot), board.size),
                }
            }
            continue;
        }
        let top = matches!(placed.shown, Shown::Card(i) if i + 1 == cards.len())
            || matches!(placed.shown, Shown::Empty);
        let from_top = match placed.shown {
            Shown::Card(index) => cards.len() - index,
            // Backs under open cards are not what is taken.
            Shown::Backs(_) | Shown::More(_) if scene.open(placed.pile) > 0 => usize::MAX,
            _ => 1,
        };
        let held = app.held.filter(|held| held.pile == placed.pile);
        let dragged = app.press.filter(|press| press.dragging && press.held.pile == placed.pile);
        if dragged.is_some_and(|press| from_top <= press.held.count.into())
            && matches!(placed.shown, Shown::Card(_))
        {
            // It is in the player's hand.
            if from_top == cards.len() {
                slot(buffer, *placed, scene, app.look.part(Part::Slot), board.size);
            }
            continue;
        }
        let style = |style: Style| {
            let typed = app
                .address
                .pile()
                .is_some_and(|(pile, count)| pile == placed.pile && from_top <= count.map_or(1, usize::from));
            let in_hint = match hint {
                Some((Move::Carry { from, to, count }, step)) => {
                    (from == placed.pile && from_top <= if step > 1 { count.into() } else { 1 })
                        || (step > 1 && to == placed.pile && top)
                }
                Some((_, _)) => placed.pile == Pile::Stock,
                None => false,
            };
            let found = matches!(placed.shown, Shown::Card(index) if app.found.contains(&Found { pile: placed.pile, index }));
            let cursor =
                app.cursor.visible && app.cursor.pile == placed.pile && from_top <= app.cursor.count.into();
            if cursor {
                app.look.under_cursor(style)
            } else if held.is_some_and(|held| from_top <= held.count.into())
                || typed
                || in_hint
                || found
                || (top && targets.contains(&placed.pile))
            {
                app.look.lit(style)
            } else {
                style
            }
        };
        match placed.shown {
            Shown::Card(index) => {
                if let Some(card) = cards.get(index).copied().flatten() {
                    face(app, buffer, *placed, card, style(app.look.card(card)), board.size);
                }
            }
            Shown::Backs(count) => {
                back(app, buffer, *placed, count, style(app.look.part(Part::Back)), board.size)
            }
            Shown::More(count) => {
                let words = format!("⋮{count:<4}");
                buffer.set_stringn(
                    placed.rect.x,
                    placed.rect.y,
                    words,
                    placed.rect.width.into(),
                    app.look.part(Part::Dim),
                );
            }
            Shown::Empty => slot(buffer, *placed, scene, style(app.look.part(Part::Slot)), board.size),
        }
    }
}

/// An open card.
fn face(app: &App, buffer: &mut Buffer, placed: Placed, card: Card, style: Style, size: Size) {
    let Rect { x, y, .. } = placed.rect;
    let words = app.look.card_words(card);
    if !size.is_tall() {
        put(buffer, x, y, &format!("{words:<3}"), style);
        return;
    }
    let inside = usize::from(size.card().0) - 2;
    let rule = "─".repeat(inside - words.chars().count());
    let suit = app.look.suit(card.suit());
    let rows = [
        format!("╭{words}{rule}╮"),
        format!("│{suit:^inside$}│"),
        format!("│{:inside$}│", ""),
        format!("╰{rule}{words}╯"),
    ];
    for (i, row) in rows.iter().enumerate() {
        if (i as u16) < placed.rect.height {
            put(buffer, x, y + i as u16, row, style);
        }
    }
}

/// One back, or several drawn as one.
fn back(app: &App, buffer: &mut Buffer, placed: Placed, count: usize, style: Style, size: Size) {
    let Rect { x, y, height, .. } = placed.rect;
    let pattern = if app.look.letters { '#' } else { '▒' };
    if !size.is_tall() {
        let words =
            if count > 1 { format!("{pattern}{count:<2}") } else { format!("{pattern}{pattern}{pattern}") };
        put(buffer, x, y, &words, style);
        return;
    }
    let number = if count > 1 { format!("{count}") } else { String::new() };
    let inside = usize::from(size.card().0) - 2;
    let top = format!("╭{number}{}╮", "─".repeat(inside - number.len()));
    let middle = format!("│{}│", pattern.to_string().repeat(inside));
    let bottom = format!("╰{}╯", "─".repeat(inside));
    for row in 0..height {
        let text = match row {
            0 => top.as_str(),
            _ if row + 1 == height && height > 1 => bottom.as_str(),
            _ => middle.as_str(),
        };
        put(buffer, x, y + row, text, style);
    }
}

/// An empty place, with what it waits for.
fn slot(buffer: &mut Buffer, placed: Placed, scene: &Scene, style: Style, size: Size) {
    let Rect { x, y, height, .. } = placed.rect;
    let wants = match placed.pile {
        Pile::Foundation(_) if !scene.rules.about_runs() => format!("{:#}", scene.base),
        Pile::Stock if scene.turns_over && !scene.rules.stock.is_rows() => "↻".into(),
        Pile::Stock => "✗".into(),
        _ => String::new(),
    };
    if height < 3 {
        let words = if wants.is_empty() { "··".into() } else { wants };
        put(buffer, x, y, &format!("{words:<3}"), style);
        return;
    }
    let inside = usize::from(size.card().0) - 2;
    let rule = "╌".repeat(inside);
    put(buffer, x, y, &format!("╭{rule}╮"), style);
    for row in 1..height - 1 {
        let words = if row == 1 { wants.as_str() } else { "" };
        put(buffer, x, y + row, &format!("╎{words:^inside$}╎"), style);
    }
    put(buffer, x, y + height - 1, &format!("╰{rule}╯"), style);
}

/// Cards in the air.
fn hand(app: &App, buffer: &mut Buffer, cards: &[Option<Card>], x: u16, y: u16) {
    let size = app.size();
    let (width, height) = size.card();
    for (y, card) in (y..).zip(cards) {
        let rect = Rect { x, y, width, height }.intersection(app.area);
        let placed = Placed { pile: Pile::Stock, shown: Shown::Empty, rect };
        match card {
            Some(card) => face(app, buffer, placed, *card, app.look.lit(app.look.card(*card)), size),
            None => back(app, buffer, placed, 1, app.look.part(Part::Back), size),
        }
    }
}

/// Writes where there is a screen.
fn put(buffer: &mut Buffer, x: u16, y: u16, words: &str, style: Style) {
    let area = buffer.area;
    if y < area.bottom() && x < area.right() {
        buffer.set_stringn(x, y, words, usize::from(area.right() - x), style);
    }
}

/// The words as far as they go in so many lines of this width, with a mark where they were cut.
pub fn fitted(words: &str, width: usize, lines: usize) -> String {
    let wrapped = sheet::wrapped(words, width, "");
    if wrapped.len() <= lines {
        return words.into();
    }
    let mut kept: Vec<String> = wrapped[..lines].iter().map(|line| line.trim_end().to_string()).collect();
    if let Some(last) = kept.last_mut() {
        // No word is cut, unless it fills the line.
        while last.chars().count() + 2 > width {
            let shorter = last.rfind(' ').or(last.char_indices().next_back().map(|(at, _)| at));
            last.truncate(shorter.unwrap_or(0));
        }
        last.push_str(" …");
    }
    kept.join("\n")
}

fn footer(app: &App, frame: &mut Frame<'_>) {
    let area = app.area;
    if area.height < 5 {
        return;
    }
    let rows = Rect { x: 1, y: area.bottom() - 3, width: area.width.saturating_sub(2), height: 2 };
    let (words, part) = match (&app.prompt, app.address, &app.message) {
        (Some(prompt), _, _) => (sheet::prompt(app, prompt), Part::Strong),
        (_, address, _) if !address.words().is_empty() => (format!("› {}", address.words()), Part::Strong),
        (_, _, (words, Tone::Plain)) => (words.clone(), Part::Table),
        (_, _, (words, Tone::Good)) => (words.clone(), Part::Good),
        (_, _, (words, Tone::Bad)) => (words.clone(), Part::Bad),
    };
    let words = fitted(&words, usize::from(rows.width), usize::from(rows.height));
    let message = Paragraph::new(words).style(app.look.part(part)).wrap(Wrap { trim: true });
    frame.render_widget(message, rows);
    let keys: &[(&str, &str)] = &[
        ("?", "help"),
        ("u", "undo"),
        ("h", "hint"),
        ("d", "draw"),
        ("n", "new"),
        ("q", "quit"),
        ("v", "verdict"),
        ("g", "games"),
        ("s", "statistics"),
        ("o", "options"),
        (":", "command"),
    ];
    let mut spans = vec![Span::raw(" ")];
    let mut room = usize::from(area.width);
    for (key, words) in keys {
        // No word is cut.
        let Some(left) = room.checked_sub(key.len() + words.len() + 3) else { break };
        room = left;
        spans.push(Span::styled(*key, app.look.part(Part::Strong)));
        spans.push(Span::styled(format!(" {words}  "), app.look.part(Part::Dim)));
    }
    let bar = Rect { y: area.bottom() - 1, height: 1, ..area };
    Line::from(spans).render(bar, frame.buffer_mut());
    frame.buffer_mut().set_style(bar, app.look.bar());
}
