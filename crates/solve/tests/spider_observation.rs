//! Honest play: an information state shows nothing that is hidden, and its closure is what a player can
//! reach.

use std::collections::HashSet;
use talon_cards::{Card, Deck, Generator};
use talon_reference::spider::Plain;
use talon_rules::{Move, Rules, Table};
use talon_solve::spider::observation::{Closure, ClosureOptions, observe};
use talon_solve::spider::{Game, Heuristic, Position, Splits, State, Step, Variant, pack};

/// A table after some random moves.
fn after_random_moves(rules: &Rules, number: u64, moves: usize) -> Table {
    let mut table = Table::numbered(rules, number).unwrap();
    let mut pick = Generator::new(number);
    for _ in 0..moves {
        let legal = table.moves();
        let Some(&m) = legal.get(pick.below(legal.len().max(1) as u64) as usize) else { break };
        table.play(m).unwrap();
    }
    table
}

fn columns(state: &State, game: &Game) -> Vec<String> {
    let columns = 0..usize::from(game.columns);
    columns.map(|c| format!("{} {:?}", state.face_down(c), state.column(c))).collect()
}

#[test]
fn permuting_hidden_cards_changes_nothing() {
    let (mut closure, mut other) = (Closure::new(), Closure::new());
    for (rules, number) in [talon_games::SPIDER, talon_games::SPIDER_2, talon_games::SPIDERETTE]
        .iter()
        .flat_map(|r| (0..40).map(move |n| (r, n)))
    {
        let table = after_random_moves(rules, number, number as usize * 3);
        let (game, state) = Game::pack(&pack(&table).unwrap()).unwrap();
        let (known, observed) = (game.observed(), state.observed());
        let (viewed_game, viewed) = observe(table.view()).unwrap();
        assert_eq!(columns(&observed, &known), columns(&viewed, &viewed_game));
        assert_eq!(observed.key(&known), viewed.key(&viewed_game));

        let imagined = table.view().imagine(&mut Generator::new(number + 1));
        let (world, state) = Game::pack(&pack(&imagined).unwrap()).unwrap();
        assert_eq!(columns(&observed, &known), columns(&state.observed(), &world.observed()));
        let heuristic = Heuristic::learned(&known);
        let options = ClosureOptions { cap: 200, ..ClosureOptions::default() };
        closure.explore(&known, &observed, &heuristic, &options);
        other.explore(&world.observed(), &state.observed(), &heuristic, &options);
        assert_eq!(closure.choices(), other.choices());
    }
}

#[test]
fn only_the_last_step_of_a_path_reveals_a_card() {
    let mut closure = Closure::new();
    let mut checked = 0;
    for number in 0..40 {
        let table = after_random_moves(&talon_games::SPIDER, number, number as usize);
        let position = pack(&table).unwrap();
        let (game, state) = Game::pack(&position).unwrap();
        let (known, observed) = (game.observed(), state.observed());
        let options = ClosureOptions { cap: 300, ..ClosureOptions::default() };
        closure.explore(&known, &observed, &Heuristic::by_hand(&known), &options);
        for choice in closure.choices() {
            let path = closure.path(choice);
            let mut plain = Plain::new(&position);
            for (i, step) in path.iter().enumerate() {
                let before = (plain.face_down(), plain.stock_len());
                assert!(plain.play(step.plain()));
                let same = before == (plain.face_down(), plain.stock_len());
                assert_eq!(same, i + 1 < path.len(), "step {i} of {}", path.len());
            }
            checked += 1;
        }
    }
    assert!(checked > 500, "only {checked} choices");
}

