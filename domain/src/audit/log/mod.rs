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

/// The tree at one size: who knows it can tell whether any leaf was altered, removed or put in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeHead {
    /// The number of leaves.
    pub size: u64,
    /// The hash of them all.
    pub root: TreeHash,
}
