//! The casino's prices at the table: what is charged, and that it reaches the journal.

use session::{Account, Command, Deal, Journal, JournalError, Session, Sitting};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// A journal that only keeps the account.
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
}

fn canfield(deal: u64) -> Session {
    Session::new(games::find("canfield").unwrap(), Deal::Number(deal)).unwrap()
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
    // What is taken back was paid, and making it again is free.
    sitting.execute(Command::Undo).unwrap();
    sitting.execute(Command::Redo).unwrap();
    assert_eq!(purse.borrow().costs(), 52);
    assert_eq!(sitting.ledger().unwrap().total, *purse.borrow());
    // A game of another family has no ledger and costs nothing.
    sitting.change(Session::new(games::find("klondike").unwrap(), Deal::Number(1)).unwrap());
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

/// A journal that cannot write.
struct Full;

impl Journal for Full {
    fn begin(&mut self, _: &Session) -> Result<(), JournalError> {
        Ok(())
    }

    fn note(&mut self, _: &[String], _: &Session, _: Duration) -> Result<(), JournalError> {
        Err(JournalError("the disk is full".into()))
    }

    fn charge(&mut self, _: &Account) -> Result<(), JournalError> {
        Ok(())
    }

    fn give_up(&mut self, _: &Session, _: Duration) -> Result<(), JournalError> {
        Ok(())
    }
}

#[test]
fn a_journal_that_cannot_write_is_told_of_and_stops_nobody() {
    let mut sitting = Sitting::new(canfield(6), Account::default(), Some(Box::new(Full)));
    assert_eq!(sitting.take_trouble(), None);
    sitting.execute(Command::Draw).unwrap();
    assert_eq!(sitting.take_trouble().as_deref(), Some("This game cannot be kept: the disk is full."));
    assert_eq!((sitting.take_trouble(), sitting.session().moves_made()), (None, 1));
}
