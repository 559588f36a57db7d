//! Backups of the database and its documents at one moment, and their restoration.
//!
//! A backup contains a copy of the database, every document to which the copy refers, and a
//! manifest that is written last. It does not contain the secrets of the installation, the
//! configuration, and mails that were stored as files.

pub mod last;
mod parallel;
pub mod repeat;
pub mod restore;
pub mod take;
pub mod verify;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::ports::{Clock, DatabaseBackup, DatabaseState, FileKey, FileStore, KeyPurpose, Keys, FileDigest};

/// An installation to back up, or to restore into.
#[derive(Clone, Copy)]
pub struct Installed<'a> {
    /// The database.
    pub database: &'a dyn DatabaseBackup,
    /// Its documents.
    pub files: &'a dyn FileStore,
    /// The secrets of the installation.
    pub keys: &'a dyn Keys,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// The running version of Aditus, such as `1.4.0`.
    pub version: &'a str,
}

/// Returns the id of an installation in its backups. It reveals nothing about the secrets.
pub fn identity(keys: &dyn Keys) -> [u8; 16] {
    first_half(keys.hash(KeyPurpose::Installation, b"backup"))
}

/// Returns true if this is the identity of an installation with the current secrets, or with others
/// that are valid during a rotation.
pub fn is_identity(identity: &[u8; 16], keys: &dyn Keys) -> bool {
    let hashes = keys.hashes(KeyPurpose::Installation, b"backup");
    hashes.into_iter().any(|hash| first_half(hash) == *identity)
}

fn first_half(hash: [u8; 32]) -> [u8; 16] {
    std::array::from_fn(|index| hash[index])
}

/// The creator of a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MadeBy {
    /// The command, run by a person.
    Command,
    /// The server, which also removes its surplus backups.
    Server,
}

/// The origin of a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The version of Aditus that created it.
    pub version: String,
    /// The moment of the copied state.
    pub made_on: DateTime<Utc>,
    /// The creator.
    pub made_by: MadeBy,
    /// The id of the installation; see [`identity`].
    pub installation: [u8; 16],
    /// The kind of the database; see [`DatabaseBackup::kind`].
    pub kind: String,
}

/// The manifest of a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The origin.
    pub origin: Origin,
    /// The tool that copied the database.
    pub made_with: String,
    /// The copy of the database.
    pub database: FileDigest,
    /// The state of the database.
    pub state: DatabaseState,
    /// The documents.
    pub documents: BTreeMap<FileKey, FileDigest>,
    /// Documents to which the database refers and that were missing in the file store already.
    pub lost: BTreeSet<FileKey>,
    /// Documents that differed from their digests in the database already.
    pub altered: BTreeSet<FileKey>,
}

impl Manifest {
    /// Returns the size of the backup in bytes, without the manifest.
    pub fn size(&self) -> u64 {
        let documents = self.documents.values().map(|part| part.size);
        documents.fold(self.database.size, u64::saturating_add)
    }
}

/// Returns true if the first version is newer than the second. A version that cannot be parsed
/// counts as newer, because its format is unknown.
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
