//! The dialects, driven in memory: streams, questions, money, and meaningless bytes.

use std::cell::Cell;
use std::time::Duration;
use talon_cards::Generator;
use talon_session::{Account, Deal, Ledger, Session};
use talon_text::Record;

fn rules(game: &str) -> &'static talon_rules::Rules {
    talon_games::find(game).unwrap()
}

fn ucb(seed: u128, input: &str) -> (String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let deals = talon_text::ucb::deals(seed).unwrap();
    talon_text::ucb::play(
        rules("canfield-ucb"),
        deals,
        &mut Record::none(),
        input.as_bytes(),
        &mut out,
        &mut err,
    )
    .unwrap();
    (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

#[test]
fn berkeley_asks_and_deals_on_from_the_same_stream() {
    let (out, err) = ucb(1, "q\nperhaps  Y\n\n# a remark\nQuit\nno\nc\n");
    assert_eq!(
        err,
        "> Another game? [yn] Please answer yes or no.\nAnother game? [yn] > > > > Another game? [yn] "
    );
    let first = "            6D --- --- ---\n\n  5D        5S  2H  8D  8C\n ### ---  \n";
    let second = "            9S --- --- ---\n\n  3S        JC  6D  QH 10H\n ### ---  \n";
    assert_eq!(out, format!("{first}{second}{second}"));
}

#[test]
fn berkeley_errors_in_their_order() {
    for (line, error) in [
        ("xyzzy", "Unknown command"),
        ("tt", "Invalid or missing argument"),
        ("tt 1", "Invalid or missing argument"),
        ("tt 9 x", "Invalid or missing argument"),
        ("tt 9 9", "No such tableau pile: 9"),
        ("tt 99999999999 1", "Invalid or missing argument"),
        ("ft 0 9", "No such foundation pile: 0"),
        ("ft 2 9", "No such tableau pile: 9"),
        ("ft 2 1", "Cannot move from empty pile"),
        ("FT 1 1 ignored", "6D must go to the foundation"),
        ("tt 2 2", "Can't move a pile onto itself"),
        ("wf", "No card"),
        ("wt 1", "no card to add"),
        ("rf", "card does not follow top card of foundation"),
        ("tf 1", "foundation piles must start at 6"),
        ("tt 1 2", "tableau is built down in sequence"),
        ("tt 1 4", "tableau is built down in alternating colors"),
    ] {
        let (out, err) = ucb(1, line);
        assert_eq!(err, format!("> Error: {error}\n> "), "{line}");
        assert_eq!(out.matches("###").count(), 2, "{line}");
    }
    let (out, err) = ucb(1, "u\nUNDO\nh");
    assert_eq!(out.matches("###").count(), 4);
    assert!(err.starts_with("> > > card (c)"), "{err}");
}

fn bsd(number: u64, clock: impl FnMut() -> Duration, total: Account, input: &str) -> String {
    let mut out = Vec::new();
    let mut numbers = number..;
    let deals = move || Deal::Number(numbers.next().unwrap());
    talon_text::bsd::play(
        rules("canfield-bsd"),
        deals,
        Ledger::new(total),
        clock,
        &mut Record::none(),
        input.as_bytes(),
        &mut out,
    )
    .unwrap();
    String::from_utf8(out).unwrap()
}

/// Returns the last ledger of an output.
fn row(out: &str, name: &str) -> Vec<i64> {
    let line = out.lines().rfind(|line| line.starts_with(name)).unwrap();
    line[name.len()..].split_whitespace().map(|n| n.parse().unwrap()).collect()
}

#[test]
fn the_casino_takes_its_prices() {
    let still = || Duration::ZERO;
    let out = bsd(4, still, Account::default(), "");
    assert_eq!((row(&out, "Hands"), row(&out, "Net Worth")), (vec![13; 3], vec![-13; 3]));
    // One pass: the game was bought with two cards up; the second pass costs.
    let out = bsd(4, still, Account::default(), &"ht\n".repeat(13));
    assert_eq!(
        (row(&out, "Games"), row(&out, "Winnings"), row(&out, "Runs")),
        (vec![26; 3], vec![10; 3], vec![5; 3])
    );
    assert_eq!(row(&out, "Inspections"), [0; 3]);
    // Counting charges only cards that are seen for the first time, and no more than there are.
    let out = bsd(4, still, Account::default(), &format!("c\n{}", "ht\n".repeat(20)));
    assert_eq!(row(&out, "Information"), [34; 3]);
    let out = bsd(4, still, Account::default(), "ht\nc\nht\nx\nht\n");
    assert_eq!(row(&out, "Information"), [3; 3]);
    // A second hand: the hand column starts again, the game column continues, and the total includes
    // earlier hands.
    let total = Account { winnings: 1000, ..Account::default() };
    let out = bsd(4, still, total, "ht\nq\ny\n");
    assert_eq!(row(&out, "Hands"), [13, 26, 26]);
    assert_eq!(row(&out, "Winnings"), [0, 10, 1010]);
}

#[test]
fn thinking_costs_money() {
    // 50 s, 130 s and 1000 s pass before the three lines; 0 s before the end.
    let gaps = Cell::new([0, 50, 50, 180, 180, 1180, 1180, 1180, 1180].into_iter());
    let clock = || {
        let mut times = gaps.take();
        let now = times.next().unwrap_or(1180);
        gaps.set(times);
        Duration::from_secs(now)
    };
    let out = bsd(4, clock, Account::default(), "i\nb\nx\n");
    assert_eq!(row(&out, "Think time"), [2 + 3; 3]);
}

#[test]
fn four_turns_without_a_move_lose_the_hand() {
    let one_pass = "ht\n".repeat(12) + "ht\n";
    let still = || Duration::ZERO;
    let three = bsd(4, still, Account::default(), &one_pass.repeat(3));
    assert!(!three.contains("lost"));
    let four = bsd(4, still, Account::default(), &(one_pass.repeat(4) + "n\n"));
    assert!(four.contains("Four turns of the hand without a move: the hand is lost."), "{four}");
    assert_eq!(row(&four, "Runs"), [15; 3]);
}

#[test]
fn no_bytes_make_a_player_fall_over() {
    let words = [
        "c",
        "d",
        "m",
        "M",
        "0",
        "1",
        "7",
        "8",
        "11",
        "-1",
        "tt",
        "ft",
        "wt",
        "rf",
        "q",
        "y",
        "n",
        "u",
        "U",
        "a",
        "F",
        "l",
        "h",
        "?",
        "s",
        "restart",
        "new",
        "new 3",
        "load",
        "10-3",
        "35x4",
        "ht",
        "s1",
        "tf",
        "b",
        "i",
        "x",
        "\0",
        "\u{fffd}",
        "ä♠",
        "999999999999999999999999",
        "w3",
        "f1 2",
        "e1",
        "3e",
    ];
    for number in 0..40 {
        let mut generator = Generator::new(number);
        let mut bytes = Vec::new();
        for _ in 0..300 {
            match generator.below(12) {
                0 => bytes.extend((0..generator.below(9)).map(|_| generator.clone().below(256) as u8)),
                _ => bytes.extend(words[generator.below(words.len() as u64) as usize].as_bytes()),
            }
            bytes.push(*b" \n\n\n\t".get(generator.below(5) as usize).unwrap());
        }
        let game = &talon_games::ALL[number as usize % talon_games::ALL.len()];
        let session = Session::new(game, Deal::Number(number)).unwrap();
        let sitting = talon_session::Sitting::new(session, talon_session::Account::default(), None);
        let clock = || std::time::Duration::ZERO;
        let interrupt = talon_text::Interrupt::default();
        let around = talon_text::plain::Around {
            now: 0,
            fresh: || 5,
            clock,
            shelf: &talon_text::plain::NoShelf,
            quiet: false,
            interrupt: &interrupt,
        };
        talon_text::plain::play(sitting, &mut talon_text::Input::new(&bytes[..]), Vec::new(), around)
            .unwrap();
        let deals = talon_text::ucb::deals(number.into()).unwrap();
        let record = &mut Record::none();
        talon_text::ucb::play(rules("canfield-ucb"), deals, record, &bytes[..], Vec::new(), Vec::new())
            .unwrap();
        talon_text::york::play(
            rules("klondike-ycp"),
            talon_text::york::deal(number.into()).unwrap(),
            &mut Record::none(),
            &bytes[..],
            Vec::new(),
        )
        .unwrap();
        let deals = || Deal::Number(3);
        talon_text::bsd::play(
            rules("canfield-bsd"),
            deals,
            Ledger::default(),
            || Duration::ZERO,
            &mut Record::none(),
            &bytes[..],
            Vec::new(),
        )
        .unwrap();
    }
}
