//! Secret files that an administrator provides: the configuration, the key of a certificate, or a
//! SQLite database. Aditus creates the file of the master secret itself and requires stricter
//! permissions for it (`key_file.rs`).

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::{getegid, geteuid, getgroups};
use thiserror::Error;

/// A file with secrets is unusable.
#[derive(Debug, Error)]
pub enum PrivateFileError {
    /// Other accounts of the machine may read or change the file.
    #[error(
        "other accounts of this machine may read or change {path} (mode {mode:04o}); run chmod 600 on it, or chmod 640 if its group is \
         only that of the service"
    )]
    TooOpen {
        /// The file.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// The permissions cannot be read.
    #[error("the permissions of {path} cannot be read")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        #[source]
        cause: io::Error,
    },
}

/// Permission bits of other accounts: to read or write a file, and to enter a folder.
const READ_OR_WRITE: u32 = 0o006;
const ENTER: u32 = 0o001;

/// Refuses a file that accounts other than its owner, root and members of a group of this process
/// may read or change. Accepts any mode if other accounts cannot enter one of the folders above it.
/// Does not check who the owner is.
pub fn require_private(path: &Path) -> Result<(), PrivateFileError> {
    let unreadable = |cause| PrivateFileError::Unreadable {
        path: path.to_owned(),
        cause,
    };
    // For a link, the permissions of its target and of the target's folders count.
    let real = fs::canonicalize(path).map_err(unreadable)?;
    let file = fs::metadata(&real).map_err(unreadable)?;
    if !is_open_to_others(&file, READ_OR_WRITE) {
        return Ok(());
    }
    for folder in real.ancestors().skip(1) {
        let folder = fs::metadata(folder).map_err(unreadable)?;
        if !is_open_to_others(&folder, ENTER) {
            return Ok(());
        }
    }
    Err(PrivateFileError::TooOpen {
        path: path.to_owned(),
        mode: file.mode() & 0o7777,
    })
}

/// Returns true if other accounts have one of these rights. `rights` has the bits for others; the
/// bits for the group are derived.
fn is_open_to_others(metadata: &Metadata, rights: u32) -> bool {
    let mode = metadata.mode();
    mode & rights != 0 || (mode & (rights << 3) != 0 && !is_group_of_this_process(metadata.gid()))
}

/// Returns true if the group is one of this process. Always true for root, who runs commands on
/// behalf of the service and does not know its groups.
fn is_group_of_this_process(group: u32) -> bool {
    let supplementary = || getgroups().unwrap_or_default();
    geteuid().is_root()
        || getegid().as_raw() == group
        || supplementary().iter().any(|own| own.as_raw() == group)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// A folder that every account may enter, like all folders above it.
    fn open_place() -> tempfile::TempDir {
        let place = tempfile::tempdir_in("/tmp").unwrap();
        set_mode(place.path(), 0o755);
        place
    }

    /// Checks a file of this mode in a folder of that mode, both in this process's own group.
    fn judged(file_mode: u32, folder_mode: u32) -> Result<(), PrivateFileError> {
        let place = open_place();
        let folder = place.path().join("folder");
        fs::create_dir(&folder).unwrap();
        let file = folder.join("secret");
        fs::write(&file, "secret").unwrap();
        set_mode(&file, file_mode);
        set_mode(&folder, folder_mode);
        require_private(&file)
    }

    #[test]
    fn a_file_that_other_accounts_may_read_is_refused() {
        for mode in [0o644, 0o604, 0o602, 0o666] {
            let refusal = judged(mode, 0o755).unwrap_err();
            assert!(
                matches!(refusal, PrivateFileError::TooOpen { mode: told, .. } if told == mode),
                "{mode:o}"
            );
            let told = refusal.to_string();
            assert!(
                told.contains("chmod 600") && told.contains("secret (mode 06"),
                "{told}"
            );
        }
    }

    #[test]
    fn a_file_of_the_service_and_its_group_is_accepted() {
        for mode in [0o600, 0o400, 0o640, 0o440] {
            judged(mode, 0o755).unwrap();
        }
    }

    #[test]
    fn a_file_in_a_private_folder_is_accepted() {
        judged(0o644, 0o700).unwrap();
        judged(0o644, 0o750).unwrap();
        assert!(judged(0o644, 0o711).is_err());
    }

    #[test]
    fn the_target_of_a_link_is_checked() {
        let place = open_place();
        let target = place.path().join("target");
        fs::write(&target, "secret").unwrap();
        set_mode(&target, 0o644);
        let closed = place.path().join("closed");
        fs::create_dir(&closed).unwrap();
        set_mode(&closed, 0o700);
        let link = closed.join("link");
        std::os::unix::fs::symlink(&target, &link).unwrap();
        assert!(require_private(&link).is_err());
        assert!(matches!(
            require_private(&place.path().join("missing")),
            Err(PrivateFileError::Unreadable { .. })
        ));
    }
}
