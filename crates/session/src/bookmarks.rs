//! Places of the history the player wants to come back to, each under a letter or a digit.

use crate::NodeId;
use std::collections::BTreeMap;

/// The bookmarks of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bookmarks {
    places: BTreeMap<char, NodeId>,
}

impl Bookmarks {
    /// Puts a bookmark; what was under this name before is forgotten.
    pub fn put(&mut self, name: char, place: NodeId) {
        self.places.insert(name, place);
    }

    /// The place under this name.
    pub fn place(&self, name: char) -> Option<NodeId> {
        self.places.get(&name).copied()
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (char, NodeId)> + '_ {
        self.places.iter().map(|(name, place)| (*name, *place))
    }

    /// The name of a place, if it has one.
    pub fn name(&self, place: NodeId) -> Option<char> {
        self.iter().find(|(_, known)| *known == place).map(|(name, _)| name)
    }
}
