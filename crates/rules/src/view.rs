//! What a player sees of a table, and nothing more.

use crate::{Move, Pile, Rules, Table};
use talon_cards::{Card, Generator, Rank};

/// A table as the player sees it.
///
/// No method reveals a card that the player does not know. A card that was seen once stays known, for
/// example a waste card that became part of the stock again. If only the top card of the waste is visible,
/// the cards under it are known only if they were on top before. Whether a move is legal never depends on an
/// unknown card, so a view lists the legal moves too.
#[derive(Copy, Clone)]
pub struct View<'a> {
    table: &'a Table,
}

impl Table {
    /// The table as the player sees it.
    #[inline]
    pub fn view(&self) -> View<'_> {
        View { table: self }
    }
}

impl<'a> View<'a> {
    /// The rules of the game.
    pub fn rules(self) -> &'a Rules {
        self.table.rules()
    }

    /// The rank with which the foundations start.
    pub fn base(self) -> Rank {
        self.table.base()
    }

    /// The number of redeals used so far.
    pub fn redeals_used(self) -> u16 {
        self.table.redeals_used()
    }

    /// Returns `true` if the rules allow another redeal.
    pub fn redeals_left(self) -> bool {
        self.rules().redeals.allows(self.redeals_used())
    }

    /// The number of cards on the foundations.
    pub fn cards_up(self) -> u8 {
        self.table.cards_up()
    }

    /// Returns `true` if the game is won.
    pub fn is_won(self) -> bool {
        self.table.is_won()
    }

    /// All piles of the game; see [`Table::piles`].
    pub fn piles(self) -> impl Iterator<Item = Pile> + 'a {
        self.table.piles()
    }

    /// The number of cards of a pile, face-down cards included.
    #[inline]
    pub fn len(self, pile: Pile) -> usize {
        self.table.len(pile)
    }

    /// The cards of a pile from bottom to top; `None` for a card that the player does not know.
    pub fn cards(self, pile: Pile) -> impl DoubleEndedIterator<Item = Option<Card>> + ExactSizeIterator + 'a {
        let table = self.table;
        table.cards(pile).enumerate().map(move |(i, card)| table.is_known(pile, i).then_some(card))
    }

    /// The cards of a pile from bottom to top; `None` for a card that is not visible at the moment, whether
    /// or not the player knows it.
    pub fn open(self, pile: Pile) -> impl DoubleEndedIterator<Item = Option<Card>> + ExactSizeIterator + 'a {
        let table = self.table;
        let hidden = table.hidden(pile);
        table.cards(pile).enumerate().map(move |(i, card)| (i >= hidden).then_some(card))
    }

    /// The top card of a pile if it is visible.
    #[inline]
    pub fn top(self, pile: Pile) -> Option<Card> {
        let len = self.table.len(pile);
        if len > self.table.hidden(pile) { self.table.top(pile) } else { None }
    }

    /// The cards that the player does not know, sorted. Each may lie at the place of any unknown card.
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

    /// All legal moves, in the order of [`Table::moves`].
    pub fn moves(self) -> Vec<Move> {
        self.table.moves()
    }

    /// Calls `with` for every legal move, without allocating.
    #[inline]
    pub fn each_move(self, with: impl FnMut(Move)) {
        self.table.each_move(with);
    }

    /// Calls `with` for every legal move except those that take cards back from a foundation.
    #[inline]
    pub fn each_forward_move(self, with: impl FnMut(Move)) {
        self.table.each_forward_move(with);
    }

    /// Returns `true` if the move is legal.
    pub fn is_legal(self, m: Move) -> bool {
        self.table.check(m).is_ok()
    }

    /// Returns `true` if the card is safe to move to a foundation; see [`Table::is_safe`]. The answer
    /// depends on visible cards only.
    pub fn is_safe(self, card: Card) -> bool {
        self.table.is_safe(card)
    }

    /// The score of the position after `moves` moves.
    pub fn score(self, moves: u32) -> i32 {
        self.table.score(moves)
    }

    /// A table that the player cannot distinguish from the true one: the unknown cards are distributed over
    /// their places at random, and all distributions are equally likely.
    pub fn imagine(self, generator: &mut Generator) -> Table {
        let mut unseen = self.unseen();
        generator.shuffle(&mut unseen);
        let mut world = self.table.clone();
        world.replace_unseen(&mut unseen.into_iter());
        world
    }

    /// The table on which the unknown cards lie in order. It is the same for all tables that look alike, so it
    /// tells nothing that the player does not know.
    pub fn ordered(self) -> Table {
        let mut world = self.table.clone();
        world.replace_unseen(&mut self.unseen().into_iter());
        world
    }

    /// The true table if the player knows every card.
    pub fn certain(self) -> Option<&'a Table> {
        let table = self.table;
        let known = self.piles().all(|pile| (0..table.len(pile)).all(|i| table.is_known(pile, i)));
        known.then_some(table)
    }
}
