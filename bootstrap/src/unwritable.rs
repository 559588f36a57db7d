//! Finds the cause of a failed write, if the error of a library or of the system does not tell it.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, StatVfsMountFlags, access, statvfs};

/// Returns the reason why this account cannot write to a folder.
pub(crate) fn folder(folder: &Path) -> Option<String> {
    if let Some(reason) = read_only_mount(folder) {
        return Some(reason);
    }
    access(folder, Access::WRITE_OK).err().map(|_| {
        format!(
            "this account may not write to the folder {}: check its owner and its mode",
            folder.display()
        )
    })
}

fn read_only_mount(folder: &Path) -> Option<String> {
    let about = statvfs(folder).ok()?;
    about.f_flag.contains(StatVfsMountFlags::RDONLY).then(|| {
        format!(
            "the file system of {} is mounted read-only, which also happens when a disk fails: check the messages of the kernel \
             (`dmesg`)",
            folder.display()
        )
    })
}

/// Returns the reason why this account cannot write the file of a SQLite database or the journal
/// beside it. It also mentions if the database cannot be read for that reason.
pub(crate) fn database(file: &Path) -> Option<String> {
    let reason = unwritable_reason(file)?;
    Some(match unreadable_reason(file) {
        Some(unreadable) => format!("{reason}. {unreadable}"),
        None => reason,
    })
}

/// SQLite can read a journal without write access only if the index beside it exists, since it
/// cannot create the index.
fn unreadable_reason(file: &Path) -> Option<String> {
    let journal = companion_file(file, "-wal");
    let is_readable = !journal.exists() || companion_file(file, "-shm").exists();
    (!is_readable).then(|| {
        format!(
            "The journal {} cannot be read without writing: copy it and the database into a folder that this account may write to, and set \
             ADITUS_DATABASE_URL to the copy",
            journal.display()
        )
    })
}

fn unwritable_reason(file: &Path) -> Option<String> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if let Some(reason) = read_only_mount(folder) {
        return Some(reason);
    }
    for ending in ["", "-wal", "-shm"] {
        let file = companion_file(file, ending);
        if file.exists() && access(&file, Access::WRITE_OK).is_err() {
            return Some(format!(
                "this account may not write to the file {}: check its owner and its mode",
                file.display()
            ));
        }
    }
    if folder.exists() && access(folder, Access::WRITE_OK).is_err() {
        return Some(format!(
            "this account may not write to the folder {}, in which SQLite keeps the journal of the database: check its owner and its mode",
            folder.display()
        ));
    }
    None
}

fn companion_file(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    PathBuf::from(name)
}

/// Returns the remedy for an error of a file in the data folder.
pub(crate) fn in_data_folder(error: &(dyn Error + 'static)) -> &'static str {
    match io_error(error).map(io::Error::kind) {
        Some(ErrorKind::StorageFull) => {
            "free space on the disk of the data folder (ADITUS_DATA_DIR), or use a larger disk"
        }
        Some(ErrorKind::QuotaExceeded) => {
            "the quota of this account on the disk of the data folder (ADITUS_DATA_DIR) is used up: free space, or raise it"
        }
        Some(ErrorKind::ReadOnlyFilesystem) => {
            "the file system of the data folder (ADITUS_DATA_DIR) is mounted read-only: check the messages of the kernel (`dmesg`)"
        }
        _ => "check the permissions of the data folder",
    }
}

/// Returns the I/O error among the causes.
fn io_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a io::Error> {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(found) = error.downcast_ref() {
            return Some(found);
        }
        cause = error.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use aditus_application::ports::FileError;

    use super::*;

    #[test]
    fn the_remedy_for_the_data_folder_depends_on_the_io_error() {
        let full = |kind: ErrorKind| FileError::Full(io::Error::from(kind).into());
        let other = |kind: ErrorKind| FileError::Unavailable(io::Error::from(kind).into());
        for (error, words) in [
            (full(ErrorKind::StorageFull), "free space on the disk"),
            (full(ErrorKind::QuotaExceeded), "the quota of this account"),
            (other(ErrorKind::ReadOnlyFilesystem), "mounted read-only"),
            (other(ErrorKind::PermissionDenied), "check the permissions"),
            (FileError::NotFound, "check the permissions"),
        ] {
            let reason = in_data_folder(&error);
            assert!(reason.contains(words), "{error}: {reason}");
        }
    }

    #[test]
    fn a_file_that_can_be_written_gives_no_reason() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("aditus.db");
        assert_eq!(database(&file), None, "it is not there yet");
        std::fs::write(&file, b"").unwrap();
        assert_eq!(database(&file), None);
        assert_eq!(folder(place.path()), None);
    }

    #[test]
    fn journal_without_its_index_has_to_be_copied_before_it_can_be_read() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("aditus.db");
        assert_eq!(unreadable_reason(&file), None);
        std::fs::write(companion_file(&file, "-wal"), b"").unwrap();
        let reason = unreadable_reason(&file).unwrap();
        assert!(
            reason.contains("aditus.db-wal cannot be read without writing: copy it"),
            "{reason}"
        );
        std::fs::write(companion_file(&file, "-shm"), b"").unwrap();
        assert_eq!(unreadable_reason(&file), None);
    }
}
