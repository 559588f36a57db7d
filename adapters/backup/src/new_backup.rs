//! A backup while it is being made.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use aditus_application::backup::Manifest;
use aditus_application::ports::{BackupFolderError, FileDigest, FileKey, NewBackup, SharedDocuments};
use aditus_domain::requests::content::Sha256;
use sha2::Digest;

use crate::older_backup::OlderBackup;
use crate::{MANIFEST, database_in, document_in, manifest, unusable};

/// Name of the manifest while it is written. It is renamed once it is complete.
const UNFINISHED_MANIFEST: &str = ".manifest.part";

/// A backup in the making, in a folder of its own. Dropping it before `finish` removes its files.
pub struct NewFolderBackup {
    path: PathBuf,
    /// True if `begin` created the folder, so that an abandoned backup removes it too.
    is_ours: bool,
    /// True once `finish` has succeeded.
    is_whole: bool,
    /// The earlier backup whose documents are hard-linked instead of copied.
    older: Option<OlderBackup>,
    shared: Mutex<SharedDocuments>,
}

impl NewFolderBackup {
    /// Starts a backup in a folder that is empty or does not exist yet, and restricts the folder to
    /// its owner (mode 0700).
    pub fn begin(path: &Path) -> Result<Self, BackupFolderError> {
        let is_ours = match fs::read_dir(path) {
            Ok(mut inside) => {
                if inside.next().is_some() {
                    return Err(BackupFolderError::NotEmpty(path.to_owned()));
                }
                fs::set_permissions(path, Permissions::from_mode(0o700)).map_err(unusable(path))?;
                false
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                make_folders(path)?;
                true
            }
            Err(error) => return Err(unusable(path)(error)),
        };
        Ok(Self {
            path: path.to_owned(),
            is_ours,
            is_whole: false,
            older: None,
            shared: Mutex::default(),
        })
    }

    fn lock_shared(&self) -> MutexGuard<'_, SharedDocuments> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hard-links the document of the older backup to `path`, and records it as shared. Returns
    /// false if the document has to be written instead; records a missing or altered one as
    /// damaged.
    ///
    /// The file is verified after it was linked, so that it cannot be exchanged in between.
    fn link_older(&self, key: &FileKey, digest: FileDigest, path: &Path) -> Result<bool, BackupFolderError> {
        let Some(older) = &self.older else {
            return Ok(false);
        };
        let is_missing = match older.link(key, digest, path) {
            Ok(true) => false,
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            // The older backup has no such document, the file system has no hard links, or the file
            // has reached the limit of links.
            Ok(false) | Err(_) => return Ok(false),
        };
        if !is_missing && digest_of(path).is_ok_and(|found| found == digest) {
            self.lock_shared().documents.insert(key.clone());
            return Ok(true);
        }
        remove_file(path)?;
        // A backup that is being removed has lost its manifest already, and its missing documents
        // are no damage.
        if older.is_there() {
            self.lock_shared().damaged.insert(key.clone());
        }
        Ok(false)
    }

    fn write_manifest(&self, manifest: &Manifest) -> Result<Sha256, BackupFolderError> {
        let bytes = manifest::write(manifest);
        let unfinished = self.path.join(UNFINISHED_MANIFEST);
        write_new(&unfinished, &bytes)?;
        let path = self.path.join(MANIFEST);
        fs::rename(&unfinished, &path).map_err(unusable(&path))?;
        sync_folder(&self.path)?;
        Ok(Sha256(sha2::Sha256::digest(&bytes).into()))
    }
}

impl NewBackup for NewFolderBackup {
    fn share_with_older(&mut self, installation: &[u8; 16]) {
        self.older = OlderBackup::find_beside(&self.path, installation);
        self.lock_shared().with = self.older.as_ref().map(|older| older.path().to_owned());
    }

    fn shared(&self) -> SharedDocuments {
        self.lock_shared().clone()
    }

    fn database_file(&self, kind: &str) -> Result<PathBuf, BackupFolderError> {
        let path = database_in(&self.path, kind);
        remove_file(&path)?;
        write_new(&path, b"")?;
        Ok(path)
    }