/// With several empty columns the layers may never reach a deal, so filling the columns is an exit of its
/// own.
#[test]
fn empty_columns_are_filled_for_a_deal() {
    let mut closure = Closure::new();
    let deck = Deck { copies: 8, suits: 1, ranks: 13 };
    let dealt = Position::spider(&talon_cards::shuffle(deck, 1), Variant::STRICT);
    for full in [2, 3, 4] {
        // All cards are in a few columns, face up, and the other columns are empty.
        let mut position = dealt.clone();
        for c in full..10 {
            let moved = std::mem::take(&mut position.columns[c].cards);
            position.columns[c % full].cards.extend(moved);
            position.columns[c].face_down = 0;
        }
        let (game, state) = Game::pack(&position).unwrap();
        let (known, observed) = (game.observed(), state.observed());
        let mut deals = |fills| {
            let options = ClosureOptions { cap: 6, fills, ..ClosureOptions::default() };
            closure.explore(&known, &observed, &Heuristic::by_hand(&known), &options);
            assert!(closure.choices().is_sorted_by_key(|choice| choice.value));
            let deals = closure.choices().iter().filter(|choice| choice.step == Step::DEAL);
            deals.map(|choice| closure.path(choice)).collect::<Vec<_>>()
        };
        assert_eq!(deals(0), Vec::<Vec<Step>>::new(), "{full} full columns");
        let paths = deals(8);
        assert!((1..=8).contains(&paths.len()), "{full} full columns");
        for path in paths {
            let mut played = Plain::new(&position);
            let before = played.face_down();
            path.iter().for_each(|step| assert!(played.play(step.plain())));
            assert_eq!((played.face_down(), played.stock_len()), (before, 40));
        }
    }
}

/// The number of positions that can be reached by carries that reveal nothing, with columns in any order.
fn reachable(position: &Position) -> usize {
    let sorted = |plain: &Plain| {
        let mut columns: Vec<(usize, Vec<Card>)> =
            plain.position().columns.into_iter().map(|column| (column.face_down, column.cards)).collect();
        columns.sort();
        columns
    };
    let root = Plain::new(position);
    let mut known = HashSet::from([sorted(&root)]);
    let mut open = vec![root.clone()];
    while let Some(next) = open.pop() {
        for m in next.moves(None).into_iter().filter(|&m| m != Move::Deal) {
            let mut child = next.clone();
            assert!(child.play(m));
            if child.face_down() == root.face_down() && known.insert(sorted(&child)) {
                open.push(child);
            }
        }
    }
    known.len()
}

#[test]
fn small_closures_are_complete() {
    let mut closure = Closure::new();
    let mut sizes = 0;
    for number in 0..150 {
        // All cards are different, so that sorting columns never identifies two of them.
        let deck = Deck { copies: 1, suits: 4, ranks: 5 };
        let variant = Variant { ranks: 5, strict: true };
        let position = Position::rows(&talon_cards::shuffle(deck, number), &[3, 3, 2, 2], 2, variant);
        let (game, state) = Game::pack(&position).unwrap();
        let known = game.observed();
        let options = ClosureOptions { cap: usize::MAX, splits: Splits::Free, ..ClosureOptions::default() };
        closure.explore(&known, &state.observed(), &Heuristic::by_hand(&known), &options);
        assert_eq!(closure.len(), reachable(&position), "deal {number}");
        sizes += closure.len();
    }
    assert!(sizes > 1000, "{sizes}");
}

/// A determinization has the same information state and the same hidden cards, and every place can hold any
/// of them.
#[test]
fn determinizations_are_possible_worlds() {
    let deck = Deck { copies: 8, suits: 1, ranks: 13 };
    let mut generator = Generator::new(5);
    for deal in 0..20 {
        let position = Position::spider(&talon_cards::shuffle(deck, deal), Variant::STRICT);
        let (game, mut state) = Game::pack(&position).unwrap();
        (0..deal % 6).for_each(|_| state.play(&game, Step::DEAL));
        let hidden = |game: &Game, state: &State| {
            let face_down = |c: usize| state.column(c)[..state.face_down(c)].to_vec();
            let stock = (1..=state.rows_left()).flat_map(|left| game.row(left).to_vec());
            (0..10).flat_map(face_down).chain(stock).map(|card| card.word()).collect::<Vec<usize>>()
        };
        let sorted = |mut words: Vec<usize>| {
            words.sort_unstable();
            words
        };
        let truth = hidden(&game, &state);
        let mut changed = vec![false; truth.len()];
        for _ in 0..40 {
            let (other, world) = game.determinize(&state, &mut generator);
            assert_eq!(world.observed().key(&game.observed()), state.observed().key(&game.observed()));
            assert_eq!((other.rows, world.rows_left()), (game.rows, state.rows_left()));
            let words = hidden(&other, &world);
            changed.iter_mut().zip(words.iter().zip(&truth)).for_each(|(changed, (a, b))| *changed |= a != b);
            assert_eq!(sorted(words), sorted(truth.clone()));
        }
        assert!(changed.iter().all(|&changed| changed), "deal {deal}: a hidden card never changes its place");
    }
}
