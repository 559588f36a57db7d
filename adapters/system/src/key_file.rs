//! The file that stores the master secret.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use aditus_application::ports::Entropy;
use secrecy::{ExposeSecret, SecretBox, SecretString};
use thiserror::Error;

/// The file of the master secret is unusable.
#[derive(Debug, Error)]
pub enum KeyFileError {
    /// Accounts other than the owner may read or write the file.
    #[error(
        "{path} contains the secrets of this installation, and other accounts may read or change it (mode {mode:04o}); run chmod 600 on it"
    )]
    TooOpen {
        /// The file.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// Every account may replace the file, because its folder is writable for all.
    #[error(
        "{path} contains the secrets of this installation, and every account may write to it (mode {mode:04o}); run chmod 700 on it"
    )]
    FolderTooOpen {
        /// The folder.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// The content is not 64 hexadecimal digits.
    #[error("{path} does not contain a secret of Aditus, which has 64 hexadecimal digits")]
    Malformed {
        /// The file.
        path: PathBuf,
    },
    /// The previous rotation has not ended.
    #[error(
        "{former} still exists: the previous rotation has not ended. Run `aditus keys rotate` until the former secret is no longer needed, and \
         delete it on every node"
    )]
    Unfinished {
        /// The file of the former secret.
        former: PathBuf,
    },
    /// There is no next secret to rotate to.
    #[error("{next} is missing: run `aditus keys prepare` first, and restart every server")]
    NotPrepared {
        /// The file of the next secret.
        next: PathBuf,
    },
    /// The file or its folder cannot be read or written.
    #[error("{path} cannot be read or created")]
    Unusable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        #[source]
        cause: io::Error,
    },
}

/// Creates the file with mode 0600 and its folder with mode 0700, if they are missing. Refuses a
/// folder that every account may write to.
pub(crate) fn create_missing(path: &Path, entropy: &dyn Entropy) -> Result<(), KeyFileError> {
    let folder = folder_of(path);
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(unusable(folder))?;
    refuse_open_folder(folder)?;
    if exists(path)? {
        return Ok(());
    }
    create(path, folder, entropy).map_err(unusable(path))
}

pub(crate) fn exists(path: &Path) -> Result<bool, KeyFileError> {
    path.try_exists().map_err(unusable(path))
}

/// Adds a second name to the file. Fails if `other` exists. Both names refer to the same file until
/// one of them is replaced.
pub(crate) fn link(path: &Path, other: &Path) -> Result<(), KeyFileError> {
    fs::hard_link(path, other).map_err(unusable(other))?;
    sync_name(other)
}

/// Renames the file over another one, atomically.
pub(crate) fn replace(path: &Path, other: &Path) -> Result<(), KeyFileError> {
    fs::rename(path, other).map_err(unusable(other))?;
    sync_name(other)
}

fn sync_name(path: &Path) -> Result<(), KeyFileError> {
    let folder = folder_of(path);
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(unusable(folder))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn unusable(path: &Path) -> impl FnOnce(io::Error) -> KeyFileError {
    let path = path.to_owned();
    move |cause| KeyFileError::Unusable { path, cause }
}

/// Refuses a folder that every account may write to. A sticky folder (`/tmp`) is accepted: in it,
/// no account can replace the files of another.
fn refuse_open_folder(folder: &Path) -> Result<(), KeyFileError> {
    let metadata = fs::metadata(folder).map_err(unusable(folder))?;
    let mode = metadata.mode() & 0o7777;
    if mode & 0o002 != 0 && mode & 0o1000 == 0 {
        return Err(KeyFileError::FolderTooOpen {
            path: folder.to_owned(),
            mode,
        });
    }
    Ok(())
}

/// Writes a new secret to a temporary file and links it to its final name. If another process
/// linked its own first, that secret is used.
fn create(path: &Path, folder: &Path, entropy: &dyn Entropy) -> io::Result<()> {
    let mut secret = SecretBox::new(Box::new([0; 32]));
    entropy.fill(secrecy::ExposeSecretMut::expose_secret_mut(&mut secret));
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(
        ".{:08x}{:08x}.new",
        entropy.below(u32::MAX),
        entropy.below(u32::MAX)
    ));
    let beside = folder.join(name);
    let written = (|| {
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&beside)?;
        let text = SecretString::from(hexadecimal(secret.expose_secret()));
        file.write_all(text.expose_secret().as_bytes())?;
        file.sync_all()?;
        match fs::hard_link(&beside, path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            linked => linked,
        }
    })();
    let removed = fs::remove_file(&beside);
    written?;
    removed?;
    File::open(folder)?.sync_all()
}

