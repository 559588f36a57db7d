//! One server at a time uses a SQLite file: an advisory lock of a file beside it, which the system releases when the process ends.
//!
//! On SQLite a server hears of commits in its own process alone, so two servers would not push each other's news, and each would make its
//! own backups. The lock is not on the database file itself: SQLite loses its own locks when a process closes another handle of that file.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use aditus_application::ports::{StoreError, Turn};

/// The ending of the lock file's name, behind that of the database.
const ENDING: &str = ".lock";

/// The lock, for as long as the file is open.
struct OnlyServer {
    _locked: File,
}

impl Turn for OnlyServer {}

/// Takes the lock; none while another process has it.
pub(crate) fn claim(database: &str) -> Result<Option<Box<dyn Turn>>, StoreError> {
    // Links to one database lead to one lock. A database without a file is of this process alone.
    let Ok(database) = fs::canonicalize(database) else {
        return Ok(Some(Box::new(())));
    };
    let mut lock_file = database.into_os_string();
    lock_file.push(ENDING);
    let lock_file = PathBuf::from(lock_file);
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(&lock_file)
        .map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Box::new(OnlyServer { _locked: file }))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => {
            tracing::warn!(
                %error,
                file = %lock_file.display(),
                "the file cannot be locked, so a second server on this database would not be noticed"
            );
            Ok(Some(Box::new(())))
        }
    }
}

fn unusable(error: std::io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full(error.into()),
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => StoreError::ReadOnly(error.into()),
        _ => StoreError::internal(error),
    }
}

#[cfg(test)]
mod tests {
    use super::claim;

    #[test]
    fn a_second_claim_is_refused_until_the_first_one_ends() {
        let place = tempfile::tempdir().unwrap();
        let (file, link) = (place.path().join("a.db"), place.path().join("link.db"));
        std::fs::write(&file, b"").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let (file, link) = (file.to_str().unwrap(), link.to_str().unwrap());
        let first = claim(file).unwrap();
        assert!(first.is_some());
        assert!(claim(file).unwrap().is_none());
        assert!(claim(link).unwrap().is_none(), "it leads to the same file");
        drop(first);
        assert!(claim(file).unwrap().is_some());
    }

    #[test]
    fn databases_without_a_file_and_other_files_are_claimed_apart() {
        let place = tempfile::tempdir().unwrap();
        let paths = ["a.db", "b.db"].map(|name| place.path().join(name));
        let claims = paths.map(|path| {
            std::fs::write(&path, b"").unwrap();
            claim(path.to_str().unwrap()).unwrap()
        });
        assert!(claims.iter().all(Option::is_some));
        assert!(claim(":memory:").unwrap().is_some());
    }
}
