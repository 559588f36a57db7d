use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use aditus_domain::requests::content::Sha256;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::{FileKey, StoreError};
use crate::backup::{Manifest, Origin};

/// What a database holds at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DatabaseState {
    /// The migrations that were applied, by versions that never change, in their order.
    pub migrations: Vec<String>,
    /// Each table by its name.
    pub tables: BTreeMap<String, TableState>,
}

impl DatabaseState {
    /// The rows of all tables.
    pub fn rows(&self) -> u64 {
        self.tables.values().map(|table| table.rows).sum()
    }
}

/// What a table holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableState {
    /// How many rows.
    pub rows: u64,
    /// What all values of all rows come to, whatever their order: the same here and in what was made from the copy. None where the adapter
    /// needs no such proof, because a copy is the very bytes of the database.
    pub content: Option<String>,
}

/// A copy of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseCopy {
    /// What it holds.
    pub state: DatabaseState,
    /// The documents that it refers to, with the SHA-256 of each; none where the database does not know it.
    pub documents: BTreeMap<FileKey, Option<Sha256>>,
    /// What made it, such as `PostgreSQL 17.5`.
    pub made_with: String,
}

/// A claim, such as a turn at making backups, which ends when this is dropped.
pub trait Turn {}

/// Claims nothing, because many may do the same at once.
impl Turn for () {}

/// Whether whoever asked for a long work wants it no more.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Copies a database whole while it is used, and fills an empty one from such a copy.
///
/// It stands beside [`Database`](super::Database), because one that is not ours may have means of its own: whoever brings one says so by
/// [`MigratableDatabase::backup`](super::MigratableDatabase::backup).
pub trait DatabaseBackup: Send + Sync {
    /// The kind of its copies, in small letters and digits, such as `sqlite`. What made a copy and what is filled from it MUST be of one kind.
    fn kind(&self) -> &'static str;

    /// Whether a copy could be made now; answers what it would be made with.
    fn ready(&self) -> Result<String, BackupError>;

    /// Takes the turn at making backups that repeat themselves; none while it is another's. Where several nodes use the database, one of
    /// them MUST have it at a time, and it MUST be free again once its process is gone.
    fn take_turn(&self) -> Result<Option<Box<dyn Turn>>, BackupError>;

