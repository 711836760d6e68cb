//! scratch
use rules::Table;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let rules = games::find(&args[1]).unwrap();
    let (a, b) = args[2].split_once("..").unwrap();
    let (a, b): (u64, u64) = (a.parse().unwrap(), b.parse().unwrap());
    let specs = &args[3..];
    let mut players: Vec<_> = specs.iter().map(|s| players::find(s, rules, None).unwrap()).collect();
    let mut won = vec![0u32; specs.len()];
    let mut cards = vec![0u32; specs.len()];
    let mut only = vec![(0u32, 0u32); specs.len()];
    let mut time = vec![0f64; specs.len()];
    for (n, deal) in (a..b).enumerate() {
        let mut first = false;
        for (i, p) in players.iter_mut().enumerate() {
            let t = Instant::now();
            let g = players::play(&mut Table::numbered(rules, deal).unwrap(), p, deal);
            time[i] += t.elapsed().as_secs_f64();
            won[i] += u32::from(g.won);
            cards[i] += u32::from(g.cards_up);
            if i == 0 {
                first = g.won
            }
            if g.won && !first {
                only[i].0 += 1
            }
            if !g.won && first {
                only[i].1 += 1
            }
        }
        if (n + 1) % 25 == 0 || deal + 1 == b {
            println!("-- {}", n + 1);
            for (i, s) in specs.iter().enumerate() {
                println!(
                    "{:6.2}% +{} -{} cards {:.1} {:.0}ms {s}",
                    100.0 * f64::from(won[i]) / (n + 1) as f64,
                    only[i].0,
                    only[i].1,
                    f64::from(cards[i]) / (n + 1) as f64,
                    1000.0 * time[i] / (n + 1) as f64
                );
            }
        }
    }
}
