//! The error of use cases that have no errors of their own.

use thiserror::Error;

use super::failure;
use crate::access::AccessError;
use crate::ports::StoreError;

/// Why a use case has no answer that fails in no way of its own.
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
