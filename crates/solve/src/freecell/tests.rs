//! The packed state beside the table, on random walks.

use super::game::{BOTTOM, CELL, Game, Key, UP, set_code};
use super::line;
use super::moves::{Step, each_step};
use super::pack::{pack, recognises};
use super::state::State;
use std::collections::BTreeSet;
use talon_cards::Generator;
use talon_rules::{Pile, Rules, Table, Take};

/// The key of the position on a table, read card by card.
fn key(game: &Game, table: &Table) -> Key {
    let rules = table.rules();
    let mut key = [0; 3];
    for c in 0..rules.columns {
        let (mut below, pile) = (BOTTOM, Pile::Column(c));
        for (i, card) in table.cards(pile).enumerate() {
            // A card on a face-down card has never moved.
            let never_moved = rules.take == Take::FaceUp && i > 0 && i <= table.face_down(pile);
            let code = if never_moved { 0 } else { game.code(card.index(), below) };
            set_code(&mut key, card.index(), code);
            below = card.index();
        }
    }
    for (pile, place) in (0..rules.foundations())
        .map(|f| (Pile::Foundation(f), UP))
        .chain((0..rules.cells).map(|cell| (Pile::Cell(cell), CELL)))
    {
        for card in table.cards(pile) {
            set_code(&mut key, card.index(), game.code(card.index(), place));
        }
    }
    key
}

/// What follows from the key of a state.
fn seen(state: &State) -> impl PartialEq + std::fmt::Debug + use<> {
    let counts = [state.in_cells, state.spaces, state.left, state.breaks, state.blocks, state.held];
    let over: Vec<u8> =
        (0..52).filter(|&card| state.below[usize::from(card)] < UP).map(|card| state.over(card)).collect();
    (state.below, over, state.tops, state.cells, state.down, state.heights, counts, state.likeness)
}

/// Plays random steps on both models, and compares them after each.
fn walk(rules: &Rules, deal: u64) {
    let mut table = Table::numbered(rules, deal).unwrap();
    let (game, mut state) = pack(&table).unwrap_or_else(|| panic!("{} is of the family", rules.name));
    let mut random = Generator::new(deal);
    for _ in 0..150 {
        let name = rules.name;
        assert_eq!(state.key, key(&game, &table), "{name} {deal}\n{table}");
        assert_eq!(seen(&state), seen(&State::unpack(&game, &state.key)), "{name} {deal}\n{table}");
        assert_eq!(state.left == 0, table.is_won(), "{name} {deal}\n{table}");

        let mut steps: Vec<Step> = Vec::new();
        each_step(&game, &state, |step| steps.push(step));
        let after = |step: &Step| {
            let mut child = state;
            child.put(&game, step.card, step.to);
            child.key
        };
        let reached: BTreeSet<Key> = steps.iter().map(after).collect();
        assert_eq!(reached.len(), steps.len(), "two steps lead to one position: {name} {deal}\n{table}");
        let legal = table.moves().into_iter().map(|m| {
            let mut child = table.clone();
            child.play(m).unwrap();
            key(&game, &child)
        });
        // Whole columns that change places leave the position as it was.
        let legal: BTreeSet<Key> = legal.filter(|&child| child != state.key).collect();
        assert_eq!(reached, legal, "{name} {deal}\n{table}");

        if steps.is_empty() {
            return;
        }
        let step = steps[random.below(steps.len() as u64) as usize];
        for m in line::moves(&table, &[step]).unwrap() {
            table.play(m).unwrap();
        }
        state.put(&game, step.card, step.to);
    }
}

#[test]
fn the_packed_state_follows_the_table_on_random_walks() {
    let family: Vec<Rules> = talon_games::ALL.iter().filter(|rules| recognises(rules)).copied().collect();
    assert_eq!(family.len(), 13);
    for rules in &family {
        (1..=12).for_each(|deal| walk(rules, deal));
    }
    let settings: [(&str, &[&str]); 6] = [
        ("freecell", &["suits=2", "copies=1", "up=[4, 4, 3, 3, 3, 3, 3, 3]"]),
        ("freecell", &["build=other-suit", "place=first-empty"]),
        ("freecell", &["build=same-colour", "fill=nothing"]),
        ("yukon", &["both_ways=true"]),
        ("yukon", &["build=any-suit", "fill=anything"]),
        ("king-albert", &["build=other-suit", "cells_take=true"]),
    ];
    for (game, changes) in settings {
        let rules = talon_games::set(talon_games::find(game).unwrap(), changes).unwrap();
        (1..=6).for_each(|deal| walk(&rules, deal));
    }
}
