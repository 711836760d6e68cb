//! Drawing the screen: header, board, panel, message and keys.

use crate::app::App;
use crate::board::{Board, Placed, Shown, Size};
use crate::face::{back, face, slot};
use crate::look::{Mark, Part};
use crate::scene::Scene;
use crate::words::{clock, cut};
use crate::{footer, panel, popup};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use talon_cards::Card;
use talon_rules::{Move, Pile, plural};
use talon_session::{Found, Verdict};

/// Draws everything.
pub fn draw(app: &mut App, frame: &mut Frame<'_>) {
    app.area = frame.area();
    let area = app.area;
    frame.buffer_mut().set_style(area, app.look.part(Part::Table));
    header(app, frame);
    let shown = app.animation.current().map(|(animated, part)| (animated.clone(), part));
    let scene = shown.as_ref().map_or_else(|| app.scene(), |(animated, _)| animated.after.clone());
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
            shown.as_ref().and_then(|(animated, part)| Some((animated, animated.flight.as_ref()?, *part)));
        let hidden = flying.as_ref().map(|(_, flight, _)| (flight.to, flight.cards.len()));
        table(app, frame.buffer_mut(), &scene, &board, hidden);
        if let Some((animated, flight, part)) = flying {
            let lifted = app.board(&animated.before);
            let from = animated.before.cards(flight.from).len().saturating_sub(flight.cards.len());
            let to = scene.cards(flight.to).len().saturating_sub(flight.cards.len());
            if let (Some(a), Some(b)) = (lifted.card(flight.from, from), board.card(flight.to, to)) {
                let between = |a: u16, b: u16| (f64::from(a) + (f64::from(b) - f64::from(a)) * part) as u16;
                hand(app, frame.buffer_mut(), &flight.cards, between(a.x, b.x), between(a.y, b.y));
            }
        }
        // The history takes the place of the panel while the player walks through it.
        let covered = app.popup.as_ref().is_some_and(|popup| popup.is_history());
        if let Some(area) = app.panel().filter(|_| !covered) {
            panel::side(app, frame, area);
        }
        if let Some(press) = app.press.filter(|press| press.dragging) {
            let cards = scene.cards(press.held.pile);
            let cards = &cards[cards.len().saturating_sub(press.held.count.into())..];
            let (width, _) = board.size.card();
            hand(app, frame.buffer_mut(), cards, press.now.0.saturating_sub(width / 2), press.now.1);
        }
    }
    footer::draw(app, frame);
    popup::draw(app, frame);
    app.look.transcribe(frame.buffer_mut());
}

