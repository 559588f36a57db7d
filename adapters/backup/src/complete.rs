//! A complete backup.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use aditus_application::backup::Manifest;
use aditus_application::ports::{BackupFolderError, CompleteBackup, FileDigest, FileKey};
use aditus_domain::requests::content::Sha256;
use sha2::Digest;

use crate::new_backup::{absent_or_unusable, digest_of, digest_of_bytes};
use crate::{MANIFEST, database_in, document_in, manifest, unusable};

/// A folder with a backup and its manifest.
pub struct CompleteFolderBackup {
    path: PathBuf,
    manifest: Manifest,
    manifest_sha256: Sha256,
}

impl CompleteFolderBackup {
    /// Reads the manifest only. Use `is_complete` or the `verify` use case to check the other
    /// files.
    pub fn open(path: &Path) -> Result<Self, BackupFolderError> {
        let file = path.join(MANIFEST);
        let bytes = match fs::read(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound && path.is_dir() => {
                return Err(BackupFolderError::Incomplete(path.to_owned()));
            }
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Err(BackupFolderError::Absent(path.to_owned()));
            }
            Err(error) => return Err(unusable(&file)(error)),
        };
        Ok(Self {
            manifest: manifest::read(path, &bytes)?,
            manifest_sha256: Sha256(sha2::Sha256::digest(&bytes).into()),
            path: path.to_owned(),
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if each file exists and has the size that the manifest states. Does not read
    /// the files, so altered content goes unnoticed.
    pub(crate) fn is_complete(&self) -> bool {
        let has = |path: PathBuf, digest: FileDigest| {
            fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() == digest.size)
        };
        has(self.database_file(), self.manifest.database)
            && self
                .manifest
                .documents
                .iter()
                .all(|(key, digest)| has(document_in(&self.path, key), *digest))
    }
}

impl CompleteBackup for CompleteFolderBackup {
    fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn manifest_sha256(&self) -> Sha256 {
        self.manifest_sha256
    }

    fn database_file(&self) -> PathBuf {
        database_in(&self.path, &self.manifest.origin.kind)
    }

    fn database_digest(&self) -> Result<FileDigest, BackupFolderError> {
        digest_of(&self.database_file())
    }

    fn document(&self, key: &FileKey) -> Result<(Vec<u8>, FileDigest), BackupFolderError> {
        let path = document_in(&self.path, key);
        let bytes = fs::read(&path).map_err(|error| absent_or_unusable(&path, error))?;
        let digest = digest_of_bytes(&bytes);
        Ok((bytes, digest))
    }

    fn is_document(&self, key: &FileKey, bytes: &[u8]) -> bool {
        self.manifest.documents.get(key) == Some(&digest_of_bytes(bytes))
    }

    fn unlisted_files(&self) -> Result<Vec<String>, BackupFolderError> {
        let mut known: BTreeSet<PathBuf> = self
            .manifest
            .documents
            .keys()
            .map(|key| document_in(&self.path, key))
            .collect();
        known.insert(self.path.join(MANIFEST));
        known.insert(self.database_file());
        let mut unlisted_files = Vec::new();
        let mut folders = vec![self.path.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).map_err(unusable(&folder))? {
                let entry = entry.map_err(unusable(&folder))?;
                let path = entry.path();
                if entry.file_type().map_err(unusable(&path))?.is_dir() {
                    folders.push(path);
                } else if !known.contains(&path) {
                    let name = path.strip_prefix(&self.path).unwrap_or(&path);
                    unlisted_files.push(name.display().to_string());
                }
            }
        }
        unlisted_files.sort_unstable();
        Ok(unlisted_files)
    }
}
