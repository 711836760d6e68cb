//! The casino's prices at the table: what is charged, and that it reaches the journal.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use talon_session::{Account, Command, Deal, Journal, JournalError, Session, Sitting};

/// A journal that records only the account.
struct Purse(Rc<RefCell<Account>>);

impl Journal for Purse {
    fn begin(&mut self, _: &Session) -> Result<(), JournalError> {
        Ok(())
    }

    fn note(&mut self, _: &[String], _: &Session, _: Duration) -> Result<(), JournalError> {
        Ok(())
    }

    fn charge(&mut self, paid: &Account) -> Result<(), JournalError> {
        *self.0.borrow_mut() += *paid;
        Ok(())
    }

    fn give_up(&mut self, _: &Session, _: Duration) -> Result<(), JournalError> {
        Ok(())
    }

    fn retry(&mut self, _: Duration) -> Result<(), JournalError> {
        Ok(())
    }
}

fn canfield(deal: u64) -> Session {
    Session::new(talon_games::find("canfield-bsd").unwrap(), Deal::Number(deal)).unwrap()
}

fn plain(deal: u64) -> Session {
    Session::new(talon_games::find("canfield").unwrap(), Deal::Number(deal)).unwrap()
}

#[test]
fn a_hand_that_is_dealt_is_paid_for() {
    let purse = Rc::new(RefCell::new(Account::default()));
    let journal = || Some(Box::new(Purse(purse.clone())) as Box<dyn Journal>);
    let mut sitting = Sitting::new(canfield(6), Account::default(), journal());
    assert_eq!(purse.borrow().costs(), 13);
    sitting.execute(Command::New(Deal::Number(7))).unwrap();
    assert_eq!(purse.borrow().costs(), 26);
    // The first turn of the hand buys the game.
    sitting.execute(Command::Draw).unwrap();
    assert_eq!((purse.borrow().hands, purse.borrow().games), (26, 26));
    // A move that is undone has been paid for, and redoing it is free.
    sitting.execute(Command::Undo).unwrap();
    sitting.execute(Command::Redo).unwrap();
    assert_eq!(purse.borrow().costs(), 52);
    assert_eq!(sitting.ledger().unwrap().total, *purse.borrow());
    // A game of another family has no ledger and costs nothing.
    sitting.change(Session::new(talon_games::find("klondike").unwrap(), Deal::Number(1)).unwrap());
    assert!(sitting.ledger().is_none() && purse.borrow().costs() == 52);
}

#[test]
fn a_hand_nobody_asked_for_costs_nothing_before_it_is_touched() {
    let purse = Rc::new(RefCell::new(Account::default()));
    let journal = || Some(Box::new(Purse(purse.clone())) as Box<dyn Journal>);
    let mut sitting = Sitting::laid(canfield(6), Account::default(), journal());
    assert_eq!(purse.borrow().costs(), 0);
    sitting.execute(Command::New(Deal::Number(7))).unwrap();
    assert_eq!(purse.borrow().costs(), 13, "only the hand that was asked for");
    let mut sitting = Sitting::laid(canfield(6), Account::default(), journal());
    sitting.execute(Command::Draw).unwrap();
    assert_eq!(purse.borrow().costs(), 13 + 13 + 26);
}

#[test]
fn a_game_that_was_loaded_was_paid_for() {
    let mut session = canfield(6);
    for _ in 0..3 {
        session.execute(Command::Draw).unwrap();
    }
    let purse = Rc::new(RefCell::new(Account::default()));
    let sitting = Sitting::new(session, Account::default(), Some(Box::new(Purse(purse.clone()))));
    assert_eq!((purse.borrow().costs(), sitting.ledger().unwrap().total.costs()), (0, 0));
    assert_eq!(sitting.ledger().unwrap().hand.costs(), 13 + 26, "the hand shows what it has cost");
}

#[test]
fn the_ledger_follows_undo() {
    let mut sitting = Sitting::new(canfield(6), Account::default(), None);
    let dealt = sitting.ledger().unwrap().clone();
    assert_eq!(sitting.score_words(), "-$13");
    for _ in 0..12 {
        sitting.execute(Command::Draw).unwrap();
    }
    let paid = sitting.ledger().unwrap().clone();
    assert!(paid.hand.games == 26 && paid.hand.winnings > 0 && paid.hand != dealt.hand);
    while sitting.execute(Command::Undo).is_ok() {}
    let back = sitting.ledger().unwrap();
    assert_eq!((back.hand, back.game, back.total), (dealt.hand, dealt.game, dealt.total));
    while sitting.execute(Command::Redo).is_ok() {}
    assert_eq!(sitting.ledger().unwrap().total, paid.total);
}