    fn database_digest(&self, kind: &str) -> Result<FileDigest, BackupFolderError> {
        let path = database_in(&self.path, kind);
        File::open(&path)
            .and_then(|file| file.sync_all())
            .map_err(unusable(&path))?;
        digest_of(&path)
    }

    fn add_document(&self, key: &FileKey, bytes: &[u8]) -> Result<FileDigest, BackupFolderError> {
        let path = document_in(&self.path, key);
        if let Some(folder) = path.parent() {
            make_folders(folder)?;
        }
        let digest = digest_of_bytes(bytes);
        if !self.link_older(key, digest, &path)? {
            write_new(&path, bytes)?;
        }
        Ok(digest)
    }

    fn remove_document(&self, key: &FileKey) -> Result<(), BackupFolderError> {
        self.lock_shared().documents.remove(key);
        remove_file(&document_in(&self.path, key))
    }

    fn finish(mut self: Box<Self>, manifest: &Manifest) -> Result<Sha256, BackupFolderError> {
        sync_folders(&self.path)?;
        let sha256 = self.write_manifest(manifest)?;
        if let Some(above) = self.path.parent().filter(|above| !above.as_os_str().is_empty()) {
            sync_folder(above)?;
        }
        self.is_whole = true;
        Ok(sha256)
    }
}

impl Drop for NewFolderBackup {
    /// Removes an unfinished backup: it cannot be restored, and it contains personal data.
    fn drop(&mut self) {
        if self.is_whole {
            return;
        }
        let removed = if self.is_ours {
            fs::remove_dir_all(&self.path)
        } else {
            empty(&self.path)
        };
        // An error cannot be reported from here. What is left lacks a manifest, so it is recognised
        // as an unfinished backup.
        drop(removed);
    }
}

fn empty(folder: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn make_folders(path: &Path) -> Result<(), BackupFolderError> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
        .map_err(unusable(path))
}

/// Writes a new file with mode 0600 and syncs it to disk.
fn write_new(path: &Path, bytes: &[u8]) -> Result<(), BackupFolderError> {
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
    written.map_err(unusable(path))
}

fn remove_file(path: &Path) -> Result<(), BackupFolderError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(unusable(path)(error)),
        _ => Ok(()),
    }
}

fn sync_folder(path: &Path) -> Result<(), BackupFolderError> {
    File::open(path)
        .and_then(|folder| folder.sync_all())
        .map_err(unusable(path))
}

/// Syncs a folder and all folders below it, which makes the names of their files durable.
fn sync_folders(path: &Path) -> Result<(), BackupFolderError> {
    for entry in fs::read_dir(path).map_err(unusable(path))? {
        let entry = entry.map_err(unusable(path))?;
        if entry.file_type().map_err(unusable(path))?.is_dir() {
            sync_folders(&entry.path())?;
        }
    }
    sync_folder(path)
}

pub(crate) fn digest_of_bytes(bytes: &[u8]) -> FileDigest {
    FileDigest {
        size: bytes.len() as u64,
        sha256: Sha256(sha2::Sha256::digest(bytes).into()),
    }
}

/// Returns the size and digest of a file. Reads it in parts, because databases are large.
pub(crate) fn digest_of(path: &Path) -> Result<FileDigest, BackupFolderError> {
    let mut file = File::open(path).map_err(|error| absent_or_unusable(path, error))?;
    let mut hash = sha2::Sha256::new();
    let mut buffer = vec![0; 1 << 20];
    let mut size = 0;
    loop {
        let read = match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(unusable(path)(error)),
        };
        hash.update(&buffer[..read]);
        size += read as u64;
    }
    Ok(FileDigest {
        size,
        sha256: Sha256(hash.finalize().into()),
    })
}

pub(crate) fn absent_or_unusable(path: &Path, error: std::io::Error) -> BackupFolderError {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory => {
            BackupFolderError::Missing(path.display().to_string())
        }
        _ => unusable(path)(error),
    }
}
