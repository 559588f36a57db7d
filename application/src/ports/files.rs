use std::time::Duration;

use aditus_domain::requests::FileContent;
use chrono::{DateTime, Utc};
use thiserror::Error;

use crate::failure::failure;

/// The key of a stored file, such as `requests/{uuid}.pdf`. The API calls it `path`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileKey(String);

impl FileKey {
    /// Parses a key: segments of ASCII letters, digits, `-`, `_` and `.`, joined by `/`. Empty,
    /// hidden and parent segments are refused. The maximum is 200 characters.
    pub fn parse(key: &str) -> Result<Self, FileError> {
        let segment_is_sound = |segment: &str| {
            !segment.is_empty()
                && !segment.starts_with('.')
                && segment
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        };
        if key.len() <= 200 && key.split('/').all(segment_is_sound) {
            Ok(Self(key.to_owned()))
        } else {
            Err(FileError::BadKey)
        }
    }

    /// Returns the key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the last segment.
    pub fn file_name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&self.0, |(_, name)| name)
    }

    /// Returns the file extension, empty if there is none.
    pub fn extension(&self) -> &str {
        self.0.rsplit_once('.').map_or("", |(_, extension)| extension)
    }
}

/// Uploaded documents (decisions F2). An adapter MUST store all of a file or nothing. It MUST
/// return [`FileError::NotFound`] for an unknown key. A key MUST NOT lead outside its store.
pub trait FileStore: Send + Sync {
    /// Stores a file under a new key. The bytes are durable when this returns.
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), FileError>;

    /// Reads a whole file.
    fn get(&self, key: &FileKey) -> Result<Vec<u8>, FileError>;

    /// Reads a part of a file: `length` bytes from `start`, fewer at the end of the file, and none
    /// if the file ends before `start`. An adapter MUST NOT hold much more of the file in memory
    /// than the part. `length` is 1 or more.
    fn read_part(&self, key: &FileKey, start: u64, length: usize) -> Result<FilePart, FileError>;

    /// Returns the size of a file in bytes.
    fn size(&self, key: &FileKey) -> Result<u64, FileError> {
        self.read_part(key, 0, 1).map(|part| part.size)
    }

    /// Removes a file. Removing a missing file is not an error.
    fn remove(&self, key: &FileKey) -> Result<(), FileError>;

    /// Passes every stored file to `show`, in any order and in batches of some hundred. Returns
    /// false if the store cannot list its files. Files stored or removed meanwhile may or may not
    /// be included.
    fn for_each_batch(
        &self,
        _show: &mut dyn FnMut(Vec<StoredFile>) -> Result<(), FileError>,
    ) -> Result<bool, FileError> {
        Ok(false)
    }

    /// Removes remains of uploads that began before the given time and never completed, because
    /// their process ended. Returns their number. A store without such remains does nothing.
    fn delete_unfinished(&self, _before: DateTime<Utc>) -> Result<u64, FileError> {
        Ok(0)
    }

    /// Returns an address at which the file can be read without signing in during `lifetime`. A
    /// browser MUST save the file under `name`, which is ASCII and made by
    /// [`crate::exports::file_name`]. An address with a changed name MUST NOT open the file.
    fn signed_address(&self, key: &FileKey, name: &str, lifetime: Duration) -> Result<SignedPath, FileError>;
}

/// Bytes read at once when a file is sent in parts. A multiple of 3, so that the base64 encodings
/// of the parts can be concatenated.
pub const FILE_PART: usize = 48 * 1024;

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePart {
    /// The bytes of the part.
    pub bytes: Vec<u8>,
    /// The size of the whole file in bytes.
    pub size: u64,
}

/// A file in the store, also one that Aditus did not put there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// Key of the file.
    pub key: FileKey,
    /// Time of its last change.
    pub changed_on: DateTime<Utc>,
}

/// An address that expires: absolute for an object store, or a path below the public address of
/// Aditus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedPath(pub String);

/// Detects the type of a file from its content, regardless of its name and declared type (decisions
/// F1). It reads untrusted files: an adapter MUST handle any bytes within bounds of memory, and
/// MUST NOT panic.
pub trait FileInspector: Send + Sync {
    /// Returns the type of the content, and if it is complete and harmless.
    fn inspect(&self, bytes: &[u8]) -> Result<FileContent, ExaminationError>;
}

/// Scans for viruses. If an adapter cannot decide it MUST return [`ExaminationError`], never report
/// the file as clean.
pub trait FileScanner: Send + Sync {
    /// Returns true if the file contains known malware.
    fn is_infected(&self, bytes: &[u8]) -> Result<bool, ExaminationError>;

    /// Checks that the scanner answers.
    fn check(&self) -> Result<(), ExaminationError>;
}

/// A file could not be examined and must be rejected.
#[derive(Debug, Error)]
pub enum ExaminationError {
    /// The content inspector failed.
    #[error(
        "The documents cannot be checked at the moment, and nothing was stored. Please try again in a few minutes."
    )]
    Inspector(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The virus scanner does not answer, or sent an unexpected response.
    #[error(
        "The documents cannot be checked for viruses at the moment, and nothing was stored. Please try again in a few minutes."
    )]
    Scanner(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// A file could not be stored or read.
#[derive(Debug, Error)]
pub enum FileError {
    /// The key has an invalid form.
    #[error("this is no key of a file")]
    BadKey,
    /// No file has this key.
    #[error("no file has this key")]
    NotFound,
    /// The key is already in use.
    #[error("a file has this key already")]
    Exists,
    /// The file store is full.
    #[error("the file store is full")]
    Full(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store cannot be reached, or refused the operation.
    #[error("the file store does not answer")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

failure! {
    FileError {
        Full(_) => Full, reason: DiskFull;
        Unavailable(_) => Unavailable, reason: ServiceUnavailable;
        BadKey | NotFound | Exists => Internal, reason: Internal;
    }
}
