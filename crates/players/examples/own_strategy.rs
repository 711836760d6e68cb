//! A strategy of your own: it digs in the column with the most face-down cards, and otherwise plays as
//! `greedy`.
//!
//! Run it with `cargo run --release -p talon-players --example own_strategy`.

use talon_players::{Player, Priorities, Record, RuleBased, Strategy, play_deal};
use talon_rules::{Move, Pile, View};

/// Turns up a card in the column with the most face-down cards whenever it can.
struct Digger {
    otherwise: RuleBased,
}

impl Strategy for Digger {
    fn begin(&mut self, view: View<'_>, seed: u64) {
        self.otherwise.begin(view, seed);
    }

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        let face_down = |pile: Pile| view.open(pile).filter(Option::is_none).count();
        let turns_up = |m: &Move| match *m {
            Move::Carry { from: from @ Pile::Column(_), count, .. } => {
                face_down(from) > 0 && view.len(from) == face_down(from) + usize::from(count)
            }
            _ => false,
        };
        let deepest = view.moves().into_iter().filter(turns_up).max_by_key(|m| match *m {
            Move::Carry { from, .. } => face_down(from),
            _ => 0,
        });
        deepest.or_else(|| self.otherwise.choose(view, record))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = talon_games::find("klondike")?;
    let mut player = Player::honest(Digger { otherwise: RuleBased::new(Priorities::Greedy) });
    let mut won = 0;
    for deal in 1..=1000 {
        won += u32::from(play_deal(rules, deal, &mut player)?.won);
    }
    println!("{won} of 1000 deals of {} won", rules.title);
    Ok(())
}