pub(crate) fn load(path: &Path) -> Result<SecretBox<[u8; 32]>, KeyFileError> {
    refuse_open_folder(folder_of(path))?;
    let mode = fs::metadata(path).map_err(unusable(path))?.mode() & 0o7777;
    if mode & 0o077 != 0 {
        return Err(KeyFileError::TooOpen {
            path: path.to_owned(),
            mode,
        });
    }
    let text = SecretBox::new(Box::new(fs::read(path).map_err(unusable(path))?));
    parse(text.expose_secret()).ok_or_else(|| KeyFileError::Malformed {
        path: path.to_owned(),
    })
}

fn hexadecimal(bytes: &[u8; 32]) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .chain(['\n'])
        .collect()
}

fn parse(text: &[u8]) -> Option<SecretBox<[u8; 32]>> {
    let digits = text.trim_ascii_end();
    if digits.len() != 64 {
        return None;
    }
    let mut secret = Box::new([0; 32]);
    for (byte, pair) in secret.iter_mut().zip(digits.chunks_exact(2)) {
        let nibble = |digit: u8| {
            char::from(digit)
                .to_digit(16)
                .and_then(|value| u8::try_from(value).ok())
        };
        *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
    }
    Some(SecretBox::new(secret))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use aditus_application::ports::{KeyPurpose, Keys};

    use super::*;
    use crate::SecretKeys;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    #[test]
    fn the_secret_is_created_once_with_private_permissions() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("data/secrets/master.key");
        let made = SecretKeys::load_or_create(&path).unwrap();
        assert_eq!(mode(&path), 0o600);
        assert_eq!(mode(path.parent().unwrap()), 0o700);
        assert_eq!(
            fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1,
            "nothing is left beside it"
        );
        let read = SecretKeys::load_or_create(&path).unwrap();
        let hash = |keys: &SecretKeys| keys.hash(KeyPurpose::SessionToken, b"token");
        assert_eq!(hash(&made), hash(&read));
        let other = SecretKeys::load_or_create(&place.path().join("other.key")).unwrap();
        assert_ne!(hash(&made), hash(&other));
    }

    #[test]
    fn concurrent_starts_use_the_same_secret() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("data/master.key");
        let hashes: Vec<_> = std::thread::scope(|scope| {
            let starting: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        SecretKeys::load_or_create(&path)
                            .unwrap()
                            .hash(KeyPurpose::OneTimeCode, b"1")
                    })
                })
                .collect();
            starting
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        assert!(hashes.iter().all(|hash| hash == &hashes[0]));
    }

    #[test]
    fn a_file_that_others_may_read_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("master.key");
        SecretKeys::load_or_create(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let refusal = SecretKeys::load_or_create(&path).unwrap_err();
        assert!(matches!(refusal, KeyFileError::TooOpen { mode: 0o640, .. }));
        assert!(refusal.to_string().contains("chmod 600") && refusal.to_string().contains("master.key"));
    }

    #[test]
    fn a_world_writable_folder_is_refused() {
        let place = tempfile::tempdir().unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let refusal = SecretKeys::load_or_create(&place.path().join("master.key")).unwrap_err();
        assert!(matches!(refusal, KeyFileError::FolderTooOpen { .. }));
        assert!(!place.path().join("master.key").exists());
    }

    #[test]
    fn a_damaged_file_is_refused_and_not_replaced() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("master.key");
        for content in ["", "abc", &"g".repeat(64), &"a".repeat(65)] {
            fs::write(&path, content).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
            assert!(matches!(
                SecretKeys::load_or_create(&path),
                Err(KeyFileError::Malformed { .. })
            ));
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
    }
}
