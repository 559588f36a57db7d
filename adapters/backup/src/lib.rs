//! Backups as folders: a manifest, a copy of the database, and documents under their keys.
//!
//! ```text
//! manifest.json        written last, by an atomic rename: without it the backup is incomplete
//! database.sqlite      or database.postgresql
//! documents/…          each under its key
//! ```
//!
//! Documents never change, so a backup hard-links those of the older backup beside it and copies
//! only the new ones. Each backup stays complete when another one is removed.
//!
//! Folders have mode 0700 and files 0600, because backups contain personal data.

mod complete;
mod manifest;
mod new_backup;
mod older_backup;
mod shelf;

pub use complete::CompleteFolderBackup;
pub use new_backup::NewFolderBackup;
pub use shelf::FolderShelf;

use std::path::{Path, PathBuf};

use aditus_application::ports::{BackupFolderError, FileKey};

const MANIFEST: &str = "manifest.json";
const DOCUMENTS: &str = "documents";

fn database_in(folder: &Path, kind: &str) -> PathBuf {
    folder.join(format!("database.{kind}"))
}

fn document_in(folder: &Path, key: &FileKey) -> PathBuf {
    folder.join(DOCUMENTS).join(key.as_str())
}

/// Maps an I/O error on `path`: a full disk or quota to `Full`, any other error to `Unusable`.
fn unusable(path: &Path) -> impl FnOnce(std::io::Error) -> BackupFolderError {
    let path = path.to_owned();
    move |cause| match cause.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
            BackupFolderError::Full { path, cause }
        }
        _ => BackupFolderError::Unusable { path, cause },
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};

    use super::*;

    #[test]
    fn a_full_disk_or_quota_is_reported_as_full() {
        let path = Path::new("/backups/database.sqlite");
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded] {
            let message = unusable(path)(Error::from(kind)).to_string();
            assert_eq!(message, "there is no room for /backups/database.sqlite");
        }
        let message = unusable(path)(Error::from(ErrorKind::PermissionDenied)).to_string();
        assert_eq!(message, "/backups/database.sqlite cannot be read or written");
    }
}
