//! The folder in which a server keeps its backups.

use std::fs;
use std::path::{Path, PathBuf};

use aditus_application::ports::{BackupFolderError, BackupShelf, CompleteBackup, ListedBackup, NewBackup};
use chrono::{DateTime, Utc};

use crate::complete::CompleteFolderBackup;
use crate::new_backup::NewFolderBackup;
use crate::{MANIFEST, unusable};

/// Prefix of the names of a server's backups. The time follows.
const NAME_PREFIX: &str = "aditus-";

/// A folder of backups. It has to exist: if it is the mount point of a disk that is not mounted,
/// creating it would fill another disk.
pub struct FolderShelf(PathBuf);

impl FolderShelf {
    /// Names the folder without accessing it.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl BackupShelf for FolderShelf {
    /// Lists the backups that servers made, and complete backups of any other name. Other files and
    /// folders are skipped.
    fn list(&self) -> Result<Vec<ListedBackup>, BackupFolderError> {
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(unusable(&self.0))? {
            let entry = entry.map_err(unusable(&self.0))?;
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            if !entry.file_type().map_err(unusable(&self.0))?.is_dir() {
                continue;
            }
            let backup = CompleteFolderBackup::open(&entry.path()).ok();
            let origin = backup
                .filter(CompleteFolderBackup::is_complete)
                .map(|backup| backup.manifest().origin.clone());
            if origin.is_some() || name.starts_with(NAME_PREFIX) {
                found.push(ListedBackup { name, origin });
            }
        }
        Ok(found)
    }

    fn begin(&self, at: DateTime<Utc>) -> Result<Box<dyn NewBackup>, BackupFolderError> {
        fs::read_dir(&self.0).map_err(unusable(&self.0))?;
        let name = format!("{NAME_PREFIX}{}", at.format("%Y-%m-%dT%H-%M-%S%.3fZ"));
        Ok(Box::new(NewFolderBackup::begin(&self.0.join(name))?))
    }

    fn remove(&self, name: &str) -> Result<(), BackupFolderError> {
        let path = self.0.join(name);
        let manifest = path.join(MANIFEST);
        fs::remove_file(&manifest).map_err(unusable(&manifest))?;
        fs::remove_dir_all(&path).map_err(unusable(&path))
    }
}
