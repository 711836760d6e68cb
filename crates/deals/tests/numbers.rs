//! The numbers of other programs against what these programs are known to deal.

use cards::foreign::ucb;
use cards::{Card, Deck};
use deals::{DealName, Scheme, deal_ucb, list};
use rules::{Layout, Move, Pile, Rules, Table};

fn game(name: &str) -> &'static Rules {
    games::find(name).unwrap()
}

fn dealt(name: &str, rules: &Rules) -> Table {
    let name: DealName = name.parse().unwrap();
    Table::deal(rules, &name.cards(rules).unwrap()).unwrap()
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn tops(table: &Table) -> Vec<Card> {
    (0..table.rules().columns).map(|c| table.top(Pile::Column(c)).unwrap()).collect()
}

#[test]
fn pysolfc_canfield_94118177207124443136() {
    let mut table = dealt("pysol:94118177207124443136", game("canfield"));
    assert_eq!(table.top(Pile::Foundation(0)), Some(cards("QS")[0]));
    assert_eq!(table.top(Pile::Reserve), Some(cards("4H")[0]));
    assert_eq!(tops(&table), cards("7S 5S AD 5H"));
    table.play(Move::Draw).unwrap();
    assert_eq!(table.top(Pile::Waste), Some(cards("7C")[0]));
}

#[test]
fn pysolfc_and_windows_freecell() {
    let column = |name: &str, c: u8| dealt(name, game("freecell")).cards(Pile::Column(c)).collect::<Vec<_>>();
    for name in ["ms:24", "pysol:24", "pysol:ms24", "kpat:24"] {
        assert_eq!(column(name, 0), cards("4C 2C 9C 8C QS 4S 2H"), "{name}");
        assert_eq!(column(name, 7), cards("7S 6C 7D 4D 8S 9D"), "{name}");
    }
    assert_eq!(column("pysol:300000000000", 0), cards("4S KD 6H 2D QC 4D AH"));
    assert_eq!(column("pysol:300000000000", 7), cards("KH 3S TD 5D 7H AD"));
    assert_eq!(column("pysol:100000", 0), cards("5C 5S JD 7H QC 3S 3H"));
    assert_eq!(column("pysol:100000", 7), cards("4H TS 8C KC 8D KD"));
}

#[test]
fn kpatience_klondike_and_spider() {
    assert_eq!(tops(&dealt("kpat:1268489590", game("klondike"))), cards("QD 9D TH 3S KS 8H 8D"));
    let spider = dealt("kpat:1434049638", game("spider-2"));
    assert_eq!(tops(&spider), cards("8H 4H KS KH AS TS 6H 6H AS 8H"));
    // Each row of the stock is dealt from its end.
    let first = cards::foreign::kpat::shuffle(1_434_049_638, &cards::foreign::kpat::TWO_SUITS, 2).unwrap();
    let mut row = first.from_top()[54..64].to_vec();
    row.reverse();
    let stock: Vec<Card> = spider.cards(Pile::Stock).rev().take(10).collect();
    assert_eq!(stock, row);
}

/// A list from the tests' data, every deal checked against the deck.
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

#[test]
fn ucb_prints_the_same_two_deals_of_22_seeds() {
    let rules = game("canfield-ucb");
    let mut run = ucb::Deals::new(0).unwrap();
    let mut seen = 0;
    for block in include_str!("../../cards/tests/data/ucb-deals.txt").split("seed ").skip(1) {
        let mut lines = block.lines();
        let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
        let [seed, "deal", deal] = head[..] else { panic!("{head:?}") };
        if deal == "1" {
            run = ucb::Deals::new(seed.parse().unwrap()).unwrap();
        }
        let order = deal_ucb(rules, &mut run).unwrap();
        if deal == "1" {
            let name: DealName = format!("ucb:{seed}").parse().unwrap();
            assert_eq!(name.cards(rules).unwrap(), order);
        }
        let layout = Table::deal(rules, &order).unwrap().layout();
        let expected: Vec<Vec<Card>> = lines.map(|line| cards(line.split_once(':').unwrap().1)).collect();
        assert_eq!(layout.reserve, expected[0], "seed {seed} deal {deal}");
        assert_eq!(layout.foundations[0], expected[1]);
        for c in 0..4 {
            assert_eq!(layout.columns[c].0, expected[5 + c]);
        }
        assert_eq!(layout.stock, expected[9]);
        seen += 1;
    }
    assert_eq!(seen, 44);
}

#[test]
fn ycp_turns_these_cards_first() {
    for (seed, drawn) in [
        (1, "4S JS AD JD TS 3D 6C 7S 7C 3S TH QC AS TC 2S KD 8H QD 4H 3H 7H 4D"),
        (2, "KS JS 9S 4C TH 8D QD 5D 7D 4D 5H TD KD 2H 8S 5S 2C JD 5C 6D JH AH 2D 7S"),
        (3, "2H 8H AH QS JD AC 7D 5H 4H 5S JH 3D KH 4D 6S 4S 4C 9C 2D TD KC AD 7S 7C"),
        (4, "5D 4D 3C KS 2D QC 8D 6C 5C 4H AC 6S TH TS 7D 7C JC 6H QS 3H 9S 6D KD 3D"),
        (6, "AH JH QD 3S 6H 7S TH KC 3H 2D TS 9C 7C KH 9S 4C 9D QC 5H"),
    ] {
        let table = dealt(&format!("ycp:{seed}"), game("klondike-ycp"));
        let expected = cards(drawn);
        let stock: Vec<Card> = table.cards(Pile::Stock).rev().take(expected.len()).collect();
        assert_eq!(stock, expected, "seed {seed}");
    }
    // The deal the program itself always deals: 0x12345678.
    let table = dealt("ycp:305419896", game("klondike-ycp"));
    assert_eq!(tops(&table), cards("8D KS TD 9H 6D 9C AS"));
}

#[test]
fn pipkin_has_turned_the_first_cards() {
    let pack = cards::foreign::pipkin::shuffle(42).unwrap().cards;
    let table = dealt("pipkin:42", game("canfield-pipkin"));
    let layout = table.layout();
    assert_eq!(layout.stock, pack[..31]);
    assert_eq!(layout.waste, pack[31..34]);
    let columns: Vec<Card> = layout.columns.iter().flat_map(|(cards, _)| cards.clone()).collect();
    assert_eq!(columns, pack[34..38]);
    assert_eq!(layout.reserve, pack[38..51]);
    assert_eq!(layout.foundations.iter().flatten().copied().collect::<Vec<_>>(), pack[51..]);
}

/// A position AisleRiot prints, by the numbers of its slots: stock, reserve, foundations, cells,
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
    let mode = |mode: &str| games::SPIDER_GNOME_MODES.iter().find(|(name, _)| *name == mode).unwrap().1;
    let mut seen = 0;
    for line in include_str!("../../cards/tests/data/aisleriot-deals.txt").lines().skip(1) {
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
    for rules in games::ALL {
        for (i, scheme) in Scheme::ALL.into_iter().enumerate() {
            for number in [1, 7, 31_999, 32_000, 999_999] {
                let name = DealName { scheme, number };
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
    let error = DealName { scheme: Scheme::Ucb, number: 1 }.cards(game("spider")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "how the Berkeley Canfield deals Spider is not known: ucb numbers name canfield, canfield-ucb, \
         canfield-pipkin, canfield-gnome, canfield-bsd, canfield-solvitaire, canfield-strict, rainbow, \
         superior-canfield"
    );
}

#[test]
fn our_numbers_are_our_shuffle() {
    for rules in games::ALL {
        let name = DealName::ours(42);
        assert_eq!(name.cards(rules).unwrap(), cards::shuffle(rules.deck(), 42), "{}", rules.name);
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
            assert!(DealName { scheme, number: 1 }.cards(&rules).is_err() && !scheme.knows(&rules));
        }
    }
}
