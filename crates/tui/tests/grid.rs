//! The table as a grid: what must hold for every game at every size, whatever lies on the table.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use talon_rules::Pile;
use talon_session::{Account, Command, Deal, Session, Sitting};
use talon_tui::{App, Look, Shown, draw};

const SIZES: [(u16, u16); 12] = [
    (50, 20),
    (60, 16),
    (72, 20),
    (80, 24),
    (80, 50),
    (100, 32),
    (120, 40),
    (132, 24),
    (160, 45),
    (200, 50),
    (200, 60),
    (300, 100),
];

/// Returns a game after some random moves.
fn played(game: &str, moves: usize) -> App {
    let session = Session::new(talon_games::find(game).unwrap(), Deal::Number(11)).unwrap();
    let sitting = Sitting::new(session, Account::default(), None);
    let look = Look { animation: false, ..Look::default() };
    let mut app = App::new(sitting, look, None, Box::new(|| 7), || 1_794_700_800);
    let mut generator = talon_cards::Generator::new(moves as u64);
    for _ in 0..moves {
        let legal = app.session().view().moves();
        let Some(&m) = legal.get(generator.below(legal.len().max(1) as u64) as usize) else { break };
        app.execute(Command::Play(m));
    }
    app
}

/// Calls a check for every game, at the deal and later, at every size and for either hand.
fn everywhere(check: impl Fn(&App, &str)) {
    for rules in talon_games::ALL {
        for moves in [0, 40, 250] {
            let mut app = played(rules.name.as_str(), moves);
            for (width, height) in SIZES {
                for left_handed in [false, true] {
                    app.look.left_handed = left_handed;
                    app.area = Rect::new(0, 0, width, height);
                    let hand = if left_handed { "left" } else { "right" };
                    check(&app, &format!("{} after {moves} moves, {width}x{height}, {hand}", rules.name));
                }
            }
        }
    }
}

fn is_column(pile: Pile) -> bool {
    matches!(pile, Pile::Column(_))
}

#[test]
fn every_pile_has_its_place_and_none_overlaps_another() {
    everywhere(|app, what| {
        let scene = app.scene();
        let board = app.board(&scene);
        assert_eq!(format!("{:?}", board.placed), format!("{:?}", app.board(&scene).placed), "{what}");
        if board.placed.is_empty() {
            return;
        }
        for pile in scene.piles() {
            assert!(!board.top_of(pile).unwrap_or_default().is_empty(), "{what}: {pile} has no place");
        }
        for (i, one) in board.placed.iter().enumerate() {
            assert_eq!(one.rect.intersection(board.area), one.rect, "{what}: {one:?}");
            for other in board.placed[i..].iter().filter(|other| other.pile != one.pile) {
                assert!(!one.rect.intersects(other.rect), "{what}: {one:?} {other:?}");
            }
        }
        // A label ends before the next one begins, and before the panel.
        for (x, y, words) in &board.labels {
            let end = x + words.chars().count() as u16;
            let next = board.labels.iter().filter(|label| label.1 == *y && label.0 > *x).map(|label| label.0);
            assert!(next.min().is_none_or(|next| end < next), "{what}: {words:?} touches the next label");
            assert!(end <= board.area.right(), "{what}: {words:?}");
        }
    });
}

#[test]
fn the_table_is_in_the_middle() {
    everywhere(|app, what| {
        let board = app.board(&app.scene());
        let panel = app.panel().map_or(app.area.width, |panel| panel.x);
        assert_eq!(board.area.right(), panel, "{what}");
        let left = board.table().x;
        let right = board.area.right().saturating_sub(board.table().right());
        assert!(board.placed.is_empty() || left.abs_diff(right) <= 1, "{what}: {left} and {right}");
        // The piles reach from one end of the table to the other.
        let first = board.placed.iter().map(|placed| placed.rect.x).min();
        assert!(first.is_none_or(|x| x == left || app.look.left_handed), "{what}");
    });
}

#[test]
fn upper_piles_lie_exactly_over_columns() {
    everywhere(|app, what| {
        let scene = app.scene();
        let board = app.board(&scene);
        if board.placed.is_empty() || app.look.left_handed {
            return;
        }
        // The first card of the waste is its place.
        let place = |pile: Pile| board.placed.iter().find(|placed| placed.pile == pile).unwrap().rect.x;
        let columns: Vec<u16> = scene.piles().filter(|pile| is_column(*pile)).map(place).collect();
        let upper = |pile: &Pile| !is_column(*pile) && *pile != Pile::Reserve;
        let over: Vec<u16> = scene.piles().filter(upper).map(place).collect();
        let foundations = scene.piles().filter(|pile| matches!(pile, Pile::Foundation(_)));
        let foundations: Vec<u16> = foundations.map(place).collect();
        let pitch = columns[1] - columns[0];
        for x in &over {
            assert_eq!(x.abs_diff(columns[0]) % pitch, 0, "{what}: {x} is not on the grid of {columns:?}");
        }
        if scene.has(Pile::Reserve) {
            assert_eq!(place(Pile::Reserve), place(Pile::Stock), "{what}");
            assert!(columns.iter().all(|x| foundations.contains(x)), "{what}: {columns:?} {foundations:?}");
        } else if scene.waste_spread() <= 1 && over.len() <= columns.len() {
            assert!(over.iter().all(|x| columns.contains(x)), "{what}: {columns:?} {over:?}");
        }
    });
}

