//! The numbers of other programs, compared with the deals that these programs are known to deal.

use talon_cards::{Card, Deck};
use talon_deals::{DealName, Scheme, list};
use talon_rules::{Layout, Rules, Table};

fn game(name: &str) -> &'static Rules {
    talon_games::find(name).unwrap()
}

fn dealt(name: &str, rules: &Rules) -> Table {
    let name: DealName = name.parse().unwrap();
    Table::deal(rules, &name.cards(rules).unwrap()).unwrap()
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// Returns a list from the test data, with every deal checked against the deck.
fn read(text: &str, deck: Deck) -> Vec<list::Listed> {
    list::read(text, Some(deck)).unwrap()
}

#[test]
fn solvitaire_canfield_seeds_1_to_100() {
    let deals = read(include_str!("data/canfield-solvitaire-100.csv"), Deck::STANDARD);
    assert_eq!(deals.len(), 100);
    for deal in deals {
        let name: DealName = format!("solvitaire:{}", deal.id).parse().unwrap();
        assert_eq!(name.cards(game("canfield-solvitaire")).unwrap(), deal.cards, "{name}");
    }
}

#[test]
fn pysolfc_spider_numbers() {
    let mut deals = read(include_str!("data/spider-4-200.csv"), Deck::DOUBLE);
    deals.extend(read(include_str!("data/spider-4-14934.csv"), Deck::DOUBLE));
    assert_eq!(deals.len(), 201);
    for deal in deals {
        let name: DealName = format!("pysol:{}", deal.id).parse().unwrap();
        assert_eq!(name.cards(game("spider")).unwrap(), deal.cards, "{name}");
    }
}

#[test]
fn the_other_lists_load() {
    for text in [include_str!("data/klondike-300.csv"), include_str!("data/klondike-draw3-300.csv")] {
        let deals = read(text, Deck::STANDARD);
        assert_eq!(deals.len(), 300);
        let verdict = |deal: &list::Listed| deal.others.iter().any(|(name, _)| name == "verdict");
        assert!(deals.iter().all(verdict));
        assert_eq!(list::read(&list::write(&deals), None).unwrap(), deals);
    }
}

/// A position that AisleRiot prints, by the numbers of its slots: stock, reserve, foundations, cells,
/// columns.
struct Slots {
    file: &'static str,
    game: &'static str,
    stock: Option<usize>,
    reserve: Option<usize>,
    foundations: &'static [usize],
    cells: &'static [usize],
    columns: &'static [usize],
}

const SLOTS: Slots =
    Slots { file: "", game: "", stock: Some(0), reserve: None, foundations: &[], cells: &[], columns: &[] };

fn aisleriot_games() -> Vec<Slots> {
    macro_rules! slots {
        ($file:literal, $game:literal $(, $field:ident: $value:expr)*) => {
            Slots { file: include_str!(concat!("data/aisleriot/", $file, ".txt")), game: $game, $($field: $value,)* ..SLOTS }
        };
    }
    vec![
        slots!("canfield", "canfield-gnome", reserve: Some(6), foundations: &[2, 3, 4, 5], columns: &[7, 8, 9, 10]),
        slots!("kansas", "chameleon", reserve: Some(6), foundations: &[2, 3, 4, 5], columns: &[7, 8, 9]),
        slots!("straight-up", "storehouse", reserve: Some(6), foundations: &[2, 3, 4, 5], columns: &[7, 8, 9, 10]),
        slots!("klondike", "klondike-gnome", columns: &[6, 7, 8, 9, 10, 11, 12]),
        slots!("whitehead", "whitehead", columns: &[6, 7, 8, 9, 10, 11, 12]),
        slots!("thumb-and-pouch", "thumb-and-pouch", columns: &[6, 7, 8, 9, 10, 11, 12]),
        slots!("westhaven", "westcliff", columns: &[6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
        slots!("spider", "spider-gnome", columns: &[9, 10, 11, 12, 13, 14, 15, 16, 17, 18]),
        slots!("spiderette", "spiderette", columns: &[5, 6, 7, 8, 9, 10, 11]),
        slots!("will-o-the-wisp", "will-o-the-wisp", columns: &[5, 6, 7, 8, 9, 10, 11]),
        slots!("scorpion", "scorpion", columns: &[1, 2, 3, 4, 5, 6, 7]),
        slots!("freecell", "freecell", stock: None, columns: &[8, 9, 10, 11, 12, 13, 14, 15]),
        slots!("bakers-game", "bakers-game", stock: None, columns: &[8, 9, 10, 11, 12, 13, 14, 15]),
        slots!("eight-off", "eight-off", stock: None, cells: &[4, 5, 6, 7], columns: &[12, 13, 14, 15, 16, 17, 18, 19]),
        slots!("seahaven", "seahaven-towers", stock: None, cells: &[3, 4], columns: &[8, 9, 10, 11, 12, 13, 14, 15, 16, 17]),
        slots!("yukon", "yukon", stock: None, columns: &[1, 2, 3, 4, 5, 6, 7]),
        slots!("easthaven", "east-haven", columns: &[5, 6, 7, 8, 9, 10, 11]),
        slots!("forty-thieves", "forty-thieves", columns: &[10, 11, 12, 13, 14, 15, 16, 17, 18, 19]),
        slots!("king-albert", "king-albert", stock: None, cells: &[13, 14, 15, 16, 17, 18, 19], columns: &[4, 5, 6, 7, 8, 9, 10, 11, 12]),
        slots!("beleaguered-castle", "beleaguered-castle", stock: None, foundations: &[1, 4, 7, 10], columns: &[0, 2, 3, 5, 6, 8, 9, 11]),
        slots!("streets-and-alleys", "streets-and-alleys", stock: None, columns: &[0, 2, 3, 5, 6, 8, 9, 11]),
        slots!("bakers-dozen", "bakers-dozen", stock: None, columns: &[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]),
    ]
}

/// The slots printed after `> new SEED`.
fn printed(text: &str, seed: u32) -> Vec<(Vec<Card>, usize)> {
    let after = text.split(&format!("> new {seed}\n")).nth(1).unwrap();
    after
        .lines()
        .skip(1)
        .take_while(|line| !line.starts_with("score"))
        .map(|line| {
            let words: Vec<&str> = line.split_once(':').unwrap().1.split_whitespace().collect();
            let down = words.iter().filter(|word| word.starts_with('#')).count();
            (words.iter().map(|word| word.trim_start_matches('#').parse().unwrap()).collect(), down)
        })
        .collect()
}

#[test]
fn aisleriot_prints_the_same_deals_of_22_games() {
    for slots in aisleriot_games() {
        for seed in [1, 2] {
            let printed = printed(slots.file, seed);
            let pile = |slot: Option<usize>| slot.map_or(Vec::new(), |slot| printed[slot].0.clone());
            let expected = Layout {
                stock: pile(slots.stock),
                reserve: pile(slots.reserve),
                foundations: slots.foundations.iter().map(|&slot| printed[slot].0.clone()).collect(),
                cells: slots.cells.iter().map(|&slot| printed[slot].0.first().copied()).collect(),
                columns: slots.columns.iter().map(|&slot| printed[slot].clone()).collect(),
                ..Layout::default()
            };
            let table = dealt(&format!("aisleriot:{seed}"), game(slots.game));
            let layout = table.layout();
            let label = format!("{} {seed}", slots.game);
            assert_eq!(layout.columns.len(), expected.columns.len(), "{label}");
            for (ours, theirs) in layout.columns.iter().zip(&expected.columns) {
                assert_eq!(ours.0, theirs.0, "{label}");
            }
            assert_eq!(layout.stock, expected.stock, "{label}");
            assert_eq!(layout.reserve, expected.reserve, "{label}");
            assert_eq!(&layout.cells[..expected.cells.len()], &expected.cells[..], "{label}");
            if !expected.foundations.is_empty() {
                assert_eq!(layout.foundations, expected.foundations, "{label}");
            }
        }
    }
}

#[test]
fn aisleriot_deals_ten_seeds_in_every_mode() {
    let mode = |mode: &str| talon_games::SPIDER_GNOME_MODES.iter().find(|(name, _)| *name == mode).unwrap().1;
    let mut seen = 0;
    for line in include_str!("data/aisleriot-deals.txt").lines().skip(1) {
        let (head, dealt) = line.split_once(':').unwrap();
        let words: Vec<&str> = head.split_whitespace().collect();
        let mut dealt = cards(dealt);
        let rules = match words[..2] {
            ["spider", "4"] => mode("four-suits"),
            ["spider", "2"] => mode("two-suits"),
            ["spider", "1"] => mode("one-suit"),
            ["klondike", _] => *game("klondike-gnome"),
            _ => {
                // AisleRiot deals the base card after the columns, we before them.
                dealt[13..18].rotate_right(1);
                *game("canfield-gnome")
            }
        };
        let name: DealName = format!("aisleriot:{}", words[2]).parse().unwrap();
        assert_eq!(name.cards(&rules).unwrap(), dealt, "{head}");
        seen += 1;
    }
    assert_eq!(seen, 36);
}

#[test]
fn every_scheme_deals_whole_decks_and_says_what_it_does_not_know() {
    let mut known = [0; Scheme::ALL.len()];
    for rules in talon_games::ALL {
        for (i, &scheme) in Scheme::ALL.iter().enumerate() {
            for number in [1, 7, 31_999, 32_000, 999_999] {
                let name = DealName::new(scheme, number).unwrap();
                match name.cards(rules) {
                    Ok(cards) => {
                        Table::deal(rules, &cards)
                            .unwrap_or_else(|error| panic!("{} {name}: {error}", rules.name));
                        assert!(scheme.knows(rules));
                        known[i] += usize::from(number == 1);
                    }
                    Err(error) => {
                        assert!(!scheme.knows(rules), "{error}");
                        assert!(error.to_string().contains(rules.title.as_str()), "{error}");
                    }
                }
            }
        }
    }
    // Ours, ms, pysol, kpat, solvitaire, aisleriot, ucb, pipkin, ycp.
    assert_eq!(known, [46, 46, 46, 23, 25, 40, 9, 9, 7]);
    let error = "ucb:1".parse::<DealName>().unwrap().cards(game("spider")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "it is not known how the Berkeley Canfield deals Spider; ucb numbers name deals of canfield, \
         canfield-ucb, canfield-pipkin, canfield-gnome, canfield-bsd, canfield-solvitaire, canfield-strict, \
         rainbow, superior-canfield"
    );
}

#[test]
fn our_numbers_are_our_shuffle() {
    for rules in talon_games::ALL {
        let name = DealName::ours(42);
        assert_eq!(name.cards(rules).unwrap(), talon_cards::shuffle(rules.deck(), 42), "{}", rules.name);
        assert_eq!(Table::deal(rules, &name.cards(rules).unwrap()), Ok(Table::numbered(rules, 42).unwrap()));
    }
}

#[test]
fn rules_that_cannot_be_are_refused_by_every_scheme() {
    let spider = game("spider");
    for rules in [
        Rules { columns: 200, ..*spider },
        Rules { columns: 0, ..*spider },
        Rules { reserve: 100, ..*game("canfield") },
        Rules { cells_dealt: 9, ..*game("freecell") },
    ] {
        for scheme in Scheme::ALL {
            assert!(DealName::new(scheme, 1).unwrap().cards(&rules).is_err() && !scheme.knows(&rules));
        }
    }
}
