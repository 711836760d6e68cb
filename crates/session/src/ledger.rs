//! The casino's ledger of bsdgames Canfield: what a hand costs and brings.
//!
//! It knows prices and what happened, not the game: whoever plays tells it. The rules of its account:
//! a deal costs 13; the first move an inspection of 13; buying the game, which the first turn of the
//! hand does, 26, and then each card already up is credited with 5; each card moved up afterwards 5;
//! each pass through the hand after the first costs 5; each card seen for the first time while
//! counting costs 1, 34 at most; each full minute of thinking 1, 3 at most for one gap.

use std::fmt;
use std::ops::AddAssign;

/// The price of a deal.
pub const DEAL: u32 = 13;
/// The price of the first move.
pub const INSPECTION: u32 = 13;
/// The price of the game.
pub const GAME: u32 = 26;
/// The price of a pass through the hand after the first.
pub const RUN: u32 = 5;
/// The price of a card seen for the first time while counting.
pub const INFORMATION: u32 = 1;
/// The price of a full minute of thinking.
pub const MINUTE: u32 = 1;
/// What a card up is worth.
pub const CARD: u32 = 5;
/// The most cards that can be counted in a hand.
pub const MOST_COUNTED: u32 = 34;
/// The most minutes that are charged for one gap.
pub const MOST_MINUTES: u32 = 3;

/// One column of the ledger.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Paid for deals.
    pub hands: u64,
    /// Paid for inspections.
    pub inspections: u64,
    /// Paid for games.
    pub games: u64,
    /// Paid for passes through the hand.
    pub runs: u64,
    /// Paid for counted cards.
    pub information: u64,
    /// Paid for thinking.
    pub think_time: u64,
    /// Won by cards up.
    pub winnings: u64,
}

impl Account {
    /// All that was paid.
    pub fn costs(&self) -> u64 {
        self.hands + self.inspections + self.games + self.runs + self.information + self.think_time
    }

    /// Winnings less costs.
    pub fn net_worth(&self) -> i64 {
        self.winnings as i64 - self.costs() as i64
    }

    /// What was added since an earlier state of this account.
    pub fn since(&self, earlier: &Account) -> Account {
        Account {
            hands: self.hands.saturating_sub(earlier.hands),
            inspections: self.inspections.saturating_sub(earlier.inspections),
            games: self.games.saturating_sub(earlier.games),
            runs: self.runs.saturating_sub(earlier.runs),
            information: self.information.saturating_sub(earlier.information),
            think_time: self.think_time.saturating_sub(earlier.think_time),
            winnings: self.winnings.saturating_sub(earlier.winnings),
        }
    }

    /// The net worth in per cent of the costs; `None` when nothing was paid.
    pub fn percent(&self) -> Option<f64> {
        let costs = self.costs();
        (costs > 0).then(|| self.net_worth() as f64 * 100.0 / costs as f64)
    }
}

impl AddAssign for Account {
    fn add_assign(&mut self, other: Account) {
        self.hands += other.hands;
        self.inspections += other.inspections;
        self.games += other.games;
        self.runs += other.runs;
        self.information += other.information;
        self.think_time += other.think_time;
        self.winnings += other.winnings;
    }
}

/// The ledger: this hand, this sitting, and all there ever was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// This hand.
    pub hand: Account,
    /// All hands since the player sat down.
    pub game: Account,
    /// All hands ever, as far as they were kept.
    pub total: Account,
    bought: bool,
    inspected: bool,
    credited: u32,
    counted: u32,
}

impl Ledger {
    /// The ledger of a player who has this account already.
    pub fn new(total: Account) -> Ledger {
        Ledger { total, ..Ledger::default() }
    }

    /// Is the game of this hand bought?
    pub fn bought(&self) -> bool {
        self.bought
    }

    fn charge(&mut self, account: Account) {
        self.hand += account;
        self.game += account;
        self.total += account;
    }

    /// A hand is dealt.
    pub fn deal(&mut self) {
        self.hand = Account::default();
        (self.bought, self.inspected, self.credited, self.counted) = (false, false, 0, 0);
        self.charge(Account { hands: DEAL.into(), ..Account::default() });
    }

