//! An address at which an uploaded document can be read for a while (2 §7, `file_access`; decisions F2, F3).

use std::time::Duration;

use aditus_domain::requests::{FileType, Gone};
use thiserror::Error;

use super::read_document::opened;
use crate::access::Caller;
use crate::exports;
use crate::failure::{Failure, Kind};
use crate::ports::{FileError, FileKey, Ports, SignedPath, StoreError};

/// How long the address leads to the document.
pub const LIFETIME: Duration = Duration::from_mins(5);

/// Which document is wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// Its key: the `path` of the API.
    pub path: String,
}

/// Where the document can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The address.
    pub address: SignedPath,
    /// What its content is.
    pub file_type: FileType,
}

/// Why there is no address.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such document, or its request is not for the caller to see.
    #[error("Error accessing the file.")]
    NotFound,
    /// Its file was removed on purpose.
    #[error("{}", .0.words())]
    Gone(Gone),
    /// The file store refused.
    #[error("Error accessing the file.")]
    File(#[source] FileError),
    /// The database refused.
    #[error("Error accessing the file.")]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::NotFound | Self::Gone(_) => Kind::NotFound,
            Self::File(FileError::Unavailable(_)) => Kind::Unavailable,
            Self::File(_) => Kind::Internal,
            Self::Store(error) => error.kind(),
        }
    }
}

/// The address, for everybody who may read the request. Who has it opens the document without saying who they are, where the file store
/// serves it even without Aditus: that the document was opened is recorded now.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Answer, Error> {
    let key = FileKey::parse(&query.path).map_err(|_| Error::NotFound)?;
    let found = ports
        .database
        .read()?
        .requests()
        .document(&caller.scope(), &key)?
        .ok_or(Error::NotFound)?;
    if let Some(gone) = found.view.gone {
        return Err(Error::Gone(gone));
    }
    let address = ports
        .files
        .signed_address(&found.view.key, LIFETIME)
        .map_err(Error::File)?;
    exports::record(ports, caller, opened(&found))?;
    Ok(Answer {
        address,
        file_type: found.view.file_type,
    })
}
