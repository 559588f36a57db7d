//! The older backup with which a new one shares documents.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use aditus_application::ports::{CompleteBackup, FileDigest, FileKey};

use crate::complete::CompleteFolderBackup;
use crate::{MANIFEST, document_in};

/// A backup with a manifest, in the same folder as the new one.
pub(crate) struct OlderBackup {
    backup: CompleteFolderBackup,
    /// Id of the account that owns both backups.
    owner: u32,
}

impl OlderBackup {
    /// Finds the newest backup of this installation in the parent folder of the new one. Skips
    /// backups of other accounts, because those accounts could alter the shared files later.
    pub(crate) fn find_beside(new: &Path, installation: &[u8; 16]) -> Option<Self> {
        let owner = fs::metadata(new).ok()?.uid();
        let new = std::path::absolute(new).ok()?;
        let backup = fs::read_dir(new.parent()?)
            .ok()?
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| {
                fs::symlink_metadata(path).is_ok_and(|about| about.is_dir() && about.uid() == owner)
            })
            .filter_map(|path| CompleteFolderBackup::open(&path).ok())
            .filter(|backup| backup.manifest().origin.installation == *installation)
            .max_by_key(|backup| backup.manifest().origin.made_on)?;
        Some(Self { backup, owner })
    }

    pub(crate) fn path(&self) -> &Path {
        self.backup.path()
    }

    /// Returns false once the backup is being removed: its manifest is deleted first.
    pub(crate) fn is_there(&self) -> bool {
        self.path().join(MANIFEST).exists()
    }

    /// Hard-links a document to `path`. Returns false if the backup does not list this document, or
    /// if its file is not a regular file that only the owner can access.
    pub(crate) fn link(&self, key: &FileKey, digest: FileDigest, path: &Path) -> io::Result<bool> {
        if self.backup.manifest().documents.get(key) != Some(&digest) {
            return Ok(false);
        }
        let file = document_in(self.path(), key);
        let about = fs::symlink_metadata(&file)?;
        let of_others = about.permissions().mode() & 0o077;
        let is_private = about.uid() == self.owner && of_others == 0;
        if !about.is_file() || !is_private {
            return Ok(false);
        }
        fs::hard_link(&file, path)?;
        Ok(true)
    }
}
