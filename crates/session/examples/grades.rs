//! How the grades of many deals spread: `cargo run --release -p session --example grades 100`.
//!
//! Prints for each game how many deals have each grade, and the quartiles of the share of losing moves
//! among winnable ones.

use rules::Table;
use session::{Grade, Level, Limits, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deals: u64 = std::env::args().nth(1).map_or(Ok(100), |text| text.parse())?;
    let chosen: Vec<String> = std::env::args().skip(2).collect();
    let games = ["klondike", "klondike-draw3", "canfield", "spider", "spider-1", "freecell"];
    let limits = Limits { nodes: 100_000, memory: 256 << 20 };
    println!("{:<16} easy medium hard dead unknown   losing moves in a thousand, quartiles", "game");
    for game in games.into_iter().filter(|game| chosen.is_empty() || chosen.iter().any(|c| c == game)) {
        let mut counts = [0; 5];
        let mut shares = Vec::new();
        for deal in 1..=deals {
            let table = Table::numbered(games::find(game)?, deal)?;
            let grade = Grade::of(&table, |table| Verdict::with_effort(table, limits, |_| None));
            counts[match grade.level {
                Some(Level::Easy) => 0,
                Some(Level::Medium) => 1,
                Some(Level::Hard) => 2,
                Some(Level::Impossible) => 3,
                None => 4,
            }] += 1;
            shares.extend((1000 * grade.losing).checked_div(grade.proved));
        }
        shares.sort_unstable();
        let at = |part: usize| shares.get(shares.len() * part / 4).copied().unwrap_or(0);
        let [easy, medium, hard, dead, unknown] = counts;
        println!(
            "{game:<16} {easy:>4} {medium:>6} {hard:>4} {dead:>4} {unknown:>7}   {} {} {}",
            at(1),
            at(2),
            at(3)
        );
    }
    Ok(())
}
