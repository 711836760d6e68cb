//! Places in the history that the player wants to return to, each named by a letter or a digit.

use crate::NodeId;
use std::collections::BTreeMap;

/// The bookmarks of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bookmarks {
    places: BTreeMap<char, NodeId>,
}

impl Bookmarks {
    /// Sets a bookmark; an earlier one of this name is replaced.
    pub fn put(&mut self, name: char, place: NodeId) {
        self.places.insert(name, place);
    }

    /// Returns the place with this name.
    pub fn place(&self, name: char) -> Option<NodeId> {
        self.places.get(&name).copied()
    }

    /// Returns all bookmarks, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (char, NodeId)> + '_ {
        self.places.iter().map(|(name, place)| (*name, *place))
    }

    /// Returns the name of a place, if it has one.
    pub fn name(&self, place: NodeId) -> Option<char> {
        self.iter().find(|(_, known)| *known == place).map(|(name, _)| name)
    }
}
