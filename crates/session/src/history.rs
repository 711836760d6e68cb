//! What was played, as a tree of moves, so that undoing and playing on loses nothing.
//!
//! The history knows moves and their events, not what they mean.

use talon_rules::{Events, Move};

/// Who made a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The player.
    Player,
    /// The game: a safe card went up automatically.
    Auto,
}

/// A place in the history; the deal is [`NodeId::DEAL`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The deal, before any move.
    pub const DEAL: NodeId = NodeId(0);

    /// Returns the number of the place: 0 is the deal, followed by the moves in the order in which they
    /// were first made.
    pub fn number(self) -> u32 {
        self.0
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// One move of the history.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position from which the move was made.
    pub parent: NodeId,
    /// The move.
    pub m: Move,
    /// What it did.
    pub events: Events,
    /// Who made it.
    pub by: By,
    /// The number of moves from the deal to here.
    pub depth: u32,
    children: Vec<NodeId>,
    latest: Option<NodeId>,
    /// Where the player stood when this branch was left for another one.
    stood: Option<NodeId>,
}

/// The tree of moves and the current place in it.
///
/// The current node always lies on the chain of latest branches from the deal. Going to a node makes every
/// branch on the way to it the latest.
#[derive(Clone, Debug)]
pub struct History {
    /// `nodes[0]` stands for the deal; its move is never read.
    nodes: Vec<Node>,
    current: NodeId,
}

impl History {
    pub(crate) fn new() -> History {
        let deal = Node {
            parent: NodeId::DEAL,
            m: Move::Draw,
            events: Events::new(),
            by: By::Player,
            depth: 0,
            children: Vec::new(),
            latest: None,
            stood: None,
        };
        History { nodes: vec![deal], current: NodeId::DEAL }
    }

    /// Returns the current place.
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// Returns the move that led to a node; `None` for the deal and for nodes that are not in this history.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        if id == NodeId::DEAL { None } else { self.nodes.get(id.index()) }
    }

    /// Returns the place with this number, if there is one.
    pub fn place(&self, number: u32) -> Option<NodeId> {
        self.nodes.get(number as usize).map(|_| NodeId(number))
    }

    /// Returns the moves tried from a node, in the order in which they were first made.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        self.nodes.get(id.index()).map_or(&[], |node| &node.children)
    }

    /// Returns the branch that redo follows from a node.
    pub fn latest(&self, id: NodeId) -> Option<NodeId> {
        self.nodes.get(id.index()).and_then(|node| node.latest)
    }

    /// Returns where the player stood in the branch that begins with this node when it was left for another one; if
    /// it was left by taking moves back, its end.
    pub fn stood(&self, branch: NodeId) -> NodeId {
        let stood = self.nodes.get(branch.index()).and_then(|node| node.stood);
        stood.unwrap_or_else(|| self.tip(branch))
    }

    /// Returns the end of the line that redo follows from a node.
    pub fn tip(&self, from: NodeId) -> NodeId {
        std::iter::successors(Some(from), |at| self.latest(*at)).last().unwrap_or(from)
    }

    /// Returns the number of moves from the deal to the current place.
    pub fn depth(&self) -> u32 {
        self.nodes[self.current.index()].depth
    }

    /// Returns the number of moves from the deal to the current place, without the automatic ones that belong to
    /// the deal because the player has done nothing before them.
    pub fn moves(&self) -> u32 {
        let (mut at, mut opening) = (self.current, 0);
        while at != NodeId::DEAL {
            let node = &self.nodes[at.index()];
            opening = if node.by == By::Auto { opening + 1 } else { 0 };
            at = node.parent;
        }
        self.depth() - opening
    }

    /// Returns the number of moves ever made, on all branches.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns `true` if no move was made yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the nodes from the deal to the current place, the first move first.
    pub fn line(&self) -> Vec<NodeId> {
        self.line_to(self.current)
    }

    pub(crate) fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = Vec::new();
        let mut at = id;
        while let Some(node) = self.node(at) {
            line.push(at);
            at = node.parent;
        }
        line.reverse();
        line
    }

    /// Adds a move, or follows its branch if it was tried here before.
    pub(crate) fn push(&mut self, m: Move, events: Events, by: By) -> NodeId {
        let here = self.current;
        let known = self.nodes[here.index()].children.iter().copied();
        let id = known.into_iter().find(|child| self.nodes[child.index()].m == m).unwrap_or_else(|| {
            let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than four billion moves"));
            let depth = self.nodes[here.index()].depth + 1;
            self.nodes.push(Node {
                parent: here,
                m,
                events,
                by,
                depth,
                children: Vec::new(),
                latest: None,
                stood: None,
            });
            self.nodes[here.index()].children.push(id);
            id
        });
        self.nodes[here.index()].latest = Some(id);
        self.current = id;
        id
    }

    /// Steps back; returns the move that was undone, or `None` at the deal.
    pub(crate) fn back(&mut self) -> Option<&Node> {
        let at = self.current;
        if at == NodeId::DEAL {
            return None;
        }
        self.current = self.nodes[at.index()].parent;
        self.node(at)
    }

    /// Steps along the latest branch; returns the move that was redone, or `None` at its end.
    pub(crate) fn forward(&mut self) -> Option<&Node> {
        let next = self.latest(self.current)?;
        self.current = next;
        self.node(next)
    }

    /// Remembers that the player stands here while the branch that begins with a node is left for another one.
    pub(crate) fn leave(&mut self, branch: NodeId) {
        let here = self.current;
        self.nodes[branch.index()].stood = Some(here);
    }

    /// Makes a branch the one that redo follows. The current node must be its parent.
    pub(crate) fn choose(&mut self, child: NodeId) {
        debug_assert_eq!(self.nodes[child.index()].parent, self.current);
        self.nodes[self.current.index()].latest = Some(child);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_branch_keeps_the_old_one() {
        let mut history = History::new();
        let (a, b) = (Move::Draw, Move::Redeal);
        let first = history.push(a, Events::new(), By::Player);
        history.push(b, Events::new(), By::Player);
        assert_eq!(history.back().map(|n| n.m), Some(b));
        assert_eq!(history.back().map(|n| n.m), Some(a));
        assert!(history.back().is_none());
        let second = history.push(b, Events::new(), By::Auto);
        assert_eq!(history.children(NodeId::DEAL), [first, second]);
        assert_eq!((history.len(), history.depth()), (3, 1));
        history.back();
        assert_eq!(history.latest(NodeId::DEAL), Some(second));
        // The same move again is the same branch, with everything that followed it.
        assert_eq!(history.push(a, Events::new(), By::Player), first);
        assert_eq!(history.forward().map(|n| n.m), Some(b));
        assert!(history.forward().is_none());
    }
}
