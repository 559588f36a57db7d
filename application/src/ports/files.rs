use std::time::Duration;

use aditus_domain::requests::FileContent;
use chrono::{DateTime, Utc};
use thiserror::Error;

use crate::failure::failure;

/// The key of a stored file: `requests/{uuid}.pdf` and the like. It is the `path` of the API.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileKey(String);

impl FileKey {
    /// Checks a key: segments of ASCII letters, digits, `-`, `_` and `.`, joined by `/`; no empty, hidden or parent
    /// segment; at most 200 characters.
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

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands behind the last slash.
    pub fn file_name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&self.0, |(_, name)| name)
    }

    /// What stands behind the last dot.
    pub fn extension(&self) -> &str {
        self.0.rsplit_once('.').map_or("", |(_, extension)| extension)
    }
}

/// Uploaded documents (decisions F2). An adapter MUST store all of a file or nothing, MUST answer
/// [`FileError::NotFound`] for a key it does not hold, and MUST NOT let a key lead outside its store.
pub trait FileStore: Send + Sync {
    /// Stores a file under a new key. The bytes are durable when this returns.
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), FileError>;

    /// Reads a file whole.
    fn get(&self, key: &FileKey) -> Result<Vec<u8>, FileError>;

    /// Reads a part of a file: `length` bytes from `start` on, fewer where the file ends before that, and none where it ends before `start`.
    /// An adapter MUST NOT hold much more of the file in memory than the part. `length` is 1 or more.
    fn read_part(&self, key: &FileKey, start: u64, length: usize) -> Result<FilePart, FileError>;

    /// Returns the size of a file in bytes.
    fn size(&self, key: &FileKey) -> Result<u64, FileError> {
        self.read_part(key, 0, 1).map(|part| part.size)
    }

    /// Removes a file; removing one that is not there is no error.
    fn remove(&self, key: &FileKey) -> Result<(), FileError>;

    /// Shows every file that lies here, in any order and in batches of some hundred; false where the store cannot tell. What is stored or
    /// removed meanwhile may be among them or not.
    fn each(
        &self,
        _show: &mut dyn FnMut(Vec<StoredFile>) -> Result<(), FileError>,
    ) -> Result<bool, FileError> {
        Ok(false)
    }

    /// Removes what was begun before then and never became a file, because the process ended meanwhile; answers how many pieces. A
    /// store that keeps no such pieces has nothing to do.
    fn sweep_unfinished(&self, _before: DateTime<Utc>) -> Result<u64, FileError> {
        Ok(0)
    }

    /// Returns an address at which the file can be read without signing in, for as long as `lifetime`. A browser MUST save the file under
    /// this name, which is ASCII and made by [`crate::exports::file_name`]. An address whose name was changed MUST NOT open the file.
    fn signed_address(&self, key: &FileKey, name: &str, lifetime: Duration) -> Result<SignedPath, FileError>;
}

/// How much of a file is read at once where it is sent part by part. It is a multiple of 3, so that the base64 of a part ends where that of the
/// next one begins.
pub const FILE_PART: usize = 48 * 1024;

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePart {
    /// The bytes of the part.
    pub bytes: Vec<u8>,
    /// The size of the whole file in bytes.
    pub size: u64,
}

/// A file that lies in a store, whoever put it there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// Where it lies.
    pub key: FileKey,
    /// Since when it has been as it is.
    pub changed_on: DateTime<Utc>,
}

/// An address that expires: absolute for an object store, or a path below the public address of Aditus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedPath(pub String);

/// Says what a file is by its content, whatever its name or its sender claim (decisions F1). It reads files of strangers: an
/// adapter MUST answer whatever the bytes are, within bounds of memory, and MUST NOT panic.
pub trait FileInspector: Send + Sync {
    /// What the content is, and whether it is whole and harmless.
    fn inspect(&self, bytes: &[u8]) -> Result<FileContent, ExaminationError>;
}

/// Looks for viruses. An adapter MUST answer [`ExaminationError`] when it cannot tell, and never that a file is clean.
pub trait FileScanner: Send + Sync {
    /// Whether a virus or other malware is known in it.
    fn is_infected(&self, bytes: &[u8]) -> Result<bool, ExaminationError>;

    /// Whether the scanner answers.
    fn check(&self) -> Result<(), ExaminationError>;
}

/// A file could not be examined. It must not be taken then.
#[derive(Debug, Error)]
pub enum ExaminationError {
    /// Its content cannot be looked at.
    #[error(
        "The documents cannot be checked at the moment, and nothing was stored. Please try again in a few minutes."
    )]
    Inspector(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The virus scanner does not answer, or not in a way that can be understood.
    #[error(
        "The documents cannot be checked for viruses at the moment, and nothing was stored. Please try again in a few minutes."
    )]
    Scanner(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// A file could not be stored or read.
#[derive(Debug, Error)]
pub enum FileError {
    /// The key is not one that Aditus made.
    #[error("this is no key of a file")]
    BadKey,
    /// No file has this key.
    #[error("no file has this key")]
    NotFound,
    /// A file has this key already.
    #[error("a file has this key already")]
    Exists,
    /// There is no room for the file.
    #[error("the file store is full")]
    Full(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store cannot be reached or refused.
    #[error("the file store does not answer")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

failure! {
    FileError {
        Full(_) => Full;
        Unavailable(_) => Unavailable;
        BadKey | NotFound | Exists => Internal;
    }
}
