//! The transparency log of the record (design P2): a Merkle tree whose leaves are the entries, hashed as RFC 6962 says.

mod tile;

pub use tile::Tile;

/// A hash of the tree: of a leaf, or of two hashes below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TreeHash(pub [u8; 32]);

/// The root of a complete subtree of 2^`level` leaves, those from `place` * 2^`level` on. Leaves are at level 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// How high it stands.
    pub level: u8,
    /// How many complete subtrees of this size are on its left.
    pub place: u64,
}

/// The complete subtrees that a tree of this size consists of, from left to right. Its root follows from theirs.
pub fn complete_subtrees(size: u64) -> Vec<Node> {
    let levels = (0..64_u8).rev().filter(|level| size >> level & 1 == 1);
    levels
        .map(|level| Node {
            level,
            place: (size >> level) - 1,
        })
        .collect()
}

/// The tree at one size: who knows it can tell whether any leaf was altered, removed or put in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeHead {
    /// The number of leaves.
    pub size: u64,
    /// The hash of them all.
    pub root: TreeHash,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn complete_subtrees_have_each_leaf_once(size in 0..u64::MAX / 2) {
            let mut end = 0;
            for node in complete_subtrees(size) {
                prop_assert_eq!(node.place << node.level, end);
                end += 1_u64 << node.level;
            }
            prop_assert_eq!(end, size);
        }
    }
}
