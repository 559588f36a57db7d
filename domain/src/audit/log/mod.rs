//! The transparency log of audit entries (decisions P2): a Merkle tree whose leaves are the
//! entries, hashed according to RFC 6962.

mod tile;

pub use tile::Tile;

/// A hash of the tree: of a leaf, or of two child hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TreeHash(pub [u8; 32]);

/// The root of a complete subtree of 2^`level` leaves, starting at leaf `place` * 2^`level`. Leaves
/// are at level 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The level above the leaves.
    pub level: u8,
    /// The index among the nodes of this level, from left to right.
    pub place: u64,
}

/// Splits a tree of this size into complete subtrees, from left to right. The root of the tree is
/// computed from their roots.
pub fn complete_subtrees(size: u64) -> Vec<Node> {
    let levels = (0..64_u8).rev().filter(|level| size >> level & 1 == 1);
    levels
        .map(|level| Node {
            level,
            place: (size >> level) - 1,
        })
        .collect()
}

/// The root of the tree at one size. Allows to detect leaves that were altered, removed or
/// inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeHead {
    /// The number of leaves.
    pub size: u64,
    /// The root hash.
    pub root: TreeHash,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn complete_subtrees_cover_each_leaf_once(size in 0..u64::MAX / 2) {
            let mut end = 0;
            for node in complete_subtrees(size) {
                prop_assert_eq!(node.place << node.level, end);
                end += 1_u64 << node.level;
            }
            prop_assert_eq!(end, size);
        }
    }
}
