//! The explanation of a deal can be followed by hand, as this test does.

use talon_cards::Card;
use talon_deals::{DealName, Scheme};
use talon_rules::Rules;

/// Returns the cards of the lines after the one that begins a step.
fn step(text: &str, number: usize) -> Vec<Card> {
    let start = text.find(&format!("\n{number}. ")).unwrap();
    let lines = text[start + 1..].lines().skip(1).take_while(|line| !line.is_empty());
    lines.flat_map(str::split_whitespace).filter_map(|word| word.parse().ok()).collect()
}

fn swaps(text: &str) -> Vec<(usize, usize)> {
    let start = text.find("The pairs of places swapped").unwrap();
    let lines = text[start..].lines().skip(1).take_while(|line| !line.is_empty());
    let pair = |word: &str| word.split_once('-').map(|(i, j)| (i.parse().unwrap(), j.parse().unwrap()));
    lines.flat_map(str::split_whitespace).filter_map(pair).collect()
}

fn follow(name: DealName, rules: &Rules) {
    let text = name.explain(rules).unwrap();
    let label = format!("{} {name}\n{text}", rules.name);
    let mut deck = step(&text, 1);
    for (i, j) in swaps(&text) {
        deck.swap(i, j);
    }
    assert_eq!(deck, step(&text, 3), "{label}");
    assert_eq!(name.cards(rules).unwrap(), step(&text, 5), "{label}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{label}");
}

#[test]
fn every_explanation_can_be_followed() {
    for rules in talon_games::ALL {
        for scheme in Scheme::ALL.iter().filter(|scheme| scheme.knows(rules)) {
            for number in [1, 31_999, 654_321] {
                follow(DealName::new(scheme, number).unwrap(), rules);
            }
        }
    }
}

#[test]
fn an_explanation_in_full() {
    let name: DealName = "pysol:94118177207124443136".parse().unwrap();
    let text = name.explain(talon_games::find("canfield").unwrap()).unwrap();
    assert_eq!(text, include_str!("data/pysol-canfield.txt"));
}
