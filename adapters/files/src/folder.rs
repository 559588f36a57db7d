use std::fs::{DirBuilder, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use aditus_application::ports::{
    Clock, FileError, FileKey, FilePart, FileStore, Keys, SignedPath, StoredFile,
};
use chrono::{DateTime, Utc};

use crate::address::Addresses;

/// Prefix and suffix of a file's name while it is written.
const UNFINISHED_NAME: (&str, &str) = (".", ".part");

/// Most files in one batch of `for_each_batch`.
const MAX_BATCH: usize = 200;

/// Files in a folder that only its owner can enter. A file appears under its key once it is
/// completely on disk, and never replaces another file.
pub struct FolderFiles {
    root: PathBuf,
    addresses: Addresses,
}

impl FolderFiles {
    /// Opens the folder, or creates it. Sets the mode of an existing one to 0700.
    pub fn open(
        root: impl Into<PathBuf>,
        keys: Arc<dyn Keys>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, FileError> {
        let root = root.into();
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&root)
            .map_err(unavailable)?;
        // Skipped if the mode is right already, so that a read-only file system works.
        let about = fs::metadata(&root).map_err(unavailable)?;
        if about.permissions().mode() & 0o777 != 0o700 {
            fs::set_permissions(&root, fs::Permissions::from_mode(0o700)).map_err(unavailable)?;
        }
        Ok(Self {
            root,
            addresses: Addresses::new(keys, clock),
        })
    }

    fn path(&self, key: &FileKey) -> PathBuf {
        self.root.join(key.as_str())
    }

    /// Creates the folders of a key one by one and syncs the parent of each new one, so that they
    /// are durable.
    fn make_folders(&self, folder: &Path) -> io::Result<()> {
        let mut made = self.root.clone();
        for segment in folder.strip_prefix(&self.root).unwrap_or(Path::new("")) {
            let above = made.clone();
            made.push(segment);
            match DirBuilder::new().mode(0o700).create(&made) {
                Ok(()) => File::open(above)?.sync_all()?,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl FileStore for FolderFiles {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.root);
        self.make_folders(folder).map_err(unavailable)?;
        // The hidden name cannot collide with a file, because keys have no hidden segments.
        // `tempfile` creates the file with mode 0600.
        let mut beside = tempfile::Builder::new()
            .prefix(UNFINISHED_NAME.0)
            .suffix(UNFINISHED_NAME.1)
            .tempfile_in(folder)
            .map_err(unavailable)?;
        beside.write_all(bytes).map_err(unavailable)?;
        beside.as_file().sync_all().map_err(unavailable)?;
        beside
            .persist_noclobber(&path)
            .map_err(|refused| match refused.error.kind() {
                ErrorKind::AlreadyExists => FileError::Exists,
                _ => unavailable(refused.error),
            })?;
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(unavailable)
    }

    fn get(&self, key: &FileKey) -> Result<Vec<u8>, FileError> {
        match fs::read(self.path(key)) {
            Err(error) if is_absence(&error) => Err(FileError::NotFound),
            read => read.map_err(unavailable),
        }
    }

    fn read_part(&self, key: &FileKey, start: u64, length: usize) -> Result<FilePart, FileError> {
        match read_range(&self.path(key), start, length) {
            Err(error) if is_absence(&error) => Err(FileError::NotFound),
            read => read.map_err(unavailable),
        }
    }

    fn remove(&self, key: &FileKey) -> Result<(), FileError> {
        let path = self.path(key);
        if path.is_dir() {
            return Ok(());
        }
        match fs::remove_file(&path) {
            Err(error) if is_absence(&error) => Ok(()),
            Err(error) => Err(unavailable(error)),
            Ok(()) => File::open(path.parent().unwrap_or(&self.root))
                .and_then(|folder| folder.sync_all())
                .map_err(unavailable),
        }
    }

    fn for_each_batch(
        &self,
        show: &mut dyn FnMut(Vec<StoredFile>) -> Result<(), FileError>,
    ) -> Result<bool, FileError> {
        let mut folders = vec![self.root.clone()];
        let mut batch = Vec::new();
        while let Some(folder) = folders.pop() {
            let entries = match fs::read_dir(&folder) {
                Err(error) if is_absence(&error) => continue,
                entries => entries.map_err(unavailable)?,
            };
            for entry in entries {
                let path = entry.map_err(unavailable)?.path();
                let about = match fs::metadata(&path) {
                    Err(error) if is_absence(&error) => continue,
                    about => about.map_err(unavailable)?,
                };
                if about.is_dir() {
                    folders.push(path);
                    continue;
                }
                let key = path.strip_prefix(&self.root).ok().and_then(Path::to_str);
                // Unfinished files have hidden names, which are not keys.
                if let Some(key) = key.and_then(|key| FileKey::parse(key).ok()) {
                    let changed_on = about.modified().map_err(unavailable)?.into();
                    batch.push(StoredFile { key, changed_on });
                }
                if batch.len() >= MAX_BATCH {
                    show(std::mem::take(&mut batch))?;
                }
            }
        }
        show(batch)?;
        Ok(true)
    }

    fn delete_unfinished(&self, before: DateTime<Utc>) -> Result<u64, FileError> {
        delete_unfinished_below(&self.root, before).map_err(unavailable)
    }

    fn signed_address(&self, key: &FileKey, name: &str, lifetime: Duration) -> Result<SignedPath, FileError> {
        Ok(self.addresses.sign(key, name, lifetime))
    }
}

fn read_range(path: &Path, start: u64, length: usize) -> io::Result<FilePart> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(length as u64).read_to_end(&mut bytes)?;
    Ok(FilePart { bytes, size })
}

/// Removes the unfinished files of [`FileStore::put`] in this folder and all folders below it.
fn delete_unfinished_below(folder: &Path, before: DateTime<Utc>) -> io::Result<u64> {
    let mut removed = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let about = entry.metadata()?;
        if about.is_dir() {
            removed += delete_unfinished_below(&entry.path(), before)?;
        } else if is_unfinished(&entry.path()) && DateTime::<Utc>::from(about.modified()?) < before {
            fs::remove_file(entry.path())?;
            removed += 1;
        }
    }
    Ok(removed)
}

fn is_unfinished(path: &Path) -> bool {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    name.starts_with(UNFINISHED_NAME.0) && name.ends_with(UNFINISHED_NAME.1)
}

/// Returns true if no file has this key. That includes keys whose path leads through a file, or
/// ends at a folder.
fn is_absence(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory
    )
}

/// Maps a full disk or quota to `Full`, any other error to `Unavailable`.
fn unavailable(error: io::Error) -> FileError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => FileError::Full(error.into()),
        _ => FileError::Unavailable(error.into()),
    }
}
