//! Honest play: a blind state shows nothing that is hidden, and its closure holds just what a
//! player can do.

use cards::{Card, Deck, Generator};
use rules::{Move, Pile, Table};
use solve::packed::spider::{
    Closure, Game, Playout, Position, Reach, Ruling, Scorer, Splits, State, Step, sight,
};
use std::collections::HashSet;

/// A table some random moves into a game.
fn walked(rules: &rules::Rules, number: u64, moves: usize) -> Table {
    let mut table = Table::numbered(rules, number).unwrap();
    let mut pick = Generator::new(number);
    for _ in 0..moves {
        let legal = table.moves();
        let Some(&m) = legal.get(pick.below(legal.len().max(1) as u64) as usize) else { break };
        table.play(m).unwrap();
    }
    table
}

fn hidden(position: &Position) -> usize {
    position.columns.iter().map(|column| column.down).sum()
}

fn print(state: &State, game: &Game) -> Vec<String> {
    (0..usize::from(game.columns)).map(|c| format!("{} {:?}", state.down(c), state.column(c))).collect()
}

#[test]
fn permuting_hidden_cards_changes_nothing() {
    let (mut closure, mut other) = (Closure::new(), Closure::new());
    for (rules, number) in
        [games::SPIDER, games::SPIDER_2, games::SPIDERETTE].iter().flat_map(|r| (0..40).map(move |n| (r, n)))
    {
        let table = walked(rules, number, number as usize * 3);
        let (game, state) = Game::pack(&Position::of(&table).unwrap()).unwrap();
        let (blind, seen) = (game.blind(), state.masked());
        let (viewed_game, viewed) = sight(table.view()).unwrap();
        assert_eq!(print(&seen, &blind), print(&viewed, &viewed_game), "the view shows the same");
        assert_eq!(seen.key(&blind), viewed.key(&viewed_game));

        let imagined = table.view().imagine(&mut Generator::new(number + 1));
        let (world, state) = Game::pack(&Position::of(&imagined).unwrap()).unwrap();
        assert_eq!(print(&seen, &blind), print(&state.masked(), &world.blind()));
        let scorer = Scorer::learned(&blind);
        let reach = Reach { cap: 200, ..Reach::default() };
        closure.explore(&blind, &seen, &scorer, &reach);
        other.explore(&world.blind(), &state.masked(), &scorer, &reach);
        assert_eq!(closure.choices(), other.choices());
    }
}

#[test]
fn a_path_reveals_only_at_its_end() {
    let mut closure = Closure::new();
    let mut checked = 0;
    for number in 0..40 {
        let table = walked(&games::SPIDER, number, number as usize);
        let position = Position::of(&table).unwrap();
        let (game, state) = Game::pack(&position).unwrap();
        let (blind, seen) = (game.blind(), state.masked());
        closure.explore(&blind, &seen, &Scorer::plain(&blind), &Reach { cap: 300, ..Reach::default() });
        for choice in closure.choices() {
            let path = closure.path(choice);
            let mut plain = position.clone();
            for (i, step) in path.iter().enumerate() {
                let before = (hidden(&plain), plain.stock.len());
                plain.play(step.plain()).unwrap();
                let same = before == (hidden(&plain), plain.stock.len());
                assert_eq!(same, i + 1 < path.len(), "step {i} of {}", path.len());
            }
            checked += 1;
        }
    }
    assert!(checked > 500, "only {checked} choices");
}

/// With several columns empty a beam may never get to a deal: filling them is its own way out.
#[test]
fn empty_columns_are_filled_for_a_deal() {
    let mut closure = Closure::new();
    let plain = Position::spider(&cards::shuffle(Deck { copies: 8, suits: 1, ranks: 13 }, 1), Ruling::STRICT);
    for heap in [2, 3, 4] {
        // All cards of the columns on a few heaps, the rest of the columns empty.
        let mut position = plain.clone();
        for c in heap..10 {
            let moved = std::mem::take(&mut position.columns[c].cards);
            position.columns[c % heap].cards.extend(moved);
            position.columns[c].down = 0;
        }
        let (game, state) = Game::pack(&position).unwrap();
        let (blind, seen) = (game.blind(), state.masked());
        let mut deals = |fills| {
            let reach = Reach { cap: 6, fills, ..Reach::default() };
            closure.explore(&blind, &seen, &Scorer::plain(&blind), &reach);
            assert!(closure.choices().is_sorted_by_key(|choice| choice.score));
            let deals = closure.choices().iter().filter(|choice| choice.step == Step::DEAL);
            deals.map(|choice| closure.path(choice)).collect::<Vec<_>>()
        };
        assert_eq!(deals(0), Vec::<Vec<Step>>::new(), "{heap} heaps");
        let paths = deals(8);
        assert!((1..=8).contains(&paths.len()), "{heap} heaps");
        for path in paths {
            let mut played = position.clone();
            path.iter().for_each(|step| played.play(step.plain()).unwrap());
            assert_eq!((hidden(&played), played.stock.len()), (hidden(&position), 40));
        }
    }
}

