//! What was played: a tree of moves, so that undoing and playing on loses nothing.
//!
//! It knows moves and what they did, not what they mean.

use rules::{Events, Move};

/// Who made a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The player.
    Player,
    /// The game itself: a safe card went up.
    Auto,
}

/// A place in the history; the deal is [`NodeId::DEAL`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The deal, before any move.
    pub const DEAL: NodeId = NodeId(0);

    /// The place's number: 0 is the deal, then the moves in the order in which they were first made.
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
    /// The position it was made from.
    pub parent: NodeId,
    /// The move.
    pub m: Move,
    /// What it did.
    pub events: Events,
    /// Who made it.
    pub by: By,
    /// How many moves lead here from the deal.
    pub depth: u32,
    children: Vec<NodeId>,
    latest: Option<NodeId>,
}

/// The tree of moves and the place in it where the game stands.
///
/// The current node always lies on the chain of latest branches from the deal: going somewhere makes
/// every branch on the way there the latest.
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
        };
        History { nodes: vec![deal], current: NodeId::DEAL }
    }

    /// Where the game stands.
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// The move that led to a node; `None` for the deal and for what is not in this history.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        if id == NodeId::DEAL { None } else { self.nodes.get(id.index()) }
    }

    /// The place of this number, if there is one.
    pub fn place(&self, number: u32) -> Option<NodeId> {
        self.nodes.get(number as usize).map(|_| NodeId(number))
    }

    /// The moves tried from a node, in the order in which they were first made.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        self.nodes.get(id.index()).map_or(&[], |node| &node.children)
    }

    /// The branch that redo follows from a node.
    pub fn latest(&self, id: NodeId) -> Option<NodeId> {
        self.nodes.get(id.index()).and_then(|node| node.latest)
    }

    /// How many moves lead from the deal to where the game stands.
    pub fn depth(&self) -> u32 {
        self.nodes[self.current.index()].depth
    }

    /// How many moves were ever made, on all branches.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Was no move made yet?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes from the deal to where the game stands, the first move first.
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

    /// A move was made: goes on along its old branch, if it was tried here before.
    pub(crate) fn push(&mut self, m: Move, events: Events, by: By) -> NodeId {
        let here = self.current;
        let known = self.nodes[here.index()].children.iter().copied();
        let id = known.into_iter().find(|child| self.nodes[child.index()].m == m).unwrap_or_else(|| {
            let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than four billion moves"));
            let depth = self.nodes[here.index()].depth + 1;
            self.nodes.push(Node { parent: here, m, events, by, depth, children: Vec::new(), latest: None });
            self.nodes[here.index()].children.push(id);
            id
        });
        self.nodes[here.index()].latest = Some(id);
        self.current = id;
        id
    }

    /// Steps back; the move taken back, or `None` at the deal.
    pub(crate) fn back(&mut self) -> Option<&Node> {
        let at = self.current;
        if at == NodeId::DEAL {
            return None;
        }
        self.current = self.nodes[at.index()].parent;
        self.node(at)
    }

    /// Steps along the latest branch; the move made again, or `None` at its end.
    pub(crate) fn forward(&mut self) -> Option<&Node> {
        let next = self.latest(self.current)?;
        self.current = next;
        self.node(next)
    }

    /// Makes a branch the one that redo follows. The current node must be the parent.
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
        // The same move again is the same branch, with what followed it.
        assert_eq!(history.push(a, Events::new(), By::Player), first);
        assert_eq!(history.forward().map(|n| n.m), Some(b));
        assert!(history.forward().is_none());
    }
}