fn header(app: &App, frame: &mut Frame<'_>) {
    let session = app.session();
    let rules = session.rules();
    let view = session.view();
    let deal = match session.deal() {
        talon_session::Deal::Number(number) => format!("#{number}"),
        deal => cut(&deal.to_string(), 28),
    };
    // Where there is no room for all, those with the lowest number are left out first.
    let mut facts = vec![(5, deal)];
    if rules.has_waste() {
        facts.push((2, format!("draw {}", rules.draw)));
        let pass = view.redeals_used() + 1;
        facts.push((
            3,
            match rules.redeals {
                talon_rules::Count::Of(n) => format!("pass {pass} of {}", u16::from(n) + 1),
                talon_rules::Count::Unlimited => format!("pass {pass}"),
            },
        ));
    }
    if rules.base_rank == talon_rules::BaseRank::Dealt {
        facts.push((4, format!("base {:#}", view.base())));
    }
    if app.panel().is_none() {
        facts.push((1, plural(session.moves_made(), "move")));
        if app.look.clock {
            facts.push((1, clock(app.sitting.time().as_secs())));
            facts.push((0, format!("score {}", app.sitting.score_words())));
        }
    }
    let width = usize::from(app.area.width);
    // What differs from the named game is cut where there is no room for it, but not the game.
    let title = format!(" {} ", cut(&session.title(), (width / 2).max(rules.title.as_str().chars().count())));
    let is_won = session.is_finished();
    let (verdict, part) = verdict(app);
    let verdict = if app.verdict_on || is_won { format!("{verdict} ") } else { String::new() };
    // Facts that do not fit are left out; of the verdict the sign remains.
    let joined =
        |facts: &[(u8, String)]| facts.iter().map(|(_, fact)| fact.as_str()).collect::<Vec<_>>().join(" · ");
    let long = |facts: &[(u8, String)]| title.chars().count() + 2 + joined(facts).chars().count();
    while facts.len() > 1 && long(&facts) + verdict.chars().count() > width {
        let least = facts.iter().map(|(stays, _)| *stays).min();
        facts.retain(|(stays, _)| Some(*stays) != least);
    }
    let rest = width.saturating_sub(long(&facts));
    let verdict = if verdict.chars().count() <= rest { verdict } else { verdict.chars().take(1).collect() };
    let facts = format!(" {}", joined(&facts));
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

/// Returns a verdict with its sign.
fn verdict(app: &App) -> (String, Part) {
    let verdict = app.verdict();
    match &verdict {
        Verdict::NotAsked => ("○ verdict off".into(), Part::Dim),
        Verdict::Searching { .. } => ("◌ searching".into(), Part::Unsure),
        Verdict::Winnable(line) if line.is_empty() => ("● won".into(), Part::Good),
        Verdict::Winnable(line) => {
            (format!("● winnable in {}, proved", plural(line.len(), "move")), Part::Good)
        }
        Verdict::Dead => (format!("✗ {}", app.sitting.verdict_words(&verdict)), Part::Bad),
        Verdict::NotKnown(why) => (format!("? unknown: {why}"), Part::Unsure),
    }
}

fn table(app: &App, buffer: &mut Buffer, scene: &Scene, board: &Board, hidden: Option<(Pile, usize)>) {
    for (x, y, label) in &board.labels {
        buffer.set_string(*x, *y, label, app.look.part(Part::Dim));
    }
    let targets = app.targets();
    for placed in &board.placed {
        let cards = scene.cards(placed.pile);
        if let (Some((pile, count)), Shown::Card(index)) = (hidden, placed.shown)
            && pile == placed.pile
            && index + count >= cards.len()
        {
            // These cards are still flying. What lies under them shows.
            if cards.len() == count || !matches!(pile, Pile::Column(_) | Pile::Reserve) {
                let under = cards.len().checked_sub(count + 1).and_then(|i| cards[i]);
                match under {
                    Some(card) => face(&app.look, buffer, *placed, card, app.look.card(card), board.size),
                    None => slot(&app.look, buffer, *placed, scene, app.look.part(Part::Slot), board.size),
                }
            }
            continue;
        }
        let top = matches!(placed.shown, Shown::Card(i) if i + 1 == cards.len())
            || matches!(placed.shown, Shown::Empty);
        let from_top = match placed.shown {
            Shown::Card(index) => cards.len() - index,
            // Face-down cards under face-up ones are not picked up.
            Shown::Backs(_) | Shown::More(_) if scene.face_up(placed.pile) > 0 => usize::MAX,
            _ => 1,
        };
        let dragged = app.press.filter(|press| press.dragging && press.held.pile == placed.pile);
        if dragged.is_some_and(|press| from_top <= press.held.count.into())
            && matches!(placed.shown, Shown::Card(_))
        {
            // These cards are being dragged.
            if from_top == cards.len() {
                slot(&app.look, buffer, *placed, scene, app.look.part(Part::Slot), board.size);
            }
            continue;
        }
        let mark = mark(app, *placed, from_top, top, &targets);
        let style = |style: Style| mark.map_or(style, |mark| app.look.marked(style, mark));
        let place = |part: Part| mark.map_or(app.look.part(part), |mark| app.look.marked_place(mark));
        match placed.shown {
            Shown::Card(index) => {
                if let Some(card) = cards.get(index).copied().flatten() {
                    face(&app.look, buffer, *placed, card, style(app.look.card(card)), board.size);
                }
            }
            Shown::Backs(count) => back(&app.look, buffer, *placed, count, place(Part::Back), board.size),
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
            Shown::Empty => slot(&app.look, buffer, *placed, scene, place(Part::Slot), board.size),
        }
    }
}

/// Returns what is shown about a card, counted from the top of its pile, or about an empty place.
fn mark(app: &App, placed: Placed, from_top: usize, top: bool, targets: &[Pile]) -> Option<Mark> {
    let Placed { pile, shown, .. } = placed;
    let among = |count: u8| from_top <= usize::from(count);
    let is_held = app.held.is_some_and(|held| held.pile == pile && among(held.count));
    // Cards that were picked up show it even under the cursor.
    if app.cursor.visible && app.cursor.pile == pile && among(app.cursor.count) && !is_held {
        return Some(Mark::Cursor);
    }
    let is_typed =
        app.address.pile().is_some_and(|(typed, count)| typed == pile && among(count.unwrap_or(1)));
    let is_found = matches!(shown, Shown::Card(index) if app.found.contains(&Found { pile, index }));
    let (hinted, hint_leads) = match app.sitting.hinted() {
        Some((Move::Carry { from, to, count }, step)) => {
            (from == pile && among(if step > 1 { count } else { 1 }), step > 1 && to == pile && top)
        }
        Some(_) => (pile == Pile::Stock, false),
        None => (false, false),
    };
    if is_held || is_typed || is_found || hinted {
        Some(Mark::Held)
    } else if hint_leads || (top && targets.contains(&pile)) {
        Some(Mark::Target)
    } else {
        None
    }
}

/// Draws cards that fly or are dragged.
fn hand(app: &App, buffer: &mut Buffer, cards: &[Option<Card>], x: u16, y: u16) {
    let size = app.size();
    let (width, height) = size.card();
    for (y, card) in (y..).zip(cards) {
        let rect = Rect { x, y, width, height }.intersection(app.area);
        let placed = Placed { pile: Pile::Stock, shown: Shown::Empty, rect };
        match card {
            Some(card) => face(
                &app.look,
                buffer,
                placed,
                *card,
                app.look.marked(app.look.card(*card), Mark::Held),
                size,
            ),
            None => back(&app.look, buffer, placed, 1, app.look.part(Part::Back), size),
        }
    }
}
