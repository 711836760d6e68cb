//! Experiments.
use solve::packed::canfield::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mode: u32 = a[2].parse().unwrap();
    let text = std::fs::read_to_string(&a[1]).unwrap();
    let only: Option<&String> = a.get(3);
    let (mut n, mut st, mut rn, mut pr, mut us) = (0, 0, 0, 0, 0.0);
    for line in text.lines().skip(1) {
        let f: Vec<&str> = line.split(',').collect();
        if only.is_some_and(|o| !o.split(' ').any(|x| x == f[0])) { continue; }
        let cards: Vec<cards::Card> = f[1].split(' ').map(|c| c.parse().unwrap()).collect();
        let p = Position::deal(Rules::SOLVITAIRE, 13, 4, 13, 0, &cards);
        let t = std::time::Instant::now();
        let (v, s) = experiment(&p, mode, 10_000_000);
        let e = t.elapsed().as_secs_f64() * 1e3;
        let ok = match v { Some(true) => f[2] == "win", Some(false) => f[2] == "loss", None => false };
        if e > 20.0 || !ok || only.is_some() { println!("{} {:?} {} {} nodes {} states {} relaxed {} probes {} pruned {} root {:?} {:.1} ms", f[0], v, f[2], if ok {""} else {"WRONG"}, s.nodes, s.states, s.relaxed_nodes, s.probes, s.pruned, s.root, e); }
        n += s.nodes; st += s.states; rn += s.relaxed_nodes; pr += s.probes; us += e;
    }
    println!("nodes {n} states {st} relaxed {rn} probes {pr} {us:.1} ms");
}
