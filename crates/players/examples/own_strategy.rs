//! A player of one's own against the public API: turns up what it can, otherwise plays like the house.
//!
//! Run it with `cargo run --release -p players --example own_strategy`.

use players::{Course, Order, Ordered, Player, Strategy};
use rules::{Move, Pile, Table, View};

/// Moves from the column with the most face-down cards whenever that turns one up.
struct Digger {
    otherwise: Ordered,
}

impl Strategy for Digger {
    fn begin(&mut self, view: View<'_>, seed: u64) {
        self.otherwise.begin(view, seed);
    }

    fn choose(&mut self, view: View<'_>, so_far: &Course) -> Option<Move> {
        let hidden = |pile: Pile| view.open(pile).filter(Option::is_none).count();
        let digs = |m: &Move| match *m {
            Move::Carry { from: from @ Pile::Column(_), count, .. } => {
                hidden(from) > 0 && view.len(from) == hidden(from) + usize::from(count)
            }
            _ => false,
        };
        let deepest = view.moves().into_iter().filter(digs).max_by_key(|m| match *m {
            Move::Carry { from, .. } => hidden(from),
            _ => 0,
        });
        deepest.or_else(|| self.otherwise.choose(view, so_far))
    }
}

fn main() {
    let rules = games::find("klondike").expect("a game of ours");
    let mut player = Player::Honest(Box::new(Digger { otherwise: Ordered::new(Order::Greedy) }));
    let won = (1..=1000)
        .filter(|&deal| {
            let mut table = Table::numbered(rules, deal).expect("our own rules can be played");
            players::play(&mut table, &mut player, deal).won
        })
        .count();
    println!("{won} of 1000 deals of {} won", rules.title);
}