#[test]
fn canfield_has_one_score_and_a_ledger_only_for_who_wants_one() {
    let rules = talon_games::find("canfield").unwrap();
    let mut sitting = Sitting::new(Session::new(rules, Deal::Number(6)).unwrap(), Account::default(), None);
    assert!(sitting.ledger().is_none());
    assert_eq!(sitting.score_words(), "-$45", "$50 for the deck, $5 for the card that is up");
    sitting.execute(Command::Draw).unwrap();
    let outcome = sitting.execute(Command::SetLedger(true)).unwrap();
    assert!(outcome.words().contains("Prices of the casino"), "{}", outcome.words());
    assert_eq!(sitting.score_words(), "-$34", "$13 for the hand, $26 for the game, $5 for the card");
    // It belongs to the game: it is saved, and the next deal has one.
    let loaded = Session::load(&sitting.session().save()).unwrap();
    assert!(loaded.ledger_on() && loaded.save() == sitting.session().save());
    sitting.execute(Command::New(Deal::Number(7))).unwrap();
    assert_eq!(sitting.ledger().unwrap().hand.costs(), 13);
    sitting.execute(Command::SetLedger(false)).unwrap();
    assert!(sitting.ledger().is_none() && sitting.score_words() == "-$45");
    let rules = talon_games::find("klondike").unwrap();
    sitting.change(Session::new(rules, Deal::Number(1)).unwrap());
    assert!(sitting.execute(Command::SetLedger(true)).is_err());
}

#[test]
fn gnome_shows_the_most_points_and_the_break_even() {
    let rules = talon_games::find("canfield-gnome").unwrap();
    let session = Session::new(rules, Deal::Number(6)).unwrap();
    assert_eq!(session.score_words(), "1 of 52, 9 below break-even");
    let rules = talon_games::set(rules, &["scoring={ card = 1, par = 1 }"]).unwrap();
    assert_eq!(Session::new(&rules, Deal::Number(6)).unwrap().score_words(), "1 of 52, at break-even");
}

/// A journal on a disk that may be full. It writes later what it could not write.
#[derive(Default)]
struct Disk {
    is_full: Rc<Cell<bool>>,
    unwritten: usize,
    written: Rc<Cell<usize>>,
}

impl Disk {
    fn write(&mut self, entries: usize) -> Result<(), JournalError> {
        self.unwritten += entries;
        if self.is_full.get() {
            return Err(JournalError("the disk is full".into()));
        }
        self.written.set(self.written.get() + std::mem::take(&mut self.unwritten));
        Ok(())
    }
}

impl Journal for Disk {
    fn begin(&mut self, _: &Session) -> Result<(), JournalError> {
        self.write(1)
    }

    fn note(&mut self, _: &[String], _: &Session, _: Duration) -> Result<(), JournalError> {
        self.write(1)
    }

    fn charge(&mut self, _: &Account) -> Result<(), JournalError> {
        self.write(0)
    }

    fn give_up(&mut self, _: &Session, _: Duration) -> Result<(), JournalError> {
        self.write(1)
    }

    fn retry(&mut self, _: Duration) -> Result<(), JournalError> {
        self.write(0)
    }
}

const FULL: &str = "The last moves are not recorded: the disk is full. Talon keeps trying to record them.";
const AGAIN: &str = "Everything is recorded again.";

#[test]
fn the_player_is_told_until_everything_is_recorded() {
    let disk = Disk::default();
    let (is_full, written) = (disk.is_full.clone(), disk.written.clone());
    let mut sitting = Sitting::new(plain(6), Account::default(), Some(Box::new(disk)));
    assert_eq!((sitting.take_trouble(), written.get()), (None, 1));
    is_full.set(true);
    for moves in 1..4 {
        sitting.execute(Command::Draw).unwrap();
        assert_eq!(sitting.session().moves_made(), moves, "the game goes on");
        assert_eq!(sitting.take_trouble().as_deref(), Some(FULL));
        assert_eq!(sitting.take_trouble(), None);
        sitting.pass(Duration::from_secs(1));
        assert_eq!((sitting.take_trouble(), written.get()), (None, 1), "nothing new to tell");
    }
    assert_eq!(sitting.leave(), Err(JournalError("the disk is full".into())));
    is_full.set(false);
    sitting.pass(Duration::from_secs(1));
    assert_eq!((sitting.take_trouble().as_deref(), written.get()), (Some(AGAIN), 5));
    sitting.execute(Command::Draw).unwrap();
    assert_eq!((sitting.take_trouble(), written.get()), (None, 6));
}

#[test]
fn an_earlier_game_is_recorded_after_another_was_resumed() {
    let disk = Disk::default();
    let (is_full, written) = (disk.is_full.clone(), disk.written.clone());
    let mut sitting = Sitting::new(plain(6), Account::default(), Some(Box::new(disk)));
    is_full.set(true);
    sitting.execute(Command::Draw).unwrap();
    let other = Disk::default();
    let others = other.written.clone();
    sitting.change_to(plain(7), Duration::ZERO, Some(Box::new(other)));
    assert_eq!(sitting.take_trouble().as_deref(), Some(FULL));
    sitting.execute(Command::Draw).unwrap();
    assert_eq!((sitting.take_trouble().as_deref(), written.get(), others.get()), (Some(FULL), 1, 1));
    is_full.set(false);
    sitting.execute(Command::Draw).unwrap();
    assert_eq!((sitting.take_trouble().as_deref(), written.get(), others.get()), (Some(AGAIN), 2, 2));
}
