use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use aditus_domain::requests::{FileContent, FileType};

use super::lock;
use chrono::DateTime;

use crate::ports::{
    ExaminationError, FileError, FileInspector, FileKey, FilePart, FileScanner, FileStore, SignedPath,
    StoredFile,
};

/// A file store in memory.
#[derive(Debug, Default)]
pub struct MemoryFiles(Mutex<HashMap<FileKey, Vec<u8>>>);

impl MemoryFiles {
    /// Returns the number of stored files.
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

    fn read_part(&self, key: &FileKey, start: u64, length: usize) -> Result<FilePart, FileError> {
        let files = lock(&self.0);
        let file = files.get(key).ok_or(FileError::NotFound)?;
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        Ok(FilePart {
            bytes: file.iter().skip(start).take(length).copied().collect(),
            size: file.len() as u64,
        })
    }

    fn remove(&self, key: &FileKey) -> Result<(), FileError> {
        lock(&self.0).remove(key);
        Ok(())
    }

    /// Reports the epoch as the time of every file, because times are not stored.
    fn for_each_batch(
        &self,
        show: &mut dyn FnMut(Vec<StoredFile>) -> Result<(), FileError>,
    ) -> Result<bool, FileError> {
        let changed_on = DateTime::UNIX_EPOCH;
        let keys: Vec<FileKey> = lock(&self.0).keys().cloned().collect();
        show(
            keys.into_iter()
                .map(|key| StoredFile { key, changed_on })
                .collect(),
        )?;
        Ok(true)
    }

    fn signed_address(&self, key: &FileKey, name: &str, lifetime: Duration) -> Result<SignedPath, FileError> {
        if !lock(&self.0).contains_key(key) {
            return Err(FileError::NotFound);
        }
        Ok(SignedPath(format!(
            "/files/{}?for={}&name={}",
            key.as_str(),
            lifetime.as_secs(),
            name.replace(' ', "%20")
        )))
    }
}

/// Detects file types by their first bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct MagicBytes;

impl FileInspector for MagicBytes {
    fn inspect(&self, bytes: &[u8]) -> Result<FileContent, ExaminationError> {
        const KNOWN: [(&[u8], FileType); 4] = [
            (b"%PDF-", FileType::Pdf),
            (b"\x89PNG\r\n\x1a\n", FileType::Png),
            (b"\xff\xd8\xff", FileType::Jpeg),
            (b"GIF8", FileType::Gif),
        ];
        let known = KNOWN.iter().find(|(beginning, _)| bytes.starts_with(beginning));
        Ok(known.map_or(FileContent::Other, |(_, file_type)| {
            FileContent::Sound(*file_type)
        }))
    }
}

/// A scanner that finds one text and can simulate an outage.
#[derive(Debug, Default)]
pub struct ListedViruses {
    unavailable: AtomicBool,
}

impl ListedViruses {
    /// Text that counts as a virus.
    pub const VIRUS: &[u8] = b"INVENTED-VIRUS";

    /// Begins or ends an outage.
    pub fn set_unavailable(&self, unavailable: bool) {
        self.unavailable.store(unavailable, Ordering::SeqCst);
    }
}

impl FileScanner for ListedViruses {
    fn is_infected(&self, bytes: &[u8]) -> Result<bool, ExaminationError> {
        self.check()?;
        Ok(bytes
            .windows(Self::VIRUS.len())
            .any(|window| window == Self::VIRUS))
    }

    fn check(&self) -> Result<(), ExaminationError> {
        if self.unavailable.load(Ordering::SeqCst) {
            return Err(ExaminationError::Scanner("connection refused".into()));
        }
        Ok(())
    }
}
