//! Compares the generic solver with brute force on rules mixed at random: as many sets as wanted.
//!
//! `cargo run --release -p solve --example small_decks -- 20000 [SEED]`

#[path = "../tests/brute_force/mod.rs"]
mod brute_force;
#[path = "../tests/brute_force/compare.rs"]
mod compare;

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let sets = args.next().unwrap_or(10_000);
    let mut pick = cards::Generator::new(args.next().unwrap_or(1));
    let (mut done, mut counts) = (0, [0; 2]);
    while done < sets {
        let Some((rules, number)) = compare::mixed(&mut pick) else { continue };
        let found = compare::compare(&rules, number..number + 2);
        counts[0] += found[0];
        counts[1] += found[1];
        done += 1;
        if done % 1000 == 0 {
            println!("{done} sets of rules: {} deals won, {} lost, no disagreement", counts[0], counts[1]);
        }
    }
}
