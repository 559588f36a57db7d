//! The files of the master secrets: the one in use, and beside it the next one before a rotation and the former one after it.

use std::path::{Path, PathBuf};

use secrecy::ExposeSecret;

use crate::key_file::{self, KeyFileError};
use crate::{SecretKeys, SystemEntropy};

/// `master.key`, which seals and hashes. `master.key.next` and `master.key.old` beside it only open and compare.
///
/// Every node of an installation has to know the next secret before one of them uses it, so that no node meets what it cannot open.
#[derive(Debug, Clone)]
pub struct KeyFiles {
    current: PathBuf,
    next: PathBuf,
    former: PathBuf,
}

/// How far a rotation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rotation {
    /// There is one secret.
    None,
    /// The next secret is there, and is not in use yet.
    Prepared,
    /// The next secret is in use, and the former one is still valid.
    Begun,
}

impl KeyFiles {
    /// The files beside this one, which is in use.
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

    /// The file of the secret in use.
    pub fn current(&self) -> &Path {
        &self.current
    }

    /// The file of the next secret.
    pub fn next(&self) -> &Path {
        &self.next
    }

    /// The file of the former secret.
    pub fn former(&self) -> &Path {
        &self.former
    }

    /// Returns true if the file of the secret in use is there.
    pub fn exists(&self) -> Result<bool, KeyFileError> {
        key_file::exists(&self.current)
    }

    /// Makes the file of the secret in use where it is missing.
    pub fn create(&self) -> Result<(), KeyFileError> {
        key_file::create_missing(&self.current, &SystemEntropy)
    }

    /// Reads all that are there.
    pub fn load(&self) -> Result<SecretKeys, KeyFileError> {
        let mut keys = SecretKeys::new(&key_file::load(&self.current)?);
        for other in [&self.former, &self.next] {
            if key_file::exists(other)? {
                keys = keys.with_other(&key_file::load(other)?);
            }
        }
        Ok(keys)
    }

    /// Returns how far a rotation is. Fails where a next secret is there before the rotation until then has ended.
    pub fn rotation(&self) -> Result<Rotation, KeyFileError> {
        match (key_file::exists(&self.next)?, key_file::exists(&self.former)?) {
            (false, false) => Ok(Rotation::None),
            (false, true) => Ok(Rotation::Begun),
            (true, false) => Ok(Rotation::Prepared),
            // A promotion that ended half way has left the secret in use under both names.
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

    /// Makes the next secret, unless there is one.
    pub fn prepare(&self) -> Result<(), KeyFileError> {
        if self.rotation()? == Rotation::Begun {
            return Err(self.unfinished());
        }
        key_file::create_missing(&self.next, &SystemEntropy)
    }

    /// Puts the next secret into use, and keeps the one until now as the former. What ended in between goes on.
    pub fn promote(&self) -> Result<(), KeyFileError> {
        if self.rotation()? != Rotation::Prepared {
            return Err(KeyFileError::NotPrepared {
                next: self.next.clone(),
            });
        }
        // A file that cannot be read is not put into use.
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
    fn a_missing_file_is_made_by_create_alone() {
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
    fn a_promotion_that_ended_half_way_goes_on() {
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
