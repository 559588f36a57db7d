use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use aditus_domain::requests::FileType;

use super::lock;
use crate::ports::{DetectedType, FileError, FileInspector, FileKey, FileStore, SignedPath};

/// Files that are gone with the test.
#[derive(Debug, Default)]
pub struct MemoryFiles(Mutex<HashMap<FileKey, Vec<u8>>>);

impl MemoryFiles {
    /// How many files are stored.
    pub fn count(&self) -> usize {
        lock(&self.0).len()
    }
}

impl FileStore for MemoryFiles {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), FileError> {
        let mut files = lock(&self.0);
        if files.contains_key(key) {
            return Err(FileError::Exists);
        }
        files.insert(key.clone(), bytes.to_vec());
        Ok(())
    }

    fn get(&self, key: &FileKey) -> Result<Vec<u8>, FileError> {
        lock(&self.0).get(key).cloned().ok_or(FileError::NotFound)
    }

    fn remove(&self, key: &FileKey) -> Result<(), FileError> {
        lock(&self.0).remove(key);
        Ok(())
    }

    fn signed_address(&self, key: &FileKey, lifetime: Duration) -> Result<SignedPath, FileError> {
        if !lock(&self.0).contains_key(key) {
            return Err(FileError::NotFound);
        }
        Ok(SignedPath(format!(
            "/files/{}?for={}",
            key.as_str(),
            lifetime.as_secs()
        )))
    }
}

/// Knows the kinds of files by their first bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct MagicBytes;

impl FileInspector for MagicBytes {
    fn inspect(&self, bytes: &[u8]) -> DetectedType {
        const KNOWN: [(&[u8], FileType); 4] = [
            (b"%PDF-", FileType::Pdf),
            (b"\x89PNG\r\n\x1a\n", FileType::Png),
            (b"\xff\xd8\xff", FileType::Jpeg),
            (b"GIF8", FileType::Gif),
        ];
        let known = KNOWN.iter().find(|(beginning, _)| bytes.starts_with(beginning));
        known.map_or(DetectedType::Other, |(_, file_type)| {
            DetectedType::Known(*file_type)
        })
    }
}