/// The games that players know the shape of, exactly.
#[test]
fn canfield_and_freecell_have_their_columns_under_their_foundations() {
    for (width, height) in SIZES {
        for game in ["canfield", "canfield-gnome", "demon", "freecell", "forty-thieves"] {
            let mut app = played(game, 0);
            app.area = Rect::new(0, 0, width, height);
            let board = app.board(&app.scene());
            let Some(column) = board.top_of(Pile::Column(0)) else { continue };
            let over = match game {
                "freecell" => Pile::Cell(0),
                "forty-thieves" => Pile::Stock,
                _ => Pile::Foundation(0),
            };
            assert_eq!(board.top_of(over).unwrap().x, column.x, "{game} {width}x{height}");
            if game == "freecell" {
                let [last, four] = [Pile::Foundation(3), Pile::Column(7)].map(|p| board.top_of(p).unwrap().x);
                assert_eq!(last, four, "{width}x{height}");
            }
        }
    }
}

#[test]
fn nothing_is_left_out_while_cards_could_be_smaller() {
    everywhere(|app, what| {
        let board = app.board(&app.scene());
        let is_cut = board.placed.iter().any(|placed| matches!(placed.shown, Shown::More(_)));
        assert!(!is_cut || !board.size.is_tall(), "{what}");
        // Then the columns also have the line of the labels over the upper row.
        assert!(!is_cut || board.labels.iter().all(|label| label.1 > board.area.y), "{what}");
    });
}

#[test]
fn cards_grow_with_the_screen() {
    for rules in talon_games::ALL {
        let mut app = played(rules.name.as_str(), 0);
        let mut before = 0;
        for (width, height) in [(50, 20), (80, 24), (100, 32), (120, 40), (200, 60)] {
            app.area = Rect::new(0, 0, width, height);
            let (w, h) = app.board(&app.scene()).size.card();
            assert!(w * h >= before, "{} {width}x{height}: {w}x{h}", rules.name);
            before = w * h;
        }
    }
    let mut app = played("canfield", 0);
    let mut sizes: Vec<(u16, u16)> = Vec::new();
    for (width, height) in [(50, 20), (80, 24), (100, 32), (120, 40), (200, 60)] {
        app.area = Rect::new(0, 0, width, height);
        sizes.push(app.board(&app.scene()).size.card());
    }
    assert_eq!(sizes, [(4, 1), (5, 3), (7, 5), (9, 7), (13, 9)]);
}

/// Spider's finished runs have one line where the columns need the others.
#[test]
fn finished_runs_take_one_line() {
    for (width, height) in [(80, 24), (100, 32)] {
        let mut app = played("spider", 0);
        app.area = Rect::new(0, 0, width, height);
        let board = app.board(&app.scene());
        assert!(board.size.is_tall(), "{width}x{height}");
        assert_eq!(board.top_of(Pile::Foundation(7)).unwrap().height, 1, "{width}x{height}");
        assert_eq!(board.top_of(Pile::Stock).unwrap().height, 1, "{width}x{height}");
    }
}

/// Many columns lie in two rows where one row would leave the screen empty.
#[test]
fn many_columns_lie_in_two_rows_on_a_large_screen() {
    for (game, in_row) in [("fan", 9), ("bakers-dozen", 7)] {
        let mut app = played(game, 0);
        app.area = Rect::new(0, 0, 200, 60);
        let board = app.board(&app.scene());
        let [first, last, next] =
            [0, in_row - 1, in_row].map(|column| board.top_of(Pile::Column(column)).unwrap());
        assert!(next.y > last.y && next.x == first.x, "{game}: {first} {last} {next}");
        // The space below a column is the column's, as far as the next row.
        assert_eq!(board.pile_at(first.x, first.bottom()), Some(Pile::Column(0)), "{game}");
        assert_eq!(board.pile_at(next.x, app.area.bottom() - 4), Some(Pile::Column(in_row)), "{game}");
    }
}

/// Where several cards of the waste show, all that were turned together do.
#[test]
fn as_many_cards_of_the_waste_show_as_were_drawn() {
    for game in ["klondike-draw3", "canfield-gnome", "demon"] {
        for draw in [3, 4, 5] {
            let rules =
                talon_games::set(talon_games::find(game).unwrap(), &[format!("draw={draw}")]).unwrap();
            let sitting =
                Sitting::new(Session::new(&rules, Deal::Number(3)).unwrap(), Account::default(), None);
            let mut app = App::new(sitting, Look::default(), None, Box::new(|| 7), || 0);
            app.execute(Command::Draw);
            for (width, height) in SIZES {
                app.area = Rect::new(0, 0, width, height);
                let board = app.board(&app.scene());
                if board.placed.is_empty() {
                    continue;
                }
                let shown = board.placed.iter().filter(|placed| placed.pile == Pile::Waste);
                let mut shown: Vec<u16> = shown.map(|placed| placed.rect.x).collect();
                shown.dedup();
                assert_eq!(shown.len(), draw, "{game} draw={draw} {width}x{height}");
            }
        }
    }
}

/// Draws the screen, to see that what is laid out can be drawn.
#[test]
fn piles_carry_their_names() {
    for (game, names) in [
        ("canfield", ["Stock 34", "Waste", "Reserve 13", "Foundations"]),
        ("freecell", ["Cells", "Foundations", "1", "8"]),
        ("spider", ["Stock, 5 rows", "Finished runs", "1", "10"]),
    ] {
        for (width, height) in [(120, 40), (200, 60)] {
            let mut app = played(game, 0);
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal.draw(|frame| draw(&mut app, frame)).unwrap();
            let text = terminal.backend().to_string();
            for name in names {
                assert!(text.contains(name), "{game} {width}x{height}: {name}\n{text}");
            }
        }
    }
}
