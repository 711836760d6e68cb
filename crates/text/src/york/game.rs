//! The classes `Game` and `CardLocation` of the assignment.

use super::Deck;
use std::fmt;
use talon_rules::{Move, Pile, Rules, SetupError};
use talon_session::{Command, Deal, Refusal, Session};

/// One of the cards the player can choose to move: the class `CardLocation`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CardLocation {
    /// The index of the pile: 0 for the main deck, 1 to 7 for a tableau pile, 8 to 11 for a foundation pile.
    pub pile_index: usize,
    /// The index of the card in its pile, 0 at the bottom.
    pub card_index: usize,
}

/// Why [`Game::move_cards`] moved nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// No pile has this index.
    NoSuchPile(usize),
    /// There is no card at this location.
    NoSuchCard(CardLocation),
    /// The rules forbid the move.
    Refused(Refusal),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NoSuchPile(index) => write!(f, "There is no pile {index}."),
            MoveError::NoSuchCard(CardLocation { pile_index, card_index }) => {
                write!(f, "There is no card {card_index} in pile {pile_index}.")
            }
            MoveError::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for MoveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            MoveError::Refused(refusal) => Some(refusal),
            MoveError::NoSuchPile(_) | MoveError::NoSuchCard(_) => None,
        }
    }
}

/// The current state of a game: the class `Game`.
///
/// It determines which moves are legal and carries them out. A pile it returns is a copy: nobody can move a
/// card past the rules.
#[derive(Clone, Debug)]
pub struct Game {
    /// The game as the rest of Talon plays it.
    session: Session,
}

impl Game {
    /// The index of the main deck.
    const MAIN_DECK: usize = 0;

    /// Deals a game: one card to the first tableau pile, two to the second, and so on; the top card of each is
    /// exposed.
    ///
    /// The rules are those of `klondike-ycp`, or others that [`speaks`](super::speaks) accepts.
    ///
    /// # Errors
    /// When the cards of the deal are not the deck of the game.
    pub fn new(rules: &Rules, deal: Deal) -> Result<Game, SetupError> {
        Ok(Game { session: Session::dealt(rules, deal)? })
    }

    /// Returns the game as the rest of Talon plays it.
    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the main deck, of which only the top card is exposed: `getMainDeck`.
    pub fn main_deck(&self) -> Deck {
        self.deck(Pile::Stock)
    }

