//! What a hand costs and brings, read off its history alone.
//!
//! A [`Sitting`](crate::Sitting) enters moves into the ledger as they are made. Whoever keeps nothing but
//! the game (a page and its server) asks here: a hand has cost what its dearest line cost, and has won
//! what its best line won. A history only grows, so this only grows, too: what was charged already can
//! be told from what is new.

use crate::sitting::{has_ledger, pay};
use crate::{Account, Ledger, Session};
use rules::{Event, Pile};

/// The account of the hand; `None` in games the casino does not keep, and before anything was done.
pub fn hand(session: &Session) -> Option<Account> {
    let history = session.history();
    if !has_ledger(session.rules()) || history.is_empty() {
        return None;
    }
    let mut dealt = Ledger::default();
    dealt.deal();
    let mut all = dealt.hand;
    // Parents have smaller numbers than their children; the card of the deal is up already.
    let mut ledgers = vec![(dealt, 1u32)];
    for node in (1..).map_while(|number| history.node(history.place(number)?)) {
        let (mut ledger, mut up) = ledgers[node.parent.number() as usize].clone();
        for event in node.events.iter() {
            if let Event::Carried { from, to, count } = event {
                up += if matches!(to, Pile::Foundation(_)) { u32::from(count) } else { 0 };
                up -= if matches!(from, Pile::Foundation(_)) { u32::from(count) } else { 0 };
            }
        }
        pay(&mut ledger, &node.events, node.by, up, false);
        all = dearest(&all, &ledger.hand);
        ledgers.push((ledger, up));
    }
    Some(all)
}

fn dearest(a: &Account, b: &Account) -> Account {
    Account {
        hands: a.hands.max(b.hands),
        inspections: a.inspections.max(b.inspections),
        games: a.games.max(b.games),
        runs: a.runs.max(b.runs),
        information: a.information.max(b.information),
        think_time: a.think_time.max(b.think_time),
        winnings: a.winnings.max(b.winnings),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Deal, Sitting};

    #[test]
    fn a_line_costs_what_a_sitting_pays_for_it_and_undoing_changes_nothing() {
        let rules = games::find("canfield").unwrap();
        let mut generator = cards::Generator::new(7);
        for deal in 1..40 {
            let session = Session::new(rules, Deal::Number(deal)).unwrap();
            let mut sitting = Sitting::new(session, Account::default(), None);
            for _ in 0..80 {
                let moves = sitting.session().view().moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[generator.below(moves.len() as u64) as usize];
                sitting.execute(Command::Play(m)).unwrap();
                let paid = sitting.ledger().unwrap().hand;
                assert_eq!(hand(sitting.session()), Some(paid), "deal {deal}");
            }
            let before = hand(sitting.session());
            while sitting.execute(Command::Undo).is_ok() {
                assert_eq!(hand(sitting.session()), before);
            }
        }
    }
}
