//! Makes a backup of an installation that is in use.
//!
//! The database comes first: a document is stored before the database refers to it, so that each one that the copy refers to is there
//! when the copy is made. It need not be there any more when its turn comes: people delete drafts, and their files go. The copy is made
//! anew then, and what it does not refer to any more is left out. A document that still is referred to and still is not there was lost
//! before: files go only after the database has forgotten them.
//!
//! Every document is read from the file store, also where the older backup has it: that is how lost and altered documents are noticed, and
//! how a damaged file of the older backup is not taken over into the new one.

use std::collections::{BTreeMap, BTreeSet};

use aditus_domain::requests::content::Sha256;
use thiserror::Error;

use super::{Installed, MadeBy, Manifest, Origin, identity, side_by_side};
use crate::ports::{
    BackupError, BackupFolderError, DatabaseCopy, FileError, FileKey, NewBackup, Part, Shared, Stop,
};

/// How often the database is copied until no document goes meanwhile. From the second time on only those are looked for that came since.
const MOST_COPIES: usize = 10;

/// What was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What the backup holds.
    pub manifest: Manifest,
    /// The SHA-256 of the manifest, by which all of it can be proved.
    pub manifest_sha256: Sha256,
    /// The documents that it shares with an older backup.
    pub shared: Shared,
}

impl Answer {
    /// Returns the bytes that the backup takes besides what it shares with an older one.
    pub fn own_size(&self) -> u64 {
        let documents = &self.manifest.documents;
        let own = documents
            .iter()
            .filter(|(key, _)| !self.shared.documents.contains(*key));
        own.map(|(_, part)| part.size)
            .fold(self.manifest.database.size, u64::saturating_add)
    }
}

/// Why no backup was made. What was written of it is removed.
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
        /// Which.
        key: FileKey,
        /// Why.
        #[source]
        cause: FileError,
    },
    /// Documents went as fast as they were looked for.
    #[error(
        "documents are being deleted faster than they can be backed up; try again when there is less to do"
    )]
    Restless,
}

/// Makes a backup. `stop` is asked often.
pub fn execute(
    of: &Installed<'_>,
    made_by: MadeBy,
    mut new: Box<dyn NewBackup>,
    stop: Stop<'_>,
) -> Result<Answer, Error> {
    let kind = of.database.kind();
    let installation = identity(of.keys);
    new.share_with_older(&installation);
    let mut documents: BTreeMap<FileKey, Part> = BTreeMap::new();
    let mut absent: BTreeSet<FileKey> = BTreeSet::new();
    for _ in 0..MOST_COPIES {
        let made_on = of.clock.now();
        let file = new.database_file(kind)?;
        let copy = of.database.copy(&file, stop)?;
        leave_out(new.as_ref(), &copy, &mut documents)?;
        let missing = add(of, new.as_ref(), &copy, &mut documents, stop)?;
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
            database: new.database_part(kind)?,
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

/// Takes away what an earlier copy referred to and this one does not.
fn leave_out(
    new: &dyn NewBackup,
    copy: &DatabaseCopy,
    documents: &mut BTreeMap<FileKey, Part>,
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

/// Adds what is not in the backup yet; answers what is not in the file store.
fn add(
    of: &Installed<'_>,
    new: &dyn NewBackup,
    copy: &DatabaseCopy,
    documents: &mut BTreeMap<FileKey, Part>,
    stop: Stop<'_>,
) -> Result<BTreeSet<FileKey>, Error> {
    let wanted: Vec<&FileKey> = copy
        .documents
        .keys()
        .filter(|key| !documents.contains_key(*key))
        .collect();
    let found = side_by_side::each(&wanted, |key| {
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
