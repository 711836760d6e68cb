//! What a hand costs and brings, read off its history alone.
//!
//! A [`Sitting`](crate::Sitting) enters moves into the ledger as they are made. Whoever keeps nothing but
//! the game (a page and its server) asks here: a hand has cost what its dearest line cost, and has won
//! what its best line won. A history only grows, so this only grows, too: what was charged already can
//! be told from what is new.

use crate::{Account, By, Deal, Ledger, Session};
use rules::{Base, Event, Events, Pile};

/// The account of the hand; `None` in games the casino does not keep, and before anything was done.
pub fn hand(session: &Session) -> Option<Account> {
    let history = session.history();
    if !has_ledger(session) || history.is_empty() {
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

/// The casino keeps its ledger for hands it dealt itself, in games with a reserve and a base card that is
/// dealt: whoever brings a position has not paid for what is up already.
pub(crate) fn has_ledger(session: &Session) -> bool {
    let rules = session.rules();
    let dealt = !matches!(session.deal(), Deal::Position { .. });
    dealt && rules.base == Base::Dealt && rules.reserve > 0 && rules.has_waste()
}

/// Enters one move into the ledger, after which so many cards are up.
pub(crate) fn pay(ledger: &mut Ledger, events: &Events, by: By, up: u32, counting: bool) {
    for event in events.iter() {
        match event {
            Event::Drawn { fresh, .. } => ledger.turned(fresh.count_ones(), counting, up),
            Event::Redealt { .. } => ledger.run(),
            // A card that flies up by itself is no inspection.
            Event::Carried { .. } if by == By::Auto => ledger.raised(up),
            Event::Carried { .. } => ledger.moved(up),
            // Cards of the waste that come to light are seen, too.
            Event::TurnedUp(Pile::Waste) if counting => ledger.count(1),
            Event::TurnedUp(_) | Event::Dealt { .. } => {}
        }
    }
}

/// The ledger of a game that is taken up: its hand as far as it was played, already paid for.
pub(crate) fn ledger_of(session: &Session, account: Account) -> Ledger {
    let mut ledger = Ledger::new(account);
    if has_ledger(session) && !session.history().is_empty() {
        ledger.deal();
        if let Ok(mut table) = session.deal().table(session.rules()) {
            let history = session.history();
            let mut events = Events::new();
            for node in history.line().into_iter().filter_map(|place| history.node(place)) {
                table.play_legal(node.m, &mut events);
                pay(&mut ledger, &events, node.by, table.cards_up().into(), false);
            }
        }
        ledger.game = Account::default();
        ledger.total = account;
    }
    ledger
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
