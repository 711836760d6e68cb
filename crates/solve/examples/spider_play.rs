//! Plays our own numbered Spider deals blindly and says how often and how fast.
//!
//! `spider_play PLAYER A..B [--suits N] [--cap N] [--layers N] [--steps N] [--learned]`, where the
//! player is `random`, `greedy` or `choosy`.

use cards::{Deck, Generator};
use cpu_time::ThreadTime;
use solve::packed::spider::{Game, Playout, Position, Reach, Ruling, Scorer};

fn main() {
    let mut args = std::env::args().skip(1);
    let player = args.next().expect("random, greedy or choosy");
    let range = args.next().expect("A..B");
    let (a, b) = range.split_once("..").expect("A..B");
    let (a, b): (u64, u64) = (a.parse().expect("a number"), b.parse().expect("a number"));
    let (mut suits, mut reach, mut most, mut learned) = (4u8, Reach::default(), 500u32, false);
    while let Some(arg) = args.next() {
        let mut value = || args.next().and_then(|v| v.parse::<u32>().ok()).expect("a number");
        match arg.as_str() {
            "--suits" => suits = value() as u8,
            "--cap" => reach.cap = value() as usize,
            "--layers" => reach.layers = value() as usize,
            "--steps" => most = value(),
            "--learned" => learned = true,
            _ => panic!("unknown option {arg}"),
        }
    }
    let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
    let mut playout = Playout::new();
    let (mut won, mut steps, mut runs) = (0u32, 0u64, 0u64);
    let mut seconds = 0.0;
    let mut scorer: Option<Scorer> = None;
    for number in a..b {
        let position = Position::spider(&cards::shuffle(deck, number), Ruling::STRICT);
        let (game, mut state) = Game::pack(&position).expect("a Spider deal");
        let scorer =
            scorer.get_or_insert_with(|| if learned { Scorer::learned(&game) } else { Scorer::plain(&game) });
        let start = ThreadTime::now();
        let outcome = match player.as_str() {
            "random" => playout.random(&game, &mut state, most, &mut Generator::new(number)),
            "greedy" => playout.greedy(&game, &mut state, scorer, &reach, most),
            "choosy" => playout.choosy(&game, &mut state, scorer, &reach, most),
            _ => panic!("random, greedy or choosy"),
        };
        seconds += start.elapsed().as_secs_f64();
        won += u32::from(outcome.won);
        steps += u64::from(outcome.steps);
        runs += u64::from(outcome.runs);
    }
    let games = (b - a) as f64;
    println!(
        "{player}: {games} games, {won} won ({:.1} %), {:.2} runs and {:.0} steps a game, {:.0} games/s, {:.2} M steps/s",
        f64::from(won) * 100.0 / games,
        runs as f64 / games,
        steps as f64 / games,
        games / seconds,
        steps as f64 / seconds / 1e6,
    );
}
