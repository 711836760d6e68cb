//! A player's own rules: files in TOML and settings, with short games and searches by them.

use crate::bytes::Bytes;
use crate::invariants::{Seen, every_card_once, position, session_is_sound, shows_no_hidden_card};
use talon_cards::Generator;
use talon_rules::{Events, Rules, Table};
use talon_session::{Command, Deal, Session};
use talon_solve::{Limits, Solver, Verdict, certify, unwatched};

pub const TOML_WORDS: &[&str] = &[
    "base = \"klondike\"\n",
    "base = \"canfield\"\n",
    "base = \"spider\"\n",
    "base = \"demon\"\n",
    "base = \"rainbow\"\n",
    "base = \"scorpion\"\n",
    "base = \"freecell\"\n",
    "base = \"east-haven\"\n",
    "base = \"seahaven-towers\"\n",
    "copies = 1\n",
    "copies = 2\n",
    "suits = 1\n",
    "suits = 2\n",
    "ranks = 3\n",
    "ranks = 5\n",
    "columns = 1\n",
    "columns = 5\n",
    "down = [0]\n",
    "down = [1]\n",
    "up = [1]\n",
    "up = [2]\n",
    "up = [0]\n",
    "kings_to_bottom = true\n",
    "reserve = 0\n",
    "reserve = 3\n",
    "reserve_up = true\n",
    "cells = 1\n",
    "cells_dealt = 1\n",
    "cells_take = false\n",
    "goal = \"foundations\"\n",
    "goal = \"runs\"\n",
    "goal = \"runs-by-hand\"\n",
    "goal = \"runs-stay\"\n",
    "base_rank = \"ace\"\n",
    "base_rank = \"dealt\"\n",
    "base_rank = \"aces-out\"\n",
    "base_rank = \"twos-out\"\n",
    "place = \"by-suit\"\n",
    "place = \"first-empty\"\n",
    "place = \"any-empty\"\n",
    "take_back = \"never\"\n",
    "take_back = \"anywhere\"\n",
    "take_back = \"even-base\"\n",
    "build = \"any-suit\"\n",
    "build = \"same-suit\"\n",
    "build = \"same-color\"\n",
    "both_ways = true\n",
    "wrap = true\n",
    "wrap = false\n",
    "build_on_base = false\n",
    "base_into_columns = false\n",
    "take = \"top\"\n",
    "take = \"whole\"\n",
    "take = \"run\"\n",
    "take = \"face-up\"\n",
    "take = \"run-by-space\"\n",
    "fill = \"anything\"\n",
    "fill = \"kings\"\n",
    "fill = \"waste\"\n",
    "fill = \"waste-or-column\"\n",
    "fill = \"nothing\"\n",
    "reserve_fills = \"itself\"\n",
    "reserve_fills = \"never\"\n",
    "stock = \"none\"\n",
    "stock = \"waste\"\n",
    "stock = \"face-up\"\n",
    "stock = \"rows\"\n",
    "stock = \"rows-any-time\"\n",
    "draw = 1\n",
    "draw = 3\n",
    "redeals = 0\n",
    "redeals = 2\n",
    "redeals = \"unlimited\"\n",
    "redeal_draws = true\n",
    "first_turned = true\n",
    "waste_shows = 1\n",
    "waste_shows = \"unlimited\"\n",
    "auto = \"safe\"\n",
    "auto = \"base\"\n",
];

pub const SET_WORDS: &[&str] = &[
    "\ncolumns=5",
    "\nranks=4",
    "\nsuits=2",
    "\ncopies=2",
    "\nup=[1,1,1,0]",
    "\ndown=0",
    "\nup=1",
    "\nreserve=3",
    "\nfill=waste",
    "\nfill=waste-or-column",
    "\nfill=nothing",
    "\nfill=kings",
    "\ntake=run",
    "\ntake=face-up",
    "\ntake=whole",
    "\nstock=face-up",
    "\nstock=rows",
    "\nstock=none",
    "\ndraw=1",
    "\nredeals=unlimited",
    "\nredeal_draws=true",
    "\nbase_rank=dealt",
    "\nbase_rank=aces-out",
    "\ngoal=runs",
    "\ngoal=runs-stay",
    "\nboth_ways=true",
    "\nmode=",
    "\nname=x",
    "\ntitle=\"",
    "\nscoring={",
    "\nbase_into_columns=false",
    "\nreserve_fills=itself",
    "\ncells=2",
    "\ncells_dealt=1",
    "\nwrap=true",
    "\nwaste_shows=1",
    "\"",
    "[",
    "]",
    "=",
    "#",
];

