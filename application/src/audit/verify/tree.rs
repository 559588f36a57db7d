//! Verifies each hash of the tree against its two children, from left to right.

use std::collections::{BTreeSet, HashMap};

use aditus_domain::audit::log::{Node, TreeHash, complete_subtrees};
use thiserror::Error;

use crate::audit::log::views::AuditLogViews;
use crate::ports::{StoreError, TransparencyLog};

/// The stored hashes; the value is `None` if a row contains no valid hash.
pub(super) type Stored = HashMap<Node, Option<TreeHash>>;

/// Candidate values of a hash, most likely first. If the stored hash differs from the one computed
/// from its children, either may be right until the parent hash decides.
type Candidates = Vec<TreeHash>;

/// The maximum number of candidates. It suffices to identify an altered hash beside a missing one.
const CANDIDATES: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum Fault {
    #[error("the hash at level {}, place {}, is not there", .0.level, .0.place)]
    Missing(Node),
    #[error("the hash at level {}, place {}, is no SHA-256", .0.level, .0.place)]
    NoHash(Node),
    #[error("the hash at level {}, place {}, is not that of the two below it ({})", .0.level, .0.place, leaves_below(*.0))]
    Differs(Node),
    /// A fault of a leaf hash: the parent hash matches the entry.
    #[error("the hash at level 0, place {0}, is not that of its entry, which is what was logged")]
    Leaf(u64),
}

fn leaves_below(node: Node) -> String {
    let first = node.place << node.level;
    format!("leaves {first} to {}", first + (1 << node.level) - 1)
}

/// The complete subtrees of the leaves seen so far.
pub(super) struct Tree<'a> {
    log: &'a dyn TransparencyLog,
    /// The roots that wait for their right siblings, by level.
    left: Vec<Candidates>,
    faults: Vec<Fault>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(log: &'a dyn TransparencyLog) -> Self {
        Self {
            log,
            left: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Verifies the hashes that a leaf completes: its own and those of the subtrees that end with
    /// it. Comparing the leaf hash with its entry is left to the caller.
    pub(super) fn add(&mut self, index: u64, computed: Option<TreeHash>, stored: &Stored) {
        let mut node = Node {
            level: 0,
            place: index,
        };
        let found = self.stored(node, stored);
        let mut known: Candidates = found.into_iter().chain(computed).collect();
        known.dedup();
        while node.place & 1 == 1 {
            let left = self.take_left(node.level);
            node = Node {
                level: node.level + 1,
                place: node.place >> 1,
            };
            known = self.parent_candidates(node, &left, &known, stored);
        }
        let level = usize::from(node.level);
        if self.left.len() <= level {
            self.left.resize_with(level + 1, Vec::new);
        }
        self.left[level] = known;
    }

    /// Forgets all subtrees, because some leaves are unknown.
    pub(super) fn forget(&mut self) {
        self.left.clear();
    }

    /// Returns the faults since the last call.
    pub(super) fn faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.faults)
    }

    fn take_left(&mut self, level: u8) -> Candidates {
        self.left
            .get_mut(usize::from(level))
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Returns the candidates of a node from those of its two children. Adds a fault if its stored
    /// hash is not that of any pair of them.
    fn parent_candidates(
        &mut self,
        node: Node,
        left: &[TreeHash],
        right: &[TreeHash],
        stored: &Stored,
    ) -> Candidates {
        let log = self.log;
        let found = self.stored(node, stored);
        let mut pairs = left
            .iter()
            .flat_map(|left| right.iter().map(move |right| (*left, *right)));
        let Some(found) = found else {
            let computed = pairs.map(|(left, right)| log.parent(left, right));
            return computed.take(CANDIDATES).collect();
        };
        let Some(first) = pairs.clone().next() else {
            return vec![found];
        };
        let Some(signed) = pairs.find(|(left, right)| log.parent(*left, *right) == found) else {
            self.faults.push(Fault::Differs(node));
            return vec![log.parent(first.0, first.1), found];
        };
        // If a leaf may be either its stored hash or the hash of its entry, the parent hash
        // decides.
        if node.level == 1 {
            for (half, candidates, signed) in [(0, left, signed.0), (1, right, signed.1)] {
                if candidates.get(1) == Some(&signed) {
                    self.faults.push(Fault::Leaf(node.place * 2 + half));
                }
            }
        }
        vec![found]
    }

    fn stored(&mut self, node: Node, stored: &Stored) -> Option<TreeHash> {
        match stored.get(&node) {
            Some(Some(hash)) => return Some(*hash),
            Some(None) => self.faults.push(Fault::NoHash(node)),
            None => self.faults.push(Fault::Missing(node)),
        }
        None
    }
}

/// Returns the hashes that leaves from one index up to (not including) another complete.
pub(super) fn completed_nodes(from: u64, until: u64) -> Vec<Node> {
    let levels = (0..64_u8).take_while(|level| until >> level > 0);
    levels
        .flat_map(|level| (from >> level..until >> level).map(move |place| Node { level, place }))
        .collect()
}

/// Reads the hashes from which the roots of trees of these sizes are computed, in one query. A
/// missing hash is computed from its two children if they exist.
pub(super) fn subtrees(
    tree: &dyn TransparencyLog,
    log: &mut dyn AuditLogViews,
    sizes: BTreeSet<u64>,
) -> Result<HashMap<Node, TreeHash>, StoreError> {
    let nodes: BTreeSet<Node> = sizes.into_iter().flat_map(complete_subtrees).collect();
    let nodes: Vec<Node> = nodes.into_iter().collect();
    let mut known = valid_hashes(log, &nodes)?;
    let missing: Vec<Node> = nodes
        .into_iter()
        .filter(|node| node.level > 0 && !known.contains_key(node))
        .collect();
    if missing.is_empty() {
        return Ok(known);
    }
    let halves: Vec<Node> = missing.iter().flat_map(|node| halves_of(*node)).collect();
    let below = valid_hashes(log, &halves)?;
    for node in missing {
        let [left, right] = halves_of(node).map(|half| below.get(&half).copied());
        if let (Some(left), Some(right)) = (left, right) {
            known.insert(node, tree.parent(left, right));
        }
    }
    Ok(known)
}

fn valid_hashes(log: &mut dyn AuditLogViews, nodes: &[Node]) -> Result<HashMap<Node, TreeHash>, StoreError> {
    let found = log.present_hashes(nodes)?.into_iter();
    Ok(found.filter_map(|(node, hash)| Some((node, hash?))).collect())
}

fn halves_of(node: Node) -> [Node; 2] {
    [0, 1].map(|half| Node {
        level: node.level - 1,
        place: node.place * 2 + half,
    })
}
