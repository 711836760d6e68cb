//! Colours and marks: every card has its own style in every theme and depth, everything can be read, and what
//! is highlighted is what can happen.

use crossterm::event::{Event, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use std::collections::{HashMap, HashSet};
use std::time::Instant;
use talon_cards::{Card, Color as Red};
use talon_rules::{Move, Pile};
use talon_session::{Account, Deal, Session, Sitting};
use talon_tui::{App, Depth, Look, Theme, draw};

const DEPTHS: [Depth; 4] = [Depth::None, Depth::Few, Depth::Many, Depth::True];
const SIZES: [(u16, u16); 2] = [(120, 40), (80, 24)];

fn app(game: &str, deal: u64) -> App {
    let session = Session::new(talon_games::find(game).unwrap(), Deal::Number(deal)).unwrap();
    let sitting = Sitting::new(session, Account::default(), None);
    let look = Look { animation: false, ..Look::default() };
    let mut app = App::new(sitting, look, None, Box::new(|| 7), || 1_794_700_800);
    app.area = Rect::new(0, 0, 120, 40);
    app
}

fn drawn(app: &mut App, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(app, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// Returns the cards on the screen and the cell with the first sign of their names.
fn faces(app: &App, buffer: &Buffer) -> Vec<(Pile, usize, Card, Cell)> {
    let scene = app.scene();
    let board = app.board(&scene);
    let card = |placed: &talon_tui::Placed| match placed.shown {
        talon_tui::Shown::Card(index) => {
            let card = scene.cards(placed.pile)[index]?;
            let x = placed.rect.x + u16::from(board.size.is_tall());
            Some((placed.pile, index, card, buffer[(x, placed.rect.y)].clone()))
        }
        _ => None,
    };
    board.placed.iter().filter_map(card).collect()
}

type Ink = (Color, Color, Modifier);

fn ink(cell: &Cell) -> Ink {
    (cell.fg, cell.bg, cell.modifier)
}

#[test]
fn every_card_has_the_colour_of_its_suit_in_every_theme_and_depth() {
    let mut app = app("yukon", 3);
    for (theme, depth, size) in every_look() {
        for four in [false, true] {
            (app.look.theme, app.look.depth, app.look.four_colours) = (theme, depth, four);
            let buffer = drawn(&mut app, size);
            let faces = faces(&app, &buffer);
            assert_eq!(faces.len(), 31, "{theme:?} {depth:?} {size:?}");
            let mut inks: HashMap<char, HashSet<Ink>> = HashMap::new();
            for (_, _, card, cell) in &faces {
                assert!(format!("{card:#}").starts_with(cell.symbol()), "{card} is not where it should be");
                let kind = if four {
                    card.suit().letter()
                } else {
                    if card.color() == Red::Red { 'r' } else { 'b' }
                };
                inks.entry(kind).or_default().insert(ink(cell));
            }
            assert!(inks.values().all(|inks| inks.len() == 1), "{theme:?} {depth:?} {size:?}: {inks:?}");
            let of = |kind: char| inks[&kind].iter().next().copied().unwrap();
            let [red, black] = if four { ['H', 'S'] } else { ['r', 'b'] };
            assert_ne!(of(red), of(black), "{theme:?} {depth:?} {size:?}");
            if four && depth != Depth::None {
                let all: HashSet<Ink> = "CDHS".chars().map(of).collect();
                assert_eq!(all.len(), 4, "{theme:?} {depth:?}: {inks:?}");
            }
        }
    }
}

fn every_look() -> Vec<(Theme, Depth, (u16, u16))> {
    let looks = Theme::ALL.iter().flat_map(|&theme| DEPTHS.map(|depth| (theme, depth)));
    looks.flat_map(|(theme, depth)| SIZES.map(|size| (theme, depth, size))).collect()
}

/// Returns the colour that xterm shows.
fn rgb(color: Color) -> [u8; 3] {
    let indexed = |index: u8| match index {
        0..16 => [
            [0, 0, 0],
            [205, 0, 0],
            [0, 205, 0],
            [205, 205, 0],
            [0, 0, 238],
            [205, 0, 205],
            [0, 205, 205],
            [229, 229, 229],
            [127, 127, 127],
            [255, 0, 0],
            [0, 255, 0],
            [255, 255, 0],
            [92, 92, 255],
            [255, 0, 255],
            [0, 255, 255],
            [255, 255, 255],
        ][usize::from(index)],
        16..232 => {
            let index = index - 16;
            [index / 36, index / 6 % 6, index % 6].map(|step| if step == 0 { 0 } else { 55 + 40 * step })
        }
        232.. => [8 + 10 * (index - 232); 3],
    };
    use Color::*;
    let named = [
        Black,
        Red,
        Green,
        Yellow,
        Blue,
        Magenta,
        Cyan,
        Gray,
        DarkGray,
        LightRed,
        LightGreen,
        LightYellow,
        LightBlue,
        LightMagenta,
        LightCyan,
        White,
    ];
    match color {
        Rgb(r, g, b) => [r, g, b],
        Indexed(index) => indexed(index),
        named_color => indexed(named.iter().position(|&name| name == named_color).unwrap() as u8),
    }
}

/// Returns the contrast of two colours by the Web Content Accessibility Guidelines: from 1 to 21.
fn contrast(a: Color, b: Color) -> f64 {
    let light = |color| {
        let [r, g, b] = rgb(color).map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

#[test]
fn everything_can_be_read_in_every_theme_and_depth() {
    let mut app = app("canfield", 3);
    for (theme, depth, size) in every_look() {
        if theme == Theme::Plain || depth == Depth::None {
            continue;
        }
        (app.look.theme, app.look.depth) = (theme, depth);
        let buffer = drawn(&mut app, size);
        for cell in buffer.content.iter().filter(|cell| !" ▒│╭╮╰╯─╌╎".contains(cell.symbol()))
        {
            let contrast = contrast(cell.fg, cell.bg);
            assert!(contrast >= 4.0, "{theme:?} {depth:?}: {contrast:.1} for {cell:?}");
        }
    }
}

fn click(app: &mut App, x: u16, y: u16) {
    for kind in [MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left)] {
        let event = MouseEvent { kind, column: x, row: y, modifiers: crossterm::event::KeyModifiers::NONE };
        app.event(Event::Mouse(event), Instant::now());
    }
}

/// In every game: whatever is picked up, the piles that are highlighted take exactly that.
#[test]
fn what_is_highlighted_takes_exactly_what_is_held() {
    for rules in talon_games::ALL {
        for deal in [1, 3] {
            let first = app(rules.name.as_str(), deal);
            let board = first.board(&first.scene());
            for placed in board.placed.iter().filter(|placed| placed.pile != Pile::Stock) {
                let mut app = app(rules.name.as_str(), deal);
                click(&mut app, placed.rect.x, placed.rect.y);
                let Some(held) = app.held else { continue };
                for to in app.targets() {
                    let m = Move::Carry { from: held.pile, to, count: held.count };
                    assert_eq!(app.session().check(m), Ok(()), "{} {deal}: {m}", rules.name);
                }
            }
        }
    }
}

#[test]
fn in_yukon_deal_3_the_five_of_hearts_and_two_cards_go_nowhere() {
    let mut app = app("yukon", 3);
    let scene = app.scene();
    let five: Card = "5H".parse().unwrap();
    let (pile, index) = scene
        .piles()
        .find_map(|pile| Some((pile, scene.cards(pile).iter().position(|card| *card == Some(five))?)))
        .unwrap();
    assert_eq!(scene.cards(pile).len() - index, 3);
    let rect = app.board(&scene).card(pile, index).unwrap();
    click(&mut app, rect.x, rect.y);
    assert_eq!(app.held.map(|held| held.count), Some(3));
    assert_eq!(app.targets(), []);
}

#[test]
fn held_cards_and_their_targets_look_different_from_each_other_and_from_the_rest() {
    let mut app = app("yukon", 3);
    let m = app.session().view().moves().into_iter().find_map(|m| match m {
        Move::Carry { from, to: Pile::Column(to), count } => {
            Some((from, Pile::Column(to), usize::from(count)))
        }
        _ => None,
    });
    let (from, to, count) = m.expect("a card can be moved between columns");
    for (theme, depth, size) in every_look() {
        (app.look.theme, app.look.depth) = (theme, depth);
        app.held = None;
        let buffer = drawn(&mut app, size);
        let plain = faces(&app, &buffer);
        app.held = Some(talon_tui::Held { pile: from, count: count as u8 });
        let buffer = drawn(&mut app, size);
        let marked = faces(&app, &buffer);
        let index = |pile: Pile, from_top: usize| app.scene().cards(pile).len() - from_top;
        let find = |faces: &[(Pile, usize, Card, Cell)], pile, index| {
            let found = faces.iter().find(|face| (face.0, face.1) == (pile, index));
            found.map(|face| (face.3.bg, face.3.modifier - Modifier::BOLD)).unwrap()
        };
        let first = index(from, count);
        let held = find(&marked, from, first);
        let target = find(&marked, to, index(to, 1));
        let usual = find(&plain, to, index(to, 1));
        assert!(held != target && held != usual && target != usual, "{theme:?} {depth:?} {size:?}");
        // Picking cards up shows, although the cursor is still on them.
        app.cursor = talon_tui::Cursor { pile: from, count: count as u8, visible: true };
        let buffer = drawn(&mut app, size);
        assert_eq!(find(&faces(&app, &buffer), from, first), held, "{theme:?} {depth:?} {size:?}");
        app.cursor.visible = false;
    }
}

/// On a terminal without UTF-8, nothing that is drawn needs it: the table, panels, lists and messages.
#[test]
fn in_ascii_everything_is_ascii() {
    use talon_tui::Action;
    for rules in talon_games::ALL {
        for size in [(50, 14), (50, 20), (80, 24), (100, 32), (120, 40), (200, 60)] {
            let mut app = app(rules.name.as_str(), 3);
            app.look.ascii = true;
            app.act(Action::Draw);
            let buffer = drawn(&mut app, size);
            assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()), "{} {size:?}", rules.name);
        }
    }
    let mut app = app("canfield", 3);
    app.look.ascii = true;
    for action in talon_tui::commands().into_iter().map(|entry| entry.action).filter(|a| *a != Action::Quit) {
        app.act(action);
        let buffer = drawn(&mut app, (100, 32));
        let strange = buffer.content.iter().find(|cell| !cell.symbol().is_ascii());
        assert!(strange.is_none(), "{action:?}: {strange:?}");
        // Every sign has an equivalent.
        if !matches!(action, Action::Help) {
            let unknown =
                buffer.content.windows(2).find(|pair| pair[0].symbol() == "?" && pair[1].symbol() == "?");
            assert!(unknown.is_none(), "{action:?}");
        }
        (app.popup, app.prompt) = (None, None);
    }
    // Frames are `+--+` and `|`.
    let text: String = drawn(&mut app, (80, 24)).content.iter().map(|cell| cell.symbol()).collect();
    assert!(text.contains("+---+") && text.contains("| D |") || text.contains("| H |"), "{text}");
}
