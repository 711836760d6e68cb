//! The abstractions and the search, compared with exhaustive search on small decks.

use super::abstraction::{Search, unaided};
use super::arrangement_free::{ArrangementFree, Unarranged};
use super::landmarks::Landmarks;
use super::layered::LayeredSearch;
use super::refuter::Refuter;
use crate::canfield::columns::Columns;
use crate::canfield::position::{Position, Variant};
use crate::canfield::prunings::Prunings;
use crate::canfield::relax::Finding;
use crate::canfield::state::{Game, State};
use crate::{Budget, Limits, unwatched};
use std::collections::HashMap;

/// Columns and reserve of the deals of sixteen cards.
const LAYOUTS: [(usize, usize); 6] = [(1, 4), (2, 5), (2, 6), (2, 7), (3, 8), (3, 9)];

fn deal(number: u64, redeals: u8) -> Position {
    let (columns, reserve) = LAYOUTS[number as usize % LAYOUTS.len()];
    let cards = talon_cards::shuffle(talon_cards::Deck { copies: 1, suits: 4, ranks: 4 }, number);
    let mut position = Position::deal(Variant::ANY_SUIT, 4, columns, reserve, 0, &cards);
    position.redeals = Some(redeals);
    position
}

/// All positions that can be reached without any pruning, and whether each can be won; none if there are too
/// many.
fn exhaust(position: &Position) -> (Game, Vec<(State, bool)>) {
    let mut game = Game::new(position, Columns::new(), Prunings::NONE);
    let mut first = game.start(position);
    game.normalize(&mut first, &mut ());
    let name = |game: &Game, state: &State| (game.key(state), state.waste_end, state.redeals);
    let mut numbers = HashMap::from([(name(&game, &first), 0)]);
    let (mut states, mut before, mut plays) = (vec![(first, false)], vec![Vec::new()], Vec::new());
    let mut at = 0;
    while at < states.len() {
        if states.len() > 8_000 {
            return (game, Vec::new());
        }
        let state = states[at].0;
        states[at].1 = game.is_won(&state);
        plays.clear();
        game.table_moves(&state, &mut plays);
        game.stock_moves(&state, game.reachable(&state), &mut plays);
        game.reversible_moves(&state, &mut plays);
        for &play in &plays {
            let mut next = state;
            game.play(&mut next, play, &mut ());
            let number = *numbers.entry(name(&game, &next)).or_insert(states.len());
            if number == states.len() {
                states.push((next, false));
                before.push(Vec::new());
            }
            before[number].push(at);
        }
        at += 1;
    }
    let mut open: Vec<usize> = (0..states.len()).filter(|&at| states[at].1).collect();
    while let Some(at) = open.pop() {
        for &at in &before[at] {
            if !std::mem::replace(&mut states[at].1, true) {
                open.push(at);
            }
        }
    }
    (game, states)
}

/// What is refuted by each abstraction alone is lost, and the landmark abstraction refutes nothing that the
/// arrangement-free relaxation does not.
#[test]
fn what_is_refuted_is_lost() {
    let mut watch = unwatched;
    let mut budget = Budget::new(Limits::default(), &mut watch);
    let (mut won, mut lost, mut refuted) = (0, 0, [0; 2]);
    for number in 0..400 {
        let redeals = u8::from(number % 4 == 3);
        let (game, states) = exhaust(&deal(number, redeals));
        let Some(&(first, _)) = states.first() else { continue };
        let (layout, bottoms) = (&game.layout, game.bottom_cards(&first));
        let undrawn = Landmarks::undrawn(layout);
        let arrangement_free = ArrangementFree::new(layout, bottoms, redeals);
        let landmarks = Landmarks::new(layout, bottoms, &undrawn);
        let (mut unarranged_states, mut landmark_states) = (Search::new(), Search::new());
        for (state, is_won) in states {
            let unarranged = Unarranged::of(&game, &state);
            let (mut one, mut other) = (u64::MAX, u64::MAX);
            let by_unarranged = unarranged_states
                .decide(arrangement_free, unarranged, &mut unaided, &mut one, &mut budget)
                .unwrap();
            let by_unarranged = by_unarranged == Finding::Lost;
            let by_landmarks = Landmarks::applies(layout, first.reserve, redeals) && {
                let state = landmarks.state(&unarranged);
                landmark_states.decide(landmarks, state, &mut unaided, &mut other, &mut budget).unwrap()
                    == Finding::Lost
            };
            assert!(
                !(is_won && by_unarranged),
                "deal {number}: the arrangement-free relaxation refutes {state:?}"
            );
            assert!(
                !by_landmarks || by_unarranged,
                "deal {number}: the landmark abstraction refutes {state:?}"
            );
            (won, lost) = (won + u32::from(is_won), lost + u32::from(!is_won));
            refuted = [refuted[0] + u32::from(by_unarranged), refuted[1] + u32::from(by_landmarks)];
        }
    }
    assert!(
        won > 10_000 && lost > 10_000 && refuted[0] > 5_000 && refuted[1] > 1_000,
        "{won} {lost} {refuted:?}"
    );
}

/// Delayed raises and dominance lose no win: the search decides as exhaustive search does, from every position
/// of a game, with the abstractions and without.
#[test]
fn the_search_is_exhaustive() {
    let mut watch = unwatched;
    let mut budget = Budget::new(Limits::default(), &mut watch);
    let (mut won, mut lost) = (0, 0);
    for number in 0..120 {
        let position = deal(number, u8::from(number % 3 == 2));
        let (mut plain, states) = exhaust(&position);
        let columns = std::mem::replace(&mut plain.columns, Columns::new());
        let mut game =
            Game { columns, ..Game::new(&position, Columns::new(), Prunings::sound_for(&position.variant)) };
        for &(state, is_won) in states.iter().step_by(1 + states.len() / 20) {
            let mut first = state;
            game.normalize(&mut first, &mut ());
            for refutes in [false, true] {
                let mut refuter = if refutes { Refuter::new(&game, &states[0].0) } else { None };
                let found =
                    LayeredSearch::new().run(&mut game, first, refuter.as_mut(), &mut budget).unwrap();
                assert_eq!(found.is_some(), is_won, "deal {number}: {state:?}");
            }
            (won, lost) = (won + u32::from(is_won), lost + u32::from(!is_won));
        }
    }
    assert!(won > 50 && lost > 200, "{won} won, {lost} lost");
}

/// In narrow passes, a position of this deal is first met after the redeal. It is lost there, and won when it is met
/// again before the redeal, in an earlier layer.
#[test]
fn a_position_met_again_in_an_earlier_layer_is_searched_again() {
    let mut watch = unwatched;
    let mut budget = Budget::new(Limits::default(), &mut watch);
    let position = deal(3864, 1);
    let mut game = Game::new(&position, Columns::new(), Prunings::sound_for(&position.variant));
    let mut first = game.start(&position);
    game.normalize(&mut first, &mut ());
    let mut search = LayeredSearch::new();
    search.width = |_| 1;
    assert!(search.run(&mut game, first, None, &mut budget).unwrap().is_some());
}
