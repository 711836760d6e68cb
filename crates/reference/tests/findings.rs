//! What an independent brute force found under rules that people write themselves: false proofs, claimed wins that
//! failed their replay, and sentences of the rule sheet that the engine did not follow. Each has its data here.

use talon_cards::Card;
use talon_reference::plain::{Decision, Game};
use talon_rules::{Count, Goal, Move, Pile, Rules, Sizes, Table};
use talon_solve::{Limits, Report, Solver, Verdict, certify, unwatched};

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

fn solve(table: &Table, nodes: u64) -> Report {
    Solver::new().solve(table, Limits { nodes, ..Limits::default() }, &mut unwatched)
}

/// Compares the verdicts on numbered deals with the model; returns the numbers of wins and losses.
fn compare(rules: &Rules, deals: std::ops::Range<u64>, most: usize) -> [u64; 2] {
    let mut counts = [0; 2];
    for number in deals {
        let cards = talon_cards::shuffle(rules.deck(), number);
        let (game, position) = Game::deal(rules, &cards);
        let table = Table::deal(rules, &cards).unwrap();
        let report = solve(&table, 2_000_000);
        let truth = game.decide(&position, most);
        match (&report.verdict, truth) {
            (Verdict::Winnable(line), truth) => {
                assert_eq!(game.replay(&position, line), Ok(true), "{} {number}", rules.name);
                assert_ne!(truth, Decision::Lost, "{} {number}", rules.name);
                counts[0] += 1;
            }
            (Verdict::Unwinnable, Decision::Won(line)) => {
                panic!("{} {number} is won by {line:?}\n{table}", rules.name)
            }
            (Verdict::Unwinnable, _) => counts[1] += 1,
            (Verdict::Unknown(why), _) => panic!("{} {number}: {why}", rules.name),
        }
        assert_eq!(report.rejected, None);
    }
    counts
}

const MINI_SCORPION: &str = "base = \"scorpion\"\nname = \"mini-scorpion\"\nranks = 4\ncolumns = 4\ndown = [0]\nup = [4]\n\
    stock = \"none\"\ngoal = \"runs\"\n";

#[test]
fn a_run_that_is_uncovered_or_dealt_leaves_by_itself() {
    let rules = talon_games::read(MINI_SCORPION).unwrap();
    // Deal 35 was called lost. It is won.
    let table = Table::numbered(&rules, 35).unwrap();
    let Verdict::Winnable(line) = solve(&table, 1_000_000).verdict else { panic!("deal 35 can be won") };
    certify(&table, &line).unwrap();
    // Of the losses among deals 1 to 300, 14 were wrong.
    let [won, lost] = compare(&rules, 1..301, 20_000);
    assert_eq!(won + lost, 300);
    assert!(won >= 201 && lost >= 50, "{won} won, {lost} lost");

    // A run that is dealt complete is gone before the first move, and so is one below it.
    let deal = |text: &str, rules: &Rules| Table::deal(rules, &cards(text)).unwrap();
    let tiny = Rules { suits: 1, copies: 2, ranks: 2, columns: 1, up: Sizes::new(&[4]), ..rules };
    assert!(deal("2S AS 2S AS", &tiny).is_won());
    // One that is uncovered leaves with the move.
    let two = Rules { columns: 2, up: Sizes::new(&[3, 1]), ..tiny };
    let mut table = deal("2S 2S AS AS", &two);
    table.play("1-2".parse().unwrap()).unwrap();
    assert!(table.is_won(), "{table}");
}

#[test]
fn a_redeal_that_skips_the_first_card_does_not_make_every_stock_card_playable() {
    let rules = talon_games::read(
        "base = \"klondike\"\nname = \"mine\"\ncopies = 2\nsuits = 1\nranks = 4\ncolumns = 2\ndown = [0]\nup = [1]\n\
         build = \"same-suit\"\nboth_ways = true\nfill = \"anything\"\ntake_back = \"never\"\nstock = \"face-up\"\n\
         redeals = \"unlimited\"\nredeal_draws = true\n",
    )
    .unwrap();
    let table = Table::deal(&rules, &cards("2S 4S 3S AS 3S 2S AS 4S")).unwrap();
    let line = "s-1 s-f1 s-2 s-f1 1-f1 s-f2 1-f2 2-f2 2-f1 s-f2";
    let line: Vec<Move> = line.split(' ').map(|m| m.parse().unwrap()).collect();
    certify(&table, &line).unwrap();
    let Verdict::Winnable(line) = solve(&table, 1_000_000).verdict else { panic!("this can be won") };
    certify(&table, &line).unwrap();
    for draws in [false, true] {
        let [won, lost] = compare(&Rules { redeal_draws: draws, ..rules }, 1..400, 20_000);
        assert!(won > 0 && (lost > 0) == draws, "{won} won, {lost} lost");
    }
}

