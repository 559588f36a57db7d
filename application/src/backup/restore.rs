//! Makes an installation again of a backup.
//!
//! [`check`] refuses all that can be known before, and changes nothing. [`carry_out`] stores the documents first and the database last,
//! which is filled wholly or not at all: until then the installation is as empty as it was, and what broke off can be done again.

use std::collections::BTreeMap;

use thiserror::Error;

use super::verify::{self, Examine};
use super::{Installed, Manifest, is_identity, is_newer, side_by_side};
use crate::ports::{
    BackupError, BackupFolderError, DatabaseState, FileError, FileKey, KeptBackup, RestorableCopy, Stop,
};

/// Which documents of a backup are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Documents {
    /// All of them: a backup with a damaged document is refused.
    All,
    /// The whole ones: damaged documents are left out.
    ExceptDamaged,
}

/// Documents that are not in the restored installation, with the fault that each has in the backup.
pub type Losses = BTreeMap<FileKey, String>;

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Documents that were stored.
    pub stored: usize,
    /// Documents that the file store had already, the very same.
    pub present: usize,
    /// Documents that are damaged in the backup, and that the file store does not have either.
    pub losses: Losses,
}

/// Why the installation is not made again.
#[derive(Debug, Error)]
pub enum Error {
    /// The backup was made by a version that this one does not know.
    #[error(
        "the backup was made by Aditus {theirs}, and this is {ours}; restore it with that version or a newer one"
    )]
    Newer {
        /// Of the backup.
        theirs: String,
        /// Of this program.
        ours: String,
    },
    /// The backup is of another kind of database.
    #[error(
        "the backup is of a database of the kind {theirs}, and the configured one is {ours}; a backup is restored into the kind that it was made of"
    )]
    OtherKind {
        /// Of the backup.
        theirs: String,
        /// Of the configured database.
        ours: String,
    },
    /// The backup is not whole.
    #[error("the backup is damaged: {}", .0.join("; "))]
    Damaged(Vec<String>),
    /// The database of the backup is whole, and some of its documents are not.
    #[error(
        "documents of the backup are damaged: {}; look for another backup, or restore this one without them by --except-damaged",
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
        /// Which.
        key: FileKey,
        /// Why.
        #[source]
        cause: FileError,
    },
    /// The file store holds something else in its place.
    #[error("the file store holds another file in the place of {}; restore into a store that is empty", .0.as_str())]
    OtherDocument(FileKey),
    /// The database is not what the manifest says.
    #[error("the database does not hold what the backup says: {}", .0.join("; "))]
    Different(Vec<String>),
}

/// Whether this installation has the secrets of the one that was backed up.
pub fn has_its_secrets(into: &Installed<'_>, manifest: &Manifest) -> bool {
    is_identity(&manifest.origin.installation, into.keys)
}

/// Whether the database holds already what the backup does: a process may have ended between that and whatever it does last.
pub fn is_done(kept: &dyn KeptBackup, into: &Installed<'_>) -> Result<bool, Error> {
    let manifest = kept.manifest();
    if manifest.origin.kind != into.database.kind() {
        return Ok(false);
    }
    Ok(differences(&manifest.state, &into.database.state()?).is_empty())
}

/// Refuses what cannot be restored here, and changes nothing; answers what is known of the backup.
pub fn check(
    kept: &dyn KeptBackup,
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

/// Reads the backup, and refuses what is not whole: always a damaged database, and damaged documents unless they are to be left out.
pub fn verified(
    kept: &dyn KeptBackup,
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

/// Returns those of the damaged documents that the file store does not have. A bucket may have survived its database.
pub fn losses(kept: &dyn KeptBackup, into: &Installed<'_>, damaged: &Losses) -> Result<Losses, Error> {
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

/// Stores the documents but the damaged ones, and fills the database. What breaks off can be done again.
pub fn carry_out(
    kept: &dyn KeptBackup,
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
    let stored = side_by_side::each(&keys, |key| {
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

/// Answers whether the document is new: one that broke off has stored some before, and a bucket may have survived its database.
fn store(kept: &dyn KeptBackup, into: &Installed<'_>, key: &FileKey) -> Result<bool, Error> {
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

/// In words, table by table.
fn differences(was: &DatabaseState, is: &DatabaseState) -> Vec<String> {
    let mut told = Vec::new();
    if was.migrations != is.migrations {
        told.push("its schema is of other migrations".to_owned());
    }
    for (name, table) in &was.tables {
        match is.tables.get(name) {
            None => told.push(format!("the table {name} is missing")),
            Some(found) if found.rows != table.rows => told.push(format!(
                "the table {name} has {} rows in the place of {}",
                found.rows, table.rows
            )),
            Some(found) if found.content != table.content => {
                told.push(format!("the rows of the table {name} are others"));
            }
            Some(_) => {}
        }
    }
    let more = is.tables.keys().filter(|name| !was.tables.contains_key(*name));
    told.extend(more.map(|name| format!("the table {name} was not there")));
    told
}
