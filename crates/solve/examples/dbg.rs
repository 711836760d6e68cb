//! dbg
#[path = "../tests/support/check_canfield.rs"]
mod check;
#[path = "../tests/support/named_canfields.rs"]
mod named;
#[path = "../tests/support/plain_canfield.rs"]
mod plain;
use solve::packed::canfield::*;
use solve::*;
fn main() {
    let named = named::ALL.iter().find(|n| n.name == "canfield-strict").unwrap();
    for n in 0..1500 {
        let p = check::small(named, n);
        let mut v = vec![];
        for pr in [
            Prunings { safe: true, twins: true, merges: true, relaxed: true },
            Prunings { safe: true, relaxed: false, twins: true, merges: true },
            Prunings { safe: false, relaxed: false, twins: true, merges: true },
            Prunings { safe: false, relaxed: true, twins: true, merges: true },
        ] {
            let mut s = Solver::new();
            s.prunings = pr;
            v.push(match s.solve(&p, Limits::default(), &mut unwatched).report.verdict {
                Verdict::Winnable(l) => Some(l),
                _ => None,
            });
        }
        if v.iter().any(|x| x.is_some()) != v.iter().all(|x| x.is_some()) {
            println!("{n} {p:?}");
            if n == 1476 {
                trace(&p, v[0].as_ref().unwrap());
            }
            for l in v {
                println!(
                    "{}",
                    l.map_or("lost".into(), |l| l
                        .iter()
                        .map(|m| m.to_string())
                        .collect::<Vec<_>>()
                        .join(" "))
                );
            }
        }
    }
}
#[allow(dead_code)]
fn trace(p: &Position, line: &[rules::Move]) {
    let mut plain = plain::Plain::new(p);
    for &m in line {
        plain.play(m).unwrap();
        let mut q = plain.position.clone();
        for (i, f) in plain.foundations.iter().enumerate() {
            if let Some(h) = q.homes[i] {
                q.up[h.index() as usize] = f.len() as u8;
            }
        }
        let mut s = Solver::new();
        s.prunings = Prunings { safe: false, relaxed: false, twins: true, merges: true };
        let v = match s.solve(&q, Limits::default(), &mut unwatched).report.verdict {
            Verdict::Winnable(_) => "win",
            Verdict::Unwinnable => "lost",
            _ => "?",
        };
        if q.stock.len() == 1 && q.waste.len() == 6 {
            kids(&q);
        }
        println!(
            "{m} {v} cols {:?} res {:?} stock {:?} waste {:?} up {:?}",
            q.columns, q.reserve, q.stock, q.waste, q.up
        );
    }
}
#[allow(dead_code)]
fn kids(q: &Position) {
    let plain = plain::Plain::new(q);
    println!("brute {:?}", plain.brute_force(1000000));
    {
        let mut q = q.clone();
        q.redeals = Some(200);
        let mut s = Solver::new();
        s.prunings = Prunings { safe: false, relaxed: false, twins: true, merges: true };
        println!("limited {:?}", s.solve(&q, Limits::default(), &mut unwatched).report);
    }
    for m in plain.moves() {
        let mut c = plain.clone();
        c.play(m).unwrap();
        let mut q = c.position.clone();
        for (i, f) in c.foundations.iter().enumerate() {
            if let Some(h) = q.homes[i] {
                q.up[h.index() as usize] = f.len() as u8;
            }
        }
        let mut s = Solver::new();
        s.prunings = Prunings { safe: false, relaxed: false, twins: true, merges: true };
        let o = s.solve(&q, Limits::default(), &mut unwatched);
        println!(
            "  {m} {:?} nodes {} states {}",
            matches!(o.report.verdict, Verdict::Winnable(_)),
            o.report.nodes,
            o.report.states
        );
    }
}