    /// Returns the pile with this index, or `None` if there is none: `getPile`.
    ///
    /// ```
    /// use talon_text::york::{Game, SEED, deal};
    /// let game = Game::new(talon_games::find("klondike-ycp")?, deal(SEED)?)?;
    /// assert_eq!(game.pile(0), Some(game.main_deck()));
    /// assert_eq!(game.pile(3).map(|pile| pile.len()), Some(3));
    /// assert_eq!(game.pile(8).map(|pile| pile.is_empty()), Some(true));
    /// assert_eq!(game.pile(12), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pile(&self, index: usize) -> Option<Deck> {
        Some(self.deck(self.table_pile(index)?))
    }

    /// Returns `true` if the player has won: every card is on a foundation pile. `isFinished`.
    pub fn is_finished(&self) -> bool {
        self.session.is_finished()
    }

    /// Returns `true` if the player may take the card at this location, with all cards on top of it:
    /// `isValidTakeLocation`.
    ///
    /// The card must exist and be exposed. Only the top card may be taken from the main deck, and none from a
    /// foundation pile.
    pub fn is_valid_take_location(&self, take: CardLocation) -> bool {
        let Some(pile) = self.table_pile(take.pile_index) else { return false };
        let deck = self.deck(pile);
        match pile {
            Pile::Column(_) => deck.is_exposed(take.card_index),
            Pile::Stock => Some(take.card_index) == deck.index_of_top_card(),
            _ => false,
        }
    }

    /// Returns `true` if the cards at this location may be moved to the pile with this index: `isValidMove`.
    ///
    /// Whether they may lies in the rules of the game: colours alternate in a tableau pile, only a king goes to an
    /// empty one, and a foundation pile takes one suit from the ace up, one card at a time.
    pub fn is_valid_move(&self, take: CardLocation, place_pile_index: usize) -> bool {
        self.is_valid_take_location(take)
            && self.planned_move(take, place_pile_index).is_ok_and(|m| self.session.check(m).is_ok())
    }

    /// Moves the card at this location, and all cards on top of it, to the pile with this index: `moveCards`.
    ///
    /// The new top card of the pile they come from is exposed.
    ///
    /// # Errors
    /// When the move is not valid; the game is unchanged then.
    pub fn move_cards(&mut self, take: CardLocation, place_pile_index: usize) -> Result<(), MoveError> {
        let m = self.planned_move(take, place_pile_index)?;
        self.session.execute(Command::Play(m)).map(drop).map_err(MoveError::Refused)
    }

    /// Removes the top card of the main deck, puts it on the waste pile and exposes the next one: `drawNextCard`.
    ///
    /// If the main deck is empty, the waste pile becomes the main deck again, in its original order. If both
    /// are empty, nothing happens.
    pub fn draw_next_card(&mut self) {
        // The only refusal is that there is no card to draw, and the document does not make that an error.
        let _ = self.session.execute(Command::Draw);
    }

    /// Returns the pile of the engine that has this index in the document, if there is one.
    fn table_pile(&self, index: usize) -> Option<Pile> {
        let rules = self.session.rules();
        let (columns, foundations) = (usize::from(rules.columns), usize::from(rules.foundations()));
        let small = |number: usize| u8::try_from(number).ok();
        match index {
            Game::MAIN_DECK => Some(Pile::Stock),
            index if index <= columns => small(index - 1).map(Pile::Column),
            index if index <= columns + foundations => small(index - 1 - columns).map(Pile::Foundation),
            _ => None,
        }
    }

    /// Returns a copy of a pile, with the cards exposed that the player sees.
    fn deck(&self, pile: Pile) -> Deck {
        let mut deck = Deck::new();
        self.session.truth().cards(pile).for_each(|card| deck.add(card));
        deck.set_expose_index(self.session.view().open(pile).take_while(Option::is_none).count());
        deck
    }

    /// Returns the move of the engine that takes the cards from this location up to the pile with this index;
    /// it need not be legal.
    fn planned_move(&self, take: CardLocation, place_pile_index: usize) -> Result<Move, MoveError> {
        let find = |index| self.table_pile(index).ok_or(MoveError::NoSuchPile(index));
        let (from, to) = (find(take.pile_index)?, find(place_pile_index)?);
        // The card itself and every card on top of it.
        let count = self.session.view().len(from).checked_sub(take.card_index).filter(|count| *count > 0);
        let count = count.and_then(|count| u8::try_from(count).ok());
        Ok(Move::Carry { from, to, count: count.ok_or(MoveError::NoSuchCard(take))? })
    }
}