#[test]
fn rules_that_build_both_ways_have_no_false_losses() {
    let runs = Rules { both_ways: true, goal: Goal::Runs, ..talon_games::SPIDER };
    let runs = Rules {
        ranks: 4,
        suits: 2,
        copies: 1,
        columns: 3,
        down: Sizes::new(&[0]),
        up: Sizes::new(&[2]),
        ..runs
    };
    for (build, take) in [("any-suit", "suit-run"), ("same-suit", "suit-run"), ("same-suit", "run")] {
        let rules = talon_games::set(&runs, &[format!("build={build}"), format!("take={take}")]).unwrap();
        let [won, lost] = compare(&rules, 1..200, 20_000);
        assert!(won > 0 && lost > 0, "{won} won, {lost} lost");
    }
    let foundations = "base = \"klondike\"\nname = \"mine\"\nsuits = 2\nranks = 4\ncolumns = 3\ndown = [0, 0, 1]\n\
                       up = [1]\nboth_ways = true\n";
    let foundations = talon_games::read(foundations).unwrap();
    for setting in ["base_rank=dealt", "base_rank=twos-out"] {
        for take_back in ["take_back=never", "take_back=anywhere", "take_back=even-base"] {
            let rules = talon_games::set(&foundations, &[setting, take_back, "redeals=1"]).unwrap();
            let rules = Rules { draw: 2, redeals: Count::Of(1), ..rules };
            compare(&rules, 1..150, 20_000);
        }
    }
}

#[test]
fn wins_on_full_decks_stand_the_replay() {
    let cases: [(&str, &[&str], std::ops::Range<u64>); 3] = [
        ("rainbow", &["fill=waste"], 1..41),
        ("chameleon", &["fill=waste"], 1..41),
        ("canfield", &["up=[1,1,1,0]"], 1..31),
    ];
    for (game, settings, deals) in cases {
        let rules = talon_games::set(talon_games::find(game).unwrap(), settings).unwrap();
        for number in deals {
            let table = Table::numbered(&rules, number).unwrap();
            let report = solve(&table, 2_000);
            assert_eq!(report.rejected, None, "{game} {number}");
            if let Verdict::Winnable(line) = report.verdict {
                certify(&table, &line).unwrap();
            }
        }
    }
    let small = "base = \"canfield\"\nname = \"mine\"\nsuits = 4\nranks = 3\ncolumns = 2\nreserve = 2\n\
                 base_into_columns = false\ntake = \"run\"\nfill = \"anything\"\nup = [2]\n";
    compare(&talon_games::read(small).unwrap(), 1..300, 20_000);
}

#[test]
fn a_column_that_is_dealt_empty_is_filled_from_the_reserve() {
    let canfield = talon_games::find("canfield").unwrap();
    let rules = talon_games::set(canfield, &["up=[1,1,1,0]"]).unwrap();
    let table = Table::numbered(&rules, 1).unwrap();
    let sizes = [Pile::Reserve, Pile::Column(3)].map(|pile| table.len(pile));
    assert_eq!(sizes, [usize::from(rules.reserve) - 1, 1]);
}

#[test]
fn a_single_foundation_whose_base_card_is_dealt_first_is_refused() {
    for base in ["aces-out", "twos-out"] {
        let text = format!(
            "base = \"klondike\"\nname = \"mine\"\nsuits = 1\nranks = 5\ncolumns = 2\ndown = [0]\nup = [1]\n\
             base_rank = \"{base}\"\n"
        );
        let error = talon_games::read(&text).unwrap_err().to_string();
        assert!(error.contains("line 8: base_rank must be ace or dealt, because"), "{error}");
    }
    let text = "base = \"spider\"\nname = \"mine\"\nfirst_turned = true\n";
    assert!(talon_games::read(text).unwrap_err().to_string().contains("there is no waste"));
}

#[test]
fn the_rule_sheet_says_what_the_engine_does() {
    let sheet = |game: &str, settings: &[&str]| {
        talon_games::set(talon_games::find(game).unwrap(), settings).unwrap().describe()
    };
    // "Whole" is the face-up part.
    assert!(sheet("klondike", &["take=whole"]).contains("All face-up cards of a column move together"));
    assert!(sheet("canfield", &["take=whole"]).contains("A column moves as a whole"));
    // Parts of columns may fill, unless columns move as a whole.
    assert!(sheet("klondike", &["fill=waste-or-column"]).contains("the waste or cards of a column"));
    // Nothing of one suit is a sequence if columns are built in alternating colours.
    assert!(sheet("klondike", &["take=suit-run"]).contains("Cards move one at a time."));
    assert!(sheet("spider", &[]).contains("Any sequence of one suit"));
    // A stock whose own top card is played has no playable waste.
    assert!(sheet("klondike", &["stock=face-up", "fill=waste"]).contains("only the top card of the stock"));
    // Empty columns that take only kings carry nothing.
    assert!(sheet("freecell", &["fill=kings"]).contains("if free cells could carry it"));
    // A short deck has no king.
    let short = sheet("klondike", &["ranks=8", "columns=4", "down=[0]", "up=[2]", "wrap=true"]);
    for words in ["from ace to eight.", "an eight on an ace", "takes only an eight."] {
        assert!(short.contains(words), "{words}: {short}");
    }
}

#[test]
fn a_sequence_needs_space_that_takes_its_cards() {
    // The empty columns wait for the reserve, so only one card can be moved.
    let rules = talon_games::read(
        "base = \"freecell\"\nname = \"mine\"\nsuits = 1\nranks = 6\ncells = 0\nbuild = \"same-suit\"\ncolumns = 4\n\
         down = [0]\nup = [1, 2, 0, 0]\nreserve = 3\nreserve_fills = \"by-hand\"\n",
    )
    .unwrap();
    let table = Table::deal(&rules, &cards("6S AS 2S 5S 4S 3S")).unwrap();
    let onto: Vec<Move> = table.moves().into_iter().filter(|m| m.to_string().starts_with("2-1")).collect();
    assert!(onto.is_empty(), "{onto:?}\n{table}");
}
