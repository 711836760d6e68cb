//! Experiments.
use solve::packed::canfield::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mode: u32 = a[2].parse().unwrap();
    let text = if let Some((x,y)) = a[1].split_once("..") { let mut t = String::from("h"); for i in x.parse::<u64>().unwrap()..y.parse().unwrap() { t += &format!("\n{i},{},?", cards::shuffle(cards::Deck::STANDARD, i).iter().map(|c| c.to_string()).collect::<Vec<_>>().join(" ")); } t } else { std::fs::read_to_string(&a[1]).unwrap() };
    let only: Option<&String> = a.get(3);
    let (mut n, mut st, mut rn, mut pr, mut us) = (0, 0, 0, 0, 0.0);
    for line in text.lines().skip(1) {
        let f: Vec<&str> = line.split(',').collect();
        if only.is_some_and(|o| !o.split(' ').any(|x| x == f[0])) { continue; }
        let cards: Vec<cards::Card> = f[1].split(' ').map(|c| c.parse().unwrap()).collect();
        let p = Position::deal(Rules::SOLVITAIRE, 13, 4, 13, 0, &cards);
        if mode & 32 != 0 { println!("{}: base {} reserve {} cols {} stock {}", f[0], cards[13], f[1][..38].to_string(), &f[1][42..53], &f[1][54..]); continue; }
        let t = std::time::Instant::now();
        let (v, s) = experiment(&p, mode, 10_000_000);
        let e = t.elapsed().as_secs_f64() * 1e3;
        let ok = match v { Some(true) => f[2] == "win", Some(false) => f[2] == "loss", None => false } || f[2] == "?" && v.is_some();
        if e > 100.0 || !ok || only.is_some() { println!("{} {:?} {} {} nodes {} states {} relaxed {} probes {} pruned {} root {:?} {:.1} ms", f[0], v, f[2], if ok {""} else {"WRONG"}, s.nodes, s.states, s.relaxed_nodes, s.probes, s.pruned, s.root, e); }
        n += s.nodes; st += s.states; rn += s.relaxed_nodes; pr += s.probes; us += e;
    }
    println!("nodes {n} states {st} relaxed {rn} probes {pr} {us:.1} ms");
}
