//! The folder in which a server keeps its backups.

use std::fs;
use std::path::{Path, PathBuf};

use aditus_application::ports::{BackupFolderError, BackupShelf, KeptBackup, NewBackup, ShelvedBackup};
use chrono::{DateTime, Utc};

use crate::folder::FolderBackup;
use crate::kept::FolderKept;
use crate::{MANIFEST, unusable};

/// How the names of a server's backups begin; the time follows.
const BEGINNING: &str = "aditus-";

/// A folder of backups. It has to be there: where it is a disk that should be mounted, making it would fill another one.
pub struct FolderShelf(PathBuf);

impl FolderShelf {
    /// The backups in this folder. It is not looked at yet.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl BackupShelf for FolderShelf {
    /// Besides those of servers, whole backups of any name count, and nothing else that somebody keeps there.
    fn list(&self) -> Result<Vec<ShelvedBackup>, BackupFolderError> {
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(unusable(&self.0))? {
            let entry = entry.map_err(unusable(&self.0))?;
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            if !entry.file_type().map_err(unusable(&self.0))?.is_dir() {
                continue;
            }
            let kept = FolderKept::open(&entry.path()).ok();
            let origin = kept
                .filter(FolderKept::is_complete)
                .map(|kept| kept.manifest().origin.clone());
            if origin.is_some() || name.starts_with(BEGINNING) {
                found.push(ShelvedBackup { name, origin });
            }
        }
        Ok(found)
    }

    fn begin(&self, at: DateTime<Utc>) -> Result<Box<dyn NewBackup>, BackupFolderError> {
        fs::read_dir(&self.0).map_err(unusable(&self.0))?;
        let name = format!("{BEGINNING}{}", at.format("%Y-%m-%dT%H-%M-%S%.3fZ"));
        Ok(Box::new(FolderBackup::begin(&self.0.join(name))?))
    }

    fn remove(&self, name: &str) -> Result<(), BackupFolderError> {
        let path = self.0.join(name);
        let manifest = path.join(MANIFEST);
        fs::remove_file(&manifest).map_err(unusable(&manifest))?;
        fs::remove_dir_all(&path).map_err(unusable(&path))
    }
}
