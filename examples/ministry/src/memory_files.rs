//! A file store that keeps documents in memory until the process ends, for tests and trials.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use aditus::Addresses;
use aditus_application::ports::{Clock, FileError, FileKey, FilePart, FileStore, SignedPath, StoredFile};
use chrono::{DateTime, Utc};

/// The bytes of each file, and the time when it was stored.
type Files = BTreeMap<FileKey, (Vec<u8>, DateTime<Utc>)>;

/// Documents in memory, at addresses that Aditus signs and serves.
pub struct MemoryFiles {
    addresses: Addresses,
    clock: Arc<dyn Clock>,
    files: Mutex<Files>,
}

impl MemoryFiles {
    /// Creates an empty store.
    pub fn new(addresses: Addresses, clock: Arc<dyn Clock>) -> Self {
        Self {
            addresses,
            clock,
            files: Mutex::default(),
        }
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FileStore for MemoryFiles {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), FileError> {
        let mut files = self.files();
        if files.contains_key(key) {
            return Err(FileError::Exists);
        }
        files.insert(key.clone(), (bytes.to_vec(), self.clock.now()));
        Ok(())
    }

    fn get(&self, key: &FileKey) -> Result<Vec<u8>, FileError> {
        let files = self.files();
        let (bytes, _) = files.get(key).ok_or(FileError::NotFound)?;
        Ok(bytes.clone())
    }

    fn read_part(&self, key: &FileKey, start: u64, length: usize) -> Result<FilePart, FileError> {
        let files = self.files();
        let (bytes, _) = files.get(key).ok_or(FileError::NotFound)?;
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        Ok(FilePart {
            bytes: bytes.iter().skip(start).take(length).copied().collect(),
            size: bytes.len() as u64,
        })
    }

    fn remove(&self, key: &FileKey) -> Result<(), FileError> {
        self.files().remove(key);
        Ok(())
    }

    fn for_each_batch(
        &self,
        show: &mut dyn FnMut(Vec<StoredFile>) -> Result<(), FileError>,
    ) -> Result<bool, FileError> {
        let stored = |(key, (_, changed_on)): (&FileKey, &(Vec<u8>, DateTime<Utc>))| StoredFile {
            key: key.clone(),
            changed_on: *changed_on,
        };
        let all: Vec<StoredFile> = self.files().iter().map(stored).collect();
        for batch in all.chunks(500) {
            show(batch.to_vec())?;
        }
        Ok(true)
    }

    fn signed_address(&self, key: &FileKey, name: &str, lifetime: Duration) -> Result<SignedPath, FileError> {
        Ok(self.addresses.sign(key, name, lifetime))
    }
}
