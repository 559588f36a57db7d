//! The tree, computed from the stored roots of its complete subtrees.

use std::cell::RefCell;
use std::collections::HashMap;

use aditus_application::ports::{TreeUpdate, LogError, ReadHashes};
use aditus_domain::audit::log::{Node, TreeHash, TreeHead};
use tlog_tiles::{Error, Hash, HashReader};

use crate::hash;

/// Gives the library access to the stored hashes. The library numbers hashes in the order in which
/// leaves add them.
struct Stored<'a> {
    read: RefCell<ReadHashes<'a>>,
    /// Hashes that are not stored yet, by the library's number.
    new: HashMap<u64, Hash>,
    /// The error of the store. Kept here because the library has error types of its own.
    failed: RefCell<Option<aditus_application::ports::StoreError>>,
}

impl<'a> Stored<'a> {
    fn new(read: ReadHashes<'a>) -> Self {
        Self {
            read: RefCell::new(read),
            new: HashMap::new(),
            failed: RefCell::default(),
        }
    }

    /// Runs a calculation of the library and maps its errors.
    fn run<T>(&self, work: impl FnOnce(&Self) -> Result<T, Error>) -> Result<T, LogError> {
        work(self).map_err(|error| match (self.failed.take(), error) {
            (Some(failed), _) => LogError::Store(failed),
            (None, Error::InvalidInput(_)) => LogError::NoSuchLeaf,
            (None, _) => LogError::Form("the tree"),
        })
    }
}

impl HashReader for Stored<'_> {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, Error> {
        let stored: Vec<Node> = indexes
            .iter()
            .filter(|index| !self.new.contains_key(*index))
            .map(|index| node(*index))
            .collect();
        let read = if stored.is_empty() {
            Ok(Vec::new())
        } else {
            (self.read.borrow_mut())(&stored)
        };
        let mut read = match read {
            Ok(read) => read.into_iter(),
            Err(error) => {
                self.failed.replace(Some(error));
                return Err(Error::IndexesNotInTree);
            }
        };
        indexes
            .iter()
            .map(|index| match self.new.get(index) {
                Some(hash) => Ok(*hash),
                None => read.next().map(hash).ok_or(Error::IndexesNotInTree),
            })
            .collect()
    }
}

fn node(index: u64) -> Node {
    let (level, place) = tlog_tiles::split_stored_hash_index(index);
    Node { level, place }
}

pub(super) fn append(size: u64, leaves: &[TreeHash], read: ReadHashes<'_>) -> Result<TreeUpdate, LogError> {
    let mut stored = Stored::new(read);
    // Reads the frontier in one query. Leaves that complete a subtree find their left neighbours in
    // it or among the new leaves.
    if size > 0 {
        let frontier = tlog_tiles::sub_tree_index(0, size, Vec::new());
        let hashes = stored.run(|stored| stored.read_hashes(&frontier))?;
        stored.new.extend(frontier.into_iter().zip(hashes));
    }
    let mut nodes = Vec::new();
    let mut end = size;
    for leaf in leaves {
        let added =
            stored.run(|stored| tlog_tiles::stored_hashes_for_record_hash(end, hash(*leaf), stored))?;
        let first = tlog_tiles::stored_hash_index(0, end);
        for (index, hash) in (first..).zip(added) {
            nodes.push((node(index), TreeHash(hash.0)));
            stored.new.insert(index, hash);
        }
        end += 1;
    }
    let root = stored.run(|stored| tlog_tiles::tree_hash(end, stored))?;
    Ok(TreeUpdate {
        nodes,
        head: TreeHead {
            size: end,
            root: TreeHash(root.0),
        },
    })
}

pub(super) fn head(size: u64, read: ReadHashes<'_>) -> Result<TreeHead, LogError> {
    let root = Stored::new(read).run(|stored| tlog_tiles::tree_hash(size, stored))?;
    Ok(TreeHead {
        size,
        root: TreeHash(root.0),
    })
}

pub(super) fn prove_leaf(size: u64, index: u64, read: ReadHashes<'_>) -> Result<Vec<TreeHash>, LogError> {
    let path = Stored::new(read).run(|stored| tlog_tiles::prove_record(size, index, stored))?;
    Ok(path.into_iter().map(|hash| TreeHash(hash.0)).collect())
}

pub(super) fn prove_consistency(earlier: u64, size: u64, read: ReadHashes<'_>) -> Result<Vec<TreeHash>, LogError> {
    if earlier == 0 {
        return Ok(Vec::new());
    }
    let proof = Stored::new(read).run(|stored| tlog_tiles::prove_tree(size, earlier, stored))?;
    Ok(proof.into_iter().map(|hash| TreeHash(hash.0)).collect())
}
