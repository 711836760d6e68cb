//! Prints how many steps a second random players take in a vector of games, on one thread and on all:
//! `cargo run --release -p talon-env --example steps [GAMES]`. The times are CPU times of all threads together.

use cpu_time::ProcessTime;
use talon_cards::Generator;
use talon_env::{Buffers, Settings, Vector};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games = std::env::args().nth(1).map_or(Ok(1024), |text| text.parse())?;
    let processors = std::thread::available_parallelism()?.get();
    println!(
        "game                 actions  places  steps/CPU s, 1 thread  {processors} threads  ({games} games)"
    );
    for name in ["klondike", "klondike-draw3", "freecell", "canfield", "yukon", "spider"] {
        let mut rates = Vec::new();
        let mut sizes = (0, 0);
        for threads in [1, processors] {
            let mut vector = Vector::new(talon_games::find(name)?, &Settings::default(), games, threads)?;
            let (places, actions) = (vector.game().places().len(), vector.game().actions().len());
            sizes = (actions, places);
            let mut observations = vec![0; games * places];
            let mut masks = vec![0; games * actions];
            let mut rewards = vec![0.0; games];
            let (mut terminated, mut truncated) = (vec![false; games], vec![false; games]);
            let mut ends = vec![0; games];
            let mut buffers = Buffers {
                observations: &mut observations,
                masks: &mut masks,
                rewards: &mut rewards,
                terminated: &mut terminated,
                truncated: &mut truncated,
                ends: &mut ends,
                last_observations: &mut [],
            };
            vector.reset(Some(1), &mut buffers);
            let mut generator = Generator::new(1);
            let mut chosen = vec![0; games];
            let (mut steps, mut spent) = (0, 0.0);
            while spent < 2.0 {
                for (chosen, mask) in chosen.iter_mut().zip(buffers.masks.chunks(actions)) {
                    // The first legal action after a random one; the choice is not measured.
                    let start = generator.below(actions as u64) as usize;
                    let legal = (0..actions).map(|i| (start + i) % actions).find(|&i| mask[i] == 1);
                    *chosen = legal.unwrap_or(0) as i64;
                }
                let start = ProcessTime::now();
                vector.step(&chosen, &mut buffers);
                spent += start.elapsed().as_secs_f64();
                steps += games;
            }
            rates.push(steps as f64 / spent);
        }
        let (actions, places) = sizes;
        println!("{name:20} {actions:7} {places:7} {:20.0} {:12.0}", rates[0], rates[1]);
    }
    Ok(())
}
