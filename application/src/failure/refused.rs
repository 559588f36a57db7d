//! The error of use cases that have no errors of their own.

use thiserror::Error;

use super::failure;
use crate::access::AccessError;
use crate::ports::StoreError;

/// The error of a use case that can only be refused by the access policy or the database.
#[derive(Debug, Error)]
pub enum Refused {
    /// The caller may not do this.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Refused {
        forwards Access, Store;
    }
}
