//! Restores an installation from a backup.
//!
//! [`check`] refuses everything that can be detected in advance, and changes nothing. [`carry_out`]
//! stores the documents first and the database last. The database is restored completely or not at
//! all: until then it stays empty, and an interrupted restoration can be repeated.

use std::collections::BTreeMap;

use thiserror::Error;

use super::verify::{self, Examine};
use super::{Installed, Manifest, is_identity, is_newer, parallel};
use crate::ports::{
    BackupError, BackupFolderError, CompleteBackup, DatabaseState, FileError, FileKey, RestorableCopy, Stop,
};

/// The documents that a restoration requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Documents {
    /// All documents: a backup with a damaged document is refused.
    All,
    /// The intact documents: damaged ones are left out.
    ExceptDamaged,
}

/// Documents missing in the restored installation, each with its fault in the backup.
pub type Losses = BTreeMap<FileKey, String>;

/// The result of a restoration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The number of documents that were stored.
    pub stored: usize,
    /// The number of documents that the file store had already, with the same content.
    pub present: usize,
    /// Documents that are damaged in the backup and missing in the file store.
    pub losses: Losses,
}

/// Errors of restoring a backup.
#[derive(Debug, Error)]
pub enum Error {
    /// A newer version of Aditus made the backup.
    #[error(
        "the backup was made by Aditus {theirs}, and this is {ours}; restore it with that version or a newer one"
    )]
    Newer {
        /// The version of the backup.
        theirs: String,
        /// The version of this program.
        ours: String,
    },
    /// The backup contains another kind of database.
    #[error(
        "the backup is of a database of the kind {theirs}, and the configured one is {ours}; a backup is restored into the kind that it was made of"
    )]
    OtherKind {
        /// The kind of the backup.
        theirs: String,
        /// The kind of the configured database.
        ours: String,
    },
    /// The backup is damaged.
    #[error("the backup is damaged: {}", .0.join("; "))]
    Damaged(Vec<String>),
    /// The database of the backup is intact, but some documents are damaged.
    #[error(
        "documents of the backup are damaged: {}; use another backup, or restore this one without them with --except-damaged",
        .0.join("; ")
    )]
    DamagedDocuments(Vec<String>),
    /// The database refused.
    #[error("{0}")]
    Database(#[from] BackupError),
    /// The backup cannot be read.
    #[error("{0}")]
    Folder(#[from] BackupFolderError),
    /// The file store refused.
    #[error("a document cannot be stored, {}", .key.as_str())]
    Document {
        /// The key of the document.
        key: FileKey,
        /// The cause.
        #[source]
        cause: FileError,
    },
    /// The file store contains a different file with this key.
    #[error("the file store has another file in the place of {}; restore into an empty store", .0.as_str())]
    OtherDocument(FileKey),
    /// The restored database does not match the manifest.
    #[error("the database does not hold what the backup says: {}", .0.join("; "))]
    Different(Vec<String>),
}

/// Returns true if this installation has the secrets of the one that was backed up.
pub fn has_its_secrets(into: &Installed<'_>, manifest: &Manifest) -> bool {
    is_identity(&manifest.origin.installation, into.keys)
}

/// Returns true if the database already matches the backup. A process may have ended after the
/// restoration and before its last step.
pub fn is_done(kept: &dyn CompleteBackup, into: &Installed<'_>) -> Result<bool, Error> {
    let manifest = kept.manifest();
    if manifest.origin.kind != into.database.kind() {
        return Ok(false);
    }
    Ok(differences(&manifest.state, &into.database.state()?).is_empty())
}

/// Refuses a backup that cannot be restored here, and changes nothing. Returns the result of its
/// verification.
pub fn check(
    kept: &dyn CompleteBackup,
    into: &Installed<'_>,
    documents: Documents,
    examine: Examine<'_>,
    stop: Stop<'_>,
) -> Result<verify::Answer, Error> {
    let manifest = kept.manifest();
    if is_newer(&manifest.origin.version, into.version) {
        return Err(Error::Newer {
            theirs: manifest.origin.version.clone(),
            ours: into.version.to_owned(),
        });
    }
    if manifest.origin.kind != into.database.kind() {
        return Err(Error::OtherKind {
            theirs: manifest.origin.kind.clone(),
            ours: into.database.kind().to_owned(),
        });
    }
    let file = kept.database_file();
    into.database.refuse_to_restore(&restorable(manifest, &file))?;
    verified(kept, documents, examine, stop)
}

/// Verifies the backup and refuses a damaged one. A damaged database is always refused, damaged
/// documents are refused unless they may be left out.
pub fn verified(
    kept: &dyn CompleteBackup,
    documents: Documents,
    examine: Examine<'_>,
    stop: Stop<'_>,
) -> Result<verify::Answer, Error> {
    let verified = verify::execute(kept, examine, stop)?;
    if verified.faults.is_empty() {
        return Ok(verified);
    }
    match (verified.has_lost_only_documents(), documents) {
        (true, Documents::ExceptDamaged) => Ok(verified),
        (true, Documents::All) => Err(Error::DamagedDocuments(verified.faults)),
        (false, _) => Err(Error::Damaged(verified.faults)),
    }
}

/// Returns the damaged documents that the file store lacks. A bucket may have survived its
/// database.
pub fn losses(kept: &dyn CompleteBackup, into: &Installed<'_>, damaged: &Losses) -> Result<Losses, Error> {
    let mut losses = Losses::new();
    for (key, fault) in damaged {
        match into.files.get(key) {
            Ok(bytes) if kept.is_document(key, &bytes) => {}
            Ok(_) | Err(FileError::NotFound) => {
                losses.insert(key.clone(), fault.clone());
            }
            Err(cause) => {
                return Err(Error::Document {
                    key: key.clone(),
                    cause,
                });
            }
        }
    }
    Ok(losses)
}

/// Stores the intact documents and restores the database. An interrupted call can be repeated.
pub fn carry_out(
    kept: &dyn CompleteBackup,
    into: &Installed<'_>,
    damaged: &Losses,
    stop: Stop<'_>,
) -> Result<Answer, Error> {
    let manifest = kept.manifest();
    let losses = losses(kept, into, damaged)?;
    let keys: Vec<&FileKey> = manifest
        .documents
        .keys()
        .filter(|key| !damaged.contains_key(*key))
        .collect();
    let stored = parallel::try_map(&keys, |key| {
        if stop() {
            return Err(Error::Database(BackupError::Stopped));
        }
        store(kept, into, key)
    })?;
    let file = kept.database_file();
    let state = into.database.restore(&restorable(manifest, &file))?;
    let differing = differences(&manifest.state, &state);
    if !differing.is_empty() {
        return Err(Error::Different(differing));
    }
    let new = stored.iter().filter(|is_new| **is_new).count();
    Ok(Answer {
        stored: new,
        present: stored.len() - new + damaged.len() - losses.len(),
        losses,
    })
}

fn restorable<'a>(manifest: &'a Manifest, file: &'a std::path::Path) -> RestorableCopy<'a> {
    RestorableCopy {
        file,
        made_with: &manifest.made_with,
        migrations: &manifest.state.migrations,
    }
}

/// Stores a document. Returns true if it is new: an interrupted call may have stored it before, or
/// a bucket may have survived its database.
fn store(kept: &dyn CompleteBackup, into: &Installed<'_>, key: &FileKey) -> Result<bool, Error> {
    let failed = |cause| Error::Document {
        key: key.clone(),
        cause,
    };
    let (bytes, is) = kept.document(key)?;
    if kept.manifest().documents.get(key) != Some(&is) {
        return Err(Error::Damaged(vec![format!("the document {}", key.as_str())]));
    }
    match into.files.put(key, &bytes) {
        Ok(()) => Ok(true),
        Err(FileError::Exists) if into.files.get(key).map_err(failed)? == bytes => Ok(false),
        Err(FileError::Exists) => Err(Error::OtherDocument(key.clone())),
        Err(cause) => Err(failed(cause)),
    }
}

/// Returns the differences in words, table by table.
fn differences(was: &DatabaseState, is: &DatabaseState) -> Vec<String> {
    let mut differences = Vec::new();
    if was.migrations != is.migrations {
        differences.push("its schema is of other migrations".to_owned());
    }
    for (name, table) in &was.tables {
        match is.tables.get(name) {
            None => differences.push(format!("the table {name} is missing")),
            Some(found) if found.rows != table.rows => differences.push(format!(
                "the table {name} has {} rows in the place of {}",
                found.rows, table.rows
            )),
            Some(found) if found.content != table.content => {
                differences.push(format!("the rows of the table {name} are others"));
            }
            Some(_) => {}
        }
    }
    let more = is.tables.keys().filter(|name| !was.tables.contains_key(*name));
    differences.extend(more.map(|name| format!("the table {name} was not there")));
    differences
}
