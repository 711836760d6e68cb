//! The cost and the winnings of a hand, computed from its history alone.
//!
//! A [`Sitting`](crate::Sitting) enters moves into the ledger as they are made, and what it shows of the hand
//! follows undo: it is the account of the moves that lead to the present position. In the books a hand has
//! cost what its dearest line cost, and has won what its best line won. A history only grows, so this only
//! grows, too: what was charged already can be told from what is new.

use crate::{Account, By, Deal, Ledger, Session};
use talon_rules::{BaseRank, Event, Events, Pile};

/// Returns the account of the hand; `None` for games without a ledger, and before the first action.
pub fn hand(session: &Session) -> Option<Account> {
    let history = session.history();
    if !has_ledger(session) || history.is_empty() {
        return None;
    }
    let mut dealt = Ledger::default();
    dealt.deal();
    let mut all = dealt.hand;
    // Parents have smaller numbers than their children. The card of the deal is up already.
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

/// Returns `true` if the casino keeps a ledger for this game: by its own rules, or because the player wants one.
pub(crate) fn has_ledger(session: &Session) -> bool {
    can_have_ledger(session)
        && (session.ledger_on() || session.rules().name == talon_games::CANFIELD_BSD.name)
}

/// The casino can keep a ledger of hands that it dealt, in games with a reserve and a base card that is
/// dealt: whoever brings a position has not paid for the cards that are up already.
pub(crate) fn can_have_ledger(session: &Session) -> bool {
    let rules = session.rules();
    let dealt = !matches!(session.deal(), Deal::Position { .. });
    dealt && rules.base_rank == BaseRank::Dealt && rules.reserve > 0 && rules.has_waste()
}

/// An amount of money, as in `-$26`.
pub(crate) fn money(amount: i64) -> String {
    if amount < 0 { format!("-${}", amount.unsigned_abs()) } else { format!("${amount}") }
}

/// What the hand and the moves that lead to the present position have cost and brought.
pub(crate) fn here(session: &Session) -> Account {
    line(session).hand
}

/// The ledger of a hand that was dealt and played as far as the present position.
pub(crate) fn line(session: &Session) -> Ledger {
    let mut ledger = Ledger::default();
    ledger.deal();
    if let Ok(mut table) = session.deal().table(session.rules()) {
        let history = session.history();
        let mut events = Events::new();
        for node in history.line().into_iter().filter_map(|place| history.node(place)) {
            table.play_legal(node.m, &mut events);
            pay(&mut ledger, &events, node.by, table.cards_up().into(), false);
        }
    }
    ledger
}

/// Enters one move into the ledger, after which `up` cards are on the foundations.
pub(crate) fn pay(ledger: &mut Ledger, events: &Events, by: By, up: u32, counting: bool) {
    for event in events.iter() {
        match event {
            Event::Drawn { fresh, .. } => ledger.turned(fresh.count_ones(), counting, up),
            Event::Redealt { .. } => ledger.run(),
            // A card that goes up automatically does not cost an inspection.
            Event::Carried { .. } if by == By::Auto => ledger.raised(up),
            Event::Carried { .. } => ledger.moved(up),
            // Cards of the waste that are turned up are seen as well.
            Event::TurnedUp(Pile::Waste) if counting => ledger.count(1),
            Event::TurnedUp(_) | Event::Dealt { .. } => {}
        }
    }
}

/// Returns the ledger of a resumed game: what was played of its hand is already paid for.
pub(crate) fn ledger_of(session: &Session, account: Account) -> Ledger {
    let mut ledger = Ledger::default();
    if has_ledger(session) && !session.history().is_empty() {
        ledger = line(session);
    }
    ledger.game = Account::default();
    ledger.total = account;
    ledger
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Deal, Sitting};

    #[test]
    fn the_ledger_follows_undo_and_the_books_keep_the_dearest_line() {
        let rules = talon_games::find("canfield-bsd").unwrap();
        let mut generator = talon_cards::Generator::new(7);
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
            let mut paid = vec![sitting.ledger().unwrap().hand];
            while sitting.execute(Command::Undo).is_ok() {
                assert_eq!(hand(sitting.session()), before);
                paid.push(sitting.ledger().unwrap().hand);
                assert_eq!(here(sitting.session()), *paid.last().unwrap());
            }
            // At the deal only the hand itself is paid for, and every way forward costs what it cost.
            assert_eq!(paid.last(), Some(&Account { hands: 13, ..Account::default() }));
            while sitting.execute(Command::Redo).is_ok() {
                paid.pop();
                assert_eq!(Some(&sitting.ledger().unwrap().hand), paid.last(), "deal {deal}");
            }
            assert_eq!(sitting.ledger().unwrap().total, sitting.ledger().unwrap().hand);
        }
    }
}
