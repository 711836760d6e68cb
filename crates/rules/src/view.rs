//! What the player sees of a table, and nothing more.

use crate::{Move, Pile, Rules, Table};
use cards::{Card, Generator, Rank};

/// The table through the player's eyes.
///
/// The type hides what the player may not know: no method gives a face-down card. A card once seen
/// stays known (a waste card that became stock again); of a waste that shows its top card only, the
/// cards under it were never seen unless they came to the top. Whether a move is legal never depends
/// on a hidden card, so the moves are here too.
#[derive(Copy, Clone)]
pub struct View<'a> {
    table: &'a Table,
}

impl Table {
    /// What the player sees.
    #[inline]
    pub fn view(&self) -> View<'_> {
        View { table: self }
    }
}

impl<'a> View<'a> {
    /// The rules in force.
    pub fn rules(self) -> &'a Rules {
        self.table.rules()
    }

    /// The rank foundations start with.
    pub fn base(self) -> Rank {
        self.table.base()
    }

    /// How often the waste became the stock again.
    pub fn redeals_used(self) -> u16 {
        self.table.redeals_used()
    }

    /// May the waste become the stock once more?
    pub fn redeals_left(self) -> bool {
        self.rules().redeals.allows(self.redeals_used())
    }

    /// How many cards lie on the foundations.
    pub fn cards_up(self) -> u8 {
        self.table.cards_up()
    }

    /// Is the game won?
    pub fn is_won(self) -> bool {
        self.table.is_won()
    }

    /// All piles of this game.
    pub fn piles(self) -> impl Iterator<Item = Pile> + 'a {
        self.table.piles()
    }

    /// How many cards a pile has; they can be counted even face down.
    #[inline]
    pub fn len(self, pile: Pile) -> usize {
        self.table.len(pile)
    }

    /// The cards of a pile, bottom to top; `None` for a card the player has not seen.
    pub fn cards(self, pile: Pile) -> impl DoubleEndedIterator<Item = Option<Card>> + ExactSizeIterator + 'a {
        let table = self.table;
        table.cards(pile).enumerate().map(move |(i, card)| table.is_known(pile, i).then_some(card))
    }

    /// The cards of a pile that lie open now, bottom to top; `None` for one that is face down or
    /// covered, whether the player remembers it or not.
    pub fn open(self, pile: Pile) -> impl DoubleEndedIterator<Item = Option<Card>> + ExactSizeIterator + 'a {
        let table = self.table;
        let hidden = table.hidden(pile);
        table.cards(pile).enumerate().map(move |(i, card)| (i >= hidden).then_some(card))
    }

    /// The top card of a pile, if it lies open.
    #[inline]
    pub fn top(self, pile: Pile) -> Option<Card> {
        let len = self.table.len(pile);
        if len > self.table.hidden(pile) { self.table.top(pile) } else { None }
    }

    /// The cards not seen yet, in a fixed order: they may lie anywhere a hidden card lies.
    pub fn unseen(self) -> Vec<Card> {
        let mut unseen = Vec::new();
        for pile in self.piles() {
            unseen.extend(
                self.table
                    .cards(pile)
                    .enumerate()
                    .filter(|&(i, _)| !self.table.is_known(pile, i))
                    .map(|(_, c)| c),
            );
        }
        unseen.sort_unstable();
        unseen
    }

    /// All legal moves, in a fixed order.
    pub fn moves(self) -> Vec<Move> {
        self.table.moves()
    }

    /// Calls `with` for every legal move; allocates nothing.
    #[inline]
    pub fn each_move(self, with: impl FnMut(Move)) {
        self.table.each_move(with);
    }

    /// Calls `with` for every legal move but those that take cards back from a foundation.
    #[inline]
    pub fn each_forward_move(self, with: impl FnMut(Move)) {
        self.table.each_forward_move(with);
    }

    /// Is this move legal?
    pub fn is_legal(self, m: Move) -> bool {
        self.table.check(m).is_ok()
    }

    /// Would nothing ever be wanted on this card in a column? Only open cards decide it; see
    /// [`Table::is_safe`].
    pub fn is_safe(self, card: Card) -> bool {
        self.table.is_safe(card)
    }

    /// The score, `moves` moves into the game.
    pub fn score(self, moves: u32) -> i32 {
        self.table.score(moves)
    }

    /// A world the player cannot tell from the true one: the unseen cards dealt anew over the
    /// places of hidden cards, every way equally likely.
    pub fn imagine(self, generator: &mut Generator) -> Table {
        let mut unseen = self.unseen();
        generator.shuffle(&mut unseen);
        let mut world = self.table.clone();
        world.replace_unseen(&mut unseen.into_iter());
        world
    }

    /// The one world there can be, when no card is hidden.
    pub fn certain(self) -> Option<&'a Table> {
        let table = self.table;
        let known = self.piles().all(|pile| (0..table.len(pile)).all(|i| table.is_known(pile, i)));
        known.then_some(table)
    }
}
