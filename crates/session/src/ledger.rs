//! The casino's ledger of bsdgames Canfield: what a hand costs and wins.
//!
//! The ledger knows prices and events, not the game; its caller reports the events. A deal costs 13. The
//! first move costs an inspection of 13. The first turn of the hand buys the game for 26, and each card
//! that is already up is then credited with 5. Each card that goes up later wins 5. Each pass through the
//! hand after the first costs 5. Each card seen for the first time while counting costs 1, at most 34. Each
//! full minute of thinking costs 1, at most 3 for one gap.

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
/// The winnings for a card on a foundation.
pub const CARD: u32 = 5;
/// The most cards that are charged in a hand.
pub const MOST_COUNTED: u32 = 34;
/// The most minutes that are charged for one gap.
pub const MOST_MINUTES: u32 = 3;

/// The price list, for wherever the ledger is shown.
pub const PRICES: &str = "Prices of the casino: $13 for the hand, $13 for its first move, $26 for the game \
     (at the first turn of the stock), $5 for each later pass, $1 for a card counted, $1 for a minute. Then each \
     card up pays $5.";

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
    /// Won with cards on the foundations.
    pub winnings: u64,
}

impl Account {
    /// Returns everything that was paid.
    pub fn costs(&self) -> u64 {
        self.hands + self.inspections + self.games + self.runs + self.information + self.think_time
    }

    /// Returns the winnings less the costs.
    pub fn net_worth(&self) -> i64 {
        self.winnings as i64 - self.costs() as i64
    }

    /// Returns what was added since an earlier state of this account.
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

    /// Returns the net worth in per cent of the costs; `None` if nothing was paid.
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

/// The ledger: this hand, this sitting, and all hands ever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// This hand.
    pub hand: Account,
    /// All hands since the player sat down.
    pub game: Account,
    /// All hands ever, as far as they were recorded.
    pub total: Account,
    bought: bool,
    inspected: bool,
    credited: u32,
    counted: u32,
}

impl Ledger {
    /// Creates the ledger of a player who has this account already.
    pub fn new(total: Account) -> Ledger {
        Ledger { total, ..Ledger::default() }
    }

    /// Returns `true` if the game of this hand was bought.
    pub fn bought(&self) -> bool {
        self.bought
    }

    fn charge(&mut self, account: Account) {
        self.hand += account;
        self.game += account;
        self.total += account;
    }

    /// Charges a deal.
    pub fn deal(&mut self) {
        self.hand = Account::default();
        (self.bought, self.inspected, self.credited, self.counted) = (false, false, 0, 0);
        self.charge(Account { hands: DEAL.into(), ..Account::default() });
    }

    /// Charges a move other than turning the hand; `cards_up` cards are on the foundations now.
    pub fn moved(&mut self, cards_up: u32) {
        if !self.inspected && !self.bought {
            self.inspected = true;
            self.charge(Account { inspections: INSPECTION.into(), ..Account::default() });
        }
        self.credit(cards_up);
    }

    /// Credits a card that went up automatically; `cards_up` cards are on the foundations now.
    pub fn raised(&mut self, cards_up: u32) {
        self.credit(cards_up);
    }

    /// Charges a turn of the hand, in which `fresh` cards were seen for the first time.
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

    /// Charges cards that are seen for the first time while counting.
    pub fn count(&mut self, fresh: u32) {
        let fresh = fresh.min(MOST_COUNTED - self.counted);
        self.counted += fresh;
        self.charge(Account { information: (fresh * INFORMATION).into(), ..Account::default() });
    }

    /// Charges a pass through the hand after the first.
    pub fn run(&mut self) {
        self.charge(Account { runs: RUN.into(), ..Account::default() });
    }

    /// Charges the player's thinking time.
    pub fn thought(&mut self, seconds: u64) {
        let minutes = (seconds / 60).min(MOST_MINUTES.into());
        self.charge(Account { think_time: minutes * u64::from(MINUTE), ..Account::default() });
    }

    /// Makes the hand that of another line of the same history. Information and time stay paid.
    pub(crate) fn follow(&mut self, line: &Ledger) {
        let before = self.hand;
        let (information, think_time) = (before.information, before.think_time);
        self.hand = Account { information, think_time, ..line.hand };
        for column in [&mut self.game, &mut self.total] {
            *column = column.since(&before);
            *column += self.hand;
        }
        (self.bought, self.inspected, self.credited) = (line.bought, line.inspected, line.credited);
    }

    /// Credits the cards on the foundations, if the game was bought.
    fn credit(&mut self, cards_up: u32) {
        if self.bought && cards_up > self.credited {
            let winnings = u64::from((cards_up - self.credited) * CARD);
            self.credited = cards_up;
            self.charge(Account { winnings, ..Account::default() });
        }
    }
}

impl Ledger {
    /// The ledger in sentences, for people who listen.
    pub fn words(&self) -> String {
        let hand = &self.hand;
        let costs: Vec<String> = [
            (hand.hands, "for the hand"),
            (hand.inspections, "for its first move"),
            (hand.games, "for the game"),
            (hand.runs, "for later passes"),
            (hand.information, "for counted cards"),
            (hand.think_time, "for thinking"),
        ]
        .into_iter()
        .filter(|(cost, _)| *cost > 0)
        .map(|(cost, what)| format!("${cost} {what}"))
        .collect();
        let costs = if costs.is_empty() { "nothing".into() } else { crate::sentence::list(&costs) };
        let [now, total] = [hand, &self.total].map(|account| crate::hand::money(account.net_worth()));
        let together =
            if total == now { ".".into() } else { format!(", and all your hands together at {total}.") };
        let earned = hand.winnings;
        format!(
            "You have paid {costs}, and the cards that are up have earned ${earned}. This hand stands at {now}{together}"
        )
    }
}

impl fmt::Display for Ledger {
    /// Writes the ledger as a table of three columns.
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
    fn the_ledger_in_words() {
        let mut ledger = Ledger::new(Account { winnings: 100, ..Account::default() });
        ledger.deal();
        assert_eq!(
            ledger.words(),
            "You have paid $13 for the hand, and the cards that are up have earned $0. This hand stands at -$13, \
             and all your hands together at $87."
        );
        let mut first = Ledger::default();
        first.deal();
        first.moved(1);
        assert!(first.words().starts_with("You have paid $13 for the hand and $13 for its first move, and "));
        assert!(first.words().ends_with("This hand stands at -$26."), "{}", first.words());
    }

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
