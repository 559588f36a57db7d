//! Backups: the database and its documents as they were at one moment, and an installation made again of them.
//!
//! What is in a backup: a copy of the database, every document that this copy refers to, and a manifest that is written last. What is
//! not: the secrets of the installation, the configuration, and mails that were kept as files.

pub mod last;
pub mod repeat;
pub mod restore;
mod side_by_side;
pub mod take;
pub mod verify;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::ports::{Clock, DatabaseBackup, DatabaseState, FileKey, FileStore, KeyPurpose, Keys, Part};

/// What is backed up, or made again.
#[derive(Clone, Copy)]
pub struct Installed<'a> {
    /// The database.
    pub database: &'a dyn DatabaseBackup,
    /// Its documents.
    pub files: &'a dyn FileStore,
    /// By whose secrets.
    pub keys: &'a dyn Keys,
    /// The time.
    pub clock: &'a dyn Clock,
    /// The version of Aditus that works here, such as `1.4.0`.
    pub version: &'a str,
}

/// What an installation is known by in its backups. It tells nothing of the secrets.
pub fn identity(keys: &dyn Keys) -> [u8; 16] {
    first_half(keys.hash(KeyPurpose::Installation, b"backup"))
}

/// Returns true if this is the identity of an installation with these secrets, or with others that are valid while they are replaced.
pub fn is_identity(identity: &[u8; 16], keys: &dyn Keys) -> bool {
    let hashes = keys.hashes(KeyPurpose::Installation, b"backup");
    hashes.into_iter().any(|hash| first_half(hash) == *identity)
}

fn first_half(hash: [u8; 32]) -> [u8; 16] {
    std::array::from_fn(|index| hash[index])
}

/// Who made a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MadeBy {
    /// Somebody, by the command.
    Command,
    /// The server, which removes those that are too many.
    Server,
}

/// Where a backup is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The version of Aditus that made it.
    pub version: String,
    /// The moment that it is of.
    pub made_on: DateTime<Utc>,
    /// Who made it.
    pub made_by: MadeBy,
    /// Which installation it is of; see [`identity`].
    pub installation: [u8; 16],
    /// The kind of the database; see [`DatabaseBackup::kind`].
    pub kind: String,
}

/// What a backup is to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// Where it is from.
    pub origin: Origin,
    /// What made the copy of the database.
    pub made_with: String,
    /// That copy.
    pub database: Part,
    /// What the database held.
    pub state: DatabaseState,
    /// The documents.
    pub documents: BTreeMap<FileKey, Part>,
    /// Documents that the database refers to and the file store had lost before.
    pub lost: BTreeSet<FileKey>,
    /// Documents that were no more what the database says, before they were backed up.
    pub altered: BTreeSet<FileKey>,
}

impl Manifest {
    /// The bytes of all of it but the manifest itself.
    pub fn size(&self) -> u64 {
        let documents = self.documents.values().map(|part| part.size);
        documents.fold(self.database.size, u64::saturating_add)
    }
}

/// Whether the first version is newer than the second. One that cannot be read counts as newer: nobody knows what it means.
fn is_newer(theirs: &str, ours: &str) -> bool {
    let numbers = |version: &str| -> Option<[u64; 3]> {
        let release = version.split(['-', '+']).next().unwrap_or_default();
        let mut numbers = release.split('.').map(str::parse::<u64>);
        let version = [
            numbers.next()?.ok()?,
            numbers.next()?.ok()?,
            numbers.next()?.ok()?,
        ];
        numbers.next().is_none().then_some(version)
    };
    match (numbers(theirs), numbers(ours)) {
        (Some(theirs), Some(ours)) => theirs > ours,
        _ => theirs != ours,
    }
}

#[cfg(test)]
mod tests {
    use super::is_newer;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        for (theirs, ours, newer) in [
            ("0.1.0", "0.1.0", false),
            ("0.1.0", "0.2.0", false),
            ("0.10.0", "0.9.9", true),
            ("1.0.0", "0.9.9", true),
            ("0.9.9", "1.0.0", false),
            ("0.1.1-rc.1", "0.1.0", true),
            ("next", "0.1.0", true),
            ("1.2", "3.0.0", true),
            ("1.2.3.4", "3.0.0", true),
        ] {
            assert_eq!(is_newer(theirs, ours), newer, "{theirs} beside {ours}");
        }
    }
}