/// All positions within reach by moves that reveal nothing, columns in any order.
fn brute(position: &Position) -> usize {
    let sorted = |p: &Position| {
        let mut columns: Vec<(usize, Vec<Card>)> =
            p.columns.iter().map(|column| (column.down, column.cards.clone())).collect();
        columns.sort();
        columns
    };
    let mut seen = HashSet::from([sorted(position)]);
    let mut queue = vec![position.clone()];
    while let Some(next) = queue.pop() {
        for from in 0..next.columns.len() as u8 {
            for to in 0..next.columns.len() as u8 {
                for count in 1..=13 {
                    let mut child = next.clone();
                    let m = Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count };
                    if child.play(m).is_ok()
                        && hidden(&child) == hidden(position)
                        && seen.insert(sorted(&child))
                    {
                        queue.push(child);
                    }
                }
            }
        }
    }
    seen.len()
}

#[test]
fn a_closure_is_complete_where_it_is_small() {
    let mut closure = Closure::new();
    let mut sizes = 0;
    for number in 0..150 {
        // Face-down cards all different, so that sorting columns never confuses two of them.
        let deck = Deck { copies: 1, suits: 4, ranks: 5 };
        let sizes_dealt = [3, 3, 2, 2];
        let ruling = Ruling { ranks: 5, strict: true };
        let position = Position::rows(&cards::shuffle(deck, number), &sizes_dealt, 2, ruling);
        let (game, state) = Game::pack(&position).unwrap();
        let blind = game.blind();
        let reach = Reach { cap: usize::MAX, splits: Splits::Free, ..Reach::default() };
        closure.explore(&blind, &state.masked(), &Scorer::plain(&blind), &reach);
        assert_eq!(closure.len(), brute(&position), "deal {number}");
        sizes += closure.len();
    }
    assert!(sizes > 1000, "{sizes}");
}

#[test]
fn playouts_play_by_the_rules_and_repeat() {
    let mut playout = Playout::new();
    for number in 0..30 {
        let position = Position::spider(&cards::shuffle(Deck::DOUBLE, number), Ruling::STRICT);
        let (game, state) = Game::pack(&position).unwrap();
        let scorer = Scorer::learned(&game);
        let reach = Reach { cap: 100, ..Reach::default() };
        let mut again = Vec::new();
        for _ in 0..2 {
            let (mut a, mut b, mut c) = (state, state, state);
            let random = playout.random(&game, &mut a, 300, &mut Generator::new(number));
            let greedy = playout.greedy(&game, &mut b, &scorer, &reach, 500);
            let choosy = playout.choosy(&game, &mut c, &scorer, &reach, 500);
            again.push((random, greedy, choosy));
        }
        assert_eq!(again[0], again[1]);
    }
}

/// A world dealt anew looks the same and has the same unseen cards, each place as likely for any of them.
#[test]
fn a_world_dealt_anew_looks_the_same() {
    let deck = Deck { copies: 8, suits: 1, ranks: 13 };
    let mut chance = Generator::new(5);
    for deal in 0..20 {
        let position = Position::spider(&cards::shuffle(deck, deal), Ruling::STRICT);
        let (game, mut state) = Game::pack(&position).unwrap();
        (0..deal % 6).for_each(|_| state.play(&game, Step::DEAL));
        let unseen = |game: &Game, state: &State| {
            let down = |c: usize| state.column(c)[..state.down(c)].to_vec();
            let stock = (1..=state.left()).flat_map(|left| game.row(left).to_vec());
            (0..10).flat_map(down).chain(stock).map(|card| card.word()).collect::<Vec<usize>>()
        };
        let sorted = |mut words: Vec<usize>| {
            words.sort_unstable();
            words
        };
        let truth = unseen(&game, &state);
        let mut moved = vec![false; truth.len()];
        for _ in 0..40 {
            let (other, dealt) = game.dealt_anew(&state, &mut chance);
            assert_eq!(dealt.masked().key(&game.blind()), state.masked().key(&game.blind()));
            assert_eq!((other.rows, dealt.left()), (game.rows, state.left()));
            let words = unseen(&other, &dealt);
            moved.iter_mut().zip(words.iter().zip(&truth)).for_each(|(moved, (a, b))| *moved |= a != b);
            assert_eq!(sorted(words), sorted(truth.clone()));
        }
        assert!(moved.iter().all(|&moved| moved), "deal {deal}: a hidden card stays where it is");
    }
}
