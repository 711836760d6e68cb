//! The class `Deck` of the assignment: a pile of cards, of which the upper ones are exposed.

use std::fmt;
use talon_cards::Card;

/// A pile of cards, some of them hidden: the class `Deck`.
///
/// The *expose index* is the index of the first exposed card. If a deck has six cards and its expose index
/// is 3, the cards with the indices 3, 4 and 5 are exposed and those below them are hidden. Index 0 is the
/// bottom of the deck.
///
/// A deck knows its hidden cards, as in the document; its `Display` prints each of them as `xx`.
///
/// ```
/// use talon_text::york::Deck;
/// let mut deck = Deck::new();
/// for card in ["QS", "5H", "JD"] {
///     deck.add(card.parse()?);
/// }
/// deck.set_expose_index(1);
/// assert_eq!(deck.to_string(), "xx 5♥ J♦ ");
/// # Ok::<(), talon_cards::CardError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    /// The cards, the bottom one first.
    cards: Vec<Card>,
    /// The index of the first exposed card; the number of cards if all of them are hidden.
    expose_index: usize,
}

impl Deck {
    /// Returns an empty deck.
    pub fn new() -> Deck {
        Deck::default()
    }

    /// Puts a card on top. It is exposed unless the expose index is set higher.
    ///
    /// ```
    /// use talon_text::york::Deck;
    /// let mut deck = Deck::new();
    /// deck.add("AS".parse()?);
    /// assert_eq!(deck.top_card(), Some("AS".parse()?));
    /// # Ok::<(), talon_cards::CardError>(())
    /// ```
    pub fn add(&mut self, card: Card) {
        self.cards.push(card);
    }

    /// Returns the number of cards.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Returns `true` if the deck has no cards.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Returns the top card, or `None` if the deck is empty: `getTopCard`.
    pub fn top_card(&self) -> Option<Card> {
        self.cards.last().copied()
    }

    /// Returns the index of the top card, or `None` if the deck is empty: `indexOfTopCard`.
    pub fn index_of_top_card(&self) -> Option<usize> {
        self.len().checked_sub(1)
    }

    /// Makes the cards from this index on exposed and those below it hidden: `setExposeIndex`.
    pub fn set_expose_index(&mut self, index: usize) {
        self.expose_index = index;
    }

    /// Returns the index of the first exposed card: `getExposeIndex`.
    pub fn expose_index(&self) -> usize {
        self.expose_index
    }

    /// Returns `true` if there is a card with this index and it is exposed.
    ///
    /// ```
    /// use talon_text::york::Deck;
    /// let mut deck = Deck::new();
    /// deck.place_cards(vec!["QS".parse()?, "5H".parse()?]);
    /// deck.set_expose_index(1);
    /// assert_eq!([0, 1, 2].map(|index| deck.is_exposed(index)), [false, true, false]);
    /// # Ok::<(), talon_cards::CardError>(())
    /// ```
    pub fn is_exposed(&self, index: usize) -> bool {
        (self.expose_index..self.len()).contains(&index)
    }

    /// Removes the card with this index and every card on top of it, and returns them, the lowest first:
    /// `removeCards`.
    ///
    /// If that leaves cards but no exposed one, the new top card is exposed, as the document asks. An index
    /// beyond the top card removes nothing.
    ///
    /// ```
    /// use talon_text::york::Deck;
    /// let mut from = Deck::new();
    /// from.place_cards(vec!["QS".parse()?, "5H".parse()?, "4S".parse()?]);
    /// from.set_expose_index(1);
    /// let mut to = Deck::new();
    /// to.place_cards(from.remove_cards(1));
    /// assert_eq!((from.to_string(), to.to_string()), ("Q♠ ".into(), "5♥ 4♠ ".into()));
    /// # Ok::<(), talon_cards::CardError>(())
    /// ```
    pub fn remove_cards(&mut self, index: usize) -> Vec<Card> {
        let removed = self.cards.split_off(index.min(self.cards.len()));
        if !removed.is_empty() {
            self.expose_index = self.expose_index.min(self.cards.len().saturating_sub(1));
        }
        removed
    }

    /// Puts cards on top in their order, so that the last of them is the new top card: `placeCards`.
    pub fn place_cards(&mut self, cards: Vec<Card>) {
        self.cards.extend(cards);
    }
}

impl fmt::Display for Deck {
    /// Writes the deck from bottom to top, a blank after each card and `xx` for a hidden one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, card) in self.cards.iter().enumerate() {
            if self.is_exposed(index) {
                write!(f, "{card:#} ")?;
            } else {
                write!(f, "xx ")?;
            }
        }
        Ok(())
    }
}
