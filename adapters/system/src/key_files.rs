//! The files of the master secrets: the current one, the next one before a rotation, and the former
//! one after it.

use std::path::{Path, PathBuf};

use secrecy::ExposeSecret;

use crate::key_file::{self, KeyFileError};
use crate::{SecretKeys, SystemEntropy};

/// The file of the current secret, `master.key`, which seals and hashes. The secrets in
/// `master.key.next` and `master.key.old` beside it only open and compare.
///
/// Every node of an installation has to know the next secret before one of them uses it. Otherwise
/// a node could not open what another one sealed.
#[derive(Debug, Clone)]
pub struct KeyFiles {
    current: PathBuf,
    next: PathBuf,
    former: PathBuf,
}

/// State of a rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rotation {
    /// There is one secret.
    None,
    /// The next secret exists but is not in use.
    Prepared,
    /// The next secret is in use, and the former one is still valid.
    Begun,
}

impl KeyFiles {
    /// Returns the files for this path of the current secret.
    pub fn at(current: PathBuf) -> Self {
        let beside = |ending: &str| {
            let mut path = current.clone().into_os_string();
            path.push(ending);
            PathBuf::from(path)
        };
        Self {
            next: beside(".next"),
            former: beside(".old"),
            current,
        }
    }

    /// Path of the current secret.
    pub fn current(&self) -> &Path {
        &self.current
    }

    /// Path of the next secret.
    pub fn next(&self) -> &Path {
        &self.next
    }

    /// Path of the former secret.
    pub fn former(&self) -> &Path {
        &self.former
    }

    /// Returns true if the file of the current secret exists.
    pub fn exists(&self) -> Result<bool, KeyFileError> {
        key_file::exists(&self.current)
    }

    /// Creates the file of the current secret if it is missing.
    pub fn create(&self) -> Result<(), KeyFileError> {
        key_file::create_missing(&self.current, &SystemEntropy)
    }

    /// Reads all secrets that exist.
    pub fn load(&self) -> Result<SecretKeys, KeyFileError> {
        let mut keys = SecretKeys::new(&key_file::load(&self.current)?);
        for other in [&self.former, &self.next] {
            if key_file::exists(other)? {
                keys = keys.with_other(&key_file::load(other)?);
            }
        }
        Ok(keys)
    }

    /// Returns the state of a rotation. Fails if a next secret exists although the previous
    /// rotation has not ended.
    pub fn rotation(&self) -> Result<Rotation, KeyFileError> {
        match (key_file::exists(&self.next)?, key_file::exists(&self.former)?) {
            (false, false) => Ok(Rotation::None),
            (false, true) => Ok(Rotation::Begun),
            (true, false) => Ok(Rotation::Prepared),
            // An interrupted promotion has left the current secret under both names.
            (true, true) if self.former_is_current()? => Ok(Rotation::Prepared),
            (true, true) => Err(self.unfinished()),
        }
    }

    fn former_is_current(&self) -> Result<bool, KeyFileError> {
        let (former, current) = (key_file::load(&self.former)?, key_file::load(&self.current)?);
        Ok(former.expose_secret() == current.expose_secret())
    }

    fn unfinished(&self) -> KeyFileError {
        KeyFileError::Unfinished {
            former: self.former.clone(),
        }
    }

    /// Creates the next secret, unless it exists.
    pub fn prepare(&self) -> Result<(), KeyFileError> {
        if self.rotation()? == Rotation::Begun {
            return Err(self.unfinished());
        }
        key_file::create_missing(&self.next, &SystemEntropy)
    }

    /// Makes the next secret the current one and keeps the previous one as the former. Resumes an
    /// interrupted promotion.
    pub fn promote(&self) -> Result<(), KeyFileError> {
        if self.rotation()? != Rotation::Prepared {
            return Err(KeyFileError::NotPrepared {
                next: self.next.clone(),
            });
        }
        // Checks that the file is readable before it is put into use.
        key_file::load(&self.next)?;
        if !key_file::exists(&self.former)? {
            key_file::link(&self.current, &self.former)?;
        }
        key_file::replace(&self.next, &self.current)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::MetadataExt;

    use aditus_application::ports::{KeyPurpose, Keys};
    use tempfile::TempDir;

    use super::*;

    fn files() -> (TempDir, KeyFiles) {
        let place = tempfile::tempdir().unwrap();
        let files = KeyFiles::at(place.path().join("secrets/master.key"));
        (place, files)
    }

    fn hashes(files: &KeyFiles) -> Vec<[u8; 32]> {
        files.load().unwrap().hashes(KeyPurpose::SessionToken, b"token")
    }

    #[test]
    fn only_create_makes_a_missing_file() {
        let (_place, files) = files();
        assert!(!files.exists().unwrap());
        assert!(files.load().is_err());
        assert!(!files.exists().unwrap());
        files.create().unwrap();
        let made = hashes(&files);
        files.create().unwrap();
        assert_eq!(hashes(&files), made);
    }

    #[test]
    fn a_rotation_keeps_the_former_secret_valid_until_its_file_is_removed() {
        let (_place, files) = files();
        files.create().unwrap();
        assert_eq!(files.rotation().unwrap(), Rotation::None);
        let before = hashes(&files);
        assert!(matches!(files.promote(), Err(KeyFileError::NotPrepared { .. })));

        files.prepare().unwrap();
        assert_eq!(files.rotation().unwrap(), Rotation::Prepared);
        let prepared = hashes(&files);
        assert_eq!((prepared.len(), prepared[0]), (2, before[0]));
        files.prepare().unwrap();
        assert_eq!(hashes(&files), prepared, "the next secret is made once");

        files.promote().unwrap();
        assert_eq!(files.rotation().unwrap(), Rotation::Begun);
        assert_eq!(hashes(&files), [prepared[1], before[0]]);
        assert_eq!(fs::metadata(files.former()).unwrap().mode() & 0o777, 0o600);
        assert!(matches!(files.prepare(), Err(KeyFileError::Unfinished { .. })));

        fs::remove_file(files.former()).unwrap();
        assert_eq!(hashes(&files), [prepared[1]]);
        files.prepare().unwrap();
    }

    #[test]
    fn an_interrupted_promotion_resumes() {
        let (_place, files) = files();
        files.create().unwrap();
        files.prepare().unwrap();
        let prepared = hashes(&files);
        fs::hard_link(files.current(), files.former()).unwrap();
        assert_eq!(files.rotation().unwrap(), Rotation::Prepared);
        files.promote().unwrap();
        assert_eq!(hashes(&files), [prepared[1], prepared[0]]);
    }

    #[test]
    fn a_former_secret_of_an_earlier_rotation_is_never_overwritten() {
        let (_place, files) = files();
        files.create().unwrap();
        files.prepare().unwrap();
        files.promote().unwrap();
        let earlier = fs::read(files.former()).unwrap();
        fs::copy(files.current(), files.next()).unwrap();
        assert!(matches!(files.promote(), Err(KeyFileError::Unfinished { .. })));
        assert_eq!(fs::read(files.former()).unwrap(), earlier);
    }
}
