use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use aditus_domain::requests::content::Sha256;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::{FileKey, StoreError};
use crate::backup::{Manifest, Origin};

/// The contents of a database at one moment, as counts and digests.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DatabaseState {
    /// Versions of the applied migrations, in their order. A version never changes.
    pub migrations: Vec<String>,
    /// State of each table, by table name.
    pub tables: BTreeMap<String, TableState>,
}

impl DatabaseState {
    /// Returns the number of rows of all tables.
    pub fn rows(&self) -> u64 {
        self.tables.values().map(|table| table.rows).sum()
    }
}

/// The contents of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableState {
    /// Number of rows.
    pub rows: u64,
    /// Digest of all values of all rows, independent of their order. It is the same for the
    /// database and for a database restored from its copy. None if the adapter needs no such proof,
    /// because a copy is a byte-for-byte copy.
    pub content: Option<String>,
}

/// A copy of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseCopy {
    /// State of the database at the moment of the copy.
    pub state: DatabaseState,
    /// The documents that the database refers to, with the SHA-256 of each. None if the database
    /// does not know the digest.
    pub documents: BTreeMap<FileKey, Option<Sha256>>,
    /// The server that made the copy, such as `PostgreSQL 17.5`.
    pub made_with: String,
}

/// An exclusive claim, such as the lock for scheduled backups. It is released when dropped.
pub trait ExclusiveLock {}

/// A claim on nothing, for adapters that need no lock.
impl ExclusiveLock for () {}

/// Returns true once the operation was cancelled.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Copies a whole database while it is in use, and restores a copy into an empty database.
///
/// It is separate from [`Database`](super::Database), because a third-party adapter may have its
/// own means of backup. An adapter returns its implementation from
/// [`MigratableDatabase::backup`](super::MigratableDatabase::backup).
pub trait DatabaseBackup: Send + Sync {
    /// The kind of copies, in lower-case letters and digits, such as `sqlite`. A copy can only be
    /// restored into a database of the same kind.
    fn kind(&self) -> &'static str;

    /// Checks that a copy can be made now. Returns the server that would make it.
    fn ready(&self) -> Result<String, BackupError>;

    /// Takes the lock for scheduled backups. Returns none if another process holds it. If several
    /// nodes use the database, only one of them MUST hold the lock at a time, and it MUST be free
    /// again once its process has ended.
    fn try_lock(&self) -> Result<Option<Box<dyn ExclusiveLock>>, BackupError>;

    /// Writes a copy of the database into `file`, which exists and is empty.
    ///
    /// The copy and the returned state MUST be of one moment between commits. Other connections
    /// MUST be able to read and write meanwhile. It MUST end with [`BackupError::Stopped`] soon
    /// after `stop` returns true. The schema MUST be that of this version.
    fn copy(&self, file: &Path, stop: Stop<'_>) -> Result<DatabaseCopy, BackupError>;

    /// Returns the current state of the database.
    fn state(&self) -> Result<DatabaseState, BackupError>;

    /// Runs the checks of [`DatabaseBackup::restore`] without restoring. Refuses a copy of a newer
    /// version or a newer server, and a database that is in use or open in another process.
    /// Existing data MUST NOT change.
    fn refuse_to_restore(&self, copy: &RestorableCopy<'_>) -> Result<(), BackupError>;

    /// Replaces the database with the copy, completely or not at all, and returns its state
    /// afterwards. The database must not be used elsewhere in this process meanwhile.
    fn restore(&self, copy: &RestorableCopy<'_>) -> Result<DatabaseState, BackupError>;
}

/// A copy to restore into a database.
#[derive(Debug, Clone, Copy)]
pub struct RestorableCopy<'a> {
    /// File of the copy.
    pub file: &'a Path,
    /// The server that made the copy.
    pub made_with: &'a str,
    /// Migrations that were applied to the copied database.
    pub migrations: &'a [String],
}

/// A database cannot be copied or restored.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The operation was cancelled.
    #[error("it was stopped before its end")]
    Stopped,
    /// Copying or restoring is refused in the current state. The text says what to do.
    #[error("{0}")]
    Refused(String),
    /// The copy cannot be used.
    #[error("the copy of the database is damaged: {0}")]
    Damaged(String),
    /// A program or the operating system failed.
    #[error("{what}")]
    Failed {
        /// The operation that failed.
        what: String,
        /// Cause of the failure.
        #[source]
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BackupError {
    /// Wraps a failed operation and its cause.
    pub fn failed(
        what: impl Into<String>,
        cause: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::Failed {
            what: what.into(),
            cause: cause.into(),
        }
    }
}

/// Size and digest of a file in a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileDigest {
    /// Size in bytes.
    pub size: u64,
    /// SHA-256 of the file.
    pub sha256: Sha256,
}

/// The documents that a new backup shares with an older one, so that they use disk space once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SharedDocuments {
    /// The older backup. None if there is none to share with.
    pub with: Option<PathBuf>,
    /// The shared documents.
    pub documents: BTreeSet<FileKey>,
    /// Documents that are missing or damaged in the older backup. The new backup has its own
    /// copies.
    pub damaged: BTreeSet<FileKey>,
}

/// A backup that is being made. It counts as complete only after [`NewBackup::finish`] returns. If
/// dropped before, it MUST be removed.
pub trait NewBackup: Sync {
    /// Finds the newest backup of this installation beside the new one. Documents added afterwards
    /// are shared with it where possible.
    ///
    /// Removing either backup MUST NOT damage the other. A document MUST be shared only if the file
    /// of the older backup still has the size and the SHA-256 of the added document.
    fn share_with_older(&mut self, installation: &[u8; 16]);