    /// Writes a copy into a file, which is there and empty.
    ///
    /// All of it, and all that is answered, MUST be of one moment between commits. Others MUST be able to read and to write meanwhile. It
    /// MUST end with [`BackupError::Stopped`] soon after `stop` says so. The schema MUST be that of this version.
    fn copy(&self, file: &Path, stop: Stop<'_>) -> Result<DatabaseCopy, BackupError>;

    /// What the database holds now.
    fn state(&self) -> Result<DatabaseState, BackupError>;

    /// Refuses what [`DatabaseBackup::restore`] would refuse, and changes nothing that anybody put there: a copy of a newer version or of a
    /// newer server, a database that somebody has begun to use, or that another process has open.
    fn refuse_to_restore(&self, copy: &RestorableCopy<'_>) -> Result<(), BackupError>;

    /// Makes the database what the copy is, wholly or not at all; answers what it holds then. Nothing of this process may use the database
    /// besides.
    fn restore(&self, copy: &RestorableCopy<'_>) -> Result<DatabaseState, BackupError>;
}

/// A copy that is to fill a database.
#[derive(Debug, Clone, Copy)]
pub struct RestorableCopy<'a> {
    /// The file.
    pub file: &'a Path,
    /// What made it.
    pub made_with: &'a str,
    /// The migrations that were applied to what was copied.
    pub migrations: &'a [String],
}

/// A database cannot be copied or filled.
#[derive(Debug, Error)]
pub enum BackupError {
    /// Whoever asked for it wants it no more.
    #[error("it was stopped before its end")]
    Stopped,
    /// Nothing may be copied, or filled, as things are; the words say what to do.
    #[error("{0}")]
    Refused(String),
    /// The copy cannot be used.
    #[error("the copy of the database is damaged: {0}")]
    Damaged(String),
    /// A program or the system failed.
    #[error("{what}")]
    Failed {
        /// What was tried.
        what: String,
        /// Why it failed.
        #[source]
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BackupError {
    /// What was tried, and why it failed.
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

/// What a file of a backup is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// In bytes.
    pub size: u64,
    /// Of all its bytes.
    pub sha256: Sha256,
}

/// The documents that a new backup shares with an older one, so that they take room once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shared {
    /// The older backup; none where there is none that documents could be shared with.
    pub with: Option<PathBuf>,
    /// The shared documents.
    pub documents: BTreeSet<FileKey>,
    /// Documents that the older backup should have and that are missing or damaged there. The new backup has copies of its own.
    pub damaged: BTreeSet<FileKey>,
}

/// A backup that is being made. Nobody takes it for a whole one before [`NewBackup::finish`] returns; dropped before that, it MUST be
/// removed.
pub trait NewBackup: Sync {
    /// Looks for the newest backup of this installation beside the new one. Documents that are added later and that the older backup has
    /// are shared with it where that is possible.
    ///
    /// Both backups MUST stay whole when the other one is removed. A document MUST be shared only if the file of the older backup still has
    /// the size and the SHA-256 of the document that is added.
    fn share_with_older(&mut self, installation: &[u8; 16]);

    /// Returns the documents that are shared so far.
    fn shared(&self) -> Shared;

    /// An empty file for a copy of the database of this kind, which only its owner reads. What was copied there before is gone.
    fn database_file(&self, kind: &str) -> Result<PathBuf, BackupFolderError>;

    /// What that file is.
    fn database_part(&self, kind: &str) -> Result<Part, BackupFolderError>;

    /// Adds a document, or shares it with the older backup.
    fn add_document(&self, key: &FileKey, bytes: &[u8]) -> Result<Part, BackupFolderError>;

    /// Takes a document away again.
    fn remove_document(&self, key: &FileKey) -> Result<(), BackupFolderError>;

    /// Makes all of it durable, and then a whole backup; answers the SHA-256 of the manifest, by which all of it can be proved.
    fn finish(self: Box<Self>, manifest: &Manifest) -> Result<Sha256, BackupFolderError>;
}

/// A whole backup, as its manifest says.
pub trait KeptBackup: Sync {
    /// What it is to hold.
    fn manifest(&self) -> &Manifest;

    /// The SHA-256 of the manifest as it is kept.
    fn manifest_sha256(&self) -> Sha256;

    /// The copy of the database.
    fn database_file(&self) -> PathBuf;

    /// What the copy of the database really is.
    fn database_part(&self) -> Result<Part, BackupFolderError>;

    /// A document, and what it really is.
    fn document(&self, key: &FileKey) -> Result<(Vec<u8>, Part), BackupFolderError>;

    /// Returns true if these bytes are the document that was backed up under this key.
    fn is_document(&self, key: &FileKey, bytes: &[u8]) -> bool;

    /// Files that the manifest knows nothing of, by their names.
    fn strangers(&self) -> Result<Vec<String>, BackupFolderError>;
}

/// Where a server keeps the backups that it makes by itself.
pub trait BackupShelf: Send + Sync {
    /// All that lies there, in no order.
    fn list(&self) -> Result<Vec<ShelvedBackup>, BackupFolderError>;

    /// Begins another one, called after its time.
    fn begin(&self, at: DateTime<Utc>) -> Result<Box<dyn NewBackup>, BackupFolderError>;

    /// Removes one. From the first change on nobody MUST take what is left of it for a whole one.
    fn remove(&self, name: &str) -> Result<(), BackupFolderError>;
}

/// A backup among others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShelvedBackup {
    /// What it is called there.
    pub name: String,
    /// Where it is from and of when; none for one that is not whole: it is being made, was broken off, or lost files.
    pub origin: Option<Origin>,
}

/// A backup cannot be written or read.
#[derive(Debug, Error)]
pub enum BackupFolderError {
    /// There is something already where it is to be made.
    #[error("{0} is not empty; name a folder that is empty or not there yet")]
    NotEmpty(PathBuf),
    /// There is no backup.
    #[error("{0} is no backup: there is no such folder")]
    Absent(PathBuf),
    /// It was broken off, or is being made.
    #[error(
        "{0} is no whole backup: it has no manifest.json, which is written last. It was broken off, is still being made, or was not copied \
         whole. Use another one"
    )]
    Half(PathBuf),
    /// Its manifest makes no sense.
    #[error("the manifest of {path} cannot be read: {what}")]
    Unreadable {
        /// The backup.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A file that it should hold is not there.
    #[error("the backup does not hold {0}")]
    Missing(String),
    /// There is no room for it.
    #[error("there is no room for {path}")]
    Full {
        /// The file.
        path: PathBuf,
        /// In the words of the system.
        #[source]
        cause: std::io::Error,
    },
    /// The system refused.
    #[error("{path} cannot be read or written")]
    Unusable {
        /// The file or folder.
        path: PathBuf,
        /// In the words of the system.
        #[source]
        cause: std::io::Error,
    },
}