impl fmt::Display for Game {
    /// Writes the state of the game as the assignment's program prints it before each turn: the number of cards
    /// in the main deck and its top card, the top card of each foundation pile, and every tableau pile.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let top = |deck: &Deck| deck.top_card().map_or_else(String::new, |card| format!("{card:#}"));
        let main_deck = self.main_deck();
        write!(f, "Main deck: [{}] [{}]\nFinished : ", main_deck.len(), top(&main_deck))?;
        let (columns, foundations) = (self.session.rules().columns, self.session.rules().foundations());
        for foundation in 0..foundations {
            write!(f, "[{}] ", top(&self.deck(Pile::Foundation(foundation))))?;
        }
        writeln!(f)?;
        for column in 0..columns {
            writeln!(f, "Pile {}: {}", column + 1, self.deck(Pile::Column(column)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::york::deal;
    use talon_cards::Generator;

    fn game(number: u64) -> Game {
        Game::new(talon_games::find("klondike-ycp").unwrap(), Deal::Number(number)).unwrap()
    }

    #[test]
    fn the_piles_are_numbered_as_in_the_document() {
        let game = game(3);
        let tops = |range: std::ops::RangeInclusive<usize>| -> Vec<Option<usize>> {
            range.map(|index| game.pile(index).unwrap().index_of_top_card()).collect()
        };
        assert_eq!(tops(0..=7), [23, 0, 1, 2, 3, 4, 5, 6].map(Some));
        assert_eq!(tops(8..=11), [None; 4]);
        assert_eq!(game.pile(12), None);
        for index in 1..=7 {
            assert_eq!(game.pile(index).unwrap().expose_index(), index - 1);
        }
        assert_eq!(game.main_deck().expose_index(), 23);
    }

    #[test]
    fn only_exposed_cards_may_be_taken_and_none_from_a_foundation_pile() {
        let game = game(3);
        for (pile_index, card_index, valid) in [
            (5, 4, true),
            (5, 3, false),
            (0, 23, true),
            (0, 22, false),
            (0, 24, false),
            (8, 0, false),
            (99, 0, false),
        ] {
            let take = CardLocation { pile_index, card_index };
            assert_eq!(game.is_valid_take_location(take), valid, "{take:?}");
        }
    }

    #[test]
    fn an_error_says_what_is_wrong() {
        let mut game = game(3);
        let mut said = |pile_index, card_index, place| {
            game.move_cards(CardLocation { pile_index, card_index }, place).unwrap_err()
        };
        assert_eq!(said(12, 0, 1), MoveError::NoSuchPile(12));
        assert_eq!(said(1, 0, 40), MoveError::NoSuchPile(40));
        assert_eq!(said(2, 2, 1), MoveError::NoSuchCard(CardLocation { pile_index: 2, card_index: 2 }));
        assert!(matches!(said(0, 22, 1), MoveError::Refused(_)));
    }

    /// Plays at random and looks at every location and every place before each move: what is valid can be moved,
    /// what is not cannot, and moving the cards from deck to deck by hand leads to the same piles.
    #[test]
    fn moves_are_what_the_decks_do_by_hand() {
        let mut moved = 0;
        for number in 1..=6 {
            let mut game = game(number);
            let mut generator = Generator::new(number);
            for _ in 0..60 {
                let before: Vec<Deck> = (0..12).map(|index| game.pile(index).unwrap()).collect();
                let mut valid = Vec::new();
                for (pile_index, deck) in before.iter().enumerate() {
                    for card_index in 0..=deck.len() {
                        let take = CardLocation { pile_index, card_index };
                        for place in 0..=12 {
                            let mut copy = game.clone();
                            let may = game.is_valid_move(take, place);
                            assert_eq!(copy.move_cards(take, place).is_ok(), may, "{take:?} to {place}");
                            if may {
                                let mut decks = before.clone();
                                let cards = decks[pile_index].remove_cards(card_index);
                                decks[place].place_cards(cards);
                                // Of the main deck and of a foundation pile only the top card counts.
                                let hand: Vec<String> = decks[1..8].iter().map(Deck::to_string).collect();
                                let engine = (1..8).map(|index| copy.pile(index).unwrap().to_string());
                                assert_eq!(hand, engine.collect::<Vec<_>>(), "{take:?} to {place}");
                                assert_eq!(decks[place].top_card(), copy.pile(place).unwrap().top_card());
                                valid.push((take, place));
                            }
                        }
                    }
                }
                match generator.below(valid.len() as u64 + 1) {
                    0 => game.draw_next_card(),
                    n => {
                        let (take, place) = valid[n as usize - 1];
                        game.move_cards(take, place).unwrap();
                        moved += 1;
                    }
                }
            }
        }
        assert!(moved > 50, "only {moved} moves were made");
    }

    #[test]
    fn drawing_goes_through_the_main_deck_and_begins_again_in_the_same_order() {
        let mut game = Game::new(talon_games::find("klondike-ycp").unwrap(), deal(2).unwrap()).unwrap();
        let pass = |game: &mut Game| -> Vec<_> {
            let mut seen = Vec::new();
            while let Some(top) = game.main_deck().top_card() {
                seen.push(top);
                game.draw_next_card();
            }
            seen
        };
        let first = pass(&mut game);
        assert_eq!(first.len(), 24);
        game.draw_next_card();
        assert_eq!(game.main_deck().len(), 24);
        assert_eq!(pass(&mut game), first);
    }
}