    /// A move was made, other than turning the hand; now so many cards are up.
    pub fn moved(&mut self, cards_up: u32) {
        if !self.inspected && !self.bought {
            self.inspected = true;
            self.charge(Account { inspections: INSPECTION.into(), ..Account::default() });
        }
        self.credit(cards_up);
    }

    /// A card went up by itself; now so many are up.
    pub fn raised(&mut self, cards_up: u32) {
        self.credit(cards_up);
    }

    /// Cards of the hand were turned: so many of them seen for the first time, `counting` or not.
    pub fn turned(&mut self, fresh: u32, counting: bool, cards_up: u32) {
        if !self.bought {
            self.bought = true;
            self.charge(Account { games: GAME.into(), ..Account::default() });
        }
        self.credit(cards_up);
        if counting {
            self.count(fresh);
        }
    }

    /// So many cards are seen for the first time while counting.
    pub fn count(&mut self, fresh: u32) {
        let fresh = fresh.min(MOST_COUNTED - self.counted);
        self.counted += fresh;
        self.charge(Account { information: (fresh * INFORMATION).into(), ..Account::default() });
    }

    /// A pass through the hand after the first begins.
    pub fn run(&mut self) {
        self.charge(Account { runs: RUN.into(), ..Account::default() });
    }

    /// The player thought for so many seconds.
    pub fn thought(&mut self, seconds: u64) {
        let minutes = (seconds / 60).min(MOST_MINUTES.into());
        self.charge(Account { think_time: minutes * u64::from(MINUTE), ..Account::default() });
    }

    /// Only a bought game pays, but then for every card up.
    fn credit(&mut self, cards_up: u32) {
        if self.bought && cards_up > self.credited {
            let winnings = u64::from((cards_up - self.credited) * CARD);
            self.credited = cards_up;
            self.charge(Account { winnings, ..Account::default() });
        }
    }
}

impl fmt::Display for Ledger {
    /// The ledger as a table of three columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = [&self.hand, &self.game, &self.total];
        writeln!(f, "{:<14}{:>8}{:>8}{:>8}", "", "Hand", "Game", "Total")?;
        type Row = (&'static str, fn(&Account) -> i64);
        let rows: [Row; 9] = [
            ("Hands", |a| a.hands as i64),
            ("Inspections", |a| a.inspections as i64),
            ("Games", |a| a.games as i64),
            ("Runs", |a| a.runs as i64),
            ("Information", |a| a.information as i64),
            ("Think time", |a| a.think_time as i64),
            ("Total Costs", |a| a.costs() as i64),
            ("Winnings", |a| a.winnings as i64),
            ("Net Worth", Account::net_worth),
        ];
        for (name, value) in rows {
            let [hand, game, total] = columns.map(value);
            writeln!(f, "{name:<14}{hand:>8}{game:>8}{total:>8}")?;
        }
        let [hand, game, total] = columns.map(|account| match account.percent() {
            Some(percent) => format!("{percent:.1}%"),
            None => "-".into(),
        });
        writeln!(f, "{:<14}{hand:>8}{game:>8}{total:>8}", "Return")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_by_the_price_list() {
        let mut ledger = Ledger::default();
        ledger.deal();
        assert_eq!(ledger.hand.net_worth(), -13);
        ledger.moved(1);
        ledger.moved(2);
        assert_eq!(ledger.hand.net_worth(), -26, "one inspection, and no winnings before the game is bought");
        ledger.turned(3, false, 2);
        assert_eq!((ledger.hand.games, ledger.hand.winnings), (26, 10));
        ledger.moved(4);
        ledger.moved(4);
        assert_eq!(ledger.hand.winnings, 20);
        ledger.run();
        ledger.turned(3, true, 4);
        ledger.count(100);
        ledger.count(1);
        assert_eq!((ledger.hand.runs, ledger.hand.information), (5, 34));
        ledger.thought(59);
        ledger.thought(125);
        ledger.thought(10_000);
        assert_eq!(ledger.hand.think_time, 5);
        let first = ledger.hand;
        assert_eq!(first.costs(), 13 + 13 + 26 + 5 + 34 + 5);
        ledger.deal();
        ledger.turned(3, false, 1);
        assert_eq!(ledger.hand.inspections, 0);
        assert_eq!(ledger.game.net_worth(), first.net_worth() - 13 - 26 + 5);
        assert_eq!(ledger.total, ledger.game);
    }
}
