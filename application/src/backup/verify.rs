//! Whether a backup is whole: each of its files is the one that the manifest names, and the copy of the database is one.

use std::path::Path;

use super::side_by_side;
use crate::ports::{BackupError, BackupFolderError, KeptBackup, Part, Stop};

/// Looks into the copy of a database of this kind; answers by what means, or none where it has none for such a copy. The bytes are known to
/// be right.
pub type Examine<'a> = &'a dyn Fn(&str, &Path) -> Option<Result<String, BackupError>>;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What is wrong; nothing with a whole backup.
    pub faults: Vec<String>,
    /// By what means the copy of the database was looked into; none where only its bytes are known to be right.
    pub examined: Option<String>,
    /// Files that are no part of the backup and are not read when it is restored.
    pub strangers: Vec<String>,
}

/// Reads all of it. Fails only when it was stopped.
pub fn execute(kept: &dyn KeptBackup, examine: Examine<'_>, stop: Stop<'_>) -> Result<Answer, BackupError> {
    let manifest = kept.manifest();
    let mut faults = Vec::new();
    let mut examined = None;
    match differs(
        "the copy of the database",
        &kept.database_part(),
        manifest.database,
    ) {
        Some(fault) => faults.push(fault),
        None => match examine(&manifest.kind, &kept.database_file()) {
            Some(Ok(means)) => examined = Some(means),
            Some(Err(error)) => faults.push(error.to_string()),
            None => {}
        },
    }
    let documents: Vec<_> = manifest.documents.iter().collect();
    let found = side_by_side::each(&documents, |(key, part)| {
        if stop() {
            return Err(BackupError::Stopped);
        }
        let is = kept.document(key).map(|(_, part)| part);
        Ok(differs(&format!("the document {}", key.as_str()), &is, **part))
    })?;
    let mut of_documents: Vec<String> = found.into_iter().flatten().collect();
    of_documents.sort_unstable();
    faults.append(&mut of_documents);
    let strangers = kept.strangers().unwrap_or_else(|error| {
        faults.push(error.to_string());
        Vec::new()
    });
    Ok(Answer {
        faults,
        examined,
        strangers,
    })
}

fn differs(what: &str, is: &Result<Part, BackupFolderError>, was: Part) -> Option<String> {
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
