//! The formats: what is written reads back as the same table, and faults are refused by name.

use talon_cards::{Card, Generator};
use talon_deals::{Content, DealName, Format, import, opening};
use talon_rules::{Layout, Rules, Table};

fn game(name: &str) -> &'static Rules {
    talon_games::find(name).unwrap()
}

/// Returns tables of a game: its start, and positions on a random walk from it.
fn tables(rules: &Rules, seed: u64) -> Vec<Table> {
    let mut table = Table::numbered(rules, seed).unwrap();
    let mut tables = vec![table.clone()];
    let mut generator = Generator::new(seed);
    for step in 0..120 {
        let moves = table.moves();
        if moves.is_empty() {
            break;
        }
        table.play(moves[generator.below(moves.len() as u64) as usize]).unwrap();
        if step % 20 == 19 {
            tables.push(table.clone());
        }
    }
    tables
}

/// Returns the layout without what the format cannot express: the redeals, and the places of empty
/// foundations and cells.
fn core(table: &Table) -> Layout {
    let mut layout = table.layout();
    layout.redeals_used = 0;
    layout.foundations.retain(|cards| !cards.is_empty());
    layout.foundations.sort();
    layout.cells.sort_by_key(Option::is_none);
    layout
}

#[test]
fn every_format_reads_back_in_every_game() {
    for rules in talon_games::ALL {
        for seed in 1..=3 {
            for (i, table) in tables(rules, seed).iter().enumerate() {
                for format in Format::ALL {
                    let label = format!("{} {seed} after {} moves, {format}", rules.name, i * 20);
                    let text = match format.write(table) {
                        Ok(text) => text,
                        Err(error) => {
                            // Only formats for deals refuse, and only in the middle of a game or for
                            // another game.
                            let deals_only = matches!(format, Format::Cards | Format::ShootMe | Format::List);
                            assert!(deals_only && (i > 0 || format == Format::ShootMe), "{label}: {error}");
                            continue;
                        }
                    };
                    let read =
                        import(text.as_bytes()).unwrap_or_else(|error| panic!("{label}: {error}\n{text}"));
                    assert_eq!(read.format, format, "{label}\n{text}");
                    let again = read.table(rules).unwrap_or_else(|error| panic!("{label}: {error}\n{text}"));
                    assert_eq!(core(&again), core(table), "{label}\n{text}");
                    if format == Format::Piles {
                        assert_eq!(again.layout(), table.layout(), "{label}\n{text}");
                    }
                    if i == 0 {
                        assert_eq!(opening(&again), opening(table), "{label}");
                        assert!(opening(&again).is_some());
                    }
                }
            }
        }
    }
}

#[test]
fn an_opening_is_its_deal() {
    for rules in talon_games::ALL {
        for number in 0..20 {
            let deck = talon_cards::shuffle(rules.deck(), number);
            let table = Table::deal(rules, &deck).unwrap();
            let order = opening(&table).unwrap();
            assert_eq!(Table::deal(rules, &order), Ok(table), "{} {number}", rules.name);
        }
    }
}

#[test]
fn a_known_deck_string() {
    // The example of MinimalKlondike's page.
    let digits = "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104132053\
                  133102084041013073063031061043081054113062024021101022032121";
    let read = import(digits.as_bytes()).unwrap();
    assert_eq!(read.format, Format::ShootMe);
    let table = read.table(game("klondike")).unwrap();
    let board = Format::Board.write(&table).unwrap();
    assert_eq!(
        board,
        "Talon: 7C TS KD 5H KH TD 8S 4C AH 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC\n\
         7D\n<TH> 9D\n<2H> <5C> 5D\n<4D> <3S> <QH> AD\n<9S> <4S> <AC> <KC> QS\n\
         <KS> <7S> <8H> <9C> <6S> 9H\n<JC> <JS> <QD> <8D> <AS> <3H> JD\n"
    );
    assert_eq!(Format::ShootMe.write(&table).unwrap().trim(), digits);
    // The string is for Klondike's columns: only games with such columns can start there, and Canfield
    // cannot.
    let games: Vec<&str> = read.games().iter().map(|rules| rules.name.as_str()).collect();
    assert_eq!((games[0], games.contains(&"canfield")), ("klondike", false), "{games:?}");
    assert!(
        read.words().starts_with("a ShootMe deck string: klondike, or klondike-draw3, "),
        "{}",
        read.words()
    );
}

