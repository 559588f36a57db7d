//! Backs up a running installation.
//!
//! The database is copied first. A document is stored before the database refers to it, so every
//! document to which the copy refers existed at that moment. It may be deleted before it is read,
//! because people delete drafts. The database is then copied again, and documents to which the new
//! copy does not refer are dropped. A document that is still referred to and still missing was lost
//! before, because files are deleted only after their rows.
//!
//! Every document is read from the file store, even if an older backup has it. This detects lost
//! and altered documents, and a damaged file of the older backup does not spread into the new one.

use std::collections::{BTreeMap, BTreeSet};

use aditus_domain::requests::content::Sha256;
use thiserror::Error;

use super::{Installed, MadeBy, Manifest, Origin, identity, parallel};
use crate::ports::{
    BackupError, BackupFolderError, DatabaseCopy, FileDigest, FileError, FileKey, NewBackup, SharedDocuments,
    Stop,
};

/// The maximum number of copies of the database until no document disappears meanwhile. After the
/// first copy only new documents are read.
const MOST_COPIES: usize = 10;

/// The result of a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The manifest of the backup.
    pub manifest: Manifest,
    /// The SHA-256 of the manifest, which authenticates the whole backup.
    pub manifest_sha256: Sha256,
    /// The documents that it shares with an older backup.
    pub shared: SharedDocuments,
}

impl Answer {
    /// Returns the size in bytes of the files that the backup does not share with an older one.
    pub fn own_size(&self) -> u64 {
        let documents = &self.manifest.documents;
        let own = documents
            .iter()
            .filter(|(key, _)| !self.shared.documents.contains(*key));
        own.map(|(_, part)| part.size)
            .fold(self.manifest.database.size, u64::saturating_add)
    }
}

/// Errors of making a backup. The incomplete backup has been removed.
#[derive(Debug, Error)]
pub enum Error {
    /// The database cannot be copied.
    #[error("the database cannot be copied: {0}")]
    Database(#[from] BackupError),
    /// The backup cannot be written.
    #[error("the backup cannot be written: {0}")]
    Folder(#[from] BackupFolderError),
    /// A document cannot be read.
    #[error("a document cannot be read, {}", .key.as_str())]
    Document {
        /// The key of the document.
        key: FileKey,
        /// The cause.
        #[source]
        cause: FileError,
    },
    /// Documents were deleted during every attempt.
    #[error(
        "documents are being deleted faster than they can be backed up; try again when there is less to do"
    )]
    Restless,
}

/// Makes a backup. `stop` is polled often.
pub fn execute(
    of: &Installed<'_>,
    made_by: MadeBy,
    mut new: Box<dyn NewBackup>,
    stop: Stop<'_>,
) -> Result<Answer, Error> {
    let kind = of.database.kind();
    let installation = identity(of.keys);
    new.share_with_older(&installation);
    let mut documents: BTreeMap<FileKey, FileDigest> = BTreeMap::new();
    let mut absent: BTreeSet<FileKey> = BTreeSet::new();
    for _ in 0..MOST_COPIES {
        let made_on = of.clock.now();
        let file = new.database_file(kind)?;
        let copy = of.database.copy(&file, stop)?;
        remove_unreferenced(new.as_ref(), &copy, &mut documents)?;
        let missing = add_documents(of, new.as_ref(), &copy, &mut documents, stop)?;
        if missing.iter().any(|key| !absent.contains(key)) {
            absent.extend(missing);
            continue;
        }
        let altered = copy.documents.iter().filter(|(key, sha256)| {
            let is = documents.get(*key).map(|part| part.sha256);
            matches!((sha256, is), (Some(was), Some(is)) if *was != is)
        });
        let manifest = Manifest {
            origin: Origin {
                version: of.version.to_owned(),
                made_on,
                made_by,
                installation,
                kind: kind.to_owned(),
            },
            made_with: copy.made_with,
            database: new.database_digest(kind)?,
            state: copy.state,
            altered: altered.map(|(key, _)| key.clone()).collect(),
            lost: missing,
            documents,
        };
        if stop() {
            return Err(BackupError::Stopped.into());
        }
        let shared = new.shared();
        let manifest_sha256 = new.finish(&manifest)?;
        return Ok(Answer {
            manifest,
            manifest_sha256,
            shared,
        });
    }
    Err(Error::Restless)
}

/// Removes the documents to which an earlier copy referred and this one does not.
fn remove_unreferenced(
    new: &dyn NewBackup,
    copy: &DatabaseCopy,
    documents: &mut BTreeMap<FileKey, FileDigest>,
) -> Result<(), Error> {
    let forgotten: Vec<FileKey> = documents
        .keys()
        .filter(|key| !copy.documents.contains_key(*key))
        .cloned()
        .collect();
    for key in forgotten {
        new.remove_document(&key)?;
        documents.remove(&key);
    }
    Ok(())
}

/// Adds the documents that are not in the backup yet. Returns those that are missing in the file
/// store.
fn add_documents(
    of: &Installed<'_>,
    new: &dyn NewBackup,
    copy: &DatabaseCopy,
    documents: &mut BTreeMap<FileKey, FileDigest>,
    stop: Stop<'_>,
) -> Result<BTreeSet<FileKey>, Error> {
    let to_add: Vec<&FileKey> = copy
        .documents
        .keys()
        .filter(|key| !documents.contains_key(*key))
        .collect();
    let found = parallel::try_map(&to_add, |key| {
        if stop() {
            return Err(Error::Database(BackupError::Stopped));
        }
        match of.files.get(key) {
            Ok(bytes) => Ok(((*key).clone(), Some(new.add_document(key, &bytes)?))),
            Err(FileError::NotFound) => Ok(((*key).clone(), None)),
            Err(cause) => Err(Error::Document {
                key: (*key).clone(),
                cause,
            }),
        }
    })?;
    let mut missing = BTreeSet::new();
    for (key, part) in found {
        match part {
            Some(part) => {
                documents.insert(key, part);
            }
            None => {
                missing.insert(key);
            }
        }
    }
    Ok(missing)
}