    /// Returns the documents shared so far.
    fn shared(&self) -> SharedDocuments;

    /// Returns an empty file for a database copy of this kind, readable by its owner alone. An
    /// earlier copy in it is discarded.
    fn database_file(&self, kind: &str) -> Result<PathBuf, BackupFolderError>;

    /// Returns the size and digest of that file.
    fn database_digest(&self, kind: &str) -> Result<FileDigest, BackupFolderError>;

    /// Adds a document, or shares it with the older backup.
    fn add_document(&self, key: &FileKey, bytes: &[u8]) -> Result<FileDigest, BackupFolderError>;

    /// Removes a document that was added.
    fn remove_document(&self, key: &FileKey) -> Result<(), BackupFolderError>;

    /// Makes the backup durable and marks it complete. Returns the SHA-256 of the manifest, which
    /// proves all other files.
    fn finish(self: Box<Self>, manifest: &Manifest) -> Result<Sha256, BackupFolderError>;
}

/// A complete backup.
pub trait CompleteBackup: Sync {
    /// The manifest, which lists the expected contents.
    fn manifest(&self) -> &Manifest;

    /// SHA-256 of the stored manifest.
    fn manifest_sha256(&self) -> Sha256;

    /// Path of the database copy.
    fn database_file(&self) -> PathBuf;

    /// Returns the actual size and digest of the database copy.
    fn database_digest(&self) -> Result<FileDigest, BackupFolderError>;

    /// Reads a document. Returns its bytes with its actual size and digest.
    fn document(&self, key: &FileKey) -> Result<(Vec<u8>, FileDigest), BackupFolderError>;

    /// Returns true if these bytes are the document that was backed up under this key.
    fn is_document(&self, key: &FileKey, bytes: &[u8]) -> bool;

    /// Names of files that the manifest does not list.
    fn unlisted_files(&self) -> Result<Vec<String>, BackupFolderError>;
}

/// The store of the backups that a server makes by itself.
pub trait BackupShelf: Send + Sync {
    /// Returns all backups, in no particular order.
    fn list(&self) -> Result<Vec<ListedBackup>, BackupFolderError>;

    /// Begins a new backup, named after its time.
    fn begin(&self, at: DateTime<Utc>) -> Result<Box<dyn NewBackup>, BackupFolderError>;

    /// Removes a backup. Remains of an interrupted removal MUST NOT count as a complete backup.
    fn remove(&self, name: &str) -> Result<(), BackupFolderError>;
}

/// A backup in the store of backups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedBackup {
    /// Name within the store.
    pub name: String,
    /// Installation and time of the backup. None if it is incomplete: in progress, interrupted, or
    /// missing files.
    pub origin: Option<Origin>,
}

/// A backup cannot be written or read.
#[derive(Debug, Error)]
pub enum BackupFolderError {
    /// The target folder exists and is not empty.
    #[error("{0} is not empty; name a folder that is empty or not there yet")]
    NotEmpty(PathBuf),
    /// The folder does not exist.
    #[error("{0} is not a backup: there is no such folder")]
    Absent(PathBuf),
    /// The backup was interrupted or is in progress.
    #[error(
        "{0} is not a complete backup: it has no manifest.json, which is written last. It was interrupted, is still being made, or \
         was not copied completely. Use another one"
    )]
    Incomplete(PathBuf),
    /// The manifest cannot be parsed.
    #[error("the manifest of {path} cannot be read: {what}")]
    Unreadable {
        /// Folder of the backup.
        path: PathBuf,
        /// Description of the problem.
        what: String,
    },
    /// A file listed in the manifest is missing.
    #[error("the backup does not hold {0}")]
    Missing(String),
    /// The disk is full.
    #[error("there is no room for {path}")]
    Full {
        /// The file that was being written.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        cause: std::io::Error,
    },
    /// The operating system refused access.
    #[error("{path} cannot be read or written")]
    Unusable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        cause: std::io::Error,
    },
}