#[test]
fn two_games_are_both_named() {
    let words = |name: &str| {
        let piles = Format::Piles.write(&Table::numbered(game(name), 1).unwrap()).unwrap();
        import(piles.as_bytes()).unwrap().words()
    };
    assert_eq!(
        words("freecell"),
        "a position with one line for each pile: freecell, or bakers-game, dealt alike"
    );
    // The piles would also fit the middle of another game, but they are the start of this one.
    assert_eq!(words("raglan"), "a position with one line for each pile: raglan");
}

#[test]
fn a_line_of_cards_has_no_game() {
    let line = |name: &str| Format::Cards.write(&Table::numbered(game(name), 1).unwrap()).unwrap();
    let read = import(line("freecell").as_bytes()).unwrap();
    assert!(!read.has_shape() && read.games().len() > 20);
    let words = read.families();
    assert!(words.starts_with("canfield, klondike, spiderette, freecell, yukon, "), "{words}");
    assert!(words.ends_with(&format!(" or another of {} games", read.games().len())), "{words}");
    assert!(read.words().contains("a line of cards, which can be canfield, klondike, "), "{}", read.words());
    // A deck that no other game has leaves no doubt.
    let read = import(line("spider-1").as_bytes()).unwrap();
    assert_eq!(read.words(), "a deal as a line of cards: spider-1");
    // Piles have a shape; games that are dealt alike are named.
    let piles = Format::Piles.write(&Table::numbered(game("klondike"), 1).unwrap()).unwrap();
    let words = import(piles.as_bytes()).unwrap().words();
    assert!(words.contains(": klondike, or klondike-draw3, ") && words.ends_with(", dealt alike"), "{words}");
}

#[test]
fn boards_of_other_programs() {
    // PySolFC's Microsoft deal 24, as its tools print it.
    let board = "4C 2C 9C 8C QS 4S 2H\n5H QH 3C AC 3H 4H QD\nQC 9S 6H 9H 3S KS 3D\n5D 2S JC 5C JH 6D AS\n\
                 2D KD TH TC TD 8D\n7H JS KH TS KC 7C\nAH 5S 6S AD 8H JD\n7S 6C 7D 4D 8S 9D\n";
    let read = import(board.as_bytes()).unwrap();
    assert_eq!(read.format, Format::Board);
    let table = read.table(game("freecell")).unwrap();
    let name: DealName = "ms:24".parse().unwrap();
    assert_eq!(opening(&table), Some(name.cards(game("freecell")).unwrap()));
    let names: Vec<&str> = read.games().iter().map(|rules| rules.name.as_str()).collect();
    assert_eq!(names[..2], ["freecell", "bakers-game"]);
    assert_eq!(read.words(), "PySolFC or fc-solve board text: freecell, or bakers-game, dealt alike");

    // fc-solve's colons, tens, empty columns and half-built foundations.
    let board = "Foundations: H-J C-10 D-K S-Q\nFreecells: QH - KC\n: JC KH\n:\n: KS QC\n";
    let table = import(board.as_bytes()).unwrap().table(game("freecell")).unwrap();
    let layout = table.layout();
    assert_eq!(layout.foundations.iter().map(Vec::len).collect::<Vec<_>>(), [10, 13, 11, 12]);
    assert_eq!(layout.columns[1].0, []);
    assert_eq!(layout.columns[2].0.len(), 2);
}