/// A rules file; the deal and the moves of a game by it are drawn from a hash of the file.
pub fn toml(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Ok(rules) = talon_games::read(&text) {
        own_game(&rules, seed(input));
    }
}

/// The first byte chooses a game, and each line is a setting.
pub fn set(input: &[u8]) {
    let mut bytes = Bytes::new(input);
    let base = &talon_games::ALL[bytes.below(talon_games::ALL.len())];
    let text = bytes.text();
    let settings: Vec<&str> = text.lines().filter(|line| !line.is_empty()).take(40).collect();
    if let Ok(rules) = talon_games::set(base, &settings) {
        own_game(&rules, seed(input));
    }
}

fn seed(input: &[u8]) -> u64 {
    input.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

/// Checks a set of rules, plays by it at random, and asks the solvers briefly.
fn own_game(rules: &Rules, seed: u64) {
    rules.validate().expect("only valid rules are read");
    assert!(!rules.describe().is_empty());
    let _ = talon_games::difference(rules);
    // This is what a save writes, and what it is read by.
    let base = talon_games::nearest(rules);
    let settings: Vec<String> =
        talon_games::changes(base, rules).iter().map(|(field, value)| format!("{field} = {value}")).collect();
    match talon_games::set(base, &settings) {
        Ok(again) => assert_eq!(again, *rules, "{settings:?}"),
        Err(error) => panic!("the changes of rules are not read back: {error}: {settings:?}"),
    }
    let number = seed % 1000;
    let start = Table::numbered(rules, number).expect("valid rules can be dealt");
    every_card_once(&start);
    let mut random = Generator::new(seed);
    random_game(&start, &mut random);
    let mut session = Session::new(rules, Deal::Number(number)).expect("valid rules can be dealt");
    for _ in 0..12 {
        let moves = session.view().moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[random.below(moves.len() as u64) as usize];
        session.execute(Command::Play(m)).expect("a legal move is played");
        every_card_once(session.truth());
    }
    let _ = (session.status_at_once(), session.advice());
    session_is_sound(&session);
    short_search(&start);
}

/// Plays at random, with undo now and then.
fn random_game(start: &Table, random: &mut Generator) {
    let mut table = start.clone();
    let mut seen = Seen::default();
    seen.look(&table);
    for at in 0..40 {
        let moves = table.moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[random.below(moves.len() as u64) as usize];
        assert_eq!(table.check(m), Ok(()), "{m} is listed, but not legal\n{table}");
        let before = position(&table);
        let mut events = Events::new();
        table.play_legal(m, &mut events);
        every_card_once(&table);
        seen.look(&table);
        if at % 8 == 0 {
            shows_no_hidden_card(&table, at);
            let after = position(&table);
            table.undo(&events);
            assert_eq!(position(&table), before, "undo of {m} is not exact");
            table.play_legal(m, &mut events);
            assert_eq!(position(&table), after, "{m} made again leads elsewhere");
        }
    }
}

/// Asks every solver for a few hundred nodes; a win is replayed.
fn short_search(table: &Table) {
    let limits = Limits { nodes: 300, memory: 4 << 20 };
    for mut solver in [Solver::new(), Solver::new().generic_only(), Solver::parallel(2)] {
        let report = solver.solve(table, limits, &mut unwatched);
        assert_eq!(report.rejected, None, "a win was rejected\n{table}");
        if let Verdict::Winnable(line) = report.verdict {
            assert_eq!(certify(table, &line), Ok(()));
        }
    }
}
