//! Ensures that only one server uses a SQLite file: an advisory lock on a file beside it, which the
//! operating system releases when the process ends.
//!
//! On SQLite, a server receives only the signals of its own process. Two servers would not push
//! each other's notifications, and each would make its own backups. The database file itself is not
//! locked, because SQLite loses its own locks when a process closes another handle of that file.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use aditus_application::ports::{ExclusiveLock, StoreError};

/// Suffix of the lock file, appended to the path of the database.
const SUFFIX: &str = ".lock";

/// A killed server may leave a forked child that holds the lock until it executes another program.
/// It does so within this time.
const CHILD_RELEASES_WITHIN: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(20);

/// Holds the lock while the file is open.
struct ServerLock {
    _locked: File,
}

impl ExclusiveLock for ServerLock {}

/// Takes the lock. Returns `None` if another process holds it.
pub(crate) fn claim(database: &str) -> Result<Option<Box<dyn ExclusiveLock>>, StoreError> {
    claim_within(database, CHILD_RELEASES_WITHIN)
}

fn claim_within(database: &str, timeout: Duration) -> Result<Option<Box<dyn ExclusiveLock>>, StoreError> {
    // Symbolic links to the same database use the same lock. A database without a file is private
    // to the process.
    let Ok(database) = fs::canonicalize(database) else {
        return Ok(Some(Box::new(())));
    };
    let mut lock_file = database.into_os_string();
    lock_file.push(SUFFIX);
    let lock_file = PathBuf::from(lock_file);
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(&lock_file)
        .map_err(unusable)?;
    let begun = Instant::now();
    let mut locked = file.try_lock();
    while matches!(locked, Err(TryLockError::WouldBlock)) && begun.elapsed() < timeout {
        thread::sleep(PAUSE);
        locked = file.try_lock();
    }
    match locked {
        Ok(()) => Ok(Some(Box::new(ServerLock { _locked: file }))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => {
            tracing::warn!(
                %error,
                file = %lock_file.display(),
                "cannot lock the file, so a second server on this database would not be detected"
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
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use super::{SUFFIX, claim, claim_within};

    #[test]
    fn a_claim_waits_for_a_child_that_outlives_the_server() {
        let place = tempfile::tempdir().unwrap();
        let database = place.path().join("a.db");
        std::fs::write(&database, b"").unwrap();
        let lock_file = std::fs::File::create(place.path().join(format!("a.db{SUFFIX}"))).unwrap();
        lock_file.lock().unwrap();
        let mut child = Command::new("sleep")
            .arg("0.2")
            .stdin(Stdio::from(lock_file))
            .spawn()
            .unwrap();
        assert!(claim(database.to_str().unwrap()).unwrap().is_some());
        child.wait().unwrap();
    }

    #[test]
    fn a_second_claim_is_refused_until_the_first_one_ends() {
        let place = tempfile::tempdir().unwrap();
        let (file, link) = (place.path().join("a.db"), place.path().join("link.db"));
        std::fs::write(&file, b"").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let (file, link) = (file.to_str().unwrap(), link.to_str().unwrap());
        let first = claim(file).unwrap();
        assert!(first.is_some());
        for way in [file, link] {
            assert!(
                claim_within(way, Duration::ZERO).unwrap().is_none(),
                "{way} leads to the same file"
            );
        }
        drop(first);
        assert!(claim(file).unwrap().is_some());
    }

    #[test]
    fn claims_of_different_databases_are_independent() {
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