#[test]
fn solvitaire_json() {
    let table = Table::deal(game("canfield"), &talon_cards::shuffle(talon_cards::Deck::STANDARD, 5)).unwrap();
    let text = Format::Solvitaire.write(&table).unwrap();
    assert!(text.contains("\"10") && !text.contains("\"T"), "{text}");
    // Solvitaire's own files consist of one line, with the keys in any order.
    let line = text.replace('\n', " ");
    assert_eq!(import(line.as_bytes()).unwrap().table(game("canfield")).unwrap().layout(), table.layout());
    // The foundations are one list, and cells that take no cards are the reserve.
    for (name, foundations, reserve) in
        [("king-albert", "", 7), ("raglan", "\"AC\", \"AD\", \"AH\", \"AS\"", 6)]
    {
        let table = Table::numbered(game(name), 3).unwrap();
        let text = Format::Solvitaire.write(&table).unwrap();
        let list = |key: &str| {
            let start = text.find(&format!("\"{key}\": ["))?;
            text[start..].split_once('[')?.1.split_once(']').map(|(inside, _)| inside)
        };
        assert_eq!(list("foundations").unwrap_or(""), foundations, "{text}");
        assert_eq!(list("reserve").map(|cards| cards.matches(',').count() + 1), Some(reserve), "{text}");
        assert!(!text.contains("cells"), "{text}");
        assert_eq!(import(text.as_bytes()).unwrap().table(game(name)).unwrap(), table, "{text}");
    }
    // Files of older versions have a list for each foundation.
    let nested =
        r#"{"tableau piles": [["KS"], [], [], [], [], [], []], "foundations": [["AS", "2S"], [], ["AH"]]}"#;
    let flat = nested.replace(r#"[["AS", "2S"], [], ["AH"]]"#, r#"["AS", "2S", "AH"]"#);
    let [nested, flat] = [nested, &flat].map(|text| import(text.as_bytes()).unwrap());
    assert_eq!(nested, flat);
    // Beleaguered Castle may leave out the aces it starts with.
    let castle = Table::numbered(game("beleaguered-castle"), 1).unwrap();
    let text = Format::Solvitaire.write(&castle).unwrap();
    let start = text.find("  \"foundations\"").unwrap();
    let bare = format!("{}\n}}", text[..start].trim_end().trim_end_matches(','));
    assert_eq!(import(bare.as_bytes()).unwrap().table(game("beleaguered-castle")).unwrap(), castle);
}

#[test]
fn a_board_without_marks_is_face_down_as_dealt() {
    let table = Table::numbered(game("klondike"), 9).unwrap();
    let open = Format::Board.write(&table).unwrap().replace(['<', '>'], "");
    let read = import(open.as_bytes()).unwrap();
    assert_eq!(read.table(game("klondike")).unwrap(), table);
}

#[test]
fn bad_deals_are_refused_with_the_card_named() {
    let rules = game("klondike");
    let deck: Vec<String> = talon_cards::shuffle(rules.deck(), 3).iter().map(Card::to_string).collect();
    let refuse = |text: &str| match import(text.as_bytes()) {
        Ok(read) => read.table(rules).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    let mut double = deck.clone();
    let (there, gone) = (double[0].clone(), double[40].clone());
    double[40] = there.clone();
    assert_eq!(refuse(&double.join(" ")), format!("{there} occurs too often"));
    let mut short = deck.clone();
    short.remove(40);
    assert_eq!(
        refuse(&short.join(" ")),
        format!("{gone} is missing (the deck has 52 cards, the list has 51)")
    );
    let mut odd = deck.clone();
    odd[7] = "1X".into();
    assert!(refuse(&odd.join(" ")).starts_with("line 1: \"1X\" is not a card"));

    let board = Format::Board.write(&Table::numbered(rules, 3).unwrap()).unwrap();
    assert!(refuse(&board.replacen("<", "", 1).replacen(">", "", 1).replace("7D", "7Y")).contains("7Y"));
    assert_eq!(
        refuse("012"),
        "the text has 3 digits, but a ShootMe deck string has 156, three for each card"
    );
    let digits = Format::ShootMe.write(&Table::numbered(rules, 3).unwrap()).unwrap();
    assert_eq!(
        refuse(&format!("147{}", &digits[3..])),
        "147 is not a card; write two digits for the rank, 01 to 13, and one for the suit, 1 to 4"
    );
    for (text, sentence) in [
        ("", "the text is empty"),
        ("# nothing\n\n", "the text is empty"),
        ("{\"tableau\": []}", "Solvitaire JSON: \"tableau\" is not a known pile"),
        ("{\"stock\": []}", "Solvitaire JSON: \"tableau piles\" is missing"),
        (
            "{\"tableau piles\": [[\"KD\", \"5d\"]]}",
            "Solvitaire JSON: column 1: 5D lies face down on a card that is face up",
        ),
        ("{\"tableau piles\": [7]}", "Solvitaire JSON: \"tableau piles\" is not a list"),
        ("1: KD (5D)", "line 1: 5D lies face down on a card that is face up"),
        ("99: KD", "line 1: no game has column 99"),
        ("1: KD\nredeals: many", "line 2: \"many\" is not a number of redeals"),
        ("Foundations: X-3\nKD", "line 1: \"X-3\" is not a foundation; write H-3 for hearts up to the three"),
    ] {
        assert_eq!(refuse(text), sentence, "{text:?}");
    }
    assert!(refuse("{\"tableau piles\": [").starts_with("Solvitaire JSON: EOF"));
    assert!(
        refuse("hello world, how are you").starts_with("the text is not recognised as a deal or a position")
    );
}

#[test]
fn a_foundation_whose_cards_lie_elsewhere_is_refused() {
    let board = "Foundations: H-3\n2H 4H\n";
    let error = import(board.as_bytes()).unwrap().table(game("freecell")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a foundation is built up to 3H, but the cards that should lie under it are elsewhere"
    );
}

#[test]
fn huge_and_broken_input_is_refused_at_once() {
    let long = "AS ".repeat(4_000_000);
    assert_eq!(
        import(long.as_bytes()).unwrap_err().to_string(),
        "the text has 12000000 bytes, too many for one deal or position"
    );
    let brackets = "[".repeat(60_000);
    assert!(import(format!("{{\"tableau piles\": {brackets}").as_bytes()).is_err());
    let mut binary = b"AS 2S".to_vec();
    binary.push(0);
    assert_eq!(import(&binary).unwrap_err().to_string(), "this is not UTF-8 text: byte 5 is invalid");
    binary[5] = 0xff;
    assert_eq!(import(&binary).unwrap_err().to_string(), "this is not UTF-8 text: byte 5 is invalid");
    let error = import(b"id,cards\n1,AS AS\n").unwrap().table(game("klondike")).unwrap_err();
    assert_eq!(error.to_string(), "AS occurs too often (the deck has 52 cards, the list has 2)");
    let list = import(b"id,cards\n1,AS\n2,AS\n").unwrap();
    assert!(matches!(&list.content, Content::List(deals) if deals.len() == 2));
    assert_eq!(
        list.table(game("klondike")).unwrap_err().to_string(),
        "the list has 2 deals, but one is expected"
    );
}

#[test]
fn the_base_of_a_board_is_given_or_found() {
    // One deck: the missing cards show where the foundations begin.
    let mut found = 0;
    for seed in 1..=20 {
        for table in tables(game("canfield-gnome"), seed) {
            let text = Format::Board.write(&table).unwrap();
            let start = text.find("Base:").unwrap();
            let bare = format!("{}{}", &text[..start], text[start..].split_once('\n').unwrap().1);
            let again = import(bare.as_bytes()).unwrap().table(game("canfield-gnome")).unwrap();
            assert_eq!(core(&again), core(&table), "{bare}");
            found += usize::from(table.cards_up() > 4);
        }
    }
    assert!(found > 10, "the walks must bring cards up");

    // Two decks: a full foundation and the beginning of another of the same suit require the base rank.
    let rules = game("demon");
    let mut rest = rules.deck().cards();
    let mut take = |word: &str| {
        let card: Card = word.parse().unwrap();
        rest.remove(rest.iter().position(|&other| other == card).unwrap())
    };
    let full: Vec<Card> = "5H 6H 7H 8H 9H TH JH QH KH AH 2H 3H 4H".split(' ').map(&mut take).collect();
    let begun: Vec<Card> = "5H 6H".split(' ').map(&mut take).collect();
    let layout = Layout {
        reserve: rest.split_off(60),
        stock: rest.split_off(20),
        columns: rest.chunks(3).map(|cards| (cards.to_vec(), 0)).collect(),
        foundations: vec![full, begun],
        ..Layout::default()
    };
    let table = Table::set_up(rules, &layout).unwrap();
    let text = Format::Board.write(&table).unwrap();
    assert_eq!(core(&import(text.as_bytes()).unwrap().table(rules).unwrap()), core(&table));
}

#[test]
fn a_finished_run_is_named_by_its_king() {
    let rules = game("simple-simon");
    let (run, rest): (Vec<Card>, Vec<Card>) =
        rules.deck().cards().into_iter().rev().partition(|card| card.suit() == talon_cards::Suit::Spades);
    let layout = Layout {
        foundations: vec![run],
        columns: rest.chunks(4).map(|cards| (cards.to_vec(), 0)).collect(),
        ..Layout::default()
    };
    let table = Table::set_up(rules, &layout).unwrap();
    let text = Format::Board.write(&table).unwrap();
    assert!(text.starts_with("Foundations: S-K\n"), "{text}");
    assert_eq!(core(&import(text.as_bytes()).unwrap().table(rules).unwrap()), core(&table));
    let half = text.replace("S-K", "S-9");
    assert!(import(half.as_bytes()).unwrap().table(rules).is_err());
}
