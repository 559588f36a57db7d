//! The errors of the database.

use thiserror::Error;

use crate::failure::{NO_ROOM, READ_ONLY, failure};

/// The database refused or did not answer. A missing row is not an error: repositories return
/// `Ok(None)`.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The row was changed since it was read.
    #[error("someone else changed the record in the meantime")]
    Conflict,
    /// A row that must be unique exists already; the text names the constraint or columns.
    #[error("already stored: {0}")]
    Duplicate(String),
    /// A row is still referenced, or refers to a row that does not exist.
    #[error("broken reference: {0}")]
    Reference(String),
    /// The database cannot be reached or is too busy.
    #[error("the database does not answer")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The disk is full. Nothing was changed.
    #[error("the disk of the database is full")]
    Full(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database answers and refuses every write, for example because its file system became
    /// read-only. Nothing was changed.
    #[error("the database can be read, but refuses writes")]
    ReadOnly(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Any other error: the stored data breaks a rule of the domain, or a statement failed.
    #[error("the database failed")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl StoreError {
    /// Wraps the cause of an internal error.
    pub fn internal(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Internal(cause.into())
    }

    /// True if the database itself is the cause, so that the same would happen to other records.
    pub const fn is_outage(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Full(_) | Self::ReadOnly(_))
    }

    /// Returns the default message of use cases. The causes stay in the log.
    pub fn message(&self) -> &'static str {
        match self {
            Self::Conflict | Self::Duplicate(_) => {
                "Someone else changed this in the meantime. Please reload."
            }
            Self::Unavailable(_) => "The database can't be reached right now. Please try again.",
            Self::Full(_) => NO_ROOM,
            Self::ReadOnly(_) => READ_ONLY,
            Self::Reference(_) | Self::Internal(_) => {
                "Something went wrong on our side. Try again in a moment."
            }
        }
    }
}

failure! {
    StoreError {
        Conflict | Duplicate(_) => Conflict, reason: RowChanged;
        Unavailable(_) => Unavailable, reason: DatabaseUnavailable;
        ReadOnly(_) => Unavailable, reason: DatabaseReadOnly;
        Full(_) => Full, reason: DiskFull;
        Reference(_) | Internal(_) => Internal, reason: Internal;
    }
}
