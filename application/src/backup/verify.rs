//! Verifies a backup: its files must match the manifest, and the copy of the database must be
//! readable.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use super::parallel;
use crate::ports::{BackupError, BackupFolderError, FileKey, CompleteBackup, FileDigest, Stop};

/// Examines the copy of a database of this kind. Returns the means of the examination, or `None` if
/// there is none for this kind. The bytes have been verified before.
pub type Examine<'a> = &'a dyn Fn(&str, &Path) -> Option<Result<String, BackupError>>;

/// The result of a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The faults; empty for an intact backup.
    pub faults: Vec<String>,
    /// Missing or damaged documents with their faults, which are also in `faults`.
    pub damaged: BTreeMap<FileKey, String>,
    /// The means by which the copy of the database was examined; `None` if only its bytes were
    /// verified.
    pub examined: Option<String>,
    /// Files that do not belong to the backup and are ignored by a restoration.
    pub unlisted_files: Vec<String>,
}

impl Answer {
    /// Returns true if the only faults are missing or damaged documents.
    pub fn has_lost_only_documents(&self) -> bool {
        !self.damaged.is_empty() && self.damaged.len() == self.faults.len()
    }
}

/// Verifies the whole backup. Fails only if it was stopped.
pub fn execute(kept: &dyn CompleteBackup, examine: Examine<'_>, stop: Stop<'_>) -> Result<Answer, BackupError> {
    let manifest = kept.manifest();
    let mut faults = Vec::new();
    let mut examined = None;
    match differs(
        "the copy of the database",
        &kept.database_digest(),
        manifest.database,
    ) {
        Some(fault) => faults.push(fault),
        None => match examine(&manifest.origin.kind, &kept.database_file()) {
            Some(Ok(means)) => examined = Some(means),
            Some(Err(error)) => faults.push(error.to_string()),
            None => {}
        },
    }
    let documents: Vec<_> = manifest.documents.iter().collect();
    let found = parallel::try_map(&documents, |(key, part)| {
        if stop() {
            return Err(BackupError::Stopped);
        }
        let is = kept.document(key).map(|(_, part)| part);
        let fault = differs(&format!("the document {}", key.as_str()), &is, **part);
        Ok(fault.map(|fault| ((*key).clone(), fault, is_damage(&is))))
    })?;
    let mut of_documents: Vec<(FileKey, String, bool)> = found.into_iter().flatten().collect();
    of_documents.sort_unstable();
    let mut damaged = BTreeMap::new();
    for (key, fault, is_damage) in of_documents {
        faults.push(fault.clone());
        if is_damage {
            damaged.insert(key, fault);
        }
    }
    let unlisted_files = kept.unlisted_files().unwrap_or_else(|error| {
        faults.push(error.to_string());
        Vec::new()
    });
    Ok(Answer {
        faults,
        damaged,
        examined,
        unlisted_files,
    })
}

/// Returns false if the document could not be read for lack of permission, so that it may be
/// intact.
fn is_damage(is: &Result<FileDigest, BackupFolderError>) -> bool {
    !matches!(is, Err(BackupFolderError::Unusable { cause, .. }) if cause.kind() == ErrorKind::PermissionDenied)
}

fn differs(what: &str, is: &Result<FileDigest, BackupFolderError>, was: FileDigest) -> Option<String> {
    match is {
        Ok(is) if *is == was => None,
        Ok(is) if is.size != was.size => Some(format!(
            "{what} has {} bytes, and had {} when it was backed up",
            is.size, was.size
        )),
        Ok(_) => Some(format!(
            "{what} is not the one that was backed up: its SHA-256 is another"
        )),
        Err(BackupFolderError::Missing(_)) => Some(format!("{what} is not there")),
        Err(error) => Some(format!("{what}: {error}")),
    }
}
